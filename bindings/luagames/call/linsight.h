/* linsight.h: knowledge of positions and moves, for searches, from functions of
 * a game in Lua. Over lcall. */
#ifndef LINSIGHT_H
#define LINSIGHT_H

#include "luagames/lgame.h"

/* Sets `estimate` and `policy` if a layer has them. */
void linsight_fill(lgame *g);

#endif
