/* lworth.h: what a game in Lua tells searches of its positions and moves, by
 * functions of its file. Over lcall. */
#ifndef LWORTH_H
#define LWORTH_H

#include "luagames/lgame.h"

/* Puts `estimate` and `policy` in, where a layer has them. */
void lworth_fill(lgame *g);

#endif
