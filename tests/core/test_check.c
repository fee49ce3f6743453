/* test_check.c: tes_check passes sound games and catches faulty ones.
 *
 * The toy game and Mixtour pass with many options. Each of the toy's mutants
 * has a row that says which function the message has to name; and the seed of
 * the message has to show the failure again. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "share.h"
#include "toy_game.h"

#define SETTINGS 6

typedef struct checked {
  int status;
  tes_error error;
} checked;

static checked run_check(const tes_game *game, const char *const *settings,
                         uint64_t seed, int games) {
  checked c = {0};
  size_t count = 0;
  while (count < SETTINGS && settings[count] != NULL) count++;
  tes_rules *rules = tes_rules_open(game, settings, count, NULL, &c.error);
  if (rules == NULL) fail_msg("%s", c.error.text);
  tes_work work;
  assert_int_equal(tes_work_init(&work, rules), TES_OK);
  c.status = tes_check(rules, seed, games, 2000, &work);
  c.error = work.error;
  tes_work_free(&work);
  tes_rules_close(rules);
  return c;
}

static void assert_passes(const tes_game *game, const char *const *settings,
                          uint64_t seed, int games) {
  const checked c = run_check(game, settings, seed, games);
  if (c.status != TES_OK) fail_msg("%d: %s", c.status, c.error.text);
}

/* ---- sound games ---- */

static const char *const toy_settings[][SETTINGS] = {
    {NULL},
    {"seats=2", "deck=9,9", "hand=6"},
    {"seats=4", "deck=9,2", "hand=4", "bids=open"},
    {"seats=2", "deck=1,2", "hand=1"},
    {"seats=4", "deck=1,9", "hand=2"},
    {"seats=2", "deck=2,9", "hand=6", "limit=1"},
    {"seats=3", "deck=4,4", "hand=5", "bids=open", "limit=20"},
    {"limit=0", "bids=hidden"},
};

static void toy_passes(void **state) {
  const tes_game telling = toy_mutant(TOY_SOUND);
  (void)state;
  for (size_t i = 0; i < sizeof toy_settings / sizeof *toy_settings; i++) {
    assert_passes(&toy_game, toy_settings[i], 100 * i, 20);
    assert_passes(&telling, toy_settings[i], 100 * i, 20);
  }
  assert_passes(&toy_game, toy_settings[0], TES_SEED_MAX, 3);
}

/* What a game may leave out is derived from the rest, and passes as well. */
static void bare_toy_passes(void **state) {
  (void)state;
  tes_game bare = toy_game;
  bare.parse = NULL;
  bare.legal = NULL;
  bare.why = NULL;
  bare.count = NULL;
  bare.playout = NULL;
  bare.part = NULL;
  bare.get = NULL;
  bare.queries = NULL;
  bare.deal = NULL;
  assert_passes(&bare, toy_settings[0], 1, 10);
  bare.hide = NULL;
  bare.load = NULL;
  bare.save = NULL;
  assert_passes(&bare, toy_settings[0], 1, 10);
}

static const char *const mixtour_settings[][SETTINGS] = {
    {NULL},
    {"win_score=3"},
    {"win_score=99", "stall=3"},
    {"pieces=1"},
    {"pieces=2", "stack=2", "win_score=2"},
    {"stack=8", "stall=100", "repetition=0"},
    {"stack=7", "repetition=2", "pieces=9"},
    {"pieces=5", "stack=3", "repetition=9", "win_score=5"},
    {"stall=1"},
    {"pieces=3", "win_score=4"},
};

static void mixtour_passes(void **state) {
  const tes_game *mixtour = tes_game_find("mixtour");
  (void)state;
  assert_non_null(mixtour);
  for (size_t i = 0; i < sizeof mixtour_settings / sizeof *mixtour_settings;
       i++) {
    assert_passes(mixtour, mixtour_settings[i], 1000 * i, i == 0 ? 100 : 20);
  }
}

/* ---- mutants ---- */

static const struct {
  enum toy_fault fault;
  const char *message; /* a part of it */
} rows[] = {
    {TOY_START_DIRT, "toy: start() gave different bytes"},
    {TOY_START_SEAT, "toy: start() left seat 0"},
    {TOY_MOVES_TWICE, "toy: moves() listed "},
    {TOY_MOVES_ORDER, "toy: moves() gave a different list when asked again"},
    {TOY_MOVES_ZERO, "toy: moves() listed 0, which is not positive"},
    {TOY_MOVES_NONE, "toy: moves() listed nothing, but the game is not over"},
    {TOY_MOVES_STALE, "toy: moves() gave a different list with a work"},
    {TOY_MOVES_FAIL, "toy: moves() failed: broken"},
    {TOY_MOVES_NO_MEMORY, "toy: moves() did not report that memory ran out"},
    {TOY_APPLY_COUNTER, "toy: apply() of "},
    {TOY_APPLY_WORK, "toy: apply() of "},
    {TOY_APPLY_PLY, "toy: apply() of "},
    {TOY_APPLY_SEAT, "toy: apply() left seat 4, expected 1..3"},
    {TOY_APPLY_OVER, "toy: apply() left over = 4, but there are 3 endings"},
    {TOY_APPLY_ALLOCATES, "toy: apply() allocates memory"},
    {TOY_APPLY_FAIL, "toy: apply() failed: broken"},
    {TOY_APPLY_LATE, "toy: load() gave a position that does not end by "},
    {TOY_LEGAL_HIGH_BITS, "toy: legal() accepts "},
    {TOY_LEGAL_EMPTY_HAND, "toy: legal() accepts "},
    {TOY_LEGAL_REFUSES, "toy: legal() refuses pass "},
    {TOY_WHY_SILENT, "or why() refused \""},
    {TOY_COUNT_MORE, "toy: count() gave "},
    {TOY_PLAYOUT_PICKS, "toy: playout() "},
    {TOY_PLAYOUT_PLIES, "toy: playout() gave "},
    {TOY_PRINT_AMBIGUOUS, "toy: print() writes \""},
    {TOY_PRINT_EMPTY, "toy: print() wrote nothing for "},
    {TOY_PRINT_BLANK, "toy: print() put white space into "},
    {TOY_PRINT_SECRET, "toy: print() wrote nothing for "},
    {TOY_PARSE_OTHER, "toy: parse() reads \"a\" as \"pass\""},
    {TOY_PARSE_NEVER, "toy: parse() refuses \""},
    {TOY_PARSE_SILENT, "toy: parse() or why() refused \"\" silently"},
    {TOY_RESULT_PLACES, "toy: result() gave seat "},
    {TOY_RESULT_PLY, "toy: load() gave a position with score "},
    {TOY_RESULT_REASON, "toy: result() gave reason empty, but over is 0"},
    {TOY_RESULT_SEATS, "toy: result() gave 2 seats, expected 3"},
    {TOY_RESULT_LEAKS, "toy: result() of a finished game depends on "},
    {TOY_DRAW_EMPTY, "toy: draw() drew no cells for seat 0"},
    {TOY_DRAW_LEAKS, "toy: draw() shows seat "},
    {TOY_SAVE_LEAKS, "toy: save() reveals hidden information to seat "},
    {TOY_GET_LEAKS, "toy: get() of hand "},
    {TOY_GET_SILENT, "toy: get() refuses hand \"\" silently"},
    {TOY_GET_SHORT, "toy: get() of sizes gave \""},
    {TOY_GET_WORDS, "toy: get() of sizes gave \""},
    {TOY_HIDE_NOTHING, "toy: hide() for seat 1 keeps information "},
    {TOY_HIDE_STOCK, "toy: hide() for seat 1 keeps information "},
    {TOY_HIDE_OWN_HAND, "toy: hide() changed the moves of seat "},
    {TOY_LOAD_LOSES, "toy: load() and save() for seat "},
    {TOY_LOAD_REFUSES, "toy: load() refuses \""},
    {TOY_LOAD_TRUNCATED, "toy: load() left seat 0"},
    {TOY_LOAD_SILENT, "toy: load() refuses \"\" silently"},
    {TOY_DEAL_OTHER, "toy: deal() of \""},
    {TOY_DEAL_ANYTHING, "toy: deal() did not refuse \"\" with a reason"},
    {TOY_OPEN_SHORT_KEY, "toy: moves() differs for equal positions: "},
    {TOY_OPEN_LONG_KEY, "toy: load() gave a position not equal to "},
    {TOY_OPEN_GIVEN, "toy: open() reads its own printed options as different"},
    {TOY_OPEN_BLAMES, "toy: open() did not report that memory ran out"},
    {TOY_OPEN_LEAKS, "toy: open() left 24 bytes behind"},
    {TOY_CLOSE_LEAKS, "toy: close() left "},
    {TOY_CLOSE_SIZE, "toy: close() freed a block with a wrong size"},
    {TOY_PLAYOUT_PLY, "toy: playout() ends differently from listing"},
    {TOY_PARSE_EXAMPLE, "toy: parse() or why() refused \"hh\" silently"},
    {TOY_FORCING_OTHER, "toy: forcing() gave 17592186044436, which is not"},
    {TOY_FORCING_TWICE, "toy: forcing() gave pass twice"},
    {TOY_FORCING_WORK, "toy: forcing() gave a different answer the second"},
    {TOY_FORCING_WRITES, "toy: forcing() changed the state"},
    {TOY_POLICY_NEGATIVE, "toy: policy() gave pass the weight -1"},
    {TOY_POLICY_INFINITE, "the weight inf"},
    {TOY_POLICY_SHORT, "the weight -nan"},
    {TOY_POLICY_LONG, "toy: policy() gave more weights than moves"},
    {TOY_POLICY_COUNTER, "toy: policy() gave a different answer the second"},
    {TOY_ESTIMATE_TRUST, "toy: estimate() returned 101, expected 0..100"},
    {TOY_ESTIMATE_SHORT, "toy: estimate() gave seat 3 no lead"},
    {TOY_ESTIMATE_ALIKE, "toy: estimate() gave the leads 1 and 1, expected"},
    {TOY_ESTIMATE_COUNTER,
     "toy: estimate() gave a different answer the second"},
    {TOY_ESTIMATE_WRITES, "toy: estimate() changed the state"},
    {TOY_HORIZON_LESS, "toy: horizon() gave -1, expected 0 or more"},
    {TOY_ROLLOUT_PLIES, "toy: rollout() gave "},
    {TOY_ROLLOUT_PLY, "toy: rollout() gave "},
    {TOY_ROLLOUT_SEAT, "toy: rollout() left seat 0"},
    {TOY_ROLLOUT_COUNTER, "toy: rollout() gave a different answer the second"},
    {TOY_OPTION_DEFAULT, "refuses the default of limit, 21: expected 1.."},
    {TOY_OPTION_WORD, "refuses the default of bids, 2: expected hidden|"},
    {TOY_PART_WORDS, "toy: part() of "},
    {TOY_PART_BLANK, "toy: part() of "},
    {TOY_PART_NUMBER, "toy: part() of "},
    {TOY_PART_FAILS, "toy: part() failed: toy: no part"},
    {TOY_GET_UNWRITTEN, "toy: get() of leader gives no integer"},
    {TOY_GET_REFUSES, "toy: get() refuses leader, which needs no argument: "},
};

/* Leads are opposite with two; after one round much is left in the stock. */
static const char *const *settings_of(size_t row) {
  const enum toy_fault fault = rows[row].fault;
  if (fault == TOY_RESULT_LEAKS) return toy_settings[5];
  return toy_settings[fault == TOY_ESTIMATE_ALIKE ? 1 : 0];
}

/* The seed that stands at the end of a message. */
static uint64_t seed_in(const char *message) {
  const char *at = strstr(message, "(seed ");
  assert_non_null(at);
  return strtoull(at + strlen("(seed "), NULL, 10);
}

static void assert_caught(size_t row) {
  const tes_game game = toy_mutant(rows[row].fault);
  const checked c = run_check(&game, settings_of(row), 17, 20);
  if (c.status != TES_EGAME || !strstr(c.error.text, rows[row].message)) {
    fail_msg("expected \"%s\", got %d: %s", rows[row].message, c.status,
             c.error.text);
  }
  const uint64_t seed = seed_in(c.error.text);
  const checked again = run_check(&game, settings_of(row), seed, 1);
  assert_int_equal(again.status, TES_EGAME);
  assert_non_null(strstr(again.error.text, rows[row].message));
}

static void mutants_are_caught(void **state) {
  (void)state;
  assert_int_equal(sizeof rows / sizeof *rows, TOY_FAULTS - 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_caught(i);
  }
}

/* Not only for the first seed that came to mind. */
static void mutants_are_caught_by_any_seed(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const tes_game game = toy_mutant(rows[i].fault);
    for (uint64_t seed = 0; seed < 50; seed += 10) {
      if (!my_share()) continue;
      const checked c = run_check(&game, settings_of(i), seed, 10);
      if (c.status != TES_EGAME || !strstr(c.error.text, rows[i].message)) {
        fail_msg("seed %d: expected \"%s\", got %d: %s", (int)seed,
                 rows[i].message, c.status, c.error.text);
      }
    }
  }
}

/* ---- messages, stop, arguments ---- */

static void message_says_where(void **state) {
  (void)state;
  const tes_game game = toy_mutant(TOY_MOVES_FAIL);
  const checked c = run_check(&game, toy_settings[0], 17, 1);
  const char *at = strstr(c.error.text, " at \"");
  assert_non_null(at);
  assert_non_null(strchr(at, '/'));
  assert_non_null(strstr(c.error.text, "\" (seed 17, ply 3)"));
}

static void message_without_position_text(void **state) {
  (void)state;
  tes_game game = toy_mutant(TOY_MOVES_FAIL);
  game.save = NULL;
  game.load = NULL;
  const checked c = run_check(&game, toy_settings[0], 17, 1);
  assert_non_null(strstr(c.error.text, " at \"start "));
  assert_non_null(strstr(c.error.text, "(seed 17, ply 3)"));
}

static void stop_stops(void **state) {
  (void)state;
  tes_rules *rules = tes_rules_open(&toy_game, NULL, 0, NULL, NULL);
  const volatile int stop = 1;
  tes_work work;
  tes_work_init(&work, rules);
  work.stop = &stop;
  assert_int_equal(tes_check(rules, 1, 1, 100, &work), TES_ESTOPPED);
  tes_work_free(&work);
  tes_rules_close(rules);
}

static tes_finding find(enum toy_fault fault) {
  const tes_game game = toy_mutant(fault);
  tes_rules *rules = tes_rules_open(&game, NULL, 0, NULL, NULL);
  tes_work work;
  tes_finding found;
  tes_work_init(&work, rules);
  assert_int_equal(
      tes_check_watched(rules, 7, 1, 2000, NULL, NULL, &found, &work),
      TES_EGAME);
  tes_work_free(&work);
  tes_rules_close(rules);
  return found;
}

static void finding_is_the_message_as_data(void **state) {
  (void)state;
  const tes_finding none = find(TOY_MOVES_NONE), fails = find(TOY_MOVES_FAIL);
  const tes_finding seat = find(TOY_START_SEAT);
  assert_string_equal(none.function, "moves");
  assert_string_equal(none.fault, "none");
  assert_string_equal(fails.function, "moves");
  assert_string_equal(fails.fault, "failed");
  assert_int_equal(fails.seed, 7);
  assert_string_equal(seat.function, "start");
  assert_null(seat.fault);
  assert_int_equal(seat.ply, 0);
}

typedef struct watched {
  int calls, games, most; /* most: of calls, then it is to end */
  int status;
} watched;

static int watch(void *user, int games, int ply) {
  watched *w = user;
  assert_in_range(ply, 0, 2000);
  w->games = games;
  return ++w->calls < w->most ? 0 : w->status;
}

static void watcher_ends_it(void **state) {
  (void)state;
  tes_rules *rules = tes_rules_open(&toy_game, NULL, 0, NULL, NULL);
  tes_work work;
  tes_work_init(&work, rules);
  watched all = {.most = INT_MAX}, some = {.most = 9, .status = 1};
  watched bad = {.most = 9, .status = TES_EGAME};
  assert_int_equal(
      tes_check_watched(rules, 1, 3, 2000, watch, &all, NULL, &work), TES_OK);
  assert_int_equal(all.games, 2);
  assert_int_equal(
      tes_check_watched(rules, 1, 3, 2000, watch, &some, NULL, &work), TES_OK);
  assert_int_equal(some.calls, 9);
  assert_int_equal(some.games, 0);
  assert_int_equal(
      tes_check_watched(rules, 1, 3, 2000, watch, &bad, NULL, &work),
      TES_EGAME);
  assert_int_equal(bad.calls, 9);
  tes_work_free(&work);
  tes_rules_close(rules);
}

static void bad_arguments(void **state) {
  (void)state;
  tes_rules *rules = tes_rules_open(&toy_game, NULL, 0, NULL, NULL);
  tes_work work;
  tes_work_init(&work, rules);
  assert_int_equal(tes_check(rules, TES_SEED_MAX + 1, 1, 9, &work), TES_EARG);
  assert_int_equal(tes_check(rules, 1, 0, 9, &work), TES_EARG);
  assert_int_equal(tes_check(rules, 1, 1, 0, &work), TES_EARG);
  assert_int_equal(tes_check(rules, 1, 1, 1, &work), TES_OK);
  tes_work_free(&work);
  tes_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(toy_passes),
      cmocka_unit_test(bare_toy_passes),
      cmocka_unit_test(mixtour_passes),
      cmocka_unit_test(mutants_are_caught),
      cmocka_unit_test(mutants_are_caught_by_any_seed),
      cmocka_unit_test(message_says_where),
      cmocka_unit_test(finding_is_the_message_as_data),
      cmocka_unit_test(message_without_position_text),
      cmocka_unit_test(stop_stops),
      cmocka_unit_test(watcher_ends_it),
      cmocka_unit_test(bad_arguments),
  };
  return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
