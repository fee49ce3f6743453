/* lwall.c: see lwall.h.
 *
 * The filter is a table on the stack, which a worker only passes to the kernel.
 * After a fork nothing is allocated, so nothing can fail.
 *
 * A forbidden call fails with EPERM instead of killing the process. Trusted
 * rules in Lua also run in a worker, outside of the sandboxes, and their author
 * should read that a file cannot be opened; and the C library can handle errors
 * of its less common calls. An intruder gains nothing from this. */
#define _GNU_SOURCE
#include "lwall.h"

#ifndef LWALL_PROCESSOR

void lwall_announce(void) {
}

int lwall_raise(int channel) {
  (void)channel;
  return 0;
}

#else

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- descriptors and rights ---- */

static void close_between(int first, int last) {
  if (first > last) return;
#ifdef SYS_close_range /* the C library may be older than the kernel */
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0) most = 1 << 16; /* unlimited, or unknown */
  if (last > most) last = (int)most;
  for (int file = first; file <= last; file++) close(file);
}

static void close_files_but(int channel) {
  close(STDIN_FILENO);
  close_between(STDERR_FILENO + 1, channel - 1);
  close_between(channel + 1, 1 << 30);
}

/* Only root's processes have these rights, so errors do not matter. */
static void drop_rights(void) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {
      {0, 0, 0}};
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (unsigned long right = 0; right < 64; right++) {
    if (prctl(PR_CAPBSET_DROP, right, 0, 0, 0) != 0) break;
  }
  syscall(SYS_capset, &head, none);
}

/* ---- system calls ---- */

/* The lines of a filter. `yes` and `no` are the number of lines to skip. */
#define LOAD_AT(place) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (place))
#define LOAD(member) LOAD_AT(offsetof(struct seccomp_data, member))
#define TEST(test, value, yes, no) \
  BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))
#define GRANT BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/* Lines about one call, after its number was loaded. Descriptors, processes and
 * protections have 32 bits in the kernel: the lower half of an argument, which
 * comes first on all processors in lwall.h. */
#define CALL(call) TEST(BPF_JEQ, SYS_##call, 0, 1), GRANT
#define CALL_IF(call, argument, test, value, yes, no)    \
  TEST(BPF_JEQ, SYS_##call, 0, 4), LOAD(args[argument]), \
      TEST(test, value, yes, no), GRANT, REFUSE

/* Installs the filter: 0, or an error. Some calls are allowed only with certain
 * arguments: to read and write open descriptors (some C libraries write
 * messages with writev), to get memory that is not code, and to send the
 * process itself a signal, as abort does. */
static int forbid_calls(int channel) {
  const uint32_t file = (uint32_t)channel, own = (uint32_t)getpid();
  struct sock_filter lines[] = {
      LOAD(arch), TEST(BPF_JEQ, LWALL_PROCESSOR, 1, 0), REFUSE, LOAD(nr),
#ifdef __x86_64__ /* it also has calls with 32-bit pointers */
      TEST(BPF_JGE, 0x40000000, 0, 1), REFUSE,
#endif
      CALL_IF(recvfrom, 0, BPF_JEQ, file, 0, 1),
      /* over the channel, without an address */
      TEST(BPF_JEQ, SYS_sendto, 0, 8), LOAD(args[0]), TEST(BPF_JEQ, file, 0, 5),
      LOAD(args[4]), TEST(BPF_JEQ, 0, 0, 3),
      LOAD_AT(offsetof(struct seccomp_data, args[4]) + 4),
      TEST(BPF_JEQ, 0, 0, 1), GRANT, REFUSE, TEST(BPF_JEQ, SYS_write, 0, 5),
      LOAD(args[0]), TEST(BPF_JEQ, file, 1, 0),
      TEST(BPF_JGT, STDERR_FILENO, 1, 0), GRANT, REFUSE,
      CALL_IF(writev, 0, BPF_JGT, STDERR_FILENO, 1, 0),
      CALL_IF(mmap, 2, BPF_JSET, PROT_EXEC, 1, 0),
      CALL_IF(mprotect, 2, BPF_JSET, PROT_EXEC, 1, 0),
      CALL_IF(tgkill, 0, BPF_JEQ, own, 0, 1),
      /* memory */
      CALL(brk), CALL(madvise), CALL(mremap), CALL(munmap), CALL(futex),
      CALL(getrandom),
      /* ticks, and calls that may be in progress when the wall is raised */
      CALL(setitimer), CALL(rt_sigaction), CALL(rt_sigprocmask),
      CALL(rt_sigreturn), CALL(restart_syscall),
      /* the clock, if it needs a system call */
      CALL(clock_gettime), CALL(gettimeofday),
#ifdef SYS_time
      CALL(time),
#endif
      /* itself */
      CALL(getpid), CALL(gettid), CALL(sched_yield), CALL(close), CALL(exit),
      CALL(exit_group), REFUSE};
  const struct sock_fprog filter = {sizeof lines / sizeof *lines, lines};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0
                                                                        : errno;
}

/* ---- the wall ---- */

static bool announced, missing; /* inherited by forked workers */

/* A kernel that supports filters tries to read the one at NULL. */
void lwall_announce(void) {
  if (announced) return;
  announced = true;
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0);
  missing = errno != EFAULT;
  if (!missing) return;
  fprintf(stderr,
          "tesela: warning: the kernel provides no wall around sandboxed bots "
          "(seccomp: %s)\n",
          strerror(errno));
}

int lwall_raise(int channel) {
  close_files_but(channel);
  drop_rights();
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return missing ? 0 : forbid_calls(channel);
}

#endif
