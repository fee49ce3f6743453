/* notation.c: Losetas in letters: moves, reasons and position text.
 *
 * Nothing here is in a hot path, so all of it goes by cells and characters. */
#include <stdlib.h>
#include <string.h>

#include "losetas.h"

static const char colour_letter[] = "gb";
const char *const losetas_colour[2] = {"grey", "blue"};
const char *const losetas_kind[KINDS] = {"2x2", "2x1", "1x2", "1x1"};

/* ---- cells ---- */

int losetas_sheet(const tes_rules *rules) {
  const int size = rules->value[SIZE][0];
  return is_floating(rules) ? 2 * size - 1 : size;
}

bool losetas_read_cell(const tes_rules *rules, const char **text, int *x,
                       int *y) {
  const int side = losetas_sheet(rules);
  return tes_read_cell(text, side, side, x, y);
}

int losetas_cell(const losetas *m, int x, int y) {
  const int column = x - m->x, row = y - m->y;
  const bool inside = column >= 0 && column < SIDE && row >= 0 && row < SIDE;
  return inside ? 8 * row + column : -1;
}

/* The cells that a tile lies on, as names are: on the sheet. */
typedef struct spot {
  int x, y;
} spot;

static int cells_of(tes_move move, spot cells[4]) {
  int count = 0;
  for (int y = 0; y < kind_height(move_kind(move)); y++) {
    for (int x = 0; x < kind_width(move_kind(move)); x++) {
      cells[count++] = (spot){move_x(move) + x, move_y(move) + y};
    }
  }
  return count;
}

static tes_cell_name name_of(spot s) {
  return tes_name_cell(s.x, s.y);
}

static int height_at(const losetas *m, spot s) {
  const int cell = losetas_cell(m, s.x, s.y);
  return cell < 0 ? 0 : height_of(m, cell);
}

/* Does the cell show the colour? */
static bool shows(const losetas *m, spot s, int colour) {
  const int cell = losetas_cell(m, s.x, s.y);
  return cell >= 0 && (m->own[colour] >> cell & 1);
}

layout losetas_lay(const losetas *m) {
  layout lay;
  uint8_t high[TILES_MAX] = {0};
  memset(lay.top, -1, sizeof lay.top);
  for (int i = 0; i < m->count; i++) {
    spot cells[4];
    const int count = cells_of(m->tile[i], cells);
    for (int k = 0; k < count; k++) {
      const int cell = losetas_cell(m, cells[k].x, cells[k].y);
      lay.top[cell] = (int8_t)i;
      lay.level[i] = ++high[cell];
    }
  }
  return lay;
}

/* A tile of which the cells of a move are all that it shows; or -1. */
static int would_vanish(const losetas *m, tes_move move) {
  const layout lay = losetas_lay(m);
  int shown[TILES_MAX] = {0};
  spot cells[4];
  const int count = cells_of(move, cells);
  for (int cell = 0; cell < TILES_MAX; cell++) {
    if (lay.top[cell] >= 0) shown[lay.top[cell]]++;
  }
  for (int i = 0; i < count; i++) {
    const int cell = losetas_cell(m, cells[i].x, cells[i].y);
    const int tile = cell < 0 ? -1 : lay.top[cell];
    if (tile >= 0 && --shown[tile] == 0) return tile;
  }
  return -1;
}

/* ---- moves ---- */

static void put_move(tes_move move, tes_text *text) {
  const char *kind = losetas_kind[move_kind(move)];
  const tes_cell_name cell = tes_name_cell(move_x(move), move_y(move));
  tes_put_bytes(text, kind, strlen(kind));
  tes_put_bytes(text, "@", 1);
  tes_put_bytes(text, cell.text, strlen(cell.text));
}

void losetas_put_tile(unsigned tile, tes_text *text) {
  tes_put_bytes(text, &colour_letter[tile_colour(tile)], 1);
  put_move(tile, text);
}

int losetas_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  tes_text *text, tes_work *work) {
  (void)rules, (void)state, (void)work;
  put_move(move, text);
  return TES_OK;
}

void losetas_parts(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_text *text) {
  (void)rules;
  spot cells[4];
  const int count = cells_of(move, cells);
  const int below = height_at(losetas_of(state), cells[0]);
  tes_put(text, "kind=%s colour=%s piece=%s at=%s level=%d cells=",
          below > 0 ? "cover" : "table", losetas_colour[state->seat - 1],
          losetas_kind[move_kind(move)], name_of(cells[0]).text, below + 1);
  for (int i = 0; i < count; i++) {
    tes_put(text, "%s%s", i > 0 ? "," : "", name_of(cells[i]).text);
  }
}

/* The kind that the first three characters name, or -1. */
static int read_kind(const char *text) {
  int kind = KINDS - 1;
  while (kind >= 0 && strncmp(text, losetas_kind[kind], 3) != 0) kind--;
  return kind;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Does it look like a tile, but one that there is not? */
static bool like_kind(const char *text) {
  return is_digit(text[0]) && text[1] == 'x' && is_digit(text[2]) &&
         (text[3] == '@' || text[3] == ' ');
}

static tes_move not_a_move(const char *text, tes_error *error) {
  if (like_kind(text) && read_kind(text) < 0) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: there is no tile %.3s: expected 2x2, 2x1 (lying), 1x2 "
             "(standing) or 1x1",
             text, text);
  } else {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: expected a tile at its lower-left cell: 2x2@c3, 2x1@c3 "
             "(lying), 1x2@c3 (standing) or 1x1@c3",
             text);
  }
  return 0;
}

static tes_move not_a_cell(const tes_rules *rules, const char *text,
                           tes_error *error) {
  const int last = losetas_sheet(rules) - 1;
  tes_fail(error, TES_EILLEGAL, "%.40s: %.4s is not a cell (a1 to %s)", text,
           text + 4, tes_name_cell(last, last).text);
  return 0;
}

tes_move losetas_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work) {
  tes_error *error = &work->error;
  (void)state;
  const int kind = read_kind(text);
  int x, y;
  if (kind < 0 || (text[3] != '@' && text[3] != ' ')) {
    return not_a_move(text, error);
  }
  const char *rest = text + 4;
  const bool like_cell = *rest >= 'a' && *rest <= 'z' && is_digit(rest[1]);
  if (!losetas_read_cell(rules, &rest, &x, &y) || *rest != '\0') {
    return like_cell ? not_a_cell(rules, text, error) : not_a_move(text, error);
  }
  return (kind + 1) << 8 | y << 4 | x;
}

/* ---- reasons ---- */

/* How many columns or rows would be in use with a tile from `at` on. */
static int used_with(int used, int at, int length) {
  const int low = at < 0 ? at : 0;
  return (at + length > used ? at + length : used) - low;
}

/* Does the tile stay within the frame? If not, the reason, behind `what`. */
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
             "%s: the playing area would be %d columns wide, %d is the most",
             what, wide, size);
  } else {
    tes_fail(error, TES_EILLEGAL,
             "%s: the playing area would be %d rows high, %d is the most", what,
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

/* Are all cells under the tile of one height? If not, the reason. */
static bool is_even(const losetas *m, tes_move move, const char *what,
                    tes_error *error) {
  spot cells[4];
  const int count = cells_of(move, cells);
  const int first = height_at(m, cells[0]);
  for (int i = 1; i < count; i++) {
    const int next = height_at(m, cells[i]);
    if (next == first) continue;
    tes_fail(error, TES_EILLEGAL,
             "%s: %s is %s, %s is %s; a tile lies wholly on one level", what,
             name_of(cells[0]).text, height_text(first), name_of(cells[i]).text,
             height_text(next));
    return false;
  }
  return true;
}

/* Edges come first: the last four touch at corners. */
static const spot steps[8] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                              {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static void why_not_on_table(const tes_rules *rules, const losetas *m,
                             tes_move move, const char *what,
                             tes_error *error) {
  const int ways = rules->value[TOUCH][0] != 0 ? 8 : 4;
  const int colour = m->head.seat - 1;
  spot cells[4];
  const int count = cells_of(move, cells);
  for (int i = 0; i < ways * count; i++) {
    const spot from = cells[i % count], step = steps[i / count];
    const spot to = {from.x + step.x, from.y + step.y};
    if (!shows(m, to, colour)) continue;
    tes_fail(error, TES_EILLEGAL,
             "%s: on the table %s would touch your own %s on %s at %s", what,
             name_of(from).text, losetas_colour[colour], name_of(to).text,
             i / count < 4 ? "an edge" : "a corner");
    return;
  }
  tes_fail(error, TES_EILLEGAL,
           "%s: on the table a tile shares an edge with another one", what);
}

static void why_not_on_tiles(const losetas *m, tes_move move, const char *what,
                             tes_error *error) {
  char space[16];
  tes_text name;
  const int colour = m->head.seat - 1, tile = would_vanish(m, move);
  if (tile < 0) {
    tes_fail(error, TES_EILLEGAL,
             "%s: it covers only your own %s; at least one cell must be %s",
             what, losetas_colour[colour], losetas_colour[!colour]);
    return;
  }
  tes_text_fixed(&name, space, sizeof space);
  put_move(m->tile[tile] & 0x7ff, &name);
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
  const spot at = {move_x(move), move_y(move)};
  if (m->left[colour][kind_stock(kind)] == 0) {
    tes_fail(error, TES_EILLEGAL, "%s: %s has no %s left", what,
             losetas_colour[colour],
             kind == STANDING ? "2x1" : losetas_kind[kind]);
  } else if (m->count == 0 && is_floating(rules)) {
    tes_fail(error, TES_EILLEGAL,
             "%s: the lower-left cell of the first tile is %s", what,
             tes_name_cell(m->x, m->y).text);
  } else if (within(rules, m, move, what, error) &&
             is_even(m, move, what, error)) {
    if (height_at(m, at) == 0) {
      why_not_on_table(rules, m, move, what, error);
    } else {
      why_not_on_tiles(m, move, what, error);
    }
  }
}

/* ---- position text ---- */

/* Lower levels first, then by row and column. */
static int by_place(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

void losetas_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text) {
  (void)rules, (void)seat;
  const losetas *m = losetas_of(state);
  const layout lay = losetas_lay(m);
  int order[TILES_MAX];
  for (int i = 0; i < m->count; i++) {
    order[i] = lay.level[i] << 16 | (m->tile[i] & 0xff) << 8 | i;
  }
  qsort(order, m->count, sizeof *order, by_place);
  for (int i = 0; i < m->count; i++) {
    if (i > 0) tes_put(text, ",");
    losetas_put_tile(m->tile[order[i] & 0xff], text);
  }
  tes_put(text, "%s %c", m->count == 0 ? "-" : "",
          colour_letter[state->seat - 1]);
}

typedef struct reader {
  tes_scan scan;
  const tes_rules *rules;
  losetas *m;
} reader;

/* One tile, as it is written; 0 if it cannot be read. */
static unsigned read_tile(reader *r) {
  static const char what[] = "a tile (g2x2@c3)";
  int x, y;
  const char *at = r->scan.at;
  const int colour = tes_read_letter(&at, colour_letter);
  const int kind = colour < 0 ? -1 : read_kind(at);
  if (kind < 0 || at[3] != '@') {
    tes_scan_expected(&r->scan, what);
    return 0;
  }
  r->scan.at = at + 4;
  if (!losetas_read_cell(r->rules, &r->scan.at, &x, &y)) {
    const int last = losetas_sheet(r->rules) - 1;
    tes_fail(r->scan.error, TES_EARG,
             "losetas position: expected a cell, a1 to %s%s%.20s",
             tes_name_cell(last, last).text,
             *r->scan.at != '\0' ? ", at " : ", but the text ends", r->scan.at);
    return 0;
  }
  return (unsigned)(colour << 11 | (kind + 1) << 8 | y << 4 | x);
}

/* May it be laid on what lies there? */
static int check_place(const reader *r, tes_move move, const char *what) {
  if (!within(r->rules, r->m, move, what, r->scan.error) ||
      !is_even(r->m, move, what, r->scan.error)) {
    return TES_EARG;
  }
  const int tile = would_vanish(r->m, move);
  if (tile < 0) return TES_OK;
  char name[16];
  tes_text text;
  tes_text_fixed(&text, name, sizeof name);
  losetas_put_tile(r->m->tile[tile], &text);
  return tes_fail(r->scan.error, TES_EARG, "%s: it covers %s completely", what,
                  name);
}

/* The colours round about do not matter: who knows how the tiles came
 * there. */
static int lay_tile(reader *r, unsigned tile) {
  char what[40];
  tes_text text;
  losetas *m = r->m;
  const int colour = tile_colour(tile), stock = kind_stock(move_kind(tile));
  const tes_move move = tile & 0x7ff;
  tes_text_fixed(&text, what, sizeof what);
  tes_put(&text, "losetas position: ");
  losetas_put_tile(tile, &text);
  if (m->left[colour][stock] == 0) {
    return tes_fail(r->scan.error, TES_EARG, "%s: %s has only %d of them", what,
                    losetas_colour[colour], r->rules->value[TILES][stock]);
  }
  if (m->count == 0 && is_floating(r->rules)) {
    m->x = (uint8_t)move_x(move);
    m->y = (uint8_t)move_y(move);
  }
  if (check_place(r, move, what) != TES_OK) return TES_EARG;
  losetas_put(m, colour, move);
  return TES_OK;
}

static int read_tiles(reader *r) {
  if (tes_read_letter(&r->scan.at, "-") == 0) return TES_OK;
  for (;; r->scan.at++) {
    const unsigned tile = read_tile(r);
    if (tile == 0 || lay_tile(r, tile) != TES_OK) return TES_EARG;
    if (*r->scan.at != ',') return TES_OK;
  }
}

static int read_turn(reader *r) {
  static const char blank[] = "a comma or a blank behind a tile";
  if (tes_scan_sign(&r->scan, ' ', blank) != TES_OK) return TES_EARG;
  const int colour = tes_read_letter(&r->scan.at, colour_letter);
  if (colour < 0) {
    return tes_scan_expected(&r->scan, "the player to move, g or b");
  }
  r->m->head.seat = (uint8_t)(1 + colour);
  return tes_scan_end(&r->scan, "nothing behind the player to move");
}

/* Every floating game covers the cell that the first tile lay on. */
static int check_middle(const reader *r) {
  const int middle = r->rules->value[SIZE][0] - 1;
  if (!is_floating(r->rules) || r->m->count == 0) return TES_OK;
  if (height_at(r->m, (spot){middle, middle}) > 0) return TES_OK;
  return tes_fail(r->scan.error, TES_EARG,
                  "losetas position: no tile lies on %s, where the first one "
                  "of a game does",
                  tes_name_cell(middle, middle).text);
}

int losetas_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work) {
  losetas *m = (losetas *)state;
  reader r = {{text, "losetas position: ", TES_EARG, &work->error}, rules, m};
  losetas_start(rules, state, rng, NULL);
  if (read_tiles(&r) != TES_OK || read_turn(&r) != TES_OK ||
      check_middle(&r) != TES_OK) {
    return TES_EARG;
  }
  m->last = 0;
  if (losetas_can_place(rules, m)) return TES_OK;
  return tes_fail(&work->error, TES_EARG,
                  "losetas position: the game is over: %s can place nothing",
                  losetas_colour[state->seat - 1]);
}
