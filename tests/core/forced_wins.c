/* forced_wins.c: prints the vectors tests/vectors/mixtour.wins.
 *
 * Plays random games of Mixtour and looks, with nothing but exhaustive search,
 * for wins in exactly 3, 5 or 7 plies. A position is told
 * by the moves that led to it, so that repetitions are part of it. Some rows
 * have options by which draws come early. */
#include <stdio.h>
#include <string.h>

#include "plain_search.h"

enum {
  FIRST = 8,
  LENGTH = 80,
  ITERATIONS = 30000
}; /* plies of the games that are looked at */
static const int each[3] = {20, 12, 4};

static const char *const settings[] = {NULL, "repetition=2", "stall=4"};
enum { SETTINGS = sizeof settings / sizeof *settings };

typedef struct game {
  plain p;
  tes_state *state;
  tes_list played;
  tes_search *search;
  int left[3]; /* of wins in 3, 5, 7 */
} game;

static void put_row(const game *g, const char *setting, int plies) {
  tes_work *work = g->p.work;
  tes_state *state = tes_state_new(g->p.rules);
  tes_text text;
  tes_text_init(&text, NULL);
  tes_start(g->p.rules, state, 0, work);
  for (size_t i = 0; i < g->played.count; i++) {
    tes_put(&text, " ");
    tes_print(g->p.rules, state, g->played.moves[i], 0, &text, work);
    tes_apply(g->p.rules, state, g->played.moves[i], work);
  }
  printf("%d %s%s\n", plies, setting != NULL ? setting : "-",
         tes_text_get(&text));
  fflush(stdout);
  tes_text_free(&text);
  tes_state_free(g->p.rules, state);
}

static void play_random(game *g, tes_rng *rng) {
  tes_work *work = g->p.work;
  work->list.count = 0;
  tes_moves(g->p.rules, g->state, &work->list, work);
  const tes_move move = work->list.moves[tes_rng_below(rng, work->list.count)];
  tes_list_reserve(&g->played, 1);
  g->played.moves[g->played.count++] = move;
  tes_apply(g->p.rules, g->state, move, work);
}

/* Within how many plies the seat to move wins; 0 if not within `most`. */
static int distance(game *g, int most) {
  for (int plies = 1; plies <= most; plies += 2) {
    if (plain_wins(&g->p, g->state, g->state->seat, plies)) return plies;
  }
  return 0;
}

/* How far it is worth looking: all of seven plies takes seconds, so that is
 * done only where tree search, which is another method than the one that is
 * tested, holds that there is a win. */
static int farthest(game *g) {
  const tes_budget budget = {.iterations = ITERATIONS};
  tes_found found;
  if (g->left[2] == 0) return g->left[1] > 0 ? 5 : 3;
  tes_search_clear(g->search);
  tes_search_run(g->search, g->state, budget, &found, g->p.work);
  return found.proof == TES_WIN ? 7 : 5;
}

/* One random game; at most one row comes of it. */
static void search_game(game *g, const char *setting, uint64_t seed) {
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  g->played.count = 0;
  tes_start(g->p.rules, g->state, 0, g->p.work);
  for (; !g->state->over && g->state->ply < LENGTH; play_random(g, &rng)) {
    if (g->state->ply < FIRST) continue;
    const int plies = distance(g, farthest(g));
    if (plies < 3 || g->left[plies / 2 - 1] == 0) continue;
    g->left[plies / 2 - 1]--;
    put_row(g, setting, plies);
    return;
  }
}

int main(void) {
  for (int i = 0; i < SETTINGS; i++) {
    const char *const *set = settings[i] != NULL ? &settings[i] : NULL;
    tes_work work;
    tes_rules *rules =
        tes_rules_open(tes_game_find("mixtour"), set, set != NULL, NULL, NULL);
    tes_work_init(&work, rules);
    game g = {.left = {each[0], each[1], each[2]}};
    const tes_search_options options = {.memory = 1 << 26};
    plain_open(&g.p, rules, &work);
    g.search = tes_search_new(rules, &options, NULL);
    g.state = tes_state_new(rules);
    tes_list_init(&g.played, NULL);
    for (uint64_t seed = 0; g.left[0] + g.left[1] + g.left[2] > 0; seed++) {
      search_game(&g, settings[i], seed);
    }
    plain_close(&g.p);
    tes_search_free(g.search);
    tes_list_free(&g.played);
    tes_state_free(rules, g.state);
    tes_work_free(&work);
    tes_rules_close(rules);
  }
  return 0;
}
