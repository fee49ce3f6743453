/* picture.h: declarations shared by the parts of a picture.
 *
 * A cell is 100 units wide on every board, so elements are drawn with the same
 * numbers everywhere, and scaled in a box beside the board. All numbers are
 * integers: no locale, no rounding, the same bytes everywhere. */
#ifndef TES_PICTURE_H
#define TES_PICTURE_H

#include "drawing.h"

enum {
  SVG_CELL = 100,
  SVG_ROW = 87,    /* from one row of hexagons to the next */
  SVG_POINT = 58,  /* from the centre of a hexagon to its upper point */
  SVG_HIGHEST = 56 /* the height of the highest pile above its cell */
};

/* ---- words.c ---- */

/* The greatest width of words in any font (but not in bold). */
int svg_width(const char *words, int size);
/* The number of bytes of words that fit into a line of this width: at least one
 * letter. */
size_t svg_line(const char *words, int size, int room);
/* Writes words, escaped and cleaned of characters that XML does not allow; at
 * most 255 bytes. */
void svg_put_safe(const char *words, size_t length, tes_text *text);
/* The start of words: the middle of their capital letters is at y. They shrink
 * to fit the room; `style` adds attributes. */
typedef struct svg_label {
  int x, y, size, room;
  const char *style;
} svg_label;
void svg_put_words(svg_label at, const char *words, tes_text *text);
/* The same in lines; returns the y of the next line. */
int svg_put_lines(svg_label at, const char *words, tes_text *text);

/* ---- outline.c ---- */

/* The outline of squares, as path data: around the centre of the first one,
 * moved inwards by `inset`, with rounded corners; upwards is -y. */
void svg_outline(const tes_place *at, int count, int inset, int radius,
                 tes_text *text);

/* ---- shapes.c ---- */

/* The distance from the centre of a cell to that of another, by columns and
 * rows. */
void svg_step(const tes_drawing *drawing, int dx, int dy, int *x, int *y);
int svg_root(int64_t square); /* rounded down */
/* The outline of one cell, square or hexagon, as data of a path. */
void svg_put_cell(const tes_drawing *drawing, int x, int y, int inset,
                  tes_text *text);
/* The distance by which a piece of this level is moved up. */
int svg_rise(int level);
/* A colour for the ground or for pieces; dark colours are darker on the
 * ground. */
const char *svg_colour(int colour, bool ground);

/* ---- layout.c ---- */

/* The position of the board, which follows from the frame alone, and of the
 * boxes and notes. */
typedef struct svg_layout {
  const tes_drawing *d;
  tes_frame frame;            /* the visible cells */
  bool bare, cloth;           /* no names; a cloth instead of a board */
  bool letters;               /* discs need their letters */
  int em;                     /* the size of words */
  int left, top;              /* of the cells, */
  int wide, tall;             /* and their total size */
  int rim, pad;               /* around them; and around that */
  int span;                   /* width of the board */
  int boxes, abreast;         /* the number of boxes, and of those in a row */
  bool notes, below;          /* notes, not boxes; boxes below the board */
  int column, slot;           /* the width of a box, and its usual height */
  int things, tiles, squares; /* cell sizes in boxes */
} svg_layout;

/* A cursor through the boxes, and the last position. */
typedef struct svg_cursor {
  int index, left;    /* of the box */
  int x, y;           /* the pen: the place of the next element */
  int row;            /* the height of the current row */
  int bottom, line;   /* of all boxes so far; where the next may begin */
  int head;           /* the room left beside a heading, or 0 */
  int at_x, at_y;     /* its centre; of words, their start */
  int cell;           /* the size of a cell, or of words */
  int tail_x, tail_y; /* the start of words beside it */
  const char *anchor; /* of words */
} svg_cursor;

void svg_lay_out(const tes_drawing *drawing, const tes_picture *picture,
                 svg_layout *layout);
/* The centre of a cell of the drawing. */
void svg_find(const svg_layout *layout, int column, int row, int *x, int *y);
void svg_move_begin(const svg_layout *layout, svg_cursor *cursor);
void svg_move_box(const svg_layout *layout, svg_cursor *cursor);
void svg_move_to(const svg_layout *layout, svg_cursor *cursor,
                 const tes_element *element);

/* ---- shapes.c, with the layout ---- */

/* Writes an element around 0, 0, the centre of its first place; `line` is the
 * thickness of the lines of marks. */
void svg_put_shape(const svg_layout *layout, const tes_element *element,
                   int line, tes_text *text);

#endif
