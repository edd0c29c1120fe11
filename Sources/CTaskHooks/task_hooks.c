// The hooks of Swift's concurrency runtime, and the scope of each thread. They are variables of the
// runtime with Swift's calling convention, which only C can say; there is nothing of interest here.

#include "doors.h"

#include <stdatomic.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <pthread.h>
#endif

#define SWIFT_CONVENTION __attribute__((swiftcall))

typedef SWIFT_CONVENTION void (*enqueue_function)(void *job);
typedef SWIFT_CONVENTION void (*enqueue_hook)(void *job, enqueue_function original);
typedef SWIFT_CONVENTION void (*delay_function)(uint64_t delay, void *job);
typedef SWIFT_CONVENTION void (*delay_hook)(uint64_t delay, void *job, delay_function original);
typedef SWIFT_CONVENTION void (*deadline_function)(
    int64_t seconds, int64_t nanoseconds, int64_t tolerance_seconds,
    int64_t tolerance_nanoseconds, int clock, void *job);
typedef SWIFT_CONVENTION void (*deadline_hook)(
    int64_t seconds, int64_t nanoseconds, int64_t tolerance_seconds,
    int64_t tolerance_nanoseconds, int clock, void *job, deadline_function original);
typedef SWIFT_CONVENTION rehearsal_executor_reference (*main_executor_function)(void);
typedef SWIFT_CONVENTION rehearsal_executor_reference (*main_executor_hook)(
    main_executor_function original);

// A runtime that is older than a hook does not have it: then its address is null.
extern enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));
extern delay_hook swift_task_enqueueGlobalWithDelay_hook __attribute__((weak));
extern deadline_hook swift_task_enqueueGlobalWithDeadline_hook __attribute__((weak));
extern main_executor_hook swift_task_getMainExecutor_hook __attribute__((weak));
extern SWIFT_CONVENTION void swift_get_time(int64_t *seconds, int64_t *nanoseconds, int clock);
extern SWIFT_CONVENTION uint64_t swift_task_getJobTaskId(void *job);
extern void swift_release(void *object);
extern SWIFT_CONVENTION void *swift_task_getCurrent(void);
extern SWIFT_CONVENTION rehearsal_executor_reference swift_task_getMainExecutor(void);
#if !defined(__APPLE__)
extern SWIFT_CONVENTION bool swift_task_isCurrentExecutorWithFlags(
    rehearsal_executor_reference executor, uint64_t flags);
#endif

static _Thread_local void *current_scope;
static rehearsal_task_hooks hooks;
static _Atomic(bool) are_hooks_set;
static enqueue_hook next_enqueue_hook;
static delay_hook next_delay_hook;
static deadline_hook next_deadline_hook;
static main_executor_hook next_main_executor_hook;

static SWIFT_CONVENTION void enqueue(void *job, enqueue_function original) {
  bool is_set = atomic_load_explicit(&are_hooks_set, memory_order_acquire);
  if (is_set && hooks.take_job(job, current_scope)) return;
  if (next_enqueue_hook) return next_enqueue_hook(job, original);
  original(job);
}

const rehearsal_task_hooks *rehearsal_hooks(void) {
  bool is_set = atomic_load_explicit(&are_hooks_set, memory_order_acquire);
  return current_scope && is_set ? &hooks : NULL;
}

static bool takes_sleeper(void *job, uint64_t span) {
  bool is_set = atomic_load_explicit(&are_hooks_set, memory_order_acquire);
  return is_set && hooks.take_sleeper(job, span, current_scope);
}

// How `Task.sleep(nanoseconds:)` waits.
static SWIFT_CONVENTION void enqueue_after(uint64_t delay, void *job, delay_function original) {
  if (takes_sleeper(job, delay)) return;
  if (next_delay_hook) return next_delay_hook(delay, job, original);
  original(delay, job);
}

// How a sleep on a clock of the system's waits: for a moment that the runtime's clock has been added to.
static SWIFT_CONVENTION void enqueue_at(
    int64_t seconds, int64_t nanoseconds, int64_t tolerance_seconds,
    int64_t tolerance_nanoseconds, int clock, void *job, deadline_function original) {
  int64_t now_seconds = 0, now_nanoseconds = 0;
  swift_get_time(&now_seconds, &now_nanoseconds, clock);
  int64_t span = (seconds - now_seconds) * 1000000000 + nanoseconds - now_nanoseconds;
  if (takes_sleeper(job, span > 0 ? (uint64_t)span : 0)) return;
  if (next_deadline_hook) {
    return next_deadline_hook(
        seconds, nanoseconds, tolerance_seconds, tolerance_nanoseconds, clock, job, original);
  }
  original(seconds, nanoseconds, tolerance_seconds, tolerance_nanoseconds, clock, job);
}

static SWIFT_CONVENTION rehearsal_executor_reference main_executor(
    main_executor_function original) {
  if (current_scope) return hooks.main_executor(current_scope);
  return next_main_executor_hook ? next_main_executor_hook(original) : original();
}

// The runtime reads its hooks without any order, so they are there before there is a second thread.
__attribute__((constructor)) static void install(void) {
  if (&swift_task_enqueueGlobal_hook) {
    next_enqueue_hook = swift_task_enqueueGlobal_hook;
    swift_task_enqueueGlobal_hook = enqueue;
  }
  if (&swift_task_enqueueGlobalWithDelay_hook) {
    next_delay_hook = swift_task_enqueueGlobalWithDelay_hook;
    swift_task_enqueueGlobalWithDelay_hook = enqueue_after;
  }
  if (&swift_task_enqueueGlobalWithDeadline_hook) {
    next_deadline_hook = swift_task_enqueueGlobalWithDeadline_hook;
    swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
  }
  if (&swift_task_getMainExecutor_hook) {
    next_main_executor_hook = swift_task_getMainExecutor_hook;
    swift_task_getMainExecutor_hook = main_executor;
  }
}

void rehearsal_install_task_hooks(rehearsal_task_hooks new_hooks) {
  hooks = new_hooks;
  atomic_store_explicit(&are_hooks_set, true, memory_order_release);
  if (rehearsal_sees_the_system()) return;
  static const char text[] =
      "note: on this system only Swift's tasks run in virtual time; an app's dispatch queues, timers, "
      "threads, locks and clocks are the computer's own\n";
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
}

void *rehearsal_leave_scope(void) {
  void *scope = current_scope;
  current_scope = NULL;
  return scope;
}

void rehearsal_note(rehearsal_foreign_work work) {
  const rehearsal_task_hooks *asked = rehearsal_hooks();
  if (!asked) return;
  void *scope = rehearsal_leave_scope();
  asked->note_foreign(work, scope);
  rehearsal_return_to_scope(scope);
}

void rehearsal_release_object(void *object) { swift_release(object); }

void *rehearsal_task_scope(void) { return current_scope; }

void rehearsal_set_task_scope(void *scope) { current_scope = scope; }

uint64_t rehearsal_task_number(void *job) { return swift_task_getJobTaskId(job); }

uint64_t rehearsal_current_task_number(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

bool rehearsal_is_on_main_actor(void) {
#if defined(__APPLE__)
  return pthread_main_np();
#else
  // Outside of any scope, and with flags that ask and never trap. The main queue of Linux may be
  // served by any thread, so the thread's number says nothing.
  void *scope = current_scope;
  current_scope = 0;
  bool answer = swift_task_isCurrentExecutorWithFlags(swift_task_getMainExecutor(), 0);
  current_scope = scope;
  return answer;
#endif
}
