/* lgrid.h: cells in columns and rows, and what is often asked of them. Knows
 * nothing of Lua.
 *
 * Columns and rows count from 0. Ways are directions, from 0 on, and come in
 * opposite pairs: right, left, up, down, then those that go up to the left and
 * down to the right, then the other diagonal. A grid has the first 4, 6 (where
 * each row stands half a cell to the right of the one below) or 8 of them. */
#ifndef LGRID_H
#define LGRID_H

#include <stdbool.h>
#include <stdint.h>

enum { LGRID_CELLS_MAX = 4096, LGRID_SIDES = 4 };

typedef struct lgrid {
  const int32_t *cell; /* the one at 0, 0 */
  int columns, rows;
  int stride; /* from a row to the next */
  int ways;
} lgrid;

typedef struct lgroup {
  int size;
  bool side[LGRID_SIDES]; /* the left one, right, lower, upper */
} lgroup;

/* How many cells in a straight row have the number of this one, itself among
 * them, at most. */
int lgrid_run(const lgrid *g, int x, int y);
/* The cells with this one's number that can be reached from it by others. */
lgroup lgrid_group(const lgrid *g, int x, int y);
/* How many of the cells beside it have this number. */
int lgrid_around(const lgrid *g, int x, int y, int32_t number);
/* How many cells from this one on, which is not one of them, have the number
 * `through`, if the next one after them has `until` (NULL: any, or none). */
int lgrid_ray(const lgrid *g, int x, int y, int way, int32_t through,
              const int32_t *until);

#endif
