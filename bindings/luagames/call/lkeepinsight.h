/* lkeepinsight.h: the insight (rollouts, policy, forcing moves) of variants
 * that only filter the moves of the game below. Over llayer. */
#ifndef LKEEPINSIGHT_H
#define LKEEPINSIGHT_H

#include "luagames/lgame.h"

/* Puts these functions in where g->insight has the root's, and a rollout. */
void lkeepinsight_fill(lgame *g);

#endif
