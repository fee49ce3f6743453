/* lguard.h: how long, and with how much memory, a function of a game from a
 * file may run in the program. Over lthread and linterrupt.
 *
 * Such functions are not trusted: they may loop for ever, also between pcall
 * and coroutines. A call into them is guarded from where it begins to where it
 * is over; calls within it are part of it. That costs a few stores. Time is
 * counted in ticks of the processor's time that the process has had: a tick
 * that meets the same call so often ends it, by a hook that raises, and goes on
 * raising whatever catches it. Memory is counted by the allocator of the Lua
 * state, and refused.
 *
 * There is one guard for the process, as there is one timer (ITIMER_VIRTUAL);
 * it ticks only once a game from a file was loaded. What no hook stops, a
 * function in C that does not return, it cannot end. */
#ifndef LGUARD_H
#define LGUARD_H

#include <lua.h>
#include <stdbool.h>

#include "tesela.h"

/* A function begins that may take so many milliseconds of the processor; it
 * runs on L. */
void lguard_enter(lua_State *L, int limit);
/* What comes next is a call of its own, with the whole limit. */
void lguard_renew(lua_State *L);
/* It is over, with a status. True: it had failed, since it was ended; why
 * stands in `error`, with the author's line, or else `name`. `what`: the
 * function's name, or "". */
bool lguard_leave(lua_State *L, int status, const char *name, const char *what,
                  tes_error *error);
/* In a process that was forked: timers are not. */
void lguard_restart(void);
/* package.loaded["tesela.guard"], for the script library. */
void lguard_register(lua_State *L);

#endif
