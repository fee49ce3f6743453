/* test_rng.c: the generator against published numbers and against chance.
 *
 * The reference sequences are those that implementations of splitmix64 and
 * xoshiro256** are usually compared by; the numbers of tes_rng_below and of
 * seeds come from a model in Python written from the comments of tesela.h.
 * The tests of uniformity have fixed seeds, so they pass or fail for good,
 * and they are shown to catch the two ways to be biased that come to mind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "at_table.h"

static void assert_u64(uint64_t got, uint64_t expected, const char *what) {
  if (got == expected) return;
  fail_msg("%s: %llu, expected %llu", what, (unsigned long long)got,
           (unsigned long long)expected);
}

/* ---- the sequences ---- */

static void splitmix64_is_splitmix64(void **state) {
  static const uint64_t expected[] = {
      UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
      UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
      UINT64_C(16408922859458223821)};
  uint64_t seed = 1234567;
  (void)state;
  for (size_t i = 0; i < COUNT_OF(expected); i++) {
    assert_u64(tes_splitmix64(&seed), expected[i], "splitmix64");
  }
}

static void xoshiro_is_xoshiro(void **state) {
  static const uint64_t expected[] = {11520,
                                      0,
                                      1509978240,
                                      UINT64_C(1215971899390074240),
                                      UINT64_C(1216172134540287360),
                                      UINT64_C(607988272756665600),
                                      UINT64_C(16172922978634559625),
                                      UINT64_C(8476171486693032832),
                                      UINT64_C(10595114339597558777),
                                      UINT64_C(2904607092377533576)};
  tes_rng rng = {{1, 2, 3, 4}};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(expected); i++) {
    assert_u64(tes_rng_next(&rng), expected[i], "xoshiro256**");
  }
}

static void seeding_is_four_steps_of_splitmix64(void **state) {
  static const uint64_t seeds[] = {0, 1, 1234567, TES_SEED_MAX, UINT64_MAX};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(seeds); i++) {
    uint64_t seed = seeds[i];
    tes_rng rng;
    tes_rng_seed(&rng, seed);
    for (int j = 0; j < 4; j++) {
      assert_u64(rng.s[j], tes_splitmix64(&seed), "word of a seed");
    }
  }
}

static void seeds_give_these_numbers(void **state) {
  static const struct {
    uint64_t seed, expected[4];
  } rows[] = {
      {0,
       {UINT64_C(11091344671253066420), UINT64_C(13793997310169335082),
        UINT64_C(1900383378846508768), UINT64_C(7684712102626143532)}},
      {1,
       {UINT64_C(12966619160104079557), UINT64_C(9600361134598540522),
        UINT64_C(10590380919521690900), UINT64_C(7218738570589545383)}},
      {42,
       {UINT64_C(1546998764402558742), UINT64_C(6990951692964543102),
        UINT64_C(12544586762248559009), UINT64_C(17057574109182124193)}},
      {TES_SEED_MAX,
       {UINT64_C(4096853559096369217), UINT64_C(15791922985970664313),
        UINT64_C(1971179688699188416), UINT64_C(13574082168775316473)}},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_rng rng;
    tes_rng_seed(&rng, rows[i].seed);
    for (int j = 0; j < 4; j++) {
      assert_u64(tes_rng_next(&rng), rows[i].expected[j], "number of a seed");
    }
  }
}

/* ---- numbers below n ---- */

#define THREE_30 (UINT64_C(3) << 30)
#define THREE_62 (UINT64_C(3) << 62)

static void below_gives_these_numbers(void **state) {
  static const struct {
    uint64_t seed, n, expected[6];
  } rows[] = {
      {1, 25, {17, 13, 14, 9, 17, 3}},
      {7, 1000, {700, 278, 839, 981, 990, 872}},
      {7,
       THREE_30,
       {2256714809, 897920560, 2704629366, 3160336982, 2811401642, 195696145}},
      {7,
       UINT32_MAX,
       {3008953078, 1197227413, 3606172488, 4213782642, 4255712491,
        3748535522}},
      {7,
       UINT64_C(1) << 32,
       {3008953079, 1197227414, 3606172489, 4213782643, 4255712492,
        3748535523}},
      {7,
       (UINT64_C(1) << 32) + 1,
       {2394454828, 521856389, 897096598, 3467812653, 1304090432, 3877665290}},
      {7,
       THREE_62,
       {UINT64_C(12923355070828475994), UINT64_C(5142052590334782674),
        UINT64_C(1120678062349637716), UINT64_C(1926500276298015196),
        UINT64_C(7447070967899653408), UINT64_C(2800512878259339619)}},
      {7,
       UINT64_MAX,
       {UINT64_C(12923355070828475994), UINT64_C(5142052590334782674),
        UINT64_C(15488392906492639638), UINT64_C(18098058644649177664),
        UINT64_C(18278145976438096664), UINT64_C(16099837482234907721)}},
      {9,
       UINT64_C(1) << 63,
       {UINT64_C(23828025356111920), UINT64_C(2319580045106576892),
        UINT64_C(1221748613630143883), UINT64_C(6757913274525099558),
        UINT64_C(8490898114641003698), UINT64_C(6865958487491340624)}},
      {9,
       (UINT64_C(1) << 63) + 1,
       {UINT64_C(47656050712223840), UINT64_C(4639160090213153785),
        UINT64_C(2443497227260287767), UINT64_C(2756707221161059333),
        UINT64_C(8371450445500814117), UINT64_C(3164814285299139116)}},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_rng rng;
    tes_rng_seed(&rng, rows[i].seed);
    for (int j = 0; j < 6; j++) {
      assert_u64(tes_rng_below(&rng, rows[i].n), rows[i].expected[j],
                 "number below n");
    }
  }
}

static void below_stays_below(void **state) {
  tes_rng rng;
  (void)state;
  tes_rng_seed(&rng, 5);
  for (uint64_t n = 1; n <= 1000; n++) {
    for (int i = 0; i < 300; i++) assert_true(tes_rng_below(&rng, n) < n);
  }
  for (int bit = 31; bit < 64; bit++) {
    const uint64_t power = UINT64_C(1) << bit;
    for (int i = 0; i < 300; i++) {
      assert_true(tes_rng_below(&rng, power - 1) < power - 1);
      assert_true(tes_rng_below(&rng, power) < power);
      assert_true(tes_rng_below(&rng, power + 1) < power + 1);
    }
  }
  for (int i = 0; i < 300; i++) {
    assert_true(tes_rng_below(&rng, UINT64_MAX) < UINT64_MAX);
  }
}

static void below_reaches_every_number(void **state) {
  tes_rng rng;
  (void)state;
  tes_rng_seed(&rng, 6);
  for (uint64_t n = 1; n <= 64; n++) {
    uint64_t seen = 0;
    for (int i = 0; i < 2000; i++) {
      seen |= UINT64_C(1) << tes_rng_below(&rng, n);
    }
    assert_u64(seen, n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1, "seen");
  }
}

/* A choice of one still takes a number, so that the sequence of a playout
 * does not depend on how many moves there were. */
static void below_one_draws_once(void **state) {
  tes_rng rng, next;
  (void)state;
  tes_rng_seed(&rng, 8);
  next = rng;
  for (int i = 0; i < 100; i++) {
    assert_u64(tes_rng_below(&rng, 1), 0, "below 1");
    tes_rng_next(&next);
    assert_memory_equal(&rng, &next, sizeof rng);
  }
}

/* ---- uniformity ---- */

typedef uint64_t (*draw)(tes_rng *rng, uint64_t n);

/* How a number becomes one of `bins` equally likely ones. */
enum fold { BY_SIZE, BY_REMAINDER };

static double chi_square(draw below, uint64_t n, unsigned bins, enum fold fold,
                         uint64_t seed) {
  enum { DRAWS = 400000 };
  unsigned count[1000] = {0};
  const double expected = (double)DRAWS / bins;
  double sum = 0;
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  for (int i = 0; i < DRAWS; i++) {
    const uint64_t x = below(&rng, n);
    count[fold == BY_SIZE ? x / (n / bins) : x % bins]++;
  }
  for (unsigned i = 0; i < bins; i++) {
    sum += (count[i] - expected) * (count[i] - expected) / expected;
  }
  return sum;
}

/* `limit` is exceeded by chance about once in a million. */
static const struct {
  uint64_t n;
  unsigned bins;
  enum fold fold;
  double limit;
} rows[] = {
    {2, 2, BY_SIZE, 24},
    {3, 3, BY_SIZE, 28},
    {7, 7, BY_SIZE, 39},
    {25, 25, BY_SIZE, 72},
    {1000, 1000, BY_SIZE, 1225},
    {THREE_30, 3, BY_SIZE, 28},
    {THREE_30, 3, BY_REMAINDER, 28},
    {THREE_62, 3, BY_SIZE, 28},
    {THREE_62, 3, BY_REMAINDER, 28},
    {UINT64_C(7) << 40, 7, BY_SIZE, 39},
};

static void below_is_uniform(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
      const double sum = chi_square(tes_rng_below, rows[i].n, rows[i].bins,
                                    rows[i].fold, seed);
      if (sum >= rows[i].limit) {
        fail_msg("below %llu: chi-square %.1f, expected less than %.0f",
                 (unsigned long long)rows[i].n, sum, rows[i].limit);
      }
    }
  }
}

/* Low numbers come too often. */
static uint64_t biased_remainder(tes_rng *rng, uint64_t n) {
  const uint64_t x = tes_rng_next(rng);
  return n <= UINT32_MAX ? (x >> 32) % n : x % n;
}

/* Lemire's method without drawing again: multiples of 3 come too often. */
static uint64_t biased_product(tes_rng *rng, uint64_t n) {
  return (tes_rng_next(rng) >> 32) * n >> 32;
}

static void bias_would_be_seen(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    assert_true(chi_square(biased_remainder, THREE_30, 3, BY_SIZE, seed) > 1e4);
    assert_true(chi_square(biased_remainder, THREE_62, 3, BY_SIZE, seed) > 1e4);
    assert_true(chi_square(biased_product, THREE_30, 3, BY_REMAINDER, seed) >
                1e4);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(splitmix64_is_splitmix64),
      cmocka_unit_test(xoshiro_is_xoshiro),
      cmocka_unit_test(seeding_is_four_steps_of_splitmix64),
      cmocka_unit_test(seeds_give_these_numbers),
      cmocka_unit_test(below_gives_these_numbers),
      cmocka_unit_test(below_stays_below),
      cmocka_unit_test(below_reaches_every_number),
      cmocka_unit_test(below_one_draws_once),
      cmocka_unit_test(below_is_uniform),
      cmocka_unit_test(bias_would_be_seen),
  };
  return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
