/* lendings.h: how a game of layers ends. Over llayer.
 *
 * From the bottom up, each layer decides about the ending found so far. The
 * game at the bottom, in C or a whole one in Lua, finds an ending when a move
 * is made. Then each layer with `over` is called; it sees the ending found
 * below it in state->over, and its answer replaces that ending. An answer of
 * nil takes an ending back, like s.over = nil in `apply`; the root must then be
 * able to continue (lgame_resume). A seat without a move passes; when all have
 * passed in a row the game is stuck, and no function can take that back.
 *
 * All functions begin at the layer of `at` and return a status, with the reason
 * in its work. If one fails, the state is unchanged. */
#ifndef LENDINGS_H
#define LENDINGS_H

#include "luagames/lgame.h"

int lendings_start(lat at, tes_rng *rng);
int lendings_apply(lat at, tes_move move);
int lendings_pass(lat at);
/* Makes a move, which may be the pass that replaces an empty list. */
int lendings_play(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work);
/* Calls all layers for a position that the root has read. */
int lendings_ask(lat at);

#endif
