/* ldeal.h: deals hidden fields again. Over lgame.
 *
 * The numbers that a pool hides are sorted and then shuffled over the same
 * cells, so their former places cannot be recovered: states that a seat cannot
 * distinguish (same hidden cells, same numbers) become the same bytes. Cells
 * that are dealt at random do not even keep their numbers. */
#ifndef LDEAL_H
#define LDEAL_H

#include "luagames/lgame.h"

/* Deals the hidden cells again; `hidden` is by cell. Cells that are 0 are never
 * hidden. */
void ldeal_anew(const lgame *g, int32_t *cells, const bool *hidden,
                tes_rng *rng);

/* Is this the first field with its pool? */
bool ldeal_leads(const lgame *g, int field);
/* The numbers that the pool of a field hides, sorted; returns their number. */
int ldeal_pooled(const lgame *g, int field, const int32_t *cells,
                 const bool *hidden, int32_t numbers[CELLS_MAX]);
/* Puts these numbers into the hidden cells of the pool, in order. */
void ldeal_out(const lgame *g, int field, int32_t *cells, const bool *hidden,
               const int32_t *numbers);

#endif
