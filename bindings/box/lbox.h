/* lbox.h: one box: a Lua state with memory of its own and an end. Over lpool
 * and the fence of lt.
 *
 * What is told of a bot (where it was, where its time went) is kept here and
 * not in the box: it takes none of the bot's memory, so that a bot plays the
 * same whether anybody listens. What it printed is in the watch (lwatch.h). */
#ifndef LBOX_H
#define LBOX_H

#include "lpool.h"
#include "lt.h"

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
  lua_State *volatile running; /* the coroutine that runs, or L */
  volatile int end;            /* box_end */
  lbox_resumer *resumers;      /* of `running`, or NULL */
  const char *interior;        /* source of functions that are not the bot's */
  struct lprofile *profile;    /* or NULL */
  lbox_trace trace;            /* of the last failure */
} lbox;

/* The allocator of the Lua states of boxes. */
void *lbox_resize(void *box, void *block, size_t old_size, size_t size);
/* The box that a Lua state belongs to, or NULL. */
lbox *lbox_of(lua_State *L);

#endif
