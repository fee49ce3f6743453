/* outline.c: the outline of squares, one closed path for each border.
 *
 * Every side that no other square touches is followed with its square on the
 * right. At its end the path turns round the corner of the same square, goes
 * straight on along the next one, or turns left along the one across the
 * corner. So squares that touch only at a corner have separate borders, and the
 * border of a hole runs the other way round. */
#include "picture.h"

enum { SIDES = 4 };

/* By side, the upper one first and then clockwise: directions along the side,
 * and out of the square. */
static const tes_place along[SIDES] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const tes_place outward[SIDES] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

typedef struct squares {
  const tes_place *at;
  int count, inset, radius;
  uint8_t seen[TES_PLACES]; /* bits: sides */
} squares;

/* The square at an offset (y downwards) from square i, or -1. */
static int square_at(const squares *s, int i, int dx, int dy) {
  for (int k = 0; k < s->count; k++) {
    if (s->at[k].x == s->at[i].x + dx && s->at[k].y == s->at[i].y - dy) {
      return k;
    }
  }
  return -1;
}

/* Is this side a border? (A repeated square has its borders once.) */
static bool is_border(const squares *s, int i, int side) {
  return square_at(s, i, 0, 0) == i &&
         square_at(s, i, outward[side].x, outward[side].y) < 0;
}

/* Continues to the next side of the border: 1 to the right, 0 straight on, -1
 * to the left. */
static int follow_edge(const squares *s, int *i, int *side) {
  const tes_place step = along[*side], out = outward[*side];
  const int next = square_at(s, *i, step.x, step.y);
  const int across = square_at(s, *i, step.x + out.x, step.y + out.y);
  if (next < 0) {
    *side = (*side + 1) % SIDES;
    return 1;
  }
  *i = across < 0 ? next : across;
  if (across >= 0) *side = (*side + SIDES - 1) % SIDES;
  return across < 0 ? 0 : -1;
}

/* The corner at the end of a side, if the next side leads to `to`. */
static void put_corner(const squares *s, int i, int side, int to, char command,
                       tes_text *text) {
  const int half = SVG_CELL / 2, r = s->radius;
  const tes_place d = along[side], n = outward[side], e = along[to],
                  m = outward[to];
  const int x = SVG_CELL * (s->at[i].x - s->at[0].x) + half * (d.x + n.x) -
                s->inset * (n.x + m.x);
  const int y = SVG_CELL * (s->at[0].y - s->at[i].y) + half * (d.y + n.y) -
                s->inset * (n.y + m.y);
  tes_put(text, "%c%d %dQ%d %d %d %d", command, x - r * d.x, y - r * d.y, x, y,
          x + r * e.x, y + r * e.y);
}

static void put_border(squares *s, int i, int side, tes_text *text) {
  char command = 'M';
  while (!(s->seen[i] & 1 << side)) {
    const int from = i, before = side;
    s->seen[i] |= (uint8_t)(1 << side);
    if (follow_edge(s, &i, &side) == 0) continue;
    put_corner(s, from, before, side, command, text);
    command = 'L';
  }
  tes_put(text, "z");
}

void svg_outline(const tes_place *at, int count, int inset, int radius,
                 tes_text *text) {
  squares s = {.at = at, .count = count, .inset = inset, .radius = radius};
  for (int i = 0; i < count; i++) {
    for (int side = 0; side < SIDES; side++) {
      if (!(s.seen[i] & 1 << side) && is_border(&s, i, side)) {
        put_border(&s, i, side, text);
      }
    }
  }
}
