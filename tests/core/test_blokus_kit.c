/* test_blokus_kit.c: Blokus with pieces, boards, holes and start cells of a
 * variant's own: random ones against plain_kit.h, Blokus's own given as data,
 * the wide way against the narrow one, and all that can be wrong with data. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the above, and setjmp, first. */
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#include "at_table.h"
#include "base/cpu.h"
#include "dice.h"
#include "games/blokus/blokus.h"
#include "plain_kit.h"

/* A game like Blokus with data. */
static tes_game game_with(const char *data) {
  tes_game game = *tes_game_find("blokus");
  game.name = "own";
  game.data = data;
  return game;
}

/* ---- random kits ---- */

static k_shape random_shape(dice *rng, int size) {
  static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
  k_shape s = {.size = 1};
  while (s.size < size) {
    const int from = below(rng, s.size), way = below(rng, 4);
    const int x = s.x[from] + dx[way], y = s.y[from] + dy[way];
    if (k_has(&s, x, y)) continue;
    s.x[s.size] = x;
    s.y[s.size++] = y;
  }
  return k_normal(s);
}

static void random_pieces(k_kit *k, dice *rng, int tries, int least, int most) {
  for (int i = 0; i < tries && k->pieces < K_PIECES; i++) {
    const k_shape s = random_shape(rng, least + below(rng, most - least + 1));
    bool known = false;
    for (int p = 0; p < k->pieces; p++) {
      known |= k_same_piece(&s, &k->piece[p]);
    }
    if (!known) k->piece[k->pieces++] = s;
  }
}

static bool is_start(const k_kit *k, int x, int y) {
  for (int i = 0; i < k->starts; i++) {
    if (k->start_x[i] == x && k->start_y[i] == y) return true;
  }
  return false;
}

static void random_starts(k_kit *k, dice *rng, int count) {
  while (k->starts < count && k->starts < k->width * k->height) {
    const int x = below(rng, k->width), y = below(rng, k->height);
    if (is_start(k, x, y)) continue;
    k->start_x[k->starts] = x;
    k->start_y[k->starts++] = y;
  }
}

/* One in so many cells, none of them a start. */
static void random_holes(k_kit *k, dice *rng, int one_in) {
  for (int y = 0; y < k->height; y++) {
    for (int x = 0; x < k->width; x++) {
      k->hole[y][x] = below(rng, one_in) == 0 && !is_start(k, x, y);
      k->holes += k->hole[y][x];
    }
  }
}

/* One throw a statement: what stands in one is thrown in any order. */
static void random_kit(k_kit *k, dice *rng) {
  const bool duo = below(rng, 2) == 0;
  const bool small = below(rng, 4) == 0;
  const int kind = below(rng, 8);
  *k = (k_kit){.colours = duo ? 2 : 4};
  k->width = 3 + below(rng, small ? 3 : 18);
  k->height = 3 + below(rng, small ? 3 : 18);
  k->fixed = below(rng, 2) == 0;
  if (kind == 0) {
    random_pieces(k, rng, 400, 1, 8);
  } else if (kind == 1) {
    random_pieces(k, rng, 1, 5, 8);
  } else {
    const int tries = 1 + below(rng, 14), most = 1 + below(rng, 8);
    random_pieces(k, rng, tries, 1, most);
  }
  const bool anywhere = below(rng, 5) == 0;
  random_starts(k, rng, anywhere ? 300 : k->colours + below(rng, 6));
  if (below(rng, 2) == 0) random_holes(k, rng, 4 + below(rng, 30));
}

/* The kit as data: pieces are called a, b, c ... aa, ab ... */
static void write_kit(const k_kit *k, char *out) {
  out += sprintf(out, "board %dx%d\nstarts", k->width, k->height);
  for (int i = 0; i < k->starts; i++) {
    out += sprintf(out, " %c%d", 'a' + k->start_x[i], k->start_y[i] + 1);
  }
  if (k->holes > 0) out += sprintf(out, "\nholes");
  for (int y = 0; y < k->height; y++) {
    for (int x = 0; x < k->width; x++) {
      if (k->hole[y][x]) out += sprintf(out, " %c%d", 'a' + x, y + 1);
    }
  }
  for (int p = 0; p < k->pieces; p++) {
    out += sprintf(out, "\npiece p%d ", p);
    for (int y = 7; y >= 0; y--) {
      for (int x = 0; x < 8; x++)
        *out++ = k_has(&k->piece[p], x, y) ? 'x' : '.';
      if (y > 0) *out++ = '/';
    }
  }
  *out = '\0';
}

/* ---- do they agree? ---- */

static k_text plain_moves[K_MOVES], core_moves[K_MOVES];

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

static void same_moves(table *t, const k_game *g) {
  int count = k_placements(g, g->colour, plain_moves);
  if (count == 0) strcpy(plain_moves[count++], "pass");
  t->work.list.count = 0;
  assert_int_equal(tes_moves(t->rules, t->state, &t->work.list, &t->work),
                   TES_OK);
  assert_int_equal(t->work.list.count, count);
  for (int i = 0; i < count; i++) {
    tes_text_clear(&t->work.text);
    tes_print(t->rules, t->state, t->work.list.moves[i], 0, &t->work.text,
              &t->work);
    strcpy(core_moves[i], tes_text_get(&t->work.text));
  }
  qsort(plain_moves, (size_t)count, sizeof *plain_moves, by_text);
  qsort(core_moves, (size_t)count, sizeof *core_moves, by_text);
  for (int i = 0; i < count; i++) {
    assert_string_equal(core_moves[i], plain_moves[i]);
  }
}

static void same_points(table *t, const k_game *g) {
  static const char *const names[2][4] = {{"blue", "yellow", "red", "green"},
                                          {"purple", "orange"}};
  const int row = tes_query_find(t->rules->game, "points");
  for (int c = 0; c < g->kit->colours; c++) {
    const char *name = names[g->kit->colours == 2][c];
    const int left = k_cells_left(g, c);
    int64_t points;
    tes_get(t->rules, t->state, 0, row, name, &points, &t->work.text, &t->work);
    if (left > 0) assert_int_equal(points, -left);
    if (left == 0) assert_true(points == 15 || points == 20);
  }
}

static void same_when_read_back(table *t) {
  tes_text text;
  if (t->state->over) return;
  const uint64_t before = tes_hash(t->rules, t->state);
  tes_text_init(&text, NULL);
  tes_save(t->rules, t->state, 0, &text);
  table_load(t, tes_text_get(&text));
  assert_true(tes_hash(t->rules, t->state) == before);
  tes_text_free(&text);
}

static bool nobody_can(const k_game *g) {
  for (int c = 0; c < g->kit->colours; c++) {
    if (k_placements(g, c, plain_moves) > 0) return false;
  }
  return true;
}

static long compare_game(table *t, const k_kit *k, dice *rng) {
  k_game g = {.kit = k};
  long positions = 0;
  for (;; positions++) {
    same_points(t, &g);
    assert_int_equal(t->state->over, nobody_can(&g));
    if (t->state->over) break;
    same_moves(t, &g);
    if (below(rng, 4) == 0) same_when_read_back(t);
    const char *move = plain_moves[below(rng, (int)t->work.list.count)];
    if (strcmp(move, "pass") != 0) k_place(&g, move);
    table_play(t, move);
    g.colour = (g.colour + 1) % k->colours;
  }
  return positions;
}

/* A cell more than five weighs what the fifth does, and two octaves at most. */
static void compare_size(const table *t, const form *f, tes_move move,
                         int fifth) {
  enum {
    FOUR = 23,
    OCTAVE = 16
  }; /* the factor of four cells; one more, five */
  int16_t factor[FACTORS] = {[FOUR] = 10, [FOUR + 1] = (int16_t)(10 + fifth)};
  tes_list list = {.moves = &move, .count = 1, .capacity = 1};
  double exponent;
  blokus_exponents(t->rules, t->state, &list, factor, &exponent);
  const int most = fifth < 2 * OCTAVE ? fifth : 2 * OCTAVE;
  const int wanted = f->size < 4   ? 0
                     : f->size < 5 ? 10
                                   : 10 + fifth + (f->size - 5) * most;
  assert_int_equal((int)exponent, wanted);
}

static void compare_sizes(const table *t) {
  const tables *forms = tables_of(t->rules);
  for (int i = 0; i < forms->forms; i++) {
    const tes_move move = move_of(bit_of(0, 0), i);
    for (int fifth = -20; fifth <= 80; fifth += 10) {
      compare_size(t, &forms->form[i], move, fifth);
    }
  }
}

/* What the kits were like, so that none of it stays away unseen. */
typedef struct seen {
  long positions, wide, narrow, unplayable, many, starts, holes;
} seen;

static void compare_kit(uint64_t seed, seen *s) {
  static char data[8192];
  static k_kit k;
  dice rng = dice_of(seed);
  tes_error error;
  random_kit(&k, &rng);
  write_kit(&k, data);
  const tes_game game = game_with(data);
  const char *settings[] = {k.colours == 2 ? "variant=duo" : "variant=classic",
                            k.fixed ? "corners=fixed" : "corners=any"};
  const k_game start = {.kit = &k};
  tes_rules *rules = tes_rules_open(&game, settings, 2, NULL, &error);
  if (rules == NULL) {
    assert_string_equal(error.text,
                        "own: starts: no piece can cover any of them");
    assert_true(nobody_can(&start));
    s->unplayable++;
    return;
  }
  const tables *forms = rules->tables;
  *(forms->wide ? &s->wide : &s->narrow) += 1;
  s->many += k.pieces == K_PIECES;
  s->starts += k.starts > 100 && !k.fixed;
  s->holes += k.holes > 0;
  table t = {.rules = rules};
  tes_work_init(&t.work, rules);
  t.state = tes_state_new(rules);
  tes_start(rules, t.state, 0, &t.work);
  compare_sizes(&t);
  s->positions += compare_game(&t, &k, &rng);
  table_close(&t);
}

static void random_kits_agree(void **state) {
  seen s = {0};
  (void)state;
  for (uint64_t seed = 0; seed < 200; seed++) compare_kit(seed, &s);
  printf(
      "%ld positions; kits: %ld wide, %ld narrow, %ld without a first move, "
      "%ld of 64 pieces, %ld with more than 100 starts, %ld with holes\n",
      s.positions, s.wide, s.narrow, s.unplayable, s.many, s.starts, s.holes);
  assert_true(s.positions >= 1500);
  assert_true(s.wide >= 20 && s.narrow >= 20 && s.unplayable > 0);
  assert_true(s.many >= 3 && s.starts >= 3 && s.holes >= 50);
}

/* ---- the usual, given as data; the wide way, made to go ---- */

static const char own_classic[] =
    "piece 1 x\npiece 2 xx\npiece I3 xxx\npiece V3 x./xx\npiece I4 xxxx\n"
    "piece L4 x../xxx\npiece O xx/xx\npiece T4 .x./xxx\npiece Z4 xx./.xx\n"
    "piece F .xx/xx./.x.\npiece I5 xxxxx\npiece L5 x.../xxxx\n"
    "piece N xx../.xxx\npiece P xx/xx/x.\npiece T5 xxx/.x./.x.\n"
    "piece U x.x/xxx\npiece V5 x../x../xxx\npiece W x../xx./.xx\n"
    "piece X .x./xxx/.x.\npiece Y .x../xxxx\npiece Z5 xx./.x./.xx\n"
    "board 20x20\nstarts a20 t20 t1 a1\n";

/* Rules of Blokus whose tables are wide. */
static table open_wide(const char *settings) {
  static kit k;
  tables *wide;
  tes_error error;
  table t = table_open(tes_game_find("blokus"), settings);
  blokus_free(t.rules->tables, t.rules->alloc);
  assert_int_equal(blokus_read_kit(t.rules, &k, &error), TES_OK);
  assert_int_equal(blokus_build(&k, true, t.rules->alloc, &wide, &error),
                   TES_OK);
  wide->list = blokus_lister(true, tes_cpu_best());
  wide->drawn = blokus_drawer(true, tes_cpu_best());
  t.rules->tables = wide;
  assert_int_equal(tes_start(t.rules, t.state, 0, &t.work), TES_OK);
  return t;
}

/* The placements at a corner that is drawn by the same seed. */
static size_t draw_one(const table *t, tes_move room[1 << 15]) {
  const blokus *b = blokus_of(t->state);
  const tables *forms = tables_of(t->rules);
  tes_rng rng;
  tes_rng_seed(&rng, t->state->ply);
  return (size_t)(forms->drawn(forms, b, b->colour, &rng, room) - room);
}

static void same_drawn(const table *a, const table *b) {
  static tes_move room[1 << 15], other[1 << 15];
  const size_t count = draw_one(a, room);
  assert_int_equal(draw_one(b, other), count);
  assert_memory_equal(room, other, count * sizeof *room);
}

/* Plays games in step: the lists are the same, move by move, and what playouts
 * draw from. */
static void same_games(table *a, table *b, int games) {
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  for (int game = 0; game < games; game++) {
    tes_start(a->rules, a->state, 0, &a->work);
    tes_start(b->rules, b->state, 0, &b->work);
    while (!a->state->over) {
      tes_list *list = &a->work.list, *other = &b->work.list;
      list->count = other->count = 0;
      tes_moves(a->rules, a->state, list, &a->work);
      tes_moves(b->rules, b->state, other, &b->work);
      assert_int_equal(list->count, other->count);
      assert_memory_equal(list->moves, other->moves,
                          list->count * sizeof *list->moves);
      same_drawn(a, b);
      const tes_move move = list->moves[tes_rng_below(&rng, list->count)];
      tes_apply(a->rules, a->state, move, &a->work);
      tes_apply(b->rules, b->state, move, &b->work);
    }
    assert_true(b->state->over);
    assert_true(tes_hash(a->rules, a->state) == tes_hash(b->rules, b->state));
  }
}

static void same_perft(table *a, table *b, int depth) {
  uint64_t leaves, others;
  tes_perft(a->rules, a->state, depth, &leaves, &a->work);
  tes_perft(b->rules, b->state, depth, &others, &b->work);
  assert_true(leaves == others && leaves > 1000);
}

static void usual_as_data(void **state) {
  static const char *const settings[] = {"", "corners=fixed players=3"};
  const tes_game game = game_with(own_classic);
  (void)state;
  for (size_t i = 0; i < COUNT_OF(settings); i++) {
    table a = table_open(tes_game_find("blokus"), settings[i]);
    table b = table_open(&game, settings[i]);
    same_perft(&a, &b, 2);
    same_games(&a, &b, 10);
    table_close(&a);
    table_close(&b);
  }
}

static void usual_in_the_wide_way(void **state) {
  static const char *const settings[] = {"", "corners=fixed", "variant=duo",
                                         "variant=duo corners=fixed"};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(settings); i++) {
    table a = table_open(tes_game_find("blokus"), settings[i]);
    table b = open_wide(settings[i]);
    same_perft(&a, &b, i == 1 ? 3 : 2);
    same_games(&a, &b, 10);
    table_close(&a);
    table_close(&b);
  }
}

/* ---- notation ---- */

static const char eight[] =
    "piece I8 xxxxxxxx\npiece hook x../x../x../xxx/..x/..x\n"
    "piece ring xxx/x.x/xxx\npiece stair x.../xx../.xx./..xx\n"
    "piece L6 x..../xxxxx\npiece I2 xx\npiece dot x\nboard 16x13\n";

static void own_names(void **state) {
  static const struct {
    const char *text, *cells;
  } moves[] = {
      {"dot@a1", "a1"},
      {"HOOK@a8/1", NULL},
      {"I8@a1/2", "a1,a2,a3,a4,a5,a6,a7,a8"},
      {"ring@a1", "a1,b1,c1,a2,c2,a3,b3,c3"},
      {"a2,c1,b1,a1,c3,b3,a3,c2", "a1,b1,c1,a2,c2,a3,b3,c3"},
  };
  const tes_game game = game_with(eight);
  table t = table_open(&game, "");
  (void)state;
  for (size_t i = 0; i < COUNT_OF(moves); i++) {
    const tes_move move = tes_parse(t.rules, t.state, moves[i].text, &t.work);
    assert_int_equal(move != 0, moves[i].cells != NULL);
    if (move == 0) continue;
    tes_text_clear(&t.work.text);
    tes_print(t.rules, t.state, move, 0, &t.work.text, &t.work);
    assert_string_equal(tes_text_get(&t.work.text), moves[i].cells);
  }
  table_close(&t);
}

static void own_reasons(void **state) {
  static const struct {
    const char *text, *reason;
  } rows[] = {
      {"hook", "hook: where? Name its first cell too: hook@a1"},
      {"V3@a1", "V3@a1: there is no piece V3"},
      {"q1", "q1: q1 is not a cell (a1 to p13)"},
      {"a1,a2,a3", "a1,a2,a3: these cells are not a piece"},
      {"c3", "c3: the first piece must cover a start cell (a1, p1, a13, p13)"},
      {"a1,a2,a3,a4,a5,a6,a7,a8,a9",
       "a1,a2,a3,a4,a5,a6,a7,a8,a9: expected a piece at a cell "
       "(stair@a1), cells (a1,b1,b2) or pass"},
  };
  const tes_game game = game_with(eight);
  table t = table_open(&game, "");
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_int_equal(tes_play_text(t.rules, t.state, rows[i].text, &t.work),
                     TES_EILLEGAL);
    assert_string_equal(t.work.error.text, rows[i].reason);
  }
  assert_int_equal(
      tes_load(t.rules, t.state,
               "16/16/16/16/16/16/16/16/16/16/bb14/b15/16 b -", 0, &t.work),
      TES_EARG);
  assert_string_equal(
      t.work.error.text,
      "blokus position: the cells of blue at a2 are not a piece");
  table_close(&t);
}

/* ---- holes ---- */

static void holes_are_no_board(void **state) {
  const tes_game game = game_with("board 3x3\nholes b2 c1\nstarts a1 c3\n");
  table t = table_open(&game, "variant=duo");
  int64_t integer;
  (void)state;
  assert_fen(&t, "3/3/3 p -");
  assert_int_equal(tes_play_text(t.rules, t.state, "V3@a1/2", &t.work),
                   TES_EILLEGAL);
  assert_string_equal(
      t.work.error.text,
      "V3@a1/2: b2 is a hole; way 1 fits there (piece V3 shows them)");
  assert_int_equal(tes_load(t.rules, t.state, "3/1p1/3 p -", 0, &t.work),
                   TES_EARG);
  assert_string_equal(t.work.error.text, "blokus position: b2 is a hole");
  tes_text_clear(&t.work.text);
  tes_get(t.rules, t.state, 0, tes_query_find(&game, "cell"), "c1", &integer,
          &t.work.text, &t.work);
  assert_string_equal(tes_text_get(&t.work.text), "hole");
  tes_text_clear(&t.work.text);
  tes_board(t.rules, t.state, 0, &t.work.text, &t.work);
  const char *board = tes_text_get(&t.work.text);
  assert_non_null(strstr(board, "\n 3  . . *  3"));
  assert_non_null(strstr(board, "\n 2  . # .  2"));
  assert_non_null(strstr(board, "\n 1  * . #  1"));
  table_play(&t, "a1,a2 b3,c3");
  assert_string_equal(table_reason(&t), "blocked");
  table_close(&t);
}

/* ---- bad data ---- */

static void bad_data(void **state) {
  static const struct {
    const char *data, *reason;
  } rows[] = {
      {"board 2x5", "board: expected 3x3 to 20x20, got 2x5"},
      {"board 5x21", "board: expected 3x3 to 20x20, got 5x21"},
      {"board 5", "board: expected 3x3 to 20x20, got 5"},
      {"board", "board: expected 3x3 to 20x20, got "},
      {"board 5x99999999999999999999",
       "board: expected 3x3 to 20x20, got 5x999999999999999999"},
      {"board 9x9 9", "data: expected the end of a line, got 9"},
      {"\n \npiece a x b", "data: expected the end of a line, got b"},
      {"colours\n",
       "data: expected board, holes, starts or piece, got colours\n"},
      {"piece",
       "pieces: expected a name of 1 to 12 letters, digits and _, got "},
      {"piece a-b x",
       "pieces: expected a name of 1 to 12 letters, digits and _, got a-b"},
      {"piece abcdefghijklm x",
       "pieces: expected a name of 1 to 12 letters, digits and _, got "
       "abcdefghijklm"},
      {"piece a", "pieces.a: expected one cell or more"},
      {"piece a ./.", "pieces.a: expected one cell or more"},
      {"piece a xXx", "pieces.a: expected a drawing of x and ., like x./xx"},
      {"piece a ....................x",
       "pieces.a: expected a drawing of x and ., like x./xx"},
      {"piece a x/.x", "pieces.a: its cells are not connected along edges"},
      {"piece a xxxxxxxxx", "pieces.a: expected at most eight cells"},
      {"piece a x\npiece A xx", "pieces.A: there is already a piece a"},
      {"piece a xx./.xx\npiece b .x/xx/x.",
       "pieces.b: the same as a, turned or reflected"},
      {"starts a1 b1 c1",
       "starts: expected 4 or more, one for each colour, "
       "got 3"},
      {"starts", "starts: expected 4 or more, one for each colour, got 0"},
      {"starts a1 a1", "starts: a1 is listed twice"},
      {"board 9x8\nstarts a9", "starts: expected a cell, a1 to i8, got a9"},
      {"starts a1x", "starts: expected a cell, a1 to t20, got a1x"},
      {"board 9x8\nholes a9", "holes: expected a cell, a1 to i8, got a9"},
      {"holes b2 c3 b2", "holes: b2 is listed twice"},
      {"holes c3 t1", "holes: t1 is a start cell"},
      {"holes f6 c3\nstarts e5 f6 g7 h8", "holes: f6 is a start cell"},
      {"board 4x4\npiece I5 xxxxx", "starts: no piece can cover any of them"},
      {"board 3x3\npiece I2 xx\nholes b1 a2 b3 c2",
       "starts: no piece can cover any of them"},
      {"piece X .x./xxx/.x.", "starts: no piece can cover any of them"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const tes_game game = game_with(rows[i].data);
    char expected[200];
    tes_error error, cleaned;
    assert_null(tes_rules_open(&game, NULL, 0, NULL, &error));
    snprintf(expected, sizeof expected, "own: %s", rows[i].reason);
    tes_fail(&cleaned, TES_EARG, "%s", expected);
    assert_string_equal(error.text, cleaned.text);
  }
}

static void too_many_pieces(void **state) {
  static char data[8192];
  static k_kit k = {.width = 20, .height = 20};
  dice rng = dice_of(1);
  (void)state;
  random_pieces(&k, &rng, 1000, 1, 8);
  assert_int_equal(k.pieces, K_PIECES);
  write_kit(&k, data);
  strcat(data, "\npiece more xxxxxxxx");
  const tes_game game = game_with(strstr(data, "piece"));
  tes_error error;
  assert_null(tes_rules_open(&game, NULL, 0, NULL, &error));
  assert_string_equal(error.text, "own: pieces: expected at most 64");
}

/* ---- the rest ---- */

/* A colour whose start no piece covers passes from the beginning. */
static void stuck_at_the_start(void **state) {
  const tes_game game =
      game_with("board 9x9\npiece X .x./xxx/.x.\nstarts a1 e5\n");
  table t = table_open(&game, "variant=duo corners=fixed");
  (void)state;
  table_play(&t, "pass X@e4/1");
  assert_string_equal(table_reason(&t), "blocked");
  table_close(&t);
}

/* The bonus for the last piece is only for the single cell. */
static void last_piece(void **state) {
  static const struct {
    const char *data;
    int points;
  } rows[] = {{"piece dot x\n", 20}, {"piece two xx\n", 15}};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const tes_game game = game_with(rows[i].data);
    table t = table_open(&game, "variant=duo");
    tes_result result;
    while (!t.state->over) {
      t.work.list.count = 0;
      tes_moves(t.rules, t.state, &t.work.list, &t.work);
      tes_apply(t.rules, t.state, t.work.list.moves[0], &t.work);
    }
    tes_result_of(t.rules, t.state, &result, &t.work);
    assert_int_equal(result.score[0], rows[i].points);
    table_close(&t);
  }
}

static void conforms(void **state) {
  static const struct {
    const char *data, *settings;
  } rows[] = {
      {eight, ""},
      {eight, "players=3 corners=fixed"},
      {eight, "variant=duo"},
      {"board 7x5\n", "players=2"},
      {"board 3x3\npiece a x\npiece b xx\n", "players=1"},
      {"board 9x9\npiece X .x./xxx/.x.\nstarts a1 e5\n", "variant=duo"},
      {"board 9x9\npiece X .x./xxx/.x.\nstarts a1 e5\n",
       "variant=duo corners=fixed"},
      {"board 7x6\nholes c3 d4 a6 g1\nstarts a1 f6\n", "variant=duo"},
      {"board 8x8\nholes d4 d5 e4 e5\npiece I6 xxxxxx\npiece I2 xx\n", ""},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const tes_game game = game_with(rows[i].data);
    table t = table_open(&game, rows[i].settings);
    if (tes_check(t.rules, 1, 3, 1000, &t.work) != TES_OK) {
      fail_msg("%s %s: %s", rows[i].data, rows[i].settings, t.work.error.text);
    }
    table_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_kits_agree),
      cmocka_unit_test(usual_as_data),
      cmocka_unit_test(usual_in_the_wide_way),
      cmocka_unit_test(own_names),
      cmocka_unit_test(own_reasons),
      cmocka_unit_test(holes_are_no_board),
      cmocka_unit_test(bad_data),
      cmocka_unit_test(too_many_pieces),
      cmocka_unit_test(stuck_at_the_start),
      cmocka_unit_test(last_piece),
      cmocka_unit_test(conforms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
