/* lheap.c: see lheap.h. */
#include "lheap.h"

enum { GRAIN = 16, HEAD = sizeof(lchunk) / GRAIN };

_Static_assert(sizeof(lchunk) % GRAIN == 0, "heads are whole grains");

void lheap_open(lheap *heap, char *start, char *limit) {
  *heap = (lheap){.start = start, .end = start, .limit = limit, .high = start};
}

/* ---- chunks ---- */

static lchunk *at(char *place) {
  return (lchunk *)(void *)place;
}

char *lheap_behind(lchunk *chunk) {
  return (char *)chunk + (size_t)chunk->size * GRAIN;
}

static lchunk *chunk_of(void *block) {
  return at((char *)block - offsetof(lchunk, block));
}

static lchunk *chunk_below(lchunk *chunk) {
  return at((char *)chunk - (size_t)chunk->below * GRAIN);
}

/* The number of grains for a block; 0 if it is larger than any stretch. */
static uint32_t grains_for(size_t size) {
  const size_t grains = size / GRAIN + (size % GRAIN > 0) + HEAD;
  return grains <= UINT32_MAX ? (uint32_t)grains : 0;
}

static size_t room_at_end(const lheap *heap) {
  return (size_t)(heap->limit - heap->end) / GRAIN;
}

/* Sets the size of a chunk, and updates the next chunk. */
static void set_size(lheap *heap, lchunk *chunk, uint32_t size) {
  chunk->size = size;
  if (lheap_behind(chunk) == heap->end) {
    heap->last = size;
  } else {
    at(lheap_behind(chunk))->below = size;
  }
}

static void set_end(lheap *heap, char *end, uint32_t last) {
  heap->end = end;
  heap->last = last;
  if (end > heap->high) heap->high = end;
}

/* ---- lists ---- */

static int list_of(uint32_t size) {
  const int power = 31 - __builtin_clz(size);
  return (power - LHEAP_LEAST) * 8 + (int)(size >> (power - 3) & 7);
}

static bool has_list(uint32_t size) {
  return size >= 1u << LHEAP_LEAST;
}

static void put_chunk(lheap *heap, lchunk *chunk) {
  chunk->free = true;
  FORBID(chunk->block, (size_t)(chunk->size - HEAD) * GRAIN);
  if (!has_list(chunk->size)) return;
  const int number = list_of(chunk->size);
  lchunk **list = &heap->list[number];
  chunk->before = NULL;
  chunk->next = *list;
  if (*list != NULL) (*list)->before = chunk;
  *list = chunk;
  heap->filled[number / 64] |= UINT64_C(1) << number % 64;
}

static void unlink_chunk(lheap *heap, lchunk *chunk) {
  chunk->free = false;
  if (!has_list(chunk->size)) return;
  const int number = list_of(chunk->size);
  if (chunk->next != NULL) chunk->next->before = chunk->before;
  if (chunk->before != NULL) {
    chunk->before->next = chunk->next;
    return;
  }
  heap->list[number] = chunk->next;
  if (chunk->next == NULL) {
    heap->filled[number / 64] &= ~(UINT64_C(1) << number % 64);
  }
}

/* The first chunk of the first list whose chunks are all large enough; or
 * NULL. */
static lchunk *find_chunk(const lheap *heap, uint32_t size) {
  if (!has_list(size)) size = 1u << LHEAP_LEAST;
  const uint32_t step = 1u << (31 - __builtin_clz(size)) >> 3;
  if (size > UINT32_MAX - step) return NULL;
  const int least = list_of(size + step - 1);
  uint64_t mask = ~UINT64_C(0) << least % 64;
  for (int i = least / 64; i < (LHEAP_LISTS + 63) / 64; i++) {
    const uint64_t lists = heap->filled[i] & mask;
    if (lists != 0) return heap->list[i * 64 + __builtin_ctzll(lists)];
    mask = ~UINT64_C(0);
  }
  return NULL;
}

/* ---- blocks ---- */

/* Frees a chunk, and joins it with free neighbours. */
static void release_chunk(lheap *heap, lchunk *chunk) {
  uint32_t size = chunk->size;
  char *behind = lheap_behind(chunk);
  if (behind != heap->end && at(behind)->free) {
    unlink_chunk(heap, at(behind));
    size += at(behind)->size;
  }
  if (chunk->below > 0 && chunk_below(chunk)->free) {
    chunk = chunk_below(chunk);
    unlink_chunk(heap, chunk);
    size += chunk->size;
  }
  set_size(heap, chunk, size);
  if (lheap_behind(chunk) == heap->end) {
    set_end(heap, (char *)chunk, chunk->below);
  } else {
    put_chunk(heap, chunk);
  }
}

/* Frees the part of a chunk after `size` grains, if that is large enough for a
 * chunk. */
static void cut_chunk(lheap *heap, lchunk *chunk, uint32_t size) {
  const uint32_t rest = chunk->size - size;
  if (rest <= HEAD) return;
  chunk->size = size;
  lchunk *other = at(lheap_behind(chunk));
  ALLOW(other, sizeof *other);
  *other = (lchunk){.below = size};
  set_size(heap, other, rest);
  release_chunk(heap, other);
}

static lchunk *cut_at_end(lheap *heap, uint32_t size) {
  if (size > room_at_end(heap)) return NULL;
  lchunk *chunk = at(heap->end);
  ALLOW(chunk, sizeof *chunk);
  *chunk = (lchunk){.size = size, .below = heap->last};
  set_end(heap, lheap_behind(chunk), size);
  return chunk;
}

static void allow(lchunk *chunk, size_t size) {
  ALLOW(chunk->block, size);
  FORBID(chunk->block + size,
         (size_t)(lheap_behind(chunk) - chunk->block) - size);
  (void)chunk, (void)size;
}

void *lheap_take(lheap *heap, size_t size) {
  const uint32_t grains = grains_for(size);
  if (grains == 0) return NULL;
  lchunk *chunk = find_chunk(heap, grains);
  if (chunk != NULL) {
    unlink_chunk(heap, chunk);
    cut_chunk(heap, chunk, grains);
  } else {
    chunk = cut_at_end(heap, grains);
  }
  if (chunk == NULL) return NULL;
  allow(chunk, size);
  return chunk->block;
}

void lheap_give(lheap *heap, void *block) {
  release_chunk(heap, chunk_of(block));
}

/* Joins a chunk with the free one after it, if both together have `size`
 * grains. */
static bool grow_chunk(lheap *heap, lchunk *chunk, uint32_t size) {
  lchunk *other = at(lheap_behind(chunk));
  if ((char *)other == heap->end) {
    if (size - chunk->size > room_at_end(heap)) return false;
    chunk->size = size;
    set_end(heap, lheap_behind(chunk), size);
    return true;
  }
  if (!other->free || size - chunk->size > other->size) return false;
  unlink_chunk(heap, other);
  set_size(heap, chunk, chunk->size + other->size);
  return true;
}

bool lheap_resize(lheap *heap, void *block, size_t size) {
  lchunk *chunk = chunk_of(block);
  const uint32_t grains = grains_for(size);
  if (grains == 0) return false;
  if (grains > chunk->size && !grow_chunk(heap, chunk, grains)) return false;
  cut_chunk(heap, chunk, grains);
  allow(chunk, size);
  return true;
}

lchunk *lheap_used(const lheap *heap, char *place) {
  while (place != heap->end && at(place)->free) place = lheap_behind(at(place));
  return place != heap->end ? at(place) : NULL;
}
