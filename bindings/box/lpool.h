/* lpool.h: memory for a Lua state that lives by itself.
 *
 * Lua asks for small blocks of few sizes and gives them back all the time, and
 * always says how large they were. So a block needs no header: blocks up to
 * LPOOL_SMALL bytes come from pages, each of blocks of one size, and a page
 * finds itself from the address of any of its blocks. Larger blocks are
 * malloc's.
 *
 * A page with a free block is in the list of its size; one that is full is in
 * no list; one that is empty is free for any size. Pages are cut from segments,
 * which are given back when all of their pages are empty, but for a spare one.
 *
 * Who frees all blocks but one of each page has most of that memory no more,
 * and the pool has it still: so the room for segments has a limit of its own.
 */
#ifndef LPOOL_H
#define LPOOL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the address sanitizer looks on. */
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

enum { LPOOL_GRAIN = 16, LPOOL_SMALL = 2048 };

typedef struct lpool {
  struct lpage *open[LPOOL_SMALL / LPOOL_GRAIN]; /* by size: with free blocks */
  struct lpage *empty;
  struct lsegment *segments, *spare;
  size_t room; /* bytes that segments may still take */
} lpool;       /* all zero but the room: empty */

/* As realloc, with sizes in bytes: `block` is NULL or has `old_size`; size 0
 * frees. NULL: out of memory, and the block is as it was. */
void *lpool_resize(lpool *pool, void *block, size_t old_size, size_t size);

/* Is it the pool's own limit that leaves no block of this size? */
bool lpool_is_full(const lpool *pool, size_t size);

/* Frees all small blocks at once; the large ones must be free. */
void lpool_close(lpool *pool);

#endif
