// What threads do, where it can be read from outside: by a watchdog on another thread, and in the
// handler of a signal, which may call next to nothing.

#include "doors.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { most_threads = 128, longest_text = 512 };

// A place is a thread's own from the first activity on; a thread beyond them has none.
static struct place {
  // Odd while the text is written.
  _Atomic(unsigned) version;
  _Atomic(uint64_t) deadline;
  char text[longest_text];
} places[most_threads];

static _Atomic(int) place_count;
static _Thread_local struct place *own_place;
static _Thread_local bool is_active;

static struct place *place_of_thread(void) {
  if (own_place) return own_place;
  int number = atomic_fetch_add(&place_count, 1);
  // Threads come and go; those that are late share the last place, and only a text can be wrong then.
  own_place = &places[number < most_threads ? number : most_threads - 1];
  return own_place;
}

uint64_t rehearsal_monotonic_now(void) {
  struct timespec now;
  void *scope = rehearsal_leave_scope();
  clock_gettime(CLOCK_MONOTONIC, &now);
  rehearsal_set_task_scope(scope);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void rehearsal_begin_activity(const char *text, uint64_t deadline) {
  struct place *place = place_of_thread();
  atomic_fetch_add(&place->version, 1);
  strncpy(place->text, text, longest_text - 1);
  place->text[longest_text - 1] = 0;
  atomic_fetch_add(&place->version, 1);
  atomic_store(&place->deadline, deadline);
  is_active = true;
}

void rehearsal_end_activity(void) {
  is_active = false;
  if (own_place) atomic_store(&own_place->deadline, 0);
}

void *rehearsal_activity(void) { return is_active ? own_place : NULL; }

void rehearsal_adopt_activity(void *activity) {
  own_place = activity;
  is_active = activity != NULL;
}

// Whether the moment of an activity is over, whose text is copied then.
static bool is_any_overdue(char text[longest_text]) {
  uint64_t now = rehearsal_monotonic_now();
  for (int number = 0; number < most_threads; number++) {
    struct place *place = &places[number];
    uint64_t deadline = atomic_load(&place->deadline);
    if (deadline == 0 || deadline > now) continue;
    unsigned version = atomic_load(&place->version);
    memcpy(text, place->text, longest_text);
    bool is_same = atomic_load(&place->version) == version
        && atomic_load(&place->deadline) == deadline;
    if (version % 2 == 0 && is_same) return true;
  }
  return false;
}

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { signal_count = sizeof fatal_signals / sizeof *fatal_signals };
static struct sigaction previous[signal_count];

static void say(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

// Says what the thread did, and lets the signal do what it would have done without this.
static void name_activity(int number) {
  if (is_active && own_place) {
    say("\nThis process ends by a signal in ");
    say(own_place->text);
    say("\n");
  }
  for (int index = 0; index < signal_count; index++) {
    if (fatal_signals[index] == number) sigaction(number, &previous[index], NULL);
  }
  raise(number);
}

// Nothing can end code that does not return, except the end of its process.
static void *watch(void *unused) {
  (void)unused;
  char text[longest_text];
  struct timespec pause = {0, 20 * 1000 * 1000};
  while (true) {
    nanosleep(&pause, NULL);
    if (!is_any_overdue(text)) continue;
    say("\nerror: this process ends, for it takes longer than it may: ");
    say(text);
    say("\n");
    _exit(1);
  }
}

void rehearsal_watch_activities(void) {
  static atomic_flag is_installed = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_installed)) return;
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
  for (int index = 0; index < signal_count; index++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = name_activity;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(fatal_signals[index], &action, &previous[index]);
  }
}
