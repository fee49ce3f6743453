/* lplay.h: random games with rules that are entirely in Lua, in one call each.
 * Over lcall. */
#ifndef LPLAY_H
#define LPLAY_H

#include "luagames/lgame.h"

/* Like tes_playout. */
int64_t lplay_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work);
/* Sets the playouts of a whole game for searches, and `pick` if it has one. */
void lplay_fill(lgame *g);

#endif
