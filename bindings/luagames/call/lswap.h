/* lswap.h: the pie rule. Instead of answering the first move, the second player
 * may take over the first player's side. Over lrules.
 *
 * `lgame.inner` is the game without this rule. Its layers always see sides, 1
 * and 2, even after a swap. For all other code, seats are players, and there is
 * one additional move. A cell records the choice. The functions of the inner
 * game get a state whose seat is the side to move and whose cell says that
 * sides are kept, so they may call the game with this state. A state that they
 * may change is converted and converted back; otherwise they get a converted
 * copy. */
#ifndef LSWAP_H
#define LSWAP_H

#include "luagames/lgame.h"

/* No game in C has a move with all bits except the highest two. */
#define SWAP_MOVE (((tes_move)1 << 62) - 1)

/* Wraps the complete vtable with the pie rule. */
void lswap_fill(lgame *g);
/* A loaded state has sides as seats. lswap_enter marks them as kept, for
 * functions of the game that read the state; true if they were exchanged. Then
 * lswap_leave marks them as exchanged again, and makes it a state of
 * players. */
bool lswap_enter(const tes_rules *rules, tes_state *state);
void lswap_leave(const tes_rules *rules, tes_state *state, bool changed);

#endif
