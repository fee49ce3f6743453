/* lkeep.c: see lkeep.h.
 *
 * A playout lists the moves below, draws one of them and asks whether it is
 * kept; if not, it draws again among the others. Each that is kept is as likely
 * as the next, and mostly one move of a ply is asked about, not all. But it
 * uses the generator otherwise than a playout by the list: so it is the
 * rollout.
 *
 * What the root says of its moves holds for those of them that are kept. Where
 * it names forcing ones rollouts make these first, as its own may do. */
#include "lkeep.h"

#include "llayer.h"
#include "runtime/call.h"

/* So that a game without an end is noticed, as in core/search/value.c. */
enum { ROLLOUT_PLIES = 2000 };

static bool forces(const lgame *g) {
  return g->insight.forcing != NULL;
}

/* keep() judges moves of the seat to move, so threats are not filtered. */
static int forcing(const tes_rules *rules, const tes_state *state, int seat,
                   tes_list *list, tes_work *work) {
  const lgame *g = lgame_of(rules);
  const size_t before = list->count;
  const int status = call_forcing(g->root, rules, state, seat, list, work);
  if (status != TES_OK || seat != state->seat) return status;
  return llayer_drop_refused(g, rules, state, list, before, work);
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

/* Draws one of those in work->list that are kept; 0: there is none. */
static int draw_kept(const tes_rules *rules, const tes_state *state,
                     tes_rng *rng, tes_move *move, tes_work *work) {
  tes_list *list = &work->list;
  while (list->count > 0) {
    const size_t at = tes_below(rng, (uint32_t)list->count);
    const int kept =
        llayer_keeps(lgame_of(rules), rules, state, list->moves[at], work);
    if (kept < 0) return kept;
    *move = list->moves[at];
    if (kept) return TES_OK;
    list->moves[at] = list->moves[--list->count];
  }
  *move = 0;
  return TES_OK;
}

static int draw_move(const tes_rules *rules, const tes_state *state,
                     tes_rng *rng, tes_move *move, tes_work *work) {
  const lgame *g = lgame_of(rules);
  *move = 0;
  work->list.count = 0;
  int status = TES_OK;
  if (forces(g)) {
    status =
        call_forcing(g->root, rules, state, state->seat, &work->list, work);
    if (status == TES_OK) status = draw_kept(rules, state, rng, move, work);
    if (status != TES_OK || *move != 0) return status;
  }
  work->list.count = 0;
  status = llayer_list(llayer_below_keeps(g), rules, state, &work->list, work);
  if (status == TES_OK) status = draw_kept(rules, state, rng, move, work);
  if (*move == 0) *move = OWN_BIT;
  return status;
}

static int64_t keep_rollout(const tes_rules *rules, tes_state *state,
                            tes_rng *rng, tes_work *work) {
  int64_t plies = 0;
  for (; !state->over && plies < ROLLOUT_PLIES; plies++) {
    tes_move move;
    if (tes_stopped(work)) return TES_ESTOPPED;
    int status = draw_move(rules, state, rng, &move, work);
    if (status == TES_OK) status = tes_apply(rules, state, move, work);
    if (status != TES_OK) return status;
  }
  return plies;
}

void lkeep_fill(lgame *g) {
  if (g->insight.policy != NULL) g->insight.policy = keep_policy;
  if (g->insight.forcing != NULL) g->insight.forcing = forcing;
  g->insight.rollout = keep_rollout;
}
