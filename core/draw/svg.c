/* svg.c: a drawing as a picture.
 *
 * The paper, the board, then the elements in layers: cells, pieces made of
 * squares by level, other pieces row by row from the back (a pile covers what
 * is behind it), marks, and the boxes. Each element is a separate group that
 * depends only on the element and the layout. */
#include "picture.h"

/* ---- the board ---- */

/* The outline of the board and its surroundings: a rectangle, or under hexagons
 * a parallelogram with the slant of their rows. */
static void put_shape_of_board(const svg_layout *l, int grow, int dx, int dy,
                               const char *style, tes_text *text) {
  const int x = l->left - grow + dx, y = l->top - grow + dy;
  const int wide = l->wide + 2 * grow, tall = l->tall + 2 * grow;
  if (!l->d->slanted) {
    tes_put(text,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
            "%s/>\n",
            x, y, wide, tall, grow * 2 / 5, style);
    return;
  }
  const int lean = tall * 50 / SVG_ROW, out = grow + grow / 6 + 17;
  const int across = SVG_CELL * l->frame.columns + 2 * out;
  tes_put(text, "<path d=\"M%d %dh%dl%d %dh%dz\" %s/>\n",
          l->left + dx - out - (grow + SVG_POINT) * 50 / SVG_ROW, y + tall,
          across, lean, -tall, -across, style);
}

/* A line on each side of the cells. */
static void put_lines(const svg_layout *l, int shift, const char *style,
                      tes_text *text) {
  tes_put(text, "<path d=\"");
  for (int x = 0; x <= l->frame.columns; x++) {
    tes_put(text, "M%d %dv%d", l->left + SVG_CELL * x + shift, l->top, l->tall);
  }
  for (int y = 0; y <= l->frame.rows; y++) {
    tes_put(text, "M%d %dh%d", l->left, l->top + SVG_CELL * y + shift, l->wide);
  }
  tes_put(text, "\" %s/>\n", style);
}

/* The centre of a cell of the frame. */
static void find_cell(const svg_layout *l, int column, int row, int *x,
                      int *y) {
  svg_find(l, l->frame.column + column - l->d->column,
           l->frame.row + row - l->d->row, x, y);
}

static void put_cell_paths(const svg_layout *l, const char *fill,
                           const char *stroke, tes_text *text) {
  tes_put(text, "<path d=\"");
  for (int i = 0; i < l->frame.columns * l->frame.rows; i++) {
    int x, y;
    find_cell(l, i % l->frame.columns, i / l->frame.columns, &x, &y);
    svg_put_cell(l->d, x, y, 0, text);
  }
  tes_put(text, "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>\n", fill,
          stroke);
}

/* The outer sides of the cells along an edge: the lower, right, upper or left
 * one. (Those of hexagons follow the slant of their rows.) */
static void put_edge(const svg_layout *l, int edge, const char *stroke,
                     tes_text *text) {
  enum { H = SVG_CELL / 2, P = SVG_POINT, Q = SVG_POINT / 2 };
  static const int squares[4][4] = {
      {-H, H, H, H}, {H, -H, H, H}, {-H, -H, H, -H}, {-H, -H, -H, H}};
  static const int hexagons[4][6] = {{-H, Q, 0, P, H, Q},
                                     {H, -Q, H, Q, 0, P},
                                     {-H, -Q, 0, -P, H, -Q},
                                     {0, -P, -H, -Q, -H, Q}};
  const int *side = l->d->slanted ? hexagons[edge] : squares[edge];
  const int points = l->d->slanted ? 3 : 2;
  const int columns = l->frame.columns, rows = l->frame.rows;
  tes_put(text, "<path d=\"");
  for (int i = 0; i < (edge % 2 == 0 ? columns : rows); i++) {
    int x, y;
    find_cell(l,
              edge % 2 == 0 ? i
              : edge == 1   ? columns - 1
                            : 0,
              edge % 2 == 1 ? i
              : edge == 2   ? rows - 1
                            : 0,
              &x, &y);
    for (int k = 0; k < points; k++) {
      tes_put(text, "%c%d %d", k == 0 ? 'M' : 'L', x + side[2 * k],
              y + side[2 * k + 1]);
    }
  }
  tes_put(text,
          "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
          "stroke-linecap=\"round\"/>\n",
          stroke, l->rim * 3 / 5);
}

/* Games without a board have a cloth. */
static void put_board_shape(const svg_layout *l, tes_text *text) {
  const tes_drawing *d = l->d;
  const char *ground = svg_colour(d->ground, true);
  const int s = l->rim / 5 + 1;
  put_shape_of_board(l, l->rim, s / 2, s, "opacity=\".14\"", text);
  put_shape_of_board(l, l->rim, s / 4, s / 2, "opacity=\".2\"", text);
  put_shape_of_board(l, l->rim, 0, 0,
                     l->cloth ? "fill=\"#d9cdb4\"" : "fill=\"#7d5230\"", text);
  put_shape_of_board(l, l->rim, 0, 0,
                     "fill=\"url(#tesela-light)\" opacity=\".5\"", text);
  for (int i = 0; i < 4; i++) {
    if (d->edge[i] == TES_PLAIN) continue;
    put_edge(l, i, svg_colour(d->edge[i], false), text);
  }
  if (l->cloth && !d->table) {
    put_lines(l, 0, "stroke=\"#a4946f\" stroke-dasharray=\"8 84 8 0\"", text);
  } else if (!l->cloth && d->slanted) {
    put_cell_paths(l, ground, "#8a6a3e", text);
  } else if (!l->cloth) {
    tes_put(text,
            "<path d=\"M%d %dh%dv%dh%dz\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"6\"/>\n",
            l->left, l->top, l->wide, l->tall, -l->wide, ground, ground);
    if (d->points) return;
    put_lines(l, 2, "stroke=\"#fff\" stroke-opacity=\".35\"", text);
    put_lines(l, 0, "stroke=\"#5a3d1e\" stroke-opacity=\".6\"", text);
  }
}

/* Names of columns and rows; if there is no room for all, of every second or
 * third one, and so on. */
static void put_name(const svg_layout *l, bool row, int i, int step,
                     tes_text *text) {
  const char *style = l->cloth ? "text-anchor=\"middle\" fill=\"#6b5d43\""
                               : "text-anchor=\"middle\" fill=\"#f3e2c4\"";
  char memory[16];
  tes_text name;
  int x, y, room = SVG_CELL * step * 4 / 5;
  tes_text_fixed(&name, memory, sizeof memory);
  svg_step(l->d, row ? 0 : i, row ? i : 0, &x, &y);
  if (row) {
    room = l->rim * 4 / 5;
    x -= l->rim * 3 / 5;
    y -= l->d->slanted ? SVG_POINT : SVG_CELL / 2;
    tes_put(&name, "%d", l->frame.row + i);
  } else {
    x += SVG_CELL / 2;
    y += l->rim * 3 / 5;
    drawing_put_column(l->d, l->frame.column + i - l->d->column, 0, &name);
  }
  svg_put_words((svg_label){l->left + x, l->top + l->tall + y, l->em * 4 / 5,
                            room, style},
                tes_text_get(&name), text);
  tes_put(text, "\n");
}

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

static void begin_group(const svg_layout *l, const tes_element *e,
                        tes_text *text) {
  char memory[64];
  tes_text id;
  tes_text_fixed(&id, memory, sizeof memory);
  tes_element_id(l->d, e, &id);
  tes_put(text, "<g data-id=\"");
  svg_put_safe(tes_text_get(&id), id.length, text);
  tes_put(text, "\"");
}

/* The distance by which an element of the board is moved up: on top of others,
 * and for marks if tiles have heights. */
static int lift_of(const svg_layout *l, const tes_element *e) {
  const tes_kind kind = tes_shape_kind(e->shape);
  if (e->level == 0 || kind == TES_CELL) return 0;
  if (l->d->outlines) return svg_rise(e->level) + 10;
  return kind == TES_MARK ? 0 : svg_rise(e->level);
}

/* The position of an element: tiles are also moved to the left. */
static void find_element(const svg_layout *l, const tes_element *e, int *x,
                         int *y) {
  const int lift = lift_of(l, e);
  svg_find(l, e->at[0].x, e->at[0].y, x, y);
  if (l->d->outlines) *x -= lift / 2;
  *y -= lift;
}

static void put_look(const svg_layout *l, const tes_element *e,
                     tes_text *text) {
  svg_put_shape(l, e, l->em / 8 > 5 ? l->em / 8 : 5, text);
}

static void put_on_board(const svg_layout *l, const tes_element *e,
                         tes_text *text) {
  int x, y;
  find_element(l, e, &x, &y);
  begin_group(l, e, text);
  tes_put(text, " transform=\"translate(%d %d)\">", x, y);
  put_look(l, e, text);
  tes_put(text, "</g>\n");
}

/* The heading of the player to move has a triangle. */
static void put_heading(const svg_layout *l, const svg_cursor *w,
                        const tes_element *e, tes_text *text) {
  const int em = l->em, y = w->at_y;
  tes_put(text,
          "<path d=\"M%d %dh%d\" stroke=\"#2e251b\" stroke-opacity=\".3\" "
          "stroke-width=\"%d\"/>",
          w->left, y + em * 4 / 5, l->column, em / 12 + 1);
  if (l->d->turn == e->box) {
    tes_put(text, "<path d=\"M%d %dv%dl%d %dz\"/>", w->left, y - em * 2 / 5,
            em * 4 / 5, em * 7 / 10, -em * 2 / 5);
  }
  if (e->colour != TES_PLAIN) {
    tes_put(text,
            "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" "
            "stroke=\"#2e251b\"/>",
            w->left + em * 7 / 5, y, em * 2 / 5, svg_colour(e->colour, false));
  }
  const int room = (w->left + l->column - w->at_x) * 9 / 10;
  svg_put_words((svg_label){w->at_x, y, em, room, "font-weight=\"bold\""},
                e->text, text);
}

/* Elements beside the board are never stacked. */
static void put_thing(const svg_layout *l, const tes_element *e,
                      tes_text *text) {
  tes_element alone = *e;
  alone.level = 1;
  svg_put_shape(l, &alone, 5, text);
}

static void put_panel_item(const svg_layout *l, const svg_cursor *w,
                           const tes_element *e, tes_text *text) {
  begin_group(l, e, text);
  tes_put(text, ">");
  if (e->shape == TES_HEADING) {
    put_heading(l, w, e, text);
  } else if (e->shape == TES_LINE) {
    svg_put_lines((svg_label){w->at_x, w->at_y, w->cell, l->column, w->anchor},
                  e->text, text);
  } else {
    tes_put(text, "<g transform=\"translate(%d %d) scale(%d.%02d)\">", w->at_x,
            w->at_y, w->cell / SVG_CELL, w->cell % SVG_CELL);
    put_thing(l, e, text);
    tes_put(text, "</g>");
    if (e->shape == TES_SQUARES) {
      svg_put_words(
          (svg_label){w->tail_x, w->tail_y, l->em * 9 / 10, l->column, ""},
          e->text, text);
    }
  }
  tes_put(text, "</g>\n");
}

static void put_all_on_board(const svg_layout *l, tes_text *text) {
  const size_t size = (size_t)l->d->count * sizeof(int) + 1;
  int *order = tes_resize(text->alloc, NULL, 0, size);
  if (order == NULL) {
    text->failed = true;
    return;
  }
  tes_drawing_order(l->d, order);
  for (int i = 0; i < l->d->count; i++) {
    const tes_element *e = &l->d->elements[order[i]];
    if (e->box == 0) put_on_board(l, e, text);
  }
  tes_resize(text->alloc, order, size, 0);
}

/* Walks through all boxes, because their ends are known only then; writes all,
 * or only one element. */
static int put_boxes(const svg_layout *l, const tes_element *only,
                     tes_text *text) {
  svg_cursor w;
  svg_move_begin(l, &w);
  for (int box = 1; box < TES_BOXES && l->boxes > 0; box++) {
    bool begun = false;
    for (int i = 0; i < l->d->count; i++) {
      const tes_element *e = &l->d->elements[i];
      if (e->box != box) continue;
      if (!begun) svg_move_box(l, &w);
      begun = true;
      svg_move_to(l, &w, e);
      if (only == NULL || only == e) put_panel_item(l, &w, e, text);
      if (only == e) return w.bottom;
    }
  }
  return w.bottom;
}

void tes_render_element(const tes_drawing *d, const tes_picture *picture,
                        int element, tes_text *text) {
  const tes_element *e = &d->elements[element];
  svg_layout l;
  svg_lay_out(d, picture, &l);
  if (e->box == 0) {
    put_on_board(&l, e, text);
  } else {
    put_boxes(&l, e, text);
  }
}

int tes_picture_spots(const tes_drawing *d, const tes_picture *picture,
                      tes_spot *spots, int room) {
  svg_layout l;
  svg_lay_out(d, picture, &l);
  const int count = l.frame.columns * l.frame.rows;
  for (int i = 0; i < count && i < room; i++) {
    const int column = i % l.frame.columns, row = i / l.frame.columns;
    spots[i] = (tes_spot){l.frame.column + column, l.frame.row + row, 0, 0};
    find_cell(&l, column, row, &spots[i].x, &spots[i].y);
  }
  return count;
}

void tes_render_look(const tes_drawing *d, const tes_picture *picture,
                     int element, int *x, int *y, tes_text *text) {
  const tes_element *e = &d->elements[element];
  svg_layout l;
  *x = *y = 0;
  if (tes_shape_kind((tes_shape)e->shape) == TES_WORDS) return;
  svg_lay_out(d, picture, &l);
  if (e->box == 0) find_element(&l, e, x, y);
  (e->box == 0 ? put_look : put_thing)(&l, e, text);
}

/* ---- the picture ---- */

/* Writes everything; returns its end. */
static int put_body(const svg_layout *l, tes_text *text) {
  const char *notes = l->notes ? tes_text_get(&l->d->notes) : "";
  put_board_shape(l, text);
  if (!l->bare && !l->d->bare) put_names(l, text);
  put_all_on_board(l, text);
  const int boxes = put_boxes(l, NULL, text);
  const svg_label below = {l->pad, l->top + l->tall + l->rim + l->em,
                           l->em * 9 / 10, l->span, ""};
  const int lines = svg_put_lines(below, notes, text) - l->em * 3 / 4;
  return (boxes > lines ? boxes : lines) + l->pad;
}

/* A board is 640 pixels wide by default. */
void tes_render_svg(const tes_drawing *d, const tes_picture *picture,
                    tes_text *text) {
  svg_layout l;
  tes_text body;
  svg_lay_out(d, picture, &l);
  tes_text_init(&body, text->alloc);
  const int high = put_body(&l, &body);
  const bool right = l.boxes > 0 && !l.below;
  const int wide = l.span + 2 * l.pad + (right ? l.column + l.em * 5 / 4 : 0);
  const int pixels =
      picture != NULL && picture->width > 0 ? picture->width : wide * 29 / l.em;
  tes_put(text,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
          "height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
          "fill=\"#2e251b\" stroke-width=\"2\" stroke-linejoin=\"round\">\n",
          pixels, (int)((int64_t)pixels * high / wide), wide, high);
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
