/* lpool.h: memory for one separate Lua state.
 *
 * Lua allocates and frees small blocks of few sizes all the time, and always
 * passes their size. So a block needs no header: blocks of up to LPOOL_SMALL
 * bytes come from pages, each with blocks of one size, and the address of a
 * block leads to its page. Larger blocks are in a heap (lheap.h).
 *
 * A page with a free block is in the list of its size, a full page is in no
 * list, and an empty page is free for any size. Pages are cut from segments. A
 * segment whose pages are all empty is returned, except one that is kept as a
 * spare.
 *
 * All memory is one area. Segments are cut from its end downwards, and the heap
 * grows from its start, until they meet. If a program frees all blocks but one
 * of each page, the pool still uses the whole memory of these pages; so only
 * the size of the area limits the use of the machine's memory.
 *
 * A pool can be sealed, and later restored to its contents at that time, byte
 * for byte. Later allocations are in segments and a heap of their own, which
 * are simply forgotten; earlier blocks are copied back, however they were
 * changed.
 *
 * Lua orders the keys of tables by their addresses, of which it uses only the
 * lower 32 bits. To make the order the same in all processes, the area of every
 * pool ends at a multiple of 4 GB. And malloc is not used, because its state
 * depends on earlier games. */
#ifndef LPOOL_H
#define LPOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "lheap.h"

enum { LPOOL_GRAIN = 16, LPOOL_SMALL = 2048 };

typedef struct lpool {
  struct lpage
      *open[LPOOL_SMALL / LPOOL_GRAIN]; /* by size: pages with free blocks */
  struct lpage *empty;
  struct lsegment *spare;  /* has only empty pages, or NULL */
  struct lsegment *vacant; /* list of returned segments */
  lheap heap;              /* of large blocks; segments begin at its limit */
  char *area;
  size_t size;          /* of the area */
  struct limage *image; /* NULL: not sealed */
} lpool;

/* Opens a pool with this much room; false: out of memory. */
bool lpool_open(lpool *pool, size_t room);
/* Frees all blocks at once. */
void lpool_close(lpool *pool);

/* Like realloc, with sizes in bytes: `block` is NULL or has `old_size`; size 0
 * frees. NULL: out of memory, and the block is unchanged. */
void *lpool_resize(lpool *pool, void *block, size_t old_size, size_t size);

/* Saves the contents of all blocks; false: out of memory. */
bool lpool_seal(lpool *pool);
/* Restores all saved blocks; blocks allocated later are gone. */
void lpool_restore(lpool *pool);
/* Forgets the saved contents. */
void lpool_unseal(lpool *pool);

#endif
