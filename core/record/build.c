/* build.c: a record of a game that is being played, and writing it.
 *
 * What would break the shape, a seat, a pair or the name of a note that does
 * not fit, is refused; texts that hold moves and reasons are the caller's. */
#include <math.h>
#include <string.h>

#include "record.h"

static void put_string(tes_text *text, const char *string) {
  json_put_text(text, string, strlen(string));
}

/* An item. */
static void put_string_or_null(tes_text *text, const char *string) {
  if (string == NULL) tes_put_bytes(text, "null", 4);
  if (string != NULL) put_string(text, string);
  record_put_end(text);
}

static void put_ints(tes_text *text, const int *values, int count) {
  tes_put_bytes(text, "[", 1);
  for (int i = 0; i < count; i++) {
    tes_put(text, i == 0 ? "%d" : ",%d", values[i]);
  }
  tes_put_bytes(text, "]", 1);
}

static void put_option(const tes_rules *rules, size_t row, tes_text *text) {
  const tes_option *option = &rules->game->options[row];
  char space[128];
  tes_text word;
  if (option->type == TES_INT) {
    tes_put(text, "%d", rules->value[row][0]);
  } else if (option->type == TES_INTS) {
    put_ints(text, rules->value[row], option->count);
  } else {
    tes_text_fixed(&word, space, sizeof space);
    tes_option_print(rules, row, &word);
    put_string(text, space);
  }
}

static void put_options(const tes_rules *rules, tes_text *text) {
  const size_t count = tes_option_count(rules->game);
  tes_put_bytes(text, "{", 1);
  for (size_t row = 0; row < count; row++) {
    if (row > 0) tes_put_bytes(text, ",", 1);
    put_string(text, rules->game->options[row].name);
    tes_put_bytes(text, ":", 1);
    put_option(rules, row, text);
  }
  tes_put_bytes(text, "}", 1);
}

/* Position text may leave open what the seed then deals, if the game can
 * hide anything. */
static void put_setup(tes_text *member, const tes_game *game,
                      const tes_setup *setup) {
  const bool seeded =
      setup->fen != NULL ? game->hide != NULL : setup->deal == NULL;
  if (seeded) json_put_number(&member[SEED], (double)setup->seed);
  if (setup->fen != NULL) {
    record_put_word(&member[FEN], setup->fen);
  } else if (setup->deal != NULL) {
    record_put_word(&member[DEAL], setup->deal);
  }
}

tes_record *tes_record_new(const tes_rules *rules, const tes_setup *setup) {
  if (setup->seed > TES_SEED_MAX) return NULL;
  tes_record *record = record_new(rules->alloc);
  if (record == NULL) return NULL;
  const tes_game *game = rules->game;
  tes_text *member = record->member;
  record->seats = rules->seats;
  tes_put(&member[TESELA], "%d", FORMAT);
  record_put_word(&member[GAME], game->name);
  if (game->source != NULL) record_put_word(&member[SOURCE], game->source);
  put_options(rules, &member[OPTIONS]);
  put_setup(member, game, setup);
  for (int i = 0; i < rules->seats; i++) {
    put_string_or_null(&member[PLAYERS], NULL);
  }
  tes_put(&member[RESULT], "null");
  if (!record_failed(record)) return record;
  tes_record_free(record);
  return NULL;
}

int tes_record_player(tes_record *record, int seat, const char *name) {
  tes_text *players = &record->member[PLAYERS], text;
  if (seat < 1 || seat > record->seats) return TES_EARG;
  const char *old = players->data;
  tes_text_init(&text, players->alloc);
  for (int i = 1; i <= record->seats; i++) {
    if (i == seat) put_string_or_null(&text, name);
    if (i != seat) tes_put_bytes(&text, old, strlen(old) + 1);
    old += strlen(old) + 1;
  }
  return record_replace(players, &text);
}

static void put_entry(tes_text *column, double entry) {
  if (isfinite(entry)) json_put_number(column, entry + 0.0); /* -0 is 0 */
  if (!isfinite(entry)) tes_put_bytes(column, "null", 4);
  record_put_end(column);
}

/* Adds the entry of the next move, if anything is known; before the first one
 * come nulls. */
static void put_entries(tes_text *column, size_t moves, double entry) {
  if (column->length == 0) {
    if (!isfinite(entry)) return;
    for (size_t i = 0; i < moves; i++) put_entry(column, (double)NAN);
  }
  put_entry(column, entry);
}

int tes_record_move(tes_record *record, const char *move, double seconds,
                    double value) {
  tes_text *text = &record->member[MOVES]; /* and the columns behind it */
  const double entry[COLUMNS] = {
      seconds >= 0 ? round(seconds * 1e6) / 1e6 : (double)NAN, value};
  size_t length[1 + COLUMNS];
  for (int i = 0; i <= COLUMNS; i++) length[i] = text[i].length;
  record_put_word(text, move);
  for (int i = 0; i < COLUMNS; i++) {
    put_entries(&text[1 + i], record->length, entry[i]);
  }
  if (!record_failed(record)) {
    record->length++;
    return TES_OK;
  }
  for (int i = 0; i <= COLUMNS; i++) {
    record_cut(&text[i], length[i]);
  }
  return TES_ENOMEM;
}

static bool has_places(const tes_result *result) {
  for (int i = 0; i < result->seats; i++) {
    if (result->place[i] < 1 || result->place[i] > TES_SEATS_MAX) return false;
  }
  return true;
}

int tes_record_result(tes_record *record, const tes_result *result,
                      const char *message) {
  if (result->reason == NULL || !record_is_line(result->reason) ||
      result->seats != record->seats || !has_places(result)) {
    return TES_EARG;
  }
  int winners[TES_SEATS_MAX], count = 0;
  tes_text text;
  for (int i = 0; i < result->seats; i++) {
    if (result->place[i] == 1) winners[count++] = i + 1;
  }
  tes_text_init(&text, record->rest.alloc);
  tes_put(&text, "{\"scores\":");
  put_ints(&text, result->score, result->seats);
  tes_put(&text, ",\"places\":");
  put_ints(&text, result->place, result->seats);
  tes_put(&text, ",\"winners\":");
  put_ints(&text, winners, count);
  tes_put(&text, ",\"reason\":");
  put_string(&text, result->reason);
  if (message != NULL) tes_put(&text, ",\"message\":");
  if (message != NULL) put_string(&text, message);
  tes_put(&text, "}");
  return record_replace(&record->member[RESULT], &text);
}

int tes_record_pair(tes_record *record, int64_t pair) {
  tes_text text;
  if (pair < -WHOLE_MAX || pair > WHOLE_MAX) return TES_EARG;
  tes_text_init(&text, record->rest.alloc);
  tes_put(&text, "%lld", (long long)pair);
  return record_replace(&record->member[PAIR], &text);
}

/* Adds the items of `rest` that do not begin with `name`. */
static void put_others(const tes_text *rest, const tes_text *name,
                       tes_text *text) {
  for (size_t at = 0; at < rest->length;) {
    const char *item = rest->data + at;
    const size_t size = strlen(item) + 1;
    if (strncmp(item, name->data, name->length) != 0) {
      tes_put_bytes(text, item, size);
    }
    at += size;
  }
}

int tes_record_note(tes_record *record, const char *key, const char *string) {
  tes_text text, name;
  if (record_rank(key) < MEMBER_COUNT) return TES_EARG;
  tes_text_init(&text, record->rest.alloc);
  tes_text_init(&name, record->rest.alloc);
  put_string(&name, key);
  tes_put_bytes(&name, ":", 1);
  if (!name.failed) put_others(&record->rest, &name, &text);
  tes_put_bytes(&text, tes_text_get(&name), name.length);
  put_string(&text, string);
  record_put_end(&text);
  text.failed = text.failed || name.failed;
  tes_text_free(&name);
  return record_replace(&record->rest, &text);
}

/* Items with commas between them. */
static void write_items(const tes_text *items, bool words, tes_text *text) {
  for (size_t at = 0; at < items->length;) {
    const char *item = items->data + at;
    const size_t length = strlen(item);
    if (at > 0) tes_put_bytes(text, ",", 1);
    if (words) json_put_text(text, item, length);
    if (!words) tes_put_bytes(text, item, length);
    at += length + 1;
  }
}

static void write_member(const tes_text *member, const record_shape *s,
                         tes_text *text) {
  put_string(text, s->name);
  tes_put_bytes(text, s->array ? ":[" : ":", s->array ? 2 : 1);
  write_items(member, s->kind == WORD, text);
  if (s->array) tes_put_bytes(text, "]", 1);
}

int tes_record_write(const tes_record *record, tes_text *text) {
  for (int row = 0; row < MEMBER_COUNT; row++) {
    const tes_text *member = &record->member[row];
    if (member->length == 0 && row != MOVES) continue;
    tes_put_bytes(text, row == TESELA ? "{" : ",", 1);
    write_member(member, &record_members[row], text);
  }
  if (record->rest.length > 0) tes_put_bytes(text, ",", 1);
  write_items(&record->rest, false, text);
  tes_put_bytes(text, "}", 1);
  return text->failed ? TES_ENOMEM : TES_OK;
}
