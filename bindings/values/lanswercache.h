/* lanswercache.h: remembers answers of rules in Lua about moves, if they depend
 * only on the move's number and the seat to move. Independent of Lua.
 *
 * It is a table with open addressing, doubled when it is three quarters full;
 * at ANSWERS_MAX it is emptied instead. If it has become large, but most
 * lookups fail, it is given up: lookups would cost more than calls. To forget
 * an answer costs a call and changes nothing, so running out of memory is not
 * an error here. */
#ifndef LANSWERCACHE_H
#define LANSWERCACHE_H

#include "tesela.h"

enum { ANSWERS_MANY = 1 << 15, ANSWERS_MAX = 1 << 19 };

typedef struct lanswer {
  tes_move move; /* 0: none */
  uint32_t asked;
  uint32_t kept;
} lanswer;

typedef struct lanswercache {
  lanswer *slot;
  size_t size, count;      /* the size is 0 or a power of two */
  uint64_t found, missing; /* lookups that succeeded, and that failed */
  bool useless;            /* most lookups failed: it is no longer used */
} lanswercache;

/* The slot of the move, or a free one for it. */
static inline size_t lanswercache_slot(const lanswercache *a, tes_move move,
                                       uint32_t asked) {
  const uint64_t mix =
      ((uint64_t)move ^ (uint64_t)asked << 40) * UINT64_C(0x9e3779b97f4a7c15);
  size_t at = (size_t)(mix >> 32) & (a->size - 1);
  while (a->slot[at].move != 0 &&
         (a->slot[at].move != move || a->slot[at].asked != asked)) {
    at = (at + 1) & (a->size - 1);
  }
  return at;
}

/* The answer of `asked` about a move: 1, 0, or -1 if unknown. */
static inline int lanswercache_find(lanswercache *a, tes_move move,
                                    uint32_t asked) {
  if (a->size == 0) return -1;
  const lanswer *found = &a->slot[lanswercache_slot(a, move, asked)];
  const bool known = found->move != 0;
  a->found += known;
  a->missing += !known;
  return known ? (int)found->kept : -1;
}

void lanswercache_add(lanswercache *a, const tes_alloc *alloc, lanswer answer);
void lanswercache_free(lanswercache *a, const tes_alloc *alloc);

#endif
