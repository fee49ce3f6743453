/* lkeep.h: what searches are told about games that only keep some of the moves
 * below them. Over llayer. */
#ifndef LKEEP_H
#define LKEEP_H

#include "luagames/lgame.h"

/* Puts these functions in where g->insight has the root's, and a rollout. */
void lkeep_fill(lgame *g);

#endif
