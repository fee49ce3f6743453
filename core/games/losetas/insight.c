/* insight.c: knowledge of Losetas for searches.
 *
 * The evaluation is a small net (a multilayer perceptron) over the traits of
 * both sides: a weighted sum of them, and HIDDEN more sums whose positive parts
 * count. So the value of an area may depend on the size of the opponent's, and
 * on the remaining tiles. Its numbers were fitted to the results of searches in
 * self-play, and to these searches' values, by tests/bench/fit_losetas.c; 1640
 * means a factor of e in the odds.
 *
 * All of it is in integers, so the result is the same everywhere. Hidden sums
 * are taken modulo 2^16, for which even the plainest processor has fast
 * vectors; in all games of the default size they stay far below that; beyond it
 * the evaluation is bad, but still the same everywhere. The outer sums fit into
 * an int by the assertion below. */
#include "traits.h"
#include "weights.h"

_Static_assert(OUTER_SUM < 65536, "times 2^15 that fits into an int");

/* The positive parts of the hidden sums, weighted. */
TES_INLINE int inner_part(const int16_t input[INPUTS]) {
  uint16_t sum[HIDDEN];
  int part = 0;
  for (int k = 0; k < HIDDEN; k++) sum[k] = (uint16_t)inner_bias[k];
  for (int i = 0; i < INPUTS; i++) {
    for (int k = 0; k < HIDDEN; k++) {
      sum[k] = (uint16_t)(sum[k] + (unsigned)(input[i] * inner[i][k]));
    }
  }
  for (int k = 0; k < HIDDEN; k++) {
    const int value = (int16_t)sum[k];
    part += (value > 0 ? value : 0) * outer[k];
  }
  return part / OUTER_UNIT;
}

TES_INLINE int rate_tiles(const tes_rules *rules, const tes_state *state) {
  int16_t input[INPUTS];
  int sum = BIAS;
  fill_inputs(rules, losetas_of(state), input);
  for (int i = 0; i < INPUTS; i++) sum += direct[i] * input[i];
  return sum + inner_part(input);
}

static int rate_tiles_any(const tes_rules *rules, const tes_state *state) {
  return rate_tiles(rules, state);
}
TES_TARGET(TES_BMI2)
static int rate_tiles_bmi2(const tes_rules *rules, const tes_state *state) {
  return rate_tiles(rules, state);
}
TES_TARGET(TES_AVX2)
static int rate_tiles_avx2(const tes_rules *rules, const tes_state *state) {
  return rate_tiles(rules, state);
}

static int losetas_estimate(const tes_rules *rules, const tes_state *state,
                            int *lead, tes_work *work) {
  (void)work;
  const int score = rules->cpu >= TES_CPU_AVX2   ? rate_tiles_avx2(rules, state)
                    : rules->cpu >= TES_CPU_BMI2 ? rate_tiles_bmi2(rules, state)
                                                 : rate_tiles_any(rules, state);
  lead[state->seat - 1] = score;
  lead[2 - state->seat] = -score;
  return 0;
}

const tes_insight losetas_insight = {.estimate = losetas_estimate};

/* ---- cells, for learnt evaluations ---- */

enum { SIGHTS = 5, STOCK = 32 };

int losetas_describe(const tes_rules *rules, tes_cells *cells,
                     tes_error *error) {
  (void)rules, (void)error;
  tes_cells_board(cells, SIDE, SIDE, SIGHTS);
  tes_cells_alone(cells, 2 * STOCKS, STOCK);
  return TES_OK;
}

/* The colour on top, and whether the cell is higher than one tile. */
int losetas_look(const tes_rules *rules, const tes_state *state,
                 uint8_t *value) {
  (void)rules;
  const losetas *m = losetas_of(state);
  const uint64_t high = m->plane[1] | m->plane[2];
  int at = 0;
  for (int cell = 0; cell < SIDE * SIDE; cell++) {
    const uint64_t colour =
        (m->own[GREY] >> cell & 1) + 2 * (m->own[BLUE] >> cell & 1);
    value[at++] = (uint8_t)(colour + (high >> cell & 1) * 2);
  }
  for (int i = 0; i < 2 * STOCKS; i++) {
    const uint8_t left = m->left[i / STOCKS][i % STOCKS];
    value[at++] = left < STOCK ? left : STOCK - 1;
  }
  return at;
}
