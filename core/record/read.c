/* read.c: a line of JSON to a record, and what a record then tells.
 *
 * Reading takes two steps: the members of the line are copied, each to its
 * text, and then each is held against the shape (by record_members, then what a
 * row cannot say: options, winners, sizes that go together) and brought into
 * the form that record.h tells. A line may be anything, so messages show little
 * of it and nothing unprintable. The accessors check nothing: the shape holds.
 */
#include <limits.h>
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

/* ---- the line ------------------------------------------------------------ */

/* Of several of one name that is known the last counts; null is as good as
 * none. */
static void read_row(json_reader *r, tes_text *text) {
  tes_text_clear(text);
  json_copy(r, text);
  if (strcmp(tes_text_get(text), "null") == 0) tes_text_clear(text);
}

static void read_member(json_reader *r, tes_record *record) {
  tes_text *rest = &record->rest;
  const size_t before = rest->length;
  if (before > 0) tes_put_bytes(rest, ",", 1);
  const size_t start = rest->length;
  const json_value name = json_name(r);
  if (r->failed) return;
  json_copy_text(name, rest);
  if (rest->failed) return;
  const int row = record_rank(rest->data + start + 1, rest->length - start - 2);
  if (row < MEMBER_COUNT) {
    record_cut(rest, before);
    read_row(r, &record->member[row]);
  } else {
    tes_put_bytes(rest, ":", 1);
    json_copy(r, rest);
  }
}

static int read_line(tes_record *record, const char *line, tes_error *error) {
  json_reader r = json_reader_of(line, strlen(line), error);
  const json_value root = json_read(&r);
  if (root.type != JSON_OBJECT && !r.failed) {
    return tes_fail(error, TES_EARG, "not a JSON object");
  }
  while (json_more(&r)) {
    read_member(&r, record);
    if (record_failed(record)) {
      return tes_fail(error, TES_ENOMEM, "out of memory");
    }
  }
  if (!json_end(&r)) return TES_EARG;
  if (!r.zero) return TES_OK;
  return tes_fail(error, TES_EARG, "a text holds the character \\u0000");
}

/* ---- the shape ----------------------------------------------------------- */

/* Of a text as it is written: escaped is what is below a blank, or a quote or a
 * backslash. */
static bool one_line(json_value text) {
  for (size_t i = 0; i < text.length; i++) {
    if (text.bytes[i] == 0x7F) return false;
    if (text.bytes[i] != '\\') continue;
    i++;
    if (text.bytes[i] != '"' && text.bytes[i] != '\\') return false;
  }
  return true;
}

static bool is_whole(json_value v, int64_t min, int64_t max) {
  return v.type == JSON_NUMBER && v.number >= (double)min &&
         v.number <= (double)max && (v.whole || v.number == 0);
}

/* `path` is the item's name in messages. */
static int check_item(json_value v, const record_shape *s, const char *path,
                      tes_error *error) {
  static const char *const expected[] = {
      [WORD] = "text", [NAME] = "text or null", [NUMBER] = "number or null"};
  if (s->kind == WHOLE) {
    if (is_whole(v, s->min, s->max)) return TES_OK;
    return tes_fail(error, TES_EARG, "%s is not a whole number in %lld..%lld",
                    path, (long long)s->min, (long long)s->max);
  }
  if (s->kind != WORD && v.type == JSON_NULL) return TES_OK;
  if (v.type != (s->kind == NUMBER ? JSON_NUMBER : JSON_TEXT)) {
    return tes_fail(error, TES_EARG, "%s is not a %s", path, expected[s->kind]);
  }
  if (s->kind == WORD && !one_line(v)) {
    return tes_fail(error, TES_EARG, "%s holds a control character", path);
  }
  return TES_OK;
}

/* Counts the items, too. */
static int check_array(json_reader *r, const record_shape *s, const char *path,
                       int *count, tes_error *error) {
  int status = TES_OK;
  char entry[64];
  if (json_read(r).type != JSON_ARRAY) {
    return tes_fail(error, TES_EARG, "%s is not an array", path);
  }
  for (*count = 0; status == TES_OK && json_more(r); ++*count) {
    snprintf(entry, sizeof entry, "%s[%d]", path, *count);
    status = check_item(json_read(r), s, entry, error);
  }
  return status;
}

/* The member `s` at the reader, NULL: that is not there. */
static int check_member(json_reader *r, const record_shape *s,
                        const char *prefix, int *count, tes_error *error) {
  char path[32];
  snprintf(path, sizeof path, "%s%s", prefix, s->name);
  *count = 0;
  if (r == NULL) {
    return s->required ? tes_fail(error, TES_EARG, "no member \"%s\"", path)
                       : TES_OK;
  }
  if (s->kind == OTHER) return TES_OK;
  return s->array ? check_array(r, s, path, count, error)
                  : check_item(json_read(r), s, path, error);
}

static int check_row(const tes_record *record, int row, int *count,
                     tes_error *error) {
  json_reader r = record_reader(&record->member[row]);
  return check_member(record->member[row].length > 0 ? &r : NULL,
                      &record_members[row], "", count, error);
}

static int check_version(const tes_record *record, tes_error *error) {
  int count, status = check_row(record, TESELA, &count, error);
  if (status != TES_OK) return status;
  json_reader r = record_reader(&record->member[TESELA]);
  const double version = json_read(&r).number;
  if (version == FORMAT) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "this is format version %.0f; this program reads %d", version,
                  FORMAT);
}

/* A path would name a file, which readers of records run as a game. */
static int check_game(const tes_record *record, tes_error *error) {
  const char *name = record_word(record, GAME);
  if (name[strcspn(name, "/\\.")] == '\0') return TES_OK;
  return tes_fail(error, TES_EARG, "game is not a name but a path");
}

static int check_start(const tes_record *record, tes_error *error) {
  const bool fen = record_word(record, FEN) != NULL;
  const bool deal = record_word(record, DEAL) != NULL;
  if (fen && deal) {
    return tes_fail(error, TES_EARG, "both \"fen\" and \"deal\"");
  }
  if (!fen && !deal && record->member[SEED].length == 0) {
    return tes_fail(error, TES_EARG, "no member \"seed\"");
  }
  return TES_OK;
}

static bool is_option(json_reader *r) {
  const json_value v = json_read(r);
  if (v.type == JSON_TEXT) return one_line(v);
  if (v.type != JSON_ARRAY) return is_whole(v, INT_MIN, INT_MAX);
  int count = 0;
  while (json_more(r)) {
    if (!is_whole(json_read(r), INT_MIN, INT_MAX)) return false;
    count++;
  }
  return count >= 1 && count <= TES_OPTION_INTS;
}

static int check_options(const tes_record *record, tes_error *error) {
  json_reader r = record_reader(&record->member[OPTIONS]);
  if (json_read(&r).type != JSON_OBJECT) {
    return tes_fail(error, TES_EARG, "options is not an object");
  }
  for (int count = 1; json_more(&r); count++) {
    const json_value name = json_name(&r);
    if (count > TES_OPTIONS_MAX) {
      return tes_fail(error, TES_EARG, "more than %d options", TES_OPTIONS_MAX);
    }
    if (!one_line(name)) {
      return tes_fail(error, TES_EARG,
                      "the name of an option holds a control character");
    }
    if (!is_option(&r)) {
      return tes_fail(error, TES_EARG,
                      "option \"%.*s\" is not a whole number, a word or an "
                      "array of 1 to %d whole numbers",
                      name.length > 40 ? 40 : (int)name.length, name.bytes,
                      TES_OPTION_INTS);
    }
  }
  return TES_OK;
}

static int check_size(const char *path, int count, int size, const char *what,
                      tes_error *error) {
  if (count == size) return TES_OK;
  return tes_fail(error, TES_EARG, "%s has %d entries for %d %s", path, count,
                  size, what);
}

static int check_winners(const tes_text *result, tes_error *error) {
  json_reader place, winner;
  record_find(result, "places", &place);
  record_find(result, "winners", &winner);
  json_read(&place);
  json_read(&winner);
  bool more = json_more(&winner), good = true;
  for (int seat = 1; good && json_more(&place); seat++) {
    if (json_read(&place).number != 1) continue;
    good = more && json_read(&winner).number == seat;
    more = good && json_more(&winner);
  }
  if (good && !more) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "result.winners are not the seats with place 1");
}

static int check_result(const tes_text *result, int seats, tes_error *error) {
  int status = TES_OK, count[COUNT_OF(result_members)];
  if (result->length == 0) return TES_OK;
  if (result->data[0] != '{') {
    return tes_fail(error, TES_EARG, "result is not an object or null");
  }
  for (size_t i = 0; i < COUNT_OF(result_members) && status == TES_OK; i++) {
    const record_shape *s = &result_members[i];
    json_reader r;
    const bool there = record_find(result, s->name, &r);
    status = check_member(there ? &r : NULL, s, "result.", &count[i], error);
  }
  if (status == TES_OK) {
    status = check_size("result.scores", count[0], seats, "players", error);
  }
  if (status == TES_OK) {
    status = check_size("result.places", count[1], seats, "players", error);
  }
  return status == TES_OK ? check_winners(result, error) : status;
}

/* ---- the record ---------------------------------------------------------- */

static int settle_words(tes_text *member, bool array) {
  json_reader r = record_reader(member);
  tes_text words;
  tes_text_init(&words, member->alloc);
  if (array) json_read(&r);
  while (!array || json_more(&r)) {
    json_put_unescaped(&words, json_read(&r));
    tes_put_bytes(&words, "", 1);
    if (!array) break;
  }
  return record_replace(member, &words);
}

/* Brings a checked text into the form that it has in memory. */
static int settle(tes_text *member, const record_shape *s, tes_error *error) {
  if (member->length == 0) return TES_OK;
  if (s->kind == WORD && settle_words(member, s->array) != TES_OK) {
    return tes_fail(error, TES_ENOMEM, "out of memory");
  }
  if (s->kind != NUMBER) return TES_OK;
  const bool unknown = strspn(member->data, "[nul,]") == member->length;
  record_cut(member, unknown ? 0 : member->length - 1);
  return TES_OK;
}

/* Each member by its row, and how many items it has, -1: it is not there. */
static int check_rows(tes_record *record, int *count, tes_error *error) {
  int status = check_version(record, error);
  for (int row = 0; row < MEMBER_COUNT && status == TES_OK; row++) {
    tes_text *member = &record->member[row];
    const bool there = member->length > 0;
    status = check_row(record, row, &count[row], error);
    if (status == TES_OK) status = settle(member, &record_members[row], error);
    if (!there) count[row] = -1;
  }
  return status;
}

static int check_shape(tes_record *record, tes_error *error) {
  int count[MEMBER_COUNT], status = check_rows(record, count, error);
  if (status == TES_OK) status = check_game(record, error);
  if (status == TES_OK) status = check_options(record, error);
  if (status == TES_OK) status = check_start(record, error);
  if (status != TES_OK) return status;
  record->seats = count[PLAYERS];
  record->length = (size_t)count[MOVES];
  if (record->seats < 1 || record->seats > TES_SEATS_MAX) {
    return tes_fail(error, TES_EARG, "players has %d entries, not 1..%d",
                    record->seats, TES_SEATS_MAX);
  }
  for (int row = SECONDS; row <= VALUES && status == TES_OK; row++) {
    if (count[row] < 0) continue;
    status = check_size(record_members[row].name, count[row], count[MOVES],
                        "moves", error);
  }
  if (status != TES_OK) return status;
  return check_result(&record->member[RESULT], record->seats, error);
}

tes_record *record_read(const tes_alloc *alloc, const char *line,
                        tes_error *error) {
  tes_record *record = record_new(alloc);
  if (record == NULL) {
    tes_fail(error, TES_ENOMEM, "out of memory");
    return NULL;
  }
  tes_text *result = &record->member[RESULT];
  int status = read_line(record, line, error);
  if (status == TES_OK) status = check_shape(record, error);
  if (status == TES_OK && result->length == 0) {
    tes_put(result, "null");
    if (result->failed) status = tes_fail(error, TES_ENOMEM, "out of memory");
  }
  if (status == TES_OK) return record;
  tes_record_free(record);
  return NULL;
}

tes_record *tes_record_read(const char *line, tes_error *error) {
  return record_read(NULL, line, error);
}

const char *tes_record_game(const tes_record *record) {
  return record_word(record, GAME);
}

size_t tes_record_length(const tes_record *record) {
  return record->length;
}

/* A word, a number, or numbers with commas between them. */
static void put_option(json_reader *r, tes_text *text) {
  json_put_unescaped(text, json_name(r));
  tes_put_bytes(text, "=", 1);
  const json_value v = json_read(r);
  if (v.type != JSON_ARRAY) {
    json_put_unescaped(text, v);
    return;
  }
  for (bool first = true; json_more(r); first = false) {
    if (!first) tes_put_bytes(text, ",", 1);
    json_put_unescaped(text, json_read(r));
  }
}

int tes_record_options(const tes_record *record, tes_text *text,
                       const char *settings[TES_OPTIONS_MAX]) {
  size_t start[TES_OPTIONS_MAX];
  int count = 0;
  json_reader r = record_reader(&record->member[OPTIONS]);
  json_read(&r);
  while (json_more(&r)) {
    start[count++] = text->length;
    put_option(&r, text);
    tes_put_bytes(text, "", 1);
  }
  if (text->failed) return TES_ENOMEM;
  /* Only now: a text that grows moves. */
  for (int i = 0; i < count; i++) settings[i] = text->data + start[i];
  return count;
}

tes_setup tes_record_setup(const tes_record *record) {
  tes_setup setup = {.fen = record_word(record, FEN),
                     .deal = record_word(record, DEAL)};
  json_reader r = record_reader(&record->member[SEED]);
  if (record->member[SEED].length > 0) {
    setup.seed = (uint64_t)json_read(&r).number;
  }
  return setup;
}

const char *tes_record_move_at(const tes_record *record, size_t index) {
  if (index >= record->length) return NULL;
  const char *move = record->member[MOVES].data;
  while (index-- > 0) move += strlen(move) + 1;
  return move;
}
