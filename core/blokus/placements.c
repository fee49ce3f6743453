/* placements.c: every placement of a colour, at every ply from scratch.
 *
 * The live corners are visited in ascending order. At each, the window of
 * blocked cells and played pieces is one word, the run of candidates for the
 * state of its neighbours is read from start to end, and a candidate whose
 * mask misses the window is a placement: a test without a branch (store
 * always, advance if it holds). A corner that was visited is then blocked, so
 * that no placement which covers two of them is listed twice. */
#include <string.h>

#include "window.h"

#if TES_X86
#include <immintrin.h>
#endif

/* Inline, so that it is built with the instructions of its caller. */
TES_INLINE void fill_blocked(const tables *t, const blokus *b, int colour,
                             uint64_t *blocked) {
  for (int i = 0; i < WORDS; i++) {
    blocked[i] = t->off[i] | b->own[0][i] | b->own[1][i] | b->own[2][i] |
                 b->own[3][i] | b->near[colour][i];
  }
}

void blokus_blocked(const tables *t, const blokus *b, int colour,
                    uint64_t blocked[WORDS]) {
  fill_blocked(t, b, colour, blocked);
}

void blokus_live(const tables *t, const blokus *b, int colour,
                 uint64_t live[WORDS]) {
  uint64_t blocked[WORDS];
  blokus_blocked(t, b, colour, blocked);
  for (int i = 0; i < WORDS; i++) live[i] = b->corner[colour][i] & ~blocked[i];
}

/* Writes the placements at one corner and returns their end. */
typedef tes_move *corner_lister(const tables *t, uint32_t from, uint32_t to,
                                uint64_t window, int corner, tes_move *out);

TES_INLINE tes_move *at_corner(const tables *t, uint32_t from, uint32_t to,
                               uint64_t window, int corner, tes_move *out) {
  const tes_move base = ((tes_move)corner << 7) + 127;
  for (uint32_t i = from; i < to; i += RUN) {
    TES_UNROLL
    for (uint32_t k = i; k < i + RUN; k++) {
      *out = base - t->back[k];
      out += (t->mask[k] & window) == 0;
    }
  }
  return out;
}

TES_INLINE void wall_in(const tables *t, const blokus *b, int colour,
                        walled *set) {
  set->word[0] = set->word[WORDS + 1] = set->word[WORDS + 2] = ~UINT64_C(0);
  fill_blocked(t, b, colour, set->word + 1);
}

TES_INLINE tes_move *list_all(const tables *t, const blokus *b, int colour,
                              tes_move *out, corner_lister *list) {
  walled blocked;
  uint64_t live[WORDS];
  const uint64_t played = b->played[colour] | WINDOW_ALWAYS;
  wall_in(t, b, colour, &blocked);
  for (int i = 0; i < WORDS; i++) {
    live[i] = b->corner[colour][i] & ~blocked.word[i + 1];
  }
  for (int i = 0; i < WORDS; i++) {
    for (; live[i] != 0; live[i] &= live[i] - 1) {
      const int corner = 64 * i + tes_lowest(live[i]);
      const uint64_t window = window_at(&blocked, corner);
      const unsigned state = window_neighbours(window);
      out = list(t, t->first[state], t->first[state + 1], window | played,
                 corner, out);
      blocked.word[i + 1] |= live[i] & -live[i];
    }
  }
  return out;
}

tes_move *blokus_list_portable(const tables *t, const blokus *b, int colour,
                               tes_move *out) {
  return list_all(t, b, colour, out, at_corner);
}

#if TES_X86
/* Where the lanes of 64 bits that are set in a number of 4 bits go to. */
#define LANE(n) 2 * (n), 2 * (n) + 1
static const int32_t squeeze[16][8] = {
    {0},
    {LANE(0)},
    {LANE(1)},
    {LANE(0), LANE(1)},
    {LANE(2)},
    {LANE(0), LANE(2)},
    {LANE(1), LANE(2)},
    {LANE(0), LANE(1), LANE(2)},
    {LANE(3)},
    {LANE(0), LANE(3)},
    {LANE(1), LANE(3)},
    {LANE(0), LANE(1), LANE(3)},
    {LANE(2), LANE(3)},
    {LANE(0), LANE(2), LANE(3)},
    {LANE(1), LANE(2), LANE(3)},
    {LANE(0), LANE(1), LANE(2), LANE(3)},
};

#define AVX2 "avx2,bmi,bmi2,popcnt,lzcnt"
#define AVX512 AVX2 ",avx512f,avx512vl"

TES_TARGET(AVX2)
static inline tes_move *at_corner_avx2(const tables *t, uint32_t from,
                                       uint32_t to, uint64_t window, int corner,
                                       tes_move *out) {
  const __m256i base = _mm256_set1_epi64x(((tes_move)corner << 7) + 127);
  const __m256i taken = _mm256_set1_epi64x((long long)window);
  for (uint32_t i = from; i < to; i += 4) {
    const __m256i mask = _mm256_loadu_si256((const __m256i *)(t->mask + i));
    const __m128i back = _mm_loadl_epi64((const __m128i *)(t->back + i));
    const __m256i misses = _mm256_cmpeq_epi64(_mm256_and_si256(mask, taken),
                                              _mm256_setzero_si256());
    const int lanes = _mm256_movemask_pd(_mm256_castsi256_pd(misses));
    const __m256i order = _mm256_loadu_si256((const __m256i *)squeeze[lanes]);
    const __m256i moves = _mm256_sub_epi64(base, _mm256_cvtepu16_epi64(back));
    _mm256_storeu_si256((__m256i *)out,
                        _mm256_permutevar8x32_epi32(moves, order));
    out += __builtin_popcount((unsigned)lanes);
  }
  return out;
}

TES_TARGET(AVX2)
tes_move *blokus_list_avx2(const tables *t, const blokus *b, int colour,
                           tes_move *out) {
  return list_all(t, b, colour, out, at_corner_avx2);
}

TES_TARGET(AVX512)
static inline tes_move *at_corner_avx512(const tables *t, uint32_t from,
                                         uint32_t to, uint64_t window,
                                         int corner, tes_move *out) {
  const __m512i base = _mm512_set1_epi64(((tes_move)corner << 7) + 127);
  const __m512i taken = _mm512_set1_epi64((long long)window);
  for (uint32_t i = from; i < to; i += RUN) {
    const __m512i mask = _mm512_loadu_si512(t->mask + i);
    const __m128i back = _mm_loadu_si128((const __m128i *)(t->back + i));
    const __mmask8 misses = _mm512_testn_epi64_mask(mask, taken);
    const __m512i moves = _mm512_sub_epi64(base, _mm512_cvtepu16_epi64(back));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(misses, moves));
    out += __builtin_popcount(misses);
  }
  return out;
}

TES_TARGET(AVX512)
tes_move *blokus_list_avx512(const tables *t, const blokus *b, int colour,
                             tes_move *out) {
  return list_all(t, b, colour, out, at_corner_avx512);
}
#endif

lister *blokus_fastest(void) {
#if TES_X86
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) {
    return blokus_list_avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    return blokus_list_avx2;
  }
#endif
  return blokus_list_portable;
}

/* The same walk, up to the first placement. */
bool blokus_can_place(const tables *t, const blokus *b, int colour) {
  walled blocked;
  const uint64_t played = b->played[colour] | WINDOW_ALWAYS;
  if (b->played[colour] == ALL_PLAYED) return false;
  wall_in(t, b, colour, &blocked);
  for (int i = 0; i < WORDS; i++) {
    uint64_t live = b->corner[colour][i] & ~blocked.word[i + 1];
    for (; live != 0; live &= live - 1) {
      const int corner = 64 * i + tes_lowest(live);
      const uint64_t window = window_at(&blocked, corner);
      const unsigned state = window_neighbours(window);
      for (uint32_t k = t->first[state]; k < t->first[state + 1]; k++) {
        if ((t->mask[k] & (window | played)) == 0) return true;
      }
    }
  }
  return false;
}
