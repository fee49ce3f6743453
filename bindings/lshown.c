/* lshown.c: see lshown.h. */
#include "lshown.h"

#include <math.h>
#include <string.h>

#include "lt.h"

enum { LONGEST = 400 }; /* bytes of a text in a message */

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

const char *lshown_answer(lua_State *L, int index) {
  if (!lua_istable(L, index)) return lshown_value(L, index);
  return lua_pushfstring(L, "a list of %I", (LUAI_UACINT)luaL_len(L, index));
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

static int clean(lua_State *L) {
  luaL_checkstring(L, 1);
  lt_push_clean(L, 1, SIZE_MAX, luaL_optstring(L, 2, ""));
  return 1;
}

static int value(lua_State *L) {
  luaL_checkany(L, 1);
  lshown_value(L, 1);
  return 1;
}

void lshown_register(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"clean", clean}, {"value", value}, {NULL, NULL}};
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  luaL_newlib(L, functions);
  lua_setfield(L, -2, "tesela.shown");
  lua_pop(L, 1);
}
