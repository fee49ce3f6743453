/* fuzz_position.c: position text and moves from anywhere.
 *
 * The first byte chooses rules, the rest of its line is position text, the
 * other lines are moves and arguments of queries. Whatever loads is saved,
 * drawn, viewed and asked; a move is played or refused, and a refusal changes
 * nothing. */
#include "fuzz.h"
#include "tesela_game.h"

static void view(const tes_rules *rules, const tes_state *state,
                 tes_work *work) {
  if (!tes_hides(rules)) return;
  tes_rng rng;
  tes_state *copy = tes_state_new(rules);
  for (int seat = 1; seat <= rules->seats; seat++) {
    tes_rng_seed(&rng, (uint64_t)seat);
    tes_copy(rules, copy, state);
    must(tes_view(rules, copy, seat, &rng, work) == TES_OK);
    fuzz_look(rules, copy, work);
  }
  tes_state_free(rules, copy);
}

static void ask(const tes_rules *rules, const tes_state *state,
                const char *argument, tes_work *work) {
  const tes_query *query = rules->game->queries;
  tes_text text;
  tes_text_init(&text, NULL);
  for (int row = 0; query != NULL && query[row].name != NULL; row++) {
    const char *given = *query[row].takes != '\0' ? argument : NULL;
    int64_t integer;
    tes_get(rules, state, 0, row, given, &integer, &text, work);
    tes_get(rules, state, 1, row, given, &integer, &text, work);
  }
  tes_text_free(&text);
}

static void play(const tes_rules *rules, tes_state *state, const char *move,
                 tes_work *work) {
  const uint64_t before = tes_hash(rules, state);
  const uint32_t ply = state->ply;
  if (tes_play_text(rules, state, move, work) == TES_OK) {
    if (!state->over) fuzz_round_trip(rules, state, work);
  } else {
    must(tes_hash(rules, state) == before && state->ply == ply);
  }
  must((tes_count(rules, state, work) == 0) == (state->over != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  const tes_rules *rules = fuzz_rules(data[0]);
  tes_work work;
  must(tes_work_init(&work, rules) == TES_OK);
  tes_state *state = tes_state_new(rules);
  char *text = fuzz_text(data + 1, size - 1), *rest = text, *line;
  if (tes_load(rules, state, fuzz_line(&rest), 0, &work) == TES_OK) {
    fuzz_round_trip(rules, state, &work);
    view(rules, state, &work);
    while ((line = fuzz_line(&rest)) != NULL) {
      ask(rules, state, line, &work);
      play(rules, state, line, &work);
    }
    fuzz_look(rules, state, &work);
  }
  free(text);
  tes_state_free(rules, state);
  tes_work_free(&work);
  return 0;
}
