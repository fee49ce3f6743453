/* bench_direct.c: what the common interface costs the searches, in Mixtour.
 *
 * usage: bench_direct [ROUNDS, default 7]
 *
 * The searches and the game are compiled a second time, here, as one piece in
 * which the game is a constant: so its functions are called directly and may
 * be inlined, as if the search had been written for Mixtour alone. (States are
 * copied by the same memcpy: with a size that is known gcc copies slower.) Both
 * search the same positions with the same budget and must find the same. The
 * best of some rounds of each counts, in turn; the ratio says by how much the
 * direct one is faster. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tesela.h"

/* ---- everything again, with other names ---- */

typedef struct direct_search direct_search;
void direct_search_free(direct_search *search);

#define tes_search direct_search
#define tes_search_new direct_search_new
#define tes_search_free direct_search_free
#define tes_search_run direct_search_run
#define tes_search_play direct_search_play
#define tes_search_memory direct_search_memory
#define tes_search_clear direct_search_clear
#define search_clock direct_clock
#define search_enough direct_enough
#define search_stopped direct_stopped
#define search_see_none direct_see_none
#define search_see direct_see
#define search_weigh direct_weigh
#define search_fill_logs direct_fill_logs
#define search_log direct_log
#define search_measure direct_measure
#define search_value direct_value
#define search_winner direct_winner
#define search_worth direct_worth
#define search_proof direct_proof
#define search_try direct_try
#define mcts_run direct_mcts_run
#define alphabeta_run direct_alphabeta_run
#define tree_init direct_tree_init
#define tree_free direct_tree_free
#define tree_clear direct_tree_clear
#define tree_add direct_tree_add
#define tree_descend direct_tree_descend
#define table_init direct_table_init
#define table_free direct_table_free
#define table_clear direct_table_clear
#define table_find direct_table_find
#define table_keep direct_table_keep
#define tes_mixtour direct_mixtour
#define mixtour_distance direct_distance
#define mixtour_reaches direct_reaches
#define mixtour_derive direct_derive
#define mixtour_playout direct_playout
#define mixtour_playout_bmi2 direct_playout_bmi2
#define mixtour_start direct_start

static int moves_direct(const tes_rules *rules, const tes_state *state,
                        tes_list *list, tes_work *work);
static int apply_direct(const tes_rules *rules, tes_state *state, tes_move move,
                        tes_work *work);
static uint64_t hash_direct(const tes_state *state);
static int result_direct(const tes_rules *rules, const tes_state *state,
                         tes_result *result, tes_work *work);
extern const tes_game tes_mixtour;

#define SEARCH_GAME(rules) ((void)(rules), &tes_mixtour)
#define tes_moves moves_direct
#define tes_apply apply_direct
#define tes_hash(rules, state) hash_direct(state)
#define tes_result_of result_direct

#include "search/alphabeta.c"
#include "search/log.c"
#include "search/mcts.c"
#include "search/search.c"
#include "search/table.c"
#include "search/tree.c"
#include "search/value.c"

/* The names of the common interface mean what they did, those of the game's
 * helpers are taken. */
#undef tes_moves
#undef tes_apply
#undef tes_hash
#undef tes_result_of
#undef tes_search
#undef tes_search_new
#undef tes_search_free
#undef tes_search_run
#define play_out play_mixtour
#define step step_mixtour

#include "mixtour/mixtour.c"

enum { KEY_SIZE = offsetof(mixtour, plane) - sizeof(tes_state) };

static int moves_direct(const tes_rules *rules, const tes_state *state,
                        tes_list *list, tes_work *work) {
  return state->over ? TES_OK : mixtour_moves(rules, state, list, work);
}

static int apply_direct(const tes_rules *rules, tes_state *state, tes_move move,
                        tes_work *work) {
  mixtour_apply(rules, state, move, work);
  state->ply++;
  return TES_OK;
}

/* The same as tes_hash, so that the tables hold the same. */
static uint64_t hash_direct(const tes_state *state) {
  const unsigned char *bytes = (const unsigned char *)(state + 1);
  uint64_t hash = (uint64_t)state->seat << 8 | state->over;
  for (size_t at = 0; at < KEY_SIZE; at += sizeof hash) {
    const size_t left = KEY_SIZE - at;
    uint64_t word = 0;
    memcpy(&word, bytes + at, left < sizeof word ? left : sizeof word);
    hash ^= word;
    hash = tes_splitmix64(&hash);
  }
  return hash;
}

static int result_direct(const tes_rules *rules, const tes_state *state,
                         tes_result *result, tes_work *work) {
  *result = (tes_result){.seats = 2};
  return mixtour_result(rules, state, result, work);
}

/* ---- both, measured ---- */

enum { POSITIONS = 12, PLIES = 10 };

typedef struct bench {
  tes_rules *rules;
  tes_work work;
  tes_state *state[POSITIONS];
  tes_search_options options;
  tes_budget budget;
  uint64_t sum; /* of what is found: the same for both */
} bench;

static double processor(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

static void add(bench *b, const tes_found *found) {
  b->sum += found->iterations;
  for (size_t i = 0; i < found->length; i++) {
    b->sum ^= (uint64_t)found->line[i];
    b->sum = tes_splitmix64(&b->sum);
  }
}

static double with_interface(bench *b) {
  tes_found found;
  tes_search *s = tes_search_new(b->rules, &b->options, &b->work.error);
  const double start = processor();
  for (int i = 0; i < POSITIONS; i++) {
    tes_search_run(s, b->state[i], b->budget, &found, &b->work);
    add(b, &found);
  }
  const double spent = processor() - start;
  tes_search_free(s);
  return spent;
}

static double directly(bench *b) {
  tes_found found;
  direct_search *s = direct_search_new(b->rules, &b->options, &b->work.error);
  const double start = processor();
  for (int i = 0; i < POSITIONS; i++) {
    direct_search_run(s, b->state[i], b->budget, &found, &b->work);
    add(b, &found);
  }
  const double spent = processor() - start;
  direct_search_free(s);
  return spent;
}

/* Some random plies from the start: the games differ, none is over. */
static void make_positions(bench *b) {
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  for (int i = 0; i < POSITIONS; i++) {
    tes_state *state = b->state[i] = tes_state_new(b->rules);
    tes_start(b->rules, state, 0, &b->work);
    while (state->ply < PLIES) {
      tes_list *list = &b->work.list;
      list->count = 0;
      tes_moves(b->rules, state, list, &b->work);
      const size_t pick = tes_rng_below(&rng, (uint32_t)list->count);
      tes_apply(b->rules, state, list->moves[pick], &b->work);
      if (state->over) tes_start(b->rules, state, 0, &b->work);
    }
  }
}

/* Returns whether both found the same. */
static bool measure(bench *b, const char *name, int rounds) {
  double common = 1e9, direct = 1e9;
  uint64_t sums[2] = {0, 0};
  for (int i = 0; i < rounds; i++) {
    b->sum = 0;
    const double one = with_interface(b);
    sums[0] = b->sum;
    b->sum = 0;
    const double two = directly(b);
    sums[1] = b->sum;
    if (one < common) common = one;
    if (two < direct) direct = two;
  }
  const double all = 1e-3 * POSITIONS * (double)b->budget.iterations;
  printf("%-20s %8.0f %8.0f   %.3f   %016" PRIx64 "\n", name, all / common,
         all / direct, common / direct, sums[0]);
  return sums[0] == sums[1];
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : 7;
  bench b = {.rules =
                 tes_rules_open(tes_game_find("mixtour"), NULL, 0, NULL, NULL)};
  tes_work_init(&b.work, b.rules);
  make_positions(&b);
  printf("in thousands a second  common   direct   ratio   signature\n");
  b.options = (tes_search_options){.method = TES_ALPHABETA};
  b.budget = (tes_budget){.iterations = 300000};
  bool same = measure(&b, "alphabeta, positions", rounds);
  b.options = (tes_search_options){.method = TES_MCTS};
  b.budget = (tes_budget){.iterations = 20000, .seed = 1};
  same &= measure(&b, "mcts, iterations", rounds);
  if (!same) puts("the two do not find the same");
  for (int i = 0; i < POSITIONS; i++) tes_state_free(b.rules, b.state[i]);
  tes_work_free(&b.work);
  tes_rules_close(b.rules);
  return same ? 0 : 1;
}
