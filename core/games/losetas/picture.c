/* picture.c: drawing of Losetas, and queries. */
#include <string.h>

#include "losetas.h"

/* ---- the playing area ---- */

/* The cells that the next tile may lie on or beside: the board, or the box
 * enlarged by the most that a tile can stick out. Before the first tile there
 * is no box, but that tile's place is known. */
typedef struct field {
  int x, y, wide, tall;
} field;

static field field_of(const tes_rules *rules, const losetas *m) {
  const int size = rules->value[SIZE][0];
  if (!is_floating(rules)) return (field){0, 0, size, size};
  if (m->count == 0) return (field){m->x, m->y, 2, 2};
  const int right = overhang(size, m->wide), up = overhang(size, m->tall);
  return (field){m->x - right, m->y - up, m->wide + 2 * right,
                 m->tall + 2 * up};
}

static int side_at(const losetas *m, int cell) {
  for (int colour = GREY; colour <= BLUE; colour++) {
    if (cell >= 0 && (m->own[colour] >> cell & 1)) return colour;
  }
  return -1;
}

/* ---- the drawing ---- */

static const tes_colour paints[] = {TES_GREY, TES_BLUE};

/* Each tile at its level, the lower ones first, so that later tiles cover the
 * hidden parts. */
static void draw_laid_tile(const field *f, unsigned tile, int level,
                           tes_drawing *drawing) {
  const int colour = tile_colour(tile), kind = move_kind(tile);
  const int x = move_x(tile) - f->x, y = move_y(tile) - f->y;
  tes_element *e = tes_drawing_add(drawing, TES_SQUARES, paints[colour], x, y);
  for (int i = 1; i < kind_width(kind) * kind_height(kind); i++) {
    tes_element_place(e, x + i % kind_width(kind), y + i / kind_width(kind));
  }
  e->level = (uint8_t)level;
  tes_element_write(e, "%c%d", *losetas_colour[colour], level);
  tes_element_name(e, "%s %s %s/%d", losetas_colour[colour], losetas_kind[kind],
                   tes_name_cell(move_x(tile), move_y(tile)).text, level);
}

static void draw_levels(const losetas *m, const field *f,
                        tes_drawing *drawing) {
  const layout lay = losetas_lay(m);
  for (int level = 1; level <= HIGHEST; level++) {
    for (int i = 0; i < m->count; i++) {
      if (lay.level[i] == level) draw_laid_tile(f, m->tile[i], level, drawing);
    }
  }
}

/* The last tile is marked where it lies, a hint where it would lie. */
static void mark_tile(tes_drawing *drawing, const losetas *m, const field *f,
                      tes_move move, tes_shape how) {
  if (move == 0) return;
  const int cell = losetas_cell(m, move_x(move), move_y(move));
  const int level = cell < 0 ? 0 : height_of(m, cell);
  const int width = kind_width(move_kind(move));
  const int x = move_x(move) - f->x, y = move_y(move) - f->y;
  tes_element *mark = tes_drawing_add(drawing, how, TES_PLAIN, x, y);
  for (int i = 1; i < width * kind_height(move_kind(move)); i++) {
    tes_element_place(mark, x + i % width, y + i / width);
  }
  mark->level = (uint8_t)(how == TES_HINT ? level + 1 : level);
}

static void put_left(const losetas *m, int colour, tes_text *text) {
  static const char *const stocks[STOCKS] = {"2x2", "2x1", "1x1"};
  for (int i = 0; i < STOCKS; i++) {
    tes_put(text, "%s%s:%d", i > 0 ? " " : "", stocks[i], m->left[colour][i]);
  }
}

/* The sizes of all areas of a colour, the largest first. */
static void put_areas(const losetas *m, int colour, tes_text *text) {
  const areas a = losetas_areas(m->own[colour]);
  const char *blank = "";
  for (int size = a.largest; size > 0; size--) {
    for (int i = 0; i < a.count[size]; i++) {
      tes_put(text, "%s%d", blank, size);
      blank = " ";
    }
  }
}

/* The areas are the scores, unless a variant counts differently. */
static bool has_own_scores(const losetas *m, const tes_drawing *drawing) {
  for (int colour = GREY; colour <= BLUE; colour++) {
    const int largest = losetas_areas(m->own[colour]).largest;
    if (drawing->score[colour] != largest) return true;
  }
  return false;
}

static void put_area_notes(const tes_rules *rules, const losetas *m,
                           tes_drawing *drawing) {
  const int size = rules->value[SIZE][0];
  const bool own_scores = has_own_scores(m, drawing);
  tes_text *text = &drawing->notes;
  for (int colour = GREY; colour <= BLUE; colour++) {
    const bool moves = !m->head.over && colour == m->head.seat - 1;
    tes_put(text, "%s%-4s  left ", moves ? " > " : "   ",
            losetas_colour[colour]);
    put_left(m, colour, text);
    if (own_scores) tes_put(text, "  score %d", drawing->score[colour]);
    tes_put(text, "  areas ");
    put_areas(m, colour, text);
    tes_put(text, "%s\n", m->own[colour] == 0 ? "-" : "");
  }
  if (is_floating(rules)) {
    tes_put(text, "   in use %dx%d of %dx%d\n", m->wide, m->tall, size, size);
  }
}

/* Beside the board: a player's remaining tiles, by kind. */
static void draw_player_panel(const losetas *m, int colour,
                              tes_drawing *drawing) {
  static const int kinds[STOCKS] = {SQUARE, LYING, SINGLE};
  const int box = colour + 1, points = drawing->score[colour];
  tes_element_write(
      tes_drawing_beside(drawing, box, TES_HEADING, paints[colour]), "%s",
      losetas_colour[colour]);
  if (has_own_scores(m, drawing)) {
    tes_element_write(tes_drawing_beside(drawing, box, TES_LINE, TES_PLAIN),
                      points == 1 ? "%d point" : "%d points", points);
  }
  tes_element_write(tes_drawing_beside(drawing, box, TES_LINE, TES_PLAIN),
                    "largest area %d", losetas_areas(m->own[colour]).largest);
  for (int i = 0; i < STOCKS; i++) {
    const int width = kind_width(kinds[i]);
    tes_element *e =
        tes_drawing_beside(drawing, box, TES_SQUARES, paints[colour]);
    for (int k = 0; k < width * kind_height(kinds[i]); k++) {
      tes_element_place(e, k % width, k / width);
    }
    tes_element_write(e, "x%d", m->left[colour][i]);
    tes_element_name(e, "%s %s", losetas_colour[colour],
                     losetas_kind[kinds[i]]);
  }
}

int losetas_draw(const tes_rules *rules, const tes_state *state, int seat,
                 tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)seat, (void)work;
  const losetas *m = losetas_of(state);
  const field f = field_of(rules, m);
  if (tes_drawing_size(drawing, f.wide, f.tall) != TES_OK) return TES_ENOMEM;
  drawing->outlines = true;
  drawing->width = 2;
  drawing->column = f.x;
  drawing->row = f.y + 1;
  drawing->empty[0] = '.';
  draw_levels(m, &f, drawing);
  mark_tile(drawing, m, &f, m->last, TES_LAST_MOVE);
  mark_tile(drawing, m, &f, hint, TES_HINT);
  draw_player_panel(m, GREY, drawing);
  draw_player_panel(m, BLUE, drawing);
  drawing->turn = m->head.over ? 0 : m->head.seat;
  put_area_notes(rules, m, drawing);
  return TES_OK;
}

/* ---- queries ---- */

enum {
  CELL,
  HEIGHT,
  SIDEWAYS,
  STACK,
  SHOWN,
  AREA,
  AREAS,
  LEFT,
  ALL,
  BOX,
  CELLS
};

const tes_query losetas_queries[] = {
    [CELL] = {"cell", "cell", TES_TEXT,
              "the colour on top of a cell, \"\" if it is free"},
    [HEIGHT] = {"height", "cell", TES_INTEGER, "the height of a stack"},
    [SIDEWAYS] = {"side", "cell", TES_TEXT, "a stack, drawn from the side"},
    [STACK] = {"stack", "cell", TES_TEXTS,
               "the tiles of a stack, bottom to top: \"g2x2@h8\""},
    [SHOWN] = {"tile", "cell", TES_TEXTS,
               "the visible cells of the tile on top of a cell"},
    [AREA] = {"area", "cell", TES_TEXTS, "the cells of the area of a cell"},
    [AREAS] = {"areas", "", TES_LISTS,
               "the sizes of each player's areas, the largest first"},
    [LEFT] = {"left", "colour", TES_TEXTS,
              "the tiles a player has left, counted: \"2x2:8\""},
    [ALL] = {"tiles", "", TES_TEXTS,
             "all tiles with their colours, lower levels first"},
    [BOX] = {"box", "", TES_TEXTS,
             "the first and the last cell of the tiles' bounding box"},
    [CELLS] = {"cells", "", TES_TEXTS, "the names of all cells in play"},
    {NULL, NULL, TES_INTEGER, NULL},
};

static void put_cell_name(int x, int y, tes_text *text) {
  tes_put(text, "%s%s", text->length > 0 ? " " : "", tes_name_cell(x, y).text);
}

/* The names of a set of cells of the board. */
static void put_set(const losetas *m, uint64_t set, tes_text *text) {
  for (; set != 0; set &= set - 1) {
    const int cell = tes_lowest(set);
    put_cell_name(m->x + cell % 8, m->y + cell / 8, text);
  }
}

static bool lies_on(const losetas *m, tes_move tile, int cell) {
  const int x = cell % 8 + m->x - move_x(tile);
  const int y = cell / 8 + m->y - move_y(tile);
  return x >= 0 && x < kind_width(move_kind(tile)) && y >= 0 &&
         y < kind_height(move_kind(tile));
}

/* The tiles of a stack from the bottom up; returns their number. */
static int stack_of(const losetas *m, int cell, unsigned stack[HIGHEST]) {
  int count = 0;
  for (int i = 0; i < m->count && cell >= 0; i++) {
    if (lies_on(m, m->tile[i], cell)) stack[count++] = m->tile[i];
  }
  TES_ASSERT(count <= HIGHEST);
  return count;
}

static void put_side(const losetas *m, int cell, tes_text *text) {
  unsigned stack[HIGHEST];
  for (int i = stack_of(m, cell, stack); i > 0; i--) {
    const unsigned tile = stack[i - 1];
    const int kind = move_kind(tile);
    tes_put(text, "%d | %-4s %s@%s\n", i, losetas_colour[tile_colour(tile)],
            losetas_kind[kind], tes_name_cell(move_x(tile), move_y(tile)).text);
  }
  tes_put(text, "--+---------------\n");
}

static void put_stack(const losetas *m, int cell, tes_text *text) {
  unsigned stack[HIGHEST];
  const int count = stack_of(m, cell, stack);
  for (int i = 0; i < count; i++) {
    if (text->length > 0) tes_put(text, " ");
    losetas_put_tile(stack[i], text);
  }
}

static uint64_t shown_by(const losetas *m, int cell) {
  const layout lay = losetas_lay(m);
  uint64_t set = 0;
  for (int i = 0; i < TILES_MAX && cell >= 0 && lay.top[cell] >= 0; i++) {
    if (lay.top[i] == lay.top[cell]) set |= UINT64_C(1) << i;
  }
  return set;
}

static uint64_t area_at(const losetas *m, int cell) {
  const int colour = side_at(m, cell);
  return colour < 0 ? 0 : area_of(UINT64_C(1) << cell, m->own[colour]);
}

static int get_of_cell(const tes_rules *rules, const losetas *m, int query,
                       const char *argument, int64_t *integer, tes_text *text,
                       tes_error *error) {
  int x, y;
  if (argument == NULL || !losetas_read_cell(rules, &argument, &x, &y) ||
      *argument != '\0') {
    const int last = losetas_sheet(rules) - 1;
    return tes_fail(error, TES_EARG, "%s: expected a cell, a1 to %s",
                    losetas_queries[query].name,
                    tes_name_cell(last, last).text);
  }
  const int cell = losetas_cell(m, x, y), colour = side_at(m, cell);
  if (query == CELL && colour >= 0) tes_put(text, "%s", losetas_colour[colour]);
  if (query == HEIGHT) *integer = cell < 0 ? 0 : height_of(m, cell);
  if (query == SIDEWAYS) put_side(m, cell, text);
  if (query == STACK) put_stack(m, cell, text);
  if (query == SHOWN) put_set(m, shown_by(m, cell), text);
  if (query == AREA) put_set(m, area_at(m, cell), text);
  return TES_OK;
}

/* The default is the player to move. */
static int get_left(const losetas *m, const char *argument, tes_text *text,
                    tes_error *error) {
  int colour = argument == NULL ? m->head.seat - 1 : -1;
  for (int i = GREY; i <= BLUE && argument != NULL; i++) {
    const char seat[] = {(char)('1' + i), '\0'};
    if (!strcmp(argument, losetas_colour[i]) || !strcmp(argument, seat)) {
      colour = i;
    }
  }
  if (colour < 0) {
    return tes_fail(error, TES_EARG, "left: expected a player: grey or blue");
  }
  put_left(m, colour, text);
  return TES_OK;
}

static void put_tiles(const losetas *m, tes_text *text) {
  const layout lay = losetas_lay(m);
  for (int level = 1; level <= HIGHEST; level++) {
    for (int i = 0; i < m->count; i++) {
      if (lay.level[i] != level) continue;
      if (text->length > 0) tes_put(text, " ");
      losetas_put_tile(m->tile[i], text);
    }
  }
}

static void put_field_cells(const tes_rules *rules, const losetas *m,
                            tes_text *text) {
  const field f = field_of(rules, m);
  for (int i = 0; i < f.wide * f.tall; i++) {
    put_cell_name(f.x + i % f.wide, f.y + i / f.wide, text);
  }
}

static void put_box(const losetas *m, tes_text *text) {
  const uint64_t all = occupied(m);
  int low = 0;
  if (all == 0) return;
  while (!(all & FILE_A << low)) low++;
  put_cell_name(m->x + low, m->y + tes_lowest(all) / 8, text);
  put_cell_name(m->x + m->wide - 1, m->y + m->tall - 1, text);
}

int losetas_get(const tes_rules *rules, const tes_state *state, int seat,
                int query, const char *argument, int64_t *integer,
                tes_text *text, tes_work *work) {
  tes_error *error = &work->error;
  (void)seat;
  const losetas *m = losetas_of(state);
  switch (query) {
    case AREAS:
      put_areas(m, GREY, text);
      tes_put(text, "/");
      put_areas(m, BLUE, text);
      return TES_OK;
    case LEFT:
      return get_left(m, argument, text, error);
    case ALL:
      put_tiles(m, text);
      return TES_OK;
    case BOX:
      put_box(m, text);
      return TES_OK;
    case CELLS:
      put_field_cells(rules, m, text);
      return TES_OK;
    default:
      return get_of_cell(rules, m, query, argument, integer, text, error);
  }
}
