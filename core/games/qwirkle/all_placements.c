/* all_placements.c: every placement with its points, each once.
 *
 * Open cells are visited in ascending order. At each cell, for each direction,
 * it lists the placements whose first open cell this is: a tile on it, then one
 * on the next empty cell of the line, and so on, depth first over the different
 * tiles in hand. Tiles may also come before the open cell, on cells without any
 * neighbour; if such a cell has a neighbour, the placement belongs to that
 * cell.
 *
 * The tiles of a line are all different and all share a colour or a shape, so
 * each tile shrinks the set of tiles that may still join it by one
 * intersection; this also ensures that no tile in hand is used twice. If only
 * one tile may still join, it completes the line: while the kind of a line is
 * not known, several tiles may. Points are added up in their place in the
 * move. */
#include "qwirkle.h"

typedef struct extender {
  const grid *grid;
  uint64_t hand;
  int direction;
  tes_move points[FULL + SIX + 1]; /* of lines by worth, in place for a move */
} extender;

/* The placements from one tile on one cell are the orders of some of the other
 * tiles around it: 1630 with five of its colour, and 48 with three of its
 * shape. A tile is tried in two directions. */
enum { ROOM = 2048 };

_Static_assert(THREE > 2, "two tiles are never a complete line");
/* The points of a line with one of the tiles that may join it. */
TES_INLINE tes_move points_with(const extender *l, uint64_t joins, int length) {
  return l->points[joins & (joins - 1) ? length : FULL + length];
}

/* Puts further tiles on the empty cell and those after it. `joins` is the set
 * of tiles that may join the line; `base` has the earlier tiles, below
 * `shift`. */
static tes_move *extend(const extender *l, tes_move *out, int cell,
                        uint64_t joins, tes_move base, int shift, int length) {
  const grid *t = l->grid;
  const int direction = l->direction, slot = t->slot[cell];
  uint64_t tiles = joins & l->hand;
  int steps = 1;
  if (slot != 0) {
    const spot *s = &t->spots[slot - SPOT];
    joins &= s->fits[direction] & -(uint64_t) !(s->ahead[direction] & ~joins);
    tiles &= joins & s->fits[!direction];
    if (tiles == 0) return out;
    base += l->points[s->worth[!direction]];
    length += s->after[direction];
    steps += s->after[direction];
  }
  const int next = cell_along(cell, direction, steps);
  const tes_move points = points_with(l, joins, ++length);
  for (; tiles != 0; tiles &= tiles - 1) {
    const int tile = tes_lowest(tiles);
    const tes_move move = base | (tes_move)tile << shift;
    const uint64_t rest = joins & qwirkle_sharing[tile];
    *out++ = move + points;
    if (rest & l->hand) {
      out = extend(l, out, next, rest, move, shift + TILE_BITS, length);
    }
  }
  return out;
}

/* A line that may grow at both ends. */
typedef struct two_ends {
  int before, behind; /* the next cells */
  tes_move head;      /* the move without its cell and tiles */
  tes_move tiles;
  uint64_t joins;
  int shift, length;
} two_ends;

static tes_move first_cell(int cell) {
  return (tes_move)cell << CELL_AT;
}

/* Puts tiles before the line, on cells without neighbours, and for each lets
 * the line grow at its other end. */
static tes_move *extend_back(const extender *l, tes_move *out,
                             const two_ends *b) {
  uint64_t tiles = b->joins & l->hand;
  if (l->grid->slot[b->before] != 0) return out;
  const tes_move points = points_with(l, b->joins, b->length + 1);
  for (; tiles != 0; tiles &= tiles - 1) {
    const int tile = tes_lowest(tiles);
    two_ends more = {.before = cell_along(b->before, l->direction, -1),
                     .behind = b->behind,
                     .head = b->head,
                     .tiles = b->tiles << TILE_BITS | tile,
                     .joins = b->joins & qwirkle_sharing[tile],
                     .shift = b->shift + TILE_BITS,
                     .length = b->length + 1};
    const tes_move move = more.head | first_cell(b->before) | more.tiles;
    *out++ = move + points;
    if ((more.joins & l->hand) == 0) continue;
    out =
        extend(l, out, more.behind, more.joins, move, more.shift, more.length);
    out = extend_back(l, out, &more);
  }
  return out;
}

/* The placements of two tiles or more that begin with a tile on a spot. */
TES_INLINE tes_move *from_tile(const extender *l, tes_move *out, const spot *s,
                               int direction, int tile) {
  const uint64_t joins = s->fits[direction] & qwirkle_sharing[tile];
  if ((joins & l->hand) == 0) return out;
  const two_ends b = {
      .before = cell_along(s->cell, direction, -1),
      .behind = cell_along(s->cell, direction, s->after[direction] + 1),
      .head = PLACEMENT | (tes_move)direction << DIRECTION_AT |
              l->points[s->worth[!direction]],
      .tiles = tile,
      .joins = joins,
      .shift = TILE_BITS,
      .length = s->length[direction]};
  const tes_move move = (b.head | first_cell(s->cell)) + tile;
  out = extend(l, out, b.behind, joins, move, b.shift, b.length);
  return tiles_before(s, direction) == 0 ? extend_back(l, out, &b) : out;
}

/* The end of the list, with room; NULL when out of memory. */
static tes_move *reserve_moves(tes_list *list, tes_move **limit) {
  if (tes_list_reserve(list, 4 * ROOM) != TES_OK) return NULL;
  *limit = list->moves + list->capacity - 2 * ROOM;
  return list->moves + list->count;
}

static int at_spot(extender *l, const spot *s, uint64_t tiles, tes_list *list,
                   tes_move **limit) {
  tes_move *out = list->moves + list->count;
  const tes_move points =
      l->points[s->worth[ROW]] + l->points[s->worth[COLUMN]];
  const tes_move alone = (PLACEMENT | first_cell(s->cell)) + points;
  for (; tiles != 0; tiles &= tiles - 1) {
    const int tile = tes_lowest(tiles);
    if (out > *limit) {
      list->count = (size_t)(out - list->moves);
      if ((out = reserve_moves(list, limit)) == NULL) return TES_ENOMEM;
    }
    *out++ = alone + tile;
    l->direction = ROW;
    out = from_tile(l, out, s, ROW, tile);
    l->direction = COLUMN;
    out = from_tile(l, out, s, COLUMN, tile);
    TES_ASSERT(out <= *limit + 2 * ROOM);
  }
  list->count = (size_t)(out - list->moves);
  return TES_OK;
}

/* The spots where a tile of the hand fits, by cell in ascending order, without
 * a branch that depends on the fit. */
static int usable_spots(const extender *l, uint16_t numbers[SPOTS + 1]) {
  const grid *t = l->grid;
  int count = 0;
  for (int w = 0; w < CELLS / 64 / 64; w++) {
    for (uint64_t some = t->some[w]; some != 0; some &= some - 1) {
      const int word = 64 * w + tes_lowest(some);
      const uint16_t *slot = t->slot + 64 * word;
      for (uint64_t open = t->open[word]; open != 0; open &= open - 1) {
        const int number = slot[tes_lowest(open)] - SPOT;
        numbers[count] = (uint16_t)number;
        count += (t->fits[number] & l->hand) != 0;
      }
    }
  }
  TES_ASSERT(count <= SPOTS);
  return count;
}

static int on_table(extender *l, tes_list *list) {
  const grid *t = l->grid;
  uint16_t numbers[SPOTS + 1];
  const int count = usable_spots(l, numbers);
  tes_move *limit;
  if (reserve_moves(list, &limit) == NULL) return TES_ENOMEM;
  for (int i = 0; i < count; i++) {
    const uint64_t tiles = t->fits[numbers[i]] & l->hand;
    const spot *s = &t->spots[numbers[i]];
    if (at_spot(l, s, tiles, list, &limit) != TES_OK) return TES_ENOMEM;
  }
  return TES_OK;
}

/* ---- the first placement ---- */

/* Every order of the remaining tiles, as a row and as a column. */
static tes_move *all_orders(tes_move *out, uint64_t left, tes_move base,
                            int shift) {
  if (left == 0) {
    *out++ = base;
    *out++ = base | (tes_move)COLUMN << DIRECTION_AT;
    return out;
  }
  for (uint64_t tiles = left; tiles != 0; tiles &= tiles - 1) {
    const tes_move tile = tes_lowest(tiles);
    out = all_orders(out, left & ~tile_bit((int)tile), base | tile << shift,
                     shift + TILE_BITS);
  }
  return out;
}

static tes_move first_points(const extender *l, int kind, int size) {
  const bool full = size == tes_popcount(l->grid->all & kind_set(kind));
  return l->points[full ? FULL + size : size];
}

/* If no two tiles share anything, any single tile is placed: it scores one
 * point, and has no direction. A set of six has 2 * 720 orders, and nine tiles
 * have no two largest sets of six unless these cross: room for twelve sets is
 * more than enough. */
static int on_nothing(const extender *l, tes_list *list) {
  const int size = qwirkle_largest(l->hand);
  const tes_move base = PLACEMENT | first_cell(torus_cell(0, 0));
  if (tes_list_reserve(list, 2 * SIX * ROOM) != TES_OK) return TES_ENOMEM;
  tes_move *out = list->moves + list->count;
  if (size == 1) {
    for (uint64_t tiles = l->hand; tiles != 0; tiles &= tiles - 1) {
      *out++ = base + ((tes_move)1 << POINTS_AT) + tes_lowest(tiles);
    }
  }
  for (int kind = 0; size > 1 && kind < 2 * SIX; kind++) {
    const uint64_t set = l->hand & kind_set(kind);
    if (tes_popcount(set) != size) continue;
    out = all_orders(out, set, base + first_points(l, kind, size), 0);
  }
  TES_ASSERT(out <= list->moves + list->capacity);
  list->count = (size_t)(out - list->moves);
  return TES_OK;
}

int qwirkle_placements(const tes_rules *rules, const qwirkle *q, const grid *t,
                       tes_list *list) {
  extender l = {.grid = t, .hand = hand_set(q, q->head.seat)};
  for (int i = 2; i <= SIX; i++) {
    l.points[i] = (tes_move)i << POINTS_AT;
    l.points[FULL + i] = (tes_move)(i + rules->value[BONUS][0]) << POINTS_AT;
  }
  return q->count == 0 ? on_nothing(&l, list) : on_table(&l, list);
}
