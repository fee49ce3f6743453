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

bool lmember_ints(lua_State *L, int table, const char *name, int *values,
                  int count) {
  const bool is_list = lua_getfield(L, table, name) == LUA_TTABLE;
  for (int i = 0; is_list && i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    values[i] = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return is_list;
}

void lmember_each(lua_State *L, int table, const char *name, struct lgame *g,
                  void (*read)(lua_State *L, struct lgame *g, int i)) {
  const bool is_list = lua_getfield(L, table, name) == LUA_TTABLE;
  const int count = is_list ? (int)lua_rawlen(L, -1) : 0;
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    read(L, g, i);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}
