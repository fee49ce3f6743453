/* svg.c: a drawing as a picture.
 *
 * A cell is a square of SIDE units; pieces are discs, the higher ones drawn
 * later and a little further up. */
#include <string.h>

#include "drawing.h"

static const char *const inks[TES_COLOURS] = {
    [TES_PLAIN] = "#d9c7a3",  [TES_WHITE] = "#f7f3e8",  [TES_RED] = "#c8402f",
    [TES_BLUE] = "#2f6fb8",   [TES_YELLOW] = "#e3b52c", [TES_GREEN] = "#3f8f4f",
    [TES_PURPLE] = "#8450a8", [TES_ORANGE] = "#e07f28", [TES_GREY] = "#8a8d91",
};

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
          x, y, SIDE, SIDE, inks[cell->fill]);
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
    const char *fill = inks[cell->glyph[i].colour];
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
          colour == TES_PLAIN ? "#222" : inks[colour]);
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
    drawing_put_column(d, x, 0, text);
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
