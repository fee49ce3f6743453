/* lgrid.c: see lgrid.h. */
#include "lgrid.h"

#include "tesela_bits.h"

static const struct {
  int x, y;
} step[] = {{1, 0},  {-1, 0}, {0, 1}, {0, -1},
            {-1, 1}, {1, -1}, {1, 1}, {-1, -1}};

static bool inside(const lgrid *g, int x, int y) {
  return x >= 0 && x < g->columns && y >= 0 && y < g->rows;
}

static int32_t grid_number(const lgrid *g, int x, int y) {
  return g->cell[y * g->stride + x];
}

/* How many cells with this number follow in a row; moves on to the place after
 * them. */
static int walk_way(const lgrid *g, int *x, int *y, int way, int32_t number) {
  int count = 0;
  do {
    *x += step[way].x;
    *y += step[way].y;
  } while (inside(g, *x, *y) && grid_number(g, *x, *y) == number &&
           ++count > 0);
  return count;
}

int lgrid_ray(const lgrid *g, int x, int y, int way, int32_t through,
              const int32_t *until) {
  const int count = walk_way(g, &x, &y, way, through);
  if (until == NULL) return count;
  return inside(g, x, y) && grid_number(g, x, y) == *until ? count : 0;
}

int lgrid_run(const lgrid *g, int x, int y) {
  const int32_t number = grid_number(g, x, y);
  int most = 0;
  for (int way = 0; way < g->ways; way += 2) {
    const int count = 1 + lgrid_ray(g, x, y, way, number, NULL) +
                      lgrid_ray(g, x, y, way + 1, number, NULL);
    if (count > most) most = count;
  }
  return most;
}

int lgrid_around(const lgrid *g, int x, int y, int32_t number) {
  int count = 0;
  for (int way = 0; way < g->ways; way++) {
    const int u = x + step[way].x, v = y + step[way].y;
    count += inside(g, u, v) && grid_number(g, u, v) == number;
  }
  return count;
}

static void note_sides(const lgrid *g, int x, int y, lgroup *group) {
  group->size++;
  group->side[0] |= x == 0;
  group->side[1] |= x == g->columns - 1;
  group->side[2] |= y == 0;
  group->side[3] |= y == g->rows - 1;
}

/* Those that were found, and where they are, by column and row. */
typedef struct grid_chain {
  uint64_t seen[LGRID_CELLS_MAX / 64];
  int16_t cell[LGRID_CELLS_MAX];
  int count;
} grid_chain;

static void add_to_chain(grid_chain *c, int cell) {
  if (c->seen[cell / 64] >> cell % 64 & 1) return;
  c->seen[cell / 64] |= UINT64_C(1) << cell % 64;
  c->cell[c->count++] = (int16_t)cell;
}

lgroup lgrid_group(const lgrid *g, int x, int y) {
  const int32_t number = grid_number(g, x, y);
  lgroup group = {0};
  grid_chain c;
  TES_ASSERT(g->columns * g->rows <= LGRID_CELLS_MAX);
  for (int i = 0; i < LGRID_CELLS_MAX / 64; i++) c.seen[i] = 0;
  c.count = 0;
  add_to_chain(&c, y * g->columns + x);
  for (int i = 0; i < c.count; i++) {
    x = c.cell[i] % g->columns;
    y = c.cell[i] / g->columns;
    note_sides(g, x, y, &group);
    for (int way = 0; way < g->ways; way++) {
      const int u = x + step[way].x, v = y + step[way].y;
      if (inside(g, u, v) && grid_number(g, u, v) == number)
        add_to_chain(&c, v * g->columns + u);
    }
  }
  return group;
}
