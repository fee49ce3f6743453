/* lkeeper.h: a foreign program, and a keeper that lets no part of it live
 * longer. Lowest floor.
 *
 * Between this process and the program is a small fork, the keeper. It starts
 * the program as the leader of a group of its own, adopts all orphans below it
 * (PR_SET_CHILD_SUBREAPER, which so does not affect this process), and ends
 * when none are left. A signal makes it end them: when this process asks it to,
 * or is gone for any reason. So there is one child to wait for, and the program
 * ends with us.
 *
 * This is enough for careless programs, not for malicious ones, which run as
 * the same user and may kill the keeper. Then the program and its group end
 * soon after; processes that it has put into other groups stay.
 *
 * The program has its pipes and no other descriptor, no signal is blocked or
 * ignored, and no shell has read its arguments. lchild.c handles its input and
 * output. */
#ifndef LKEEPER_H
#define LKEEPER_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

typedef struct lkeeper_order {
  const char *path; /* of the program; not searched for in PATH */
  char *const *arguments;
  rlim_t memory; /* RLIMIT_DATA, bytes; 0: no limit */
  rlim_t cpu;    /* RLIMIT_CPU, seconds; 0: no limit */
} lkeeper_order;

typedef struct lkeeper {
  pid_t pid;    /* of the keeper; 0: none */
  pid_t leader; /* the program; it may end before the keeper does */
  int control;  /* becomes readable when the program has ended */
  int in;       /* the program's stdin, for writing */
  int out;      /* its stdout and stderr, for reading; none of them blocks */
  int err;
} lkeeper;

/* All descriptors closed. */
#define LKEEPER_NONE \
  ((lkeeper){        \
      .pid = 0, .leader = 0, .control = -1, .in = -1, .out = -1, .err = -1})

/* The caller of this process may have set it to ignore its children's ends:
 * then the kernel would not keep their status. */
void lkeeper_keep_ends(void);
/* Starts a program: 0, or the error that prevents it. */
int lkeeper_start(lkeeper *keeper, const lkeeper_order *order);
/* The program's status, from waitpid, when `control` is readable; -1:
 * unknown. */
int lkeeper_status(lkeeper *keeper);
/* Ends the program, waits until nothing of it is left, and closes all. False:
 * processes may be left (they could not be killed, or the keeper was). */
bool lkeeper_end(lkeeper *keeper);
/* For another fork of the parent: closes all. */
void lkeeper_forget(lkeeper *keeper);

#endif
