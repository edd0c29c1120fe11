// What is put right where a process ends in the middle of something: files that are not whole go, and
// the terminal is left as it was found. It is C, since it may be done by a thread that holds locks of
// Swift's runtime or got no memory.

#ifndef REHEARSAL_END_OF_PROCESS_H
#define REHEARSAL_END_OF_PROCESS_H

/// Removes a file where the process ends, with exit(3) or for want of memory, before it is kept.
///
/// It answers with the number by which the file is kept, or -1 where there are too many such files
/// or the path is too long; then the file stays.
int rehearsal_remove_at_end(const char *path);

/// Keeps a file; nothing for -1.
void rehearsal_keep_at_end(int number);

/// Says what leaves the terminal as it was found, or null where there is nothing to do; it may call
/// only what a signal handler may, and use only what has been made.
void rehearsal_restore_at_end(void (*restore)(void));

/// Lets signals that end the process remove the files and restore the terminal first; those that are
/// handled or ignored stay what they are.
void rehearsal_end_at_signals(void);

/// Removes the files and restores the terminal; whoever calls it ends the process.
void rehearsal_end_now(void);

#endif
