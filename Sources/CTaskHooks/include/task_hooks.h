// The doors by which a controlled thread gets hold of what its code asks of Swift's concurrency runtime
// and of the system, for `TaskControl.swift`, which says what they are for.

#ifndef REHEARSAL_TASK_HOOKS_H
#define REHEARSAL_TASK_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

/// A reference to a serial executor, as the runtime has it: an object and its witness table.
typedef struct {
  uintptr_t identity;
  uintptr_t implementation;
} rehearsal_executor_reference;

/// What code can ask for that the simulated device does not have, as far as it is seen: with glibc,
/// where the program is linked with shared libraries. Elsewhere nothing is.
typedef enum {
  /// A timer of a run loop that was made elsewhere.
  rehearsal_run_loop_timer,
  /// A thread of the pool that sleeps.
  rehearsal_sleeping_thread,
  /// A thread that waits for what nothing brings.
  rehearsal_blocked_thread,
  /// A lock that somebody holds who cannot continue.
  rehearsal_held_lock,
  /// The main thread waits for itself.
  rehearsal_main_waits_for_itself,
  /// A run loop that is run inside of the main thread's.
  rehearsal_inner_run_loop,
  /// Something that the system's kernel tells of, such as a socket or a process.
  rehearsal_kernel_event,
  /// A work item that is waited for.
  rehearsal_work_item,
  /// Code that says on which queue it runs, and runs on another one.
  rehearsal_wrong_queue,
  /// A queue that is suspended.
  rehearsal_suspended_queue,
  /// An observer of a run loop.
  rehearsal_loop_observer,
  /// The standard defaults of the program that runs the tests.
  rehearsal_standard_defaults,
  /// A file of the computer's that is written.
  rehearsal_written_file,
} rehearsal_foreign_work;

/// Something to be run once, or dropped.
typedef struct {
  /// The queue that it belongs to; null for one of the pool.
  void *queue;
  /// Whether the main thread runs it.
  bool is_for_main;
  /// Runs it or not, and gives back what it holds; called once.
  void (*finish)(void *context, bool runs);
  void *context;
} rehearsal_work;

/// Something that is waited for.
typedef struct {
  /// Whether it is there; where it is, it may be taken by that.
  bool (*is_ready)(void *context);
  void *context;
} rehearsal_condition;

/// A thread of the simulated process: it runs only while it is continued.
typedef struct rehearsal_thread rehearsal_thread;

/// Waits for no longer than for ever.
#define REHEARSAL_FOREVER UINT64_MAX

/// What is asked for what code in a scope does. The scope is that of the thread, or null. Spans and
/// moments are nanoseconds.
typedef struct {
  /// Whether a job is taken that is about to be handed to the pool of threads; one that is not goes
  /// there.
  bool (*take_job)(void *job, void *scope);
  /// Whether a job is taken that is to run after a span.
  bool (*take_sleeper)(void *job, uint64_t span, void *scope);
  /// The executor of the main actor inside of a scope.
  rehearsal_executor_reference (*main_executor)(void *scope);
  /// Is told that code asks for what the device does not have.
  void (*note_foreign)(rehearsal_foreign_work work, void *scope);
  /// Takes work, to be run after a span.
  void (*take_work)(rehearsal_work work, uint64_t span, void *scope);
  /// Takes work, to be run when a condition is met.
  void (*take_work_when)(rehearsal_condition condition, rehearsal_work work, void *scope);
  /// Takes a thread that is to begin.
  void (*take_thread)(rehearsal_thread *thread, void *scope);
  /// Waits for a condition, no longer than a span; whether it was met.
  bool (*wait)(rehearsal_condition condition, uint64_t span, void *scope);
  /// Waits until a queue does nothing, and occupies it; whether it could.
  bool (*occupy)(void *queue, void *scope);
  /// Gives a queue back.
  void (*release)(void *queue, void *scope);
  /// Lets the thread sleep.
  void (*sleep)(uint64_t span, void *scope);
  /// The moment of the device's clock, or else since 1970; false where there is none.
  bool (*now)(bool is_date, uint64_t *moment, void *scope);
  /// A number by chance that is the same each time; false where there is none.
  bool (*random)(uint64_t *number, void *scope);
  /// Whether the code runs on the main thread.
  bool (*is_main_thread)(void *scope);
  /// The place of an object of the process, such as its own notification centre; null without one.
  void **(*process_object)(void *scope);
} rehearsal_task_hooks;

/// Installs the hooks, in front of those that are there; once in a process. Where nothing but they is seen
/// of what code does, a line on the standard error says so.
void rehearsal_install_task_hooks(rehearsal_task_hooks hooks);

/// The scope in which this thread runs; null where it runs in none.
void *rehearsal_task_scope(void);

/// Begins a scope on this thread, or ends it with the one before.
void rehearsal_set_task_scope(void *scope);

/// Goes back to a scope of before, or to the one that has taken its place on a thread that waited.
void rehearsal_return_to_scope(void *scope);

/// The number of a task, which no other task of the program ever has; 0 for a job that is no task.
uint64_t rehearsal_task_number(void *job);

/// The number of the task that this thread runs; 0 for none.
uint64_t rehearsal_current_task_number(void);

/// Whether this thread runs for the real main actor.
bool rehearsal_is_on_main_actor(void);

/// Whether the system's clocks show the device's time in scopes; known once one was read.
bool rehearsal_clocks_are_virtual(void);

/// Gives back an object of Swift's.
void rehearsal_release_object(void *object);

// Threads of the simulated process.

/// Makes a thread that finishes work once it is continued.
rehearsal_thread *rehearsal_thread_for(rehearsal_work work);

/// Continues a thread until it waits or ends; whether it has ended, and is gone then.
bool rehearsal_continue_thread(rehearsal_thread *thread);

/// The thread of a simulated process that this is; null for any other.
rehearsal_thread *rehearsal_current_thread(void);

/// Waits, on such a thread, until it is continued.
void rehearsal_pause_thread(void);

// What this thread does, for who looks at it from outside: a watchdog, and the end by a signal.

/// Begins something that is to be over by a moment of the monotonic clock, in nanoseconds; 0 for any.
/// A text that is too long is cut.
void rehearsal_begin_activity(const char *text, uint64_t deadline);

/// Ends it.
void rehearsal_end_activity(void);

/// From now on the process ends, and says with what, where the moment of an activity is over; where it
/// ends by a signal, it says what the thread did that got it.
void rehearsal_watch_activities(void);

/// Now on the computer's monotonic clock, in nanoseconds.
uint64_t rehearsal_monotonic_now(void);

#endif
