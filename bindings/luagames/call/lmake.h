/* lmake.h: makes games from their authors' definitions; the top of luagames. */
#ifndef LMAKE_H
#define LMAKE_H

#include <lua.h>

/* Registers the type of games, and in package.loaded make(definition, below) as
 * "tesela.make", and "tesela.asked", which is for checks. */
void lmake_register(lua_State *L);

#endif
