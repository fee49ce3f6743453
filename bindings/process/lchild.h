/* lchild.h: the private module tesela.child. Over lkeeper. */
#ifndef LCHILD_H
#define LCHILD_H

#include <lua.h>

int lchild_open(lua_State *L);

#endif
