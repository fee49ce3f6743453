/* lchance.h: the generator of a game whose moves have chance. Over lgame.
 *
 * It is 64 bits in the state, the last two cells of the layer that declared
 * chance; no seat sees them, and a view has others. The start draws them. An
 * `apply` gets a generator of its own that is seeded from them, and they
 * advance if it was used: so a game follows from its start and its moves, and
 * moves without chance leave them unchanged. */
#ifndef LCHANCE_H
#define LCHANCE_H

#include "luagames/lgame.h"

enum { CHANCE_CELLS = 2 };

/* One `apply`: its generator, and the bits before it and while it runs. */
typedef struct lthrow {
  tes_rng rng, begun;
  uint64_t before, during;
} lthrow;

/* Draws the bits, at a start and when a state is dealt again. */
void lchance_draw(const tes_rules *rules, tes_state *state, tes_rng *rng);
void lchance_begin(const tes_rules *rules, tes_state *state, lthrow *t);
void lchance_end(const tes_rules *rules, tes_state *state, const lthrow *t,
                 bool made);

/* " chance=" and the bits, or ? for a seat. */
void lchance_put(const lgame *g, const int32_t *cells, bool hidden,
                 tes_text *text);
/* Reads that and advances; ? is drawn, and so are bits missing in the text of
 * the game below a variant. */
bool lchance_read(const lgame *g, const char **at, int32_t *cells,
                  tes_rng *rng);

#endif
