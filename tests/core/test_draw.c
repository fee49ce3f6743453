/* test_draw.c: drawings as text, with and without colour, and as SVG. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the above, and setjmp, first. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tesela_game.h"

/* Two by two, with every kind of thing. */
static void make(tes_drawing *d, bool grid) {
  tes_drawing_init(d, NULL);
  assert_int_equal(tes_drawing_size(d, 2, 2), TES_OK);
  d->grid = grid;
  d->width = 2;
  tes_cell *pile = tes_cell_at(d, 0, 0);
  pile->pieces = true;
  pile->mark = TES_LAST_MOVE;
  tes_cell_put(pile, "w", TES_WHITE);
  tes_cell_put(pile, "R", TES_RED);
  tes_cell *tile = tes_cell_at(d, 1, 1);
  tile->fill = TES_BLUE;
  tile->walls = TES_NORTH | TES_EAST;
  tes_cell_put(tile, "B", TES_PLAIN);
  tes_cell_at(d, 0, 1)->mark = TES_HINT;
  tes_put(&d->notes, "a < b & c\nlast line\n");
}

static size_t occurrences(const char *text, const char *part) {
  size_t count = 0;
  for (; (text = strstr(text, part)) != NULL; text++) count++;
  return count;
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

/* Tiles of four, two and one cells: a line is wanted by the cell on one side
 * of it, or by both. */
static void outlines(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 4, 4), TES_OK);
  d.outlines = true;
  d.width = 2;
  static const uint8_t wall[3][4] = {
      {TES_WEST | TES_SOUTH, TES_EAST | TES_SOUTH, 0, 0},
      {TES_WEST | TES_NORTH, TES_EAST | TES_NORTH,
       TES_WEST | TES_SOUTH | TES_EAST, 0},
      {0, 0, TES_WEST | TES_NORTH | TES_EAST,
       TES_NORTH | TES_EAST | TES_SOUTH}};
  for (int i = 0; i < 12; i++) {
    tes_cell *cell = tes_cell_at(&d, i % 4, i / 4);
    cell->walls = wall[i / 4][i % 4];
    if (cell->walls == 0) continue;
    tes_cell_put(cell, "g", TES_GREY);
    tes_cell_put(cell, "2", TES_GREY);
  }
  tes_cell_at(&d, 3, 2)->mark = TES_HINT;
  expect(&d, TES_NO_COLOUR,
         "      a    b    c    d\n"
         " 4                       4\n"
         "             +----+----+\n"
         " 3           | g2 |<g2>| 3\n"
         "   +---------+    +----+\n"
         " 2 | g2   g2 | g2 |      2\n"
         "   |         +----+\n"
         " 1 | g2   g2 |           1\n"
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
  tes_cell *cell = tes_cell_at(&d, 0, 0);
  tes_cell_put(cell, "r", TES_RED);
  tes_cell_put(cell, "c", TES_RED);
  memcpy(cell->symbol, "\u25cf", 4);
  tes_cell_put(tes_cell_at(&d, 1, 0), "x", TES_PLAIN);
  memcpy(tes_cell_at(&d, 2, 0)->symbol, "\u25cf", 4);
  expect(&d, TES_NO_COLOUR,
         "     a   b   c\n"
         " 1  rc  x       1\n"
         "     a   b   c\n");
  d.symbols = true;
  expect(&d, TES_NO_COLOUR,
         "    a  b  c\n"
         " 1  \u25cf  x     1\n"
         "    a  b  c\n");
  tes_text svg;
  tes_text_init(&svg, NULL);
  tes_render_svg(&d, &svg);
  assert_int_equal(occurrences(tes_text_get(&svg), "\u25cf"), 1);
  assert_int_equal(occurrences(tes_text_get(&svg), ">r<"), 0);
  tes_text_free(&svg);
  expect(&d, TES_16,
         "    a  b  c\n"
         " 1  \033[1;91m\u25cf\033[0m  x     1\n"
         "    a  b  c\n");
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

static void picture(void **state) {
  (void)state;
  tes_drawing d;
  tes_text text;
  make(&d, true);
  tes_text_init(&text, NULL);
  tes_render_svg(&d, &text);
  const char *svg = tes_text_get(&text);
  assert_int_equal(strncmp(svg, "<svg ", 5), 0);
  assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
  assert_int_equal(occurrences(svg, "<ellipse"), 2);
  assert_int_equal(occurrences(svg, "stroke-dasharray"), 1);
  assert_int_equal(occurrences(svg, "a &lt; b &amp; c"), 1);
  assert_int_equal(occurrences(svg, "<text"), occurrences(svg, "</text>"));
  assert_int_equal(occurrences(svg, "stroke-width=\"3\""), 2);
  tes_text_free(&text);
  tes_drawing_free(&d);
}

static void marks_by_name(void **state) {
  static const char *const bad[] = {"", "a", "a3", "c1", "a0", "1a", "a1x"};
  (void)state;
  tes_drawing d;
  make(&d, true);
  assert_true(tes_drawing_mark(&d, "b1", TES_HINT));
  assert_int_equal(tes_cell_at(&d, 1, 0)->mark, TES_HINT);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_false(tes_drawing_mark(&d, bad[i], TES_HINT));
  }
  d.numbers = true;
  d.column = d.row = -1;
  assert_true(tes_drawing_mark(&d, "-1,0", TES_HINT));
  assert_int_equal(tes_cell_at(&d, 0, 1)->mark, TES_HINT);
  assert_false(tes_drawing_mark(&d, "-1", TES_HINT));
  assert_false(tes_drawing_mark(&d, "1,0", TES_HINT));
  tes_drawing_free(&d);
}

static void *never(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user, (void)block, (void)old_size, (void)new_size;
  return NULL;
}

static void out_of_memory(void **state) {
  (void)state;
  const tes_alloc none = {never, NULL};
  tes_drawing d;
  tes_drawing_init(&d, &none);
  assert_int_equal(tes_drawing_size(&d, 3, 3), TES_ENOMEM);
  tes_drawing_free(&d);
}

static void nothing_to_draw(void **state) {
  (void)state;
  tes_drawing d;
  tes_drawing_init(&d, NULL);
  assert_int_equal(tes_drawing_size(&d, 0, 0), TES_OK);
  expect(&d, TES_NO_COLOUR, "    a\n 1     1\n    a\n");
  tes_drawing_free(&d);
}

static void too_many_glyphs(void **state) {
  (void)state;
  tes_cell cell = {0};
  for (int i = 0; i < 2 * TES_GLYPHS; i++) tes_cell_put(&cell, "x", TES_RED);
  assert_int_equal(cell.count, TES_GLYPHS);
  tes_cell other = {0};
  tes_cell_put(&other, "toolong", TES_RED);
  assert_string_equal(other.glyph[0].text, "tool");
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
      cmocka_unit_test(picture),
      cmocka_unit_test(out_of_memory),
      cmocka_unit_test(too_many_glyphs),
      cmocka_unit_test(marks_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
