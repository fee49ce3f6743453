/* expand.c: gives the nodes of Monte Carlo search their children.
 *
 * Among hundreds of moves with weights, few are ever tried. So only the best
 * get a child at first; each further block (tree.h) has about twice as many, in
 * the order of their weights. */
#include "child_index.h"
#include "descent.h"

/* Fills s->order with a random order. */
static void shuffle(tes_search *s) {
  for (size_t i = 0; i < s->list.count; i++) {
    const size_t k = tes_below(&s->rng, (uint32_t)i + 1);
    s->order[i] = s->order[k];
    s->order[k] = (uint32_t)i;
  }
}

/* The first `many` entries of `order` become those with the largest weights.
 * Returns the largest weight of the rest. */
static double put_best_first(tes_search *s, size_t many) {
  uint32_t *order = s->order;
  const double *weight = s->weight;
  double others = 0;
  for (size_t i = 0; i < s->list.count; i++) {
    const uint32_t index = order[i];
    size_t to = i;
    if (i >= many) {
      to = many - 1;
      const bool stays = weight[order[to]] >= weight[index];
      const double other = weight[stays ? index : order[to]];
      if (other > others) others = other;
      if (stays) continue;
    }
    for (; to > 0 && weight[order[to - 1]] < weight[index]; to--) {
      order[to] = order[to - 1];
    }
    order[to] = index;
  }
  return others;
}

static int list_moves(descent *d) {
  tes_search *s = d->s;
  s->list.count = 0;
  const int status = tes_moves(s->rules, s->now, &s->list, d->work);
  if (status != TES_OK || s->list.count > 0) return status;
  return moves_none(s->rules, TES_EGAME, d->work);
}

/* Keeps a move and its weight in the list, in the same order. */
static void keep_move(tes_search *s, size_t *kept, size_t i) {
  s->list.moves[*kept] = s->list.moves[i];
  s->weight[*kept] = s->weight[i];
  ++*kept;
}

/* With hidden information nothing is proven, so moves without weight can be
 * skipped. */
static void drop_pruned(tes_search *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->list.count; i++) {
    if (s->weight[i] > 0) keep_move(s, &kept, i);
  }
  s->list.count = kept;
}

/* Removes the moves of an open node that have children from the list. */
static int drop_known(tes_search *s, uint32_t n) {
  size_t kept = 0, count = 0;
  children all = tree_children(s->tree, n);
  while (tree_next(&all) != 0) count++;
  const size_t mask = index_empty(s, count);
  if (mask == 0) return TES_ENOMEM;
  all = tree_children(s->tree, n);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    index_put(s, mask, i);
  }
  for (size_t i = 0; i < s->list.count; i++) {
    if (index_find(s, mask, s->list.moves[i]) == 0) keep_move(s, &kept, i);
  }
  s->list.count = kept;
  return TES_OK;
}

/* At the root, hidden information has not been dealt again yet: the policy must
 * see a deal, not the truth. */
static double ask_at_root(descent *d) {
  tes_search *s = d->s;
  tes_rng rng;
  tes_rng_seed(&rng, s->budget.seed);
  const int status = tes_view(s->rules, s->now, s->root->seat, &rng, d->work);
  if (status != TES_OK) return status;
  const double sum = search_policy(s, s->now, d->work);
  tes_copy(s->rules, s->now, s->root);
  return sum;
}

double expand_list(descent *d) {
  tes_search *s = d->s;
  const int status = list_moves(d);
  if (status != TES_OK) return status;
  if (d->depth == 0) s->width = s->list.count;
  const double sum = s->hidden && d->depth == 0
                         ? ask_at_root(d)
                         : search_policy(s, s->now, d->work);
  if (sum > 0 && s->hidden) drop_pruned(s);
  return sum;
}

/* Makes children for at most `many` of the listed moves, the best first, in a
 * block that belongs to a node or a tail. Makes none if there is no room. */
static int make_block(descent *d, uint32_t owner, size_t many, double sum,
                      bool always) {
  tes_search *s = d->s;
  tree *t = s->tree;
  const size_t left = s->list.count > many ? s->list.count - many : 0;
  const uint32_t count = (uint32_t)(s->list.count - left);
  if (count == 0) return TES_OK;
  const uint32_t first = tree_add_block(t, count, always);
  if (first == 0) return always ? TES_ENOMEM : TES_OK;
  shuffle(s);
  const double others = sum > 0 ? put_best_first(s, count) : 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t k = s->order[i];
    t->move[first + i] = s->list.moves[k];
    if (sum > 0) t->weight[first + i].prior = (float)(s->weight[k] / sum);
  }
  t->move[first + count] = (tes_move)left;
  if (left > 0) t->weight[first + count].prior = (float)(others / sum);
  t->nodes[owner].link = count;
  node_show(t, owner, first);
  return TES_OK;
}

/* Makes the first children of the current node: all of them if they have no
 * weights, and at the root, because a report lists all moves. */
static int make_first(descent *d) {
  const double sum = expand_list(d);
  if (sum < 0) return (int)sum;
  const bool all = d->depth == 0 || sum <= 0;
  return make_block(d, here(d), all ? SIZE_MAX : FIRST_BLOCK, sum,
                    d->depth == 0);
}

/* Makes more children, after the last block. */
static int make_more(descent *d, uint32_t tail, size_t many) {
  const double sum = expand_list(d);
  if (sum < 0) return (int)sum;
  const int status = drop_known(d->s, here(d));
  if (status != TES_OK) return status;
  return make_block(d, tail, many, sum, d->depth == 0);
}

int expand(descent *d, uint32_t owner, size_t many) {
  tree *t = d->s->tree;
  int status = TES_OK;
  if (!node_claim(t, owner)) return TES_OK;
  if (node_first(t, owner) == 0) {
    status = owner == here(d) ? make_first(d) : make_more(d, owner, many);
  }
  node_let_go(t, owner);
  return status;
}
