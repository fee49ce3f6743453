/* insight.c: knowledge of Mixtour for searches.
 *
 * With stacks of the default size the evaluation is a small net (a multilayer
 * perceptron) over the traits of a position: HIDDEN sums of their rows, of
 * which only the positive ones count. Its numbers were fitted to the results of
 * searches in self-play, and to these searches' values, by
 * tests/bench/fit_mixtour.c; 100 means a factor of e in the odds. A position
 * has few of the traits, so this takes about 20 additions of vectors. All of it
 * is in integers modulo 2^16, so the result is the same everywhere. */
#include <limits.h>

#include "traits.h"
#include "weights.h"

enum {
  USUAL = 5,   /* the size of stacks that the net was fitted for */
  POINT = 1000 /* the value of a point */
};

_Static_assert(OUTER_SUM < 65536, "times 2^15 that fits into an int");

/* The sources in a lane that can complete a stack on a target `d` away. */
TES_INLINE uint64_t completing(const uint64_t *plane, int lane, int d,
                               int limit) {
  uint64_t t = plane[d] & ~plane[d + 1];
  for (int i = 1; i < d; i++) t = step_along(t, lane) & BOARD & ~plane[1];
  const int pieces = limit - d > 1 ? limit - d : 1;
  return step_along(t, lane) & plane[pieces];
}

/* The distances, as bits, at which there are stacks with the right heights. */
TES_INLINE unsigned find_distances(const uint64_t *plane, int limit) {
  unsigned found = 0;
  TES_UNROLL
  for (int d = 1; d <= REACH; d++) {
    const int pieces = limit - d > 1 ? limit - d : 1;
    const bool is = (plane[d] & ~plane[d + 1]) != 0 && plane[pieces] != 0;
    found |= (unsigned)is << d;
  }
  return found;
}

/* The scoring moves of a side: the number of pairs of stacks, and the last
 * pair. */
typedef struct scoring {
  int count, lane, distance, bit;
} scoring;

TES_INLINE scoring find_scoring(const mixtour *m, int side, int limit) {
  scoring s = {0};
  const unsigned distances = find_distances(m->plane, limit);
  for (int lane = 0; lane < LANES && distances != 0; lane++) {
    TES_UNROLL
    for (int d = 1; d <= REACH; d++) {
      if (!(distances >> d & 1)) continue;
      uint64_t from = completing(m->plane, lane, d, limit);
      for (; from != 0; from &= from - 1) {
        const int bit = tes_lowest(from);
        if ((m->stack[bit_cell(bit)] & 1) != side) continue;
        s = (scoring){s.count + 1, lane, d, bit};
      }
    }
  }
  return s;
}

/* Appends the moves that score from one stack to another. (None of them is a
 * take-back: that would restore stacks of an earlier position.) */
TES_INLINE void put_scoring(const mixtour *m, int lane, int bit, int limit,
                            tes_list *list) {
  const int from = bit_cell(bit), to = bit_cell(target(m->plane[1], lane, bit));
  const int least = limit - height(m->stack[to]);
  for (int k = least > 1 ? least : 1; k <= height(m->stack[from]); k++) {
    list->moves[list->count++] = k << 10 | from << 5 | to;
  }
}

/* The moves that score for a seat. */
static int mixtour_forcing(const tes_rules *rules, const tes_state *state,
                           int seat, tes_list *list, tes_work *work) {
  (void)work;
  const mixtour *m = mixtour_of(state);
  const int limit = rules->value[STACK][0], side = seat - 1;
  const unsigned distances = find_distances(m->plane, limit);
  if (distances == 0) return TES_OK;
  if (tes_list_reserve(list, MOVES_MAX) != TES_OK) return TES_ENOMEM;
  for (int lane = 0; lane < LANES; lane++) {
    TES_UNROLL
    for (int d = 1; d <= REACH; d++) {
      if (!(distances >> d & 1)) continue;
      uint64_t from = completing(m->plane, lane, d, limit);
      for (; from != 0; from &= from - 1) {
        const int bit = tes_lowest(from);
        if ((m->stack[bit_cell(bit)] & 1) != side) continue;
        put_scoring(m, lane, bit, limit, list);
      }
    }
  }
  return TES_OK;
}

/* Rates the tops of stacks by their heights, for sizes of stacks that the net
 * was not fitted for. The search sees threats by itself, through forcing
 * moves. */
static int evaluate_tops(const mixtour *m) {
  static const int tops[] = {0, 10, 23, 80, 145, 180, 200, 220};
  const int side = m->head.seat - 1;
  int sum = 0;
  for (uint64_t set = BOARD_LOW & m->plane[1]; set != 0; set &= set - 1) {
    const unsigned stack = m->stack[tes_lowest(set)];
    const int top = tops[height(stack)];
    sum += (int)(stack & 1) == side ? top : -top;
  }
  return sum;
}

/* The positive parts of the hidden sums, weighted. */
TES_INLINE int evaluate_by_net(const mixtour *m) {
  uint16_t trait[PRESENT], sum[HIDDEN];
  const int count = list_traits(m, trait);
  int part = 0;
  for (int k = 0; k < HIDDEN; k++) sum[k] = (uint16_t)inner_bias[k];
  for (int i = 0; i < count; i++) {
    const int16_t *row = inner[trait[i]];
    for (int k = 0; k < HIDDEN; k++) sum[k] = (uint16_t)(sum[k] + row[k]);
  }
  for (int k = 0; k < HIDDEN; k++) {
    const int value = (int16_t)sum[k];
    part += (value > 0 ? value : 0) * outer[k];
  }
  return BIAS + part / OUTER_UNIT;
}

TES_INLINE int rate_stacks(const tes_rules *rules, const tes_state *state) {
  const mixtour *m = mixtour_of(state);
  const int side = state->seat - 1;
  const int points = POINT * (m->score[side] - m->score[side ^ 1]);
  const bool usual = rules->value[STACK][0] == USUAL;
  return points + (usual ? evaluate_by_net(m) : evaluate_tops(m));
}

static int rate_stacks_any(const tes_rules *rules, const tes_state *state) {
  return rate_stacks(rules, state);
}
TES_TARGET(TES_AVX2)
static int rate_stacks_avx2(const tes_rules *rules, const tes_state *state) {
  return rate_stacks(rules, state);
}

static int mixtour_estimate(const tes_rules *rules, const tes_state *state,
                            int *lead, tes_work *work) {
  (void)work;
  const int score = rules->cpu >= TES_CPU_AVX2 ? rate_stacks_avx2(rules, state)
                                               : rate_stacks_any(rules, state);
  lead[state->seat - 1] = score;
  lead[2 - state->seat] = -score;
  return 0;
}

/* A position can repeat after four plies at the earliest, so the third
 * occurrence comes after eight quiet plies; a repetition that began before this
 * position already has `quiet` of them. */
static int mixtour_horizon(const tes_rules *rules, const tes_state *state) {
  const mixtour *m = mixtour_of(state);
  if (m->quiet == 0) return INT_MAX;
  if (m->idle) return 0;
  const int repeat = rules->value[REPEAT][0];
  const int stall = rules->value[STALLED][0] - m->quiet;
  const int again = repeat > 0 ? 4 * (repeat - 1) - m->quiet : stall;
  const int least = again < stall ? again : stall;
  return least > 1 ? least : 1;
}

/* The scoring move that carries the most pieces between this pair. */
static tes_move scoring_move(const mixtour *m, const scoring *s) {
  const int from = bit_cell(s->bit);
  const int to = bit_cell(target(m->plane[1], s->lane, s->bit));
  return height(m->stack[from]) << 10 | from << 5 | to;
}

/* Random moves, except that a player who can score does. */
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
      mixtour_apply(rules, state, scoring_move(m, &s), work);
      state->ply++;
    }
  }
  return state->ply - start;
}

const tes_insight mixtour_insight = {
    .rollout = mixtour_rollout,
    .estimate = mixtour_estimate,
    .forcing = mixtour_forcing,
    .horizon = mixtour_horizon,
};

/* ---- cells, for learnt evaluations ---- */

enum { HEIGHTS = 5, SCORES = 16 };

int mixtour_describe(const tes_rules *rules, tes_cells *cells,
                     tes_error *error) {
  (void)rules, (void)error;
  tes_cells_board(cells, 5, 5, 1 + 2 * HEIGHTS);
  tes_cells_alone(cells, 2, SCORES);
  return TES_OK;
}

/* A stack by its height and the owner of its top. */
int mixtour_look(const tes_rules *rules, const tes_state *state,
                 uint8_t *value) {
  (void)rules;
  const mixtour *m = mixtour_of(state);
  int at = 0;
  for (int cell = 0; cell < 29; cell++) {
    if (cell % 6 == 5) continue;
    const int high = height(m->stack[cell]);
    const int least = high < HEIGHTS ? high : HEIGHTS;
    value[at++] =
        (uint8_t)(high == 0 ? 0 : 2 * least - 1 + (m->stack[cell] & 1));
  }
  for (int side = 0; side < 2; side++) {
    value[at++] = m->score[side] < SCORES ? m->score[side] : SCORES - 1;
  }
  return at;
}
