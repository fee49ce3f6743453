/* lwatch.h: what a worker is doing, seen from outside. Over lhistory.
 *
 * Between a worker and its parent lies one block of memory that both see, the
 * watch: what the worker is doing, since when, and how long it may. The worker
 * writes, at the price of a store, the parent looks at it from time to time; so
 * a worker that hangs in a function which nobody can interrupt, or that died,
 * has already said whose fault that is, and which moves its game had.
 *
 * Time is that of the processor, so that a slow machine costs nobody a game;
 * where budgets are in seconds it is that of the clock. What was late by the
 * clock without having had the processor was starved: that is no fault. Asking
 * for the processor's time is a system call, too dear for every move: whoever
 * looks at the watch has a meter, which begins when it first sees a move, and
 * so errs by the time between two looks, in favour of the bot.
 *
 * What bots print in a game lies there too: of each seat as much as there is
 * room for, as lines "seat ply text" with tabs between, in the order in which
 * they were printed. The text is the bot's, as it is: whoever shows it to a
 * person cleans it. */
#ifndef LWATCH_H
#define LWATCH_H

#include <lua.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tesela.h"

enum {
  WATCH_PLIES = 1 << 16, /* longer games are told as far as this */
  WATCH_PRINTED =
      8 * 1024, /* bytes of a seat, and a line that there was more */
  WATCH_LOG = TES_SEATS_MAX * (WATCH_PRINTED + 64)
};

typedef struct lwatch_log {
  _Atomic uint32_t size; /* of the text up to the end of a line */
  uint32_t end;          /* of all of it */
  uint32_t used[TES_SEATS_MAX];
  int seat; /* whose line is not at its end; 0: none is */
  char text[WATCH_LOG];
} lwatch_log;

typedef struct lwatch {
  _Atomic int64_t begun;  /* CLOCK_MONOTONIC, nanoseconds; 0: no limit. Of the
                             next two, where it is the same before and after */
  _Atomic int64_t limit;  /* nanoseconds */
  _Atomic bool by_clock;  /* and not by the processor */
  _Atomic int64_t number; /* of the game that is being played, or 0 */
  _Atomic int seat;       /* whose bot runs; 0: none does */
  _Atomic int stop;       /* set by the parent: begin no other game */
  _Atomic uint32_t plies;
  lwatch_log printed;
  tes_move move[WATCH_PLIES];
} lwatch;

/* One that a process shares with those that it forks; NULL: see errno. */
lwatch *lwatch_new(void);
void lwatch_free(lwatch *w); /* or NULL */
/* The watch of this process; one of its own as long as it is no worker. */
lwatch *lwatch_get(void);
void lwatch_set(lwatch *w);
/* The bot of `seat` may run for `seconds` from now on the state at `index`;
 * and the rules have their time again. */
void lwatch_enter(lua_State *L, int index, int seat, double seconds,
                  bool by_clock);
void lwatch_leave(void);
/* A process begins, with the time of the rules; this one has no limit now. */
void lwatch_begin(lwatch *w);
void lwatch_rest(void);

/* What one who looks at a watch knows. */
typedef struct lmeter {
  int64_t begun; /* the move that is measured */
  int64_t spent; /* nanoseconds of the processor when it was first seen */
} lmeter;

typedef enum lverdict { IN_TIME, LATE, STARVED } lverdict;

/* How that stands which the process (0: this one) is doing; `grace` is added
 * to the limit and `slack` to the time of the processor (nanoseconds). A signal
 * handler may ask about its own process. */
lverdict lwatch_judge(const lwatch *w, lmeter *meter, pid_t process,
                      int64_t grace, int64_t slack);
/* Pushes nil, "late" or "starved". */
int lwatch_push_verdict(lua_State *L, lverdict verdict);

/* The bot that runs prints: a part of a line, or several lines. */
void lwatch_print(const char *text, size_t length);
/* Pushes the lines that were printed in the game behind so many bytes, and how
 * many there are now; nothing if there are none. */
int lwatch_push_printed(lua_State *L, const lwatch *w, lua_Integer from);

/* Adds begin, enter, leave, stopped, print and printed to the table at the top.
 */
void lwatch_add(lua_State *L);

#endif
