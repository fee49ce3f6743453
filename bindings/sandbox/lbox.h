/* lbox.h: a sandbox: a Lua state with limited memory and time. Over lpool and
 * the fence of ltypes.
 *
 * Everything that the state refers to is in its memory, including the core's
 * allocations for it. For every game that memory is restored to its initial
 * contents (lbox_restore), so there is no trace of any other game in the state.
 * Nothing may be allocated for a sandbox in any other way: it would be
 * forgotten, and never freed.
 *
 * Information about a bot (its position in the code, its use of time) is kept
 * outside of the sandbox. It uses none of the bot's memory, so a bot plays the
 * same whether it is observed or not. Its printed text is in the watch
 * (lwatch.h). */
#ifndef LBOX_H
#define LBOX_H

#include "lpool.h"
#include "values/ltypes.h"

/* The reason why code in a sandbox was ended. */
typedef enum box_end { RUNNING, OUT_OF_TIME, OUT_OF_MEMORY } box_end;

/* The thread that resumed a running coroutine, the one that resumed that
 * thread, and so on. */
typedef struct lbox_resumer {
  lua_State *L;
  struct lbox_resumer *below;
} lbox_resumer;

/* The lines that running Lua functions had reached. */
typedef struct lbox_trace {
  lua_State *thread; /* whose functions were added last */
  size_t length;
  int levels;
  char text[2000];
} lbox_trace;

typedef struct lbox {
  lua_State *L; /* its own; NULL when closed */
  lpool pool;
  lt_fence fence;
  bool by_clock;               /* limits by the clock, not of CPU time */
  size_t sealed;               /* bytes of memory when it was sealed, or 0 */
  lua_State *volatile running; /* the running coroutine, or L */
  volatile int end;            /* a box_end */
  volatile bool starved;       /* of CPU time, by the machine (lwatch.h) */
  bool refused;                /* the machine refused memory for the image */
  size_t denied; /* size of the last refused request; 0: granted since */
  lbox_resumer *resumers;   /* of `running`, or NULL */
  const char *interior;     /* source of functions that are not the bot's */
  struct lprofile *profile; /* or NULL */
  lbox_trace trace;         /* of the last failure */
} lbox;

/* Was the bot refused memory that it needs to continue? */
bool lbox_lacks_memory(const lbox *box);

/* The allocator of the Lua states of sandboxes. */
void *lbox_resize(void *box, void *block, size_t old_size, size_t size);
/* Saves the contents of the sandbox, in which nothing may be running; false:
 * out of memory. */
bool lbox_seal(lbox *box);
/* Restores the contents saved by lbox_seal. */
void lbox_restore(lbox *box);
/* The same, but from now on changes are permanent. */
void lbox_unseal(lbox *box);
void lbox_close(lbox *box);
/* The sandbox of a Lua state, or NULL. */
lbox *lbox_of(lua_State *L);

#endif
