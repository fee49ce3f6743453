/* fuzz_moves.c: moves as text and as integers, in positions of random games.
 *
 * The first byte chooses rules, the next two how many random plies come first
 * and with what seed; then each line is a move, #123 one as an integer. A move
 * that is understood is legal, and its text means the same move. */
#include "fuzz.h"
#include "tesela_game.h"

enum { HEAD = 3 };

static void random_plies(const tes_rules *rules, tes_state *state, int plies,
                         uint64_t seed, tes_work *work) {
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  must(tes_start(rules, state, seed, work) == TES_OK);
  while (plies-- > 0 && !state->over) {
    work->list.count = 0;
    must(tes_moves(rules, state, &work->list, work) == TES_OK);
    const size_t pick = tes_rng_below(&rng, work->list.count);
    must(tes_apply(rules, state, work->list.moves[pick], work) == TES_OK);
  }
}

/* A legal one: its text, told to each seat, and what it is made of. */
static void look(const tes_rules *rules, const tes_state *state, tes_move move,
                 tes_work *work) {
  tes_text text;
  tes_text_init(&text, NULL);
  must(tes_print(rules, state, move, 0, &text, work) == TES_OK);
  must(tes_parse(rules, state, tes_text_get(&text), work) == move);
  for (int seat = 1; seat <= rules->seats; seat++) {
    must(tes_print(rules, state, move, seat, &text, work) == TES_OK);
  }
  const tes_part *part = rules->game->made_of;
  for (int row = 0; part != NULL && part[row].name != NULL; row++) {
    must(tes_part_of(rules, state, move, row, &text, work) == TES_OK);
  }
  tes_text_free(&text);
}

static void try_move(const tes_rules *rules, tes_state *state, const char *line,
                     tes_work *work) {
  const uint64_t before = tes_hash(rules, state);
  const tes_move move = *line == '#' ? strtoll(line + 1, NULL, 10)
                                     : tes_parse(rules, state, line, work);
  const bool legal = tes_legal(rules, state, move, work);
  must(*line == '#' || legal == (move != 0));
  if (legal) look(rules, state, move, work);
  const bool played = tes_play(rules, state, move, work) == TES_OK;
  must(played == legal);
  if (!played) must(tes_hash(rules, state) == before);
  if (played && !state->over) fuzz_round_trip(rules, state, work);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < HEAD) return 0;
  const tes_rules *rules = fuzz_rules(data[0]);
  tes_work work;
  must(tes_work_init(&work, rules) == TES_OK);
  tes_state *state = tes_state_new(rules);
  char *text = fuzz_text(data + HEAD, size - HEAD), *rest = text, *line;
  random_plies(rules, state, data[1], data[2], &work);
  fuzz_look(rules, state, &work);
  while ((line = fuzz_line(&rest)) != NULL) {
    try_move(rules, state, line, &work);
  }
  free(text);
  tes_state_free(rules, state);
  tes_work_free(&work);
  return 0;
}
