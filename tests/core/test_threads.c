/* test_threads.c: searches with several threads.
 *
 * What they find differs from run to run; what holds of every run is held here:
 * that exactly as many iterations are done as were asked for, that all of them
 * are counted in the tree, that what is told is at rest, that proofs are true,
 * that no thread is left, and that an error, a stop or too little memory of
 * one ends all of them in good order. The same program is built with
 * ThreadSanitizer, where the compiler has it: core.races. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <pthread.h>
#include <time.h>

#include "search/tree.h"
#include "searched_game.h"

/* ---- threads of this process ---- */

static int count_threads(void) {
  DIR *tasks = opendir("/proc/self/task");
  int count = 0;
  if (tasks == NULL) return 1;
  while (readdir(tasks) != NULL) count++;
  closedir(tasks);
  return count - 2; /* . and .. */
}

/* The kernel lists a thread for a moment after it was joined. */
static bool comes_to(int threads) {
  const struct timespec moment = {.tv_nsec = 1000000};
  for (int i = 0; i < 2000; i++) {
    if (count_threads() == threads) return true;
    nanosleep(&moment, NULL);
  }
  return false;
}

/* ---- exactly what was asked for ---- */

typedef struct sort {
  const char *game;
  tes_method method;
  uint64_t iterations;
} sort;

static const sort sorts[] = {
    {"mixtour", TES_MCTS, 5000},       {"mixtour", TES_ALPHABETA, 25000},
    {"blokus", TES_MCTS, 400},         {"losetas", TES_MCTS, 5000},
    {"losetas", TES_ALPHABETA, 25000}, {"qwirkle", TES_MCTS, 600}};
enum { SORTS = sizeof sorts / sizeof *sorts };

static uint64_t visits_in(const tes_found *found) {
  uint64_t sum = 0;
  for (size_t i = 0; i < found->count; i++) sum += found->moves[i].visits;
  return sum;
}

static void exact_with(const sort *of, int threads) {
  game g = open_named(of->game, NULL);
  tes_search *s = new_search(&g, (tes_search_options){.method = of->method});
  const tes_budget budget = {
      .iterations = of->iterations, .seed = 3, .threads = threads};
  const int before = count_threads();
  for (int i = 0; i < 3; i++) {
    tes_found found;
    tes_search_clear(s);
    found = run_search(s, &g, budget);
    assert_true(comes_to(before));
    assert_int_equal(found.threads, threads);
    assert_int_equal(found.iterations, of->iterations);
    if (of->method == TES_MCTS) {
      assert_int_equal(visits_in(&found), of->iterations);
      assert_true(found.ends <= of->iterations);
      assert_true(found.ends > of->iterations / 2);
    }
  }
  tes_search_free(s);
  close_game(&g);
}

static void *do_nothing(void *user) {
  return user;
}

/* A sanitizer may have a thread of its own from the first one on. */
static int start(void **state) {
  pthread_t first;
  (void)state;
  return pthread_create(&first, NULL, do_nothing, NULL) == 0
             ? pthread_join(first, NULL)
             : -1;
}

static void exactly_as_many(void **state) {
  (void)state;
  static const int threads[] = {2, 3, 8};
  for (int i = 0; i < SORTS; i++) {
    for (int k = 0; k < 3; k++) exact_with(&sorts[i], threads[k]);
  }
}

/* Fewer than there are threads; more threads than there may be. */
static void few_iterations(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_search *s = new_search(&g, (tes_search_options){0});
  for (uint64_t n = 1; n < 30; n++) {
    tes_found found;
    const tes_budget budget = {.iterations = n, .threads = 100};
    tes_search_clear(s);
    found = run_search(s, &g, budget);
    assert_int_equal(found.iterations, n);
    assert_int_equal(found.threads, TES_THREADS_MAX);
    assert_int_equal(visits_in(&found), n);
  }
  tes_search_free(s);
  close_game(&g);
}

/* Whatever the others were about to do when it ended: the choice stands. */
static void settled_together(void **state) {
  (void)state;
  enum { WHOLE = 3000 };
  game g = open_named("blokus", "variant=duo");
  tes_search *s = new_search(&g, (tes_search_options){.margin = 0.8});
  tes_rng rng;
  int settled = 0;
  tes_rng_seed(&rng, 5);
  random_plies(&g, &rng, 18);
  for (uint64_t i = 0; i < 100; i++) {
    const tes_budget budget = {
        .iterations = WHOLE, .settle = true, .seed = i, .threads = 3};
    tes_search_clear(s);
    const tes_found found = run_search(s, &g, budget);
    assert_true(found.settled || found.iterations == WHOLE);
    if (!found.settled) continue;
    settled++;
    assert_true(found.moves[0].visits - found.moves[1].visits >
                WHOLE - found.iterations);
  }
  assert_true(settled > 0);
  tes_search_free(s);
  close_game(&g);
}

/* A tree that has no room goes on being counted in. */
static void full_tree(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_search *s =
      new_search(&g, (tes_search_options){.memory = 3000 * sizeof(node)});
  tes_found found;
  const tes_budget budget = {.iterations = 20000, .threads = 3};
  found = run_search(s, &g, budget);
  assert_true(found.full);
  assert_true(found.memory <= 3000 * sizeof(node));
  assert_int_equal(visits_in(&found), 20000);
  tes_search_free(s);
  close_game(&g);
}

/* The tree is kept from move to move, and between one thread and several. */
static void kept_tree(void **state) {
  (void)state;
  game g = open_named("losetas", NULL);
  tes_search *s = new_search(&g, (tes_search_options){0});
  uint64_t visits = 0;
  for (int i = 0; i < 8 && !g.state->over; i++) {
    tes_found found;
    const tes_budget budget = {.iterations = 3000, .threads = 1 + i % 3};
    found = run_search(s, &g, budget);
    assert_int_equal(found.kept, visits);
    if (found.proof == TES_UNPROVEN) {
      /* But for the visits before there were children: many, if the thread that
       * makes them has to wait for a core. */
      assert_int_equal(found.iterations, 3000);
      assert_true(visits_in(&found) <= 3000 + visits);
      assert_true(visits_in(&found) + 1000 > 3000 + visits);
    }
    visits = found.moves[0].visits;
    assert_int_equal(tes_search_play(s, found.best, &g.work), TES_OK);
    assert_int_equal(tes_apply(g.rules, g.state, found.best, &g.work), TES_OK);
  }
  tes_search_free(s);
  close_game(&g);
}

/* ---- how it goes ---- */

typedef struct listener {
  int told;
  bool tree;
  int enough; /* ends the search when told so often */
} listener;

/* All that was done is counted: nobody writes while this is read. */
static int listen(void *user, const tes_found *so_far, tes_work *work) {
  listener *l = user;
  (void)work;
  const struct timespec moment = {.tv_nsec = 200000};
  const uint64_t before = visits_in(so_far);
  l->told++;
  nanosleep(&moment, NULL);
  if (l->tree && before != so_far->iterations) return TES_EGAME;
  if (so_far->threads != 3) return TES_EGAME;
  return l->enough > 0 && l->told >= l->enough ? TES_ESTOPPED : TES_OK;
}

static void told_at_rest(void **state) {
  (void)state;
  for (int i = 0; i < SORTS; i++) {
    game g = open_named(sorts[i].game, NULL);
    const int before = count_threads();
    tes_search *s =
        new_search(&g, (tes_search_options){.method = sorts[i].method});
    listener l = {.tree = sorts[i].method == TES_MCTS, .enough = 20};
    tes_found found;
    const tes_budget budget = {.seconds = 60,
                               .threads = 3,
                               .progress = listen,
                               .user = &l,
                               .every = 1e-3};
    const int status = tes_search_run(s, g.state, budget, &found, &g.work);
    assert_int_equal(status, TES_ESTOPPED);
    assert_int_equal(l.told, 20);
    assert_true(found.best != 0);
    assert_true(comes_to(before));
    tes_search_free(s);
    close_game(&g);
  }
}

/* ---- ends of all kinds ---- */

static volatile int flag;

static void *raise_flag(void *user) {
  const struct timespec while_it_searches = {.tv_nsec = 30000000};
  (void)user;
  nanosleep(&while_it_searches, NULL);
  __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
  return NULL;
}

static void stopped(void **state) {
  (void)state;
  for (int i = 0; i < SORTS; i++) {
    pthread_t other;
    const int before = count_threads();
    game g = open_named(sorts[i].game, NULL);
    tes_search *s =
        new_search(&g, (tes_search_options){.method = sorts[i].method});
    tes_found found;
    flag = 0;
    g.work.stop = &flag;
    assert_int_equal(pthread_create(&other, NULL, raise_flag, NULL), 0);
    const tes_budget budget = {.seconds = 1000, .threads = 4};
    const int status = tes_search_run(s, g.state, budget, &found, &g.work);
    pthread_join(other, NULL);
    assert_int_equal(status, TES_ESTOPPED);
    assert_true(found.stopped);
    assert_true(comes_to(before));
    tes_search_free(s);
    close_game(&g);
  }
}

static void stopped_check(void **state) {
  (void)state;
  pthread_t other;
  game g = open_named("mixtour", NULL);
  flag = 0;
  g.work.stop = &flag;
  assert_int_equal(pthread_create(&other, NULL, raise_flag, NULL), 0);
  const int status = tes_check(g.rules, 1, 1000000, 1000, &g.work);
  pthread_join(other, NULL);
  assert_int_equal(status, TES_ESTOPPED);
  close_game(&g);
}

/* A game that fails in a helper's thread only. */
static pthread_t leader;
static const tes_game *failing_of;

static int fail_for_helpers(const tes_rules *rules, tes_state *state,
                            tes_move move, tes_work *work) {
  if (pthread_equal(pthread_self(), leader)) {
    return failing_of->apply(rules, state, move, work);
  }
  return tes_fail(&work->error, TES_EGAME, "this one gives up");
}

static void helper_fails(void **state) {
  (void)state;
  for (int method = TES_MCTS; method <= TES_ALPHABETA; method++) {
    failing_of = tes_game_find("losetas");
    tes_game failing = *failing_of;
    failing.apply = fail_for_helpers;
    leader = pthread_self();
    const int before = count_threads();
    game g = open_game(&failing, NULL, NULL);
    tes_search *s = new_search(
        &g,
        (tes_search_options){.method = (tes_method)method, .uniform = true});
    tes_found found;
    const tes_budget budget = {.seconds = 1000, .threads = 3};
    const int status = tes_search_run(s, g.state, budget, &found, &g.work);
    assert_int_equal(status, TES_EGAME);
    assert_string_equal(g.work.error.text, "this one gives up");
    assert_true(comes_to(before));
    tes_search_free(s);
    close_game(&g);
  }
}

/* Gives nothing once so much is taken; from all threads. */
typedef struct meter {
  pthread_mutex_t lock;
  size_t left;
} meter;

static void *metered(void *user, void *block, size_t old_size, size_t size) {
  meter *m = user;
  if (block == NULL) old_size = 0;
  pthread_mutex_lock(&m->lock);
  const bool fits = size <= m->left + old_size;
  if (fits) m->left = m->left + old_size - size;
  pthread_mutex_unlock(&m->lock);
  if (size == 0) {
    free(block);
    return NULL;
  }
  return fits ? realloc(block, size) : NULL;
}

/* With less and less memory there are fewer who help, and at last none. */
static void little_memory(void **state) {
  (void)state;
  for (int method = TES_MCTS; method <= TES_ALPHABETA; method++) {
    int fewest = 4, most = 0;
    for (size_t room = 0; room < 1 << 20; room += 1 << 13) {
      meter m = {.lock = PTHREAD_MUTEX_INITIALIZER, .left = (size_t)1 << 30};
      const tes_alloc alloc = {metered, &m};
      game g = open_game(tes_game_find("mixtour"), NULL, &alloc);
      tes_search *s =
          new_search(&g, (tes_search_options){.method = (tes_method)method,
                                              .memory = 1 << 18});
      tes_found found;
      m.left = room;
      const tes_budget budget = {.iterations = 100, .threads = 4};
      const int status = tes_search_run(s, g.state, budget, &found, &g.work);
      m.left = (size_t)1 << 30;
      if (status == TES_OK) {
        assert_int_equal(found.iterations, 100);
        if (found.threads < fewest) fewest = found.threads;
        if (found.threads > most) most = found.threads;
      } else {
        assert_int_equal(status, TES_ENOMEM);
      }
      tes_search_free(s);
      close_game(&g);
    }
    assert_int_equal(most, 4);
    assert_true(fewest < 4);
  }
}

static int half(void *user, const tes_state *state, double *value,
                tes_work *work) {
  (void)state, (void)work;
  pthread_t *caller = user;
  if (!pthread_equal(*caller, pthread_self())) return TES_EGAME;
  value[0] = value[1] = 0.5;
  return TES_OK;
}

static void hooks_alone(void **state) {
  (void)state;
  pthread_t caller = pthread_self();
  game g = open_named("mixtour", NULL);
  tes_search *s = new_search(
      &g, (tes_search_options){.hooks = {.evaluate = half, .user = &caller}});
  tes_found found;
  const tes_budget budget = {.iterations = 1000, .threads = 4};
  found = run_search(s, &g, budget);
  assert_int_equal(found.threads, 1);
  tes_search_free(s);
  close_game(&g);
}

/* ---- proofs ---- */

/* What is said to be won or lost is, by every move and every answer. */
static void hold_proof(const tes_found *found, game *g) {
  const int seat = g->state->seat;
  if (found->proof == TES_UNPROVEN || found->proof == TES_DRAW) return;
  if (found->plies == 0 || found->plies > 4) return;
  const int winner = found->proof == TES_WIN ? seat : 3 - seat;
  assert_true(plain_wins(plain_of(g), g->state, winner, found->plies));
}

/* A tree that calls it lost is held to what three plies show. */
static void hold_tree(const tes_found *found, game *g) {
  const int seat = g->state->seat;
  if (found->proof == TES_LOSS)
    assert_false(plain_wins(plain_of(g), g->state, seat, 3));
  if (found->proof == TES_WIN) {
    assert_false(plain_wins(plain_of(g), g->state, 3 - seat, 2));
  }
}

static void true_proofs(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_search *s[2];
  tes_rng rng;
  int proofs[2] = {0};
  tes_rng_seed(&rng, 11);
  for (int i = 0; i < 2; i++) {
    s[i] = new_search(&g, (tes_search_options){.method = (tes_method)i});
  }
  for (int n = 0; n < 60; n++) {
    tes_found found;
    assert_int_equal(tes_start(g.rules, g.state, 1, &g.work), TES_OK);
    random_plies(&g, &rng, 16 + n % 24);
    if (g.state->over) continue;
    const tes_budget wide = {.iterations = 4000, .threads = 3, .seed = 1};
    tes_search_clear(s[0]);
    found = run_search(s[0], &g, wide);
    hold_tree(&found, &g);
    proofs[0] += found.proof != TES_UNPROVEN;
    const tes_budget deep = {.depth = 4, .threads = 3};
    found = run_search(s[1], &g, deep);
    hold_proof(&found, &g);
    if (found.proof == TES_UNPROVEN) {
      assert_int_equal(found.depth, 4);
      assert_false(plain_wins(plain_of(&g), g.state, g.state->seat, 3));
    }
    proofs[1] += found.proof != TES_UNPROVEN;
  }
  assert_true(proofs[0] > 5);
  assert_true(proofs[1] > 5);
  for (int i = 0; i < 2; i++) tes_search_free(s[i]);
  close_game(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exactly_as_many),  cmocka_unit_test(few_iterations),
      cmocka_unit_test(settled_together), cmocka_unit_test(full_tree),
      cmocka_unit_test(kept_tree),        cmocka_unit_test(told_at_rest),
      cmocka_unit_test(stopped),          cmocka_unit_test(stopped_check),
      cmocka_unit_test(helper_fails),     cmocka_unit_test(little_memory),
      cmocka_unit_test(hooks_alone),      cmocka_unit_test(true_proofs),
  };
  return cmocka_run_group_tests(tests, start, NULL);
}
