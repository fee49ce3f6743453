/* llayer.h: the functions of layers, called by lvtable.c for the core and by
 * lbase.c for the layer above. Over lcall.
 *
 * `layer` is where to begin, NULL for the root; `top` is the game that is
 * played. All return a status, with the reason in `work`. */
#ifndef LLAYER_H
#define LLAYER_H

#include "lcall.h"

/* The layer from `layer` down that gives a function, or NULL. */
const lgame *llayer_owner(const lgame *layer, hook h);
/* Is the move legal for the layers from `layer` down? 1, 0, or a status. */
int llayer_legal(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work);
/* The layer, NULL for the root, below those in a row that only keep some of
 * its moves; `layer` itself if it is none of them. */
const lgame *llayer_below_keeps(const lgame *layer);
/* Do all of these keep a move that is legal below them? 1, 0, or a status. */
int llayer_keeps(const lgame *layer, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work);
/* The moves from `before` on that they do not keep go from the list. */
int llayer_drop_refused(const lgame *layer, const tes_rules *rules,
                        const tes_state *state, tes_list *list, size_t before,
                        tes_work *work);
int llayer_start(const lgame *layer, const lgame *top, const tes_rules *rules,
                 tes_state *state, tes_rng *rng, tes_work *work);
int llayer_list(const lgame *layer, const tes_rules *rules,
                const tes_state *state, tes_list *list, tes_work *work);
int llayer_apply(const lgame *layer, const lgame *top, const tes_rules *rules,
                 tes_state *state, tes_move move, tes_work *work);
int llayer_pass(const lgame *top, const tes_rules *rules, tes_state *state,
                tes_work *work);
int llayer_result(const lgame *layer, const lgame *top, const tes_rules *rules,
                  const tes_state *state, tes_result *result, tes_work *work);
/* The move as a seat may know it (0: everything). */
int llayer_print(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, int seat,
                 tes_text *text, tes_work *work);
int llayer_draw(const lgame *layer, const lgame *top, const tes_rules *rules,
                const tes_state *state, int seat, tes_move hint,
                tes_drawing *drawing, tes_work *work);
/* The ending that the functions from `layer` down say is reached, 0 for none,
 * at any time. */
int llayer_ending(const lgame *layer, const tes_rules *rules,
                  const tes_state *state, int *ending, tes_work *work);
/* Lets the layer's own function decide: state->over is what the game below has
 * found. In a whole game it is asked only where nothing was found. */
int llayer_decide(const lgame *layer, const tes_rules *rules, tes_state *state,
                  tes_work *work);
/* Which cells are hidden from the seat: all of them, or of those that a
 * function is asked about only `cell`. */
int llayer_hidden(const tes_rules *rules, const tes_state *state, int seat,
                  int cell, bool hidden[CELLS_MAX], tes_work *work);
int llayer_hide(const lgame *layer, const lgame *top, const tes_rules *rules,
                tes_state *state, int seat, tes_rng *rng, tes_work *work);

#endif
