/* fuzz_options.c: options of all games from anywhere.
 *
 * The first byte chooses the game, each line is a setting. Rules that open say
 * what they are, and open again by what they said; games by them begin. */
#include "fuzz.h"
#include "tesela_game.h"

enum { SETTINGS = TES_OPTIONS_MAX + 4, PLIES = 3 };

static const tes_game *game_at(uint8_t letter) {
  size_t count = 0;
  while (tes_game_at(count) != NULL) count++;
  return tes_game_at((uint8_t)(letter - 'a') % count);
}

static void open_again(const tes_rules *rules) {
  tes_text text[TES_OPTIONS_MAX];
  const char *setting[TES_OPTIONS_MAX];
  tes_error error;
  const size_t count = tes_option_count(rules->game);
  for (size_t row = 0; row < count; row++) {
    tes_text_init(&text[row], NULL);
    tes_put(&text[row], "%s=", rules->game->options[row].name);
    tes_option_print(rules, row, &text[row]);
    setting[row] = tes_text_get(&text[row]);
  }
  tes_rules *again = tes_rules_open(rules->game, setting, count, NULL, &error);
  must(again != NULL);
  must(memcmp(again->value, rules->value, sizeof rules->value) == 0);
  must(again->seats == rules->seats);
  tes_rules_close(again);
  for (size_t row = 0; row < count; row++) tes_text_free(&text[row]);
}

static void begin(const tes_rules *rules, uint64_t seed) {
  tes_work work;
  must(tes_work_init(&work, rules) == TES_OK);
  tes_state *state = tes_state_new(rules);
  must(tes_start(rules, state, seed, &work) == TES_OK);
  for (int ply = 0; ply < PLIES && !state->over; ply++) {
    work.list.count = 0;
    must(tes_moves(rules, state, &work.list, &work) == TES_OK);
    const tes_move move = work.list.moves[seed % work.list.count];
    must(tes_apply(rules, state, move, &work) == TES_OK);
    fuzz_look(rules, state, &work);
    if (!state->over) fuzz_round_trip(rules, state, &work);
  }
  tes_state_free(rules, state);
  tes_work_free(&work);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const char *setting[SETTINGS];
  size_t count = 0;
  tes_error error;
  char *text = fuzz_text(data + 1, size - 1), *rest = text, *line;
  while (count < SETTINGS && (line = fuzz_line(&rest)) != NULL) {
    setting[count++] = line;
  }
  tes_rules *rules =
      tes_rules_open(game_at(data[0]), setting, count, NULL, &error);
  if (rules != NULL) {
    open_again(rules);
    begin(rules, size);
  }
  tes_rules_close(rules);
  free(text);
  return 0;
}
