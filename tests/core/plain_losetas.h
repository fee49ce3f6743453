/* plain_losetas.h: Losetas a second time, slow and obvious.
 *
 * The reference that the tests hold the real implementation against. It
 * knows the C standard library only, so that the two share no code and no
 * idea: the tiles are a list in the order of play, the board is a stack of
 * their numbers for every cell, and the legal moves are found by trying every
 * kind of tile in every way on every cell.
 *
 * Invariants: stack[x][y][0..height-1] are the tiles on a cell from the
 * bottom up; a tile is in the stacks of all its cells, at its own level;
 * `over` is set as soon as the player to move can place nothing.
 *
 * Cells are columns and rows from 0: a1 is 0,0. With the floating frame they
 * are those of the sheet of 2 * size - 1. Seats count from 1: grey, blue.
 * Kinds count from 0: 2x2, 2x1, 1x1; a tile of 2x1 may lie or stand.
 */
#ifndef PLAIN_LOSETAS_H
#define PLAIN_LOSETAS_H

#include <stddef.h>

#define PLAIN_L_SIDE 15   /* of the largest sheet */
#define PLAIN_L_LEVELS 16 /* more than there can be */
#define PLAIN_L_KINDS 3
#define PLAIN_L_TILES 96  /* of both players, 16 of each kind */
#define PLAIN_L_TEXT 8    /* bytes for a move, with the NUL */
#define PLAIN_L_FEN 900   /* bytes for a FEN, with the NUL */
#define PLAIN_L_MOVES 900 /* four shapes on every cell of a sheet */
#define PLAIN_L_AREAS 64

enum plain_l_frame { PLAIN_L_FLOATING, PLAIN_L_FIXED };
enum plain_l_touch { PLAIN_L_EDGE, PLAIN_L_CORNER };

struct plain_l_options {
  enum plain_l_frame frame;
  enum plain_l_touch touch;
  int tiles[PLAIN_L_KINDS];
  int size;
};

/* x and y are its left column and its lowest row; level 0 is the table. */
struct plain_l_tile {
  int seat, width, height, x, y, level;
};

struct plain_l {
  struct plain_l_options options;
  int side; /* cells in a row or column of the board or sheet */
  int count;
  struct plain_l_tile tile[PLAIN_L_TILES];
  int height[PLAIN_L_SIDE][PLAIN_L_SIDE];
  int stack[PLAIN_L_SIDE][PLAIN_L_SIDE][PLAIN_L_LEVELS];
  int left[2][PLAIN_L_KINDS]; /* of seat 1 at [0] */
  int seat;                   /* to move */
  int over;
};

typedef char plain_l_text[PLAIN_L_TEXT];

struct plain_l_options plain_l_default_options(void);

/* A FEN must be exactly as plain_l_fen would write it, of a position that is
 * not over: 0, or -1. Whether the position can be reached is not asked. A
 * game may be copied by assignment. */
void plain_l_start(struct plain_l *game, struct plain_l_options options);
int plain_l_load_fen(struct plain_l *game, struct plain_l_options options,
                     const char *fen);
void plain_l_fen(const struct plain_l *game, char out[PLAIN_L_FEN]);

/* All legal moves, in no order that matters: how many, 0 if it is over. There
 * must be room for PLAIN_L_MOVES. */
int plain_l_moves(const struct plain_l *game, plain_l_text *out);
/* 0, or -1 if the move is not legal; then nothing is changed. */
int plain_l_play(struct plain_l *game, const char *move);
/* Could this player place anything, if it were to move? */
int plain_l_can_place(const struct plain_l *game, int seat);

/* Whose tile is seen on a cell, or 0; beside the board too. */
int plain_l_colour(const struct plain_l *game, int x, int y);
/* The number of the tile that is seen on a cell, or -1. */
int plain_l_top(const struct plain_l *game, int x, int y);
/* How many of its cells are seen. */
int plain_l_visible(const struct plain_l *game, int tile);

/* As if the game ended now. The areas of a player, the largest first. */
int plain_l_areas(const struct plain_l *game, int seat,
                  int area[PLAIN_L_AREAS]);
int plain_l_score(const struct plain_l *game, int seat);
int plain_l_place(const struct plain_l *game, int seat);
const char *plain_l_reason(const struct plain_l *game); /* or NULL */

#endif
