/* tesela_draw.h: drawings of positions, and what is made of them.
 *
 * A game describes a position once, as a board of cells with what stands on
 * them; it is then rendered as text, with colours or without, or as SVG. What
 * a cell shows must be readable from its letters alone. */
#ifndef TESELA_DRAW_H
#define TESELA_DRAW_H

#include "tesela.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef enum tes_colour {
  TES_PLAIN, /* the ground, or the text's own colour */
  TES_WHITE,
  TES_RED,
  TES_BLUE,
  TES_YELLOW,
  TES_GREEN,
  TES_PURPLE,
  TES_ORANGE,
  TES_GREY,
  TES_COLOURS
} tes_colour;

typedef enum tes_mark { TES_UNMARKED, TES_LAST_MOVE, TES_HINT } tes_mark;

enum { TES_NORTH = 1, TES_EAST = 2, TES_SOUTH = 4, TES_WEST = 8 };

#define TES_GLYPHS 8
typedef struct tes_glyph {
  char text[5];   /* one letter or symbol, UTF-8 */
  uint8_t colour; /* tes_colour */
} tes_glyph;

typedef struct tes_cell {
  uint8_t fill;  /* tes_colour of the cell itself */
  uint8_t walls; /* edges with a line, in pictures and where `outlines` */
  uint8_t mark;  /* tes_mark */
  uint8_t count; /* of the glyphs, from the left, or from the bottom up */
  bool pieces;   /* the glyphs are pieces that lie on each other */
  tes_glyph glyph[TES_GLYPHS];
  char symbol[5]; /* "", or what stands for all glyphs where it may, in the
                   * colour of the first */
} tes_cell;

typedef struct tes_drawing {
  int columns, rows;
  int width;       /* characters for the glyphs of a cell, in text */
  bool grid;       /* lines between all cells */
  bool outlines;   /* lines where `walls` are, and only there */
  bool slanted;    /* each row half a cell right of the one below, no lines */
  bool numbers;    /* columns are numbers, not letters */
  int column, row; /* number of the leftmost column and of the bottom row */
  tes_cell *cells; /* by row from the bottom, then column */
  tes_text notes;  /* lines below the board */
  bool symbols;    /* set before a game draws: text may show symbols, in the
                    * notes too; pictures always do */
  const tes_alloc *alloc;
} tes_drawing;

void tes_drawing_init(tes_drawing *drawing, const tes_alloc *alloc);
void tes_drawing_free(tes_drawing *drawing);
/* Sets the size, once, and empties all cells: TES_OK or TES_ENOMEM. What is
 * less than 1 becomes 1: an empty table still has a place to begin at. */
int tes_drawing_size(tes_drawing *drawing, int columns, int rows);
tes_cell *tes_cell_at(tes_drawing *drawing, int column, int row);
/* Adds a glyph; more than TES_GLYPHS are left out. */
void tes_cell_put(tes_cell *cell, const char *text, tes_colour colour);

/* Marks the cell of a name ("c3", or "-1,4" where columns are numbers); false
 * if the drawing has none of that name. */
bool tes_drawing_mark(tes_drawing *drawing, const char *name, tes_mark mark);

/* How text is coloured: not at all, with the 16 colours that every terminal
 * has, or with 256. */
typedef enum tes_palette { TES_NO_COLOUR, TES_16, TES_256 } tes_palette;
void tes_render_text(const tes_drawing *drawing, tes_palette palette,
                     tes_text *text);
void tes_render_svg(const tes_drawing *drawing, tes_text *text);

/* Draws into a drawing that was initialized; free it in any case. */
int tes_draw(const tes_rules *rules, const tes_state *state, int seat,
             tes_move hint, tes_drawing *drawing, tes_work *work);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
