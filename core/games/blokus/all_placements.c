/* all_placements.c: lists every placement of a colour, from scratch at every
 * ply. (one_placement.c decides whether a given placement fits.)
 *
 * The live corners are visited in ascending order. At each corner, the patch of
 * blocked cells and played pieces is one word, and a candidate of the batch for
 * the state of the corner's neighbours is a placement if its mask misses the
 * patch. A visited corner is then blocked, so that no placement that covers two
 * corners is listed twice.
 *
 * There are two passes. The first only notes the candidates to try, in steps of
 * eight; the second tries one step after another, without a branch (it always
 * stores, and advances if the placement fits). The ends of batches are
 * unpredictable: in a single pass each corner would cost a misprediction, which
 * discards the work begun after it.
 *
 * For larger pieces the masks contain only the cells at most four steps from
 * the corner. Wide rules check the other squares, and the played pieces, one by
 * one.
 *
 * A playout first draws a live corner, and then one of its placements; if the
 * corner has none, it draws another. */
#include "patch.h"

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

/* Eight candidates to try: corner << 16 | index of the first. */
typedef uint32_t step;

/* Steps are written sixteen at a time and counted afterwards. Next to a piece
 * of the colour a corner has three blocked neighbours, and its batch is at most
 * one block. Only a first piece may have more to try: 52 steps (414 candidates)
 * at each of up to 100 start cells (tables.c), which is fewer in all. */
enum { BLOCK = 16, STEPS_MAX = SIDE_MAX * SIDE_MAX * BLOCK + BLOCK };

TES_INLINE void write_block(step *steps, step first) {
  for (uint32_t i = 0; i < BLOCK; i++) steps[i] = first + BATCH * i;
}

TES_INLINE step *add_steps(step *end, int corner, uint32_t from, uint32_t to) {
  const step first = (step)corner << 16 | from;
  const uint32_t count = (to - from) / BATCH;
  write_block(end, first);
  for (uint32_t i = BLOCK; i < count; i += BLOCK) {
    write_block(end + i, first + BATCH * i);
  }
  return end + count;
}

/* Writes the placements among eight candidates and returns their end. */
typedef tes_move *trier(const uint64_t *mask, const uint32_t *back,
                        uint64_t patch, tes_move base, tes_move *out);

/* The base from which an entry's `back` is subtracted. */
TES_INLINE tes_move base_of(int corner) {
  return move_of(corner, FORMS_MAX - 1);
}

TES_INLINE tes_move *try_plain(const uint64_t *mask, const uint32_t *back,
                               uint64_t patch, tes_move base, tes_move *out) {
  TES_UNROLL
  for (int i = 0; i < BATCH; i++) {
    *out = base - back[i];
    out += (mask[i] & patch) == 0;
  }
  return out;
}

TES_INLINE void wall_in(const tables *t, const blokus *b, int colour,
                        walled *set) {
  for (int i = 0; i < WALL; i++) set->word[i] = ~UINT64_C(0);
  for (int i = 0; i < 2; i++) set->word[WALL + WORDS + i] = ~UINT64_C(0);
  fill_blocked(t, b, colour, set->word + WALL);
}

/* The first pass: returns the end of the steps, and the corners' patches. */
TES_INLINE step *plan(const tables *t, const blokus *b, int colour, step *steps,
                      uint64_t *patch) {
  step *end = steps;
  walled blocked;
  uint64_t live[WORDS];
  const uint64_t played = b->played[colour] | PATCH_ALWAYS;
  wall_in(t, b, colour, &blocked);
  for (int i = 0; i < WORDS; i++) {
    live[i] = b->corner[colour][i] & ~blocked.word[WALL + i];
  }
  for (int i = 0; i < WORDS; i++) {
    for (; live[i] != 0; live[i] &= live[i] - 1) {
      const int corner = 64 * i + tes_lowest(live[i]);
      const uint64_t around = patch_at(&blocked, corner);
      const batch r = t->batch[patch_neighbours(around)];
      patch[corner] = around | played;
      TES_ASSERT(end - steps + (r.to - r.from) / BATCH + BLOCK <= STEPS_MAX);
      end = add_steps(end, corner, r.from, r.to);
      blocked.word[WALL + i] |= live[i] & -live[i];
    }
  }
  return end;
}

TES_INLINE tes_move *list_all(const tables *t, const blokus *b, int colour,
                              tes_move *out, trier *try_eight) {
  step steps[STEPS_MAX];
  uint64_t patch[64 * WORDS];
  const step *end = plan(t, b, colour, steps, patch);
  const uint64_t *mask = t->mask;
  const uint32_t *back = t->back;
  for (const step *s = steps; s < end; s++) {
    const uint32_t corner = *s >> 16, from = *s & 0xffff;
    out = try_eight(mask + from, back + from, patch[corner],
                    base_of((int)corner), out);
  }
  return out;
}

static tes_move *narrow_any(const tables *t, const blokus *b, int colour,
                            tes_move *out) {
  return list_all(t, b, colour, out, try_plain);
}

/* ---- wide rules ---- */

/* Does a form whose cells near the corner are free fit completely? */
static bool fits_wide(const tables *t, const walled *blocked, uint64_t played,
                      tes_move move) {
  const form *f = &t->form[move_form(move)];
  const int first = (int)(move >> 9) + 64 * WALL; /* may be below the board */
  if (f->bit & played) return false;
  for (int i = 0; i < f->size; i++) {
    const int bit = first + PITCH * f->dy[i] + f->dx[i];
    if (has_bit(blocked->word, bit)) return false;
  }
  return true;
}

static tes_move *list_wide_corner(const tables *t, const walled *blocked,
                                  int corner, uint64_t played, tes_move *out) {
  const uint64_t patch = patch_at(blocked, corner) | PATCH_ALWAYS;
  const batch r = t->batch[patch_neighbours(patch)];
  for (uint32_t k = r.from; k < r.to; k++) {
    if (t->mask[k] & patch) continue;
    *out = base_of(corner) - t->back[k];
    out += fits_wide(t, blocked, played, *out);
  }
  return out;
}

static tes_move *list_wide(const tables *t, const blokus *b, int colour,
                           tes_move *out) {
  walled blocked;
  wall_in(t, b, colour, &blocked);
  for (int i = 0; i < WORDS; i++) {
    uint64_t live = b->corner[colour][i] & ~blocked.word[WALL + i];
    for (; live != 0; live &= live - 1) {
      out = list_wide_corner(t, &blocked, 64 * i + tes_lowest(live),
                             b->played[colour], out);
      blocked.word[WALL + i] |= live & -live;
    }
  }
  return out;
}

/* ---- drawn corners ---- */

/* Removes and returns a random one of the `count` bits of a set. */
TES_INLINE int draw_bit(uint64_t *set, uint32_t count, tes_rng *rng) {
  uint32_t before = tes_below(rng, count);
  int i = 0;
  for (; before >= (uint32_t)tes_popcount(set[i]); i++) {
    before -= (uint32_t)tes_popcount(set[i]);
  }
  uint64_t rest = set[i];
  for (; before > 0; before--) rest &= rest - 1;
  set[i] ^= rest & -rest;
  return 64 * i + tes_lowest(rest);
}

TES_INLINE tes_move *list_narrow_corner(const tables *t, const walled *blocked,
                                        int corner, uint64_t played,
                                        tes_move *out, trier *try_eight) {
  const uint64_t patch = patch_at(blocked, corner);
  const batch r = t->batch[patch_neighbours(patch)];
  for (uint32_t k = r.from; k < r.to; k += BATCH) {
    out = try_eight(t->mask + k, t->back + k, patch | played | PATCH_ALWAYS,
                    base_of(corner), out);
  }
  return out;
}

/* Draws corners until one has a placement, and lists its placements. Wide rules
 * cannot try eight at once. */
TES_INLINE tes_move *list_drawn(const tables *t, const blokus *b, int colour,
                                tes_rng *rng, tes_move *out, trier *try_eight) {
  walled blocked;
  uint64_t live[WORDS];
  uint32_t left = 0;
  const uint64_t played = b->played[colour];
  wall_in(t, b, colour, &blocked);
  for (int i = 0; i < WORDS; i++) {
    live[i] = b->corner[colour][i] & ~blocked.word[WALL + i];
    left += (uint32_t)tes_popcount(live[i]);
  }
  for (tes_move *end; left > 0; left--) {
    const int corner = draw_bit(live, left, rng);
    end = try_eight == NULL
              ? list_wide_corner(t, &blocked, corner, played, out)
              : list_narrow_corner(t, &blocked, corner, played, out, try_eight);
    if (end > out) return end;
  }
  return out;
}

static tes_move *drawn_wide(const tables *t, const blokus *b, int colour,
                            tes_rng *rng, tes_move *out) {
  return list_drawn(t, b, colour, rng, out, NULL);
}

static tes_move *drawn_any(const tables *t, const blokus *b, int colour,
                           tes_rng *rng, tes_move *out) {
  return list_drawn(t, b, colour, rng, out, try_plain);
}

/* ---- newer instructions ---- */

#if TES_X86
/* By a number of four bits: the 64-bit lanes of its 1 bits. */
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

TES_TARGET(TES_AVX2)
static inline __m256i four(const uint64_t *words) {
  return _mm256_loadu_si256((const __m256i *)words);
}

/* Of four candidates, writes the moves of those whose `hit` is zero. */
TES_TARGET(TES_AVX2)
static inline tes_move *put_avx2(__m256i hit, const uint32_t *back,
                                 tes_move base, tes_move *out) {
  const __m256i misses = _mm256_cmpeq_epi64(hit, _mm256_setzero_si256());
  const int lanes = _mm256_movemask_pd(_mm256_castsi256_pd(misses));
  const __m256i order = _mm256_loadu_si256((const __m256i *)squeeze[lanes]);
  const __m256i moves = _mm256_sub_epi64(
      _mm256_set1_epi64x(base),
      _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)back)));
  _mm256_storeu_si256((__m256i *)out,
                      _mm256_permutevar8x32_epi32(moves, order));
  return out + __builtin_popcount((unsigned)lanes);
}

TES_TARGET(TES_AVX2)
static inline tes_move *try_avx2(const uint64_t *mask, const uint32_t *back,
                                 uint64_t patch, tes_move base, tes_move *out) {
  const __m256i taken = _mm256_set1_epi64x((long long)patch);
  TES_UNROLL
  for (int i = 0; i < BATCH; i += 4) {
    const __m256i hit = _mm256_and_si256(four(mask + i), taken);
    out = put_avx2(hit, back + i, base, out);
  }
  return out;
}

TES_TARGET(TES_AVX2)
static tes_move *narrow_avx2(const tables *t, const blokus *b, int colour,
                             tes_move *out) {
  return list_all(t, b, colour, out, try_avx2);
}

TES_TARGET(TES_AVX2)
static tes_move *drawn_avx2(const tables *t, const blokus *b, int colour,
                            tes_rng *rng, tes_move *out) {
  return list_drawn(t, b, colour, rng, out, try_avx2);
}

TES_TARGET(TES_AVX512)
static inline tes_move *put_avx512(__mmask8 misses, const uint32_t *back,
                                   tes_move base, tes_move *out) {
  const __m256i eight = _mm256_loadu_si256((const __m256i *)back);
  const __m512i moves =
      _mm512_sub_epi64(_mm512_set1_epi64(base), _mm512_cvtepu32_epi64(eight));
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(misses, moves));
  return out + __builtin_popcount(misses);
}

TES_TARGET(TES_AVX512)
static inline tes_move *try_avx512(const uint64_t *mask, const uint32_t *back,
                                   uint64_t patch, tes_move base,
                                   tes_move *out) {
  const __m512i taken = _mm512_set1_epi64((long long)patch);
  const __mmask8 misses =
      _mm512_testn_epi64_mask(_mm512_loadu_si512(mask), taken);
  return put_avx512(misses, back, base, out);
}

TES_TARGET(TES_AVX512)
static tes_move *narrow_avx512(const tables *t, const blokus *b, int colour,
                               tes_move *out) {
  return list_all(t, b, colour, out, try_avx512);
}

TES_TARGET(TES_AVX512)
static tes_move *drawn_avx512(const tables *t, const blokus *b, int colour,
                              tes_rng *rng, tes_move *out) {
  return list_drawn(t, b, colour, rng, out, try_avx512);
}
#endif

/* ---- choosing one ---- */

lister *blokus_lister(bool wide, tes_cpu cpu) {
  if (wide) return list_wide;
#if TES_X86
  if (cpu >= TES_CPU_AVX512) return narrow_avx512;
  if (cpu >= TES_CPU_AVX2) return narrow_avx2;
#endif
  (void)cpu;
  return narrow_any;
}

drawer *blokus_drawer(bool wide, tes_cpu cpu) {
  if (wide) return drawn_wide;
#if TES_X86
  if (cpu >= TES_CPU_AVX512) return drawn_avx512;
  if (cpu >= TES_CPU_AVX2) return drawn_avx2;
#endif
  (void)cpu;
  return drawn_any;
}

/* ---- is there any placement? ---- */

/* Searches in one pass, up to the first placement. */
static bool has_entry(const tables *t, const walled *blocked, int corner,
                      uint64_t played) {
  const uint64_t patch = patch_at(blocked, corner) | PATCH_ALWAYS;
  const uint64_t taken = t->wide ? patch : patch | played;
  const batch r = t->batch[patch_neighbours(patch)];
  for (uint32_t k = r.from; k < r.to; k++) {
    if (t->mask[k] & taken) continue;
    if (!t->wide) return true;
    if (fits_wide(t, blocked, played, base_of(corner) - t->back[k])) {
      return true;
    }
  }
  return false;
}

bool blokus_can_place(const tables *t, const blokus *b, int colour) {
  walled blocked;
  const uint64_t played = b->played[colour];
  if (played == t->all) return false;
  wall_in(t, b, colour, &blocked);
  for (int i = 0; i < WORDS; i++) {
    uint64_t live = b->corner[colour][i] & ~blocked.word[WALL + i];
    for (; live != 0; live &= live - 1) {
      const int corner = 64 * i + tes_lowest(live);
      if (has_entry(t, &blocked, corner, played)) return true;
    }
  }
  return false;
}
