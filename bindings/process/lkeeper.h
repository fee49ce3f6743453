/* lkeeper.h: a foreign program, and a keeper that lets nothing of it live
 * longer. Lowest floor.
 *
 * Between this process and the program stands a small fork, the keeper. It
 * starts the program as the leader of a group of its own, adopts whatever is
 * orphaned below it (PR_SET_CHILD_SUBREAPER, which so is no affair of this
 * process), and ends when nothing of all that is left. It is told to by a
 * signal: this process asks it to, or is gone, however that happened. So the
 * program has one child of ours to wait for, and it ends with us.
 *
 * This holds for programs that are careless, not for those that want to stay:
 * whoever runs as the same user may kill the keeper. The program ends with it
 * and its group soon after; what it has put into other groups stays.
 *
 * The program has its pipes and no other descriptor, no signal is blocked or
 * ignored, and no shell has read its arguments. What it is told and says is
 * lchild.c's affair. */
#ifndef LKEEPER_H
#define LKEEPER_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

typedef struct lkeeper_order {
  const char *path; /* of the program, no name to be searched for */
  char *const *arguments;
  rlim_t memory; /* RLIMIT_DATA, bytes; 0: no limit */
  rlim_t cpu;    /* RLIMIT_CPU, seconds; 0: no limit */
} lkeeper_order;

typedef struct lkeeper {
  pid_t pid;    /* of the keeper; 0: there is none */
  pid_t leader; /* the program; it may be gone before the keeper is */
  int control;  /* becomes readable when the program has ended */
  int in;       /* the program's stdin, to be written */
  int out;      /* its stdout and stderr, to be read; none of them blocks */
  int err;
} lkeeper;

/* All descriptors closed. */
#define LKEEPER_NONE \
  ((lkeeper){        \
      .pid = 0, .leader = 0, .control = -1, .in = -1, .out = -1, .err = -1})

/* Who started this process may have had it ignore the ends of its children:
 * then the kernel keeps none of them until it is waited for. */
void lkeeper_keep_ends(void);
/* Starts a program: 0, or the error for which it does not run. */
int lkeeper_start(lkeeper *keeper, const lkeeper_order *order);
/* How the program has ended, as waitpid says it, when `control` is readable;
 * -1: nobody knows. */
int lkeeper_status(lkeeper *keeper);
/* Ends it, waits until nothing of it is left, and closes all. False: something
 * may be left (it could not be killed, or the keeper was). */
bool lkeeper_end(lkeeper *keeper);
/* For a fork that is not its parent: closes all. */
void lkeeper_forget(lkeeper *keeper);

#endif
