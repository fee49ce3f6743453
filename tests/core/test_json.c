/* test_json.c: what is read is written anew, the same value always as the same
 * text; and what is not JSON is refused, whatever it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "base/json.h"
#include "mutate.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Jansson's reader accepts the same texts, as the same values, but no number
 * that it cannot represent. */
static void compare_with_jansson(const char *text, size_t length,
                                 json_t *ours) {
  json_error_t why;
  if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, length -= 3;
  if (memchr(text, '\0', length) != NULL) return; /* it stops there */
  json_t *theirs =
      json_loadb(text, length, JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);
  if (theirs == NULL && json_error_code(&why) == json_error_numeric_overflow) {
    return;
  }
  if ((ours != NULL) != (theirs != NULL)) fail_msg("%s: %s", text, why.text);
  if (ours != NULL && !json_equal(ours, theirs)) fail_msg("%s", text);
  json_decref(theirs);
}

/* Reads all of a text in memory of exactly its size, for the sanitizers, and
 * writes it again. */
static bool copied(const char *text, size_t length, tes_text *copy,
                   tes_error *error) {
  char *exact = malloc(length + 1);
  assert_non_null(exact);
  memcpy(exact, text, length);
  exact[length] = '\0';
  json_t *value = json_read(exact, length, true, error);
  compare_with_jansson(exact, length, value);
  tes_text_clear(copy);
  if (value != NULL) json_put(copy, value);
  const bool good = value != NULL;
  json_decref(value);
  free(exact);
  return good;
}

static void test_taken(void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"0", "0"},
      {"-0", "0"},
      {"-0.0", "0"},
      {" \t\r\n1 \n", "1"},
      {"1.0", "1"},
      {"1e5", "100000"},
      {"1E+2", "100"},
      {"0.10", "0.1"},
      {"5e-324", "4.94065645841247e-324"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"9007199254740993", "9007199254740993"},
      {"-1e-999", "0"},
      {"1e22", "1e+22"},
      {"9223372036854775808", "9.223372036854776e+18"},
      {"-9223372036854775809", "-9.223372036854776e+18"},
      {"18446744073709551615", "1.8446744073709552e+19"},
      {"[99999999999999999999,9007199254740993]", "[1e+20,9007199254740993]"},
      {"1e400", "1e+308"},
      {"[-1e309,1,{\"\\\"1e309\":2.5E+0310}]",
       "[-1e+308,1,{\"\\\"1e309\":1e+308}]"},
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
      {"{ \"b\" : { \"\" : [ null ] } , \"\\u0061\" : 2 }",
       "{\"b\":{\"\":[null]},\"a\":2}"},
      {"{\"a\":1,\"b\":2,\"\\u0061\":[3]}", "{\"a\":[3],\"b\":2}"},
  };
  tes_text copy;
  tes_text_init(&copy, NULL);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_error error = {.text = ""};
    if (!copied(rows[i][0], strlen(rows[i][0]), &copy, &error)) {
      fail_msg("%s: %s", rows[i][0], error.text);
    }
    assert_string_equal(copy.data, rows[i][1]);
  }
  tes_text_free(&copy);
}

/* RFC 8259 and no more: not what other readers take besides. */
static void test_refused(void **unused) {
  (void)unused;
  static const char *const rows[] = {
      "",
      " ",
      "01",
      "-01",
      "-",
      "1.",
      "1.e5",
      "1e",
      "1e+",
      ".5",
      "+1",
      "0x10",
      "nan",
      "NaN",
      "Infinity",
      "-Infinity",
      "tru",
      "TRUE",
      "nullx",
      "'a'",
      "\"a",
      "\"a\tb\"",
      "\"a\nb\"",
      "\"\\x\"",
      "\"\\",
      "\"\\u12\"",
      "\"\\u12G4\"",
      "\"\\ud800\"",
      "\"\\udc00\"",
      "\"\\ud800\\u0041\"",
      "\"\xFF\"",
      "\"\xC0\x80\"",
      "\"\xED\xA0\x80\"",
      "\"\xF4\x90\x80\x80\"",
      "\"\xE2\x82",
      "\xEF\xBB\xBF\xEF\xBB\xBF[1]",
      "\xEF\xBB\xBF",
      " \xEF\xBB\xBF[1]",
      "[",
      "[1",
      "[1 2]",
      "[1,]",
      "[,1]",
      "[1}",
      "[1]]",
      "[1] x",
      "{\"a\":1,}",
      "{\"a\":1]",
      "{\"a\" 1}",
      "{a:1}",
      "{'a':1}",
      "{1:2}",
      "/*c*/1",
      "1//c",
      "\v1",
      "1e999-5",
      "18446744073709551615 1",
      "[18446744073709551615,01]",
      "{\"\\u0000\":1}",
  };
  tes_text copy;
  tes_text_init(&copy, NULL);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_error error = {.text = ""};
    if (copied(rows[i], strlen(rows[i]), &copy, &error)) {
      fail_msg("taken: %s", rows[i]);
    }
    assert_memory_equal(error.text, "not JSON at byte ", 17);
  }
  assert_false(copied("[1\0]", 4, &copy, NULL));
  assert_false(copied("\"\0\"", 3, &copy, NULL));
  assert_false(copied("1\0", 2, &copy, NULL));
  assert_null(json_read("\"\\u0000\"", 8, false, NULL));
  tes_text_free(&copy);
}

/* A number that jansson cannot hold becomes the double that strtod reads, and
 * errors after it keep their place. */
static void test_large_numbers(void **unused) {
  (void)unused;
  char text[400];
  tes_rng rng;
  tes_rng_seed(&rng, 11);
  for (int i = 0; i < 2000; i++) {
    char *to = text;
    if (i % 2 == 0) *to++ = '-';
    *to++ = '9';
    for (size_t left = 19 + tes_rng_below(&rng, i < 9 ? 280 : 8); left > 0;) {
      *to++ = (char)('0' + tes_rng_below(&rng, 10));
      left--;
    }
    *to = '\0';
    json_t *value = json_read(text, strlen(text), false, NULL);
    assert_non_null(value);
    if (json_real_value(value) != strtod(text, NULL)) fail_msg("%s", text);
    json_decref(value);
    tes_error error;
    strcat(text, " x");
    assert_null(json_read(text, strlen(text), false, &error));
    char expected[100];
    snprintf(expected, sizeof expected,
             "not JSON at byte %zu: end of file expected near 'x'",
             strlen(text));
    assert_string_equal(error.text, expected);
  }
}

static void test_of_others(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "NaN", "[1,-Infinity]", "{\"a\":Infinity}", "{\"a\": nan}", "[-inf]"};
  tes_error error;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    assert_null(json_read(texts[i], strlen(texts[i]), false, &error));
    if (strstr(error.text, ": JSON has no NaN and no infinity; write null") ==
        NULL) {
      fail_msg("%s", error.text);
    }
  }
  json_t *marked = json_read("\xEF\xBB\xBF[1]", 6, false, &error);
  assert_non_null(marked);
  json_decref(marked);
  assert_null(json_read("\xEF\xBB\xBF[1", 5, false, &error));
  assert_string_equal(error.text,
                      "not JSON at byte 5: ']' expected near end of file");
  assert_null(json_read("[nano]", 6, false, &error));
  assert_string_equal(error.text,
                      "not JSON at byte 5: invalid token near 'nano'");
}

static void test_texts(void **unused) {
  (void)unused;
  tes_text text;
  tes_text_init(&text, NULL);
  assert_true(json_put_text(&text, "a\0\x1f\xC3\xA4", 5));
  assert_string_equal(text.data, "\"a\\u0000\\u001f\xC3\xA4\"");
  tes_text_clear(&text);
  assert_false(json_put_text(&text, "a\xFFz", 3));
  assert_string_equal(text.data, "\"a?z\"");
  tes_text_free(&text);
}

/* What is taken is written so that it is written the same again. */
static void test_mutations(void **unused) {
  (void)unused;
  static const char whole[] =
      "{\"a\":[1,-2.5e3,null,true,false,\"x\\u0041\\ud83d\\ude00\\n\xC3\xA4\"],"
      " \"b\":{\"c\":[],\"d\":{}},\"e\":1234567890123456789,\"f\":0.1,"
      "\"g\":12345678901234567890,\"h\":1e400}";
  tes_text first, second;
  tes_rng rng;
  int taken = 0;
  tes_text_init(&first, NULL);
  tes_text_init(&second, NULL);
  tes_rng_seed(&rng, 7);
  for (int i = 0; i < 100000; i++) {
    char text[sizeof whole];
    tes_error error = {.text = ""};
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
  }
  assert_true(taken > 1000);
  for (size_t length = 0; length < sizeof whole - 1; length++) {
    tes_error error = {.text = ""};
    assert_false(copied(whole, length, &first, &error));
  }
  tes_text_free(&first);
  tes_text_free(&second);
}

static long allocations, failing;

static void *scarce(size_t size) {
  return ++allocations == failing ? NULL : malloc(size);
}

/* Each allocation of jansson's fails once. */
static void test_out_of_memory(void **unused) {
  (void)unused;
  static const char text[] =
      "{\"a\":[1,2.5,\"x\\u0041\",[],{},[[3]],4,5,6,7,8,9],\"a\":null,"
      "\"long name of a member\":\"long text of a member, longer than 16\"}";
  tes_error error;
  json_set_alloc_funcs(scarce, free);
  json_t *value = json_read(text, sizeof text - 1, false, &error);
  const long count = allocations;
  json_decref(value);
  assert_true(count > 20);
  for (failing = 1; failing <= count; failing++) {
    allocations = 0;
    value = json_read(text, sizeof text - 1, false, &error);
    if (value != NULL || error.status != TES_ENOMEM) fail_msg("%ld", failing);
  }
  json_set_alloc_funcs(malloc, free);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_taken),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_large_numbers),
      cmocka_unit_test(test_mutations),
      cmocka_unit_test(test_of_others),
      cmocka_unit_test(test_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
