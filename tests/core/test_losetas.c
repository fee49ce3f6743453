/* test_losetas.c: Losetas: counts, and positions made by hand for every
 * sentence of the rules; reasons, endings, position text, what can be asked.
 *
 * Moves lead to a position; what is said of a move next is said there. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the above, and setjmp, first. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "at_table.h"
#include "base/cpu.h"
#include "games/losetas/weights.h"
#include "perft_file.h"
#include "plain_losetas.h"
#include "share.h"

static table open_table(const char *settings) {
  return table_open(tes_game_find("losetas"), settings);
}

static const char *text_of(table *t, const char *query, const char *argument) {
  int64_t unused;
  tes_text_clear(&t->work.text);
  if (tes_get(t->rules, t->state, 0, tes_query_find(t->rules->game, query),
              argument, &unused, &t->work.text, &t->work) != TES_OK) {
    fail_msg("%s", t->work.error.text);
  }
  return tes_text_get(&t->work.text);
}

static int64_t integer_of(table *t, const char *query, const char *argument) {
  int64_t integer = -1;
  assert_int_equal(
      tes_get(t->rules, t->state, 0, tes_query_find(t->rules->game, query),
              argument, &integer, &t->work.text, &t->work),
      TES_OK);
  return integer;
}

static table open_after(const char *settings, const char *moves) {
  table t = open_table(settings);
  table_play(&t, moves);
  return t;
}

/* ---- counts ---- */

static void perft_from_the_start(void **state) {
  static const struct {
    const char *settings;
    int depths;
    uint64_t leaves[5];
  } counts[] = {
      {"", 5, {4, 140, 3216, 138432, 4707032}},
      {"touch=corner", 4, {4, 140, 2608, 93440}},
      {"frame=fixed", 4, {225, 5896, 101528, 3202692}},
      {"frame=fixed touch=corner", 3, {225, 5896, 80960}},
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

static void same_perft(const perft_line *line) {
  table t = table_at(tes_game_find("losetas"), line->settings, line->fen);
  for (int depth = 1; depth <= line->depth; depth++) {
    uint64_t leaves;
    assert_int_equal(tes_perft(t.rules, t.state, depth, &leaves, &t.work),
                     TES_OK);
    if (leaves != line->count[depth - 1]) {
      fail_msg("%s ; %s: depth %d: %" PRIu64 ", expected %" PRIu64,
               line->settings, line->fen, depth, leaves,
               line->count[depth - 1]);
    }
  }
  table_close(&t);
}

/* The lines of frames of 2 and 3 cells go to the end of all games. */
static void perft_of_the_second_opinion(void **state) {
  char text[512];
  int lines = 0;
  FILE *file = fopen(TESELA_VECTORS "/losetas.perft", "r");
  (void)state;
  assert_non_null(file);
  while (fgets(text, sizeof text, file) != NULL) {
    perft_line line;
    if (text[0] == '#') continue;
    assert_true(read_perft_line(text, &line));
    same_perft(&line);
    lines++;
  }
  fclose(file);
  assert_true(lines >= 40);
}

/* ---- what is legal ---- */

#define FIXED "frame=fixed"
#define CORNER "frame=fixed touch=corner"

static const struct {
  const char *settings, *moves, *text;
} allowed[] = {
    /* The first tile lies where it likes, or in the middle of the sheet. */
    {FIXED, "", "1x1@a1"},
    {FIXED, "", "2x2@g7"},
    {"", "", "2x2@h8"},
    {"", "", "1x2@h8"},
    {"size=2", "", "2x2@b2"},
    {"size=3", "", "2x1@c3"},
    /* An edge is enough; tiles need not be flush. */
    {FIXED, "1x1@d4", "2x2@b3"},
    {FIXED, "1x1@d4", "2x2@b4"},
    {FIXED, "2x1@a1", "2x2@b2"},
    {FIXED, "2x2@c3", "2x2@d5"},
    {FIXED, "2x1@a1 2x1@c1", "1x1@d2"},
    /* Own colour across a corner, where corners do not count. */
    {FIXED, "2x1@a1 2x1@c1", "1x1@c2"},
    {FIXED, "2x2@c3 2x1@e4", "2x2@e5"},
    {CORNER, "2x1@a1 2x1@c1", "1x1@d2"},
    /* The top counts: grey lies under blue there. */
    {FIXED, "2x1@a1 1x1@b1", "1x1@c1"},
    {FIXED, "2x1@a1 1x1@b1", "2x2@c1"},
    {CORNER, "2x1@a1 1x1@b1", "1x1@c1"},
    /* On tiles: one cell of the other's is enough, own ones do not matter, nor
     * what lies beside. */
    {FIXED, "2x1@a1 2x1@c1", "2x1@b1"},
    {FIXED, "2x1@a1", "1x1@a1"},
    {FIXED, "2x2@c3 2x2@e3", "2x2@d3"},
    {FIXED, "2x2@c3 2x2@e3", "1x1@e3"},
    {CORNER, "2x2@c3 2x2@e3", "1x1@e3"},
    /* On one level of four tiles. */
    {FIXED, "2x1@a1 2x2@a2 1x2@c2 2x1@c1", "2x2@b1"},
    /* On the second level. */
    {FIXED, "2x2@c3 2x1@c3", "1x1@c3"},
    {FIXED, "2x2@c3 2x1@c3 1x1@c3", "1x1@d4"},
    /* What is larger may be covered but for one cell. */
    {FIXED, "2x2@c3 2x1@c3 2x1@e3", "1x1@c4"},
    /* The last tile of a kind. */
    {"frame=fixed tiles=1,1,2", "1x1@a1 1x1@b1", "1x1@c1"},
    /* As far as the frame lets it. */
    {"size=3", "1x1@c3", "2x2@d3"},
    {"size=3", "1x1@c3", "2x2@a3"},
    {"size=3", "1x1@c3", "2x2@c4"},
    {"size=3", "1x1@c3", "2x2@c1"},
    {"size=3", "1x1@c3 1x1@b3", "1x1@a3"},
    {"size=3", "1x1@c3 2x1@d3", "1x1@d2"},
    {"", "1x1@h8 2x1@f8 2x1@d8 2x1@b8", "1x1@b7"},
    {"", "1x1@h8 2x1@f8 2x1@d8 2x1@b8", "1x1@a8"},
    {"", "1x1@h8 2x1@i8 2x1@k8 2x1@m8", "2x1@n9"},
};

static void legal_moves(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(allowed); i++) {
    table t = open_after(allowed[i].settings, allowed[i].moves);
    if (tes_play_text(t.rules, t.state, allowed[i].text, &t.work) != TES_OK) {
      fail_msg("%s: %s", allowed[i].moves, t.work.error.text);
    }
    table_close(&t);
  }
}

/* ---- reasons ---- */

#define EXPECTED                                                       \
  ": expected a tile at its lower-left cell: 2x2@c3, 2x1@c3 (lying), " \
  "1x2@c3 (standing) or 1x1@c3"

static const struct {
  const char *settings, *moves, *text, *reason;
} refused[] = {
    /* Half on the table and half on a tile. */
    {FIXED, "2x1@a1", "2x1@b1",
     "2x1@b1: b1 is 1 high and c1 is free; a tile lies wholly on one level"},
    {FIXED, "2x1@a1", "1x2@a1",
     "1x2@a1: a1 is 1 high and a2 is free; a tile lies wholly on one level"},
    {FIXED, "2x1@b1", "2x1@a1",
     "2x1@a1: a1 is free and b1 is 1 high; a tile lies wholly on one level"},
    {FIXED, "2x2@c3 2x1@e3", "2x2@d3",
     "2x2@d3: d3 is 1 high and e4 is free; a tile lies wholly on one level"},
    /* On two heights. */
    {FIXED, "2x1@a1 1x1@a1", "2x1@a1",
     "2x1@a1: a1 is 2 high and b1 is 1 high; a tile lies wholly on one level"},
    {FIXED, "2x1@a1 1x1@a1 1x1@a2", "1x2@a1",
     "1x2@a1: a1 is 2 high and a2 is 1 high; a tile lies wholly on one level"},
    {FIXED, "2x2@c3 2x2@e3 2x2@d3", "2x1@e3",
     "2x1@e3: e3 is 2 high and f3 is 1 high; a tile lies wholly on one level"},
    {FIXED, "2x2@c3 2x2@e3 2x2@d3", "2x2@c3",
     "2x2@c3: c3 is 1 high and d3 is 2 high; a tile lies wholly on one level"},
    /* On the table: beside nothing; a corner is not an edge. */
    {FIXED, "1x1@a1", "1x1@d4",
     "1x1@d4: on the table a tile must share an edge with another"},
    {FIXED, "1x1@a1", "1x1@b2",
     "1x1@b2: on the table a tile must share an edge with another"},
    {FIXED, "1x1@a1", "2x2@b2",
     "2x2@b2: on the table a tile must share an edge with another"},
    {CORNER, "1x1@a1", "1x1@b2",
     "1x1@b2: on the table a tile must share an edge with another"},
    {"", "1x1@h8", "1x1@g7",
     "1x1@g7: on the table a tile must share an edge with another"},
    /* On the table: an edge of its own colour; others beside do not help. */
    {FIXED, "2x1@a1 2x1@c1", "1x1@a2",
     "1x1@a2: on the table a2 would touch your own grey on a1 at an edge"},
    {FIXED, "2x1@a1 2x1@c1", "2x1@b2",
     "2x1@b2: on the table b2 would touch your own grey on b1 at an edge"},
    {FIXED, "2x1@a1 2x1@c1", "2x2@b2",
     "2x2@b2: on the table b2 would touch your own grey on b1 at an edge"},
    {FIXED, "2x2@c3 2x1@e4", "1x2@e2",
     "1x2@e2: on the table e3 would touch your own grey on d3 at an edge"},
    /* The top counts: grey lies under blue there, and blue is seen. */
    {FIXED, "2x1@a1 1x1@b1 1x1@b2", "1x1@c1",
     "1x1@c1: on the table c1 would touch your own blue on b1 at an edge"},
    {CORNER, "2x1@a1 1x1@b1 1x1@c1", "1x1@c2",
     "1x1@c2: on the table c2 would touch your own blue on b1 at a corner"},
    /* Corners, where they count. */
    {CORNER, "2x1@a1 2x1@c1", "1x1@c2",
     "1x1@c2: on the table c2 would touch your own grey on b1 at a corner"},
    {CORNER, "2x2@c3 2x1@e4", "2x2@e5",
     "2x2@e5: on the table e5 would touch your own grey on d4 at a corner"},
    /* On tiles: only its own are covered. */
    {FIXED, "2x2@c3 2x1@e3", "1x1@c3",
     "1x1@c3: it covers only your own grey; at least one cell must be blue"},
    {FIXED, "2x2@c3 2x1@e3", "2x1@c4",
     "2x1@c4: it covers only your own grey; at least one cell must be blue"},
    /* A tile of 1x1 is never covered, nor the whole of a larger one. */
    {FIXED, "1x1@c3", "1x1@c3",
     "1x1@c3: it would cover the grey 1x1@c3 completely; every tile stays "
     "visible"},
    {FIXED, "2x2@c3 1x1@e3", "2x1@d3",
     "2x1@d3: it would cover the blue 1x1@e3 completely; every tile stays "
     "visible"},
    {FIXED, "2x1@c3", "2x1@c3",
     "2x1@c3: it would cover the grey 2x1@c3 completely; every tile stays "
     "visible"},
    {FIXED, "2x2@c3", "2x2@c3",
     "2x2@c3: it would cover the grey 2x2@c3 completely; every tile stays "
     "visible"},
    {FIXED, "2x1@c3 1x1@c3", "1x1@c3",
     "1x1@c3: it would cover the blue 1x1@c3 completely; every tile stays "
     "visible"},
    {FIXED, "2x1@c3 2x2@c4 1x1@e4", "2x2@c3",
     "2x2@c3: it would cover the grey 2x1@c3 completely; every tile stays "
     "visible"},
    /* The last cell of a tile that lies lower, here and on two levels. */
    {FIXED, "2x1@c3 1x1@c3 1x1@c4", "1x1@d3",
     "1x1@d3: it would cover the grey 2x1@c3 completely; every tile stays "
     "visible"},
    {FIXED, "2x2@a1 2x1@a1 1x1@b1 1x1@a2 1x1@a3", "1x1@b2",
     "1x1@b2: it would cover the grey 2x2@a1 completely; every tile stays "
     "visible"},
    {FIXED, "2x2@a1 2x1@a1 1x1@b1 1x1@a2", "1x1@a1",
     "1x1@a1: it would cover the blue 2x1@a1 completely; every tile stays "
     "visible"},
    /* The mover's own last cell. */
    {FIXED, "2x1@c3 1x1@c3 1x1@c4 1x2@e3", "2x1@d3",
     "2x1@d3: it would cover the grey 2x1@c3 completely; every tile stays "
     "visible"},
    /* Beyond the board or the sheet; what is no cell of it. */
    {FIXED, "", "2x1@h1",
     "2x1@h1: it would lie over the edge of the board, a1 to h8"},
    {FIXED, "", "1x2@a8",
     "1x2@a8: it would lie over the edge of the board, a1 to h8"},
    {FIXED, "", "2x2@h8",
     "2x2@h8: it would lie over the edge of the board, a1 to h8"},
    {FIXED, "", "1x1@i1", "1x1@i1: i1 is not a cell (a1 to h8)"},
    {FIXED, "", "1x1@a9", "1x1@a9: a9 is not a cell (a1 to h8)"},
    {FIXED, "", "1x1@a0", "1x1@a0: a0 is not a cell (a1 to h8)"},
    {"frame=fixed size=2", "", "2x2@b2",
     "2x2@b2: it would lie over the edge of the board, a1 to b2"},
    {"", "1x1@h8", "1x1@p8", "1x1@p8: p8 is not a cell (a1 to o15)"},
    {"", "1x1@h8", "1x1@h16", "1x1@h16: h16 is not a cell (a1 to o15)"},
    {"", "1x1@h8 2x1@i8 2x1@k8 2x1@m8", "2x1@o8",
     "2x1@o8: the playing area would be 9 columns wide; the most is 8"},
    /* The first tile of the floating frame. */
    {"", "", "1x1@a1",
     "1x1@a1: the lower-left cell of the first tile must be h8"},
    {"", "", "2x2@g7",
     "2x2@g7: the lower-left cell of the first tile must be h8"},
    {"size=2", "", "1x1@a1",
     "1x1@a1: the lower-left cell of the first tile must be b2"},
    /* The frame closes in, from each of the four sides. */
    {"size=3", "1x1@c3 2x1@d3", "1x1@b3",
     "1x1@b3: the playing area would be 4 columns wide; the most is 3"},
    {"size=3", "1x1@c3 2x1@a3 1x1@b4", "1x1@d3",
     "1x1@d3: the playing area would be 4 columns wide; the most is 3"},
    {"size=3", "1x1@c3 2x1@d3 1x1@d2 1x1@d1", "1x1@d4",
     "1x1@d4: the playing area would be 4 rows high; the most is 3"},
    {"size=3", "1x1@c3 1x2@c4", "1x1@c2",
     "1x1@c2: the playing area would be 4 rows high; the most is 3"},
    {"size=3", "1x1@c3 1x2@c1 1x1@b2", "1x1@c4",
     "1x1@c4: the playing area would be 4 rows high; the most is 3"},
    {"size=3", "1x1@c3 1x2@b3", "2x2@a5",
     "2x2@a5: the playing area would be 4 rows high; the most is 3"},
    {"", "1x1@h8 2x1@f8 2x1@d8 2x1@b8 1x1@a8", "1x1@i8",
     "1x1@i8: the playing area would be 9 columns wide; the most is 8"},
    {"", "1x1@h8 2x1@i8 2x1@k8 2x1@m8 2x1@n9", "1x1@g8",
     "1x1@g8: the playing area would be 9 columns wide; the most is 8"},
    /* A kind that is used up. */
    {"frame=fixed tiles=1,1,1", "2x2@a1 2x2@c1", "2x2@e1",
     "2x2@e1: grey has no 2x2 left"},
    {"frame=fixed tiles=1,1,1", "2x1@a1 2x1@c1", "1x2@e1",
     "1x2@e1: grey has no 2x1 left"},
    {"frame=fixed tiles=1,1,1", "1x1@a1 1x1@b1", "1x1@c1",
     "1x1@c1: grey has no 1x1 left"},
    {"frame=fixed tiles=0,1,1", "", "2x2@a1", "2x2@a1: grey has no 2x2 left"},
    /* No moves at all. */
    {FIXED, "", "3x1@a1",
     "3x1@a1: there is no tile 3x1: expected 2x2, 2x1 (lying), 1x2 (standing) "
     "or 1x1"},
    {FIXED, "", "0x1@a1",
     "0x1@a1: there is no tile 0x1: expected 2x2, 2x1 (lying), 1x2 (standing) "
     "or 1x1"},
    {FIXED, "", "2x2", "2x2" EXPECTED},
    {FIXED, "", "2x2@", "2x2@" EXPECTED},
    {FIXED, "", "a1", "a1" EXPECTED},
    {FIXED, "", "pass", "pass" EXPECTED},
    {FIXED, "", "", "" EXPECTED},
    {FIXED, "", "2x2@a1x", "2x2@a1x: a1x is not a cell (a1 to h8)"},
    {FIXED, "", "2x2@a01", "2x2@a01: a01 is not a cell (a1 to h8)"},
    {FIXED, "", "2x2@a1 ", "2x2@a1 : a1  is not a cell (a1 to h8)"},
    /* Over is over. */
    {FIXED, "2x2@a1 1x1@a1", "1x1@b1", "the game is over (stuck)"},
};

static void illegal_moves(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(refused); i++) {
    table t = open_after(refused[i].settings, refused[i].moves);
    tes_state *before = tes_state_new(t.rules);
    tes_copy(t.rules, before, t.state);
    assert_int_equal(
        tes_play_text(t.rules, t.state, refused[i].text, &t.work) == TES_OK, 0);
    assert_string_equal(t.work.error.text, refused[i].reason);
    assert_memory_equal(before, t.state, t.rules->state_size);
    tes_state_free(t.rules, before);
    table_close(&t);
  }
}

/* ---- how games end ---- */

static const struct {
  const char *settings, *moves;
  int score[2], place[2];
  const char *areas;
} endings[] = {
    /* The shortest of the fixed frame: blue could go on. */
    {FIXED, "2x2@a1 1x1@a1", {3, 1}, {1, 2}, "3/1"},
    {"size=3", "1x1@c3 2x1@b4 2x1@a5 1x2@b4 1x1@b5", {2, 2}, {1, 2}, "2 1/2"},
    /* No tiles left. */
    {"tiles=0,0,1", "1x1@h8 1x1@g8", {1, 1}, {1, 1}, "1/1"},
    {"tiles=0,1,0 frame=fixed", "2x1@a1 1x2@c1", {2, 2}, {1, 1}, "2/2"},
    {"tiles=0,0,2 frame=fixed",
     "1x1@a1 1x1@b1 1x1@c1 1x1@a2",
     {1, 1},
     {1, 1},
     "1 1/1 1"},
    /* The player to move has nothing, although the other would have. */
    {"size=3 frame=fixed", "2x1@b2 1x1@c3", {2, 1}, {1, 2}, "2/1"},
    {"size=3 frame=fixed", "1x1@c3 1x2@b2 1x1@a3", {1, 2}, {2, 1}, "1 1/2"},
    /* Nobody has. */
    {"size=3 frame=fixed",
     "1x1@b2 1x2@c1 1x1@c3 1x2@a2 1x1@a1",
     {1, 2},
     {2, 1},
     "1 1 1/2 2"},
    /* The second area decides, for either. */
    {"size=3",
     "2x2@c3 1x2@b3 1x1@b2 1x2@d3 1x1@b3 1x1@c3 1x1@d4",
     {2, 2},
     {1, 2},
     "2 2/2 1"},
    {"size=4 frame=fixed",
     "1x1@c3 2x1@c2 1x1@c2 1x2@b1 1x1@a2 2x1@b4",
     {2, 2},
     {2, 1},
     "2 1/2 2 1"},
    {"size=6 frame=fixed",
     "2x2@c1 1x1@d2 2x1@e2 1x1@f1 1x1@d3 1x1@d1",
     {2, 2},
     {1, 2},
     "2 2 1/2 1"},
    /* A second one against none. */
    {"size=3 frame=fixed",
     "1x2@c2 1x1@c3 1x1@b3 2x2@a1 1x1@b2",
     {3, 3},
     {2, 1},
     "3/3 1"},
    {"size=5 frame=fixed",
     "2x1@d4 1x1@d5 2x1@b5 1x1@c5",
     {2, 2},
     {1, 2},
     "2 1/2"},
    /* The third. */
    {"size=4 frame=fixed",
     "2x2@a1 1x1@b2 1x1@b3 2x1@a4 2x1@c4 1x1@c3 2x1@b4 1x1@b4 2x1@c2 2x1@a1 "
     "1x1@a1",
     {2, 2},
     {1, 2},
     "2 2 2 1/2 2 1"},
    {"size=5",
     "1x1@e5 1x1@e4 2x1@e3 2x1@f2 1x2@f2 2x1@e1 1x1@d4 2x2@c2 1x1@c1 2x1@f5 "
     "1x2@c2 1x1@c3",
     {3, 3},
     {2, 1},
     "3 2 1 1/3 2 2 1 1"},
    {"size=3 frame=fixed",
     "1x1@c2 1x1@b2 2x1@a3 1x1@c3 2x1@a1 1x1@b1",
     {2, 2},
     {1, 2},
     "2 1 1/2 1"},
    /* The fourth and later ones. */
    {"size=6",
     "1x1@f6 2x2@f7 1x1@f7 2x2@f4 2x1@f3 1x1@g3 2x1@d8 2x1@e8 1x1@h8 2x1@d6 "
     "1x2@h4 1x2@i4 1x2@g4 2x1@h4 2x1@d4 1x1@d4 1x2@i6 1x1@i8 2x1@g4",
     {4, 4},
     {2, 1},
     "4 2 2 1 1 1 1/4 2 2 2 1 1 1"},
    {"size=5 frame=fixed",
     "1x1@e3 2x1@c3 1x2@b2 2x1@b3 2x1@c4 1x2@e1 1x2@d1 1x1@c1 1x1@b3 2x1@d2 "
     "1x1@d2 1x2@e4 2x1@d4 1x1@c5 2x1@a5 1x1@e4",
     {2, 2},
     {1, 2},
     "2 2 2 2 1/2 2 2 1 1"},
    {"size=3 frame=fixed",
     "2x1@b3 2x2@b1 1x1@b1 1x1@c3 1x1@a2 1x1@a1 1x1@c2 1x1@a3",
     {1, 1},
     {2, 1},
     "1 1 1 1/1 1 1 1 1"},
    {"size=3 frame=fixed",
     "2x1@a3 1x1@a3 1x1@a2 1x1@b2 1x1@b1 1x1@c3 1x1@c2",
     {1, 1},
     {1, 2},
     "1 1 1 1/1 1 1"},
    /* None: a draw. */
    {"size=3", "1x1@c3 1x2@d3 1x1@d3 2x1@d2 1x1@e4", {2, 2}, {1, 1}, "2 1/2 1"},
    {"size=4 frame=fixed",
     "1x1@d3 1x1@c3 1x1@c2 1x1@d4 1x1@b3 1x1@d2",
     {1, 1},
     {1, 1},
     "1 1 1/1 1 1"},
};
static void games_end(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(endings); i++) {
    tes_result result;
    table t = open_after(endings[i].settings, endings[i].moves);
    assert_true(t.state->over);
    assert_string_equal(table_reason(&t), "stuck");
    tes_result_of(t.rules, t.state, &result, &t.work);
    assert_int_equal(result.seats, 2);
    assert_memory_equal(result.score, endings[i].score, 2 * sizeof(int));
    assert_memory_equal(result.place, endings[i].place, 2 * sizeof(int));
    assert_string_equal(text_of(&t, "areas", NULL), endings[i].areas);
    assert_int_equal(tes_count(t.rules, t.state, &t.work), 0);
    table_close(&t);
  }
}

/* ---- position text ---- */

static void good_positions(void **state) {
  static const struct {
    const char *settings, *fen;
  } rows[] = {
      {"", "- g"},
      {"", "g2x2@h8 b"},
      {"", "g2x2@h8,b1x1@h8 g"},
      {FIXED, "- g"},
      {FIXED, "g1x1@a1,b2x2@b1,g1x2@h7,b2x1@b1 g"},
      {FIXED, "g2x2@g7 b"},
      {"size=2", "g1x2@b2,b1x2@c2,g1x1@c2 b"},
      /* Positions to be thought about need not come from a game. */
      {"", "b2x2@h8 g"},
      {"", "g1x1@h8,g1x1@i8 b"},
      {FIXED, "g2x2@a1,b1x1@a1 b"},
      {FIXED, "g2x2@a1,b2x2@d4 g"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = table_at(tes_game_find("losetas"), rows[i].settings, rows[i].fen);
    assert_fen(&t, rows[i].fen);
    table_close(&t);
  }
}

/* Tiles may come in any order in which they can lie on each other. */
static void positions_are_sorted(void **state) {
  static const struct {
    const char *fen, *sorted;
  } rows[] = {
      {"g1x1@b1,b1x1@a1 g", "b1x1@a1,g1x1@b1 g"},
      {"g1x1@a2,b1x1@b1 g", "b1x1@b1,g1x1@a2 g"},
      {"g2x2@c3,b1x1@c3,b2x1@a1 g", "b2x1@a1,g2x2@c3,b1x1@c3 g"},
      {"g2x2@c3,b2x1@c3,g1x1@d3,b1x1@d4,g1x1@e3 b",
       "g2x2@c3,g1x1@e3,b2x1@c3,b1x1@d4,g1x1@d3 b"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = table_at(tes_game_find("losetas"), FIXED, rows[i].fen);
    assert_fen(&t, rows[i].sorted);
    table_close(&t);
  }
}

static void bad_positions(void **state) {
  static const struct {
    const char *settings, *fen, *reason;
  } rows[] = {
      {"", "", "expected a tile (g2x2@c3), but the text ends"},
      {"", "-", "expected a comma or a space after a tile, but the text ends"},
      {"", "- ", "expected the player to move, g or b, but the text ends"},
      {"", "- r", "expected the player to move, g or b at r"},
      {"", "x", "expected a tile (g2x2@c3) at x"},
      {"", "r2x2@h8 b", "expected a tile (g2x2@c3) at r2x2@h8 b"},
      {"", "g3x2@h8 b", "expected a tile (g2x2@c3) at g3x2@h8 b"},
      {"", "g2x2@h8",
       "expected a comma or a space after a tile, but the text ends"},
      {"", "g2x2@h8 ",
       "expected the player to move, g or b, but the text ends"},
      {"", "g2x2@h8 x", "expected the player to move, g or b at x"},
      {"", "g2x2@h8 b x", "expected nothing after the player to move at  x"},
      {"", "g2x2@h8;b1x1@h8 g",
       "expected a comma or a space after a tile at ;b1x1@h8 g"},
      {"", "g2x2@h8, b1x1@h8 g", "expected a tile (g2x2@c3) at  b1x1@h8 g"},
      {"", "g2x2@h8,,b1x1@h8 g", "expected a tile (g2x2@c3) at ,b1x1@h8 g"},
      {"", "g2x2@p8 b", "expected a cell, a1 to o15, at p8 b"},
      {"", "g2x2@h16 b", "expected a cell, a1 to o15, at h16 b"},
      {"", "g2x2@h0 b", "expected a cell, a1 to o15, at h0 b"},
      {FIXED, "g1x1@i1 b", "expected a cell, a1 to h8, at i1 b"},
      {FIXED, "g2x2@h8 b",
       "g2x2@h8: it would lie over the edge of the board, a1 to h8"},
      /* What cannot lie so, whoever placed it. */
      {FIXED, "g2x1@a1,b2x1@b1 g",
       "b2x1@b1: b1 is 1 high and c1 is free; a tile lies wholly on one level"},
      {FIXED, "b1x1@h8,g2x2@g7 g",
       "g2x2@g7: g7 is free and h8 is 1 high; a tile lies wholly on one level"},
      {FIXED, "g2x2@a1,b2x2@a1 g", "b2x2@a1: it covers g2x2@a1 completely"},
      {FIXED, "g2x2@a1,b2x1@a1,b2x1@a2 g",
       "b2x1@a2: it covers g2x2@a1 completely"},
      {FIXED, "g1x1@a1,b1x1@a1 g", "b1x1@a1: it covers g1x1@a1 completely"},
      /* More tiles than there are; more room than there is. */
      {FIXED, "g1x1@a1,g1x1@c1,g1x1@e1,g1x1@g1 b",
       "g1x1@g1: grey has only 3 of them"},
      {"frame=fixed tiles=1,0,0", "g2x2@a1,g2x2@d1 b",
       "g2x2@d1: grey has only 1 of them"},
      {"size=3", "g1x1@c3,b1x1@d3,g1x1@e3,b1x1@b3 g",
       "b1x1@b3: the playing area would be 4 columns wide; the most is 3"},
      {"", "g2x2@h8,b2x2@b9,b1x2@h15 g",
       "b1x2@h15: the playing area would be 9 rows high; the most is 8"},
      {"", "g1x1@h8,b1x1@h16 g", "expected a cell, a1 to o15, at h16 g"},
      /* The floating frame begins in the middle. */
      {"", "g2x2@a1 b", "no tile lies on h8, where every game begins"},
      /* Over is not to be read. */
      {FIXED, "g2x2@a1,b1x1@a1 g", "the game is over: grey can place nothing"},
      {"frame=fixed tiles=0,0,1", "g1x1@a1,b1x1@c1 b",
       "the game is over: blue can place nothing"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = open_table(rows[i].settings);
    tes_state *before = tes_state_new(t.rules);
    tes_copy(t.rules, before, t.state);
    assert_int_equal(tes_load(t.rules, t.state, rows[i].fen, 0, &t.work),
                     TES_EARG);
    assert_int_equal(strncmp(t.work.error.text, "losetas position: ", 18), 0);
    assert_string_equal(t.work.error.text + 18, rows[i].reason);
    assert_memory_equal(before, t.state, t.rules->state_size);
    tes_state_free(t.rules, before);
    table_close(&t);
  }
}

/* Writes "g2x1@a1,b2x1@c1," .. for every other column of all rows. */
static size_t write_tiles(char *out, size_t size, const char *shape) {
  size_t used = 0;
  for (int y = 0; y < 8; y++) {
    for (int x = 0; x < 8; x += 2) {
      const bool grey = (x / 2 + y + (shape[0] == '1')) % 2 == 0;
      used += (size_t)snprintf(out + used, size - used, "%c%s@%c%d,",
                               grey ? 'g' : 'b', shape, 'a' + x, y + 1);
    }
  }
  return used;
}

/* More tiles than cells there cannot be: dominoes on the whole board, and on
 * one cell of each a tile of the other colour. Blue places the last one. */
static void a_tile_for_every_cell(void **state) {
  char fen[800];
  (void)state;
  size_t used = write_tiles(fen, sizeof fen, "2x1");
  used += write_tiles(fen + used, sizeof fen - used, "1x1");
  strcpy(fen + used - 1, " g");
  table t = open_table("frame=fixed tiles=16,16,16");
  assert_int_equal(tes_load(t.rules, t.state, fen, 0, &t.work), TES_EARG);
  assert_string_equal(
      t.work.error.text,
      "losetas position: the game is over: grey can place nothing");
  char *last = strstr(fen, ",b1x1@g8 g");
  strcpy(last, " b");
  table_load(&t, fen);
  assert_fen(&t, fen);
  assert_int_equal(tes_count(t.rules, t.state, &t.work), 2);
  table_play(&t, "1x1@g8");
  assert_true(t.state->over);
  strcpy(last, ",b1x1@g8 g");
  assert_fen(&t, fen);
  table_close(&t);
}

/* No stack gets higher: all of its tiles but the top one show a cell beside
 * it, and eight cannot be laid so. */
static void a_stack_of_seven(void **state) {
  (void)state;
  table t = open_after(
      FIXED,
      "2x1@e2 2x2@c1 2x2@c3 2x2@a3 2x2@a5 2x2@c5 2x2@e5 2x2@e3 2x1@d2 1x2@a4 "
      "2x2@b4 1x2@f4 1x1@f4 2x2@d3 2x1@a4 2x2@d5 1x2@e3 2x2@c4 1x2@e5 2x1@b4 "
      "2x2@d4 1x2@e4 2x1@c4 2x1@d4 1x1@d4");
  assert_string_equal(
      text_of(&t, "stack", "d4"),
      "g2x2@c3 b2x2@d3 b2x2@c4 g2x2@d4 g2x1@c4 b2x1@d4 g1x1@d4");
  assert_int_equal(integer_of(&t, "height", "d4"), 7);
  table_close(&t);
}

/* ---- what is the same position ---- */

/* Both ways of play: to the same position, or not. */
static const struct {
  const char *settings, *moves, *other;
  bool equal;
} transpositions[] = {
    {FIXED, "2x2@a1 2x2@c1 2x2@e1 2x2@g1", "2x2@e1 2x2@c1 2x2@a1 2x2@g1", true},
    {FIXED, "1x1@c3 1x1@c4 1x1@d4 1x1@d5", "1x1@d4 1x1@c4 1x1@c3 1x1@d5", true},
    /* What lies below and shows a single cell may be any tile. */
    {FIXED, "2x1@b2 1x1@b2 1x1@a2", "2x1@a2 1x1@b2 1x1@c2", true},
    {FIXED, "2x2@b1 1x2@b1 1x2@a1", "2x2@a1 1x2@b1 1x2@c1", true},
    {FIXED, "2x1@a2 1x1@a2 1x1@a3", "1x2@a2 1x1@a2 1x1@b2", true},
    /* Another height, another tile left. */
    {FIXED, "2x1@a1 1x1@b1", "1x1@a1 1x1@b1", false},
    {FIXED, "2x2@a1 2x1@a1", "2x1@a2 2x1@a1", false},
    /* The same heights, colours and hands, but other tiles show. */
    {FIXED, "2x2@b2 2x1@b2 1x2@a1 1x1@b3", "2x2@b2 1x2@b2 1x2@a1 1x1@c2",
     false},
    {FIXED, "2x2@b2 2x1@b2 1x2@a1 1x1@c3", "2x2@b2 1x1@b2 1x2@a1 1x2@c2",
     false},
    /* Elsewhere, the same from within. */
    {FIXED, "2x2@a1 1x1@c1", "2x2@b1 1x1@d1", false},
    {"", "1x1@h8 2x2@i8", "1x1@h8 2x2@f8", false},
};

static void same_positions(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(transpositions); i++) {
    const char *settings = transpositions[i].settings;
    const bool expected = transpositions[i].equal;
    table t = open_after(settings, transpositions[i].moves);
    table other = open_after(settings, transpositions[i].other);
    assert_int_equal(tes_equal(t.rules, t.state, other.state), expected);
    assert_int_equal(
        tes_hash(t.rules, t.state) == tes_hash(t.rules, other.state), expected);
    table_close(&t);
    table_close(&other);
  }
}

/* ---- what may be typed ---- */

static void short_moves(void **state) {
  static const struct {
    const char *text, *move;
  } ways[] = {
      {"2x2@a1", "2x2@a1"},
      {"2x2 a1", "2x2@a1"},
      {"1x2 h7", "1x2@h7"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(ways); i++) {
    table t = open_table(FIXED);
    const tes_move move = tes_parse(t.rules, t.state, ways[i].text, &t.work);
    if (move == 0) fail_msg("%s", t.work.error.text);
    tes_text_clear(&t.work.text);
    tes_print(t.rules, t.state, move, 0, &t.work.text, &t.work);
    assert_string_equal(tes_text_get(&t.work.text), ways[i].move);
    table_close(&t);
  }
}

/* ---- queries ---- */

static void queries(void **state) {
  static const struct {
    const char *query, *argument, *answer;
  } rows[] = {
      {"cell", "c3", "blue"},
      {"cell", "d3", "grey"},
      {"cell", "c4", "grey"},
      {"cell", "a1", ""},
      {"stack", "d3", "g2x2@c3 b2x1@c3 g1x1@d3"},
      {"stack", "c3", "g2x2@c3 b2x1@c3"},
      {"stack", "a1", ""},
      {"tile", "c3", "c3"},
      {"tile", "d4", "c4 d4"},
      {"tile", "e3", "e3 f3 e4 f4"},
      {"tile", "a1", ""},
      {"area", "d3", "d3 c4 d4"},
      {"area", "c3", "c3"},
      {"area", "a1", ""},
      {"areas", NULL, "3/4 1"},
      {"left", "grey", "2x2:7 2x1:8 1x1:2"},
      {"left", NULL, "2x2:7 2x1:8 1x1:2"},
      {"left", "blue", "2x2:7 2x1:7 1x1:3"},
      {"tiles", NULL, "g2x2@c3 b2x2@e3 b2x1@c3 g1x1@d3"},
      {"box", NULL, "c3 f4"},
  };
  (void)state;
  table t = open_after(FIXED, "2x2@c3 2x1@c3 1x1@d3 2x2@e3");
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_string_equal(text_of(&t, rows[i].query, rows[i].argument),
                        rows[i].answer);
  }
  assert_int_equal(integer_of(&t, "height", "d3"), 3);
  assert_int_equal(integer_of(&t, "height", "c3"), 2);
  assert_int_equal(integer_of(&t, "height", "f4"), 1);
  assert_int_equal(integer_of(&t, "height", "a1"), 0);
  table_close(&t);
}

/* Nothing has been placed yet. */
static void queries_at_the_start(void **state) {
  (void)state;
  table t = open_table("tiles=0,16,1");
  assert_string_equal(text_of(&t, "areas", NULL), "/");
  assert_string_equal(text_of(&t, "tiles", NULL), "");
  assert_string_equal(text_of(&t, "box", NULL), "");
  assert_string_equal(text_of(&t, "left", "blue"), "2x2:0 2x1:16 1x1:1");
  table_close(&t);
}

static void bad_queries(void **state) {
  static const struct {
    const char *settings, *query, *argument, *message;
  } rows[] = {
      {"", "cell", NULL, "cell: expected a cell, a1 to o15"},
      {"", "cell", "p1", "cell: expected a cell, a1 to o15"},
      {FIXED, "height", "i1", "height: expected a cell, a1 to h8"},
      {FIXED, "side", "a9", "side: expected a cell, a1 to h8"},
      {FIXED, "stack", "", "stack: expected a cell, a1 to h8"},
      {FIXED, "left", "red", "left: expected a player: grey or blue"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    int64_t integer;
    table t = open_table(rows[i].settings);
    const int query = tes_query_find(t.rules->game, rows[i].query);
    assert_int_equal(tes_get(t.rules, t.state, 0, query, rows[i].argument,
                             &integer, &t.work.text, &t.work),
                     TES_EARG);
    assert_string_equal(t.work.error.text, rows[i].message);
    table_close(&t);
  }
}

static void refused_options(void **state) {
  static const struct {
    const char *setting, *message;
  } rows[] = {
      {"tiles=0,0,0", "losetas: tiles=0,0,0: expected at least one tile"},
      {"tiles=17,0,0", "losetas: tiles=17,0,0: expected numbers, 3 of 0..16"},
      {"tiles=8,8", "losetas: tiles=8,8: expected numbers, 3 of 0..16"},
      {"size=1", "losetas: size=1: expected a whole number in 2..8"},
      {"size=9", "losetas: size=9: expected a whole number in 2..8"},
      {"frame=round", "losetas: frame=round: expected one of floating|fixed"},
      {"touch=no", "losetas: touch=no: expected one of edge|corner"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_error error;
    assert_null(tes_rules_open(tes_game_find("losetas"), &rows[i].setting, 1,
                               NULL, &error));
    assert_string_equal(error.text, rows[i].message);
  }
}

/* ---- the conformance check ---- */

static void conforms(void **state) {
  static const char *const corners[] = {
      "",
      FIXED,
      "touch=corner",
      CORNER,
      "tiles=16,16,16",
      "frame=fixed tiles=0,0,16",
      "size=2 tiles=0,0,1",
      "size=3 frame=fixed",
      "size=5 tiles=0,16,0",
      "size=7 touch=corner tiles=1,2,3",
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(corners); i++) {
    table t = open_table(corners[i]);
    if (tes_check(t.rules, 1, 10, 1000, &t.work) != TES_OK) {
      fail_msg("%s: %s", corners[i], t.work.error.text);
    }
    table_close(&t);
  }
}

/* Both ways to play at random end in the same bytes, for every option. */
static void playouts_pick_from_the_list(void **state) {
  (void)state;
  for (int i = 0; i < 28; i++) {
    char settings[80];
    snprintf(settings, sizeof settings, "frame=%s touch=%s size=%d",
             i % 2 ? "fixed" : "floating", i / 2 % 2 ? "corner" : "edge",
             2 + i / 4);
    table t = open_table(settings), other = open_table(settings);
    for (uint64_t seed = 0; seed < 200; seed++) {
      tes_rng rng, other_rng;
      tes_rng_seed(&rng, seed);
      tes_rng_seed(&other_rng, seed);
      tes_start(t.rules, t.state, 0, &t.work);
      tes_start(t.rules, other.state, 0, &t.work);
      const int64_t plies = tes_playout(t.rules, t.state, &rng, &t.work);
      assert_true(plies > 0);
      assert_true(tes_playout_listed(t.rules, other.state, &other_rng,
                                     &t.work) == plies);
      assert_memory_equal(t.state, other.state, t.rules->state_size);
      assert_memory_equal(&rng, &other_rng, sizeof rng);
    }
    table_close(&t);
    table_close(&other);
  }
}

/* ---- what searches are told ---- */

/* Of the seat to move. */
static int lead_of(table *t) {
  int lead[2];
  const tes_insight *insight = t->rules->game->insight;
  assert_int_equal(insight->estimate(t->rules, t->state, lead, &t->work), 0);
  return lead[t->state->seat - 1];
}

static int judged(table *t, const char *fen) {
  table_load(t, fen);
  return lead_of(t);
}

/* The other colour in every tile, and the other player to move. */
static void change_colours(const char *fen, char *other) {
  strcpy(other, fen);
  for (char *c = other; *c != '\0'; c++) {
    const bool colour = c == other || c[-1] == ',' || c[-1] == ' ';
    if (colour) *c = *c == 'g' ? 'b' : 'g';
  }
}

static void colours_are_judged_alike(void **state) {
  (void)state;
  table t = open_table(FIXED);
  char other[1024];
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  for (int i = 0; i < 200; i++) {
    tes_start(t.rules, t.state, 0, &t.work);
    for (int ply = 1 + i % 20; ply > 0 && !t.state->over; ply--) {
      t.work.list.count = 0;
      tes_moves(t.rules, t.state, &t.work.list, &t.work);
      const uint32_t count = (uint32_t)t.work.list.count;
      tes_apply(t.rules, t.state, t.work.list.moves[tes_rng_below(&rng, count)],
                &t.work);
    }
    if (t.state->over) continue;
    const int value = lead_of(&t);
    tes_text_clear(&t.work.text);
    tes_save(t.rules, t.state, 0, &t.work.text);
    change_colours(tes_text_get(&t.work.text), other);
    assert_int_equal(judged(&t, other), value);
  }
  table_close(&t);
}

/* Whatever instructions there are, in games of every option. */
/* ---- the evaluation, from a plain table ---- */

/* The cells that are looked at for room: from 0 on, and how many. */
typedef struct box {
  int x, y, wide, tall;
} box;

/* Of the columns and rows in use; with a fixed frame those from its corner on.
 */
static box box_of(const struct plain_l *plain) {
  int last_x = 0, last_y = 0;
  box b = {plain->side, plain->side, 0, 0};
  for (int i = 0; i < plain->count; i++) {
    const struct plain_l_tile *t = &plain->tile[i];
    if (t->x < b.x) b.x = t->x;
    if (t->y < b.y) b.y = t->y;
    if (t->x + t->width > last_x) last_x = t->x + t->width;
    if (t->y + t->height > last_y) last_y = t->y + t->height;
  }
  if (plain->options.frame == PLAIN_L_FIXED) b.x = b.y = 0;
  b.wide = last_x - b.x;
  b.tall = last_y - b.y;
  return b;
}

/* Counts the placements that a side has now, were it to move. */
static void count_places(struct plain_l plain, int seat, int16_t *t) {
  static plain_l_text moves[PLAIN_L_MOVES];
  const box b = box_of(&plain);
  const int size = plain.options.size;
  plain.seat = seat;
  plain.over = 0;
  for (int count = plain_l_moves(&plain, moves); count > 0; count--) {
    const char *move = moves[count - 1];
    const int width = move[0] - '0', height = move[2] - '0';
    const int x = move[4] - 'a', y = atoi(move + 5) - 1;
    const int cells = width * height;
    if (plain.height[x][y] > 0) {
      if (cells < 4) t[cells == 2 ? COVERS_PAIR : COVERS_SINGLE]++;
    } else if (x >= b.x && y >= b.y &&
               x + width <= b.x + b.wide + (b.wide < size) &&
               y + height <= b.y + b.tall + (b.tall < size)) {
      t[cells == 4 ? ROOM_SQUARE : cells == 2 ? ROOM_PAIR : ROOM_SINGLE]++;
    }
  }
}

/* Whether a cell is all that the tile on it shows. */
static bool is_lone(const struct plain_l *plain, int x, int y) {
  return plain_l_visible(plain, plain_l_top(plain, x, y)) == 1;
}

static void count_cell(const struct plain_l *plain, int seat, int x, int y,
                       int16_t *t) {
  const box b = box_of(plain);
  const bool right = plain_l_colour(plain, x + 1, y) == seat;
  const bool above = plain_l_colour(plain, x, y + 1) == seat;
  if (is_lone(plain, x, y)) {
    t[LONE]++;
  } else if (plain->height[x][y] > 1) {
    t[HIGH]++;
  }
  t[EDGES] = (int16_t)(t[EDGES] + right + above);
  t[BLOCKS] =
      (int16_t)(t[BLOCKS] + (right && above &&
                             plain_l_colour(plain, x + 1, y + 1) == seat));
  if (x == b.x || x == b.x + b.wide - 1 || y == b.y || y == b.y + b.tall - 1) {
    t[RIM]++;
  }
}

/* A cell of the other side that nothing can cover, beside one of this side. */
static bool is_wall(const struct plain_l *plain, int seat, int x, int y) {
  return is_lone(plain, x, y) && (plain_l_colour(plain, x + 1, y) == seat ||
                                  plain_l_colour(plain, x - 1, y) == seat ||
                                  plain_l_colour(plain, x, y + 1) == seat ||
                                  plain_l_colour(plain, x, y - 1) == seat);
}

static void plain_traits(const struct plain_l *plain, int seat, int16_t *t) {
  int area[PLAIN_L_AREAS];
  const int count = plain_l_areas(plain, seat, area);
  for (int i = 0; i < STOCKS; i++) {
    t[LEFT_SQUARES + i] = (int16_t)plain->left[seat - 1][i];
  }
  t[AREAS] = (int16_t)count;
  for (int i = 0; i < 3; i++) {
    t[FIRST + i] = (int16_t)(i < count ? area[i] : 0);
  }
  count_places(*plain, seat, t);
  for (int x = 0; x < plain->side; x++) {
    for (int y = 0; y < plain->side; y++) {
      const int colour = plain_l_colour(plain, x, y);
      if (colour == seat) count_cell(plain, seat, x, y, t);
      if (colour == 3 - seat && is_wall(plain, seat, x, y)) t[WALLS]++;
    }
  }
}

static int plain_evaluation(const struct plain_l *plain) {
  int16_t input[INPUTS] = {0};
  int value = BIAS, part = 0;
  plain_traits(plain, plain->seat, input);
  plain_traits(plain, 3 - plain->seat, input + TRAITS);
  input[2 * TRAITS] = (int16_t)plain->count;
  for (int i = 0; i < INPUTS; i++) value += direct[i] * input[i];
  for (int k = 0; k < HIDDEN; k++) {
    int sum = inner_bias[k];
    for (int i = 0; i < INPUTS; i++) sum += inner[i][k] * input[i];
    assert_in_range(sum + 32768, 0, 65535);
    if (sum > 0) part += sum * outer[k];
  }
  return value + part / OUTER_UNIT;
}

/* On any processor. */
static void positions_are_evaluated_by_their_traits(void **state) {
  static const struct {
    const char *settings;
    struct plain_l_options plain;
  } rows[] = {
      {"", {PLAIN_L_FLOATING, PLAIN_L_EDGE, {8, 8, 3}, 8}},
      {FIXED, {PLAIN_L_FIXED, PLAIN_L_EDGE, {8, 8, 3}, 8}},
      {"touch=corner", {PLAIN_L_FLOATING, PLAIN_L_CORNER, {8, 8, 3}, 8}},
      {"size=5 tiles=16,16,16",
       {PLAIN_L_FLOATING, PLAIN_L_EDGE, {16, 16, 16}, 5}},
      {CORNER " size=6 tiles=2,9,5",
       {PLAIN_L_FIXED, PLAIN_L_CORNER, {2, 9, 5}, 6}},
  };
  (void)state;
  for (size_t i = 0; i < 20 * COUNT_OF(rows); i++) {
    if (!my_share()) continue;
    table t = open_table(rows[i / 20].settings);
    struct plain_l plain;
    tes_rng rng;
    tes_rng_seed(&rng, i);
    tes_start(t.rules, t.state, 0, &t.work);
    tes_random_move(t.rules, t.state, &rng, &t.work);
    while (!t.state->over) {
      tes_text_clear(&t.work.text);
      tes_save(t.rules, t.state, 0, &t.work.text);
      assert_int_equal(plain_l_load_fen(&plain, rows[i / 20].plain,
                                        tes_text_get(&t.work.text)),
                       0);
      const int value = plain_evaluation(&plain);
      for (int cpu = TES_CPU_ANY; cpu <= (int)tes_cpu_best(); cpu++) {
        t.rules->cpu = cpu;
        assert_int_equal(lead_of(&t), value);
      }
      tes_random_move(t.rules, t.state, &rng, &t.work);
    }
    table_close(&t);
  }
}

static void small_tiles_are_kept(void **state) {
  (void)state;
  table t = open_table(FIXED);
  const int spent = judged(&t, "g1x1@a1,b2x2@b1 g");
  assert_true(judged(&t, "g2x2@a1,b2x2@c1 g") > spent);
  table_close(&t);
}

/* What the header says of its numbers, on which the width of a sum rests. */
static void outer_weights_come_to_what_is_said(void **state) {
  (void)state;
  int sum = 0;
  for (int k = 0; k < HIDDEN; k++) sum += abs(outer[k]);
  assert_in_range(sum, 1, OUTER_SUM);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(perft_from_the_start),
      cmocka_unit_test(perft_of_the_second_opinion),
      cmocka_unit_test(legal_moves),
      cmocka_unit_test(illegal_moves),
      cmocka_unit_test(games_end),
      cmocka_unit_test(good_positions),
      cmocka_unit_test(positions_are_sorted),
      cmocka_unit_test(bad_positions),
      cmocka_unit_test(a_tile_for_every_cell),
      cmocka_unit_test(a_stack_of_seven),
      cmocka_unit_test(same_positions),
      cmocka_unit_test(short_moves),
      cmocka_unit_test(queries),
      cmocka_unit_test(queries_at_the_start),
      cmocka_unit_test(bad_queries),
      cmocka_unit_test(refused_options),
      cmocka_unit_test(conforms),
      cmocka_unit_test(playouts_pick_from_the_list),
      cmocka_unit_test(colours_are_judged_alike),
      cmocka_unit_test(positions_are_evaluated_by_their_traits),
      cmocka_unit_test(small_tiles_are_kept),
      cmocka_unit_test(outer_weights_come_to_what_is_said),
  };
  return cmocka_run_group_tests_name("losetas", tests, NULL, NULL);
}
