// What the files of this module share: the scope of the thread, what is asked of it, and how a function
// of the system's is reached past the one of the same name here.

#ifndef REHEARSAL_DOORS_H
#define REHEARSAL_DOORS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "task_hooks.h"

#include <stddef.h>

/// What code in the scope of this thread asks; null outside of any scope, and before hooks are set.
const rehearsal_task_hooks *rehearsal_hooks(void);

/// Leaves the scope of this thread, since whoever is asked may do such work itself; what it was.
void *rehearsal_leave_scope(void);

/// Notes that the code in the scope of this thread did what is not in virtual time; nothing outside of any.
void rehearsal_note(rehearsal_foreign_work work);

/// Whether what code asks of the system's libraries is seen here, other than by the runtime's hooks.
bool rehearsal_sees_the_system(void);

/// What this thread does, for a thread that goes on with it.
void *rehearsal_activity(void);

/// Goes on with what another thread does.
void rehearsal_adopt_activity(void *activity);

/// Makes a thread that runs a function once it is continued, and is waited for at each end of that.
rehearsal_thread *rehearsal_make_thread(void *(*body)(void *), void *context);

/// Whether a thread of the system's, by its number, is one that goes on only where this thread waits: a thread of
/// the same simulated process, or the one that moves it.
bool rehearsal_moves_with(int system_thread);

#if defined(__GLIBC__)
#include <dlfcn.h>
#include <pthread.h>

/// The thread, as the system knows it.
pthread_t rehearsal_system_thread(rehearsal_thread *thread);

// A program that is linked with the system's libraries as a whole has their functions, for these are
// weak, and nothing is seen then.
#define DOOR __attribute__((weak, visibility("default")))

// The function that would have been found without the one here.
#define NEXT(function)                                                                   \
  ({                                                                                     \
    static void *next;                                                                   \
    void *known = __atomic_load_n(&next, __ATOMIC_RELAXED);                              \
    if (!known) {                                                                        \
      known = dlsym(RTLD_NEXT, #function);                                               \
      __atomic_store_n(&next, known, __ATOMIC_RELAXED);                                  \
    }                                                                                    \
    (__typeof__(&function))known;                                                        \
  })
#endif

#endif
