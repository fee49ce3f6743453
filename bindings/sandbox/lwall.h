/* lwall.h: the wall around the sandboxes of a worker. Lowest floor.
 *
 * A bot in a sandbox cannot make system calls. But a bug in Lua or in this
 * program could give it a process with the rights of the user. The wall leaves
 * that process only the things that a worker needs to play: memory, its own
 * signals and the clock, the channel to its parent, and stderr. */
#ifndef LWALL_H
#define LWALL_H

#include "lheap.h"

/* The kernel's name for this processor and its 64-bit system calls. A filter
 * with a wrong name would forbid all calls. */
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

/* The parent calls this before it forks a worker that will have a wall: prints
 * a notice, once, if the kernel does not support walls. */
void lwall_announce(void);

/* From now on, permanently, this process has only the descriptors 1, 2 and
 * `channel`, no special rights, no way to get more, and, if the kernel supports
 * walls, only a few system calls. 0, or the error of a kernel that supports
 * walls but did not give this process one. */
int lwall_raise(int channel);

#endif
