/* placements.c: every placement of a colour, at every ply from scratch.
 *
 * The live corners are visited in ascending order. At each, the patch of
 * blocked cells and played pieces is one word, and a candidate of the batch for
 * the state of its neighbours is a placement if its mask misses the patch. A
 * corner that was visited is then blocked, so that no placement which covers
 * two of them is listed twice.
 *
 * There are two passes. The first only notes what is to be tried, a step for
 * every eight candidates; the second tries step after step, without a branch
 * (store always, advance if it holds). Runs end where no processor can guess:
 * in one pass each corner costs a wrong guess, and what was begun behind it is
 * thrown away.
 *
 * Of larger pieces the masks hold what is at most four steps from the corner.
 * Wide rules look at the other squares, and at what was played, one by one.
 *
 * In most playouts a colour answers what its opponents have just placed, if it
 * can: the corner cells of these pieces, where they may go on, and what is
 * beside them. A candidate meets such cells if its mask meets their patch; of
 * those that meet the most, corner cells counting twice, one is drawn.
 *
 * Where playouts draw, a live corner is drawn first, and then a placement
 * there; where it has none, another is drawn. */
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

/* Eight candidates to try: corner << 16 | number of the first. */
typedef uint32_t step;

/* Steps are written by sixteen and counted afterwards. Next to a piece of the
 * colour a corner has three blocked neighbours, and a batch is one block at
 * most; only a first piece may have more to try, 52 steps (414 candidates) at
 * each of up to 100 start cells (tables.c), which are fewer in all. */
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

/* That from which an entry's `back` is taken. */
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

/* Takes one of the `count` bits of a set, each as likely as the others. */
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

/* Draws corners until there is a placement at one, and lists those there. */
TES_INLINE tes_move *list_drawn(const tables *t, const blokus *b, int colour,
                                tes_rng *rng, tes_move *out, trier *try_eight) {
  walled blocked;
  uint64_t live[WORDS];
  uint32_t left = 0;
  const uint64_t played = b->played[colour] | PATCH_ALWAYS;
  wall_in(t, b, colour, &blocked);
  for (int i = 0; i < WORDS; i++) {
    live[i] = b->corner[colour][i] & ~blocked.word[WALL + i];
    left += (uint32_t)tes_popcount(live[i]);
  }
  for (tes_move *end = out; left > 0; left--) {
    const int corner = draw_bit(live, left, rng);
    const uint64_t around = patch_at(&blocked, corner);
    const batch r = t->batch[patch_neighbours(around)];
    for (uint32_t k = r.from; k < r.to; k += BATCH) {
      end = try_eight(t->mask + k, t->back + k, around | played,
                      base_of(corner), end);
    }
    if (end > out) return end;
  }
  return out;
}

static tes_move *drawn_any(const tables *t, const blokus *b, int colour,
                           tes_rng *rng, tes_move *out) {
  return list_drawn(t, b, colour, rng, out, try_plain);
}

/* ---- wide ---- */

/* Does a form whose cells near the corner are free fit as a whole? */
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

static tes_move *list_corner(const tables *t, const walled *blocked, int corner,
                             uint64_t played, tes_move *out) {
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
      out = list_corner(t, &blocked, 64 * i + tes_lowest(live),
                        b->played[colour], out);
      blocked.word[WALL + i] |= live & -live;
    }
  }
  return out;
}

/* ---- newer instructions ---- */

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

TES_TARGET(TES_AVX2)
static inline __m256i four(const uint64_t *words) {
  return _mm256_loadu_si256((const __m256i *)words);
}

/* Writes the moves of those of four candidates whose `hit` is zero. */
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

/* The same of what else belongs to them. */
TES_TARGET(TES_AVX2)
static inline void put_hits_avx2(__m256i hit, __m256i words, uint64_t *out) {
  const __m256i misses = _mm256_cmpeq_epi64(hit, _mm256_setzero_si256());
  const int lanes = _mm256_movemask_pd(_mm256_castsi256_pd(misses));
  const __m256i order = _mm256_loadu_si256((const __m256i *)squeeze[lanes]);
  _mm256_storeu_si256((__m256i *)out,
                      _mm256_permutevar8x32_epi32(words, order));
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

/* ---- answers to what others placed last ---- */

/* Of a candidate: its move, and the cells of the target that it covers. */
enum { ANSWERS = 432 }; /* room for the candidates of a corner, and a vector */
typedef struct answers {
  tes_move move[ANSWERS];
  uint64_t hit[ANSWERS];
} answers;

/* Writes those of eight candidates that are placements and meet the target,
 * behind the first `count`; returns how many there are then. */
typedef size_t meeter(const uint64_t *mask, const uint32_t *back,
                      uint64_t patch, uint64_t aim, tes_move base, answers *a,
                      size_t count);

TES_INLINE size_t meet_plain(const uint64_t *mask, const uint32_t *back,
                             uint64_t patch, uint64_t aim, tes_move base,
                             answers *a, size_t count) {
  TES_UNROLL
  for (int i = 0; i < BATCH; i++) {
    a->move[count] = base - back[i];
    a->hit[count] = mask[i] & aim;
    count += (mask[i] & patch) == 0 && (mask[i] & aim) != 0;
  }
  return count;
}

/* Adds a piece of another colour to the target: its corner cells, where that
 * colour may go on, and what is beside them. They all lie in five words, of
 * which the second is that of its first cell. */
TES_INLINE void aim_at(const form *f, int cell, const walled *blocked,
                       walled *cells, walled *twice) {
  enum { SPAN = 5 };
  const int first = WALL - 1 + ((cell - ORIGIN) >> 6);
  const int shift = (cell - ORIGIN) & 63;
  uint64_t corner[SPAN + 2] = {0}, carry = 0;
  for (int i = 0; i < 3; i++) {
    corner[i + 2] = f->corner[i] << shift | carry;
    carry = f->corner[i] >> 1 >> (63 - shift);
  }
  for (int i = 0; i < SPAN; i++) corner[i + 1] &= ~blocked->word[first + i];
  for (int i = 0; i < SPAN; i++) {
    const uint64_t low = corner[i], x = corner[i + 1], high = corner[i + 2];
    const uint64_t beside = x | x << 1 | low >> 63 | x >> 1 | high << 63 |
                            x << PITCH | low >> (64 - PITCH) | x >> PITCH |
                            high << (64 - PITCH);
    twice->word[first + i] |= x;
    cells->word[first + i] |= beside & ~blocked->word[first + i];
  }
}

/* Where the search for the best stands: the most cells so far. */
typedef struct answering {
  choices *best;
  int cells;
  uint64_t played;
} answering;

/* Appends those with the most; with more than any before it begins again. */
TES_INLINE void keep_best(const tables *t, const answers *a, size_t count,
                          uint64_t twice, answering *to) {
  choices *best = to->best;
  for (size_t i = 0; i < count; i++) {
    const int cells = tes_popcount(a->hit[i]) + tes_popcount(a->hit[i] & twice);
    if (cells < to->cells) continue;
    if (cells > to->cells) {
      to->cells = cells;
      best->count = 0;
      best->weight = 0;
    }
    best->move[best->count++] = a->move[i];
    best->weight += t->weight[move_form(a->move[i])];
  }
}

TES_INLINE void answer_at(const tables *t, int corner, uint64_t patch,
                          uint64_t aim, uint64_t twice, answering *to,
                          meeter *meet_eight) {
  const batch r = t->batch[patch_neighbours(patch)];
  answers a;
  size_t count = 0;
  patch |= to->played;
  for (uint32_t k = r.from; k < r.to; k += BATCH) {
    count = meet_eight(t->mask + k, t->back + k, patch, aim, base_of(corner),
                       &a, count);
  }
  keep_best(t, &a, count, twice, to);
}

/* The target: what the mover may cover of it. Is there any? */
TES_INLINE bool aim(const tables *t, const blokus *b, unsigned foes,
                    const walled *blocked, walled *cells, walled *twice) {
  const int pieces = t->colours > 2 ? 1 : RECENT;
  walled theirs = *blocked;
  uint64_t any = 0;
  for (int c = 0; c < t->colours; c++) {
    if (!(foes >> c & 1) || b->recent[c][0] == 0) continue;
    fill_blocked(t, b, c, theirs.word + WALL);
    for (int i = 0; i < pieces && b->recent[c][i] != 0; i++) {
      const tes_move move = (tes_move)b->recent[c][i];
      aim_at(&t->form[move_form(move)], move_cell(move), &theirs, cells, twice);
    }
  }
  for (int i = WALL; i < WALL + WORDS; i++) {
    cells->word[i] &= ~blocked->word[i];
    any |= cells->word[i];
  }
  return any != 0;
}

TES_INLINE void answer_all(const tables *t, const blokus *b, int colour,
                           unsigned foes, choices *best, meeter *meet_eight) {
  walled blocked, cells = {{0}}, twice = {{0}};
  answering to = {best, 0, b->played[colour] | PATCH_ALWAYS};
  best->count = 0;
  best->weight = 0;
  wall_in(t, b, colour, &blocked);
  if (!aim(t, b, foes, &blocked, &cells, &twice)) return;
  for (int i = 0; i < WORDS; i++) {
    uint64_t live = b->corner[colour][i] & ~blocked.word[WALL + i];
    for (; live != 0; live &= live - 1) {
      const int corner = 64 * i + tes_lowest(live);
      const uint64_t near = patch_at(&cells, corner);
      if (near == 0) continue;
      answer_at(t, corner, patch_at(&blocked, corner), near,
                patch_at(&twice, corner), &to, meet_eight);
      blocked.word[WALL + i] |= live & -live;
    }
  }
}

static void answers_any(const tables *t, const blokus *b, int colour,
                        unsigned foes, choices *best) {
  answer_all(t, b, colour, foes, best, meet_plain);
}

#if TES_X86
TES_TARGET(TES_AVX2)
static inline size_t meet_avx2(const uint64_t *mask, const uint32_t *back,
                               uint64_t patch, uint64_t aim, tes_move base,
                               answers *a, size_t count) {
  const __m256i taken = _mm256_set1_epi64x((long long)patch);
  const __m256i target = _mm256_set1_epi64x((long long)aim);
  TES_UNROLL
  for (int i = 0; i < BATCH; i += 4) {
    const __m256i cells = four(mask + i), met = _mm256_and_si256(cells, target);
    const __m256i fails =
        _mm256_or_si256(_mm256_and_si256(cells, taken),
                        _mm256_cmpeq_epi64(met, _mm256_setzero_si256()));
    put_hits_avx2(fails, met, a->hit + count);
    count =
        (size_t)(put_avx2(fails, back + i, base, a->move + count) - a->move);
  }
  return count;
}

TES_TARGET(TES_AVX2)
static void answers_avx2(const tables *t, const blokus *b, int colour,
                         unsigned foes, choices *best) {
  answer_all(t, b, colour, foes, best, meet_avx2);
}

TES_TARGET(TES_AVX512)
static inline size_t meet_avx512(const uint64_t *mask, const uint32_t *back,
                                 uint64_t patch, uint64_t aim, tes_move base,
                                 answers *a, size_t count) {
  const __m512i cells = _mm512_loadu_si512(mask);
  const __m512i taken = _mm512_set1_epi64((long long)patch);
  const __m512i target = _mm512_set1_epi64((long long)aim);
  const __mmask8 meets = _mm512_mask_test_epi64_mask(
      _mm512_testn_epi64_mask(cells, taken), cells, target);
  _mm512_storeu_si512(
      a->hit + count,
      _mm512_maskz_compress_epi64(meets, _mm512_and_si512(cells, target)));
  return (size_t)(put_avx512(meets, back, base, a->move + count) - a->move);
}

TES_TARGET(TES_AVX512)
static void answers_avx512(const tables *t, const blokus *b, int colour,
                           unsigned foes, choices *best) {
  answer_all(t, b, colour, foes, best, meet_avx512);
}
#endif

/* ---- which of them runs ---- */

answerer *blokus_answerer(tes_cpu cpu) {
#if TES_X86
  if (cpu >= TES_CPU_AVX512) return answers_avx512;
  if (cpu >= TES_CPU_AVX2) return answers_avx2;
#endif
  (void)cpu;
  return answers_any;
}

lister *blokus_lister(bool wide, tes_cpu cpu) {
  if (wide) return list_wide;
#if TES_X86
  if (cpu >= TES_CPU_AVX512) return narrow_avx512;
  if (cpu >= TES_CPU_AVX2) return narrow_avx2;
#endif
  (void)cpu;
  return narrow_any;
}

drawer *blokus_drawer(tes_cpu cpu) {
#if TES_X86
  if (cpu >= TES_CPU_AVX512) return drawn_avx512;
  if (cpu >= TES_CPU_AVX2) return drawn_avx2;
#endif
  (void)cpu;
  return drawn_any;
}

/* ---- is there any? ---- */

/* The same walks in one pass, up to the first placement. */
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
