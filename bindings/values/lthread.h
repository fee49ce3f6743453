/* lthread.h: Lua's coroutine.resume, wrap and close, for Lua states whose owner
 * must know the running coroutine, because only the coroutine's own hook can
 * stop it. Over ltypes. */
#ifndef LTHREAD_H
#define LTHREAD_H

#include <lua.h>

/* How to run and reset a coroutine, like lua_resume and lthread_reset. Both may
 * raise errors in the calling `L`. `kept` is called when L continues after a
 * coroutine has failed, or is NULL. */
typedef struct lthread_runner {
  int (*advance)(lua_State *L, lua_State *co, int arguments, int *results);
  int (*reset)(lua_State *L, lua_State *co);
  void (*kept)(lua_State *L);
} lthread_runner;

/* lua_resetthread with a limit: Lua before 5.4.5 does not notice that
 * coroutines which close each other are nested too deeply for the C stack.
 * Raises nothing. */
int lthread_reset(lua_State *co);

/* Sets the three functions in the library `coroutine`, so that coroutines of
 * the Lua state run in this way. */
void lthread_set(lua_State *L, const lthread_runner *runner);
/* That runner; Lua's own if none was set. */
const lthread_runner *lthread_get(lua_State *L);
/* Sets the three functions in the table at the top. */
void lthread_add(lua_State *L, const lthread_runner *runner);

/* xpcall as in lbaselib.c, but the handler is `handle`, with the caller's
 * handler as its upvalue (lthread_handle calls that), and `finish` makes the
 * results from those of pcallk, which come after the first two values on the
 * stack. */
int lthread_xpcall(lua_State *L, lua_CFunction handle, lua_KFunction finish);
int lthread_handle(lua_State *L);

#endif
