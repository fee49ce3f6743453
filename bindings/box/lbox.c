/* lbox.c: see lbox.h. */
#include "lbox.h"

#include "tesela_bits.h"

void *lbox_resize(void *user, void *block, size_t old_size, size_t size) {
  lbox *box = user;
  lt_fence *fence = &box->fence;
  if (block == NULL) old_size = 0;
  TES_ASSERT(old_size <= fence->used && fence->used <= fence->limit);
  if (size > old_size && size - old_size > fence->limit - fence->used) {
    box->refused = false;
    return NULL;
  }
  void *moved = lpool_resize(&box->pool, block, old_size, size);
  if (moved == NULL && size > 0)
    box->refused = !lpool_is_full(&box->pool, size);
  if (moved != NULL || size == 0) fence->used += size - old_size;
  return moved;
}

lbox *lbox_of(lua_State *L) {
  void *user;
  return lua_getallocf(L, &user) == lbox_resize ? user : NULL;
}
