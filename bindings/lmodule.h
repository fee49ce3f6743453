/* lmodule.h: the tables of methods and functions; only lmodule.c knows all of
 * the rooms. It may use all of them except sandboxes. */
#ifndef LMODULE_H
#define LMODULE_H

#include <lua.h>

/* Makes the types and pushes the module's functions in C. */
void lmodule_push(lua_State *L);
/* The same for untrusted code: only the allowed functions. */
void lmodule_push_inner(lua_State *L);

#endif
