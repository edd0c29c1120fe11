// The command `rehearse`, which knows no native apps and no functions of a host.

import RehearsalCommand

// Nothing here is the main actor's, so the main thread plays, and is not given to the main queue: on
// Linux that ends the thread, and to unwind it a process takes longer than to start.
RehearseCommand().mainOnThisThread()
