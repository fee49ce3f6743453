/* fuzz_record.c: lines of records from anywhere.
 *
 * What is read writes a line that is read again and written the same; its
 * options open rules or are refused, and the game is replayed or refused. */
#include "fuzz.h"

/* The rules of a game by settings, or NULL. The last ones stay open: most lines
 * have the same, and opening Blokus takes longer than everything else. */
static const tes_rules *open_rules(const tes_game *game, const tes_text *text,
                                   const char **settings, size_t count) {
  static char *kept;
  static size_t length;
  static tes_rules *rules;
  tes_error error;
  if (rules != NULL && rules->game == game && length == text->length &&
      memcmp(kept, tes_text_get(text), length) == 0) {
    return rules;
  }
  tes_rules_close(rules);
  free(kept);
  length = text->length;
  kept = fuzz_text((const uint8_t *)tes_text_get(text), length);
  rules = tes_rules_open(game, settings, count, NULL, &error);
  return rules;
}

static void replay(const tes_record *record) {
  const char *settings[TES_OPTIONS_MAX];
  tes_work work;
  tes_text text;
  tes_text_init(&text, NULL);
  const tes_game *game = tes_game_find(tes_record_game(record));
  const int count = tes_record_options(record, &text, settings);
  const tes_rules *rules = NULL;
  if (game != NULL && count >= 0) {
    rules = open_rules(game, &text, settings, (size_t)count);
  }
  if (rules != NULL && tes_work_init(&work, rules) == TES_OK) {
    tes_state *state = tes_state_new(rules);
    if (tes_record_replay(record, rules, state, SIZE_MAX, &work) == TES_OK) {
      fuzz_look(rules, state, &work);
    }
    tes_state_free(rules, state);
    tes_work_free(&work);
  }
  tes_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tes_error error;
  char *line = fuzz_text(data, size);
  tes_record *record = tes_record_read(line, &error);
  if (record != NULL) {
    tes_text first, second;
    tes_text_init(&first, NULL);
    tes_text_init(&second, NULL);
    must(tes_record_write(record, &first) == TES_OK);
    tes_record *again = tes_record_read(tes_text_get(&first), &error);
    must(again != NULL && tes_record_write(again, &second) == TES_OK);
    must(strcmp(tes_text_get(&first), tes_text_get(&second)) == 0);
    replay(record);
    tes_record_free(again);
    tes_text_free(&first);
    tes_text_free(&second);
  }
  tes_record_free(record);
  free(line);
  return 0;
}
