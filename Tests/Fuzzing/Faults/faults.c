// Lets one call of the system fail: the n-th of those that the program makes on files, with the
// error that FAULT_ERROR has. It is loaded before the C library, below every door of the program.
//
// FAULT_CALL   which call fails, counted from 1; 0 for none
// FAULT_ERROR  the number of the error, such as ENOSPC
// FAULT_LOG    a file that gets a line when the call was made

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long made;

static int fails(const char *name) {
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

// What the loader and the runtime read for themselves is none of the program's.
static int is_own(const char *path) {
  return path != NULL && strncmp(path, "/proc/", 6) != 0 && strncmp(path, "/sys/", 5) != 0 &&
         strncmp(path, "/usr/", 5) != 0 && strncmp(path, "/etc/", 5) != 0 &&
         strncmp(path, "/dev/", 5) != 0 && strncmp(path, "/opt/", 5) != 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int with_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = with_mode(flags) ? va_arg(list, mode_t) : 0;
  va_end(list);
  return is_own(path) && fails("open") ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = with_mode(flags) ? va_arg(list, mode_t) : 0;
  va_end(list);
  return is_own(path) && fails("open64") ? -1 : NEXT(open64)(path, flags, mode);
}

ssize_t read(int file, void *start, size_t count) {
  return fails("read") ? -1 : NEXT(read)(file, start, count);
}

ssize_t write(int file, const void *start, size_t count) {
  return fails("write") ? -1 : NEXT(write)(file, start, count);
}

int fsync(int file) { return fails("fsync") ? -1 : NEXT(fsync)(file); }

int close(int file) {
  if (!fails("close")) return NEXT(close)(file);
  int error = errno;
  NEXT(close)(file);
  errno = error;
  return -1;
}

int rename(const char *old, const char *new) {
  return fails("rename") ? -1 : NEXT(rename)(old, new);
}

int fchmod(int file, mode_t mode) { return fails("fchmod") ? -1 : NEXT(fchmod)(file, mode); }

int fstat(int file, struct stat *status) {
  return fails("fstat") ? -1 : NEXT(fstat)(file, status);
}

int ftruncate(int file, off_t size) {
  return fails("ftruncate") ? -1 : NEXT(ftruncate)(file, size);
}

int unlink(const char *path) { return fails("unlink") ? -1 : NEXT(unlink)(path); }
