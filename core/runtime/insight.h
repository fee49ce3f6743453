/* insight.h: a game's knowledge for searches, or the defaults.
 *
 * Inline, because searches call these at every node. */
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

/* Plays moves that a player might choose, or any, to the end or to a position
 * that the game can judge. */
TES_INLINE int64_t insight_rollout(const tes_rules *rules, tes_state *state,
                                   tes_rng *rng, tes_work *work) {
  if (state->over || !has_rollout(rules)) {
    return tes_playout(rules, state, rng, work);
  }
  return call_rollout(rules->game, rules, state, rng, work);
}

/* For games that draw moves themselves. */
TES_INLINE int insight_pick(const tes_rules *rules, const tes_state *state,
                            tes_rng *rng, tes_move *move, tes_work *work) {
  return call_pick(rules->game, rules, state, rng, move, work);
}

TES_INLINE double insight_points(const tes_rules *rules) {
  return rules->game->insight != NULL ? rules->game->insight->points : 0;
}

/* Estimates by the scores of a position, for games without an estimate. Its
 * weight in tree search is 0. */
int insight_estimate_points(const tes_rules *rules, const tes_state *state,
                            int *lead, tes_work *work);

/* For a state that is not over. */
TES_INLINE int insight_estimate(const tes_rules *rules, const tes_state *state,
                                int *lead, tes_work *work) {
  if (has_estimate(rules)) {
    return call_estimate(rules->game, rules, state, lead, work);
  }
  return insight_estimate_points(rules, state, lead, work);
}

/* These two need the game's own function. */
TES_INLINE int insight_policy(const tes_rules *rules, const tes_state *state,
                              const tes_list *moves, double *weight,
                              tes_work *work) {
  return call_policy(rules->game, rules, state, moves, weight, work);
}
TES_INLINE int insight_forcing(const tes_rules *rules, const tes_state *state,
                               int seat, tes_list *list, tes_work *work) {
  return call_forcing(rules->game, rules, state, seat, list, work);
}

/* The number of plies from here in which earlier positions cannot cause an
 * ending; 0: results found here are not valid if other moves led here. */
TES_INLINE int insight_horizon(const tes_rules *rules, const tes_state *state) {
  if (!TELLS(rules, horizon)) return INT_MAX;
  return call_horizon(rules->game, rules, state);
}

#undef TELLS

#endif
