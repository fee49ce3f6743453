/* ljournal.h: the private module tesela.journal. Lowest floor. */
#ifndef LJOURNAL_H
#define LJOURNAL_H

#include <lua.h>

int ljournal_open(lua_State *L);

#endif
