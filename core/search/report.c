/* report.c: reports on the root of the tree of Monte Carlo search.
 *
 * The tree is read between two iterations, while no other thread writes. */
#include "searcher.h"

/* A child, for the seat that chooses it. */
static tes_seen seen_child(const tes_search *s, uint32_t child, int mover) {
  const tree *t = s->tree;
  return (tes_seen){
      .move = t->move[child],
      .visits = t->visits[child],
      .value = (double)t->mean[child],
      .proof = search_proof(s->rules, t->nodes[child].outcome, mover)};
}

static int see_children(tes_search *s) {
  children all = tree_children(s->tree, 0);
  size_t count = 0;
  while (tree_next(&all) != 0) count++;
  if (search_see_none(s, count) != TES_OK) return TES_ENOMEM;
  all = tree_children(s->tree, 0);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    search_see(s, seen_child(s, i, s->root->seat));
  }
  return TES_OK;
}

/* The most visited child of the seat to move, or 0. */
static uint32_t most_visited(const tes_search *s, uint32_t n, int mover) {
  children all = tree_children(s->tree, n);
  tes_seen best = {0};
  uint32_t found = 0;
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    const tes_seen seen = seen_child(s, i, mover);
    if (seen.visits == 0 || (found != 0 && !search_prefers(s, &seen, &best))) {
      continue;
    }
    best = seen;
    found = i;
  }
  return found;
}

/* The expected line; if deals are hidden, only its first move. */
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
  found->full = s->tree->full || s->tree->thinned;
}

int report_see(tes_search *s, tes_found *found, bool line, tes_work *work) {
  int status = see_children(s);
  s->length = 0;
  if (status == TES_OK && line) status = see_line(s, work);
  see_tree(s, found);
  return status;
}
