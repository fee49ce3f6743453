/* lbox.c: see lbox.h. */
#include "lbox.h"

#include "tesela_bits.h"

/* Refuses memory; Lua asks again after a collection. */
static void *deny(lbox *box, size_t grown) {
  if (grown > 0 && grown == box->denied) box->fence.lacking = true;
  box->denied = grown;
  return NULL;
}

void *lbox_resize(void *user, void *block, size_t old_size, size_t size) {
  lbox *box = user;
  lt_fence *fence = &box->fence;
  if (block == NULL) old_size = 0;
  TES_ASSERT(old_size <= fence->used && fence->used <= fence->limit);
  const size_t grown = size > old_size ? size - old_size : 0;
  if (grown > fence->limit - fence->used) return deny(box, grown);
  void *moved = lpool_resize(&box->pool, block, old_size, size);
  if (moved == NULL && size > 0) return deny(box, grown);
  if (grown >= box->denied) box->denied = 0; /* the collector has made room */
  fence->used += size - old_size;
  if (fence->used > fence->peak) fence->peak = fence->used;
  return moved;
}

bool lbox_seal(lbox *box) {
  if (!lpool_seal(&box->pool)) return false;
  box->sealed = box->fence.used;
  return true;
}

void lbox_restore(lbox *box) {
  lpool_restore(&box->pool);
  box->fence.used = box->sealed;
}

void lbox_unseal(lbox *box) {
  if (box->sealed == 0) return;
  lbox_restore(box);
  lpool_unseal(&box->pool);
  box->sealed = 0;
}

bool lbox_lacks_memory(const lbox *box) {
  return box->fence.lacking || box->denied > 0;
}

void lbox_close(lbox *box) {
  lpool_close(&box->pool);
  box->L = NULL;
}

lbox *lbox_of(lua_State *L) {
  void *user;
  return lua_getallocf(L, &user) == lbox_resize ? user : NULL;
}
