// What is put right where a process ends in the middle of something, see the header.

#include "end_of_process.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_files = 64, longest_path = 4096 };

// A place is filled and emptied by one thread, and read by whichever ends the process.
enum { is_free, is_filled, is_listed, is_removed };

static struct {
  atomic_int state;
  char path[longest_path];
} files[most_files];

static _Atomic(void (*)(void)) restore_terminal;

static void remove_files(void) {
  for (int number = 0; number < most_files; number++) {
    int state = is_listed;
    if (atomic_compare_exchange_strong(&files[number].state, &state, is_removed)) {
      unlink(files[number].path);
    }
  }
}

int rehearsal_remove_at_end(const char *path) {
  static atomic_flag is_registered = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&is_registered)) atexit(remove_files);
  if (strlen(path) >= longest_path) return -1;
  for (int number = 0; number < most_files; number++) {
    int state = is_free;
    if (!atomic_compare_exchange_strong(&files[number].state, &state, is_filled)) continue;
    strcpy(files[number].path, path);
    atomic_store(&files[number].state, is_listed);
    return number;
  }
  return -1;
}

void rehearsal_keep_at_end(int number) {
  if (number < 0) return;
  int state = is_listed;
  atomic_compare_exchange_strong(&files[number].state, &state, is_free);
}

void rehearsal_restore_at_end(void (*restore)(void)) { atomic_store(&restore_terminal, restore); }

void rehearsal_end_now(void) {
  remove_files();
  void (*restore)(void) = atomic_load(&restore_terminal);
  if (restore != NULL) restore();
}

// It calls only what a handler may. The signal is blocked until it returns, and then ends the process.
static void end_by_signal(int number) {
  rehearsal_end_now();
  signal(number, SIG_DFL);
  raise(number);
}

// A thread of a thread pool blocks signals, and gives its mask to what it starts, which could then be
// ended by SIGKILL alone.
void rehearsal_end_at_signals(void) {
  sigset_t handled;
  sigemptyset(&handled);
  static const int ends[] = {SIGHUP,  SIGINT,  SIGQUIT,   SIGPIPE, SIGALRM, SIGTERM,
                             SIGXCPU, SIGXFSZ, SIGVTALRM, SIGUSR1, SIGUSR2};
  for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
    struct sigaction action;
    if (sigaction(ends[index], NULL, &action) != 0 || (action.sa_flags & SA_SIGINFO) != 0 ||
        action.sa_handler != SIG_DFL) {
      continue;
    }
    action.sa_handler = end_by_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(ends[index], &action, NULL);
    sigaddset(&handled, ends[index]);
  }
  sigprocmask(SIG_UNBLOCK, &handled, NULL);
}
