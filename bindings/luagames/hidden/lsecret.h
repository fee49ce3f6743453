/* lsecret.h: the hidden cells of a state: dealing them again, and withholding
 * them from readers. Over llayer, ldeal and lchance. */
#ifndef LSECRET_H
#define LSECRET_H

#include "luagames/lgame.h"

/* Deals the cells hidden from the seat again; a status. The functions that
 * decide what is hidden must then give the same answers: these must not depend
 * on hidden cells. */
int lsecret_deal(lat at, int seat, tes_rng *rng);
/* Is this cell hidden from the seat? 1, 0, or a status. */
int lsecret_hides(lat at, int seat, int cell);
/* Marks the hidden cells. The failure of a function cannot be reported here;
 * then all cells that can be hidden are marked. */
void lsecret_look(const tes_rules *rules, const tes_state *state, int seat,
                  bool hidden[CELLS_MAX]);

#endif
