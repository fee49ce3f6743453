/* linsight.h: for searches: what functions of a game in Lua know about
 * positions and moves. Over lcall. */
#ifndef LINSIGHT_H
#define LINSIGHT_H

#include "luagames/lgame.h"

/* Sets `estimate` and `policy` if a layer has them. */
void linsight_fill(lgame *g);

#endif
