/* lcelltext.h: the cells of a state in its position text. Over ldeal and
 * lchance.
 *
 *   board=0*4,1,0*4 last=5
 *   hand=3,?*2 bid=0,? unseen=hand:1,2 chance=?
 *
 * The fields come in order, with runs of equal numbers abbreviated. In the text
 * for a seat a hidden cell is ?. After the fields come the numbers that each
 * pool hides, sorted so that their places are not revealed, and ? for the bits
 * of the generator. */
#ifndef LCELLTEXT_H
#define LCELLTEXT_H

#include "luagames/lgame.h"

/* The start of the cells in position text, after the root's part, which
 * contains no " name="; the end of the text if they are missing. */
const char *lcelltext_find(const lgame *g, const char *text);
/* Writes the cells. `hidden`: by cell, or NULL for the whole state. Leaves out
 * fields whose cells are those of `said`, unless that is NULL. */
void lcelltext_put(const lgame *g, const int32_t *cells, const bool *hidden,
                   const int32_t *said, tes_text *text);
/* Reads the cells to the end of the text; hidden ones are dealt with `rng`.
 * `said`: fields may be missing, because the game's own text has given them. */
int lcelltext_read(const lgame *g, const char *at, bool said, int32_t *cells,
                   tes_rng *rng, tes_error *error);

#endif
