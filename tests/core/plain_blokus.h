/* plain_blokus.h: Blokus a second time, slow and obvious.
 *
 * The reference that the tests hold the real implementation against. It
 * knows the C standard library only, so that the two share no code and no
 * idea: the board is an array of letters, the pieces are grown cell by cell,
 * and the legal moves are found by trying every piece in every way on every
 * cell.
 *
 * Invariants: the pieces of a colour that are not `left` are the groups of
 * cells with its letter that hang together along edges; `over` is set as soon
 * as no colour can place anything.
 *
 * Cells are numbered by row from the bottom, then column: a1 is 0. Seats
 * count from 1; colours from 0 in the order of play: blue, yellow, red,
 * green, or in duo purple, orange. Pieces count from 0 in the order of
 * plain_b_names.
 */
#ifndef PLAIN_BLOKUS_H
#define PLAIN_BLOKUS_H

#include <stddef.h>

#define PLAIN_B_CELLS 400
#define PLAIN_B_COLOURS 4
#define PLAIN_B_PIECES 21
#define PLAIN_B_TEXT 20     /* bytes for a move, with the NUL */
#define PLAIN_B_FEN 440     /* bytes for a FEN, with the NUL */
#define PLAIN_B_MOVES 30433 /* what an empty board has room for */

enum plain_b_corners { PLAIN_B_ANY, PLAIN_B_FIXED };

struct plain_b_options {
  int duo, players;
  enum plain_b_corners corners;
  int bonus_all, bonus_last;
};

struct plain_b {
  struct plain_b_options options;
  int side, colours;
  char cell[PLAIN_B_CELLS]; /* a letter, or '.' where it is empty */
  int left[PLAIN_B_COLOURS][PLAIN_B_PIECES]; /* 1: still to be placed */
  int single[PLAIN_B_COLOURS]; /* 1: the last piece was the single cell */
  int colour;                  /* to move */
  int over;
};

typedef char plain_b_text[PLAIN_B_TEXT];

extern const char *const plain_b_names[PLAIN_B_PIECES];

struct plain_b_options plain_b_default_options(int duo);

/* A FEN must be exactly as plain_b_fen would write it, of a position that is
 * not over: 0, or -1. Whether the position can be reached is not asked. A
 * game may be copied by assignment. */
void plain_b_start(struct plain_b *game, struct plain_b_options options);
int plain_b_load_fen(struct plain_b *game, struct plain_b_options options,
                     const char *fen);
void plain_b_fen(const struct plain_b *game, char out[PLAIN_B_FEN]);

/* All legal moves, in no order that matters: how many, 0 if it is over. There
 * must be room for PLAIN_B_MOVES. */
int plain_b_moves(const struct plain_b *game, plain_b_text *out);
/* 0, or -1 if the move is not legal; then nothing is changed. The cells may
 * come in any order. */
int plain_b_play(struct plain_b *game, const char *move);

char plain_b_letter(const struct plain_b *game, int colour);
int plain_b_colour(const struct plain_b *game);
int plain_b_seat(const struct plain_b *game);
int plain_b_over(const struct plain_b *game);
const char *plain_b_reason(const struct plain_b *game); /* or NULL */
int plain_b_left(const struct plain_b *game, int colour, int piece);
/* How many pieces; how many of them have so many cells (0: any). */
int plain_b_count_left(const struct plain_b *game, int colour, int size);
int plain_b_can_place(const struct plain_b *game, int colour);
/* As if the game ended now. */
int plain_b_points(const struct plain_b *game, int colour);
int plain_b_score(const struct plain_b *game, int seat);
int plain_b_place(const struct plain_b *game, int seat);

int plain_b_size(int piece);         /* in cells */
int plain_b_orientations(int piece); /* how many look different */
/* The piece with the shape of a move's text, or -1 if there is none. */
int plain_b_piece_of(const struct plain_b *game, const char *move);

#endif
