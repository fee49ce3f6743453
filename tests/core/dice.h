/* dice.h: randomness of the tests' own, so that the games which they play
 * depend on nothing that is tested. */
#ifndef TESELA_DICE_H
#define TESELA_DICE_H

#include <stdint.h>

/* Marsaglia's xorshift64 ("Xorshift RNGs", JSS 8, 2003); never 0. */
typedef uint64_t dice;

static inline dice dice_of(uint64_t seed) {
  return (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline int below(dice *rng, int n) {
  *rng ^= *rng << 13;
  *rng ^= *rng >> 7;
  *rng ^= *rng << 17;
  return (int)((*rng >> 33) % (uint64_t)n);
}

#endif
