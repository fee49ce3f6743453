/* select_hidden.c: chooses the next node while something is hidden.
 *
 * Hidden information is dealt again for the seat at the root in every
 * iteration, and nodes represent what that seat sees: single-observer ISMCTS
 * (Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search",
 * 2012). In these nodes, the N of a move counts only the visits in which it was
 * legal. The seat's own moves at the root are the same in all deals: these
 * children are made as in open games, and the n-th visit of each gets the n-th
 * deal, so that all moves get the same deals. A reply is legal only in some
 * deals, and a node gets its children late: until then playouts are more
 * reliable than moves that were tried once. */
#include <math.h>

#include "child_index.h"
#include "descent.h"

/* Indexes by their moves those children of a node that the seat to move chose.
 * Returns the mask of the slots, or 0 if memory runs out. */
static size_t index_children(tes_search *s, uint32_t first) {
  const tree *t = s->tree;
  size_t count = 0;
  for (uint32_t i = first; i != 0; i = t->nodes[i].link) count++;
  const size_t mask = index_empty(s, count);
  if (mask == 0) return 0;
  for (uint32_t i = first; i != 0; i = t->nodes[i].link) {
    if (t->nodes[i].mover == s->now->seat) index_put(s, mask, i);
  }
  return mask;
}

/* The best of the moves without a child: by weight, or a random one. */
typedef struct untried {
  uint32_t count;
  size_t index;
  double share;
} untried;

static void meet(tes_search *s, untried *u, size_t index, double share) {
  u->count++;
  const bool better = share > 0 ? u->count == 1 || share > u->share
                                : tes_below(&s->rng, u->count) == 0;
  if (!better) return;
  u->index = index;
  u->share = share;
}

/* Totals of the visited children. */
typedef struct selection {
  bool weighted;
  double c, root, logarithm; /* sqrt(N), ln N */
  double sum;                /* of mean * visits */
  uint32_t visits;
} selection;

static double urgency(const selection *c, double mean, double share,
                      uint32_t visits) {
  if (c->weighted) return mean + c->c * share * c->root / (1.0 + visits);
  return mean + c->c * sqrt(c->logarithm / (visits > 0 ? visits : 1));
}

static double mean_so_far(const selection *c) {
  return c->visits > 0 ? c->sum / c->visits : 0.5;
}

static double score_seen(const tes_search *s, selection *c, uint32_t child,
                         double share) {
  tree *t = s->tree;
  const uint32_t seen = node_add(t, &t->weight[child].seen, 1) + 1;
  const uint32_t visits = node_visits(t, child);
  const double mean = (double)node_mean(t, child);
  c->visits += visits;
  c->sum += mean * visits;
  c->root = sqrt((double)seen);
  c->logarithm = search_log(s->log, seen);
  return urgency(c, mean, share, visits);
}

/* The child for a move among those from `first` up to `end`; or 0. */
static uint32_t find_child(const descent *d, uint32_t first, uint32_t end,
                           tes_move move) {
  const tree *t = d->s->tree;
  for (uint32_t i = first; i != end; i = t->nodes[i].link) {
    if (t->move[i] == move && t->nodes[i].mover == d->s->now->seat) return i;
  }
  return 0;
}

/* Makes a child for a move that has none among those from `known` on. Returns
 * the new child, or the one that a faster thread made. */
static uint32_t link_child(descent *d, uint32_t known, tes_move move) {
  tree *t = d->s->tree;
  const uint32_t child = tree_add(t);
  if (child == 0) return 0;
  uint32_t first = node_first(t, here(d));
  t->move[child] = move;
  t->weight[child].seen = 1;
  t->nodes[child].mover = d->s->now->seat;
  do {
    const uint32_t other = find_child(d, first, known, move);
    if (other != 0) return other;
    t->nodes[child].link = first;
  } while (!node_replace_first(t, here(d), &first, child));
  return child;
}

/* Weights are needed only here, and only when the node is visited again. */
int64_t select_hidden(descent *d) {
  tes_search *s = d->s;
  const double sum = expand_list(d);
  if (sum < 0) return (int)sum;
  const uint32_t first = node_first(s->tree, here(d));
  const size_t mask = index_children(s, first);
  if (mask == 0) return TES_ENOMEM;
  selection c = {.weighted = sum > 0, .c = exploration(s, sum > 0)};
  untried u = {0};
  uint32_t best = 0;
  double most = -1;
  for (size_t i = 0; i < s->list.count; i++) {
    const double share = sum > 0 ? s->weight[i] / sum : 0;
    const uint32_t child = index_find(s, mask, s->list.moves[i]);
    if (child == 0) {
      meet(s, &u, i, share);
      continue;
    }
    const double score = score_seen(s, &c, child, share);
    if (score > most) {
      most = score;
      best = child;
    }
  }
  const uint32_t total = visits_of(d) > 0 ? visits_of(d) : 1;
  c.root = sqrt((double)total);
  c.logarithm = search_log(s->log, total);
  if (u.count == 0 || urgency(&c, mean_so_far(&c), u.share, 0) <= most) {
    return best;
  }
  const uint32_t child = link_child(d, first, s->list.moves[u.index]);
  return child != 0 ? child : best;
}
