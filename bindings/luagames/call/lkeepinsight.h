/* lkeepinsight.h: what searches are told about games that only keep some of the
 * moves below them. Over llayer. */
#ifndef LKEEPINSIGHT_H
#define LKEEPINSIGHT_H

#include "luagames/lgame.h"

/* Puts these functions in where g->insight has the root's, and a rollout. */
void lkeepinsight_fill(lgame *g);

#endif
