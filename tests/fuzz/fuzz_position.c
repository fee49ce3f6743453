/* fuzz_position.c: position text and moves from anywhere.
 *
 * The first line is position text, the others are moves. Whatever loads must
 * save, load again as an equal position and list its moves; a move is played
 * or refused, and a refusal changes nothing. The first byte chooses
 * the game and an option: a the first row of the table, b the second ... */
#include <stdlib.h>
#include <string.h>

#include "tesela.h"

static const struct {
  const char *game, *setting;
} tables[] = {
    {"mixtour", "stack=5"},     {"mixtour", "stack=2"},
    {"mixtour", "stack=8"},     {"mixtour", "pieces=3"},
    {"mixtour", "win_score=9"}, {"mixtour", "stall=2"},
    {"blokus", "corners=any"},  {"blokus", "players=3"},
    {"blokus", "variant=duo"},  {"losetas", "frame=floating"},
    {"losetas", "frame=fixed"}, {"losetas", "tiles=16,16,16"},
    {"losetas", "size=3"},      {"losetas", "touch=corner"},
    {"qwirkle", "players=2"},   {"qwirkle", "hand=9"},
};

enum { ROWS = sizeof tables / sizeof *tables };

/* Opened once: the tables of Blokus take longer than a position. */
static tes_rules *rules_of(size_t row) {
  static tes_rules *opened[ROWS];
  tes_error error;
  if (opened[row] == NULL) {
    opened[row] = tes_rules_open(tes_game_find(tables[row].game),
                                 &tables[row].setting, 1, NULL, &error);
  }
  return opened[row];
}

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
  const size_t row = (uint8_t)(data[0] - 'a') % ROWS;
  tes_work work;
  tes_rules *rules = rules_of(row);
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
  return 0;
}
