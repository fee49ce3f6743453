/* table.c: alpha-beta's results for known positions.
 *
 * Entries come in pairs. The first of a pair is replaced only by an entry of
 * the same depth or deeper, the second by any other: so the results of long
 * searches stay, and the newest is available. The bytes that == compares follow
 * each entry and are compared, so no two positions are ever confused.
 *
 * A new or cleared table is not written: each part of it is set to zero when
 * its first result is kept. So a short search in a large table neither waits
 * for memory nor takes it.
 *
 * Threads lock a part to use it. A lock is one byte for many parts; it is held
 * for a few dozen instructions, and is hardly ever contended. */
#define _POSIX_C_SOURCE 200809L
#include <sched.h>
#include <string.h>

#include "../runtime/state.h"
#include "table.h"

enum {
  LOCKS = 4096, /* a power of two */
  PART = 32     /* pairs */
};

/* Seat and ending, then the key and the tail. */
static size_t key_size(const tes_rules *rules) {
  return 2 + rules->key_size + rules->tail_size;
}

/* Of the slots. */
static size_t table_memory(const table *t) {
  return 2 * t->pairs * t->size;
}

static size_t parts_of(const table *t) {
  return t->pairs / PART + 1;
}

int table_init(table *t, const tes_rules *rules, size_t memory) {
  const size_t size = (sizeof(entry) + key_size(rules) + 7) / 8 * 8;
  size_t pairs = memory / (2 * size);
  if (pairs < 1) pairs = 1;
  if (pairs > UINT32_MAX) pairs = UINT32_MAX;
  *t = (table){.rules = rules, .size = size, .pairs = pairs};
  t->slots = tes_resize(rules->alloc, NULL, 0, table_memory(t));
  t->used = tes_resize(rules->alloc, NULL, 0, parts_of(t));
  if (t->slots == NULL || t->used == NULL) {
    table_free(t);
    return TES_ENOMEM;
  }
  table_clear(t);
  return TES_OK;
}

bool table_share(table *t) {
  if (t->locks != NULL) return true;
  t->locks = tes_resize(t->rules->alloc, NULL, 0, LOCKS);
  if (t->locks != NULL) memset(t->locks, 0, LOCKS);
  return t->locks != NULL;
}

void table_unshare(table *t) {
  if (t->locks != NULL) tes_resize(t->rules->alloc, t->locks, LOCKS, 0);
  t->locks = NULL;
}

size_t table_used(const table *t) {
  size_t parts = 0;
  for (size_t i = 0; i < parts_of(t); i++) parts += t->used[i];
  const size_t used = parts * PART * 2 * t->size;
  return used < table_memory(t) ? used : table_memory(t);
}

void table_free(table *t) {
  table_unshare(t);
  if (t->slots != NULL) {
    tes_resize(t->rules->alloc, t->slots, table_memory(t), 0);
  }
  if (t->used != NULL) tes_resize(t->rules->alloc, t->used, parts_of(t), 0);
  t->slots = t->used = NULL;
}

void table_clear(table *t) {
  memset(t->used, 0, parts_of(t));
}

static bool holds_state(const table *t, const unsigned char *slot,
                        const tes_state *state) {
  const unsigned char *key = slot + sizeof(entry);
  const size_t size = t->rules->key_size;
  return ((const entry *)(const void *)slot)->bound != 0 &&
         key[0] == state->seat && key[1] == state->over &&
         memcmp(key + 2, state_key(state), size) == 0 &&
         memcmp(key + 2 + size, state_tail(t->rules, state),
                t->rules->tail_size) == 0;
}

static void write_slot(const table *t, unsigned char *slot,
                       const tes_state *state, entry e) {
  unsigned char *key = slot + sizeof(entry);
  const size_t size = t->rules->key_size;
  memcpy(slot, &e, sizeof e);
  key[0] = state->seat;
  key[1] = state->over;
  memcpy(key + 2, state_key(state), size);
  memcpy(key + 2 + size, state_tail(t->rules, state), t->rules->tail_size);
}

/* The pair for a hash: its upper half, scaled to the number of pairs. */
static size_t pair_of(const table *t, uint64_t hash) {
  return (size_t)((hash >> 32) * t->pairs >> 32);
}

/* The first slot of a pair; the second follows it. */
static unsigned char *slots_of(const table *t, size_t pair) {
  return t->slots + 2 * pair * t->size;
}

/* Sets the part of a pair to zero if nothing has been kept in it. */
static void use(table *t, size_t pair) {
  const size_t part = pair / PART, first = part * PART;
  if (t->used[part]) return;
  const size_t pairs = first + PART < t->pairs ? PART : t->pairs - first;
  memset(slots_of(t, first), 0, 2 * pairs * t->size);
  t->used[part] = true;
}

/* The lock of a pair's part, or NULL if the table is not shared. */
static unsigned char *lock(const table *t, size_t pair) {
  if (t->locks == NULL) return NULL;
  unsigned char *held = &t->locks[pair / PART & (LOCKS - 1)];
  while (__atomic_exchange_n(held, 1, __ATOMIC_ACQUIRE)) sched_yield();
  return held;
}

static void unlock(unsigned char *held) {
  if (held != NULL) __atomic_store_n(held, 0, __ATOMIC_RELEASE);
}

/* In a part that is in use. */
static bool find(const table *t, const unsigned char *slot,
                 const tes_state *state, entry *found) {
  bool is_there = holds_state(t, slot, state);
  if (!is_there) {
    slot += t->size;
    is_there = holds_state(t, slot, state);
  }
  if (is_there) memcpy(found, slot, sizeof *found);
  return is_there;
}

bool table_find(const table *t, const tes_state *state, uint64_t hash,
                entry *found) {
  const size_t pair = pair_of(t, hash);
  unsigned char *held = lock(t, pair);
  const bool is_there =
      t->used[pair / PART] && find(t, slots_of(t, pair), state, found);
  unlock(held);
  return is_there;
}

void table_keep(table *t, const tes_state *state, uint64_t hash, entry e) {
  const size_t pair = pair_of(t, hash);
  unsigned char *held = lock(t, pair);
  use(t, pair);
  unsigned char *deep = slots_of(t, pair), *newest = deep + t->size;
  const entry *old = (const entry *)(const void *)deep;
  const bool first = holds_state(t, deep, state) || old->bound == 0 ||
                     (!holds_state(t, newest, state) && e.depth >= old->depth);
  write_slot(t, first ? deep : newest, state, e);
  unlock(held);
}
