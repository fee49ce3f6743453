/* lwatch.h: the activity of a worker, seen from outside. Over lhistory.
 *
 * A worker and its parent share one block of memory, the watch: what the worker
 * is doing, since when, and its limit. The worker writes it, which costs a
 * store, and the parent reads it from time to time. So a worker that hangs in a
 * function that cannot be interrupted, or that died, has already recorded whose
 * fault that is, and the moves of its game.
 *
 * Time is processor time, so that no bot loses because the machine is slow;
 * with budgets in seconds it is the clock's. A bot that was late by the clock
 * without having had the processor was starved: that is not its fault. Reading
 * the processor time is a system call, too expensive for every move: so a
 * reader of the watch has a meter, which begins when it first sees a move, and
 * so is wrong by the time between two looks, in favour of the bot.
 *
 * Text printed by bots in a game is here too: for each seat as much as there is
 * room for, as lines "seat ply text" with tabs between them, in the order of
 * printing. The text is the bot's own: code that shows it to a person cleans
 * it. */
#ifndef LWATCH_H
#define LWATCH_H

#include <lua.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tesela.h"

enum {
  WATCH_PLIES = 1 << 16, /* longer games are only recorded up to this */
  WATCH_PRINTED =
      8 * 1024, /* bytes of a seat, including a line that text is missing */
  WATCH_LOG = TES_SEATS_MAX * (WATCH_PRINTED + 64)
};

typedef struct lwatch_log {
  _Atomic uint32_t size; /* of the text up to the end of a line */
  uint32_t end;          /* of all text */
  uint32_t used[TES_SEATS_MAX];
  int seat; /* with an unfinished line; 0: none */
  char text[WATCH_LOG];
} lwatch_log;

typedef struct lwatch {
  _Atomic int64_t begun;  /* CLOCK_MONOTONIC, nanoseconds; 0: no limit. If it
                             is equal before and after, the next two match */
  _Atomic int64_t limit;  /* nanoseconds */
  _Atomic bool by_clock;  /* not by the processor */
  _Atomic int64_t number; /* of the current game, or 0 */
  _Atomic int seat;       /* whose bot runs; 0: none */
  _Atomic int stop;       /* set by the parent: begin no more games */
  _Atomic uint32_t plies;
  lwatch_log printed;
  tes_move move[WATCH_PLIES];
} lwatch;

/* A watch shared with forked processes; NULL: see errno. */
lwatch *lwatch_new(void);
/* Later forks do not have it: a bot that broke out of one worker must not write
 * on another's. */
void lwatch_keep(lwatch *w);
void lwatch_free(lwatch *w); /* or NULL */
/* The watch of this process; its own while it is not a worker. */
lwatch *lwatch_get(void);
void lwatch_set(lwatch *w);
/* The bot of `seat` may run for `seconds` from now on the state at `index`;
 * afterwards the limit of the rules begins again. */
void lwatch_enter(lua_State *L, int index, int seat, double seconds,
                  bool by_clock);
void lwatch_leave(void);
/* A process begins, with the limit of the rules; this one has no limit now. */
void lwatch_begin(lwatch *w);
void lwatch_rest(void);

/* A reader's knowledge of a watch. */
typedef struct lmeter {
  int64_t begun; /* of the move being measured */
  int64_t spent; /* processor nanoseconds when it was first seen */
} lmeter;

typedef enum lverdict { IN_TIME, LATE, STARVED } lverdict;

/* Judges the activity of the process (0: this one); `grace` is added to the
 * limit and `slack` to the processor time (nanoseconds). A signal handler may
 * call it for its own process. */
lverdict lwatch_judge(const lwatch *w, lmeter *meter, pid_t process,
                      int64_t grace, int64_t slack);
/* Pushes nil, "late" or "starved". */
int lwatch_push_verdict(lua_State *L, lverdict verdict);

/* Text printed by the running bot: a part of a line, or several lines. */
void lwatch_print(const char *text, size_t length);
/* Pushes the lines printed in the game after the first `from` bytes, and the
 * total number of bytes; nothing if there are none. */
int lwatch_push_printed(lua_State *L, const lwatch *w, lua_Integer from);

/* Adds begin, enter, leave, stopped, print and printed to the table at the top.
 */
void lwatch_add(lua_State *L);

#endif
