/* rng.c: the only source of randomness.
 *
 * xoshiro256** keeps four words, at least one of which is not 0. Seeding steps
 * through splitmix64, a bijection of a counter: no two outputs in a row are
 * equal, so the four words are never all 0. */
#include "../tesela_bits.h"

uint64_t tes_splitmix64(uint64_t *seed) {
  uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void tes_rng_seed(tes_rng *rng, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    rng->s[i] = tes_splitmix64(&seed);
  }
}

uint64_t tes_rng_next(tes_rng *rng) {
  return tes_next(rng);
}

/* Upper bits, drawn again while too large: on average fewer than two draws. */
static uint64_t below_wide(tes_rng *rng, uint64_t n) {
  const int shift = __builtin_clzll(n - 1);
  uint64_t x;
  do {
    x = tes_next(rng) >> shift;
  } while (x >= n);
  return x;
}

uint64_t tes_rng_below(tes_rng *rng, uint64_t n) {
  if (n <= UINT32_MAX) {
    return tes_below(rng, (uint32_t)n);
  }
  return below_wide(rng, n);
}
