/* fit_net.h: fits the weights of a net that evaluates positions to how games
 * end, for the programs fit_mixtour.c and fit_losetas.c:
 *   fit_GAME [GAMES [ITERATIONS [ROUNDS]]] > weights
 *
 * The net has one hidden layer of rectified sums of its integer inputs, and
 * direct weights of the inputs. Its output, `factor` to a factor of e in the
 * odds, is the evaluation. */
#ifndef TES_FIT_NET_H
#define TES_FIT_NET_H

#include "self_play.h"

typedef struct fit_net {
  const char *game;
  int inputs, hidden;
  bool counts; /* no direct weights, and inputs that are not scaled */
  double factor, decay;
  bool reductions; /* of the search */
  /* Fills inputs that are 0. */
  void (*look)(const tes_rules *rules, const tes_state *state, int16_t *input);
} fit_net;

extern const fit_net net; /* of the program */

#endif
