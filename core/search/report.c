/* report.c: what the tree of Monte Carlo search says of its root.
 *
 * It is read between two iterations, while nobody else writes. */
#include "report.h"

#include "run.h"
#include "value.h"

static void see_child(tes_search *s, uint32_t child) {
  const tree *t = s->tree;
  const int outcome = t->nodes[child].outcome;
  search_see(
      s, (tes_seen){.move = t->move[child],
                    .visits = t->visits[child],
                    .value = (double)t->mean[child],
                    .proof = search_proof(s->rules, outcome, s->root->seat)});
}

static int see_children(tes_search *s) {
  children all = tree_children(s->tree, 0);
  size_t count = 0;
  while (tree_next(&all) != 0) count++;
  if (search_see_none(s, count) != TES_OK) return TES_ENOMEM;
  all = tree_children(s->tree, 0);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    see_child(s, i);
  }
  return TES_OK;
}

static int rank_of(const tes_search *s, uint32_t child, int mover) {
  return search_rank(
      s, search_proof(s->rules, s->tree->nodes[child].outcome, mover));
}

/* Is one child rather played than another, both visited? As in the list of
 * moves (run.c). */
static bool is_better(const tes_search *s, uint32_t a, uint32_t b, int mover) {
  const tree *t = s->tree;
  const int rank = rank_of(s, a, mover), other = rank_of(s, b, mover);
  if (rank != other) return rank > other;
  if (t->visits[a] != t->visits[b]) return t->visits[a] > t->visits[b];
  return t->mean[a] > t->mean[b];
}

/* What the mover would play, or 0. */
static uint32_t most_visited(const tes_search *s, uint32_t n, int mover) {
  children all = tree_children(s->tree, n);
  uint32_t best = 0;
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    if (s->tree->visits[i] == 0) continue;
    if (best == 0 || is_better(s, i, best, mover)) best = i;
  }
  return best;
}

/* What is expected to be played; behind a hidden deal only the first move. */
static int see_line(tes_search *s, tes_work *work) {
  uint32_t n = 0;
  int status = TES_OK;
  tes_copy(s->rules, s->now, s->root);
  while (status == TES_OK && !s->now->over && s->length < DEEPEST) {
    n = most_visited(s, n, s->now->seat);
    if (n == 0) break;
    s->line[s->length++] = s->tree->move[n];
    if (s->hidden) break;
    status = tes_apply(s->rules, s->now, s->tree->move[n], work);
  }
  return status;
}

static void see_tree(const tes_search *s, tes_found *found) {
  found->proof =
      search_proof(s->rules, s->tree->nodes[0].outcome, s->root->seat);
  found->depth = (int)s->deepest;
  found->memory = tree_memory(s->tree);
  found->full = s->tree->full;
}

int report_see(tes_search *s, tes_found *found, bool line, tes_work *work) {
  int status = see_children(s);
  s->length = 0;
  if (status == TES_OK && line) status = see_line(s, work);
  see_tree(s, found);
  return status;
}
