/* test_tree.c: the blocks in which children of open nodes stand, and which of
 * them is chosen, held against plain loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "search/choose_child.h"
#include "tesela_bits.h"

enum { MOST = 200, POWERS = 18 };

/* Some siblings in blocks, and the same in arrays. */
typedef struct family {
  tree tree;
  uint32_t child[MOST];
  float mean[MOST], prior[MOST];
  uint32_t visits[MOST], tried;
  uint32_t count; /* of children; `left` more moves have none */
  uint32_t left;
  float left_prior;
} family;

static float fraction(tes_rng *rng) {
  return (float)tes_below(rng, 1U << 20) / (1 << 20);
}

static void fill(family *f, tes_rng *rng, uint32_t i, uint32_t n) {
  tree *t = &f->tree;
  const bool tried = i < f->tried;
  f->child[i] = n;
  f->visits[i] = tried ? 1 + tes_below(rng, 1U << tes_below(rng, 20)) : 0;
  f->mean[i] = tried ? fraction(rng) : 0;
  f->prior[i] = tried && tes_below(rng, 9) == 0 ? KNOWN_TO_LOSE : fraction(rng);
  t->move[n] = i + 1;
  t->visits[n] = f->visits[i];
  t->mean[n] = f->mean[i];
  t->weight[n].prior = f->prior[i];
}

/* Hangs blocks of any size below an owner. */
static void make_blocks(family *f, tes_rng *rng, uint32_t owner) {
  tree *t = &f->tree;
  uint32_t have = 0;
  while (have < f->count) {
    const uint32_t size = 1 + tes_below(rng, f->count - have);
    const uint32_t first = tree_add_block(t, size, false);
    assert_true(first != 0);
    for (uint32_t i = 0; i < size; i++) fill(f, rng, have + i, first + i);
    have += size;
    t->nodes[owner].link = size;
    node_show(t, owner, first);
    owner = first + size;
    t->move[owner] = (tes_move)(f->count - have + f->left);
    t->weight[owner].prior = f->left_prior;
  }
}

static void make_family(family *f, tes_rng *rng) {
  memset(f, 0, sizeof *f);
  tree_init(&f->tree, NULL, 1 << 20);
  assert_int_equal(tree_clear(&f->tree), TES_OK);
  f->count = 1 + tes_below(rng, MOST);
  f->tried = tes_below(rng, f->count + 1);
  f->left = tes_below(rng, 3);
  f->left_prior = fraction(rng);
  make_blocks(f, rng, 0);
}

/* ---- children ---- */

static void children_come_in_order(void **state) {
  tes_rng rng;
  (void)state;
  tes_rng_seed(&rng, 1);
  for (int round = 0; round < 200; round++) {
    family f;
    make_family(&f, &rng);
    children all = tree_children(&f.tree, 0);
    for (uint32_t i = 0; i < f.count; i++) {
      assert_int_equal(tree_next(&all), f.child[i]);
    }
    assert_int_equal(tree_next(&all), 0);
    assert_int_equal(tree_next(&all), 0);
    assert_int_equal(tree_left(&f.tree, all.tail), f.left);
    tree_free(&f.tree);
  }
}

static void a_leaf_has_none(void **state) {
  tree t;
  (void)state;
  tree_init(&t, NULL, 0);
  assert_int_equal(tree_clear(&t), TES_OK);
  children all = tree_children(&t, 0);
  assert_int_equal(tree_next(&all), 0);
  tree_free(&t);
}

/* ---- choosing ---- */

static void check_by_weight(const family *f, float c) {
  const choice found = choose_by_weight(&f->tree, 0, c);
  float most = -1;
  uint32_t best = 0;
  double sum = 0, visits = 0;
  for (uint32_t i = 0; i < f->tried; i++) {
    const float u = f->mean[i] + c * f->prior[i] / (1 + (float)f->visits[i]);
    sum += (double)f->mean[i] * f->visits[i];
    visits += f->visits[i];
    if (u <= most) continue;
    most = u;
    best = f->child[i];
  }
  assert_int_equal(found.best, best);
  assert_true(found.most >= (double)most && found.most <= (double)most);
  assert_true(found.sum >= 0.9999 * sum && found.sum <= 1.0001 * sum);
  assert_true(found.visits >= 0.9999 * visits);
  assert_true(found.visits <= 1.0001 * visits);
}

static void check_untried(const family *f) {
  const choice found = choose_by_weight(&f->tree, 0, 1);
  const bool is_tail = f->tried == f->count && f->left > 0;
  const double prior =
      (double)(f->tried < f->count ? f->prior[f->tried] : f->left_prior);
  assert_int_equal(found.untried, f->tried < f->count ? f->child[f->tried] : 0);
  assert_int_equal(found.tail != 0, is_tail);
  if (is_tail) assert_int_equal(found.tail, f->child[f->count - 1] + 1);
  if (found.untried + found.tail == 0) return;
  assert_true(found.prior >= prior && found.prior <= prior);
}

static void the_most_urgent_is_found(void **state) {
  tes_rng rng;
  (void)state;
  tes_rng_seed(&rng, 2);
  for (int round = 0; round < 2000; round++) {
    family f;
    make_family(&f, &rng);
    for (int shared = 0; shared < 2; shared++) {
      f.tree.shared = shared;
      check_by_weight(&f, 100 * fraction(&rng));
      check_untried(&f);
    }
    tree_free(&f.tree);
  }
}

static void losers_are_not_chosen(void **state) {
  tes_rng rng;
  (void)state;
  tes_rng_seed(&rng, 3);
  for (int round = 0; round < 200; round++) {
    family f;
    make_family(&f, &rng);
    bool any = false;
    for (uint32_t i = 0; i < f.tried; i++) {
      const bool lost = f.prior[i] < 0;
      any |= !lost;
      if (lost) node_set_outcome(&f.tree, f.child[i], 2);
    }
    const choice by_weight = choose_by_weight(&f.tree, 0, 1e6F);
    const choice by_visits = choose_by_visits(&f.tree, 0, 1, 1, 1);
    assert_int_equal(by_weight.best != 0, any);
    assert_int_equal(by_visits.best != 0, any);
    if (any) {
      assert_true(node_prior(&f.tree, by_weight.best) >= 0);
      assert_true(node_prior(&f.tree, by_visits.best) >= 0);
    }
    /* With more than two seats they are. */
    const choice of_many = choose_by_visits(&f.tree, 0, 1, 1, 0);
    assert_int_equal(of_many.best != 0, f.tried > 0);
    tree_free(&f.tree);
  }
}

/* ---- going on ---- */

/* Below a child hangs a family of its own; what is left of the tree is that. */
static void what_is_below_stays(void **state) {
  tes_rng rng;
  (void)state;
  tes_rng_seed(&rng, 4);
  for (int round = 0; round < 200; round++) {
    family f;
    make_family(&f, &rng);
    const uint32_t root = f.child[tes_below(&rng, f.count)];
    make_blocks(&f, &rng, root);
    const uint32_t before = f.tree.count;
    assert_int_equal(tree_descend(&f.tree, root), TES_OK);
    assert_true(f.tree.count < before);
    children all = tree_children(&f.tree, 0);
    for (uint32_t i = 0; i < f.count; i++) {
      const uint32_t child = tree_next(&all);
      assert_int_equal(f.tree.move[child], i + 1);
      assert_int_equal(f.tree.visits[child], f.visits[i]);
      f.child[i] = child;
    }
    assert_int_equal(tree_next(&all), 0);
    assert_int_equal(tree_left(&f.tree, all.tail), f.left);
    check_by_weight(&f, 1);
    check_untried(&f);
    tree_free(&f.tree);
  }
}

/* ---- a full tree ---- */

/* Hangs up to nine children below a node that was visited: in blocks, or linked
 * if it is not the root, which then has one block. */
static void hang_children(tree *t, tes_rng *rng, uint32_t owner, bool linked) {
  const uint32_t visits = t->visits[owner], n = 1 + tes_below(rng, 9);
  uint32_t hung = 0;
  while (hung < n) {
    const bool alone = linked && owner != 0;
    const uint32_t size = alone ? 1 : linked ? n : 1 + tes_below(rng, n - hung);
    const uint32_t first = alone ? tree_add(t) : tree_add_block(t, size, false);
    assert_true(first != 0);
    for (uint32_t i = first; i < first + size; i++) {
      t->move[i] = (tes_move)(1 + tes_below(rng, 1000));
      t->mean[i] = fraction(rng);
      t->visits[i] = visits > 2 ? tes_below(rng, visits) : 0;
    }
    hung += size;
    if (alone) {
      t->nodes[first].link = t->nodes[owner].first;
      t->nodes[owner].first = first;
      continue;
    }
    t->nodes[owner].link = size;
    t->nodes[owner].first = first;
    owner = first + size;
    t->move[owner] = (tes_move)(n > hung ? n - hung : 0);
  }
}

static void grow_tree(tree *t, tes_rng *rng, bool linked) {
  tree_init(t, NULL, 1 << 20);
  assert_int_equal(tree_clear(t), TES_OK);
  t->visits[0] = 100000;
  for (uint32_t i = 0; i < t->count && t->count < 5000; i++) {
    if (t->visits[i] > 2 && (i == 0 || tes_below(rng, 3) > 0)) {
      hang_children(t, rng, i, linked);
    }
  }
}

static uint64_t mix(uint64_t sum, uint64_t number) {
  sum ^= number;
  return tes_splitmix64(&sum);
}

/* The size of the blocks of a node, as they are read: whole lanes. */
static uint32_t size_of_blocks(const tree *t, uint32_t owner) {
  uint32_t size = 0;
  while (t->nodes[owner].first != 0) {
    size += (t->nodes[owner].link + LANES) / LANES * LANES;
    owner = tree_tail(t, owner);
  }
  return size;
}

/* A hash of a branch in which nodes with fewer than `least` visits have no
 * children; adds the size of the branch below to `size`. */
static uint64_t hash_of(const tree *t, uint32_t n, uint32_t least, bool linked,
                        uint32_t *size) {
  uint64_t sum = mix((uint64_t)t->move[n], t->visits[n]);
  sum = mix(sum, (uint64_t)(t->mean[n] * (1 << 20)));
  if (n != 0 && t->visits[n] < least) return sum;
  if (linked && n != 0) {
    for (uint32_t i = t->nodes[n].first; i != 0; i = t->nodes[i].link) {
      sum = mix(sum, hash_of(t, i, least, linked, size));
      ++*size;
    }
    return sum;
  }
  *size += size_of_blocks(t, n);
  children all = tree_children(t, n);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    sum = mix(sum, hash_of(t, i, least, linked, size));
  }
  return all.tail != 0 ? mix(sum, tree_left(t, all.tail)) : sum;
}

/* Nodes with few visits lose their children, all others keep theirs. */
static void few_visits_lose_children(void **state) {
  tes_rng rng;
  (void)state;
  tes_rng_seed(&rng, 5);
  int small = 0;
  for (int round = 0; round < 200; round++) {
    const bool linked = round % 2;
    tree t;
    grow_tree(&t, &rng, linked);
    const uint32_t before = t.count;
    small += before < 100;
    uint64_t hash[POWERS];
    uint32_t size[POWERS], kept = 1;
    for (int k = 0; k < POWERS; k++) {
      size[k] = 1;
      hash[k] = hash_of(&t, 0, UINT32_C(1) << k, linked, &size[k]);
    }
    assert_int_equal(size[0], before);
    t.full = true;
    assert_int_equal(tree_thin(&t, linked), TES_OK);
    assert_true(t.thinned && !t.full);
    const uint64_t now = hash_of(&t, 0, 0, linked, &kept);
    int k = 1;
    while (k < POWERS - 1 && size[k] >= before / 2) k++;
    assert_true(now == hash[k]);
    assert_int_equal(kept, size[k]);
    assert_int_equal(t.count, kept);
    tree_free(&t);
  }
  assert_true(small > 0); /* in which the root has half of the nodes */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(children_come_in_order),
      cmocka_unit_test(a_leaf_has_none),
      cmocka_unit_test(the_most_urgent_is_found),
      cmocka_unit_test(losers_are_not_chosen),
      cmocka_unit_test(what_is_below_stays),
      cmocka_unit_test(few_visits_lose_children),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
