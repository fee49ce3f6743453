/* traits.h: the traits in the evaluation of Losetas, inline for insight.c and
 * for tests/bench/fit_losetas.c, which fits their weights.
 *
 * For each side: its remaining tiles, the areas of its colour, the possible
 * places of its next tiles, and how safe its cells are: the only visible cell
 * of a tile can never be covered, and separates its neighbours for good. Room
 * on the table is counted in the box of the tiles plus one column and one row,
 * which is as good as counting all the room. */
#ifndef TES_LOSETAS_TRAITS_H
#define TES_LOSETAS_TRAITS_H

#include "places.h"

enum {
  LEFT_SQUARES, /* the stocks */
  LEFT_PAIRS,
  LEFT_SINGLES,
  AREAS, /* their number, and the sizes of the largest */
  FIRST,
  SECOND,
  THIRD,
  COVERS_PAIR, /* ways to place a tile on tiles, */
  COVERS_SINGLE,
  ROOM_SQUARE, /* and on the table */
  ROOM_PAIR,
  ROOM_SINGLE,
  LONE,   /* own cells that are the only visible one of their tile */
  WALLS,  /* the opponent's lone cells, beside own cells */
  HIGH,   /* own cells on other tiles that are not lone */
  EDGES,  /* pairs of neighbours among own cells, */
  BLOCKS, /* and blocks of four */
  RIM,    /* own cells at the sides of the box */
  TRAITS
};

/* The traits of the side to move, of the opponent, and the number of tiles
 * placed. */
enum { INPUTS = 2 * TRAITS + 1 };

TES_INLINE void look_at_areas(uint64_t own, int16_t *t) {
  int16_t count = 0, first = 0, second = 0, third = 0;
  for (; own != 0; count++) {
    const uint64_t area = area_of(own & -own, own);
    const int16_t size = (int16_t)tes_popcount(area);
    own ^= area;
    if (size > first) {
      third = second;
      second = first;
      first = size;
    } else if (size > second) {
      third = second;
      second = size;
    } else if (size > third) {
      third = size;
    }
  }
  t[AREAS] = count;
  t[FIRST] = first;
  t[SECOND] = second;
  t[THIRD] = third;
}

/* The number of ways to place the remaining tiles of a side. */
TES_INLINE void look_at_places(const losetas *m, int side, int size,
                               bool corners, int16_t *t) {
  const uint64_t own = m->own[side], other = m->own[side ^ 1];
  const uint64_t box = columns(m->wide < size ? m->wide + 1 : size) &
                       rows(m->tall < size ? m->tall + 1 : size);
  uint64_t upon[KINDS], bare[KINDS];
  find_on_tiles(m, own, other, upon);
  find_on_table(own, other, box, corners, bare);
  for (int k = 0; k < KINDS; k++) {
    upon[k] &= has(m, side, k);
    bare[k] &= has(m, side, k);
  }
  t[COVERS_PAIR] =
      (int16_t)(tes_popcount(upon[LYING]) + tes_popcount(upon[STANDING]));
  t[COVERS_SINGLE] = (int16_t)tes_popcount(upon[SINGLE]);
  t[ROOM_SQUARE] = (int16_t)tes_popcount(bare[SQUARE]);
  t[ROOM_PAIR] =
      (int16_t)(tes_popcount(bare[LYING]) + tes_popcount(bare[STANDING]));
  t[ROOM_SINGLE] = (int16_t)tes_popcount(bare[SINGLE]);
}

TES_INLINE void look_at_cells(const losetas *m, int side, int16_t *t) {
  const uint64_t own = m->own[side], other = m->own[side ^ 1];
  const uint64_t linked = linked_cells(m);
  const uint64_t high = m->plane[1] | m->plane[2];
  const uint64_t right = own & own >> 1 & ~FILE_H;
  const uint64_t rim = FILE_A | FILE_A << ((m->wide - 1) & 7) | 0xff |
                       UINT64_C(0xff) << (8 * ((m->tall - 1) & 7));
  t[LONE] = (int16_t)tes_popcount(own & ~linked);
  t[WALLS] = (int16_t)tes_popcount(beside(own) & other & ~linked);
  t[HIGH] = (int16_t)tes_popcount(own & linked & high);
  t[EDGES] = (int16_t)(tes_popcount(right) + tes_popcount(own & own >> 8));
  t[BLOCKS] = (int16_t)tes_popcount(right & right >> 8);
  t[RIM] = (int16_t)tes_popcount(own & rim);
}

TES_INLINE void look_at_side(const tes_rules *rules, const losetas *m, int side,
                             int16_t t[TRAITS]) {
  const bool corners = rules->value[TOUCH][0] != 0;
  for (int i = 0; i < STOCKS; i++) t[LEFT_SQUARES + i] = m->left[side][i];
  look_at_areas(m->own[side], t);
  look_at_places(m, side, rules->value[SIZE][0], corners, t);
  look_at_cells(m, side, t);
}

TES_INLINE void fill_inputs(const tes_rules *rules, const losetas *m,
                            int16_t input[INPUTS]) {
  const int side = m->head.seat - 1;
  look_at_side(rules, m, side, input);
  look_at_side(rules, m, side ^ 1, input + TRAITS);
  input[2 * TRAITS] = m->count;
}

#endif
