/* ljson.c: see ljson.h.
 *
 * Errors leak nothing, because the text of encode and the tree of decode belong
 * to userdata. */
#include "ljson.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "ltypes.h"

/* ---- encode ---- */

enum { DEPTH_MAX = 100 }; /* nested tables */

/* The place of a value in the table at index `table`: under the name at `key`
 * or, if that is 0, as item `item`. */
typedef struct place {
  const struct place
      *up; /* the place of the table; NULL: this is the whole value */
  int table, key;
  lua_Integer item;
  int depth;
} place;

/* Stack indices: a rank for each name in `order`; the text's memory. */
enum { RANKS = 2, MEMORY = 3 };

/* Like realloc, for a tes_text. Errors of Lua pass through. */
static void *grow_encoded(void *user, void *block, size_t old_size,
                          size_t new_size) {
  lua_State *L = user;
  if (new_size == 0) return NULL;
  void *larger = lua_newuserdatauv(L, new_size, 0);
  if (block != NULL) memcpy(larger, block, old_size);
  lua_replace(L, MEMORY);
  return larger;
}

static bool is_plain_name(const char *name) {
  static const char letters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  return name[0] != '\0' && name[strspn(name, letters)] == '\0';
}

/* Writes " at a.b[3]", cut to fit. */
static void put_path(lua_State *L, const place *at, tes_text *path) {
  if (at->up == NULL) return;
  put_path(L, at->up, path);
  if (path->length == 0) tes_put(path, " at ");
  if (at->key == 0) {
    tes_put(path, "[%lld]", (long long)at->item);
    return;
  }
  size_t length;
  const char *name = lua_tolstring(L, at->key, &length);
  if (is_plain_name(name)) {
    tes_put(path, path->length > 4 ? ".%s" : "%s", name);
  } else {
    tes_put(path, "[");
    json_put_text(path, name, length);
    tes_put(path, "]");
  }
}

/* Pushes the expected type and the place. */
static const char *there(lua_State *L, const place *at, const char *what) {
  char space[100];
  tes_text path;
  tes_text_fixed(&path, space, sizeof space);
  put_path(L, at, &path);
  return lua_pushfstring(L, "%s%s", what, space);
}

static int refuse_value(lua_State *L, const place *at, const char *what,
                        const char *got) {
  return luaL_error(L, "tesela.encode: expected %s, got %s", there(L, at, what),
                    got);
}

static void encode_text(lua_State *L, tes_text *text, int index,
                        const place *at) {
  size_t length;
  const char *bytes = lua_tolstring(L, index, &length);
  if (!json_put_text(text, bytes, length)) {
    refuse_value(L, at, "text in UTF-8", "other bytes");
  }
}

/* A float keeps a point or an exponent. */
static void encode_number(lua_State *L, tes_text *text, int index,
                          const place *at) {
  if (lua_isinteger(L, index)) {
    tes_put(text, "%lld", (long long)lua_tointeger(L, index));
    return;
  }
  const lua_Number number = lua_tonumber(L, index);
  if (!isfinite(number)) {
    refuse_value(L, at, "a finite number", isnan(number) ? "NaN" : "infinity");
  }
  const size_t before = text->length;
  json_put_number(text, number);
  if (strpbrk(text->data + before, ".e") == NULL) tes_put(text, ".0");
}

static void encode(lua_State *L, tes_text *text, int index, const place *at);

static void encode_items(lua_State *L, tes_text *text, place *inside,
                         lua_Integer count) {
  tes_put_bytes(text, "[", 1);
  for (lua_Integer i = 1; i <= count; i++) {
    if (i > 1) tes_put_bytes(text, ",", 1);
    inside->item = i;
    lua_rawgeti(L, inside->table, i);
    encode(L, text, lua_gettop(L), inside);
    lua_pop(L, 1);
  }
  tes_put_bytes(text, "]", 1);
}

typedef struct name {
  lua_Integer rank;
  const char *bytes;
  size_t length;
} name;

static int compare_names(const void *a, const void *b) {
  const name *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  const size_t length = x->length < y->length ? x->length : y->length;
  const int order = memcmp(x->bytes, y->bytes, length);
  if (order != 0) return order;
  return x->length < y->length ? -1 : x->length > y->length;
}

/* The rank of the name at the top. */
static lua_Integer rank_of(lua_State *L) {
  if (lua_isnil(L, RANKS)) return 0;
  lua_pushvalue(L, -1);
  const lua_Integer rank =
      lua_rawget(L, RANKS) == LUA_TNIL ? LUA_MAXINTEGER : lua_tointeger(L, -1);
  lua_pop(L, 1);
  return rank;
}

/* Pushes the names in their order, and a list that keeps them alive, because
 * finalizers that run in between may change the table. */
static const name *push_names(lua_State *L, int table, lua_Integer count) {
  name *names = lua_newuserdatauv(L, (size_t)count * sizeof *names, 0);
  lua_createtable(L, (int)count, 0);
  const int list = lua_gettop(L);
  lua_Integer i = 0;
  for (lua_pushnil(L); i < count && lua_next(L, table) != 0; i++) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "the table has changed");
    names[i].bytes = lua_tolstring(L, -1, &names[i].length);
    names[i].rank = rank_of(L);
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, i + 1);
  }
  if (i < count) luaL_error(L, "the table has changed");
  lua_settop(L, list);
  qsort(names, (size_t)count, sizeof *names, compare_names);
  return names;
}

static void encode_members(lua_State *L, tes_text *text, place *inside,
                           lua_Integer count) {
  const name *names = push_names(L, inside->table, count);
  inside->key = lua_gettop(L) + 1;
  for (lua_Integer i = 0; i < count; i++) {
    tes_put_bytes(text, i == 0 ? "{" : ",", 1);
    lua_pushlstring(L, names[i].bytes, names[i].length);
    encode_text(L, text, inside->key, inside);
    tes_put_bytes(text, ":", 1);
    lua_pushvalue(L, inside->key);
    lua_rawget(L, inside->table);
    encode(L, text, lua_gettop(L), inside);
    lua_pop(L, 2);
  }
  tes_put_bytes(text, "}", 1);
  lua_pop(L, 2);
}

/* Describes the fault in the keys of a table. */
static int refuse_keys(lua_State *L, const place *at, int index,
                       lua_Integer texts, const char *other) {
  if (other != NULL) return refuse_value(L, at, "strings as keys", other);
  if (texts > 0)
    return refuse_value(L, at, "items 1..n or strings as keys", "both");
  lua_Integer hole = 1;
  while (lua_rawgeti(L, index, hole) != LUA_TNIL) {
    lua_pop(L, 1);
    hole++;
  }
  return refuse_value(L, at, "items 1..n",
                      lua_pushfstring(L, "a list without item %I", hole));
}

/* The number of items, or the negative number of members. */
static lua_Integer count_table(lua_State *L, int index, const place *at) {
  lua_Integer texts = 0, items = 0, last = 0;
  const char *other = NULL;
  for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      if (strlen(lua_tostring(L, -2)) < lua_rawlen(L, -2)) {
        other = "text with a zero byte";
      }
      texts++;
    } else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) > 0) {
      const lua_Integer item = lua_tointeger(L, -2);
      if (item > last) last = item;
      items++;
    } else {
      other = luaL_typename(L, -2);
    }
  }
  if (other != NULL || last != items || (items > 0 && texts > 0)) {
    refuse_keys(L, at, index, texts, other);
  }
  return items > 0 ? items : -texts;
}

static void encode_table(lua_State *L, tes_text *text, int index,
                         const place *at) {
  for (const place *p = at; p->up != NULL; p = p->up) {
    if (lua_rawequal(L, p->table, index)) {
      refuse_value(L, at, "data", "a table that contains this one");
    }
  }
  if (at->depth == DEPTH_MAX) {
    refuse_value(L, at, "data", "more than 100 nested tables");
  }
  luaL_checkstack(L, 10, "tesela.encode");
  const lua_Integer count = count_table(L, index, at);
  place inside = {at, index, 0, 0, at->depth + 1};
  if (count >= 0) {
    encode_items(L, text, &inside, count);
  } else {
    encode_members(L, text, &inside, -count);
  }
}

static void encode(lua_State *L, tes_text *text, int index, const place *at) {
  switch (lua_type(L, index)) {
    case LUA_TNIL:
      tes_put_bytes(text, "null", 4);
      return;
    case LUA_TBOOLEAN:
      tes_put(text, lua_toboolean(L, index) ? "true" : "false");
      return;
    case LUA_TNUMBER:
      encode_number(L, text, index, at);
      return;
    case LUA_TSTRING:
      encode_text(L, text, index, at);
      return;
    case LUA_TTABLE:
      encode_table(L, text, index, at);
      return;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) == NULL) { /* tesela.null */
        tes_put_bytes(text, "null", 4);
        return;
      }
      break;
    default:
      break;
  }
  lt_expected(L, index, "tesela.encode", there(L, at, "data"));
}

/* Replaces the list of names with a table of their ranks. */
static void rank_names(lua_State *L) {
  lua_newtable(L);
  for (lua_Integer i = (lua_Integer)lua_rawlen(L, RANKS); i > 0; i--) {
    lua_rawgeti(L, RANKS, i);
    lua_pushinteger(L, i);
    if (lua_isstring(L, -2)) lua_rawset(L, -3);
    lua_settop(L, RANKS + 1);
  }
  lua_replace(L, RANKS);
}

int ljson_encode(lua_State *L) {
  lua_settop(L, RANKS);
  if (!lua_isnil(L, RANKS) && !lua_istable(L, RANKS)) {
    return lt_expected(L, RANKS, "tesela.encode", "a list of keys");
  }
  if (lua_istable(L, RANKS)) rank_names(L);
  lua_pushnil(L); /* MEMORY */
  const tes_alloc alloc = {grow_encoded, L};
  const place whole = {NULL, 0, 0, 0, 0};
  tes_text text;
  tes_text_init(&text, &alloc);
  encode(L, &text, 1, &whole);
  lua_pushlstring(L, text.data, text.length);
  return 1;
}

/* ---- decode ---- */

static void push(lua_State *L, json_t *v);

static void push_items(lua_State *L, json_t *array) {
  size_t i;
  json_t *item;
  lua_createtable(L, (int)json_array_size(array), 0);
  json_array_foreach(array, i, item) {
    push(L, item);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

static void push_members(lua_State *L, json_t *object) {
  const char *key;
  json_t *value;
  lua_createtable(L, 0, (int)json_object_size(object));
  json_object_foreach(object, key, value) {
    lua_pushstring(L, key);
    push(L, value);
    lua_rawset(L, -3);
  }
}

static void push(lua_State *L, json_t *v) {
  luaL_checkstack(L, 4, "tesela.decode");
  switch (json_typeof(v)) {
    case JSON_OBJECT:
      push_members(L, v);
      return;
    case JSON_ARRAY:
      push_items(L, v);
      return;
    case JSON_STRING:
      lua_pushlstring(L, json_string_value(v), json_string_length(v));
      return;
    case JSON_INTEGER:
      lua_pushinteger(L, json_integer_value(v));
      return;
    case JSON_REAL:
      lua_pushnumber(L, json_real_value(v));
      return;
    case JSON_NULL:
      lua_pushnil(L);
      return;
    default:
      lua_pushboolean(L, json_is_true(v));
  }
}

static int free_tree(lua_State *L) {
  json_t **tree = lua_touserdata(L, 1);
  json_decref(*tree);
  *tree = NULL;
  return 0;
}

/* Pushes a tree that is freed even after an error. */
static json_t **push_tree(lua_State *L) {
  json_t **tree = lua_newuserdatauv(L, sizeof *tree, 0);
  *tree = NULL;
  if (luaL_newmetatable(L, "tesela.json")) {
    lua_pushcfunction(L, free_tree);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  return tree;
}

int ljson_decode(lua_State *L) {
  size_t length;
  tes_error error;
  if (lua_type(L, 1) != LUA_TSTRING) {
    lt_expected(L, 1, "tesela.decode", "JSON text");
  }
  const char *text = lua_tolstring(L, 1, &length);
  lua_settop(L, 1);
  json_t **tree = push_tree(L);
  *tree = json_read(text, length, true, &error);
  if (*tree == NULL) {
    if (error.status == TES_ENOMEM) return lt_no_memory(L);
    lua_pushnil(L);
    lua_pushstring(L, error.text);
    return 2;
  }
  push(L, *tree);
  json_decref(*tree);
  *tree = NULL;
  return 1;
}
