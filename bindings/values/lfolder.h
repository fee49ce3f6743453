/* lfolder.h: the private module tesela.folder (lfolder.c). */
#ifndef LFOLDER_H
#define LFOLDER_H

#include <lua.h>

int lfolder_open(lua_State *L);

#endif
