/* fuzz_pieces.c: the data of variants of Blokus, pieces, board and start cells,
 * from anywhere. The first line is an option, the rest is the data. What opens
 * is played at random, and what is played is legal and can be drawn. */
#include "fuzz.h"
#include "tesela_game.h"

enum { PLIES = 12 };

static void play(const tes_rules *rules, uint64_t seed) {
  tes_work work;
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  must(tes_work_init(&work, rules) == TES_OK);
  tes_state *state = tes_state_new(rules);
  must(tes_start(rules, state, seed, &work) == TES_OK);
  for (int ply = 0; ply < PLIES && !state->over; ply++) {
    work.list.count = 0;
    must(tes_moves(rules, state, &work.list, &work) == TES_OK);
    const tes_move move = work.list.moves[tes_rng_below(&rng, work.list.count)];
    must(tes_play(rules, state, move, &work) == TES_OK);
    if (!state->over) fuzz_round_trip(rules, state, &work);
  }
  fuzz_look(rules, state, &work);
  must(tes_playout(rules, state, &rng, &work) >= 0);
  tes_state_free(rules, state);
  tes_work_free(&work);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tes_error error;
  char *text = fuzz_text(data, size), *rest = text;
  const char *setting = fuzz_line(&rest);
  tes_game game = *tes_game_find("blokus");
  game.name = "own";
  game.data = rest;
  tes_rules *rules =
      tes_rules_open(&game, &setting, *setting != '\0', NULL, &error);
  if (rules != NULL) play(rules, size);
  tes_rules_close(rules);
  free(text);
  return 0;
}
