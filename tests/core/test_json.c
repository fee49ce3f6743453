/* test_json.c: JSON is read as RFC 8259 has it, and written anew.
 *
 * What must be taken and what must be refused stands in two tables; mutated
 * texts show that nothing is read beyond the end and that what is taken is
 * JSON to others, too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cjson/cJSON.h>
#include <cmocka.h>

#include "base/json.h"
#include "mutate.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Reads all of a text in memory of exactly its size, for the sanitizers, and
 * writes it anew. */
static bool copied(const char *text, size_t length, tes_text *copy,
                   tes_error *error) {
  char *exact = malloc(length + 1);
  assert_non_null(exact);
  memcpy(exact, text, length);
  exact[length] = '\0';
  json_reader r = json_reader_of(exact, length, error);
  tes_text_clear(copy);
  json_copy(&r, copy);
  const bool good = json_end(&r);
  free(exact);
  return good;
}

static void test_taken(void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"0", "0"},
      {"-0", "-0"},
      {" \t\r\n1 \n", "1"},
      {"1.0", "1"},
      {"1e5", "100000"},
      {"1E+2", "100"},
      {"0.10", "0.1"},
      {"5e-324", "4.94065645841247e-324"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"9223372036854775808", "9.223372036854776e+18"},
      {"9007199254740993", "9007199254740993"},
      {"1e999", "1e999"},
      {"-1e999", "-1e999"},
      {"null", "null"},
      {" true ", "true"},
      {"false", "false"},
      {"\"\"", "\"\""},
      {"\"\\u0041\\/\\\"\\\\\\b\\f\\n\\r\\t\\u001F\\u007f\"",
       "\"A/\\\"\\\\\\b\\f\\n\\r\\t\\u001f\x7f\""},
      {"\"\\u00e4\\u20AC\\uD83D\\uDE00\"",
       "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\""},
      {"\"a\\u0000b\"", "\"a\\u0000b\""},
      {"\"\xF4\x8F\xBF\xBF\"", "\"\xF4\x8F\xBF\xBF\""},
      {"[]", "[]"},
      {"[ ]", "[]"},
      {"{ }", "{}"},
      {"[ 1 , [ ] , { } , [ [ 2 ] ] ]", "[1,[],{},[[2]]]"},
      {"{ \"a\" : { \"\" : [ null ] } , \"\\u0061\" : 2 }",
       "{\"a\":{\"\":[null]},\"a\":2}"},
  };
  tes_text copy;
  tes_text_init(&copy, NULL);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_error error = {""};
    if (!copied(rows[i][0], strlen(rows[i][0]), &copy, &error)) {
      fail_msg("%s: %s", rows[i][0], error.text);
    }
    assert_string_equal(copy.data, rows[i][1]);
  }
  tes_text_free(&copy);
}

static void test_refused(void **unused) {
  (void)unused;
#define AT(n, what) "not JSON at byte " n ": expected " what
#define ENDS ", but the text ends"
#define ESCAPES "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
#define UNICODE "\\uXXXX, or two that are a pair"
#define CONTROL "\\u00XX for a control character"
#define ZEROS "a number without zeros before it"
  static const struct {
    const char *text;
    const char *message;
  } rows[] = {
      {"", AT("1", "a value" ENDS)},
      {" ", AT("2", "a value" ENDS)},
      {"01", AT("1", ZEROS " at 01")},
      {"-01", AT("2", ZEROS " at 01")},
      {"00", AT("1", ZEROS " at 00")},
      {"-", AT("2", "a digit" ENDS)},
      {"1.", AT("3", "a digit" ENDS)},
      {"1.e5", AT("3", "a digit at e5")},
      {"1e", AT("3", "a digit" ENDS)},
      {"1e+", AT("4", "a digit" ENDS)},
      {".5", AT("1", "a value at .5")},
      {"+1", AT("1", "a value at +1")},
      {"0x10", AT("2", "the end of the text at x10")},
      {"nan", AT("1", "a value at nan")},
      {"NaN", AT("1", "a value at NaN")},
      {"Infinity", AT("1", "a value at Infinity")},
      {"-Infinity", AT("2", "a digit at Infinity")},
      {"tru", AT("1", "a value at tru")},
      {"TRUE", AT("1", "a value at TRUE")},
      {"nullx", AT("5", "the end of the text at x")},
      {"'a'", AT("1", "a value at 'a'")},
      {"\"a", AT("3", "a quote" ENDS)},
      {"\"a\tb\"", AT("3", CONTROL " at ?b\"")},
      {"\"a\nb\"", AT("3", CONTROL " at ?b\"")},
      {"\"\\x\"", AT("2", ESCAPES " at \\x\"")},
      {"\"\\", AT("2", ESCAPES " at \\")},
      {"\"\\u12\"", AT("2", UNICODE " at \\u12\"")},
      {"\"\\u12G4\"", AT("2", UNICODE " at \\u12G4\"")},
      {"\"\\ud800\"", AT("2", UNICODE " at \\ud800\"")},
      {"\"\\udc00\"", AT("2", UNICODE " at \\udc00\"")},
      {"\"\\ud800\\u0041\"", AT("2", UNICODE " at \\ud800\\u0041\"")},
      {"\"\xFF\"", AT("2", "UTF-8 at ?\"")},
      {"\"\xC0\x80\"", AT("2", "UTF-8 at ?\?\"")},
      {"\"\xED\xA0\x80\"", AT("2", "UTF-8 at ?\?\?\"")},
      {"\"\xF4\x90\x80\x80\"", AT("2", "UTF-8 at ?\?\?\?\"")},
      {"\"\xE2\x82", AT("2", "UTF-8 at ?\?")},
      {"\xEF\xBB\xBF[1]", AT("1", "a value at ?[1]")},
      {"[", AT("2", "a value" ENDS)},
      {"[1", AT("3", ", or ]" ENDS)},
      {"[1 2]", AT("4", ", or ] at 2]")},
      {"[1,]", AT("4", "a value at ]")},
      {"[,1]", AT("2", "a value at ,1]")},
      {"[1}", AT("3", ", or ] at }")},
      {"[1]]", AT("4", "the end of the text at ]")},
      {"[1] x", AT("5", "the end of the text at x")},
      {"{\"a\":1,}", AT("8", "a name in quotes at }")},
      {"{\"a\":1]", AT("7", ", or } at ]")},
      {"{\"a\" 1}", AT("6", "a colon at 1}")},
      {"{a:1}", AT("2", "a name in quotes at a:1}")},
      {"{'a':1}", AT("2", "a name in quotes at 'a':1}")},
      {"{1:2}", AT("2", "a name in quotes at 1:2}")},
      {"/*c*/1", AT("1", "a value at /*c*/1")},
      {"1//c", AT("2", "the end of the text at //c")},
      {"\v1", AT("1", "a value at ?1")},
      {"[\n 1,\n x y]", "not JSON at line 3, byte 2: expected a value at x y]"},
      {"[oops \xC3\xA4 and so on and on",
       AT("2", "a value at oops \xC3\xA4 and so on an")},
  };
  tes_text copy;
  tes_text_init(&copy, NULL);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_error error = {""};
    if (copied(rows[i].text, strlen(rows[i].text), &copy, &error)) {
      fail_msg("taken: %s", rows[i].text);
    }
    assert_string_equal(error.text, rows[i].message);
  }
  tes_error error = {""};
  assert_false(copied("[1\0]", 4, &copy, &error));
  assert_false(copied("\"\0\"", 3, &copy, &error));
  assert_false(copied("1\0", 2, &copy, &error));
  tes_text_free(&copy);
}

static void test_numbers(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    bool whole;
    int64_t integer;
    double number;
  } rows[] = {
      {"7", true, 7, 7},
      {"-7", true, -7, -7},
      {"0", true, 0, 0},
      {"-0", false, 0, -0.0},
      {"7.0", false, 0, 7},
      {"7e0", false, 0, 7},
      {"9223372036854775807", true, INT64_MAX, 0x1p63},
      {"-9223372036854775808", true, INT64_MIN, -0x1p63},
      {"9223372036854775808", false, 0, 0x1p63},
      {"-9223372036854775809", false, 0, -0x1p63},
      {"99999999999999999999999", false, 0, 1e23},
      {"1e400", false, 0, (double)INFINITY},
      {"123456789.125", false, 0, 123456789.125},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    json_reader r = json_reader_of(rows[i].text, strlen(rows[i].text), NULL);
    const json_value v = json_read(&r);
    assert_true(json_end(&r));
    assert_int_equal(v.type, JSON_NUMBER);
    assert_int_equal(v.whole, rows[i].whole);
    if (v.whole) assert_true(v.integer == rows[i].integer);
    assert_memory_equal(&v.number, &rows[i].number, sizeof v.number);
  }
  char digits[402];
  tes_error error = {""};
  memset(digits, '1', 401);
  digits[401] = '\0';
  json_reader r = json_reader_of(digits, 401, &error);
  json_read(&r);
  assert_string_equal(error.text,
                      "not JSON at byte 1: expected a number of at most 400 "
                      "characters at 11111111111111111111");
}

/* The short way for few decimals writes what 15 digits do. */
static void test_decimals(void **unused) {
  (void)unused;
  tes_text text;
  tes_rng rng;
  char digits[40];
  tes_text_init(&text, NULL);
  tes_rng_seed(&rng, 3);
  for (int i = 0; i < 100000; i++) {
    static const double sizes[] = {1e2, 1e3, 1e6, 1e9, 1e14, 1e16};
    const double size = sizes[tes_rng_below(&rng, COUNT_OF(sizes))];
    const double value =
        (double)((int64_t)tes_rng_below(&rng, (uint64_t)size) - 40) / 1e6;
    snprintf(digits, sizeof digits, "%.15g", value);
    if (strtod(digits, NULL) != value) continue;
    tes_text_clear(&text);
    json_put_number(&text, value);
    assert_string_equal(text.data, digits);
  }
  tes_text_free(&text);
}

static void test_depth(void **unused) {
  (void)unused;
  char text[2 * JSON_DEPTH_MAX + 3];
  for (int depth = JSON_DEPTH_MAX; depth <= JSON_DEPTH_MAX + 1; depth++) {
    tes_error error = {""};
    memset(text, '[', (size_t)depth);
    memset(text + depth, ']', (size_t)depth);
    text[2 * depth] = '\0';
    json_reader r = json_reader_of(text, 2 * (size_t)depth, &error);
    json_skip(&r);
    assert_int_equal(json_end(&r), depth == JSON_DEPTH_MAX);
    assert_string_equal(error.text, depth == JSON_DEPTH_MAX
                                        ? ""
                                        : "nested deeper than 100 levels");
  }
}

static void test_texts(void **unused) {
  (void)unused;
  tes_text text;
  tes_text_init(&text, NULL);
  assert_true(json_put_text(&text, "a\0\x1f\xC3\xA4", 5));
  assert_string_equal(text.data, "\"a\\u0000\\u001f\xC3\xA4\"");
  json_reader r = json_reader_of(text.data, text.length, NULL);
  const json_value v = json_read(&r);
  assert_true(r.zero && v.escaped);
  json_put_unescaped(&text, v);
  assert_int_equal(text.length, v.length + 2 + 5);
  assert_memory_equal(text.data + v.length + 2, "a\0\x1f\xC3\xA4", 6);
  tes_text_clear(&text);
  assert_false(json_put_text(&text, "a\xFFz", 3));
  assert_string_equal(text.data, "\"a?z\"");
  tes_text_free(&text);
}

/* What is taken is written so that it is written the same again, and cJSON,
 * which takes more, takes it. */
static void test_mutations(void **unused) {
  (void)unused;
  static const char whole[] =
      "{\"a\":[1,-2.5e3,null,true,false,\"x\\u0041\\ud83d\\ude00\\n\xC3\xA4\"],"
      " \"b\":{\"c\":[],\"d\":{}},\"e\":12345678901234567890,\"f\":0.1}";
  tes_text first, second;
  tes_rng rng;
  int taken = 0;
  tes_text_init(&first, NULL);
  tes_text_init(&second, NULL);
  tes_rng_seed(&rng, 7);
  for (int i = 0; i < 100000; i++) {
    char text[sizeof whole];
    tes_error error = {""};
    memcpy(text, whole, sizeof whole);
    mutate(text, sizeof whole - 1, &rng);
    if (!copied(text, sizeof whole - 1, &first, &error)) {
      assert_string_not_equal(error.text, "");
      assert_null(strpbrk(error.text, "\n\r\t"));
      continue;
    }
    taken++;
    assert_true(copied(first.data, first.length, &second, &error));
    assert_string_equal(first.data, second.data);
    cJSON *theirs = cJSON_ParseWithOpts(text, NULL, true);
    if (theirs == NULL) fail_msg("taken: %s", text);
    cJSON_Delete(theirs);
  }
  assert_true(taken > 1000);
  for (size_t length = 0; length < sizeof whole - 1; length++) {
    tes_error error = {""};
    assert_false(copied(whole, length, &first, &error));
  }
  tes_text_free(&first);
  tes_text_free(&second);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_taken),     cmocka_unit_test(test_refused),
      cmocka_unit_test(test_numbers),   cmocka_unit_test(test_depth),
      cmocka_unit_test(test_decimals),  cmocka_unit_test(test_texts),
      cmocka_unit_test(test_mutations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
