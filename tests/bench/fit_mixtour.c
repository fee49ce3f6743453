/* fit_mixtour.c: fits core/games/mixtour/weights.h by fit_net.c. 9,000 games
 * take ten minutes. */
#include "fit_net.h"

#include "games/mixtour/traits.h"

static void look(const tes_rules *rules, const tes_state *state,
                 int16_t *input) {
  uint16_t trait[PRESENT];
  (void)rules;
  const int count = list_traits(mixtour_of(state), trait);
  for (int i = 0; i < count; i++) input[trait[i]]++;
}

const fit_net net = {
    .game = "mixtour",
    .inputs = INPUTS,
    .hidden = 16,
    .counts = true,
    .factor = 100,
    .decay = 1e-4,
    .reductions = true,
    .look = look,
};
