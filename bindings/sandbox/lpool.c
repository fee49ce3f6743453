/* lpool.c: see lpool.h. */
#define _GNU_SOURCE
#include "lpool.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGES = 16, PAGE = 1 << 14, SEGMENT = PAGES * PAGE }; /* bytes */
enum {
  WARM = 4 * SEGMENT, /* memory that a restored pool keeps, of segments and of
                         the heap */
  MOST = 1 << 18      /* the most segments in a heap */
};

/* A free block begins with the address of the next one; blocks from `fresh` on
 * have never been used. */
typedef struct lpage {
  struct lpage *next;
  struct lpage *before; /* in a list; NULL: the first */
  void *free;
  char *fresh, *end;
  unsigned used;   /* number of blocks in use */
  unsigned number; /* of its size of blocks */
} lpage;

/* A segment is at a multiple of its size. The descriptions of its pages are all
 * at the start of the first page: at the start of each page they would conflict
 * in the CPU cache. */
typedef struct lsegment {
  struct lsegment *next; /* in the list of vacant segments */
  int used;              /* number of pages in use */
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

static void unlink_page(lpage **list, lpage *page) {
  if (page->before != NULL) {
    page->before->next = page->next;
  } else {
    *list = page->next;
  }
  if (page->next != NULL) page->next->before = page->before;
}

/* ---- segments ---- */

#if UINTPTR_MAX > UINT32_MAX
#define ALIGNED ((uintptr_t)1 << 32)

/* Maps an area somewhere below the kernel's choice, so that the upper bits of
 * addresses stay unpredictable. */
static char *map_area(size_t size) {
  const int rights = PROT_READ | PROT_WRITE,
            flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *any = mmap(NULL, size, rights, flags, -1, 0);
  if (any == MAP_FAILED) return NULL;
  munmap(any, size);
  uintptr_t end = ((uintptr_t)any + size) & ~(ALIGNED - 1);
  for (; end > ALIGNED + size; end -= ALIGNED) {
    char *wanted = (char *)(end - size);
    char *area = mmap(wanted, size, rights, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (area == wanted) return area;
    if (area != MAP_FAILED) {
      munmap(area, size); /* kernels before 4.17 treat the address as a hint */
    } else if (errno != EEXIST) {
      return NULL;
    }
  }
  return NULL;
}

static void unmap_area(char *area, size_t size) {
  munmap(area, size);
}
#else
/* A 32-bit system has too little room to spread areas. */
static char *map_area(size_t size) {
  return aligned_alloc(SEGMENT, size);
}

static void unmap_area(char *area, size_t size) {
  (void)size;
  free(area);
}
#endif

bool lpool_open(lpool *pool, size_t room) {
  const size_t size = (room + SEGMENT - 1) / SEGMENT * SEGMENT;
  *pool = (lpool){.size = size};
  if (size / SEGMENT < MOST) pool->area = map_area(size);
  if (pool->area == NULL) return false;
  lheap_open(&pool->heap, pool->area, pool->area + size);
  return true;
}

static lsegment *next_segment(lpool *pool) {
  lsegment *segment = pool->vacant;
  if (segment != NULL) {
    ALLOW(segment, sizeof *segment);
    pool->vacant = segment->next;
    return segment;
  }
  if (pool->heap.limit - pool->heap.end < SEGMENT) return NULL;
  pool->heap.limit -= SEGMENT;
  return (lsegment *)(void *)pool->heap.limit;
}

static bool add_segment(lpool *pool) {
  lsegment *segment = next_segment(pool);
  if (segment == NULL) return false;
  ALLOW(segment, sizeof *segment);
  memset(segment, 0, sizeof *segment);
  FORBID(segment + 1, SEGMENT - sizeof *segment);
  for (lpage *page = segment->page + PAGES; page-- > segment->page;) {
    put_first(&pool->empty, page);
  }
  return true;
}

/* Returns an empty segment, but keeps one, which may be used again soon. */
static void leave_segment(lpool *pool, lsegment *segment) {
  if (pool->spare == NULL) {
    pool->spare = segment;
    return;
  }
  for (int i = 0; i < PAGES; i++) unlink_page(&pool->empty, &segment->page[i]);
  madvise(segment, SEGMENT, MADV_DONTNEED);
  segment->next = pool->vacant;
  pool->vacant = segment;
}

/* ---- pages ---- */

/* The first block of a page. */
static char *first_block(lpage *page) {
  lsegment *segment = segment_of(page);
  const size_t head = (sizeof *segment + LPOOL_GRAIN - 1) / LPOOL_GRAIN;
  const ptrdiff_t i = page - segment->page;
  return (char *)segment + (i > 0 ? (size_t)i * PAGE : head * LPOOL_GRAIN);
}

static lpage *add_page(lpool *pool, unsigned number) {
  if (pool->empty == NULL && !add_segment(pool)) return NULL;
  lpage *page = pool->empty;
  unlink_page(&pool->empty, page);
  lsegment *segment = segment_of(page);
  segment->used++;
  if (pool->spare == segment) pool->spare = NULL;
  page->free = NULL;
  page->fresh = first_block(page);
  page->end = page->fresh + PAGE - ((uintptr_t)page->fresh & (PAGE - 1));
  page->used = 0;
  page->number = number;
  put_first(&pool->open[number], page);
  return page;
}

static void leave_page(lpool *pool, lpage *page) {
  lsegment *segment = segment_of(page);
  unlink_page(&pool->open[page->number], page);
  put_first(&pool->empty, page);
  if (--segment->used == 0) leave_segment(pool, segment);
}

/* ---- blocks ---- */

static void *take_block(lpool *pool, size_t size) {
  if (size > LPOOL_SMALL) return lheap_take(&pool->heap, size);
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
  if (is_full(page)) unlink_page(&pool->open[number], page);
  FORBID((char *)block + size, block_size(number) - size);
  return block;
}

/* Is this large block part of the image? Such blocks are never freed. */
static bool is_kept(const lpool *pool, const void *block) {
  return (const char *)block < pool->heap.start;
}

static void give(lpool *pool, void *block, size_t size) {
  if (size > LPOOL_SMALL) {
    if (!is_kept(pool, block)) lheap_give(&pool->heap, block);
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
  if (block == NULL) return size > 0 ? take_block(pool, size) : NULL;
  if (size == 0) {
    give(pool, block, old_size);
    return NULL;
  }
  if (is_same_size(old_size, size)) {
    ALLOW(block, size);
    if (size < old_size) FORBID((char *)block + size, old_size - size);
    return block;
  }
  const bool large = old_size > LPOOL_SMALL && size > LPOOL_SMALL;
  if (large && !is_kept(pool, block) &&
      lheap_resize(&pool->heap, block, size)) {
    return block;
  }
  void *moved = take_block(pool, size);
  if (moved == NULL) return NULL;
  memcpy(moved, block, old_size < size ? old_size : size);
  give(pool, block, old_size);
  return moved;
}

/* ---- images ---- */

/* A stretch of memory. */
typedef struct part {
  char *at;
  size_t size;
} part;

typedef struct limage {
  lpool pool;
  lheap heap; /* its state at the time, to continue from when unsealed */
  size_t count, size;
  char *end;   /* of the last part */
  part *parts; /* NULL: only counts them */
  char *bytes; /* of all parts, one after another */
} limage;

/* Adds a stretch, or extends the last one. */
static void add_part(limage *image, void *at, size_t size) {
  const bool one = image->count > 0 && image->end == at;
  if (!one) image->count++;
  if (image->parts != NULL) {
    part *last = &image->parts[image->count - 1];
    *last = one ? (part){last->at, last->size + size} : (part){at, size};
    memcpy(image->bytes + image->size, at, size);
  }
  image->end = (char *)at + size;
  image->size += size;
}

/* Adds the blocks of a segment, and then the descriptions of its pages. These
 * mark all pages as full, and the segment as never empty, so no new blocks are
 * put there. */
static void add_segment_parts(limage *image, lsegment *segment) {
  for (lpage *page = segment->page; page < segment->page + PAGES; page++) {
    if (page->used == 0) continue;
    char *start = first_block(page);
    const size_t size = (size_t)(page->fresh - start);
    ALLOW(start, size);
    add_part(image, start, size);
    if (image->parts == NULL) continue;
    page->free = NULL;
    page->fresh = page->end;
  }
  if (image->parts != NULL) segment->used++;
  add_part(image, segment, sizeof *segment);
}

static void add_parts(limage *image, const lpool *pool) {
  for (char *at = pool->heap.limit; at < pool->area + pool->size;
       at += SEGMENT) {
    add_segment_parts(image, (lsegment *)(void *)at);
  }
  const lheap *heap = &pool->heap;
  for (lchunk *chunk = lheap_used(heap, heap->start); chunk != NULL;
       chunk = lheap_used(heap, lheap_behind(chunk))) {
    const size_t size = (size_t)(lheap_behind(chunk) - (char *)chunk);
    ALLOW(chunk, size);
    add_part(image, chunk, size);
  }
}

static void free_image(limage *image) {
  if (image == NULL) return;
  free(image->parts);
  free(image->bytes);
  free(image);
}

bool lpool_seal(lpool *pool) {
  limage counted = {.parts = NULL}, *image = calloc(1, sizeof *image);
  add_parts(&counted, pool);
  if (image == NULL) return false;
  image->parts = calloc(counted.count, sizeof(part));
  image->bytes = malloc(counted.size);
  if (image->parts == NULL || image->bytes == NULL) {
    free_image(image);
    return false;
  }
  add_parts(image, pool);
  image->heap = pool->heap;
  image->pool = (lpool){.area = pool->area, .size = pool->size, .image = image};
  lheap_open(&image->pool.heap, pool->heap.end, pool->heap.limit);
  *pool = image->pool;
  return true;
}

/* Returns memory to the system, as whole pages. */
static void give_back(char *from, char *to) {
  from += -(uintptr_t)from & (PAGE - 1);
  if (from < to) madvise(from, (size_t)(to - from), MADV_DONTNEED);
}

/* Forgets the blocks that were allocated, in segments and in the heap, since
 * the pool was sealed, and keeps some of their memory. */
static void forget_blocks(const lpool *pool) {
  const lheap *now = &pool->heap, *then = &pool->image->pool.heap;
  FORBID(now->limit, (size_t)(then->limit - now->limit));
  FORBID(then->end, (size_t)(now->high - then->end));
  if (then->limit - now->limit > WARM)
    give_back(now->limit, then->limit - WARM);
  if (now->high - then->end > WARM) give_back(then->end + WARM, now->high);
}

void lpool_restore(lpool *pool) {
  limage *image = pool->image;
  const char *bytes = image->bytes;
  forget_blocks(pool);
  for (const part *p = image->parts; p < image->parts + image->count; p++) {
    ALLOW(p->at, p->size);
    memcpy(p->at, bytes, p->size);
    bytes += p->size;
  }
  *pool = image->pool;
}

void lpool_unseal(lpool *pool) {
  if (pool->image == NULL) return;
  lpool_restore(pool);
  pool->heap = pool->image->heap;
  free_image(pool->image);
  pool->image = NULL;
}

void lpool_close(lpool *pool) {
  lpool_unseal(pool);
  if (pool->area != NULL) {
    ALLOW(pool->area, pool->size);
    unmap_area(pool->area, pool->size);
  }
  *pool = (lpool){.area = NULL};
}
