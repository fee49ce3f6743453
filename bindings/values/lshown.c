/* lshown.c: see lshown.h. */
#include "lshown.h"

#include <math.h>
#include <string.h>

#include "ltypes.h"

enum { LONGEST = 400 }; /* bytes of text in a message */

const char *lshown_value(lua_State *L, int index) {
  const int type = lua_type(L, index);
  if (type == LUA_TSTRING) return lt_push_clean(L, index, LONGEST, "");
  if (type == LUA_TNUMBER && isnan(lua_tonumber(L, index))) {
    return lua_pushliteral(L, "nan");
  }
  if (type == LUA_TNUMBER || type == LUA_TBOOLEAN) {
    return luaL_tolstring(L, index, NULL);
  }
  return lua_pushstring(L, lua_typename(L, type));
}

const char *lshown_got(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING ? lt_push_quoted(L, index)
                                           : lshown_value(L, index);
}

enum { ITEMS = 8 }; /* the most items shown in a message */

static bool has_keys(lua_State *L, int table) {
  lua_pushnil(L);
  if (lua_next(L, table) == 0) return false;
  lua_pop(L, 2);
  return true;
}

/* "a list of 2 (1, nil)" */
static const char *push_shown_list(lua_State *L, int table) {
  const lua_Integer count = (lua_Integer)lua_rawlen(L, table);
  if (count == 0 && has_keys(L, table)) {
    return lua_pushliteral(L, "a table without items");
  }
  if (count == 0 || count > ITEMS) {
    return lua_pushfstring(L, "a list of %I", (LUAI_UACINT)count);
  }
  lua_pushfstring(L, "a list of %I (", (LUAI_UACINT)count);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, table, i);
    const char *item = lshown_got(L, -1);
    lua_pushfstring(L, i < count ? "%s, " : "%s)", item);
    lua_replace(L, -3);
    lua_pop(L, 1);
    lua_concat(L, 2);
  }
  return lua_tostring(L, -1);
}

const char *lshown_answer(lua_State *L, int index) {
  const int type = lua_type(L, index);
  if (type == LUA_TTABLE) return push_shown_list(L, lua_absindex(L, index));
  if (type != LUA_TFUNCTION && type != LUA_TUSERDATA)
    return lshown_got(L, index);
  return lua_pushfstring(L, "a %s", luaL_typename(L, index));
}

/* The first name in a table, by bytes, that comes after `last` (NULL: of all);
 * NULL if there is none. */
static const char *name_after(lua_State *L, int table, const char *last) {
  const char *first = NULL;
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    const char *name = lua_tostring(L, -2);
    const bool later = last == NULL || strcmp(name, last) > 0;
    if (later && (first == NULL || strcmp(name, first) < 0)) first = name;
  }
  return first;
}

/* Appends "name = value" to the text at the top. */
static void append_member(lua_State *L, int table, const char *name) {
  lua_pushstring(L, name);
  const char *label = lshown_value(L, -1);
  lua_pushstring(L, name);
  lua_rawget(L, table);
  lua_pushfstring(L, "%s = %s", label, lshown_got(L, -1));
  lua_replace(L, -5);
  lua_pop(L, 3);
  lua_concat(L, 2);
}

/* Pushes an error that is not a string as text: without addresses and with
 * sorted members, so that equal errors give the same text. */
static const char *push_raised(lua_State *L, int index) {
  const int table = lua_absindex(L, index);
  const char *name = lua_istable(L, table) ? name_after(L, table, NULL) : NULL;
  if (name == NULL) {
    return lua_pushfstring(L, "(error object is a %s value)",
                           luaL_typename(L, table));
  }
  lua_pushliteral(L, "(error object is a table: ");
  for (int i = 0; name != NULL && i < ITEMS; i++) {
    if (i > 0) {
      lua_pushliteral(L, ", ");
      lua_concat(L, 2);
    }
    append_member(L, table, name);
    name = name_after(L, table, name);
  }
  lua_pushstring(L, name == NULL ? ")" : ", ...)");
  lua_concat(L, 2);
  return lua_tostring(L, -1);
}

bool lshown_error(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING || lua_type(L, 1) == LUA_TNUMBER) {
    return false;
  }
  const bool told = luaL_callmeta(L, 1, "__tostring") && lua_isstring(L, -1);
  if (!told) push_raised(L, 1);
  lua_replace(L, 1);
  lua_settop(L, 1);
  return told;
}

const char *lshown_line(lua_State *L, int index) {
  return lt_push_clean(L, index, SIZE_MAX, "");
}

const char *lshown_lines(lua_State *L, int index) {
  return lt_push_clean(L, index, SIZE_MAX, "\n\t");
}

void lshown_clean(char *text) {
  tes_clean(text, strlen(text), "");
}

/* ---- for Lua ---- */

static int push_cleaned(lua_State *L) {
  luaL_checkstring(L, 1);
  lt_push_clean(L, 1, SIZE_MAX, luaL_optstring(L, 2, ""));
  return 1;
}

static int push_shown(lua_State *L) {
  luaL_checkany(L, 1);
  lshown_value(L, 1);
  return 1;
}

static int got(lua_State *L) {
  luaL_checkany(L, 1);
  lshown_got(L, 1);
  return 1;
}

static int raised(lua_State *L) {
  luaL_checkany(L, 1);
  push_raised(L, 1);
  return 1;
}

void lshown_register(lua_State *L) {
  static const luaL_Reg functions[] = {{"clean", push_cleaned},
                                       {"value", push_shown},
                                       {"got", got},
                                       {"raised", raised},
                                       {NULL, NULL}};
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  luaL_newlib(L, functions);
  lua_setfield(L, -2, "tesela.shown");
  lua_pop(L, 1);
}
