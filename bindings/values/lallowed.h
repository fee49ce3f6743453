/* lallowed.h: what of the standard library is for code that is not trusted:
 * bots in boxes, and games from files. Written once, as a list of what there
 * is: what a later Lua adds is not in it. Lowest floor.
 *
 * Nothing here opens files, loads bytecode by itself, looks into other
 * functions, or ends the program. Who hands it out replaces what would reach
 * further all the same (load, getmetatable ...), see lboxstdlib.c and
 * scripts/tesela/rules/fence.lua. */
#ifndef LALLOWED_H
#define LALLOWED_H

#include <lua.h>

/* The libraries, "_G" first; ends with NULL. */
extern const char *const lallowed_libraries[];
/* Takes out of the library at the top what is not allowed. */
void lallowed_keep(lua_State *L, const char *library);
/* Pushes a table of what is allowed of the library at the top. */
void lallowed_copy(lua_State *L, const char *library);

#endif
