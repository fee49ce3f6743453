/* lwatch.h: the activity of a worker, seen from outside. Over lhistory.
 *
 * A worker and its parent share one block of memory, the watch: the worker's
 * activity, its beginning, and its limit. The worker writes it, which costs a
 * store, and the parent reads it from time to time. So if a worker dies, or
 * hangs in a function that cannot be interrupted, it has already recorded whose
 * fault that is, and the moves of its game.
 *
 * Time is CPU time, so that no bot loses because the machine is slow; with
 * budgets in seconds it is the clock's time. A bot that was late by the clock
 * because it did not get the processor was starved, which is not its fault.
 * Reading the CPU time is a system call, too expensive for every move. So a
 * reader of the watch has a meter, which starts when it first sees a move; its
 * error, the time between two checks, is in the bot's favour.
 *
 * The watch also has the text that bots print in a game, as much of each seat's
 * as there is room for: lines "seat ply text", separated by tabs, in the order
 * of printing. The text is the bot's own; code that shows it to people must
 * clean it. */
#ifndef LWATCH_H
#define LWATCH_H

#include <lua.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tesela.h"

enum {
  WATCH_PLIES = 1 << 16, /* of a longer game, only these are recorded */
  WATCH_PRINTED =
      8 * 1024, /* bytes for a seat, including the note that text is missing */
  WATCH_LOG = TES_SEATS_MAX * (WATCH_PRINTED + 64)
};

typedef struct lwatch_log {
  _Atomic uint32_t size; /* of all whole lines */
  uint32_t end;          /* the size of all text */
  uint32_t used[TES_SEATS_MAX];
  int seat; /* whose line is unfinished; 0: none */
  char text[WATCH_LOG];
} lwatch_log;

typedef struct lwatch {
  _Atomic int64_t begun;  /* CLOCK_MONOTONIC, nanoseconds; 0: no limit. If it
                             is equal before and after, the next two match */
  _Atomic int64_t limit;  /* nanoseconds */
  _Atomic bool by_clock;  /* the limit is not of CPU time */
  _Atomic int64_t number; /* of the current game, or 0 */
  _Atomic int seat;       /* whose bot runs; 0: none */
  _Atomic int stop;       /* set by the parent: begin no more games */
  _Atomic uint32_t plies;
  lwatch_log printed;
  tes_move move[WATCH_PLIES];
} lwatch;

/* Makes a watch shared with forked processes; NULL: see errno. */
lwatch *lwatch_new(void);
/* Hides the watch from later forks: a bot that broke out of one worker must not
 * write to another's. */
void lwatch_keep(lwatch *w);
void lwatch_free(lwatch *w); /* w may be NULL */
/* The watch of this process; a private one if it is not a worker. */
lwatch *lwatch_get(void);
void lwatch_set(lwatch *w);
/* From now on the bot of `seat` may think about the state at `index` for
 * `seconds`; afterwards the limit for rules begins again. */
void lwatch_enter(lua_State *L, int index, int seat, double seconds,
                  bool by_clock);
void lwatch_leave(void);
/* lwatch_begin: a process begins, with the limit for rules. lwatch_rest: this
 * process has no limit now. */
void lwatch_begin(lwatch *w);
void lwatch_rest(void);

/* A reader's knowledge of a watch. */
typedef struct lmeter {
  int64_t begun; /* of the move being measured */
  int64_t spent; /* CPU nanoseconds when it was first seen */
} lmeter;

typedef enum lverdict { IN_TIME, LATE, STARVED } lverdict;

/* Judges the activity of the process (0: this one). In nanoseconds, `grace` is
 * added to the limit and `slack` to the CPU time. A signal handler may call
 * this for its own process. */
lverdict lwatch_judge(const lwatch *w, lmeter *meter, pid_t process,
                      int64_t grace, int64_t slack);
/* Pushes nil, "late" or "starved". */
int lwatch_push_verdict(lua_State *L, lverdict verdict);

/* Adds text printed by the running bot: a part of a line, or several lines. */
void lwatch_print(const char *text, size_t length);
/* Pushes the lines printed in the game after the first `from` bytes, and the
 * total number of bytes; pushes nothing if there are no lines. */
int lwatch_push_printed(lua_State *L, const lwatch *w, lua_Integer from);

/* Adds begin, enter, leave, stopped, print and printed to the table at the top.
 */
void lwatch_add(lua_State *L);

#endif
