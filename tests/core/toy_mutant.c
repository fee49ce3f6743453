/* toy_mutant.c: copies of the toy game with one function that is wrong.
 *
 * A mutant's function calls the sound one and spoils what it did, as little
 * as it can: the table at the end has a row for each fault. `calls` stands for
 * everything that a game must not depend on; it is why these are for tests
 * only. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "toy_game.h"

static unsigned calls;

/* ---- start, open, close ---- */

static int start_dirt(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work) {
  toy_game.start(rules, state, rng, work);
  ((toy *)state)->best = (uint8_t)++calls;
  return TES_OK;
}

static int start_seat(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work) {
  toy_game.start(rules, state, rng, work);
  state->seat = 0;
  return TES_OK;
}

static int open_short_key(tes_rules *rules, tes_error *error) {
  const int status = toy_game.open(rules, error);
  rules->key_size = offsetof(toy, hand) - sizeof(tes_state);
  return status;
}

static int open_long_key(tes_rules *rules, tes_error *error) {
  const int status = toy_game.open(rules, error);
  rules->key_size = sizeof(toy) - sizeof(tes_state);
  return status;
}

static int open_given(tes_rules *rules, tes_error *error) {
  if (rules->given != 0) rules->value[0][0] = 2;
  return toy_game.open(rules, error);
}

static int open_blames(tes_rules *rules, tes_error *error) {
  const int status = toy_game.open(rules, error);
  return status == TES_OK ? TES_OK
                          : tes_fail(error, TES_EARG, "no memory game");
}

static int open_leaks(tes_rules *rules, tes_error *error) {
  void *block = tes_resize(rules->alloc, NULL, 0, 24);
  if (block == NULL) return tes_fail(error, TES_ENOMEM, "out of memory");
  const int status = toy_game.open(rules, error);
  if (status == TES_OK) tes_resize(rules->alloc, block, 24, 0);
  return status;
}

/* Rules of the C library's allocator are closed well: they are the test's. */
static void close_leaks(tes_rules *rules) {
  if (rules->alloc == NULL) toy_game.close(rules);
}

static void close_size(tes_rules *rules) {
  tes_resize(rules->alloc, rules->tables, 1, 0);
}

/* ---- moves ---- */

static int moves_twice(const tes_rules *rules, const tes_state *state,
                       tes_list *list, tes_work *work) {
  const size_t first = list->count;
  int status = toy_game.moves(rules, state, list, work);
  if (status == TES_OK) status = tes_list_reserve(list, 1);
  if (status == TES_OK) list->moves[list->count++] = list->moves[first];
  return status;
}

static int moves_order(const tes_rules *rules, const tes_state *state,
                       tes_list *list, tes_work *work) {
  const size_t first = list->count;
  const int status = toy_game.moves(rules, state, list, work);
  if (status == TES_OK && list->count >= first + 2 && ++calls % 2 == 0) {
    const tes_move move = list->moves[first];
    list->moves[first] = list->moves[first + 1];
    list->moves[first + 1] = move;
  }
  return status;
}

static int moves_zero(const tes_rules *rules, const tes_state *state,
                      tes_list *list, tes_work *work) {
  int status = toy_game.moves(rules, state, list, work);
  if (status == TES_OK) status = tes_list_reserve(list, 1);
  if (status == TES_OK) list->moves[list->count++] = 0;
  return status;
}

static int moves_none(const tes_rules *rules, const tes_state *state,
                      tes_list *list, tes_work *work) {
  if (state->ply == 2) return TES_OK;
  return toy_game.moves(rules, state, list, work);
}

/* Keeps the last list and takes it for that of every state of that seat. */
typedef struct stale {
  uint8_t seat, count;
  tes_move moves[TOY_BIDS];
} stale;

static int moves_stale(const tes_rules *rules, const tes_state *state,
                       tes_list *list, tes_work *work) {
  stale *old = work->memory;
  if (old->seat != state->seat) {
    tes_move bids[TOY_BIDS];
    size_t count = 0;
    for (tes_move bid = TOY_BIDS - 1; bid >= TOY_PASS; bid--) {
      if (toy_game.legal(rules, state, TOY_TAG + bid, work)) {
        bids[count++] = TOY_TAG + bid;
      }
    }
    *old = (stale){.seat = state->seat, .count = (uint8_t)count};
    memcpy(old->moves, bids, count * sizeof *bids);
  }
  if (tes_list_reserve(list, old->count) != TES_OK) return TES_ENOMEM;
  memcpy(list->moves + list->count, old->moves,
         old->count * sizeof *old->moves);
  list->count += old->count;
  return TES_OK;
}

static int moves_fail(const tes_rules *rules, const tes_state *state,
                      tes_list *list, tes_work *work) {
  if (state->ply == 3) return tes_fail(&work->error, TES_EGAME, "broken");
  return toy_game.moves(rules, state, list, work);
}

static int moves_no_memory(const tes_rules *rules, const tes_state *state,
                           tes_list *list, tes_work *work) {
  const int status = toy_game.moves(rules, state, list, work);
  return status == TES_ENOMEM ? TES_OK : status;
}

static bool legal_high_bits(const tes_rules *rules, const tes_state *state,
                            tes_move move, tes_work *work) {
  return toy_game.legal(rules, state, move & (2 * TOY_TAG - 1), work);
}

static bool legal_empty_hand(const tes_rules *rules, const tes_state *state,
                             tes_move move, tes_work *work) {
  (void)rules, (void)state, (void)work;
  return move > TOY_TAG && move < TOY_TAG + TOY_BIDS;
}

static bool legal_refuses(const tes_rules *rules, const tes_state *state,
                          tes_move move, tes_work *work) {
  return move != TOY_TAG + TOY_PASS && toy_game.legal(rules, state, move, work);
}

static int64_t count_more(const tes_rules *rules, const tes_state *state,
                          tes_work *work) {
  return toy_game.count(rules, state, work) + 1;
}

/* ---- apply, playout, result ---- */

static int apply_counter(const tes_rules *rules, tes_state *state,
                         tes_move move, tes_work *work) {
  const int status = toy_game.apply(rules, state, move, work);
  ((toy *)state)->score[0] = (uint8_t)(++calls % 100);
  return status;
}

static int apply_work(const tes_rules *rules, tes_state *state, tes_move move,
                      tes_work *work) {
  const int status = toy_game.apply(rules, state, move, work);
  ((toy *)state)->best = *(const uint8_t *)work->memory;
  return status;
}

static int apply_ply(const tes_rules *rules, tes_state *state, tes_move move,
                     tes_work *work) {
  state->ply++;
  return toy_game.apply(rules, state, move, work);
}

static int apply_seat(const tes_rules *rules, tes_state *state, tes_move move,
                      tes_work *work) {
  const int status = toy_game.apply(rules, state, move, work);
  if (state->ply == 2) state->seat = (uint8_t)(rules->seats + 1);
  return status;
}

static int apply_over(const tes_rules *rules, tes_state *state, tes_move move,
                      tes_work *work) {
  const int status = toy_game.apply(rules, state, move, work);
  if (state->over) state->over = 4;
  return status;
}

static int apply_allocates(const tes_rules *rules, tes_state *state,
                           tes_move move, tes_work *work) {
  void *block = tes_resize(rules->alloc, NULL, 0, 8);
  if (block != NULL) tes_resize(rules->alloc, block, 8, 0);
  return toy_game.apply(rules, state, move, work);
}

static int apply_fail(const tes_rules *rules, tes_state *state, tes_move move,
                      tes_work *work) {
  if (state->ply == 3) return tes_fail(&work->error, TES_EGAME, "broken");
  return toy_game.apply(rules, state, move, work);
}

static int apply_late(const tes_rules *rules, tes_state *state, tes_move move,
                      tes_work *work) {
  const int status = toy_game.apply(rules, state, move, work);
  if (state->ply >= 6) state->over = 1;
  return status;
}

static int64_t playout_late(const tes_rules *rules, tes_state *state,
                            tes_rng *rng, tes_work *work) {
  return tes_playout_listed(rules, state, rng, work);
}

static int64_t playout_picks(const tes_rules *rules, tes_state *state,
                             tes_rng *rng, tes_work *work) {
  tes_rng other = *rng;
  tes_rng_next(&other);
  const int64_t plies = toy_game.playout(rules, state, &other, work);
  *rng = other;
  return plies;
}

static int64_t playout_plies(const tes_rules *rules, tes_state *state,
                             tes_rng *rng, tes_work *work) {
  return toy_game.playout(rules, state, rng, work) + 1;
}

static int result_places(const tes_rules *rules, const tes_state *state,
                         tes_result *result, tes_work *work) {
  const int status = toy_game.result(rules, state, result, work);
  result->place[0]++;
  return status;
}

static int result_ply(const tes_rules *rules, const tes_state *state,
                      tes_result *result, tes_work *work) {
  const int status = toy_game.result(rules, state, result, work);
  result->score[0] += (int)state->ply;
  tes_result_rank(result);
  return status;
}

static int result_reason(const tes_rules *rules, const tes_state *state,
                         tes_result *result, tes_work *work) {
  result->reason = "empty";
  return toy_game.result(rules, state, result, work);
}

static int result_seats(const tes_rules *rules, const tes_state *state,
                        tes_result *result, tes_work *work) {
  const int status = toy_game.result(rules, state, result, work);
  result->seats--;
  return status;
}

/* Whoever could draw a high card next is better off. */
static int result_leaks(const tes_rules *rules, const tes_state *state,
                        tes_result *result, tes_work *work) {
  const toy *t = (const toy *)state;
  const int status = toy_game.result(rules, state, result, work);
  if (t->stock_size > 0) result->score[0] += t->stock[t->stock_size - 1];
  tes_result_rank(result);
  return status;
}

static int64_t playout_ply(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  const uint32_t ply = state->ply;
  const int64_t plies = toy_game.playout(rules, state, rng, work);
  state->ply = ply;
  return plies;
}

/* ---- for searches ---- */

static int forcing_other(const tes_rules *rules, const tes_state *state,
                         int seat, tes_list *list, tes_work *work) {
  int status = toy_insight.forcing(rules, state, seat, list, work);
  if (status == TES_OK) status = tes_list_reserve(list, 1);
  if (status == TES_OK) list->moves[list->count++] = TOY_TAG + TOY_BIDS;
  return status;
}

static int forcing_twice(const tes_rules *rules, const tes_state *state,
                         int seat, tes_list *list, tes_work *work) {
  int status = toy_insight.forcing(rules, state, seat, list, work);
  if (status == TES_OK) status = tes_list_reserve(list, 1);
  if (status == TES_OK) list->moves[list->count++] = TOY_TAG + TOY_PASS;
  if (status == TES_OK) list->moves[list->count++] = TOY_TAG + TOY_PASS;
  return status;
}

/* The first byte says whether the cache was filled. */
static int forcing_work(const tes_rules *rules, const tes_state *state,
                        int seat, tes_list *list, tes_work *work) {
  const bool filled = *(const uint8_t *)work->memory != 0;
  const int status = toy_insight.forcing(rules, state, seat, list, work);
  if (status == TES_OK && filled && list->count > 0) list->count--;
  return status;
}

static int forcing_writes(const tes_rules *rules, const tes_state *state,
                          int seat, tes_list *list, tes_work *work) {
  ((toy *)(uintptr_t)state)->best++;
  return toy_insight.forcing(rules, state, seat, list, work);
}

static int policy_negative(const tes_rules *rules, const tes_state *state,
                           const tes_list *moves, double *weight,
                           tes_work *work) {
  const int status = toy_insight.policy(rules, state, moves, weight, work);
  weight[moves->count - 1] = -1;
  return status;
}

static int policy_infinite(const tes_rules *rules, const tes_state *state,
                           const tes_list *moves, double *weight,
                           tes_work *work) {
  const int status = toy_insight.policy(rules, state, moves, weight, work);
  weight[0] = (double)INFINITY;
  return status;
}

static int policy_short(const tes_rules *rules, const tes_state *state,
                        const tes_list *moves, double *weight, tes_work *work) {
  const tes_list fewer = {.moves = moves->moves, .count = moves->count - 1};
  return toy_insight.policy(rules, state, &fewer, weight, work);
}

static int policy_long(const tes_rules *rules, const tes_state *state,
                       const tes_list *moves, double *weight, tes_work *work) {
  weight[moves->count] = 1;
  return toy_insight.policy(rules, state, moves, weight, work);
}

static int policy_counter(const tes_rules *rules, const tes_state *state,
                          const tes_list *moves, double *weight,
                          tes_work *work) {
  const int status = toy_insight.policy(rules, state, moves, weight, work);
  weight[0] += ++calls % 2;
  return status;
}

static int estimate_trust(const tes_rules *rules, const tes_state *state,
                          int *lead, tes_work *work) {
  return toy_insight.estimate(rules, state, lead, work) + 51;
}

static int estimate_short(const tes_rules *rules, const tes_state *state,
                          int *lead, tes_work *work) {
  (void)state, (void)work;
  for (int i = 0; i < rules->seats - 1; i++) lead[i] = 0;
  return 100;
}

static int estimate_counter(const tes_rules *rules, const tes_state *state,
                            int *lead, tes_work *work) {
  const int trust = toy_insight.estimate(rules, state, lead, work);
  lead[0] += (int)(++calls % 2);
  lead[1] -= (int)(calls % 2);
  return trust;
}

static int estimate_alike(const tes_rules *rules, const tes_state *state,
                          int *lead, tes_work *work) {
  (void)state, (void)work;
  for (int i = 0; i < rules->seats; i++) lead[i] = 1;
  return 0;
}

static int estimate_writes(const tes_rules *rules, const tes_state *state,
                           int *lead, tes_work *work) {
  ((toy *)(uintptr_t)state)->best++;
  return toy_insight.estimate(rules, state, lead, work);
}

static int horizon_less(const tes_rules *rules, const tes_state *state) {
  (void)rules, (void)state;
  return -1;
}

static int64_t rollout_plies(const tes_rules *rules, tes_state *state,
                             tes_rng *rng, tes_work *work) {
  return toy_insight.rollout(rules, state, rng, work) + 1;
}

static int64_t rollout_ply(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  const int64_t plies = toy_insight.rollout(rules, state, rng, work);
  state->ply++;
  return plies;
}

static int64_t rollout_seat(const tes_rules *rules, tes_state *state,
                            tes_rng *rng, tes_work *work) {
  const int64_t plies = toy_insight.rollout(rules, state, rng, work);
  state->seat = 0;
  return plies;
}

static int64_t rollout_counter(const tes_rules *rules, tes_state *state,
                               tes_rng *rng, tes_work *work) {
  if (++calls % 2 == 0) tes_rng_next(rng);
  return toy_insight.rollout(rules, state, rng, work);
}

/* ---- notation ---- */

static bool is_pair(tes_move move) {
  return move - TOY_TAG >= 2 && move % 2 == 1;
}

static int print_ambiguous(const tes_rules *rules, const tes_state *state,
                           tes_move move, int seat, tes_text *text,
                           tes_work *work) {
  toy_game.print(rules, state, is_pair(move) ? move - 1 : move, seat, text,
                 work);
  return TES_OK;
}

static int print_empty(const tes_rules *rules, const tes_state *state,
                       tes_move move, int seat, tes_text *text,
                       tes_work *work) {
  if (!is_pair(move)) toy_game.print(rules, state, move, seat, text, work);
  return TES_OK;
}

static int print_blank(const tes_rules *rules, const tes_state *state,
                       tes_move move, int seat, tes_text *text,
                       tes_work *work) {
  toy_game.print(rules, state, move, seat, text, work);
  tes_put(text, " ");
  return TES_OK;
}

static int print_secret(const tes_rules *rules, const tes_state *state,
                        tes_move move, int seat, tes_text *text,
                        tes_work *work) {
  if (seat != 0 && state->seat != seat) return TES_OK;
  toy_game.print(rules, state, move, seat, text, work);
  return TES_OK;
}

static tes_move parse_other(const tes_rules *rules, const tes_state *state,
                            const char *text, tes_work *work) {
  const tes_move move = toy_game.parse(rules, state, text, work);
  return move == TOY_TAG + 2 ? TOY_TAG + TOY_PASS : move;
}

static tes_move parse_never(const tes_rules *rules, const tes_state *state,
                            const char *text, tes_work *work) {
  const tes_move move = toy_game.parse(rules, state, text, work);
  if (!is_pair(move)) return move;
  tes_fail(&work->error, TES_EARG, "no pairs");
  return 0;
}

static tes_move parse_silent(const tes_rules *rules, const tes_state *state,
                             const char *text, tes_work *work) {
  const tes_move move = toy_game.parse(rules, state, text, work);
  if (move == 0) work->error.text[0] = '\0';
  return move;
}

static tes_move parse_example(const tes_rules *rules, const tes_state *state,
                              const char *text, tes_work *work) {
  if (strcmp(text, "hh") != 0) {
    return toy_game.parse(rules, state, text, work);
  }
  work->error.text[0] = '\0';
  return 0;
}

static void why_silent(const tes_rules *rules, const tes_state *state,
                       tes_move move, const char *text, tes_work *work) {
  (void)rules, (void)state, (void)move, (void)text;
  work->error.text[0] = '\0';
}

/* ---- what is shown ---- */

static int draw_empty(const tes_rules *rules, const tes_state *state, int seat,
                      tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)rules, (void)state, (void)seat, (void)hint, (void)drawing, (void)work;
  return TES_OK;
}

static int draw_leaks(const tes_rules *rules, const tes_state *state, int seat,
                      tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)seat;
  return toy_game.draw(rules, state, 0, hint, drawing, work);
}

static void save_leaks(const tes_rules *rules, const tes_state *state, int seat,
                       tes_text *text) {
  (void)seat;
  toy_game.save(rules, state, 0, text);
}

static int get_leaks(const tes_rules *rules, const tes_state *state, int seat,
                     int query, const char *argument, int64_t *integer,
                     tes_text *text, tes_work *work) {
  (void)seat;
  return toy_game.get(rules, state, 0, query, argument, integer, text, work);
}

static int get_silent(const tes_rules *rules, const tes_state *state, int seat,
                      int query, const char *argument, int64_t *integer,
                      tes_text *text, tes_work *work) {
  const int status =
      toy_game.get(rules, state, seat, query, argument, integer, text, work);
  if (status != TES_OK) work->error.text[0] = '\0';
  return status;
}

enum { SIZES = 4 }; /* the row of the query that gives lists */

static int get_short(const tes_rules *rules, const tes_state *state, int seat,
                     int query, const char *argument, int64_t *integer,
                     tes_text *text, tes_work *work) {
  if (query != SIZES) {
    return toy_game.get(rules, state, seat, query, argument, integer, text,
                        work);
  }
  tes_put(text, "6 0/6 0");
  return TES_OK;
}

static int get_words(const tes_rules *rules, const tes_state *state, int seat,
                     int query, const char *argument, int64_t *integer,
                     tes_text *text, tes_work *work) {
  if (query != SIZES) {
    return toy_game.get(rules, state, seat, query, argument, integer, text,
                        work);
  }
  tes_put(text, "6 0/6 none/6 0");
  return TES_OK;
}

enum { LEADER = 0 }; /* the row of one that gives an integer */

static int get_unwritten(const tes_rules *rules, const tes_state *state,
                         int seat, int query, const char *argument,
                         int64_t *integer, tes_text *text, tes_work *work) {
  if (query == LEADER) return TES_OK;
  return toy_game.get(rules, state, seat, query, argument, integer, text, work);
}

static int get_refuses(const tes_rules *rules, const tes_state *state, int seat,
                       int query, const char *argument, int64_t *integer,
                       tes_text *text, tes_work *work) {
  if (query == LEADER) return tes_fail(&work->error, TES_EARG, "who knows");
  return toy_game.get(rules, state, seat, query, argument, integer, text, work);
}

static int part_words(const tes_rules *rules, const tes_state *state,
                      tes_move move, int row, tes_text *text, tes_work *work) {
  (void)rules, (void)state, (void)move, (void)work;
  if (row == 1) tes_put(text, "a two");
  return TES_OK;
}

static int part_blank(const tes_rules *rules, const tes_state *state,
                      tes_move move, int row, tes_text *text, tes_work *work) {
  const int status = toy_game.part(rules, state, move, row, text, work);
  if (text->length > 0) tes_put(text, " ");
  return status;
}

static int part_number(const tes_rules *rules, const tes_state *state,
                       tes_move move, int row, tes_text *text, tes_work *work) {
  (void)rules, (void)state, (void)move, (void)work;
  if (row == 2) tes_put(text, "two");
  return TES_OK;
}

static int part_fails(const tes_rules *rules, const tes_state *state,
                      tes_move move, int row, tes_text *text, tes_work *work) {
  (void)rules, (void)state, (void)move, (void)row, (void)text;
  return tes_fail(&work->error, TES_EGAME, "toy: no part");
}

static int hide_nothing(const tes_rules *rules, tes_state *state, int seat,
                        tes_rng *rng, tes_work *work) {
  (void)rules, (void)state, (void)seat, (void)rng, (void)work;
  return TES_OK;
}

static int hide_stock(const tes_rules *rules, tes_state *state, int seat,
                      tes_rng *rng, tes_work *work) {
  toy *t = (toy *)state;
  const toy before = *t;
  t->stock_size = 0;
  memset(t->stock, 0, sizeof t->stock);
  toy_game.hide(rules, state, seat, rng, work);
  t->stock_size = before.stock_size;
  memcpy(t->stock, before.stock, sizeof t->stock);
  return TES_OK;
}

static int hide_own_hand(const tes_rules *rules, tes_state *state, int seat,
                         tes_rng *rng, tes_work *work) {
  (void)seat;
  toy_game.hide(rules, state, rules->seats + 1, rng, work);
  return TES_OK;
}

/* ---- position text and deals ---- */

static int load_loses(const tes_rules *rules, tes_state *state,
                      const char *text, tes_rng *rng, tes_work *work) {
  const int status = toy_game.load(rules, state, text, rng, work);
  ((toy *)state)->score[0] = 0;
  return status;
}

static int load_refuses(const tes_rules *rules, tes_state *state,
                        const char *text, tes_rng *rng, tes_work *work) {
  const int status = toy_game.load(rules, state, text, rng, work);
  if (status != TES_OK || ((toy *)state)->rounds == 0) return status;
  return tes_fail(&work->error, TES_EARG, "too late");
}

static int load_truncated(const tes_rules *rules, tes_state *state,
                          const char *text, tes_rng *rng, tes_work *work) {
  toy_game.load(rules, state, text, rng, work);
  return TES_OK;
}

static int load_silent(const tes_rules *rules, tes_state *state,
                       const char *text, tes_rng *rng, tes_work *work) {
  const int status = toy_game.load(rules, state, text, rng, work);
  if (status != TES_OK) work->error.text[0] = '\0';
  return status;
}

static int deal_other(const tes_rules *rules, tes_state *state,
                      const char *text, tes_work *work) {
  const int status = toy_game.deal->read(rules, state, text, work);
  ((toy *)state)->leader = state->seat = 2;
  return status;
}

static int deal_anything(const tes_rules *rules, tes_state *state,
                         const char *text, tes_work *work) {
  if (toy_game.deal->read(rules, state, text, work) != TES_OK) {
    state->seat = ((toy *)state)->leader = 1;
  }
  return TES_OK;
}

static void print_deal(const tes_rules *rules, const tes_state *start,
                       tes_text *text) {
  toy_game.deal->print(rules, start, text);
}

static const tes_deal_text other_deal = {deal_other, print_deal};
static const tes_deal_text any_deal = {deal_anything, print_deal};

/* The toy's options with another default: made when they are asked for. */
enum { WORD = 3, NUMBER = 4, ROWS = 6 };
static tes_option far_number[ROWS], no_word[ROWS];

static void spoil_options(void) {
  memcpy(far_number, toy_game.options, sizeof far_number);
  memcpy(no_word, toy_game.options, sizeof no_word);
  far_number[NUMBER].def[0] = far_number[NUMBER].max + 1;
  no_word[WORD].def[0] = 2;
}

static const struct {
  enum toy_fault fault;
  tes_game with; /* the member that takes the sound one's place */
} mutants[] = {
    {TOY_START_DIRT, {.start = start_dirt}},
    {TOY_START_SEAT, {.start = start_seat}},
    {TOY_OPEN_SHORT_KEY, {.open = open_short_key}},
    {TOY_OPEN_LONG_KEY, {.open = open_long_key}},
    {TOY_OPEN_GIVEN, {.open = open_given}},
    {TOY_OPEN_BLAMES, {.open = open_blames}},
    {TOY_OPEN_LEAKS, {.open = open_leaks}},
    {TOY_CLOSE_LEAKS, {.close = close_leaks}},
    {TOY_CLOSE_SIZE, {.close = close_size}},
    {TOY_MOVES_TWICE, {.moves = moves_twice}},
    {TOY_MOVES_ORDER, {.moves = moves_order}},
    {TOY_MOVES_ZERO, {.moves = moves_zero}},
    {TOY_MOVES_NONE, {.moves = moves_none}},
    {TOY_MOVES_STALE, {.moves = moves_stale}},
    {TOY_MOVES_FAIL, {.moves = moves_fail}},
    {TOY_MOVES_NO_MEMORY, {.moves = moves_no_memory}},
    {TOY_LEGAL_HIGH_BITS, {.legal = legal_high_bits}},
    {TOY_LEGAL_EMPTY_HAND, {.legal = legal_empty_hand}},
    {TOY_LEGAL_REFUSES, {.legal = legal_refuses}},
    {TOY_COUNT_MORE, {.count = count_more}},
    {TOY_APPLY_COUNTER, {.apply = apply_counter}},
    {TOY_APPLY_WORK, {.apply = apply_work}},
    {TOY_APPLY_PLY, {.apply = apply_ply}},
    {TOY_APPLY_SEAT, {.apply = apply_seat}},
    {TOY_APPLY_OVER, {.apply = apply_over}},
    {TOY_APPLY_ALLOCATES, {.apply = apply_allocates}},
    {TOY_APPLY_FAIL, {.apply = apply_fail}},
    {TOY_APPLY_LATE, {.apply = apply_late, .playout = playout_late}},
    {TOY_PLAYOUT_PICKS, {.playout = playout_picks}},
    {TOY_PLAYOUT_PLIES, {.playout = playout_plies}},
    {TOY_RESULT_PLACES, {.result = result_places}},
    {TOY_RESULT_PLY, {.result = result_ply}},
    {TOY_RESULT_REASON, {.result = result_reason}},
    {TOY_RESULT_SEATS, {.result = result_seats}},
    {TOY_RESULT_LEAKS, {.result = result_leaks}},
    {TOY_PRINT_AMBIGUOUS, {.print = print_ambiguous}},
    {TOY_PRINT_EMPTY, {.print = print_empty}},
    {TOY_PRINT_BLANK, {.print = print_blank}},
    {TOY_PRINT_SECRET, {.print = print_secret}},
    {TOY_PARSE_OTHER, {.parse = parse_other}},
    {TOY_PARSE_NEVER, {.parse = parse_never}},
    {TOY_PARSE_SILENT, {.parse = parse_silent}},
    {TOY_WHY_SILENT, {.why = why_silent}},
    {TOY_DRAW_EMPTY, {.draw = draw_empty}},
    {TOY_DRAW_LEAKS, {.draw = draw_leaks}},
    {TOY_SAVE_LEAKS, {.save = save_leaks}},
    {TOY_GET_LEAKS, {.get = get_leaks}},
    {TOY_GET_SILENT, {.get = get_silent}},
    {TOY_GET_SHORT, {.get = get_short}},
    {TOY_GET_WORDS, {.get = get_words}},
    {TOY_HIDE_NOTHING, {.hide = hide_nothing}},
    {TOY_HIDE_STOCK, {.hide = hide_stock}},
    {TOY_HIDE_OWN_HAND, {.hide = hide_own_hand}},
    {TOY_LOAD_LOSES, {.load = load_loses}},
    {TOY_LOAD_REFUSES, {.load = load_refuses}},
    {TOY_LOAD_TRUNCATED, {.load = load_truncated}},
    {TOY_LOAD_SILENT, {.load = load_silent}},
    {TOY_DEAL_OTHER, {.deal = &other_deal}},
    {TOY_DEAL_ANYTHING, {.deal = &any_deal}},
    {TOY_PLAYOUT_PLY, {.playout = playout_ply}},
    {TOY_PARSE_EXAMPLE, {.parse = parse_example}},
    {TOY_OPTION_DEFAULT, {.options = far_number}},
    {TOY_OPTION_WORD, {.options = no_word}},
    {TOY_PART_WORDS, {.part = part_words}},
    {TOY_PART_BLANK, {.part = part_blank}},
    {TOY_PART_NUMBER, {.part = part_number}},
    {TOY_PART_FAILS, {.part = part_fails}},
    {TOY_GET_UNWRITTEN, {.get = get_unwritten}},
    {TOY_GET_REFUSES, {.get = get_refuses}},
};

static const struct {
  enum toy_fault fault;
  tes_insight with; /* likewise */
} tellers[] = {
    {TOY_FORCING_OTHER, {.forcing = forcing_other}},
    {TOY_FORCING_TWICE, {.forcing = forcing_twice}},
    {TOY_FORCING_WORK, {.forcing = forcing_work}},
    {TOY_FORCING_WRITES, {.forcing = forcing_writes}},
    {TOY_POLICY_NEGATIVE, {.policy = policy_negative}},
    {TOY_POLICY_INFINITE, {.policy = policy_infinite}},
    {TOY_POLICY_SHORT, {.policy = policy_short}},
    {TOY_POLICY_LONG, {.policy = policy_long}},
    {TOY_POLICY_COUNTER, {.policy = policy_counter}},
    {TOY_ESTIMATE_TRUST, {.estimate = estimate_trust}},
    {TOY_ESTIMATE_SHORT, {.estimate = estimate_short}},
    {TOY_ESTIMATE_ALIKE, {.estimate = estimate_alike}},
    {TOY_ESTIMATE_COUNTER, {.estimate = estimate_counter}},
    {TOY_ESTIMATE_WRITES, {.estimate = estimate_writes}},
    {TOY_HORIZON_LESS, {.horizon = horizon_less}},
    {TOY_ROLLOUT_PLIES, {.rollout = rollout_plies}},
    {TOY_ROLLOUT_PLY, {.rollout = rollout_ply}},
    {TOY_ROLLOUT_SEAT, {.rollout = rollout_seat}},
    {TOY_ROLLOUT_COUNTER, {.rollout = rollout_counter}},
};

#define REPLACE(slot) \
  if (with->slot != NULL) game.slot = with->slot
/* A game points to what it tells, so that each mutant has one here. */
static tes_insight insights[TOY_FAULTS];

#define TELL(slot) \
  if (with->slot != NULL) told->slot = with->slot

static const tes_insight *spoil_insight(enum toy_fault fault) {
  tes_insight *told = &insights[fault];
  *told = toy_insight;
  for (size_t i = 0; i < sizeof tellers / sizeof *tellers; i++) {
    const tes_insight *with = &tellers[i].with;
    if (tellers[i].fault != fault) continue;
    TELL(rollout);
    TELL(policy);
    TELL(estimate);
    TELL(forcing);
    TELL(horizon);
  }
  return told;
}

tes_game toy_mutant(enum toy_fault fault) {
  tes_game game = toy_game;
  spoil_options();
  game.insight = spoil_insight(fault);
  for (size_t i = 0; i < sizeof mutants / sizeof *mutants; i++) {
    const tes_game *with = &mutants[i].with;
    if (mutants[i].fault != fault) continue;
    REPLACE(options);
    REPLACE(start);
    REPLACE(open);
    REPLACE(close);
    REPLACE(moves);
    REPLACE(legal);
    REPLACE(count);
    REPLACE(apply);
    REPLACE(playout);
    REPLACE(result);
    REPLACE(print);
    REPLACE(parse);
    REPLACE(why);
    REPLACE(draw);
    REPLACE(save);
    REPLACE(get);
    REPLACE(part);
    REPLACE(hide);
    REPLACE(load);
    REPLACE(deal);
  }
  return game;
}
