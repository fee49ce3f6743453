/* lkeepinsight.c: see lkeepinsight.h.
 *
 * A playout lists the moves below, draws one of them and asks whether it is
 * kept; if not, it draws again among the others. Each that is kept is as likely
 * as the next, and mostly one move of a ply is asked about, not all. But it
 * uses the generator otherwise than a playout by the list: so it is the
 * rollout.
 *
 * What the root says of its moves holds for those of them that are kept. Where
 * it names forcing ones rollouts make these first, as its own may do. */
#include "lkeepinsight.h"

#include "llayer.h"
#include "runtime/call.h"

/* So that a game without an end is noticed, as in core/search/value.c. */
enum { ROLLOUT_PLIES = 2000 };

/* keep() judges moves of the seat to move, so threats are not filtered. */
static int forcing(const tes_rules *rules, const tes_state *state, int seat,
                   tes_list *list, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const size_t before = list->count;
  const int status =
      call_forcing(at.layer->root, rules, state, seat, list, work);
  if (status != TES_OK || seat != state->seat) return status;
  return llayer_drop_refused(at, list, before);
}

/* The pass that stands in for no move is none of the root's. */
static int keep_policy(const tes_rules *rules, const tes_state *state,
                       const tes_list *moves, double *weight, tes_work *work) {
  if (moves->count == 1 && moves->moves[0] == OWN_BIT) {
    *weight = 1;
    return TES_OK;
  }
  return call_policy(lgame_of(rules)->root, rules, state, moves, weight, work);
}

/* Draws one of those in the work's list that are kept; 0: there is none. */
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
