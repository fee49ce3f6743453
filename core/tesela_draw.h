/* tesela_draw.h: drawings of positions, and what is made of them.
 *
 * A game describes a position once, as a list of elements: cells, pieces,
 * tiles, marks and words, each with its shape, colour and place, on the board
 * or in a box beside it. Text, with colours or without, and pictures (SVG) are
 * made of the same list, and so is what other programs show.
 *
 * An element has an id, the same in each position of a game as long as it is
 * the same thing: which pieces have left, come or moved between two positions
 * is found by comparing ids. Where a game gives none, it follows from the
 * shape, the place and the level: "disc c3/2" is the second disc on c3. No two
 * elements of a drawing have the same (a game's own ids are for it to keep
 * apart; levels are counted up to 255).
 *
 * What an element is must be readable from its letters alone (in text), and
 * from its shape and lightness (in pictures, which may be printed in grey). */
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

/* What an element is (its kind follows from its shape), and how it looks. */
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
  TES_HOLE,   /* a cell that is none */
  TES_TRACK,  /* a line from its first place to its last one */
  TES_DOT,    /* something may come here */
  /* pieces */
  TES_LETTERS, /* nothing but the letters */
  TES_DISC,
  TES_RING,
  TES_SQUARES, /* a polyomino: squares with one outline */
  TES_CARD,    /* with its letters upon it */
  TES_DIE,     /* the letters are its number */
  /* tiles: a black square with this upon it */
  TES_CIRCLE,
  TES_DIAMOND,
  TES_CLOVER,
  TES_SQUARE,
  TES_STAR,
  TES_SUN,
  /* marks */
  TES_LAST_MOVE,
  TES_HINT,
  TES_AREA, /* cells that hang together */
  /* words, each in a line of its own */
  TES_HEADING,
  TES_LINE,
  TES_SHAPES
} tes_shape;

enum { TES_PLACES = 8, TES_BOXES = 16, TES_ID_MAX = 32, TES_WORDS_MAX = 64 };

/* A cell of the board: 0, 0 is the lower left one. */
typedef struct tes_place {
  int16_t x, y;
} tes_place;

typedef struct tes_element {
  char id[TES_ID_MAX];
  uint8_t shape;  /* tes_shape */
  uint8_t colour; /* tes_colour */
  uint8_t box;    /* 0: on the board; else the number of the box beside it */
  uint8_t level;  /* from 1: how many lie there, this one included; in a box
                   * its number */
  uint8_t turn;   /* of a piece that may be turned: which way it lies */
  uint8_t count;  /* of the places */
  bool arrow;     /* of a mark: from the last place to the first */
  tes_place at[TES_PLACES]; /* in a box: squares, from the lower left */
  char text[TES_WORDS_MAX]; /* its letters, or what words say */
  char symbol[5]; /* "", or one sign that stands for the letters where it may */
} tes_element;

typedef struct tes_drawing {
  int columns, rows;
  int width;       /* characters for the letters of a cell, in text */
  bool grid;       /* text: lines between all cells */
  bool outlines;   /* text: lines around squares, and only there */
  bool dense;      /* text, of a large board: two characters a cell, not three,
                    * and the notes beside it where the screen has room (or
                    * 79 columns), else below, or without the game's own */
  bool slanted;    /* each row half a cell right of the one below: hexagons */
  bool table;      /* no board, only what lies on the table */
  bool points;     /* a board of points: no lines but its tracks */
  bool bare;       /* no names of columns and rows */
  uint8_t ground;  /* tes_colour of the whole board */
  uint8_t edge[4]; /* and of what borders it: below, right, above, left */
  bool numbers;    /* columns are numbers, not letters; 27 always are */
  int column, row; /* number of the leftmost column and of the bottom row */
  char empty[5];   /* letter of a cell on which nothing is */
  int turn;        /* the box of whose turn it is, or 0 */
  /* In text, not 0: the columns and rows of the screen that it is for. Of a
   * larger board a part is shown, around what is marked. */
  int screen_columns, screen_rows;
  tes_text notes;   /* lines below the board, in text; in pictures where there
                     * is no box */
  size_t own_notes; /* the bytes of them that the game wrote */
  bool symbols;     /* set before a game draws: text may show symbols, in the
                     * notes too, */
  int score[TES_SEATS_MAX]; /* and the scores by seat, as a variant has them */
  tes_element *elements;    /* in the order in which they came */
  int count, room;
  uint8_t *levels;           /* how many pieces lie on each cell */
  uint8_t inside[TES_BOXES]; /* and how many elements are in each box */
  bool failed;               /* memory ran out, */
  tes_element lost;          /* and this was written in vain */
  const tes_alloc *alloc;
} tes_drawing;

void tes_drawing_init(tes_drawing *drawing, const tes_alloc *alloc);
void tes_drawing_free(tes_drawing *drawing);
/* Sets the size of the board, once: TES_OK or TES_ENOMEM. What is less than 1
 * becomes 1: an empty table still has a place to begin at. */
int tes_drawing_size(tes_drawing *drawing, int columns, int rows);

/* Adds an element on a cell of the board, which must be there, and gives it to
 * be filled further until the next one is added. Ground or a mark that the
 * cell has already is replaced. Never NULL: when memory runs
 * out, what is written is lost and the drawing fails. */
tes_element *tes_drawing_add(tes_drawing *drawing, tes_shape shape,
                             tes_colour colour, int x, int y);
/* Adds one to a box beside the board: 1 .. TES_BOXES - 1, in their order. */
tes_element *tes_drawing_beside(tes_drawing *drawing, int box, tes_shape shape,
                                tes_colour colour);
/* Gives an element one more place; more than TES_PLACES are left out. */
void tes_element_place(tes_element *element, int x, int y);
/* Its letters or words, as of printf; what is too long is cut. */
void tes_element_write(tes_element *element, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Its id, where it does not follow from shape, place and level. */
void tes_element_name(tes_element *element, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Writes the id that it has. */
void tes_element_id(const tes_drawing *drawing, const tes_element *element,
                    tes_text *text);
tes_kind tes_shape_kind(tes_shape shape);
/* "disc"; and the names of colours: "red". */
const char *tes_shape_name(tes_shape shape);
const char *tes_colour_name(tes_colour colour);

/* Writes the name of a cell, which need not be on the board, by its numbers:
 * "c3", or "-1,4" where columns are numbers. */
void tes_drawing_cell(const tes_drawing *drawing, int column, int row,
                      tes_text *text);
/* Marks the cell of a name ("c3", or "-1,4" where columns are numbers); false
 * if the drawing has none of that name. */
bool tes_drawing_mark(tes_drawing *drawing, const char *name, tes_shape mark);

/* How text is coloured: not at all, with the 16 colours that every terminal
 * has, or with 256. */
typedef enum tes_palette { TES_NO_COLOUR, TES_16, TES_256 } tes_palette;
/* Both set text->failed where memory ran out. */
void tes_render_text(const tes_drawing *drawing, tes_palette palette,
                     tes_text *text);

/* A picture of the drawing, as SVG: what is left out of it, and the cells that
 * have room in it (where columns > 0), so that pictures of a growing table are
 * alike. NULL stands for a picture with everything. */
typedef struct tes_frame {
  int column, row, columns, rows;
} tes_frame;
typedef struct tes_picture {
  bool bare;  /* no names of columns and rows */
  bool alone; /* nothing beside the board */
  int width;  /* pixels; 0: as large as it is drawn */
  tes_frame frame;
} tes_picture;
void tes_render_svg(const tes_drawing *drawing, const tes_picture *picture,
                    tes_text *text);
/* A cell of that picture: its numbers, and where its middle is, in the units in
 * which a square cell is 100 wide. */
typedef struct tes_spot {
  int column, row, x, y;
} tes_spot;
/* Writes as many of the picture's cells as there is room for, row by row from
 * the lower left one; returns how many there are. */
int tes_picture_spots(const tes_drawing *drawing, const tes_picture *picture,
                      tes_spot *spots, int room);
/* One element alone, a group at the place that it has in that picture. */
void tes_render_element(const tes_drawing *drawing, const tes_picture *picture,
                        int element, tes_text *text);

/* What one element looks like, around 0 0 (words: nothing), and where that is
 * in the picture; of one beside the board 0 0. */
void tes_render_look(const tes_drawing *drawing, const tes_picture *picture,
                     int element, int *x, int *y, tes_text *text);

/* The numbers of all elements in the order in which a picture has them: those
 * on the board from the back, then those beside it. */
void tes_drawing_order(const tes_drawing *drawing, int *order);
/* Which elements stay from one drawing of a game to the next: they look alike,
 * lie at the same place and follow each other in both lists. The others go, or
 * come: the fewest, as long as the game lists its elements in a fixed order. */
void tes_drawing_compare(const tes_drawing *before, const tes_drawing *after,
                         bool *old_stays, bool *stays);

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
