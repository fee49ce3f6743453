/* lallowed.h: the parts of the standard library for untrusted code, which is
 * sandboxed bots and games from files. It lists the allowed names, so additions
 * in later Lua versions are left out. Lowest floor.
 *
 * Nothing here opens files, loads bytecode by itself, inspects other functions,
 * or ends the program. The callers replace functions that could still reach
 * further (load, getmetatable ...): see lboxstdlib.c and
 * scripts/tesela/rules/fence.lua. */
#ifndef LALLOWED_H
#define LALLOWED_H

#include <lua.h>

/* The libraries, "_G" first; ends with NULL. */
extern const char *const lallowed_libraries[];
/* Removes everything not allowed from the library at the top. */
void lallowed_keep(lua_State *L, const char *library);
/* Pushes a table of the allowed parts of the library at the top. */
void lallowed_copy(lua_State *L, const char *library);

#endif
