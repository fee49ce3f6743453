/* fit_mixtour.c: makes the numbers that core/games/mixtour/weights.h has. Nine
 * thousand games take ten minutes; see fit_net.h. */
#include "fit_net.h"

#include <string.h>

#include "games/mixtour/traits.h"

static void look(const tes_rules *rules, const tes_state *state,
                 int16_t *input) {
  uint16_t trait[PRESENT];
  (void)rules;
  const int count = list_traits(mixtour_of(state), trait);
  memset(input, 0, INPUTS * sizeof *input);
  for (int i = 0; i < count; i++) input[trait[i]]++;
}

static const fit_net net = {
    .game = "mixtour",
    .inputs = INPUTS,
    .hidden = 16,
    .counts = true,
    .factor = 100,
    .decay = 1e-4,
    .reductions = true,
    .look = look,
};

int main(int argc, char **argv) {
  return fit_main(&net, argc, argv);
}
