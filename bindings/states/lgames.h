/* lgames.h: games as values of Lua, and found by what they are called. Over
 * lrules and luagames/lgame.
 *
 * A game is a userdata of the type tesela.game, whether it is written in Lua
 * (luagames/lgame.h) or in C by a program or a module that hands it over
 * (tesela_lua.h); those that are built in are known by their names alone. */
#ifndef LGAMES_H
#define LGAMES_H

#include <lua.h>

#include "tesela.h"

void lgames_register(lua_State *L);
/* Lets games in C be handed over by tesela_push_game. */
void lgames_admit(lua_State *L);
/* The game that the value at `index` means, a name, a path, a game
 * itself, or rules.
 * Pushes what keeps it alive, nil for one that is built in. Raises what is
 * wrong. */
const tes_game *lgames_check(lua_State *L, int index, const char *function);
/* The same, but NULL if there is no such game: then it pushes a message. */
const tes_game *lgames_find(lua_State *L, int index, const char *function);
/* Says of the file of a game, which the value at `game` names, what the table
 * at `terms` has: see scripts/tesela/rules/games.lua. */
void lgames_terms(lua_State *L, int game, int terms);
/* Pushes why rules were not opened; of an option that the game does not have,
 * which game has it. */
void lgames_refusal(lua_State *L, const tes_game *game,
                    const char *const *settings, size_t count,
                    const tes_error *why);
/* tesela.games(): those that are built in, then those of the library. */
int lgames_list(lua_State *L);

#endif
