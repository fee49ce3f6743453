/* plain_qwirkle.h: Qwirkle a second time, slow and obvious.
 *
 * The reference that the tests hold the real implementation against. It
 * knows the C standard library only, so that the two share no code and no
 * idea: the table is a list of tiles with their coordinates, the legal
 * placements are found by laying every sequence of tiles along every line and
 * looking at the rows and columns that come out.
 *
 * Invariants: hands are sorted; the bag is in draw order; `end` is set as
 * soon as the game is over.
 *
 * A tile is 6 * colour + shape, both in alphabetical order of their letters
 * (b g o p r y and c d f s t u), so that sorting numbers sorts texts; with
 * fewer colours or shapes some numbers are no tile. Seats count from 1.
 */
#ifndef PLAIN_QWIRKLE_H
#define PLAIN_QWIRKLE_H

#include <stddef.h>

#define PLAIN_Q_KINDS 36
#define PLAIN_Q_TILES 144 /* with four copies of each */
#define PLAIN_Q_HAND 9
#define PLAIN_Q_SEATS 4
#define PLAIN_Q_TEXT 96  /* bytes for a move, with the NUL */
#define PLAIN_Q_FEN 4096 /* bytes for a FEN or a bag, with the NUL */

enum plain_q_end { PLAIN_Q_GOES_ON, PLAIN_Q_OUT, PLAIN_Q_STUCK, PLAIN_Q_DEAD };

struct plain_q_options {
  int players, hand, bonus, end_bonus, copies, colours, shapes;
};

struct plain_q_tile {
  int kind, x, y;
};

struct plain_q {
  struct plain_q_options options;
  int placed, left; /* tiles on the table and in the bag */
  struct plain_q_tile table[PLAIN_Q_TILES];
  int bag[PLAIN_Q_TILES];
  int held[PLAIN_Q_SEATS], hand[PLAIN_Q_SEATS][PLAIN_Q_HAND];
  int score[PLAIN_Q_SEATS];
  int seat, passes;
  enum plain_q_end end;
};

enum plain_q_kind { PLAIN_Q_PASS, PLAIN_Q_PLACE, PLAIN_Q_SWAP };

struct plain_q_move {
  enum plain_q_kind kind;
  int count, points;
  struct plain_q_tile tile[PLAIN_Q_HAND]; /* x and y are 0 in a swap */
  char text[PLAIN_Q_TEXT];
};

struct plain_q_list {
  struct plain_q_move *moves;
  int count, room;
};

struct plain_q_options plain_q_default_options(void);

/* A start from all the tiles in draw order, joined by commas. 0, or -1. */
int plain_q_deal(struct plain_q *game, struct plain_q_options options,
                 const char *bag);
/* A FEN must be exactly as plain_q_fen would write it, of a position that is
 * not over: 0, or -1. Whether the position can be reached is not asked. A
 * game may be copied by assignment. */
int plain_q_load_fen(struct plain_q *game, struct plain_q_options options,
                     const char *fen);
void plain_q_fen(const struct plain_q *game, char out[PLAIN_Q_FEN]);

/* All legal moves, sorted by text; none if it is over. The list begins as
 * zeros, grows, and is freed by the caller: free(list.moves). */
void plain_q_moves(const struct plain_q *game, struct plain_q_list *list);
const struct plain_q_move *plain_q_find(const struct plain_q_list *list,
                                        const char *text);
/* Makes a move of the list. */
void plain_q_make(struct plain_q *game, const struct plain_q_move *move);

/* Tiles in the largest set of a hand; the seat that has to begin. */
int plain_q_largest(const struct plain_q *game, int seat);
int plain_q_opener(const struct plain_q *game);
/* Could a tile be placed, alone, if somebody had it? */
int plain_q_fits(const struct plain_q *game, int kind);
/* How many of each tile there are: none of a colour or shape that is not in
 * the game. */
int plain_q_copies(const struct plain_q_options *options, int kind);
/* As if the game ended now. */
int plain_q_place(const struct plain_q *game, int seat);
/* Is the row (or column) through a cell of the table complete? */
int plain_q_complete(const struct plain_q *game, int x, int y, int column);

void plain_q_sort(int *kinds, int count);
void plain_q_write_tile(int kind, char out[3]);
int plain_q_read_tile(const char *text); /* -1 if it is none */

#endif
