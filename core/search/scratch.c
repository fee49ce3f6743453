/* scratch.c: states and lists of each searcher, helpers included. */
#include "searcher.h"

int scratch_make(tes_search *s) {
  const tes_alloc *alloc = s->rules->alloc;
  tes_list_init(&s->list, alloc);
  tes_list_init(&s->other, alloc);
  s->root = tes_state_new(s->rules);
  s->now = tes_state_new(s->rules);
  if (s->root == NULL || s->now == NULL) return TES_ENOMEM;
  if (s->options.weights == NULL) return TES_OK;
  s->estimator = estimator_new(s->rules, s->options.weights);
  return s->estimator != NULL ? TES_OK : TES_ENOMEM;
}

static void release(const tes_alloc *alloc, void *block, size_t size) {
  if (block != NULL) tes_resize(alloc, block, size, 0);
}

void scratch_free(tes_search *s) {
  const tes_alloc *alloc = s->rules->alloc;
  tes_state_free(s->rules, s->root);
  tes_state_free(s->rules, s->now);
  estimator_free(s->estimator);
  tes_list_free(&s->list);
  tes_list_free(&s->other);
  release(alloc, s->weight, s->weights * WEIGHT_SIZE);
  release(alloc, s->seen, s->seen_capacity * sizeof *s->seen);
}
