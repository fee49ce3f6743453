/* lwatch.h: what a worker is doing, seen from outside. Over lhistory.
 *
 * Between a worker and its parent lies one block of memory that both see, the
 * watch: what the worker is doing and until when it must have done it. The
 * worker writes, at the price of a store, the parent looks at it from time to
 * time; so a worker that hangs in a function which nobody can interrupt, or
 * that died, has already said whose fault that is, and which moves its game
 * had. */
#ifndef LWATCH_H
#define LWATCH_H

#include <lua.h>
#include <stdatomic.h>

#include "tesela.h"

enum { WATCH_PLIES = 1 << 16 }; /* longer games are told as far as this */

typedef struct lwatch {
  _Atomic int64_t deadline; /* CLOCK_MONOTONIC, nanoseconds; 0: none */
  _Atomic int64_t number;   /* of the game that is being played, or 0 */
  _Atomic int seat;         /* whose bot runs; 0: none does */
  _Atomic int stop;         /* set by the parent: begin no other game */
  _Atomic uint32_t plies;
  tes_move move[WATCH_PLIES];
} lwatch;

/* One that a process shares with those that it forks; NULL: see errno. */
lwatch *lwatch_new(void);
void lwatch_free(lwatch *w); /* or NULL */
/* The watch of this process; one of its own as long as it is no worker. */
lwatch *lwatch_get(void);
void lwatch_set(lwatch *w);
int64_t lwatch_now(void); /* nanoseconds */
/* The bot of `seat` may run for `seconds` from now on the state at `index`;
 * and the rules have their time again. */
void lwatch_enter(lua_State *L, int index, int seat, double seconds);
void lwatch_leave(void);

/* Adds begin, enter, leave and stopped to the table at the top. */
void lwatch_add(lua_State *L);

#endif
