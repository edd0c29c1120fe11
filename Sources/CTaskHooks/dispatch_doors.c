// Dispatch for code in a scope: the main queue is the main thread of the simulated process, other queues
// are threads of it, and time is the device's. These are the system's functions under their own
// names, which the program finds here first; outside of scopes each does what it always does.

#include "doors.h"

#if defined(__GLIBC__)
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct dispatch_queue_s *queue;
typedef struct dispatch_group_s *group;
typedef struct dispatch_semaphore_s *semaphore;
typedef uint64_t dispatch_moment;

typedef struct block {
  void *isa;
  int flags;
  int reserved;
  void (*invoke)(struct block *);
} block;

typedef struct apply_block {
  void *isa;
  int flags;
  int reserved;
  void (*invoke)(struct apply_block *, size_t);
} apply_block;

extern struct dispatch_queue_s _dispatch_main_q __attribute__((weak));
extern block *_Block_copy(const void *) __attribute__((weak));
extern void _Block_release(const void *) __attribute__((weak));
extern queue dispatch_get_global_queue(intptr_t identifier, uintptr_t flags) __attribute__((weak));
extern void dispatch_group_enter(group) __attribute__((weak));
extern void dispatch_group_leave(group) __attribute__((weak));
extern void dispatch_retain(void *);
extern void dispatch_release(void *);
extern void dispatch_activate(void *);
intptr_t dispatch_group_wait(group target, dispatch_moment limit);
intptr_t dispatch_semaphore_wait(semaphore target, dispatch_moment limit);

static const dispatch_moment at_once = 0, for_ever = UINT64_MAX;

// Whether blocks of a queue run beside one another: those of the pool, at every priority.
static bool is_of_the_pool(queue target) {
  static queue pool[16];
  static atomic_int count;
  if (atomic_load(&count) == 0) {
    static const intptr_t priorities[] = {0x21, 0x19, 0x15, 0x11, 0x09, 0, 2, -2};
    for (int number = 0; number < 8; number++) {
      pool[2 * number] = dispatch_get_global_queue(priorities[number], 0);
      pool[2 * number + 1] = dispatch_get_global_queue(priorities[number], 2);
    }
    atomic_store(&count, 16);
  }
  for (int number = 0; number < 16; number++) {
    if (pool[number] == target) return true;
  }
  return false;
}

// The span from now to a moment of one of the three clocks that dispatch counts by.
static uint64_t span_until(dispatch_moment moment) {
  if (moment == at_once) return 0;
  if (moment == for_ever) return REHEARSAL_FOREVER;
  const dispatch_moment sign = 1ull << 63, wall = 1ull << 62;
  bool is_wall = (moment & sign) && (moment & wall);
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  uint64_t now = 0;
  void *scope = rehearsal_leave_scope();
  bool is_known = hooks && hooks->now(is_wall, &now, scope);
  rehearsal_return_to_scope(scope);
  if (!is_known) now = rehearsal_monotonic_now();
  uint64_t value = is_wall ? 0 - moment : moment & ~sign;
  return value > now ? value - now : 0;
}

// MARK: Blocks

// The queue whose block this thread runs, and within which other one it came to that.
typedef struct frame {
  queue queue;
  struct frame *before;
} frame;

static _Thread_local frame *running;

static void invoke(block *body, queue on) {
  frame own = {on, running};
  running = &own;
  body->invoke(body);
  running = own.before;
}

typedef struct {
  block *block;
  queue queue;
  group group;
} pending_block;

static void finish_block(void *context, bool runs) {
  pending_block *pending = context;
  if (runs) invoke(pending->block, pending->queue);
  _Block_release(pending->block);
  dispatch_release(pending->queue);
  if (pending->group) {
    // A group that is given back while somebody is in it ends the program.
    dispatch_group_leave(pending->group);
    dispatch_release(pending->group);
  }
  free(pending);
}

static rehearsal_work work_of(queue target, const void *body, group in_group) {
  pending_block *pending = calloc(1, sizeof *pending);
  if (!pending) abort();
  pending->block = _Block_copy(body);
  // A queue lives for as long as it has blocks.
  dispatch_retain(target);
  pending->queue = target;
  pending->group = in_group;
  if (in_group) {
    dispatch_retain(in_group);
    dispatch_group_enter(in_group);
  }
  bool is_main = target == &_dispatch_main_q;
  return (rehearsal_work){
    .queue = is_main || is_of_the_pool(target) ? NULL : target,
    .is_for_main = is_main,
    .finish = finish_block,
    .context = pending,
  };
}

// Hands work over; false outside of any scope.
static bool take(queue target, const void *body, group in_group, uint64_t span) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return false;
  rehearsal_work work = work_of(target, body, in_group);
  void *scope = rehearsal_leave_scope();
  hooks->take_work(work, span, scope);
  rehearsal_return_to_scope(scope);
  return true;
}

DOOR void dispatch_async(queue target, void *body) {
  if (!take(target, body, NULL, 0)) NEXT(dispatch_async)(target, body);
}

DOOR void dispatch_barrier_async(queue target, void *body) {
  if (!take(target, body, NULL, 0)) NEXT(dispatch_barrier_async)(target, body);
}

DOOR void dispatch_group_async(group in_group, queue target, void *body) {
  if (!take(target, body, in_group, 0)) NEXT(dispatch_group_async)(in_group, target, body);
}

DOOR void dispatch_after(dispatch_moment when, queue target, void *body) {
  if (rehearsal_hooks()) {
    take(target, body, NULL, span_until(when));
    return;
  }
  NEXT(dispatch_after)(when, target, body);
}

typedef struct {
  void (*function)(void *);
  void *context;
  queue queue;
} pending_function;

static void finish_function(void *context, bool runs) {
  pending_function *pending = context;
  if (runs) pending->function(pending->context);
  dispatch_release(pending->queue);
  free(pending);
}

DOOR void dispatch_after_f(
    dispatch_moment when, queue target, void *context, void (*function)(void *)) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return NEXT(dispatch_after_f)(when, target, context, function);
  uint64_t span = span_until(when);
  pending_function *pending = calloc(1, sizeof *pending);
  if (!pending) abort();
  pending->function = function;
  pending->context = context;
  dispatch_retain(target);
  pending->queue = target;
  bool is_main = target == &_dispatch_main_q;
  rehearsal_work work = {
    .queue = is_main || is_of_the_pool(target) ? NULL : target,
    .is_for_main = is_main,
    .finish = finish_function,
    .context = pending,
  };
  void *scope = rehearsal_leave_scope();
  hooks->take_work(work, span, scope);
  rehearsal_return_to_scope(scope);
}

DOOR void dispatch_apply(size_t count, queue target, void *body) {
  if (!rehearsal_hooks()) return NEXT(dispatch_apply)(count, target, body);
  apply_block *block = body;
  for (size_t number = 0; number < count; number++) block->invoke(block, number);
}

// MARK: Waiting

static bool wait_until(rehearsal_condition condition, uint64_t span) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  void *scope = rehearsal_leave_scope();
  bool is_met = hooks->wait(condition, span, scope);
  rehearsal_return_to_scope(scope);
  return is_met;
}

// Conditions are asked inside of scopes, too, where these are the doors again.

static bool takes_signal(void *context) {
  return NEXT(dispatch_semaphore_wait)(context, at_once) == 0;
}

static bool is_empty(void *context) { return NEXT(dispatch_group_wait)(context, at_once) == 0; }

extern intptr_t dispatch_semaphore_signal(semaphore) __attribute__((weak));

// A semaphore that is given back with less than it began with ends the program; one of a process that has
// ended meanwhile may be, so it begins with nothing.
DOOR semaphore dispatch_semaphore_create(intptr_t value) {
  static const intptr_t most = 4096;
  if (!rehearsal_hooks() || value < 0 || value > most) return NEXT(dispatch_semaphore_create)(value);
  semaphore made = NEXT(dispatch_semaphore_create)(0);
  for (intptr_t number = 0; made && number < value; number++) dispatch_semaphore_signal(made);
  return made;
}

DOOR intptr_t dispatch_semaphore_wait(semaphore target, dispatch_moment limit) {
  if (!rehearsal_hooks()) return NEXT(dispatch_semaphore_wait)(target, limit);
  if (takes_signal(target)) return 0;
  if (limit == at_once) return 1;
  return wait_until((rehearsal_condition){takes_signal, target}, span_until(limit)) ? 0 : 1;
}

DOOR intptr_t dispatch_group_wait(group target, dispatch_moment limit) {
  if (!rehearsal_hooks()) return NEXT(dispatch_group_wait)(target, limit);
  if (is_empty(target)) return 0;
  if (limit == at_once) return 1;
  return wait_until((rehearsal_condition){is_empty, target}, span_until(limit)) ? 0 : 1;
}

typedef struct {
  group group;
  rehearsal_work work;
} group_notice;

static void finish_notice(void *context, bool runs) {
  group_notice *notice = context;
  notice->work.finish(notice->work.context, runs);
  dispatch_release(notice->group);
  free(notice);
}

DOOR void dispatch_group_notify(group target, queue on, void *body) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return NEXT(dispatch_group_notify)(target, on, body);
  group_notice *notice = calloc(1, sizeof *notice);
  if (!notice) abort();
  notice->group = target;
  notice->work = work_of(on, body, NULL);
  dispatch_retain(target);
  rehearsal_work work = notice->work;
  work.finish = finish_notice;
  work.context = notice;
  void *scope = rehearsal_leave_scope();
  hooks->take_work_when((rehearsal_condition){is_empty, target}, work, scope);
  rehearsal_return_to_scope(scope);
}

DOOR intptr_t dispatch_block_wait(void *item, dispatch_moment limit) {
  rehearsal_note(rehearsal_work_item);
  return NEXT(dispatch_block_wait)(item, rehearsal_hooks() ? at_once : limit);
}

DOOR void dispatch_block_notify(void *item, queue target, void *body) {
  rehearsal_note(rehearsal_work_item);
  NEXT(dispatch_block_notify)(item, target, body);
}

// MARK: Synchronously

/// A block that another thread runs for the one that waits.
typedef struct {
  atomic_int users;
  atomic_bool is_done;
  block *block;
} awaited_block;

static void leave_awaited(awaited_block *awaited) {
  if (atomic_fetch_sub(&awaited->users, 1) == 1) free(awaited);
}

static void finish_awaited(void *context, bool runs) {
  awaited_block *awaited = context;
  if (runs) awaited->block->invoke(awaited->block);
  atomic_store(&awaited->is_done, true);
  leave_awaited(awaited);
}

static bool is_done(void *context) { return atomic_load(&((awaited_block *)context)->is_done); }

static void run_on_main(const rehearsal_task_hooks *hooks, block *body) {
  void *scope = rehearsal_leave_scope();
  bool is_main = hooks->is_main_thread(scope);
  rehearsal_return_to_scope(scope);
  if (is_main) {
    rehearsal_note(rehearsal_main_waits_for_itself);
    return body->invoke(body);
  }
  awaited_block *awaited = calloc(1, sizeof *awaited);
  if (!awaited) abort();
  atomic_store(&awaited->users, 2);
  awaited->block = body;
  rehearsal_work work = {.is_for_main = true, .finish = finish_awaited, .context = awaited};
  rehearsal_leave_scope();
  hooks->take_work(work, 0, scope);
  rehearsal_return_to_scope(scope);
  wait_until((rehearsal_condition){is_done, awaited}, REHEARSAL_FOREVER);
  leave_awaited(awaited);
}

// Runs a block here while its queue does nothing else; false outside of any scope.
static bool run_here(queue target, block *body, bool is_barrier) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return false;
  if (target == &_dispatch_main_q) {
    run_on_main(hooks, body);
    return true;
  }
  if (is_of_the_pool(target)) {
    invoke(body, target);
    return true;
  }
  void *scope = rehearsal_leave_scope();
  bool is_mine = hooks->occupy(target, scope);
  rehearsal_return_to_scope(scope);
  if (!is_mine) {
    invoke(body, target);
    return true;
  }
  frame own = {target, running};
  running = &own;
  // Others than the process may use the queue, too, as a test does.
  extern void dispatch_sync(queue, void *);
  extern void dispatch_barrier_sync(queue, void *);
  if (is_barrier) NEXT(dispatch_barrier_sync)(target, body);
  else NEXT(dispatch_sync)(target, body);
  running = own.before;
  rehearsal_leave_scope();
  hooks->release(target, scope);
  rehearsal_return_to_scope(scope);
  return true;
}

DOOR void dispatch_sync(queue target, void *body) {
  if (!run_here(target, body, false)) NEXT(dispatch_sync)(target, body);
}

DOOR void dispatch_barrier_sync(queue target, void *body) {
  if (!run_here(target, body, true)) NEXT(dispatch_barrier_sync)(target, body);
}

// A queue of the process is none that dispatch knows to be running, so nothing is to be checked there.

// MARK: On which queue

extern void *dispatch_queue_get_specific(queue, const void *) __attribute__((weak));

// Whether the code of this thread runs on a queue, or was called from code that does.
static bool is_on(queue target) {
  for (frame *each = running; each; each = each->before) {
    if (each->queue == target) return true;
  }
  if (target != &_dispatch_main_q) return false;
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  void *scope = rehearsal_leave_scope();
  bool is_main = hooks->is_main_thread(scope);
  rehearsal_return_to_scope(scope);
  return is_main;
}

DOOR void *dispatch_get_specific(const void *key) {
  if (!rehearsal_hooks()) return NEXT(dispatch_get_specific)(key);
  queue own = running ? running->queue : is_on(&_dispatch_main_q) ? &_dispatch_main_q : NULL;
  return own ? dispatch_queue_get_specific(own, key) : NEXT(dispatch_get_specific)(key);
}

DOOR void dispatch_assert_queue(queue target) {
  if (!rehearsal_hooks()) return NEXT(dispatch_assert_queue)(target);
  if (!is_on(target)) rehearsal_note(rehearsal_wrong_queue);
}

DOOR void dispatch_assert_queue_not(queue target) {
  if (!rehearsal_hooks()) return NEXT(dispatch_assert_queue_not)(target);
  if (is_on(target)) rehearsal_note(rehearsal_wrong_queue);
}

DOOR void dispatch_assert_queue_barrier(queue target) {
  if (!rehearsal_hooks()) return NEXT(dispatch_assert_queue_barrier)(target);
  if (!is_on(target)) rehearsal_note(rehearsal_wrong_queue);
}

// MARK: Timers

/// A timer source that was made in a scope. The source itself never fires.
typedef struct timer {
  struct timer *next;
  void *source;
  queue queue;
  block *handler;
  block *cancel_handler;
  /// A handler that is a function, and what it is given.
  void (*function)(void *);
  void *context;
  /// The first moment, and the span to the next ones; 0 for none.
  uint64_t span;
  uint64_t interval;
  /// By how many resumes it is kept from running.
  int suspensions;
  int references;
  bool is_set;
  bool is_cancelled;
  /// Work of another number is none of it.
  uint64_t number;
} timer;

static pthread_mutex_t timers_lock = PTHREAD_MUTEX_INITIALIZER;
static timer *timers;
static _Atomic(int) timer_count;

extern const struct dispatch_source_type_s _dispatch_source_type_timer __attribute__((weak));

static timer *timer_of(void *source) {
  if (atomic_load_explicit(&timer_count, memory_order_relaxed) == 0) return NULL;
  NEXT(pthread_mutex_lock)(&timers_lock);
  timer *found = timers;
  while (found && found->source != source) found = found->next;
  pthread_mutex_unlock(&timers_lock);
  return found;
}

typedef struct {
  void *source;
  uint64_t number;
} firing;

static void schedule(timer *timer, uint64_t span);

static void fire(void *context, bool runs) {
  firing *fired = context;
  timer *timer = timer_of(fired->source);
  uint64_t number = fired->number;
  free(fired);
  if (!runs || !timer || timer->number != number || timer->is_cancelled) return;
  if (timer->suspensions > 0) return;
  timer->is_set = false;
  if (timer->interval > 0 && timer->interval < REHEARSAL_FOREVER) {
    schedule(timer, timer->interval);
  }
  if (timer->function) return timer->function(timer->context);
  if (!timer->handler) return;
  // It may end the timer.
  block *handler = _Block_copy(timer->handler);
  if (timer->queue) invoke(handler, timer->queue);
  else handler->invoke(handler);
  _Block_release(handler);
}

static void hand_over(timer *timer, void (*finish)(void *, bool), void *context, uint64_t span) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return finish(context, false);
  bool is_main = timer->queue == &_dispatch_main_q;
  rehearsal_work work = {
    .queue = is_main || !timer->queue || is_of_the_pool(timer->queue) ? NULL : timer->queue,
    .is_for_main = is_main,
    .finish = finish,
    .context = context,
  };
  void *scope = rehearsal_leave_scope();
  hooks->take_work(work, span, scope);
  rehearsal_return_to_scope(scope);
}

static void schedule(timer *timer, uint64_t span) {
  timer->is_set = true;
  timer->span = span;
  if (span == REHEARSAL_FOREVER) return;
  firing *next = calloc(1, sizeof *next);
  if (!next) abort();
  next->source = timer->source;
  next->number = timer->number;
  hand_over(timer, fire, next, span);
}

static bool is_of_concurrency(void *caller) {
  Dl_info where;
  if (!dladdr(caller, &where) || !where.dli_fname) return false;
  return strstr(where.dli_fname, "libswift_Concurrency") != NULL;
}

DOOR void *dispatch_source_create(
    const struct dispatch_source_type_s *type, uintptr_t handle, uintptr_t mask, queue target) {
  void *source = NEXT(dispatch_source_create)(type, handle, mask, target);
  if (!rehearsal_hooks()) return source;
  if (type != &_dispatch_source_type_timer) {
    // The runtime of Swift's concurrency has sources that only it triggers.
    if (!is_of_concurrency(__builtin_return_address(0))) rehearsal_note(rehearsal_kernel_event);
    return source;
  }
  timer *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->source = source;
  made->queue = target;
  made->suspensions = 1;
  made->references = 1;
  NEXT(pthread_mutex_lock)(&timers_lock);
  made->next = timers;
  timers = made;
  atomic_fetch_add(&timer_count, 1);
  pthread_mutex_unlock(&timers_lock);
  // Whether it is suspended is known here alone: a source that is given back while it is ends the program,
  // and one of a process that has ended may be.
  NEXT(dispatch_activate)(source);
  return source;
}

static void forget(timer *gone) {
  NEXT(pthread_mutex_lock)(&timers_lock);
  timer **place = &timers;
  while (*place && *place != gone) place = &(*place)->next;
  if (*place) *place = gone->next;
  atomic_fetch_sub(&timer_count, 1);
  pthread_mutex_unlock(&timers_lock);
  if (gone->handler) _Block_release(gone->handler);
  if (gone->cancel_handler) _Block_release(gone->cancel_handler);
  free(gone);
}

DOOR void dispatch_retain(void *object) {
  timer *timer = timer_of(object);
  if (timer) timer->references++;
  NEXT(dispatch_retain)(object);
}

DOOR void dispatch_release(void *object) {
  timer *timer = timer_of(object);
  if (timer && --timer->references == 0) forget(timer);
  NEXT(dispatch_release)(object);
}

DOOR void dispatch_source_set_timer(
    void *source, dispatch_moment start, uint64_t interval, uint64_t leeway) {
  timer *timer = timer_of(source);
  if (!timer) return NEXT(dispatch_source_set_timer)(source, start, interval, leeway);
  NEXT(dispatch_source_set_timer)(source, for_ever, REHEARSAL_FOREVER, leeway);
  timer->interval = interval;
  timer->number++;
  uint64_t span = span_until(start);
  if (timer->suspensions > 0 || !rehearsal_hooks()) {
    timer->span = span;
    timer->is_set = true;
    return;
  }
  schedule(timer, span);
}

static void replace(block **place, const void *body) {
  block *before = *place;
  *place = body ? _Block_copy(body) : NULL;
  if (before) _Block_release(before);
}

DOOR void dispatch_source_set_event_handler(void *source, void *body) {
  timer *timer = timer_of(source);
  if (timer) return replace(&timer->handler, body);
  NEXT(dispatch_source_set_event_handler)(source, body);
}

DOOR void dispatch_source_set_event_handler_f(void *source, void (*function)(void *)) {
  timer *timer = timer_of(source);
  if (timer) timer->function = function;
  NEXT(dispatch_source_set_event_handler_f)(source, function);
}

DOOR void dispatch_set_context(void *object, void *context) {
  timer *timer = timer_of(object);
  if (timer) timer->context = context;
  NEXT(dispatch_set_context)(object, context);
}

DOOR void dispatch_source_set_cancel_handler(void *source, void *body) {
  timer *timer = timer_of(source);
  if (timer) return replace(&timer->cancel_handler, body);
  NEXT(dispatch_source_set_cancel_handler)(source, body);
}

static void finish_cancel(void *context, bool runs) {
  block *handler = context;
  if (runs) handler->invoke(handler);
  _Block_release(handler);
}

DOOR void dispatch_source_cancel(void *source) {
  timer *timer = timer_of(source);
  if (timer && !timer->is_cancelled) {
    timer->is_cancelled = true;
    if (timer->cancel_handler) {
      hand_over(timer, finish_cancel, _Block_copy(timer->cancel_handler), 0);
    }
  }
  NEXT(dispatch_source_cancel)(source);
}

static void begin(timer *timer) {
  if (timer->suspensions > 0) timer->suspensions--;
  if (timer->suspensions == 0 && timer->is_set) {
    timer->number++;
    schedule(timer, timer->span);
  }
}

/// A queue that was suspended in a scope, which is kept, and how often.
typedef struct suspended_queue {
  struct suspended_queue *next;
  void *queue;
  int suspensions;
} suspended_queue;

static suspended_queue *suspended_queues;
static _Atomic(int) suspended_count;

// Dispatch is not asked to suspend it: a queue that is given back while it is suspended ends the program.
static void suspend_queue(void *queue) {
  NEXT(pthread_mutex_lock)(&timers_lock);
  suspended_queue *found = suspended_queues;
  while (found && found->queue != queue) found = found->next;
  if (!found) {
    found = calloc(1, sizeof *found);
    if (!found) abort();
    found->queue = queue;
    found->next = suspended_queues;
    suspended_queues = found;
    atomic_fetch_add(&suspended_count, 1);
    NEXT(dispatch_retain)(queue);
  }
  found->suspensions++;
  pthread_mutex_unlock(&timers_lock);
}

// Whether a queue was suspended in a scope, where dispatch does not know of it.
static bool resume_queue(void *queue) {
  if (atomic_load_explicit(&suspended_count, memory_order_relaxed) == 0) return false;
  NEXT(pthread_mutex_lock)(&timers_lock);
  suspended_queue **place = &suspended_queues;
  while (*place && (*place)->queue != queue) place = &(*place)->next;
  suspended_queue *found = *place;
  bool is_last = found && --found->suspensions == 0;
  if (is_last) *place = found->next;
  pthread_mutex_unlock(&timers_lock);
  if (is_last) {
    atomic_fetch_sub(&suspended_count, 1);
    NEXT(dispatch_release)(queue);
    free(found);
  }
  return found != NULL;
}

DOOR void dispatch_activate(void *object) {
  timer *timer = timer_of(object);
  if (timer) return begin(timer);
  NEXT(dispatch_activate)(object);
}

DOOR void dispatch_resume(void *object) {
  timer *timer = timer_of(object);
  if (timer) return begin(timer);
  if (!resume_queue(object)) NEXT(dispatch_resume)(object);
}

DOOR void dispatch_suspend(void *object) {
  timer *timer = timer_of(object);
  if (timer) {
    timer->suspensions++;
    return;
  }
  if (!rehearsal_hooks()) return NEXT(dispatch_suspend)(object);
  suspend_queue(object);
  rehearsal_note(rehearsal_suspended_queue);
}
#endif
