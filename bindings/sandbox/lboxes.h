/* lboxes.h: the private module tesela.box. Over lboxlib, lwatch and the module
 * itself. */
#ifndef LBOXES_H
#define LBOXES_H

#include <lua.h>

int lboxes_open(lua_State *L);

#endif
