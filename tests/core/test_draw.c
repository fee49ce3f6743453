/* test_draw.c: lists of elements, and drawings as text with and without
 * colour. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the above, and setjmp, first. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tesela_game.h"

static tes_element *put(tes_drawing *d, tes_shape shape, tes_colour colour,
                        int x, int y, const char *letters) {
  tes_element *element = tes_drawing_add(d, shape, colour, x, y);
  tes_element_write(element, "%s", letters);
  return element;
}

/* Two by two, with every kind of thing. */
static void make(tes_drawing *d, bool grid) {
  tes_drawing_init(d, NULL);
  assert_int_equal(tes_drawing_size(d, 2, 2), TES_OK);
  d->grid = grid;
  d->width = 2;
  put(d, TES_DISC, TES_WHITE, 0, 0, "w");
  put(d, TES_DISC, TES_RED, 0, 0, "R");
  put(d, TES_SQUARES, TES_BLUE, 1, 1, "B");
  tes_drawing_add(d, TES_LAST_MOVE, TES_PLAIN, 0, 0);
  tes_drawing_add(d, TES_HINT, TES_PLAIN, 0, 1);
  tes_drawing_beside(d, 1, TES_DISC, TES_RED);
  tes_put(&d->notes, "a < b & c\nlast line\n");
}

static void expect(const tes_drawing *d, tes_palette palette,
                   const char *expected) {
  tes_text text;
  tes_text_init(&text, NULL);
  tes_render_text(d, palette, &text);
  assert_string_equal(tes_text_get(&text), expected);
  tes_text_free(&text);
}

static void plain(void **state) {
  (void)state;
  tes_drawing d;
  make(&d, true);
  expect(&d, TES_NO_COLOUR,
         "      a    b\n"
         "   +----+----+\n"
         " 2 |< > | B  | 2\n"
         "   +----+----+\n"
         " 1 |[wR]|    | 1\n"
         "   +----+----+\n"
         "      a    b\n"
         "a < b & c\nlast line\n");
  tes_drawing_free(&d);
  make(&d, false);
  d.numbers = true;
  d.column = -1;
  d.row = 9;
  expect(&d, TES_NO_COLOUR,
         "    -1   0\n"
         "10 < >  B   10\n"
         " 9 [wR]     9\n"
         "    -1   0\n"
         "a < b & c\nlast line\n");
  tes_drawing_free(&d);
}

/* Rows like bricks: no lines, and the upper names in line with the columns. */
static void slanted(void **state) {
  (void)state;
  tes_drawing d;
  make(&d, true);
  d.slanted = true;
  expect(&d, TES_NO_COLOUR,
         "         a   b\n"
         "   2 < >  B   2\n"
         " 1 [wR]     1\n"
         "     a   b\n"
         "a < b & c\nlast line\n");
  tes_drawing_free(&d);
}

/* Tiles of four, two and one cells, one of which lies on another: lines are
 * where what is seen changes. */
static void outlines(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 4, 4), TES_OK);
  d.outlines = true;
  d.width = 2;
  d.empty[0] = '.';
  tes_element *tile = put(&d, TES_SQUARES, TES_GREY, 0, 0, "g1");
  tes_element_place(tile, 1, 0);
  tes_element_place(tile, 0, 1);
  tes_element_place(tile, 1, 1);
  tile = put(&d, TES_SQUARES, TES_GREY, 2, 1, "g1");
  tes_element_place(tile, 2, 2);
  tile = put(&d, TES_SQUARES, TES_GREY, 1, 1, "g2");
  assert_int_equal(tile->level, 1); /* only first places are counted */
  tile->level = 2;
  tes_element_place(tile, 2, 1);
  put(&d, TES_SQUARES, TES_GREY, 1, 0, "g0")->level = 0; /* below: unseen */
  tes_drawing_add(&d, TES_HINT, TES_PLAIN, 2, 2);
  expect(&d, TES_NO_COLOUR,
         "      a    b    c    d\n"
         " 4   .    .    .    .    4\n"
         "             +----+\n"
         " 3   .    .  |<g1>| .    3\n"
         "   +----+----+----+\n"
         " 2 | g1 | g2   g2 | .    2\n"
         "   |    +----+----+\n"
         " 1 | g1   g1 | .    .    1\n"
         "   +---------+\n"
         "      a    b    c    d\n");
  tes_drawing_free(&d);
}

/* The names of columns keep to their columns, below 0 and above 9 too; where
 * there is no room for all, some are left out. */
static void numbered_columns(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 4, 2), TES_OK);
  d.numbers = true;
  d.width = 2;
  d.column = -11;
  d.row = -1;
  expect(&d, TES_NO_COLOUR,
         "   -11 -10  -9  -8\n"
         " 0                  0\n"
         "-1                  -1\n"
         "   -11 -10  -9  -8\n");
  d.width = 1;
  expect(&d, TES_NO_COLOUR,
         "     -10    -8\n"
         " 0              0\n"
         "-1              -1\n"
         "     -10    -8\n");
  tes_drawing_free(&d);
}

/* A symbol takes the place and the colour of the letters, and less room. */
static void symbols(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 3, 1), TES_OK);
  d.width = 2;
  memcpy(put(&d, TES_CIRCLE, TES_RED, 0, 0, "rc")->symbol, "\u25cf", 4);
  put(&d, TES_LETTERS, TES_PLAIN, 1, 0, "x");
  memcpy(put(&d, TES_CIRCLE, TES_RED, 2, 0, "")->symbol, "\u25cf", 4);
  expect(&d, TES_NO_COLOUR,
         "     a   b   c\n"
         " 1  rc  x       1\n"
         "     a   b   c\n");
  d.symbols = true;
  expect(&d, TES_NO_COLOUR,
         "    a  b  c\n"
         " 1  \u25cf  x     1\n"
         "    a  b  c\n");
  expect(&d, TES_16,
         "    a  b  c\n"
         " 1  \033[1;91m\u25cf\033[0m  x     1\n"
         "    a  b  c\n");
  tes_drawing_free(&d);
}

/* Ground has a letter until something lies there; dots are letters too. */
static void ground(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 4, 1), TES_OK);
  d.empty[0] = '.';
  put(&d, TES_HOLE, TES_GREY, 0, 0, "#");
  put(&d, TES_DOT, TES_PLAIN, 1, 0, "*");
  put(&d, TES_DOT, TES_PLAIN, 2, 0, "*");
  put(&d, TES_LETTERS, TES_PLAIN, 2, 0, "x");
  expect(&d, TES_NO_COLOUR,
         "    a  b  c  d\n"
         " 1  #  *  x  .  1\n"
         "    a  b  c  d\n");
  tes_drawing_free(&d);
}

/* Colour adds nothing but escape sequences. */
static void coloured(void **state) {
  (void)state;
  for (tes_palette palette = TES_16; palette <= TES_256; palette++) {
    tes_drawing d;
    tes_text text, bare;
    make(&d, true);
    tes_text_init(&text, NULL);
    tes_text_init(&bare, NULL);
    tes_render_text(&d, palette, &text);
    tes_render_text(&d, TES_NO_COLOUR, &bare);
    char *out = text.data;
    size_t escapes = 0;
    for (const char *in = text.data; *in != '\0';) {
      if (*in == '\033') {
        in += strcspn(in, "m") + 1;
        escapes++;
      } else {
        *out++ = *in++;
      }
    }
    *out = '\0';
    assert_true(escapes >= 10);
    assert_string_equal(text.data, tes_text_get(&bare));
    tes_text_free(&text);
    tes_text_free(&bare);
    tes_drawing_free(&d);
  }
}

/* What was there before leaves no bytes behind, and letters that are too many
 * push the row, nothing else. */
static void covered(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 2, 1), TES_OK);
  put(&d, TES_GROUND, TES_GREY, 0, 0, "\u00e9");
  put(&d, TES_DISC, TES_RED, 0, 0, "R");
  put(&d, TES_GROUND, TES_GREY, 1, 0, "ABC");
  expect(&d, TES_NO_COLOUR,
         "    a  b\n"
         " 1  R  ABC  1\n"
         "    a  b\n");
  tes_drawing_free(&d);
}

/* Behind z there is no letter. */
static void wide(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 64, 2), TES_OK);
  assert_true(d.numbers);
  assert_true(tes_drawing_mark(&d, "64,2", TES_HINT));
  assert_false(tes_drawing_mark(&d, "65,2", TES_HINT));
  assert_false(tes_drawing_mark(&d, "0,99999999999999999999", TES_HINT));
  assert_false(tes_drawing_mark(&d, "-99999999999999999999,1", TES_HINT));
  char space[64];
  tes_text text;
  tes_text_fixed(&text, space, sizeof space);
  tes_element_id(&d, &d.elements[0], &text);
  assert_string_equal(space, "hint 64,2");
  tes_drawing_free(&d);
}

static void expect_id(const tes_drawing *d, int number, const char *expected) {
  char space[64];
  tes_text text;
  tes_text_fixed(&text, space, sizeof space);
  tes_element_id(d, &d->elements[number], &text);
  assert_string_equal(space, expected);
}

/* Ids follow from shape, place and level, or are given. */
static void ids(void **state) {
  (void)state;
  tes_drawing d;
  make(&d, true);
  expect_id(&d, 0, "disc a1/1");
  expect_id(&d, 1, "disc a1/2");
  expect_id(&d, 2, "squares b2/1");
  expect_id(&d, 3, "last a1");
  expect_id(&d, 5, "disc 1:1");
  const int count = d.count; /* a cell is marked once */
  tes_drawing_add(&d, TES_LAST_MOVE, TES_RED, 0, 0);
  assert_int_equal(d.count, count);
  assert_int_equal(d.elements[3].colour, TES_RED);
  tes_element_name(&d.elements[2], "blue %s", "F");
  expect_id(&d, 2, "blue F");
  d.numbers = true;
  d.column = d.row = -1;
  expect_id(&d, 1, "disc -1,-1/2");
  tes_drawing_free(&d);
}

/* What is too much is left out: places, letters, words, ids. */
static void too_much(void **state) {
  (void)state;
  tes_drawing d;
  make(&d, false);
  tes_element *e = tes_drawing_add(&d, TES_SQUARES, TES_RED, 0, 1);
  for (int i = 0; i < 2 * TES_PLACES; i++) tes_element_place(e, 1, 0);
  assert_int_equal(e->count, TES_PLACES);
  tes_element_write(e, "%0200d", 1);
  assert_int_equal(strlen(e->text), TES_WORDS_MAX - 1);
  tes_element_name(e, "%0200d", 1);
  assert_int_equal(strlen(e->id), TES_ID_MAX - 1);
  for (int i = 0; i < 300; i++) put(&d, TES_DISC, TES_RED, 1, 1, "x");
  assert_int_equal(d.elements[d.count - 1].level, UINT8_MAX);
  tes_drawing_free(&d);
}

static void marks_by_name(void **state) {
  static const char *const bad[] = {"", "a", "a3", "c1", "a0", "1a", "a1x"};
  (void)state;
  tes_drawing d;
  make(&d, true);
  assert_true(tes_drawing_mark(&d, "b1", TES_HINT));
  expect_id(&d, d.count - 1, "hint b1");
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_false(tes_drawing_mark(&d, bad[i], TES_HINT));
  }
  d.numbers = true;
  d.column = d.row = -1;
  assert_true(tes_drawing_mark(&d, "-1,0", TES_AREA));
  expect_id(&d, d.count - 1, "area -1,0");
  assert_false(tes_drawing_mark(&d, "-1", TES_HINT));
  assert_false(tes_drawing_mark(&d, "1,0", TES_HINT));
  tes_drawing_free(&d);
}

/* Gives so many blocks and no more. */
static void *few(void *user, void *block, size_t old_size, size_t new_size) {
  int *left = user;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return --*left < 0 ? NULL : realloc(block, new_size);
}

/* Elements are written in vain then, and the drawing has failed. */
static void out_of_memory(void **state) {
  (void)state;
  tes_drawing d;
  tes_text text;
  for (int blocks = 0; blocks < 4; blocks++) {
    int left = blocks;
    const tes_alloc alloc = {few, &left};
    tes_drawing_init(&d, &alloc);
    const int status = tes_drawing_size(&d, 3, 3);
    assert_int_equal(status, blocks == 0 ? TES_ENOMEM : TES_OK);
    for (int i = 0; status == TES_OK && i < 70; i++) {
      put(&d, TES_DISC, TES_RED, 0, 0, "x");
    }
    assert_int_equal(d.failed, status == TES_OK && blocks < 3);
    tes_text_init(&text, NULL);
    if (status == TES_OK) tes_render_text(&d, TES_NO_COLOUR, &text);
    assert_int_equal(text.failed, status == TES_OK);
    tes_text_free(&text);
    tes_drawing_free(&d);
  }
}

/* ---- what changes ---- */

/* A drawing of discs with these letters in a box, from the first on. */
static void make_row(tes_drawing *d, const char *letters) {
  tes_drawing_init(d, NULL);
  assert_int_equal(tes_drawing_size(d, 3, 3), TES_OK);
  for (const char *c = letters; *c != '\0'; c++) {
    tes_element_write(tes_drawing_beside(d, 1, TES_DISC, TES_RED), "%c", *c);
  }
}

/* Compares two rows: writes those of both that stay, which are the same ones;
 * returns how many. */
static int compare_rows(const char *before, const char *after) {
  tes_drawing a, b;
  bool old_stays[64], stays[64];
  char old[65] = "", fresh[65] = "";
  int kept = 0, count = 0;
  make_row(&a, before);
  make_row(&b, after);
  tes_drawing_compare(&a, &b, old_stays, stays);
  for (int i = 0; before[i] != '\0'; i++) {
    if (old_stays[i]) old[kept++] = before[i];
  }
  for (int i = 0; after[i] != '\0'; i++) {
    if (stays[i]) fresh[count++] = after[i];
  }
  assert_string_equal(old, fresh);
  tes_drawing_free(&a);
  tes_drawing_free(&b);
  return kept;
}

/* The longest row that two have in common, by trying all. */
static int longest(const char *a, const char *b) {
  if (*a == '\0' || *b == '\0') return 0;
  if (*a == *b) return 1 + longest(a + 1, b + 1);
  const int one = longest(a + 1, b), two = longest(a, b + 1);
  return one > two ? one : two;
}

/* Some letters of `all`, in its order. */
static void choose(tes_rng *rng, const char *all, char *row) {
  int length = 0;
  for (const char *c = all; *c != '\0'; c++) {
    if (tes_rng_below(rng, 2) == 1) row[length++] = *c;
  }
  row[length] = '\0';
}

static void rows_that_stay(void **state) {
  (void)state;
  assert_int_equal(compare_rows("", "abc"), 0);
  assert_int_equal(compare_rows("abc", ""), 0);
  assert_int_equal(compare_rows("abc", "abc"), 3);
  assert_int_equal(compare_rows("abcd", "bcd"), 3);
  assert_int_equal(compare_rows("aab", "aaab"), 3);
  assert_int_equal(compare_rows("abxcd", "abcd"), 4);
  assert_int_equal(compare_rows("eabcd", "abcde"), 4);
  tes_rng rng;
  tes_rng_seed(&rng, 7);
  for (int i = 0; i < 2000; i++) {
    char before[16], after[16];
    choose(&rng, "abcdefghij", before);
    choose(&rng, "abcdefghij", after);
    assert_int_equal(compare_rows(before, after), longest(before, after));
  }
}

/* On the board, as pictures have it: from the back, marks above all, then what
 * is beside; and the same places on a table that has grown. */
static void order_of_paint(void **state) {
  (void)state;
  tes_drawing a, b;
  int order[8];
  bool old_stays[8], stays[8];
  tes_drawing *both[] = {&a, &b};
  for (int i = 0; i < 2; i++) {
    tes_drawing *d = both[i];
    tes_drawing_init(d, NULL);
    d->numbers = true;
    d->column = d->row = -i;
    assert_int_equal(tes_drawing_size(d, 3 + i, 3 + i), TES_OK);
    tes_element_write(tes_drawing_beside(d, 1, TES_LINE, TES_PLAIN), "x");
    tes_drawing_add(d, TES_LAST_MOVE, TES_PLAIN, i, i);
    tes_drawing_add(d, TES_DISC, TES_RED, i, i);
    tes_drawing_add(d, TES_DISC, TES_RED, 1 + i, 1 + i);
    tes_drawing_add(d, TES_DOT, TES_PLAIN, 2 + i, i);
    tes_drawing_order(d, order);
    static const int expected[] = {4, 3, 2, 1, 0};
    assert_memory_equal(order, expected, sizeof expected);
  }
  tes_drawing_compare(&a, &b, old_stays, stays);
  for (int i = 0; i < 5; i++) assert_true(old_stays[i] && stays[i]);
  b.elements[2].level = 2; /* now it lies on another */
  b.elements[0].text[0] = 'y';
  tes_drawing_compare(&a, &b, old_stays, stays);
  assert_true(!old_stays[2] && !stays[2] && !old_stays[0] && !stays[0]);
  assert_true(stays[1] && stays[3] && stays[4]);
  tes_drawing_free(&a);
  tes_drawing_free(&b);
}

static void nothing_to_draw(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 0, 0), TES_OK);
  expect(&d, TES_NO_COLOUR, "    a\n 1     1\n    a\n");
  tes_drawing_free(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain),
      cmocka_unit_test(coloured),
      cmocka_unit_test(outlines),
      cmocka_unit_test(slanted),
      cmocka_unit_test(numbered_columns),
      cmocka_unit_test(symbols),
      cmocka_unit_test(nothing_to_draw),
      cmocka_unit_test(rows_that_stay),
      cmocka_unit_test(order_of_paint),
      cmocka_unit_test(ground),
      cmocka_unit_test(ids),
      cmocka_unit_test(covered),
      cmocka_unit_test(wide),
      cmocka_unit_test(out_of_memory),
      cmocka_unit_test(too_much),
      cmocka_unit_test(marks_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
