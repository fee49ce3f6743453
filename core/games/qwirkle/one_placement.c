/* one_placement.c: checks one placement tile by tile (legality, reasons,
 * points).
 *
 * This is the rule as people read it: cells are looked up in the state, each
 * line is followed and its tiles are compared in pairs. It is used for single
 * moves: is it legal, why not, what does it score? The lists of moves come from
 * all_placements.c, and tes_check compares the two. */
#include <stdlib.h>

#include "qwirkle.h"

/* ---- tiles on cells ---- */

int qwirkle_at(const qwirkle *q, int x, int y) {
  if (x < -TORUS || x >= TORUS || y < -TORUS || y >= TORUS) return 0;
  const uint32_t wanted = qwirkle_pack(x, y, 0);
  int low = 0, high = q->count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (q->placed[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const uint32_t found = low < q->count ? q->placed[low] : 0;
  return found >> 8 == wanted >> 8 ? packed_tile(found) : 0;
}

/* The same, with a placement made. */
static int tile_with(const qwirkle *q, const placement *p, int x, int y) {
  for (int i = 0; i < p->count; i++) {
    if (p->at[i].x == x && p->at[i].y == y) return p->at[i].tile;
  }
  return qwirkle_at(q, x, y);
}

static bool has_neighbour(const qwirkle *q, int x, int y) {
  return qwirkle_at(q, x - 1, y) != 0 || qwirkle_at(q, x + 1, y) != 0 ||
         qwirkle_at(q, x, y - 1) != 0 || qwirkle_at(q, x, y + 1) != 0;
}

/* ---- lines ---- */

static void line_through(const qwirkle *q, const placement *p, laid from,
                         int direction, line *l) {
  const int dx = direction == ROW, dy = direction == COLUMN;
  *l = (line){.x = from.x, .y = from.y, .direction = direction};
  while (tile_with(q, p, l->x - dx, l->y - dy) != 0) {
    l->x -= dx;
    l->y -= dy;
  }
  while (l->length < LINE_MAX_LENGTH) {
    const int tile =
        tile_with(q, p, l->x + l->length * dx, l->y + l->length * dy);
    if (tile == 0) return;
    l->tile[l->length++] = tile;
  }
}

int qwirkle_lines(const qwirkle *q, const placement *p, line lines[SIX + 1]) {
  int count = 0;
  line_through(q, p, p->at[0], p->direction, &lines[0]);
  if (lines[0].length >= 2) count = 1;
  for (int i = 0; i < p->count; i++) {
    line_through(q, p, p->at[i], !p->direction, &lines[count]);
    if (lines[count].length >= 2) count++;
  }
  return count;
}

/* A colour is complete with all shapes, a shape with all colours. */
int qwirkle_full_length(const tes_rules *rules, const line *l) {
  const bool colour = colour_of(l->tile[0]) == colour_of(l->tile[1]);
  return rules->value[colour ? SHAPES : COLOURS][0];
}

static int line_points(const tes_rules *rules, const line *l) {
  const bool full = l->length == qwirkle_full_length(rules, l);
  return l->length + full * rules->value[BONUS][0];
}

/* ---- moves as numbers ---- */

bool qwirkle_decode(const qwirkle *q, tes_move move, placement *p) {
  const int cell = start_cell(move);
  int x = cell_x(q, cell), y = cell_y(q, cell);
  *p = (placement){.direction = move_direction(move)};
  if (qwirkle_at(q, x, y) != 0) return false;
  for (tes_move left = move & TILE_FIELDS; left != 0;
       left = other_tiles(left)) {
    const int tile = first_tile(left);
    if (tile == 0 || tile > TILES) return false;
    while (tile_with(q, p, x, y) != 0) {
      x += p->direction == ROW;
      y += p->direction == COLUMN;
    }
    p->at[p->count++] = (laid){x, y, tile};
  }
  return p->count > 1 || (p->count == 1 && p->direction == ROW);
}

static int points_of_lines(const tes_rules *rules, const qwirkle *q,
                           const placement *p) {
  line lines[SIX + 1];
  const int count = qwirkle_lines(q, p, lines);
  int points = count == 0; /* a single tile without neighbours: the first */
  for (int i = 0; i < count; i++) {
    points += line_points(rules, &lines[i]);
  }
  return points;
}

tes_move qwirkle_encode(const tes_rules *rules, const qwirkle *q,
                        const placement *p) {
  const int points = points_of_lines(rules, q, p);
  const tes_move cell = torus_cell(p->at[0].x, p->at[0].y);
  tes_move move = PLACEMENT |
                  (tes_move)(points & (POINTS_END - 1)) << POINTS_AT |
                  (tes_move)p->direction << DIRECTION_AT | cell << CELL_AT;
  for (int i = 0; i < p->count; i++) {
    move |= (tes_move)p->at[i].tile << i * TILE_BITS;
  }
  return move;
}

/* ---- order ---- */

static int by_cell(const void *a, const void *b) {
  const laid *first = a, *second = b;
  return first->x != second->x ? first->x - second->x : first->y - second->y;
}

static int not_in_line(const placement *p, tes_error *error) {
  return tes_fail(error, TES_EILLEGAL,
                  "%d,%d and %d,%d are not in one row or column", p->at[0].x,
                  p->at[0].y, p->at[p->count - 1].x, p->at[p->count - 1].y);
}

/* Every empty cell of the line between two tiles must be covered. */
static int check_gap(const qwirkle *q, laid from, laid to, tes_error *error) {
  const int dx = to.x > from.x, dy = to.y > from.y;
  if (dx == dy) {
    return tes_fail(error, TES_EILLEGAL, "two tiles on %d,%d", to.x, to.y);
  }
  for (int x = from.x + dx, y = from.y + dy; x != to.x || y != to.y;
       x += dx, y += dy) {
    if (qwirkle_at(q, x, y) != 0) continue;
    return tes_fail(error, TES_EILLEGAL, "there is a gap at %d,%d", x, y);
  }
  return TES_OK;
}

int qwirkle_arrange(const qwirkle *q, placement *p, tes_error *error) {
  const int last = p->count - 1;
  qsort(p->at, (size_t)p->count, sizeof *p->at, by_cell);
  const bool row = p->at[0].y == p->at[last].y;
  p->direction = row ? ROW : COLUMN;
  for (int i = 0; i <= last; i++) {
    const laid *at = &p->at[i];
    if (row ? at->y != p->at[0].y : at->x != p->at[0].x) {
      return not_in_line(p, error);
    }
    if (qwirkle_at(q, at->x, at->y) != 0) {
      return tes_fail(error, TES_EILLEGAL, "there is already a tile on %d,%d",
                      at->x, at->y);
    }
    if (i > 0 && check_gap(q, at[-1], *at, error) != TES_OK) {
      return TES_EILLEGAL;
    }
  }
  return TES_OK;
}

/* ---- is it legal, and if not, why ---- */

static int bad_line(const line *l, int i, int k, tes_error *error) {
  char space[160];
  tes_text text;
  if (error == NULL) return TES_EILLEGAL;
  tes_text_fixed(&text, space, sizeof space);
  const int length = l->length - 1;
  tes_put(&text, "the %s %d,%d..%d,%d would have ",
          l->direction == ROW ? "row" : "column", l->x, l->y,
          l->x + length * (l->direction == ROW),
          l->y + length * (l->direction == COLUMN));
  qwirkle_put_words(l->tile[i], &text);
  if (l->tile[i] == l->tile[k]) {
    tes_put(&text, " twice");
  } else {
    tes_put(&text, " and ");
    qwirkle_put_words(l->tile[k], &text);
    tes_put(&text, ", which share neither colour nor shape");
  }
  return tes_fail(error, TES_EILLEGAL, "%s", space);
}

/* Tiles that share in pairs all share their colour, or all their shape. */
int qwirkle_check_line(const line *l, tes_error *error) {
  for (int i = 0; i < l->length; i++) {
    for (int k = i + 1; k < l->length; k++) {
      if (qwirkle_sharing[l->tile[i]] & tile_bit(l->tile[k])) continue;
      return bad_line(l, i, k, error);
    }
  }
  return TES_OK;
}

static bool is_connected(const qwirkle *q, const placement *p) {
  for (int i = 0; i < p->count; i++) {
    if (has_neighbour(q, p->at[i].x, p->at[i].y)) return true;
  }
  return false;
}

int qwirkle_examine(const qwirkle *q, const placement *p, tes_error *error) {
  line lines[SIX + 1];
  if (q->count == 0 && (p->at[0].x != 0 || p->at[0].y != 0)) {
    return tes_fail(error, TES_EILLEGAL,
                    "the left or lowest tile of the first move must be on 0,0");
  }
  if (q->count > 0 && !is_connected(q, p)) {
    return tes_fail(error, TES_EILLEGAL, "does not touch a tile on the table");
  }
  const int count = qwirkle_lines(q, p, lines);
  for (int i = 0; i < count; i++) {
    if (qwirkle_check_line(&lines[i], error) != TES_OK) return TES_EILLEGAL;
  }
  return TES_OK;
}

static int check_hand(const qwirkle *q, const placement *p, tes_error *error) {
  for (int i = 0; i < p->count; i++) {
    uint8_t tiles[SIX];
    int same = 0;
    for (int k = 0; k <= i; k++) {
      if (p->at[k].tile == p->at[i].tile)
        tiles[same++] = (uint8_t)p->at[i].tile;
    }
    if (qwirkle_holds(q, q->head.seat, tiles, same)) continue;
    return tes_fail(error, TES_EILLEGAL, "there is no%s %s in the hand",
                    same > 1 ? " other" : "", qwirkle_name(p->at[i].tile).text);
  }
  return TES_OK;
}

int qwirkle_examine_hand(const qwirkle *q, const placement *p,
                         tes_error *error) {
  if (check_hand(q, p, error) != TES_OK) return TES_EILLEGAL;
  if (qwirkle_examine(q, p, error) != TES_OK) return TES_EILLEGAL;
  const int largest = qwirkle_largest(hand_set(q, q->head.seat));
  if (q->count > 0 || p->count == largest) return TES_OK;
  return tes_fail(error, TES_EILLEGAL,
                  "the first move must place all of the largest matching set "
                  "in the hand: %d tiles",
                  largest);
}
