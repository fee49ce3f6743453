/* lwall.h: the wall behind the boxes of a worker. Lowest floor.
 *
 * A bot in a box reaches no system call. Behind a mistake in Lua or in this
 * program it would find a process with the rights of the user; the wall leaves
 * that process what a worker needs to play: memory, its own signals and the
 * clock, the channel to its parent, and stderr. */
#ifndef LWALL_H
#define LWALL_H

/* In the parent, before it forks, and from time to time while it has workers:
 * that the kernel gave them no wall is said once for all. (Where stderr is a
 * file a worker cannot say it: it may not write into any.) */
void lwall_prepare(void);
void lwall_report(void);

/* From now on this process has the descriptors 1, 2 and `channel`, no rights
 * and no way to more, and, where the program was built with libseccomp and the
 * kernel agrees, no system calls but a few. For good. */
void lwall_raise(int channel);

#endif
