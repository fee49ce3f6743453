/* picture.c: drawing of Qwirkle, and queries.
 *
 * A seat sees its own hand and the sizes of the others; seat 0, and with open
 * hands everyone, sees all hands. Queries about a placement do not depend on
 * who has the tiles, so they reveal nothing about a hand. */
#include <string.h>

#include "qwirkle.h"

/* ---- the drawing ---- */

typedef struct box {
  int low_x, low_y, high_x, high_y;
} box;

/* The table and the cells of a hint, and one cell more on each side. */
static box box_of(const qwirkle *q, const placement *hint) {
  box b = {q->low[0], q->low[1], q->high[0], q->high[1]};
  for (int i = 0; i < hint->count; i++) {
    const laid *at = &hint->at[i];
    if (at->x < b.low_x) b.low_x = at->x;
    if (at->y < b.low_y) b.low_y = at->y;
    if (at->x > b.high_x) b.high_x = at->x;
    if (at->y > b.high_y) b.high_y = at->y;
  }
  return (box){b.low_x - 1, b.low_y - 1, b.high_x + 1, b.high_y + 1};
}

static const tes_colour paints[] = {TES_BLUE,   TES_GREEN, TES_ORANGE,
                                    TES_PURPLE, TES_RED,   TES_YELLOW};
static const char *const symbols[] = {"●", "◆", "✿", "■", "★", "☼"};

static void fill_tile(tes_element *e, int tile) {
  memcpy(e->symbol, symbols[shape_of(tile)], strlen(symbols[0]));
  tes_element_write(e, "%s", qwirkle_name(tile).text);
}

static tes_shape shape_drawn(int tile) {
  return (tes_shape)(TES_CIRCLE + shape_of(tile));
}

static void draw_tile(tes_drawing *drawing, int tile, int x, int y) {
  fill_tile(tes_drawing_add(drawing, shape_drawn(tile), paints[colour_of(tile)],
                            x - drawing->column, y - drawing->row),
            tile);
}

/* A dot is a cell where a tile may go. */
static void draw_dots(const qwirkle *q, const grid *t, tes_drawing *drawing) {
  for (int row = 0; row < drawing->rows; row++) {
    for (int column = 0; column < drawing->columns; column++) {
      const int x = drawing->column + column, y = drawing->row + row;
      if (!qwirkle_allowed(q, t, x, y)) continue;
      tes_element_write(
          tes_drawing_add(drawing, TES_DOT, TES_GREY, column, row), ".");
    }
  }
}

static void draw_table(const qwirkle *q, tes_drawing *drawing) {
  for (int i = 0; i < q->count; i++) {
    const uint32_t placed = q->placed[i];
    draw_tile(drawing, packed_tile(placed), packed_x(placed), packed_y(placed));
  }
}

/* Begins a mark with its first cell, or adds another one. */
static void mark_cell(tes_element **mark, tes_shape how, int x, int y,
                      tes_drawing *drawing) {
  if (*mark == NULL) {
    *mark = tes_drawing_add(drawing, how, TES_PLAIN, x - drawing->column,
                            y - drawing->row);
  } else {
    tes_element_place(*mark, x - drawing->column, y - drawing->row);
  }
}

static void mark_last(const qwirkle *q, tes_drawing *drawing) {
  const bool row = q->last_direction == ROW;
  tes_element *mark = NULL;
  for (int i = 0; q->last_cells >> i != 0; i++) {
    if (!(q->last_cells >> i & 1)) continue;
    mark_cell(&mark, TES_LAST_MOVE, q->last_x + i * row, q->last_y + i * !row,
              drawing);
  }
}

static void draw_hint(const placement *hint, tes_drawing *drawing) {
  tes_element *mark = NULL;
  for (int i = 0; i < hint->count; i++) {
    const laid *at = &hint->at[i];
    draw_tile(drawing, at->tile, at->x, at->y);
  }
  for (int i = 0; i < hint->count; i++) {
    mark_cell(&mark, TES_HINT, hint->at[i].x, hint->at[i].y, drawing);
  }
}

/* ---- beside the table ---- */

/* Draws the tiles of a hand. Among equal tiles, the first, the second and so on
 * keep their ids when others leave. */
static void draw_hand(const qwirkle *q, int seat, tes_drawing *drawing) {
  const uint8_t *hand = q->hand[seat - 1];
  for (int i = 0, same = 1; i < q->hands[seat - 1]; i++) {
    same = i > 0 && hand[i] == hand[i - 1] ? same + 1 : 1;
    tes_element *e = tes_drawing_beside(drawing, seat, shape_drawn(hand[i]),
                                        paints[colour_of(hand[i])]);
    fill_tile(e, hand[i]);
    tes_element_name(e, "hand %d %s %d", seat, qwirkle_name(hand[i]).text,
                     same);
  }
}

static void draw_line(tes_drawing *drawing, int number, int count,
                      const char *one) {
  tes_element_write(tes_drawing_beside(drawing, number, TES_LINE, TES_PLAIN),
                    "%d %s%s", count, one, count == 1 ? "" : "s");
}

static void draw_sides(const tes_rules *rules, const qwirkle *q, int viewer,
                       tes_drawing *drawing) {
  const int bag = rules->seats + 1;
  for (int seat = 1; seat <= rules->seats; seat++) {
    tes_element_write(tes_drawing_beside(drawing, seat, TES_HEADING, TES_PLAIN),
                      "seat %d", seat);
    draw_line(drawing, seat, drawing->score[seat - 1], "point");
    if (sees(rules, viewer, seat)) {
      draw_hand(q, seat, drawing);
    } else {
      draw_line(drawing, seat, q->hands[seat - 1], "tile");
    }
  }
  tes_element_write(tes_drawing_beside(drawing, bag, TES_HEADING, TES_PLAIN),
                    "bag");
  draw_line(drawing, bag, q->bag_count, "tile");
  drawing->turn = q->head.over ? 0 : q->head.seat;
}

/* ---- lines of text ---- */

/* With a symbol after each tile, if the table has symbols too. */
static void put_hand(const qwirkle *q, int seat, bool with_symbols,
                     tes_text *text) {
  for (int i = 0; i < q->hands[seat - 1]; i++) {
    const int tile = q->hand[seat - 1][i];
    tes_put(text, " %d:%s%s", i + 1, qwirkle_name(tile).text,
            with_symbols ? symbols[shape_of(tile)] : "");
  }
}

static void put_count(int count, tes_text *text) {
  tes_put(text, " %d tile%s", count, count == 1 ? "" : "s");
}

static void put_hand_notes(const tes_rules *rules, const qwirkle *q, int viewer,
                           tes_drawing *drawing) {
  tes_text *text = &drawing->notes;
  for (int seat = 1; seat <= rules->seats; seat++) {
    const bool moves = !q->head.over && q->head.seat == seat;
    tes_put(text, "%s seat %d %4d  ", moves ? " >" : "  ", seat,
            drawing->score[seat - 1]);
    if (sees(rules, viewer, seat)) {
      put_hand(q, seat, drawing->symbols, text);
    } else {
      put_count(q->hands[seat - 1], text);
    }
    tes_put(text, "\n");
  }
  tes_put(text, "   bag           ");
  put_count(q->bag_count, text);
  tes_put(text, "\n");
}

int qwirkle_draw(const tes_rules *rules, const tes_state *state, int seat,
                 tes_move hint, tes_drawing *drawing, tes_work *work) {
  const qwirkle *q = qwirkle_of(state);
  placement p = {0};
  if (is_placement(hint)) qwirkle_decode(q, hint, &p);
  const box b = box_of(q, &p);
  drawing->numbers = true;
  drawing->width = 2;
  drawing->column = b.low_x;
  drawing->row = b.low_y;
  if (tes_drawing_size(drawing, b.high_x - b.low_x + 1,
                       b.high_y - b.low_y + 1) != TES_OK) {
    return TES_ENOMEM;
  }
  drawing->table = true;
  draw_dots(q, qwirkle_grid(rules, q, work), drawing);
  draw_table(q, drawing);
  mark_last(q, drawing);
  draw_hint(&p, drawing);
  draw_sides(rules, q, seat, drawing);
  put_hand_notes(rules, q, seat, drawing);
  return TES_OK;
}

/* ---- queries ---- */

enum {
  HAND_OF,
  HAND_COUNT,
  BAG_COUNT,
  TILE,
  ON_TABLE,
  UNSEEN,
  OPEN,
  ALLOWED,
  POINTS,
  EXPLAIN
};

const tes_query qwirkle_queries[] = {
    [HAND_OF] = {"hand", "seat", TES_TEXTS,
                 "the tiles in a seat's hand; a view with hidden hands "
                 "shows only its own"},
    [HAND_COUNT] = {"hand_count", "seat", TES_INTEGER,
                    "the number of tiles in a seat's hand"},
    [BAG_COUNT] = {"bag_count", "", TES_INTEGER,
                   "the number of tiles in the bag"},
    [TILE] = {"tile", "cell", TES_TEXT,
              "the tile on a cell (x,y), \"\" if there is none"},
    [ON_TABLE] = {"tiles", "", TES_TEXTS, "the tiles on the table: rc@0,0"},
    [UNSEEN] = {"unseen", "", TES_TEXTS,
                "the tiles that a view does not show; in a full position, "
                "the tiles in the bag"},
    [OPEN] = {"open", "", TES_TEXTS,
              "the empty cells where a tile could be placed"},
    [ALLOWED] = {"allowed", "cell", TES_TEXTS,
                 "the kinds of tile that fit on a cell"},
    [POINTS] = {"points", "move", TES_INTEGER, "what a move scores"},
    [EXPLAIN] = {"explain", "move", TES_TEXT,
                 "what a move scores, listed by line of tiles"},
    {NULL, NULL, TES_INTEGER, NULL},
};

static void put_item(tes_text *text, const char *item) {
  tes_put(text, "%s%s", text->length > 0 ? " " : "", item);
}

static void put_xy(tes_text *text, int x, int y) {
  tes_put(text, "%s%d,%d", text->length > 0 ? " " : "", x, y);
}

/* A query with its argument ("": none), and the viewer. */
typedef struct question {
  const tes_rules *rules;
  const qwirkle *q;
  int viewer, query;
  const char *name, *argument;
  tes_error *error;
} question;

static int get_hand(const question *ask, int64_t *integer, tes_text *text) {
  const qwirkle *q = ask->q;
  const char *digit = ask->argument;
  const int seat = digit[0] != '\0' && digit[1] == '\0' ? *digit - '0' : 0;
  if (seat < 1 || seat > ask->rules->seats) {
    return tes_fail(ask->error, TES_EARG, "%s: expected a seat in 1..%d",
                    ask->name, ask->rules->seats);
  }
  if (ask->query == HAND_COUNT) {
    *integer = q->hands[seat - 1];
    return TES_OK;
  }
  if (!sees(ask->rules, ask->viewer, seat)) {
    return tes_fail(ask->error, TES_EARG,
                    "hand: seat %d does not see the hand of seat %d, only its "
                    "size (hand_count)",
                    ask->viewer, seat);
  }
  qwirkle_put_tiles(q->hand[seat - 1], q->hands[seat - 1], " ", text);
  return TES_OK;
}

static int get_at_cell(const question *ask, const grid *t, tes_text *text) {
  const qwirkle *q = ask->q;
  const char *at = ask->argument;
  int x, y;
  if (!qwirkle_read_cell(&at, &x, &y) || *at != '\0') {
    return tes_fail(ask->error, TES_EARG, "%s: expected a cell (x,y)",
                    ask->name);
  }
  const int tile = qwirkle_at(q, x, y);
  if (ask->query == TILE && tile != 0) put_item(text, qwirkle_name(tile).text);
  if (ask->query == TILE) return TES_OK;
  uint64_t set = qwirkle_allowed(q, t, x, y);
  for (; set != 0; set &= set - 1) {
    put_item(text, qwirkle_name(tes_lowest(set)).text);
  }
  return TES_OK;
}

static void put_unseen(const tes_rules *rules, const qwirkle *q, int viewer,
                       tes_text *text) {
  uint8_t tiles[ALL_MAX];
  int count = q->bag_count;
  if (viewer == 0) {
    memcpy(tiles, q->bag, sizeof tiles);
    qwirkle_sort(tiles, count);
  } else {
    count = qwirkle_unseen(rules, q, viewer, tiles);
  }
  qwirkle_put_tiles(tiles, count, " ", text);
}

static void put_open(const qwirkle *q, const grid *t, tes_text *text) {
  for (int x = q->low[0] - 1; x <= q->high[0] + 1; x++) {
    for (int y = q->low[1] - 1; y <= q->high[1] + 1; y++) {
      if (qwirkle_allowed(q, t, x, y) != 0) put_xy(text, x, y);
    }
  }
}

static void put_line_points(const tes_rules *rules, const line *l,
                            tes_text *text) {
  static const char *const numbers[] = {"three", "four", "five", "six"};
  const int last = l->length - 1, bonus = rules->value[BONUS][0];
  tes_put(text, "%s %d,%d..%d,%d: %d", l->direction == ROW ? "row" : "column",
          l->x, l->y, l->x + last * (l->direction == ROW),
          l->y + last * (l->direction == COLUMN), l->length);
  if (l->length == qwirkle_full_length(rules, l) && bonus > 0) {
    tes_put(text, " + %d for a line of %s", bonus, numbers[l->length - THREE]);
  }
  tes_put(text, "\n");
}

/* Adds the bonus, if the placement ends the game. */
static void put_end(const tes_rules *rules, const qwirkle *q,
                    const placement *p, tes_text *text) {
  const int bonus = rules->value[END_BONUS][0];
  const bool out = q->bag_count == 0 && p->count == q->hands[q->head.seat - 1];
  if (out && bonus > 0) tes_put(text, "and %d for going out first\n", bonus);
}

static void explain_lines(const tes_rules *rules, const qwirkle *q,
                          const placement *p, int points, tes_text *text) {
  line lines[SIX + 1];
  const int count = qwirkle_lines(q, p, lines);
  for (int i = 0; i < count; i++) put_line_points(rules, &lines[i], text);
  if (count == 0) tes_put(text, "a tile alone: 1\n");
  if (count > 1) tes_put(text, "points: %d\n", points);
  put_end(rules, q, p, text);
}

static int get_points(const question *ask, int64_t *integer, tes_text *text) {
  const tes_rules *rules = ask->rules;
  const qwirkle *q = ask->q;
  const char *move = ask->argument;
  tes_error reason = {.text = ""};
  placement p;
  *integer = 0;
  if (strcmp(move, "pass") == 0 || strncmp(move, "swap:", 5) == 0) {
    if (ask->query == EXPLAIN) tes_put(text, "no tile placed: 0\n");
    return TES_OK;
  }
  if (*move == '\0') {
    return tes_fail(ask->error, TES_EARG, "%s: expected a move", ask->name);
  }
  const bool numbers = sees(rules, ask->viewer, q->head.seat);
  int status = qwirkle_read_placement(rules, q, move, numbers, &p, &reason);
  if (status == TES_OK) status = qwirkle_examine(q, &p, &reason);
  if (status != TES_OK) {
    return tes_fail(ask->error, TES_EARG, "%s: %.60s: %s", ask->name, move,
                    reason.text);
  }
  const int points = move_points(qwirkle_encode(rules, q, &p));
  *integer = points;
  if (ask->query == EXPLAIN) explain_lines(rules, q, &p, points, text);
  return TES_OK;
}

int qwirkle_get(const tes_rules *rules, const tes_state *state, int seat,
                int query, const char *argument, int64_t *integer,
                tes_text *text, tes_work *work) {
  const qwirkle *q = qwirkle_of(state);
  const grid *t = qwirkle_grid(rules, q, work);
  const question ask = {rules,
                        q,
                        seat,
                        query,
                        qwirkle_queries[query].name,
                        argument != NULL ? argument : "",
                        &work->error};
  switch (query) {
    case HAND_OF:
    case HAND_COUNT:
      return get_hand(&ask, integer, text);
    case TILE:
    case ALLOWED:
      return get_at_cell(&ask, t, text);
    case POINTS:
    case EXPLAIN:
      return get_points(&ask, integer, text);
    case BAG_COUNT:
      *integer = q->bag_count;
      break;
    case ON_TABLE:
      qwirkle_put_table(q, " ", text);
      break;
    case UNSEEN:
      put_unseen(rules, q, seat, text);
      break;
    default:
      put_open(q, t, text);
  }
  return TES_OK;
}
