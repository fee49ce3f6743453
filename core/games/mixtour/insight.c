/* insight.c: what searches are told about Mixtour. */
#include <limits.h>

#include "lanes.h"

/* The sources of a lane that can complete a stack on a target `d` away. */
TES_INLINE uint64_t completing(const uint64_t *plane, int lane, int d,
                               int limit) {
  uint64_t t = plane[d] & ~plane[d + 1];
  for (int i = 1; i < d; i++) t = step(t, lane) & BOARD & ~plane[1];
  const int pieces = limit - d > 1 ? limit - d : 1;
  return step(t, lane) & plane[pieces];
}

/* What scores for a side: how many pairs of stacks; the last of them. */
typedef struct scoring {
  int count, lane, distance, bit;
} scoring;

TES_INLINE scoring find_scoring(const mixtour *m, int side, int limit) {
  scoring s = {0};
  for (int lane = 0; lane < LANES; lane++) {
    TES_UNROLL
    for (int d = 1; d <= REACH; d++) {
      uint64_t from = completing(m->plane, lane, d, limit);
      for (; from != 0; from &= from - 1) {
        const int bit = tes_lowest(from);
        if ((m->stack[cell_of(bit)] & 1) != side) continue;
        s = (scoring){s.count + 1, lane, d, bit};
      }
    }
  }
  return s;
}

static bool scores(const mixtour *m, tes_move move, int limit) {
  if (move >= ENTER) return false;
  const unsigned from = m->stack[move_from(move)];
  return (int)(from & 1) == m->head.seat - 1 &&
         move_pieces(move) + height(m->stack[move_to(move)]) >= limit;
}

/* The moves that score for the mover. */
static int mixtour_tactical(const tes_rules *rules, const tes_state *state,
                            tes_list *list, tes_work *work) {
  const mixtour *m = mixtour_of(state);
  const int limit = rules->value[STACK][0];
  const size_t first = list->count;
  if (find_scoring(m, state->seat - 1, limit).count == 0) return TES_OK;
  if (mixtour_moves(rules, state, list, work) != TES_OK) return TES_ENOMEM;
  size_t end = first;
  for (size_t i = first; i < list->count; i++) {
    if (scores(m, list->moves[i], limit)) list->moves[end++] = list->moves[i];
  }
  list->count = end;
  return TES_OK;
}

/* Points, then what the other side threatens to score, then who is on top of
 * the higher stacks. The mover's own chances are tactical moves. */
static int mixtour_evaluate(const tes_rules *rules, const tes_state *state) {
  static const int tops[] = {0, 4, 9, 18, 32, 40, 48, 56};
  static const int threats[] = {0, 40, 160, 240};
  const mixtour *m = mixtour_of(state);
  const int side = state->seat - 1, limit = rules->value[STACK][0];
  const int count = find_scoring(m, side ^ 1, limit).count;
  int sum = 400 * (m->score[side] - m->score[side ^ 1]);
  sum -= threats[count < 3 ? count : 3];
  for (uint64_t set = BOARD_LOW & m->plane[1]; set != 0; set &= set - 1) {
    const unsigned stack = m->stack[tes_lowest(set)];
    const int worth = tops[height(stack)];
    sum += (int)(stack & 1) == side ? worth : -worth;
  }
  return sum;
}

/* A position comes again after four plies at the earliest, so that the third
 * time is the eighth ply of a quiet row; what began before this position has
 * `quiet` of them behind it. */
static int mixtour_horizon(const tes_rules *rules, const tes_state *state) {
  const mixtour *m = mixtour_of(state);
  if (m->quiet == 0) return INT_MAX;
  const int repeat = rules->value[REPEAT][0];
  const int stall = rules->value[STALLED][0] - m->quiet;
  const int again = repeat > 0 ? 4 * (repeat - 1) - m->quiet : stall;
  const int least = again < stall ? again : stall;
  return least > 1 ? least : 1;
}

/* The most pieces of the last of these. */
static tes_move move_of(const mixtour *m, const scoring *s) {
  const int from = cell_of(s->bit);
  const int to = cell_of(target(m->plane[1], s->lane, s->bit));
  return height(m->stack[from]) << 10 | from << 5 | to;
}

/* Any moves, but whoever can score does. */
static int64_t mixtour_rollout(const tes_rules *rules, tes_state *state,
                               tes_rng *rng, tes_work *work) {
  mixtour *m = (mixtour *)state;
  const uint32_t start = state->ply;
  while (!state->over) {
    if (tes_stopped(work)) return TES_ESTOPPED;
    const scoring s = find_scoring(m, state->seat - 1, rules->value[STACK][0]);
    if (s.count == 0) {
      mixtour_random_ply(rules, m, rng);
    } else {
      mixtour_apply(rules, state, move_of(m, &s), work);
      state->ply++;
    }
  }
  return state->ply - start;
}

const tes_insight mixtour_insight = {
    .rollout = mixtour_rollout,
    .evaluate = mixtour_evaluate,
    .tactical = mixtour_tactical,
    .horizon = mixtour_horizon,
};
