/* lplay.h: random games of rules that are all in Lua, with one call for each
 * game. Over lcall. */
#ifndef LPLAY_H
#define LPLAY_H

#include "lgame.h"

/* As tes_playout. A search does not call this: it looks at its clock and counts
 * plies meanwhile. */
int64_t lplay_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work);
/* Fills in what draws moves, where a whole game does. */
void lplay_fill(lgame *g);

#endif
