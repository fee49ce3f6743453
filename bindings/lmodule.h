/* lmodule.h: the tables of methods and functions, the only file that knows all
 * of the rooms. Over everything but boxes. */
#ifndef LMODULE_H
#define LMODULE_H

#include <lua.h>

/* Makes the types and pushes the module's functions in C. */
void lmodule_push(lua_State *L);
/* The same for code that is not trusted: what it may have of them. */
void lmodule_push_inner(lua_State *L);

#endif
