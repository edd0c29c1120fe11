// Lets one call fail: the n-th of those that the program makes at a door, with the error that
// FAULT_ERROR has. It is loaded before the C library, below every door of the program.
//
// FAULT_DOOR   which calls count: `files`, `terminal` or `memory`
// FAULT_CALL   which call fails, counted from 1; 0 for none
// FAULT_ERROR  the number of the error, such as ENOSPC
// FAULT_LOG    a file that gets a line when the call was made

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

static atomic_long made;

static int is_door(const char *name) {
  const char *door = getenv("FAULT_DOOR");
  return door != NULL && strcmp(door, name) == 0;
}

static int fails(const char *door, const char *name) {
  if (!is_door(door)) return 0;
  const char *which = getenv("FAULT_CALL");
  if (which == NULL || atoll(which) != atomic_fetch_add(&made, 1) + 1) return 0;
  const char *log = getenv("FAULT_LOG");
  if (log != NULL) {
    long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file >= 0) {
      syscall(SYS_write, file, name, strlen(name));
      syscall(SYS_close, file);
    }
  }
  const char *error = getenv("FAULT_ERROR");
  errno = error == NULL ? EIO : atoi(error);
  return 1;
}

// Whether a call on a file counts: at the door of the terminal, one on a terminal.
static int fails_on(int file, const char *name) {
  char modes[256];
  if (!is_door("terminal")) return fails("files", name);
  int error = errno;
  int is_terminal = syscall(SYS_ioctl, file, TCGETS, modes) == 0;
  errno = error;
  return is_terminal && fails("terminal", name);
}

// What the loader and the runtime read for themselves is none of the program's.
static int is_own(const char *path) {
  return path != NULL && strncmp(path, "/proc/", 6) != 0 && strncmp(path, "/sys/", 5) != 0 &&
         strncmp(path, "/usr/", 5) != 0 && strncmp(path, "/etc/", 5) != 0 &&
         strncmp(path, "/dev/", 5) != 0 && strncmp(path, "/opt/", 5) != 0;
}

static int opening_fails(const char *path, const char *name) {
  if (path == NULL) return 0;
  return strncmp(path, "/dev/pts/", 9) == 0 || strcmp(path, "/dev/tty") == 0
             ? fails("terminal", name)
             : is_own(path) && fails("files", name);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int with_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = with_mode(flags) ? va_arg(list, mode_t) : 0;
  va_end(list);
  return opening_fails(path, "open") ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = with_mode(flags) ? va_arg(list, mode_t) : 0;
  va_end(list);
  return opening_fails(path, "open64") ? -1 : NEXT(open64)(path, flags, mode);
}

ssize_t read(int file, void *start, size_t count) {
  return fails_on(file, "read") ? -1 : NEXT(read)(file, start, count);
}

ssize_t write(int file, const void *start, size_t count) {
  return fails_on(file, "write") ? -1 : NEXT(write)(file, start, count);
}

int fsync(int file) { return fails("files", "fsync") ? -1 : NEXT(fsync)(file); }

int close(int file) {
  if (!fails("files", "close")) return NEXT(close)(file);
  int error = errno;
  NEXT(close)(file);
  errno = error;
  return -1;
}

int rename(const char *old, const char *new) {
  return fails("files", "rename") ? -1 : NEXT(rename)(old, new);
}

int fchmod(int file, mode_t mode) { return fails("files", "fchmod") ? -1 : NEXT(fchmod)(file, mode); }

int fstat(int file, struct stat *status) {
  return fails("files", "fstat") ? -1 : NEXT(fstat)(file, status);
}

int ftruncate(int file, off_t size) {
  return fails("files", "ftruncate") ? -1 : NEXT(ftruncate)(file, size);
}

int unlink(const char *path) { return fails("files", "unlink") ? -1 : NEXT(unlink)(path); }

// At the door of the terminal

int poll(struct pollfd *files, nfds_t count, int timeout) {
  return count > 0 && is_door("terminal") && fails_on(files[0].fd, "poll")
             ? -1
             : NEXT(poll)(files, count, timeout);
}

int ioctl(int file, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  return is_door("terminal") && fails_on(file, "ioctl") ? -1
                                                        : NEXT(ioctl)(file, request, argument);
}

int tcgetattr(int file, struct termios *modes) {
  return fails("terminal", "tcgetattr") ? -1 : NEXT(tcgetattr)(file, modes);
}

int tcsetattr(int file, int when, const struct termios *modes) {
  return fails("terminal", "tcsetattr") ? -1 : NEXT(tcsetattr)(file, when, modes);
}

int isatty(int file) { return fails("terminal", "isatty") ? 0 : NEXT(isatty)(file); }

int ttyname_r(int file, char *name, size_t size) {
  return fails("terminal", "ttyname_r") ? errno : NEXT(ttyname_r)(file, name, size);
}

// At the door of memory: glibc's own functions, which those of the program call.

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *__libc_malloc(size_t size) {
  return fails("memory", "malloc") ? NULL : NEXT(__libc_malloc)(size);
}

void *__libc_calloc(size_t count, size_t size) {
  return fails("memory", "calloc") ? NULL : NEXT(__libc_calloc)(count, size);
}

void *__libc_realloc(void *block, size_t size) {
  return fails("memory", "realloc") ? NULL : NEXT(__libc_realloc)(block, size);
}

void *__libc_memalign(size_t alignment, size_t size) {
  return fails("memory", "memalign") ? NULL : NEXT(__libc_memalign)(alignment, size);
}
