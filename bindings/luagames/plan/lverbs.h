/* lverbs.h: the hooks that a plan does: sets up the board, lists and makes the
 * moves of its verbs, tests its endings, and finds the winner. No Lua. Over
 * lgame. */
#ifndef LVERBS_H
#define LVERBS_H

#include "luagames/lgame.h"

/* Sets up the board of a state whose cells are all 0. */
void lverbs_start(const tes_rules *rules, tes_state *state);
int lverbs_list(const tes_rules *rules, const tes_state *state, tes_list *list);
/* Does the move consist of cells of the board? Functions may list any
 * number. */
bool lverbs_fits(const tes_rules *rules, const tes_state *state, tes_move move);
void lverbs_apply(const tes_rules *rules, tes_state *state, tes_move move);
/* The ending that is reached, or 0. */
int lverbs_ending(const tes_rules *rules, const tes_state *state);
void lverbs_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result);
/* Sets these in the vtable of a game whose plan does them. */
void lverbs_fill(lgame *g);

#endif
