/* lspell.h: moves of a plan, as people type them. Over lshow. */
#ifndef LSPELL_H
#define LSPELL_H

#include "luagames/lgame.h"

/* As parse and why of tes_game. */
tes_move lspell_parse(const tes_rules *rules, const tes_state *state,
                      const char *text, tes_work *work);
void lspell_why(const tes_rules *rules, const tes_state *state, tes_move move,
                const char *text, tes_work *work);

#endif
