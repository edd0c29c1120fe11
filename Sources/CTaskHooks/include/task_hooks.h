// The doors of Swift's concurrency runtime by which a controlled thread gets hold of its jobs, for
// `TaskControl.swift`, which says what they are for.

#ifndef REHEARSAL_TASK_HOOKS_H
#define REHEARSAL_TASK_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

/// A reference to a serial executor, as the runtime has it: an object and its witness table.
typedef struct {
  uintptr_t identity;
  uintptr_t implementation;
} rehearsal_executor_reference;

/// What code can ask for past the simulated device, as far as it is seen: with glibc, where the program
/// is linked with shared libraries. Elsewhere nothing is.
typedef enum {
  /// A block for the main queue.
  rehearsal_main_queue,
  /// A block after a while.
  rehearsal_delayed_block,
  /// A timer of a run loop.
  rehearsal_run_loop_timer,
  /// A thread that sleeps.
  rehearsal_sleeping_thread,
} rehearsal_foreign_work;

/// What is asked when a job is about to be handed to the pool of threads, and when code asks for the
/// executor of the main actor. The scope is that of the thread, or null.
typedef struct {
  /// Whether the job is taken; one that is not goes to the pool.
  bool (*take_job)(void *job, void *scope);
  /// The executor of the main actor inside of a scope.
  rehearsal_executor_reference (*main_executor)(void *scope);
  /// Is told that code in a scope asks for something that takes the computer's time.
  void (*note_foreign)(rehearsal_foreign_work work, void *scope);
} rehearsal_task_hooks;

/// Installs the hooks, in front of those that are there; once in a process.
void rehearsal_install_task_hooks(rehearsal_task_hooks hooks);

/// The scope in which this thread runs; null where it runs in none.
void *rehearsal_task_scope(void);

/// Begins a scope on this thread, or ends it with the one before.
void rehearsal_set_task_scope(void *scope);

/// The number of a task, which no other task of the program ever has; 0 for a job that is no task.
uint64_t rehearsal_task_number(void *job);

/// The number of the task that this thread runs; 0 for none.
uint64_t rehearsal_current_task_number(void);

/// Whether this thread runs for the real main actor.
bool rehearsal_is_on_main_actor(void);

// What this thread does, for who looks at it from outside: a watchdog, and the end by a signal.

/// Begins something that is to be over by a moment of the monotonic clock, in nanoseconds; 0 for any.
/// A text that is too long is cut.
void rehearsal_begin_activity(const char *text, uint64_t deadline);

/// Ends it.
void rehearsal_end_activity(void);

/// From now on the process ends, and says with what, where the moment of an activity is over; where it
/// ends by a signal, it says what the thread did that got it.
void rehearsal_watch_activities(void);

/// Now on the monotonic clock, in nanoseconds.
uint64_t rehearsal_monotonic_now(void);

#endif
