/* lplan.h: declarations of a whole game in place of functions: its board, its
 * pieces, moves by verbs, and endings by tests. Over lmap.
 *
 * A plan is data, read by lmake.c, and does not change during a game. It runs
 * its hooks without Lua, so a game that consists of data is as fast as one in
 * C. */
#ifndef LPLAN_H
#define LPLAN_H

#include "lmap.h"
#include "tesela_draw.h"

enum { PIECES_MAX = 32, VERBS_MAX = 16, SETUPS_MAX = 64 };

/* A kind of piece: the meaning of a number from 1 in a cell. */
typedef struct lpiece {
  uint8_t seat; /* its owner, or 0 */
  tes_shape shape;
  tes_colour colour;
  const char *letters;
} lpiece;

/* The kinds of moves. A plan lists them as numbers: for PLACE and DROP the
 * target cell, from 1; for STEP, SLIDE and HOP the target plus the origin times
 * MOVE_FROM; and MOVE_PASS and MOVE_SWAP. Functions may add multiples of
 * MOVE_MORE, which are ignored when moves are marked on the board. */
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
  uint8_t on;                  /* the possible contents of the target (ON_) */
  uint8_t ways[TES_SEATS_MAX]; /* by seat: the ways, as bits */
  uint32_t pieces;             /* that can move so: bit i for number i + 1 */
  int option, word;            /* only if the option has this value; or -1 */
} lverb;

/* Pieces at the start: a row of them (1, 2 ... from below, or -1, -2 ... from
 * the top), or a single cell (row 0). */
typedef struct lsetting {
  int piece, row, cell;
} lsetting;

/* The tests for endings; with SAID, a function decides. Most tests have a
 * subject: for ROW, JOINS and REACHES the owner of the piece that moved last,
 * for NONE_LEFT the seat without pieces, for NO_MOVES the seat to move. */
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
  int count, count_option; /* ROW: the length, or its option */
  bool exact;              /* longer rows do not count */
  uint16_t
      region[TES_SEATS_MAX]; /* by seat, bits: JOINS all, REACHES one of them */
  lmeaning verdict;
} lfinish;

typedef struct lplan {
  lmap_plan map;                   /* 0 columns: there is no board */
  int columns_option, rows_option; /* that set the size, or -1 */
  bool slanted, chequered, bare;   /* bare: no coordinates */
  uint8_t ground, edge[4];
  int width;
  const char *empty; /* the letter of an empty cell, or NULL */
  const char *names; /* of a graph's points, by cell, a space after each */
  const char *spots; /* the points' columns and rows, a byte each */
  lpiece piece[PIECES_MAX];
  int pieces;
  uint8_t owner[PIECES_MAX + 1]; /* by number: the seat, or 0 */
  lverb verb[VERBS_MAX];
  int verbs;
  lsetting setup[SETUPS_MAX];
  int setups;
  bool tests;   /* does any ending have a test? */
  bool drops;   /* is there a DROP? Then moves are written as columns */
  bool counts;  /* does an ending count pieces? Then these are the scores */
  bool repeats; /* can two ways or verbs list the same move? */
} lplan;

#endif
