/* lmake.h: games made of what their authors wrote; the roof of luagames. */
#ifndef LMAKE_H
#define LMAKE_H

#include <lua.h>

/* The type of games, and make(definition, below) as package.loaded's
 * "tesela.make", and "tesela.asked", of what a check wants to know. */
void lmake_register(lua_State *L);

#endif
