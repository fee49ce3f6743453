/* tesela_draw.h: drawings of positions, as text and as pictures.
 *
 * A game describes a position once, as a list of elements: cells, pieces,
 * tiles, marks and words, each with its shape, colour and place, on the board
 * or in a box beside it. This list becomes text, with or without colours,
 * pictures (SVG), and data for other programs.
 *
 * An element has an id, which it keeps from position to position for as long as
 * it represents the same object: comparing ids shows which pieces were removed,
 * added or moved. The default id consists of the shape, the place and the
 * level: "disc c3/2" is the second disc on c3. No two elements of a drawing
 * have the same id. (A game that sets ids must keep them distinct; levels are
 * counted up to 255.)
 *
 * Each element must be recognizable by its letters alone (in text), and by its
 * shape and lightness (in pictures, which may be printed in grey). */
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
  TES_BLACK,
  TES_COLOURS
} tes_colour;

/* An element's kind, which follows from its shape; and its shape. */
typedef enum tes_kind {
  TES_CELL,
  TES_PIECE,
  TES_TILE,
  TES_MARK,
  TES_WORDS
} tes_kind;

typedef enum tes_shape {
  /* cells */
  TES_GROUND, /* the cell itself has a colour */
  TES_HOLE,   /* a gap in the board */
  TES_TRACK,  /* a line from its first place to its last */
  TES_DOT,    /* something may be placed here */
  /* pieces */
  TES_LETTERS, /* only the letters */
  TES_DISC,
  TES_RING,
  TES_SQUARES, /* a polyomino: squares with one outline */
  TES_CARD,    /* with its letters on it */
  TES_DIE,     /* the letters are its number */
  /* tiles: a black square with this on it */
  TES_CIRCLE,
  TES_DIAMOND,
  TES_CLOVER,
  TES_SQUARE,
  TES_STAR,
  TES_SUN,
  /* marks */
  TES_LAST_MOVE,
  TES_HINT,
  TES_AREA, /* connected cells */
  /* words, each on a line of its own */
  TES_HEADING,
  TES_LINE,
  TES_SHAPES
} tes_shape;

enum { TES_PLACES = 8, TES_BOXES = 16, TES_ID_MAX = 32, TES_WORDS_MAX = 64 };

/* The cell 0, 0 of the board is the lower left one. */
typedef struct tes_place {
  int16_t x, y;
} tes_place;

typedef struct tes_element {
  char id[TES_ID_MAX];
  uint8_t shape;  /* tes_shape */
  uint8_t colour; /* tes_colour */
  uint8_t box;    /* 0: on the board; else the number of the box beside it */
  uint8_t level;  /* from 1: position in its stack; in a box its number */
  uint8_t turn;   /* orientation of a piece that can be turned */
  uint8_t count;  /* number of places */
  bool arrow;     /* of a mark: from the last place to the first */
  tes_place at[TES_PLACES]; /* in a box: squares, from the lower left */
  char text[TES_WORDS_MAX]; /* its letters, or the text of words */
  char symbol[5];           /* "", or one symbol that may replace the letters */
} tes_element;

typedef struct tes_drawing {
  int columns, rows;
  int width;       /* characters for the letters of a cell, in text */
  bool grid;       /* text: lines between all cells */
  bool outlines;   /* text: lines around squares, and only there */
  bool dense;      /* text of a large board: two characters a cell, not three;
                    * the notes are beside it if the screen (or 79 columns)
                    * has room, else below, or without the game's own */
  bool slanted;    /* each row half a cell right of the one below: hexagons */
  bool table;      /* no board, only pieces on the table */
  bool points;     /* a board of points: no lines but its tracks */
  bool bare;       /* no names of columns and rows */
  uint8_t ground;  /* tes_colour of the whole board */
  uint8_t edge[4]; /* and of its borders: below, right, above, left */
  bool numbers;    /* columns have numbers, not letters; always if over 26 */
  int column, row; /* number of the leftmost column and of the bottom row */
  char empty[5];   /* letters of an empty cell */
  int turn;        /* the box of the player to move, or 0 */
  /* For text, if not 0: the size of the screen. Only a part of a larger board
   * is shown, around the marks. */
  int screen_columns, screen_rows;
  tes_text notes;   /* lines below the board, in text; in pictures if there
                     * is no box */
  size_t own_notes; /* bytes of them that the game wrote */
  /* Set before a game draws: whether text, including the notes, may show
   * symbols; and the scores by seat, which a variant may change. */
  bool symbols;
  int score[TES_SEATS_MAX];
  tes_element *elements; /* in the order in which they were added */
  int count, room;
  uint8_t *levels;           /* the height of the stack on each cell */
  uint8_t inside[TES_BOXES]; /* the number of elements in each box */
  bool failed;               /* memory ran out: */
  tes_element lost;          /* this element is written and dropped */
  const tes_alloc *alloc;
} tes_drawing;

void tes_drawing_init(tes_drawing *drawing, const tes_alloc *alloc);
void tes_drawing_free(tes_drawing *drawing);
/* Sets the size of the board, once: TES_OK or TES_ENOMEM. Sizes below 1 become
 * 1: an empty table still has a place for the first tile. */
int tes_drawing_size(tes_drawing *drawing, int columns, int rows);

/* Adds an element on a cell of the board, which must exist; fill in the element
 * before adding the next one. It replaces ground, or a mark of the same shape,
 * that the cell already has. Never NULL: when memory runs out, the element is
 * dropped and the drawing fails. */
tes_element *tes_drawing_add(tes_drawing *drawing, tes_shape shape,
                             tes_colour colour, int x, int y);
/* Adds an element to a box beside the board: 1 .. TES_BOXES - 1, in this
 * order. */
tes_element *tes_drawing_beside(tes_drawing *drawing, int box, tes_shape shape,
                                tes_colour colour);
/* Adds a place to an element; places beyond TES_PLACES are left out. */
void tes_element_place(tes_element *element, int x, int y);
/* Sets the letters or words of an element, formatted as by printf; cut to
 * fit. */
void tes_element_write(tes_element *element, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Sets the id of an element that does not have the default id. */
void tes_element_name(tes_element *element, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Writes the id of an element. */
void tes_element_id(const tes_drawing *drawing, const tes_element *element,
                    tes_text *text);
tes_kind tes_shape_kind(tes_shape shape);
/* "disc"; and the names of colours: "red". */
const char *tes_shape_name(tes_shape shape);
const char *tes_colour_name(tes_colour colour);

/* Writes the name of a cell, which may be off the board, by its numbers: "c3",
 * or "-1,4" if columns are numbers. */
void tes_drawing_cell(const tes_drawing *drawing, int column, int row,
                      tes_text *text);
/* Marks the cell with this name ("c3", or "-1,4" if columns are numbers); false
 * if the drawing has none. */
bool tes_drawing_mark(tes_drawing *drawing, const char *name, tes_shape mark);

/* Colours in text: none, the 16 of every terminal, or 256. */
typedef enum tes_palette { TES_NO_COLOUR, TES_16, TES_256 } tes_palette;
/* Like the functions below, sets text->failed if memory runs out. */
void tes_render_text(const tes_drawing *drawing, tes_palette palette,
                     tes_text *text);

/* How to draw a picture (SVG): what to leave out, and the range of cells to
 * show (if `columns` > 0), so that pictures of a growing table match. NULL
 * means a complete picture. */
typedef struct tes_frame {
  int column, row, columns, rows;
} tes_frame;
typedef struct tes_picture {
  bool bare;  /* no names of columns and rows */
  bool alone; /* nothing beside the board */
  int width;  /* pixels; 0: its natural size */
  tes_frame frame;
} tes_picture;
void tes_render_svg(const tes_drawing *drawing, const tes_picture *picture,
                    tes_text *text);
/* A cell of that picture: its column and row, and its centre, in units in which
 * a square cell is 100 wide. */
typedef struct tes_spot {
  int column, row, x, y;
} tes_spot;
/* Writes the picture's cells, at most `room` of them, row by row from the lower
 * left; returns their total number. */
int tes_picture_spots(const tes_drawing *drawing, const tes_picture *picture,
                      tes_spot *spots, int room);
/* One element alone, as a group at its place in that picture. */
void tes_render_element(const tes_drawing *drawing, const tes_picture *picture,
                        int element, tes_text *text);

/* Writes the look of one element, centred at 0 0 (nothing for words), and sets
 * its place in the picture (0 0 if it is beside the board). */
void tes_render_look(const tes_drawing *drawing, const tes_picture *picture,
                     int element, int *x, int *y, tes_text *text);

/* Writes the numbers of all elements in the order of a picture: those on the
 * board from back to front, then those beside it. */
void tes_drawing_order(const tes_drawing *drawing, int *order);
/* Finds the elements that stay from one drawing of a game to the next: they
 * look alike, are at the same place and have the same order in both lists. All
 * others are removed or added: as few as possible, if the game lists its
 * elements in a fixed order. */
void tes_drawing_compare(const tes_drawing *before, const tes_drawing *after,
                         bool *old_stays, bool *stays);

/* Draws into an initialized drawing; free it in any case. */
int tes_draw(const tes_rules *rules, const tes_state *state, int seat,
             tes_move hint, tes_drawing *drawing, tes_work *work);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
