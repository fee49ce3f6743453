/* tree.h: the nodes of Monte Carlo search; not installed. */
#ifndef TES_TREE_H
#define TES_TREE_H

#include "../tesela.h"

/* Each node represents the move that led to it, and is known by a number: its
 * index in all columns. The root is 0. To choose among children, a search reads
 * only their means, visits and weights, so each of these has a column of its
 * own, where siblings are adjacent.
 *
 * Open games: children are in blocks, the most promising first; the visited
 * ones come first, so only they are read. Of hundreds of moves, most are never
 * tried: if they have weights, the first block has only a few children, and
 * each later block twice as many as the one before. After a block comes its
 * tail, which refers to the next block as a node refers to its first block; the
 * tail also has the number of remaining moves and the weight of the best of
 * them. Empty nodes follow, so that blocks are read in whole LANES.
 *
 * With hidden information, the legal moves depend on the deal, except at the
 * root: children are made one by one and linked, and each counts how often it
 * was legal. The player to move may also depend on the deal (dice): the same
 * move by another seat is another child.
 *
 * A child is always after its parent, and a tail after its block.
 *
 * While several threads search, all of them read and write nodes without locks,
 * through the functions below: one member at a time, atomically. Visits are
 * counted exactly; a mean may miss a value that another thread wrote at the
 * same time. One thread claims a node or a tail, makes its children and
 * publishes them through `first`, once everything else is written. Linked
 * children are added before the first, and the links after it never change. */
typedef struct node {
  uint32_t first;  /* of the children; 0 for none */
  uint32_t link;   /* open: size of its block; hidden: the next sibling, or 0 */
  uint8_t outcome; /* proven: the only winner, NO_WINNER, or 0 */
  uint8_t kept;    /* used while the tree is compacted */
  uint8_t mover;   /* hidden: the seat that made the move */
  uint8_t claimed; /* open, shared: a thread is making its children */
} node;

typedef union tree_weight {
  float prior;   /* open: its share of the weights; below 0: known to lose */
  uint32_t seen; /* hidden: the number of times it was legal */
} tree_weight;

typedef struct tree {
  const tes_alloc *alloc;
  void *memory;   /* of all columns: */
  tes_move *move; /* of a tail: the number of remaining moves */
  float *mean;    /* the average value for the seat that made the move */
  tree_weight *weight;
  uint32_t *visits;
  node *nodes;
  uint32_t count, capacity, limit;
  bool full;
  bool thinned;  /* since the root was made, it lost branches */
  bool shared;   /* by several threads: the columns cannot move */
  bool reserved; /* it has room that was never used */
} tree;

enum {
  LANES = 4,
  NO_WINNER = 9 /* outcome: drawn; or a single seat has not won */
};

/* ---- members, as all threads see them ---- */

static inline uint32_t node_visits(const tree *t, uint32_t i) {
  return __atomic_load_n(&t->visits[i], __ATOMIC_RELAXED);
}

/* The same, ordered before later reads of the tree. */
static inline uint32_t node_visits_first(const tree *t, uint32_t i) {
  return __atomic_load_n(&t->visits[i], __ATOMIC_ACQUIRE);
}

/* Atomically adds to a number; returns the old one. An atomic addition takes as
 * long as twenty plain ones, so a single thread avoids it. */
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

/* A thread that sees a first child also sees all earlier writes. */
static inline uint32_t node_first(const tree *t, uint32_t i) {
  return __atomic_load_n(&t->nodes[i].first, __ATOMIC_ACQUIRE);
}

static inline void node_show(tree *t, uint32_t i, uint32_t first) {
  __atomic_store_n(&t->nodes[i].first, first, __ATOMIC_RELEASE);
}

/* Replaces the first child if it is still `known`; otherwise sets `known` to
 * the current one. */
static inline bool node_replace_first(tree *t, uint32_t i, uint32_t *known,
                                      uint32_t first) {
  return __atomic_compare_exchange_n(&t->nodes[i].first, known, first, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* May the caller make the children? If so, it must then release the node. */
static inline bool node_claim(tree *t, uint32_t i) {
  return !t->shared ||
         !__atomic_exchange_n(&t->nodes[i].claimed, 1, __ATOMIC_ACQUIRE);
}

static inline void node_let_go(tree *t, uint32_t i) {
  if (t->shared) __atomic_store_n(&t->nodes[i].claimed, 0, __ATOMIC_RELEASE);
}

/* ---- blocks of an open node ---- */

/* The tail of the block of a node or a tail. */
static inline uint32_t tree_tail(const tree *t, uint32_t owner) {
  return t->nodes[owner].first + t->nodes[owner].link;
}

/* The number of moves that have no child in the block before a tail. */
static inline uint32_t tree_left(const tree *t, uint32_t tail) {
  return (uint32_t)t->move[tail];
}

/* Iterates over the existing children. */
typedef struct children {
  const tree *tree;
  uint32_t next, tail;
} children;

static inline children tree_children(const tree *t, uint32_t owner) {
  const uint32_t first = node_first(t, owner);
  return (children){t, first, first != 0 ? tree_tail(t, owner) : 0};
}

/* The next one, or 0 after the last: then `tail` is that of the last block. */
static inline uint32_t tree_next(children *c) {
  if (c->next == c->tail) {
    if (c->tail == 0 || node_first(c->tree, c->tail) == 0) return 0;
    *c = tree_children(c->tree, c->tail);
  }
  return c->next++;
}

/* Do the children have weights? */
static inline bool tree_has_weights(const tree *t, uint32_t owner) {
  const float prior = node_prior(t, node_first(t, owner));
  return prior < 0 || prior > 0;
}

/* ---- the tree ---- */

void tree_init(tree *t, const tes_alloc *alloc, size_t memory);
void tree_free(tree *t);
/* Forgets everything; TES_OK with only a root, or TES_ENOMEM. */
int tree_clear(tree *t);
/* An empty node, or 0 if there is no room. */
uint32_t tree_add(tree *t);
/* A block of `count` empty nodes and its tail: returns the first, or 0 if there
 * is no room. `always`: exceed the limit if necessary, unless the tree is
 * shared. */
uint32_t tree_add_block(tree *t, uint32_t count, bool always);
/* Makes a child the root and drops all nodes not below it: open games only. */
int tree_descend(tree *t, uint32_t child);
/* Makes room in a full tree: nodes with few visits lose their children, so that
 * less than half of the tree is left, or no more than the root's children. No
 * thread may be at work on it. `linked`: children are linked, except those of
 * the root, which are in one block. TES_OK or TES_ENOMEM. */
int tree_thin(tree *t, bool linked);
/* Begin and end use by several threads. tree_share reserves the maximum size at
 * once, though unused memory costs nothing yet; false if there is not that much
 * memory. */
bool tree_share(tree *t);
void tree_unshare(tree *t);
bool tree_is_full(const tree *t);
/* Bytes in use. */
size_t tree_memory(const tree *t);

#endif
