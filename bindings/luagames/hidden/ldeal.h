/* ldeal.h: what fields hide, dealt anew. Over lgame.
 *
 * What a pool hides is sorted and shuffled over the same cells, so that
 * nothing is left of where it was: states which a seat cannot tell apart, in
 * which the same cells are hidden and the same numbers are in them, become the
 * same bytes. Where cells are dealt at random, not even the numbers stay. */
#ifndef LDEAL_H
#define LDEAL_H

#include "luagames/lgame.h"

/* `hidden` by cell; cells that are 0 are not hidden. */
void ldeal_anew(const lgame *g, int32_t *cells, const bool *hidden,
                tes_rng *rng);

/* Is it the first of the fields with its pool? */
bool ldeal_leads(const lgame *g, int field);
/* The numbers that the pool of a field hides, in order: how many. */
int ldeal_pooled(const lgame *g, int field, const int32_t *cells,
                 const bool *hidden, int32_t numbers[CELLS_MAX]);
/* Puts as many numbers into the hidden cells of the pool, the first into the
 * first. */
void ldeal_out(const lgame *g, int field, int32_t *cells, const bool *hidden,
               const int32_t *numbers);

#endif
