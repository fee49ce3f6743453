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
TES_INLINE bool has_pick(const tes_rules *rules) {
  return TELLS(rules, pick);
}
TES_INLINE bool has_policy(const tes_rules *rules) {
  return TELLS(rules, policy);
}
TES_INLINE bool has_estimate(const tes_rules *rules) {
  return TELLS(rules, estimate);
}
TES_INLINE bool has_forcing(const tes_rules *rules) {
  return TELLS(rules, forcing);
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

/* Of a game that draws moves itself. */
TES_INLINE int insight_pick(const tes_rules *rules, const tes_state *state,
                            tes_rng *rng, tes_move *move, tes_work *work) {
  return call_pick(rules->game, rules, state, rng, move, work);
}

TES_INLINE double insight_points(const tes_rules *rules) {
  return rules->game->insight != NULL ? rules->game->insight->points : 0;
}

/* By the scores of a position, where the game has no estimate of its own;
 * returns how far it is trusted: not at all. */
int insight_estimate_points(const tes_rules *rules, const tes_state *state,
                            int *lead, tes_work *work);

/* Of a state that goes on. */
TES_INLINE int insight_estimate(const tes_rules *rules, const tes_state *state,
                                int *lead, tes_work *work) {
  if (has_estimate(rules)) {
    return call_estimate(rules->game, rules, state, lead, work);
  }
  return insight_estimate_points(rules, state, lead, work);
}

/* These two only where the game has them. */
TES_INLINE int insight_policy(const tes_rules *rules, const tes_state *state,
                              const tes_list *moves, double *weight,
                              tes_work *work) {
  return call_policy(rules->game, rules, state, moves, weight, work);
}
TES_INLINE int insight_forcing(const tes_rules *rules, const tes_state *state,
                               int seat, tes_list *list, tes_work *work) {
  return call_forcing(rules->game, rules, state, seat, list, work);
}

/* For how many plies from here nothing that was before can end the game; 0:
 * nothing found here holds on another way. */
TES_INLINE int insight_horizon(const tes_rules *rules, const tes_state *state) {
  if (!TELLS(rules, horizon)) return INT_MAX;
  return call_horizon(rules->game, rules, state);
}

#undef TELLS

#endif
