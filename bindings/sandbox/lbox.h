/* lbox.h: a sandbox: a Lua state with limited memory and time. Over lpool and
 * the fence of ltypes.
 *
 * All that the state refers to is in its memory, including the core's
 * allocations for it. For every game it is restored to its initial contents
 * (lbox_restore): so the state has not experienced any other game, and nothing
 * in it can tell what was played before. Nothing may be allocated for a sandbox
 * in any other way: it would be forgotten, and never freed.
 *
 * Facts about a bot (its position in the code, its use of time) are kept
 * outside of the sandbox: they use none of the bot's memory, so a bot plays the
 * same whether it is observed or not. Its printed text is in the watch
 * (lwatch.h). */
#ifndef LBOX_H
#define LBOX_H

#include "lpool.h"
#include "values/ltypes.h"

/* The reason why code in a sandbox was ended. */
typedef enum box_end { RUNNING, OUT_OF_TIME, OUT_OF_MEMORY } box_end;

/* A running coroutine: the thread that resumed it, and so on. */
typedef struct lbox_resumer {
  lua_State *L;
  struct lbox_resumer *below;
} lbox_resumer;

/* The lines of running Lua functions. */
typedef struct lbox_trace {
  lua_State *thread; /* of the last functions added */
  size_t length;
  int levels;
  char text[2000];
} lbox_trace;

typedef struct lbox {
  lua_State *L; /* its own; NULL when closed */
  lpool pool;
  lt_fence fence;
  bool by_clock;               /* limits by the clock, not by the processor */
  size_t sealed;               /* bytes of memory when it was sealed, or 0 */
  lua_State *volatile running; /* the running coroutine, or L */
  volatile int end;            /* box_end */
  volatile bool starved; /* of processor time, by the machine (lwatch.h) */
  bool refused;          /* the machine refused memory: it has no image */
  size_t denied; /* size of the last refused request, unless granted since */
  lbox_resumer *resumers; /* of `running`, or NULL */
  const char *interior; /* source of functions that do not belong to the bot */
  struct lprofile *profile; /* or NULL */
  lbox_trace trace;         /* of the last failure */
} lbox;

/* Was memory refused that the bot needs to continue? */
bool lbox_lacks_memory(const lbox *box);

/* The allocator of the Lua states of sandboxes. */
void *lbox_resize(void *box, void *block, size_t old_size, size_t size);
/* Saves its contents, while nothing runs in it; false: out of memory. */
bool lbox_seal(lbox *box);
/* Restores the contents saved by lbox_seal. */
void lbox_restore(lbox *box);
/* The same, and from now on changes are permanent. */
void lbox_unseal(lbox *box);
void lbox_close(lbox *box);
/* The sandbox of a Lua state, or NULL. */
lbox *lbox_of(lua_State *L);

#endif
