/* lordered.h: pairs and next in a fixed order, for code whose games must come
 * out the same in every process: Lua's own order of strings is another in each.
 *
 * Numbers come first, then strings by their bytes, then false and true, then
 * all others by their addresses: where these are the same in every process, as
 * in a box, that is their order, too.
 *
 * Items may be changed and taken out meanwhile, as Lua allows. Over ltypes. */
#ifndef LORDERED_H
#define LORDERED_H

#include <lua.h>

/* Sets both in the table at the top. */
void lordered_add(lua_State *L);
/* Pushes an empty table that does not hold its keys. */
void lordered_push_weak(lua_State *L);

#endif
