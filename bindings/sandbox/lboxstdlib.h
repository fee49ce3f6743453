/* lboxstdlib.h: the standard library as bots have it. Over lbox. */
#ifndef LBOXSTDLIB_H
#define LBOXSTDLIB_H

#include "lbox.h"

/* Puts it into the globals. */
void lboxstdlib_open(lua_State *L);
/* From now on whatever happens in a thread of a box raises the end of it; a
 * signal handler may call this. And raises it at once; no pcall holds it. */
void lboxstdlib_arm(lua_State *L);
int lboxstdlib_raise(lua_State *L);
/* Has a call with this status failed since memory ran out? */
bool lboxstdlib_lacks_memory(const lbox *box, int status);
/* Pushes the text of a value without an address. */
const char *lboxstdlib_tostring(lua_State *L, int index);

#endif
