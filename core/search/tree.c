/* tree.c: one block of nodes that grows, and what is left of it when the game
 * goes on.
 *
 * Nodes are known by their index, so that the block may move. It doubles up
 * to the limit, and then the tree is full: it goes on being counted in, but
 * has no new nodes until the next move frees what is not played. As a child
 * stands behind its parent, one pass in ascending order finds all that hangs
 * below a node, and sliding it down keeps the order.
 *
 * While several threads share it nothing may move: the block has its limit from
 * the beginning, and new nodes are counted off it. */
#include <string.h>

#include "tree.h"

enum { FIRST_CAPACITY = 1024 };

void tree_init(tree *t, const tes_alloc *alloc, size_t memory) {
  size_t limit = memory / sizeof(node);
  if (limit < FIRST_CAPACITY) limit = FIRST_CAPACITY;
  if (limit > UINT32_MAX / 2) limit = UINT32_MAX / 2;
  *t = (tree){.alloc = alloc, .limit = (uint32_t)limit};
}

void tree_free(tree *t) {
  if (t->nodes != NULL) {
    tes_resize(t->alloc, t->nodes, t->capacity * sizeof(node), 0);
  }
  t->nodes = NULL;
  t->count = t->capacity = 0;
}

static bool tree_resize(tree *t, uint32_t capacity) {
  node *nodes = tes_resize(t->alloc, t->nodes, t->capacity * sizeof(node),
                           capacity * sizeof(node));
  if (nodes == NULL) return false;
  t->nodes = nodes;
  t->capacity = capacity;
  return true;
}

static bool tree_grow(tree *t, uint32_t needed, bool always) {
  const uint32_t limit = always && needed > t->limit ? needed : t->limit;
  uint32_t capacity = t->capacity > 0 ? t->capacity : FIRST_CAPACITY;
  while (capacity < needed && capacity < limit) {
    capacity = capacity < limit / 2 ? 2 * capacity : limit;
  }
  return capacity >= needed && tree_resize(t, capacity);
}

/* The same where others do it too. */
static uint32_t add_shared(tree *t, uint32_t count) {
  uint32_t first = __atomic_load_n(&t->count, __ATOMIC_RELAXED);
  do {
    if (count > t->capacity - first) {
      __atomic_store_n(&t->full, true, __ATOMIC_RELAXED);
      return 0;
    }
  } while (!__atomic_compare_exchange_n(&t->count, &first, first + count, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  memset(t->nodes + first, 0, count * sizeof(node));
  return first;
}

uint32_t tree_add(tree *t, uint32_t count, bool always) {
  if (t->shared) return add_shared(t, count);
  const uint32_t first = t->count, needed = first + count;
  if (needed < first ||
      (needed > t->capacity && !tree_grow(t, needed, always))) {
    t->full = true;
    return 0;
  }
  memset(t->nodes + first, 0, count * sizeof(node));
  t->count = needed;
  return first;
}

int tree_clear(tree *t) {
  if (t->nodes == NULL && !tree_resize(t, FIRST_CAPACITY)) return TES_ENOMEM;
  memset(t->nodes, 0, sizeof(node));
  t->count = 1;
  t->full = false;
  return TES_OK;
}

bool tree_is_full(const tree *t) {
  return __atomic_load_n(&t->full, __ATOMIC_RELAXED);
}

bool tree_share(tree *t) {
  t->shared = t->capacity >= t->limit || tree_resize(t, t->limit);
  t->reserved |= t->shared;
  return t->shared;
}

void tree_unshare(tree *t) {
  t->shared = false;
}

size_t tree_memory(const tree *t) {
  return (t->reserved ? t->count : t->capacity) * sizeof(node);
}

/* ---- going on with a part of it ---- */

static void mark_below(tree *t, uint32_t root) {
  t->nodes[root].kept = 1;
  for (uint32_t i = root; i < t->count; i++) {
    const node *n = &t->nodes[i];
    if (!n->kept || n->first == 0) continue;
    for (uint32_t k = 0; k < n->link; k++) t->nodes[n->first + k].kept = 1;
  }
}

/* Slides the marked nodes down; `to` says where each of them went. */
static void slide(tree *t, uint32_t root, uint32_t *to) {
  uint32_t count = 0;
  for (uint32_t i = root; i < t->count; i++) {
    if (t->nodes[i].kept) to[i] = count++;
  }
  for (uint32_t i = root; i < t->count; i++) {
    if (!t->nodes[i].kept) continue;
    node *n = &t->nodes[to[i]];
    *n = t->nodes[i];
    n->kept = 0;
    if (n->first != 0) n->first = to[n->first];
  }
  t->count = count;
}

int tree_descend(tree *t, uint32_t child) {
  const size_t size = t->count * sizeof(uint32_t);
  uint32_t *to = tes_resize(t->alloc, NULL, 0, size);
  if (to == NULL) return TES_ENOMEM;
  mark_below(t, child);
  slide(t, child, to);
  tes_resize(t->alloc, to, size, 0);
  t->full = false;
  return TES_OK;
}
