/* lwall.h: the wall around the boxes of a worker. Lowest floor.
 *
 * A bot in a box reaches no system call. Past a mistake in Lua or in this
 * program it would find a process with the rights of the user; the wall leaves
 * that process what a worker needs to play: memory, its own signals and the
 * clock, the channel to its parent, and stderr. */
#ifndef LWALL_H
#define LWALL_H

#include "lheap.h"

/* How the kernel calls this processor. It has one name for the system calls of
 * 64 bits only, and a filter for another processor would forbid all. */
#if SANITIZED /* sanitizers need many more calls */
#elif defined(__x86_64__) && defined(__LP64__)
#define LWALL_PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__) && defined(__LP64__)
#define LWALL_PROCESSOR AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define LWALL_PROCESSOR AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define LWALL_PROCESSOR AUDIT_ARCH_PPC64LE
#elif defined(__loongarch64)
#define LWALL_PROCESSOR AUDIT_ARCH_LOONGARCH64
#endif

#ifdef LWALL_PROCESSOR
#define LWALL "seccomp"
#else
#define LWALL "none"
#endif

/* In the parent, before it forks a worker that will have a wall: says once if
 * the kernel has none. */
void lwall_announce(void);

/* From now on this process has the descriptors 1, 2 and `channel`, no rights
 * and no way to more, and, where there is a wall, no system calls but a few.
 * For good. 0, or the error of a kernel that has walls and gave this process
 * none. */
int lwall_raise(int channel);

#endif
