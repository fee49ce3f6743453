/* svg.h: what the parts of a picture share.
 *
 * A cell is 100 units wide on every board, so that what stands on it is drawn
 * with the same numbers everywhere; in a box beside the board, smaller. All
 * numbers are whole ones: no locale, no rounding, the same bytes everywhere. */
#ifndef TES_SVG_H
#define TES_SVG_H

#include "drawing.h"

/* Units: of a cell's sides, and of a row of hexagons. */
enum { SVG_CELL = 100, SVG_ROW = 87 };

/* Colours: of a face, of the side in the shade, of lines, and on black. */
typedef struct svg_paint {
  const char *face, *side, *edge, *bright;
  bool dark; /* letters on the face are light */
} svg_paint;
extern const svg_paint svg_paints[TES_COLOURS];

/* ---- words.c ---- */

typedef enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END } svg_anchor;
typedef struct svg_words {
  int x, y; /* the middle of a capital letter's height */
  int size; /* of the letters; less where the words need more than `room` */
  int room; /* how wide they may be */
  svg_anchor anchor;
  bool bold;
  const char *fill, *more; /* more attributes, or NULL */
} svg_words;

/* How wide words are at most, whatever font it is. */
int svg_width(const char *words, size_t length, int size, bool bold);
/* How many bytes of them go into one line of that room: at least one letter. */
size_t svg_line(const char *words, int size, int room);
/* Escaped, and cleaned of what XML does not know; at most 255 bytes. */
void svg_put_safe(const char *words, size_t length, tes_text *text);
void svg_put_words(const svg_words *style, const char *words, size_t length,
                   tes_text *text);

/* ---- outline.c ---- */

/* The outline of squares as the data of a path: around the centre of the first
 * one, moved inwards by `inset`, with rounded corners; upwards is -y. */
void svg_outline(const tes_place *at, int count, int inset, int radius,
                 tes_text *text);

/* ---- shapes.c ---- */

/* From the centre of a cell to the one so many columns and rows away. */
void svg_step(const tes_drawing *drawing, int dx, int dy, int *x, int *y);
int svg_root(int square); /* rounded down */
/* The outline of a cell around a place, moved inwards: data of a path. */
void svg_put_cell(const tes_drawing *drawing, int x, int y, int inset,
                  tes_text *text);
/* An element around 0, 0, which is the centre of its first place; how thick
 * the lines of marks are. */
void svg_put_shape(const tes_drawing *drawing, const tes_element *element,
                   int line, tes_text *text);
/* How far the highest pile rises over its cell. */
enum { SVG_RISE = 56 };

/* ---- layout.c ---- */

/* Where the board is, which follows from the frame alone, and what is beside
 * or below it. */
typedef struct svg_layout {
  const tes_drawing *d;
  tes_frame frame;         /* the cells that are shown */
  bool bare, notes, below; /* below: boxes are not on the right */
  int width;               /* of the picture, in pixels; 0: as it comes */
  int em;                  /* the size of words */
  int wide, tall;          /* of all cells */
  int left, top;           /* of the cells */
  int rim, edge, pad;      /* the frame, at the sides too, and the air */
  int span;                /* from side to side of the board */
  int abreast;             /* how many boxes are beside each other */
  int column;              /* how wide a box is, */
  int slot;                /* how tall as a rule, */
  int things;              /* the cell of the things in it, */
  int tiles;               /* of tiles, cards and dice, */
  int squares;             /* and of pieces that are made of squares */
  int boxes;               /* how many there are */
} svg_layout;

void svg_lay_out(const tes_drawing *drawing, const tes_picture *picture,
                 svg_layout *layout);
/* The middle of a cell. */
void svg_find(const svg_layout *layout, tes_place at, int *x, int *y);

/* A walk through the boxes. */
typedef struct svg_walk {
  int box, index;   /* which box, and the how manieth it is */
  int left, top;    /* of the box */
  int x, y;         /* the pen: where the next thing comes */
  int row;          /* how tall the row is that was begun */
  int bottom, line; /* of all boxes so far; of those beside each other */
  int head;         /* the room left beside a heading, or 0 */
  /* The element that was reached: its middle and the cell that it is drawn in;
   * of words, where their first line begins. */
  int at_x, at_y, cell;
  int tail_x, tail_y; /* of squares: where words beside them begin */
  svg_anchor anchor;
} svg_walk;

void svg_walk_begin(const svg_layout *layout, svg_walk *walk);
void svg_walk_box(const svg_layout *layout, svg_walk *walk, int box);
void svg_walk_to(const svg_layout *layout, svg_walk *walk,
                 const tes_element *element);

#endif
