/* lguard.h: limits on time and memory for functions of a game from a file. Over
 * lthread and linterrupt.
 *
 * Such functions are not trusted: they may loop for ever, even between pcall
 * and coroutines. A call into them is guarded from its beginning to its end;
 * nested calls are part of it. That costs a few stores. Time is measured in
 * ticks of the processor time of the process: when enough ticks have met the
 * same call, a hook ends it by raising an error, and raises it again whenever
 * the code catches it. Memory is counted by the allocator of the Lua state, and
 * refused.
 *
 * There is one guard for the process, as there is one timer (ITIMER_VIRTUAL);
 * it ticks only after a game from a file has been loaded. It cannot end a C
 * function that does not return, which no hook stops. */
#ifndef LGUARD_H
#define LGUARD_H

#include <lua.h>
#include <stdbool.h>

#include "tesela.h"

/* A function begins on L that may take `limit` milliseconds of processor
 * time. */
void lguard_enter(lua_State *L, int limit);
/* Treats the rest as a new call, with the whole limit. */
void lguard_renew(lua_State *L);
/* The call is over, with a status. True if it failed because it was ended; the
 * reason is then in `error`, with the author's line, or else `name`. `what` is
 * the function's name, or "". */
bool lguard_leave(lua_State *L, int status, const char *name, const char *what,
                  tes_error *error);
/* For a forked process, which does not inherit timers. */
void lguard_restart(void);
/* package.loaded["tesela.guard"], for the script library. */
void lguard_register(lua_State *L);

#endif
