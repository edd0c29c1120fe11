// What code in a scope asks the system's libraries beside dispatch: threads, locks, sleep, the time, chance,
// and what outlives a process. Outside of scopes each function does what it always does.

#include "doors.h"

#if defined(__GLIBC__)
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

bool rehearsal_sees_the_system(void) {
  void *found = dlsym(RTLD_DEFAULT, "clock_gettime");
  return found == (void *)clock_gettime && NEXT(clock_gettime) != clock_gettime;
}

// MARK: Threads

// Whether a thread is the app's own, and not one with which a library does its work.
static bool is_of_the_app(void *caller) {
  Dl_info where;
  if (!dladdr(caller, &where) || !where.dli_fname) return false;
  const char *slash = strrchr(where.dli_fname, '/');
  const char *name = slash ? slash + 1 : where.dli_fname;
  return strncmp(name, "libFoundation", 13) == 0 || strncmp(name, "lib", 3) != 0;
}

DOOR int pthread_create(
    pthread_t *made, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks || !is_of_the_app(__builtin_return_address(0))) {
    return NEXT(pthread_create)(made, attributes, body, context);
  }
  rehearsal_thread *thread = rehearsal_make_thread(body, context);
  *made = rehearsal_system_thread(thread);
  void *scope = rehearsal_leave_scope();
  hooks->take_thread(thread, scope);
  rehearsal_return_to_scope(scope);
  return 0;
}

static bool sleep_for(uint64_t span) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return false;
  void *scope = rehearsal_leave_scope();
  hooks->sleep(span, scope);
  rehearsal_return_to_scope(scope);
  return true;
}

DOOR int nanosleep(const struct timespec *span, struct timespec *rest) {
  if (sleep_for((uint64_t)span->tv_sec * 1000000000u + (uint64_t)span->tv_nsec)) return 0;
  return NEXT(nanosleep)(span, rest);
}

DOOR int usleep(useconds_t span) {
  return sleep_for((uint64_t)span * 1000u) ? 0 : NEXT(usleep)(span);
}

DOOR unsigned int sleep(unsigned int span) {
  return sleep_for((uint64_t)span * 1000000000u) ? 0 : NEXT(sleep)(span);
}

// MARK: Locks

static bool takes_lock(void *context) { return pthread_mutex_trylock(context) == 0; }

// Somebody outside of the process may hold a lock for a moment, as a test does.
static bool takes_lock_soon(pthread_mutex_t *lock) {
  struct timespec end;
  NEXT(clock_gettime)(CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  return pthread_mutex_timedlock(lock, &end) == 0;
}

// Whether this thread has to wait in virtual time for who holds a lock: a thread of the same process, which goes
// on only where this one waits.
static bool is_held_by_process(int holder) {
  void *scope = rehearsal_leave_scope();
  bool is_of_process = rehearsal_moves_with(holder);
  rehearsal_return_to_scope(scope);
  return is_of_process;
}

DOOR int pthread_mutex_lock(pthread_mutex_t *lock) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return NEXT(pthread_mutex_lock)(lock);
  int answer = pthread_mutex_trylock(lock);
  if (answer != EBUSY) return answer;
  int holder = lock->__data.__owner;
  if (holder != gettid()) {
    bool is_of_process = is_held_by_process(holder);
    if (!is_of_process && takes_lock_soon(lock)) return 0;
    if (is_of_process || rehearsal_current_thread()) {
      void *scope = rehearsal_leave_scope();
      bool is_met = hooks->wait((rehearsal_condition){takes_lock, lock}, REHEARSAL_FOREVER, scope);
      rehearsal_return_to_scope(scope);
      if (is_met) return 0;
    }
  }
  rehearsal_note(rehearsal_held_lock);
  return EDEADLK;
}

/// Who waits in a scope for a condition to be signalled. Others signal theirs meanwhile, as other tests do, so it
/// matters which one it is.
typedef struct waiter {
  struct waiter *next;
  pthread_cond_t *condition;
  atomic_bool is_signalled;
} waiter;

static pthread_mutex_t waiters_lock = PTHREAD_MUTEX_INITIALIZER;
static waiter *waiters;
static _Atomic(int) waiter_count;

static bool is_signalled(void *context) { return atomic_load(&((waiter *)context)->is_signalled); }

static void add_waiter(waiter *added) {
  NEXT(pthread_mutex_lock)(&waiters_lock);
  waiter **place = &waiters;
  while (*place) place = &(*place)->next;
  *place = added;
  atomic_fetch_add(&waiter_count, 1);
  pthread_mutex_unlock(&waiters_lock);
}

static void remove_waiter(waiter *gone) {
  NEXT(pthread_mutex_lock)(&waiters_lock);
  waiter **place = &waiters;
  while (*place != gone) place = &(*place)->next;
  *place = gone->next;
  atomic_fetch_sub(&waiter_count, 1);
  pthread_mutex_unlock(&waiters_lock);
}

// Signals the first one that waits for a condition, or all.
static void signal_waiters(pthread_cond_t *condition, bool all) {
  if (atomic_load(&waiter_count) == 0) return;
  NEXT(pthread_mutex_lock)(&waiters_lock);
  for (waiter *each = waiters; each; each = each->next) {
    if (each->condition != condition || atomic_load(&each->is_signalled)) continue;
    atomic_store(&each->is_signalled, true);
    if (!all) break;
  }
  pthread_mutex_unlock(&waiters_lock);
}

// Lets others go on until a condition is signalled, no longer than a span; whether it was.
static bool wait_for_signal(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t span) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  waiter own = {.condition = condition};
  add_waiter(&own);
  pthread_mutex_unlock(lock);
  void *scope = rehearsal_leave_scope();
  bool is_met = hooks->wait((rehearsal_condition){is_signalled, &own}, span, scope);
  rehearsal_return_to_scope(scope);
  remove_waiter(&own);
  pthread_mutex_lock(lock);
  return is_met;
}

DOOR int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock) {
  if (!rehearsal_hooks()) return NEXT(pthread_cond_wait)(condition, lock);
  if (wait_for_signal(condition, lock, REHEARSAL_FOREVER)) return 0;
  // Who waits for what nothing brings looks again for ever.
  return NEXT(pthread_cond_wait)(condition, lock);
}

DOOR int pthread_cond_signal(pthread_cond_t *condition) {
  signal_waiters(condition, false);
  return NEXT(pthread_cond_signal)(condition);
}

DOOR int pthread_cond_broadcast(pthread_cond_t *condition) {
  signal_waiters(condition, true);
  return NEXT(pthread_cond_broadcast)(condition);
}

// MARK: Time

static _Atomic(bool) has_shown_time;

bool rehearsal_clocks_are_virtual(void) { return atomic_load(&has_shown_time); }

// The device's time; false where the computer's is meant.
static bool read_time(bool is_date, uint64_t *moment) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return false;
  void *scope = rehearsal_leave_scope();
  bool is_known = hooks->now(is_date, moment, scope);
  rehearsal_return_to_scope(scope);
  if (is_known && !is_date) atomic_store(&has_shown_time, true);
  return is_known;
}

DOOR int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *end) {
  uint64_t now;
  if (!read_time(true, &now)) return NEXT(pthread_cond_timedwait)(condition, lock, end);
  uint64_t limit = (uint64_t)end->tv_sec * 1000000000u + (uint64_t)end->tv_nsec;
  return wait_for_signal(condition, lock, limit > now ? limit - now : 0) ? 0 : ETIMEDOUT;
}

DOOR int clock_gettime(clockid_t clock, struct timespec *time) {
  bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  bool is_span = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW
      || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
  uint64_t moment;
  if ((is_date || is_span) && read_time(is_date, &moment)) {
    time->tv_sec = (time_t)(moment / 1000000000u);
    time->tv_nsec = (long)(moment % 1000000000u);
    return 0;
  }
  return NEXT(clock_gettime)(clock, time);
}

DOOR int gettimeofday(struct timeval *time, void *zone) {
  uint64_t moment;
  if (read_time(true, &moment)) {
    time->tv_sec = (time_t)(moment / 1000000000u);
    time->tv_usec = (suseconds_t)(moment % 1000000000u / 1000u);
    return 0;
  }
  return NEXT(gettimeofday)(time, zone);
}

DOOR time_t time(time_t *result) {
  uint64_t moment;
  if (!read_time(true, &moment)) return NEXT(time)(result);
  time_t seconds = (time_t)(moment / 1000000000u);
  if (result) *result = seconds;
  return seconds;
}

// MARK: Chance

// Fills bytes with numbers that are the same each time; false where the computer's are meant.
static bool fill(void *bytes, size_t count) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return false;
  void *scope = rehearsal_leave_scope();
  uint64_t number;
  bool is_known = true;
  for (size_t done = 0; done < count && is_known; done += sizeof number) {
    is_known = hooks->random(&number, scope);
    size_t rest = count - done;
    memcpy((char *)bytes + done, &number, rest < sizeof number ? rest : sizeof number);
  }
  rehearsal_return_to_scope(scope);
  return is_known;
}

DOOR ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
  return fill(bytes, count) ? (ssize_t)count : NEXT(getrandom)(bytes, count, flags);
}

void _foundation_uuid_generate_random(unsigned char bytes[16]);

// How Foundation makes a `UUID`: of version 4, by chance.
DOOR void _foundation_uuid_generate_random(unsigned char bytes[16]) {
  if (!fill(bytes, 16)) return NEXT(_foundation_uuid_generate_random)(bytes);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
}

static bool is_free(void *word) {
  return (atomic_load((_Atomic(uint32_t) *)word) & FUTEX_TID_MASK) == 0;
}

long syscall(long number, ...);

// Takes the lock of a `Mutex`, which belongs to the thread that takes it.
static long lock_futex(void *word, long flags) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  const long locking = FUTEX_LOCK_PI | flags;
  while (true) {
    long answer = NEXT(syscall)(SYS_futex, word, FUTEX_TRYLOCK_PI | flags, 0, NULL, NULL, 0);
    // A lock that this thread has itself is the library's to tell.
    if (answer == 0 || errno == EDEADLK) return answer;
    int holder = (int)(atomic_load((_Atomic(uint32_t) *)word) & FUTEX_TID_MASK);
    if (!is_held_by_process(holder)) {
      struct timespec end;
      NEXT(clock_gettime)(CLOCK_REALTIME, &end);
      end.tv_sec += 1;
      answer = NEXT(syscall)(SYS_futex, word, locking, 0, &end, NULL, 0);
      if (answer == 0 || errno == EDEADLK) return answer;
      if (errno != ETIMEDOUT) continue;
    }
    void *scope = rehearsal_leave_scope();
    bool is_met = hooks->wait((rehearsal_condition){is_free, word}, REHEARSAL_FOREVER, scope);
    rehearsal_return_to_scope(scope);
    if (is_met) continue;
    rehearsal_note(rehearsal_held_lock);
    return NEXT(syscall)(SYS_futex, word, locking, 0, NULL, NULL, 0);
  }
}

// How Swift's library asks for it, and locks a `Mutex`.
DOOR long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom && fill((void *)a, (size_t)b)) return b;
  bool locks = number == SYS_futex && (b & FUTEX_CMD_MASK) == FUTEX_LOCK_PI;
  if (locks && rehearsal_hooks()) return lock_futex((void *)a, b & FUTEX_PRIVATE_FLAG);
  return NEXT(syscall)(number, a, b, c, d, e, f);
}

// MARK: Run loops

typedef const void *reference;
typedef struct {
  long version;
  void *info;
  reference (*retain)(reference);
  void (*release)(reference);
  reference (*describe)(reference);
} timer_context;
typedef void (*timer_function)(void *timer, void *info);

extern reference CFRetain(reference) __attribute__((weak));
extern void CFRelease(reference) __attribute__((weak));
extern unsigned char CFRunLoopTimerIsValid(void *timer) __attribute__((weak));
extern void CFRunLoopTimerInvalidate(void *timer) __attribute__((weak));
extern double CFRunLoopTimerGetNextFireDate(void *timer) __attribute__((weak));
extern void *_Block_copy(const void *) __attribute__((weak));
extern void _Block_release(const void *) __attribute__((weak));

/// A timer of a run loop that was made in a scope.
typedef struct loop_timer {
  struct loop_timer *next;
  void *timer;
  timer_function function;
  void *info;
  double interval;
  bool is_scheduled;
  uint64_t number;
} loop_timer;

static pthread_mutex_t loop_timers_lock = PTHREAD_MUTEX_INITIALIZER;
static loop_timer *loop_timers;

// The timer, which is made anew where it is not known and shall be.
static loop_timer *known_timer(void *timer, bool makes) {
  NEXT(pthread_mutex_lock)(&loop_timers_lock);
  loop_timer *found = loop_timers;
  while (found && found->timer != timer) found = found->next;
  if (!found && makes) {
    found = calloc(1, sizeof *found);
    if (!found) abort();
    found->timer = timer;
    found->next = loop_timers;
    loop_timers = found;
  }
  pthread_mutex_unlock(&loop_timers_lock);
  return found;
}

static void forget(loop_timer *gone) {
  NEXT(pthread_mutex_lock)(&loop_timers_lock);
  loop_timer **place = &loop_timers;
  while (*place && *place != gone) place = &(*place)->next;
  if (*place) *place = gone->next;
  pthread_mutex_unlock(&loop_timers_lock);
  CFRelease(gone->timer);
  free(gone);
}

// Whether this thread makes a timer of which only the interval was said.
static _Thread_local bool is_made_by_interval;

DOOR void *CFRunLoopTimerCreate(
    reference allocator, double date, double interval, unsigned long flags, long order,
    timer_function function, timer_context *context) {
  if (is_made_by_interval) date += interval;
  void *timer = NEXT(CFRunLoopTimerCreate)(
      allocator, date, interval, flags, order, function, context);
  if (!rehearsal_hooks() || !timer) return timer;
  loop_timer *known = known_timer(timer, true);
  known->function = function;
  known->info = context ? context->info : NULL;
  known->interval = interval;
  known->is_scheduled = false;
  known->number++;
  return timer;
}

typedef struct {
  void *timer;
  uint64_t number;
} firing;

static void schedule(loop_timer *timer, uint64_t span);

static void fire(void *context, bool runs) {
  firing *fired = context;
  loop_timer *timer = known_timer(fired->timer, false);
  bool is_meant = timer && timer->number == fired->number;
  free(fired);
  if (!is_meant) return;
  if (!runs || !CFRunLoopTimerIsValid(timer->timer)) return forget(timer);
  void *self = timer->timer, *info = timer->info;
  timer_function function = timer->function;
  CFRetain(self);
  if (timer->interval > 0) schedule(timer, (uint64_t)(timer->interval * 1e9 + 0.5));
  bool is_last = !(timer->interval > 0);
  function(self, info);
  if (is_last) {
    CFRunLoopTimerInvalidate(self);
    timer = known_timer(self, false);
    if (timer) forget(timer);
  }
  CFRelease(self);
}

static void hand_over(void (*finish)(void *, bool), void *context, uint64_t span) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return finish(context, false);
  rehearsal_work work = {.is_for_main = true, .finish = finish, .context = context};
  void *scope = rehearsal_leave_scope();
  hooks->take_work(work, span, scope);
  rehearsal_return_to_scope(scope);
}

static void schedule(loop_timer *timer, uint64_t span) {
  if (!timer->is_scheduled) CFRetain(timer->timer);
  timer->is_scheduled = true;
  timer->number++;
  firing *next = calloc(1, sizeof *next);
  if (!next) abort();
  next->timer = timer->timer;
  next->number = timer->number;
  hand_over(fire, next, span);
}

// The span to a date, as dates are counted there; they have not more than microseconds.
static uint64_t span_until(double date) {
  uint64_t moment;
  if (!read_time(true, &moment)) return 0;
  const double since_1970 = 978307200;
  double span = date - ((double)(moment / 1000u) * 1e-6 - since_1970);
  return span > 0 ? (uint64_t)(span * 1e6 + 0.5) * 1000u : 0;
}

DOOR void CFRunLoopAddTimer(void *loop, void *timer, reference mode) {
  if (!rehearsal_hooks()) return NEXT(CFRunLoopAddTimer)(loop, timer, mode);
  loop_timer *known = known_timer(timer, false);
  if (!known) return rehearsal_note(rehearsal_run_loop_timer);
  // A timer is added to a mode after the other.
  if (!known->is_scheduled) schedule(known, span_until(CFRunLoopTimerGetNextFireDate(timer)));
}

DOOR void CFRunLoopTimerSetNextFireDate(void *timer, double date) {
  NEXT(CFRunLoopTimerSetNextFireDate)(timer, date);
  loop_timer *known = rehearsal_hooks() ? known_timer(timer, false) : NULL;
  if (known && known->is_scheduled) schedule(known, span_until(date));
}

typedef struct block {
  void *isa;
  int flags;
  int reserved;
  void (*invoke)(struct block *);
} block;

static void finish_block(void *context, bool runs) {
  block *body = context;
  if (runs) body->invoke(body);
  _Block_release(body);
}

DOOR void CFRunLoopPerformBlock(void *loop, reference mode, void *body) {
  if (!rehearsal_hooks()) return NEXT(CFRunLoopPerformBlock)(loop, mode, body);
  hand_over(finish_block, _Block_copy(body), 0);
}

DOOR void CFRunLoopAddObserver(void *loop, void *observer, reference mode) {
  if (!rehearsal_hooks()) return NEXT(CFRunLoopAddObserver)(loop, observer, mode);
  rehearsal_note(rehearsal_loop_observer);
}

DOOR void CFRunLoopAddSource(void *loop, void *source, reference mode) {
  if (!rehearsal_hooks()) return NEXT(CFRunLoopAddSource)(loop, source, mode);
  rehearsal_note(rehearsal_kernel_event);
}

static const int run_loop_has_finished = 1;

DOOR int CFRunLoopRunInMode(reference mode, double span, unsigned char returns) {
  if (!rehearsal_hooks()) return NEXT(CFRunLoopRunInMode)(mode, span, returns);
  rehearsal_note(rehearsal_inner_run_loop);
  return run_loop_has_finished;
}

DOOR int CFRunLoopRunSpecific(
    void *loop, reference mode, double span, unsigned char returns) {
  if (!rehearsal_hooks()) return NEXT(CFRunLoopRunSpecific)(loop, mode, span, returns);
  rehearsal_note(rehearsal_inner_run_loop);
  return run_loop_has_finished;
}

// How Foundation asks whether this is the main thread, for operation queues and notifications, too.
bool _CFIsMainThread(void);

DOOR bool _CFIsMainThread(void) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks) return NEXT(_CFIsMainThread)();
  void *scope = rehearsal_leave_scope();
  bool is_main = hooks->is_main_thread(scope);
  rehearsal_return_to_scope(scope);
  return is_main;
}

// MARK: What a process has of its own, and what outlives it

#define SWIFT_CONVENTION __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

extern void *swift_retain(void *object);

// The process's own notification centre, which ends with it; null where there is no process.
static void *centre(void *type, SWIFT_CONVENTION void *(*make)(SWIFT_SELF void *)) {
  const rehearsal_task_hooks *hooks = rehearsal_hooks();
  if (!hooks || !make) return NULL;
  void *scope = rehearsal_leave_scope();
  void **place = hooks->process_object(scope);
  if (place && !*place) *place = make(type);
  rehearsal_return_to_scope(scope);
  return place ? swift_retain(*place) : NULL;
}

#define CENTRE "$s20FoundationEssentials18NotificationCenterC"

extern SWIFT_CONVENTION void *rehearsal_make_centre(SWIFT_SELF void *type) __asm__(CENTRE "ACycfC")
    __attribute__((weak));

SWIFT_CONVENTION void *rehearsal_default_centre(SWIFT_SELF void *type) __asm__(
    CENTRE "7defaultACvgZ");

DOOR SWIFT_CONVENTION void *rehearsal_default_centre(SWIFT_SELF void *type) {
  typedef SWIFT_CONVENTION void *(*getter)(SWIFT_SELF void *);
  void *own = centre(type, rehearsal_make_centre);
  return own ? own : ((getter)dlsym(RTLD_NEXT, CENTRE "7defaultACvgZ"))(type);
}

#define TIMER "$s10Foundation5TimerC12timeInterval7repeats5blockACSd_SbyACYbctcfC"

SWIFT_CONVENTION void *rehearsal_make_timer(
    double interval, bool repeats, void *function, void *context, SWIFT_SELF void *type)
    __asm__(TIMER);

// A timer that is made with its interval alone fires first when that is over, as on Apple's systems; on Linux
// Foundation makes one that fires at once.
DOOR SWIFT_CONVENTION void *rehearsal_make_timer(
    double interval, bool repeats, void *function, void *context, SWIFT_SELF void *type) {
  typedef SWIFT_CONVENTION void *(*maker)(double, bool, void *, void *, SWIFT_SELF void *);
  is_made_by_interval = rehearsal_hooks() != NULL;
  void *timer = ((maker)dlsym(RTLD_NEXT, TIMER))(interval, repeats, function, context, type);
  is_made_by_interval = false;
  return timer;
}

#define DEFAULTS "$s10Foundation12UserDefaultsC8standardACvgZ"

SWIFT_CONVENTION void *rehearsal_standard_defaults_of(SWIFT_SELF void *type) __asm__(DEFAULTS);

DOOR SWIFT_CONVENTION void *rehearsal_standard_defaults_of(SWIFT_SELF void *type) {
  typedef SWIFT_CONVENTION void *(*getter)(SWIFT_SELF void *);
  rehearsal_note(rehearsal_standard_defaults);
  return ((getter)dlsym(RTLD_NEXT, DEFAULTS))(type);
}

static bool is_device(const char *path) { return strncmp(path, "/dev/", 5) == 0; }

DOOR int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
  if (writes && rehearsal_hooks() && !is_device(path)) rehearsal_note(rehearsal_written_file);
  return NEXT(open)(path, flags, mode);
}

DOOR int mkdir(const char *path, mode_t mode) {
  rehearsal_note(rehearsal_written_file);
  return NEXT(mkdir)(path, mode);
}

DOOR int rename(const char *from, const char *to) {
  rehearsal_note(rehearsal_written_file);
  return NEXT(rename)(from, to);
}

DOOR int unlink(const char *path) {
  rehearsal_note(rehearsal_written_file);
  return NEXT(unlink)(path);
}

// MARK: The order of sets

// The seeds of Swift's hashes, which the runtime has made by chance before.
extern struct {
  uint64_t seeds[2];
  bool is_deterministic;
} _swift_stdlib_Hashing_parameters __attribute__((weak));

// Sets, dictionaries and observers of notifications have the same order each time; before the first of them is
// made, since one that is there is not ordered anew.
__attribute__((constructor)) static void order_sets(void) {
  if (!&_swift_stdlib_Hashing_parameters || getenv("REHEARSAL_RANDOM_HASHING")) return;
  _swift_stdlib_Hashing_parameters.seeds[0] = _swift_stdlib_Hashing_parameters.seeds[1] = 0;
  _swift_stdlib_Hashing_parameters.is_deterministic = true;
}
#else
bool rehearsal_sees_the_system(void) { return false; }

bool rehearsal_clocks_are_virtual(void) { return false; }
#endif
