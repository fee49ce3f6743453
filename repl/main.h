/* main.h: the program's Lua state (main.c). */
#ifndef TESELA_REPL_MAIN_H
#define TESELA_REPL_MAIN_H

#include <stdbool.h>

#include "lua.h"

/* Opens the module; returns the exit status. `bare`: ignores the
 * environment. */
int repl_open(lua_State *L, bool bare);

#endif
