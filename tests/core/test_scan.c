/* test_scan.c: what the texts of games are read with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "at_table.h"
#include "tesela_scan.h"

static void names_are_read_back(void **state) {
  (void)state;
  for (int y = 0; y < 99; y++) {
    for (int x = 0; x < 26; x++) {
      const tes_cell_name name = tes_name_cell(x, y);
      const char *at = name.text;
      int column = -1, row = -1;
      assert_true(tes_read_cell(&at, 26, 99, &column, &row));
      assert_int_equal(*at, '\0');
      assert_int_equal(column, x);
      assert_int_equal(row, y);
    }
  }
}

/* Of a board of three columns and eleven rows. */
static void cells_end_with_the_board(void **state) {
  static const char *const none[] = {"",   "a",  "d1", "`1",  "A1",
                                     "a0", "b:", "11", "a12", "aa"};
  int x = -1, y = -1;
  (void)state;
  for (size_t i = 0; i < COUNT_OF(none); i++) {
    const char *at = none[i];
    assert_false(tes_read_cell(&at, 3, 11, &x, &y));
    assert_ptr_equal(at, none[i]);
  }
  const char *at = "c113";
  assert_true(tes_read_cell(&at, 3, 11, &x, &y));
  assert_string_equal(at, "3");
  assert_int_equal(x, 2);
  assert_int_equal(y, 10);
}

static void large_numbers_are_read_whole(void **state) {
  static const struct {
    const char *text, *rest;
    int64_t number;
  } cases[] = {{"0", "", 0},
               {"007x", "x", 7},
               {"9999999999", "", TES_NUMBER_MAX},
               {"99999999999999999999999999 ", " ", TES_NUMBER_MAX},
               {"-1", "-1", -1},
               {" 1", " 1", -1},
               {"", "", -1}};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    const char *at = cases[i].text;
    assert_int_equal(tes_read_number(&at), cases[i].number);
    assert_string_equal(at, cases[i].rest);
  }
}

static void whole_numbers_keep_their_range(void **state) {
  static const struct {
    const char *text;
    int low, high;
    bool ok;
    int number;
  } cases[] = {{"-2147483648", INT32_MIN, INT32_MAX, true, INT32_MIN},
               {"-2147483649", INT32_MIN, INT32_MAX, false, 0},
               {"2147483647,", INT32_MIN, INT32_MAX, true, INT32_MAX},
               {"99999999999999999999", INT32_MIN, INT32_MAX, false, 0},
               {"-1", 0, 9, false, 0},
               {"-0", 0, 9, false, 0},
               {"-0", -9, 9, true, 0},
               {"-", -9, 9, false, 0},
               {"--1", -9, 9, false, 0},
               {"+1", -9, 9, false, 0},
               {"", -9, 9, false, 0}};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    int number = 0;
    const char *at = cases[i].text;
    assert_int_equal(tes_read_int(&at, cases[i].low, cases[i].high, &number),
                     cases[i].ok);
    assert_int_equal(number, cases[i].number);
    assert_int_equal(at != cases[i].text, cases[i].ok);
  }
}

static void letters_are_told_apart(void **state) {
  const char *at = "bx";
  (void)state;
  assert_int_equal(tes_read_letter(&at, "gb"), 1);
  assert_int_equal(tes_read_letter(&at, "gb"), -1);
  assert_string_equal(at, "x");
  at = "";
  assert_int_equal(tes_read_letter(&at, "gb"), -1);
}

static void a_scan_says_what_it_expected_where(void **state) {
  tes_error error;
  int number = 0;
  tes_scan scan = {"12:99 tail", "toy: ", TES_EARG, &error};
  (void)state;
  assert_int_equal(tes_scan_int(&scan, 1, 12, &number), TES_OK);
  assert_int_equal(number, 12);
  assert_int_equal(tes_scan_sign(&scan, '-', "a dash"), TES_EARG);
  assert_string_equal(error.text, "toy: expected a dash at :99 tail");
  assert_int_equal(tes_scan_sign(&scan, ':', "a colon"), TES_OK);
  assert_int_equal(tes_scan_int(&scan, 0, 98, &number), TES_EARG);
  assert_string_equal(error.text, "toy: expected a number in 0..98 at 99 tail");
  assert_int_equal(tes_scan_end(&scan, "the end"), TES_EARG);
  scan.at += strlen(scan.at);
  assert_int_equal(tes_scan_end(&scan, "the end"), TES_OK);
  scan.status = TES_EILLEGAL;
  assert_int_equal(tes_scan_expected(&scan, "more"), TES_EILLEGAL);
  assert_string_equal(error.text, "toy: expected more, but the text ends");
}

/* ---- words that were meant ---- */

static const char *const words[] = {"moves", "move",      "games", "seed",
                                    "Seat",  "win_score", "moves"};

static const struct {
  const char *typed, *first, *second;
} meant[] = {
    {"mvoes", "moves", NULL},   /* swapped */
    {"MOVSE", "move", "moves"}, /* as near: by name */
    {"moves", "move", NULL},    /* never itself */
    {"moveS", "moves", "move"},
    {"game", "games", NULL},
    {"gamess", "games", NULL},
    {"gqmes", "games", NULL},
    {"seat", "Seat", NULL},
    {"seet", "Seat", "seed"},
    {"score", "win_score", NULL},
    {"win_scroe", "win_score", NULL},
    {"gsmse", NULL, NULL},
    {"sd", NULL, NULL},
    {"", NULL, NULL},
    {"a word that is longer than any name of anything would be", NULL, NULL},
};

static void near_words_are_found(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(meant); i++) {
    const char *near[2] = {NULL, NULL};
    const size_t count =
        tes_near(meant[i].typed, words, COUNT_OF(words), near, 2);
    assert_int_equal(count,
                     (meant[i].first != NULL) + (meant[i].second != NULL));
    for (size_t n = 0; n < count; n++) {
      assert_string_equal(near[n], n == 0 ? meant[i].first : meant[i].second);
    }
  }
}

static void unknown_words_are_told(void **state) {
  char space[80];
  tes_text text;
  (void)state;
  tes_text_fixed(&text, space, sizeof space);
  tes_put_unknown(&text, "option", "sede", words + 3, 2);
  assert_string_equal(space,
                      "there is no option sede; did you mean seed? "
                      "The options: seed, Seat");
  tes_text_clear(&text);
  tes_put_unknown(&text, "game", "go", NULL, 0);
  assert_string_equal(space, "there is no game go; the games: none");
  tes_text_clear(&text);
  tes_put_unknown(&text, "game", "chess", words, 1);
  assert_string_equal(space, "there is no game chess; the games: moves");
}

/* What is kept besides, what others wrote, and what a terminal gets. */
static const struct {
  const char *keep, *text, *clean;
} cleaned[] = {
    {"", "b2-c3", "b2-c3"},
    {"", "", ""},
    {"", "a\033[31mb\nc\177", "a?[31mb?c?"},
    {"\n\t", "a\nb\tc\r\033", "a\nb\tc??"},
    {"", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x99\x82", /* letters of all sizes */
     "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x99\x82"},
    {"",
     "b2\xE2\x80\xAE"
     "3c",
     "b2?3c"},                                /* U+202E: from right to left */
    {"", "\xE2\x81\xA6x\xE2\x81\xA9", "?x?"}, /* U+2066, U+2069 */
    {"", "\xD8\x9C\xEF\xBB\xBF\xE2\x80\x8B", "???"},
    {"", "\xE2\x80\xA8\xE2\x80\xA9", "??"}, /* ends of lines */
    {"",
     "\xC2\x9B"
     "31m\xC2\xAD",
     "?31m?"},                     /* CSI in one letter */
    {"", "\xF3\xA0\x81\x81", "?"}, /* a tag */
    {"",
     "a\xE2\x80\x8D"
     "b",
     "a\xE2\x80\x8D"
     "b"},                            /* a joiner */
    {"", "\xFF\xC3\xE2\x82", "????"}, /* no UTF-8 */
    {"", "\xED\xA0\x80\xC0\x8A", "?????"},
};

static void texts_are_cleaned(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(cleaned); i++) {
    char text[40];
    const char *keep = cleaned[i].keep, *clean = cleaned[i].clean;
    strcpy(text, cleaned[i].text);
    const bool same = strcmp(text, clean) == 0;
    assert_int_equal(tes_is_clean(text, strlen(text), keep), same);
    assert_int_equal(tes_clean(text, strlen(text), keep), strlen(clean));
    assert_string_equal(text, clean);
  }
  char zero[] = "a\0b";
  assert_int_equal(tes_clean(zero, 3, "\n"), 3);
  assert_true(tes_is_clean("\xFF", 1, "\xFF"));
  assert_false(tes_is_clean("a\xC3\xA9", 2, "")); /* half a letter */
  assert_string_equal(zero, "a?b");
}

static void messages_are_clean(void **state) {
  (void)state;
  tes_error error;
  tes_fail(&error, TES_EARG, "%s is no move",
           "b2\xE2\x80\xAE"
           "3c\n");
  assert_string_equal(error.text, "b2?3c? is no move");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_read_back),
      cmocka_unit_test(cells_end_with_the_board),
      cmocka_unit_test(large_numbers_are_read_whole),
      cmocka_unit_test(whole_numbers_keep_their_range),
      cmocka_unit_test(letters_are_told_apart),
      cmocka_unit_test(a_scan_says_what_it_expected_where),
      cmocka_unit_test(near_words_are_found),
      cmocka_unit_test(unknown_words_are_told),
      cmocka_unit_test(texts_are_cleaned),
      cmocka_unit_test(messages_are_clean),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
