/* lplay.h: random games of rules that are all in Lua, with one call for each
 * game. Over lcall. */
#ifndef LPLAY_H
#define LPLAY_H

#include "lgame.h"

/* Fills in the playout, where one layer has all functions. */
void lplay_fill(lgame *g);

#endif
