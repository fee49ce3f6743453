/* ljson.c: by cJSON; see ljson.h. */
#include "ljson.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lt.h"

enum { DEPTH_MAX = 100 };

/* Holds the tree, so that an error on the way does not leak it. */
static cJSON **push_box(lua_State *L) {
  cJSON **box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = NULL;
  luaL_setmetatable(L, "tesela.json");
  return box;
}

static int free_box(lua_State *L) {
  cJSON **box = lua_touserdata(L, 1);
  cJSON_Delete(*box);
  *box = NULL;
  return 0;
}

static void make_metatable(lua_State *L) {
  if (luaL_newmetatable(L, "tesela.json")) {
    lua_pushcfunction(L, free_box);
    lua_setfield(L, -2, "__gc");
  }
  lua_pop(L, 1);
}

/* ---- encode ---- */

/* Where a value goes: into `parent` under `key` (NULL: an array), or into the
 * box when it is the whole. Every item is put there before it is filled, so
 * that the box owns it at once. */
typedef struct place {
  cJSON **box;
  cJSON *parent;
  const char *key;
  int order; /* index of the table of first keys, or 0 */
  int depth;
} place;

static cJSON *put(lua_State *L, place at, cJSON *item) {
  if (item == NULL) lt_no_memory(L);
  if (at.parent == NULL) {
    *at.box = item;
  } else if (at.key == NULL) {
    cJSON_AddItemToArray(at.parent, item);
  } else {
    cJSON_AddItemToObject(at.parent, at.key, item);
  }
  return item;
}

static void encode(lua_State *L, int index, place at);

static place inside(place at, cJSON *parent, const char *key) {
  return (place){at.box, parent, key, at.order, at.depth + 1};
}

static void encode_items(lua_State *L, int index, place at, cJSON *array) {
  const lua_Integer n = luaL_len(L, index);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_geti(L, index, i);
    encode(L, lua_gettop(L), inside(at, array, NULL));
    lua_pop(L, 1);
  }
}

/* Pushes the sorted list of the keys. */
static void push_keys(lua_State *L, int index) {
  lua_newtable(L);
  const int keys = lua_gettop(L);
  lua_pushnil(L);
  for (lua_Integer n = 1; lua_next(L, index) != 0; n++) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) {
      luaL_error(L, "tesela.encode: expected texts as keys, got %s",
                 luaL_typename(L, -1));
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, n);
  }
  lua_getglobal(L, "table");
  lua_getfield(L, -1, "sort");
  lua_pushvalue(L, keys);
  lua_call(L, 1, 0);
  lua_settop(L, keys);
}

/* Adds the members named in the list at `keys` that are not there yet. */
static void encode_members(lua_State *L, int index, int keys, place at,
                           cJSON *object) {
  const lua_Integer n = luaL_len(L, keys);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_geti(L, keys, i);
    const char *key = lua_tostring(L, -1);
    lua_pushvalue(L, -1);
    lua_gettable(L, index);
    if (!lua_isnil(L, -1) && key != NULL &&
        cJSON_GetObjectItemCaseSensitive(object, key) == NULL) {
      encode(L, lua_gettop(L), inside(at, object, key));
    }
    lua_pop(L, 2);
  }
}

static void encode_table(lua_State *L, int index, place at) {
  luaL_checkstack(L, 10, "tesela.encode: nested too deep");
  lua_pushnil(L);
  const bool empty = lua_next(L, index) == 0;
  if (!empty) lua_pop(L, 2);
  if (empty || luaL_len(L, index) > 0) {
    encode_items(L, index, at, put(L, at, cJSON_CreateArray()));
    return;
  }
  cJSON *object = put(L, at, cJSON_CreateObject());
  if (at.order != 0) encode_members(L, index, at.order, at, object);
  push_keys(L, index);
  encode_members(L, index, lua_gettop(L), at, object);
  lua_pop(L, 1);
}

/* The shortest of 15 to 17 digits that reads back as the same, with a point
 * whatever the locale has. */
static cJSON *encode_float(lua_Number number) {
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) break;
  }
  for (char *c = text; *c != '\0'; c++) {
    if (strchr("0123456789+-e", *c) == NULL) *c = '.';
  }
  return cJSON_CreateRaw(text);
}

/* cJSON's own printing would lose the end of a large seed. JSON knows no
 * infinity and no NaN: they are null. */
static cJSON *encode_number(lua_State *L, int index) {
  const lua_Number number = lua_tonumber(L, index);
  if (number - number != 0) return cJSON_CreateNull();
  if (!lua_isinteger(L, index)) return encode_float(number);
  char text[24];
  snprintf(text, sizeof text, "%lld", (long long)lua_tointeger(L, index));
  return cJSON_CreateRaw(text);
}

static void encode(lua_State *L, int index, place at) {
  if (at.depth > DEPTH_MAX) luaL_error(L, "tesela.encode: nested too deep");
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TLIGHTUSERDATA: /* tesela.null */
      put(L, at, cJSON_CreateNull());
      break;
    case LUA_TBOOLEAN:
      put(L, at, cJSON_CreateBool(lua_toboolean(L, index)));
      break;
    case LUA_TNUMBER:
      put(L, at, encode_number(L, index));
      break;
    case LUA_TSTRING:
      put(L, at, cJSON_CreateString(lua_tostring(L, index)));
      break;
    case LUA_TTABLE:
      encode_table(L, index, at);
      break;
    default:
      lt_expected(L, index, "tesela.encode", "data");
  }
}

int ljson_encode(lua_State *L) {
  make_metatable(L);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2) && !lua_istable(L, 2)) {
    return lt_expected(L, 2, "tesela.encode", "a list of keys");
  }
  cJSON **box = push_box(L);
  encode(L, 1, (place){.box = box, .order = lua_istable(L, 2) ? 2 : 0});
  char *text = cJSON_PrintUnformatted(*box);
  if (text == NULL) return lt_no_memory(L);
  lua_pushstring(L, text);
  cJSON_free(text);
  return 1;
}

/* ---- decode ---- */

static void decode(lua_State *L, const cJSON *item);

static void push_number(lua_State *L, double number) {
  const lua_Integer whole =
      (lua_Integer)(number > -0x1p62 && number < 0x1p62 ? number : 0);
  if ((double)whole == number) {
    lua_pushinteger(L, whole);
  } else {
    lua_pushnumber(L, number);
  }
}

static void decode_children(lua_State *L, const cJSON *parent) {
  const cJSON *child;
  lua_Integer n = 0;
  luaL_checkstack(L, 6, "tesela.decode: nested too deep");
  lua_newtable(L);
  cJSON_ArrayForEach(child, parent) {
    decode(L, child);
    if (cJSON_IsArray(parent)) {
      lua_rawseti(L, -2, ++n);
    } else {
      lua_setfield(L, -2, child->string);
    }
  }
}

static void decode(lua_State *L, const cJSON *item) {
  if (cJSON_IsNumber(item)) {
    push_number(L, item->valuedouble);
  } else if (cJSON_IsString(item)) {
    lua_pushstring(L, item->valuestring);
  } else if (cJSON_IsBool(item)) {
    lua_pushboolean(L, cJSON_IsTrue(item));
  } else if (cJSON_IsArray(item) || cJSON_IsObject(item)) {
    decode_children(L, item);
  } else {
    lua_pushnil(L);
  }
}

int ljson_decode(lua_State *L) {
  size_t length;
  lt_string(L, 1, "tesela.decode", "JSON text");
  const char *text = lua_tolstring(L, 1, &length);
  make_metatable(L);
  cJSON **box = push_box(L);
  const char *end = NULL;
  *box = cJSON_ParseWithOpts(text, &end, 1);
  if (*box == NULL) {
    lua_pushnil(L);
    lua_pushfstring(L, "not JSON at byte %d",
                    (int)(end != NULL ? end - text : 0) + 1);
    return 2;
  }
  decode(L, *box);
  return 1;
}
