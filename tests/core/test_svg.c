/* test_svg.c: drawings as pictures. How they look is not tested here; what
 * librsvg makes of them is, in tests/lua/pictures_spec.lua. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the above, and setjmp, first. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/picture.h"
#include "tesela_game.h"

static size_t occurrences(const char *text, const char *part) {
  size_t count = 0;
  for (; (text = strstr(text, part)) != NULL; text++) count++;
  return count;
}

/* ---- outlines ---- */

/* Squares as a drawing, rows from the top; the outline's path. */
static void outline(const char *rows, tes_text *path) {
  tes_place at[TES_PLACES];
  int count = 0, x = 0, y = 0;
  for (; *rows != '\0'; rows++) {
    if (*rows == 'x') at[count++] = (tes_place){(int16_t)x, (int16_t)y};
    x = *rows == '/' ? 0 : x + 1;
    y -= *rows == '/';
  }
  tes_text_init(path, NULL);
  svg_outline(at, count, 5, 10, path);
}

/* So many closed paths, with so many corners. */
static void expect_outline(const char *rows, size_t paths, size_t corners) {
  tes_text path;
  outline(rows, &path);
  assert_int_equal(occurrences(tes_text_get(&path), "M"), paths);
  assert_int_equal(occurrences(tes_text_get(&path), "z"), paths);
  assert_int_equal(occurrences(tes_text_get(&path), "Q"), corners);
  tes_text_free(&path);
}

static void outlines(void **state) {
  (void)state;
  expect_outline("x", 1, 4);
  expect_outline("xxx", 1, 4);
  expect_outline("xx/xx", 1, 4);
  expect_outline("x.x/xxx", 1, 8);
  expect_outline(".x./xxx/.x.", 1, 12);
  expect_outline("xxx/x.x/xxx", 2, 8);
  expect_outline("x./.x", 2, 8);
  expect_outline("x.x/.../x.x", 4, 16);
  expect_outline("xx./x.x/.xx", 2, 12);
}

/* One square from corner to corner, with the square on the right. */
static void outline_of_a_square(void **state) {
  (void)state;
  tes_text path;
  outline("x", &path);
  assert_string_equal(tes_text_get(&path),
                      "M35 -45Q45 -45 45 -35L45 35Q45 45 35 45"
                      "L-35 45Q-45 45 -45 35L-45 -35Q-45 -45 -35 -45z");
  tes_text_free(&path);
  const tes_place twice[] = {{0, 0}, {1, 0}, {1, 0}};
  tes_text_init(&path, NULL);
  svg_outline(twice, 3, 0, 0, &path);
  assert_int_equal(occurrences(tes_text_get(&path), "M"), 1);
  tes_text_free(&path);
}

/* ---- words ---- */

static void words_in_lines(void **state) {
  static const char words[] = "one two  three \u00e4\u00e4\u00e4\u00e4\u00e4";
  (void)state;
  assert_int_equal(svg_line(words, 10, 1000), sizeof words - 1);
  assert_int_equal(svg_line(words, 10, 60), strlen("one two"));
  assert_int_equal(svg_line(words, 10, 30), strlen("one"));
  assert_int_equal(svg_line("incomprehensible", 10, 30), 4);
  assert_int_equal(svg_line("\u00e4\u00e4", 100, 1), strlen("\u00e4"));
  assert_int_equal(svg_line("two\nlines", 10, 1000), strlen("two"));
  for (int room = 0; room < 300; room += 7) {
    char line[sizeof words] = "";
    memcpy(line, words, svg_line(words, 10, room));
    assert_true(*line != '\0');
    assert_true(svg_width(line, 10) <= room + 1 || strlen(line) <= 2);
  }
  assert_int_equal(
      svg_put_lines((svg_label){0, 0, 10, 30, ""}, "one two\nthree", NULL),
      4 * 14);
}

/* What is too wide is written smaller. */
static void words_that_fit(void **state) {
  (void)state;
  for (size_t count = 1; count < 60; count++) {
    tes_text text;
    char words[64] = "";
    memset(words, 'm', count);
    tes_text_init(&text, NULL);
    svg_put_words((svg_label){0, 0, 50, 100, ""}, words, &text);
    const char *size = strstr(tes_text_get(&text), "font-size=\"");
    assert_non_null(size);
    const int width = svg_width(words, atoi(size + 11));
    assert_true(width <= 100 && (count < 2 || width > 35));
    tes_text_free(&text);
  }
}

static void escaped(void **state) {
  (void)state;
  tes_text text;
  tes_text_init(&text, NULL);
  svg_put_safe("a<b & \"c\">\x01\xff", 12, &text);
  assert_string_equal(tes_text_get(&text), "a&lt;b &amp; &quot;c&quot;&gt;??");
  tes_text_free(&text);
}

/* ---- pictures ---- */

/* One of everything. */
static void fill(tes_drawing *d) {
  for (int shape = 0; shape < TES_HEADING; shape++) {
    for (int i = 0; i < 2; i++) {
      tes_element *e = tes_drawing_add(d, (tes_shape)shape, TES_RED, i, i);
      tes_element_place(e, 2, i);
      tes_element_write(e, "%d", 4 + i);
      e->arrow = i == 1;
    }
    tes_element *beside = tes_drawing_beside(d, 1 + shape % 2, TES_LINE, 0);
    tes_element_write(beside, "line %d, which goes on for a while", shape);
    beside = tes_drawing_beside(d, 1 + shape % 2, (tes_shape)shape, TES_BLUE);
    tes_element_place(beside, 0, 0);
  }
  tes_element_write(tes_drawing_beside(d, 2, TES_HEADING, 0), "a & b");
  tes_put(&d->notes, "what is noted\n");
}

static void make(tes_drawing *d) {
  tes_drawing_init(d, NULL);
  assert_int_equal(tes_drawing_size(d, 4, 3), TES_OK);
}

static char *render(const tes_drawing *d, const tes_picture *picture) {
  tes_text text;
  tes_text_init(&text, NULL);
  tes_render_svg(d, picture, &text);
  assert_false(text.failed);
  char *svg = malloc(text.length + 1);
  assert_non_null(svg);
  memcpy(svg, tes_text_get(&text), text.length + 1);
  tes_text_free(&text);
  return svg;
}

static void whole(void **state) {
  (void)state;
  tes_drawing d;
  make(&d);
  fill(&d);
  char *svg = render(&d, NULL);
  assert_int_equal(strncmp(svg, "<svg ", 5), 0);
  assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
  assert_int_equal(occurrences(svg, "<g"), occurrences(svg, "</g>"));
  assert_int_equal(occurrences(svg, "<text"), occurrences(svg, "</text>"));
  assert_int_equal(occurrences(svg, "data-id="), d.count);
  assert_int_equal(occurrences(svg, "a &amp; b"), 1);
  assert_null(strstr(svg, "what is noted"));
  free(svg);
  tes_drawing_free(&d);
}

/* What is there of one element is the same alone. */
static void elements_alone(void **state) {
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    tes_drawing d;
    make(&d);
    d.slanted = kind == 1;
    d.table = kind == 2;
    d.outlines = kind == 3;
    fill(&d);
    char *svg = render(&d, NULL);
    for (int i = 0; i < d.count; i++) {
      tes_text text;
      tes_text_init(&text, NULL);
      tes_render_element(&d, NULL, i, &text);
      assert_int_equal(strncmp(tes_text_get(&text), "<g data-id=", 11), 0);
      assert_int_equal(occurrences(svg, tes_text_get(&text)), 1);
      tes_text_free(&text);
    }
    free(svg);
    tes_drawing_free(&d);
  }
}

/* A disc on the cell 3, 5 of a table of this size. */
static char *disc_alone(int column, int row, int columns, int rows,
                        const tes_picture *picture) {
  tes_drawing d;
  tes_text text;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, columns, rows), TES_OK);
  d.numbers = true;
  d.column = column;
  d.row = row;
  tes_drawing_add(&d, TES_DISC, TES_RED, 3 - column, 5 - row);
  tes_text_init(&text, NULL);
  tes_render_element(&d, picture, 0, &text);
  tes_drawing_free(&d);
  return text.data;
}

static void framed(void **state) {
  (void)state;
  const tes_picture picture = {.frame = {-2, 0, 9, 12}};
  char *first = disc_alone(3, 5, 1, 1, &picture);
  char *later = disc_alone(-1, 2, 8, 10, &picture);
  char *free_of_it = disc_alone(-1, 2, 8, 10, NULL);
  assert_string_equal(first, later);
  assert_string_not_equal(first, free_of_it);
  free(first);
  free(later);
  free(free_of_it);
  /* A frame is never too small. */
  const tes_picture small = {.frame = {0, 4, 2, 2}};
  char *whole_table = disc_alone(-1, 2, 8, 10, &small);
  char *alone = disc_alone(-1, 2, 8, 10, NULL);
  assert_string_equal(whole_table, alone);
  free(whole_table);
  free(alone);
}

static void left_out(void **state) {
  (void)state;
  tes_drawing d;
  make(&d);
  tes_put(&d.notes,
          "what is noted, and as there is much to be said of it "
          "needs more than one line\n");
  char *svg = render(&d, NULL);
  assert_int_equal(occurrences(svg, "<text"), 4 + 3 + 2);
  free(svg);
  svg = render(&d, &(tes_picture){.bare = true, .alone = true, .width = 321});
  assert_int_equal(occurrences(svg, "<text"), 0);
  assert_int_equal(occurrences(svg, " width=\"321\""), 1);
  free(svg);
  tes_drawing_free(&d);
}

/* However high a pile is, it keeps below the room that is there for it. */
static void high_piles(void **state) {
  (void)state;
  tes_drawing d;
  make(&d);
  for (int i = 0; i < 300; i++) tes_drawing_add(&d, TES_DISC, TES_RED, 1, 1);
  char *svg = render(&d, NULL);
  int y, last = 10000;
  for (const char *at = svg; (at = strstr(at, "data-id=\"disc")); at++) {
    assert_int_equal(sscanf(strstr(at, "translate("), "translate(%*d %d", &y),
                     1);
    assert_true(y <= last);
    last = y;
  }
  /* The pile stands in the second row of three. */
  const int middle = 60 + SVG_CELL + SVG_CELL / 2;
  assert_true(last - 35 >= middle - SVG_CELL / 2 - SVG_HIGHEST);
  assert_non_null(strstr(svg, ">255<"));
  free(svg);
  tes_drawing_free(&d);
}

/* Only so many bytes are there. */
static void *scarce(void *user, void *block, size_t old_size, size_t new_size) {
  size_t *left = user;
  if (new_size > *left) return NULL;
  *left += old_size;
  *left -= new_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static void out_of_memory(void **state) {
  (void)state;
  tes_drawing d;
  make(&d);
  fill(&d);
  for (size_t room = 0;; room += 5000) {
    size_t left = room;
    const tes_alloc alloc = {scarce, &left};
    tes_text text;
    tes_text_init(&text, &alloc);
    tes_render_svg(&d, NULL, &text);
    const bool failed = text.failed;
    tes_text_free(&text);
    assert_int_equal(left, room);
    if (!failed) break;
    assert_true(room < 1000000);
  }
  tes_drawing_free(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outlines),       cmocka_unit_test(outline_of_a_square),
      cmocka_unit_test(words_in_lines), cmocka_unit_test(words_that_fit),
      cmocka_unit_test(escaped),        cmocka_unit_test(whole),
      cmocka_unit_test(elements_alone), cmocka_unit_test(framed),
      cmocka_unit_test(left_out),       cmocka_unit_test(high_piles),
      cmocka_unit_test(out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
