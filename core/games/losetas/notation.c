/* notation.c: moves of Losetas as text (printing, reading, reasons).
 *
 * Nothing here is in a hot path, so all of it uses cells and characters. */
#include <ctype.h>
#include <string.h>

#include "losetas.h"

const char *const losetas_colour[2] = {"grey", "blue"};
const char *const losetas_kind[KINDS] = {"2x2", "2x1", "1x2", "1x1"};

/* ---- names ---- */

bool losetas_read_cell(const tes_rules *rules, const char **text, int *x,
                       int *y) {
  const int side = losetas_sheet(rules);
  return tes_read_cell(text, side, side, x, y);
}

static tes_cell_name name_of(coordinates s) {
  return tes_name_cell(s.x, s.y);
}

/* Is the colour visible on the cell? */
static bool shows(const losetas *m, coordinates s, int colour) {
  const int cell = losetas_cell(m, s.x, s.y);
  return cell >= 0 && (m->own[colour] >> cell & 1);
}

/* ---- moves ---- */

static void put_tile_move(tes_move move, tes_text *text) {
  const char *kind = losetas_kind[move_kind(move)];
  const tes_cell_name cell = tes_name_cell(move_x(move), move_y(move));
  tes_put_bytes(text, kind, strlen(kind));
  tes_put_bytes(text, "@", 1);
  tes_put_bytes(text, cell.text, strlen(cell.text));
}

void losetas_put_tile(unsigned tile, tes_text *text) {
  tes_put_bytes(text, losetas_colour[tile_colour(tile)], 1);
  put_tile_move(tile, text);
}

int losetas_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  int seat, tes_text *text, tes_work *work) {
  (void)rules, (void)state, (void)seat, (void)work;
  put_tile_move(move, text);
  return TES_OK;
}

enum { PART_KIND, PART_COLOUR, PART_PIECE, PART_AT, PART_LEVEL, PART_CELLS };
const tes_part losetas_made_of[] = {
    {"kind", TES_TEXT, "table (on the table) or cover (on tiles)"},
    {"colour", TES_TEXT, "the colour of the tile"},
    {"piece", TES_TEXT, "the tile: 2x2, 2x1, 1x2 or 1x1"},
    {"at", TES_TEXT, "its lower-left cell"},
    {"level", TES_INTEGER, "1 on the table, 2 on one tile ..."},
    {"cells", TES_TEXTS, "the cells that it covers"},
    {NULL, TES_TEXT, NULL},
};

static void put_tile_cells(const coordinates *cells, int count,
                           tes_text *text) {
  for (int i = 0; i < count; i++) {
    if (i > 0) tes_put_word(text, "+");
    tes_put_word(text, name_of(cells[i]).text);
  }
}

int losetas_part(const tes_rules *rules, const tes_state *state, tes_move move,
                 int row, tes_text *text, tes_work *work) {
  coordinates cells[4];
  const int count = losetas_cells(move, cells);
  const int below = losetas_height(losetas_of(state), cells[0]);
  (void)rules, (void)work;
  if (row == PART_KIND) tes_put_word(text, below > 0 ? "cover" : "table");
  if (row == PART_COLOUR) tes_put_word(text, losetas_colour[state->seat - 1]);
  if (row == PART_PIECE) tes_put_word(text, losetas_kind[move_kind(move)]);
  if (row == PART_AT) tes_put_word(text, name_of(cells[0]).text);
  if (row == PART_LEVEL) tes_put(text, "%d", below + 1);
  if (row == PART_CELLS) put_tile_cells(cells, count, text);
  return TES_OK;
}

int losetas_read_kind(const char *text) {
  int kind = KINDS - 1;
  while (kind >= 0 && strncmp(text, losetas_kind[kind], 3) != 0) kind--;
  return kind;
}

/* Does the text look like a tile, but of a kind that does not exist? */
static bool like_kind(const char *text) {
  return isdigit((unsigned char)text[0]) && text[1] == 'x' &&
         isdigit((unsigned char)text[2]) && (text[3] == '@' || text[3] == ' ');
}

static tes_move not_a_tile_move(const char *text, tes_error *error) {
  if (like_kind(text) && losetas_read_kind(text) < 0) {
    tes_fail(error, TES_EARG,
             "%.40s: there is no tile %.3s: expected 2x2, 2x1 (lying), 1x2 "
             "(standing) or 1x1",
             text, text);
  } else {
    tes_fail(error, TES_EARG,
             "%.40s: expected a tile at its lower-left cell: 2x2@c3, 2x1@c3 "
             "(lying), 1x2@c3 (standing) or 1x1@c3",
             text);
  }
  return 0;
}

static tes_move not_a_tile_cell(const tes_rules *rules, const char *text,
                                tes_error *error) {
  const int last = losetas_sheet(rules) - 1;
  tes_fail(error, TES_ECELL, "%.40s: %.4s is not a cell (a1 to %s)", text,
           text + 4, tes_name_cell(last, last).text);
  return 0;
}

tes_move losetas_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work) {
  tes_error *error = &work->error;
  (void)state;
  const int kind = losetas_read_kind(text);
  int x, y;
  if (kind < 0 || (text[3] != '@' && text[3] != ' ')) {
    return not_a_tile_move(text, error);
  }
  const char *rest = text + 4;
  const bool like_cell =
      *rest >= 'a' && *rest <= 'z' && isdigit((unsigned char)rest[1]);
  if (!losetas_read_cell(rules, &rest, &x, &y) || *rest != '\0') {
    return like_cell ? not_a_tile_cell(rules, text, error)
                     : not_a_tile_move(text, error);
  }
  return (kind + 1) << 8 | y << 4 | x;
}

/* ---- reasons ---- */

/* The number of columns or rows in use with a tile from `at` on. */
static int used_with(int used, int at, int length) {
  const int low = at < 0 ? at : 0;
  return (at + length > used ? at + length : used) - low;
}

static bool within(const tes_rules *rules, const losetas *m, tes_move move,
                   const char *what, tes_error *error) {
  const int size = rules->value[SIZE][0], kind = move_kind(move);
  const int wide = used_with(m->wide, move_x(move) - m->x, kind_width(kind));
  const int tall = used_with(m->tall, move_y(move) - m->y, kind_height(kind));
  if (wide <= size && tall <= size) return true;
  if (!is_floating(rules)) {
    tes_fail(error, TES_EILLEGAL,
             "%s: it would lie over the edge of the board, a1 to %s", what,
             tes_name_cell(size - 1, size - 1).text);
  } else if (wide > size) {
    tes_fail(error, TES_EILLEGAL,
             "%s: the playing area would be %d columns wide; the most is %d",
             what, wide, size);
  } else {
    tes_fail(error, TES_EILLEGAL,
             "%s: the playing area would be %d rows high; the most is %d", what,
             tall, size);
  }
  return false;
}

static const char *height_text(int high) {
  static const char *const texts[HIGHEST + 1] = {"free",   "1 high", "2 high",
                                                 "3 high", "4 high", "5 high",
                                                 "6 high", "7 high"};
  return texts[high];
}

/* Are all cells under the tile equally high? */
static bool is_even(const losetas *m, tes_move move, const char *what,
                    tes_error *error) {
  coordinates cells[4];
  const int count = losetas_cells(move, cells);
  const int first = losetas_height(m, cells[0]);
  for (int i = 1; i < count; i++) {
    const int next = losetas_height(m, cells[i]);
    if (next == first) continue;
    tes_fail(error, TES_EILLEGAL,
             "%s: %s is %s and %s is %s; a tile lies wholly on one level", what,
             name_of(cells[0]).text, height_text(first), name_of(cells[i]).text,
             height_text(next));
    return false;
  }
  return true;
}

bool losetas_lies(const tes_rules *rules, const losetas *m, tes_move move,
                  const char *what, tes_error *error) {
  return within(rules, m, move, what, error) && is_even(m, move, what, error);
}

/* Edges come first: the last four touch at corners. */
static const coordinates steps[8] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                     {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static void why_not_on_table(const tes_rules *rules, const losetas *m,
                             tes_move move, const char *what,
                             tes_error *error) {
  const int ways = rules->value[TOUCH][0] != 0 ? 8 : 4;
  const int colour = m->head.seat - 1;
  coordinates cells[4];
  const int count = losetas_cells(move, cells);
  for (int i = 0; i < ways * count; i++) {
    const coordinates from = cells[i % count], step = steps[i / count];
    const coordinates to = {from.x + step.x, from.y + step.y};
    if (!shows(m, to, colour)) continue;
    tes_fail(error, TES_EILLEGAL,
             "%s: on the table %s would touch your own %s on %s at %s", what,
             name_of(from).text, losetas_colour[colour], name_of(to).text,
             i / count < 4 ? "an edge" : "a corner");
    return;
  }
  tes_fail(error, TES_EILLEGAL,
           "%s: on the table a tile must share an edge with another", what);
}

static void why_not_on_tiles(const losetas *m, tes_move move, const char *what,
                             tes_error *error) {
  char space[16];
  tes_text name;
  const int colour = m->head.seat - 1, tile = losetas_vanishing(m, move);
  if (tile < 0) {
    tes_fail(error, TES_EILLEGAL,
             "%s: it covers only your own %s; at least one cell must be %s",
             what, losetas_colour[colour], losetas_colour[!colour]);
    return;
  }
  tes_text_fixed(&name, space, sizeof space);
  put_tile_move(m->tile[tile] & 0x7ff, &name);
  tes_fail(error, TES_EILLEGAL,
           "%s: it would cover the %s %s completely; every tile stays visible",
           what, losetas_colour[tile_colour(m->tile[tile])], space);
}

void losetas_why(const tes_rules *rules, const tes_state *state, tes_move move,
                 const char *text, tes_work *work) {
  tes_error *error = &work->error;
  const losetas *m = losetas_of(state);
  const int colour = state->seat - 1, kind = move_kind(move);
  char what[41];
  tes_text copy;
  tes_text_fixed(&copy, what, sizeof what);
  tes_put(&copy, "%.40s", text);
  const coordinates at = {move_x(move), move_y(move)};
  if (m->left[colour][kind_stock(kind)] == 0) {
    tes_fail(error, TES_EILLEGAL, "%s: %s has no %s left", what,
             losetas_colour[colour],
             kind == STANDING ? "2x1" : losetas_kind[kind]);
  } else if (m->count == 0 && is_floating(rules)) {
    tes_fail(error, TES_EILLEGAL,
             "%s: the lower-left cell of the first tile must be %s", what,
             tes_name_cell(m->x, m->y).text);
  } else if (losetas_lies(rules, m, move, what, error)) {
    if (losetas_height(m, at) == 0) {
      why_not_on_table(rules, m, move, what, error);
    } else {
      why_not_on_tiles(m, move, what, error);
    }
  }
}
