/* lkeepinsight.h: knowledge for searches (rollouts, policy, forcing moves) of
 * variants that only filter the moves of the game below. Over llayer. */
#ifndef LKEEPINSIGHT_H
#define LKEEPINSIGHT_H

#include "luagames/lgame.h"

/* Sets these functions where g->insight has the root's, and a rollout. */
void lkeepinsight_fill(lgame *g);

#endif
