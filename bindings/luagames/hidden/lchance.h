/* lchance.h: the generator of a game whose moves have chance. Over lgame.
 *
 * The generator is 64 bits in the state, the last two cells of the layer that
 * declared chance. No seat sees these bits, and a view has different ones. The
 * start draws them. Each `apply` gets its own generator, seeded from the bits,
 * which advance if that was used. So a game follows from its start and its
 * moves, and moves without chance leave the bits unchanged. */
#ifndef LCHANCE_H
#define LCHANCE_H

#include "luagames/lgame.h"

enum { CHANCE_CELLS = 2 };

/* One `apply`: its generator now and at first, and the bits before it and while
 * it runs. */
typedef struct lthrow {
  tes_rng rng, begun;
  uint64_t before, during;
} lthrow;

/* Draws the bits, at the start and when a state is dealt again. */
void lchance_draw(const tes_rules *rules, tes_state *state, tes_rng *rng);
void lchance_begin(const tes_rules *rules, tes_state *state, lthrow *t);
void lchance_end(const tes_rules *rules, tes_state *state, const lthrow *t,
                 bool made);

/* Writes " chance=" and the bits, or ? for a seat. */
void lchance_put(const lgame *g, const int32_t *cells, bool hidden,
                 tes_text *text);
/* Reads that and advances *at. Draws the bits if the text has ?, or if it lacks
 * them because it is of the game below a variant. */
bool lchance_read(const lgame *g, const char **at, int32_t *cells,
                  tes_rng *rng);

#endif
