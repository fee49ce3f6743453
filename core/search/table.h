/* table.h: the transposition table of alpha-beta; not installed. */
#ifndef TES_TABLE_H
#define TES_TABLE_H

#include "../tesela.h"

enum { AT_LEAST = 1, AT_MOST = 2, EXACT = 3 };

/* Each entry is followed by the bytes of its key. */
typedef struct entry {
  tes_move move;
  int32_t score; /* a proven score counts plies from this position */
  int16_t depth; /* -1: only the move counts */
  uint8_t bound;
  uint8_t whole; /* no position below was estimated: the score is exact */
} entry;

typedef struct table {
  const tes_rules *rules;
  unsigned char *slots;
  size_t pairs, size;   /* pairs of slots; bytes in one slot */
  unsigned char *used;  /* for each part: whether it was set to zero */
  unsigned char *locks; /* LOCKS of them if the table is shared, or NULL */
} table;

int table_init(table *t, const tes_rules *rules, size_t memory);
void table_free(table *t);
void table_clear(table *t);
/* Begins, or ends, use by several threads; false if memory runs out. */
bool table_share(table *t);
void table_unshare(table *t);
/* Copies the entry of this position, if there is one. */
bool table_find(const table *t, const tes_state *state, uint64_t hash,
                entry *found);
void table_keep(table *t, const tes_state *state, uint64_t hash, entry e);
/* The bytes of all parts that are in use. */
size_t table_used(const table *t);

#endif
