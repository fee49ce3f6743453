/* lheap.h: blocks of any size in one stretch of memory that is there: the large
 * ones of a pool (lpool.h).
 *
 * The stretch is cut into chunks, one behind the other from its start on. Each
 * has a head that tells its size and that of the one below. Of two neighbours
 * one is in use, and so is the last: what is free behind it is the end, where
 * chunks are cut when no other one serves. A free chunk is in the list of its
 * size, eight lists to each power of two; one that is too small for any list is
 * in none, and waits for a neighbour. A block is taken from a list in which all
 * are large enough, so that nothing is searched.
 *
 * Where blocks come to lie follows from what is asked for, and from nothing
 * else. */
#ifndef LHEAP_H
#define LHEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the address sanitizer looks on, which is told what is not in use. */
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
  uint32_t size;  /* in grains of 16 bytes, with this head */
  uint32_t below; /* the size of the chunk below; 0: there is none */
  bool free;
  struct lchunk *next, *before; /* free: in a list; the first has none before */
  _Alignas(16) char block[];
} lchunk;

typedef struct lheap {
  char *start, *end, *limit; /* what is taken lies between start and end */
  char *high;                /* where the end has been at most */
  uint32_t last;             /* the size of the chunk before the end, or 0 */
  uint64_t filled[(LHEAP_LISTS + 63) / 64]; /* lists, as bits */
  lchunk *list[LHEAP_LISTS];
} lheap;

/* From `start`, a multiple of 16, to `limit`, less than 64 GB away. */
void lheap_open(lheap *heap, char *start, char *limit);
/* NULL: no room. */
void *lheap_take(lheap *heap, size_t size);
void lheap_give(lheap *heap, void *block);
/* Is there room for so many bytes where the block lies? Then it has them. */
bool lheap_resize(lheap *heap, void *block, size_t size);
/* The chunk from `at` on, at first the start, that is in use; NULL: no more. */
lchunk *lheap_used(const lheap *heap, char *at);
char *lheap_behind(lchunk *chunk);

#endif
