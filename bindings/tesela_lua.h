/* tesela_lua.h: games written in C, for Lua.
 *
 * A program that embeds Lua and tesela, or a module for Lua written in C, hands
 * a game of its own to the module `tesela`:
 *
 *     static const tes_game toy = {.name = "toy", ...};
 *
 *     int luaopen_toy(lua_State *L) {
 *       tesela_push_game(L, &toy);
 *       return 1;
 *     }
 *
 *     local toy = require "toy"
 *     local s = tesela.rules(toy):start(1)
 *     local short = tesela.derive(toy, { name = "short_toy", ... })
 *
 * Such a game is accepted wherever a game is expected, and from then on its
 * name is known in this Lua state. Sandboxed bots have their own Lua states and
 * do not know it. A game with a faulty function is as dangerous as any C code;
 * tesela.rules(toy):check{} finds many faults. */
#ifndef TESELA_LUA_H
#define TESELA_LUA_H

#include <lauxlib.h>
#include <lua.h>

#include "tesela_game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A key of the registry, out of reach of scripts: the function that turns a
 * game into a Lua value. */
#define TESELA_ADMIT "tesela.admit"

/* For programs that are linked with the module. */
int luaopen_tesela(lua_State *L);

/* Pushes the game, which must stay in place while the Lua state is open. Loads
 * the module by `require` if necessary. Raises an error if the game was built
 * for another version of tesela, or its name is taken. */
static inline void tesela_push_game(lua_State *L, const tes_game *game) {
  lua_getglobal(L, "require");
  lua_pushstring(L, "tesela");
  lua_call(L, 1, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, TESELA_ADMIT);
  lua_pushlightuserdata(L, (void *)(uintptr_t)game);
  lua_pushinteger(L, (lua_Integer)sizeof *game);
  lua_pushstring(L, TES_VERSION);
  lua_call(L, 3, 1);
}

#ifdef __cplusplus
}
#endif
#endif
