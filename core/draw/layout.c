/* layout.c: the position of everything in a picture.
 *
 * The board's position follows from the frame alone, so pictures of one game
 * match. Boxes are in a column to its right, each with its share of the board's
 * height if that is enough; beside a wide board they would form a strip, so
 * they are below it. In a box, elements flow like words; their size depends on
 * the board and on the number of boxes, never on their contents. */
#include "picture.h"

static int larger(int a, int b) {
  return a > b ? a : b;
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

/* ---- the board ---- */

/* The requested frame, enlarged to contain all cells. */
static tes_frame frame_of(const tes_drawing *d, const tes_frame *asked) {
  tes_frame f = {d->column, d->row, d->columns, d->rows};
  if (asked->columns <= 0) return f;
  const int right =
      larger(f.column + f.columns, asked->column + asked->columns);
  const int above = larger(f.row + f.rows, asked->row + asked->rows);
  f.column = smaller(f.column, asked->column);
  f.row = smaller(f.row, asked->row);
  f.columns = right - f.column;
  f.rows = above - f.row;
  return f;
}

static int count_boxes(const tes_drawing *d) {
  unsigned boxes = 0;
  int count = 0;
  for (int i = 0; i < d->count; i++) {
    boxes |= 1u << d->elements[i].box % TES_BOXES;
  }
  for (boxes >>= 1; boxes != 0; boxes &= boxes - 1) count++;
  return count;
}

/* A box has room for two dozen pieces, as many as a player has in most games;
 * for six tiles in a row; or for the 21 pieces of Blokus. */
static void lay_out_boxes(int side, svg_layout *l) {
  l->below = 2 * l->wide > 3 * l->tall;
  l->abreast = l->below ? larger(1, l->span / (11 * l->em)) : 1;
  l->column = l->below ? (l->span + l->em) / l->abreast - l->em : side * 3 / 5;
  l->slot = l->below ? side / 3 : l->tall / larger(l->boxes, 1);
  const int tall = larger(l->slot - 3 * l->em, 3 * l->em);
  l->tiles = smaller(l->column * 10 / 66, larger(tall, l->column / 9));
  l->things = smaller(svg_root((int64_t)l->column * tall / 20), l->tiles);
  l->squares = l->d->outlines
                   ? l->tiles * 3 / 5
                   : smaller(svg_root((int64_t)l->column * tall / 280), 40);
}

void svg_lay_out(const tes_drawing *d, const tes_picture *picture,
                 svg_layout *l) {
  static const tes_picture plain = {0};
  if (picture == NULL) picture = &plain;
  const tes_frame f = frame_of(d, &picture->frame);
  *l = (svg_layout){.d = d, .frame = f, .bare = picture->bare};
  l->cloth = d->table || d->outlines;
  l->letters = drawing_has_letters(d);
  l->boxes = picture->alone ? 0 : count_boxes(d);
  l->notes = !picture->alone && l->boxes == 0;
  svg_step(d, f.columns, f.rows - 1, &l->wide, &l->tall);
  l->tall = (d->slanted ? 2 * SVG_POINT : SVG_CELL) - l->tall;
  const int side = larger(larger(l->wide, l->tall), 450);
  l->pad = l->em = side / 22;
  l->rim = l->bare ? l->em * 3 / 5 : l->em * 7 / 5;
  l->span = l->wide + 2 * l->rim + (d->slanted ? 2 * l->rim + SVG_CELL : 0);
  if (l->notes) l->span = larger(l->span, 22 * l->em);
  l->left = l->pad + (l->span - l->wide) / 2;
  l->top = larger(l->pad + l->rim, SVG_HIGHEST + 4);
  lay_out_boxes(side, l);
}

void svg_find(const svg_layout *l, int column, int row, int *x, int *y) {
  const tes_drawing *d = l->d;
  svg_step(d, d->column - l->frame.column + column, d->row - l->frame.row + row,
           x, y);
  *x += l->left + SVG_CELL / 2;
  *y += l->top + l->tall - (d->slanted ? SVG_POINT : SVG_CELL / 2);
}

/* ---- boxes ---- */

void svg_move_begin(const svg_layout *l, svg_cursor *w) {
  *w = (svg_cursor){.index = -1, .line = l->top - l->rim};
  w->bottom = l->top + l->tall + l->rim;
}

void svg_move_box(const svg_layout *l, svg_cursor *w) {
  const int place = ++w->index % l->abreast;
  if (l->below) {
    if (place == 0) w->line = w->bottom + l->em;
    w->left = l->pad + place * (l->column + l->em);
    w->y = w->line;
  } else {
    w->left = l->pad + l->span + l->em * 5 / 4;
    w->y = larger(w->line, l->top - l->rim / 2 + w->index * l->slot);
  }
  w->x = w->left;
  w->row = w->head = 0;
}

static void end_row(const svg_layout *l, svg_cursor *w) {
  if (w->row > 0) w->y += w->row + l->em / 4;
  w->x = w->left;
  w->row = 0;
}

static void move_heading(const svg_layout *l, svg_cursor *w,
                         const tes_element *e) {
  w->at_x = w->left + l->em * (e->colour == TES_PLAIN ? 10 : 21) / 10;
  w->at_y = w->y + l->em * 3 / 4;
  w->cell = l->em;
  w->head = l->column + w->left - w->at_x - l->em / 2 -
            svg_width(e->text, l->em * 10 / 9);
  w->y += l->em * 2;
}

/* Beside the heading if there is room, else below, in lines. */
static void move_line(const svg_layout *l, svg_cursor *w,
                      const tes_element *e) {
  w->cell = l->em * 9 / 10;
  w->at_x = w->left;
  w->at_y = w->y + l->em / 2;
  if (svg_width(e->text, w->cell) <= w->head) {
    w->at_x += l->column;
    w->at_y = w->y - l->em * 5 / 4;
    w->anchor = "text-anchor=\"end\"";
  } else {
    w->y =
        svg_put_lines((svg_label){0, w->y + l->em / 4, w->cell, l->column, ""},
                      e->text, NULL);
  }
  w->head = 0;
}

static void move_thing(const svg_layout *l, svg_cursor *w,
                       const tes_element *e) {
  const bool squares = e->shape == TES_SQUARES, disc = e->shape == TES_DISC;
  const bool tile = e->shape >= TES_CARD;
  int left = 0, below = 0, right = 0, above = 0;
  for (int i = 1; squares && i < e->count; i++) {
    left = larger(left, e->at[0].x - e->at[i].x);
    below = larger(below, e->at[0].y - e->at[i].y);
    right = larger(right, e->at[i].x - e->at[0].x);
    above = larger(above, e->at[i].y - e->at[0].y);
  }
  const int cell = squares ? l->squares : tile ? l->tiles : l->things;
  const int wide = (left + right + 1) * (disc ? cell * 4 / 5 : cell);
  const int words =
      squares && e->text[0] != '\0' ? svg_width(e->text, l->em) + l->em / 2 : 0;
  if (w->x > w->left && w->x + wide + words > w->left + l->column) {
    end_row(l, w);
  }
  w->cell = cell;
  w->at_x = w->x + left * cell + (squares ? cell : wide) / 2;
  w->at_y = w->y + above * cell + cell / 2;
  w->tail_x = w->x + wide + l->em / 3;
  w->tail_y = w->y + (above + below + 1) * cell / 2;
  w->x += wide + words + (squares ? cell / 2 : tile ? cell / 12 : 0);
  w->row = larger(w->row, (above + below + 1) * cell + cell / 6);
  w->head = 0;
}

void svg_move_to(const svg_layout *l, svg_cursor *w, const tes_element *e) {
  w->anchor = "";
  if (tes_shape_kind(e->shape) != TES_WORDS) {
    move_thing(l, w, e);
  } else {
    end_row(l, w);
    (e->shape == TES_HEADING ? move_heading : move_line)(l, w, e);
  }
  w->bottom = larger(w->bottom, w->y + w->row);
  if (!l->below) w->line = w->y + w->row + l->em / 2;
}
