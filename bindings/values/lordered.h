/* lordered.h: pairs and next in a fixed order, for code whose games must be the
 * same in every process. (Lua's own order of strings differs between
 * processes.)
 *
 * Numbers come first, then strings by their bytes, then false and true, then
 * all other keys by their addresses. So the order is the same in every process
 * if addresses are, as in a sandbox.
 *
 * Items may be changed and removed during a traversal, as Lua allows. Over
 * ltypes. */
#ifndef LORDERED_H
#define LORDERED_H

#include <lua.h>

/* Sets both in the table at the top. */
void lordered_add(lua_State *L);
/* Pushes an empty table with weak keys. */
void lordered_push_weak(lua_State *L);

#endif
