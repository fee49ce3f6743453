/* policy.c: the weights of moves, from the caller's hook or the game's policy.
 */
#include "searcher.h"

/* Both arrays are in one block; their old contents are lost. */
static int grow_weights(tes_search *s) {
  const size_t more = s->list.capacity;
  if (s->list.count <= s->weights) return TES_OK;
  double *weight = tes_resize(s->rules->alloc, s->weight,
                              s->weights * WEIGHT_SIZE, more * WEIGHT_SIZE);
  if (weight == NULL) return TES_ENOMEM;
  s->weight = weight;
  s->order = (uint32_t *)(void *)(weight + more);
  s->weights = more;
  return TES_OK;
}

static int fill_weights(tes_search *s, const tes_state *state, bool *asked,
                        tes_work *work) {
  const tes_hooks *hooks = &s->options.hooks;
  *asked = true;
  if (hooks->prior != NULL) {
    return hooks->prior(hooks->user, state, &s->list, s->weight, work);
  }
  if (has_policy(s->rules) && !s->options.no_policy) {
    return insight_policy(s->rules, state, &s->list, s->weight, work);
  }
  *asked = false;
  return TES_OK;
}

double search_policy(tes_search *s, const tes_state *state, tes_work *work) {
  bool asked;
  double sum = 0;
  if (grow_weights(s) != TES_OK) return TES_ENOMEM;
  const int status = fill_weights(s, state, &asked, work);
  if (status != TES_OK) return status;
  for (size_t i = 0; asked && i < s->list.count; i++) sum += s->weight[i];
  return sum;
}
