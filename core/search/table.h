/* table.h: the transposition table of alpha-beta; not installed. */
#ifndef TES_TABLE_H
#define TES_TABLE_H

#include "../tesela.h"

enum { AT_LEAST = 1, AT_MOST = 2, EXACT = 3 };

/* Behind each entry stand the bytes of its key. */
typedef struct entry {
  tes_move move;
  int32_t score; /* a proven one counts its plies from here */
  int16_t depth; /* -1: the score says nothing */
  uint8_t bound;
  uint8_t whole; /* nothing below was estimated: the score is exact */
} entry;

typedef struct table {
  const tes_rules *rules;
  unsigned char *slots;
  size_t pairs, size;   /* of slots; bytes of one slot */
  unsigned char *locks; /* LOCKS of them while it is shared, or NULL */
} table;

int table_init(table *t, const tes_rules *rules, size_t memory);
void table_free(table *t);
void table_clear(table *t);
/* From now on, or no longer, several threads use it; false without memory. */
bool table_share(table *t);
void table_unshare(table *t);
/* Is there an entry of the same position? Then it is copied. */
bool table_find(const table *t, const tes_state *state, uint64_t hash,
                entry *found);
void table_keep(table *t, const tes_state *state, uint64_t hash, entry e);
size_t table_memory(const table *t);

#endif
