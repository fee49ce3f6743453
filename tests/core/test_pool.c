/* test_pool.c: the memory of boxes: blocks are whole, apart, aligned, what is
 * free is used again, for other sizes too, and what a pool was comes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sandbox/lpool.h"
#include "tesela_game.h"

/* Sizes that cannot be are refused, also where addresses are sanitized. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1";
}

enum { BLOCKS = 3000, STEPS = 200000 };

typedef struct block {
  unsigned char *data;
  size_t size;
  unsigned char mark; /* all of its bytes */
} block;

static void check_block(const block *b) {
  for (size_t i = 0; i < b->size; i++) assert_int_equal(b->data[i], b->mark);
}

/* Mostly small, around the limit between small and large, or large. */
static size_t any_size(tes_rng *rng) {
  switch (tes_rng_below(rng, 8)) {
    case 0:
      return LPOOL_SMALL - 20 + tes_rng_below(rng, 40);
    case 1:
      return 1 + tes_rng_below(rng, 20000);
    default:
      return 1 + tes_rng_below(rng, 200);
  }
}

static void resize_block(lpool *pool, block *b, size_t size,
                         unsigned char mark) {
  const size_t kept = b->size < size ? b->size : size;
  unsigned char *data = lpool_resize(pool, b->data, b->size, size);
  assert_true((data == NULL) == (size == 0));
  assert_int_equal((uintptr_t)data % LPOOL_GRAIN, 0);
  for (size_t i = 0; i < kept; i++) assert_int_equal(data[i], b->mark);
  if (size > 0) memset(data, mark, size);
  *b = (block){data, size, mark};
}

static lpool open_pool(size_t room) {
  lpool pool;
  assert_true(lpool_open(&pool, room));
  assert_int_equal((uintptr_t)(pool.area + pool.size) & UINT32_MAX, 0);
  return pool;
}

static void test_blocks_stay_as_they_are(void **unused) {
  (void)unused;
  static block blocks[BLOCKS];
  lpool pool = open_pool(1 << 30);
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  for (int step = 0; step < STEPS; step++) {
    block *b = &blocks[tes_rng_below(&rng, BLOCKS)];
    const size_t size = tes_rng_below(&rng, 3) > 0 ? any_size(&rng) : 0;
    check_block(b);
    resize_block(&pool, b, size, (unsigned char)step);
  }
  for (int i = 0; i < BLOCKS; i++) {
    check_block(&blocks[i]);
    resize_block(&pool, &blocks[i], 0, 0);
  }
  assert_non_null(pool.spare);
  assert_non_null(pool.vacant); /* the others are given back */
  assert_ptr_equal(pool.heap.end, pool.area);
  lpool_close(&pool);
}

static void test_what_is_free_serves_again(void **unused) {
  (void)unused;
  static void *blocks[BLOCKS];
  lpool pool = open_pool(1 << 30);
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = lpool_resize(&pool, NULL, 0, 100);
  }
  const char *const limit = pool.heap.limit;
  for (int round = 0; round < 50; round++) { /* some stay in every page */
    for (int i = 0; i < BLOCKS; i++) {
      if (i % 8 != 0) lpool_resize(&pool, blocks[i], 100, 0);
    }
    for (int i = 0; i < BLOCKS; i++) {
      if (i % 8 != 0) blocks[i] = lpool_resize(&pool, NULL, 0, 100);
    }
  }
  assert_ptr_equal(pool.heap.limit, limit);
  lpool_close(&pool);
}

static void test_one_segment_is_kept(void **unused) {
  (void)unused;
  static void *blocks[BLOCKS];
  lpool pool = open_pool(1 << 30);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < BLOCKS; i++) {
      blocks[i] = lpool_resize(&pool, NULL, 0, 300);
    }
    assert_null(pool.spare);
    for (int i = 0; i < BLOCKS; i++) lpool_resize(&pool, blocks[i], 300, 0);
    assert_non_null(pool.spare);
    assert_non_null(pool.vacant);
  }
  lpool_close(&pool);
}

static void test_what_is_free_serves_other_sizes(void **unused) {
  (void)unused;
  static void *blocks[BLOCKS];
  lpool pool = open_pool(1 << 30);
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = lpool_resize(&pool, NULL, 0, 1600);
    assert_non_null(blocks[i]);
  }
  const char *const limit = pool.heap.limit;
  for (size_t size = 1; size <= LPOOL_SMALL; size += 100) {
    const size_t before = size == 1 ? 1600 : size - 100;
    for (int i = 0; i < BLOCKS; i++) lpool_resize(&pool, blocks[i], before, 0);
    for (int i = 0; i < BLOCKS * 1600 / (LPOOL_SMALL + 100); i++) {
      blocks[i] = lpool_resize(&pool, NULL, 0, size);
      assert_non_null(blocks[i]);
    }
    for (int i = BLOCKS * 1600 / (LPOOL_SMALL + 100); i < BLOCKS; i++) {
      blocks[i] = NULL;
    }
    assert_true(pool.heap.limit >= limit);
  }
  lpool_close(&pool);
}

/* All blocks of a size that there is room for; how many. */
static int fill(lpool *pool, void **blocks, size_t size) {
  int count = 0;
  while ((blocks[count] = lpool_resize(pool, NULL, 0, size)) != NULL) count++;
  return count;
}

static void test_there_is_so_much_room(void **unused) {
  (void)unused;
  enum { ROOM = 1 << 20, SIZE = 256 };
  static void *blocks[ROOM / SIZE + 1];
  lpool pool = open_pool(ROOM);
  const int count = fill(&pool, blocks, SIZE);
  assert_in_range(count, ROOM / SIZE * 9 / 10, ROOM / SIZE);
  assert_null(lpool_resize(&pool, NULL, 0, 16));
  assert_null(lpool_resize(&pool, NULL, 0, LPOOL_SMALL + 1));
  for (int i = 0; i < count; i++) lpool_resize(&pool, blocks[i], SIZE, 0);
  assert_int_equal(fill(&pool, blocks, SIZE), count);
  lpool_close(&pool);
}

static void test_a_lack_of_memory_changes_nothing(void **unused) {
  (void)unused;
  lpool pool = open_pool(1 << 30);
  unsigned char *small = lpool_resize(&pool, NULL, 0, 10);
  unsigned char *large = lpool_resize(&pool, NULL, 0, 10000);
  memset(small, 1, 10);
  memset(large, 2, 10000);
  assert_null(lpool_resize(&pool, small, 10, PTRDIFF_MAX));
  assert_null(lpool_resize(&pool, large, 10000, PTRDIFF_MAX));
  check_block(&(block){small, 10, 1});
  check_block(&(block){large, 10000, 2});
  lpool_resize(&pool, large, 10000, 0);
  lpool_close(&pool);
}

/* Does the same to blocks and pool from the same seed; a hash of where all
 * blocks came to lie. */
static uint64_t play(lpool *pool, block *blocks, uint64_t seed) {
  tes_rng rng;
  uint64_t hash = 1;
  tes_rng_seed(&rng, seed);
  for (int step = 0; step < 20000; step++) {
    block *b = &blocks[tes_rng_below(&rng, BLOCKS)];
    check_block(b);
    resize_block(pool, b, tes_rng_below(&rng, 3) > 0 ? any_size(&rng) : 0,
                 (unsigned char)step);
    const uint32_t place = (uint32_t)(uintptr_t)b->data;
    if (b->size > 0) hash = (hash ^ place) * 0x100000001b3;
  }
  return hash;
}

static void test_blocks_lie_at_the_same_places_in_all_pools(void **unused) {
  (void)unused;
  uint64_t first = 0;
  void *other = NULL;
  for (int round = 0; round < 4; round++) {
    static block blocks[BLOCKS];
    memset(blocks, 0, sizeof blocks);
    lpool pool = open_pool(1 << 30);
    const uint64_t hash = play(&pool, blocks, 3);
    if (round == 0) first = hash;
    assert_true(hash == first);
    lpool_close(&pool);
    free(other);
    other = malloc((size_t)round * 3000 + 1); /* nobody else matters */
  }
  free(other);
}

static void test_a_large_block_grows_where_it_is(void **unused) {
  (void)unused;
  enum { ROOM = 1 << 20 };
  lpool pool = open_pool(ROOM);
  block b = {NULL, 0, 0};
  for (size_t size = 3000; size < ROOM * 9 / 10; size += 50000) {
    resize_block(&pool, &b, size, 1);
    assert_ptr_equal(b.data, pool.heap.start + sizeof(lchunk));
  }
  assert_null(lpool_resize(&pool, b.data, b.size, ROOM));
  assert_null(lpool_resize(&pool, NULL, 0, ROOM / 2));
  check_block(&b);
  resize_block(&pool, &b, 3000, 2);
  void *next = lpool_resize(&pool, NULL, 0, ROOM / 2);
  assert_non_null(next);
  resize_block(&pool, &b, 9000, 3);
  assert_true((char *)b.data > (char *)next);
  resize_block(&pool, &b, 0, 0);
  lpool_resize(&pool, next, ROOM / 2, 0);
  assert_ptr_equal(pool.heap.end, pool.area);
  lpool_close(&pool);
}

static void test_there_are_many_pools(void **unused) {
  (void)unused;
  enum { POOLS = 150 };
  static lpool pools[POOLS];
  for (int i = 0; i < POOLS; i++) pools[i] = open_pool(1 << 20);
  for (int i = 0; i < POOLS; i++) lpool_close(&pools[i]);
}

static void test_what_was_sealed_comes_back(void **unused) {
  (void)unused;
  static block blocks[BLOCKS], then[BLOCKS];
  lpool pool = open_pool(1 << 30);
  for (int round = 0; round < 3; round++) {
    play(&pool, blocks, (uint64_t)round);
    memcpy(then, blocks, sizeof then);
    assert_true(lpool_seal(&pool));
    const uint64_t first = play(&pool, blocks, 7);
    for (int game = 0; game < 5; game++) {
      lpool_restore(&pool);
      memcpy(blocks, then, sizeof then);
      for (int i = 0; i < BLOCKS; i++) check_block(&blocks[i]);
      play(&pool, blocks, (uint64_t)game); /* another one before */
      lpool_restore(&pool);
      memcpy(blocks, then, sizeof then);
      assert_true(play(&pool, blocks, 7) == first);
    }
    lpool_unseal(&pool);
    memcpy(blocks, then, sizeof then);
  }
  for (int i = 0; i < BLOCKS; i++) {
    check_block(&blocks[i]);
    resize_block(&pool, &blocks[i], 0, 0);
  }
  assert_ptr_equal(pool.heap.end, pool.area);
  lpool_close(&pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_stay_as_they_are),
      cmocka_unit_test(test_what_is_free_serves_again),
      cmocka_unit_test(test_one_segment_is_kept),
      cmocka_unit_test(test_what_is_free_serves_other_sizes),
      cmocka_unit_test(test_there_is_so_much_room),
      cmocka_unit_test(test_a_lack_of_memory_changes_nothing),
      cmocka_unit_test(test_blocks_lie_at_the_same_places_in_all_pools),
      cmocka_unit_test(test_a_large_block_grows_where_it_is),
      cmocka_unit_test(test_there_are_many_pools),
      cmocka_unit_test(test_what_was_sealed_comes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
