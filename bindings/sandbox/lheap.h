/* lheap.h: blocks of any size in a given stretch of memory, for the large
 * blocks of a pool (lpool.h).
 *
 * The stretch is cut into chunks, one after another from its start. Each has a
 * head with its size and that of the previous chunk. Of two neighbours at least
 * one is in use, and the last chunk always is: the free space after it is the
 * end, from which new chunks are cut if no free one fits. A free chunk is in
 * the list of its size (there are eight lists for each power of two); a chunk
 * too small for any list is in none, and waits for a neighbour to join. A block
 * is taken from a list whose chunks are all large enough, so no search is
 * needed.
 *
 * The places of blocks depend only on the sequence of requests. */
#ifndef LHEAP_H
#define LHEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The address sanitizer, if it is in use, is informed of unused memory. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif
#if SANITIZED
#include <sanitizer/asan_interface.h>
#define FORBID(block, size) ASAN_POISON_MEMORY_REGION(block, size)
#define ALLOW(block, size) ASAN_UNPOISON_MEMORY_REGION(block, size)
#else
#define FORBID(block, size) ((void)0)
#define ALLOW(block, size) ((void)0)
#endif

enum { LHEAP_LEAST = 7, LHEAP_LISTS = (32 - LHEAP_LEAST) * 8 };

typedef struct lchunk {
  uint32_t size;  /* in grains of 16 bytes, including this head */
  uint32_t below; /* the size of the previous chunk; 0: none */
  bool free;
  struct lchunk *next, *before; /* in a list, if it is free; or NULL */
  _Alignas(16) char block[];
} lchunk;

typedef struct lheap {
  char *start, *end, *limit; /* chunks are between start and end */
  char *high;                /* the highest `end` so far */
  uint32_t last;             /* the size of the last chunk, or 0 */
  uint64_t filled[(LHEAP_LISTS + 63) / 64]; /* lists, as bits */
  lchunk *list[LHEAP_LISTS];
} lheap;

/* Uses the memory from `start`, a multiple of 16, to `limit`, which is less
 * than 64 GB away. */
void lheap_open(lheap *heap, char *start, char *limit);
/* Returns NULL if there is no room. */
void *lheap_take(lheap *heap, size_t size);
void lheap_give(lheap *heap, void *block);
/* Resizes a block in place; false if there is no room. */
bool lheap_resize(lheap *heap, void *block, size_t size);
/* The next chunk in use from `at` on, beginning with the start; NULL: none. */
lchunk *lheap_used(const lheap *heap, char *at);
char *lheap_behind(lchunk *chunk);

#endif
