/* picture.h: what the parts of a picture share.
 *
 * A cell is 100 units wide on every board, so that what stands on it is drawn
 * with the same numbers everywhere; in a box beside the board, smaller. All
 * numbers are whole ones: no locale, no rounding, the same bytes everywhere. */
#ifndef TES_PICTURE_H
#define TES_PICTURE_H

#include "drawing.h"

enum {
  SVG_CELL = 100,
  SVG_ROW = 87,    /* from one row of hexagons to the next, */
  SVG_POINT = 58,  /* from the middle of one to its upper point, */
  SVG_HIGHEST = 56 /* and how far the highest pile rises over its cell */
};

/* ---- words.c ---- */

/* How wide words are at most, whatever font it is (but not in bold). */
int svg_width(const char *words, int size);
/* How many bytes of them go into one line of that room: at least one letter. */
size_t svg_line(const char *words, int size, int room);
/* Escaped, and cleaned of what XML does not know; at most 255 bytes. */
void svg_put_safe(const char *words, size_t length, tes_text *text);
/* Where words begin: the middle of their capital letters is at y. They shrink
 * to fit the room; `style` is more attributes. */
typedef struct svg_label {
  int x, y, size, room;
  const char *style;
} svg_label;
void svg_put_words(svg_label at, const char *words, tes_text *text);
/* The same in lines; returns the y of the next one. */
int svg_put_lines(svg_label at, const char *words, tes_text *text);

/* ---- outline.c ---- */

/* The outline of squares, as data of a path: around the middle of the first
 * one, moved inwards by `inset`, with rounded corners; upwards is -y. */
void svg_outline(const tes_place *at, int count, int inset, int radius,
                 tes_text *text);

/* ---- shapes.c ---- */

/* From the middle of a cell to the one so many columns and rows away. */
void svg_step(const tes_drawing *drawing, int dx, int dy, int *x, int *y);
int svg_root(int64_t square); /* rounded down */
/* The outline of one cell, square or hexagon, as data of a path. */
void svg_put_cell(const tes_drawing *drawing, int x, int y, int inset,
                  tes_text *text);
/* How far a piece of some level is moved up. */
int svg_rise(int level);
/* A colour, as what pieces stand out from (ground) or as they have it. */
const char *svg_colour(int colour, bool ground);

/* ---- layout.c ---- */

/* Where the board is, which follows from the frame alone, and what is beside
 * or below it. */
typedef struct svg_layout {
  const tes_drawing *d;
  tes_frame frame;            /* the cells that are shown */
  bool bare, cloth;           /* no names; no board, but something to play on */
  bool letters;               /* discs say more than their colours */
  int em;                     /* the size of words */
  int left, top;              /* of the cells, */
  int wide, tall;             /* all of them, */
  int rim, pad;               /* what is around them, and the air around that */
  int span;                   /* from side to side of the board */
  int boxes, abreast;         /* how many there are, and beside each other */
  bool notes, below;          /* instead of boxes; boxes are not on the right */
  int column, slot;           /* how wide a box is, and how tall as a rule */
  int things, tiles, squares; /* the cells of what is in it */
} svg_layout;

/* A cursor through the boxes, and what was reached last. */
typedef struct svg_cursor {
  int index, left;    /* of the box */
  int x, y;           /* the pen: where the next thing comes */
  int row;            /* how tall the row is that was begun */
  int bottom, line;   /* of all boxes so far; where the next one may begin */
  int head;           /* the room left beside a heading, or 0 */
  int at_x, at_y;     /* its middle, or of words where they begin */
  int cell;           /* the size of a cell, or of words */
  int tail_x, tail_y; /* where words beside it begin */
  const char *anchor; /* of words */
} svg_cursor;

void svg_lay_out(const tes_drawing *drawing, const tes_picture *picture,
                 svg_layout *layout);
/* The middle of a cell of the drawing. */
void svg_find(const svg_layout *layout, int column, int row, int *x, int *y);
void svg_move_begin(const svg_layout *layout, svg_cursor *cursor);
void svg_move_box(const svg_layout *layout, svg_cursor *cursor);
void svg_move_to(const svg_layout *layout, svg_cursor *cursor,
                 const tes_element *element);

/* ---- shapes.c, with the layout ---- */

/* An element around 0, 0, the middle of its first place; how thick the lines
 * of marks are. */
void svg_put_shape(const svg_layout *layout, const tes_element *element,
                   int line, tes_text *text);

#endif
