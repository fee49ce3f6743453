/* layout.c: where everything is in a picture.
 *
 * The board's place follows from the frame alone, so that pictures of one game
 * lie upon each other. Boxes stand in a column on the right of it, each with
 * its share of the board's height as long as that is enough; beside a board
 * that is wide they would make a strip, and stand below. In a box things flow
 * like words; how large they are follows from the board and from how many
 * boxes there are, never from what is in them. */
#include <string.h>

#include "svg.h"

static int larger(int a, int b) {
  return a > b ? a : b;
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

/* ---- the board ---- */

/* The frame that was asked for, and no less than the cells that there are. */
static tes_frame frame_of(const tes_drawing *d, const tes_frame *asked) {
  const tes_frame own = {d->column, d->row, d->columns, d->rows};
  if (asked->columns <= 0) return own;
  tes_frame f = {smaller(own.column, asked->column),
                 smaller(own.row, asked->row), 0, 0};
  f.columns = larger(own.column + own.columns, asked->column + asked->columns) -
              f.column;
  f.rows = larger(own.row + own.rows, asked->row + asked->rows) - f.row;
  return f;
}

static int count_boxes(const tes_drawing *d) {
  unsigned boxes = 0;
  for (int i = 0; i < d->count; i++) {
    if (d->elements[i].box > 0) boxes |= 1u << d->elements[i].box % TES_BOXES;
  }
  int count = 0;
  for (; boxes != 0; boxes &= boxes - 1) count++;
  return count;
}

/* Things are as large as two dozen of them may be, which is what a player has
 * of most games (of Blokus 21 pieces, each about nine squares with the air
 * around), and never much larger than the board calls for. */
static void size_things(svg_layout *l) {
  const int tall = larger(l->slot - 3 * l->em, 3 * l->em);
  l->tiles = smaller(l->column * 10 / 66, larger(tall, l->column / 9));
  l->things = smaller(svg_root(l->column * tall / 20), l->tiles);
  l->squares = smaller(svg_root(l->column * tall / 220), 40);
  if (l->d->outlines) l->squares = l->tiles * 3 / 5;
}

void svg_lay_out(const tes_drawing *d, const tes_picture *picture,
                 svg_layout *l) {
  static const tes_picture plain = {0};
  if (picture == NULL) picture = &plain;
  const tes_frame f = frame_of(d, &picture->frame);
  const int tilt = d->slanted ? SVG_CELL / 2 * (f.rows - 1) : 0;
  *l = (svg_layout){.d = d, .frame = f};
  l->bare = picture->bare;
  l->width = picture->width;
  l->boxes = picture->alone ? 0 : count_boxes(d);
  l->notes = !picture->alone && l->boxes == 0;
  l->wide = SVG_CELL * f.columns + tilt;
  l->tall = d->slanted ? SVG_ROW * (f.rows - 1) + 116 : SVG_CELL * f.rows;
  const int side = larger(larger(l->wide, l->tall), 450);
  l->em = side / 22;
  l->pad = l->em;
  l->rim = l->bare ? l->em * 3 / 5 : l->em * 7 / 5;
  l->edge = l->rim + (d->slanted ? l->rim + 50 : 0);
  l->span = l->wide + 2 * l->edge;
  if (l->notes) l->span = larger(l->span, 22 * l->em);
  l->left = l->pad + (l->span - l->wide) / 2;
  l->top = larger(l->pad + l->rim, SVG_RISE + 4);
  l->below = 2 * l->wide > 3 * l->tall;
  l->abreast = l->below ? larger(1, l->span / (11 * l->em)) : 1;
  l->column = l->below ? (l->span + l->em) / l->abreast - l->em : side * 3 / 5;
  l->slot = l->below ? side / 3 : l->tall / larger(l->boxes, 1);
  size_things(l);
}

void svg_find(const svg_layout *l, tes_place at, int *x, int *y) {
  const int column = l->d->column - l->frame.column + at.x;
  const int row = l->d->row - l->frame.row + at.y;
  svg_step(l->d, column, row, x, y);
  *x += l->left + SVG_CELL / 2;
  *y += l->top + l->tall - (l->d->slanted ? 58 : SVG_CELL / 2);
}

/* ---- boxes ---- */

void svg_walk_begin(const svg_layout *l, svg_walk *walk) {
  *walk = (svg_walk){.index = -1};
  walk->bottom = l->top + l->tall + l->rim;
  if (l->below) walk->line = walk->bottom;
  if (!l->below) walk->line = l->top - l->rim;
}

void svg_walk_box(const svg_layout *l, svg_walk *w, int box) {
  w->box = box;
  w->index++;
  if (l->below) {
    const int place = w->index % l->abreast;
    if (place == 0) w->line = w->bottom + l->em;
    w->left = l->pad + place * (l->column + l->em);
    w->top = w->line;
  } else {
    w->left = l->pad + l->span + l->em * 5 / 4;
    w->top = larger(w->line, l->top - l->rim / 2 + w->index * l->slot);
  }
  w->x = w->left;
  w->y = w->top;
  w->row = w->head = 0;
}

static void end_row(const svg_layout *l, svg_walk *w) {
  if (w->row > 0) w->y += w->row + l->em / 4;
  w->x = w->left;
  w->row = 0;
}

static void walk_heading(const svg_layout *l, svg_walk *w,
                         const tes_element *e) {
  const int indent = l->em * (e->colour == TES_PLAIN ? 10 : 21) / 10;
  w->at_x = w->left + indent;
  w->at_y = w->y + l->em * 3 / 4;
  w->cell = l->em;
  w->head = l->column - indent - l->em -
            svg_width(e->text, strlen(e->text), l->em, true);
  w->y += l->em * 2;
}

/* Beside the heading if there is room, else below, in lines. */
static void walk_line(const svg_layout *l, svg_walk *w, const tes_element *e) {
  const char *words = e->text;
  w->cell = l->em * 9 / 10;
  if (svg_width(words, strlen(words), w->cell, false) <= w->head) {
    w->at_x = w->left + l->column;
    w->at_y = w->y - l->em * 5 / 4;
    w->anchor = SVG_END;
    return;
  }
  w->at_x = w->left;
  w->at_y = w->y + l->em / 2;
  do {
    words += svg_line(words, w->cell, l->column);
    words += *words == ' ' || *words == '\n';
    w->y += l->em * 5 / 4;
  } while (*words != '\0');
  w->y += l->em / 4;
}

/* How many cells a thing is wide and tall, and where its first one is. */
static void measure(const tes_element *e, int *wide, int *tall, int *x,
                    int *y) {
  int low_x = 0, low_y = 0, high_x = 0, high_y = 0;
  for (int i = 1; e->shape == TES_SQUARES && i < e->count; i++) {
    low_x = smaller(low_x, e->at[i].x - e->at[0].x);
    low_y = smaller(low_y, e->at[i].y - e->at[0].y);
    high_x = larger(high_x, e->at[i].x - e->at[0].x);
    high_y = larger(high_y, e->at[i].y - e->at[0].y);
  }
  *wide = high_x - low_x + 1;
  *tall = high_y - low_y + 1;
  *x = -low_x;
  *y = high_y;
}

static void walk_thing(const svg_layout *l, svg_walk *w, const tes_element *e) {
  const bool squares = e->shape == TES_SQUARES;
  int wide, tall, x, y;
  measure(e, &wide, &tall, &x, &y);
  w->cell = squares ? l->squares : e->shape >= TES_CARD ? l->tiles : l->things;
  int room = w->cell * wide * (e->shape == TES_DISC ? 8 : 10) / 10;
  if (tes_shape_kind(e->shape) == TES_TILE) room += w->cell / 12;
  if (squares && e->text[0] != '\0') {
    room += svg_width(e->text, strlen(e->text), l->em, false) + l->em / 2;
  }
  if (w->x > w->left && w->x + room > w->left + l->column) end_row(l, w);
  w->at_x = w->x + w->cell * x + (squares ? w->cell : room) / 2;
  w->at_y = w->y + w->cell * y + w->cell / 2;
  w->tail_x = w->x + w->cell * wide + l->em / 3;
  w->tail_y = w->y + w->cell * tall / 2;
  w->x += room + (squares ? w->cell / 2 : 0);
  w->row = larger(w->row, w->cell * tall + w->cell / (squares ? 4 : 8));
}

void svg_walk_to(const svg_layout *l, svg_walk *w, const tes_element *e) {
  w->anchor = SVG_START;
  if (tes_shape_kind(e->shape) != TES_WORDS) {
    walk_thing(l, w, e);
    w->head = 0;
  } else {
    end_row(l, w);
    if (e->shape == TES_HEADING) walk_heading(l, w, e);
    if (e->shape == TES_LINE) walk_line(l, w, e);
    if (e->shape == TES_LINE) w->head = 0;
  }
  w->bottom = larger(w->bottom, w->y + w->row);
  if (!l->below) w->line = w->y + w->row + l->em / 2;
}
