/* draw.c: a drawing, and its two renderings.
 *
 * A drawing is a grid of cells that a game fills; nothing in it knows what it
 * will become. As text, each cell is one line of `width` characters (fewer
 * where symbols stand for letters) with one more on either side, where a mark
 * puts brackets: so a mark reads without colour, and nothing moves when it
 * goes. Colour only repeats what the letters say. Lines take a character
 * between columns and a line between rows: all of them in a grid, and in a
 * drawing of outlines those that a cell on either side asks for, the others
 * blank (a line that is all blank is left out, so that a screen holds more).
 * A slanted board has its rows like bricks, so that a cell has six neighbours,
 * and its upper names go on in line with the columns.
 * As SVG, a cell is a square of SIDE units; pieces are discs, the higher ones
 * drawn later and a little further up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tesela.h"

/* ---- building ---- */

void tes_drawing_init(tes_drawing *drawing, const tes_alloc *alloc) {
  *drawing = (tes_drawing){.alloc = alloc, .width = 1, .row = 1};
  tes_text_init(&drawing->notes, alloc);
}

static size_t cell_bytes(const tes_drawing *drawing) {
  return (size_t)drawing->columns * (size_t)drawing->rows * sizeof(tes_cell);
}

void tes_drawing_free(tes_drawing *drawing) {
  if (drawing->cells != NULL) {
    tes_resize(drawing->alloc, drawing->cells, cell_bytes(drawing), 0);
  }
  tes_text_free(&drawing->notes);
  drawing->cells = NULL;
}

int tes_drawing_size(tes_drawing *drawing, int columns, int rows) {
  drawing->columns = columns > 1 ? columns : 1;
  drawing->rows = rows > 1 ? rows : 1;
  const size_t size = cell_bytes(drawing);
  drawing->cells = tes_resize(drawing->alloc, NULL, 0, size);
  if (drawing->cells == NULL) return TES_ENOMEM;
  memset(drawing->cells, 0, size);
  return TES_OK;
}

tes_cell *tes_cell_at(tes_drawing *drawing, int column, int row) {
  return &drawing->cells[row * drawing->columns + column];
}

void tes_cell_put(tes_cell *cell, const char *text, tes_colour colour) {
  if (cell->count == TES_GLYPHS) return;
  tes_glyph *glyph = &cell->glyph[cell->count++];
  strncpy(glyph->text, text, sizeof glyph->text - 1);
  glyph->colour = (uint8_t)colour;
}

/* Reads a column's name and moves on behind it. */
static long read_column(const tes_drawing *d, const char **name) {
  char *end;
  if (!d->numbers) return *(*name)++ - 'a' - d->column;
  const long column = strtol(*name, &end, 10) - d->column;
  *name = *end == ',' ? end + 1 : "";
  return column;
}

bool tes_drawing_mark(tes_drawing *drawing, const char *name, tes_mark mark) {
  char *end;
  if (*name == '\0') return false;
  const long x = read_column(drawing, &name);
  const long y = strtol(name, &end, 10) - drawing->row;
  if (end == name || *end != '\0') return false;
  if (x < 0 || x >= drawing->columns || y < 0 || y >= drawing->rows) {
    return false;
  }
  tes_cell_at(drawing, (int)x, (int)y)->mark = (uint8_t)mark;
  return true;
}

static const tes_cell *cell_of(const tes_drawing *drawing, int column,
                               int row) {
  return &drawing->cells[row * drawing->columns + column];
}

/* "a", or "-3" where columns are numbers. */
static void put_column_name(const tes_drawing *d, int column, int width,
                            tes_text *text) {
  if (d->numbers) {
    tes_put(text, "%*d", width, d->column + column);
  } else {
    tes_put(text, "%*c", width, 'a' + d->column + column);
  }
}

/* ---- text ---- */

/* Colours as the codes of a terminal: as ink, and as ground, on which the ink
 * is black or, where the ground is dark, white. */
typedef struct hue {
  int ink16, ground16, ink256, ground256;
  bool dark;
  const char *svg;
} hue;

static const hue hues[TES_COLOURS] = {
    [TES_PLAIN] = {39, 49, 0, 0, false, "#d9c7a3"},
    [TES_WHITE] = {97, 107, 231, 255, false, "#f7f3e8"},
    [TES_RED] = {91, 41, 203, 160, true, "#c8402f"},
    [TES_BLUE] = {94, 44, 75, 26, true, "#2f6fb8"},
    [TES_YELLOW] = {93, 103, 221, 220, false, "#e3b52c"},
    [TES_GREEN] = {92, 42, 114, 28, true, "#3f8f4f"},
    [TES_PURPLE] = {95, 45, 177, 91, true, "#8450a8"},
    [TES_ORANGE] = {33, 43, 215, 208, false, "#e07f28"},
    [TES_GREY] = {37, 100, 250, 244, false, "#8a8d91"},
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
    put_column_name(d, x, first + x * pitch - at, text);
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

/* ---- SVG ---- */

enum { SIDE = 60, EDGE = 36, LINE = 20 };

/* The left edge of a row. */
static int svg_left(const tes_drawing *d, int row) {
  return EDGE + (d->slanted ? row * SIDE / 2 : 0);
}

static void put_escaped(const char *bytes, size_t length, tes_text *text) {
  for (size_t i = 0; i < length; i++) {
    const char *entity = bytes[i] == '<'   ? "&lt;"
                         : bytes[i] == '&' ? "&amp;"
                         : bytes[i] == '>' ? "&gt;"
                                           : NULL;
    if (entity != NULL) {
      tes_put(text, "%s", entity);
    } else {
      tes_put_bytes(text, &bytes[i], 1);
    }
  }
}

static void svg_square(const tes_cell *cell, int x, int y, tes_text *text) {
  tes_put(text,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
          "stroke=\"#8c7a55\"/>\n",
          x, y, SIDE, SIDE, hues[cell->fill].svg);
  if (cell->mark == TES_UNMARKED) return;
  tes_put(text,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
          "stroke=\"%s\" stroke-width=\"4\"%s/>\n",
          x + 4, y + 4, SIDE - 8, SIDE - 8,
          cell->mark == TES_HINT ? "#2f6fb8" : "#3f8f4f",
          cell->mark == TES_HINT ? " stroke-dasharray=\"6 4\"" : "");
}

/* A pile, seen a little from the front: every piece an ellipse with a rim. */
static void svg_pieces(const tes_cell *cell, int x, int y, tes_text *text) {
  for (int i = 0; i < cell->count; i++) {
    const int cx = x + SIDE / 2, cy = y + SIDE - 17 - 6 * i;
    const char *fill = hues[cell->glyph[i].colour].svg;
    tes_put(text,
            "<path d=\"M%d %dv5a20 10 0 0 0 40 0v-5\" fill=\"%s\" "
            "stroke=\"#222\"/>"
            "<ellipse cx=\"%d\" cy=\"%d\" rx=\"20\" ry=\"10\" fill=\"%s\" "
            "stroke=\"#222\"/>\n",
            cx - 20, cy, fill, cx, cy, fill);
  }
}

static void svg_glyph(const char *glyph, int colour, tes_text *text) {
  tes_put(text, "<tspan fill=\"%s\">",
          colour == TES_PLAIN ? "#222" : hues[colour].svg);
  put_escaped(glyph, strlen(glyph), text);
  tes_put(text, "</tspan>");
}

static void svg_glyphs(const tes_cell *cell, int x, int y, tes_text *text) {
  const bool symbol = cell->symbol[0] != '\0';
  if (cell->count == 0) return;
  tes_put(text, "<text x=\"%d\" y=\"%d\" font-size=\"%d\">", x + SIDE / 2,
          y + SIDE / 2 + (symbol ? 14 : 9),
          symbol            ? 40
          : cell->count > 2 ? 18
                            : 26);
  if (symbol) {
    svg_glyph(cell->symbol, cell->glyph[0].colour, text);
  } else {
    for (int i = 0; i < cell->count; i++) {
      svg_glyph(cell->glyph[i].text, cell->glyph[i].colour, text);
    }
  }
  tes_put(text, "</text>\n");
}

static void svg_walls(const tes_cell *cell, int x, int y, tes_text *text) {
  static const struct {
    int wall, x, y, dx, dy;
  } edges[] = {{TES_NORTH, 0, 0, SIDE, 0},
               {TES_EAST, SIDE, 0, 0, SIDE},
               {TES_SOUTH, 0, SIDE, SIDE, 0},
               {TES_WEST, 0, 0, 0, SIDE}};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    if (!(cell->walls & edges[i].wall)) continue;
    tes_put(text,
            "<path d=\"M%d %dl%d %d\" stroke=\"#222\" stroke-width=\"3\"/>\n",
            x + edges[i].x, y + edges[i].y, edges[i].dx, edges[i].dy);
  }
}

static void svg_names(const tes_drawing *d, tes_text *text) {
  for (int x = 0; x < d->columns; x++) {
    tes_put(text, "<text x=\"%d\" y=\"%d\" font-size=\"18\">",
            EDGE + x * SIDE + SIDE / 2, EDGE + d->rows * SIDE + 24);
    put_column_name(d, x, 0, text);
    tes_put(text, "</text>\n");
  }
  for (int y = 0; y < d->rows; y++) {
    tes_put(text, "<text x=\"%d\" y=\"%d\" font-size=\"18\">%d</text>\n",
            svg_left(d, y) - EDGE / 2,
            EDGE + (d->rows - 1 - y) * SIDE + SIDE / 2 + 6, d->row + y);
  }
}

static void svg_notes(const tes_drawing *d, int top, tes_text *text) {
  const char *line = tes_text_get(&d->notes);
  for (int y = top; *line != '\0'; y += LINE) {
    const size_t length = strcspn(line, "\n");
    tes_put(text,
            "<text x=\"%d\" y=\"%d\" font-size=\"15\" text-anchor=\"start\" "
            "xml:space=\"preserve\">",
            EDGE - 20, y);
    put_escaped(line, length, text);
    tes_put(text, "</text>\n");
    line += length + (line[length] == '\n');
  }
}

static int count_lines(const char *text) {
  int lines = 0;
  for (; *text != '\0'; text++) lines += *text == '\n';
  return lines;
}

static void svg_cell(const tes_cell *cell, int x, int y, tes_text *text) {
  svg_square(cell, x, y, text);
  if (cell->pieces) {
    svg_pieces(cell, x, y, text);
  } else {
    svg_glyphs(cell, x, y, text);
  }
}

/* All cells, or their walls: these go over the squares of the neighbours. */
static void svg_each(const tes_drawing *d,
                     void (*draw)(const tes_cell *cell, int x, int y,
                                  tes_text *text),
                     tes_text *text) {
  for (int y = 0; y < d->rows; y++) {
    for (int x = 0; x < d->columns; x++) {
      draw(cell_of(d, x, y), svg_left(d, y) + x * SIDE,
           EDGE + (d->rows - 1 - y) * SIDE, text);
    }
  }
}

void tes_render_svg(const tes_drawing *d, tes_text *text) {
  const int wide = svg_left(d, d->rows - 1) + d->columns * SIDE + EDGE;
  const int bottom = EDGE + d->rows * SIDE + EDGE;
  const int high =
      bottom + LINE * count_lines(tes_text_get(&d->notes)) + LINE / 2;
  tes_put(text,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
          "height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
          "text-anchor=\"middle\">\n"
          "<rect width=\"%d\" height=\"%d\" fill=\"#fbf7ec\"/>\n",
          wide, high, wide, high, wide, high);
  svg_each(d, svg_cell, text);
  svg_each(d, svg_walls, text);
  svg_names(d, text);
  svg_notes(d, bottom + LINE / 2, text);
  tes_put(text, "</svg>\n");
}
