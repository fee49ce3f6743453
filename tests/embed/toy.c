/* toy.c: a module for Lua that brings a game in C of its own, and the hook of a
 * host. */
#include "../core/toy_game.h"
#include "tesela_lua.h"

/* What a module that was built for other headers would say. */
static int push_strange(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, TESELA_ADMIT);
  lua_pushlightuserdata(L, (void *)(uintptr_t)&toy_game);
  lua_pushinteger(L, luaL_checkinteger(L, 1) + (lua_Integer)sizeof toy_game);
  lua_pushstring(L, luaL_checkstring(L, 2));
  lua_call(L, 3, 1);
  return 1;
}

/* A game without what every game has, or with a name that is taken. */
static int push_named(lua_State *L) {
  static tes_game named;
  named = toy_game;
  named.name = lua_isnil(L, 1) ? NULL : luaL_checkstring(L, 1);
  tesela_push_game(L, &named);
  return 1;
}

/* A host that counts events, and raises an error of its own at zero. */
static int allowance;

static void count_down(lua_State *L, lua_Debug *event) {
  (void)event;
  if (--allowance >= 0) return;
  lua_pushliteral(L, "the allowance is spent");
  lua_error(L);
}

/* toy.count(events): 0 ends it. */
static int count(lua_State *L) {
  allowance = (int)luaL_checkinteger(L, 1);
  if (allowance > 0) {
    lua_sethook(L, count_down, LUA_MASKCOUNT, 1000);
  } else {
    lua_sethook(L, NULL, 0, 0);
  }
  return 0;
}

int luaopen_toy(lua_State *L);
int luaopen_toy(lua_State *L) {
  lua_createtable(L, 0, 3);
  tesela_push_game(L, &toy_game);
  lua_setfield(L, -2, "game");
  lua_pushcfunction(L, push_strange);
  lua_setfield(L, -2, "strange");
  lua_pushcfunction(L, push_named);
  lua_setfield(L, -2, "named");
  lua_pushcfunction(L, count);
  lua_setfield(L, -2, "count");
  return 1;
}
