/* value.c: what a result is worth, 0 to 1 for each seat.
 *
 * By place a seat is worth the share of the others that it is ahead of, a
 * draw counting half. A margin is the lead over the best other seat (of one
 * alone: its points) and is bent into 0..1 by m / (|m| + scale); the centre
 * and the scale are those of some playouts from the root, so that points of
 * every game and option come to the same. Alone the place only says whether
 * all is won, and the margin is what counts; so it is where a game's rollout
 * ends before the game does, as who leads then is mostly who leads now.
 *
 * A game may foresee the scores of an end, where points count at all: these
 * stand in for a playout, or count beside it, as the game says.
 *
 * Random moves need not end a game whose rules are somebody's own: where they
 * are listed one by one they stop at a number of plies that no game comes near
 * to which they do end, and when the time of the search is over. */
#include "value.h"

enum {
  PILOTS = 32,         /* playouts that measure what margins are usual */
  PLAYOUT_PLIES = 2000 /* of listed moves, at most */
};

#define PILOT_SHARE 0.25 /* of the time, at most */

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

static double lead_of(const double *score, int seats, int i) {
  if (seats == 1) return score[0];
  double best = 0;
  bool any = false;
  for (int k = 0; k < seats; k++) {
    if (k == i) continue;
    if (!any || score[k] > best) best = score[k];
    any = true;
  }
  return score[i] - best;
}

static double margin_of(const tes_result *r, int i) {
  double score[TES_SEATS_MAX];
  for (int k = 0; k < r->seats; k++) score[k] = r->score[k];
  return lead_of(score, r->seats, i);
}

/* Where nothing was played out the first end that is met sets the scale. */
static double bend(tes_search *s, double margin) {
  const double m = margin - s->centre, size = m < 0 ? -m : m;
  if (s->scale <= 0) s->scale = size > 1 ? size : 1;
  return 0.5 + 0.5 * m / (size + s->scale);
}

int search_value(tes_search *s, const tes_state *state, double *value,
                 tes_work *work) {
  tes_result result;
  const double share = state->over ? s->options.margin : 1;
  const int status = tes_result_of(s->rules, state, &result, work);
  if (status != TES_OK) return status;
  s->ends++;
  for (int i = 0; i < result.seats; i++) {
    const double margin = margin_of(&result, i);
    s->leads[i] += margin;
    value[i] = place_value(&result, i);
    if (share > 0) value[i] += share * (bend(s, margin) - value[i]);
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

/* What the scores that a game foresees are worth, by margins alone; how much
 * that counts is returned, or a status. */
static double foresee(tes_search *s, const tes_state *state, double *value,
                      tes_work *work) {
  const int seats = s->rules->seats;
  double score[TES_SEATS_MAX];
  if (s->options.uniform || s->options.margin <= 0) return 0;
  const double share = insight_foresee(s->rules, state, score, work);
  if (share <= 0) return share;
  for (int i = 0; i < seats; i++) {
    const double lead = lead_of(score, seats, i);
    if (share >= 1) s->leads[i] += lead;
    value[i] = bend(s, lead);
  }
  if (share >= 1) s->ends++;
  return share;
}

int search_try(tes_search *s, tes_state *state, double *value, tes_work *work) {
  const tes_hooks *hooks = &s->options.hooks;
  double foreseen[TES_SEATS_MAX];
  if (!state->over && hooks->evaluate != NULL) {
    return hooks->evaluate(hooks->user, state, value, work);
  }
  const double share = foresee(s, state, foreseen, work);
  if (share < 0) return (int)share;
  if (share < 1) {
    int status = play_out(s, state, work);
    if (status == TES_OK) status = search_value(s, state, value, work);
    if (status != TES_OK) return status;
  }
  for (int i = 0; share > 0 && i < s->rules->seats; i++) {
    value[i] =
        share < 1 ? value[i] + share * (foreseen[i] - value[i]) : foreseen[i];
  }
  return TES_OK;
}

/* ---- the usual margins ---- */

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

/* The centre and the scale of some margins. */
static void fit(tes_search *s, const double *margin, int count) {
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
    s->rng = rng; /* places are all that counts */
    return TES_OK;
  } while (count < PILOTS && !search_late(s, PILOT_SHARE));
  fit(s, margin, count);
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
