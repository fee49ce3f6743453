/* lthread.h: coroutine.resume, wrap and close as Lua has them, for Lua states
 * whose owner must know which coroutine is running: only its own hook can stop
 * it. Over ltypes. */
#ifndef LTHREAD_H
#define LTHREAD_H

#include <lua.h>

/* How a coroutine is run and reset: as by lua_resume and lthread_reset. Both
 * may raise in `L`, who asks for it. `kept` is told that L goes on after a
 * coroutine has failed; NULL: nobody wants to know. */
typedef struct lthread_runner {
  int (*advance)(lua_State *L, lua_State *co, int arguments, int *results);
  int (*reset)(lua_State *L, lua_State *co);
  void (*kept)(lua_State *L);
} lthread_runner;

/* lua_resetthread, counted: Lua before 5.4.5 does not see that coroutines which
 * close each other are nested too deeply for the C stack. Raises nothing. */
int lthread_reset(lua_State *co);

/* Sets the three in the library `coroutine`: this is how coroutines of the Lua
 * state are run. */
void lthread_set(lua_State *L, const lthread_runner *runner);
/* That one; as by Lua where nobody has set any. */
const lthread_runner *lthread_get(lua_State *L);
/* Sets the three in the table at the top. */
void lthread_add(lua_State *L, const lthread_runner *runner);

/* xpcall as in lbaselib.c, but that the handler is `handle`, with the caller's
 * as its upvalue (lthread_handle calls it), and that `finish` makes the results
 * of the call, those of pcallk: the first two on the stack are not among them.
 */
int lthread_xpcall(lua_State *L, lua_CFunction handle, lua_KFunction finish);
int lthread_handle(lua_State *L);

#endif
