/* text.c: a drawing as text.
 *
 * The elements of the board are first put into its cells: the highest one gives
 * the cell its ground and letters, but discs all show theirs, from the bottom
 * up. Each cell is a line of `width` characters (fewer if symbols replace
 * letters) with one more on either side for the brackets of a mark, so that a
 * mark is visible without colour, and nothing moves when it disappears. Colour
 * only repeats what the letters say.
 *
 * Lines add a character between columns and a line between rows. A grid has all
 * of them; a drawing with outlines has only those around squares, and spaces
 * instead of the others (an empty line is left out, to save room on the
 * screen). Cells of a dense board share the character between them: brackets
 * enclose all adjacent marked cells of a row, and notes are beside the board,
 * or below if the screen has no room there. A slanted board has its rows like
 * bricks, so that a cell has six neighbours, and its upper names continue the
 * slant of the columns. */
#include <stdio.h>
#include <string.h>

#include "drawing.h"

enum { TERMINAL = 79 }; /* columns, if the screen is unknown */

/* ---- cells ---- */

enum { UNMARKED, LAST, HINT };
enum { GLYPHS = 8 };

struct glyph {
  char text[5]; /* one letter or symbol, UTF-8 */
  uint8_t colour;
};

struct cell {
  uint8_t fill;  /* tes_colour of the cell itself */
  uint8_t mark;  /* UNMARKED, LAST or HINT */
  uint8_t count; /* of the glyphs */
  bool discs;    /* the glyphs are pieces in a stack */
  int owner;     /* 1 + the element whose squares are visible, or 0 */
  int level;     /* and its level */
  struct glyph glyph[GLYPHS];
  char symbol[5]; /* "", or a symbol that may replace all glyphs, in the
                   * colour of the first */
};

/* The visible board. */
typedef struct sheet {
  const tes_drawing *d;
  tes_palette palette;
  int columns, rows, width;
  bool dense;         /* cells share the characters between them */
  int column, row;    /* numbers of the first ones */
  struct cell *cells; /* by row from the bottom, then column */
  const char *notes;  /* of the drawing; folded, except for a dense board */
} sheet;

static struct cell *cell_on(const sheet *s, int column, int row) {
  return &s->cells[row * s->columns + column];
}

/* Adds letters, a glyph each; those that do not fit are left out. */
static void add_glyphs(struct cell *cell, const char *text, int colour) {
  while (*text != '\0' && cell->count < GLYPHS) {
    struct glyph *to = &cell->glyph[cell->count++];
    *to = (struct glyph){.colour = (uint8_t)colour};
    to->text[0] = *text++;
    for (int i = 1; i < 4 && (*text & 0xc0) == 0x80; i++) {
      to->text[i] = *text++;
    }
  }
}

/* Ground and dots: visible in empty cells. */
static void put_ground_of(struct cell *cell, const tes_element *e) {
  if (e->shape == TES_DOT) {
    if (cell->count == 0) add_glyphs(cell, e->text, e->colour);
    return;
  }
  cell->fill = e->colour;
  add_glyphs(cell, e->text, TES_PLAIN);
}

static void lay_squares(const sheet *s, const tes_element *e, int number) {
  for (int i = 0; i < e->count; i++) {
    struct cell *cell = cell_on(s, e->at[i].x, e->at[i].y);
    if (cell->owner != 0 && cell->level > e->level) continue;
    cell->owner = number + 1;
    cell->level = e->level;
    cell->fill = e->colour;
    cell->count = 0;
    add_glyphs(cell, e->text, TES_PLAIN);
  }
}

static void put_marks(const sheet *s, const tes_element *e) {
  for (int i = 0; i < e->count; i++) {
    cell_on(s, e->at[i].x, e->at[i].y)->mark =
        e->shape == TES_LAST_MOVE ? LAST : HINT;
  }
}

/* A piece covers the letters of the ground. */
static void put_piece(struct cell *cell, const tes_element *e) {
  if (cell->level == 0) cell->count = 0;
  cell->level = e->level;
  cell->discs = e->shape == TES_DISC;
  add_glyphs(cell, e->text, e->colour);
  memcpy(cell->symbol, e->symbol, sizeof cell->symbol);
}

static int sign_of(int number) {
  return (number > 0) - (number < 0);
}

/* Puts strokes into the cells between the ends of a straight or diagonal track;
 * other tracks cannot be shown. */
static void put_strokes(const sheet *s, const tes_element *e) {
  const tes_place from = e->at[0], to = e->at[e->count - 1];
  const int dx = sign_of(to.x - from.x), dy = sign_of(to.y - from.y);
  const char *stroke = dy == 0 ? "-" : dx == 0 ? "|" : dx == dy ? "/" : "\\";
  if (dx != 0 && dy != 0 && (to.x - from.x) * dx != (to.y - from.y) * dy)
    return;
  for (int x = from.x + dx, y = from.y + dy; x != to.x || y != to.y;
       x += dx, y += dy) {
    struct cell *cell = cell_on(s, x, y);
    if (cell->count == 0) add_glyphs(cell, stroke, TES_GREY);
  }
}

static void put_element(const sheet *s, const tes_element *e, int number) {
  const tes_kind kind = tes_shape_kind(e->shape);
  if (e->box > 0) return;
  if (kind == TES_MARK) {
    put_marks(s, e);
  } else if (e->shape == TES_SQUARES) {
    lay_squares(s, e, number);
  } else if (e->shape == TES_TRACK) {
    put_strokes(s, e);
  } else if (kind == TES_CELL) {
    put_ground_of(cell_on(s, e->at[0].x, e->at[0].y), e);
  } else {
    put_piece(cell_on(s, e->at[0].x, e->at[0].y), e);
  }
}

/* The letter of empty cells. */
static void put_empty(const sheet *s, size_t count) {
  for (size_t i = 0; i < count && s->d->empty[0] != ' '; i++) {
    struct cell *cell = &s->cells[i];
    if (cell->count == 0) add_glyphs(cell, s->d->empty, TES_GREY);
  }
}

/* ---- colours ---- */

/* Colours as terminal codes: for letters, and for the ground, on which letters
 * are black or, if it is dark, white. */
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
    [TES_BLACK] = {90, 40, 245, 234, true},
};

static void put_ink(const sheet *s, int colour, tes_text *text) {
  if (s->palette == TES_NO_COLOUR || colour == TES_PLAIN) return;
  if (s->palette == TES_16) {
    tes_put(text, "\033[1;%dm", hues[colour].ink16);
  } else {
    tes_put(text, "\033[1;38;5;%dm", hues[colour].ink256);
  }
}

static void begin_ground(const sheet *s, int colour, tes_text *text) {
  const hue *h = &hues[colour];
  if (s->palette == TES_NO_COLOUR || colour == TES_PLAIN) return;
  if (s->palette == TES_16) {
    tes_put(text, "\033[%d;%dm", h->dark ? 97 : 30, h->ground16);
  } else {
    tes_put(text, "\033[38;5;%d;48;5;%dm", h->dark ? 231 : 16, h->ground256);
  }
}

static void put_reset(const sheet *s, tes_text *text) {
  if (s->palette != TES_NO_COLOUR) tes_put(text, "\033[0m");
}

/* Around a cell, by its mark. */
static const char *const brackets[] = {"  ", "[]", "<>"};

/* One side of the brackets around a marked cell, or a space. */
static void put_bracket(const sheet *s, int mark, bool left, tes_text *text) {
  if (mark != UNMARKED) put_ink(s, TES_GREEN, text);
  tes_put_bytes(text, &brackets[mark][left ? 0 : 1], 1);
  if (mark != UNMARKED) put_reset(s, text);
}

/* A piece has its colour as ground, whatever background the terminal has. */
static void put_glyph(const sheet *s, const struct cell *cell,
                      const struct glyph *glyph, tes_text *text) {
  const int ground = cell->discs ? glyph->colour : cell->fill;
  if (ground != TES_PLAIN) {
    begin_ground(s, ground, text);
  } else {
    put_ink(s, glyph->colour, text);
  }
  tes_put(text, "%s", glyph->text);
  if (ground != TES_PLAIN || glyph->colour != TES_PLAIN) {
    put_reset(s, text);
  }
}

static void put_glyphs(const sheet *s, const struct cell *cell,
                       tes_text *text) {
  for (int i = 0; i < cell->count; i++) {
    put_glyph(s, cell, &cell->glyph[i], text);
  }
}

static bool shows_symbol(const sheet *s, const struct cell *cell) {
  return s->d->symbols && cell->count > 0 && cell->symbol[0] != '\0';
}

static void put_symbol(const sheet *s, const struct cell *cell,
                       tes_text *text) {
  struct glyph symbol = cell->glyph[0];
  memcpy(symbol.text, cell->symbol, sizeof symbol.text);
  put_glyph(s, cell, &symbol, text);
}

/* The characters that fill a cell; an empty one has a space. */
static int filled(const sheet *s, const struct cell *cell) {
  return cell->count == 0 || shows_symbol(s, cell) ? 1 : cell->count;
}

/* The room beside the letters of a cell; negative if they are too long. */
static int room_beside(const sheet *s, const struct cell *cell) {
  const int room = s->width - filled(s, cell);
  return room > 0 ? room : 0;
}

/* A cell with its own ground shows it over its whole width. */
static void put_filled_cell(const sheet *s, const struct cell *cell,
                            tes_text *text) {
  const int empty = room_beside(s, cell), left = empty / 2;
  begin_ground(s, cell->fill, text);
  tes_put(text, "%*s%c", left, "", brackets[cell->mark][0]);
  if (shows_symbol(s, cell)) {
    tes_put(text, "%s", cell->symbol);
  } else {
    for (int i = 0; i < cell->count; i++) {
      tes_put(text, "%s", cell->glyph[i].text);
    }
    if (cell->count == 0) tes_put(text, " ");
  }
  tes_put(text, "%c%*s", brackets[cell->mark][1], empty - left, "");
  put_reset(s, text);
}

static void put_sheet_cell(const sheet *s, const struct cell *cell,
                           tes_text *text) {
  static const struct cell blank = {.count = 1, .glyph = {{" ", TES_PLAIN}}};
  const int empty = room_beside(s, cell), left = empty / 2;
  if (cell->fill != TES_PLAIN && !cell->discs) {
    put_filled_cell(s, cell, text);
    return;
  }
  if (left > 0) tes_put(text, "%*s", left, "");
  put_bracket(s, cell->mark, true, text);
  if (shows_symbol(s, cell)) {
    put_symbol(s, cell, text);
  } else {
    put_glyphs(s, cell->count > 0 ? cell : &blank, text);
  }
  put_bracket(s, cell->mark, false, text);
  if (empty > left) tes_put(text, "%*s", empty - left, "");
}

/* Symbols are narrower than the letters they replace. */
static int narrow_width(const sheet *s) {
  int width = 1;
  bool symbols = false;
  for (int i = 0; i < s->columns * s->rows; i++) {
    const int wide = filled(s, &s->cells[i]);
    if (wide > width) width = wide;
    symbols |= shows_symbol(s, &s->cells[i]);
  }
  return symbols ? width : s->width;
}

/* A dense board has one letter for each cell. */
static bool is_dense(const sheet *s) {
  for (int i = 0; i < s->columns * s->rows; i++) {
    if (filled(s, &s->cells[i]) > 1) return false;
  }
  return s->d->dense && s->width == 1 && !s->d->slanted;
}

static bool has_lines(const sheet *s) {
  return (s->d->grid || s->d->outlines) && !s->d->slanted && !s->dense;
}

/* From one column to the next. */
static int pitch_of(const sheet *s) {
  return s->dense ? 2 : s->width + 2 + has_lines(s);
}

/* The shift of a row to the right; row number `rows` is that of the names
 * above. */
static int shift(const sheet *s, int row) {
  return s->d->slanted ? row * (s->width + 2) / 2 : 0;
}

/* The length of the longest of `count` numbers from `first` on. */
static int longest_number(int first, int count) {
  const int low = snprintf(NULL, 0, "%d", first);
  const int high = snprintf(NULL, 0, "%d", first + count - 1);
  return low > high ? low : high;
}

/* The width of a row's name, with a space on either side. */
static int margin(const sheet *s) {
  const int digits = longest_number(s->row, s->rows);
  return digits > 2 ? digits + 2 : 4;
}

/* Names are right-aligned; if they would touch, only every second or third one,
 * and so on, is shown. */
static void put_columns(const sheet *s, int row, tes_text *text) {
  if (s->d->bare) return;
  const int pitch = pitch_of(s);
  const int first =
      margin(s) + (s->width + 2) / 2 + has_lines(s) + shift(s, row);
  const int longest = s->d->numbers ? longest_number(s->column, s->columns) : 1;
  const int step = longest / pitch + 1;
  int at = 0;
  for (int x = 0; x < s->columns; x++) {
    if ((s->column + x) % step != 0) continue;
    drawing_put_column(s->d, s->column - s->d->column + x,
                       first + x * pitch - at, text);
    at = first + x * pitch;
  }
  tes_put(text, "\n");
}

/* The element whose squares are visible on a cell; 0 outside of the board. */
static int owner_of(const sheet *s, int x, int y) {
  const bool inside = x >= 0 && x < s->columns && y >= 0 && y < s->rows;
  return inside ? cell_on(s, x, y)->owner : 0;
}

/* Is there a line on the left of cell (x, y), or below it? Cells just outside
 * of the board count too. */
static bool line_left(const sheet *s, int x, int y) {
  if (s->d->grid) return y >= 0 && y < s->rows;
  return s->d->outlines && owner_of(s, x, y) != owner_of(s, x - 1, y);
}

static bool line_below(const sheet *s, int x, int y) {
  if (s->d->grid) return x >= 0 && x < s->columns;
  return s->d->outlines && owner_of(s, x, y) != owner_of(s, x, y - 1);
}

/* The character at the lower left corner of a cell. */
static char corner(const sheet *s, int x, int y) {
  const bool upright = line_left(s, x, y) || line_left(s, x, y - 1);
  const bool level = line_below(s, x, y) || line_below(s, x - 1, y);
  return upright && level ? '+' : upright ? '|' : level ? '-' : ' ';
}

/* The ground of a cell, TES_PLAIN outside of the board. */
static int fill_of(const sheet *s, int x, int y) {
  const bool inside = x >= 0 && x < s->columns && y >= 0 && y < s->rows;
  return inside && !cell_on(s, x, y)->discs ? cell_on(s, x, y)->fill
                                            : TES_PLAIN;
}

/* The ground that continues between two cells without a line. */
static int ground_between(const sheet *s, int x, int y, int x2, int y2) {
  return fill_of(s, x, y) == fill_of(s, x2, y2) ? fill_of(s, x, y) : TES_PLAIN;
}

static void put_blank(const sheet *s, int ground, tes_text *text) {
  begin_ground(s, ground, text);
  tes_put(text, " ");
  if (ground != TES_PLAIN) put_reset(s, text);
}

/* The character of the line below row y at column `at` of the text. */
static char line_sign(const sheet *s, int at, int y, int *ground) {
  const int pitch = pitch_of(s), x = at / pitch;
  const bool edge = at % pitch == 0;
  const char sign = edge ? corner(s, x, y) : line_below(s, x, y) ? '-' : ' ';
  *ground = ground_between(s, x, y, x, y - 1);
  if (edge && ground_between(s, x - 1, y, x, y - 1) != *ground) {
    *ground = TES_PLAIN;
  }
  return sign;
}

static bool has_line_below(const sheet *s, int y) {
  for (int x = 0; x < s->columns; x++) {
    if (line_below(s, x, y)) return true;
  }
  return false;
}

/* The line below row y, without trailing spaces, or nothing if no cell has one
 * there. */
static void put_grid_line(const sheet *s, int y, tes_text *text) {
  int blanks = margin(s) - 1;
  if (!has_lines(s) || !has_line_below(s, y)) return;
  for (int i = 0; i <= s->columns * pitch_of(s); i++) {
    int ground;
    const char sign = line_sign(s, i, y, &ground);
    if (sign == ' ' && (ground == TES_PLAIN || s->palette == TES_NO_COLOUR)) {
      blanks++;
      continue;
    }
    tes_put(text, "%*s", blanks, "");
    blanks = 0;
    if (sign == ' ') {
      put_blank(s, ground, text);
    } else {
      tes_put(text, "%c", sign);
    }
  }
  tes_put(text, "\n");
}

/* The character before column x: the start or end of marked cells. */
static char bracket(const sheet *s, int x, int y) {
  const int left = x > 0 ? cell_on(s, x - 1, y)->mark : UNMARKED;
  const int right = x < s->columns ? cell_on(s, x, y)->mark : UNMARKED;
  if (left == right) return ' ';
  if (right != UNMARKED) return right == LAST ? '[' : '<';
  return left == LAST ? ']' : '>';
}

/* The ground of a cell's letter includes the space before it. */
static void put_dense_cells(const sheet *s, int y, tes_text *text) {
  for (int x = 0; x <= s->columns; x++) {
    const char sign = bracket(s, x, y);
    const int fill = fill_of(s, x, y);
    const bool green = fill == TES_PLAIN && sign != ' ';
    begin_ground(s, fill, text);
    if (green) put_ink(s, TES_GREEN, text);
    tes_put(text, "%c", sign);
    if (green || fill != TES_PLAIN) put_reset(s, text);
    if (x == s->columns) return;
    put_glyphs(s, cell_on(s, x, y), text);
    if (cell_on(s, x, y)->count == 0) put_blank(s, fill, text);
  }
}

static void put_row_cells(const sheet *s, int y, tes_text *text) {
  for (int x = 0; x <= s->columns; x++) {
    if (has_lines(s) && line_left(s, x, y)) {
      tes_put(text, "|");
    } else if (has_lines(s)) {
      put_blank(s, ground_between(s, x - 1, y, x, y), text);
    }
    if (x < s->columns) put_sheet_cell(s, cell_on(s, x, y), text);
  }
}

static void put_sheet_row(const sheet *s, int y, tes_text *text) {
  const int number = s->row + y;
  if (s->d->bare) {
    tes_put(text, "%*s", margin(s) - 1 + shift(s, y), "");
  } else {
    tes_put(text, "%*d ", margin(s) - 2 + shift(s, y), number);
  }
  (s->dense ? put_dense_cells : put_row_cells)(s, y, text);
  tes_put(text, s->d->bare ? "\n" : " %d\n", number);
}

static void put_board(const sheet *s, tes_text *text) {
  put_columns(s, s->rows, text);
  put_grid_line(s, s->rows, text);
  for (int y = s->rows - 1; y >= 0; y--) {
    put_sheet_row(s, y, text);
    put_grid_line(s, y, text);
  }
  put_columns(s, 0, text);
}

/* ---- a part of the board ---- */

static const char *next_line(const char *line) {
  line += strcspn(line, "\n");
  return line + (*line == '\n');
}

static int lines_of(const char *text) {
  int lines = 0;
  for (; *text != '\0'; text = next_line(text)) lines++;
  return lines;
}

/* The columns that the first line of a text fills on a terminal. */
static int columns_of(const char *line) {
  int columns = 0;
  for (; *line != '\0' && *line != '\n'; line++) {
    if (*line == '\033') {
      line += strcspn(line, "m");
    } else {
      columns += (*line & 0xc0) != 0x80;
    }
  }
  return columns;
}

static int widest_line(const char *text) {
  int most = 0;
  for (; *text != '\0'; text = next_line(text)) {
    const int columns = columns_of(text);
    if (columns > most) most = columns;
  }
  return most;
}

/* The bytes of the first line of a text that fit into `columns`: up to a space
 * after a word, or all of them if it fits or has no such space. */
static size_t length_that_fits(const char *line, int columns) {
  const size_t length = strcspn(line, "\n");
  size_t fits = length;
  int width = 0;
  for (size_t i = 0; i < length; i++) {
    const bool after_word = i > 0 && line[i] == ' ' && line[i - 1] != ' ';
    if (after_word && (width <= columns || fits == length)) fits = i;
    width += (line[i] & 0xc0) != 0x80;
  }
  return width <= columns ? length : fits;
}

/* Breaks overlong lines between words. */
static void put_folded(const char *lines, int columns, tes_text *text) {
  enum { NARROW = 20, INDENT = 5 };
  if (columns < NARROW) columns = NARROW;
  for (; *lines != '\0'; lines = next_line(lines)) {
    int indent = 0;
    do {
      const size_t length = length_that_fits(lines, columns - indent);
      tes_put(text, "%*s", indent, "");
      tes_put_bytes(text, lines, length);
      tes_put(text, "\n");
      lines += length;
      lines += strspn(lines, " ");
      indent = INDENT;
    } while (*lines != '\n' && *lines != '\0');
  }
}

enum { LEFT = 1, RIGHT = 2, BELOW = 4, ABOVE = 8, BESIDE = 16 };

/* A range of columns or rows. */
typedef struct extent {
  int first, count;
} extent;

static int most_marked(const sheet *s) {
  int most = UNMARKED;
  for (int i = 0; i < s->columns * s->rows; i++) {
    if (s->cells[i].mark > most) most = s->cells[i].mark;
  }
  return most;
}

/* Must a cell be visible? All cells with hints must; if there are none, all
 * marked cells; if there are none either, all cells that are not empty. */
static bool is_seen(const sheet *s, int x, int y, int most) {
  const struct cell *cell = cell_on(s, x, y);
  if (most != UNMARKED) return cell->mark == most;
  return cell->count > 0 && strcmp(cell->glyph[0].text, s->d->empty) != 0;
}

/* How many such cells are in a column (or in a row)? */
static int seen_in(const sheet *s, int most, bool column, int line,
                   extent across) {
  int count = 0;
  for (int i = across.first; i < across.first + across.count; i++) {
    count += is_seen(s, column ? line : i, column ? i : line, most);
  }
  return count;
}

/* A part of `count`, centred on `seen`. */
static extent centred_on(extent seen, int count, int all) {
  int first = seen.first + (seen.count - count) / 2;
  if (first > all - count) first = all - count;
  return (extent){first > 0 ? first : 0, count};
}

/* The part of `count` columns (or rows), of the cells within `across`, that is
 * centred on the interesting cells, or has as many of them as possible. */
static extent choose_part(const sheet *s, bool column, int count,
                          extent across) {
  const int most = most_marked(s), all = column ? s->columns : s->rows;
  int first = -1, last = -1, within = 0, best = -1, at = 0;
  for (int i = 0; i < all; i++) {
    const int here = seen_in(s, most, column, i, across);
    if (here > 0 && first < 0) first = i;
    if (here > 0) last = i;
    within += here;
    if (i >= count) within -= seen_in(s, most, column, i - count, across);
    if (i + 1 < count || within <= best) continue;
    best = within;
    at = i + 1 - count;
  }
  if (first < 0) return centred_on((extent){0, all}, count, all);
  if (last - first < count) {
    return centred_on((extent){first, last - first + 1}, count, all);
  }
  return (extent){at, count};
}

/* The width of row names, and of lines that belong to no column. */
static int width_beside(const sheet *s) {
  return 2 * margin(s) - 2 + (has_lines(s) || s->dense) + shift(s, s->rows);
}

/* The number of columns of the board, and of rows, that fit on the screen. */
static int columns_that_fit(const sheet *s) {
  const int fit = (s->d->screen_columns - width_beside(s)) / pitch_of(s);
  const bool some = s->d->screen_columns > 0 && fit < s->columns;
  return !some ? s->columns : fit > 1 ? fit : 1;
}

/* The lines of the whole board, with the names of columns. */
static int height_with_names(const sheet *s) {
  int lines = 2 + s->rows;
  for (int y = 0; y <= s->rows && has_lines(s); y++) {
    if (has_line_below(s, y)) lines++;
  }
  return lines;
}

static int screen_width(const sheet *s) {
  return s->d->screen_columns > 0 ? s->d->screen_columns : TERMINAL;
}

/* The lines of notes below the board. A dense board that is cut leaves out the
 * game's own notes; the rest may be beside it. */
static int lines_below(const sheet *s) {
  if (!s->dense) return lines_of(s->notes);
  const int width = width_beside(s) + s->columns * pitch_of(s);
  const bool beside = width + 1 + widest_line(s->notes) <= screen_width(s);
  return beside ? 0 : lines_of(s->notes + s->d->own_notes);
}

static int rows_that_fit(const sheet *s) {
  const int room = s->d->screen_rows - lines_below(s);
  if (s->d->screen_rows == 0 || height_with_names(s) <= room) return s->rows;
  const int other =
      3 + has_lines(s); /* names, and the line about the hidden part */
  const int fit = (room - other) / (1 + has_lines(s));
  return fit >= s->rows ? s->rows : fit > 1 ? fit : 1;
}

static void keep_part(sheet *s, extent columns, extent rows) {
  for (int y = 0; y < rows.count; y++) {
    memmove(s->cells + y * columns.count,
            cell_on(s, columns.first, rows.first + y),
            (size_t)columns.count * sizeof(struct cell));
  }
  s->columns = columns.count;
  s->rows = rows.count;
  s->column += columns.first;
  s->row += rows.first;
}

/* Cuts the board to the screen; returns the hidden sides. */
static int fit_screen(sheet *s) {
  const int wide = columns_that_fit(s), high = rows_that_fit(s);
  if (wide == s->columns && high == s->rows) return 0;
  const extent rows = choose_part(s, false, high, (extent){0, s->columns});
  const extent columns = choose_part(s, true, wide, rows);
  const int left_out = (columns.first > 0 ? LEFT : 0) |
                       (columns.first + wide < s->columns ? RIGHT : 0) |
                       (rows.first > 0 ? BELOW : 0) |
                       (rows.first + high < s->rows ? ABOVE : 0);
  keep_part(s, columns, rows);
  return left_out;
}

static void put_left_out(int left_out, tes_text *text) {
  static const char *const sides[] = {"left", "right", "below", "above",
                                      "beside"};
  const char *before = "   there is more: ";
  for (int i = 0; i < 5; i++) {
    if ((left_out & 1 << i) == 0) continue;
    tes_put(text, "%s%s", before, sides[i]);
    before = ", ";
  }
  if (left_out != 0) tes_put(text, "\n");
}

/* ---- notes beside the board ---- */

/* Line by line; the longer text continues alone. */
static void put_side_by_side(const char *board, const char *notes, int column,
                             tes_text *text) {
  while (*board != '\0' || *notes != '\0') {
    const int gap = column - columns_of(board);
    const size_t length = strcspn(notes, "\n");
    tes_put_bytes(text, board, strcspn(board, "\n"));
    if (length > 0) tes_put(text, "%*s", gap, "");
    tes_put_bytes(text, notes, length);
    tes_put(text, "\n");
    board = next_line(board);
    notes = next_line(notes);
  }
}

/* Is there room below the board for the notes and one more line? */
static bool fit_below(const sheet *s, const char *board, const char *notes,
                      bool line) {
  const int columns = s->d->screen_columns, rows = s->d->screen_rows;
  return (columns == 0 || widest_line(notes) <= columns) &&
         (rows == 0 || lines_of(board) + lines_of(notes) + line <= rows);
}

/* If the screen has no room for all notes, the game's own are left out; they
 * are then named among the hidden parts, if there is room for that. */
static int put_dense(const sheet *s, int left_out, tes_text *text) {
  const char *notes = s->notes;
  tes_text drawn;
  tes_text_init(&drawn, s->d->alloc);
  put_board(s, &drawn);
  const char *board = tes_text_get(&drawn);
  const int column = widest_line(board) + 1;
  if (column + widest_line(notes) <= screen_width(s)) {
    put_side_by_side(board, notes, column, text);
  } else {
    const bool below = fit_below(s, board, notes, left_out != 0);
    const char *shown = below ? notes : notes + s->d->own_notes;
    tes_put(text, "%s%s", board, shown);
    if (!below && s->d->own_notes > 0 && fit_below(s, board, shown, true)) {
      left_out |= BESIDE;
    }
  }
  text->failed |= drawn.failed;
  tes_text_free(&drawn);
  return left_out;
}

void tes_render_text(const tes_drawing *d, tes_palette palette,
                     tes_text *text) {
  const size_t count = (size_t)d->columns * (size_t)d->rows;
  sheet s = {.d = d,
             .palette = palette,
             .columns = d->columns,
             .rows = d->rows,
             .width = d->width,
             .column = d->column,
             .row = d->row,
             .notes = tes_text_get(&d->notes)};
  s.cells = tes_resize(d->alloc, NULL, 0, count * sizeof(struct cell));
  if (s.cells == NULL) {
    text->failed = true;
    return;
  }
  memset(s.cells, 0, count * sizeof(struct cell));
  for (int i = 0; i < d->count; i++) put_element(&s, &d->elements[i], i);
  put_empty(&s, count);
  s.width = narrow_width(&s);
  s.dense = is_dense(&s);
  tes_text folded;
  tes_text_init(&folded, d->alloc);
  if (!s.dense && d->screen_columns > 0) {
    put_folded(s.notes, d->screen_columns, &folded);
    s.notes = tes_text_get(&folded);
  }
  int left_out = fit_screen(&s);
  if (s.dense) {
    left_out = put_dense(&s, left_out, text);
  } else {
    put_board(&s, text);
    tes_put(text, "%s", s.notes);
  }
  put_left_out(left_out, text);
  text->failed |= folded.failed;
  tes_text_free(&folded);
  tes_resize(d->alloc, s.cells, count * sizeof(struct cell), 0);
}

int tes_board(const tes_rules *rules, const tes_state *state, int seat,
              tes_text *text, tes_work *work) {
  tes_drawing drawing;
  tes_drawing_init(&drawing, rules->alloc);
  const int status = tes_draw(rules, state, seat, 0, &drawing, work);
  if (status == TES_OK) tes_render_text(&drawing, TES_NO_COLOUR, text);
  tes_drawing_free(&drawing);
  if (status != TES_OK || !text->failed) return status;
  return tes_no_memory(&work->error);
}
