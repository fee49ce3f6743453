/* read.c: reads a line of JSON as a record, and the members of a record.
 *
 * The line is checked against record_members, and then for rules that a row
 * cannot express (options, winners, matching sizes). A line may be anything, so
 * messages quote little of it and nothing unprintable. The accessors check
 * nothing: every record has the right shape. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record.h"

static const record_shape result_members[] = {
    {"scores", WHOLE, true, true, INT_MIN, INT_MAX},
    {"places", WHOLE, true, true, 1, TES_SEATS_MAX},
    {"winners", WHOLE, true, true, 1, TES_SEATS_MAX},
    {"reason", WORD, false, true, 0, 0},
    {"message", NAME, false, false, 0, 0},
};

/* ---- the shape ----------------------------------------------------------- */

static bool is_whole(const json_t *v, int64_t min, int64_t max) {
  const double number = json_number_value(v);
  return json_is_number(v) && number >= (double)min && number <= (double)max &&
         number == floor(number);
}

/* `path` is the item's name in messages. */
static int check_item(const json_t *v, const record_shape *s, const char *path,
                      tes_error *error) {
  static const char *const expected[] = {[WORD] = "string",
                                         [NAME] = "string or null",
                                         [NUMBER] = "number or null"};
  if (s->kind == WHOLE) {
    if (is_whole(v, s->min, s->max)) return TES_OK;
    return tes_fail(error, TES_EARG, "%s is not a whole number in %lld..%lld",
                    path, (long long)s->min, (long long)s->max);
  }
  if (s->kind != WORD && json_is_null(v)) return TES_OK;
  if (s->kind == NUMBER ? !json_is_number(v) : !json_is_string(v)) {
    return tes_fail(error, TES_EARG, "%s is not a %s", path, expected[s->kind]);
  }
  if (s->kind == WORD && !record_is_line(json_string_value(v))) {
    return tes_fail(error, TES_EARG, "%s contains a control character", path);
  }
  return TES_OK;
}

static int check_array(const json_t *array, const record_shape *s,
                       const char *path, tes_error *error) {
  size_t i;
  json_t *item;
  char entry[64];
  if (!json_is_array(array)) {
    return tes_fail(error, TES_EARG, "%s is not an array", path);
  }
  json_array_foreach(array, i, item) {
    if (check_item(item, s, "", NULL) == TES_OK) continue;
    snprintf(entry, sizeof entry, "%s[%zu]", path, i);
    return check_item(item, s, entry, error);
  }
  return TES_OK;
}

/* `member` is NULL if it is missing. */
static int check_member(const json_t *member, const record_shape *s,
                        const char *prefix, tes_error *error) {
  char path[32];
  snprintf(path, sizeof path, "%s%s", prefix, s->name);
  if (member == NULL) {
    return s->required ? tes_fail(error, TES_EARG, "no member \"%s\"", path)
                       : TES_OK;
  }
  if (s->kind == OTHER) return TES_OK;
  return s->array ? check_array(member, s, path, error)
                  : check_item(member, s, path, error);
}

static int check_row(const json_t *line, int row, tes_error *error) {
  return check_member(record_member(line, row), &record_members[row], "",
                      error);
}

static int check_version(const json_t *line, tes_error *error) {
  const int status = check_row(line, TESELA, error);
  const double version = json_number_value(record_member(line, TESELA));
  if (status != TES_OK || version == FORMAT) return status;
  return tes_fail(error, TES_EARG,
                  "this is format version %.0f; this program reads %d", version,
                  FORMAT);
}

/* A path is refused, because readers of records would run that file as a
 * game. */
static int check_game_name(const json_t *line, tes_error *error) {
  const char *name = json_string_value(record_member(line, GAME));
  if (name[strcspn(name, "/\\.")] == '\0') return TES_OK;
  return tes_fail(error, TES_EARG, "game is not a name but a path");
}

static int check_start(const json_t *line, tes_error *error) {
  const bool fen = record_member(line, FEN) != NULL;
  const bool deal = record_member(line, DEAL) != NULL;
  if (fen && deal) {
    return tes_fail(error, TES_EARG, "expected \"fen\" or \"deal\", not both");
  }
  if (!fen && !deal && record_member(line, SEED) == NULL) {
    return tes_fail(error, TES_EARG, "no member \"seed\"");
  }
  return TES_OK;
}

static bool is_option(const json_t *v) {
  const size_t count = json_array_size(v);
  if (json_is_string(v)) return record_is_line(json_string_value(v));
  if (!json_is_array(v)) return is_whole(v, INT_MIN, INT_MAX);
  for (size_t i = 0; i < count; i++) {
    if (!is_whole(json_array_get(v, i), INT_MIN, INT_MAX)) return false;
  }
  return count >= 1 && count <= TES_OPTION_INTS;
}

static int check_option_values(json_t *options, tes_error *error) {
  const char *name;
  json_t *value;
  if (!json_is_object(options)) {
    return tes_fail(error, TES_EARG, "options is not an object");
  }
  if (json_object_size(options) > TES_OPTIONS_MAX) {
    return tes_fail(error, TES_EARG, "more than %d options", TES_OPTIONS_MAX);
  }
  json_object_foreach(options, name, value) {
    if (!record_is_line(name)) {
      return tes_fail(error, TES_EARG,
                      "the name of an option contains a control character");
    }
    if (!is_option(value)) {
      return tes_fail(error, TES_EARG,
                      "option \"%.40s\" is not a whole number, a word or an "
                      "array of 1 to %d whole numbers",
                      name, TES_OPTION_INTS);
    }
  }
  return TES_OK;
}

static int check_size(const char *path, const json_t *array, size_t size,
                      const char *what, tes_error *error) {
  const size_t count = json_array_size(array);
  if (count == size) return TES_OK;
  return tes_fail(error, TES_EARG, "%s has %zu entries for %zu %s", path, count,
                  size, what);
}

static int check_winners(const json_t *places, const json_t *winners,
                         tes_error *error) {
  size_t count = 0;
  bool good = true;
  for (size_t seat = 1; seat <= json_array_size(places); seat++) {
    if (json_number_value(json_array_get(places, seat - 1)) != 1) continue;
    const json_t *winner = json_array_get(winners, count++);
    good = good && json_number_value(winner) == (double)seat;
  }
  if (good && json_array_size(winners) == count) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "result.winners are not the seats in place 1");
}

static int check_result(const json_t *result, size_t seats, tes_error *error) {
  int status = TES_OK;
  if (result == NULL) return TES_OK;
  if (!json_is_object(result)) {
    return tes_fail(error, TES_EARG, "result is not an object or null");
  }
  for (size_t i = 0; i < COUNT_OF(result_members) && status == TES_OK; i++) {
    const record_shape *s = &result_members[i];
    status =
        check_member(json_object_get(result, s->name), s, "result.", error);
  }
  if (status != TES_OK) return status;
  const json_t *places = json_object_get(result, "places");
  status = check_size("result.scores", json_object_get(result, "scores"), seats,
                      "players", error);
  if (status == TES_OK) {
    status = check_size("result.places", places, seats, "players", error);
  }
  return status == TES_OK
             ? check_winners(places, json_object_get(result, "winners"), error)
             : status;
}

static int check_column_sizes(const json_t *line, tes_error *error) {
  const size_t seats = json_array_size(record_member(line, PLAYERS));
  if (seats < 1 || seats > TES_SEATS_MAX) {
    return tes_fail(error, TES_EARG, "players has %zu entries, not 1..%d",
                    seats, TES_SEATS_MAX);
  }
  const size_t moves = json_array_size(record_member(line, MOVES));
  int status = TES_OK;
  for (int row = SECONDS; row <= VALUES && status == TES_OK; row++) {
    const json_t *column = record_member(line, row);
    if (column == NULL) continue;
    status =
        check_size(record_members[row].name, column, moves, "moves", error);
  }
  return status;
}

static int check_shape(const json_t *line, tes_error *error) {
  if (!json_is_object(line)) {
    return tes_fail(error, TES_EARG, "not a JSON object");
  }
  int status = check_version(line, error);
  for (int row = 0; row < MEMBER_COUNT && status == TES_OK; row++) {
    status = check_row(line, row, error);
  }
  if (status == TES_OK) status = check_game_name(line, error);
  if (status == TES_OK)
    status = check_option_values(record_member(line, OPTIONS), error);
  if (status == TES_OK) status = check_start(line, error);
  if (status == TES_OK) status = check_column_sizes(line, error);
  if (status != TES_OK) return status;
  const size_t seats = json_array_size(record_member(line, PLAYERS));
  return check_result(record_member(line, RESULT), seats, error);
}

/* ---- the record ---------------------------------------------------------- */

tes_record *tes_record_read(const char *text, tes_error *error) {
  json_t *line = json_read(text, strlen(text), false, error);
  if (line == NULL) return NULL;
  if (check_shape(line, error) != TES_OK) {
    json_decref(line);
    return NULL;
  }
  tes_record *record = record_of(line);
  if (record == NULL) tes_no_memory(error);
  return record;
}

const char *tes_record_game(const tes_record *record) {
  return record_word(record, GAME);
}

size_t tes_record_length(const tes_record *record) {
  return json_array_size(record_member(record->line, MOVES));
}

/* A word, a number, or numbers separated by commas. */
static void put_option(tes_text *text, json_t *v) {
  size_t i;
  json_t *item;
  if (json_is_string(v)) tes_put(text, "%s", json_string_value(v));
  if (json_is_number(v)) json_put(text, v);
  json_array_foreach(v, i, item) {
    if (i > 0) tes_put_bytes(text, ",", 1);
    json_put(text, item);
  }
}

int tes_record_options(const tes_record *record, tes_text *text,
                       const char *settings[TES_OPTIONS_MAX]) {
  const char *name;
  size_t start[TES_OPTIONS_MAX];
  int count = 0;
  json_t *value;
  json_object_foreach(record_member(record->line, OPTIONS), name, value) {
    start[count++] = text->length;
    tes_put(text, "%s=", name);
    put_option(text, value);
    tes_put_bytes(text, "", 1);
  }
  if (text->failed) return TES_ENOMEM;
  /* Only now, because growing text moves. */
  for (int i = 0; i < count; i++) settings[i] = text->data + start[i];
  return count;
}

tes_setup tes_record_setup(const tes_record *record) {
  const json_t *seed = record_member(record->line, SEED);
  return (tes_setup){.seed = (uint64_t)json_number_value(seed),
                     .fen = record_word(record, FEN),
                     .deal = record_word(record, DEAL)};
}

const char *tes_record_move_at(const tes_record *record, size_t index) {
  const json_t *moves = record_member(record->line, MOVES);
  return json_string_value(json_array_get(moves, index));
}
