/* test_blokus.c: Blokus: counts that are known from elsewhere, the listers
 * against each other, reasons, position text, what can be asked. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the above, and setjmp, first. */
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#include "at_table.h"
#include "base/cpu.h"
#include "games/blokus/blokus.h"

static table open_table(const char *settings) {
  return table_open(tes_game_find("blokus"), settings);
}

/* ---- counts ---- */

static void perft(void **state) {
  static const struct {
    const char *settings;
    int depths;
    uint64_t leaves[4];
  } counts[] = {
      {"corners=fixed", 4, {58, 3364, 195112, 11316496}},
      {"", 2, {232, 40368}},
      {"variant=duo corners=fixed", 3, {414, 171396, 89204762}},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(counts); i++) {
    table t = open_table(counts[i].settings);
    for (int depth = 1; depth <= counts[i].depths; depth++) {
      uint64_t leaves;
      assert_int_equal(tes_perft(t.rules, t.state, depth, &leaves, &t.work),
                       TES_OK);
      assert_true(leaves == counts[i].leaves[depth - 1]);
    }
    table_close(&t);
  }
}

static void placements_on_the_board(void **state) {
  (void)state;
  for (int duo = 0; duo <= 1; duo++) {
    table t = open_table(duo ? "variant=duo" : "");
    const tables *forms = t.rules->tables;
    int count = 0;
    for (int number = 0; number < forms->forms; number++) {
      for (int cell = 0; cell < 400; cell++) {
        count += blokus_fit(forms, number, cell % 20, cell / 20) != 0;
      }
    }
    assert_int_equal(count, duo ? 13729 : 30433);
    table_close(&t);
  }
}

/* ---- the listers ---- */

static void same_list(const tables *forms, const blokus *b, lister *list,
                      const tes_move *expected, size_t count) {
  static tes_move moves[30433 + BATCH];
  const tes_move *end = list(forms, b, b->colour, moves);
  assert_int_equal(end - moves, count);
  assert_memory_equal(moves, expected, count * sizeof *moves);
}

static void compare_listers(const tables *forms, const blokus *b) {
  static tes_move moves[30433 + BATCH];
  lister *any = blokus_lister(false, TES_CPU_ANY);
  const tes_move *end = any(forms, b, b->colour, moves);
  const size_t count = (size_t)(end - moves);
  assert_int_equal(blokus_can_place(forms, b, b->colour), count > 0);
  for (int cpu = TES_CPU_BMI2; cpu <= (int)tes_cpu_best(); cpu++) {
    same_list(forms, b, blokus_lister(false, (tes_cpu)cpu), moves, count);
  }
  same_list(forms, b, forms->list, moves, count);
}

static void listers_agree(void **state) {
  (void)state;
  for (int duo = 0; duo <= 1; duo++) {
    table t = open_table(duo ? "variant=duo" : "");
    tes_rng rng;
    tes_rng_seed(&rng, 1);
    for (int game = 0; game < 40; game++) {
      tes_start_rng(t.rules, t.state, &rng, &t.work);
      while (!t.state->over) {
        compare_listers(t.rules->tables, (const blokus *)t.state);
        t.work.list.count = 0;
        tes_moves(t.rules, t.state, &t.work.list, &t.work);
        const uint64_t pick = tes_rng_below(&rng, t.work.list.count);
        tes_apply(t.rules, t.state, t.work.list.moves[pick], &t.work);
      }
    }
    table_close(&t);
  }
}

/* ---- reasons ---- */

static const struct {
  const char *settings, *moves, *text, *reason;
} reasons[] = {
    {"", "", "b2",
     "b2: the first piece must cover a start cell (a1, t1, a20, t20)"},
    {"corners=fixed", "", "a1",
     "a1: the first piece must cover a start cell (a20)"},
    {"variant=duo", "", "a1",
     "a1: the first piece must cover a start cell (j5, e10)"},
    {"", "a1", "a1", "a1: a1 is taken"},
    {"", "a1 t1 a20 t20", "b1,c1",
     "b1,c1: b1 touches your own piece at a1 along an edge"},
    {"", "a1 t1 a20 t20", "c3,d3",
     "c3,d3: it touches none of your pieces at "
     "a corner"},
    {"", "a1 t1 a20 t20", "b2", "b2: blue has already placed the piece 1"},
    {"", "", "pass", "pass: blue can place a piece"},
    {"", "", "a1,a2,a3,a4,b4,c4",
     "a1,a2,a3,a4,b4,c4: expected a piece at a cell (V3@a1), cells (a1,b1,b2) "
     "or pass"},
    {"", "", "a1,c1", "a1,c1: these cells are not a piece"},
    {"", "", "a1,a1", "a1,a1: these cells are not a piece"},
    {"", "", "a0", "a0: a0 is not a cell (a1 to t20)"},
    {"", "", "u1", "u1: u1 is not a cell (a1 to t20)"},
    {"variant=duo", "", "o1", "o1: o1 is not a cell (a1 to n14)"},
    {"", "", "Q@a1", "Q@a1: there is no piece Q"},
    {"", "", "T4", "T4: where? Name its first cell too: T4@a1"},
    {"", "", "t4",
     "t4: the first piece must cover a start cell (a1, t1, a20, t20)"},
    {"", "", "V3@a1",
     "V3@a1: add the way (/N); ways 1 2 4 fit there (piece V3 shows them)"},
    {"", "", "V3@t20", "V3@t20: that is not on the board"},
    {"", "", "V3@u1", "V3@u1: u1 is not a cell (a1 to t20)"},
    {"", "", "V3@a1/9",
     "V3@a1/9: V3 has no way 9; ways 1 2 4 fit there (piece V3 shows them)"},
    {"", "", "X@c3/2", "X@c3/2: X has no way 2"},
    {"", "", "V3a19",
     "V3a19: expected a piece at a cell (V3@a1), cells (a1,b1,b2) or pass"},
    {"", "", "V3a1/9",
     "V3a1/9: expected a piece at a cell (V3@a1), cells (a1,b1,b2) or pass"},
    {"", "", "I5 p20",
     "I5 p20: expected a piece at a cell (V3@a1), cells (a1,b1,b2) or pass"},
    {"", "", "V3@c3/9", "V3@c3/9: V3 has no way 9"},
    {"", "", "V3@a1/3",
     "V3@a1/3: that is not on the board; ways 1 2 4 fit there (piece V3 shows "
     "them)"},
    {"", "", "X@c3",
     "X@c3: the first piece must cover a start cell (a1, t1, a20, t20)"},
    {"", "", "hello",
     "hello: expected a piece at a cell (V3@a1), cells (a1,b1,b2) or pass"},
};

static void illegal_moves(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(reasons); i++) {
    table t = open_table(reasons[i].settings);
    table_play(&t, reasons[i].moves);
    const uint64_t before = tes_hash(t.rules, t.state);
    assert_int_equal(tes_play_text(t.rules, t.state, reasons[i].text, &t.work),
                     TES_EILLEGAL);
    assert_string_equal(t.work.error.text, reasons[i].reason);
    assert_int_equal(t.work.error.status == TES_EWAYS,
                     strstr(reasons[i].reason, "shows them)") != NULL);
    assert_true(tes_hash(t.rules, t.state) == before);
    table_close(&t);
  }
}

/* ---- the short way ---- */

static void short_moves(void **state) {
  static const struct {
    const char *text, *cells;
  } ways[] = {
      {"1@a1", "a1"},
      {"I5@a1/1", "a1,b1,c1,d1,e1"},
      {"V3@a1/1", "a1,b1,a2"},
      {"1@t20", "t20"},
      {"o@s19", "s19,t19,s20,t20"},
      {"O@s19", "s19,t19,s20,t20"},
      {"b1,a2,a1", "a1,b1,a2"},
      {"2@a19", "a19,a20"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    table t = open_table("");
    const tes_move move = tes_parse(t.rules, t.state, ways[i].text, &t.work);
    if (move == 0) fail_msg("%s", t.work.error.text);
    tes_text_clear(&t.work.text);
    tes_print(t.rules, t.state, move, 0, &t.work.text, &t.work);
    assert_string_equal(tes_text_get(&t.work.text), ways[i].cells);
    table_close(&t);
  }
}

/* ---- position text ---- */

#define EMPTY18 "/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20"

static void good_positions(void **state) {
  static const char *const fens[] = {
      "20/20" EMPTY18 " b -",
      "bb18/b19" EMPTY18 " y -",
      "b18y/20" EMPTY18 " r by",
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(fens); i++) {
    table t = open_table("");
    table_load(&t, fens[i]);
    assert_fen(&t, fens[i]);
    table_close(&t);
  }
}

static void bad_positions(void **state) {
  static const struct {
    const char *fen, *reason;
  } rows[] = {
      {"",
       "expected a colour's letter or a number of empty cells, but the "
       "text ends"},
      {"21", "expected a row that fits the board at 21"},
      {"20/20/20", "expected / after a full row, but the text ends"},
      {"20/20" EMPTY18 " x -",
       "expected the letter of the colour to move at x "
       "-"},
      {"20/20" EMPTY18 " b b",
       "expected the colours whose last piece was the "
       "single cell, or - at b"},
      {"bbbbbb14/20" EMPTY18 " b -",
       "the cells of blue at a20 are not a piece"},
      {"b1b17/20" EMPTY18 " b -", "blue has the piece 1 twice"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = open_table("");
    assert_int_equal(tes_load(t.rules, t.state, rows[i].fen, 0, &t.work),
                     TES_EARG);
    assert_int_equal(strncmp(t.work.error.text, "blokus position: ", 17), 0);
    assert_string_equal(t.work.error.text + 17, rows[i].reason);
    table_close(&t);
  }
}

/* ---- seats ---- */

/* Who moves in the first eight plies, for each number of players. */
static void seats(void **state) {
  static const int expected[5][8] = {
      {0},
      {1, 1, 1, 1, 1, 1, 1, 1},
      {1, 2, 1, 2, 1, 2, 1, 2},
      {1, 2, 3, 1, 1, 2, 3, 2},
      {1, 2, 3, 4, 1, 2, 3, 4},
  };
  (void)state;
  for (int players = 1; players <= 4; players++) {
    char setting[20];
    snprintf(setting, sizeof setting, "players=%d", players);
    table t = open_table(setting);
    for (int ply = 0; ply < 8; ply++) {
      assert_int_equal(t.state->seat, expected[players][ply]);
      t.work.list.count = 0;
      tes_moves(t.rules, t.state, &t.work.list, &t.work);
      tes_apply(t.rules, t.state, t.work.list.moves[0], &t.work);
    }
    table_close(&t);
  }
}

static void refused_options(void **state) {
  (void)state;
  tes_error error;
  const char *set[] = {"variant=duo", "players=3"};
  assert_null(tes_rules_open(tes_game_find("blokus"), set, 2, NULL, &error));
  assert_string_equal(error.text,
                      "blokus: players=3: expected 1 or 2 with variant=duo");
}

/* ---- queries ---- */

/* Every piece is drawn with as many squares as it has, and with its name. */
static void pictures(void **state) {
  (void)state;
  table t = open_table("");
  int64_t unused;
  const int row = tes_query_find(t.rules->game, "pictures");
  table_play(&t, "a1,a2,a3,a4,a5 t1 a20 t20");
  tes_text_clear(&t.work.text);
  assert_int_equal(
      tes_get(t.rules, t.state, 0, row, "blue", &unused, &t.work.text, &t.work),
      TES_OK);
  const char *drawn = tes_text_get(&t.work.text);
  int squares = 0;
  for (const char *at = drawn; *at != '\0'; at++) squares += *at == '#';
  assert_int_equal(squares, 89 - 5);
  assert_null(strstr(drawn, "I5"));
  assert_non_null(strstr(drawn, "Z5"));
  table_close(&t);
}

static void queries(void **state) {
  static const struct {
    const char *query, *argument, *answer;
  } rows[] = {
      {"cell", "a1", "blue"},
      {"cell", "c3", ""},
      {"colour", NULL, "yellow"},
      {"colours", NULL, "blue yellow red green"},
      {"open_corners", "blue", "b3"},
      {"forbidden", "blue", "b1 b2 a3"},
      {"left", "blue", "1 I3 V3 I4 L4 O T4 Z4 F I5 L5 N P T5 U V5 W X Y Z5"},
  };
  (void)state;
  table t = open_table("");
  int64_t points;
  table_play(&t, "a1,a2");
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const int row = tes_query_find(t.rules->game, rows[i].query);
    tes_text_clear(&t.work.text);
    assert_int_equal(tes_get(t.rules, t.state, 0, row, rows[i].argument,
                             &points, &t.work.text, &t.work),
                     TES_OK);
    assert_string_equal(tes_text_get(&t.work.text), rows[i].answer);
  }
  tes_get(t.rules, t.state, 0, tes_query_find(t.rules->game, "points"), "blue",
          &points, &t.work.text, &t.work);
  assert_int_equal(points, -87);
  table_close(&t);
}

/* ---- the conformance check ---- */

static void conforms(void **state) {
  static const char *const corners[] = {
      "",
      "players=1",
      "players=2",
      "players=3",
      "variant=duo",
      "variant=duo players=1 corners=fixed",
      "corners=fixed bonus_all=0 bonus_last=99",
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(corners); i++) {
    table t = open_table(corners[i]);
    if (tes_check(t.rules, 1, 3, 1000, &t.work) != TES_OK) {
      fail_msg("%s: %s", corners[i], t.work.error.text);
    }
    table_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(perft),
      cmocka_unit_test(placements_on_the_board),
      cmocka_unit_test(listers_agree),
      cmocka_unit_test(illegal_moves),
      cmocka_unit_test(short_moves),
      cmocka_unit_test(good_positions),
      cmocka_unit_test(bad_positions),
      cmocka_unit_test(seats),
      cmocka_unit_test(refused_options),
      cmocka_unit_test(queries),
      cmocka_unit_test(pictures),
      cmocka_unit_test(conforms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
