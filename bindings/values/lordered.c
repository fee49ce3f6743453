/* lordered.c: see lordered.h. */
#include "lordered.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ---- */

enum { NUMBERS, STRINGS, BOOLEANS, OTHERS, NO_KEY };

typedef struct key {
  int rank;
  lua_Integer found;
  long double number; /* can represent every integer and every float */
  const char *text;
  size_t length;
  uintptr_t address;
} key;

static key read_key(lua_State *L, int index, lua_Integer found) {
  key k = {.rank = OTHERS, .found = found};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      k.rank = NUMBERS;
      k.number = lua_isinteger(L, index) ? (long double)lua_tointeger(L, index)
                                         : (long double)lua_tonumber(L, index);
      break;
    case LUA_TSTRING:
      k.rank = STRINGS;
      k.text = lua_tolstring(L, index, &k.length);
      break;
    case LUA_TBOOLEAN:
      k.rank = BOOLEANS;
      k.number = lua_toboolean(L, index);
      break;
    default:
      k.address = (uintptr_t)lua_topointer(L, index);
  }
  return k;
}

static int compare_texts(const key *a, const key *b) {
  const size_t least = a->length < b->length ? a->length : b->length;
  const int order = memcmp(a->text, b->text, least);
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_keys(const void *left, const void *right) {
  const key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank - b->rank;
  if (a->rank == STRINGS) return compare_texts(a, b);
  if (a->rank == OTHERS) {
    return (a->address > b->address) - (a->address < b->address);
  }
  return (a->number > b->number) - (a->number < b->number);
}

/* The number of keys of the table at `index`; negative if they are not 1, 2, 3
 * ... in that order. */
static lua_Integer count_keys(lua_State *L, int index) {
  lua_Integer count = 0;
  bool sequence = true;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pop(L, 1);
    count++;
    sequence =
        sequence && lua_isinteger(L, -1) && lua_tointeger(L, -1) == count;
  }
  return sequence ? count : -count;
}

/* Pushes the list of the keys of the table at `index` in their order. They stay
 * in the list while they are sorted, so that nothing is collected. */
static void push_keys(lua_State *L, int index, lua_Integer count) {
  lua_createtable(L, (int)count, 0);
  const int found = lua_gettop(L);
  key *keys = lua_newuserdatauv(L, (size_t)count * sizeof *keys, 0);
  lua_Integer n = 0;
  lua_pushnil(L);
  while (lua_next(L, index) != 0 && n < count) {
    lua_pop(L, 1);
    keys[n] = read_key(L, -1, n + 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, found, ++n);
  }
  lua_settop(L, found + 1);
  qsort(keys, (size_t)n, sizeof *keys, compare_keys);
  lua_createtable(L, (int)n, 0);
  for (lua_Integer i = 0; i < n; i++) {
    lua_rawgeti(L, found, keys[i].found);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, found);
  lua_settop(L, found);
}

/* Pushes the first key in the list `keys`, from number `at` on, that the table
 * still has, and its value; returns the key's number, or 0 if there is none. */
static lua_Integer push_from(lua_State *L, int table, int keys,
                             lua_Integer at) {
  for (;; at++) {
    if (lua_rawgeti(L, keys, at) == LUA_TNIL) return 0;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, table) != LUA_TNIL) return at;
    lua_pop(L, 2);
  }
}

/* Upvalues: the table, the list of keys, the number of the last key. */
static int step_keys(lua_State *L) {
  const lua_Integer at = push_from(L, lua_upvalueindex(1), lua_upvalueindex(2),
                                   lua_tointeger(L, lua_upvalueindex(3)) + 1);
  if (at == 0) return 1;
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

/* Upvalues: the table, its initial number of items, the number of the last
 * one. */
static int step_items(lua_State *L) {
  const lua_Integer count = lua_tointeger(L, lua_upvalueindex(2));
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
  while (at < count) {
    if (lua_rawgeti(L, lua_upvalueindex(1), ++at) == LUA_TNIL) {
      lua_pop(L, 1); /* it was removed in between */
      continue;
    }
    lua_pushinteger(L, at);
    lua_pushvalue(L, -1);
    lua_replace(L, lua_upvalueindex(3));
    lua_insert(L, -2);
    return 2;
  }
  return 0;
}

static int ordered_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  const lua_Integer count = count_keys(L, 1);
  lua_pushvalue(L, 1);
  if (count >= 0) {
    lua_pushinteger(L, count);
  } else {
    push_keys(L, 1, -count);
  }
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, count >= 0 ? step_items : step_keys, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* ---- next ---- */

/* Pushes the least key of the table at 1 that comes after `behind`, and its
 * value; or nil. Returns the number of values. */
static int push_least(lua_State *L, const key *behind) {
  key best = {.rank = NO_KEY};
  lua_pushnil(L); /* the best so far */
  const int kept = lua_gettop(L);
  lua_pushnil(L);
  for (lua_Integer n = 1; lua_next(L, 1) != 0; n++) {
    lua_pop(L, 1);
    const key k = read_key(L, -1, n);
    if (compare_keys(&k, behind) <= 0 || compare_keys(&k, &best) >= 0) continue;
    best = k;
    lua_pushvalue(L, -1);
    lua_replace(L, kept);
  }
  if (best.rank == NO_KEY) return 1;
  lua_pushvalue(L, kept);
  lua_rawget(L, 1);
  return 2;
}

/* The number of the key at 2 in the list at 3; item 0 of the list is the last
 * number found. */
static lua_Integer find_key(lua_State *L) {
  lua_rawgeti(L, 3, 0);
  const lua_Integer last = lua_tointeger(L, -1);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, 3);
  for (lua_Integer i = 0; i < count; i++) {
    const lua_Integer at = (last - 1 + i + count) % count + 1;
    lua_rawgeti(L, 3, at);
    const bool same = lua_rawequal(L, -1, 2);
    lua_pop(L, 1);
    if (same) return at;
  }
  return 0;
}

/* Remembers the list at the top for the table at 1 (nil: forgets it); pops
 * it. */
static void remember(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_rawset(L, lua_upvalueindex(1));
}

/* Pushes the remembered list of the keys of the table at 1, or makes it. */
static void recall_keys(lua_State *L) {
  lua_pushvalue(L, 1);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return;
  lua_pop(L, 1);
  const lua_Integer count = count_keys(L, 1);
  push_keys(L, 1, count < 0 ? -count : count);
  lua_pushvalue(L, -1);
  remember(L);
}

/* Begins at the start, or after a key that is not in the list because it was
 * removed before the list was made, or is newer. Finds the next key without the
 * list. */
static int begin_after(lua_State *L, const key *behind) {
  lua_pushnil(L);
  remember(L);
  return push_least(L, behind);
}

/* next(t, k): upvalue 1, a table with weak keys, has the list of keys of each
 * table that is being traversed. */
static int ordered_next(lua_State *L) {
  const key none = {.rank = -1};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) return begin_after(L, &none);
  if (!lua_rawequal(L, 2, 2)) return luaL_error(L, "invalid key to 'next'");
  recall_keys(L);
  lua_Integer at = find_key(L);
  if (at == 0) {
    const key behind = read_key(L, 2, 0);
    return begin_after(L, &behind);
  }
  at = push_from(L, 1, 3, at + 1);
  if (at > 0) {
    lua_pushinteger(L, at);
    lua_rawseti(L, 3, 0);
    return 2;
  }
  lua_pushnil(L);
  remember(L);
  lua_pushnil(L);
  return 1;
}

void lordered_push_weak(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

void lordered_add(lua_State *L) {
  lua_pushcfunction(L, ordered_pairs);
  lua_setfield(L, -2, "pairs");
  lordered_push_weak(L);
  lua_pushcclosure(L, ordered_next, 1);
  lua_setfield(L, -2, "next");
}
