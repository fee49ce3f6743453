/* llayer.h: the functions of layers, called by lvtable.c for the core and by
 * lbase.c for the layer above. Over lcall.
 *
 * All begin at the layer of `at` and return a status, with the reason in its
 * work. */
#ifndef LLAYER_H
#define LLAYER_H

#include "lcall.h"

/* Is the move legal for the layers from there downwards? 1, 0, or a status. */
int llayer_legal(lat at, tes_move move);
/* Skips, from `layer` downwards, layers that only keep some moves: returns the
 * first other one, or NULL for the root. */
const lgame *llayer_below_keeps(const lgame *layer);
/* Do all of these keep a move that is legal below them? 1, 0, or a status. */
int llayer_keeps(lat at, tes_move move);
/* Removes the moves from `before` on that they do not keep from the list. */
int llayer_drop_refused(lat at, tes_list *list, size_t before);
int llayer_start(lat at, tes_rng *rng);
int llayer_list(lat at, tes_list *list);
/* The moves that are called out, whether `keep` keeps them or not. */
int llayer_called(lat at, tes_list *list);
int llayer_apply(lat at, tes_move move);
int llayer_pass(lat at);
int llayer_result(lat at, tes_result *result);
/* The text of a move as a seat may know it (0: everything). */
int llayer_print(lat at, tes_move move, int seat, tes_text *text);
int llayer_draw(lat at, int seat, tes_move hint, tes_drawing *drawing);
/* The ending that the functions report, 0 for none, at any time. */
int llayer_ending(lat at, int *ending);
/* Lets the layer's own function decide: state->over is the ending of the game
 * below. In a whole game it is called only if there is none. */
int llayer_decide(lat at);
/* The cells hidden from the seat by any layer: all of them, or only `cell` in
 * fields whose visibility a function decides. */
int llayer_hidden(lat at, int seat, int cell, bool hidden[CELLS_MAX]);
int llayer_hide(lat at, int seat, tes_rng *rng);
/* Returns a status, with its message if memory ran out. */
int llayer_told(int status, tes_work *work);

#endif
