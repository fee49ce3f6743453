/* placements.c: every placement of a colour, at every ply from scratch.
 *
 * The live corners are visited in ascending order. At each, the window of
 * blocked cells and played pieces is one word, and a candidate of the run for
 * the state of its neighbours is a placement if its mask misses the window. A
 * corner that was visited is then blocked, so that no placement which covers
 * two of them is listed twice.
 *
 * There are two passes. The first only notes what is to be tried, a step for
 * every eight candidates; the second tries step after step, without a branch
 * (store always, advance if it holds). Runs end where no processor can guess:
 * in one pass each corner costs a wrong guess, and what was begun behind it is
 * thrown away. */
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

/* Eight candidates to try: corner << 16 | number of the first. */
typedef uint32_t step;

/* Steps are written by sixteen and counted afterwards. Next to a piece of the
 * colour a corner has three blocked neighbours, and a run is one block at most;
 * only a first piece may have more to try, at no more than four cells. */
enum { BLOCK = 16, STEPS_MAX = SIDE_MAX * SIDE_MAX * BLOCK + BLOCK };

TES_INLINE void write_block(step *steps, step first) {
  for (uint32_t i = 0; i < BLOCK; i++) steps[i] = first + RUN * i;
}

TES_INLINE step *add_steps(step *end, int corner, uint32_t from, uint32_t to) {
  const step first = (step)corner << 16 | from;
  const uint32_t count = (to - from) / RUN;
  write_block(end, first);
  for (uint32_t i = BLOCK; i < count; i += BLOCK) {
    write_block(end + i, first + RUN * i);
  }
  return end + count;
}

/* Writes the placements among eight candidates and returns their end. */
typedef tes_move *trier(const tables *t, uint32_t from, uint64_t window,
                        int corner, tes_move *out);

TES_INLINE tes_move *try_plain(const tables *t, uint32_t from, uint64_t window,
                               int corner, tes_move *out) {
  const tes_move base = ((tes_move)corner << 7) + 127;
  TES_UNROLL
  for (uint32_t k = from; k < from + RUN; k++) {
    *out = base - t->back[k];
    out += (t->mask[k] & window) == 0;
  }
  return out;
}

TES_INLINE void wall_in(const tables *t, const blokus *b, int colour,
                        walled *set) {
  set->word[0] = set->word[WORDS + 1] = set->word[WORDS + 2] = ~UINT64_C(0);
  fill_blocked(t, b, colour, set->word + 1);
}

/* The first pass: returns the end of the steps, and the corners' windows. */
TES_INLINE step *plan(const tables *t, const blokus *b, int colour, step *end,
                      uint64_t *window) {
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
      const uint64_t around = window_at(&blocked, corner);
      const unsigned state = window_neighbours(around);
      window[corner] = around | played;
      end = add_steps(end, corner, t->first[state], t->first[state + 1]);
      blocked.word[i + 1] |= live[i] & -live[i];
    }
  }
  return end;
}

TES_INLINE tes_move *list_all(const tables *t, const blokus *b, int colour,
                              tes_move *out, trier *try_eight) {
  step steps[STEPS_MAX];
  uint64_t window[64 * WORDS];
  const step *end = plan(t, b, colour, steps, window);
  for (const step *s = steps; s < end; s++) {
    const uint32_t corner = *s >> 16;
    out = try_eight(t, *s & 0xffff, window[corner], (int)corner, out);
  }
  return out;
}

tes_move *blokus_list_portable(const tables *t, const blokus *b, int colour,
                               tes_move *out) {
  return list_all(t, b, colour, out, try_plain);
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
static inline tes_move *try_avx2(const tables *t, uint32_t from,
                                 uint64_t window, int corner, tes_move *out) {
  const __m256i base = _mm256_set1_epi64x(((tes_move)corner << 7) + 127);
  const __m256i taken = _mm256_set1_epi64x((long long)window);
  TES_UNROLL
  for (uint32_t i = from; i < from + RUN; i += 4) {
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
  return list_all(t, b, colour, out, try_avx2);
}

TES_TARGET(AVX512)
static inline tes_move *try_avx512(const tables *t, uint32_t from,
                                   uint64_t window, int corner, tes_move *out) {
  const __m512i base = _mm512_set1_epi64(((tes_move)corner << 7) + 127);
  const __m512i taken = _mm512_set1_epi64((long long)window);
  const __m512i mask = _mm512_loadu_si512(t->mask + from);
  const __m128i back = _mm_loadu_si128((const __m128i *)(t->back + from));
  const __mmask8 misses = _mm512_testn_epi64_mask(mask, taken);
  const __m512i moves = _mm512_sub_epi64(base, _mm512_cvtepu16_epi64(back));
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(misses, moves));
  return out + __builtin_popcount(misses);
}

TES_TARGET(AVX512)
tes_move *blokus_list_avx512(const tables *t, const blokus *b, int colour,
                             tes_move *out) {
  return list_all(t, b, colour, out, try_avx512);
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

/* The same walk in one pass, up to the first placement. */
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
