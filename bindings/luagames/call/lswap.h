/* lswap.h: the pie rule: once the first move is made, the other player may take
 * over its side instead of answering it. Over lrules.
 *
 * `lgame.inner` is the game without it, all of whose layers go by sides, 1 and
 * 2, also when they were changed; to everybody else seats are players, and
 * there is one move more. A cell says how far the choice has come. So the
 * functions of the inner game get a state whose seat is the side to move, and
 * whose cell says that sides are kept, so that they may call the game with it:
 * states that are changed are turned and turned back, others are copied. */
#ifndef LSWAP_H
#define LSWAP_H

#include "luagames/lgame.h"

/* No game in C has a move with all bits but the highest two. */
#define SWAP_MOVE (((tes_move)1 << 62) - 1)

/* Puts the pie rule over the vtable, which is filled. */
void lswap_fill(lgame *g);
/* A state that was read is of sides. While the game looks at it sides are kept;
 * were they changed? Then it becomes one of players. */
bool lswap_enter(const tes_rules *rules, tes_state *state);
void lswap_leave(const tes_rules *rules, tes_state *state, bool changed);

#endif
