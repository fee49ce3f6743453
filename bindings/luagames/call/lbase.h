/* lbase.h: `base`, through which a function of a variant calls the game below.
 * Over llayer. */
#ifndef LBASE_H
#define LBASE_H

#include <lua.h>

/* Pushes `base` for the game at `index`. */
void lbase_push(lua_State *L, int index);

/* s:after(m), for functions of whole games. */
int lbase_after(lua_State *L);

#endif
