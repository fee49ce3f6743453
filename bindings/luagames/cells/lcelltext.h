/* lcelltext.h: the cells of a state in its position text. Over ldeal and
 * lchance.
 *
 *   board=0*4,1,0*4 last=5
 *   hand=3,?*2 bid=0,? unseen=hand:1,2 chance=?
 *
 * Each field in turn, equal numbers in a row once. In what a seat may know a
 * hidden cell is ?; the numbers that each pool hides stand behind, in order
 * and without saying where, and ? for the bits of the generator. */
#ifndef LCELLTEXT_H
#define LCELLTEXT_H

#include "luagames/lgame.h"

/* Where that begins in a position text, after the root's part, which has no
 * " name="; the end where it is missing. */
const char *lcelltext_find(const lgame *g, const char *text);
/* `hidden` by cell, or NULL for all that is in the state; fields that have the
 * cells that are `said`, unless that is NULL, are left out. */
void lcelltext_put(const lgame *g, const int32_t *cells, const bool *hidden,
                   const int32_t *said, tes_text *text);
/* Reads it to the end of the text; what is hidden is dealt by `rng`. `said`: a
 * text before it has said the fields that are not there. */
int lcelltext_read(const lgame *g, const char *at, bool said, int32_t *cells,
                   tes_rng *rng, tes_error *error);

#endif
