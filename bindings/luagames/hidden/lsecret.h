/* lsecret.h: what a seat does not see of a state's cells: dealt anew, and held
 * back from whoever reads them. Over llayer, ldeal and lchance. */
#ifndef LSECRET_H
#define LSECRET_H

#include "luagames/lgame.h"

/* Deals what is hidden from the seat anew; a status. The functions that say
 * what is hidden must say the same afterwards: what they say of a cell may not
 * tell what is in it, or in another that is hidden. */
int lsecret_deal(lat at, int seat, tes_rng *rng);
/* Is this cell hidden from the seat? 1, 0, or a status. */
int lsecret_hides(lat at, int seat, int cell);
/* Which cells are. There is nobody to be told that a function failed: then all
 * are hidden that could be. */
void lsecret_look(const tes_rules *rules, const tes_state *state, int seat,
                  bool hidden[CELLS_MAX]);

#endif
