/* lquery.h: the queries of a game (s:cell, s:height ...), as methods of its
 * states. Over lstate. */
#ifndef LQUERY_H
#define LQUERY_H

#include <lua.h>

#include "tesela.h"

/* Adds a function for each of the game's queries to the table at the top. */
void lquery_add(lua_State *L, const tes_game *game);

#endif
