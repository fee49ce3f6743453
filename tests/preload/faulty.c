/* faulty.c: a machine that fails, for programs that are started with this
 * library in LD_PRELOAD. Only files with .jsonl in their names are touched.
 *
 * - FAULTY=write:N: the N-th write writes half of it, and then the process is
 *   killed
 * - FAULTY=sync:N: the process is killed in the N-th fdatasync: between a write
 *   and its sync
 * - FAULTY=full:N: after N bytes the disk is full: what still fits is written
 * - FAULTY=bad:N: the N-th fdatasync fails
 * - FAULTY=lock:N: no file can be locked, with the error number N
 * - FAULTY=block:N: in forks the N-th malloc of 256 KB or more fails
 * - FAULTY=seccomp:1: the kernel takes no filters of system calls */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
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
  if (!is_games(file) || fault("lock") < 0) return real(file, operation);
  errno = (int)fault("lock");
  return -1;
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

void *malloc(size_t size) {
  if (size >= 1 << 18 && blocks != NULL && getpid() != parent &&
      atomic_fetch_add(blocks, 1) + 1 == fault("block")) {
    return NULL;
  }
  return __libc_malloc(size);
}

int seccomp_load(void *filter);

int seccomp_load(void *filter) {
  int (*real)(void *);
  *(void **)&real = dlsym(RTLD_NEXT, "seccomp_load");
  if (fault("seccomp") > 0) return -EINVAL;
  return real(filter);
}
