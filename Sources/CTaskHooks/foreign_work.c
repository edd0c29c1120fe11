// Work that code in a scope asks the computer for, past the simulated device. These are functions of the
// system's under their own names, which the program finds here first: each says what it is asked for
// and then does it. They are weak, so that a program that is linked with the system's as a whole has
// those, and nothing is seen.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "task_hooks.h"

#include <time.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <dlfcn.h>

void rehearsal_note_foreign_work(rehearsal_foreign_work work);

#define WEAK __attribute__((weak, visibility("default")))
#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

typedef struct dispatch_queue_s *queue;
struct itimerspec;

extern struct dispatch_queue_s _dispatch_main_q __attribute__((weak));

WEAK void dispatch_async(queue target, void *work) {
  if (target == &_dispatch_main_q) rehearsal_note_foreign_work(rehearsal_main_queue);
  NEXT(dispatch_async)(target, work);
}

WEAK void dispatch_after(uint64_t when, queue target, void *work) {
  rehearsal_note_foreign_work(rehearsal_delayed_block);
  NEXT(dispatch_after)(when, target, work);
}

WEAK int timerfd_settime(
    int file, int flags, const struct itimerspec *new_time, struct itimerspec *old_time) {
  rehearsal_note_foreign_work(rehearsal_run_loop_timer);
  return NEXT(timerfd_settime)(file, flags, new_time, old_time);
}

WEAK int nanosleep(const struct timespec *span, struct timespec *rest) {
  rehearsal_note_foreign_work(rehearsal_sleeping_thread);
  return NEXT(nanosleep)(span, rest);
}

WEAK int usleep(useconds_t span) {
  rehearsal_note_foreign_work(rehearsal_sleeping_thread);
  return NEXT(usleep)(span);
}

WEAK unsigned int sleep(unsigned int span) {
  rehearsal_note_foreign_work(rehearsal_sleeping_thread);
  return NEXT(sleep)(span);
}
#endif
