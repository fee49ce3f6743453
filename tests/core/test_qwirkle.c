/* test_qwirkle.c: Qwirkle by hand: a position for every sentence of the
 * rules, reasons, bags, position text, and what a seat may see. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the above, and setjmp, first. */
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#include "at_table.h"

static table open_table(const char *settings) {
  return table_open(tes_game_find("qwirkle"), settings);
}

static table open_at(const char *settings, const char *fen) {
  return table_at(tes_game_find("qwirkle"), settings, fen);
}

/* ---- bags ---- */

typedef char bag_text[144 * 3 + 1];

/* All tiles by name, but first those of `first`, joined by blanks. */
static void bag_with(const char *first, int copies, bag_text out) {
  static const char colours[] = "bgopry", shapes[] = "cdfstu";
  const size_t length = strlen(first);
  out[0] = '\0';
  for (size_t i = 0; i <= length; i++)
    out[i] = first[i] == ' ' ? ',' : first[i];
  for (int i = 0; i < 36; i++) {
    const char tile[] = {colours[i / 6], shapes[i % 6], '\0'};
    int left = copies;
    for (const char *at = first; (at = strstr(at, tile)) != NULL; at += 2) {
      left--;
    }
    for (; left > 0; left--) {
      if (out[0] != '\0') strcat(out, ",");
      strcat(out, tile);
    }
  }
}

/* The start from a bag that begins with these tiles. */
static table deal_table(const char *settings, const char *first) {
  bag_text bag;
  table t = open_table(settings);
  const char *copies = strstr(settings, "copies=");
  bag_with(first, copies != NULL ? atoi(copies + 7) : 3, bag);
  if (tes_deal(t.rules, t.state, bag, &t.work) != TES_OK) {
    fail_msg("%s: %s", bag, t.work.error.text);
  }
  return t;
}

/* ---- moves ---- */

static void print_move(table *t, tes_move move, char *space, size_t size) {
  tes_text text;
  tes_text_fixed(&text, space, size);
  assert_int_equal(tes_print(t->rules, t->state, move, 0, &text, &t->work),
                   TES_OK);
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

/* The legal moves are these, sorted by text and joined by blanks. */
static void assert_moves(table *t, const char *expected) {
  static char text[2000][100], all[2000 * 100];
  tes_list *list = &t->work.list;
  list->count = 0;
  assert_int_equal(tes_moves(t->rules, t->state, list, &t->work), TES_OK);
  assert_true(list->count <= COUNT_OF(text));
  for (size_t i = 0; i < list->count; i++) {
    print_move(t, list->moves[i], text[i], sizeof text[i]);
  }
  qsort(text, list->count, sizeof text[0], by_text);
  all[0] = '\0';
  for (size_t i = 0; i < list->count; i++) {
    if (i > 0) strcat(all, " ");
    strcat(all, text[i]);
  }
  assert_string_equal(all, expected);
}

static void assert_count(table *t, int expected) {
  assert_int_equal(tes_count(t->rules, t->state, &t->work), expected);
}

static void assert_legal(table *t, const char *move, bool expected) {
  const bool legal = tes_parse(t->rules, t->state, move, &t->work) != 0;
  if (legal != expected) {
    fail_msg("%s: %s", move, legal ? "is legal" : t->work.error.text);
  }
}

/* Makes a move and returns what it added to the player's score. */
static int points_of(table *t, const char *move) {
  tes_result before, after;
  const int seat = t->state->seat;
  tes_result_of(t->rules, t->state, &before, &t->work);
  table_play(t, move);
  tes_result_of(t->rules, t->state, &after, &t->work);
  for (int i = 0; i < after.seats; i++) {
    if (i != seat - 1) assert_int_equal(after.score[i], before.score[i]);
  }
  return after.score[seat - 1] - before.score[seat - 1];
}

/* ---- the opening ---- */

static void who_begins(void **state) {
  static const struct {
    const char *settings, *bag;
    int seat;
  } rows[] = {
      /* two red tiles; three of one shape */
      {"", "rc rd ys gf bu pt rs os gs ys bf pu", 2},
      /* equal: the lowest seat */
      {"", "rc rd ys gf bu pt bc bd ys gf ou pt", 1},
      {"players=3", "rc od ys gf bu pt bc bd ys gf ou pt rc rd os gf yu pt", 2},
      {"players=4",
       "rc od ys gf bu pt bc od ys gf ru pt rc yd os bf gu pt gc gd gs gf gu "
       "gt",
       4},
      /* equal tiles count once */
      {"", "rc rc rc rd rd rd od os gc ys bf pu", 1},
      {"copies=4", "rc rc rc rc od od bd gd bf bf bf bf", 2},
      {"hand=1", "rc rd", 1},
      {"hand=9 players=4 copies=1",
       "rc od yf gs bt pu rd of yc rs rt ru gc gd gf gt gu bc", 2},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = deal_table(rows[i].settings, rows[i].bag);
    if (t.state->seat != rows[i].seat) {
      fail_msg("%s: seat %d", rows[i].bag, t.state->seat);
    }
    table_close(&t);
  }
}

static void a_set_to_begin_with(void **state) {
  (void)state;
  table t = deal_table("", "rc rd ys gf bu pt bc yd rs gf ou pt");
  assert_moves(&t, "rc@0,0+rd@0,1 rc@0,0+rd@1,0 rd@0,0+rc@0,1 rd@0,0+rc@1,0");
  assert_legal(&t, "rc@0,0", false);
  assert_legal(&t, "rc@1,0+rd@2,0", false);
  assert_legal(&t, "rc@-1,0+rd@0,0", false);
  assert_legal(&t, "rc@0,0+rd@2,0", false);
  assert_legal(&t, "gf@0,0+ys@1,0", false);
  assert_legal(&t, "swap:rc", false);
  assert_legal(&t, "pass", false);
  assert_legal(&t, "rd@1,0+rc@0,0", true);
  assert_int_equal(points_of(&t, "rc@0,0+rd@0,1"), 2);
  table_close(&t);
}

/* Two different largest sets; equal tiles make no moves of their own. */
static void several_largest_sets(void **state) {
  (void)state;
  table t = deal_table("", "rc rd rs bs ys bs rc od ys gf bu pt");
  assert_int_equal(t.state->seat, 1);
  assert_count(&t, 2 * 6 * 2);
  assert_legal(&t, "rs@0,0+rd@0,1+rc@0,2", true);
  assert_legal(&t, "bs@0,0+rs@1,0+ys@2,0", true);
  assert_legal(&t, "rc@0,0+rs@1,0+ys@2,0", false);
  assert_legal(&t, "bs@0,0+rs@1,0+bs@2,0", false);
  table_close(&t);
}

/* No two tiles go together: one is placed, and scores 1. */
static void a_single_first_tile(void **state) {
  (void)state;
  table t = deal_table("", "rc od ys gf bu pt od ys gf bu pt rc");
  assert_int_equal(t.state->seat, 1);
  assert_moves(&t, "bu@0,0 gf@0,0 od@0,0 pt@0,0 rc@0,0 ys@0,0");
  assert_int_equal(points_of(&t, "ys@0,0"), 1);
  assert_int_equal(t.state->seat, 2);
  table_close(&t);
}

static void a_full_line_to_begin_with(void **state) {
  (void)state;
  table t = deal_table("bonus=50", "rc od ys gf bu pt gc gd gs gf gu gt");
  assert_int_equal(t.state->seat, 2);
  assert_count(&t, 2 * 720);
  assert_int_equal(points_of(&t, "gc@0,0+gd@1,0+gf@2,0+gs@3,0+gt@4,0+gu@5,0"),
                   56);
  assert_int_equal(t.state->seat, 1);
  table_close(&t);
}

/* With three colours and four shapes one shape is complete with three. */
static void a_complete_line_to_begin_with(void **state) {
  static const char fen[] = "- oc+rc+rd+rs+yc/od+of yd 1 0:0 0";
  (void)state;
  table t = open_at("colours=3 shapes=4 bonus=50", fen);
  assert_count(&t, 2 * 6 * 2);
  assert_int_equal(points_of(&t, "rc@0,0+oc@1,0+yc@2,0"), 53);
  table_load(&t, fen);
  assert_int_equal(points_of(&t, "rc@0,0+rd@0,1+rs@0,2"), 3);
  table_close(&t);
}

/* ---- placing ---- */

/* Positions with an empty bag, where the legal moves are placements. */
static const struct {
  const char *fen, *moves;
} placements[] = {
    /* a tile alone, at every side, once each */
    {"rc@0,0 rs/bd - 1 0:0 0", "rs@-1,0 rs@0,-1 rs@0,1 rs@1,0"},
    /* the same tile twice in a line is not possible */
    {"rc@0,0 rc/bd - 1 0:0 0", "pass"},
    /* neither colour nor shape */
    {"rc@0,0 bd/bd - 1 0:0 0", "pass"},
    /* nor a line that has one colour here and one shape there */
    {"rc@0,0+rs@1,0 bs/bd - 1 0:0 0", "bs@1,-1 bs@1,1"},
    /* two of the same in hand are one move */
    {"rc@0,0+rs@0,1+rd@0,2 rf+rf/bd - 1 0:0 0",
     "rf@-1,0 rf@-1,1 rf@-1,2 rf@0,-1 rf@0,3 rf@1,0 rf@1,1 rf@1,2"},
    /* two tiles: in both orders, at one end or at both */
    {"rc@0,0+rd@1,0 bc+gc/bd - 1 0:0 0",
     "bc@-1,-1+gc@0,-1 bc@-1,1+gc@0,1 bc@0,-1 bc@0,-1+gc@0,1 bc@0,-2+gc@0,-1 "
     "bc@0,1 bc@0,1+gc@0,2 gc@-1,-1+bc@0,-1 gc@-1,1+bc@0,1 gc@0,-1 "
     "gc@0,-1+bc@0,1 gc@0,-2+bc@0,-1 gc@0,1 gc@0,1+bc@0,2"},
    /* a row and a column at once; cells left of and below the first tile */
    {"yt@-2,-1+yc@-1,-1+gc@-1,0+gd@0,0 bs+gt/bd - 1 0:0 0",
     "gt@-2,-2 gt@-2,0 gt@0,1 gt@1,0"},
};

static void where_tiles_may_lie(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(placements); i++) {
    table t = open_at("", placements[i].fen);
    assert_moves(&t, placements[i].moves);
    table_close(&t);
  }
}

/* Tiles of one move need not be next to each other, but they have no gap. */
static void both_ends(void **state) {
  (void)state;
  table t = open_at("", "rc@0,0+rs@1,0+rd@2,0+ru@3,0 rf+rt/bd - 1 0:0 0");
  assert_legal(&t, "rf@-1,0+rt@4,0", true);
  assert_legal(&t, "rf@-1,0+rt@5,0", false);
  assert_legal(&t, "rf@-2,0+rt@4,0", false);
  assert_legal(&t, "rf@0,1+rt@3,1", false);
  assert_legal(&t, "rf@0,1+rt@1,1", true);
  assert_legal(&t, "rf@0,1+rt@0,-1", true);
  assert_int_equal(points_of(&t, "rt@4,0+rf@-1,0"), 12 + 6);
  table_close(&t);
}

/* One move, its points, and the position that it is made in. */
static const struct {
  const char *settings, *fen, *move;
  int points;
} turns[] = {
    /* every line that is made longer or new, but none of a single tile */
    {"", "rc@0,0+rs@1,0 rd/bd bd 1 0:0 0", "rd@2,0", 3},
    {"", "rc@0,0+rs@1,0 os/bd bd 1 0:0 0", "os@1,1", 2},
    {"", "rc@0,0+rs@1,0 oc+os/bd bd 1 0:0 0", "oc@0,1+os@1,1", 6},
    /* filling a gap, with a column besides */
    {"", "rc@0,0+rs@0,1+rd@1,1+rf@2,1+ru@2,0 rt/bd bd 1 0:0 0", "rt@1,0", 5},
    /* two tiles with one of the table between them */
    {"", "rc@0,0+rs@1,0 rd+rt/bd bd 1 0:0 0", "rt@-1,0+rd@2,0", 4},
    /* six: of one colour, of one shape, in a row and in a column at once */
    {"", "rc@0,0+rs@1,0+rd@2,0+rf@3,0+ru@4,0 rt/bd bd 1 0:0 0", "rt@5,0", 12},
    {"", "rc@0,0+oc@0,1+yc@0,2+gc@0,3+bc@0,4 pc/bd bd 1 0:0 0", "pc@0,-1", 12},
    {"bonus=0", "rc@0,0+rs@1,0+rd@2,0+rf@3,0+ru@4,0 rt/bd bd 1 0:0 0", "rt@5,0",
     6},
    {"bonus=99", "rc@0,0+rs@1,0+rd@2,0+rf@3,0+ru@4,0 rt/bd bd 1 0:0 0",
     "rt@-1,0", 105},
    {"",
     "rs@-4,0+rd@-3,0+rf@-2,0+ru@-1,0+rt@0,0+ot@0,1+oc@1,1+yc@1,2+gc@1,3+"
     "bc@1,4+pc@1,5 rc/bd bd 1 0:0 0",
     "rc@1,0", 24},
    /* a line of five gives no bonus */
    {"", "rc@0,0+rs@1,0+rd@2,0+rf@3,0 rt/bd bd 1 0:0 0", "rt@4,0", 5},
    /* three colours: one shape is complete with three, one colour is not */
    {"colours=3", "rc@0,0+oc@0,1 yc/yd yd 1 0:0 0", "yc@0,2", 9},
    {"colours=3", "rc@0,0+rd@1,0 rs/yd yd 1 0:0 0", "rs@2,0", 3},
    {"colours=3", "rc@0,0+rd@1,0+rs@2,0+rf@3,0+rt@4,0 ru/yd yd 1 0:0 0",
     "ru@5,0", 12},
    {"shapes=3", "rc@0,0+rd@1,0 rs/yd yd 1 0:0 0", "rs@-1,0", 9},
    {"colours=5 shapes=4 bonus=20", "rc@0,0+rd@1,0+rs@2,0 rf/yd yd 1 0:0 0",
     "rf@3,0", 24},
    {"colours=5 shapes=4 bonus=20",
     "rc@0,0+oc@0,1+yc@0,2+gc@0,3 bc/yd yd 1 0:0 0", "bc@0,4", 25},
    /* a row and a column; two of its tiles are placed */
    {"colours=3 shapes=3",
     "rc@0,0+rs@1,0+os@1,1+od@2,1+yd@2,2 rd/yc yc 1 0:0 0", "rd@2,0", 18},
    {"colours=3 shapes=3", "rc@0,0 rs+rd/yc yc 1 0:0 0", "rs@-1,0+rd@1,0", 9},
    {"", "rc@0,0 rd/bd bd 1 7:9 0", "swap:rd", 0},
};

static void points(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(turns); i++) {
    table t = open_at(turns[i].settings, turns[i].fen);
    const int scored = points_of(&t, turns[i].move);
    if (scored != turns[i].points) {
      fail_msg("%s %s: %d", turns[i].fen, turns[i].move, scored);
    }
    table_close(&t);
  }
}

static void where_tiles_may_not_lie(void **state) {
  static const struct {
    const char *fen, *move;
  } rows[] = {
      /* joined to nothing */
      {"rc@0,0 rd/bd bd 1 0:0 0", "rd@2,0"},
      {"rc@0,0 rd/bd bd 1 0:0 0", "rd@1,1"},
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "rd@3,0+rs@4,0"},
      /* with a gap, or in no line */
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "rd@1,0+rs@3,0"},
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "rd@1,0+rs@0,1"},
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "rd@1,0+rs@-2,0"},
      /* on a tile, or on each other */
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "rd@0,0"},
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "rd@1,0+rs@1,0"},
      /* not in hand, or not twice */
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "rf@1,0"},
      {"rc@0,0 rd+rs/bd bd 1 0:0 0", "bd@1,0"},
      {"rc@0,0 rd+oc/bd bd 1 0:0 0", "oc@1,0+oc@0,1"},
      /* sharing nothing with each other, though each with the table */
      {"rc@0,0+rs@1,0+rd@2,0 rf+ru+bc/bd bd 1 0:0 0", "bc@0,1+rf@3,0"},
      {"rc@0,0 rd+oc/bd bd 1 0:0 0", "rd@-1,0+oc@1,0"},
      /* the same tile twice in a line, over a gap that is filled */
      {"rd@0,0+rs@0,1+rc@1,1+rf@2,1+rd@2,0 ru/bd bd 1 0:0 0", "ru@1,0"},
      /* no line of more than six */
      {"rc@0,0+rd@1,0+rf@2,0+rs@3,0+rt@4,0+ru@5,0 rc/bd bd 1 0:0 0", "rc@6,0"},
      {"rc@0,0+rd@1,0+rf@2,0+rs@3,0+rt@4,0+ru@5,0 bu/bd bd 1 0:0 0", "bu@6,0"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = open_at("", rows[i].fen);
    assert_legal(&t, rows[i].move, false);
    table_close(&t);
  }
}

/* ---- reasons ---- */

#define REASONS_FEN "rc@0,0+rs@1,0 bd+gs+rd+rd+rt/bd bd 1 0:0 0"
#define OPENING_FEN "- bu+gf+rc+rd+ys/bd bd 1 0:0 0"
#define EMPTY_BAG_FEN "rc@0,0 bd/gs - 1 0:0 0"

static const struct {
  const char *fen, *text, *reason;
} reasons[] = {
    {REASONS_FEN, "rd@2,1", "does not touch a tile on the table"},
    {REASONS_FEN, "rd@0,0", "there is already a tile on 0,0"},
    {REASONS_FEN, "rf@2,0", "there is no rf in the hand"},
    {REASONS_FEN, "rd@2,0+rd@3,0",
     "the row 0,0..3,0 would have red diamond "
     "twice"},
    {REASONS_FEN, "rd@2,0+rd@2,0", "two tiles on 2,0"},
    {REASONS_FEN, "bd@2,0",
     "the row 0,0..2,0 would have red circle and blue "
     "diamond, which share neither colour nor shape"},
    {REASONS_FEN, "rd@2,0+rt@4,0", "there is a gap at 3,0"},
    {REASONS_FEN, "rd@2,0+rt@0,1", "0,1 and 2,0 are not in one row or column"},
    {REASONS_FEN, "swap:rf", "these tiles are not in the hand"},
    {REASONS_FEN, "swap:rd+rd", "the bag has only 1 tile"},
    {REASONS_FEN, "pass", "the bag is not empty: place or exchange"},
    {REASONS_FEN, "hello",
     "expected tiles and cells (rc@0,0+rs@1,0), tiles "
     "from a cell on (13@2,0>), swap:rc+rs or pass"},
    {REASONS_FEN, "rd@2", "expected a cell (x,y), but the text ends"},
    {REASONS_FEN, "rd@1000,0",
     "expected a cell (x,y) with numbers in -127..127 at 1000,0"},
    {REASONS_FEN, "rd@1,2,3",
     "expected > < ^ or v, the direction of the line "
     "at ,3"},
    {REASONS_FEN, "rx@1,1",
     "expected a tile (colour r o y g b p, shape c s d "
     "f u t) or its number in the hand at rx@1,1"},
    {REASONS_FEN, "rd@2,0+rt@3,0+rd@4,0+bd@5,0+gs@6,0+rd@7,0+rd@8,0",
     "more than 6 tiles"},
    {OPENING_FEN, "rc@0,0",
     "the first move must place all of the largest "
     "matching set in the hand: 2 tiles"},
    {OPENING_FEN, "rc@1,0+rd@2,0",
     "the left or lowest tile of the first move "
     "must be on 0,0"},
    {OPENING_FEN, "swap:rc", "there is no exchange on the first turn"},
    {OPENING_FEN, "pass", "there is something to place"},
    {EMPTY_BAG_FEN, "swap:bd", "the bag is empty"},
    {"rc@0,0+rd@1,0+rf@2,0+rs@3,0+rt@4,0+ru@5,0 rc/bd bd 1 0:0 0", "rc@6,0",
     "the row 0,0..6,0 would have red circle twice"},
};

static void illegal_moves(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(reasons); i++) {
    char expected[300];
    table t = open_at("", reasons[i].fen);
    const uint64_t before = tes_hash(t.rules, t.state);
    assert_int_equal(tes_play_text(t.rules, t.state, reasons[i].text, &t.work),
                     TES_EILLEGAL);
    snprintf(expected, sizeof expected, "%s: %s", reasons[i].text,
             reasons[i].reason);
    assert_string_equal(t.work.error.text, expected);
    assert_true(tes_hash(t.rules, t.state) == before);
    table_close(&t);
  }
}

/* What is not in the game is no tile. */
static void tiles_of_other_games(void **state) {
  (void)state;
  table t = open_at("colours=3 shapes=4", "rc@0,0 rd+of/yd yd 1 0:0 0");
  assert_int_equal(tes_play_text(t.rules, t.state, "rt@1,0", &t.work),
                   TES_EILLEGAL);
  assert_string_equal(t.work.error.text,
                      "rt@1,0: expected a tile (colour r o y, shape c s d f) "
                      "or its number in the hand at rt@1,0");
  assert_int_equal(
      tes_load(t.rules, t.state, "rc@0,0 rd/gd - 1 0:0 0", 0, &t.work),
      TES_EARG);
  assert_string_equal(
      t.work.error.text,
      "qwirkle position: expected a tile, ? or - at gd - 1 0:0 0");
  table_close(&t);
}

/* The answer of a query that is a text, to a seat (0: to everybody). */
static void assert_answer(table *t, int seat, const char *query,
                          const char *argument, const char *expected) {
  char space[200];
  int64_t integer;
  tes_text text;
  tes_text_fixed(&text, space, sizeof space);
  const int row = tes_query_find(t->rules->game, query);
  if (tes_get(t->rules, t->state, seat, row, argument, &integer, &text,
              &t->work) != TES_OK) {
    fail_msg("%s: %s", query, t->work.error.text);
  }
  assert_string_equal(tes_text_get(&text), expected);
}

static void queries_know_the_tiles(void **state) {
  (void)state;
  table t = open_at("colours=3 shapes=4", "rc@0,0+rd@1,0 rs/yd yd 1 0:0 0");
  assert_answer(&t, 0, "allowed", "2,0", "rf rs");
  assert_answer(&t, 0, "allowed", "0,1", "oc rd rf rs yc");
  table_load(&t, "rc@0,0+oc@1,0+yc@2,0 rs/yd yd 1 0:0 0");
  assert_answer(&t, 0, "open", NULL, "0,-1 0,1 1,-1 1,1 2,-1 2,1");
  table_load(&t, "rc@0,0+oc@1,0 yc/yd yd 1 0:0 0");
  assert_answer(&t, 0, "explain", "yc@2,0",
                "row 0,0..2,0: 3 + 6 for a line of three\n");
  table_close(&t);
}

/* ---- drawing and exchanging ---- */

static void drawing(void **state) {
  (void)state;
  table t = open_at(
      "", "rc@0,0 rd+rf+rs+rt+yc+yd/bc+bd+bf+bs+bt+bu yf+gd+gc+of 1 0:0 0");
  table_play(&t, "rd@1,0+rf@2,0+rs@3,0");
  assert_fen(&t,
             "rc@0,0+rd@1,0+rf@2,0+rs@3,0 gc+gd+rt+yc+yd+yf/bc+bd+bf+bs+bt+bu "
             "of 2 4:0 0");
  table_close(&t);
}

static void drawing_the_last_tiles(void **state) {
  (void)state;
  table t =
      open_at("", "rc@0,0 rd+rf+rs+rt+yc+yd/bc+bd+bf+bs+bt+bu yf 1 0:0 0");
  table_play(&t, "rd@1,0+rf@2,0");
  assert_fen(&t,
             "rc@0,0+rd@1,0+rf@2,0 rs+rt+yc+yd+yf/bc+bd+bf+bs+bt+bu - 2 3:0 0");
  table_play(&t, "bc@0,1");
  assert_fen(&t,
             "rc@0,0+bc@0,1+rd@1,0+rf@2,0 rs+rt+yc+yd+yf/bd+bf+bs+bt+bu - 1 "
             "3:2 0");
  table_close(&t);
}

static void exchanges(void **state) {
  (void)state;
  table t = open_at("hand=3", "rc@0,0 bd+bd+gf/oc+od+of pt+ps+yd 1 0:0 0");
  assert_moves(&t, "swap:bd swap:bd+bd swap:bd+bd+gf swap:bd+gf swap:gf");
  /* New tiles come first; the others go to the end, sorted. */
  table_play(&t, "swap:gf+bd");
  assert_fen(&t, "rc@0,0 bd+ps+pt/oc+od+of yd+bd+gf 2 0:0 0");
  table_play(&t, "swap:of+od+oc");
  assert_fen(&t, "rc@0,0 bd+ps+pt/bd+gf+yd oc+od+of 1 0:0 0");
  table_close(&t);
}

static void exchanges_and_the_bag(void **state) {
  (void)state;
  table t = open_at("hand=3", "rc@0,0 bd+bd+gf/oc+od+of pt 1 0:0 0");
  assert_moves(&t, "swap:bd swap:gf");
  table_play(&t, "swap:bd");
  assert_fen(&t, "rc@0,0 bd+gf+pt/oc+od+of bd 2 0:0 0");
  table_load(&t, "rc@0,0 bd+gf+pt/oc+od+of - 1 0:0 0");
  assert_moves(&t, "pass");
  table_load(&t, "rc@0,0 bd+gf+rf/oc+od+of bd 1 0:0 0");
  assert_moves(&t,
               "gf@-1,-1+rf@-1,0 gf@-1,-1+rf@0,-1 gf@-1,1+rf@0,1 "
               "gf@1,-1+rf@1,0 rf@-1,0 rf@-1,0+gf@-1,1 rf@0,-1 "
               "rf@0,-1+gf@1,-1 rf@0,1 rf@0,1+gf@1,1 rf@1,0 rf@1,0+gf@1,1 "
               "swap:bd swap:gf swap:rf");
  table_close(&t);
}

/* ---- the end ---- */

static void assert_result(table *t, const char *reason, const int *scores,
                          const int *places) {
  tes_result result;
  tes_result_of(t->rules, t->state, &result, &t->work);
  assert_string_equal(result.reason != NULL ? result.reason : "", reason);
  for (int i = 0; i < result.seats; i++) {
    assert_int_equal(result.score[i], scores[i]);
    assert_int_equal(result.place[i], places[i]);
  }
}

/* Settings, a position, moves, and how it ends. */
static const struct {
  const char *settings, *fen, *moves, *reason;
  int scores[4], places[4];
} endings[] = {
    /* no tiles left and none to draw */
    {"", "rc@0,0 rd/bc+bd - 1 3:5 0", "rd@1,0", "out", {11, 5}, {1, 2}},
    {"end_bonus=0",
     "rc@0,0 rd/bc+bd - 1 3:5 0",
     "rd@1,0",
     "out",
     {5, 5},
     {1, 1}},
    {"end_bonus=99",
     "rc@0,0+rd@1,0+rf@2,0+rs@3,0+rt@4,0 bd/ru - 2 7:0 0",
     "ru@5,0",
     "out",
     {7, 111},
     {2, 1}},
    /* the last tile of the bag is drawn: it goes on */
    {"", "rc@0,0 rd/bc+bd bd 1 3:5 0", "rd@1,0", "", {5, 5}, {1, 1}},
    /* all pass in a row */
    {"", "rc@0,0 bd/gs - 1 3:5 0", "pass pass", "passes", {3, 5}, {2, 1}},
    {"", "rc@0,0 bd/gs - 2 3:5 1", "pass", "passes", {3, 5}, {2, 1}},
    {"", "rc@0,0 bd/gs - 1 3:5 0", "pass", "", {3, 5}, {2, 1}},
    {"players=4",
     "rc@0,0 bd/gs/pf/yt - 3 9:1:9:1 0",
     "pass pass pass pass",
     "passes",
     {9, 1, 9, 1},
     {1, 3, 1, 3}},
    {"players=4",
     "rc@0,0 bd/gs/pf/yt - 3 9:1:9:1 0",
     "pass pass pass",
     "",
     {9, 1, 9, 1},
     {1, 3, 1, 3}},
    /* a placement ends the row of passes */
    {"players=3",
     "rc@0,0 bs+yf/gs+of/pc+yt - 1 0:0:0 0",
     "pass pass pc@1,0 pass pass",
     "",
     {0, 0, 2},
     {2, 2, 1}},
    {"players=3",
     "rc@0,0 bs+yf/gs+of/pc+yt - 1 0:0:0 0",
     "pass pass pc@1,0 pass pass pass",
     "passes",
     {0, 0, 2},
     {2, 2, 1}},
    /* tiles in the bag, but none anywhere that could be placed */
    {"hand=3",
     "rc@0,0 bd+gd+rs/pf+pf+yt of+ou 1 0:0 0",
     "rs@1,0",
     "dead",
     {2, 0},
     {1, 2}},
    /* the same with an empty bag: players pass */
    {"hand=3",
     "rc@0,0 bd+gd+rs/pf+pf+yt - 1 0:0 0",
     "rs@1,0",
     "",
     {2, 0},
     {1, 2}},
    /* one tile fits that is in the bag, or in the other's hand */
    {"hand=3",
     "rc@0,0 bd+gd+rs/pf+pf+yt of+oc 1 0:0 0",
     "rs@1,0",
     "",
     {2, 0},
     {1, 2}},
    {"hand=3 players=3",
     "rc@0,0 bd+gd+rs/pf+pf+yt/oc+pf+yt of+ou 1 0:0:0 0",
     "rs@1,0",
     "",
     {2, 0, 0},
     {1, 2, 2}},
};

static void how_it_ends(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(endings); i++) {
    table t = open_at(endings[i].settings, endings[i].fen);
    table_play(&t, endings[i].moves);
    assert_int_equal(t.state->over != 0, endings[i].reason[0] != '\0');
    assert_result(&t, endings[i].reason, endings[i].scores, endings[i].places);
    if (t.state->over) assert_count(&t, 0);
    table_close(&t);
  }
}

/* Whoever cannot place and has tiles to draw must exchange. */
static void no_pass_while_there_is_a_bag(void **state) {
  (void)state;
  table t = open_at("hand=3", "rc@0,0 bd+gd+rs/pf+pf+yt of+oc 1 0:0 0");
  table_play(&t, "rs@1,0");
  assert_moves(&t, "swap:pf swap:yt");
  table_load(&t, "rc@0,0 bd/rf - 1 0:0 0");
  assert_moves(&t, "pass");
  table_load(&t, "rc@0,0 bd/rf - 2 0:0 1");
  assert_legal(&t, "pass", false);
  table_close(&t);
}

/* ---- bags ---- */

static void bags_there_and_back(void **state) {
  (void)state;
  for (int copies = 1; copies <= 4; copies++) {
    char settings[40];
    bag_text bag;
    tes_text dealt;
    snprintf(settings, sizeof settings, "players=3 hand=2 copies=%d", copies);
    bag_with("pt rc yd of gu bs", copies, bag);
    table t = open_table(settings);
    assert_int_equal(tes_deal(t.rules, t.state, bag, &t.work), TES_OK);
    tes_text_init(&dealt, NULL);
    tes_dealt(t.rules, t.state, &dealt);
    tes_state *again = tes_state_new(t.rules);
    assert_int_equal(tes_deal(t.rules, again, tes_text_get(&dealt), &t.work),
                     TES_OK);
    assert_memory_equal(again, t.state, t.rules->state_size);
    tes_text_free(&dealt);
    tes_state_free(t.rules, again);
    table_close(&t);
  }
}

static void bags_of_fewer_tiles(void **state) {
  static const char bag[] = "ys,rc,rd,od,yd,oc,rs,yc,os";
  tes_text dealt;
  (void)state;
  table t = open_table("colours=3 shapes=3 copies=1 hand=2");
  assert_int_equal(tes_deal(t.rules, t.state, bag, &t.work), TES_OK);
  assert_fen(&t, "- rc+ys/od+rd yd+oc+rs+yc+os 2 0:0 0");
  tes_text_init(&dealt, NULL);
  tes_dealt(t.rules, t.state, &dealt);
  assert_string_equal(tes_text_get(&dealt), "rc,ys,od,rd,yd,oc,rs,yc,os");
  tes_text_free(&dealt);
  assert_int_equal(tes_deal(t.rules, t.state, "ys,rc,rd", &t.work), TES_EARG);
  assert_string_equal(t.work.error.text,
                      "bag: expected all 9 tiles, 1 of each; found 3");
  table_close(&t);
}

static void too_few_to_deal(void **state) {
  static const char *const settings[] = {"players=4", "hand=7", "colours=3",
                                         "shapes=3"};
  tes_error error;
  (void)state;
  assert_null(
      tes_rules_open(tes_game_find("qwirkle"), settings, 4, NULL, &error));
  assert_string_equal(error.text,
                      "qwirkle: players=4 hand=7: expected at most 27 tiles in "
                      "hands, which are all with colours=3 shapes=3 copies=3");
}

/* Six to seat 1, six to seat 2, and so on; then from the front. */
static void who_gets_what(void **state) {
  (void)state;
  table t = deal_table("players=3 hand=2 copies=1", "pt rc pd rd gf rt bs");
  assert_fen(&t,
             "- pt+rc/pd+rd/gf+rt bs+bc+bd+bf+bt+bu+gc+gd+gs+gt+gu+oc+od+of+os+"
             "ot+ou+pc+pf+ps+pu+rf+rs+ru+yc+yd+yf+ys+yt+yu 2 0:0:0 0");
  table_play(&t, "pd@0,0+rd@0,1");
  assert_fen(&t,
             "pd@0,0+rd@0,1 pt+rc/bc+bs/gf+rt bd+bf+bt+bu+gc+gd+gs+gt+gu+oc+od+"
             "of+os+ot+ou+pc+pf+ps+pu+rf+rs+ru+yc+yd+yf+ys+yt+yu 3 0:2:0 0");
  table_close(&t);
}

static void bad_bags(void **state) {
  static const char *const bags[] = {
      "", "rc", "rc,rs,", "hello", "rc rs", "-",
  };
  bag_text bag;
  (void)state;
  table t = open_table("copies=1");
  const uint64_t before = tes_hash(t.rules, t.state);
  for (size_t i = 0; i < COUNT_OF(bags); i++) {
    assert_int_equal(tes_deal(t.rules, t.state, bags[i], &t.work), TES_EARG);
    assert_true(t.work.error.text[0] != '\0');
  }
  bag_with("", 2, bag); /* of other rules */
  assert_int_equal(tes_deal(t.rules, t.state, bag, &t.work), TES_EARG);
  bag_with("", 1, bag);
  memcpy(bag + 3, bag, 2); /* a tile twice, another one missing */
  assert_int_equal(tes_deal(t.rules, t.state, bag, &t.work), TES_EARG);
  bag_with("", 1, bag);
  bag[2] = ' ';
  assert_int_equal(tes_deal(t.rules, t.state, bag, &t.work), TES_EARG);
  bag_with("", 1, bag);
  bag[strlen(bag) - 3] = '\0'; /* one too few */
  assert_int_equal(tes_deal(t.rules, t.state, bag, &t.work), TES_EARG);
  assert_true(tes_hash(t.rules, t.state) == before);
  table_close(&t);
}

/* ---- position text ---- */

static void good_positions(void **state) {
  static const struct {
    const char *settings, *fen;
  } rows[] = {
      {"hand=2", "- rc+rd/bd+bf bc+bd 1 0:0 0"},
      {"", "rc@0,0 bd+bd/gs - 2 3:5 1"},
      {"players=4 hand=1", "rc@0,0 bd/gs/pf/rt od 3 9:1:9:1 0"},
      {"", "rd@-1,-1+rc@-1,0+rs@0,0 bd/bd - 1 0:0 0"},
      {"", "rc@0,0 bd/gs - 1 99999:0 0"},
      {"hand=1", "rc@0,-2+rd@0,-1+rf@0,0 rs/rt bc 1 0:0 0"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = open_at(rows[i].settings, rows[i].fen);
    assert_fen(&t, rows[i].fen);
    table_close(&t);
  }
}

static void bad_positions(void **state) {
  static const struct {
    const char *fen, *reason;
  } rows[] = {
      {"", "expected a tile on the table (rc@0,0), but the text ends"},
      {"-", "expected a space, but the text ends"},
      {"rc@0,0 bd/gs - 3 0:0 0", "expected a number in 1..2 at 3 0:0 0"},
      {"rc@0,0 bd - 1 0:0 0",
       "expected / and a hand for each seat at  - 1 0:0 0"},
      {"rc@0,0 bd/gs/gs - 1 0:0 0", "expected a space at /gs - 1 0:0 0"},
      {"rc@0,0 bd/gs - 1 0 0", "expected : and a number for each seat at  0"},
      {"rc@0,0 bd/gs - 1 0:0 2", "expected a number in 0..1 at 2"},
      {"rc@0,0 bd/gs rf 1 0:0 1", "no player can have passed yet"},
      {"rc@0,0 bd/gs - 1 0:-5 0", "expected a number in 0..99999 at -5 0"},
      {"rc@0,0 bd/gs - 1 0:0 0 x", "expected a number in 1..2 at x"},
      {"rc@0,0 bd/- - 1 0:0 0", "seat 2 has no tile: the game is over"},
      {"rc@0,0 bd/gs ou 1 0:0 0", "the game is over: no tile fits any more"},
      {"rc@1,0 bd/gs - 1 0:0 0", "there is no tile on 0,0"},
      {"rc@0,0+rd@2,0 bd/gs - 1 0:0 0",
       "the tiles on the table are not connected"},
      {"rc@0,0+rc@1,0 bd/gs - 1 0:0 0",
       "the row 0,0..1,0 would have red circle twice"},
      {"rc@0,0+bd@1,0 bd/gs - 1 0:0 0",
       "the row 0,0..1,0 would have red circle and blue diamond, which share "
       "neither colour nor shape"},
      {"rc@0,0+rd@0,0 bd/gs - 1 0:0 0", "two tiles on 0,0"},
      {"rc@0,0 rc+rc+rc/gs - 1 0:0 0", "rc 4 times, but there are only 3"},
      {"rc@0,0 bd+bd+bs+bf+bt+bu+bc/gs - 1 0:0 0",
       "more than 6 tiles in a hand"},
      {"rc@0,0 xx/gs - 1 0:0 0", "expected a tile, ? or - at xx/gs - 1 0:0 0"},
      {"rc@a,b bd/gs - 1 0:0 0",
       "expected a cell (x,y) at a,b bd/gs - 1 0:0 0"},
      {"- rc/bd+bs - 1 0:0 0",
       "the table is empty, so seat 2, which has the largest set, begins"},
      {"rc@0,0 ?/gs - 1 0:0 0",
       "? is only for views, which end with the number of their seat"},
      {"rc@0,0 bd/? rf 1 0:0 0 1",
       "for seat 1, expected tiles in its own hand, and ? in the other hands "
       "and the bag"},
      {"rc@0,0 bd/? ?+? 1 0:0 0 2",
       "for seat 2, expected tiles in its own hand, and ? in the other hands "
       "and the bag"},
  };
  (void)state;
  table t = open_table("");
  const uint64_t before = tes_hash(t.rules, t.state);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_int_equal(tes_load(t.rules, t.state, rows[i].fen, 0, &t.work),
                     TES_EARG);
    assert_int_equal(strncmp(t.work.error.text, "qwirkle position: ", 18), 0);
    assert_string_equal(t.work.error.text + 18, rows[i].reason);
    assert_true(tes_hash(t.rules, t.state) == before);
  }
  table_close(&t);
}

/* Tiles may come in any order, and are written in their own. */
static void position_in_any_order(void **state) {
  (void)state;
  table t = open_table("");
  table_load(&t, "rd@1,0+rf@0,-1+rc@0,0 rs+bd+bd/gs+gc rt+bd 2 1:2 0");
  assert_fen(&t, "rf@0,-1+rc@0,0+rd@1,0 bd+bd+rs/gc+gs rt+bd 2 1:2 0");
  table_close(&t);
}

/* ---- the example of the source document ---- */

/* Four players; the tiles of each turn as the document tells its lines. */
static const char worked_bag[] =
    "rc rd rf gc gu yc rs bs os ru yf pt bc ou pu rt bt yt gd gf od of gs bs "
    "yd gt pf ps ys oc gf pc rd yu bd rc pd bf gd yt pu os gc pt rs od bc yf "
    "ot";

static const struct {
  const char *move;
  int points;
} worked[] = {
    {"rc@0,0+rd@0,1+rf@0,2", 3},
    {"rs@0,-1+bs@1,-1+os@2,-1", 4 + 3},
    {"bc@1,0", 2 + 2},
    {"gd@-1,1+gf@-1,2", 2 + 2 + 2},
    {"gc@-1,0+gu@-1,3", 4 + 3},
    {"ys@3,-2+ps@3,-1", 4 + 2},
    {"ou@-3,3+pu@-2,3", 3},
    {"od@-3,1+of@-3,2", 3},
    {"yc@-2,0+yd@-2,1", 2 + 4 + 4},
    {"ru@0,3", 4 + 5},
    {"yt@-1,-2+rt@0,-2+bt@1,-2", 6 + 6 + 3 + 3},
    {"bs@4,-2+gs@4,-1", 5 + 2 + 2},
};

static void worked_example(void **state) {
  static const int scores[] = {20, 22, 25, 18}, places[] = {3, 2, 1, 4};
  (void)state;
  table t = deal_table("players=4", worked_bag);
  for (size_t i = 0; i < COUNT_OF(worked); i++) {
    assert_int_equal(t.state->seat, i % 4 + 1);
    assert_int_equal(points_of(&t, worked[i].move), worked[i].points);
  }
  assert_result(&t, "", scores, places);
  table_close(&t);
}

/* ---- views ---- */

/* Two positions that a seat cannot tell apart become the same bytes, and the
 * same of the generator is used. */
static void same_views(void **state) {
  static const struct {
    const char *settings, *a, *b;
    int seat;
  } rows[] = {
      {"hand=2", "rc@0,0 rd+rf/bc+bd gs+pf 1 0:0 0",
       "rc@0,0 rd+rf/gs+pf bd+bc 1 0:0 0", 1},
      {"hand=2", "rc@0,0 rd+rf/bc+bd gs+pf 2 0:0 0",
       "rc@0,0 rd+rf/bc+pf bd+gs 2 0:0 0", 1},
      {"hand=2", "rc@0,0 rd+rf/bc+bd gs+pf 1 0:0 0",
       "rc@0,0 gs+pf/bc+bd rf+rd 1 0:0 0", 2},
      {"players=4 hand=1", "rc@0,0 rd/bc/gs/pf yt+yt+gs 4 1:2:3:4 0",
       "rc@0,0 yt/bc/yt/gs gs+pf+rd 4 1:2:3:4 0", 2},
      {"players=3", "rc@0,0 rd+rf/bc/bd+gs+pf - 1 0:0:0 0",
       "rc@0,0 rd+rf/pf/bc+bd+gs - 1 0:0:0 0", 1},
      /* nothing on the table: sets of one and two */
      {"hand=2", "- rc+rd/bc+gf bd+pt 1 0:0 0", "- rc+rd/bd+pt gf+bc 1 0:0 0",
       1},
      {"hand=2", "- rc+rd/bc+gf bd+rf 1 0:0 0", "- bd+rd/bc+gf rc+rf 1 0:0 0",
       2},
      /* all hands are seen */
      {"hand=2 hands=open", "rc@0,0 rd+rf/bc+bd gs+pf+gs 1 0:0 0",
       "rc@0,0 rd+rf/bc+bd pf+gs+gs 1 0:0 0", 2},
      {"hand=2 hands=open", "- rc+rd/bc+gf bd+pt 1 0:0 0",
       "- rc+rd/bc+gf pt+bd 1 0:0 0", 1},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table a = open_at(rows[i].settings, rows[i].a);
    table b = open_at(rows[i].settings, rows[i].b);
    for (uint64_t seed = 0; seed < 50; seed++) {
      tes_rng one, other;
      tes_rng_seed(&one, seed);
      tes_rng_seed(&other, seed);
      tes_view(a.rules, a.state, rows[i].seat, &one, &a.work);
      tes_view(b.rules, b.state, rows[i].seat, &other, &b.work);
      assert_memory_equal(a.state, b.state, a.rules->state_size);
      assert_memory_equal(&one, &other, sizeof one);
    }
    table_close(&a);
    table_close(&b);
  }
}

/* Field `index` of a position text, from 0; the fields are told apart by
 * blanks. */
static void field_of(const char *fen, int index, char *out, size_t size) {
  for (; index > 0; index--) fen += strcspn(fen, " ") + 1;
  snprintf(out, size, "%.*s", (int)strcspn(fen, " "), fen);
}

/* The most different tiles of one colour or one shape in "rc+rd". */
static int largest_of(const char *hand, size_t length) {
  int largest = 0;
  for (size_t i = 0; i + 1 < length; i += 3) {
    int colour = 0, shape = 0;
    for (size_t j = 0; j + 1 < length; j += 3) {
      bool double_of_earlier = false;
      for (size_t k = 0; k < j; k += 3) {
        double_of_earlier |= memcmp(hand + j, hand + k, 2) == 0;
      }
      if (double_of_earlier) continue;
      colour += hand[j] == hand[i];
      shape += hand[j + 1] == hand[i + 1];
    }
    if (colour > largest) largest = colour;
    if (shape > largest) largest = shape;
  }
  return largest;
}

static void largest_sets(const char *fen, int sizes[4]) {
  char hands[200];
  field_of(fen, 1, hands, sizeof hands);
  const char *hand = hands;
  for (int i = 0; i < 4; i++) {
    const size_t length = strcspn(hand, "/");
    sizes[i] = largest_of(hand, length);
    hand += length + (hand[length] == '/');
  }
}

static void save(table *t, int seat, char *out, size_t size) {
  tes_text text;
  tes_text_fixed(&text, out, size);
  tes_save(t->rules, t->state, seat, &text);
}

/* Everybody has said how large the largest set is. */
static void views_keep_to_what_was_said(void **state) {
  static const char *const settings[] = {
      "players=4", "players=3 hand=3", "players=4 hand=9 copies=1",
      "players=2 copies=4", "players=2 hand=1"};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(settings); i++) {
    table t = open_table(settings[i]);
    tes_state *start = tes_state_new(t.rules);
    for (uint64_t seed = 0; seed < 200; seed++) {
      char before[2048], after[2048];
      int said[4], shown[4];
      tes_rng rng;
      tes_rng_seed(&rng, seed);
      tes_start(t.rules, t.state, seed, &t.work);
      save(&t, 0, before, sizeof before);
      largest_sets(before, said);
      for (int seat = 1; seat <= t.rules->seats; seat++) {
        tes_start(t.rules, t.state, seed, &t.work);
        tes_copy(t.rules, start, t.state);
        tes_view(t.rules, t.state, seat, &rng, &t.work);
        assert_int_equal(t.state->seat, start->seat);
        save(&t, 0, after, sizeof after);
        largest_sets(after, shown);
        assert_memory_equal(shown, said, sizeof said);
      }
    }
    tes_state_free(t.rules, start);
    table_close(&t);
  }
}

/* The other hands may hold nothing but their tiles: 36 of 36, no hand with
 * more than two of a kind, or with a whole colour. */
static void views_that_are_hard_to_deal(void **state) {
  static const char *const bags[] = {
      "bc bd gd gf of os ps pt rt bf bs gs gt ot ou pu pc yc "
      "bt bu gu gc oc od rd rf yf pd pf rs ru rc yd ys yt yu",
      "bc bd bf bs bt bu gc gd gf gs gt gu oc od of os ot ou "
      "pc pd pf ps pt pu rc rd rf rs rt ru yc yd yf ys yt yu",
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(bags); i++) {
    char after[2048], before[2048];
    int said[4], shown[4];
    for (int seat = 1; seat <= 4; seat++) {
      table t = deal_table("players=4 hand=9 copies=1", bags[i]);
      tes_rng rng;
      tes_rng_seed(&rng, i);
      save(&t, 0, before, sizeof before);
      largest_sets(before, said);
      tes_view(t.rules, t.state, seat, &rng, &t.work);
      save(&t, 0, after, sizeof after);
      largest_sets(after, shown);
      assert_memory_equal(shown, said, sizeof said);
      assert_string_not_equal(after, before);
      table_close(&t);
    }
  }
}

/* What a seat sees is written, and read back as such. */
static void text_of_views(void **state) {
  static const struct {
    const char *settings, *fen, *view;
  } rows[] = {
      {"hand=2", "rc@0,0 rd+rf/bc+bd gs+pf+yt 1 3:4 0",
       "rc@0,0 ?+?/bc+bd ?+?+? 1 3:4 0 2"},
      {"hand=2", "rc@0,0 rd+rf/bc+bd - 1 3:4 0",
       "rc@0,0 ?+?/bc+bd - 1 3:4 0 2"},
      {"hand=2", "- rc+rd/bc+gf bd+pt 1 0:0 0",
       "- ?+?/bc+gf ?+? 1 0:0 0 2 2:1"},
      {"hand=2 colours=3 shapes=3", "rc@0,0 rd+os/yc+yd rs+rc 1 0:0 0",
       "rc@0,0 ?+?/yc+yd ?+? 1 0:0 0 2"},
      {"hand=2 hands=open", "rc@0,0 rd+rf/bc+bd gs+pf+yt 1 3:4 0",
       "rc@0,0 rd+rf/bc+bd ?+?+? 1 3:4 0 2"},
      {"hand=2 hands=open", "- rc+rd/bc+gf bd+pt 1 0:0 0",
       "- rc+rd/bc+gf ?+? 1 0:0 0 2"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char text[200];
    table t = open_at(rows[i].settings, rows[i].fen);
    save(&t, 2, text, sizeof text);
    assert_string_equal(text, rows[i].view);
    for (uint64_t seed = 0; seed < 20; seed++) {
      if (tes_load(t.rules, t.state, rows[i].view, seed, &t.work) != TES_OK) {
        fail_msg("%s: %s", rows[i].view, t.work.error.text);
      }
      save(&t, 2, text, sizeof text);
      assert_string_equal(text, rows[i].view);
    }
    table_close(&t);
  }
}

/* What is read for open hands hides the bag and no hand. */
static void bad_texts_of_open_views(void **state) {
  static const char *const views[] = {"rc@0,0 rd+rf/?+? ? 1 3:4 0 1",
                                      "rc@0,0 rd+rf/bc+bd gs 1 3:4 0 1"};
  (void)state;
  table t = open_table("hand=2 hands=open");
  for (size_t i = 0; i < COUNT_OF(views); i++) {
    assert_int_equal(tes_load(t.rules, t.state, views[i], 0, &t.work),
                     TES_EARG);
    assert_string_equal(t.work.error.text,
                        "qwirkle position: for seat 1, expected tiles in all "
                        "hands, and ? in the bag");
  }
  assert_int_equal(
      tes_load(t.rules, t.state, "- rc+rd/bc+gf ?+? 2 0:0 0 1", 0, &t.work),
      TES_EARG);
  assert_string_equal(t.work.error.text,
                      "qwirkle position: the table is empty, so seat 1, which "
                      "has the largest set, begins");
  table_close(&t);
}

static void open_hands_are_asked_for(void **state) {
  (void)state;
  table t = open_at("hand=2 hands=open", "rc@0,0 rd+rf/bc+bd gs+pf 1 0:0 0");
  assert_answer(&t, 2, "hand", "1", "rd rf");
  assert_answer(&t, 2, "unseen", NULL, "gs pf");
  assert_answer(&t, 2, "explain", "1@1,0", "row 0,0..1,0: 2\n");
  table_close(&t);
}

/* Of others' exchanges one knows how many tiles they were; of open hands, all.
 */
static void others_exchanges(void **state) {
  static const char fen[] = "rc@0,0 rd+rd+rf/bc+bd gs+pf+yt 1 3:4 0";
  static const struct {
    const char *settings, *move;
    int seat;
    const char *told;
  } rows[] = {
      {"", "swap:rd+rd", 0, "swap:rd+rd"},
      {"", "swap:rd+rd", 1, "swap:rd+rd"},
      {"", "swap:rd+rd", 2, "swap:?+?"},
      {"", "swap:rf", 2, "swap:?"},
      {"", "rf@1,0", 2, "rf@1,0"},
      {"hands=open", "swap:rd+rd", 2, "swap:rd+rd"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = open_at(rows[i].settings, fen);
    char space[60];
    tes_text text;
    tes_text_fixed(&text, space, sizeof space);
    const tes_move move = tes_parse(t.rules, t.state, rows[i].move, &t.work);
    assert_true(move != 0);
    tes_print(t.rules, t.state, move, rows[i].seat, &text, &t.work);
    assert_string_equal(tes_text_get(&text), rows[i].told);
    table_close(&t);
  }
}

/* ---- what searches are told ---- */

/* The weight of a move among all the moves, as a game tells it. */
static double weight_of(table *t, const char *move) {
  static double weight[4096];
  const tes_move wanted = tes_parse(t->rules, t->state, move, &t->work);
  assert_true(wanted != 0);
  t->work.list.count = 0;
  assert_int_equal(tes_moves(t->rules, t->state, &t->work.list, &t->work),
                   TES_OK);
  const size_t count = t->work.list.count;
  assert_true(count <= COUNT_OF(weight));
  assert_int_equal(t->rules->game->insight->policy(
                       t->rules, t->state, &t->work.list, weight, &t->work),
                   TES_OK);
  for (size_t i = 0; i < count; i++) {
    if (t->work.list.moves[i] == wanted) return weight[i];
  }
  fail_msg("%s is not listed", move);
  return 0;
}

/* Of two moves in two positions, the second has the greater share of the
 * weight in the second position. */
static const struct {
  const char *settings, *fen, *other_fen, *move, *other_move;
} promises[] = {
    /* A line of five, when the sixth tile is about, and when it is not. */
    {"", "rc@0,0+rs@1,0+rd@2,0+rf@3,0 gc+ru/yd+yf rt 1 0:0 0",
     "rc@0,0+rs@1,0+rd@2,0+rf@3,0 gc+ru/yd+yf pt 1 0:0 0", "gc@0,1", "ru@4,0"},
    /* The same, when one of three unseen tiles is the sixth, and two are. */
    {"", "rc@0,0+rs@1,0+rd@2,0+rf@3,0 gc+ru/rt+yf rt 1 0:0 0",
     "rc@0,0+rs@1,0+rd@2,0+rf@3,0 gc+ru/rt+yf pt 1 0:0 0", "gc@0,1", "ru@4,0"},
    /* A line of four, when both others are about, and one of them only. */
    {"", "rc@0,0+rs@1,0+rd@2,0 gc+rf/rt+yf ru 1 0:0 0",
     "rc@0,0+rs@1,0+rd@2,0 gc+rf/rt+yf pu 1 0:0 0", "gc@0,1", "rf@3,0"},
    /* Of two that score the same, keep what goes together: gf and gt; but gf
     * and pt do not. */
    {"", "rc@0,0+rs@1,0+rd@2,0 gf+gt+rf+ru/pt+yt pd 1 0:0 0",
     "rc@0,0+rs@1,0+rd@2,0 gf+pt+rf+ru/gt+yt pd 1 0:0 0", "ru@1,1+rf@2,1",
     "rf@3,0+gf@3,1"},
    /* Hands are open: the next has the sixth tile, and has not. */
    {"hands=open", "rc@0,0+rs@1,0+rd@2,0+rf@3,0 gc+ru/rt+yf yd 1 0:0 0",
     "rc@0,0+rs@1,0+rd@2,0+rf@3,0 gc+ru/yd+yf rt 1 0:0 0", "gc@0,1", "ru@4,0"},
    /* Four shapes: a line of three is one of all but one. */
    {"shapes=4", "rc@0,0+rs@1,0 rd+yc/yf+yd rf 1 0:0 0",
     "rc@0,0+rs@1,0 rd+yc/yf+yd pf 1 0:0 0", "yc@0,1", "rd@2,0"},
    /* A copy is the one to play: gf once, and twice. */
    {"", "rc@0,0+rs@1,0+rd@2,0 gf+rf+ru/pt+yt pd 1 0:0 0",
     "rc@0,0+rs@1,0+rd@2,0 gf+gf+rf+ru/pt+yt pd 1 0:0 0", "ru@1,1+rf@2,1",
     "rf@3,0+gf@3,1"},
};

static void what_promises_more(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(promises); i++) {
    table t = open_at(promises[i].settings, promises[i].fen);
    const double first =
        weight_of(&t, promises[i].other_move) / weight_of(&t, promises[i].move);
    table_load(&t, promises[i].other_fen);
    const double second =
        weight_of(&t, promises[i].other_move) / weight_of(&t, promises[i].move);
    if (!(first < second)) fail_msg("%zu: %g and %g", i, first, second);
    table_close(&t);
  }
}

/* In random games: of hundreds of moves a few have weight, and a rollout ends
 * with the first seat to move, or the game. */
static void look_at_few(const char *settings) {
  static double weight[1 << 16];
  table t = open_table(settings);
  tes_state *twin = tes_state_new(t.rules);
  tes_rng rng;
  tes_rng_seed(&rng, 5);
  while (!t.state->over) {
    int some = 0;
    t.work.list.count = 0;
    tes_moves(t.rules, t.state, &t.work.list, &t.work);
    const size_t count = t.work.list.count;
    assert_true(count <= COUNT_OF(weight));
    t.rules->game->insight->policy(t.rules, t.state, &t.work.list, weight,
                                   &t.work);
    for (size_t i = 0; i < count; i++) {
      assert_true(weight[i] >= 0 && weight[i] <= 1);
      some += weight[i] > 0;
    }
    assert_true(some >= 1 && some <= 16);
    const tes_move move = t.work.list.moves[tes_rng_below(&rng, count)];
    tes_copy(t.rules, twin, t.state);
    const int64_t plies =
        t.rules->game->insight->rollout(t.rules, twin, &rng, &t.work);
    assert_int_equal(twin->ply - t.state->ply, plies);
    assert_true(twin->over || (twin->seat == 1 && plies >= 4));
    tes_apply(t.rules, t.state, move, &t.work);
  }
  tes_state_free(t.rules, twin);
  table_close(&t);
}

/* Two letters each, and there are no others in the text of a position. */
static int tiles_in(table *t, const tes_state *position) {
  int letters = 0;
  t->work.text.length = 0;
  tes_save(t->rules, position, 0, &t->work.text);
  for (size_t i = 0; i < t->work.text.length; i++) {
    const char c = t->work.text.data[i];
    letters += c >= 'a' && c <= 'z';
  }
  return letters / 2;
}

/* Beside the deal there is no chance in a rollout, and it loses no tile. */
static void roll_without_chance(const char *settings) {
  table t = open_table(settings);
  tes_state *first = tes_state_new(t.rules), *second = tes_state_new(t.rules);
  tes_rng rng, other;
  tes_rng_seed(&rng, 6);
  tes_rng_seed(&other, 7);
  while (!t.state->over) {
    const tes_insight *insight = t.rules->game->insight;
    tes_copy(t.rules, first, t.state);
    tes_copy(t.rules, second, t.state);
    assert_true(insight->rollout(t.rules, first, &rng, &t.work) > 0);
    assert_true(insight->rollout(t.rules, second, &other, &t.work) > 0);
    assert_memory_equal(first, second, t.rules->state_size);
    assert_int_equal(tiles_in(&t, first), tiles_in(&t, t.state));
    t.work.list.count = 0;
    tes_moves(t.rules, t.state, &t.work.list, &t.work);
    const tes_move move =
        t.work.list.moves[tes_rng_below(&rng, t.work.list.count)];
    tes_apply(t.rules, t.state, move, &t.work);
  }
  tes_state_free(t.rules, first);
  tes_state_free(t.rules, second);
  table_close(&t);
}

static void few_are_looked_at(void **state) {
  (void)state;
  look_at_few("players=3");
  look_at_few("players=3 colours=4 hands=open");
}

static void rollouts_have_no_chance(void **state) {
  (void)state;
  roll_without_chance("");
  roll_without_chance("players=4 hand=2 copies=1");
}

/* ---- the conformance check ---- */

static void conforms(void **state) {
  static const char *const corners[] = {
      "",
      "players=3",
      "players=4",
      "players=4 hand=9 copies=1",
      "hand=9 copies=2",
      "hand=1 bonus=0 end_bonus=0",
      "players=4 hand=2 copies=1 bonus=99 end_bonus=99",
      "players=3 colours=3 shapes=5 hands=open",
      "colours=3 shapes=3 copies=1 hand=4 hands=open",
      "players=4 colours=5 shapes=3 copies=2 bonus=99",
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(corners); i++) {
    table t = open_table(corners[i]);
    if (tes_check(t.rules, 1, 2, 1000, &t.work) != TES_OK) {
      fail_msg("%s: %s", corners[i], t.work.error.text);
    }
    table_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_begins),
      cmocka_unit_test(a_set_to_begin_with),
      cmocka_unit_test(several_largest_sets),
      cmocka_unit_test(a_single_first_tile),
      cmocka_unit_test(a_full_line_to_begin_with),
      cmocka_unit_test(a_complete_line_to_begin_with),
      cmocka_unit_test(where_tiles_may_lie),
      cmocka_unit_test(both_ends),
      cmocka_unit_test(points),
      cmocka_unit_test(where_tiles_may_not_lie),
      cmocka_unit_test(illegal_moves),
      cmocka_unit_test(tiles_of_other_games),
      cmocka_unit_test(queries_know_the_tiles),
      cmocka_unit_test(drawing),
      cmocka_unit_test(drawing_the_last_tiles),
      cmocka_unit_test(exchanges),
      cmocka_unit_test(exchanges_and_the_bag),
      cmocka_unit_test(how_it_ends),
      cmocka_unit_test(no_pass_while_there_is_a_bag),
      cmocka_unit_test(bags_there_and_back),
      cmocka_unit_test(bags_of_fewer_tiles),
      cmocka_unit_test(too_few_to_deal),
      cmocka_unit_test(who_gets_what),
      cmocka_unit_test(bad_bags),
      cmocka_unit_test(good_positions),
      cmocka_unit_test(bad_positions),
      cmocka_unit_test(position_in_any_order),
      cmocka_unit_test(worked_example),
      cmocka_unit_test(same_views),
      cmocka_unit_test(views_keep_to_what_was_said),
      cmocka_unit_test(views_that_are_hard_to_deal),
      cmocka_unit_test(text_of_views),
      cmocka_unit_test(bad_texts_of_open_views),
      cmocka_unit_test(open_hands_are_asked_for),
      cmocka_unit_test(others_exchanges),
      cmocka_unit_test(what_promises_more),
      cmocka_unit_test(few_are_looked_at),
      cmocka_unit_test(rollouts_have_no_chance),
      cmocka_unit_test(conforms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
