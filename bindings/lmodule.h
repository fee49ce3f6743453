/* lmodule.h: the tables of methods and functions. Only lmodule.c may use all
 * rooms, except that of the sandboxes. */
#ifndef LMODULE_H
#define LMODULE_H

#include <lua.h>

/* Makes the types, and pushes a table of the module's functions in C. */
void lmodule_push(lua_State *L);
/* The same for untrusted code: only the allowed functions. */
void lmodule_push_inner(lua_State *L);

#endif
