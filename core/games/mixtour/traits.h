/* traits.h: the traits in the evaluation of Mixtour, inline for insight.c and
 * for tests/bench/fit_mixtour.c, which fits their weights.
 *
 * A trait is a stack, with all of its pieces, or two stacks that see each other
 * along a line: their distance, their heights and the owners of their tops.
 * Every possible move is such a pair, or would be one if one of the two grew. A
 * position has about 20 of these traits. */
#ifndef TES_MIXTOUR_TRAITS_H
#define TES_MIXTOUR_TRAITS_H

#include "lanes.h"

enum {
  STACKS = 32, /* codes of stacks of up to four pieces, with the sentinel */
  KINDS = 8,   /* heights 1 to 4, and the owner of the top */
  PAIRS = KINDS * (KINDS + 1) / 2, /* at each distance */
  INPUTS = STACKS + 4 * PAIRS,
  PRESENT = 25 + 25 * 4 + 1 /* the most in one position */
};

/* A stack as the mover sees it: 1 bits are the opponent's pieces. */
TES_INLINE unsigned seen_by(unsigned stack, int side) {
  return side == WHITE ? stack : stack ^ ((1u << height(stack)) - 1);
}

TES_INLINE int stack_kind(unsigned seen) {
  return 2 * height(seen) - 2 + (int)(seen & 1);
}

/* By a cell's column: the cells before it in the four lanes, with the cell
 * itself as the highest bit. Lanes end at the sides of the board. */
static const uint32_t cells_before[5][LANES] = {
    {0, 0x04210800, 0x02082080, 0},
    {0x40000000, 0x04210000, 0x02082080, 0x01000000},
    {0x60000000, 0x04200000, 0x02082080, 0x01020000},
    {0x70000000, 0x04000000, 0x02082080, 0x01020400},
    {0x78000000, 0, 0x02082080, 0x01020408},
};

TES_INLINE int stack_pair(int steps, int a, int b) {
  const int more = a > b ? a : b, less = a > b ? b : a;
  return STACKS + PAIRS * (steps - 1) + more * (more + 1) / 2 + less;
}

/* Lists the traits of stacks of up to four pieces and returns their number. */
TES_INLINE int list_traits(const mixtour *m, uint16_t trait[PRESENT]) {
  static const uint8_t steps[32] = {
      [1] = 1,  [2] = 2,  [3] = 3,  [4] = 4,  [5] = 1,  [10] = 2,
      [15] = 3, [20] = 4, [6] = 1,  [12] = 2, [18] = 3, [24] = 4,
      [7] = 1,  [14] = 2, [21] = 3, [28] = 4};
  const uint32_t occupied = (uint32_t)(BOARD_LOW & m->plane[1]);
  const int side = m->head.seat - 1;
  uint8_t kind[32] = {0};
  int count = 0;
  for (uint32_t set = occupied; set != 0; set &= set - 1) {
    const int cell = tes_lowest(set);
    const unsigned seen = seen_by(m->stack[cell], side);
    const uint32_t *row = cells_before[cell % 6];
    kind[cell] = (uint8_t)stack_kind(seen);
    trait[count++] = (uint16_t)seen;
    TES_UNROLL
    for (int lane = 0; lane < LANES; lane++) {
      const uint32_t others = occupied << (31 - cell) & row[lane];
      const int back = 31 - tes_highest(others | 1);
      const int kind2 = kind[(cell - back) & 31];
      trait[count] = (uint16_t)stack_pair(steps[back], kind[cell], kind2);
      count += others != 0;
    }
  }
  return count;
}

#endif
