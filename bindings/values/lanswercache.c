/* lanswercache.c: see lanswercache.h. */
#include "lanswercache.h"

#include <string.h>

#include "tesela_bits.h"

static void put_answer(lanswercache *a, lanswer answer) {
  lanswer *slot = &a->slot[lanswercache_slot(a, answer.move, answer.asked)];
  a->count += slot->move == 0;
  *slot = answer;
}

/* Doubles the table, or starts with an empty one. */
static bool grow_slots(lanswercache *a, const tes_alloc *alloc) {
  const size_t bytes = a->size * sizeof *a->slot;
  if (a->size == ANSWERS_MAX) {
    memset(a->slot, 0, bytes);
    a->count = 0;
    return true;
  }
  lanswercache larger = {.size = a->size > 0 ? 2 * a->size : 256};
  larger.slot = tes_resize(alloc, NULL, 0, larger.size * sizeof *larger.slot);
  if (larger.slot == NULL) return false;
  memset(larger.slot, 0, larger.size * sizeof *larger.slot);
  for (size_t i = 0; i < a->size; i++) {
    if (a->slot[i].move != 0) put_answer(&larger, a->slot[i]);
  }
  larger.found = a->found;
  larger.missing = a->missing;
  lanswercache_free(a, alloc);
  *a = larger;
  return true;
}

void lanswercache_add(lanswercache *a, const tes_alloc *alloc, lanswer answer) {
  TES_ASSERT(answer.move != 0);
  const bool full = 4 * a->count >= 3 * a->size;
  if (full && a->size >= ANSWERS_MANY && a->found < a->missing) {
    lanswercache_free(a, alloc);
    a->useless = true;
    return;
  }
  if (full && !grow_slots(a, alloc)) return;
  put_answer(a, answer);
}

void lanswercache_free(lanswercache *a, const tes_alloc *alloc) {
  if (a->slot != NULL) {
    tes_resize(alloc, a->slot, a->size * sizeof *a->slot, 0);
  }
  *a = (lanswercache){0};
}
