/* child_index.h: finds children by their moves; not installed.
 *
 * Open addressing in s->other: pairs of a move and a node. */
#ifndef TES_CHILD_INDEX_H
#define TES_CHILD_INDEX_H

#include <string.h>

#include "searcher.h"

static inline size_t index_slot(const tes_list *pairs, size_t mask,
                                tes_move move) {
  size_t slot = ((uint64_t)move * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;
  while (pairs->moves[2 * slot] != 0 && pairs->moves[2 * slot] != move) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

/* Empties slots for `count` pairs; returns their mask, or 0 if memory runs
 * out. */
static inline size_t index_empty(tes_search *s, size_t count) {
  size_t slots = 8;
  while (slots < 2 * count) slots *= 2;
  s->other.count = 0;
  if (tes_list_reserve(&s->other, 2 * slots) != TES_OK) return 0;
  memset(s->other.moves, 0, 2 * slots * sizeof(tes_move));
  return slots - 1;
}

static inline void index_put(tes_search *s, size_t mask, uint32_t child) {
  const tes_move move = s->tree->move[child];
  const size_t slot = index_slot(&s->other, mask, move);
  s->other.moves[2 * slot] = move;
  s->other.moves[2 * slot + 1] = (tes_move)child;
}

/* The child for a move, or 0. */
static inline uint32_t index_find(const tes_search *s, size_t mask,
                                  tes_move move) {
  return (uint32_t)s->other.moves[2 * index_slot(&s->other, mask, move) + 1];
}

#endif
