/* lbox.h: one box: a Lua state with memory of its own and an end. Over lpool
 * and the fence of lt. */
#ifndef LBOX_H
#define LBOX_H

#include "lpool.h"
#include "lt.h"

/* Why code in a box was ended. */
typedef enum box_end { RUNNING, OUT_OF_TIME, OUT_OF_MEMORY } box_end;

typedef struct lbox {
  lua_State *L; /* its own; NULL when closed */
  lpool pool;
  lt_fence fence;
  lua_State *volatile running; /* the coroutine that runs, or L */
  volatile int end;            /* box_end */
} lbox;

/* The allocator of the Lua states of boxes. */
void *lbox_resize(void *box, void *block, size_t old_size, size_t size);
/* The box that a Lua state belongs to, or NULL. */
lbox *lbox_of(lua_State *L);

#endif
