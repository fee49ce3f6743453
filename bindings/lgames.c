/* lgames.c: see lgames.h. */
#include "lgames.h"

#include "lrules.h"
#include "lt.h"
#include "luagames/lgame.h"

const tes_game *lgames_check(lua_State *L, int index, const char *function) {
  const lgame *g = luaL_testudata(L, index, GAME_TYPE);
  if (g != NULL) {
    lua_pushvalue(L, index);
    return &g->game;
  }
  if (lt_test(L, index, RULES_TYPE) != NULL) {
    lua_getiuservalue(L, index, 2);
    return lrules_check(L, index, function)->rules->game;
  }
  const char *name = lt_string(L, index, function, "the name of a game");
  const tes_game *game = tes_game_find(name);
  if (game != NULL) {
    lua_pushnil(L);
    return game;
  }
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.games");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "find");
  lua_remove(L, -2);
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  g = luaL_testudata(L, -1, GAME_TYPE);
  if (g == NULL) luaL_error(L, "%s: %s is not a game", function, name);
  return &g->game;
}

/* Those that are built in, then those of the script library. */
int lgames_list(lua_State *L) {
  const tes_game *game;
  lua_settop(L, 0);
  lua_newtable(L);
  for (size_t i = 0; (game = tes_game_at(i)) != NULL; i++) {
    lua_pushstring(L, game->name);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.games");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "names");
  const lua_Integer more = luaL_len(L, -1);
  for (lua_Integer i = 1; i <= more; i++) {
    lua_geti(L, -1, i);
    lua_rawseti(L, 1, (lua_Integer)lua_rawlen(L, 1) + 1);
  }
  lua_settop(L, 1);
  return 1;
}
