/* lallowed.c: see lallowed.h. */
#include "lallowed.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>
#include <string.h>

const char *const lallowed_libraries[] = {LUA_GNAME,
                                          LUA_STRLIBNAME,
                                          LUA_TABLIBNAME,
                                          LUA_MATHLIBNAME,
                                          LUA_UTF8LIBNAME,
                                          LUA_COLIBNAME,
                                          NULL};

/* The allowed names, by library in that order, separated by spaces. */
static const char *const names[] = {
    " _VERSION assert collectgarbage error getmetatable ipairs load next"
    " pairs pcall print rawequal rawget rawlen rawset select setmetatable"
    " tonumber tostring type xpcall ",
    " byte char find format gmatch gsub len lower match pack packsize rep"
    " reverse sub unpack upper ",
    " concat insert move pack remove sort unpack ",
    " abs acos asin atan ceil cos cosh deg exp floor fmod frexp huge ldexp log"
    " log10 max maxinteger min mininteger modf pi pow rad random randomseed"
    " sin sinh sqrt tan tanh tointeger type ult ",
    " char charpattern codepoint codes len offset ",
    " close create isyieldable resume running status wrap yield "};

static const char *allowed_names(const char *library) {
  int i = 0;
  while (strcmp(lallowed_libraries[i], library) != 0) i++;
  return names[i];
}

/* Is the key at `index` a name in the list? */
static bool is_among(lua_State *L, int index, const char *list) {
  if (lua_type(L, index) != LUA_TSTRING) return false;
  const char *name = lua_tostring(L, index);
  const size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)) != NULL; at++) {
    if (at > list && at[-1] == ' ' && at[length] == ' ') return true;
  }
  return false;
}

void lallowed_keep(lua_State *L, const char *library) {
  const char *list = allowed_names(library);
  for (lua_pushnil(L); lua_next(L, -2) != 0;) {
    lua_pop(L, 1);
    if (is_among(L, -1, list)) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, -4);
  }
}

void lallowed_copy(lua_State *L, const char *library) {
  const char *list = allowed_names(library);
  const int from = lua_gettop(L);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, from) != 0;) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    if (is_among(L, -2, list)) {
      lua_rawset(L, from + 1);
    } else {
      lua_pop(L, 2);
    }
  }
}
