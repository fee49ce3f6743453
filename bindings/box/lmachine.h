/* lmachine.h: what the machinery of tournaments shares: worker processes
 * (lprocess.c), files of games (ljournal.c) and boxes for bots (lbox.c and
 * lboxlib.c). They are the private modules tesela.process, tesela.journal and
 * tesela.box.
 *
 * Between a worker and its parent lies one block of memory that both see, the
 * watch: what the worker is doing and until when it must have done it. The
 * worker writes, at the price of a store, the parent looks at it from time to
 * time; so a worker that hangs in a function which nobody can interrupt, or
 * that died, has already said whose fault that is, and which moves its game
 * had. */
#ifndef LMACHINE_H
#define LMACHINE_H

#include <lauxlib.h>
#include <lua.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lpool.h"
#include "ltesela.h"

enum { WATCH_PLIES = 1 << 16 }; /* longer games are told as far as this */

typedef struct lwatch {
  _Atomic int64_t deadline; /* CLOCK_MONOTONIC, nanoseconds; 0: none */
  _Atomic int64_t number;   /* of the game that is being played, or 0 */
  _Atomic int seat;         /* whose bot runs; 0: none does */
  _Atomic int stop;         /* set by the parent: begin no other game */
  _Atomic uint32_t plies;
  tes_move move[WATCH_PLIES];
} lwatch;

/* The watch of this process; one of its own as long as it is no worker. */
lwatch *lwatch_get(void);
int64_t lwatch_now(void); /* nanoseconds */
/* The bot of `seat` may run for `seconds` from now on the state `s`, whose
 * history is at `index`; and the rules have their time again. */
void lwatch_enter(lua_State *L, int index, int seat, double seconds);
void lwatch_leave(void);

/* The modules. */
int lprocess_open(lua_State *L);
int ljournal_open(lua_State *L);
int lbox_open(lua_State *L);

/* ---- boxes -------------------------------------------------------------- */

/* Why code in a box was ended. */
typedef enum box_end { RUNNING, OUT_OF_TIME, OUT_OF_MEMORY } box_end;

typedef struct lbox {
  lua_State *L; /* its own; NULL when closed */
  lpool pool;
  size_t used, limit;          /* bytes that were asked for */
  lua_State *volatile running; /* the coroutine that runs, or L */
  volatile int end;            /* box_end */
  bool clock;                  /* what runs in it may know the time */
} lbox;

/* lboxlib.c: the standard library as bots have it, put into the globals. */
void lboxlib_open(lua_State *L);
/* A game begins: what was shown before does not number what comes. */
void lboxlib_begin(lua_State *L);
/* The box that a Lua state belongs to, or NULL. */
lbox *lbox_of(lua_State *L);
/* Raises where what runs must not depend on the time: in a box whose budgets
 * are not in seconds. */
bool lbox_has_clock(lua_State *L);
void lbox_need_clock(lua_State *L, const char *function);
/* From now on whatever happens in a thread of a box raises the end of it; a
 * signal handler may call this. And raises it at once; no pcall holds it. */
void lboxlib_arm(lua_State *L);
int lboxlib_raise(lua_State *L);
/* Pushes the text of a value without an address. */
const char *lboxlib_tostring(lua_State *L, int index);

#endif
