/* insight.c: what searches are told about Losetas. */
#include "cover.h"

/* What a side can do on tiles: in how many ways, and to which cells. */
typedef struct covers {
  uint64_t cells;
  int ways;
} covers;

TES_INLINE covers find_covers(const losetas *m, int side) {
  uint64_t set[KINDS];
  covers c = {0};
  find_on_tiles(m, m->own[side], m->own[side ^ 1], set);
  for (int k = 0; k < KINDS; k++) {
    set[k] &= has(m, side, k);
    c.ways += tes_popcount(set[k]);
  }
  const uint64_t tall = set[STANDING] | set[SQUARE] | set[SQUARE] << 1;
  c.cells = tall | tall << 8 | set[LYING] | set[LYING] << 1 | set[SINGLE];
  return c;
}

/* The sizes of the two largest areas of some cells, and how many there are. */
typedef struct outline {
  int first, second, count;
} outline;

static outline outline_of(uint64_t cells) {
  outline o = {0};
  for (; cells != 0; o.count++) {
    const uint64_t area = area_of(cells & -cells, cells);
    const int size = tes_popcount(area);
    cells ^= area;
    if (size > o.first) {
      o.second = o.first;
      o.first = size;
    } else if (size > o.second) {
      o.second = size;
    }
  }
  return o;
}

/* The weights are those of a logistic regression over positions of games
 * between searches, 1640 to a factor of e. Areas count more and more as the
 * game goes on, and that most which the other side cannot cut; being in few
 * pieces counts always. Large tiles find a place only early and small ones
 * still at the end, so that having these left is worth as much as an area. */
enum {
  EARLY = 12, /* tiles on the board, before areas count */
  AREA = 25,
  SECOND = 16,
  SAFE = 30, /* the largest area of what cannot be covered now */
  SCATTERED = -700,
  WAY = 74
};
static const int kept[STOCKS] = {220, 1170, 2520};

static int prospects(const losetas *m, int side, const covers *mine,
                     const covers *others) {
  const outline all = outline_of(m->own[side]);
  int sum = SCATTERED * all.count + WAY * mine->ways;
  for (int i = 0; i < STOCKS; i++) sum += kept[i] * m->left[side][i];
  if (m->count <= EARLY) return sum;
  const int safe = outline_of(m->own[side] & ~others->cells).first;
  return sum + (m->count - EARLY) *
                   (AREA * all.first + SECOND * all.second + SAFE * safe);
}

static int losetas_evaluate(const tes_rules *rules, const tes_state *state) {
  (void)rules;
  const losetas *m = losetas_of(state);
  const int side = state->seat - 1;
  const covers mine = find_covers(m, side), others = find_covers(m, side ^ 1);
  return prospects(m, side, &mine, &others) -
         prospects(m, side ^ 1, &others, &mine);
}

const tes_insight losetas_insight = {.evaluate = losetas_evaluate};
