/* lmap.c: see lmap.h. */
#include "lmap.h"

#include <string.h>

#include "tesela_bits.h"

/* ---- making a map ---- */

static const struct {
  int x, y;
} step[MAP_WAYS_MAX] = {{1, 0},  {-1, 0}, {0, 1}, {0, -1},
                        {-1, 1}, {1, -1}, {1, 1}, {-1, -1}};

/* The map and its tables are one block. */
static size_t map_size(const lmap_plan *plan) {
  const size_t tables = (size_t)plan->ways + 2;
  return sizeof(lmap) + tables * (size_t)plan->cells * sizeof(int16_t);
}

static uint16_t sides_of(const lmap *map, int x, int y) {
  return (uint16_t)((x == 0 ? MAP_LEFT : 0) |
                    (x == map->columns - 1 ? MAP_RIGHT : 0) |
                    (y == 0 ? MAP_LOWER : 0) |
                    (y == map->rows - 1 ? MAP_UPPER : 0));
}

/* The place `at` on a line of `count` places, whose ends may meet; or -1. */
static int along(int at, int count, bool wraps) {
  if (at >= 0 && at < count) return at;
  return wraps ? (at + count) % count : MAP_NOWHERE;
}

static int16_t find_next(const lmap *map, const lmap_plan *plan, int x, int y,
                         int way) {
  x = along(x + step[way].x, map->columns, plan->wraps_columns);
  y = along(y + step[way].y, map->rows, plan->wraps_rows);
  if (x < 0 || y < 0) return MAP_NOWHERE;
  const int cell = map->first + y * map->stride + x;
  return (int16_t)(lmap_has(map, cell) ? cell : MAP_NOWHERE);
}

static void add_region(lmap *map, const lmap_plan *plan, int x, int y) {
  const int cell = map->first + y * map->stride + x;
  uint16_t given = 0;
  if (plan->regions != NULL) {
    memcpy(&given, plan->regions + (size_t)cell * sizeof given, sizeof given);
  }
  const bool graph = plan->links != NULL;
  map->region[cell] = given | (graph ? 0 : sides_of(map, x, y));
  if (lmap_has(map, cell)) map->cell[map->count++] = (int16_t)cell;
}

static void fill_map(lmap *map, const lmap_plan *plan) {
  const size_t links = (size_t)(map->ways * map->cells) * sizeof *map->next;
  for (int i = 0; i < map->cells; i++) map->region[i] = MAP_HOLE;
  for (int y = 0; y < map->rows; y++) {
    for (int x = 0; x < map->columns; x++) add_region(map, plan, x, y);
  }
  if (plan->links != NULL) {
    memcpy(map->next, plan->links, links);
    return;
  }
  for (int i = 0; i < map->count; i++) {
    const int cell = map->cell[i];
    for (int way = 0; way < map->ways; way++) {
      map->next[way * map->cells + cell] = find_next(
          map, plan, lmap_column(map, cell), lmap_row(map, cell), way);
    }
  }
}

lmap *lmap_open(const lmap_plan *plan, const tes_alloc *alloc) {
  lmap *map = tes_resize(alloc, NULL, 0, map_size(plan));
  if (map == NULL) return NULL;
  int16_t *tables = (int16_t *)(map + 1);
  *map = (lmap){.columns = plan->columns,
                .rows = plan->rows,
                .first = plan->first,
                .stride = plan->stride,
                .ways = plan->ways,
                .cells = plan->cells,
                .cell = tables,
                .region = (uint16_t *)tables + plan->cells,
                .next = tables + 2 * plan->cells};
  fill_map(map, plan);
  return map;
}

void lmap_close(lmap *map, const tes_alloc *alloc) {
  const lmap_plan plan = {.cells = map->cells, .ways = map->ways};
  tes_resize(alloc, map, map_size(&plan), 0);
}

/* ---- queries ---- */

/* The number of cells after this one that have the number `wanted`; *cell
 * becomes the cell after them. */
static int walk_way(const lmap *map, const int32_t *number, int *cell, int way,
                    int32_t wanted) {
  const int16_t *next = map->next + way * map->cells;
  int count = 0;
  const int from = *cell;
  do {
    *cell = next[*cell];
  } while (*cell != MAP_NOWHERE && *cell != from && number[*cell] == wanted &&
           ++count > 0);
  return count;
}

int lmap_long_ray(const lmap *map, const int32_t *number, int cell, int way,
                  int32_t through, const int32_t *until) {
  const int from = cell, count = walk_way(map, number, &cell, way, through);
  if (until == NULL) return count;
  const bool ends = cell != MAP_NOWHERE && cell != from;
  return ends && number[cell] == *until ? count : 0;
}

int lmap_run(const lmap *map, const int32_t *number, int cell) {
  const int32_t wanted = number[cell];
  int most = 0;
  for (int way = 0; way < map->ways; way += 2) {
    int end = cell, count = 1 + walk_way(map, number, &end, way, wanted);
    /* A row that returns to its first cell has been counted completely. */
    if (end != cell)
      count += lmap_ray(map, number, cell, way + 1, wanted, NULL);
    if (count > most) most = count;
  }
  return most;
}

int lmap_around(const lmap *map, const int32_t *number, int cell,
                int32_t wanted) {
  int count = 0;
  for (int way = 0; way < map->ways; way++) {
    const int next = lmap_next(map, cell, way);
    count += next != MAP_NOWHERE && number[next] == wanted;
  }
  return count;
}

/* The cells of a group found so far. */
typedef struct lchain {
  uint64_t seen[MAP_CELLS_MAX / 64];
  int16_t cell[MAP_CELLS_MAX];
  int count;
} lchain;

static void add_to_chain(lchain *c, int cell) {
  if (c->seen[cell / 64] >> cell % 64 & 1) return;
  c->seen[cell / 64] |= UINT64_C(1) << cell % 64;
  c->cell[c->count++] = (int16_t)cell;
}

lgroup lmap_group(const lmap *map, const int32_t *number, int cell) {
  const int32_t wanted = number[cell];
  lgroup group = {0};
  lchain c;
  TES_ASSERT(map->cells <= MAP_CELLS_MAX);
  memset(c.seen, 0, (size_t)(map->cells + 63) / 64 * sizeof *c.seen);
  c.count = 0;
  add_to_chain(&c, cell);
  for (int i = 0; i < c.count; i++) {
    group.regions |= map->region[c.cell[i]];
    for (int way = 0; way < map->ways; way++) {
      const int next = lmap_next(map, c.cell[i], way);
      if (next != MAP_NOWHERE && number[next] == wanted) add_to_chain(&c, next);
    }
  }
  group.size = c.count;
  return group;
}
