/* insight.h: what a game tells a search, or what stands in for it.
 *
 * Inline, for searches ask at every node. */
#ifndef TES_INSIGHT_H
#define TES_INSIGHT_H

#include <limits.h>

#include "call.h"

#define TELLS(rules, what) \
  ((rules)->game->insight != NULL && (rules)->game->insight->what != NULL)

TES_INLINE bool has_rollout(const tes_rules *rules) {
  return TELLS(rules, rollout);
}
TES_INLINE bool has_policy(const tes_rules *rules) {
  return TELLS(rules, policy);
}
TES_INLINE bool has_evaluation(const tes_rules *rules) {
  return TELLS(rules, evaluate);
}
TES_INLINE bool has_tactics(const tes_rules *rules) {
  return TELLS(rules, tactical);
}

/* Moves that a player might choose, or any: plays to the end, or as far as
 * the game thinks needful. */
TES_INLINE int64_t insight_rollout(const tes_rules *rules, tes_state *state,
                                   tes_rng *rng, tes_work *work) {
  if (state->over || !has_rollout(rules)) {
    return tes_playout(rules, state, rng, work);
  }
  return call_rollout(rules->game, rules, state, rng, work);
}

/* What counts for nothing need not be there. */
TES_INLINE double insight_foresee(const tes_rules *rules,
                                  const tes_state *state, double *score,
                                  tes_work *work) {
  if (state->over || rules->seats < 2 || !TELLS(rules, foresee)) return 0;
  return call_foresee(rules->game, rules, state, score, work);
}

/* These three only where the game has them. */
TES_INLINE int insight_policy(const tes_rules *rules, const tes_state *state,
                              const tes_list *moves, double *weight,
                              tes_work *work) {
  return call_policy(rules->game, rules, state, moves, weight, work);
}
TES_INLINE int insight_evaluate(const tes_rules *rules,
                                const tes_state *state) {
  return call_evaluate(rules->game, rules, state);
}
TES_INLINE int insight_tactical(const tes_rules *rules, const tes_state *state,
                                tes_list *list, tes_work *work) {
  return call_tactical(rules->game, rules, state, list, work);
}

/* How many plies from here cannot end by anything that was before. */
TES_INLINE int insight_horizon(const tes_rules *rules, const tes_state *state) {
  if (!TELLS(rules, horizon)) return INT_MAX;
  return call_horizon(rules->game, rules, state);
}

/* May such an end be won? */
TES_INLINE bool insight_past_wins(const tes_rules *rules) {
  return TELLS(rules, horizon) && rules->game->insight->past_wins;
}

/* Has the seat to move to answer a threat? */
TES_INLINE bool insight_urgent(const tes_rules *rules, const tes_state *state) {
  return TELLS(rules, urgent) && call_urgent(rules->game, rules, state);
}

#undef TELLS

#endif
