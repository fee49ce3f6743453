/* lkeepinsight.h: rollouts, policy and forcing moves, for searches, of variants
 * that only filter the moves of the game below. Over llayer. */
#ifndef LKEEPINSIGHT_H
#define LKEEPINSIGHT_H

#include "luagames/lgame.h"

/* Replaces the root's functions in g->insight, and sets a rollout. */
void lkeepinsight_fill(lgame *g);

#endif
