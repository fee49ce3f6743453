/* plain_mixtour.h: Mixtour a second time, slow and obvious.
 *
 * The reference that the tests hold the real implementation against. It
 * knows the C standard library only, so that the two share no code and no
 * idea: stacks are arrays of 'w' and 'r', moves are their text, a move is
 * legal if it is found in the list of all moves, and a repetition is found
 * by comparing the position with every earlier one.
 *
 * Invariants: no stack on the board is as high as options.stack; no colour
 * has more than options.pieces on the board; `forbidden` always belongs to
 * the position and the last move.
 *
 * Cells are numbered 0..24: a1, b1, .. e1, a2, .. e5. Seats: 1 is white, 2
 * is red.
 */
#ifndef PLAIN_MIXTOUR_H
#define PLAIN_MIXTOUR_H

#include <stddef.h>

#define PLAIN_CELLS 25
#define PLAIN_TEXT 12   /* bytes for a move, with the NUL */
#define PLAIN_FEN 128   /* bytes for a FEN, with the NUL */
#define PLAIN_MOVES 400 /* 40 pieces in 8 directions, 25 cells to enter */

struct plain_options {
  int win_score, pieces, stack, repetition, stall;
};

/* 7 on 7 is the highest there can be, just before it is removed. */
struct plain_stack {
  int height;
  char piece[16]; /* from the bottom */
};

/* What counts when positions are compared. */
struct plain_position {
  struct plain_stack cell[PLAIN_CELLS];
  int seat;                   /* to move */
  int score[2];               /* of seat 1 at [0] */
  char forbidden[PLAIN_TEXT]; /* the take-back, if legal otherwise, or "" */
};

struct plain {
  struct plain_options options;
  struct plain_position now;
  char last[PLAIN_TEXT]; /* the last move, "-" if there was none */
  struct plain_position *earlier;
  size_t earlier_count, earlier_capacity;
  int stall; /* plies since an entry, an emptied cell or a removal */
  int over;
  const char *reason; /* "points", "passes", "repetition", "stall" or NULL */
  int winner;         /* a seat; 0 for a draw or while not over */
};

struct plain_options plain_default_options(void);

/* Both fill a struct that holds nothing yet; plain_free empties it. A FEN
 * must be exactly as plain_fen would write it, of a position that is not
 * over: 0, or -1 and there is nothing to free. */
void plain_start(struct plain *game, struct plain_options options);
int plain_load_fen(struct plain *game, struct plain_options options,
                   const char *fen);
void plain_free(struct plain *game);
/* `to` holds nothing yet; it gets the history too. */
void plain_copy(struct plain *to, const struct plain *from);

void plain_fen(const struct plain *game, char out[PLAIN_FEN]);
/* All legal moves, in no order that matters: how many, 0 if it is over. */
int plain_moves(const struct plain *game, char out[][PLAIN_TEXT]);
/* 0, or -1 if the move is not legal; then nothing is changed. */
int plain_play(struct plain *game, const char *move);

int plain_seat(const struct plain *game);
int plain_score(const struct plain *game, int seat);
int plain_reserve(const struct plain *game, int seat);
int plain_over(const struct plain *game);
const char *plain_reason(const struct plain *game);
int plain_winner(const struct plain *game);
/* How often the position has occurred, this time included. */
int plain_occurrences(const struct plain *game);

#endif
