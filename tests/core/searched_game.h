/* searched_game.h: one game that is searched, with what proves it by exhaustive
 * search. Whatever fails in it fails the test and says why. cmocka.h must have
 * been included. */
#ifndef SEARCHED_GAME_H
#define SEARCHED_GAME_H

#include "plain_search.h"
#include "tesela_game.h"

typedef struct game {
  tes_rules *rules;
  tes_work work;
  tes_state *state;
  plain plain;
} game;

static inline game open_game(const tes_game *of, const char *setting,
                             const tes_alloc *alloc) {
  game g = {0};
  tes_error error;
  const char *const *settings = setting != NULL ? &setting : NULL;
  g.rules = tes_rules_open(of, settings, setting != NULL, alloc, &error);
  if (g.rules == NULL) fail_msg("%s", error.text);
  assert_int_equal(tes_work_init(&g.work, g.rules), TES_OK);
  g.state = tes_state_new(g.rules);
  assert_non_null(g.state);
  assert_int_equal(tes_start(g.rules, g.state, 7, &g.work), TES_OK);
  plain_open(&g.plain, g.rules, NULL);
  return g;
}

static inline game open_named(const char *name, const char *setting) {
  return open_game(tes_game_find(name), setting, NULL);
}

static inline plain *plain_of(game *g) {
  g->plain.work = &g->work;
  return &g->plain;
}

static inline void close_game(game *g) {
  plain_close(&g->plain);
  tes_state_free(g->rules, g->state);
  tes_work_free(&g->work);
  tes_rules_close(g->rules);
}

static inline tes_search *new_search(const game *g,
                                     tes_search_options options) {
  tes_error error;
  tes_search *s = tes_search_new(g->rules, &options, &error);
  if (s == NULL) fail_msg("%s", error.text);
  return s;
}

static inline tes_found run_search(tes_search *s, game *g, tes_budget budget) {
  tes_found found;
  const int status = tes_search_run(s, g->state, budget, &found, &g->work);
  if (status != TES_OK) fail_msg("%d: %s", status, g->work.error.text);
  assert_true(tes_legal(g->rules, g->state, found.best, &g->work));
  return found;
}

static inline void random_plies(game *g, tes_rng *rng, int plies) {
  for (int i = 0; i < plies && !g->state->over; i++) {
    g->work.list.count = 0;
    tes_moves(g->rules, g->state, &g->work.list, &g->work);
    const size_t pick = tes_rng_below(rng, g->work.list.count);
    tes_apply(g->rules, g->state, g->work.list.moves[pick], &g->work);
  }
}

#endif
