/* lplan.h: what a whole game declares in place of functions: its board, its
 * pieces, moves by verbs, and endings by tests. Over lmap.
 *
 * All of it is data that lmake.c reads; no part of it changes while a game is
 * played. What a plan does for a hook it does without Lua, so a game of data
 * alone runs as one in C does. */
#ifndef LPLAN_H
#define LPLAN_H

#include "lmap.h"
#include "tesela_draw.h"

enum { PIECES_MAX = 32, VERBS_MAX = 16, SETUPS_MAX = 64 };

/* What number 1 and up in a cell is. */
typedef struct lpiece {
  uint8_t seat; /* whose it is, or 0 */
  tes_shape shape;
  tes_colour colour;
  const char *letters;
} lpiece;

/* What a move does. Moves that a plan lists are numbers: PLACE and DROP the
 * cell that is reached, from 1; STEP, SLIDE and HOP that and the cell that is
 * left, times MOVE_FROM; then two words. Functions may say more in multiples of
 * MOVE_MORE, which marks on the board leave aside. */
typedef enum lverb_kind {
  PLACE,
  DROP,
  STEP,
  SLIDE,
  HOP,
  SWAP,
  PASS
} lverb_kind;
enum {
  MOVE_FROM = 1 << 13,
  MOVE_PASS = 1 << 26,
  MOVE_SWAP,
  MOVE_MORE = 1 << 30
};
enum { ON_EMPTY = 1, ON_OTHERS = 2, ON_OWN = 4 };

typedef struct lverb {
  lverb_kind kind;
  uint8_t on;                  /* what may be in the cell that is reached */
  uint8_t ways[TES_SEATS_MAX]; /* by seat: a bit for each */
  uint32_t pieces;             /* which make it: bit i: those of number i + 1 */
  int option, word;            /* which must have this value, or -1 */
} lverb;

/* What stands on the board at the start: a row of pieces, counted from 1, or
 * from -1 downwards from the upper one; or 0 and a single cell. */
typedef struct lsetting {
  int piece, row, cell;
} lsetting;

/* When a game ends: where nothing is tested, a function says so. Each test has
 * a subject: ROW, JOINS and REACHES whose piece has moved last, NONE_LEFT who
 * has no piece, NO_MOVES the seat to move. */
typedef enum ltest {
  SAID,
  ROW,
  JOINS,
  REACHES,
  NONE_LEFT,
  NO_MOVES,
  FULL
} ltest;
typedef enum lmeaning {
  DRAWN,
  SUBJECT_WINS,
  SUBJECT_LOSES,
  MOST_WINS
} lmeaning;
typedef struct lfinish {
  ltest test;
  int count, count_option;        /* ROW: how many, or the option that says */
  bool exact;                     /* and no more */
  uint16_t region[TES_SEATS_MAX]; /* by seat, bits: JOINS all, REACHES one */
  lmeaning verdict;
} lfinish;

typedef struct lplan {
  lmap_plan map;                   /* columns of 0: there is no board */
  int columns_option, rows_option; /* which say how many, or -1 */
  bool slanted, chequered, bare;   /* bare: no coordinates */
  uint8_t ground, edge[4];
  int width;
  const char *empty; /* the letter of an empty cell, or NULL */
  const char *names; /* of a graph's points, by cell, each with a blank after */
  const char *spots; /* and its column and row, a byte each */
  lpiece piece[PIECES_MAX];
  int pieces;
  uint8_t owner[PIECES_MAX + 1]; /* by number: the seat, or 0 */
  lverb verb[VERBS_MAX];
  int verbs;
  lsetting setup[SETUPS_MAX];
  int setups;
  bool tests;   /* is an ending tested? */
  bool drops;   /* is there a DROP? Then moves are written as columns */
  bool counts;  /* does an ending count pieces? Then these are the scores */
  bool repeats; /* may two ways or verbs list the same move? */
} lplan;

#endif
