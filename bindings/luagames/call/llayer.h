/* llayer.h: the functions of layers, called by lvtable.c for the core and by
 * lbase.c for the layer above. Over lcall.
 *
 * All begin at the layer of `at` and return a status, with the reason in its
 * work. */
#ifndef LLAYER_H
#define LLAYER_H

#include "lcall.h"

/* Is the move legal for the layers from there down? 1, 0, or a status. */
int llayer_legal(lat at, tes_move move);
/* The layer, NULL for the root, below those in a row that only keep some of
 * its moves; `layer` itself if it is none of them. */
const lgame *llayer_below_keeps(const lgame *layer);
/* Do all of these keep a move that is legal below them? 1, 0, or a status. */
int llayer_keeps(lat at, tes_move move);
/* The moves from `before` on that they do not keep go from the list. */
int llayer_drop_refused(lat at, tes_list *list, size_t before);
int llayer_start(lat at, tes_rng *rng);
int llayer_list(lat at, tes_list *list);
/* The moves that are called out, whether `keep` keeps them or not. */
int llayer_called(lat at, tes_list *list);
int llayer_apply(lat at, tes_move move);
int llayer_pass(lat at);
int llayer_result(lat at, tes_result *result);
/* The move as a seat may know it (0: everything). */
int llayer_print(lat at, tes_move move, int seat, tes_text *text);
int llayer_draw(lat at, int seat, tes_move hint, tes_drawing *drawing);
/* The ending that the functions say is reached, 0 for none, at any time. */
int llayer_ending(lat at, int *ending);
/* Lets the layer's own function decide: state->over is what the game below has
 * found. In a whole game it is asked only where nothing was found. */
int llayer_decide(lat at);
/* Which cells are hidden from the seat by any layer: all of them, or of those
 * that a function is asked about only `cell`. */
int llayer_hidden(lat at, int seat, int cell, bool hidden[CELLS_MAX]);
int llayer_hide(lat at, int seat, tes_rng *rng);
/* A status, with the words for it where memory ran out. */
int llayer_told(int status, tes_work *work);

#endif
