/* fuzz_position.c: position text and moves from anywhere.
 *
 * The first line is position text, the others are moves. Whatever loads must
 * save, load again as an equal position and list its moves; a move is played
 * or refused, and a refusal changes nothing. The first byte chooses options. */
#include <stdlib.h>
#include <string.h>

#include "tesela.h"

static const char *const settings[] = {
    "stack=5", "stack=2", "stack=8", "pieces=3", "win_score=9", "stall=2",
};

static void must(bool holds) {
  if (!holds) abort();
}

static void round_trip(const tes_rules *rules, const tes_state *state,
                       tes_work *work) {
  tes_text text;
  tes_text_init(&text, NULL);
  tes_save(rules, state, 0, &text);
  tes_state *again = tes_state_new(rules);
  must(tes_load(rules, again, tes_text_get(&text), 0, work) == TES_OK);
  must(tes_equal(rules, state, again));
  must(tes_hash(rules, state) == tes_hash(rules, again));
  tes_state_free(rules, again);
  tes_text_free(&text);
}

static void play(const tes_rules *rules, tes_state *state, char *moves,
                 tes_work *work) {
  for (char *move = strtok(moves, "\n"); move; move = strtok(NULL, "\n")) {
    const uint64_t before = tes_hash(rules, state);
    const uint32_t ply = state->ply;
    if (tes_play_text(rules, state, move, work) == TES_OK) {
      if (!state->over) round_trip(rules, state, work);
    } else {
      must(tes_hash(rules, state) == before && state->ply == ply);
    }
    must((tes_count(rules, state, work) == 0) == (state->over != 0));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  const char *setting =
      settings[data[0] % (sizeof settings / sizeof *settings)];
  tes_error error;
  tes_work work;
  tes_rules *rules =
      tes_rules_open(tes_game_find("mixtour"), &setting, 1, NULL, &error);
  must(rules != NULL && tes_work_init(&work, rules) == TES_OK);
  tes_state *state = tes_state_new(rules);
  char *text = malloc(size);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  char *rest = strchr(text, '\n');
  if (rest != NULL) *rest++ = '\0';
  if (tes_load(rules, state, text, 0, &work) == TES_OK) {
    round_trip(rules, state, &work);
    if (rest != NULL) play(rules, state, rest, &work);
  }
  free(text);
  tes_state_free(rules, state);
  tes_work_free(&work);
  tes_rules_close(rules);
  return 0;
}
