/* scratch.c: states and lists, which each searcher has for itself: one that
 * helps another too. */
#include "scratch.h"

#include <string.h>

enum { STATES = PLIES_MAX + QUIESCENCE_MAX + 2 };

int scratch_make(tes_search *s) {
  const tes_alloc *alloc = s->rules->alloc;
  const size_t size = STATES * s->rules->state_size;
  tes_list_init(&s->list, alloc);
  tes_list_init(&s->other, alloc);
  s->root = tes_state_new(s->rules);
  s->now = tes_state_new(s->rules);
  if (s->root == NULL || s->now == NULL) return TES_ENOMEM;
  if (s->options.method == TES_MCTS) return TES_OK;
  s->states = tes_resize(alloc, NULL, 0, size);
  if (s->states == NULL) return TES_ENOMEM;
  memset(s->states, 0, size);
  return TES_OK;
}

static void release(const tes_alloc *alloc, void *block, size_t size) {
  if (block != NULL) tes_resize(alloc, block, size, 0);
}

void scratch_free(tes_search *s) {
  const tes_alloc *alloc = s->rules->alloc;
  tes_state_free(s->rules, s->root);
  tes_state_free(s->rules, s->now);
  tes_list_free(&s->list);
  tes_list_free(&s->other);
  release(alloc, s->weight, s->weights * sizeof *s->weight);
  release(alloc, s->order, s->weights * sizeof *s->order);
  release(alloc, s->seen, s->seen_capacity * sizeof *s->seen);
  release(alloc, s->states, STATES * s->rules->state_size);
}
