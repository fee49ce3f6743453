/* lcelltext.h: the cells of a state in its position text. Over ldeal and
 * lchance.
 *
 *   board=0*4,1,0*4 last=5
 *   hand=3,?*2 bid=0,? unseen=hand:1,2 chance=?
 *
 * Each field in order, with runs of equal numbers abbreviated. In the text for
 * a seat a hidden cell is ?; after the fields come the numbers that each pool
 * hides, sorted so that their places are not revealed, and ? for the bits of
 * the generator. */
#ifndef LCELLTEXT_H
#define LCELLTEXT_H

#include "luagames/lgame.h"

/* The start of this in a position text, after the root's part, which contains
 * no " name="; the end if it is missing. */
const char *lcelltext_find(const lgame *g, const char *text);
/* `hidden` by cell, or NULL for the whole state; fields with `said` cells,
 * unless that is NULL, are left out. */
void lcelltext_put(const lgame *g, const int32_t *cells, const bool *hidden,
                   const int32_t *said, tes_text *text);
/* Reads it to the end of the text, dealing hidden cells with `rng`. `said`: an
 * earlier text gave the fields that are missing. */
int lcelltext_read(const lgame *g, const char *at, bool said, int32_t *cells,
                   tes_rng *rng, tes_error *error);

#endif
