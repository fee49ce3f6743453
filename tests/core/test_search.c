/* test_search.c: the two searches.
 *
 * What they prove is held against exhaustive search, on the vectors and on
 * random positions, with draws by repetition and stall that come early, and
 * with a table that has served other positions of the game before. That the
 * same seed finds the same with every compiler is checked by tests/gate.lua. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "search/proof.h"
#include "search/searcher.h"
#include "searched_game.h"
#include "share.h"
#include "toy_game.h"

/* ---- logarithms ---- */

static void logs(void **state) {
  (void)state;
  static double log_of[LOGS];
  search_fill_logs(log_of);
  for (int n = 1; n < LOGS; n++) {
    if (fabs(log_of[n] - log(n)) > 1e-12) fail_msg("ln %d", n);
  }
  for (uint32_t n = LOGS; n < UINT32_MAX / 3; n *= 3) {
    if (fabs(search_log(log_of, n) - log(n)) > 1e-3) fail_msg("ln %u", n);
  }
}

/* ---- forced wins ---- */

/* A row of the vectors: how many plies, an option or -, the moves. */
static int read_row(FILE *file, game *g) {
  char line[2048], setting[64];
  int plies, used;
  if (fgets(line, sizeof line, file) == NULL) return 0;
  if (line[0] == '#') return read_row(file, g);
  assert_int_equal(sscanf(line, "%d %63s%n", &plies, setting, &used), 2);
  *g = open_named("mixtour", strcmp(setting, "-") == 0 ? NULL : setting);
  for (char *text = strtok(line + used, " \n"); text != NULL;
       text = strtok(NULL, " \n")) {
    if (tes_play_text(g->rules, g->state, text, &g->work) != TES_OK) {
      fail_msg("%s", g->work.error.text);
    }
  }
  return plies;
}

static void check_win(game *g, const tes_found *found, int plies) {
  plain *p = plain_of(g);
  const int seat = g->state->seat;
  assert_int_equal(found->proof, TES_WIN);
  assert_true(found->plies >= plies);
  tes_apply(g->rules, g->state, found->best, &g->work);
  assert_true(plain_wins(p, g->state, seat, found->plies - 1));
}

/* Where sanitizers look on, of the long ones a few. */
static void forced_wins(void **state) {
  (void)state;
  FILE *file = fopen(TESELA_VECTORS "/mixtour.wins", "r");
  assert_non_null(file);
  int rows[8] = {0}, plies;
  game g;
  while ((plies = read_row(file, &g)) > 0) {
    const int number = rows[plies]++;
    if ((SLOW && plies > 3 && number % 6 != 0) ||
        (plies > 5 && number % 4 != 0)) { /* four seconds each */
      close_game(&g);
      continue;
    }
    const tes_search_options options = {.method = TES_ALPHABETA,
                                        .memory = 1 << 20};
    tes_search *s = new_search(&g, options);
    const tes_found found = run_search(s, &g, (tes_budget){.depth = plies});
    check_win(&g, &found, plies);
    tes_search_free(s);
    close_game(&g);
  }
  fclose(file);
  assert_true(rows[3] == 60 && rows[5] == 36 && rows[7] == 12);
}

/* Fills the table with what is true of the same position without its past. */
static void mislead(game *g, tes_search *s, tes_budget budget) {
  tes_text text;
  tes_found found;
  tes_state *twin = tes_state_new(g->rules);
  tes_text_init(&text, NULL);
  tes_save(g->rules, g->state, 0, &text);
  assert_int_equal(tes_load(g->rules, twin, tes_text_get(&text), 0, &g->work),
                   TES_OK);
  assert_true(tes_equal(g->rules, twin, g->state));
  assert_int_equal(tes_search_run(s, twin, budget, &found, &g->work), TES_OK);
  tes_text_free(&text);
  tes_state_free(g->rules, twin);
}

/* In random games, a searcher that is kept: proven if and only if it is so. */
static void check_depth(game *g, tes_search *s, int depth) {
  plain *p = plain_of(g);
  const int seat = g->state->seat, other = 3 - seat;
  const tes_found found = run_search(s, g, (tes_budget){.depth = depth});
  if (found.proof == TES_WIN) {
    assert_true(plain_wins(p, g->state, seat, found.plies));
  } else {
    assert_false(plain_wins(p, g->state, seat, depth));
  }
  if (found.proof == TES_LOSS) {
    assert_true(plain_wins(p, g->state, other, found.plies));
  } else {
    assert_false(plain_wins(p, g->state, other, depth));
  }
}

static void proves_what_is(const char *setting, int games, int depth) {
  game g = open_named("mixtour", setting);
  const tes_search_options options = {.method = TES_ALPHABETA,
                                      .memory = 1 << 22};
  tes_search *s = new_search(&g, options);
  for (int i = 0; i < games; i++) {
    tes_rng rng;
    if (!my_share()) continue;
    tes_rng_seed(&rng, (uint64_t)i);
    tes_start(g.rules, g.state, 0, &g.work);
    random_plies(&g, &rng, 6 + i % 9);
    for (; !g.state->over && g.state->ply < 60; random_plies(&g, &rng, 1)) {
      mislead(&g, s, (tes_budget){.depth = depth + 1});
      check_depth(&g, s, depth);
    }
  }
  tes_search_free(s);
  close_game(&g);
}

static void proofs(void **state) {
  (void)state;
  proves_what_is(NULL, 6, 3);
  proves_what_is("repetition=2", 6, 3);
  proves_what_is("stall=2", 6, 3);
  proves_what_is("stall=3", 6, 4);
  proves_what_is("pieces=4", 6, 4);
}

/* With reductions something may be missed; what is proven, in lines that may
 * be twice as long, one without them proves at that depth. */
static bool check_reduced(game *g, tes_search *reduces, int depth) {
  const tes_found found = run_search(reduces, g, (tes_budget){.depth = depth});
  if (found.proof == TES_UNPROVEN || found.plies > 6) return false;
  const tes_search_options all = {.method = TES_ALPHABETA, .memory = 1 << 22};
  tes_search *s = new_search(g, all);
  const bool drawn = found.proof == TES_DRAW;
  const tes_budget budget = {.depth = drawn ? 2 * depth : found.plies};
  const tes_proof proof = found.proof;
  assert_int_equal(run_search(s, g, budget).proof, proof);
  tes_search_free(s);
  return found.plies > 2;
}

static int proves_by_reducing(const char *setting, int games, int depth) {
  game g = open_named("mixtour", setting);
  const tes_search_options options = {
      .method = TES_ALPHABETA, .memory = 1 << 22, .reductions = true};
  tes_search *s = new_search(&g, options);
  int proven = 0;
  for (int i = 0; i < games; i++) {
    tes_rng rng;
    if (!my_share()) continue;
    tes_rng_seed(&rng, (uint64_t)i);
    tes_start(g.rules, g.state, 0, &g.work);
    random_plies(&g, &rng, 6 + i % 9);
    for (; !g.state->over && g.state->ply < 60; random_plies(&g, &rng, 1)) {
      mislead(&g, s, (tes_budget){.depth = 3});
      proven += check_reduced(&g, s, depth);
    }
  }
  tes_search_free(s);
  close_game(&g);
  return proven;
}

static void reduced_proofs(void **state) {
  (void)state;
  int proven = proves_by_reducing("repetition=2", 4, 5);
  proven += proves_by_reducing("stall=3", 4, 4);
  proven += proves_by_reducing("pieces=4", 6, 6);
  assert_true(SLOW || proven > 2);
}

/* ---- long proofs ---- */

/* Whoever is proven to win is so whatever is answered: any move, or the one
 * that is said to hold out longest (seed 0). */
static void play_out(game *g, tes_search *s, int winner, uint64_t seed) {
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  while (!g->state->over) {
    const bool wins = g->state->seat == winner;
    const tes_found found =
        run_search(s, g, (tes_budget){.iterations = 400000});
    assert_int_equal(found.proof, wins ? TES_WIN : TES_LOSS);
    if (wins || seed == 0) {
      tes_apply(g->rules, g->state, found.best, &g->work);
    } else {
      random_plies(g, &rng, 1);
    }
  }
  assert_true(plain_won(plain_of(g), g->state, winner));
}

/* No depth that is searched completely sees these. */
static void long_proofs_win(void **state) {
  static const struct {
    const char *fen;
    tes_proof proof;
  } rows[] = {
      {"5/3,rwrr,1/rw,w,3/rrw,4/2,rw,2 r 0:0 a4-a3", TES_WIN},
      {"5/1,rrr,2,w/5/rrww,2,r,w/wwr,1,r,2 w 0:0 d2", TES_WIN},
      {"1,rwr,2,w/5/3,wrrw,1/rw,4/2,rwwr,1,r w 0:0 c4-c1", TES_WIN},
      {"5/1,rrr,2,w/5/rrww,2,r,w/wwr,w,r,2 r 0:0 b1", TES_LOSS},
  };
  (void)state;
  game g = open_named("mixtour", NULL);
  const tes_search_options options = {
      .method = TES_ALPHABETA, .memory = 1 << 24, .reductions = true};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tes_search *s = new_search(&g, options);
    for (uint64_t seed = 0; seed < (SLOW ? 2 : 8); seed++) {
      assert_int_equal(tes_load(g.rules, g.state, rows[i].fen, 0, &g.work),
                       TES_OK);
      const tes_found found =
          run_search(s, &g, (tes_budget){.iterations = 400000});
      assert_int_equal(found.proof, rows[i].proof);
      assert_true(seed > 0 || found.plies > (i > 0 ? found.depth : 20));
      assert_true(found.length > 0 && found.line[0] == found.best);
      const int seat = g.state->seat;
      play_out(&g, s, found.proof == TES_WIN ? seat : 3 - seat, seed);
    }
    tes_search_free(s);
  }
  close_game(&g);
}

/* One table has those of both: what one of them wins the other does not. */
static void proofs_are_of_one_seat(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  const char *fen = "5/1,rrr,2,w/5/rrww,2,r,w/wwr,w,r,2 r 0:0 b1";
  tes_search *s = new_search(
      &g, (tes_search_options){
              .method = TES_ALPHABETA, .memory = 1 << 24, .reductions = true});
  assert_int_equal(tes_load(g.rules, g.state, fen, 0, &g.work), TES_OK);
  tes_found found = run_search(s, &g, (tes_budget){.iterations = 1});
  s->budget.iterations = s->share = 0; /* no limit from here on */
  walk *w = walk_new(s, &found, &g.work);
  prover *p = proof_new(w);
  assert_int_equal(proof_known(p), 0);
  assert_true(proof_try(p, 1, 1000000).of[PROOF] == 0);
  assert_int_equal(proof_known(p), 1);
  assert_true(proof_try(p, 2, 0).of[PROOF] > 0);
  assert_true(proof_try(p, 2, 20000).of[PROOF] > 0);
  proof_free(p);
  walk_free(w);
  tes_search_free(s);
  close_game(&g);
}

/* The table says that the seat to move wins behind its quiet moves, in the
 * plies within which nothing that was before can end the game, and `more`. */
static void pretend(const game *g, tes_search *s, walk *w, int more) {
  tes_list list;
  tes_list_init(&list, NULL);
  assert_int_equal(tes_moves(g->rules, g->state, &list, w->work), TES_OK);
  for (size_t i = 0; i < list.count; i++) {
    assert_true(walk_make(w, 0, list.moves[i]));
    const tes_state *behind = walk_state(w, 1);
    const int horizon = insight_horizon(g->rules, behind);
    if (horizon == INT_MAX) continue; /* nothing that was counts */
    const entry proof = {.move = (tes_move)(UINT64_C(1) << 32), /* 0 and 1 */
                         .score = horizon + more,
                         .bound = EXACT,
                         .whole = (uint8_t)g->state->seat};
    table_keep(&s->proofs, behind, tes_hash(g->rules, behind), proof);
  }
  tes_list_free(&list);
}

/* What is proven of a position may not hold with another past. */
static void proofs_ask_for_the_past(void **state) {
  (void)state;
  game g = open_named("mixtour", "stall=5");
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  random_plies(&g, &rng, 12);
  for (int more = -1; more <= 0; more++) {
    tes_search *s = new_search(&g, (tes_search_options){.method = TES_ALPHABETA,
                                                        .memory = 1 << 20,
                                                        .reductions = true});
    tes_found found = run_search(s, &g, (tes_budget){.iterations = 1});
    s->budget.iterations = s->share = 0; /* no limit from here on */
    walk *w = walk_new(s, &found, &g.work);
    prover *p = proof_new(w);
    pretend(&g, s, w, more);
    const numbers n = proof_try(p, g.state->seat, 0);
    assert_int_equal(n.of[PROOF] == 0, more < 0);
    proof_free(p);
    walk_free(w);
    tes_search_free(s);
  }
  close_game(&g);
}

/* Of a short one an exhaustive search says the same, where games end early by
 * what was before, and the tables know other ways to the position. */
static bool check_hunted(game *g, tes_search *s) {
  const tes_found found = run_search(s, g, (tes_budget){.iterations = 40000});
  if (found.proof == TES_UNPROVEN || found.proof == TES_DRAW) return false;
  if (found.plies > 7 || found.plies <= found.depth) return false;
  const tes_search_options all = {.method = TES_ALPHABETA, .memory = 1 << 22};
  const tes_proof proof = found.proof;
  const tes_budget budget = {.depth = found.plies};
  tes_search *plainly = new_search(g, all);
  assert_int_equal(run_search(plainly, g, budget).proof, proof);
  tes_search_free(plainly);
  return true;
}

static void hunted_proofs(void **state) {
  static const char *const settings[] = {"repetition=2", "stall=3", "stall=5",
                                         "pieces=4"};
  int proven = 0;
  (void)state;
  for (int i = 0; i < (SLOW ? 4 : 24); i++) {
    if (!my_share()) continue;
    game g = open_named("mixtour", settings[i % 4]);
    const tes_search_options options = {
        .method = TES_ALPHABETA, .memory = 1 << 20, .reductions = true};
    tes_search *s = new_search(&g, options);
    tes_rng rng;
    tes_rng_seed(&rng, (uint64_t)i);
    random_plies(&g, &rng, 6 + i % 9);
    for (; !g.state->over && g.state->ply < 40; random_plies(&g, &rng, 1)) {
      mislead(&g, s, (tes_budget){.iterations = 40000});
      proven += check_hunted(&g, s);
    }
    tes_search_free(s);
    close_game(&g);
  }
  assert_true(SLOW || proven > 5);
}

/* ---- proofs in the tree ---- */

/* What is proven is so, and short wins are seldom missed. */
static void check_tree(game *g, const tes_found *found, int tally[3]) {
  plain *p = plain_of(g);
  const int seat = g->state->seat, other = 3 - seat;
  const bool wins = plain_wins(p, g->state, seat, 3);
  tally[0] += wins;
  tally[1] += wins && found->proof == TES_WIN;
  tally[2] += found->proof == TES_LOSS;
  if (found->proof == TES_WIN) {
    assert_true(wins || found->depth > 3);
    assert_false(plain_wins(p, g->state, other, 4));
    if (found->depth <= 5) assert_true(plain_wins(p, g->state, seat, 5));
  } else if (found->proof == TES_LOSS) {
    assert_false(wins);
    if (found->depth <= 4) assert_true(plain_wins(p, g->state, other, 4));
  }
}

static void tree_proofs(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_search *s = new_search(&g, (tes_search_options){.memory = 1 << 24});
  int tally[3] = {0};
  for (uint64_t i = 0; i < 160; i++) {
    tes_rng rng;
    tes_rng_seed(&rng, i);
    tes_start(g.rules, g.state, 0, &g.work);
    random_plies(&g, &rng, 12 + (int)i % 24);
    if (g.state->over || !my_share()) continue;
    const tes_budget budget = {.iterations = 3000, .seed = i};
    const tes_found found = run_search(s, &g, budget);
    check_tree(&g, &found, tally);
  }

  assert_true(tally[0] > 0 && tally[1] > tally[0] * 3 / 4);
  assert_true(SLOW || (tally[0] > 8 && tally[2] > 0));
  tes_search_free(s);
  close_game(&g);
}

/* ---- what is hidden stays so ---- */

static void mix(uint64_t *signature, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    *signature ^= ((const unsigned char *)bytes)[i];
    *signature = tes_splitmix64(signature);
  }
}

static uint64_t signature_of(const tes_found *found) {
  uint64_t signature = 0;
  for (size_t i = 0; i < found->count; i++) {
    const tes_seen *seen = &found->moves[i];
    const int proof = (int)seen->proof;
    mix(&signature, &seen->move, sizeof seen->move);
    mix(&signature, &seen->visits, sizeof seen->visits);
    mix(&signature, &seen->value, sizeof seen->value);
    mix(&signature, &proof, sizeof proof);
  }
  for (size_t i = 0; i < found->length; i++) {
    mix(&signature, &found->line[i], sizeof found->line[i]);
  }
  return signature;
}

static void hidden_stays_hidden(void **state) {
  (void)state;
  game g = open_named("qwirkle", NULL);
  tes_rng rng;
  tes_rng_seed(&rng, 3);
  random_plies(&g, &rng, 1);
  const tes_budget budget = {.iterations = 150, .seed = 9};
  tes_search *s = new_search(&g, (tes_search_options){.margin = 0.5});
  tes_found found = run_search(s, &g, budget);
  const uint64_t first = signature_of(&found);
  for (int i = 0; i < 5; i++) {
    tes_view(g.rules, g.state, g.state->seat, &rng, &g.work);
    found = run_search(s, &g, budget);
    assert_true(signature_of(&found) == first);
  }
  tes_search_free(s);
  close_game(&g);
}

/* When the bag is empty each of two knows what the other one has: what is
 * expected is more than a move, and the tree is kept. One tile in the bag, and
 * neither is so; from a view all is the same. */
static void nothing_is_hidden_any_more(void **state) {
  static const struct {
    const char *fen;
    bool open;
  } rows[] = {
      {"rc@0,0+rs@1,0+rd@2,0 gc+ru+bs/yd+yf+rt - 1 0:0 0", true},
      {"rc@0,0+rs@1,0+rd@2,0 gc+ru+bs/yd+yf+rt pt 1 0:0 0", false},
  };
  (void)state;
  game g = open_named("qwirkle", NULL);
  const tes_budget budget = {.iterations = 500, .seed = 1};
  for (int i = 0; i < 4; i++) {
    tes_rng rng;
    tes_rng_seed(&rng, 1);
    tes_search *s = new_search(&g, (tes_search_options){.margin = 1});
    assert_int_equal(tes_load(g.rules, g.state, rows[i / 2].fen, 1, &g.work),
                     TES_OK);
    if (i % 2 == 1) tes_view(g.rules, g.state, 1, &rng, &g.work);
    tes_found found = run_search(s, &g, budget);
    const uint64_t visits = found.moves[0].visits;
    assert_int_equal(found.length > 1, rows[i / 2].open);
    assert_int_equal(found.proof, TES_UNPROVEN);
    assert_int_equal(tes_search_play(s, found.best, &g.work), TES_OK);
    tes_apply(g.rules, g.state, found.best, &g.work);
    found = run_search(s, &g, budget);
    assert_int_equal(found.kept, rows[i / 2].open ? visits : 0);
    tes_search_free(s);
  }
  close_game(&g);
}

/* ---- the tree that is kept ---- */

static void tree_is_kept(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_search *s = new_search(&g, (tes_search_options){.memory = 1 << 22});
  const tes_budget budget = {.iterations = 3000};
  for (int i = 0; i < 8 && !g.state->over; i++) {
    const tes_found found = run_search(s, &g, budget);
    const uint64_t visits = found.moves[0].visits;
    const tes_move best = found.best;
    assert_int_equal(tes_search_play(s, best, &g.work), TES_OK);
    tes_apply(g.rules, g.state, best, &g.work);
    if (g.state->over) break;
    const tes_found next = run_search(s, &g, budget);
    assert_int_equal(next.kept, visits);
    uint64_t sum = 0;
    for (size_t k = 0; k < next.count; k++) sum += next.moves[k].visits;
    if (next.proof == TES_UNPROVEN) {
      assert_true(sum <= next.kept + next.iterations);
      assert_true(sum + 64 >= next.kept + next.iterations);
    }
  }
  tes_search_free(s);
  close_game(&g);
}

/* Every move once, whatever of them had a child before. */
static void all_moves_are_told(void **state) {
  (void)state;
  game g = open_named("blokus", "variant=duo");
  tes_search *s = new_search(&g, (tes_search_options){.memory = 1 << 22});
  for (int i = 0; i < 8; i++) {
    const tes_found found =
        run_search(s, &g, (tes_budget){.iterations = i % 2 == 0 ? 50 : 350});
    tes_list list;
    tes_list_init(&list, NULL);
    assert_int_equal(tes_moves(g.rules, g.state, &list, &g.work), TES_OK);
    assert_int_equal(found.count, list.count);
    assert_true(i == 0 || found.kept > 0);
    for (size_t k = 0; k < list.count; k++) {
      size_t times = 0;
      for (size_t m = 0; m < found.count; m++) {
        times += found.moves[m].move == list.moves[k];
      }
      assert_int_equal(times, 1);
    }
    tes_list_free(&list);
    tes_search_play(s, found.best, &g.work);
    tes_apply(g.rules, g.state, found.best, &g.work);
  }
  tes_search_free(s);
  close_game(&g);
}

/* A search with little memory forgets what it visited least, and judges like
 * one with much. (If it made no children any more, moves would seem better the
 * less they have been answered.) */
static void full_tree_still_judges(void **state) {
  (void)state;
  static const char *const moves[] = {
      "e9,f9,d10,e10,e11", "i4,h5,i5,j5,h6",      "a9,b9,c9,b10,b11",
      "f7,g7,g8,h8,h9",    "g10,h10,i10,g11,i11", "d7,d8,e8,d9",
      "k7,l7,j8,k8,j9",    "c10,c11,c12,d12",     "l3,l4,l5,m5,m6",
      "k1,l1,k2,j3,k3",    "f12,e13,f13,e14,f14",
  };
  game g = open_named("blokus", "variant=duo");
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    assert_int_equal(tes_play_text(g.rules, g.state, moves[i], &g.work),
                     TES_OK);
  }
  tes_found found[2];
  for (int i = 0; i < 2; i++) {
    tes_search *s = new_search(
        &g, (tes_search_options){.margin = 0.8, .memory = 1 << (20 + 8 * i)});
    found[i] = run_search(s, &g, (tes_budget){.iterations = 50000});
    assert_int_equal(found[i].full, i == 0);
    tes_search_free(s);
  }
  assert_int_equal(found[0].best, found[1].best);
  assert_true(fabs(found[0].value - found[1].value) < 0.02);
  close_game(&g);
}

/* The same position on another way is another root: its history differs. */
static void other_history_is_not_kept(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_search *s = new_search(&g, (tes_search_options){0});
  const tes_budget budget = {.iterations = 500};
  assert_int_equal(tes_play_text(g.rules, g.state, "a1", &g.work), TES_OK);
  run_search(s, &g, budget);
  tes_start(g.rules, g.state, 0, &g.work);
  assert_int_equal(tes_play_text(g.rules, g.state, "a2", &g.work), TES_OK);
  assert_int_equal(run_search(s, &g, budget).kept, 0);
  assert_int_equal(run_search(s, &g, budget).kept, 500);
  tes_search_clear(s);
  assert_int_equal(run_search(s, &g, budget).kept, 0);
  tes_search_free(s);
  close_game(&g);
}

/* ---- the choice that is settled ---- */

/* A multiple: the last glance comes when all iterations are done. */
enum { GLANCES = 64, WHOLE = 24 * GLANCES };

static tes_found search_after(game *g, tes_search *s, uint64_t before,
                              tes_budget budget) {
  tes_search_clear(s);
  if (before > 0) run_search(s, g, (tes_budget){.iterations = before});
  return run_search(s, g, budget);
}

/* By how many visits the best is ahead of each of the others. */
static int64_t ahead(const tes_found *found) {
  int64_t least = INT64_MAX;
  for (size_t i = 1; i < found->count; i++) {
    const tes_seen *seen = &found->moves[i];
    const int64_t by = (int64_t)(found->moves[0].visits - seen->visits);
    if (by < least) least = by;
  }
  return least;
}

static bool is_lost(const tes_found *found, tes_move move) {
  bool lost = false;
  for (size_t i = 0; i < found->count; i++) {
    const tes_seen *seen = &found->moves[i];
    lost |= seen->move == move && seen->proof == TES_LOSS;
  }
  return lost;
}

/* It ends as soon as nothing else can be chosen, at the first glance: no
 * sooner, no later. Without a proof the whole search chooses the same. */
static bool check_settled(game *g, tes_search *s, uint64_t before) {
  tes_budget budget = {.iterations = WHOLE, .settle = true, .seed = 5};
  const tes_found found = search_after(g, s, before, budget);
  const int64_t end = (int64_t)found.iterations;
  if (found.proof != TES_UNPROVEN) {
    assert_false(found.settled);
    return false;
  }
  assert_int_equal(found.settled, end < WHOLE);
  assert_int_equal(found.kept, before);
  if (!found.settled || found.count < 2) return false;
  assert_int_equal(end % GLANCES, 0);
  assert_true(ahead(&found) > WHOLE - end);
  assert_true(found.moves[0].proof != TES_LOSS || g->rules->seats > 2);
  budget.settle = false;
  tes_found other = search_after(g, s, before, budget);
  assert_false(other.settled);
  if (other.proof == TES_UNPROVEN) {
    assert_int_equal(other.iterations, WHOLE);
    if (!is_lost(&other, found.best) || g->rules->seats > 2) {
      assert_int_equal(other.best, found.best);
    }
  }
  if (end == GLANCES) return true;
  budget.iterations = (uint64_t)(end - GLANCES);
  other = search_after(g, s, before, budget);
  assert_true(ahead(&other) <= WHOLE - (end - GLANCES));
  return true;
}

/* So many random plies, or to so many before the end of a random game. */
static void random_position(game *g, uint64_t seed, int plies, int back) {
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  tes_start(g->rules, g->state, seed, &g->work);
  random_plies(g, &rng, back > 0 ? INT_MAX : plies);
  if (back == 0 || (int)g->state->ply <= back) return;
  random_position(g, seed, (int)g->state->ply - back, 0);
}

/* Of the moves of a position: how many win at once for who makes them, and how
 * many lose. */
static void count_ends(game *g, int *wins, int *losses) {
  const int seat = g->state->seat;
  tes_list *list = &g->work.list;
  tes_state *next = tes_state_new(g->rules);
  list->count = 0;
  *wins = *losses = 0;
  assert_int_equal(tes_moves(g->rules, g->state, list, &g->work), TES_OK);
  for (size_t i = 0; i < list->count; i++) {
    tes_result result;
    tes_copy(g->rules, next, g->state);
    tes_apply(g->rules, next, list->moves[i], &g->work);
    if (!next->over) continue;
    tes_result_of(g->rules, next, &result, &g->work);
    *wins += result.place[seat - 1] < result.place[2 - seat];
    *losses += result.place[seat - 1] > result.place[2 - seat];
  }
  tes_state_free(g->rules, next);
}

/* One iteration is enough to win at once, and not to lose at once. */
static void ends_come_first(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_search *s = new_search(&g, (tes_search_options){.memory = 1 << 20});
  int won = 0, saved = 0;
  for (uint64_t i = 0; i < 400; i++) {
    int wins, losses;
    random_position(&g, i, 0, 1 + (int)i % 3);
    if (g.state->over || !my_share()) continue;
    count_ends(&g, &wins, &losses);
    const tes_budget budget = {.iterations = 1, .seed = i};
    tes_search_clear(s);
    const tes_found found = run_search(s, &g, budget);
    if (wins > 0) assert_int_equal(found.proof, TES_WIN);
    if (found.proof == TES_WIN) assert_true(wins > 0);
    tes_apply(g.rules, g.state, found.best, &g.work);
    assert_int_equal(g.state->over != 0, wins > 0);
    won += wins > 0;
    saved += wins == 0 && losses > 0;
  }
  assert_true(SLOW || (won > 8 && saved > 8));
  tes_search_free(s);
  close_game(&g);
}

static int count_settled(const char *name, const char *setting, double margin,
                         int back) {
  game g = open_named(name, setting);
  tes_search *s =
      new_search(&g, (tes_search_options){.memory = 1 << 24, .margin = margin});
  const bool keeps = !tes_hides(g.rules); /* the tree */
  int count = 0;
  for (int i = 0; i < 40; i++) {
    if (!my_share()) continue;
    random_position(&g, (uint64_t)i, i, back + (back > 0 ? i % 7 : 0));
    if (g.state->over) continue;
    count += check_settled(&g, s, keeps ? 200 * (uint64_t)(i % 3) : 0);
  }
  tes_search_free(s);
  close_game(&g);
  return count;
}

static void settles(void **state) {
  (void)state;
  const int few = SLOW ? 1 : 3, many = SLOW ? 1 : 10;
  assert_true(count_settled("blokus", "players=2", 0.8, 0) >= many);
  assert_true(count_settled("blokus", "variant=duo", 0.8, 0) >= many);
  assert_true(count_settled("mixtour", NULL, 0, 0) >= many);
  assert_true(count_settled("losetas", NULL, 1, 0) >= few);
  assert_true(count_settled("qwirkle", NULL, 1, 0) >= many);
}

/* With three seats and more that another one wins by a move is no reason
 * against it: it may be chosen. */
static void settles_among_many(void **state) {
  (void)state;
  const int few = SLOW ? 0 : 5;
  assert_true(count_settled("blokus", "players=3", 0.8, 4) >= few);
  assert_true(count_settled("blokus", "players=4", 0.8, 4) >= few);
}

/* With three seats and more: what wins for certain is worth 1 and is played;
 * else what was visited most, whoever wins by it, as the line has it. How many
 * of the moves that are played are known to lose. */
static int played_though_lost(const char *setting) {
  game g = open_named("blokus", setting);
  tes_search *s = new_search(&g, (tes_search_options){.margin = 0.8});
  int lost = 0;
  for (int i = 0; i < 60; i++) {
    if (!my_share()) continue;
    random_position(&g, (uint64_t)i, i, 3 + i % 9);
    if (g.state->over) continue;
    tes_search_clear(s);
    const tes_found found =
        run_search(s, &g, (tes_budget){.iterations = 600, .seed = 5});
    const tes_seen *best = &found.moves[0];
    assert_int_equal(found.line[0], best->move);
    assert_true(best->proof != TES_WIN || best->value == 1);
    for (size_t k = 1; k < found.count; k++) {
      assert_true(best->proof == TES_WIN ||
                  best->visits >= found.moves[k].visits);
      assert_true(found.moves[k].proof != TES_WIN || found.moves[k].value == 1);
    }
    lost += best->proof == TES_LOSS;
  }
  tes_search_free(s);
  close_game(&g);
  return lost;
}

static void loses_well_among_many(void **state) {
  (void)state;
  const int few = SLOW ? 0 : 3;
  assert_true(played_though_lost("players=3") >= few);
  assert_true(played_though_lost("players=4") >= few);
}

/* A depth, or no number of seconds, says nothing of how long a tree search is:
 * then it has the usual length. */
static void every_budget_ends(void **state) {
  (void)state;
  game g = open_named("losetas", NULL);
  const tes_budget budgets[] = {
      {.depth = 2}, {.seconds = (double)NAN}, {.seconds = -1}};
  for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
    tes_search *s = new_search(&g, (tes_search_options){0});
    assert_int_equal(run_search(s, &g, budgets[i]).iterations, 1000);
    tes_search_free(s);
  }
  close_game(&g);
}

/* By the clock alone nothing is, nor is it where nobody asks. */
static void settles_by_iterations(void **state) {
  (void)state;
  game g = open_named("blokus", "variant=duo");
  tes_search *s = new_search(&g, (tes_search_options){.margin = 0.8});
  tes_found found =
      run_search(s, &g, (tes_budget){.seconds = 0.02, .settle = true});
  assert_false(found.settled);
  assert_true(found.seconds >= 0.02);
  tes_search_clear(s);
  found = run_search(s, &g, (tes_budget){.iterations = WHOLE});
  assert_false(found.settled);
  assert_int_equal(found.iterations, WHOLE);
  tes_search_free(s);
  close_game(&g);
}

/* ---- memory, time, interruption ---- */

typedef struct meter {
  size_t used, most;
  long left; /* allocations before one fails; negative: none fails */
} meter;

static void *metered(void *user, void *block, size_t old_size,
                     size_t new_size) {
  meter *m = user;
  if (new_size > 0 && m->left == 0) return NULL;
  if (new_size > 0 && m->left > 0) m->left--;
  m->used += new_size - old_size;
  if (m->used > m->most) m->most = m->used;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

/* White is ahead, and it takes long to prove it. */
#define AHEAD "5/2,rrw,1,rwr/3,rrw,1/2,r,2/1,ww,2,r w 0:0 c2"

static void memory_is_bounded(void **state) {
  (void)state;
  meter m = {.left = -1};
  const tes_alloc alloc = {metered, &m};
  for (int i = 0; i < 3; i++) {
    const tes_method method = i == 0 ? TES_MCTS : TES_ALPHABETA;
    game g = open_game(tes_game_find("mixtour"), NULL, &alloc);
    assert_int_equal(tes_load(g.rules, g.state, AHEAD, 0, &g.work), TES_OK);
    const size_t before = m.used;
    const tes_search_options options = {
        .method = method, .memory = 1 << 20, .reductions = i == 2};
    tes_search *s = new_search(&g, options);
    m.most = 0;
    const tes_found found =
        run_search(s, &g, (tes_budget){.iterations = 60000});
    assert_true(m.most - before < (1 << 20) + (1 << 18));
    assert_true(found.memory <= 1 << 20);
    assert_true(method == TES_ALPHABETA || found.full);
    assert_int_equal(found.iterations, 60000);
    tes_search_free(s);
    close_game(&g);
    assert_int_equal(m.used, 0);
  }
}

static void run_short(const char *name, tes_search_options options, meter *m,
                      const tes_alloc *alloc, long fail_at, bool *done) {
  m->left = -1;
  game g = open_game(tes_game_find(name), NULL, alloc);
  if (options.reductions) tes_load(g.rules, g.state, AHEAD, 0, &g.work);
  tes_found found;
  tes_error error;
  m->left = fail_at;
  tes_search *s = tes_search_new(g.rules, &options, &error);
  if (s == NULL) {
    assert_string_equal(error.text, "out of memory");
  } else {
    const tes_budget budget = {.iterations = options.reductions ? 20000 : 3000};
    const int status = tes_search_run(s, g.state, budget, &found, &g.work);
    if (status != TES_OK) assert_int_equal(status, TES_ENOMEM);
    tes_search_play(s, found.best, &g.work);
  }
  *done = m->left > 0;
  m->left = -1;
  tes_search_free(s);
  close_game(&g);
  assert_int_equal(m->used, 0);
}

static void memory_runs_out(void **state) {
  (void)state;
  static const char *const names[] = {"mixtour", "losetas", "qwirkle"};
  meter m = {.left = -1};
  const tes_alloc alloc = {metered, &m};
  for (int i = 0; i < 7; i++) {
    if (i == 5) continue; /* Qwirkle hides things */
    const tes_search_options options = {
        .method = i >= 3 ? TES_ALPHABETA : TES_MCTS,
        .memory = 1 << 18,
        .reductions = i == 6};
    bool done = false;
    for (long at = 0; !done; at++) {
      run_short(names[i % 3], options, &m, &alloc, at, &done);
    }
  }
}

static void stops_at_once(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  const volatile int stop = 1;
  for (int method = TES_MCTS; method <= TES_ALPHABETA; method++) {
    tes_search *s =
        new_search(&g, (tes_search_options){.method = (tes_method)method});
    tes_found found;
    g.work.stop = &stop;
    assert_int_equal(tes_search_run(s, g.state, (tes_budget){.seconds = 1e6},
                                    &found, &g.work),
                     TES_ESTOPPED);
    assert_true(found.iterations <= 1);
    g.work.stop = NULL;
    run_search(s, &g, (tes_budget){.iterations = 2000});
    tes_search_free(s);
  }
  close_game(&g);
}

static void keeps_to_the_clock(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  for (int method = TES_MCTS; method <= TES_ALPHABETA; method++) {
    tes_search *s =
        new_search(&g, (tes_search_options){.method = (tes_method)method});
    const tes_found found = run_search(s, &g, (tes_budget){.seconds = 0.05});
    assert_true(found.seconds >= 0.05 && found.seconds < 60);
    tes_search_free(s);
  }
  close_game(&g);
}

/* ---- how it goes ---- */

/* What is wanted of a search while it is told how it goes. */
typedef struct listener {
  const game *g;
  int told, patience; /* so many times it is content with that */
  int answer;         /* and then it says so */
  uint64_t iterations;
} listener;

static int listen_to(void *user, const tes_found *found, tes_work *work) {
  listener *l = user;
  assert_true(found->iterations > l->iterations);
  assert_true(found->seconds > 0 && found->count > 0);
  assert_true(found->length > 0 && found->line[0] == found->best);
  assert_true(found->moves[0].move == found->best);
  assert_true(found->value >= 0 && found->value <= 1);
  assert_true(tes_legal(l->g->rules, l->g->state, found->best, work));
  l->iterations = found->iterations;
  if (++l->told < l->patience) return TES_OK;
  return l->answer == TES_ESTOPPED
             ? TES_ESTOPPED
             : tes_fail(&work->error, l->answer, "no more of this");
}

/* Runs until the listener has enough. */
static void listens(const char *name, tes_method method) {
  game g = open_named(name, NULL);
  tes_search *s = new_search(&g, (tes_search_options){.method = method});
  for (int round = 0; round < 2; round++) {
    listener l = {
        .g = &g, .patience = 2, .answer = round ? TES_EGAME : TES_ESTOPPED};
    tes_found found;
    const tes_budget budget = {
        .seconds = round ? 0 : 1e6,
        .iterations = round ? UINT64_MAX : 0,
        .progress = listen_to,
        .user = &l,
    };
    const int status = tes_search_run(s, g.state, budget, &found, &g.work);
    assert_int_equal(status, l.answer);
    assert_int_equal(l.told, 2);
    assert_int_equal(found.stopped, round == 0);
    assert_true(found.best != 0 && found.iterations >= l.iterations);
    if (round == 1) assert_string_equal(g.work.error.text, "no more of this");
  }
  tes_search_free(s);
  close_game(&g);
}

static void tells_how_it_goes(void **state) {
  (void)state;
  listens("mixtour", TES_MCTS);
  listens("mixtour", TES_ALPHABETA);
  listens("qwirkle", TES_MCTS);
}

/* What is found is the same, whether or not somebody listens. */
static int listen_only(void *user, const tes_found *found, tes_work *work) {
  (void)found, (void)work;
  ++*(int *)user;
  return TES_OK;
}

static void found_the_same(const char *name, tes_method method) {
  game g = open_named(name, NULL);
  int told = 0;
  uint64_t iterations = 20000;
  do {
    tes_found found[2];
    uint64_t visits[2];
    for (int i = 0; i < 2; i++) {
      tes_search *s = new_search(&g, (tes_search_options){.method = method});
      const tes_budget budget = {.iterations = iterations,
                                 .seed = 3,
                                 .progress = i ? listen_only : NULL,
                                 .user = &told};
      found[i] = run_search(s, &g, budget);
      visits[i] = found[i].moves[0].visits;
      tes_search_free(s);
    }
    assert_true(found[0].best == found[1].best);
    assert_true(found[0].iterations == found[1].iterations);
    assert_true(visits[0] == visits[1]);
    assert_true(!(found[0].value < found[1].value) &&
                !(found[0].value > found[1].value));
    iterations *= 4;
  } while (told == 0); /* it took less than a tenth of a second */
  close_game(&g);
}

static void listening_changes_nothing(void **state) {
  (void)state;
  found_the_same("mixtour", TES_ALPHABETA);
  found_the_same("mixtour", TES_MCTS);
  found_the_same("qwirkle", TES_MCTS);
}

/* ---- hooks ---- */

typedef struct opinions {
  const tes_rules *rules;
  tes_move favourite;
  int asked;
} opinions;

static int halves(void *user, const tes_state *state, double *value,
                  tes_work *work) {
  opinions *o = user;
  (void)state, (void)work;
  o->asked++;
  for (int i = 0; i < o->rules->seats; i++) value[i] = 0.5;
  return TES_OK;
}

static int favours(void *user, const tes_state *state, const tes_list *moves,
                   double *weight, tes_work *work) {
  const opinions *o = user;
  (void)state, (void)work;
  for (size_t i = 0; i < moves->count; i++) {
    weight[i] = moves->moves[i] == o->favourite ? 50 : 1;
  }
  return TES_OK;
}

/* The first to move has the better chances, whatever is played. */
static int nine_of_ten(void *user, const tes_state *state, double *value,
                       tes_work *work) {
  (void)user, (void)state, (void)work;
  value[0] = 0.9;
  value[1] = 0.1;
  return TES_OK;
}

/* The first to move wins 99 of 100, by chance. */
static int nearly_always(void *user, const tes_state *state, double *value,
                         tes_work *work) {
  (void)state, (void)work;
  value[0] = tes_below(user, 100) > 0;
  value[1] = 1 - value[0];
  return TES_OK;
}

/* One move at the start. */
static int one_at_first(void *user, const tes_state *state,
                        const tes_list *moves, double *weight, tes_work *work) {
  (void)user, (void)work;
  for (size_t i = 0; i < moves->count; i++) {
    weight[i] = state->ply == 0 && i > 0 ? 1e-9 : 1;
  }
  return TES_OK;
}

/* Means are as true after a million iterations, near 1 too. */
static void means_do_not_drift(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  tes_rng rng;
  tes_rng_seed(&rng, 7);
  tes_search *s =
      new_search(&g, (tes_search_options){.memory = 1 << 16,
                                          .hooks = {.evaluate = nearly_always,
                                                    .prior = one_at_first,
                                                    .user = &rng}});
  const tes_found found =
      run_search(s, &g, (tes_budget){.iterations = SLOW ? 600000 : 2000000});
  assert_true(found.moves[0].visits > found.iterations / 10 * 9);
  assert_true(fabs(found.values[0] - 0.99) < 0.001);
  assert_true(fabs(found.value - found.values[0]) < 0.0005);
  tes_search_free(s);
  close_game(&g);
}

static int refuses(void *user, const tes_state *state, double *value,
                   tes_work *work) {
  (void)user, (void)state, (void)value;
  return tes_fail(&work->error, TES_EGAME, "no opinion");
}

static void hooks_are_asked(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  opinions o = {.rules = g.rules};
  o.favourite = tes_parse(g.rules, g.state, "d2", &g.work);
  for (int method = TES_MCTS; method <= TES_ALPHABETA; method++) {
    tes_search_options options = {
        .method = (tes_method)method,
        .hooks = {.evaluate = halves, .prior = favours, .user = &o}};
    o.asked = 0;
    tes_search *s = new_search(&g, options);
    const tes_found found = run_search(s, &g, (tes_budget){.iterations = 200});
    assert_true(o.asked > 50);
    assert_true(found.value == 0.5);
    if (method == TES_MCTS) assert_true(found.best == o.favourite);
    tes_search_free(s);
    options.hooks.evaluate = refuses;
    s = new_search(&g, options);
    tes_found none;
    assert_int_equal(tes_search_run(s, g.state, (tes_budget){.iterations = 9},
                                    &none, &g.work),
                     TES_EGAME);
    assert_string_equal(g.work.error.text, "no opinion");
    tes_search_free(s);
  }
  close_game(&g);
}

/* At first the favourite has a small weight, later none. */
static int overlooks(void *user, const tes_state *state, const tes_list *moves,
                     double *weight, tes_work *work) {
  const opinions *o = user;
  (void)work;
  for (size_t i = 0; i < moves->count; i++) {
    weight[i] = moves->moves[i] != o->favourite ? 1
                : state->ply == 0               ? 0.03
                                                : 1e-30;
  }
  return TES_OK;
}

/* The favourite is a good move: it is no longer legal once it was played. */
static int knows_favourite(void *user, const tes_state *state, double *value,
                           tes_work *work) {
  const opinions *o = user;
  const bool is_played = !tes_legal(o->rules, state, o->favourite, work);
  value[0] = is_played ? 0.9 : 0.5;
  value[1] = 1 - value[0];
  return TES_OK;
}

static void overlooked_moves_are_tried(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  opinions o = {.rules = g.rules};
  o.favourite = tes_parse(g.rules, g.state, "d2", &g.work);
  tes_search *s =
      new_search(&g, (tes_search_options){.hooks = {.evaluate = knows_favourite,
                                                    .prior = overlooks,
                                                    .user = &o}});
  tes_found found = run_search(s, &g, (tes_budget){.iterations = 2000});
  assert_true(found.best != o.favourite);
  found = run_search(s, &g, (tes_budget){.iterations = 10000});
  assert_true(found.best == o.favourite);
  tes_search_free(s);
  close_game(&g);
}

static void leads_have_values(void **state) {
  const double score[] = {5, 3, 1e12};
  int lead[3];
  (void)state;
  assert_true(tes_lead(score, 1, 0) == 5);
  assert_true(tes_lead(score, 2, 0) == 2);
  assert_true(tes_lead(score, 2, 1) == -2);
  tes_leads(score, 2, 4, lead);
  assert_int_equal(lead[0], 500);
  assert_int_equal(lead[1], -500);
  tes_leads(score, 3, 4, lead);
  assert_true(lead[2] > 1000000 && lead[2] < INT_MAX && lead[0] == -lead[2]);
  assert_true(tes_lead_value(0) == 0.5);
  assert_true(tes_lead_value(1000) == 0.75);
  assert_true(tes_lead_value(-1000) == 0.25);
}

/* Both searches report the value that the hook gives. */
static void values_of_hooks_are_reported(void **state) {
  (void)state;
  game g = open_named("mixtour", NULL);
  for (int method = TES_MCTS; method <= TES_ALPHABETA; method++) {
    tes_search *s = new_search(
        &g, (tes_search_options){.method = (tes_method)method,
                                 .hooks = {.evaluate = nine_of_ten}});
    const tes_found found = run_search(s, &g, (tes_budget){.iterations = 200});
    assert_true(fabs(found.value - 0.9) < 0.0001);
    tes_search_free(s);
  }
  close_game(&g);
}

/* Weights for the first moves of a list only. */
static int three_only(void *user, const tes_state *state, const tes_list *moves,
                      double *weight, tes_work *work) {
  (void)user, (void)state, (void)work;
  for (size_t i = 0; i < moves->count; i++) weight[i] = i < 3;
  return TES_OK;
}

static void no_weight_is_not_looked_at(void **state) {
  (void)state;
  game g = open_named("qwirkle", NULL);
  tes_rng rng;
  tes_rng_seed(&rng, 3);
  random_plies(&g, &rng, 1);
  tes_search *s =
      new_search(&g, (tes_search_options){.hooks = {.prior = three_only}});
  const tes_found found = run_search(s, &g, (tes_budget){.iterations = 100});
  assert_int_equal(found.count, 3);
  g.work.list.count = 0;
  tes_moves(g.rules, g.state, &g.work.list, &g.work);
  assert_true(g.work.list.count > 3);
  for (size_t i = 0; i < 3; i++) {
    assert_true(found.moves[i].visits > 0);
    const tes_move listed = g.work.list.moves[i];
    assert_true(found.moves[0].move == listed ||
                found.moves[1].move == listed || found.moves[2].move == listed);
  }
  tes_search_free(s);
  close_game(&g);
}

/* ---- what cannot be searched ---- */

static void refusals(void **state) {
  (void)state;
  static const char *const three = "players=3";
  tes_error error;
  game q = open_named("qwirkle", NULL), b = open_named("blokus", three);
  const tes_search_options alphabeta = {.method = TES_ALPHABETA};
  assert_null(tes_search_new(q.rules, &alphabeta, &error));
  assert_null(tes_search_new(b.rules, &alphabeta, &error));
  assert_non_null(strstr(error.text, "two seats"));
  const tes_search_options wide = {.margin = 1.5};
  assert_null(tes_search_new(b.rules, &wide, &error));
  close_game(&q);
  close_game(&b);
}

/* Random games of the toy, three seats with hidden hands, by searches. */
static void toy_is_played(void **state) {
  (void)state;
  game g = open_game(&toy_game, "seats=3", NULL);
  tes_search *s = new_search(&g, (tes_search_options){0});
  for (uint64_t i = 0; !g.state->over; i++) {
    const tes_budget budget = {.iterations = 60, .seed = i};
    tes_apply(g.rules, g.state, run_search(s, &g, budget).best, &g.work);
  }
  tes_found found;
  assert_int_equal(tes_search_run(s, g.state, (tes_budget){0}, &found, &g.work),
                   TES_EARG);
  tes_search_free(s);
  close_game(&g);
}

/* An argument names the tests to run, * stands for any letters. */
int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(logs),
      cmocka_unit_test(forced_wins),
      cmocka_unit_test(proofs),
      cmocka_unit_test(reduced_proofs),
      cmocka_unit_test(long_proofs_win),
      cmocka_unit_test(proofs_are_of_one_seat),
      cmocka_unit_test(proofs_ask_for_the_past),
      cmocka_unit_test(hunted_proofs),
      cmocka_unit_test(tree_proofs),
      cmocka_unit_test(ends_come_first),
      cmocka_unit_test(hidden_stays_hidden),
      cmocka_unit_test(nothing_is_hidden_any_more),
      cmocka_unit_test(tree_is_kept),
      cmocka_unit_test(all_moves_are_told),
      cmocka_unit_test(full_tree_still_judges),
      cmocka_unit_test(other_history_is_not_kept),
      cmocka_unit_test(settles),
      cmocka_unit_test(settles_among_many),
      cmocka_unit_test(loses_well_among_many),
      cmocka_unit_test(every_budget_ends),
      cmocka_unit_test(settles_by_iterations),
      cmocka_unit_test(memory_is_bounded),
      cmocka_unit_test(memory_runs_out),
      cmocka_unit_test(stops_at_once),
      cmocka_unit_test(keeps_to_the_clock),
      cmocka_unit_test(tells_how_it_goes),
      cmocka_unit_test(listening_changes_nothing),
      cmocka_unit_test(hooks_are_asked),
      cmocka_unit_test(overlooked_moves_are_tried),
      cmocka_unit_test(values_of_hooks_are_reported),
      cmocka_unit_test(leads_have_values),
      cmocka_unit_test(means_do_not_drift),
      cmocka_unit_test(no_weight_is_not_looked_at),
      cmocka_unit_test(refusals),
      cmocka_unit_test(toy_is_played),
  };
  if (count > 1) cmocka_set_test_filter(arguments[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
