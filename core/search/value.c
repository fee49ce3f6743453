/* value.c: what a result is worth, 0 to 1 for each seat.
 *
 * By place a seat is worth the share of the others that it is ahead of, a
 * draw counting half. A margin is the lead over the best other seat (of one
 * alone: its points) and is bent into 0..1 by m / (|m| + scale); the centre
 * and the scale are those of some playouts from the root, so that points of
 * every game and option come to the same. Alone the place only says whether
 * all is won, and the margin is what counts; so it is where a game's rollout
 * ends before the game does, as who leads then is mostly who leads now. */
#include "value.h"

enum { PILOTS = 32 }; /* playouts that measure what margins are usual */

static double place_value(const tes_result *r, int i) {
  double ahead = 0;
  if (r->seats == 1) return r->place[0] == 1;
  for (int k = 0; k < r->seats; k++) {
    if (k == i) continue;
    ahead += r->place[k] > r->place[i]    ? 1
             : r->place[k] == r->place[i] ? 0.5
                                          : 0;
  }
  return ahead / (r->seats - 1);
}

static double margin_of(const tes_result *r, int i) {
  if (r->seats == 1) return r->score[0];
  double best = 0;
  bool any = false;
  for (int k = 0; k < r->seats; k++) {
    if (k == i) continue;
    if (!any || r->score[k] > best) best = r->score[k];
    any = true;
  }
  return r->score[i] - best;
}

static double bend(const tes_search *s, double margin) {
  const double m = margin - s->centre, size = m < 0 ? -m : m;
  return 0.5 + 0.5 * m / (size + s->scale);
}

int search_value(const tes_search *s, const tes_state *state, double *value,
                 tes_work *work) {
  tes_result result;
  const double share = state->over ? s->options.margin : 1;
  const int status = tes_result_of(s->rules, state, &result, work);
  if (status != TES_OK) return status;
  for (int i = 0; i < result.seats; i++) {
    value[i] = place_value(&result, i);
    if (share > 0) {
      value[i] += share * (bend(s, margin_of(&result, i)) - value[i]);
    }
  }
  return TES_OK;
}

/* ---- playing to the end ---- */

static int64_t play_out(tes_search *s, tes_state *state, tes_work *work) {
  return s->options.uniform ? tes_playout(s->rules, state, &s->rng, work)
                            : insight_rollout(s->rules, state, &s->rng, work);
}

int search_try(tes_search *s, tes_state *state, double *value, tes_work *work) {
  const tes_hooks *hooks = &s->options.hooks;
  if (!state->over && hooks->evaluate != NULL) {
    return hooks->evaluate(hooks->user, state, value, work);
  }
  const int64_t plies = play_out(s, state, work);
  return plies < 0 ? (int)plies : search_value(s, state, value, work);
}

/* ---- the usual margins ---- */

static int pilot(tes_search *s, double *margin, tes_work *work) {
  tes_result result;
  tes_copy(s->rules, s->now, s->root);
  int status = tes_view(s->rules, s->now, s->root->seat, &s->rng, work);
  if (status != TES_OK) return status;
  const int64_t plies = play_out(s, s->now, work);
  if (plies < 0) return (int)plies;
  status = tes_result_of(s->rules, s->now, &result, work);
  *margin = margin_of(&result, s->root->seat - 1);
  return status;
}

int search_measure(tes_search *s, tes_work *work) {
  double margin[PILOTS], sum = 0, spread = 0;
  const tes_rng rng = s->rng;
  s->centre = 0;
  s->scale = 1;
  for (int i = 0; i < PILOTS; i++) {
    const int status = pilot(s, &margin[i], work);
    if (status != TES_OK) return status;
    sum += margin[i];
    if (s->options.margin > 0 || !s->now->over) continue;
    s->rng = rng; /* places are all that counts */
    return TES_OK;
  }
  if (s->rules->seats == 1) s->centre = sum / PILOTS;
  for (int i = 0; i < PILOTS; i++) {
    const double off = margin[i] - s->centre;
    spread += off < 0 ? -off : off;
  }
  if (spread > PILOTS) s->scale = spread / PILOTS;
  return TES_OK;
}

/* ---- outcomes ---- */

int search_winner(const tes_rules *rules, const tes_state *state, int *outcome,
                  tes_work *work) {
  tes_result result;
  const int status = tes_result_of(rules, state, &result, work);
  int winner = 0, winners = 0;
  if (status != TES_OK) return status;
  for (int i = 0; i < result.seats; i++) {
    if (result.place[i] != 1) continue;
    winner = i + 1;
    winners++;
  }
  *outcome = winners == 1 ? winner : rules->seats <= 2 ? NOBODY : 0;
  return TES_OK;
}

/* Of more than two, those who do not win have half of the rest. */
double search_worth(const tes_rules *rules, int outcome, int seat) {
  if (outcome == seat) return 1;
  if (outcome == NOBODY) return rules->seats == 1 ? 0 : 0.5;
  return rules->seats <= 2 ? 0 : (rules->seats - 2) / 2.0 / (rules->seats - 1);
}

tes_proof search_proof(const tes_rules *rules, int outcome, int seat) {
  if (outcome == 0) return TES_UNPROVEN;
  if (outcome == seat) return TES_WIN;
  return outcome == NOBODY && rules->seats == 2 ? TES_DRAW : TES_LOSS;
}
