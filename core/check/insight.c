/* insight.c: the part of tes_check for a game's knowledge for searches.
 *
 * It may be wrong about which moves are good, but it must not depend on the
 * work, must concern only legal moves, give finite numbers, and leave the state
 * unchanged. `spare` is a copy of `now`. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "../runtime/insight.h"
#include "parts.h"

static int check_untouched(tes_checking *c, const char *function) {
  if (tes_check_same(c, c->now, c->spare)) return TES_OK;
  tes_copy(c->rules, c->now, c->spare);
  return tes_check_fail(c, function, "changed the state");
}

static int fickle(tes_checking *c, const char *function) {
  return tes_check_fail(c, function, "gave a different answer the second time");
}

/* ---- forcing moves ---- */

static int list_forcing(tes_checking *c, int seat, tes_list *list,
                        tes_work *work) {
  list->count = 0;
  const int status = insight_forcing(c->rules, c->now, seat, list, work);
  return tes_check_status(c, "forcing", status, work);
}

/* The moves are in `ahead`, sorted. */
static int check_subset(tes_checking *c) {
  const tes_move *moves = c->ahead.moves;
  for (size_t i = 0; i < c->ahead.count; i++) {
    if (!tes_check_listed(c, moves[i])) {
      return tes_check_fail(c, "forcing", "gave %lld, which is not listed",
                            (long long)moves[i]);
    }
    if (i == 0 || moves[i] != moves[i - 1]) continue;
    return tes_check_fail(c, "forcing", "gave %.60s twice",
                          tes_check_name(c, moves[i]));
  }
  return TES_OK;
}

/* Two calls must give the same moves and leave the state unchanged. Leaves the
 * moves in `again`. */
static int ask_forcing(tes_checking *c, int seat) {
  TES_TRY(list_forcing(c, seat, &c->again, &c->busy));
  TES_TRY(list_forcing(c, seat, &c->ahead, tes_check_zeroed(c)));
  TES_TRY(check_untouched(c, "forcing"));
  if (tes_check_same_list(&c->again, &c->ahead)) return TES_OK;
  return fickle(c, "forcing");
}

/* Threats belong to a position after a pass, so any moves may be among them. */
static int check_forcing(tes_checking *c) {
  if (!has_forcing(c->rules)) return TES_OK;
  for (int seat = 1; seat <= c->rules->seats; seat++) {
    TES_TRY(ask_forcing(c, seat));
  }
  TES_TRY(ask_forcing(c, c->now->seat));
  TES_TRY(tes_check_sort(c, &c->again, &c->ahead));
  return check_subset(c);
}

/* ---- policy ---- */

/* A weight that the game does not write stays NaN. */
static int ask_weights(tes_checking *c, double *weight, tes_work *work) {
  memset(weight, 0xff, (c->list.count + 1) * sizeof *weight);
  const int status = insight_policy(c->rules, c->now, &c->list, weight, work);
  return tes_check_status(c, "policy", status, work);
}

/* `weight` and `again` have one entry more than there are moves. */
static int check_weights(tes_checking *c, double *weight, double *again) {
  const size_t count = c->list.count;
  TES_TRY(ask_weights(c, weight, &c->busy));
  TES_TRY(ask_weights(c, again, tes_check_zeroed(c)));
  TES_TRY(check_untouched(c, "policy"));
  for (size_t i = 0; i < count; i++) {
    if (isfinite(weight[i]) && weight[i] >= 0) continue;
    return tes_check_fail(c, "policy", "gave %.60s the weight %g",
                          tes_check_name(c, c->list.moves[i]), weight[i]);
  }
  if (!isnan(weight[count])) {
    return tes_check_fail(c, "policy", "gave more weights than moves");
  }
  if (memcmp(weight, again, count * sizeof *weight) == 0) return TES_OK;
  return fickle(c, "policy");
}

static int check_policy(tes_checking *c) {
  if (!has_policy(c->rules)) return TES_OK;
  const tes_alloc *alloc = c->rules->alloc;
  const size_t room = c->list.count + 1, size = 2 * room * sizeof(double);
  double *weight = tes_resize(alloc, NULL, 0, size);
  if (weight == NULL) return tes_check_status(c, "", TES_ENOMEM, NULL);
  const int status = check_weights(c, weight, weight + room);
  tes_resize(alloc, weight, size, 0);
  return status;
}

/* ---- numbers about a position ---- */

/* INT_MIN marks a lead that the game did not write. */
static int ask_leads(tes_checking *c, int *lead, int *trust, tes_work *work) {
  for (int i = 0; i < TES_SEATS_MAX; i++) lead[i] = INT_MIN;
  *trust = insight_estimate(c->rules, c->now, lead, work);
  if (*trust < 0) return tes_check_status(c, "estimate", *trust, work);
  if (*trust <= 100) return TES_OK;
  return tes_check_fail(c, "estimate", "returned %d, expected 0..100", *trust);
}

static int check_leads(tes_checking *c, const int *lead) {
  for (int i = 0; i < c->rules->seats; i++) {
    if (lead[i] >= -INT_MAX) continue;
    return tes_check_fail(c, "estimate", "gave seat %d no lead", i + 1);
  }
  if (c->rules->seats != 2 || lead[0] == -lead[1]) return TES_OK;
  return tes_check_fail(c, "estimate",
                        "gave the leads %d and %d, expected opposite ones",
                        lead[0], lead[1]);
}

static int check_estimate(tes_checking *c) {
  int lead[TES_SEATS_MAX], again[TES_SEATS_MAX], trust, other;
  if (!has_estimate(c->rules)) return TES_OK;
  TES_TRY(ask_leads(c, lead, &trust, &c->busy));
  TES_TRY(ask_leads(c, again, &other, tes_check_zeroed(c)));
  TES_TRY(check_untouched(c, "estimate"));
  TES_TRY(check_leads(c, lead));
  if (trust == other && memcmp(lead, again, sizeof lead) == 0) return TES_OK;
  return fickle(c, "estimate");
}

static int check_horizon(tes_checking *c) {
  tes_copy(c->rules, c->twin, c->now);
  const int plies = insight_horizon(c->rules, c->now);
  TES_TRY(check_untouched(c, "horizon"));
  if (plies < 0) {
    return tes_check_fail(c, "horizon", "gave %d, expected 0 or more", plies);
  }
  if (insight_horizon(c->rules, c->twin) == plies) return TES_OK;
  return fickle(c, "horizon");
}

/* ---- rollouts ---- */

/* `next` is the end of a rollout: a finished game, or a position like any
 * other. */
static int check_rolled(tes_checking *c, int64_t plies) {
  tes_result result;
  TES_TRY(tes_check_head(c, "rollout", c->next));
  if (c->next->ply - c->now->ply != plies) {
    return tes_check_fail(c, "rollout", "gave %lld plies and counted %lld",
                          (long long)plies,
                          (long long)c->next->ply - c->now->ply);
  }
  tes_work *work = tes_check_zeroed(c);
  const int status = tes_result_of(c->rules, c->next, &result, work);
  TES_TRY(tes_check_status(c, "result", status, work));
  if (c->next->over) return TES_OK;
  TES_TRY(tes_check_list(c, c->next, &c->again));
  if (c->again.count > 0) return TES_OK;
  return tes_check_fail(c, "rollout", "left a position without moves");
}

static int roll(tes_checking *c, tes_state *state, tes_rng *rng, int64_t *plies,
                tes_work *work) {
  tes_copy(c->rules, state, c->now);
  *plies = insight_rollout(c->rules, state, rng, work);
  return tes_check_status(c, "rollout", *plies < 0 ? (int)*plies : TES_OK,
                          work);
}

static int check_rollout(tes_checking *c) {
  tes_rng rng, twin;
  int64_t plies, again;
  if (!has_rollout(c->rules) || !c->ends) return TES_OK;
  tes_rng_seed(&rng, tes_check_seed(c));
  twin = rng;
  TES_TRY(roll(c, c->next, &rng, &plies, &c->busy));
  TES_TRY(check_rolled(c, plies));
  TES_TRY(roll(c, c->twin, &twin, &again, tes_check_zeroed(c)));
  if (plies == again && memcmp(&rng, &twin, sizeof rng) == 0 &&
      tes_check_same(c, c->next, c->twin)) {
    return TES_OK;
  }
  return fickle(c, "rollout");
}

/* ---- drawn moves ---- */

static int draw_twice(tes_checking *c, tes_rng *rng, tes_move *move) {
  tes_rng twin = *rng;
  tes_move other = 0;
  int status = insight_pick(c->rules, c->now, rng, move, &c->busy);
  TES_TRY(tes_check_status(c, "pick", status, &c->busy));
  tes_work *work = tes_check_zeroed(c);
  status = insight_pick(c->rules, c->now, &twin, &other, work);
  TES_TRY(tes_check_status(c, "pick", status, work));
  TES_TRY(check_untouched(c, "pick"));
  if (*move != other) return fickle(c, "pick");
  if (tes_check_listed(c, *move)) return TES_OK;
  return tes_check_fail(c, "pick", "gave %lld, which is not listed",
                        (long long)*move);
}

/* Enough draws for a check practically never to miss one of equally likely
 * moves. */
enum { DRAWS_PER_MOVE = 40, FEW_MOVES = 20, DRAWN_FULLY = 8 };

/* Sets drawn moves in `again` to 0. */
static int check_all_drawn(tes_checking *c, tes_rng *rng) {
  size_t left = c->list.count;
  TES_TRY(tes_check_list(c, c->now, &c->again));
  for (size_t i = 0; left > 0 && i < DRAWS_PER_MOVE * c->list.count; i++) {
    tes_move move = 0;
    TES_TRY(tes_check_stopped(c));
    TES_TRY(draw_twice(c, rng, &move));
    for (size_t k = 0; k < c->again.count; k++) {
      if (c->again.moves[k] != move) continue;
      c->again.moves[k] = 0;
      left--;
    }
  }
  for (size_t k = 0; left > 0 && k < c->again.count; k++) {
    if (c->again.moves[k] == 0) continue;
    return tes_check_fail(c, "pick", "never gave %.60s, which is listed",
                          tes_check_name(c, c->again.moves[k]));
  }
  return TES_OK;
}

/* Draws until every move has come up if there are few moves, and now and
 * then. */
static int check_draw(tes_checking *c) {
  tes_rng rng;
  tes_move move = 0;
  if (!has_pick(c->rules)) return TES_OK;
  tes_rng_seed(&rng, tes_check_seed(c));
  if (c->list.count <= FEW_MOVES || tes_check_below(c, DRAWN_FULLY) == 0) {
    return check_all_drawn(c, &rng);
  }
  return draw_twice(c, &rng, &move);
}

/* ---- cells ---- */

/* The values of a position must be in the described range, and depend on
 * nothing else. */
static int check_look(tes_checking *c, const tes_cells *cells) {
  uint8_t value[TES_CELLS_MAX], again[TES_CELLS_MAX];
  const tes_game *game = c->rules->game;
  tes_copy(c->rules, c->twin, c->now);
  const int count = call_look(game, c->rules, c->now, value);
  TES_TRY(check_untouched(c, "look"));
  if (count != cells->count) {
    return tes_check_fail(c, "look", "gave %d cells, expected %d", count,
                          cells->count);
  }
  for (int i = 0; i < count; i++) {
    if (value[i] < cells->values[i]) continue;
    return tes_check_fail(c, "look",
                          "gave cell %d the value %d, expected less than %d",
                          i + 1, value[i], cells->values[i]);
  }
  call_look(game, c->rules, c->twin, again);
  return memcmp(value, again, (size_t)count) == 0 ? TES_OK : fickle(c, "look");
}

/* A game may report that it has too many cells: then nothing can be learnt. */
static int check_shown(tes_checking *c) {
  const tes_game *game = c->rules->game;
  if (!call_has_cells(game)) return TES_OK;
  tes_cells *cells = tes_resize(c->rules->alloc, NULL, 0, sizeof *cells);
  if (cells == NULL) return tes_no_memory(&c->busy.error);
  memset(cells, 0, sizeof *cells);
  int status = TES_OK;
  if (call_cells(game, c->rules, cells, NULL) == TES_OK) {
    status = check_look(c, cells);
  }
  tes_resize(c->rules->alloc, cells, sizeof *cells, 0);
  return status;
}

int tes_check_insight(tes_checking *c) {
  if (c->now->over) return TES_OK;
  tes_copy(c->rules, c->spare, c->now);
  TES_TRY(check_forcing(c));
  TES_TRY(check_policy(c));
  TES_TRY(check_estimate(c));
  TES_TRY(check_horizon(c));
  TES_TRY(check_shown(c));
  TES_TRY(check_draw(c));
  return check_rollout(c);
}
