/* text.c: a drawing as text.
 *
 * Each cell is one line of `width` characters (fewer where symbols stand for
 * letters) with one more on either side, where a mark puts brackets: so a mark
 * reads without colour, and nothing moves when it goes. Colour only repeats
 * what the letters say. Lines take a character between columns and a line
 * between rows: all of them in a grid, and in a drawing of outlines those that
 * a cell on either side asks for, the others blank (a line that is all blank
 * is left out, so that a screen holds more). A slanted board has its rows like
 * bricks, so that a cell has six neighbours, and its upper names go on in line
 * with the columns. */
#include <stdio.h>
#include <string.h>

#include "drawing.h"

/* Colours as the codes of a terminal: as ink, and as ground, on which the ink
 * is black or, where the ground is dark, white. */
typedef struct hue {
  int ink16, ground16, ink256, ground256;
  bool dark;
} hue;

static const hue hues[TES_COLOURS] = {
    [TES_PLAIN] = {39, 49, 0, 0, false},
    [TES_WHITE] = {97, 107, 231, 255, false},
    [TES_RED] = {91, 41, 203, 160, true},
    [TES_BLUE] = {94, 44, 75, 26, true},
    [TES_YELLOW] = {93, 103, 221, 220, false},
    [TES_GREEN] = {92, 42, 114, 28, true},
    [TES_PURPLE] = {95, 45, 177, 91, true},
    [TES_ORANGE] = {33, 43, 215, 208, false},
    [TES_GREY] = {37, 100, 250, 244, false},
};

static void put_ink(tes_palette palette, int colour, tes_text *text) {
  if (palette == TES_NO_COLOUR || colour == TES_PLAIN) return;
  if (palette == TES_16) {
    tes_put(text, "\033[1;%dm", hues[colour].ink16);
  } else {
    tes_put(text, "\033[1;38;5;%dm", hues[colour].ink256);
  }
}

static void put_ground(tes_palette palette, int colour, tes_text *text) {
  const hue *h = &hues[colour];
  if (palette == TES_NO_COLOUR || colour == TES_PLAIN) return;
  if (palette == TES_16) {
    tes_put(text, "\033[%d;%dm", h->dark ? 97 : 30, h->ground16);
  } else {
    tes_put(text, "\033[38;5;%d;48;5;%dm", h->dark ? 231 : 16, h->ground256);
  }
}

static void put_reset(tes_palette palette, tes_text *text) {
  if (palette != TES_NO_COLOUR) tes_put(text, "\033[0m");
}

/* One side of the brackets around a marked cell, or a blank. */
static void put_bracket(tes_palette palette, int mark, bool left,
                        tes_text *text) {
  static const char *const sides[] = {"  ", "[]", "<>"};
  if (mark != TES_UNMARKED) put_ink(palette, TES_GREEN, text);
  tes_put_bytes(text, &sides[mark][left ? 0 : 1], 1);
  if (mark != TES_UNMARKED) put_reset(palette, text);
}

/* A piece has its colour as ground, whatever the terminal's own ground is. */
static void put_glyph(const tes_cell *cell, const tes_glyph *glyph,
                      tes_palette palette, tes_text *text) {
  const int ground = cell->pieces ? glyph->colour : cell->fill;
  if (ground != TES_PLAIN) {
    put_ground(palette, ground, text);
  } else {
    put_ink(palette, glyph->colour, text);
  }
  tes_put(text, "%s", glyph->text);
  if (ground != TES_PLAIN || glyph->colour != TES_PLAIN) {
    put_reset(palette, text);
  }
}

static void put_glyphs(const tes_cell *cell, tes_palette palette,
                       tes_text *text) {
  for (int i = 0; i < cell->count; i++) {
    put_glyph(cell, &cell->glyph[i], palette, text);
  }
}

static bool shows_symbol(const tes_drawing *d, const tes_cell *cell) {
  return d->symbols && cell->count > 0 && cell->symbol[0] != '\0';
}

static void put_symbol(const tes_cell *cell, tes_palette palette,
                       tes_text *text) {
  tes_glyph glyph = cell->glyph[0];
  memcpy(glyph.text, cell->symbol, sizeof glyph.text);
  put_glyph(cell, &glyph, palette, text);
}

/* The characters that a cell fills, an empty one a blank. */
static int filled(const tes_drawing *d, const tes_cell *cell) {
  return cell->count == 0 || shows_symbol(d, cell) ? 1 : cell->count;
}

/* A cell with a ground of its own shows it from side to side. */
static void put_filled_cell(const tes_drawing *d, const tes_cell *cell,
                            tes_palette palette, tes_text *text) {
  static const char *const sides[] = {"  ", "[]", "<>"};
  const int empty = d->width - filled(d, cell), left = empty / 2;
  put_ground(palette, cell->fill, text);
  tes_put(text, "%*s%c", left, "", sides[cell->mark][0]);
  if (shows_symbol(d, cell)) {
    tes_put(text, "%s", cell->symbol);
  } else {
    for (int i = 0; i < cell->count; i++) {
      tes_put(text, "%s", cell->glyph[i].text);
    }
    if (cell->count == 0) tes_put(text, " ");
  }
  tes_put(text, "%c%*s", sides[cell->mark][1], empty - left, "");
  put_reset(palette, text);
}

static void put_cell(const tes_drawing *d, const tes_cell *cell,
                     tes_palette palette, tes_text *text) {
  static const tes_cell blank = {.count = 1, .glyph = {{" ", TES_PLAIN}}};
  const int empty = d->width - filled(d, cell), left = empty / 2;
  if (cell->fill != TES_PLAIN && !cell->pieces) {
    put_filled_cell(d, cell, palette, text);
    return;
  }
  if (left > 0) tes_put(text, "%*s", left, "");
  put_bracket(palette, cell->mark, true, text);
  if (shows_symbol(d, cell)) {
    put_symbol(cell, palette, text);
  } else {
    put_glyphs(cell->count > 0 ? cell : &blank, palette, text);
  }
  put_bracket(palette, cell->mark, false, text);
  if (empty > left) tes_put(text, "%*s", empty - left, "");
}

/* Symbols take less room than the letters that they stand for. */
static int narrow_width(const tes_drawing *d) {
  int width = 1;
  bool symbols = false;
  for (int i = 0; i < d->columns * d->rows; i++) {
    const int wide = filled(d, &d->cells[i]);
    if (wide > width) width = wide;
    symbols |= shows_symbol(d, &d->cells[i]);
  }
  return symbols ? width : d->width;
}

static bool has_lines(const tes_drawing *d) {
  return (d->grid || d->outlines) && !d->slanted;
}

/* How far a row is moved to the right: the one of number `rows` are the names
 * above. */
static int shift(const tes_drawing *d, int row) {
  return d->slanted ? row * (d->width + 2) / 2 : 0;
}

/* What the name of a row takes, a blank on either side included. */
static int margin(const tes_drawing *d) {
  const int low = snprintf(NULL, 0, "%d", d->row);
  const int high = snprintf(NULL, 0, "%d", d->row + d->rows - 1);
  const int digits = low > high ? low : high;
  return digits > 2 ? digits + 2 : 4;
}

/* Names are set right-aligned; where one would run into the next, only those
 * of every second column, or third ..., are there. */
static void put_columns(const tes_drawing *d, int row, tes_text *text) {
  const int pitch = d->width + 2 + has_lines(d);
  const int first =
      margin(d) + (d->width + 2) / 2 + has_lines(d) + shift(d, row);
  const int low = snprintf(NULL, 0, "%d", d->column);
  const int high = snprintf(NULL, 0, "%d", d->column + d->columns - 1);
  const int longest = !d->numbers ? 1 : low > high ? low : high;
  const int step = longest / pitch + 1;
  int at = 0;
  for (int x = 0; x < d->columns; x++) {
    if ((d->column + x) % step != 0) continue;
    drawing_put_column(d, x, first + x * pitch - at, text);
    at = first + x * pitch;
  }
  tes_put(text, "\n");
}

static bool wants(const tes_drawing *d, int column, int row, int wall) {
  return column >= 0 && column < d->columns && row >= 0 && row < d->rows &&
         (cell_of(d, column, row)->walls & wall) != 0;
}

/* Is there a line on the left of cell (x, y), or below it? Cells just outside
 * of the board may be asked about too. */
static bool line_left(const tes_drawing *d, int x, int y) {
  if (d->grid) return y >= 0 && y < d->rows;
  return wants(d, x, y, TES_WEST) || wants(d, x - 1, y, TES_EAST);
}

static bool line_below(const tes_drawing *d, int x, int y) {
  if (d->grid) return x >= 0 && x < d->columns;
  return wants(d, x, y, TES_SOUTH) || wants(d, x, y - 1, TES_NORTH);
}

/* What is at the lower left corner of a cell. */
static char corner(const tes_drawing *d, int x, int y) {
  const bool upright = line_left(d, x, y) || line_left(d, x, y - 1);
  const bool level = line_below(d, x, y) || line_below(d, x - 1, y);
  return upright && level ? '+' : upright ? '|' : level ? '-' : ' ';
}

/* What a cell is filled with, TES_PLAIN outside of the board. */
static int fill_of(const tes_drawing *d, int x, int y) {
  const bool inside = x >= 0 && x < d->columns && y >= 0 && y < d->rows;
  return inside && !cell_of(d, x, y)->pieces ? cell_of(d, x, y)->fill
                                             : TES_PLAIN;
}

/* The ground that goes on between two cells with no line between them. */
static int ground_between(const tes_drawing *d, int x, int y, int x2, int y2) {
  return fill_of(d, x, y) == fill_of(d, x2, y2) ? fill_of(d, x, y) : TES_PLAIN;
}

static void put_blank(tes_palette palette, int ground, tes_text *text) {
  put_ground(palette, ground, text);
  tes_put(text, " ");
  if (ground != TES_PLAIN) put_reset(palette, text);
}

/* What the line below row y shows at column `at` of the text. */
static char line_sign(const tes_drawing *d, int at, int y, int *ground) {
  const int pitch = d->width + 3, x = at / pitch;
  const bool edge = at % pitch == 0;
  const char sign = edge ? corner(d, x, y) : line_below(d, x, y) ? '-' : ' ';
  *ground = ground_between(d, x, y, x, y - 1);
  if (edge && ground_between(d, x - 1, y, x, y - 1) != *ground) {
    *ground = TES_PLAIN;
  }
  return sign;
}

static bool has_line_below(const tes_drawing *d, int y) {
  for (int x = 0; x < d->columns; x++) {
    if (line_below(d, x, y)) return true;
  }
  return false;
}

/* The line below row y, without blanks at its end, or nothing if no cell has
 * one there. */
static void put_line(const tes_drawing *d, int y, tes_palette palette,
                     tes_text *text) {
  int blanks = margin(d) - 1;
  if (!has_lines(d) || !has_line_below(d, y)) return;
  for (int i = 0; i <= d->columns * (d->width + 3); i++) {
    int ground;
    const char sign = line_sign(d, i, y, &ground);
    if (sign == ' ' && (ground == TES_PLAIN || palette == TES_NO_COLOUR)) {
      blanks++;
      continue;
    }
    tes_put(text, "%*s", blanks, "");
    blanks = 0;
    if (sign == ' ') {
      put_blank(palette, ground, text);
    } else {
      tes_put(text, "%c", sign);
    }
  }
  tes_put(text, "\n");
}

static void put_row(const tes_drawing *d, int y, tes_palette palette,
                    tes_text *text) {
  tes_put(text, "%*d ", margin(d) - 2 + shift(d, y), d->row + y);
  for (int x = 0; x <= d->columns; x++) {
    if (has_lines(d) && line_left(d, x, y)) {
      tes_put(text, "|");
    } else if (has_lines(d)) {
      put_blank(palette, ground_between(d, x - 1, y, x, y), text);
    }
    if (x < d->columns) put_cell(d, cell_of(d, x, y), palette, text);
  }
  tes_put(text, " %d\n", d->row + y);
}

void tes_render_text(const tes_drawing *drawing, tes_palette palette,
                     tes_text *text) {
  tes_drawing shown = *drawing; /* the cells are lent */
  shown.width = narrow_width(drawing);
  put_columns(&shown, shown.rows, text);
  put_line(&shown, shown.rows, palette, text);
  for (int y = shown.rows - 1; y >= 0; y--) {
    put_row(&shown, y, palette, text);
    put_line(&shown, y, palette, text);
  }
  put_columns(&shown, 0, text);
  tes_put(text, "%s", tes_text_get(&shown.notes));
}

int tes_board(const tes_rules *rules, const tes_state *state, int seat,
              tes_text *text, tes_work *work) {
  tes_drawing drawing;
  tes_drawing_init(&drawing, rules->alloc);
  const int status = tes_draw(rules, state, seat, 0, &drawing, work);
  if (status == TES_OK) tes_render_text(&drawing, TES_NO_COLOUR, text);
  tes_drawing_free(&drawing);
  if (status != TES_OK || !text->failed) return status;
  return tes_fail(&work->error, TES_ENOMEM, "out of memory");
}
