/* lplay.h: random games of rules that are all in Lua, with one call for each
 * game. Over lcall. */
#ifndef LPLAY_H
#define LPLAY_H

#include "luagames/lgame.h"

/* As tes_playout. */
int64_t lplay_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work);
/* Fills in how a whole game is played out in a search, and what draws moves
 * where it does so itself. */
void lplay_fill(lgame *g);

#endif
