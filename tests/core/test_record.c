/* test_record.c: records are written, read, refused and replayed.
 *
 * A game of Nim with one option of each type and a start that can be given
 * as text shows the format; random games of Mixtour go through all of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "mutate.h"
#include "record/record.h"
#include "toy_game.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- Nim: who takes the last stone wins (or loses) ------------------------
 */

typedef struct nim {
  tes_state head;
  int64_t stones;
} nim;

enum { STONES, MISERE, MOST };

static const tes_option nim_options[] = {
    {.name = "stones", .doc = "", .def = {7}, .min = 1, .max = 99},
    {.name = "last", .doc = "", .type = TES_WORD, .words = "wins|loses"},
    {.name = "most",
     .doc = "",
     .type = TES_INTS,
     .def = {3, 2},
     .min = 1,
     .max = 9,
     .count = 2},
    {.name = NULL}};

static int nim_open(tes_rules *rules, tes_error *error) {
  (void)error;
  rules->seats = 2;
  rules->state_size = sizeof(nim);
  return TES_OK;
}

static int nim_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                     tes_work *work) {
  (void)work;
  (void)rng;
  state->seat = 1;
  ((nim *)state)->stones = rules->value[STONES][0];
  return TES_OK;
}

static int64_t nim_most(const tes_rules *rules, const tes_state *state) {
  const int64_t most = rules->value[MOST][state->seat - 1];
  const int64_t stones = ((const nim *)state)->stones;
  return most < stones ? most : stones;
}

static int nim_moves(const tes_rules *rules, const tes_state *state,
                     tes_list *list, tes_work *work) {
  (void)work;
  if (tes_list_reserve(list, 9) != TES_OK) return TES_ENOMEM;
  for (int64_t i = 1; i <= nim_most(rules, state); i++) {
    list->moves[list->count++] = i;
  }
  return TES_OK;
}

static int nim_apply(const tes_rules *rules, tes_state *state, tes_move move,
                     tes_work *work) {
  (void)rules, (void)work;
  nim *n = (nim *)state;
  n->stones -= move;
  state->over = n->stones == 0;
  state->seat = (uint8_t)(3 - state->seat);
  return TES_OK;
}

static int nim_result(const tes_rules *rules, const tes_state *state,
                      tes_result *result, tes_work *work) {
  (void)work;
  const int mover = 2 - state->seat; /* the index of who moved last */
  const int winner = rules->value[MISERE][0] ? 1 - mover : mover;
  if (state->over) result->score[winner] = 1;
  tes_result_rank(result);
  return TES_OK;
}

static int nim_print(const tes_rules *rules, const tes_state *state,
                     tes_move move, int seat, tes_text *text, tes_work *work) {
  (void)seat, (void)work;
  (void)rules, (void)state;
  tes_put(text, "%lld", (long long)move);
  return TES_OK;
}

static int nim_draw(const tes_rules *rules, const tes_state *state, int seat,
                    tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)rules, (void)state, (void)seat, (void)hint, (void)work;
  return tes_drawing_size(drawing, 1, 1);
}

static int nim_deal(const tes_rules *rules, tes_state *state, const char *text,
                    tes_work *work) {
  (void)rules;
  state->seat = 1;
  ((nim *)state)->stones = atoi(text);
  if (atoi(text) > 0) return TES_OK;
  return tes_fail(&work->error, TES_EARG, "%s: expected a number of stones",
                  text);
}

static int nim_load(const tes_rules *rules, tes_state *state, const char *text,
                    tes_rng *rng, tes_work *work) {
  (void)rng;
  return nim_deal(rules, state, text, work);
}

static void nim_dealt(const tes_rules *rules, const tes_state *start,
                      tes_text *text) {
  (void)rules;
  tes_put(text, "%d", (int)((const nim *)start)->stones);
}

static const tes_deal_text nim_deal_text = {nim_deal, nim_dealt};

static const char *const nim_endings[] = {"empty", "flood", NULL};

static const tes_game nim_game = {
    .name = "nim",
    .title = "Nim",
    .summary = "Take stones from a heap.",
    .notation = "3",
    .options = nim_options,
    .endings = nim_endings,
    .open = nim_open,
    .start = nim_start,
    .moves = nim_moves,
    .apply = nim_apply,
    .result = nim_result,
    .print = nim_print,
    .draw = nim_draw,
    .load = nim_load,
    .deal = &nim_deal_text,
};

/* ---- tools --------------------------------------------------------------- */

static tes_rules *open_rules(const tes_game *game) {
  tes_rules *rules = tes_rules_open(game, NULL, 0, NULL, NULL);
  assert_non_null(rules);
  return rules;
}

static tes_record *new_record(const tes_rules *rules) {
  tes_record *record = tes_record_new(rules, &(tes_setup){.seed = 42});
  assert_non_null(record);
  return record;
}

static tes_record *read_record(const char *line) {
  tes_error error = {.text = ""};
  tes_record *record = tes_record_read(line, &error);
  if (record == NULL) fail_msg("%s: %s", error.text, line);
  return record;
}

static void assert_written(const tes_record *record, const char *line) {
  tes_text text;
  tes_text_init(&text, NULL);
  assert_int_equal(tes_record_write(record, &text), TES_OK);
  assert_string_equal(tes_text_get(&text), line);
  tes_text_free(&text);
}

/* What comes out when `line` is read and written. */
static void assert_rewritten(const char *line, const char *expected) {
  tes_record *record = read_record(line);
  assert_written(record, expected);
  tes_record_free(record);
}

static void assert_refused(const char *line, const char *message) {
  tes_error error = {.text = ""};
  tes_record *record = tes_record_read(line, &error);
  if (record != NULL) fail_msg("read: %s", line);
  assert_string_equal(error.text, message);
}

/* `line` with the first `old` replaced, in memory that the caller frees. */
static char *replaced(const char *line, const char *old, const char *new) {
  const char *at = strstr(line, old);
  assert_non_null(at);
  char *copy = malloc(strlen(line) + strlen(new) + 1);
  assert_non_null(copy);
  sprintf(copy, "%.*s%s%s", (int)(at - line), line, new, at + strlen(old));
  return copy;
}

#define HEAD          \
  "{\"tesela\":1,"    \
  "\"game\":\"nim\"," \
  "\"options\":{\"stones\":7,\"last\":\"wins\",\"most\":[3,2]},"
#define START HEAD "\"seed\":42,\"players\":[null,null],"
#define RESULT                                                     \
  "\"result\":{\"scores\":[1,0],\"places\":[1,2],\"winners\":[1]," \
  "\"reason\":\"empty\"}"
#define PLAYED START "\"moves\":[\"3\",\"2\",\"2\"]," RESULT "}"
#define FULL                                                      \
  HEAD "\"seed\":42,\"players\":[\"ann\",\"bob\"],"               \
       "\"moves\":[\"3\",\"2\",\"2\"],\"seconds\":[0.25,null,1]," \
       "\"values\":[null,-0.5,1]," RESULT ",\"pair\":5,\"host\":\"here\"}"

typedef struct table {
  tes_rules *rules;
  tes_state *state;
  tes_work work;
} table;

static void table_open(table *t, const tes_game *game) {
  t->rules = open_rules(game);
  t->state = tes_state_new(t->rules);
  assert_non_null(t->state);
  assert_int_equal(tes_work_init(&t->work, t->rules), TES_OK);
}

static void table_close(table *t) {
  tes_work_free(&t->work);
  tes_state_free(t->rules, t->state);
  tes_rules_close(t->rules);
}

/* ---- writing ------------------------------------------------------------- */

static void test_new(void **unused) {
  (void)unused;
  tes_rules *rules = open_rules(&nim_game);
  const struct {
    tes_setup setup;
    const char *start;
  } rows[] = {
      {{.seed = 0}, "\"seed\":0"},
      {{.seed = TES_SEED_MAX}, "\"seed\":9007199254740991"},
      {{.seed = 9007199254740990}, "\"seed\":9007199254740990"},
      {{.seed = 3, .fen = "9"}, "\"fen\":\"9\""},
      {{.seed = 3, .deal = "8"}, "\"deal\":\"8\""},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char line[500];
    tes_record *record = tes_record_new(rules, &rows[i].setup);
    assert_non_null(record);
    snprintf(line, sizeof line,
             HEAD "%s,\"players\":[null,null],\"moves\":[],\"result\":null}",
             rows[i].start);
    assert_written(record, line);
    assert_rewritten(line, line);
    tes_record_free(record);
  }
  tes_rules_close(rules);
  tes_record_free(NULL);
}

/* A game that hides something writes the seed that dealt what the position
 * text leaves open, and begins so again. */
static void test_new_from_a_view(void **unused) {
  (void)unused;
  table t;
  tes_text fen, line;
  table_open(&t, &toy_game);
  tes_state *other = tes_state_new(t.rules);
  assert_non_null(other);
  tes_text_init(&fen, NULL);
  tes_text_init(&line, NULL);
  assert_int_equal(tes_start(t.rules, t.state, 5, &t.work), TES_OK);
  tes_save(t.rules, t.state, 1, &fen);
  assert_non_null(strchr(tes_text_get(&fen), '?'));
  int different = 0;
  for (uint64_t seed = 1; seed <= 9; seed++) {
    const tes_setup from = {.seed = seed, .fen = tes_text_get(&fen)};
    tes_record *written = tes_record_new(t.rules, &from);
    assert_non_null(written);
    tes_text_clear(&line);
    assert_int_equal(tes_record_write(written, &line), TES_OK);
    tes_record *record = read_record(tes_text_get(&line));
    assert_int_equal(tes_record_setup(record).seed, seed);
    assert_int_equal(tes_load(t.rules, other, from.fen, seed, &t.work), TES_OK);
    different += !tes_equal(t.rules, t.state, other);
    assert_int_equal(
        tes_record_replay(record, t.rules, t.state, SIZE_MAX, &t.work), TES_OK);
    assert_true(tes_equal(t.rules, t.state, other));
    tes_record_free(record);
    tes_record_free(written);
  }
  assert_true(different >= 8);
  tes_text_free(&fen);
  tes_text_free(&line);
  tes_state_free(t.rules, other);
  table_close(&t);
}

static void test_options_of_all_types(void **unused) {
  (void)unused;
  const char *given[] = {"last=loses", "most=9,1", "stones=12"};
  tes_rules *rules = tes_rules_open(&nim_game, given, 3, NULL, NULL);
  assert_non_null(rules);
  tes_record *record = new_record(rules);
  const char *settings[TES_OPTIONS_MAX];
  tes_text text;
  tes_text_init(&text, NULL);
  assert_int_equal(tes_record_options(record, &text, settings), 3);
  assert_string_equal(settings[0], "stones=12");
  assert_string_equal(settings[1], "last=loses");
  assert_string_equal(settings[2], "most=9,1");
  tes_rules *again = tes_rules_open(&nim_game, settings, 3, NULL, NULL);
  assert_non_null(again);
  assert_memory_equal(again->value, rules->value, sizeof rules->value);
  tes_text_free(&text);
  tes_rules_close(again);
  tes_record_free(record);
  tes_rules_close(rules);
}

static void test_order_is_fixed(void **unused) {
  (void)unused;
  tes_rules *rules = open_rules(&nim_game);
  tes_record *record = new_record(rules);
  const tes_result lost = {2, {0, 9}, {2, 1}, "time"};
  const tes_result won = {2, {1, 0}, {1, 2}, "empty"};
  assert_int_equal(tes_record_note(record, "host", "there"), TES_OK);
  assert_int_equal(tes_record_pair(record, 4), TES_OK);
  assert_int_equal(tes_record_result(record, &lost, "late"), TES_OK);
  assert_int_equal(tes_record_move(record, "3", 0.25, (double)NAN), TES_OK);
  assert_int_equal(tes_record_move(record, "2", -1, -0.5), TES_OK);
  assert_int_equal(tes_record_move(record, "2", 1, 1), TES_OK);
  assert_int_equal(tes_record_note(record, "host", "here"), TES_OK);
  assert_int_equal(tes_record_result(record, &won, NULL), TES_OK);
  assert_int_equal(tes_record_pair(record, 5), TES_OK);
  assert_int_equal(tes_record_player(record, 2, "bob"), TES_OK);
  assert_int_equal(tes_record_player(record, 1, "eve"), TES_OK);
  assert_int_equal(tes_record_player(record, 1, "ann"), TES_OK);
  assert_int_equal(tes_record_length(record), 3);
  assert_string_equal(tes_record_game(record), "nim");
  assert_written(record, FULL);
  tes_record_free(record);
  tes_rules_close(rules);
}

static void test_result_with_message(void **unused) {
  (void)unused;
  tes_rules *rules = open_rules(&nim_game);
  tes_record *record = new_record(rules);
  const tes_result draw = {2, {0, 0}, {1, 1}, "error"};
  assert_int_equal(tes_record_result(record, &draw, "x:1:\n\tno"), TES_OK);
  const char *line = START
      "\"moves\":[],\"result\":{\"scores\":[0,0],\"places\":[1,1],"
      "\"winners\":[1,2],\"reason\":\"error\",\"message\":\"x:1:\\n\\tno\"}}";
  assert_written(record, line);
  assert_rewritten(line, line);
  tes_record_free(record);
  tes_rules_close(rules);
}

static void test_wrong_arguments(void **unused) {
  (void)unused;
  static const char *const reserved[] = {
      "tesela", "game",    "options", "seed",   "fen",     "deal",
      "moves",  "seconds", "values",  "result", "players", "pair"};
  tes_rules *rules = open_rules(&nim_game);
  tes_record *record = new_record(rules);
  for (size_t i = 0; i < COUNT_OF(reserved); i++) {
    assert_int_equal(tes_record_note(record, reserved[i], "x"), TES_EARG);
  }
  const tes_result unfinished = {2, {0, 0}, {1, 1}, NULL};
  const tes_result three = {3, {0, 0, 0}, {1, 1, 1}, "time"};
  assert_int_equal(tes_record_result(record, &unfinished, NULL), TES_EARG);
  assert_int_equal(tes_record_result(record, &three, NULL), TES_EARG);
  const tes_result no_places = {.seats = 2, .reason = "moves"};
  const tes_result far = {.seats = 2, .place = {9, 1}, .reason = "moves"};
  const tes_result lines = {.seats = 2, .place = {1, 2}, .reason = "one\ntwo"};
  assert_int_equal(tes_record_result(record, &no_places, NULL), TES_EARG);
  assert_int_equal(tes_record_result(record, &far, NULL), TES_EARG);
  assert_int_equal(tes_record_result(record, &lines, NULL), TES_EARG);
  const tes_setup late = {.seed = TES_SEED_MAX + 1};
  assert_null(tes_record_new(rules, &late));
  assert_int_equal(tes_record_player(record, 0, "x"), TES_EARG);
  assert_int_equal(tes_record_player(record, 3, "x"), TES_EARG);
  assert_int_equal(tes_record_pair(record, INT64_MIN), TES_EARG);
  assert_int_equal(tes_record_pair(record, INT64_C(1) << 53), TES_EARG);
  assert_written(record, START "\"moves\":[],\"result\":null}");
  tes_record_free(record);
  tes_rules_close(rules);
}

static void test_numbers(void **unused) {
  (void)unused;
  static const struct {
    double seconds;
    const char *written;
  } rows[] = {
      {0, "0"},
      {1.0 / 3, "0.333333"},
      {2e-6, "2e-06"},
      {4e-7, "0"},
      {123456.7890126, "123456.789013"},
      {-1, "null"},
      {(double)NAN, "null"},
      {(double)INFINITY, "null"},
      {1e300, "null"},
  };
  tes_rules *rules = open_rules(&nim_game);
  for (size_t i = 0; i < COUNT_OF(rows) - 1; i++) {
    char line[500];
    tes_record *record = new_record(rules);
    assert_int_equal(tes_record_move(record, "1", rows[i].seconds, 0.1),
                     TES_OK);
    const bool known = strcmp(rows[i].written, "null") != 0;
    snprintf(line, sizeof line,
             START "\"moves\":[\"1\"],%s%s%s\"values\":[0.1],\"result\":null}",
             known ? "\"seconds\":[" : "", known ? rows[i].written : "",
             known ? "]," : "");
    assert_written(record, line);
    assert_rewritten(line, line);
    tes_record_free(record);
  }
  tes_rules_close(rules);
}

/* Doubles of all sizes come back as they were. */
static void test_values_round_trip(void **unused) {
  (void)unused;
  tes_rules *rules = open_rules(&nim_game);
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  for (int i = 0; i < 2000; i++) {
    double value, back;
    const uint64_t bits = tes_rng_next(&rng);
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    tes_record *record = new_record(rules);
    tes_text text;
    tes_text_init(&text, NULL);
    assert_int_equal(tes_record_move(record, "1", -1, value), TES_OK);
    assert_int_equal(tes_record_write(record, &text), TES_OK);
    back = strtod(strstr(text.data, "\"values\":[") + 10, NULL);
    assert_memory_equal(&back, &value, sizeof value);
    assert_rewritten(text.data, text.data);
    tes_text_free(&text);
    tes_record_free(record);
  }
  tes_rules_close(rules);
}

static void test_texts_become_utf8(void **unused) {
  (void)unused;
  static const struct {
    const char *given, *written;
  } rows[] = {
      {"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80",
       "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"},
      {"a\xFF"
       "b",
       "a?b"},
      {"\xC0\x80", "??"},
      {"\xC3", "?"},
      {"\xE2\x82", "??"},
      {"\xE0\x80\x80", "???"},
      {"\xED\xA0\x80", "???"},
      {"\xF0\x8F\xBF\xBF", "????"},
      {"\xF4\x90\x80\x80", "????"},
      {"\xF5", "?"},
      {"\x80", "?"},
      {"a\"\\/\x01\x1F\n", "a\\\"\\\\/\\u0001\\u001f\\n"},
  };
  tes_rules *rules = open_rules(&nim_game);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char line[600];
    tes_record *record = new_record(rules);
    assert_int_equal(tes_record_player(record, 1, rows[i].given), TES_OK);
    assert_int_equal(tes_record_note(record, rows[i].given, rows[i].given),
                     TES_OK);
    snprintf(line, sizeof line,
             HEAD
             "\"seed\":42,\"players\":[\"%s\",null],\"moves\":[],"
             "\"result\":null,\"%s\":\"%s\"}",
             rows[i].written, rows[i].written, rows[i].written);
    assert_written(record, line);
    assert_rewritten(line, line);
    tes_record_free(record);
  }
  tes_rules_close(rules);
}

/* ---- reading ------------------------------------------------------------- */

static void test_read_and_write(void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {PLAYED, PLAYED},
      {FULL, FULL},
      {PLAYED " \r\n", PLAYED},
      /* any order, blanks, null for nothing */
      {"{\"x\": {\"y\":[1, 0.1, 9007199254740993, true, null]},\n"
       "\"result\": null, \"pair\":null, \"moves\":[], \"players\":"
       "[ null ],\"game\":\"go\", \"options\":{}, \"seed\":2, \"tesela\" :1,"
       "\"values\":null, \"z\":1e99}",
       "{\"tesela\":1,\"game\":\"go\",\"options\":{},\"seed\":2,"
       "\"players\":[null],\"moves\":[],\"result\":null,"
       "\"x\":{\"y\":[1,0.1,9007199254740993,true,null]},\"z\":1e+99}"},
      /* all unknown is left out, no result is null, names differ by case */
      {HEAD "\"seed\":42,\"Seed\":1,\"players\":[null,null],"
            "\"moves\":[\"3\"],\"seconds\":[null],\"values\":[null]}",
       START "\"moves\":[\"3\"],\"result\":null,\"Seed\":1}"},
      {START "\"moves\":[],\"result\":{\"reason\":\"time\",\"scores\":[-1,3],"
             "\"places\":[2,1],\"winners\":[2],\"areas\":[[3],[]]}}",
       START "\"moves\":[],\"result\":{\"reason\":\"time\",\"scores\":[-1,3],"
             "\"places\":[2,1],\"winners\":[2],\"areas\":[[3],[]]}}"},
      {START "\"moves\":[\"\\u0033\"],\"result\":null,\"n\":\"\\\\u0000\"}",
       START "\"moves\":[\"3\"],\"result\":null,\"n\":\"\\\\u0000\"}"},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_rewritten(rows[i][0], rows[i][1]);
  }
}

static void test_read_and_go_on(void **unused) {
  (void)unused;
  const tes_result won = {2, {1, 0}, {1, 2}, "empty"};
  tes_record *record =
      read_record(START
                  "\"moves\":[\"3\"],\"seconds\":[null],\"result\":null,"
                  "\"host\":1,\"hos\":2}");
  assert_int_equal(tes_record_length(record), 1);
  assert_int_equal(tes_record_move(record, "2", -1, -0.5), TES_OK);
  assert_int_equal(tes_record_move(record, "2", 1, (double)NAN), TES_OK);
  assert_int_equal(tes_record_result(record, &won, NULL), TES_OK);
  assert_int_equal(tes_record_note(record, "host", "here"), TES_OK);
  assert_written(record, START
                 "\"moves\":[\"3\",\"2\",\"2\"],\"seconds\":[null,null,1]"
                 ",\"values\":[null,-0.5,null]," RESULT
                 ",\"host\":\"here\",\"hos\":2}");
  assert_int_equal(tes_record_length(record), 3);
  tes_record_free(record);
}

/* Numbers beyond 64 bits and repeated names are JSON. */
static void test_read_any_json(void **unused) {
  (void)unused;
  assert_rewritten(HEAD
                   "\"id\":-1e400,\"seed\":\"none\",\"far\":[1e999],"
                   "\"seed\":42,\"players\":[null,null],"
                   "\"moves\":[],\"id\":18446744073709551615}",
                   START
                   "\"moves\":[],\"result\":null,"
                   "\"id\":1.8446744073709552e+19,\"far\":[1e+308]}");
}

static void test_refused_lines(void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"", "not JSON at byte 0: unexpected token near end of file"},
      {"hello", "not JSON at byte 5: invalid token near 'hello'"},
      {"{\"tesela\":1", "not JSON at byte 11: '}' expected near end of file"},
      {"{\"a\":[1,2, oops \xC3\xA4 and so on",
       "not JSON at byte 15: invalid token near 'oops'"},
      {"{\"a\":\"\\u12\xE2\x82\xAC\"}",
       "not JSON at byte 10: invalid escape near '\"\\u12'"},
      {"{\"a\":\"\\uD800\"}",
       "not JSON at byte 12: invalid Unicode near '\"\\uD800'"},
      {"[1]", "not a JSON object"},
      {"\"tesela\"", "not a JSON object"},
      {PLAYED "}", "not JSON at byte 202: end of file expected near '}'"},
      {PLAYED " {}", "not JSON at byte 203: end of file expected near '{'"},
      {"{}", "no member \"tesela\""},
      {"{\"a\":\"\xFF\"}", "not JSON at byte 6: not UTF-8 near '\"'"},
      {"{\"a\":\"x\\u0000\"}",
       "not JSON at byte 13: \\u0000 is not allowed near '\"x\\u0000'"},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_refused(rows[i][0], rows[i][1]);
  }
}

/* FULL with one thing replaced, and what is said of it. */
static void test_refused_shapes(void **unused) {
  (void)unused;
#define SEED_RANGE "is not a whole number in 0..9007199254740991"
#define OPTION_TYPES \
  "is not a whole number, a word or an array of 1 to 4 whole numbers"
  static const char *const rows[][3] = {
      {"\"tesela\":1,", "", "no member \"tesela\""},
      {"\"tesela\":1", "\"tesela\":null", "no member \"tesela\""},
      {"\"tesela\":1", "\"tesela\":2",
       "this is format version 2; this program reads 1"},
      {"\"tesela\":1", "\"tesela\":\"1\"", "tesela " SEED_RANGE},
      {"\"game\":", "\"Game\":", "no member \"game\""},
      {"\"nim\"", "7", "game is not a string"},
      {"\"nim\"", "\"n\\nm\"", "game contains a control character"},
      {"\"nim\"", "\"./nim\"", "game is not a name but a path"},
      {"\"nim\"", "\"nim.lua\"", "game is not a name but a path"},
      {"\"options\":", "\"o\":", "no member \"options\""},
      {"{\"stones\":7,\"last\":\"wins\",\"most\":[3,2]}", "[]",
       "options is not an object"},
      {"7", "7.5", "option \"stones\" " OPTION_TYPES},
      {"7", "3000000000", "option \"stones\" " OPTION_TYPES},
      {"7", "true", "option \"stones\" " OPTION_TYPES},
      {"7", "null", "option \"stones\" " OPTION_TYPES},
      {"7", "{}", "option \"stones\" " OPTION_TYPES},
      {"\"wins\"", "\"\\u0001\"", "option \"last\" " OPTION_TYPES},
      {"[3,2]", "[]", "option \"most\" " OPTION_TYPES},
      {"[3,2]", "[3,\"2\"]", "option \"most\" " OPTION_TYPES},
      {"[3,2]", "[1,2,3,4,5]", "option \"most\" " OPTION_TYPES},
      {"\"stones\"", "\"\\n\"",
       "the name of an option contains a control character"},
      {"\"stones\":7",
       "\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,"
       "\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"n\":1,"
       "\"o\":1",
       "more than 16 options"},
      {"\"seed\":42,", "", "no member \"seed\""},
      {"42", "-1", "seed " SEED_RANGE},
      {"42", "18446744073709551615", "seed " SEED_RANGE},
      {"42", "4.2", "seed " SEED_RANGE},
      {"42", "\"42\"", "seed " SEED_RANGE},
      {"42", "9007199254740992", "seed " SEED_RANGE},
      {"42", "1e99", "seed " SEED_RANGE},
      {"\"seed\":42", "\"fen\":\"x\",\"deal\":\"y\"",
       "expected \"fen\" or \"deal\", not both"},
      {"\"seed\":42", "\"fen\":1", "fen is not a string"},
      {"\"seed\":42", "\"deal\":[]", "deal is not a string"},
      {"\"seed\":42", "\"deal\":\"\\t\"", "deal contains a control character"},
      {"\"players\":", "\"p\":", "no member \"players\""},
      {"[\"ann\",\"bob\"]", "\"ann\"", "players is not an array"},
      {"[\"ann\",\"bob\"]", "[]", "players has 0 entries, not 1..8"},
      {"[\"ann\",\"bob\"]", "[null,null,null,null,null,null,null,null,null]",
       "players has 9 entries, not 1..8"},
      {"\"bob\"", "2", "players[1] is not a string or null"},
      {"\"moves\":", "\"m\":", "no member \"moves\""},
      {"[\"3\",\"2\",\"2\"]", "{}", "moves is not an array"},
      {"\"3\",\"2\",\"2\"", "\"3\",\"2\",\"2\",1", "moves[3] is not a string"},
      {"\"3\",\"2\",\"2\"", "null", "moves[0] is not a string"},
      {"\"3\",\"2\",\"2\"", "\"3\",\"\\u007f\"",
       "moves[1] contains a control character"},
      {"[0.25,null,1]", "[0.25]", "seconds has 1 entries for 3 moves"},
      {"[0.25,null,1]", "1", "seconds is not an array"},
      {"0.25", "\"0.25\"", "seconds[0] is not a number or null"},
      {"[null,-0.5,1]", "[]", "values has 0 entries for 3 moves"},
      {"-0.5,1", "-0.5,[]", "values[2] is not a number or null"},
      {"\"result\":{", "\"result\":1,\"r\":{",
       "result is not an object or null"},
      {"\"scores\":", "\"s\":", "no member \"result.scores\""},
      {"\"scores\":[1,0]", "\"scores\":1", "result.scores is not an array"},
      {"\"scores\":[1,0]", "\"scores\":[1]",
       "result.scores has 1 entries for 2 players"},
      {"\"scores\":[1,0]", "\"scores\":[1,0.5]",
       "result.scores[1] is not a whole number in -2147483648..2147483647"},
      {"\"places\":", "\"p\":", "no member \"result.places\""},
      {"\"places\":[1,2]", "\"places\":[1,2,3]",
       "result.places has 3 entries for 2 players"},
      {"\"places\":[1,2]", "\"places\":[0,1]",
       "result.places[0] is not a whole number in 1..8"},
      {"\"winners\":", "\"w\":", "no member \"result.winners\""},
      {"\"winners\":[1]", "\"winners\":[\"ann\"]",
       "result.winners[0] is not a whole number in 1..8"},
      {"\"winners\":[1]", "\"winners\":[2]",
       "result.winners are not the seats in place 1"},
      {"\"winners\":[1]", "\"winners\":[]",
       "result.winners are not the seats in place 1"},
      {"\"winners\":[1]", "\"winners\":[1,2]",
       "result.winners are not the seats in place 1"},
      {"\"reason\":\"empty\"", "\"r\":1", "no member \"result.reason\""},
      {"\"reason\":\"empty\"", "\"reason\":null",
       "result.reason is not a string"},
      {"\"empty\"", "\"empty\",\"message\":1",
       "result.message is not a string or null"},
      {"\"pair\":5", "\"pair\":0.5",
       "pair is not a whole number in -9007199254740991..9007199254740991"},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char *line = replaced(FULL, rows[i][0], rows[i][1]);
    assert_refused(line, rows[i][2]);
    free(line);
  }
}

/* PLAYED with one more member: `count` times `open`, `middle`, and as often
 * `close`. */
static char *big_line(const char *open, size_t count, const char *middle,
                      const char *close) {
  const size_t size = strlen(open) + strlen(close);
  char *line = malloc(sizeof PLAYED + count * size + strlen(middle) + 16);
  assert_non_null(line);
  char *to =
      line + sprintf(line, "%.*s,\"x\":", (int)sizeof PLAYED - 2, PLAYED);
  for (size_t i = 0; i < count; i++) to += sprintf(to, "%s", open);
  to += sprintf(to, "%s", middle);
  for (size_t i = 0; i < count; i++) to += sprintf(to, "%s", close);
  strcpy(to, "}");
  return line;
}

static void test_deep_and_long_lines(void **unused) {
  (void)unused;
#define TOO_DEEP "maximum parsing depth reached near '"
  static char word[1 << 20];
  memset(word, 'x', sizeof word - 1);
  word[0] = word[sizeof word - 2] = '"';
  char *line = big_line("[", 1000000, "", "]");
  assert_refused(line, "not JSON at byte 2253: " TOO_DEEP "['");
  free(line);
  line = big_line("{\"a\":", 1000000, "0", "}");
  assert_refused(line, "not JSON at byte 10441: " TOO_DEEP "{'");
  free(line);
  line = big_line("[", 2047, "", "]");
  assert_rewritten(line, line);
  free(line);
  line = big_line("{\"a\":[1,2],\"b\":", 2045, word, "}");
  assert_rewritten(line, line);
  free(line);
}

static void test_cut_lines_are_refused(void **unused) {
  (void)unused;
  for (size_t length = 0; length < sizeof FULL - 1; length++) {
    char *line = malloc(length + 1); /* exact, for the sanitizers */
    tes_error error = {.text = ""};
    memcpy(line, FULL, length);
    line[length] = '\0';
    assert_null(tes_record_read(line, &error));
    assert_string_not_equal(error.text, "");
    free(line);
  }
}

/* What is read in spite of a mutation is written and read again alike, and
 * replaying it ends one way or the other. */
static void test_mutations(void **unused) {
  (void)unused;
  tes_rules *rules = open_rules(&nim_game);
  tes_state *state = tes_state_new(rules);
  tes_work work;
  tes_rng rng;
  int read = 0;
  assert_int_equal(tes_work_init(&work, rules), TES_OK);
  tes_rng_seed(&rng, 5);
  for (int i = 0; i < 50000; i++) {
    char line[] = FULL;
    tes_error error = {.text = ""};
    mutate(line, sizeof line - 1, &rng);
    tes_record *record = tes_record_read(line, &error);
    if (record == NULL) {
      assert_string_not_equal(error.text, "");
      assert_null(strpbrk(error.text, "\n\r\t"));
      continue;
    }
    read++;
    tes_text text;
    tes_text_init(&text, NULL);
    assert_int_equal(tes_record_write(record, &text), TES_OK);
    assert_rewritten(text.data, text.data);
    tes_record_replay(record, rules, state, SIZE_MAX, &work);
    tes_text_free(&text);
    tes_record_free(record);
  }
  assert_true(read > 1000);
  tes_work_free(&work);
  tes_state_free(rules, state);
  tes_rules_close(rules);
}

/* ---- replaying ------------------------------------------------------------
 */

static void test_replay(void **unused) {
  (void)unused;
  static const int64_t left[] = {7, 4, 2, 0};
  table t;
  table_open(&t, &nim_game);
  tes_record *record = read_record(FULL);
  for (size_t plies = 0; plies <= 3; plies++) {
    assert_int_equal(
        tes_record_replay(record, t.rules, t.state, plies, &t.work), TES_OK);
    assert_int_equal(t.state->ply, plies);
    assert_int_equal(((nim *)t.state)->stones, left[plies]);
  }
  assert_int_equal(
      tes_record_replay(record, t.rules, t.state, SIZE_MAX, &t.work), TES_OK);
  assert_int_equal(t.state->over, 1);
  tes_record_free(record);
  table_close(&t);
}

/* PLAYED with one thing replaced, and what replaying says of it. */
static void test_replay_refused(void **unused) {
  (void)unused;
#define MOVES "\"3\",\"2\",\"2\""
  static const char *const rows[][3] = {
      {"\"seed\":42", "\"fen\":\"7\"", ""},
      {"\"seed\":42", "\"deal\":\"7\"", ""},
      {"\"seed\":42", "\"seed\":1,\"deal\":\"7\"", ""},
      {"\"seed\":42", "\"fen\":\"x\"", "x: expected a number of stones"},
      {"\"seed\":42", "\"deal\":\"y\"", "y: expected a number of stones"},
      {"nim", "go", "a record of go, but the rules are those of nim"},
      {"[null,null],", "[null],", "result.scores has 2 entries for 1 players"},
      {MOVES, "\"3\",\"4\",\"2\"", "move 2 of 3: 4 is not a legal move here"},
      {MOVES, MOVES ",\"1\"", "move 4 of 4: the game is over (empty)"},
      {MOVES, "", "result: recorded reason empty, but the game is not over"},
      {"\"scores\":[1,0]", "\"scores\":[0,0]",
       "result: recorded scores [0,0], but the rules give [1,0]"},
      {"\"places\":[1,2],\"winners\":[1]", "\"places\":[2,1],\"winners\":[2]",
       "result: recorded places [2,1], but the rules give [1,2]"},
      {"\"empty\"", "\"flood\"",
       "result: recorded reason flood, but the rules give empty"},
      {"\"empty\"", "\"resigned\"",
       "result: recorded reason resigned, but by the rules the game is over "
       "(empty)"},
      {"\"empty\"", "\"boredom\"",
       "result: \"boredom\" is not a reason that nim knows"},
      {RESULT, "\"result\":null", ""},
      {MOVES, "\"3\",\"2\"",
       "result: recorded reason empty, but the game is not over"},
  };
  table t;
  table_open(&t, &nim_game);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char *line = replaced(PLAYED, rows[i][0], rows[i][1]);
    tes_error error = {.text = ""};
    tes_record *record = tes_record_read(line, &error);
    t.work.error = error;
    ((nim *)t.state)->stones = 99;
    const int status =
        record == NULL
            ? TES_EARG
            : tes_record_replay(record, t.rules, t.state, SIZE_MAX, &t.work);
    assert_string_equal(t.work.error.text, rows[i][2]);
    assert_int_equal(status == TES_OK, rows[i][2][0] == '\0');
    assert_int_equal(((nim *)t.state)->stones == 99, status != TES_OK);
    tes_record_free(record);
    free(line);
  }
  table_close(&t);
}

static void test_replay_other_seats(void **unused) {
  (void)unused;
  table t;
  table_open(&t, &nim_game);
  char *line = replaced(START "\"moves\":[]}", "[null,null],", "[null],");
  tes_record *record = read_record(line);
  assert_int_equal(tes_record_replay(record, t.rules, t.state, 0, &t.work),
                   TES_EARG);
  assert_string_equal(t.work.error.text,
                      "the record has 1 players, but the game has 2");
  tes_record_free(record);
  free(line);
  table_close(&t);
}

static void test_ended_from_outside(void **unused) {
  (void)unused;
  static const char *const reasons[] = {
      "resigned", "agreement", "time", "memory", "illegal", "error", "plies"};
  table t;
  table_open(&t, &nim_game);
  for (size_t i = 0; i < COUNT_OF(reasons); i++) {
    tes_record *record = new_record(t.rules);
    tes_result result = {2, {0, 0}, {2, 1}, reasons[i]};
    assert_int_equal(tes_record_move(record, "3", -1, (double)NAN), TES_OK);
    assert_int_equal(tes_record_result(record, &result, NULL), TES_OK);
    assert_int_equal(
        tes_record_replay(record, t.rules, t.state, SIZE_MAX, &t.work), TES_OK);
    assert_int_equal(((nim *)t.state)->stones, 4);
    result.place[0] = 3;
    assert_int_equal(tes_record_result(record, &result, NULL), TES_OK);
    assert_int_equal(
        tes_record_replay(record, t.rules, t.state, SIZE_MAX, &t.work),
        TES_EARG);
    assert_string_equal(t.work.error.text, "result: place 3 among 2 players");
    tes_record_free(record);
  }
  table_close(&t);
}

/* ---- memory ---------------------------------------------------------------
 */

static long fail_after; /* allocations until one fails */
static long blocks;     /* that are not freed */

static void *failing(void *user, void *block, size_t old_size,
                     size_t new_size) {
  (void)user, (void)old_size;
  if (new_size > 0 && fail_after-- == 0) return NULL;
  blocks += (new_size > 0) - (block != NULL);
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static void *failing_malloc(size_t size) {
  return failing(NULL, NULL, 0, size);
}

static void failing_free(void *block) {
  failing(NULL, block, 1, 0);
}

static const tes_alloc failing_alloc = {failing, NULL};

/* The nth allocation of each call fails, and then the call is made again: FULL
 * comes out only if those that failed changed nothing. Returns how many. */
static int build_full(tes_record *record, long nth) {
  const tes_result won = {2, {1, 0}, {1, 2}, "empty"};
  int failures = 0, status = TES_OK;
  for (int step = 0; step < 9; step += status == TES_OK) {
    fail_after = status == TES_OK ? nth : -1;
    switch (step) {
      case 0:
        status = tes_record_move(record, "3", 0.25, (double)NAN);
        break;
      case 1:
        status = tes_record_move(record, "2", -1, -0.5);
        break;
      case 2:
        status = tes_record_move(record, "2", 1, 1);
        break;
      case 3:
        status = tes_record_note(record, "host", "there");
        break;
      case 4:
        status = tes_record_note(record, "host", "here");
        break;
      case 5:
        status = tes_record_player(record, 1, "ann");
        break;
      case 6:
        status = tes_record_player(record, 2, "bob");
        break;
      case 7:
        status = tes_record_result(record, &won, NULL);
        break;
      default:
        status = tes_record_pair(record, 5);
        break;
    }
    if (status == TES_OK) continue;
    assert_int_equal(status, TES_ENOMEM);
    failures++;
  }
  fail_after = -1;
  return failures;
}

static void try_new(const tes_rules *rules) {
  const long before = blocks;
  tes_record *record = NULL;
  for (long nth = 0; record == NULL; nth++) {
    fail_after = nth;
    record = tes_record_new(rules, &(tes_setup){.seed = 42});
    assert_true(record != NULL || blocks == before);
  }
  fail_after = -1;
  tes_record_free(record);
}

static void try_building(const tes_rules *rules) {
  const long before = blocks;
  int failures = 1;
  for (long nth = 0; failures > 0; nth++) {
    tes_record *record = new_record(rules);
    failures = build_full(record, nth);
    assert_written(record, FULL);
    tes_record_free(record);
    assert_int_equal(blocks, before);
  }
}

/* FULL, in other words. */
#define FULL_ESCAPED                                                        \
  " {\"p\\u0061ir\":5.0, \"h\\u006Fst\":\"her\\u0065\","                    \
  "\"moves\":[\"\\u0033\",\"2\",\"2\"],\"seconds\":[25e-2,null,1],"         \
  "\"values\":[null,-0.50,1e0],\"players\":[\"ann\",\"b\\u006fb\"]," RESULT \
  ","                                                                       \
  "\"tesela\":1,\"game\":\"nim\",\"seed\":42,"                              \
  "\"options\":{\"stones\":7,\"last\":\"wins\",\"most\":[3,2]}}"

static void try_reading(void) {
  tes_record *record = NULL;
  for (long nth = 0; record == NULL; nth++) {
    tes_error error = {.text = ""};
    fail_after = nth;
    record = tes_record_read(FULL_ESCAPED, &error);
    assert_true((record == NULL) == (error.text[0] != '\0'));
    assert_true(record != NULL || blocks == 0);
  }
  fail_after = -1;
  assert_written(record, FULL);
  tes_record_free(record);
  assert_int_equal(blocks, 0);
}

static void try_writing(void) {
  tes_record *record = read_record(FULL);
  tes_text text;
  int status = TES_ENOMEM;
  for (long nth = 0; status == TES_ENOMEM; nth++) {
    tes_text_init(&text, &failing_alloc);
    fail_after = nth;
    status = tes_record_write(record, &text);
    assert_true(status == TES_OK || nth < 10);
    if (status == TES_OK) assert_string_equal(text.data, FULL);
    tes_text_free(&text);
  }
  fail_after = -1;
  tes_record_free(record);
}

static void test_out_of_memory(void **unused) {
  (void)unused;
  blocks = 0;
  fail_after = -1;
  tes_rules *rules = open_rules(&nim_game);
  json_set_alloc_funcs(failing_malloc, failing_free);
  try_new(rules);
  try_building(rules);
  try_reading();
  try_writing();
  json_set_alloc_funcs(malloc, free);
  assert_int_equal(blocks, 0);
  tes_rules_close(rules);
}

static void test_text_out_of_memory(void **unused) {
  (void)unused;
  char space[8];
  const char *settings[TES_OPTIONS_MAX];
  tes_record *record = read_record(FULL);
  tes_text text;
  tes_text_fixed(&text, space, sizeof space);
  assert_int_equal(tes_record_write(record, &text), TES_ENOMEM);
  tes_text_fixed(&text, space, sizeof space);
  assert_int_equal(tes_record_options(record, &text, settings), TES_ENOMEM);
  tes_record_free(record);
}

/* ---- Mixtour ---------------------------------------------------------------
 */

/* Plays a random game on the table's state into a new record. */
static tes_record *random_game(table *t, uint64_t seed) {
  tes_record *record = tes_record_new(t->rules, &(tes_setup){.seed = seed});
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  assert_non_null(record);
  assert_int_equal(tes_start(t->rules, t->state, seed, &t->work), TES_OK);
  while (!t->state->over) {
    tes_list *list = &t->work.list;
    list->count = 0;
    assert_int_equal(tes_moves(t->rules, t->state, list, &t->work), TES_OK);
    const tes_move move = list->moves[tes_rng_below(&rng, list->count)];
    const double value = (double)(tes_rng_next(&rng) >> 11) * 0x1p-53;
    tes_text_clear(&t->work.text);
    tes_print(t->rules, t->state, move, 0, &t->work.text, &t->work);
    assert_int_equal(
        tes_record_move(record, tes_text_get(&t->work.text), value * 3, value),
        TES_OK);
    assert_int_equal(tes_apply(t->rules, t->state, move, &t->work), TES_OK);
  }
  tes_result result;
  assert_int_equal(tes_result_of(t->rules, t->state, &result, &t->work),
                   TES_OK);
  assert_int_equal(tes_record_result(record, &result, NULL), TES_OK);
  return record;
}

static void test_mixtour_games(void **unused) {
  (void)unused;
  table t;
  table_open(&t, tes_game_find("mixtour"));
  tes_state *end = tes_state_new(t.rules);
  for (uint64_t seed = 0; seed < 300; seed++) {
    tes_record *record = random_game(&t, seed);
    tes_text text;
    tes_text_init(&text, NULL);
    assert_int_equal(tes_record_write(record, &text), TES_OK);
    tes_record *again = read_record(text.data);
    assert_written(again, text.data);
    assert_int_equal(tes_record_length(again), t.state->ply);
    if (tes_record_replay(again, t.rules, end, SIZE_MAX, &t.work) != TES_OK) {
      fail_msg("%s: %s", t.work.error.text, text.data);
    }
    assert_memory_equal(end, t.state, t.rules->state_size);
    tes_record_free(again);
    tes_record_free(record);
    tes_text_free(&text);
  }
  tes_state_free(t.rules, end);
  table_close(&t);
}

#define MIXTOUR                                                           \
  "{\"tesela\":1,\"game\":\"mixtour\",\"options\":{\"win_score\":1,"      \
  "\"pieces\":20,\"stack\":5,\"repetition\":3,\"stall\":100},\"seed\":7," \
  "\"players\":[null,null],\"moves\":[\"c3\",\"d3\",\"c3-d3\"],"          \
  "\"result\":null}"

static void test_mixtour_replay_refused(void **unused) {
  (void)unused;
  static const char *const rows[][3] = {
      {"\"c3-d3\"", "\"c3:3-d3\"", "move 3 of 3: "},
      {"\"d3\"", "\"c3\"", "move 2 of 3: "},
      {"\"d3\"", "\"z9\"", "move 2 of 3: "},
      {"\"seed\":7", "\"fen\":\"5/5/2,w\"", "mixtour position: "},
      {"\"seed\":7", "\"deal\":\"x\"",
       "mixtour deals nothing: its start cannot be given as a bag"},
  };
  table t;
  table_open(&t, tes_game_find("mixtour"));
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char *line = replaced(MIXTOUR, rows[i][0], rows[i][1]);
    tes_record *record = read_record(line);
    t.work.error.text[0] = '\0';
    assert_true(tes_record_replay(record, t.rules, t.state, SIZE_MAX, &t.work) <
                0);
    assert_memory_equal(t.work.error.text, rows[i][2], strlen(rows[i][2]));
    tes_record_free(record);
    free(line);
  }
  table_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_new),
      cmocka_unit_test(test_new_from_a_view),
      cmocka_unit_test(test_options_of_all_types),
      cmocka_unit_test(test_order_is_fixed),
      cmocka_unit_test(test_result_with_message),
      cmocka_unit_test(test_wrong_arguments),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_values_round_trip),
      cmocka_unit_test(test_texts_become_utf8),
      cmocka_unit_test(test_read_and_write),
      cmocka_unit_test(test_read_and_go_on),
      cmocka_unit_test(test_read_any_json),
      cmocka_unit_test(test_refused_lines),
      cmocka_unit_test(test_refused_shapes),
      cmocka_unit_test(test_deep_and_long_lines),
      cmocka_unit_test(test_cut_lines_are_refused),
      cmocka_unit_test(test_mutations),
      cmocka_unit_test(test_replay),
      cmocka_unit_test(test_replay_refused),
      cmocka_unit_test(test_replay_other_seats),
      cmocka_unit_test(test_ended_from_outside),
      cmocka_unit_test(test_out_of_memory),
      cmocka_unit_test(test_text_out_of_memory),
      cmocka_unit_test(test_mixtour_games),
      cmocka_unit_test(test_mixtour_replay_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
