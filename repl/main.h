/* main.h: a Lua state as the program has it (main.c). */
#ifndef TESELA_REPL_MAIN_H
#define TESELA_REPL_MAIN_H

#include <stdbool.h>

#include "lua.h"

/* What to exit with; `bare`: the environment is not looked at. */
int repl_open(lua_State *L, bool bare);

#endif
