/* lwall.c: see lwall.h.
 *
 * What is forbidden fails with EPERM and does not kill: rules in Lua that are
 * trusted run in a worker too, outside of the boxes, and who wrote them is told
 * that a file cannot be opened; and the C library is content with an error
 * where it asks for something odd. Whoever has broken in gains nothing by it.
 *
 * Sanitizers ask the kernel for much more: with them there is no wall. */
#define _GNU_SOURCE
#include "lwall.h"

#include "lpool.h"

#if SANITIZED

void lwall_prepare(void) {
}

void lwall_report(void) {
}

void lwall_raise(int channel) {
  (void)channel;
}

#else

#include <errno.h>
#include <linux/capability.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- what is said once ---- */

static atomic_int *refused; /* an error of a worker; they share it */

void lwall_prepare(void) {
  if (refused != NULL) return;
  void *memory = mmap(NULL, sizeof *refused, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) refused = memory;
}

void lwall_report(void) {
  static bool told;
  const int error = refused == NULL ? 0 : atomic_load(refused);
  if (error == 0 || told) return;
  told = true;
  fprintf(stderr,
          "tesela: bots play without a wall of the kernel behind their boxes "
          "(seccomp: %s)\n",
          strerror(error));
}

/* ---- descriptors and rights ---- */

static void close_between(int first, int last) {
  if (first > last) return;
#ifdef SYS_close_range /* the C library may be older than the kernel */
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0) most = 1 << 16; /* no limit, or nobody knows it */
  if (last > most) last = (int)most;
  for (int file = first; file <= last; file++) close(file);
}

static void close_files_but(int channel) {
  close(STDIN_FILENO);
  close_between(STDERR_FILENO + 1, channel - 1);
  close_between(channel + 1, 1 << 30);
}

/* Who is not root has none of these rights, and nothing fails that matters. */
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

#if TESELA_SECCOMP
#include <seccomp.h>

static const int harmless[] = {
    /* memory */
    SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(mremap), SCMP_SYS(munmap),
    SCMP_SYS(futex), SCMP_SYS(getrandom),
    /* ticks, and what may be on the way when the wall is raised */
    SCMP_SYS(setitimer), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall),
    /* the clock, where the kernel does not lend it */
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time),
    /* itself */
    SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(sched_yield), SCMP_SYS(close),
    SCMP_SYS(exit), SCMP_SYS(exit_group)};

enum { HARMLESS = sizeof harmless / sizeof *harmless };

static int allow_call(scmp_filter_ctx filter, int call, unsigned count,
                      const struct scmp_arg_cmp *arguments) {
  return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, count, arguments);
}

/* Writing and reading by what is open (some C libraries write messages by
 * writev); memory that is not code; a signal to itself, as abort sends one. */
static int allow_some(scmp_filter_ctx filter, int channel) {
  const struct scmp_arg_cmp file = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)channel),
                            no_address = SCMP_A4(SCMP_CMP_EQ, 0),
                            up_to_stderr = SCMP_A0(SCMP_CMP_LE, STDERR_FILENO),
                            no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                            own = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid());
  const struct scmp_arg_cmp send[] = {file, no_address};
  int status = allow_call(filter, SCMP_SYS(sendto), 2, send);
  if (status == 0) status = allow_call(filter, SCMP_SYS(recvfrom), 1, &file);
  if (status == 0) status = allow_call(filter, SCMP_SYS(write), 1, &file);
  if (status == 0)
    status = allow_call(filter, SCMP_SYS(write), 1, &up_to_stderr);
  if (status == 0)
    status = allow_call(filter, SCMP_SYS(writev), 1, &up_to_stderr);
  if (status == 0) status = allow_call(filter, SCMP_SYS(mmap), 1, &no_code);
  if (status == 0) status = allow_call(filter, SCMP_SYS(mprotect), 1, &no_code);
  if (status == 0) status = allow_call(filter, SCMP_SYS(tgkill), 1, &own);
  return status;
}

/* 0, or a negative error. */
static int load_filter(scmp_filter_ctx filter, int channel) {
  int status = allow_some(filter, channel);
  for (int i = 0; i < HARMLESS && status == 0; i++) {
    status = allow_call(filter, harmless[i], 0, NULL);
  }
  seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);
  return status == 0 ? seccomp_load(filter) : status;
}

static void forbid_calls(int channel) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  const int status = filter == NULL ? -ENOMEM : load_filter(filter, channel);
  if (status != 0 && refused != NULL) atomic_store(refused, -status);
  if (filter != NULL) seccomp_release(filter);
}

#else

static void forbid_calls(int channel) {
  (void)channel;
}

#endif

void lwall_raise(int channel) {
  close_files_but(channel);
  drop_rights();
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  forbid_calls(channel);
}

#endif
