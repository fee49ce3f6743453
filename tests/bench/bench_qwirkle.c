/* bench_qwirkle.c: how fast Qwirkle is played.
 *
 * usage: bench_qwirkle [SECONDS each, default 3]
 *
 * Two-player games a second: uniform over all moves (the playout), uniform
 * over the placements with an exchange only when there is none, and always
 * the most points, both of which list exchanges only then; and what a listed
 * placement costs in positions of such games. The sum of the scores tells
 * whether a change for speed changed what is played: it is that of the first
 * 1000 games. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "games/qwirkle/qwirkle.h"

enum { SUMMED = 1000 };

typedef struct bench {
  tes_rules *rules;
  tes_work work;
  tes_state *state;
  tes_rng rng;
} bench;

/* Of the processor, so that other programs disturb little. */
static double now(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

/* Placements are listed before exchanges. */
static tes_move any_placement(bench *b, const tes_list *list) {
  size_t low = 0, high = list->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (list->moves[middle] & PLACEMENT) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const size_t count = low > 0 ? low : list->count;
  return list->moves[tes_rng_below(&b->rng, count)];
}

/* Not any exchange, but a random one: two players who put the same tiles back
 * each time may go on for ever. */
static tes_move most_points(bench *b, const tes_list *list) {
  tes_move best = 0;
  for (size_t i = 0; i < list->count; i++) {
    if (list->moves[i] > best) best = list->moves[i];
  }
  return best & PLACEMENT ? best : any_placement(b, list);
}

/* All moves, where there is no placement. */
static void list_placements(bench *b, tes_list *list) {
  const qwirkle *q = (const qwirkle *)b->state;
  list->count = 0;
  int status = qwirkle_placements(b->rules, q,
                                  qwirkle_grid(b->rules, q, &b->work), list);
  if (status == TES_OK && list->count == 0) {
    status = tes_moves(b->rules, b->state, list, &b->work);
  }
  if (status != TES_OK) exit(1);
}

static void play(bench *b, tes_move (*choose)(bench *, const tes_list *)) {
  tes_list *list = &b->work.list;
  if (choose == NULL) {
    tes_playout(b->rules, b->state, &b->rng, &b->work);
    return;
  }
  while (!b->state->over) {
    list_placements(b, list);
    tes_apply(b->rules, b->state, choose(b, list), &b->work);
  }
}

static long scored(bench *b) {
  tes_result result;
  tes_result_of(b->rules, b->state, &result, &b->work);
  return result.score[0] + result.score[1];
}

static void measure(bench *b, const char *name, double seconds,
                    tes_move (*choose)(bench *, const tes_list *)) {
  long games = 0, plies = 0, sum = 0;
  tes_rng_seed(&b->rng, 1);
  const double start = now();
  double passed = 0;
  while (games < SUMMED || passed < seconds) {
    tes_start_rng(b->rules, b->state, &b->rng, &b->work);
    play(b, choose);
    plies += b->state->ply;
    if (games < SUMMED) sum += scored(b);
    if (++games % 64 == 0) passed = now() - start;
  }
  passed = now() - start;
  printf("%-28s %8.0f games/s %6.1f plies a game, score sum %ld\n", name,
         (double)games / passed, (double)plies / (double)games, sum);
}

/* Lists every position of some greedy games again and again. */
static void measure_list(bench *b) {
  tes_list *list = &b->work.list;
  long placements = 0, lists = 0;
  double passed = 0;
  tes_rng_seed(&b->rng, 1);
  for (int game = 0; game < 100; game++) {
    tes_start_rng(b->rules, b->state, &b->rng, &b->work);
    while (!b->state->over) {
      const double start = now();
      for (int i = 0; i < 50; i++) {
        list->count = 0;
        if (tes_moves(b->rules, b->state, list, &b->work) != TES_OK) exit(1);
      }
      passed += now() - start;
      for (size_t i = 0; i < list->count; i++) {
        placements += list->moves[i] & PLACEMENT ? 50 : 0;
      }
      lists += 50;
      tes_apply(b->rules, b->state, any_placement(b, list), &b->work);
    }
  }
  printf("%-28s %8.2f ns each, exchanges and all, %.1f a list\n", "placements",
         1e9 * passed / (double)placements, (double)placements / (double)lists);
}

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 3;
  tes_error error = {.text = ""};
  bench b = {
      .rules = tes_rules_open(tes_game_find("qwirkle"), NULL, 0, NULL, &error)};
  if (b.rules == NULL || tes_work_init(&b.work, b.rules) != TES_OK) return 1;
  b.state = tes_state_new(b.rules);
  measure(&b, "any move", seconds, NULL);
  measure(&b, "exchange only when stuck", seconds, any_placement);
  measure(&b, "most points", seconds, most_points);
  measure_list(&b);
  tes_state_free(b.rules, b.state);
  tes_work_free(&b.work);
  tes_rules_close(b.rules);
  return 0;
}
