/* lkeeper.h: an external program, and a keeper that makes sure that no part of
 * it outlives us. Lowest floor.
 *
 * Between this process and the program is a small fork, the keeper. It starts
 * the program as the leader of a new process group, adopts all orphans below it
 * (PR_SET_CHILD_SUBREAPER, which in this way does not affect our process), and
 * ends when none are left. A signal makes the keeper end them all: we send it,
 * or it comes because we are gone, for any reason. So there is only one child
 * to wait for, and the program ends with us.
 *
 * This is enough for careless programs, but not for malicious ones: they run as
 * the same user and may kill the keeper. Then the program and its group still
 * end soon, but processes that it has put into other groups stay.
 *
 * The program has its pipes and no other descriptor; no signal is blocked or
 * ignored, and no shell reads its arguments. lchild.c handles its input and
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
  int out;      /* its stdout and stderr, for reading; no pipe blocks */
  int err;
} lkeeper;

/* All descriptors closed. */
#define LKEEPER_NONE \
  ((lkeeper){        \
      .pid = 0, .leader = 0, .control = -1, .in = -1, .out = -1, .err = -1})

/* Makes the kernel keep the status of ended children, even if our caller made
 * us ignore SIGCHLD. */
void lkeeper_keep_ends(void);
/* Starts a program: 0, or the error that prevents this. */
int lkeeper_start(lkeeper *keeper, const lkeeper_order *order);
/* The program's status, from waitpid, when `control` is readable; -1:
 * unknown. */
int lkeeper_status(lkeeper *keeper);
/* Ends the program, waits until nothing of it is left, and closes all
 * descriptors. False: processes may be left, because they could not be killed
 * or because the keeper was. */
bool lkeeper_end(lkeeper *keeper);
/* For another fork of the parent: only closes the descriptors. */
void lkeeper_forget(lkeeper *keeper);

#endif
