/* lpool.h: memory for a Lua state that lives by itself.
 *
 * Lua asks for small blocks of few sizes and gives them back all the time, and
 * always says how large they were. So a block needs no header: blocks up to
 * LPOOL_SMALL bytes come from pages, each of blocks of one size, and a page
 * finds itself from the address of any of its blocks. Larger blocks lie in a
 * heap (lheap.h).
 *
 * A page with a free block is in the list of its size; one that is full is in
 * no list; one that is empty is free for any size. Pages are cut from segments,
 * which are given back when all of their pages are empty, but for a spare one.
 *
 * All memory is one area. Segments are cut from its end, one below the other,
 * and the heap grows from its start, until they meet. Who frees all blocks but
 * one of each page has most of that memory no more, and the pool has it still:
 * so the area is what a pool can take from the machine.
 *
 * A pool can be brought back to what it was when it was sealed, byte for byte.
 * What is allocated from then on lies in segments and in a heap of its own,
 * which are simply forgotten; what lay there before is copied back, however it
 * was changed.
 *
 * Lua puts things that are keys of tables in an order that follows from their
 * addresses. So that it is the same in all processes, the area of every pool
 * ends at a multiple of 4 GB: Lua looks at no more than the lower 32 bits. And
 * nothing is asked of malloc, which has lived through other games. */
#ifndef LPOOL_H
#define LPOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "lheap.h"

enum { LPOOL_GRAIN = 16, LPOOL_SMALL = 2048 };

typedef struct lpool {
  struct lpage *open[LPOOL_SMALL / LPOOL_GRAIN]; /* by size: with free blocks */
  struct lpage *empty;
  struct lsegment *spare;  /* its pages are all empty */
  struct lsegment *vacant; /* given back */
  lheap heap;              /* of large blocks; segments begin at its limit */
  char *area;
  size_t size;          /* of the area */
  struct limage *image; /* NULL: not sealed */
} lpool;

/* A pool with so much room; false: out of memory. */
bool lpool_open(lpool *pool, size_t room);
/* Frees all blocks at once. */
void lpool_close(lpool *pool);

/* As realloc, with sizes in bytes: `block` is NULL or has `old_size`; size 0
 * frees. NULL: out of memory, and the block is as it was. */
void *lpool_resize(lpool *pool, void *block, size_t old_size, size_t size);

/* Keeps what all blocks are now; false: out of memory. */
bool lpool_seal(lpool *pool);
/* All blocks are again what they were: later ones are gone. */
void lpool_restore(lpool *pool);
/* Forgets what was kept. */
void lpool_unseal(lpool *pool);

#endif
