/* visited.h: a move of a search, drawn by how often each was visited; one of
 * them was, at least. */
#ifndef TESELA_BENCH_VISITED_H
#define TESELA_BENCH_VISITED_H

#include "tesela.h"
#include "tesela_bits.h"

static inline tes_move any_visited(const tes_found *found, tes_rng *rng) {
  uint64_t visits = 0;
  size_t i = 0;
  for (size_t k = 0; k < found->count; k++) visits += found->moves[k].visits;
  uint64_t rest = tes_below(rng, (uint32_t)visits);
  while (rest >= found->moves[i].visits) rest -= found->moves[i++].visits;
  return found->moves[i].move;
}

#endif
