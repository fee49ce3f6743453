/* llayer.h: the functions of layers, called by lvtable.c for the core and by
 * lbase.c for the layer above. Over lgame, lboard and lmoves.
 *
 * `layer` is where to begin, NULL for the root; `top` is the game that is
 * played. All return a status, with the reason in `work`. */
#ifndef LLAYER_H
#define LLAYER_H

#include <lua.h>

#include "lgame.h"

/* Moves of layers in Lua over a root have this bit, which no game in C uses;
 * OWN_BIT alone is the pass that stands in for a list left empty. */
#define OWN_BIT ((tes_move)1 << 62)

/* Does something lie below the layer, so that its functions get base? */
static inline bool llayer_has_base(const lgame *layer) {
  return layer->root != NULL || layer->parent != NULL;
}

extern const char *const llayer_hook_names[HOOKS];

/* The layer from `layer` down that gives a function, or NULL. */
const lgame *llayer_owner(const lgame *layer, hook h);
/* What a function in Lua wrote for a move: any number from 1 on. */
tes_move llayer_check_move(lua_State *L, int index, const char *what);
/* Is the move legal for the layers from `layer` down? 1, 0, or a status. */
int llayer_legal(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work);
/* Before the root is given a move: is it legal there still? A status. */
int llayer_still(const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work);
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
int llayer_print(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_text *text,
                 tes_work *work);
/* The move as a seat may know it. */
int llayer_tell(const lgame *layer, const lgame *top, const tes_rules *rules,
                const tes_state *state, tes_move move, int seat, tes_text *text,
                tes_work *work);
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
enum { ALL_CELLS = -1 };
int llayer_hidden(const tes_rules *rules, const tes_state *state, int seat,
                  int cell, bool hidden[CELLS_MAX], tes_work *work);
int llayer_hide(const lgame *layer, const lgame *top, const tes_rules *rules,
                tes_state *state, int seat, tes_rng *rng, tes_work *work);

#endif
