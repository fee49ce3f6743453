/* value.c: results as values, 0 to 1 for each seat.
 *
 * By place a seat is worth the share of the others that it is ahead of, a
 * draw counting half. How far points count beside it is the option `margin`:
 * the leads are bent into 0..1 (tes_lead_value). What is worth 3/4 is the
 * square root of all points at the first end that the tree met, about the
 * spread of a sum of that many; of a win by 1:0 it is 1. With one seat the
 * place only says whether all is won, so points alone count; and likewise where
 * a game's rollout ends before the game does, as the leader then is mostly the
 * winner.
 *
 * A game's estimate replaces a playout, or counts beside it, as far as it is
 * trusted and points count.
 *
 * Random moves need not end a game whose rules are a user's own: playouts that
 * list their moves stop at a number of plies that games that do end stay far
 * below, and when the time of the search is over. */
#include "value.h"

#include <math.h>

enum { PLAYOUT_PLIES = 2000 /* of listed moves, at most */ };

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

/* The value of the points, whose leads are reported, too. */
static void value_points(tes_search *s, const tes_result *r, double *value) {
  double score[TES_SEATS_MAX], total = 0;
  for (int i = 0; i < r->seats; i++) {
    score[i] = r->score[i];
    total += fabs(score[i]);
  }
  s->ends++;
  if (s->scale <= 0) s->scale = total > 1 ? sqrt(total) : 1;
  for (int i = 0; i < r->seats; i++) {
    const double lead = tes_lead(score, r->seats, i);
    s->leads[i] += lead;
    value[i] = tes_lead_value(1000 / s->scale * lead);
  }
}

/* Of a state that is over, or as if it were. */
static int value_of(tes_search *s, const tes_state *state, double *value,
                    tes_work *work) {
  tes_result result;
  const double share = state->over ? s->options.margin : 1;
  const int status = tes_result_of(s->rules, state, &result, work);
  if (status != TES_OK) return status;
  value_points(s, &result, value);
  for (int i = 0; i < result.seats && share < 1; i++) {
    const double place = place_value(&result, i);
    value[i] = place + share * (value[i] - place);
  }
  return TES_OK;
}

/* ---- playing to the end ---- */

/* Of a game in Lua, of which a single move may be slow: the clock is looked at
 * before each. */
static int play_listed(tes_search *s, tes_state *state, tes_work *work) {
  for (int plies = 0; !state->over && plies < PLAYOUT_PLIES; plies++) {
    if (search_late(s, 1)) break;
    const int status = tes_random_move(s->rules, state, &s->rng, work);
    if (status != TES_OK) return status;
  }
  return TES_OK;
}

static int play_out(tes_search *s, tes_state *state, tes_work *work) {
  const bool own = !s->options.uniform && has_rollout(s->rules);
  if (!own && s->rules->game->playout == NULL) {
    return play_listed(s, state, work);
  }
  const int64_t plies = own ? insight_rollout(s->rules, state, &s->rng, work)
                            : tes_playout(s->rules, state, &s->rng, work);
  return plies < 0 ? (int)plies : TES_OK;
}

/* Returns how far the game's estimate counts, in percent, or a status. */
static int estimate(tes_search *s, const tes_state *state, double *value,
                    tes_work *work) {
  int lead[TES_SEATS_MAX];
  if (state->over || s->options.uniform || s->options.margin <= 0 ||
      !has_estimate(s->rules)) {
    return 0;
  }
  const int trust = insight_estimate(s->rules, state, lead, work);
  for (int i = 0; trust > 0 && i < s->rules->seats; i++) {
    value[i] = tes_lead_value(lead[i]);
  }
  return trust;
}

static int value_of_leaf(tes_search *s, tes_state *state, double *value,
                         tes_work *work) {
  const tes_hooks *hooks = &s->options.hooks;
  double estimated[TES_SEATS_MAX];
  if (!state->over && hooks->evaluate != NULL) {
    return hooks->evaluate(hooks->user, state, value, work);
  }
  const int trust = estimate(s, state, estimated, work);
  if (trust < 0) return trust;
  if (trust < 100) {
    int status = play_out(s, state, work);
    if (status == TES_OK) status = value_of(s, state, value, work);
    if (status != TES_OK) return status;
  }
  for (int i = 0; trust > 0 && i < s->rules->seats; i++) {
    value[i] = trust < 100
                   ? value[i] + trust / 100.0 * (estimated[i] - value[i])
                   : estimated[i];
  }
  return TES_OK;
}

/* Of a seat that plays alone the range of the values is noted: how far they
 * differ is how much a move can matter. */
int search_try(tes_search *s, tes_state *state, double *value, tes_work *work) {
  const int status = value_of_leaf(s, state, value, work);
  if (status != TES_OK) return status;
  if (value[0] < s->least) s->least = value[0];
  if (value[0] > s->most) s->most = value[0];
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
