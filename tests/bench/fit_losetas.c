/* fit_losetas.c: makes the numbers that core/games/losetas/weights.h has. Five
 * thousand games take ten minutes; see fit_net.h. */
#include "fit_net.h"

#include "games/losetas/traits.h"

static void look(const tes_rules *rules, const tes_state *state,
                 int16_t *input) {
  fill_inputs(rules, losetas_of(state), input);
}

static const fit_net net = {
    .game = "losetas",
    .inputs = INPUTS,
    .hidden = 32,
    .factor = 1640,
    .decay = 1e-5,
    .look = look,
};

int main(int argc, char **argv) {
  return fit_main(&net, argc, argv);
}
