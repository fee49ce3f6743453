/* lmember.c: see lmember.h. */
#include "lmember.h"

const char *lmember_string(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
}

const char *lmember_text(lua_State *L, int table, const char *name) {
  lua_getfield(L, table, name);
  const char *text = lmember_string(L, -1);
  lua_pop(L, 1);
  return text;
}

int lmember_int(lua_State *L, int table, const char *name, int absent) {
  int given;
  lua_getfield(L, table, name);
  const lua_Integer value = lua_tointegerx(L, -1, &given);
  lua_pop(L, 1);
  return given ? (int)value : absent;
}

bool lmember_flag(lua_State *L, int table, const char *name) {
  lua_getfield(L, table, name);
  const bool is = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return is;
}
