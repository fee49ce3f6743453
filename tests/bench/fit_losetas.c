/* fit_losetas.c: fits core/games/losetas/weights.h by fit_net.c. 5,000 games
 * take ten minutes. */
#include "fit_net.h"

#include "games/losetas/traits.h"

static void look(const tes_rules *rules, const tes_state *state,
                 int16_t *input) {
  fill_inputs(rules, losetas_of(state), input);
}

const fit_net net = {
    .game = "losetas",
    .inputs = INPUTS,
    .hidden = 32,
    .factor = 1640,
    .decay = 1e-5,
    .look = look,
};
