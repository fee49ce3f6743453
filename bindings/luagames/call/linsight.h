/* linsight.h: what a game in Lua tells searches of its positions and moves, by
 * functions of its file. Over lcall. */
#ifndef LINSIGHT_H
#define LINSIGHT_H

#include "luagames/lgame.h"

/* Puts `estimate` and `policy` in, where a layer has them. */
void linsight_fill(lgame *g);

#endif
