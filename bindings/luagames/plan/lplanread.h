/* lplanread.h: reads the declared board, pieces, moves and endings from the
 * table that the library makes of them (scripts/tesela/rules/board.lua). Over
 * lgame. */
#ifndef LPLANREAD_H
#define LPLANREAD_H

#include <lua.h>

#include "luagames/lgame.h"

/* Reads the table `plan` of the definition at an index, if it has one. */
void lplan_read(lua_State *L, int definition, lgame *g);

#endif
