/* drawing.c: a drawing, as filled by a game.
 *
 * A board of cells and a list of elements, independent of its renderings
 * (text.c, svg.c). The pieces on each cell and the elements in each box are
 * counted as they are added, so that a game need not set the level of a piece
 * or its id. */
#include "drawing.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  tes_kind kind;
} shapes[TES_SHAPES] = {
    [TES_GROUND] = {"ground", TES_CELL},
    [TES_HOLE] = {"hole", TES_CELL},
    [TES_TRACK] = {"track", TES_CELL},
    [TES_DOT] = {"dot", TES_CELL},
    [TES_LETTERS] = {"letters", TES_PIECE},
    [TES_DISC] = {"disc", TES_PIECE},
    [TES_RING] = {"ring", TES_PIECE},
    [TES_SQUARES] = {"squares", TES_PIECE},
    [TES_CARD] = {"card", TES_PIECE},
    [TES_DIE] = {"die", TES_PIECE},
    [TES_CIRCLE] = {"circle", TES_TILE},
    [TES_DIAMOND] = {"diamond", TES_TILE},
    [TES_CLOVER] = {"clover", TES_TILE},
    [TES_SQUARE] = {"square", TES_TILE},
    [TES_STAR] = {"star", TES_TILE},
    [TES_SUN] = {"sun", TES_TILE},
    [TES_LAST_MOVE] = {"last", TES_MARK},
    [TES_HINT] = {"hint", TES_MARK},
    [TES_AREA] = {"area", TES_MARK},
    [TES_HEADING] = {"heading", TES_WORDS},
    [TES_LINE] = {"line", TES_WORDS},
};

static const char *const colours[TES_COLOURS] = {
    "plain", "white",  "red",    "blue", "yellow",
    "green", "purple", "orange", "grey", "black"};

tes_kind tes_shape_kind(tes_shape shape) {
  return shapes[shape].kind;
}

const char *tes_shape_name(tes_shape shape) {
  return shape < TES_SHAPES ? shapes[shape].name : NULL;
}

const char *tes_colour_name(tes_colour colour) {
  return colour < TES_COLOURS ? colours[colour] : NULL;
}

void tes_drawing_init(tes_drawing *drawing, const tes_alloc *alloc) {
  *drawing = (tes_drawing){.alloc = alloc, .width = 1, .row = 1, .empty = " "};
  tes_text_init(&drawing->notes, alloc);
}

static size_t cell_count(const tes_drawing *drawing) {
  return (size_t)drawing->columns * (size_t)drawing->rows;
}

void tes_drawing_free(tes_drawing *drawing) {
  if (drawing->levels != NULL) {
    tes_resize(drawing->alloc, drawing->levels, cell_count(drawing), 0);
  }
  if (drawing->elements != NULL) {
    tes_resize(drawing->alloc, drawing->elements,
               (size_t)drawing->room * sizeof(tes_element), 0);
  }
  tes_text_free(&drawing->notes);
  drawing->levels = NULL;
  drawing->elements = NULL;
}

int tes_drawing_size(tes_drawing *drawing, int columns, int rows) {
  drawing->columns = columns > 1 ? columns : 1;
  drawing->rows = rows > 1 ? rows : 1;
  if (drawing->columns > 26 && !drawing->numbers) {
    drawing->numbers = true;
    drawing->column++;
  }
  const size_t size = cell_count(drawing);
  drawing->levels = tes_resize(drawing->alloc, NULL, 0, size);
  if (drawing->levels == NULL) return TES_ENOMEM;
  memset(drawing->levels, 0, size);
  return TES_OK;
}

/* Makes room for another element, by doubling. */
static bool reserve_element(tes_drawing *d) {
  if (d->count < d->room) return true;
  const int room = d->room > 0 ? 2 * d->room : 64;
  void *block =
      tes_resize(d->alloc, d->elements, (size_t)d->room * sizeof(tes_element),
                 (size_t)room * sizeof(tes_element));
  if (block == NULL) return false;
  d->elements = block;
  d->room = room;
  return true;
}

static tes_element *fresh(tes_element *element, tes_shape shape,
                          tes_colour colour) {
  memset(element, 0, sizeof *element);
  element->shape = (uint8_t)shape;
  element->colour = (uint8_t)colour;
  return element;
}

static tes_element *append_element(tes_drawing *d, tes_shape shape,
                                   tes_colour colour) {
  if (reserve_element(d)) return fresh(&d->elements[d->count++], shape, colour);
  d->failed = true;
  return fresh(&d->lost, shape, colour);
}

/* Adds or replaces an element that a cell has only once: its ground, or a
 * mark. */
static tes_element *again(tes_drawing *d, tes_shape shape, tes_colour colour,
                          int x, int y) {
  for (int i = d->count - 1; i >= 0; i--) {
    tes_element *e = &d->elements[i];
    if (e->shape == shape && e->box == 0 && e->at[0].x == x &&
        e->at[0].y == y) {
      return fresh(e, shape, colour);
    }
  }
  return append_element(d, shape, colour);
}

tes_element *tes_drawing_add(tes_drawing *d, tes_shape shape, tes_colour colour,
                             int x, int y) {
  const tes_kind kind = tes_shape_kind(shape);
  const bool lies = kind == TES_PIECE || kind == TES_TILE;
  uint8_t *level = &d->levels[y * d->columns + x];
  tes_element *element = lies || shape == TES_TRACK
                             ? append_element(d, shape, colour)
                             : again(d, shape, colour, x, y);
  if (lies && *level < UINT8_MAX) ++*level;
  element->level = *level;
  tes_element_place(element, x, y);
  return element;
}

tes_element *tes_drawing_beside(tes_drawing *d, int box, tes_shape shape,
                                tes_colour colour) {
  tes_element *element = append_element(d, shape, colour);
  element->box = (uint8_t)box;
  uint8_t *inside = &d->inside[box % TES_BOXES];
  if (*inside < UINT8_MAX) ++*inside;
  element->level = *inside;
  return element;
}

void tes_element_place(tes_element *element, int x, int y) {
  if (element->count == TES_PLACES) return;
  element->at[element->count++] = (tes_place){(int16_t)x, (int16_t)y};
}

void tes_element_write(tes_element *element, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(element->text, sizeof element->text, format, arguments);
  va_end(arguments);
}

void tes_element_name(tes_element *element, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(element->id, sizeof element->id, format, arguments);
  va_end(arguments);
}

/* ---- names of cells ---- */

/* The offset of a number from the first one; -1 if it is too large. */
static long offset_from(long number, int first) {
  enum { FAR = 1 << 20 };
  return number < -FAR || number > FAR ? -1 : number - first;
}

/* Reads a column's name and advances past it. */
static long read_column(const tes_drawing *d, const char **name) {
  char *end;
  if (!d->numbers) return *(*name)++ - 'a' - d->column;
  const long column = offset_from(strtol(*name, &end, 10), d->column);
  *name = *end == ',' ? end + 1 : "";
  return column;
}

bool tes_drawing_mark(tes_drawing *drawing, const char *name, tes_shape mark) {
  char *end;
  if (*name == '\0') return false;
  const long x = read_column(drawing, &name);
  const long y = offset_from(strtol(name, &end, 10), drawing->row);
  if (end == name || *end != '\0') return false;
  if (x < 0 || x >= drawing->columns || y < 0 || y >= drawing->rows) {
    return false;
  }
  tes_element *e = tes_drawing_add(drawing, mark, TES_PLAIN, (int)x, (int)y);
  if (mark == TES_DOT) tes_element_write(e, "+");
  return true;
}

/* "a", or "-3" if columns are numbers. */
void drawing_put_column(const tes_drawing *d, int column, int width,
                        tes_text *text) {
  if (d->numbers) {
    tes_put(text, "%*d", width, d->column + column);
  } else {
    tes_put(text, "%*c", width, 'a' + d->column + column);
  }
}

/* ---- letters ---- */

bool drawing_is_sign(const tes_element *e) {
  return e->text[0] == '\0' ||
         (e->text[1] == '\0' && strchr(".xXoO@#*", e->text[0]) != NULL);
}

bool drawing_is_initial(const tes_element *e) {
  return e->text[1] == '\0' &&
         (e->text[0] | 32) == tes_colour_name(e->colour)[0];
}

bool drawing_has_letters(const tes_drawing *d) {
  for (int i = 0; i < d->count; i++) {
    const tes_element *e = &d->elements[i];
    if (e->shape != TES_DISC && e->shape != TES_RING) continue;
    if (!drawing_is_sign(e) && !drawing_is_initial(e)) return true;
  }
  return false;
}

/* ---- ids ---- */

void tes_drawing_cell(const tes_drawing *d, int column, int row,
                      tes_text *text) {
  drawing_put_column(d, column - d->column, 0, text);
  tes_put(text, d->numbers ? ",%d" : "%d", row);
}

static void put_place(const tes_drawing *d, tes_place at, tes_text *text) {
  tes_drawing_cell(d, d->column + at.x, d->row + at.y, text);
}

void tes_element_id(const tes_drawing *d, const tes_element *element,
                    tes_text *text) {
  const tes_kind kind = tes_shape_kind(element->shape);
  if (element->id[0] != '\0') {
    tes_put(text, "%s", element->id);
    return;
  }
  tes_put(text, "%s ", tes_shape_name(element->shape));
  if (element->box > 0) {
    tes_put(text, "%d:%d", element->box, element->level);
    return;
  }
  put_place(d, element->at[0], text);
  if (kind == TES_PIECE || kind == TES_TILE) {
    tes_put(text, "/%d", element->level);
  }
}
