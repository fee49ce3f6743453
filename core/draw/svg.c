/* svg.c: a drawing as a picture.
 *
 * Below everything the board, then the elements in layers: cells, pieces of
 * squares by level, other pieces row by row from the back (a pile stands before
 * what is behind it), marks, and what is beside. Each element is a group of
 * its own that depends on nothing but the element and the layout. */
#include <stdio.h>
#include <string.h>

#include "svg.h"

static const char ink[] = "#2e251b";

/* ---- the board ---- */

static void put_wood(const svg_layout *l, int grow, int dx, int dy,
                     const char *more, tes_text *text) {
  const int y = l->top - grow, tall = l->tall + 2 * grow;
  const int x = l->left - grow, wide = l->wide + 2 * grow;
  if (!l->d->slanted) {
    tes_put(text,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
            "%s/>\n",
            x + dx, y + dy, wide, tall, grow * 2 / 5, more);
    return;
  }
  /* A parallelogram as steep as the rows. */
  const int lean = tall * 50 / SVG_ROW, low = (grow + 58) * 50 / SVG_ROW;
  const int out = grow + grow / 6 + 17, across = SVG_CELL * l->frame.columns;
  tes_put(text,
          "<path d=\"M%d %dh%dl%d %dh%dz\" stroke-linejoin=\"round\" %s/>\n",
          l->left - out - low + dx, y + tall + dy, across + 2 * out, lean,
          -tall, -across - 2 * out, more);
}

/* A line on each side of the cells. */
static void put_lines(const svg_layout *l, int shift, const char *more,
                      tes_text *text) {
  tes_put(text, "<path d=\"");
  for (int x = 0; x <= l->frame.columns; x++) {
    tes_put(text, "M%d %dv%d", l->left + SVG_CELL * x + shift, l->top, l->tall);
  }
  for (int y = 0; y <= l->frame.rows; y++) {
    tes_put(text, "M%d %dh%d", l->left, l->top + SVG_CELL * y + shift, l->wide);
  }
  tes_put(text, "\" %s/>\n", more);
}

/* The grain of the wood: long waves, none like the one before. */
static void put_grain(const svg_layout *l, tes_text *text) {
  const int wide = l->wide / 4, tall = l->tall / 18;
  tes_put(text, "<path d=\"");
  for (int i = 0; i < 18; i++) {
    const int bend = tall * ((i * 7 + 3) % 5 - 2) / 4;
    tes_put(text, "M%d %dq%d %d %d 0t%d 0", l->left,
            l->top + tall * i + tall / 2 + tall * (i * 5 % 3 - 1) / 6, wide,
            bend, 2 * wide, l->wide - 2 * wide);
  }
  tes_put(text,
          "\" fill=\"none\" stroke=\"#a3783f\" stroke-opacity=\".16\" "
          "stroke-width=\"%d\"/>\n",
          tall / 8 + 1);
}

static void put_hexagons(const svg_layout *l, tes_text *text) {
  tes_put(text, "<path d=\"");
  for (int y = 0; y < l->frame.rows; y++) {
    for (int x = 0; x < l->frame.columns; x++) {
      int cx, cy;
      svg_step(l->d, x, y, &cx, &cy);
      svg_put_cell(l->d, cx + l->left + 50, cy + l->top + l->tall - 58, 0,
                   text);
    }
  }
  tes_put(text,
          "\" fill=\"%s\" stroke=\"#8a6a3e\" stroke-width=\"3\" "
          "stroke-linejoin=\"round\"/>\n",
          svg_paints[l->d->ground].face);
}

/* The sides of the cells along one edge of the board: lower, right, upper,
 * left. */
static void put_edge(const svg_layout *l, int edge, tes_text *text) {
  static const tes_place square[4][2] = {{{-50, 50}, {50, 50}},
                                         {{50, 50}, {50, -50}},
                                         {{-50, -50}, {50, -50}},
                                         {{-50, 50}, {-50, -50}}};
  static const tes_place hexagon[4][3] = {{{-50, 29}, {0, 58}, {50, 29}},
                                          {{0, 58}, {50, 29}, {50, -29}},
                                          {{-50, -29}, {0, -58}, {50, -29}},
                                          {{-50, 29}, {-50, -29}, {0, -58}}};
  const tes_drawing *d = l->d;
  const bool upright = edge % 2 == 1;
  tes_put(text, "<path d=\"");
  for (int i = 0; i < (upright ? d->rows : d->columns); i++) {
    const int last = upright ? d->columns - 1 : d->rows - 1;
    const int end = edge == 1 || edge == 2 ? last : 0;
    int x, y;
    svg_find(
        l,
        (tes_place){(int16_t)(upright ? end : i), (int16_t)(upright ? i : end)},
        &x, &y);
    for (int k = 0; k < (d->slanted ? 3 : 2); k++) {
      const tes_place p = d->slanted ? hexagon[edge][k] : square[edge][k];
      tes_put(text, "%c%d %d", i + k > 0 ? 'L' : 'M', x + p.x, y + p.y);
    }
  }
  tes_put(text,
          "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
          "stroke-linejoin=\"round\"/>\n",
          svg_paints[d->edge[edge]].face, l->rim * 3 / 5);
}

/* What is not played on a board lies on a cloth. */
static bool is_cloth(const tes_drawing *d) {
  return d->table || d->outlines;
}

static void put_board(const svg_layout *l, tes_text *text) {
  const tes_drawing *d = l->d;
  const bool cloth = is_cloth(d);
  const int s = l->rim / 5 + 1;
  put_wood(l, l->rim, s / 2, s, "opacity=\".14\"", text);
  put_wood(l, l->rim, s / 4, s / 2, "opacity=\".2\"", text);
  put_wood(l, l->rim, 0, 0, cloth ? "fill=\"#d9cdb4\"" : "fill=\"#7d5230\"",
           text);
  put_wood(l, l->rim, 0, 0, "fill=\"url(#tesela-light)\" opacity=\".5\"", text);
  for (int i = 0; i < 4; i++) {
    if (d->edge[i] != TES_PLAIN) put_edge(l, i, text);
  }
  if (d->slanted) {
    put_hexagons(l, text);
  } else if (cloth) {
    if (!d->table) {
      put_lines(l, 0,
                "stroke=\"#a4946f\" stroke-width=\"2\" "
                "stroke-dasharray=\"8 84 8 0\"",
                text);
    }
  } else {
    char more[64];
    snprintf(more, sizeof more, "fill=\"%s\"", svg_paints[d->ground].face);
    put_wood(l, 3, 0, 0, more, text);
    if (d->ground == TES_PLAIN) put_grain(l, text);
    put_lines(l, 2, "stroke=\"#fff\" stroke-opacity=\".35\" stroke-width=\"2\"",
              text);
    put_lines(l, 0,
              "stroke=\"#5a3d1e\" stroke-opacity=\".6\" stroke-width=\"2\"",
              text);
  }
}

/* ---- names of columns and rows ---- */

static void put_name(const svg_layout *l, bool row, int i, int step,
                     tes_text *text) {
  char memory[16];
  tes_text name;
  int x, y;
  svg_step(l->d, row ? 0 : i, row ? i : 0, &x, &y);
  svg_words style = {.x = l->left + x + SVG_CELL / 2,
                     .y = l->top + l->tall + l->rim * 3 / 5,
                     .size = l->em * 4 / 5,
                     .room = SVG_CELL * step * 4 / 5,
                     .anchor = SVG_MIDDLE,
                     .fill = is_cloth(l->d) ? "#6b5d43" : "#f3e2c4"};
  tes_text_fixed(&name, memory, sizeof memory);
  if (row) {
    style.x -= SVG_CELL / 2 + l->rim * 3 / 5;
    style.y += y - l->rim * 3 / 5 - (l->d->slanted ? 58 : SVG_CELL / 2);
    style.room = l->rim * 4 / 5;
    tes_put(&name, "%d", l->frame.row + i);
  } else {
    drawing_put_column(l->d, l->frame.column + i - l->d->column, 0, &name);
  }
  svg_put_words(&style, tes_text_get(&name), name.length, text);
  tes_put(text, "\n");
}

/* Only those of every second column, or third ..., where there is no room for
 * all. */
static void put_names(const svg_layout *l, tes_text *text) {
  const tes_frame f = l->frame;
  const int step = l->em * 11 / 10 / SVG_CELL + 1;
  for (int i = 0; i < f.columns; i++) {
    if ((f.column + i) % step == 0) put_name(l, false, i, step, text);
  }
  for (int i = 0; i < f.rows; i++) {
    if ((f.row + i) % step == 0) put_name(l, true, i, step, text);
  }
}

/* ---- elements ---- */

static void put_group(const svg_layout *l, const tes_element *e,
                      tes_text *text) {
  char memory[64];
  tes_text id;
  tes_text_fixed(&id, memory, sizeof memory);
  tes_element_id(l->d, e, &id);
  tes_put(text, "<g data-id=\"");
  svg_put_safe(tes_text_get(&id), id.length, text);
  tes_put(text, "\"");
}

/* How many there are of a piece in a box. */
static void put_tail(const svg_layout *l, const svg_walk *w,
                     const tes_element *e, tes_text *text) {
  const svg_words style = {.x = w->tail_x,
                           .y = w->tail_y,
                           .size = l->em * 9 / 10,
                           .room = l->column,
                           .fill = ink};
  if (e->box == 0 || e->shape != TES_SQUARES) return;
  svg_put_words(&style, e->text, strlen(e->text), text);
}

static void put_thing(const svg_layout *l, const svg_walk *w,
                      const tes_element *e, tes_text *text) {
  const int line = l->em / 8 > 5 ? l->em / 8 : 5;
  tes_element shown = *e;
  int x, y;
  put_group(l, e, text);
  if (e->box == 0) {
    svg_find(l, e->at[0], &x, &y);
    tes_put(text, " transform=\"translate(%d %d)\">", x, y);
    svg_put_shape(l->d, e, line, text);
  } else {
    shown.level = 1;
    tes_put(text, "><g transform=\"translate(%d %d) scale(%d.%02d)\">", w->at_x,
            w->at_y, w->cell / SVG_CELL, w->cell % SVG_CELL);
    svg_put_shape(l->d, &shown, line, text);
    tes_put(text, "</g>");
    put_tail(l, w, e, text);
  }
  tes_put(text, "</g>\n");
}

/* Returns where the line after the last one would be. */
static int put_paragraph(const svg_layout *l, const svg_words *first,
                         const char *words, tes_text *text) {
  svg_words style = *first;
  while (*words != '\0') {
    words += strspn(words, " ");
    const size_t length = svg_line(words, style.size, style.room);
    svg_put_words(&style, words, length, text);
    words += length;
    words += *words == ' ' || *words == '\n';
    style.y += l->em * 5 / 4;
  }
  return style.y;
}

/* Whose turn it is has a triangle at its heading. */
static void put_heading(const svg_layout *l, const svg_walk *w,
                        const tes_element *e, tes_text *text) {
  const int em = l->em;
  tes_put(text,
          "<path d=\"M%d %dh%d\" stroke=\"%s\" stroke-opacity=\".3\" "
          "stroke-width=\"%d\"/>",
          w->left, w->at_y + em * 4 / 5, l->column, ink, em / 12 + 1);
  if (l->d->turn == e->box) {
    tes_put(text, "<path d=\"M%d %dv%dl%d %dz\" fill=\"%s\"/>", w->left,
            w->at_y - em * 2 / 5, em * 4 / 5, em * 7 / 10, -em * 2 / 5, ink);
  }
  if (e->colour != TES_PLAIN) {
    tes_put(text,
            "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"%d\"/>",
            w->left + em * 7 / 5, w->at_y, em * 2 / 5,
            svg_paints[e->colour].face, svg_paints[e->colour].edge,
            em / 12 + 1);
  }
}

static void put_words(const svg_layout *l, const svg_walk *w,
                      const tes_element *e, tes_text *text) {
  const bool heading = e->shape == TES_HEADING;
  const svg_words style = {
      .x = w->at_x,
      .y = w->at_y,
      .size = w->cell,
      .room = l->column - (heading ? w->at_x - w->left : 0),
      .anchor = w->anchor,
      .bold = heading,
      .fill = ink};
  put_group(l, e, text);
  tes_put(text, ">");
  if (heading) {
    put_heading(l, w, e, text);
    svg_put_words(&style, e->text, strlen(e->text), text);
  } else {
    put_paragraph(l, &style, e->text, text);
  }
  tes_put(text, "</g>\n");
}

/* In which layer an element is: those of the layer 0 first. */
static int layer_of(const svg_layout *l, const tes_element *e) {
  const tes_kind kind = tes_shape_kind(e->shape);
  if (kind == TES_CELL) return 0;
  if (e->shape == TES_SQUARES) return e->level;
  if (kind == TES_MARK) return 256 + l->d->rows;
  return 256 + l->d->rows - 1 - e->at[0].y;
}

static void put_elements(const svg_layout *l, int only, tes_text *text) {
  const tes_drawing *d = l->d;
  const svg_walk nowhere = {0};
  for (int layer = 0; layer <= 256 + d->rows; layer++) {
    for (int i = 0; i < d->count; i++) {
      const tes_element *e = &d->elements[i];
      if (e->box == 0 && layer_of(l, e) == layer && (only < 0 || only == i)) {
        put_thing(l, &nowhere, e, text);
      }
    }
  }
}

/* Goes through all boxes, as their height is known only then. */
static int put_boxes(const svg_layout *l, int only, tes_text *text) {
  svg_walk w;
  svg_walk_begin(l, &w);
  for (int box = 1; box < TES_BOXES && l->boxes > 0; box++) {
    bool begun = false;
    for (int i = 0; i < l->d->count; i++) {
      const tes_element *e = &l->d->elements[i];
      if (e->box != box) continue;
      if (!begun) svg_walk_box(l, &w, box);
      begun = true;
      svg_walk_to(l, &w, e);
      if (only >= 0 && only != i) continue;
      if (tes_shape_kind(e->shape) == TES_WORDS) {
        put_words(l, &w, e, text);
      } else {
        put_thing(l, &w, e, text);
      }
    }
  }
  return w.bottom;
}

/* ---- the picture ---- */

/* Notes below the board; returns where they end. */
static int put_notes(const svg_layout *l, tes_text *text) {
  const svg_words style = {.x = l->pad,
                           .y = l->top + l->tall + l->rim + l->em,
                           .size = l->em * 9 / 10,
                           .room = l->span,
                           .fill = ink};
  const char *words = l->notes ? tes_text_get(&l->d->notes) : "";
  return put_paragraph(l, &style, words, text) - l->em * 3 / 4;
}

void tes_render_svg(const tes_drawing *d, const tes_picture *picture,
                    tes_text *text) {
  svg_layout l;
  tes_text body;
  svg_lay_out(d, picture, &l);
  tes_text_init(&body, text->alloc);
  put_board(&l, &body);
  if (!l.bare) put_names(&l, &body);
  put_elements(&l, -1, &body);
  int high = put_boxes(&l, -1, &body);
  const int low = put_notes(&l, &body);
  high = (high > low ? high : low) + l.pad;
  int wide = l.span + 2 * l.pad;
  if (l.boxes > 0 && !l.below) wide += l.column + l.em * 5 / 4;
  const int side = l.em * 23;
  const int width = l.width > 0 ? l.width : (int)((int64_t)wide * 640 / side);
  tes_put(text,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
          "height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n",
          width, (int)((int64_t)width * high / wide), wide, high);
  tes_put(text,
          "<defs><linearGradient id=\"tesela-light\" x2=\".7\" y2=\"1\">"
          "<stop stop-color=\"#fff\" stop-opacity=\".34\"/>"
          "<stop offset=\".5\" stop-color=\"#fff\" stop-opacity=\"0\"/>"
          "<stop offset=\".5\" stop-opacity=\"0\"/>"
          "<stop offset=\"1\" stop-opacity=\".2\"/>"
          "</linearGradient></defs>\n"
          "<rect width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"#f7f1e5\"/>\n",
          wide, high, l.em / 2);
  tes_put_bytes(text, tes_text_get(&body), body.length);
  tes_put(text, "</svg>\n");
  if (body.failed) text->failed = true;
  tes_text_free(&body);
}

void tes_render_element(const tes_drawing *d, const tes_picture *picture,
                        int element, tes_text *text) {
  svg_layout l;
  svg_lay_out(d, picture, &l);
  if (d->elements[element].box == 0) {
    put_elements(&l, element, text);
  } else {
    put_boxes(&l, element, text);
  }
}
