/* faulty.c: a machine that fails, for programs that are started with this
 * library in LD_PRELOAD. Writes and syncs fail only of files with .jsonl in
 * their names.
 *
 * - FAULTY=write:N: the N-th write writes half of it, and then the process is
 *   killed
 * - FAULTY=sync:N: the process is killed in the N-th fdatasync: between a write
 *   and its sync
 * - FAULTY=full:N: after N bytes the disk is full: what still fits is written
 * - FAULTY=bad:N: the N-th fdatasync fails
 * - FAULTY=lock:N: no file can be locked, with the error number N
 * - FAULTY=clock:N: the time of day jumps by N seconds, back and forth, from
 *   call to call
 * - FAULTY=block:N: in forks the N-th malloc of 256 KB or more fails
 * - FAULTY=memory:N: one allocation in 1000 fails; N is the seed
 * - FAULTY=seccomp:N: the kernel takes no filters of system calls, with the
 *   error number N; or (-N) takes none of a fork */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long fault(const char *kind) {
  const char *wanted = getenv("FAULTY");
  const size_t length = strlen(kind);
  if (wanted == NULL || strncmp(wanted, kind, length) != 0) return -1;
  return wanted[length] == ':' ? atol(wanted + length + 1) : -1;
}

static int is_games(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  const char *name = strrchr(path, '/');
  return name != NULL && strstr(name, ".jsonl") != NULL;
}

ssize_t write(int file, const void *bytes, size_t count) {
  static long writes, written;
  ssize_t (*real)(int, const void *, size_t);
  *(void **)&real = dlsym(RTLD_NEXT, "write");
  if (!is_games(file)) return real(file, bytes, count);
  if (++writes == fault("write")) {
    size_t half = count / 2; /* and not whole lines */
    while (half > 0 && ((const char *)bytes)[half - 1] == '\n') half--;
    real(file, bytes, half);
    raise(SIGKILL);
  }
  const long room = fault("full") < 0 ? (long)count : fault("full") - written;
  if (room <= 0) {
    errno = ENOSPC;
    return -1;
  }
  const ssize_t done =
      real(file, bytes, count < (size_t)room ? count : (size_t)room);
  if (done > 0) written += done;
  return done;
}

int fdatasync(int file) {
  static long syncs;
  int (*real)(int);
  *(void **)&real = dlsym(RTLD_NEXT, "fdatasync");
  if (!is_games(file)) return real(file);
  syncs++;
  if (syncs == fault("sync")) raise(SIGKILL);
  if (syncs != fault("bad")) return real(file);
  errno = EIO;
  return -1;
}

int flock(int file, int operation) {
  int (*real)(int, int);
  *(void **)&real = dlsym(RTLD_NEXT, "flock");
  if (fault("lock") < 0) return real(file, operation);
  errno = (int)fault("lock");
  return -1;
}

static long jump(void) {
  static atomic_long calls;
  const long seconds = fault("clock");
  if (seconds < 0) return 0;
  return atomic_fetch_add(&calls, 1) % 2 == 0 ? seconds : -seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int (*real)(clockid_t, struct timespec *);
  *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  const int status = real(clock, now);
  if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += jump();
  return status;
}

time_t time(time_t *kept) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (kept != NULL) *kept = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  int (*real)(struct timeval *, void *);
  *(void **)&real = dlsym(RTLD_NEXT, "gettimeofday");
  const int status = real(time, zone);
  if (status == 0) time->tv_sec += jump();
  return status;
}

static atomic_long *blocks; /* shared with forks */
static pid_t parent;

__attribute__((constructor)) static void share(void) {
  if (fault("block") < 0) return;
  parent = getpid();
  void *memory = mmap(NULL, sizeof *blocks, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) blocks = memory;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

/* Does an allocation fail? Asks nothing that allocates. */
static int is_scarce(void) {
  static atomic_ulong state;
  static int known; /* 1: memory is scarce, 2: it is not */
  if (known == 0) {
    const long seed = fault("memory");
    known = seed < 0 ? 2 : 1;
    state = (unsigned long)seed * 0xD6E8FEB86659FD93UL;
  }
  if (known == 2) return 0;
  const unsigned long step = 0x9E3779B97F4A7C15UL; /* of splitmix64 */
  unsigned long x = atomic_fetch_add(&state, step) + step;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9UL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBUL;
  if ((x ^ (x >> 31)) % 1000 != 0) return 0;
  errno = ENOMEM;
  return 1;
}

void *calloc(size_t count, size_t size) {
  return is_scarce() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  return size > 0 && is_scarce() ? NULL : __libc_realloc(block, size);
}

void *malloc(size_t size) {
  if (is_scarce()) return NULL;
  if (size >= 1 << 18 && blocks != NULL && getpid() != parent &&
      atomic_fetch_add(blocks, 1) + 1 == fault("block")) {
    return NULL;
  }
  return __libc_malloc(size);
}

int prctl(int option, ...) {
  int (*real)(int, ...);
  va_list list;
  unsigned long a[4];
  va_start(list, option);
  for (int i = 0; i < 4; i++) a[i] = va_arg(list, unsigned long);
  va_end(list);
  *(void **)&real = dlsym(RTLD_NEXT, "prctl");
  const long number = fault("seccomp");
  if (option == PR_SET_SECCOMP && (number > 0 || (number < -1 && a[1] != 0))) {
    errno = (int)(number > 0 ? number : -number);
    return -1;
  }
  return real(option, a[0], a[1], a[2], a[3]);
}
