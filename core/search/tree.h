/* tree.h: the nodes of Monte Carlo search; not installed. */
#ifndef TES_TREE_H
#define TES_TREE_H

#include "../tesela.h"

/* Each node stands for the move that led to it. `mean` is the average value
 * for the seat that made this move. The root is node 0.
 *
 * Open games: the children of a node are a block, made at once, the most
 * promising first; those that were visited are at its beginning, so that only
 * they are looked at. Where things are hidden, which moves there are depends
 * on the deal below the root: children are made one by one and linked, each
 * counts how often it could have been chosen. Whose turn it is may depend on
 * the deal too (dice): the same move of another seat is another child. A child
 * always stands behind its parent.
 *
 * While several threads search, all of them read and write nodes, without
 * locks, by the functions below alone: single members, each whole. Visits are
 * counted exactly; a mean may miss the value of one who wrote at the same time.
 * Children are made by one thread that claims the node and are published with
 * `first`, when all else stands; where they are linked one by one they are put
 * before the first, and the links of those behind it never change. */
typedef struct node {
  tes_move move;
  float mean;
  union {
    float prior;   /* open: its share of the weights */
    uint32_t seen; /* hidden: how often it was legal here */
  };
  uint32_t visits;
  uint32_t first;  /* of the children; 0 for none */
  uint32_t link;   /* open: how many children; hidden: the next sibling, or 0 */
  uint8_t outcome; /* proven: the seat that wins alone, NOBODY, or 0 */
  uint8_t kept;    /* while the tree is compacted */
  uint8_t mover;   /* hidden: who made the move */
  uint8_t claimed; /* open, shared: somebody makes its children */
} node;

typedef struct tree {
  const tes_alloc *alloc;
  node *nodes;
  uint32_t count, capacity, limit;
  bool full;
  bool shared;   /* by several threads: the block stays where it is */
  bool reserved; /* it has more room than was ever used */
} tree;

/* ---- members, as all threads see them ---- */

static inline uint32_t node_visits(const node *n) {
  return __atomic_load_n(&n->visits, __ATOMIC_RELAXED);
}

/* Adds to a number that others may add to; returns what it was. A locked
 * addition takes as long as twenty others: alone there is no need of it. */
static inline uint32_t node_add(const tree *t, uint32_t *number, uint32_t by) {
  if (t->shared) return __atomic_fetch_add(number, by, __ATOMIC_RELAXED);
  const uint32_t before = *number;
  *number += by;
  return before;
}

static inline float node_mean(const node *n) {
  float mean;
  __atomic_load(&n->mean, &mean, __ATOMIC_RELAXED);
  return mean;
}

static inline void node_set_mean(node *n, float mean) {
  __atomic_store(&n->mean, &mean, __ATOMIC_RELAXED);
}

static inline int node_outcome(const node *n) {
  return __atomic_load_n(&n->outcome, __ATOMIC_RELAXED);
}

static inline void node_prove(node *n, int outcome) {
  __atomic_store_n(&n->outcome, (uint8_t)outcome, __ATOMIC_RELAXED);
}

/* Whoever sees a first child sees all that was written before. */
static inline uint32_t node_first(const node *n) {
  return __atomic_load_n(&n->first, __ATOMIC_ACQUIRE);
}

static inline void node_show(node *n, uint32_t first) {
  __atomic_store_n(&n->first, first, __ATOMIC_RELEASE);
}

/* Another first child, if it is still the one that was known; else that is. */
static inline bool node_replace_first(node *n, uint32_t *known,
                                      uint32_t first) {
  return __atomic_compare_exchange_n(&n->first, known, first, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Is it the caller who makes the children? Then it lets go of the node. */
static inline bool node_claim(const tree *t, node *n) {
  return !t->shared || !__atomic_exchange_n(&n->claimed, 1, __ATOMIC_ACQUIRE);
}

static inline void node_let_go(const tree *t, node *n) {
  if (t->shared) __atomic_store_n(&n->claimed, 0, __ATOMIC_RELEASE);
}

/* ---- the tree ---- */

void tree_init(tree *t, const tes_alloc *alloc, size_t memory);
void tree_free(tree *t);
/* Forgets everything; TES_OK with a root, or TES_ENOMEM. */
int tree_clear(tree *t);
/* `count` zeroed nodes behind each other: the first, or 0 if there is no room.
 * `always`: beyond the limit, if need be. Pointers to nodes are void then, but
 * not where the tree is shared: there the limit holds always. */
uint32_t tree_add(tree *t, uint32_t count, bool always);
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
