/* lpool.c: see lpool.h. */
#define _DEFAULT_SOURCE
#include "lpool.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Sanitized builds see what happens to the blocks. */
#if SANITIZED
#include <sanitizer/asan_interface.h>
#define FORBID(block, size) ASAN_POISON_MEMORY_REGION(block, size)
#define ALLOW(block, size) ASAN_UNPOISON_MEMORY_REGION(block, size)
#else
#define FORBID(block, size) ((void)0)
#define ALLOW(block, size) ((void)0)
#endif

enum { PAGES = 16, PAGE = 1 << 14, SEGMENT = PAGES * PAGE }; /* bytes */

/* A free block begins with the address of the next one; from `fresh` on none
 * was ever used. */
typedef struct lpage {
  struct lpage *next;
  struct lpage *before; /* in a list; the first has none */
  void *free;
  char *fresh, *end;
  unsigned used;   /* blocks */
  unsigned number; /* of the size */
} lpage;

/* Lies at a multiple of its size, with what is known of its pages at the start
 * of the first: at the start of each, these would be in each other's way in
 * the processor's cache. */
typedef struct lsegment {
  struct lsegment *next, *before;
  int used; /* pages */
  lpage page[PAGES];
} lsegment;

static size_t block_size(unsigned number) {
  return (size_t)(number + 1) * LPOOL_GRAIN;
}

static unsigned number_of(size_t size) {
  return (unsigned)((size - 1) / LPOOL_GRAIN);
}

static lsegment *segment_of(void *inside) {
  return (lsegment *)((uintptr_t)inside & ~(uintptr_t)(SEGMENT - 1));
}

static lpage *page_of(void *block) {
  return &segment_of(block)->page[((uintptr_t)block & (SEGMENT - 1)) / PAGE];
}

static bool is_full(const lpage *page) {
  return page->free == NULL &&
         (size_t)(page->end - page->fresh) < block_size(page->number);
}

/* ---- lists of pages ---- */

static void put_first(lpage **list, lpage *page) {
  page->before = NULL;
  page->next = *list;
  if (*list != NULL) (*list)->before = page;
  *list = page;
}

static void take_out(lpage **list, lpage *page) {
  if (page->before != NULL) {
    page->before->next = page->next;
  } else {
    *list = page->next;
  }
  if (page->next != NULL) page->next->before = page->before;
}

/* ---- segments ---- */

/* Mapped, as aligned_alloc takes twice the addresses, and these are limited. */
static lsegment *map_segment(void) {
  char *block = mmap(NULL, 2 * SEGMENT, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return NULL;
  const size_t after = (uintptr_t)block & (SEGMENT - 1),
               before = SEGMENT - after;
  munmap(block, before);
  if (after > 0) munmap(block + before + SEGMENT, after);
  return (lsegment *)(void *)(block + before);
}

static bool add_segment(lpool *pool) {
  lsegment *segment = pool->room < SEGMENT ? NULL : map_segment();
  if (segment == NULL) return false;
  pool->room -= SEGMENT;
  segment->next = pool->segments;
  if (pool->segments != NULL) pool->segments->before = segment;
  pool->segments = segment;
  FORBID(segment + 1, SEGMENT - sizeof *segment);
  for (lpage *page = segment->page + PAGES; page-- > segment->page;) {
    put_first(&pool->empty, page);
  }
  return true;
}

static void unmap(lpool *pool, lsegment *segment) {
  if (segment->before != NULL) {
    segment->before->next = segment->next;
  } else {
    pool->segments = segment->next;
  }
  if (segment->next != NULL) segment->next->before = segment->before;
  pool->room += SEGMENT;
  ALLOW(segment, SEGMENT);
  munmap(segment, SEGMENT);
}

/* One that is not used may be soon. */
static void leave(lpool *pool, lsegment *segment) {
  if (pool->spare == NULL) {
    pool->spare = segment;
    return;
  }
  for (int i = 0; i < PAGES; i++) take_out(&pool->empty, &segment->page[i]);
  unmap(pool, segment);
}

/* ---- pages ---- */

/* Where the blocks of a page begin. */
static char *start_of(lpage *page) {
  lsegment *segment = segment_of(page);
  const size_t head = (sizeof *segment + LPOOL_GRAIN - 1) / LPOOL_GRAIN;
  const ptrdiff_t i = page - segment->page;
  return (char *)segment + (i > 0 ? (size_t)i * PAGE : head * LPOOL_GRAIN);
}

static lpage *add_page(lpool *pool, unsigned number) {
  if (pool->empty == NULL && !add_segment(pool)) return NULL;
  lpage *page = pool->empty;
  take_out(&pool->empty, page);
  lsegment *segment = segment_of(page);
  segment->used++;
  if (pool->spare == segment) pool->spare = NULL;
  page->free = NULL;
  page->fresh = start_of(page);
  page->end = page->fresh + PAGE - ((uintptr_t)page->fresh & (PAGE - 1));
  page->used = 0;
  page->number = number;
  put_first(&pool->open[number], page);
  return page;
}

static void leave_page(lpool *pool, lpage *page) {
  lsegment *segment = segment_of(page);
  take_out(&pool->open[page->number], page);
  put_first(&pool->empty, page);
  if (--segment->used == 0) leave(pool, segment);
}

/* ---- blocks ---- */

static void *take(lpool *pool, size_t size) {
  if (size > LPOOL_SMALL) return malloc(size);
  const unsigned number = number_of(size);
  lpage *page = pool->open[number];
  if (page == NULL) page = add_page(pool, number);
  if (page == NULL) return NULL;
  void *block = page->free;
  ALLOW(block != NULL ? block : page->fresh, block_size(number));
  if (block != NULL) {
    memcpy(&page->free, block, sizeof page->free);
  } else {
    block = page->fresh;
    page->fresh += block_size(number);
  }
  page->used++;
  if (is_full(page)) take_out(&pool->open[number], page);
  FORBID((char *)block + size, block_size(number) - size);
  return block;
}

static void give(lpool *pool, void *block, size_t size) {
  if (size > LPOOL_SMALL) {
    free(block);
    return;
  }
  lpage *page = page_of(block);
  if (is_full(page)) put_first(&pool->open[page->number], page);
  ALLOW(block, block_size(page->number));
  memcpy(block, &page->free, sizeof page->free);
  FORBID(block, block_size(page->number));
  page->free = block;
  if (--page->used == 0) leave_page(pool, page);
}

static bool is_same_size(size_t a, size_t b) {
  return a <= LPOOL_SMALL && b <= LPOOL_SMALL && number_of(a) == number_of(b);
}

void *lpool_resize(lpool *pool, void *block, size_t old_size, size_t size) {
  if (block == NULL) return size > 0 ? take(pool, size) : NULL;
  if (size == 0) {
    give(pool, block, old_size);
    return NULL;
  }
  if (is_same_size(old_size, size)) {
    ALLOW(block, size);
    if (size < old_size) FORBID((char *)block + size, old_size - size);
    return block;
  }
  if (old_size > LPOOL_SMALL && size > LPOOL_SMALL) return realloc(block, size);
  void *moved = take(pool, size);
  if (moved == NULL) return NULL;
  memcpy(moved, block, old_size < size ? old_size : size);
  give(pool, block, old_size);
  return moved;
}

bool lpool_is_full(const lpool *pool, size_t size) {
  return size <= LPOOL_SMALL && pool->room < SEGMENT;
}

void lpool_close(lpool *pool) {
  while (pool->segments != NULL) unmap(pool, pool->segments);
  *pool = (lpool){.room = pool->room};
}
