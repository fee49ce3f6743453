/* lboxmodule.h: the private module tesela.box. Over lboxstdlib, lwatch and the
 * module itself. */
#ifndef LBOXMODULE_H
#define LBOXMODULE_H

#include <lua.h>

int lboxmodule_open(lua_State *L);

#endif
