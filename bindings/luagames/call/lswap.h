/* lswap.h: the pie rule: after the first move, the other player may take over
 * its side instead of answering it. Over lrules.
 *
 * `lgame.inner` is the game without this rule. Its layers always see sides, 1
 * and 2, even after a swap; for all other code, seats are players, and there is
 * one additional move. A cell records the choice. So the functions of the inner
 * game get a state whose seat is the side to move, and whose cell says that
 * sides are kept, so that they may call the game with this state: states to be
 * changed are turned and turned back, others are copied. */
#ifndef LSWAP_H
#define LSWAP_H

#include "luagames/lgame.h"

/* No game in C has a move with all bits except the highest two. */
#define SWAP_MOVE (((tes_move)1 << 62) - 1)

/* Wraps the complete vtable with the pie rule. */
void lswap_fill(lgame *g);
/* A loaded state has sides as seats. While the game reads it, sides are kept.
 * Were they exchanged? Then it becomes a state of players. */
bool lswap_enter(const tes_rules *rules, tes_state *state);
void lswap_leave(const tes_rules *rules, tes_state *state, bool changed);

#endif
