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

/// What is asked when a job is about to be handed to the pool of threads, and when code asks for the
/// executor of the main actor. The scope is that of the thread, or null.
typedef struct {
  /// Whether the job is taken; one that is not goes to the pool.
  bool (*take_job)(void *job, void *scope);
  /// The executor of the main actor inside of a scope.
  rehearsal_executor_reference (*main_executor)(void *scope);
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

#endif
