/* test_rules.c: options, what grows, and what holds for every game.
 *
 * One table has all settings that are refused, with the exact line that a
 * person sees; another has those that are taken and how they are printed. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "at_table.h"
#include "toy_game.h"

/* NULL stands for Mixtour, to keep the rows short. */
static const tes_game *game_of(const tes_game *game) {
  return game != NULL ? game : tes_game_find("mixtour");
}

/* ---- settings that are refused ---- */

#define TOY &toy_game
#define NO_OPTION(name, meant)                   \
  "mixtour: there is no option " name "; " meant \
  " options: win_score, pieces, stack, repetition, stall"
#define WIN_SCORE "did you mean win_score? The"
#define WIN(value) \
  "mixtour: win_score=" value ": expected a whole number in 1..99"
#define REPEAT(value) \
  "mixtour: repetition=" value ": expected a whole number in 2..9 or 0"
#define DECK(value) "toy: deck=" value ": expected numbers, 2 of 1..9"
#define BIDS(value) "toy: bids=" value ": expected one of hidden|open"

static const struct {
  const tes_game *game;
  const char *setting, *message;
} refused[] = {
    {NULL, "win_score=0", WIN("0")},
    {NULL, "win_score=100", WIN("100")},
    {NULL, "win_score=-1", WIN("-1")},
    {NULL, "win_score=", WIN("")},
    {NULL, "win_score=abc", WIN("abc")},
    {NULL, "win_score=3x", WIN("3x")},
    {NULL, "win_score=3 ", WIN("3 ")},
    {NULL, "win_score= 3", WIN(" 3")},
    {NULL, "win_score=\t3", WIN("?3")},
    {NULL, "win_score=+3", WIN("+3")},
    {NULL, "win_score=--3", WIN("--3")},
    {NULL, "win_score=-", WIN("-")},
    {NULL, "win_score=3.0", WIN("3.0")},
    {NULL, "win_score=3e0", WIN("3e0")},
    {NULL, "win_score=0x3", WIN("0x3")},
    {NULL, "win_score=3,3", WIN("3,3")},
    {NULL, "win_score=3,", WIN("3,")},
    {NULL, "win_score==3", WIN("=3")},
    {NULL, "win_score=2147483648", WIN("2147483648")},
    {NULL, "win_score=4294967297", WIN("4294967297")},
    {NULL, "win_score=18446744073709551617", WIN("18446744073709551617")},
    {NULL, "win_score=-18446744073709551615", WIN("-18446744073709551615")},
    {NULL, "win_score=1234567890123456789012345678901234567890123",
     WIN("1234567890123456789012345678901234567890")},
    {NULL, "pieces=0", "mixtour: pieces=0: expected a whole number in 1..20"},
    {NULL, "pieces=21", "mixtour: pieces=21: expected a whole number in 1..20"},
    {NULL, "stack=1", "mixtour: stack=1: expected a whole number in 2..8"},
    {NULL, "stack=9", "mixtour: stack=9: expected a whole number in 2..8"},
    {NULL, "repetition=1", REPEAT("1")},
    {NULL, "repetition=10", REPEAT("10")},
    {NULL, "repetition=-2", REPEAT("-2")},
    {NULL, "repetition=off", REPEAT("off")},
    {NULL, "stall=0", "mixtour: stall=0: expected a whole number in 1..100"},
    {NULL, "stall=101",
     "mixtour: stall=101: expected a whole number in 1..100"},
    {NULL, "colour=3", NO_OPTION("colour", "the")},
    {NULL, "win=3", NO_OPTION("win", WIN_SCORE)},
    {NULL, "win_score_=3", NO_OPTION("win_score_", WIN_SCORE)},
    {NULL, "Win_score=3", NO_OPTION("Win_score", WIN_SCORE)},
    {NULL, " win_score=3", NO_OPTION(" win_score", WIN_SCORE)},
    {NULL, "win_score", "win_score: expected option=value"},
    {NULL, "=3", "=3: expected option=value"},
    {NULL, "=", "=: expected option=value"},
    {NULL, "", ": expected option=value"},
    {NULL, "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff1234=1",
     "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff"
     ": expected option=value"},
    {TOY, "deck=5", DECK("5")},
    {TOY, "deck=5,3,1", DECK("5,3,1")},
    {TOY, "deck=5,", DECK("5,")},
    {TOY, "deck=,3", DECK(",3")},
    {TOY, "deck=,", DECK(",")},
    {TOY, "deck=", DECK("")},
    {TOY, "deck=5,10", DECK("5,10")},
    {TOY, "deck=0,3", DECK("0,3")},
    {TOY, "deck=5 ,3", DECK("5 ,3")},
    {TOY, "deck=5, 3", DECK("5, 3")},
    {TOY, "deck=five,3", DECK("five,3")},
    {TOY, "deck=5,4294967297", DECK("5,4294967297")},
    {TOY, "bids=shut", BIDS("shut")},
    {TOY, "bids=", BIDS("")},
    {TOY, "bids=hid", BIDS("hid")},
    {TOY, "bids=hiddenly", BIDS("hiddenly")},
    {TOY, "bids=hidden|open", BIDS("hidden|open")},
    {TOY, "bids=|", BIDS("|")},
    {TOY, "bids=Open", BIDS("Open")},
    {TOY, "bids=0", BIDS("0")},
    {TOY, "limit=21", "toy: limit=21: expected a whole number in 1..20 or 0"},
    {TOY, "deck=2,2", "toy: deck=2,2: expected 9 cards"},
};

static void bad_settings_are_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(refused); i++) {
    tes_error error = {.text = ""};
    const char *const settings[] = {refused[i].setting};
    const tes_game *game = game_of(refused[i].game);
    assert_null(tes_rules_open(game, settings, 1, NULL, &error));
    assert_string_equal(error.text, refused[i].message);
    assert_null(tes_rules_open(game, settings, 1, NULL, NULL));
  }
}

/* The first that is wrong is told, wherever it stands. */
static void one_bad_setting_is_enough(void **state) {
  const char *const settings[] = {"stack=6", "pieces=0", "stall=0"};
  tes_error error = {.text = ""};
  (void)state;
  const tes_game *game = game_of(NULL);
  assert_null(tes_rules_open(game, settings, 3, NULL, &error));
  assert_string_equal(error.text,
                      "mixtour: pieces=0: expected a whole number in 1..20");
  assert_int_equal(error.status, TES_EARG);
}

static void game_without_options(void **state) {
  const char *const settings[] = {"stack=6"};
  tes_game bare = toy_game;
  tes_error error = {.text = ""};
  (void)state;
  bare.options = NULL;
  assert_int_equal(tes_option_count(&bare), 0);
  assert_int_equal(tes_option_find(&bare, "stack"), -1);
  assert_null(tes_rules_open(&bare, settings, 1, NULL, &error));
  assert_string_equal(error.text,
                      "toy: there is no option stack; the options: none");
  assert_int_equal(error.status, TES_EOPTION);
}

/* ---- settings that are taken ---- */

/* `given` is the mask; `values` is how all options print. */
static const struct {
  const tes_game *game;
  const char *settings;
  unsigned given;
  const char *values;
} taken[] = {
    {NULL, "", 0x00, "1 20 5 3 100"},
    {NULL, "win_score=1", 0x01, "1 20 5 3 100"},
    {NULL, "win_score=99", 0x01, "99 20 5 3 100"},
    {NULL, "win_score=007", 0x01, "7 20 5 3 100"},
    {NULL, "pieces=1 pieces=7", 0x02, "1 7 5 3 100"},
    {NULL, "pieces=20", 0x02, "1 20 5 3 100"},
    {NULL, "stack=2", 0x04, "1 20 2 3 100"},
    {NULL, "stack=8", 0x04, "1 20 8 3 100"},
    {NULL, "repetition=0", 0x08, "1 20 5 0 100"},
    {NULL, "repetition=2", 0x08, "1 20 5 2 100"},
    {NULL, "repetition=9", 0x08, "1 20 5 9 100"},
    {NULL, "stall=1", 0x10, "1 20 5 3 1"},
    {NULL, "stall=100", 0x10, "1 20 5 3 100"},
    {NULL, "stall=9 repetition=4 stack=3 pieces=2 win_score=6", 0x1f,
     "6 2 3 4 9"},
    {TOY, "", 0x00, "3 5,3 3 hidden 0"},
    {TOY, "bids=open", 0x08, "3 5,3 3 open 0"},
    {TOY, "bids=hidden limit=0", 0x18, "3 5,3 3 hidden 0"},
    {TOY, "limit=1", 0x10, "3 5,3 3 hidden 1"},
    {TOY, "limit=20", 0x10, "3 5,3 3 hidden 20"},
    {TOY, "deck=9,9 seats=4 hand=6", 0x07, "4 9,9 6 hidden 0"},
};

static void good_settings_are_taken(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(taken); i++) {
    table t = table_open(game_of(taken[i].game), taken[i].settings);
    tes_text text;
    tes_text_init(&text, NULL);
    for (size_t row = 0; row < tes_option_count(t.rules->game); row++) {
      tes_put(&text, "%s", row > 0 ? " " : "");
      tes_option_print(t.rules, row, &text);
    }
    assert_string_equal(tes_text_get(&text), taken[i].values);
    assert_int_equal(t.rules->given, taken[i].given);
    tes_text_free(&text);
    table_close(&t);
  }
}

static const struct {
  const tes_game *game;
  const char *name, *usual, *range;
} options[] = {
    {NULL, "win_score", "1", "1..99"},
    {NULL, "pieces", "20", "1..20"},
    {NULL, "stack", "5", "2..8"},
    {NULL, "stall", "100", "1..100"},
    {NULL, "repetition", "3", "2..9 or 0"},
    {TOY, "seats", "3", "2..4"},
    {TOY, "deck", "5,3", "2 of 1..9"},
    {TOY, "bids", "hidden", "hidden|open"},
    {TOY, "limit", "0", "1..20 or 0"},
};

static void options_print_themselves(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(options); i++) {
    const tes_game *game = game_of(options[i].game);
    const int row = tes_option_find(game, options[i].name);
    tes_text text;
    assert_true(row >= 0);
    tes_text_init(&text, NULL);
    tes_option_default(&game->options[row], &text);
    assert_string_equal(tes_text_get(&text), options[i].usual);
    tes_text_clear(&text);
    tes_option_range(&game->options[row], &text);
    assert_string_equal(tes_text_get(&text), options[i].range);
    tes_text_free(&text);
  }
  assert_int_equal(tes_option_find(game_of(NULL), "nothing"), -1);
  assert_int_equal(tes_option_find(game_of(NULL), ""), -1);
}

/* ---- the table of games ---- */

static void games_are_found(void **state) {
  size_t count = 0;
  (void)state;
  for (; tes_game_at(count) != NULL; count++) {
    assert_ptr_equal(tes_game_find(tes_game_at(count)->name),
                     tes_game_at(count));
  }
  assert_true(count >= 1);
  assert_null(tes_game_at(count + 1));
  assert_null(tes_game_at(SIZE_MAX));
  assert_string_equal(game_of(NULL)->name, "mixtour");
  assert_null(tes_game_find("Mixtour"));
  assert_null(tes_game_find("mixtou"));
  assert_null(tes_game_find("mixtour "));
  assert_null(tes_game_find(""));
}

/* ---- an allocator that counts, and fails when told to ---- */

typedef struct counter {
  size_t bytes;
  int left; /* allocations until it fails; -1: never */
} counter;

static void *counted(void *user, void *block, size_t old_size,
                     size_t new_size) {
  counter *c = user;
  if (new_size > old_size && c->left == 0) return NULL;
  if (new_size > old_size && c->left > 0) c->left--;
  c->bytes += new_size - old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static void opening_without_memory(void **state) {
  counter c = {0, 0};
  const tes_alloc alloc = {counted, &c};
  tes_error error = {.text = ""};
  (void)state;
  assert_null(tes_rules_open(TOY, NULL, 0, &alloc, &error));
  assert_string_equal(error.text, "out of memory");
  c.left = 1; /* enough for the rules, not for the toy's tables */
  assert_null(tes_rules_open(TOY, NULL, 0, &alloc, &error));
  assert_int_equal(c.bytes, 0);
  c.left = 2;
  tes_rules *rules = tes_rules_open(TOY, NULL, 0, &alloc, &error);
  assert_non_null(rules);
  tes_rules_close(rules);
  tes_rules_close(NULL);
  assert_int_equal(c.bytes, 0);
}

/* ---- lists ---- */

static void lists_grow_with_slack(void **state) {
  counter c = {0, -1};
  const tes_alloc alloc = {counted, &c};
  tes_list list;
  (void)state;
  tes_list_init(&list, &alloc);
  for (tes_move i = 0; i < 5000; i++) {
    assert_int_equal(tes_list_reserve(&list, 1), TES_OK);
    assert_true(list.capacity >= list.count + 1 + TES_LIST_SLACK);
    list.moves[list.count++] = i;
  }
  for (tes_move i = 0; i < 5000; i++) assert_int_equal(list.moves[i], i);
  assert_int_equal(c.bytes, list.capacity * sizeof(tes_move));
  assert_true(list.capacity <= 2 * (5000 + TES_LIST_SLACK));
  tes_list_free(&list);
  tes_list_free(&list);
  assert_int_equal(c.bytes, 0);
}

/* `more` means behind what is there. */
static void lists_reserve_behind_the_last(void **state) {
  tes_list list;
  (void)state;
  tes_list_init(&list, NULL);
  assert_int_equal(tes_list_reserve(&list, 0), TES_OK);
  assert_true(list.capacity >= TES_LIST_SLACK);
  list.count = list.capacity;
  assert_int_equal(tes_list_reserve(&list, 100), TES_OK);
  assert_true(list.capacity >= list.count + 100 + TES_LIST_SLACK);
  /* All of it may be written to. */
  memset(list.moves, 1, list.capacity * sizeof(tes_move));
  /* What cannot be is refused. */
  const tes_list before = list;
  for (int bits = 0; bits < 5; bits++) {
    const size_t most = SIZE_MAX >> bits;
    assert_int_equal(tes_list_reserve(&list, most), TES_ENOMEM);
    assert_int_equal(tes_list_reserve(&list, most - list.count), TES_ENOMEM);
    assert_memory_equal(&list, &before, sizeof list);
  }
  tes_list_free(&list);
}

static void lists_without_memory_stay(void **state) {
  counter c = {0, 1};
  const tes_alloc alloc = {counted, &c};
  tes_list list;
  (void)state;
  tes_list_init(&list, &alloc);
  assert_int_equal(tes_list_reserve(&list, 1), TES_OK);
  list.moves[list.count++] = 77;
  const tes_list before = list;
  assert_int_equal(tes_list_reserve(&list, 1000), TES_ENOMEM);
  assert_memory_equal(&list, &before, sizeof list);
  assert_int_equal(list.moves[0], 77);
  tes_list_free(&list);
  assert_int_equal(c.bytes, 0);
}

/* ---- texts ---- */

static void texts_grow(void **state) {
  counter c = {0, -1};
  const tes_alloc alloc = {counted, &c};
  tes_text text;
  (void)state;
  tes_text_init(&text, &alloc);
  assert_string_equal(tes_text_get(&text), "");
  tes_text_clear(&text);
  assert_null(text.data);
  for (int i = 0; i < 1000; i++) tes_put(&text, "%03d ", i);
  tes_put_bytes(&text, "end\nnot this", 4);
  tes_put(&text, "%s", "");
  assert_int_equal(text.length, 4004);
  assert_int_equal(strlen(text.data), 4004);
  assert_int_equal(c.bytes, text.capacity);
  assert_memory_equal(text.data + 4 * 567, "567 568 ", 8);
  assert_string_equal(text.data + 4000, "end\n");
  tes_text_clear(&text);
  assert_string_equal(tes_text_get(&text), "");
  tes_put(&text, "again");
  assert_string_equal(tes_text_get(&text), "again");
  tes_text_free(&text);
  tes_text_free(&text);
  assert_int_equal(c.bytes, 0);
}

static void texts_without_memory_stay(void **state) {
  counter c = {0, 1};
  const tes_alloc alloc = {counted, &c};
  tes_text text;
  (void)state;
  tes_text_init(&text, &alloc);
  tes_put(&text, "first");
  tes_put(&text, "%500s", "");
  assert_true(text.failed);
  assert_string_equal(tes_text_get(&text), "first");
  tes_put(&text, ".");
  tes_put_bytes(&text, ".", 1);
  assert_string_equal(tes_text_get(&text), "first");
  tes_text_clear(&text);
  assert_false(text.failed);
  tes_put(&text, "second");
  assert_string_equal(tes_text_get(&text), "second");
  tes_text_free(&text);
  assert_int_equal(c.bytes, 0);
}

/* What does not fit is left out, and then nothing comes behind the gap. */
static void fixed_texts_stay_inside(void **state) {
  char memory[12];
  tes_text text;
  (void)state;
  memset(memory, '#', sizeof memory);
  tes_text_fixed(&text, memory, 8);
  assert_string_equal(tes_text_get(&text), "");
  tes_put(&text, "%s", "1234");
  tes_put_bytes(&text, "567", 3);
  assert_false(text.failed);
  assert_string_equal(memory, "1234567");
  tes_put(&text, "8");
  assert_true(text.failed);
  assert_string_equal(memory, "1234567");
  assert_memory_equal(memory + 8, "####", 4);
  tes_text_clear(&text);
  tes_put(&text, "%s", "12345678");
  tes_put(&text, "1");
  assert_true(text.failed);
  assert_string_equal(memory, "");
  assert_memory_equal(memory + 8, "####", 4);
}

static void errors_are_cut(void **state) {
  char long_text[1000];
  tes_error error;
  (void)state;
  memset(long_text, 'x', sizeof long_text - 1);
  long_text[sizeof long_text - 1] = '\0';
  assert_int_equal(tes_fail(&error, TES_EGAME, "%s", long_text), TES_EGAME);
  assert_int_equal(strlen(error.text), sizeof error.text - 1);
  assert_int_equal(tes_fail(NULL, TES_EARG, "%s", long_text), TES_EARG);
}

/* ---- start and play, for every game ---- */

static void seeds_have_a_range(void **state) {
  static const struct {
    uint64_t seed;
    const char *message;
  } rows[] = {
      {TES_SEED_MAX + 1,
       "seed 9007199254740992: expected a whole number in "
       "0..9007199254740991"},
      {UINT64_MAX,
       "seed 18446744073709551615: expected a whole number in "
       "0..9007199254740991"},
  };
  (void)state;
  table t = table_open(TOY, "");
  assert_int_equal(tes_start(t.rules, t.state, TES_SEED_MAX, &t.work), TES_OK);
  tes_state *before = tes_state_new(t.rules);
  tes_copy(t.rules, before, t.state);
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_int_equal(tes_start(t.rules, t.state, rows[i].seed, &t.work),
                     TES_EARG);
    assert_string_equal(t.work.error.text, rows[i].message);
    assert_memory_equal(t.state, before, t.rules->state_size);
  }
  tes_state_free(t.rules, before);
  table_close(&t);
}

/* The same seed gives the same bytes, tes_start_rng with its rng too. */
static void seeds_decide_the_start(void **state) {
  tes_rng rng;
  (void)state;
  table t = table_open(TOY, ""), other = table_open(TOY, "");
  for (uint64_t seed = 0; seed < 100; seed++) {
    tes_start(t.rules, t.state, seed, &t.work);
    tes_rng_seed(&rng, seed);
    tes_start_rng(other.rules, other.state, &rng, &other.work);
    assert_memory_equal(t.state, other.state, t.rules->state_size);
    tes_start(t.rules, t.state, seed + 1, &t.work);
    assert_memory_not_equal(t.state, other.state, t.rules->state_size);
  }
  table_close(&t);
  table_close(&other);
}

static void numbers_that_are_no_moves(void **state) {
  static const tes_move moves[] = {0, -1, INT64_MIN, INT64_MAX, 1 << 15};
  (void)state;
  table t = table_open(game_of(NULL), "");
  for (size_t i = 0; i < COUNT_OF(moves); i++) {
    char message[80];
    snprintf(message, sizeof message,
             "%lld is not the number of a legal move here",
             (long long)moves[i]);
    assert_false(tes_legal(t.rules, t.state, moves[i], &t.work));
    assert_int_equal(tes_play(t.rules, t.state, moves[i], &t.work),
                     TES_EILLEGAL);
    assert_string_equal(t.work.error.text, message);
  }
  assert_int_equal(t.state->ply, 0);
  table_close(&t);
}

static void nothing_is_drawn_behind_the_end(void **state) {
  (void)state;
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  table t = table_open(game_of(NULL), "");
  assert_true(tes_playout(t.rules, t.state, &rng, &t.work) > 0);
  assert_int_equal(tes_random_move(t.rules, t.state, &rng, &t.work),
                   TES_EILLEGAL);
  assert_non_null(strstr(t.work.error.text, "the game is over ("));
  table_close(&t);
}

static void perft_has_a_range(void **state) {
  uint64_t leaves;
  (void)state;
  table t = table_open(game_of(NULL), "");
  assert_int_equal(tes_perft(t.rules, t.state, -1, &leaves, &t.work), TES_EARG);
  assert_string_equal(t.work.error.text,
                      "depth -1: expected a whole number in 0..100");
  assert_int_equal(tes_perft(t.rules, t.state, 101, &leaves, &t.work),
                   TES_EARG);
  assert_int_equal(tes_perft(t.rules, t.state, 0, &leaves, &t.work), TES_OK);
  assert_int_equal(leaves, 1);
  const volatile int stop = 1;
  t.work.stop = &stop;
  assert_int_equal(tes_perft(t.rules, t.state, 5, &leaves, &t.work),
                   TES_ESTOPPED);
  assert_string_equal(t.work.error.text, "interrupted!");
  assert_int_equal(leaves, 1);
  table_close(&t);
}

static void queries_are_found(void **state) {
  tes_game bare = toy_game;
  (void)state;
  bare.queries = NULL;
  assert_int_equal(tes_query_find(TOY, "leader"), 0);
  assert_int_equal(tes_query_find(TOY, "bid"), 3);
  assert_int_equal(tes_query_find(TOY, "nothing"), -1);
  assert_int_equal(tes_query_find(&bare, "leader"), -1);
}

static void assert_unfit(const tes_game *game, const char *message) {
  tes_error error;
  assert_null(tes_rules_open(game, NULL, 0, NULL, &error));
  assert_string_equal(error.text, message);
}

/* A game may come from outside: what it lacks is told, and nothing called. */
static void games_are_whole(void **state) {
  (void)state;
  tes_game game;
#define WITHOUT(member) \
  game = toy_game;      \
  game.member = NULL;   \
  assert_unfit(&game, "toy: the game has no " #member)
  WITHOUT(endings);
  WITHOUT(open);
  WITHOUT(start);
  WITHOUT(moves);
  WITHOUT(apply);
  WITHOUT(result);
  WITHOUT(print);
  WITHOUT(draw);
  WITHOUT(get);
#undef WITHOUT
  game = toy_game;
  game.name = NULL;
  assert_unfit(&game, "a game: the game has no name");
  tes_option many[TES_OPTIONS_MAX + 2] = {{.name = NULL}};
  for (int i = 0; i <= TES_OPTIONS_MAX; i++) many[i] = toy_game.options[0];
  game = toy_game;
  game.options = many;
  assert_unfit(&game, "toy: expected at most 16 options, got 17");
}

static void games_may_lack_texts(void **state) {
  tes_game bare = toy_game;
  (void)state;
  bare.load = NULL;
  bare.deal = NULL;
  table t = table_open(&bare, "");
  assert_int_equal(tes_load(t.rules, t.state, "x", 0, &t.work), TES_EARG);
  assert_string_equal(t.work.error.text, "toy has no position text");
  assert_int_equal(tes_deal(t.rules, t.state, "x", &t.work), TES_EARG);
  assert_string_equal(t.work.error.text,
                      "toy deals nothing: its start cannot be given as a bag");
  table_close(&t);
}

static void scores_give_places(void **state) {
  static const struct {
    int seats, score[4], place[4];
  } rows[] = {
      {1, {7}, {1}},
      {2, {1, 2}, {2, 1}},
      {2, {2, 2}, {1, 1}},
      {3, {-1, 5, 5}, {3, 1, 1}},
      {4, {3, 9, 3, 1}, {2, 1, 2, 4}},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    tes_result result = {.seats = rows[i].seats};
    memcpy(result.score, rows[i].score, sizeof rows[i].score);
    tes_result_rank(&result);
    for (int seat = 0; seat < rows[i].seats; seat++) {
      assert_int_equal(result.place[seat], rows[i].place[seat]);
    }
  }
}

/* ---- what open() has to set ---- */

static const struct {
  int seats;
  size_t state, key, tail;
  const char *message;
} sizes[] = {
    {0, 64, 8, 0, "toy: open() set 0 seats: expected 1..8"},
    {9, 64, 8, 0, "toy: open() set 9 seats: expected 1..8"},
    {2, 60, 8, 0,
     "toy: open() set state_size 60: expected a multiple of 8, the head "
     "included"},
    {2, 0, 0, 0,
     "toy: open() set state_size 0: expected a multiple of 8, the head "
     "included"},
    {2, 64, 57, 0,
     "toy: open() set key_size 57 and tail_size 0: expected no more than 56 "
     "together"},
    {2, 64, 50, 7,
     "toy: open() set key_size 50 and tail_size 7: expected no more than 56 "
     "together"},
};
static size_t size_row;

static int open_sizes(tes_rules *rules, tes_error *error) {
  const int status = toy_game.open(rules, error);
  rules->seats = sizes[size_row].seats;
  rules->state_size = sizes[size_row].state;
  rules->key_size = sizes[size_row].key;
  rules->tail_size = sizes[size_row].tail;
  return status;
}

static void sizes_are_looked_at(void **state) {
  tes_game game = toy_game;
  tes_error error;
  (void)state;
  game.open = open_sizes;
  for (size_row = 0; size_row < COUNT_OF(sizes); size_row++) {
    assert_null(tes_rules_open(&game, NULL, 0, NULL, &error));
    assert_string_equal(error.text, sizes[size_row].message);
  }
}

/* ---- what callers owe ---- */

static void ask_the_finished(table *t) {
  t->state->over = 1;
  tes_apply(t->rules, t->state, TOY_TAG + TOY_PASS, &t->work);
}

/* A move that the seat may not make is refused before it is made. */
static void ask_the_illegal(table *t) {
  tes_apply(t->rules, t->state, TOY_TAG + TOY_BIDS, &t->work);
}

static void ask_a_stranger(table *t) {
  tes_board(t->rules, t->state, 4, &t->work.text, &t->work);
}

static void ask_what_has_not_begun(table *t) {
  memset(t->state, 0, t->rules->state_size);
  tes_count(t->rules, t->state, &t->work);
}

static void ask_of_other_rules(table *t) {
  t->state->seat = (uint8_t)(t->rules->seats + 1);
  tes_count(t->rules, t->state, &t->work);
}

static void ask_no_query(table *t) {
  int64_t integer;
  const int query = tes_query_find(t->rules->game, "nothing");
  tes_get(t->rules, t->state, 0, query, NULL, &integer, &t->work.text,
          &t->work);
}

/* The whole test ends there, so that each is a process of its own. */
static void assert_breaks(void (*ask)(table *t)) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    table t = table_open(TOY, "");
    if (freopen("/dev/null", "w", stderr) == NULL) _exit(2);
    signal(SIGABRT, SIG_DFL);
    ask(&t);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void callers_are_held_to_it(void **state) {
  (void)state;
  assert_breaks(ask_the_finished);
#ifdef TESELA_ASSERTS
  assert_breaks(ask_the_illegal);
#endif
  assert_breaks(ask_a_stranger);
  assert_breaks(ask_what_has_not_begun);
  assert_breaks(ask_of_other_rules);
  assert_breaks(ask_no_query);
}

static void nothing_is_no_game(void **state) {
  (void)state;
  tes_error error;
  const tes_game *game = tes_game_find("nothing");
  assert_null(tes_rules_open(game, NULL, 0, NULL, &error));
  assert_string_equal(error.text, "there is no such game");
  tes_rules_close(NULL);
  tes_search_free(NULL);
  tes_record_free(NULL);
  tes_weights_free(NULL);
}

/* ---- what a work lendings ---- */

typedef struct asking {
  table t;
  tes_list moves; /* other than that of the work */
  tes_text text;  /* likewise */
  tes_state *other;
} asking;

static void ask_moves(asking *a) {
  a->moves.count = 0;
  tes_moves(a->t.rules, a->t.state, &a->moves, &a->t.work);
}
static void ask_count(asking *a) {
  tes_count(a->t.rules, a->t.state, &a->t.work);
}
static void ask_start(asking *a) {
  tes_start(a->t.rules, a->t.state, 7, &a->t.work);
}
static void ask_deal(asking *a) {
  tes_text_clear(&a->text);
  tes_dealt(a->t.rules, a->t.state, &a->text);
  tes_deal(a->t.rules, a->other, tes_text_get(&a->text), &a->t.work);
}
static void ask_legal(asking *a) {
  tes_legal(a->t.rules, a->t.state, TOY_TAG + TOY_PASS, &a->t.work);
}
static void ask_play(asking *a) {
  tes_play(a->t.rules, a->t.state, TOY_TAG + TOY_PASS, &a->t.work);
}
static void ask_apply(asking *a) {
  tes_apply(a->t.rules, a->t.state, TOY_TAG + TOY_PASS, &a->t.work);
}
static void ask_play_text(asking *a) {
  tes_play_text(a->t.rules, a->t.state, "pass", &a->t.work);
  tes_play_text(a->t.rules, a->t.state, "nonsense", &a->t.work);
}
static void ask_parse(asking *a) {
  tes_parse(a->t.rules, a->t.state, "pass", &a->t.work);
}
static void ask_print(asking *a) {
  tes_print(a->t.rules, a->t.state, TOY_TAG + TOY_PASS, 0, &a->text,
            &a->t.work);
}
static void ask_print_seat(asking *a) {
  tes_print(a->t.rules, a->t.state, TOY_TAG + TOY_PASS, 2, &a->text,
            &a->t.work);
}
static void ask_result(asking *a) {
  tes_result result;
  tes_result_of(a->t.rules, a->t.state, &result, &a->t.work);
}
static void ask_board(asking *a) {
  tes_board(a->t.rules, a->t.state, 1, &a->text, &a->t.work);
}
static void ask_get(asking *a) {
  int64_t integer;
  tes_get(a->t.rules, a->t.state, 1, 2, "1", &integer, &a->text, &a->t.work);
}
static void ask_view(asking *a) {
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  tes_view(a->t.rules, a->t.state, 1, &rng, &a->t.work);
}
static void ask_load(asking *a) {
  tes_text_clear(&a->text);
  tes_save(a->t.rules, a->t.state, 1, &a->text);
  tes_load(a->t.rules, a->other, tes_text_get(&a->text), 3, &a->t.work);
}
static void ask_check(asking *a) {
  tes_check(a->t.rules, 1, 1, 5, &a->t.work);
}
static void ask_playout(asking *a) {
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  tes_copy(a->t.rules, a->other, a->t.state);
  tes_playout(a->t.rules, a->other, &rng, &a->t.work);
}
static void ask_perft(asking *a) {
  uint64_t leaves;
  tes_perft(a->t.rules, a->t.state, 2, &leaves, &a->t.work);
}

static const struct {
  void (*ask)(asking *a);
  bool uses_list;
} askings[] = {
    {ask_moves, false}, {ask_count, false},      {ask_start, false},
    {ask_deal, false},  {ask_legal, false},      {ask_play, false},
    {ask_apply, false}, {ask_print, false},      {ask_play_text, false},
    {ask_parse, false}, {ask_print_seat, false}, {ask_result, false},
    {ask_board, false}, {ask_get, false},        {ask_view, false},
    {ask_load, false},  {ask_check, false},      {ask_playout, true},
    {ask_perft, true},
};

/* A move and a word that nobody else writes. */
static void assert_left_alone(asking *a, size_t row) {
  tes_work *work = &a->t.work;
  tes_start(a->t.rules, a->t.state, 0, work);
  work->list.count = 0;
  tes_list_reserve(&work->list, 1);
  work->list.moves[work->list.count++] = INT64_MAX;
  tes_text_clear(&work->text);
  tes_put(&work->text, "mine");
  askings[row].ask(a);
  assert_string_equal(tes_text_get(&work->text), "mine");
  if (askings[row].uses_list) return;
  assert_int_equal(work->list.count, 1);
  assert_true(work->list.moves[0] == INT64_MAX);
}

/* Also of a game for which the runtime does what it leaves out. */
static void works_are_left_alone(void **state) {
  tes_game bare = toy_game;
  (void)state;
  bare.legal = NULL;
  bare.count = NULL;
  bare.parse = NULL;
  bare.playout = NULL;
  for (int i = 0; i < 2; i++) {
    asking a = {.t = table_open(i == 0 ? &toy_game : &bare, "")};
    a.other = tes_state_new(a.t.rules);
    for (size_t row = 0; row < COUNT_OF(askings); row++) {
      assert_left_alone(&a, row);
    }
    tes_state_free(a.t.rules, a.other);
    tes_list_free(&a.moves);
    tes_text_free(&a.text);
    table_close(&a.t);
  }
}

/* ---- hashes ---- */

/* What is behind one move of the position, a hash each. */
static void hash_behind(table *t, tes_state *next, const tes_list *moves,
                        uint64_t hash[]) {
  for (size_t i = 0; i < moves->count; i++) {
    tes_copy(t->rules, next, t->state);
    tes_apply(t->rules, next, moves->moves[i], &t->work);
    hash[i] = tes_hash(t->rules, next);
  }
}

/* No two of 64 bits are the same by chance, a move more or less included. */
static void assert_hashes_differ(table *t, tes_list *moves) {
  tes_state *a = tes_state_new(t->rules), *b = tes_state_new(t->rules);
  uint64_t *hash = calloc(moves->count, sizeof *hash);
  const uint64_t before = tes_hash(t->rules, t->state);
  hash_behind(t, a, moves, hash);
  for (size_t i = 0; i < moves->count; i++) {
    assert_true(hash[i] != before);
    for (size_t k = 0; k < i; k++) {
      if (hash[i] != hash[k]) continue;
      tes_copy(t->rules, a, t->state);
      tes_copy(t->rules, b, t->state);
      tes_apply(t->rules, a, moves->moves[i], &t->work);
      tes_apply(t->rules, b, moves->moves[k], &t->work);
      assert_true(tes_equal(t->rules, a, b));
    }
  }
  free(hash);
  tes_state_free(t->rules, a);
  tes_state_free(t->rules, b);
}

static void other_positions_have_other_hashes(void **state) {
  (void)state;
  for (size_t i = 0; tes_game_at(i) != NULL; i++) {
    table t = table_open(tes_game_at(i), "");
    tes_rng rng;
    tes_list moves;
    tes_rng_seed(&rng, i);
    tes_list_init(&moves, NULL);
    for (int ply = 0; ply < 40 && !t.state->over; ply++) {
      moves.count = 0;
      tes_moves(t.rules, t.state, &moves, &t.work);
      assert_hashes_differ(&t, &moves);
      const size_t any = tes_rng_below(&rng, moves.count);
      tes_apply(t.rules, t.state, moves.moves[any], &t.work);
    }
    tes_list_free(&moves);
    table_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_settings_are_refused),
      cmocka_unit_test(one_bad_setting_is_enough),
      cmocka_unit_test(game_without_options),
      cmocka_unit_test(good_settings_are_taken),
      cmocka_unit_test(options_print_themselves),
      cmocka_unit_test(games_are_found),
      cmocka_unit_test(opening_without_memory),
      cmocka_unit_test(lists_grow_with_slack),
      cmocka_unit_test(lists_reserve_behind_the_last),
      cmocka_unit_test(lists_without_memory_stay),
      cmocka_unit_test(texts_grow),
      cmocka_unit_test(texts_without_memory_stay),
      cmocka_unit_test(fixed_texts_stay_inside),
      cmocka_unit_test(errors_are_cut),
      cmocka_unit_test(seeds_have_a_range),
      cmocka_unit_test(seeds_decide_the_start),
      cmocka_unit_test(numbers_that_are_no_moves),
      cmocka_unit_test(nothing_is_drawn_behind_the_end),
      cmocka_unit_test(perft_has_a_range),
      cmocka_unit_test(queries_are_found),
      cmocka_unit_test(games_are_whole),
      cmocka_unit_test(games_may_lack_texts),
      cmocka_unit_test(scores_give_places),
      cmocka_unit_test(sizes_are_looked_at),
      cmocka_unit_test(callers_are_held_to_it),
      cmocka_unit_test(nothing_is_no_game),
      cmocka_unit_test(works_are_left_alone),
      cmocka_unit_test(other_positions_have_other_hashes),
  };
  return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
