/* outlook.c: an estimate of the differences in final points.
 *
 * It is a weighted sum of each colour's traits: the cells placed, the pieces
 * left, the wait for its turn, and its room. Room is measured in six areas,
 * each with the connections between its cells, because pieces need connected
 * cells: an area's edges are pairs of neighbours, its blocks are squares of
 * four. Many edges and few blocks mean narrow passages, and cells - edges +
 * blocks is the number of separate parts less the number of holes.
 *
 * The numbers were fitted to the results of searches in self-play, by
 * tests/bench/fit_outlook.c; they change with the number of pieces played,
 * linearly between knots. There are numbers for duo, and for classic with two
 * and with four players; three players use those for four. A variant with its
 * own kit has none. Nothing here lists placements, so the estimate is cheap
 * compared with a playout.
 *
 * `shares` is the share of the estimate in a value. Early in a game there are
 * no playouts. In classic the sum predicts games between searches that use it,
 * but predicts games against others less well: such searches aim for positions
 * that it misjudges. Playouts make other mistakes, so in classic they count for
 * most of the value once the first twenty pieces are placed. */
#include <string.h>

#include "blokus.h"

enum { STEPS = 8 };

/* Between two empty words, so that all words have neighbours. */
typedef struct area {
  uint64_t word[WORDS + 2];
} area;

/* The cells that a colour can reach in a number of steps. */
typedef struct reach {
  area open, in[STEPS + 1];
} reach;

/* One more step over open cells. */
TES_INLINE void go_on(const area *from, const area *open, area *to) {
  for (int i = 1; i <= WORDS; i++) {
    const uint64_t low = from->word[i - 1], x = from->word[i];
    const uint64_t high = from->word[i + 1];
    const uint64_t sides = x << 1 | low >> 63 | x >> 1 | high << 63;
    const uint64_t rows =
        x << PITCH | low >> (64 - PITCH) | x >> PITCH | high << (64 - PITCH);
    to->word[i] = open->word[i] & (x | sides | rows);
  }
}

TES_INLINE void spread(const tables *t, const blokus *b, int colour,
                       reach *to) {
  uint64_t blocked[WORDS];
  blokus_blocked(t, b, colour, blocked);
  memset(to, 0, sizeof *to);
  for (int i = 0; i < WORDS; i++) {
    to->open.word[i + 1] = ~blocked[i];
    to->in[0].word[i + 1] = b->corner[colour][i] & ~blocked[i];
  }
  for (int k = 0; k < STEPS; k++) go_on(&to->in[k], &to->open, &to->in[k + 1]);
}

/* The reach of all opponents of a colour; a shared colour belongs to all
 * seats. */
TES_INLINE void join(const tes_rules *rules, const blokus *b, int colour,
                     const reach *reaches, reach *foes) {
  const int seat = blokus_seat(rules, b, colour);
  memset(foes, 0, sizeof *foes);
  for (int c = 0; c < tables_of(rules)->colours; c++) {
    const bool shared = c >= blokus_counted(rules);
    if (c == colour || (!shared && blokus_seat(rules, b, c) == seat)) continue;
    for (int k = 0; k <= STEPS; k++) {
      for (int i = 1; i <= WORDS; i++) {
        foes->in[k].word[i] |= reaches[c].in[k].word[i];
      }
    }
  }
}

TES_INLINE void take_away(const area *from, const area *what, area *left) {
  for (int i = 1; i <= WORDS; i++) {
    left->word[i] = from->word[i] & ~what->word[i];
  }
}

/* Cells that no opponent reaches in as few steps. */
TES_INLINE void find_first(const reach *own, const reach *foes, area *first) {
  for (int k = STEPS; k >= 0; k--) {
    for (int i = 1; i <= WORDS; i++) {
      const uint64_t reached = own->in[k].word[i];
      first->word[i] =
          (first->word[i] & ~reached) | (reached & ~foes->in[k].word[i]);
    }
  }
}

/* The cells whose neighbour, a number of bits before, is also in the area. */
TES_INLINE void pair_up(const area *a, int step, area *pairs) {
  for (int i = 1; i <= WORDS; i++) {
    const uint64_t before = a->word[i] << step | a->word[i - 1] >> (64 - step);
    pairs->word[i] = a->word[i] & before;
  }
}

TES_INLINE int cells_in(const area *a) {
  int sum = 0;
  for (int i = 1; i <= WORDS; i++) sum += tes_popcount(a->word[i]);
  return sum;
}

TES_INLINE void see_shape(const area *a, int *trait) {
  area across = {{0}}, up = {{0}}, blocks = {{0}};
  pair_up(a, 1, &across);
  pair_up(a, PITCH, &up);
  pair_up(&across, PITCH, &blocks);
  trait[EDGES] = cells_in(&across) + cells_in(&up);
  trait[BLOCKS] = cells_in(&blocks);
}

TES_INLINE void see_room(const reach *own, const reach *foes, int *trait) {
  area first = {{0}}, only = {{0}}, alone = {{0}};
  find_first(own, foes, &first);
  take_away(&own->in[8], &foes->in[8], &only);
  take_away(&own->open, &foes->in[4], &alone);
  see_shape(&own->open, trait + AREA_OPEN * SHAPES);
  see_shape(&own->in[2], trait + AREA_NEAR * SHAPES);
  see_shape(&own->in[4], trait + AREA_REACH * SHAPES);
  see_shape(&first, trait + AREA_FIRST * SHAPES);
  see_shape(&only, trait + AREA_ONLY * SHAPES);
  see_shape(&alone, trait + AREA_ALONE * SHAPES);
}

/* In eighths, because they are few. */
TES_INLINE void see_pieces(const tables *t, const blokus *b, int colour,
                           int *trait) {
  for (int i = 0; i < t->pieces; i++) {
    const piece *p = &t->piece[i];
    const bool played = (b->played[colour] & p->bit) != 0;
    const int left = p->size > 4   ? LEFT_LARGE
                     : p->size > 3 ? LEFT_FOUR
                                   : LEFT_SMALL;
    trait[played ? CELLS : left] += played ? p->size : 8;
  }
}

TES_INLINE void watch_all(const tes_rules *rules, const blokus *b,
                          int trait[][TRAITS]) {
  const tables *t = tables_of(rules);
  reach reaches[COLOURS], foes;
  for (int c = 0; c < t->colours; c++) spread(t, b, c, &reaches[c]);
  memset(trait, 0, COLOURS * sizeof *trait);
  for (int c = 0; c < t->colours; c++) {
    join(rules, b, c, reaches, &foes);
    see_room(&reaches[c], &foes, trait[c]);
    see_pieces(t, b, c, trait[c]);
    trait[c][WAITS] = 8 * ((b->colour + t->colours - c) % t->colours);
  }
}

/* ---- choosing a watcher ---- */

static void watch_any(const tes_rules *rules, const blokus *b,
                      int trait[][TRAITS]) {
  watch_all(rules, b, trait);
}

#if TES_X86
TES_TARGET(TES_AVX2)
static void watch_avx2(const tes_rules *rules, const blokus *b,
                       int trait[][TRAITS]) {
  watch_all(rules, b, trait);
}

TES_TARGET(TES_AVX512)
static void watch_avx512(const tes_rules *rules, const blokus *b,
                         int trait[][TRAITS]) {
  watch_all(rules, b, trait);
}
#endif

watcher *blokus_watcher(tes_cpu cpu) {
#if TES_X86
  if (cpu >= TES_CPU_AVX512) return watch_avx512;
  if (cpu >= TES_CPU_AVX2) return watch_avx2;
#endif
  (void)cpu;
  return watch_any;
}

/* ---- the numbers ---- */

/* The average number of pieces that each colour has placed at each knot. */
static const int knots[KNOTS] = {1, 3, 5, 7, 9, 12};
enum { POINT = 512 }; /* parts of a point, below */

static const int16_t worth[][KNOTS][TRAITS] =
    {
        [DUO_KIND] =
            {
                {119, 313, 387, -612, 47, -370, -19, 7, -56, 143, 84, -19, 737,
                 -237, -208, -54, -385},
                {-86, 607, 261, -342, 249, -600, -45, 151, 49, -61, 157, -342,
                 322, -22, 8, 162, -441},
                {104, 72, 131, -176, 161, -354, 9, -20, 90, -41, 83, -165, 1229,
                 480, 400, 489, -275},
                {110, 60, 134, -204, 99, -277, 20, -39, 87, -36, 116, -136,
                 1324, 546, 455, 477, -189},
                {76, 41, 133, -275, 84, -247, 63, -61, 82, -90, 114, -94, 1249,
                 528, 482, 444, -111},
                {68, -101, -5, 122, 176, -322, 103, 40, 35, -44, 23, -69, 674,
                 74, 81, 137, -41},
            },
        [TWO_KIND] =
            {
                {419, -262, 148, -93, 64, -649, 1, 328, -85, 77, 5, 34, 550,
                 85, 104, 258, -134},
                {288, -147, 23, 207, 151, -355, 64, -58, -43, 111, 24, -64, 897,
                 -73, -65, 82, -188},
                {43, 139, 65, 78, 251, -471, 5, -26, 75, -3, 26, -131, 867, 192,
                 161, 277, -190},
                {35, 164, 60, -32, 177, -366, 68, -84, 63, -8, 20, -87, 888,
                 215, 194, 225, -149},
                {53, 7, 43, -53, 154, -261, 11, 24, 89, -51, 60, -186, 1123,
                 309, 281, 314, -127},
                {23, 32, 3, 114, 179, -343, 84, -120, -8, 82, 13, -14, 763, 156,
                 148, 194, -29},
            },
        [FOUR_KIND] =
            {
                {-10, 158, -147, 193, 23, 131, 39, -3, 36, -111, -44,
                 61, 21, -65, -12, 78, -68},
                {-59, 184, 61, -42, 94, -194, -60, 159, -38, 87, 25, -52, 215,
                 15, 37, 75, -66},
                {25, 18, -40, 153, 67, -81, 41, -109, 47, -96, 12, -34, 267, 2,
                 32, 68, -70},
                {6, 65, -35, 113, 114, -198, 42, -100, 113, -256, 24, -15, 330,
                 22, 41, 106, -66},
                {10, 102, 47, -162, 97, -165, 55, -79, 101, -247, 56, -28, 493,
                 114, 98, 154, -65},
                {3, 50, -33, 135, 211, -329, 63, -60, 50, 6, 35, -62, 604,
                 22, 38, 109, -40},
            },
};

/* The knot before a position; `past` is how far it is past that knot, in 64ths
 * of the distance to the next. */
int blokus_knot(const tables *t, const blokus *b, int *past) {
  int played = 0, k = 0;
  for (int c = 0; c < t->colours; c++) played += tes_popcount(b->played[c]);
  while (k < KNOTS - 2 && played > t->colours * knots[k + 1]) k++;
  const int from = t->colours * knots[k], to = t->colours * knots[k + 1];
  *past = played < from ? 0
          : played > to ? 64
                        : 64 * (played - from) / (to - from);
  return k;
}

/* The share of the estimated points, in percent; a playout has the rest. */
static const int shares[][KNOTS - 1] = {
    [DUO_KIND] = {100, 100, 100, 60, 60},
    [TWO_KIND] = {100, 100, 25, 15, 10},
    [FOUR_KIND] = {100, 100, 50, 20, 10},
};

int blokus_foresee(const tes_rules *rules, const tes_state *state,
                   double *score) {
  const tables *t = tables_of(rules);
  const blokus *b = blokus_of(state);
  int trait[COLOURS][TRAITS], past;
  if (!t->foresees) return 0;
  const int k = blokus_knot(t, b, &past);
  const int16_t(*by)[TRAITS] = worth[t->kind];
  t->watch(rules, b, trait);
  for (int i = 0; i < rules->seats; i++) score[i] = 0;
  for (int c = 0; c < blokus_counted(rules); c++) {
    int64_t sum = 0;
    for (int i = 0; i < TRAITS; i++) {
      sum +=
          (int64_t)trait[c][i] * (by[k][i] * (64 - past) + by[k + 1][i] * past);
    }
    score[blokus_seat(rules, b, c) - 1] += (double)sum / (64 * POINT);
  }
  return shares[t->kind][k];
}
