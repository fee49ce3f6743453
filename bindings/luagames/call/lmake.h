/* lmake.h: makes games from their authors' definitions; the top of luagames. */
#ifndef LMAKE_H
#define LMAKE_H

#include <lua.h>

/* Registers the type of games, make(definition, below) as package.loaded's
 * "tesela.make", and "tesela.asked", for checks. */
void lmake_register(lua_State *L);

#endif
