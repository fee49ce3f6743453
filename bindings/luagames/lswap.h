/* lswap.h: the pie rule for games in C: once the first move is made, the other
 * player may take over its side instead of answering it. Over lgame.
 *
 * The game in C below becomes another one, with one move more, which the
 * layers have in its place as their root: `lgame.pie`, over `lgame.plain`. A
 * cell says how far the choice has come. In that game everything goes by sides,
 * 1 and 2, also when they were changed; to everybody else seats are players.
 * So its functions get a state whose seat is the side to move: states that are
 * changed are turned and turned back, others are copied. */
#ifndef LSWAP_H
#define LSWAP_H

#include "lgame.h"

/* No game in C has a move with all bits but the highest two. */
#define SWAP_MOVE (((tes_move)1 << 62) - 1)

/* Puts the pie rule between the root and the layers, `cell` being its own. */
void lswap_add(lgame *g, int cell);
/* The root has read a position, and the cells are there: seats are players. */
void lswap_read(const tes_rules *rules, tes_state *state);

#endif
