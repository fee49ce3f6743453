/* fit_net.h: what makes the numbers of the nets that evaluate positions, for
 * fit_losetas.c and fit_mixtour.c, each of which is a program:
 *   fit_GAME [GAMES [ITERATIONS [ROUNDS]]] > numbers
 *
 * A net sees `inputs` integers. It is `hidden` inner sums of them, of which
 * only what is positive counts, and a direct sum, but where the inputs only
 * count what is there. Evaluations are `factor` to a factor of e in the
 * chances. */
#ifndef TES_FIT_NET_H
#define TES_FIT_NET_H

#include <stdbool.h>

#include "tesela.h"

typedef struct fit_net {
  const char *game;
  int inputs, hidden;
  bool counts; /* no direct sum, and the inputs are taken as they are */
  double factor, decay;
  bool reductions; /* of the search that plays */
  void (*look)(const tes_rules *rules, const tes_state *state, int16_t *input);
} fit_net;

int fit_main(const fit_net *net, int argc, char **argv);

#endif
