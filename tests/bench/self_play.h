/* self_play.h: games of a search against itself, for the programs that fit
 * weights to them:
 *   PROGRAM [KIND] [GAMES [ITERATIONS]] > weights
 *
 * A failure ends the program with a message. */
#ifndef TESELA_SELF_PLAY_H
#define TESELA_SELF_PLAY_H

#include <stdbool.h>

#include "tesela.h"

/* The struct of a program begins with it. */
typedef struct self_play {
  /* Set by the program; the arguments replace games and iterations. */
  const char *game, *usage;
  const char *kinds[5][5]; /* each a name and settings; none: no argument */
  tes_search_options options;
  int games;
  tes_budget budget;
  uint32_t opening[2];                     /* random plies: least and most */
  uint32_t varied_rounds, varied_per_cent; /* moves drawn by their visits */
  bool skips_forced; /* a position with one move is not searched: */
  /* Sees `state` and the result of its search, or only the best move, before a
   * move is made; false ends the game. */
  bool (*see)(struct self_play *p, const tes_found *found);
  void (*end)(struct self_play *p); /* of each game; or NULL */

  /* Set by the library. */
  const char *program;
  tes_rules *rules;
  tes_work work;
  tes_state *state, *aside; /* `aside` is the program's */
  tes_search *search;
  tes_rng rng; /* seeded with the number of the game */
  int number;
  tes_result result; /* for `end` */
} self_play;

void self_play_open(self_play *p, int argc, char **argv);
void self_play_games(self_play *p);
void self_play_close(self_play *p);

void self_play_random(self_play *p, tes_state *state, uint32_t plies);
void self_play_search(self_play *p, const tes_state *state, tes_found *found);

/* The array of `count` elements, with room for another. */
void *self_play_room(const self_play *p, void *array, size_t count,
                     size_t size);
void self_play_fail(const self_play *p, const char *text);

#endif
