/* ldeal.h: deals hidden fields again. Over lgame.
 *
 * The numbers that a pool hides are sorted and shuffled over the same cells, so
 * their former places cannot be recovered: states that a seat cannot tell
 * apart, with the same hidden cells and the same numbers in them, become the
 * same bytes. Cells that are dealt at random do not even keep the numbers. */
#ifndef LDEAL_H
#define LDEAL_H

#include "luagames/lgame.h"

/* `hidden` by cell; cells that are 0 are never hidden. */
void ldeal_anew(const lgame *g, int32_t *cells, const bool *hidden,
                tes_rng *rng);

/* Is it the first field with its pool? */
bool ldeal_leads(const lgame *g, int field);
/* The numbers that the pool of a field hides, sorted; returns their number. */
int ldeal_pooled(const lgame *g, int field, const int32_t *cells,
                 const bool *hidden, int32_t numbers[CELLS_MAX]);
/* Puts that many numbers into the hidden cells of the pool, in order. */
void ldeal_out(const lgame *g, int field, int32_t *cells, const bool *hidden,
               const int32_t *numbers);

#endif
