/* descent.h: one way down the tree of Monte Carlo search; not installed.
 *
 * mcts.c makes a descent in each iteration. At a leaf, expand.c gives it
 * children; while something is hidden, select_hidden.c chooses the next one. */
#ifndef TES_DESCENT_H
#define TES_DESCENT_H

#include "searcher.h"

/* The number of children with weights that are made first. With the tail of
 * their block they fill whole lanes, as do all later blocks. */
enum { FIRST_BLOCK = 4 * LANES - 1 };

#define EXPLORATION 0.6
#define EXPLORATION_WEIGHTED 1.2

/* The path down the tree. A visit to each node is counted on arrival, so that
 * other threads see it; `before` is the number of earlier visits. */
typedef struct descent {
  tes_search *s;
  tes_work *work;
  uint32_t path[DEEPEST + 1]; /* nodes */
  uint32_t before[DEEPEST + 1];
  uint8_t mover[DEEPEST + 1]; /* the seat that chose the next node */
  int depth;
  double value[TES_SEATS_MAX];
} descent;

/* The current node. */
static inline uint32_t here(const descent *d) {
  return d->path[d->depth];
}

/* The number of earlier visits to the current node. */
static inline uint32_t visits_of(const descent *d) {
  return d->before[d->depth];
}

static inline double exploration(const tes_search *s, bool weighted) {
  if (s->options.exploration > 0) return s->options.exploration;
  return weighted ? EXPLORATION_WEIGHTED : EXPLORATION;
}

/* ---- expand.c: children ---- */

/* Lists the moves with their weights; returns the sum of weights, or a negative
 * status. */
double expand_list(descent *d);
/* Makes children of the current node in a block that belongs to `owner`: the
 * node itself, or the tail of its last block. A node without weights, and the
 * root, get all children at once; others FIRST_BLOCK, then at most `many`, the
 * best first. Makes none if there is no room, or if another thread is making
 * them. Returns a status. */
int expand(descent *d, uint32_t owner, size_t many);

/* ---- select_hidden.c ---- */

/* The child of the current node to visit next, or 0 if there is no room for it;
 * negative: a status. */
int64_t select_hidden(descent *d);

#endif
