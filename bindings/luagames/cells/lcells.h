/* lcells.h: s.board[i], s.last: cells declared by a game in Lua, as fields of
 * its states. Over lgame and lstate. */
#ifndef LCELLS_H
#define LCELLS_H

#include "states/lstate.h"

void lcells_register(lua_State *L);
/* Adds the names and numbers of the fields of a game in Lua to the table at the
 * top. */
void lcells_add(lua_State *L, const tes_game *game);
/* Pushes field `index` of the state at 1. */
int lcells_push(lua_State *L, lstate *s, lua_Integer index);
int lcells_newindex(lua_State *L); /* __newindex of states */

#endif
