// Allocation that does not fail: where the C library has no more memory, or no more threads, the
// process ends with a sentence and the exit code 1. Swift's runtime would abort, libraries would
// follow a null pointer, and Dispatch would wait for a thread for ever.
//
// The functions take the place of glibc's, which they call by its own names for them. In a program
// that is linked statically both are there, so the linker is to take the first (`.static.json`).

#define _GNU_SOURCE

#include <errno.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include "end_of_process.h"

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

// Only the static library has it; the other one is asked for the function by its usual name.
extern create_function __pthread_create __attribute__((weak));

static const char sentence[] =
    "rehearse: error: the system gives this process no more memory; raise its limit (ulimit -v), run "
    "fewer jobs at once, or lower --limit memory\n";

__attribute__((noreturn, cold, noinline)) static void end_without_memory(void) {
  // Another thread ends the process already, or this one, if what it puts right asks for memory.
  static atomic_flag is_ending = ATOMIC_FLAG_INIT;
  static _Thread_local int ends_it;
  if (atomic_flag_test_and_set(&is_ending)) {
    while (!ends_it) pause();
    _exit(1);
  }
  ends_it = 1;
  rehearsal_end_now();
  ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
  (void)written;
  _exit(1);
}

static inline void *block_or_end(void *block) {
  if (__builtin_expect(block == NULL, 0)) end_without_memory();
  return block;
}

void *malloc(size_t size) { return block_or_end(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return block_or_end(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  void *moved = __libc_realloc(block, size);
  // A size of 0 frees the block.
  return size == 0 ? moved : block_or_end(moved);
}

// An alignment that is none is the caller's error, and not for want of memory.
static int is_alignment(size_t alignment) {
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_alignment(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return block_or_end(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (!is_alignment(alignment) || alignment % sizeof(void *) != 0) return EINVAL;
  *block = block_or_end(__libc_memalign(alignment, size));
  return 0;
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  create_function *create = __pthread_create;
  if (create == NULL) create = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
  int problem = create(thread, attributes, body, argument);
  // There is no memory for the stack of a thread, or the user may have no more of them.
  if (problem == EAGAIN) end_without_memory();
  return problem;
}

#endif
