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
 * always stands behind its parent. */
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
  uint8_t zero;
} node;

typedef struct tree {
  const tes_alloc *alloc;
  node *nodes;
  uint32_t count, capacity, limit;
  bool full;
} tree;

void tree_init(tree *t, const tes_alloc *alloc, size_t memory);
void tree_free(tree *t);
/* Forgets everything; TES_OK with a root, or TES_ENOMEM. */
int tree_clear(tree *t);
/* `count` zeroed nodes behind each other: the first, or 0 if there is no room.
 * `always`: beyond the limit, if need be. Pointers to nodes are void then. */
uint32_t tree_add(tree *t, uint32_t count, bool always);
/* Makes a child the root and drops what is not below it: open games only. */
int tree_descend(tree *t, uint32_t child);

#endif
