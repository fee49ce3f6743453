/* llayer.h: the functions of layers, called by lvtable.c for the core and by
 * lbase.c for the layer above. Over lcall.
 *
 * All functions begin at the layer of `at` and return a status, with the reason
 * in its work. */
#ifndef LLAYER_H
#define LLAYER_H

#include "lcall.h"

/* Is the move legal in this layer and all layers below? 1, 0, or a status. */
int llayer_legal(lat at, tes_move move);
/* The first layer, from `layer` downwards, that does more than keep some moves;
 * NULL for the root. */
const lgame *llayer_below_keeps(const lgame *layer);
/* Do all of the skipped layers keep the move, which is legal below them? 1, 0,
 * or a status. */
int llayer_keeps(lat at, tes_move move);
/* Removes from the list the moves, from number `before` on, that they do not
 * keep. */
int llayer_drop_refused(lat at, tes_list *list, size_t before);
int llayer_start(lat at, tes_rng *rng);
int llayer_list(lat at, tes_list *list);
/* The listed moves, whether `keep` keeps them or not. */
int llayer_called(lat at, tes_list *list);
int llayer_apply(lat at, tes_move move);
int llayer_pass(lat at);
int llayer_result(lat at, tes_result *result);
/* The text of a move as a seat may know it (0: everything). */
int llayer_print(lat at, tes_move move, int seat, tes_text *text);
int llayer_draw(lat at, int seat, tes_move hint, tes_drawing *drawing);
/* The ending that the functions report for any state, or 0. */
int llayer_ending(lat at, int *ending);
/* Lets the layer's own function decide, after the game below, whose ending is
 * in state->over. In a whole game it is called only if there is no ending
 * yet. */
int llayer_decide(lat at);
/* The cells that any layer hides from the seat. If a function decides about
 * them, it is called for all cells or only for `cell`. */
int llayer_hidden(lat at, int seat, int cell, bool hidden[CELLS_MAX]);
int llayer_hide(lat at, int seat, tes_rng *rng);
/* Returns a status, with its message if memory ran out. */
int llayer_told(int status, tes_work *work);

#endif
