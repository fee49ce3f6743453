/* tree.h: the nodes of Monte Carlo search; not installed. */
#ifndef TES_TREE_H
#define TES_TREE_H

#include "../tesela.h"

/* Each node stands for the move that led to it, and is known by a number: its
 * place in all columns. The root is 0. A search that chooses among children
 * reads nothing of them but their means, visits and weights, so that each of
 * these has a column of its own, where those of siblings stand side by side.
 *
 * Open games: children stand in blocks, the most promising first; those that
 * were visited are at the beginning, so that only they are looked at. Most of
 * hundreds of moves are never tried: where they have weights the first block
 * has a few, and each that is made behind it twice as many. Behind a block
 * stands its tail, which has the next block as a node has its first, how many
 * moves are left for it and all behind it, and the weight of the best of these;
 * and empty nodes, so that blocks are read in whole LANES.
 *
 * Where things are hidden, which moves there are depends on the deal below the
 * root: children are made one by one and linked, each counts how often it could
 * have been chosen. Whose turn it is may depend on the deal too (dice): the
 * same move of another seat is another child.
 *
 * A child always stands behind its parent, and a tail behind its block.
 *
 * While several threads search, all of them read and write nodes, without
 * locks, by the functions below alone: single members, each whole. Visits are
 * counted exactly; a mean may miss the value of one who wrote at the same time.
 * Children are made by one thread that claims the node or the tail and are
 * published with `first`, when all else stands; where they are linked one by
 * one they are put before the first, and the links of those behind it never
 * change. */
typedef struct node {
  uint32_t first;  /* of the children; 0 for none */
  uint32_t link;   /* open: of its block; hidden: the next sibling, or 0 */
  uint8_t outcome; /* proven: the seat that wins alone, NOBODY, or 0 */
  uint8_t kept;    /* while the tree is compacted */
  uint8_t mover;   /* hidden: who made the move */
  uint8_t claimed; /* open, shared: somebody makes its children */
} node;

typedef union tree_weight {
  float prior;   /* open: its share of the weights; below 0: known to lose */
  uint32_t seen; /* hidden: how often it was legal here */
} tree_weight;

typedef struct tree {
  const tes_alloc *alloc;
  void *memory;   /* of all columns: */
  tes_move *move; /* of a tail: how many moves are left */
  float *mean;    /* the average value for the seat that made the move */
  tree_weight *weight;
  uint32_t *visits;
  node *nodes;
  uint32_t count, capacity, limit;
  bool full;
  bool shared;   /* by several threads: the columns stay where they are */
  bool reserved; /* it has more room than was ever used */
} tree;

enum {
  LANES = 4,
  NOBODY = 9 /* outcome: drawn; alone: not won */
};

/* ---- members, as all threads see them ---- */

static inline uint32_t node_visits(const tree *t, uint32_t i) {
  return __atomic_load_n(&t->visits[i], __ATOMIC_RELAXED);
}

/* The same, before whatever is read of the tree afterwards. */
static inline uint32_t node_visits_first(const tree *t, uint32_t i) {
  return __atomic_load_n(&t->visits[i], __ATOMIC_ACQUIRE);
}

/* Adds to a number that others may add to; returns what it was. A locked
 * addition takes as long as twenty others: alone there is no need of it. */
static inline uint32_t node_add(const tree *t, uint32_t *number, uint32_t by) {
  if (t->shared) return __atomic_fetch_add(number, by, __ATOMIC_RELAXED);
  const uint32_t before = *number;
  *number += by;
  return before;
}

static inline float tree_float(const float *at) {
  float value;
  __atomic_load(at, &value, __ATOMIC_RELAXED);
  return value;
}

static inline float node_mean(const tree *t, uint32_t i) {
  return tree_float(&t->mean[i]);
}

static inline void node_set_mean(tree *t, uint32_t i, float mean) {
  __atomic_store(&t->mean[i], &mean, __ATOMIC_RELAXED);
}

static inline float node_prior(const tree *t, uint32_t i) {
  return tree_float(&t->weight[i].prior);
}

static inline void node_set_prior(tree *t, uint32_t i, float prior) {
  __atomic_store(&t->weight[i].prior, &prior, __ATOMIC_RELAXED);
}

static inline int node_outcome(const tree *t, uint32_t i) {
  return __atomic_load_n(&t->nodes[i].outcome, __ATOMIC_RELAXED);
}

static inline void node_set_outcome(tree *t, uint32_t i, int outcome) {
  __atomic_store_n(&t->nodes[i].outcome, (uint8_t)outcome, __ATOMIC_RELAXED);
}

/* Whoever sees a first child sees all that was written before. */
static inline uint32_t node_first(const tree *t, uint32_t i) {
  return __atomic_load_n(&t->nodes[i].first, __ATOMIC_ACQUIRE);
}

static inline void node_show(tree *t, uint32_t i, uint32_t first) {
  __atomic_store_n(&t->nodes[i].first, first, __ATOMIC_RELEASE);
}

/* Another first child, if it is still the one that was known; else that is. */
static inline bool node_replace_first(tree *t, uint32_t i, uint32_t *known,
                                      uint32_t first) {
  return __atomic_compare_exchange_n(&t->nodes[i].first, known, first, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Is it the caller who makes the children? Then it lets go of the node. */
static inline bool node_claim(tree *t, uint32_t i) {
  return !t->shared ||
         !__atomic_exchange_n(&t->nodes[i].claimed, 1, __ATOMIC_ACQUIRE);
}

static inline void node_let_go(tree *t, uint32_t i) {
  if (t->shared) __atomic_store_n(&t->nodes[i].claimed, 0, __ATOMIC_RELEASE);
}

/* ---- blocks of an open node ---- */

/* Behind the block that a node, or a tail, has. */
static inline uint32_t tree_tail(const tree *t, uint32_t owner) {
  return t->nodes[owner].first + t->nodes[owner].link;
}

/* How many moves have no place in the block before a tail. */
static inline uint32_t tree_left(const tree *t, uint32_t tail) {
  return (uint32_t)t->move[tail];
}

/* The children that there are, one after the other. */
typedef struct children {
  const tree *tree;
  uint32_t next, tail;
} children;

static inline children tree_children(const tree *t, uint32_t owner) {
  const uint32_t first = node_first(t, owner);
  return (children){t, first, first != 0 ? tree_tail(t, owner) : 0};
}

/* The next one, or 0 behind the last: then `tail` is that of the last block. */
static inline uint32_t tree_next(children *c) {
  if (c->next == c->tail) {
    if (c->tail == 0 || node_first(c->tree, c->tail) == 0) return 0;
    *c = tree_children(c->tree, c->tail);
  }
  return c->next++;
}

/* Have the children weights? */
static inline bool tree_has_weights(const tree *t, uint32_t owner) {
  const float prior = node_prior(t, node_first(t, owner));
  return prior < 0 || prior > 0;
}

/* ---- the tree ---- */

void tree_init(tree *t, const tes_alloc *alloc, size_t memory);
void tree_free(tree *t);
/* Forgets everything; TES_OK with a root, or TES_ENOMEM. */
int tree_clear(tree *t);
/* An empty node, or 0 if there is no room. */
uint32_t tree_add(tree *t);
/* A block of as many empty nodes and its tail: the first, or 0 if there is no
 * room. `always`: beyond the limit, if need be; but where the tree is shared
 * the limit holds always. */
uint32_t tree_add_block(tree *t, uint32_t count, bool always);
/* Makes a child the root and drops what is not below it: open games only. */
int tree_descend(tree *t, uint32_t child);
/* From now on, or no longer, it is shared. Then all the room that it may have
 * is taken at once, though none of it is used before there are nodes in it;
 * false if there is not so much. */
bool tree_share(tree *t);
void tree_unshare(tree *t);
bool tree_is_full(const tree *t);
/* Bytes that are in use. */
size_t tree_memory(const tree *t);

#endif
