/* lspell.h: reading the moves of a plan. Over lshow. */
#ifndef LSPELL_H
#define LSPELL_H

#include "luagames/lgame.h"

/* Like parse and why of tes_game. */
tes_move lspell_parse(const tes_rules *rules, const tes_state *state,
                      const char *text, tes_work *work);
void lspell_why(const tes_rules *rules, const tes_state *state, tes_move move,
                const char *text, tes_work *work);

#endif
