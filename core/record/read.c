/* read.c: a line of JSON to a record, and what a record then tells.
 *
 * Reading takes three steps, each of which relies on those before it: the
 * text (UTF-8, nesting, what cJSON would let pass), the shape (each member by
 * record_members, then what a row cannot say: options, winners, sizes that go
 * together), and what stands beside the object. A line may be anything, so
 * messages show little of it and nothing unprintable. The accessors check
 * nothing: the shape holds. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "record.h"

#define DEPTH_MAX 100 /* of nesting; bounds the recursion in cJSON and here */

static const record_shape result_members[] = {
    {"scores", WHOLE, true, true, INT_MIN, INT_MAX},
    {"places", WHOLE, true, true, 1, TES_SEATS_MAX},
    {"winners", WHOLE, true, true, 1, TES_SEATS_MAX},
    {"reason", WORD, false, true, 0, 0},
    {"message", NAME, false, false, 0, 0},
};

/* ---- the text ------------------------------------------------------------ */

/* The line may be anything: what cannot be shown becomes a question mark. */
static int fail_near(const char *line, const char *at, const char *what,
                     tes_error *error) {
  char near[32];
  size_t used = 0;
  for (const char *c = at; *c != '\0' && used < 20;) {
    const size_t size = record_utf8_size(c);
    const bool shown = size > 1 || (size == 1 && *c >= ' ');
    memcpy(near + used, shown ? c : "?", shown ? size : 1);
    used += shown ? size : 1;
    c += size > 0 ? size : 1;
  }
  near[used] = '\0';
  return tes_fail(error, TES_EARG, "%s (near byte %zu: %s)", what,
                  (size_t)(at - line) + 1, used == 0 ? "the line ends" : near);
}

/* What cJSON would not refuse (it reads \uXYZ as the end of a text), or not
 * say clearly. */
static int check_line(const char *line, tes_error *error) {
  bool quoted = false;
  int depth = 0;
  for (const char *c = line; *c != '\0';) {
    size_t size = record_utf8_size(c);
    if (size == 0) {
      return tes_fail(error, TES_EARG, "byte %zu is not UTF-8",
                      (size_t)(c - line) + 1);
    }
    if (c[0] == '\\' && c[1] == 'u') {
      if (strspn(c + 2, "0123456789abcdefABCDEF") < 4) {
        return fail_near(line, c, "not JSON", error);
      }
      if (strncmp(c + 2, "0000", 4) == 0) {
        return tes_fail(error, TES_EARG, "a text holds the character \\u0000");
      }
    }
    if (*c == '"') quoted = !quoted;
    if (!quoted && (*c == '[' || *c == '{') && ++depth > DEPTH_MAX) {
      return tes_fail(error, TES_EARG, "nested deeper than %d levels",
                      DEPTH_MAX);
    }
    if (!quoted && (*c == ']' || *c == '}')) depth--;
    bool escape = *c == '\\' && (c[1] == '"' || c[1] == '\\');
    c += escape ? 2 : size;
  }
  return TES_OK;
}

/* The object of a line, with our numbers, or NULL. */
static cJSON *parse(const char *line, tes_error *error) {
  const char *end = NULL;
  if (check_line(line, error) != TES_OK) return NULL;
  cJSON *root = cJSON_ParseWithOpts(line, &end, false);
  if (root == NULL) {
    fail_near(line, end == NULL ? line : end, "not JSON", error);
    return NULL;
  }
  end += strspn(end, " \t\r\n");
  if (*end != '\0') {
    fail_near(line, end, "text behind the JSON object", error);
  } else if (!cJSON_IsObject(root)) {
    tes_fail(error, TES_EARG, "not a JSON object");
  } else if (!record_keep_numbers(root)) {
    tes_fail(error, TES_ENOMEM, "out of memory");
  } else {
    return root;
  }
  cJSON_Delete(root);
  return NULL;
}

/* Brings the members into the order of record_members. Of several with one name
 * the last counts; null is as good as none. */
static void sort_members(cJSON *root) {
  cJSON *row[MEMBER_COUNT + 1] = {NULL}, *next;
  for (cJSON *m = root->child; m != NULL; m = next) {
    next = m->next;
    int rank = record_rank(m->string);
    if (rank == MEMBER_COUNT) continue;
    cJSON_DetachItemViaPointer(root, m);
    cJSON_Delete(row[rank]);
    row[rank] = m;
  }
  for (int rank = MEMBER_COUNT - 1; rank >= 0; rank--) {
    if (cJSON_IsNull(row[rank])) {
      cJSON_Delete(row[rank]);
    } else if (row[rank] != NULL) {
      cJSON_InsertItemInArray(root, 0, row[rank]);
    }
  }
}

/* ---- the shape ----------------------------------------------------------- */

static bool one_line(const char *text) {
  for (; *text != '\0'; text++) {
    if ((unsigned char)*text < ' ' || *text == 0x7F) return false;
  }
  return true;
}

/* `path` is the item's name in messages. */
static int check_item(const cJSON *item, const record_shape *s,
                      const char *path, tes_error *error) {
  static const char *const expected[] = {
      [WORD] = "text", [NAME] = "text or null", [NUMBER] = "number or null"};
  if (s->kind == WHOLE) {
    if (record_is_whole(item, s->min, s->max)) return TES_OK;
    return tes_fail(error, TES_EARG, "%s is not a whole number in %lld..%lld",
                    path, (long long)s->min, (long long)s->max);
  }
  if (s->kind != WORD && cJSON_IsNull(item)) return TES_OK;
  if (s->kind == NUMBER ? !record_is_number(item) : !cJSON_IsString(item)) {
    return tes_fail(error, TES_EARG, "%s is not a %s", path, expected[s->kind]);
  }
  if (s->kind == WORD && !one_line(item->valuestring)) {
    return tes_fail(error, TES_EARG, "%s holds a control character", path);
  }
  return TES_OK;
}

static int check_array(const cJSON *array, const record_shape *s,
                       const char *path, tes_error *error) {
  if (!cJSON_IsArray(array)) {
    return tes_fail(error, TES_EARG, "%s is not an array", path);
  }
  int index = 0, status = TES_OK;
  char entry[64];
  for (const cJSON *item = array->child; item != NULL && status == TES_OK;
       item = item->next) {
    snprintf(entry, sizeof entry, "%s[%d]", path, index++);
    status = check_item(item, s, entry, error);
  }
  return status;
}

static int check_member(const cJSON *object, const record_shape *s,
                        const char *prefix, tes_error *error) {
  char path[32];
  snprintf(path, sizeof path, "%s%s", prefix, s->name);
  const cJSON *item = record_get(object, s->name);
  if (item == NULL) {
    return s->required ? tes_fail(error, TES_EARG, "no member \"%s\"", path)
                       : TES_OK;
  }
  if (s->kind == OTHER) return TES_OK;
  return s->array ? check_array(item, s, path, error)
                  : check_item(item, s, path, error);
}

static int check_version(const cJSON *root, tes_error *error) {
  const cJSON *item = record_get(root, record_members[TESELA].name);
  int status = check_member(root, &record_members[TESELA], "", error);
  if (status == TES_OK && item->valuedouble != FORMAT) {
    return tes_fail(error, TES_EARG,
                    "this is format version %.0f; this program reads %d",
                    item->valuedouble, FORMAT);
  }
  return status;
}

/* A path would name a file, which readers of records run as a game. */
static int check_game(const cJSON *root, tes_error *error) {
  const char *name = record_get(root, record_members[GAME].name)->valuestring;
  if (name[strcspn(name, "/\\.")] == '\0') return TES_OK;
  return tes_fail(error, TES_EARG, "game is not a name but a path");
}

static int check_start(const cJSON *root, tes_error *error) {
  bool fen = record_get(root, "fen") != NULL,
       deal = record_get(root, "deal") != NULL;
  if (fen && deal) {
    return tes_fail(error, TES_EARG, "both \"fen\" and \"deal\"");
  }
  if (!fen && !deal && record_get(root, "seed") == NULL) {
    return tes_fail(error, TES_EARG, "no member \"seed\"");
  }
  return TES_OK;
}

static int check_option(const cJSON *option, tes_error *error) {
  const cJSON *number = cJSON_IsArray(option) ? option->child : option;
  int count = 0;
  if (!one_line(option->string)) {
    return tes_fail(error, TES_EARG,
                    "the name of an option holds a control character");
  }
  if (cJSON_IsString(option) && one_line(option->valuestring)) return TES_OK;
  for (; number != NULL; number = number->next, count++) {
    if (!record_is_whole(number, INT_MIN, INT_MAX)) break;
    if (number == option) return TES_OK;
  }
  if (number == NULL && count >= 1 && count <= TES_OPTION_INTS) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "option \"%.40s\" is not a whole number, a word or an array "
                  "of 1 to %d whole numbers",
                  option->string, TES_OPTION_INTS);
}

static int check_options(const cJSON *root, tes_error *error) {
  const cJSON *options = record_get(root, record_members[OPTIONS].name);
  if (!cJSON_IsObject(options)) {
    return tes_fail(error, TES_EARG, "options is not an object");
  }
  int count = 0, status = TES_OK;
  for (const cJSON *option = options->child; option != NULL && status == TES_OK;
       option = option->next) {
    if (++count > TES_OPTIONS_MAX) {
      return tes_fail(error, TES_EARG, "more than %d options", TES_OPTIONS_MAX);
    }
    status = check_option(option, error);
  }
  return status;
}

static int check_size(const cJSON *array, const char *path, int size,
                      const char *what, tes_error *error) {
  int count = cJSON_GetArraySize(array);
  if (array == NULL || count == size) return TES_OK;
  return tes_fail(error, TES_EARG, "%s has %d entries for %d %s", path, count,
                  size, what);
}

static int check_winners(const cJSON *result, tes_error *error) {
  const cJSON *place = record_get(result, "places")->child;
  const cJSON *winner = record_get(result, "winners")->child;
  bool good = true;
  for (int seat = 1; place != NULL; place = place->next, seat++) {
    if (place->valuedouble != 1) continue;
    good = good && winner != NULL && winner->valuedouble == seat;
    if (winner != NULL) winner = winner->next;
  }
  if (good && winner == NULL) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "result.winners are not the seats with place 1");
}

static int check_result(const cJSON *root, int seats, tes_error *error) {
  const cJSON *result = record_get(root, record_members[RESULT].name);
  int status = TES_OK;
  if (result == NULL) return TES_OK;
  if (!cJSON_IsObject(result)) {
    return tes_fail(error, TES_EARG, "result is not an object or null");
  }
  for (size_t i = 0; i < COUNT_OF(result_members) && status == TES_OK; i++) {
    status = check_member(result, &result_members[i], "result.", error);
  }
  for (size_t i = 0; i < 2 && status == TES_OK; i++) { /* scores, places */
    const char *name = result_members[i].name;
    char path[32];
    snprintf(path, sizeof path, "result.%s", name);
    status =
        check_size(record_get(result, name), path, seats, "players", error);
  }
  return status == TES_OK ? check_winners(result, error) : status;
}

static int check_shape(const cJSON *root, tes_error *error) {
  int status = check_version(root, error);
  for (int row = 0; row < MEMBER_COUNT && status == TES_OK; row++) {
    status = check_member(root, &record_members[row], "", error);
  }
  if (status == TES_OK) status = check_game(root, error);
  if (status == TES_OK) status = check_options(root, error);
  if (status == TES_OK) status = check_start(root, error);
  if (status != TES_OK) return status;
  int seats = cJSON_GetArraySize(record_get(root, "players"));
  int length = cJSON_GetArraySize(record_get(root, "moves"));
  if (seats < 1 || seats > TES_SEATS_MAX) {
    return tes_fail(error, TES_EARG, "players has %d entries, not 1..%d", seats,
                    TES_SEATS_MAX);
  }
  for (int row = SECONDS; row <= VALUES && status == TES_OK; row++) {
    status = check_size(record_get(root, record_members[row].name),
                        record_members[row].name, length, "moves", error);
  }
  return status == TES_OK ? check_result(root, seats, error) : status;
}

/* ---- the record ---------------------------------------------------------- */

static bool all_null(const cJSON *array) {
  const cJSON *item = array->child;
  while (item != NULL && cJSON_IsNull(item)) item = item->next;
  return item == NULL;
}

/* Sets up what stands beside the object. */
static bool complete(tes_record *record) {
  record->seats = cJSON_GetArraySize(record_member(record, PLAYERS));
  record->moves = record_member(record, MOVES);
  record->length = (size_t)cJSON_GetArraySize(record->moves);
  for (int i = 0; i < COLUMNS; i++) {
    cJSON *column = record_member(record, SECONDS + i);
    if (column == NULL) continue;
    if (all_null(column)) {
      cJSON_Delete(cJSON_DetachItemViaPointer(record->root, column));
    } else {
      record->column[i] = column;
    }
  }
  return record_member(record, RESULT) != NULL ||
         record_put(record->root, RESULT, cJSON_CreateNull());
}

tes_record *tes_record_read(const char *line, tes_error *error) {
  cJSON *root = parse(line, error);
  if (root == NULL) return NULL;
  sort_members(root);
  if (check_shape(root, error) != TES_OK) {
    cJSON_Delete(root);
    return NULL;
  }
  tes_record *record = record_wrap(root);
  if (record != NULL && complete(record)) return record;
  tes_fail(error, TES_ENOMEM, "out of memory");
  tes_record_free(record);
  return NULL;
}

const char *tes_record_game(const tes_record *record) {
  return record_member(record, GAME)->valuestring;
}

size_t tes_record_length(const tes_record *record) {
  return record->length;
}

static void put_option(const cJSON *option, tes_text *text) {
  tes_put(text, "%s=", option->string);
  if (cJSON_IsString(option)) tes_put(text, "%s", option->valuestring);
  if (record_is_number(option)) tes_put(text, "%.0f", option->valuedouble);
  if (!cJSON_IsArray(option)) return;
  for (const cJSON *number = option->child; number != NULL;
       number = number->next) {
    tes_put(text, "%s%.0f", number == option->child ? "" : ",",
            number->valuedouble);
  }
}

int tes_record_options(const tes_record *record, tes_text *text,
                       const char *settings[TES_OPTIONS_MAX]) {
  size_t start[TES_OPTIONS_MAX];
  int count = 0;
  for (const cJSON *option = record_member(record, OPTIONS)->child;
       option != NULL; option = option->next) {
    start[count++] = text->length;
    put_option(option, text);
    tes_put_bytes(text, "", 1);
  }
  if (text->failed) return TES_ENOMEM;
  /* Only now: a text that grows moves. */
  for (int i = 0; i < count; i++) settings[i] = text->data + start[i];
  return count;
}

static const char *text_of(const cJSON *item) {
  return item != NULL ? item->valuestring : NULL;
}

tes_setup tes_record_setup(const tes_record *record) {
  const cJSON *seed = record_member(record, SEED);
  return (tes_setup){.seed = seed == NULL ? 0 : (uint64_t)seed->valuedouble,
                     .fen = text_of(record_member(record, FEN)),
                     .deal = text_of(record_member(record, DEAL))};
}

const char *tes_record_move_at(const tes_record *record, size_t index) {
  return text_of(cJSON_GetArrayItem(record->moves, (int)index));
}
