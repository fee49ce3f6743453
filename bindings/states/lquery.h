/* lquery.h: what a game can be asked about a position (s:cell, s:height ...),
 * as methods of its states. Over lstate. */
#ifndef LQUERY_H
#define LQUERY_H

#include <lua.h>

#include "tesela.h"

/* Adds the game's queries to the table at the top, each a function. */
void lquery_add(lua_State *L, const tes_game *game);

#endif
