/* lprocess.h: the private module tesela.process. Over lwatch and lkeeper. */
#ifndef LPROCESS_H
#define LPROCESS_H

#include <lua.h>

int lprocess_open(lua_State *L);

#endif
