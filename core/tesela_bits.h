/* tesela_bits.h: bit tricks and the random generator, inline for hot paths.
 *
 * Every function here is TES_INLINE, so that code built for newer instructions
 * (see TES_TARGET) compiles its helpers for them too: with the target "popcnt",
 * __builtin_popcountll is one instruction, without it a few shifts and adds. */
#ifndef TESELA_BITS_H
#define TESELA_BITS_H

#include "tesela.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define TES_INLINE static inline __attribute__((always_inline))
#else
#define TES_INLINE static inline
#endif

/* Goes before a hot loop with few rounds: gcc unrolls at -O2 only if asked;
 * clang does so by itself. */
#if defined(__GNUC__) && !defined(__clang__)
#define TES_UNROLL _Pragma("GCC unroll 8")
#else
#define TES_UNROLL
#endif

/* ---- assertions ----
 *
 * For promises made by the caller, and for facts that a comment nearby proves.
 * TES_ASSERT is only in test builds; TES_ALWAYS is in all, for checks that cost
 * nothing. A user's mistake is never an assertion but an error with a
 * message. */
#define TES_ALWAYS(holds) \
  ((holds) ? (void)0 : tes_broken(#holds, __FILE__, __LINE__))
#ifdef TESELA_ASSERTS
#define TES_ASSERT(holds) TES_ALWAYS(holds)
#else
#define TES_ASSERT(holds) ((void)sizeof(holds))
#endif

/* ---- newer instructions ----
 *
 * On x86-64 with gcc or clang, a hot function may exist several times, each
 * built for a level of instructions; rules->cpu chooses one when rules are
 * opened. A level includes those below it. */
typedef enum tes_cpu {
  TES_CPU_ANY,   /* instructions that every CPU of this kind has */
  TES_CPU_BMI2,  /* popcnt, tzcnt, pdep */
  TES_CPU_AVX2,  /* four words at a time */
  TES_CPU_AVX512 /* eight words at a time, and compress */
} tes_cpu;

#if defined(__x86_64__) && defined(__GNUC__)
#define TES_X86 1
#define TES_TARGET(features) __attribute__((target(features)))
#define TES_BMI2 "popcnt,bmi,bmi2"
#define TES_AVX2 TES_BMI2 ",avx2"
#define TES_AVX512 TES_AVX2 ",avx512f,avx512vl"
#else
#define TES_X86 0
#define TES_TARGET(features)
#endif

TES_INLINE uint64_t tes_rotl(uint64_t x, int k) {
  return (x << k) | (x >> (64 - k));
}

/* tes_rng_next, inline. */
TES_INLINE uint64_t tes_next(tes_rng *rng) {
  uint64_t *s = rng->s;
  const uint64_t result = tes_rotl(s[1] * 5, 7) * 9;
  const uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = tes_rotl(s[3], 45);
  return result;
}

/* tes_rng_below for n in 1..2^32-1, inline. */
TES_INLINE uint32_t tes_below(tes_rng *rng, uint32_t n) {
  uint64_t product = (tes_next(rng) >> 32) * n;
  if ((uint32_t)product < n) {
    const uint32_t threshold = -n % n;
    while ((uint32_t)product < threshold) {
      product = (tes_next(rng) >> 32) * n;
    }
  }
  return (uint32_t)(product >> 32);
}

TES_INLINE int tes_popcount(uint64_t x) {
  return __builtin_popcountll(x);
}

/* The lowest bit's number; x must not be 0. */
TES_INLINE int tes_lowest(uint64_t x) {
  return __builtin_ctzll(x);
}

/* The highest bit's number; x must not be 0. */
TES_INLINE int tes_highest(uint64_t x) {
  return 63 - __builtin_clzll(x);
}

/* The position of set bit number `index`, from the lowest (0). Playouts are
 * built once with each of the two functions. */
typedef int (*tes_select)(uint64_t set, unsigned index);

TES_INLINE int tes_select_portable(uint64_t set, unsigned index) {
  for (; index > 0; index--) set &= set - 1;
  return tes_lowest(set);
}

#if TES_X86
TES_TARGET(TES_BMI2)
static inline int tes_select_bmi2(uint64_t set, unsigned index) {
  return (int)_tzcnt_u64(_pdep_u64(UINT64_C(1) << index, set));
}
#else
#define tes_select_bmi2 tes_select_portable
#endif

/* Defines the playout NAME twice, from BODY, a TES_INLINE function with the
 * arguments of a playout and a tes_select. */
#define TES_PLAYOUT(NAME, BODY)                                        \
  static int64_t NAME##_any(const tes_rules *rules, tes_state *state,  \
                            tes_rng *rng, tes_work *work) {            \
    return BODY(rules, state, rng, work, tes_select_portable);         \
  }                                                                    \
  TES_TARGET(TES_BMI2)                                                 \
  static int64_t NAME##_bmi2(const tes_rules *rules, tes_state *state, \
                             tes_rng *rng, tes_work *work) {           \
    return BODY(rules, state, rng, work, tes_select_bmi2);             \
  }                                                                    \
  int64_t NAME(const tes_rules *rules, tes_state *state, tes_rng *rng, \
               tes_work *work) {                                       \
    return (rules->cpu >= TES_CPU_BMI2 ? NAME##_bmi2 : NAME##_any)(    \
        rules, state, rng, work);                                      \
  }

/* Does the work of signal handlers on systems without signals. */
#ifndef TES_STEP
#define TES_STEP() ((void)0)
#endif

/* The flag is set by a signal handler or by another thread. */
TES_INLINE bool tes_is_stopped(const tes_work *work) {
  TES_STEP();
  return work->stop != NULL && __atomic_load_n(work->stop, __ATOMIC_RELAXED);
}

/* Has the caller asked to stop? Long loops check this every few moves, and then
 * return TES_ESTOPPED; `work` has the message. */
TES_INLINE bool tes_stopped(tes_work *work) {
  if (!tes_is_stopped(work)) return false;
  tes_fail(&work->error, TES_ESTOPPED, "interrupted!");
  return true;
}

#endif
