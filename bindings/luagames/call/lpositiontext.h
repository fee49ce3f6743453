/* lpositiontext.h: positions of layers as text: the root's text, or the seat to
 * move, then the cells. If a whole game has functions for this, their text
 * comes first, then the fields that it lacks. Over lendings. */
#ifndef LPOSITIONTEXT_H
#define LPOSITIONTEXT_H

#include "luagames/lgame.h"

void lpositiontext_save(const tes_rules *rules, const tes_state *state,
                        int seat, tes_text *text);
int lpositiontext_load(const tes_rules *rules, tes_state *state,
                       const char *text, tes_rng *rng, tes_work *work);

#endif
