/* lendings.h: what ends a game of layers. Over llayer.
 *
 * From the bottom up each layer says what has ended what is below it and
 * itself: a game in C, or a whole one in Lua, has found it when a move was
 * made; then each layer with `over` is asked, sees in state->over what was
 * found below it, and its answer takes the place of that. An answer of nil
 * takes an ending back, and so does s.over = nil in `apply`: then the root must
 * be able to go on (lgame_resume). A seat without a move passes; when all
 * have passed in a row the game is stuck, and no function can take that back.
 *
 * All begin at the layer of `at` and return a status, with the reason in its
 * work; a state whose functions fail is as it was. */
#ifndef LENDINGS_H
#define LENDINGS_H

#include "luagames/lgame.h"

int lendings_start(lat at, tes_rng *rng);
int lendings_apply(lat at, tes_move move);
int lendings_pass(lat at);
/* The move of a game, which may be the pass that stands in for none. */
int lendings_play(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work);
/* Asks all layers about a position that the root has read. */
int lendings_ask(lat at);

#endif
