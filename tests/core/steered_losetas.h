/* steered_losetas.h: Losetas games that are played towards something.
 *
 * Random games rarely get high, rarely use up a kind of tile and rarely end
 * in ties. Here a move is the best of some that are tried, as a plan values
 * what is on the board behind it. Only the plain implementation is asked, and
 * the randomness is of its own, so that games depend on nothing else. */
#ifndef TESELA_STEERED_LOSETAS_H
#define TESELA_STEERED_LOSETAS_H

#include <stdlib.h>

#include "dice.h"
#include "plain_losetas.h"

typedef enum plan {
  AT_RANDOM,
  HIGH,        /* stacks as high as they get */
  SMALL_FIRST, /* all small tiles, then the large ones */
  LARGE_FIRST,
  LEVEL,  /* the areas of both players alike */
  STRAND, /* no moves for the next player, but many for the other */
  NORTH_EAST,
  SOUTH_WEST, /* away from where the first tile lies */
  PLANS
} plan;

static inline int highest(const struct plain_l *plain) {
  int high = 0;
  for (int x = 0; x < plain->side; x++) {
    for (int y = 0; y < plain->side; y++) {
      if (plain->height[x][y] > high) high = plain->height[x][y];
    }
  }
  return high;
}

/* The higher a cell is, the more it counts to make it higher still. */
static inline int value_of_heights(const struct plain_l *plain) {
  int value = 0;
  for (int x = 0; x < plain->side; x++) {
    for (int y = 0; y < plain->side; y++) {
      const int h = plain->height[x][y];
      value += h * h * h;
    }
  }
  return value;
}

/* Which of the areas, the largest first, are not the same size: from 0, and
 * PLAIN_L_AREAS if all are. */
static inline int first_difference(const struct plain_l *plain) {
  int grey[PLAIN_L_AREAS] = {0}, blue[PLAIN_L_AREAS] = {0}, i = 0;
  plain_l_areas(plain, 1, grey);
  plain_l_areas(plain, 2, blue);
  while (i < PLAIN_L_AREAS && grey[i] == blue[i]) i++;
  return i;
}

static inline int value_of_level(const struct plain_l *plain) {
  return 4 * first_difference(plain) -
         abs(plain_l_score(plain, 1) - plain_l_score(plain, 2));
}

static inline int value_of_freedom(struct plain_l plain) {
  plain_l_text moves[PLAIN_L_MOVES];
  const int next = plain_l_moves(&plain, moves);
  plain.over = 0;
  plain.seat = 3 - plain.seat;
  const int other = plain_l_moves(&plain, moves);
  return (other > 0 ? 1000 : 0) + other - 4 * next;
}

static inline int value_of(const struct plain_l *after, plan how) {
  const struct plain_l_tile *last = &after->tile[after->count - 1];
  switch (how) {
    case HIGH:
      return value_of_heights(after);
    case SMALL_FIRST:
      return -last->width * last->height;
    case LARGE_FIRST:
      return last->width * last->height;
    case LEVEL:
      return value_of_level(after);
    case STRAND:
      return value_of_freedom(*after);
    default:
      return 0;
  }
}

static inline const char *choose(const struct plain_l *plain, plan how,
                                 plain_l_text *moves, int count, dice *rng) {
  const char *best = moves[below(rng, count)];
  int best_value = -100000;
  for (int tries = 0; how != AT_RANDOM && tries < 16; tries++) {
    const char *move = moves[below(rng, count)];
    struct plain_l after = *plain;
    if (plain_l_play(&after, move) != 0) abort();
    const int value = value_of(&after, how);
    if (value > best_value) best = move;
    if (value > best_value) best_value = value;
  }
  return best;
}

#endif
