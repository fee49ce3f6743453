/* lgames.h: games found by what they are called. Over luagames. */
#ifndef LGAMES_H
#define LGAMES_H

#include <lua.h>

#include "tesela.h"

/* The game that the value at `index` means, a name, a path, a game
 * itself, or rules.
 * Pushes what keeps it alive, nil for a game in C. Raises what is wrong. */
const tes_game *lgames_check(lua_State *L, int index, const char *function);
/* tesela.games(): those that are built in, then those of the library. */
int lgames_list(lua_State *L);

#endif
