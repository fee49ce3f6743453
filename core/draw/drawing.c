/* drawing.c: a drawing, as a game fills it.
 *
 * A grid of cells and lines of notes; nothing in it knows what it will become
 * (text.c, svg.c). */
#include "drawing.h"

#include <stdlib.h>
#include <string.h>

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

/* "a", or "-3" where columns are numbers. */
void drawing_put_column(const tes_drawing *d, int column, int width,
                        tes_text *text) {
  if (d->numbers) {
    tes_put(text, "%*d", width, d->column + column);
  } else {
    tes_put(text, "%*c", width, 'a' + d->column + column);
  }
}
