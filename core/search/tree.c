/* tree.c: growing columns of nodes, and what is kept when a move is made or the
 * tree is full.
 *
 * Nodes are known by number, so the columns may move. They share one block of
 * memory, which doubles up to the limit; then the tree is full, and has no new
 * nodes until a move drops the other branches, or tree_thin the least visited
 * ones. A child is always after its parent, so one pass in ascending order
 * finds all nodes to keep, and sliding them down keeps the order.
 *
 * While several threads share the tree, nothing may move: the columns have
 * their final size from the beginning, and new nodes are claimed atomically. */
#include <string.h>

#include "tree.h"

enum {
  FIRST_CAPACITY = 1024,
  BYTES = sizeof(tes_move) + sizeof(float) + sizeof(tree_weight) +
          sizeof(uint32_t) + sizeof(node) /* of a node in all columns */
};

void tree_init(tree *t, const tes_alloc *alloc, size_t memory) {
  size_t limit = memory / BYTES;
  if (limit < FIRST_CAPACITY) limit = FIRST_CAPACITY;
  if (limit > UINT32_MAX / 2) limit = UINT32_MAX / 2;
  *t = (tree){.alloc = alloc, .limit = (uint32_t)limit};
}

void tree_free(tree *t) {
  if (t->memory != NULL) {
    tes_resize(t->alloc, t->memory, (size_t)t->capacity * BYTES, 0);
  }
  *t = (tree){.alloc = t->alloc, .limit = t->limit};
}

/* ---- columns ---- */

/* The widest come first, so that all are aligned. */
static void place_columns(tree *t, uint32_t capacity) {
  unsigned char *at = t->memory;
  const size_t n = capacity;
  t->move = (tes_move *)(void *)at;
  t->mean = (float *)(void *)(at += n * sizeof *t->move);
  t->weight = (tree_weight *)(void *)(at += n * sizeof *t->mean);
  t->visits = (uint32_t *)(void *)(at += n * sizeof *t->weight);
  t->nodes = (node *)(void *)(at + n * sizeof *t->visits);
  t->capacity = capacity;
}

/* When the memory has grown, each column moves up, the last one first. */
static bool tree_resize(tree *t, uint32_t capacity) {
  void *memory = tes_resize(t->alloc, t->memory, (size_t)t->capacity * BYTES,
                            (size_t)capacity * BYTES);
  if (memory == NULL) return false;
  t->memory = memory;
  place_columns(t, t->capacity);
  const tree old = *t;
  place_columns(t, capacity);
  memmove(t->nodes, old.nodes, t->count * sizeof *t->nodes);
  memmove(t->visits, old.visits, t->count * sizeof *t->visits);
  memmove(t->weight, old.weight, t->count * sizeof *t->weight);
  memmove(t->mean, old.mean, t->count * sizeof *t->mean);
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

/* ---- new nodes ---- */

static void clear_nodes(tree *t, uint32_t first, uint32_t count) {
  memset(t->move + first, 0, count * sizeof *t->move);
  memset(t->mean + first, 0, count * sizeof *t->mean);
  memset(t->weight + first, 0, count * sizeof *t->weight);
  memset(t->visits + first, 0, count * sizeof *t->visits);
  memset(t->nodes + first, 0, count * sizeof *t->nodes);
}

/* Adds nodes while other threads may do so too. */
static uint32_t add_shared(tree *t, uint32_t count) {
  uint32_t first = __atomic_load_n(&t->count, __ATOMIC_RELAXED);
  do {
    if (count > t->capacity - first) {
      __atomic_store_n(&t->full, true, __ATOMIC_RELAXED);
      return 0;
    }
  } while (!__atomic_compare_exchange_n(&t->count, &first, first + count, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  clear_nodes(t, first, count);
  return first;
}

static uint32_t add_nodes(tree *t, uint32_t count, bool always) {
  if (t->shared) return add_shared(t, count);
  const uint32_t first = t->count, needed = first + count;
  if (needed < first ||
      (needed > t->capacity && !tree_grow(t, needed, always))) {
    t->full = true;
    return 0;
  }
  clear_nodes(t, first, count);
  t->count = needed;
  return first;
}

uint32_t tree_add(tree *t) {
  return add_nodes(t, 1, false);
}

/* The size with the tail, rounded up to whole lanes. */
static uint32_t size_of_block(uint32_t count) {
  return (count + LANES) / LANES * LANES;
}

uint32_t tree_add_block(tree *t, uint32_t count, bool always) {
  return add_nodes(t, size_of_block(count), always);
}

int tree_clear(tree *t) {
  if (t->memory == NULL && !tree_resize(t, FIRST_CAPACITY)) return TES_ENOMEM;
  clear_nodes(t, 0, 1);
  t->count = 1;
  t->full = t->thinned = false;
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
  return (size_t)(t->reserved ? t->count : t->capacity) * BYTES;
}

/* ---- keeping a part of the tree ---- */

/* Marks the children of a node or, after a tail, the rest of them. */
static void mark_children(tree *t, uint32_t owner, bool linked) {
  const uint32_t first = t->nodes[owner].first;
  if (linked && owner != 0) {
    for (uint32_t i = first; i != 0; i = t->nodes[i].link) {
      t->nodes[i].kept = 1;
    }
    return;
  }
  const uint32_t size = size_of_block(t->nodes[owner].link);
  for (uint32_t k = 0; k < size; k++) t->nodes[first + k].kept = 1;
}

/* Marks the nodes below a root, except those below nodes with fewer than
 * `least` visits, which lose their children. (Tails have none, but stay if
 * their nodes do.) */
static void mark_below(tree *t, uint32_t root, uint32_t least, bool linked) {
  t->nodes[root].kept = 1;
  for (uint32_t i = root; i < t->count; i++) {
    if (!t->nodes[i].kept || t->nodes[i].first == 0) continue;
    if (i == root || t->visits[i] == 0 || t->visits[i] >= least) {
      mark_children(t, i, linked);
    } else {
      t->nodes[i].first = 0;
    }
  }
}

static void move_node(tree *t, uint32_t from, uint32_t to) {
  t->move[to] = t->move[from];
  t->mean[to] = t->mean[from];
  t->weight[to] = t->weight[from];
  t->visits[to] = t->visits[from];
  t->nodes[to] = t->nodes[from];
}

/* Slides the marked nodes down; `to` gives the new number of each. */
static void slide(tree *t, uint32_t root, uint32_t *to, bool linked) {
  uint32_t count = 0;
  for (uint32_t i = root; i < t->count; i++) {
    if (t->nodes[i].kept) to[i] = count++;
  }
  for (uint32_t i = root; i < t->count; i++) {
    if (!t->nodes[i].kept) continue;
    move_node(t, i, to[i]);
    node *n = &t->nodes[to[i]];
    n->kept = 0;
    if (n->first != 0) n->first = to[n->first];
    if (linked && i != 0 && n->link != 0) n->link = to[n->link];
  }
  t->count = count;
}

static int keep_below(tree *t, uint32_t root, uint32_t least, bool linked) {
  const size_t size = t->count * sizeof(uint32_t);
  uint32_t *to = tes_resize(t->alloc, NULL, 0, size);
  if (to == NULL) return TES_ENOMEM;
  mark_below(t, root, least, linked);
  slide(t, root, to, linked);
  tes_resize(t->alloc, to, size, 0);
  t->full = false;
  return TES_OK;
}

int tree_descend(tree *t, uint32_t child) {
  const int status = keep_below(t, child, 0, false);
  if (status == TES_OK) t->thinned = false;
  return status;
}

/* ---- a full tree ---- */

/* The number of nodes in the blocks of a node, or linked below it. */
static uint32_t room_of(const tree *t, uint32_t owner, bool linked) {
  uint32_t room = 0;
  if (linked && owner != 0) {
    for (uint32_t i = t->nodes[owner].first; i != 0; i = t->nodes[i].link) {
      room++;
    }
    return room;
  }
  while (t->nodes[owner].first != 0) {
    room += size_of_block(t->nodes[owner].link);
    owner = tree_tail(t, owner);
  }
  return room;
}

/* The smallest power of two such that less than half of the tree is left when
 * nodes with fewer visits lose their children; 2^31 if the root's children are
 * half of it. (No node has 2^31 visits, and a child hardly ever more than its
 * parent.) */
static uint32_t few_visits(const tree *t, bool linked) {
  uint32_t room[31] = {0}, kept = 1 + room_of(t, 0, linked);
  int k = 30;
  for (uint32_t i = 1; i < t->count; i++) {
    if (t->nodes[i].first == 0 || t->visits[i] == 0) continue;
    room[31 - __builtin_clz(t->visits[i])] += room_of(t, i, linked);
  }
  for (; k > 0 && kept + room[k] < t->count / 2; k--) kept += room[k];
  return UINT32_C(2) << k;
}

int tree_thin(tree *t, bool linked) {
  const int status = keep_below(t, 0, few_visits(t, linked), linked);
  if (status == TES_OK) t->thinned = true;
  return status;
}
