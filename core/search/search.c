/* search.c: the interface, which makes searchers, runs them, and follows the
 * moves of a game. */
#include <string.h>

#include "../tesela_bits.h"
#include "searcher.h"

enum {
  ITERATIONS = 1000, /* if there is no limit */
  DEALS = 32         /* deals to find out whether anything is hidden */
};

/* ---- making a searcher ---- */

static int check_search_options(const tes_rules *rules,
                                const tes_search_options *options,
                                tes_error *error) {
  if (options->method == TES_ALPHABETA &&
      (rules->seats != 2 || tes_hides(rules))) {
    return tes_fail(error, TES_EARG,
                    "alphabeta: expected a game for two seats in which "
                    "nothing is hidden or left to chance");
  }
  if (!(options->margin >= 0 && options->margin <= 1) ||
      !(options->exploration >= 0 && options->exploration < 1e6)) {
    return tes_fail(
        error, TES_EARG,
        "search: expected margin in 0..1 and exploration 0 or more");
  }
  return TES_OK;
}

static int make_tables(tes_search *s) {
  const size_t memory = s->options.memory;
  const size_t part = s->options.reductions ? memory / PROOFS : 0;
  const int status = table_init(s->table, s->rules, memory - part);
  if (status != TES_OK || !s->options.reductions) return status;
  return table_init(&s->proofs, s->rules, part);
}

static int make_parts(tes_search *s) {
  s->tree = &s->own_tree;
  s->table = &s->own_table;
  if (scratch_make(s) != TES_OK) return TES_ENOMEM;
  if (s->options.method == TES_ALPHABETA) {
    return make_tables(s);
  }
  tree_init(s->tree, s->rules->alloc, s->options.memory);
  search_fill_logs(s->log);
  return TES_OK;
}

size_t tes_search_memory(tes_method method) {
  return (size_t)(method == TES_MCTS ? 256 : 32) << 20;
}

tes_search *tes_search_new(const tes_rules *rules,
                           const tes_search_options *options,
                           tes_error *error) {
  if (check_search_options(rules, options, error) != TES_OK) return NULL;
  tes_search *s = tes_resize(rules->alloc, NULL, 0, sizeof *s);
  if (s != NULL) {
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->options = *options;
    if (s->options.memory == 0) {
      s->options.memory = tes_search_memory(options->method);
    }
    if (options->weights == NULL) s->options.weights = rules->weights;
    if (rules->seats == 1) s->options.margin = 1;
    if (make_parts(s) == TES_OK) return s;
    tes_search_free(s);
  }
  tes_no_memory(error);
  return NULL;
}

void tes_search_free(tes_search *s) {
  if (s == NULL) return;
  team_free(s);
  scratch_free(s);
  tree_free(&s->own_tree);
  if (s->own_table.rules != NULL) table_free(&s->own_table);
  if (s->proofs.rules != NULL) table_free(&s->proofs);
  tes_resize(s->rules->alloc, s, sizeof *s, 0);
}

void tes_search_clear(tes_search *s) {
  s->rooted = false;
  if (s->options.method == TES_ALPHABETA) table_clear(s->table);
  if (s->proofs.rules != NULL) table_clear(&s->proofs);
}

/* ---- from move to move ---- */

/* The visited child of the root for a move, or 0. */
static uint32_t child_of(const tree *t, tes_move move) {
  children all = tree_children(t, 0);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    if (t->move[i] == move && t->visits[i] > 0) return i;
  }
  return 0;
}

int tes_search_play(tes_search *s, tes_move move, tes_work *work) {
  const bool keeps = s->options.method == TES_MCTS && !s->hidden;
  if (!s->rooted || !keeps) return TES_OK;
  const uint32_t child = child_of(s->tree, move);
  s->rooted = false;
  if (child == 0) return TES_OK;
  const int status = tes_apply(s->rules, s->root, move, work);
  if (status != TES_OK) return status;
  s->rooted = tree_descend(s->tree, child) == TES_OK;
  return TES_OK;
}

/* Is anything hidden from the seat to move, or still to be drawn? If DEALS
 * deals are all the same, as they may be near the end of a game, the game is
 * taken to be open from here on. Leaves one deal in `now`. */
static int look_for_secrets(tes_search *s, const tes_state *state,
                            tes_work *work) {
  tes_rng rng;
  tes_rng_seed(&rng, s->budget.seed);
  s->hidden = false;
  tes_copy(s->rules, s->now, state);
  if (!tes_hides(s->rules)) return TES_OK;
  int status = tes_view(s->rules, s->now, state->seat, &rng, work);
  for (int i = 1; i < DEALS && status == TES_OK && !s->hidden; i++) {
    tes_copy(s->rules, s->root, s->now);
    status = tes_view(s->rules, s->root, state->seat, &rng, work);
    s->hidden = memcmp(s->root, s->now, s->rules->state_size) != 0;
  }
  return status;
}

/* The old tree is used if its root has the same bytes, including the history.
 * Hidden information is dealt again, with the current knowledge. */
static int begin_tree(tes_search *s, const tes_state *state, tes_work *work) {
  if (s->rooted && !s->hidden &&
      memcmp(s->root, state, s->rules->state_size) == 0) {
    return TES_OK;
  }
  s->rooted = false;
  int status = look_for_secrets(s, state, work);
  if (status != TES_OK) return status;
  tes_copy(s->rules, s->root, s->hidden ? state : s->now);
  if (tree_clear(s->tree) != TES_OK) return TES_ENOMEM;
  status = search_measure(s, work);
  s->rooted = status == TES_OK;
  return status;
}

/* ---- one run ---- */

static int begin(tes_search *s, const tes_state *state, tes_budget budget,
                 tes_work *work) {
  if (state->over) {
    return tes_fail(&work->error, TES_EARG, "search: the game is over");
  }
  const bool deep = s->options.method == TES_ALPHABETA && budget.depth > 0;
  if (budget.iterations == 0 && !(budget.seconds > 0) && !deep) {
    budget.iterations = ITERATIONS;
  }
  s->budget = budget;
  s->begin = s->looked = search_clock();
  search_plan_news(s);
  s->done = s->helped = s->look = 0;
  s->share = budget.iterations;
  s->slice = 1;
  s->length = 0;
  s->ends = 0;
  s->deepest = 0;
  memset(s->values, 0, sizeof s->values);
  memset(s->leads, 0, sizeof s->leads);
  s->seen_count = 0;
  tes_rng_seed(&s->rng, budget.seed);
  s->threads = 1;
  if (s->options.method == TES_MCTS) return begin_tree(s, state, work);
  tes_copy(s->rules, s->root, state);
  return TES_OK;
}

/* The budget ended before anything was known: any move will do. There is no
 * move only if functions in Lua give changing answers. */
static int make_do(tes_search *s, tes_found *found, tes_work *work) {
  if (s->seen_count == 0) return moves_none(s->rules, TES_EGAME, work);
  found->best = s->line[0] = s->seen[0].move;
  found->value = s->seen[0].value;
  found->length = 1;
  return TES_OK;
}

int tes_search_run(tes_search *s, const tes_state *state, tes_budget budget,
                   tes_found *found, tes_work *work) {
  *found = (tes_found){0};
  int status = begin(s, state, budget, work);
  if (status == TES_OK) {
    status = s->options.method == TES_MCTS ? mcts_run(s, found, work)
                                           : alphabeta_run(s, found, work);
    search_sort(s);
    search_report(s, found);
  }
  if (status == TES_ENOMEM) return tes_no_memory(&work->error);
  if (status == TES_OK && tes_stopped(work)) status = TES_ESTOPPED;
  found->stopped = status == TES_ESTOPPED;
  if (status == TES_OK && found->best == 0) {
    return make_do(s, found, work);
  }
  return status;
}
