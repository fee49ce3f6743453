/* at_table.h: what a test opens first: rules, a work and one position.
 *
 * Settings and moves are texts joined by blanks, so that a row of a table can
 * hold them. Whatever cannot be opened, read or played fails the test and
 * says why. cmocka.h must have been included. */
#ifndef TESELA_AT_TABLE_H
#define TESELA_AT_TABLE_H

#include <stdio.h>
#include <string.h>

#include "tesela_game.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

typedef struct table {
  tes_rules *rules;
  tes_work work;
  tes_state *state;
} table;

/* Cuts a copy of the text at its blanks; returns how many pieces. */
static inline size_t split(const char *text, char *space, size_t size,
                           const char *piece[], size_t most) {
  size_t count = 0;
  if (strlen(text) >= size) fail_msg("too long: %s", text);
  strcpy(space, text);
  for (char *at = strtok(space, " "); at != NULL; at = strtok(NULL, " ")) {
    if (count == most) fail_msg("too many: %s", text);
    piece[count++] = at;
  }
  return count;
}

/* The start, seed 0. */
static inline table table_open(const tes_game *game, const char *settings) {
  table t;
  tes_error error;
  char space[256];
  const char *setting[TES_OPTIONS_MAX];
  const size_t count =
      split(settings, space, sizeof space, setting, TES_OPTIONS_MAX);
  t.rules = tes_rules_open(game, setting, count, NULL, &error);
  if (t.rules == NULL) fail_msg("%s", error.text);
  assert_int_equal(tes_work_init(&t.work, t.rules), TES_OK);
  t.state = tes_state_new(t.rules);
  assert_non_null(t.state);
  assert_int_equal(tes_start(t.rules, t.state, 0, &t.work), TES_OK);
  return t;
}

static inline void table_close(table *t) {
  tes_state_free(t->rules, t->state);
  tes_work_free(&t->work);
  tes_rules_close(t->rules);
}

static inline void table_load(table *t, const char *fen) {
  if (tes_load(t->rules, t->state, fen, 0, &t->work) != TES_OK) {
    fail_msg("%s: %s", fen, t->work.error.text);
  }
}

/* Rules and a position; "" is the start. */
static inline table table_at(const tes_game *game, const char *settings,
                             const char *fen) {
  table t = table_open(game, settings);
  if (fen[0] != '\0') table_load(&t, fen);
  return t;
}

static inline void table_play(table *t, const char *moves) {
  char space[1024];
  const char *move[200];
  const size_t count = split(moves, space, sizeof space, move, COUNT_OF(move));
  for (size_t i = 0; i < count; i++) {
    if (tes_play_text(t->rules, t->state, move[i], &t->work) != TES_OK) {
      fail_msg("move %d of %s: %s", (int)i + 1, moves, t->work.error.text);
    }
  }
}

static inline void assert_fen(table *t, const char *fen) {
  tes_text text;
  tes_text_init(&text, NULL);
  tes_save(t->rules, t->state, 0, &text);
  assert_string_equal(tes_text_get(&text), fen);
  tes_text_free(&text);
}

/* The reason, or "" while the game goes on. */
static inline const char *table_reason(table *t) {
  tes_result result;
  assert_int_equal(tes_result_of(t->rules, t->state, &result, &t->work),
                   TES_OK);
  return result.reason != NULL ? result.reason : "";
}

#endif
