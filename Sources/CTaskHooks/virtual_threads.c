// Threads of a simulated process. Each is a thread of the computer's that runs only while the thread that
// moves the simulation waits for it, so that of a process one thing happens at a time, in an order
// that is the same each time; and code that waits or sleeps there does so in virtual time.

#include "doors.h"

#include <pthread.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

struct rehearsal_thread {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool runs;
  bool has_ended;
  /// The scope of who continues it, and what that thread does.
  void *scope;
  void *activity;
  void *(*body)(void *);
  void *context;
  /// The numbers of the system for it, and for who continued it last; 0 before.
  int number;
  int mover;
  struct rehearsal_thread *next;
};

static _Thread_local rehearsal_thread *own_thread;

rehearsal_thread *rehearsal_current_thread(void) { return own_thread; }

void rehearsal_return_to_scope(void *scope) {
  // Of a thread that waited meanwhile the scope before is gone.
  rehearsal_set_task_scope(scope && own_thread ? own_thread->scope : scope);
}

// All threads that have not ended.
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static rehearsal_thread *all;

#if defined(__linux__)
static int own_number(void) { return (int)syscall(SYS_gettid); }
#else
static int own_number(void) { return 0; }
#endif

bool rehearsal_moves_with(int system_thread) {
  int own = own_number();
  if (system_thread == 0 || system_thread == own) return false;
  bool is_found = false;
  pthread_mutex_lock(&all_lock);
  int mover = own_thread ? own_thread->mover : own;
  for (rehearsal_thread *each = all; each && !is_found; each = each->next) {
    is_found = each->number == system_thread && each->mover == mover;
  }
  pthread_mutex_unlock(&all_lock);
  return is_found || (own_thread && mover == system_thread);
}

static void add(rehearsal_thread *thread) {
  pthread_mutex_lock(&all_lock);
  thread->next = all;
  all = thread;
  pthread_mutex_unlock(&all_lock);
}

static void take_out(rehearsal_thread *thread) {
  pthread_mutex_lock(&all_lock);
  rehearsal_thread **place = &all;
  while (*place != thread) place = &(*place)->next;
  *place = thread->next;
  pthread_mutex_unlock(&all_lock);
}

// Sets a number of a thread, which others read.
static void set_number(int *place, int number) {
  pthread_mutex_lock(&all_lock);
  *place = number;
  pthread_mutex_unlock(&all_lock);
}

// Both sides use the system's locks outside of their scopes, where these are what they are.

static void wait_for_turn(rehearsal_thread *thread) {
  pthread_mutex_lock(&thread->lock);
  while (!thread->runs) pthread_cond_wait(&thread->changed, &thread->lock);
  pthread_mutex_unlock(&thread->lock);
  rehearsal_adopt_activity(thread->activity);
  rehearsal_set_task_scope(thread->scope);
}

static void give_turn_back(rehearsal_thread *thread, bool has_ended) {
  rehearsal_set_task_scope(NULL);
  rehearsal_adopt_activity(NULL);
  pthread_mutex_lock(&thread->lock);
  thread->runs = false;
  thread->has_ended = has_ended;
  pthread_cond_broadcast(&thread->changed);
  pthread_mutex_unlock(&thread->lock);
}

static void *run(void *context) {
  rehearsal_thread *thread = context;
  own_thread = thread;
  set_number(&thread->number, own_number());
  wait_for_turn(thread);
  void *result = thread->body(thread->context);
  give_turn_back(thread, true);
  return result;
}

rehearsal_thread *rehearsal_make_thread(void *(*body)(void *), void *context) {
  rehearsal_thread *thread = calloc(1, sizeof *thread);
  if (!thread) abort();
  thread->body = body;
  thread->context = context;
  pthread_mutex_init(&thread->lock, NULL);
  pthread_cond_init(&thread->changed, NULL);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 4u << 20);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  void *scope = rehearsal_leave_scope();
  add(thread);
  if (pthread_create(&thread->thread, &attributes, run, thread) != 0) abort();
  rehearsal_set_task_scope(scope);
  pthread_attr_destroy(&attributes);
  return thread;
}

static void *finish(void *context) {
  rehearsal_work *work = context;
  work->finish(work->context, true);
  free(work);
  return NULL;
}

rehearsal_thread *rehearsal_thread_for(rehearsal_work work) {
  rehearsal_work *copy = malloc(sizeof *copy);
  if (!copy) abort();
  *copy = work;
  return rehearsal_make_thread(finish, copy);
}

bool rehearsal_continue_thread(rehearsal_thread *thread) {
  void *scope = rehearsal_leave_scope();
  set_number(&thread->mover, own_number());
  pthread_mutex_lock(&thread->lock);
  thread->scope = scope;
  thread->activity = rehearsal_activity();
  thread->runs = true;
  pthread_cond_broadcast(&thread->changed);
  while (thread->runs) pthread_cond_wait(&thread->changed, &thread->lock);
  bool has_ended = thread->has_ended;
  pthread_mutex_unlock(&thread->lock);
  if (has_ended) take_out(thread);
  rehearsal_set_task_scope(scope);
  if (has_ended) {
    pthread_mutex_destroy(&thread->lock);
    pthread_cond_destroy(&thread->changed);
    free(thread);
  }
  return has_ended;
}

void rehearsal_pause_thread(void) {
  rehearsal_thread *thread = own_thread;
  if (!thread) return;
  give_turn_back(thread, false);
  wait_for_turn(thread);
}

#if defined(__GLIBC__)
pthread_t rehearsal_system_thread(rehearsal_thread *thread) { return thread->thread; }
#endif
