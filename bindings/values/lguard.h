/* lguard.h: limits on time and memory for functions of a game from a file. Over
 * lthread and linterrupt.
 *
 * Such functions are not trusted: they may loop for ever, and catch errors by
 * pcall or in coroutines. A call into them is guarded from beginning to end,
 * including nested calls, at the cost of a few stores. Time is measured in
 * ticks of the CPU time of the process: after enough ticks in the same call, a
 * hook ends it by raising an error, and raises it again whenever the code
 * catches it. The allocator of the Lua state counts memory, and refuses
 * requests above the limit.
 *
 * There is one guard per process, because there is one timer (ITIMER_VIRTUAL),
 * which ticks only after a game from a file has been loaded. The guard cannot
 * end a C function that does not return, because no hook stops it. */
#ifndef LGUARD_H
#define LGUARD_H

#include <lua.h>
#include <stdbool.h>

#include "tesela.h"

/* A function begins on L that may use `limit` milliseconds of CPU time. */
void lguard_enter(lua_State *L, int limit);
/* Treats the rest of the call as a new one, with the whole limit. */
void lguard_renew(lua_State *L);
/* The call is over, with a status. True if it failed because the guard ended
 * it. Then `error` is set to the reason, beginning with the author's line or,
 * if that is unknown, with `name`. `what` is the function's name, or "". */
bool lguard_leave(lua_State *L, int status, const char *name, const char *what,
                  tes_error *error);
/* For a forked process, which does not inherit timers. */
void lguard_restart(void);
/* package.loaded["tesela.guard"], for the script library. */
void lguard_register(lua_State *L);

#endif
