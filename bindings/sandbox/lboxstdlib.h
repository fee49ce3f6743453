/* lboxstdlib.h: the standard library for bots. Over lbox. */
#ifndef LBOXSTDLIB_H
#define LBOXSTDLIB_H

#include "lbox.h"

/* Adds the library to the globals. */
void lboxstdlib_open(lua_State *L);
/* The first makes every further event in a thread of a sandbox raise the
 * sandbox's end (a signal handler may call it); the second raises it at once.
 * No pcall stops this error. */
void lboxstdlib_arm(lua_State *L);
int lboxstdlib_raise(lua_State *L);
/* Did a call with this status fail because memory ran out? */
bool lboxstdlib_lacks_memory(const lbox *box, int status);
/* Pushes the text of a value without an address. */
const char *lboxstdlib_tostring(lua_State *L, int index);

#endif
