/* value.c: results as values, 0 to 1 for each seat.
 *
 * By places, the value for a seat is the share of opponents that it beats, a
 * draw counting half. The option `margin` is the share of points in the value:
 * a lead m over the best opponent (for a single seat, its points) is mapped to
 * 0..1 by m / (|m| + scale). The centre and the scale come from some playouts
 * from the root, the pilots, so that points of every game and option have the
 * same weight. With one seat the place only says whether the game is won, so
 * only points count. Only points also count if a rollout ends before the game
 * does, because the leader then usually wins.
 *
 * A game's estimate replaces a playout, or is averaged with it, according to
 * its trust; with a margin of 0 it is not used.
 *
 * In a user's game, random moves may never reach an end: playouts that list
 * their moves stop after far more plies than games that do end, or when the
 * search runs out of time. */
#include "../runtime/places.h"
#include "searcher.h"

enum {
  PILOTS = 32,         /* playouts to measure typical margins */
  PLAYOUT_PLIES = 2000 /* of listed moves, at most */
};

#define PILOT_SHARE 0.25 /* of the time, at most */

static double margin_of(const tes_result *r, int i) {
  double score[TES_SEATS_MAX];
  for (int k = 0; k < r->seats; k++) score[k] = r->score[k];
  return tes_lead(score, r->seats, i);
}

/* Without playouts, the first end of a game sets the scale. */
static double bend(tes_search *s, double margin) {
  const double m = margin - s->centre, size = m < 0 ? -m : m;
  if (s->scale <= 0) s->scale = size > 1 ? size : 1;
  return 0.5 + 0.5 * m / (size + s->scale);
}

/* The values of a finished state, or of one that counts as finished. */
static int result_values(tes_search *s, const tes_state *state, double *value,
                         tes_work *work) {
  tes_result result;
  const double share = state->over ? s->options.margin : 1;
  const int status = tes_result_of(s->rules, state, &result, work);
  if (status != TES_OK) return status;
  s->ends++;
  for (int i = 0; i < result.seats; i++) {
    const double margin = margin_of(&result, i);
    s->leads[i] += margin;
    value[i] = places_value(&result, i);
    if (share > 0) value[i] += share * (bend(s, margin) - value[i]);
  }
  return TES_OK;
}

/* ---- playing to the end ---- */

static bool is_late(void *s) {
  return search_late(s, 1);
}

static int play_listed(tes_search *s, tes_state *state, tes_work *work) {
  for (int plies = 0; !state->over && plies < PLAYOUT_PLIES; plies++) {
    if (search_late(s, 1)) break;
    const int status = tes_random_move(s->rules, state, &s->rng, work);
    if (status != TES_OK) return status;
  }
  return TES_OK;
}

/* A single move of a game in Lua may be slow: the clock is checked before each,
 * or by the game in its own playouts. */
static int play_out(tes_search *s, tes_state *state, tes_work *work) {
  const tes_patience patience = {PLAYOUT_PLIES, is_late, s};
  const bool own = !s->options.uniform && has_rollout(s->rules);
  if (!own && s->rules->game->playout == NULL) {
    return play_listed(s, state, work);
  }
  work->patience = &patience;
  const int64_t plies = own ? insight_rollout(s->rules, state, &s->rng, work)
                            : tes_playout(s->rules, state, &s->rng, work);
  work->patience = NULL;
  return plies < 0 ? (int)plies : TES_OK;
}

/* The value of an estimated lead: leads in points count like those at the
 * end. */
static double value_of_lead(tes_search *s, int seat, int lead, bool counts) {
  const double points = insight_points(s->rules);
  if (!(points > 0)) return tes_lead_value(lead);
  const double margin = lead * points / 1000;
  if (counts) s->leads[seat] += margin;
  return bend(s, margin);
}

/* Returns the share of the game's estimate, in percent, or a status. */
static int estimate_values(tes_search *s, const tes_state *state, double *value,
                           tes_work *work) {
  int lead[TES_SEATS_MAX];
  const bool counted =
      s->estimator != NULL || (s->options.margin > 0 && has_estimate(s->rules));
  if (state->over || s->options.uniform || !counted) return 0;
  const int trust = search_estimate(s, state, lead, work);
  const bool counts = trust >= 100 && insight_points(s->rules) > 0;
  for (int i = 0; trust > 0 && i < s->rules->seats; i++) {
    value[i] = value_of_lead(s, i, lead[i], counts);
  }
  if (counts) s->ends++;
  return trust;
}

int search_try(tes_search *s, tes_state *state, double *value, tes_work *work) {
  const tes_hooks *hooks = &s->options.hooks;
  double estimated[TES_SEATS_MAX];
  if (!state->over && hooks->evaluate != NULL) {
    return hooks->evaluate(hooks->user, state, value, work);
  }
  const int trust = estimate_values(s, state, estimated, work);
  if (trust < 0) return trust;
  if (trust < 100) {
    int status = play_out(s, state, work);
    if (status == TES_OK) status = result_values(s, state, value, work);
    if (status != TES_OK) return status;
  }
  for (int i = 0; trust > 0 && i < s->rules->seats; i++) {
    value[i] = trust < 100
                   ? value[i] + trust / 100.0 * (estimated[i] - value[i])
                   : estimated[i];
  }
  return TES_OK;
}

/* ---- typical margins ---- */

static int pilot(tes_search *s, double *margin, tes_work *work) {
  tes_result result;
  tes_copy(s->rules, s->now, s->root);
  int status = tes_view(s->rules, s->now, s->root->seat, &s->rng, work);
  if (status != TES_OK) return status;
  status = play_out(s, s->now, work);
  if (status != TES_OK) return status;
  status = tes_result_of(s->rules, s->now, &result, work);
  *margin = margin_of(&result, s->root->seat - 1);
  return status;
}

/* Computes the centre and the scale of some margins. */
static void fit_scale(tes_search *s, const double *margin, int count) {
  double sum = 0, spread = 0;
  for (int i = 0; i < count; i++) sum += margin[i];
  if (s->rules->seats == 1) s->centre = sum / count;
  for (int i = 0; i < count; i++) {
    const double off = margin[i] - s->centre;
    spread += off < 0 ? -off : off;
  }
  if (spread > count) s->scale = spread / count;
}

int search_measure(tes_search *s, tes_work *work) {
  double margin[PILOTS];
  const tes_rng rng = s->rng;
  int count = 0;
  s->centre = 0;
  s->scale = s->options.hooks.evaluate != NULL ? 0 : 1;
  if (s->scale <= 0) return TES_OK;
  do {
    const int status = pilot(s, &margin[count++], work);
    if (status != TES_OK) return status;
    if (s->options.margin > 0 || !s->now->over) continue;
    s->rng = rng; /* only places count */
    return TES_OK;
  } while (count < PILOTS && !search_late(s, PILOT_SHARE));
  fit_scale(s, margin, count);
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
  *outcome = winners == 1 ? winner : rules->seats <= 2 ? NO_WINNER : 0;
  return TES_OK;
}

/* With more than two seats, a seat that does not win gets the average value of
 * the remaining places. */
double search_worth(const tes_rules *rules, int outcome, int seat) {
  if (outcome == seat) return 1;
  if (outcome == NO_WINNER) return rules->seats == 1 ? 0 : 0.5;
  return rules->seats <= 2 ? 0 : (rules->seats - 2) / 2.0 / (rules->seats - 1);
}

tes_proof search_proof(const tes_rules *rules, int outcome, int seat) {
  if (outcome == 0) return TES_UNPROVEN;
  if (outcome == seat) return TES_WIN;
  return outcome == NO_WINNER && rules->seats == 2 ? TES_DRAW : TES_LOSS;
}
