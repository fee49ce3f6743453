/* lbox.h: one box: a Lua state with memory of its own and an end. Over lpool
 * and the fence of ltypes.
 *
 * All that the state refers to lies in its memory, what the core allocates for
 * it included. That is brought back to what it was for every game
 * (lbox_restore): so the state has not lived through any other one, and nothing
 * in it can tell what was played before. Nothing may be allocated for a box in
 * any other way: it would be forgotten, and never freed.
 *
 * What is told of a bot (where it was, where its time went) is kept here and
 * not in the box: it takes none of the bot's memory, so that a bot plays the
 * same whether anybody listens. What it printed is in the watch (lwatch.h). */
#ifndef LBOX_H
#define LBOX_H

#include "lpool.h"
#include "values/ltypes.h"

/* Why code in a box was ended. */
typedef enum box_end { RUNNING, OUT_OF_TIME, OUT_OF_MEMORY } box_end;

/* A coroutine runs: who has resumed it, and who that one. */
typedef struct lbox_resumer {
  lua_State *L;
  struct lbox_resumer *below;
} lbox_resumer;

/* Where functions in Lua were, as lines. */
typedef struct lbox_trace {
  lua_State *thread; /* whose functions came last */
  size_t length;
  int levels;
  char text[2000];
} lbox_trace;

typedef struct lbox {
  lua_State *L; /* its own; NULL when closed */
  lpool pool;
  lt_fence fence;
  bool by_clock; /* it has its limits by the clock, not by the processor */
  size_t sealed; /* bytes of memory that it had when it was sealed, or 0 */
  lua_State *volatile running; /* the coroutine that runs, or L */
  volatile int end;            /* box_end */
  volatile bool starved;       /* of time, by the machine (lwatch.h) */
  bool refused;                /* memory, by the machine: it has no image */
  size_t denied; /* bytes that it was refused last and did not get since */
  lbox_resumer *resumers;   /* of `running`, or NULL */
  const char *interior;     /* source of functions that are not the bot's */
  struct lprofile *profile; /* or NULL */
  lbox_trace trace;         /* of the last failure */
} lbox;

/* Was memory refused without which the bot cannot continue? */
bool lbox_lacks_memory(const lbox *box);

/* The allocator of the Lua states of boxes. */
void *lbox_resize(void *box, void *block, size_t old_size, size_t size);
/* Keeps what all of it is now, while nothing runs in it; false: out of
 * memory. */
bool lbox_seal(lbox *box);
/* It is again what it was when it was sealed. */
void lbox_restore(lbox *box);
/* The same, and from now on it may change for good. */
void lbox_unseal(lbox *box);
void lbox_close(lbox *box);
/* The box that a Lua state belongs to, or NULL. */
lbox *lbox_of(lua_State *L);

#endif
