/* lgames.h: games as values in Lua, and finding them. Over lrules and
 * luagames/lgame.
 *
 * A game is a userdata of the type tesela.game, whether it is written in Lua
 * (luagames/lgame.h) or in C by a program or a module that hands it over
 * (tesela_lua.h); built-in games are known only by their names. */
#ifndef LGAMES_H
#define LGAMES_H

#include <lua.h>

#include "tesela.h"

void lgames_register(lua_State *L);
/* Allows tesela_push_game to hand over games in C. */
void lgames_admit(lua_State *L);
/* The game named by the value at `index`: a name, a path, a game, or rules.
 * Pushes a value that keeps it alive (nil for a built-in game). Raises
 * errors. */
const tes_game *lgames_check(lua_State *L, int index, const char *function);
/* The same, but NULL and a message if there is no such game. */
const tes_game *lgames_find(lua_State *L, int index, const char *function);
/* Passes the table at `terms` to the file of the game at `game`: see
 * scripts/tesela/rules/games.lua. */
void lgames_terms(lua_State *L, int game, int terms);
/* Pushes the reason why rules were not opened; if the game lacks an option,
 * with the games that have it. */
void lgames_refusal(lua_State *L, const tes_game *game,
                    const char *const *settings, size_t count,
                    const tes_error *why);
/* tesela.games(): the built-in games, then those of the library. */
int lgames_list(lua_State *L);

#endif
