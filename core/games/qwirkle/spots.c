/* spots.c: the open cells beside the tiles on the table, updated incrementally.
 *
 * A spot describes an empty cell beside a tile. Its half for a direction
 * follows from the tiles of the line through the cell, up to the next empty
 * cell on either side. Adding or removing a tile changes the two ends of its
 * row, the two ends of its column, and its own cell; only these five are
 * updated. Adding and removing cost the same, so the grid moves from any state
 * to any other by the difference of their tiles, without a journal. States in a
 * search differ by a few. */
#include <string.h>

#include "qwirkle.h"

/* ---- spots ---- */

static void open_cell(grid *t, int cell) {
  const int number =
      t->unused_count > 0 ? t->unused[--t->unused_count] : t->fresh++;
  TES_ASSERT(number < SPOTS);
  t->spots[number] = (spot){.fits = {t->all, t->all},
                            .length = {1, 1},
                            .worth = {1, 1},
                            .cell = (uint16_t)cell};
  t->slot[cell] = (uint16_t)(SPOT + number);
  t->open[cell >> 6] |= UINT64_C(1) << (cell & 63);
  t->some[cell >> 12] |= UINT64_C(1) << (cell >> 6 & 63);
}

static void close_cell(grid *t, int cell) {
  uint64_t *word = &t->open[cell >> 6];
  t->fits[t->slot[cell] - SPOT] = 0;
  t->unused[t->unused_count++] = (uint16_t)(t->slot[cell] - SPOT);
  t->slot[cell] = 0;
  *word &= ~(UINT64_C(1) << (cell & 63));
  if (*word == 0) t->some[cell >> 12] &= ~(UINT64_C(1) << (cell >> 6 & 63));
}

/* The tiles from a cell to the next empty one. */
typedef struct stretch {
  uint64_t tiles, fits;
  int length;
} stretch;

TES_INLINE stretch stretch_from(const grid *t, int cell, int direction,
                                int steps) {
  stretch r = {0, t->all, 0};
  for (;;) {
    cell = cell_along(cell, direction, steps);
    const int tile = t->slot[cell];
    if (!is_tile(tile)) return r;
    r.tiles |= tile_bit(tile);
    r.fits &= qwirkle_sharing[tile];
    r.length++;
  }
}

/* Updates an empty cell from the stretches on both sides. If they are not of
 * one kind, no tile can join them. */
TES_INLINE void set_half(grid *t, int cell, int direction, stretch before,
                         stretch after) {
  if (t->slot[cell] == 0) {
    if (before.length + after.length == 0) return;
    open_cell(t, cell);
  }
  const int number = t->slot[cell] - SPOT;
  spot *s = &t->spots[number];
  const uint64_t fits =
      after.tiles & ~before.fits ? 0 : before.fits & after.fits;
  const int length = before.length + after.length + 1;
  s->fits[direction] = fits;
  s->ahead[direction] = after.tiles;
  s->after[direction] = (uint8_t)after.length;
  s->length[direction] = (uint8_t)length;
  s->worth[direction] = (uint8_t)(length + (fits & (fits - 1) ? 0 : FULL));
  t->fits[number] = s->fits[ROW] & s->fits[COLUMN];
  if (s->length[ROW] + s->length[COLUMN] == 2) close_cell(t, cell);
}

/* Updates an empty cell from the line through it. */
TES_INLINE void look_along(grid *t, int cell, int direction) {
  set_half(t, cell, direction, stretch_from(t, cell, direction, -1),
           stretch_from(t, cell, direction, 1));
}

/* Updates both ends of the line through a tile, and follows the line once. */
TES_INLINE void look_from(grid *t, int cell, int direction) {
  const int tile = t->slot[cell];
  const stretch before = stretch_from(t, cell, direction, -1);
  const stretch after = stretch_from(t, cell, direction, 1);
  const stretch all = {before.tiles | tile_bit(tile) | after.tiles,
                       before.fits & qwirkle_sharing[tile] & after.fits,
                       before.length + 1 + after.length};
  const int first = cell_along(cell, direction, -1 - before.length);
  const int last = cell_along(cell, direction, 1 + after.length);
  set_half(t, first, direction, stretch_from(t, first, direction, -1), all);
  set_half(t, last, direction, all, stretch_from(t, last, direction, 1));
}

/* The first cell without a tile. */
TES_INLINE int end_of_line(const grid *t, int cell, int direction, int steps) {
  do {
    cell = cell_along(cell, direction, steps);
  } while (is_tile(t->slot[cell]));
  return cell;
}

/* ---- tiles ---- */

void qwirkle_add(grid *t, int cell, int tile) {
  TES_ASSERT(!is_tile(t->slot[cell]));
  if (t->slot[cell] != 0) close_cell(t, cell);
  t->slot[cell] = (uint16_t)tile;
  look_from(t, cell, ROW);
  look_from(t, cell, COLUMN);
}

static void remove_tile(grid *t, int cell) {
  t->slot[cell] = 0;
  for (int direction = ROW; direction <= COLUMN; direction++) {
    look_along(t, end_of_line(t, cell, direction, -1), direction);
    look_along(t, end_of_line(t, cell, direction, 1), direction);
    look_along(t, cell, direction);
  }
}

static int cell_of_packed(uint32_t placed) {
  return torus_cell(packed_x(placed), packed_y(placed));
}

/* Removes the tiles that only the grid has before adding those that only the
 * state has: the two may differ on a cell. */
static void move_grid(grid *t, const qwirkle *q) {
  int i, k;
  for (i = 0, k = 0; i < t->count; i++) {
    while (k < q->count && q->placed[k] < t->placed[i]) k++;
    if (k < q->count && q->placed[k] == t->placed[i]) continue;
    remove_tile(t, cell_of_packed(t->placed[i]));
  }
  for (i = 0, k = 0; k < q->count; k++) {
    while (i < t->count && t->placed[i] < q->placed[k]) i++;
    if (i < t->count && t->placed[i] == q->placed[k]) continue;
    qwirkle_add(t, cell_of_packed(q->placed[k]), packed_tile(q->placed[k]));
  }
  memcpy(t->placed, q->placed, sizeof t->placed);
  t->count = q->count;
}

grid *qwirkle_grid(const tes_rules *rules, const qwirkle *q, tes_work *work) {
  grid *t = work->memory;
  t->all = all_tiles(rules);
  const size_t size = q->count * sizeof *q->placed;
  if (t->count != q->count || memcmp(t->placed, q->placed, size) != 0) {
    move_grid(t, q);
  }
  return t;
}

bool qwirkle_fits(const grid *t, uint64_t tiles) {
  if (t->count == 0) return tiles != 0;
  for (int i = 0; i < t->fresh; i++) {
    if (t->fits[i] & tiles) return true;
  }
  return false;
}

static bool is_beside(const qwirkle *q, int x, int y) {
  return x >= q->low[0] - 1 && x <= q->high[0] + 1 && y >= q->low[1] - 1 &&
         y <= q->high[1] + 1;
}

uint64_t qwirkle_allowed(const qwirkle *q, const grid *t, int x, int y) {
  const int slot = t->slot[torus_cell(x, y)];
  if (q->count == 0) return x == 0 && y == 0 ? t->all : 0;
  return slot >= SPOT && is_beside(q, x, y) ? t->fits[slot - SPOT] : 0;
}
