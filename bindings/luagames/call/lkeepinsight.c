/* lkeepinsight.c: see lkeepinsight.h.
 *
 * A rollout lists the moves below, draws one of them and calls `keep` for it;
 * if the move is refused, it draws again from the rest. So all kept moves are
 * equally likely, and usually `keep` is called for one move per ply, not for
 * all. This cannot serve as the playout, because it uses the generator
 * differently from a playout that lists the kept moves.
 *
 * The root's knowledge about its moves is also valid for the kept ones. If the
 * root names forcing moves, rollouts make these first, as its own rollouts
 * may. */
#include "lkeepinsight.h"

#include "llayer.h"
#include "runtime/call.h"

/* A limit for endless games, as in core/search/value.c. */
enum { ROLLOUT_PLIES = 2000 };

/* keep() judges only moves of the seat to move, so threats are not filtered. */
static int forcing(const tes_rules *rules, const tes_state *state, int seat,
                   tes_list *list, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const size_t before = list->count;
  const int status =
      call_forcing(at.layer->root, rules, state, seat, list, work);
  if (status != TES_OK || seat != state->seat) return status;
  return llayer_drop_refused(at, list, before);
}

/* The pass that replaces an empty list is not a move of the root. */
static int keep_policy(const tes_rules *rules, const tes_state *state,
                       const tes_list *moves, double *weight, tes_work *work) {
  if (moves->count == 1 && moves->moves[0] == OWN_BIT) {
    *weight = 1;
    return TES_OK;
  }
  return call_policy(lgame_of(rules)->root, rules, state, moves, weight, work);
}

/* Draws a kept move from the work's list; 0 if no move is kept. */
static int draw_kept(lat at, tes_rng *rng, tes_move *move) {
  tes_list *list = &at.work->list;
  while (list->count > 0) {
    const size_t drawn = tes_below(rng, (uint32_t)list->count);
    const int kept = llayer_keeps(at, list->moves[drawn]);
    if (kept < 0) return kept;
    *move = list->moves[drawn];
    if (kept) return TES_OK;
    list->moves[drawn] = list->moves[--list->count];
  }
  *move = 0;
  return TES_OK;
}

static int draw_move(lat at, tes_rng *rng, tes_move *move) {
  tes_list *list = &at.work->list;
  *move = 0;
  list->count = 0;
  int status = TES_OK;
  if (at.layer->insight.forcing != NULL) {
    status = call_forcing(at.layer->root, at.rules, at.state, at.state->seat,
                          list, at.work);
    if (status == TES_OK) status = draw_kept(at, rng, move);
    if (status != TES_OK || *move != 0) return status;
  }
  list->count = 0;
  status = llayer_list(lat_on(at, llayer_below_keeps(at.layer)), list);
  if (status == TES_OK) status = draw_kept(at, rng, move);
  if (*move == 0) *move = OWN_BIT;
  return status;
}

static int64_t keep_rollout(const tes_rules *rules, tes_state *state,
                            tes_rng *rng, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  int64_t plies = 0;
  for (; !state->over && plies < ROLLOUT_PLIES; plies++) {
    tes_move move;
    if (tes_stopped(work)) return TES_ESTOPPED;
    int status = draw_move(at, rng, &move);
    if (status == TES_OK) status = tes_apply(rules, state, move, work);
    if (status != TES_OK) return status;
  }
  return plies;
}

void lkeepinsight_fill(lgame *g) {
  if (g->insight.policy != NULL) g->insight.policy = keep_policy;
  if (g->insight.forcing != NULL) g->insight.forcing = forcing;
  g->insight.rollout = keep_rollout;
}
