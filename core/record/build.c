/* build.c: builds and writes the record of a game.
 *
 * It refuses a seat, a pair or a note's name that would break the shape, but
 * does not check the text of moves. json_put replaces bytes that are not
 * UTF-8. */
#include <math.h>

#include "record.h"

/* ---- values: NULL if memory runs out, like those of jansson ---- */

static json_t *new_string(const char *string) {
  return string != NULL ? json_string_nocheck(string) : json_null();
}

/* The array or object, or NULL if it lacks items. */
static json_t *whole(json_t *value, size_t count) {
  if (json_array_size(value) + json_object_size(value) == count) return value;
  json_decref(value);
  return NULL;
}

static json_t *new_ints(const int *values, int count) {
  json_t *array = json_array();
  for (int i = 0; i < count; i++) {
    json_array_append_new(array, json_integer(values[i]));
  }
  return whole(array, (size_t)count);
}

static json_t *new_players(int seats) {
  json_t *array = json_array();
  for (int i = 0; i < seats; i++) json_array_append_new(array, json_null());
  return whole(array, (size_t)seats);
}

static json_t *new_option(const tes_rules *rules, size_t row) {
  const tes_option *option = &rules->game->options[row];
  char space[128];
  tes_text word;
  if (option->type == TES_INT) return json_integer(rules->value[row][0]);
  if (option->type == TES_INTS) {
    return new_ints(rules->value[row], option->count);
  }
  tes_text_fixed(&word, space, sizeof space);
  tes_option_print(rules, row, &word);
  return new_string(space);
}

static bool set(json_t *object, const char *name, json_t *value) {
  return json_object_set_new_nocheck(object, name, value) == 0;
}

static json_t *new_options(const tes_rules *rules) {
  const size_t count = tes_option_count(rules->game);
  json_t *options = json_object();
  for (size_t row = 0; row < count; row++) {
    set(options, rules->game->options[row].name, new_option(rules, row));
  }
  return whole(options, count);
}

static json_t *new_result(const tes_result *result, const char *message) {
  int winners[TES_SEATS_MAX], count = 0;
  json_t *object = json_object();
  for (int i = 0; i < result->seats; i++) {
    if (result->place[i] == 1) winners[count++] = i + 1;
  }
  set(object, "scores", new_ints(result->score, result->seats));
  set(object, "places", new_ints(result->place, result->seats));
  set(object, "winners", new_ints(winners, count));
  set(object, "reason", new_string(result->reason));
  if (message != NULL) set(object, "message", new_string(message));
  return whole(object, message != NULL ? 5 : 4);
}

/* ---- members ---- */

static int status_of(bool done) {
  return done ? TES_OK : TES_ENOMEM;
}

static bool put_member(json_t *line, int row, json_t *value) {
  return set(line, record_members[row].name, value);
}

/* If the game can hide anything, position text may leave information open,
 * which the seed deals. A NULL string is left out. */
static bool put_start(json_t *line, const tes_rules *rules,
                      const tes_setup *setup) {
  const tes_game *game = rules->game;
  const char *deal = setup->fen == NULL ? setup->deal : NULL;
  const bool seeded = setup->fen != NULL ? game->hide != NULL : deal == NULL;
  return put_member(line, TESELA, json_integer(FORMAT)) &&
         put_member(line, GAME, new_string(game->name)) &&
         put_member(line, SOURCE, new_string(game->source)) &&
         put_member(line, OPTIONS, new_options(rules)) &&
         put_member(
             line, SEED,
             seeded ? json_integer((json_int_t)setup->seed) : json_null()) &&
         put_member(line, FEN, new_string(setup->fen)) &&
         put_member(line, DEAL, new_string(deal)) &&
         put_member(line, PLAYERS, new_players(rules->seats)) &&
         put_member(line, MOVES, json_array());
}

tes_record *tes_record_new(const tes_rules *rules, const tes_setup *setup) {
  if (setup->seed > TES_SEED_MAX) return NULL;
  json_t *line = json_object();
  if (put_start(line, rules, setup)) return record_of(line);
  json_decref(line);
  return NULL;
}

int tes_record_player(tes_record *record, int seat, const char *name) {
  json_t *players = record_member(record->line, PLAYERS);
  if (seat < 1 || (size_t)seat > json_array_size(players)) return TES_EARG;
  return status_of(
      json_array_set_new(players, (size_t)seat - 1, new_string(name)) == 0);
}

/* Appends the entry for move `index` to a column, after nulls for earlier moves
 * without an entry. */
static bool add_entry(json_t *line, int row, size_t index, double entry) {
  if (record_member(line, row) == NULL &&
      !put_member(line, row, json_array())) {
    return false;
  }
  json_t *column = record_member(line, row);
  for (size_t i = json_array_size(column); i < index; i++) {
    if (json_array_append_new(column, json_null()) != 0) return false;
  }
  json_t *value = isfinite(entry) ? json_real(entry) : json_null();
  return json_array_append_new(column, value) == 0;
}

int tes_record_move(tes_record *record, const char *move, double seconds,
                    double value) {
  json_t *line = record->line, *moves = record_member(line, MOVES);
  const size_t index = json_array_size(moves);
  seconds = seconds >= 0 ? round(seconds * 1e6) / 1e6 : (double)NAN;
  if (json_array_append_new(moves, new_string(move)) == 0 &&
      add_entry(line, SECONDS, index, seconds) &&
      add_entry(line, VALUES, index, value)) {
    return TES_OK;
  }
  for (int row = MOVES; row <= VALUES; row++) {
    json_array_remove(record_member(line, row), index);
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
      (size_t)result->seats != record_seats(record) || !has_places(result)) {
    return TES_EARG;
  }
  return status_of(
      put_member(record->line, RESULT, new_result(result, message)));
}

int tes_record_pair(tes_record *record, int64_t pair) {
  if (pair < -WHOLE_MAX || pair > WHOLE_MAX) return TES_EARG;
  return status_of(put_member(record->line, PAIR, json_integer(pair)));
}

int tes_record_note(tes_record *record, const char *key, const char *string) {
  if (record_rank(key) < MEMBER_COUNT) return TES_EARG;
  return status_of(set(record->line, key, new_string(string)));
}

/* ---- writing ---- */

static bool is_known(json_t *column) {
  size_t i;
  json_t *entry;
  json_array_foreach(column, i, entry) {
    if (!json_is_null(entry)) return true;
  }
  return false;
}

int tes_record_write(const tes_record *record, tes_text *text) {
  const char *name;
  json_t *value;
  for (int row = 0; row < MEMBER_COUNT; row++) {
    const record_shape *s = &record_members[row];
    value = record_member(record->line, row);
    if (value == NULL && row == RESULT) value = json_null();
    if (value == NULL || (s->kind == NUMBER && !is_known(value))) continue;
    tes_put_bytes(text, row == TESELA ? "{" : ",", 1);
    json_put_member(text, s->name, value);
  }
  json_object_foreach(record->line, name, value) {
    if (record_rank(name) < MEMBER_COUNT) continue;
    tes_put_bytes(text, ",", 1);
    json_put_member(text, name, value);
  }
  tes_put_bytes(text, "}", 1);
  return text->failed ? TES_ENOMEM : TES_OK;
}
