/* lmap.h: the neighbours of a board's cells, and common queries about them.
 * Independent of Lua.
 *
 * Cells are numbered from 0 as in a state; some of them may be off the board.
 * Ways are directions, numbered from 0, in opposite pairs: on squares and
 * hexagons right, left; up, down; up-left, down-right; then the other diagonal.
 * A board has the first 4, 6 (each row is then half a cell to the right of the
 * row below) or 8 of them. On a graph each line through a point has a pair.
 *
 * The map of a declared board (lplan.h) is made once, when its rules are
 * opened. From then on holes, edges that meet, and graphs need no special
 * treatment. */
#ifndef LMAP_H
#define LMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "tesela.h"

enum { MAP_CELLS_MAX = 4096, MAP_WAYS_MAX = 8, MAP_NOWHERE = -1 };
/* Regions, as bits. The sides of squares and hexagons come first. */
enum { MAP_LEFT = 1, MAP_RIGHT = 2, MAP_LOWER = 4, MAP_UPPER = 8 };
enum { MAP_SIDES = 4, MAP_REGIONS_MAX = 15, MAP_HOLE = 1 << MAP_REGIONS_MAX };

/* The input for a map. */
typedef struct lmap_plan {
  int cells; /* of a state */
  int columns, rows;
  int first, stride; /* the lower left cell; the step from row to row */
  int ways;
  bool wraps_columns, wraps_rows; /* do a row's, a column's ends meet? */
  const char *regions;            /* NULL, or a uint16_t for each cell */
  const char *links; /* of a graph: an int16_t for each way and cell */
} lmap_plan;

typedef struct lmap {
  int columns, rows, first, stride, ways;
  int cells;        /* of a state */
  int count;        /* cells on the board, */
  int16_t *cell;    /* in the order of their numbers */
  uint16_t *region; /* bits by cell: MAP_HOLE off the board */
  int16_t *next;    /* by way, then by cell: the next cell, or MAP_NOWHERE */
} lmap;

/* NULL: out of memory. */
lmap *lmap_open(const lmap_plan *plan, const tes_alloc *alloc);
void lmap_close(lmap *map, const tes_alloc *alloc);

static inline bool lmap_has(const lmap *map, int64_t cell) {
  return cell >= 0 && cell < map->cells && !(map->region[cell] & MAP_HOLE);
}

static inline int lmap_next(const lmap *map, int cell, int way) {
  return map->next[way * map->cells + cell];
}

/* The column and the row of a cell of squares or hexagons. */
static inline int lmap_column(const lmap *map, int cell) {
  return (cell - map->first) % map->stride;
}

static inline int lmap_row(const lmap *map, int cell) {
  return (cell - map->first) / map->stride;
}

/* In the following, `number` is the contents of each cell of the state. */

/* The lowest empty cell of a column of squares, or MAP_NOWHERE. */
static inline int lmap_landing(const lmap *map, const int32_t *number,
                               int column) {
  int cell = map->first + column;
  for (int y = 0; y < map->rows; y++, cell += map->stride) {
    if (number[cell] == 0 && lmap_has(map, cell)) return cell;
  }
  return MAP_NOWHERE;
}
/* The length of the longest straight row through this cell of cells with its
 * number. */
int lmap_run(const lmap *map, const int32_t *number, int cell);
typedef struct lgroup {
  int size;
  uint16_t regions; /* the regions of any of its cells */
} lgroup;
/* The cells that are connected to this one through cells with its number. */
lgroup lmap_group(const lmap *map, const int32_t *number, int cell);
/* The number of neighbours with the number `wanted`. */
int lmap_around(const lmap *map, const int32_t *number, int cell,
                int32_t wanted);
/* The part of lmap_ray for rays of at least one cell. */
int lmap_long_ray(const lmap *map, const int32_t *number, int cell, int way,
                  int32_t through, const int32_t *until);
/* The number of cells after this one that have the number `through`; 0 unless
 * the cell after them has the number *until (NULL: whatever follows). Most rays
 * are empty, which is found here without a call. */
static inline int lmap_ray(const lmap *map, const int32_t *number, int cell,
                           int way, int32_t through, const int32_t *until) {
  const int next = lmap_next(map, cell, way);
  if (next == MAP_NOWHERE || number[next] != through) return 0;
  return lmap_long_ray(map, number, cell, way, through, until);
}

#endif
