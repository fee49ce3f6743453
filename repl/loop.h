/* loop.h: the interactive loop (loop.c). */
#ifndef TESELA_REPL_LOOP_H
#define TESELA_REPL_LOOP_H

#include "lua.h"

void repl_loop(lua_State *L, const char *banner);

#endif
