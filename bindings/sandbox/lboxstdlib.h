/* lboxstdlib.h: the standard library for bots. Over lbox. */
#ifndef LBOXSTDLIB_H
#define LBOXSTDLIB_H

#include "lbox.h"

/* Adds it to the globals. */
void lboxstdlib_open(lua_State *L);
/* From now on anything that happens in a thread of a sandbox raises its end (a
 * signal handler may call this); and raises it at once. No pcall stops it. */
void lboxstdlib_arm(lua_State *L);
int lboxstdlib_raise(lua_State *L);
/* Did a call with this status fail because memory ran out? */
bool lboxstdlib_lacks_memory(const lbox *box, int status);
/* Pushes the text of a value without an address. */
const char *lboxstdlib_tostring(lua_State *L, int index);

#endif
