/* linterrupt.c: see linterrupt.h. */
#include "linterrupt.h"

#include <lauxlib.h>

#include "ltypes.h"

linterrupt *ltesela_interrupt(void) {
  static linterrupt interrupt;
  return &interrupt;
}

bool ltesela_is_interrupted(void) {
  return (ltesela_interrupt()->asked & ~LINTERRUPT_LATE) != 0;
}

void ltesela_push_interruption(lua_State *L, const char *place) {
  lua_pushfstring(L, "%s%sinterrupted!", place, *place != '\0' ? ": " : "");
}

int ltesela_raise_interruption(lua_State *L) {
  const linterrupt *interrupt = ltesela_interrupt();
  if (interrupt->raising != NULL) interrupt->raising(L);
  return lua_error(L);
}

int ltesela_interrupted(lua_State *L) {
  ltesela_push_interruption(L, "");
  return ltesela_raise_interruption(L);
}

/* ---- for the script library ---- */

/* interrupt.pending(): has the program been interrupted? */
static int pending(lua_State *L) {
  lua_pushboolean(L, ltesela_is_interrupted());
  return 1;
}

/* interrupt.pass(): raises an interruption again that a pcall, or the function
 * in it, has caught. */
static int pass(lua_State *L) {
  return ltesela_is_interrupted() ? ltesela_interrupted(L) : 0;
}

/* Returns the results of pcall, unless f was interrupted or memory ran out:
 * then the error is raised again. */
static int tried(lua_State *L, int status, lua_KContext unused) {
  (void)unused;
  pass(L);
  if (lt_is_no_memory(L, status)) return lua_error(L);
  lua_pushboolean(L, status == LUA_OK || status == LUA_YIELD);
  lua_replace(L, 1);
  return lua_gettop(L);
}

/* interrupt.try(f, ...): pcall that does not catch interruptions and errors for
 * lack of memory. */
static int try_call(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushnil(L); /* room for the status of f */
  lua_insert(L, 1);
  const int arguments = lua_gettop(L) - 2;
  return tried(L, lua_pcallk(L, arguments, LUA_MULTRET, 0, 0, tried), 0);
}

/* interrupt.raise(): interrupts the program again, after a Ctrl-C that has only
 * ended a search or was counted (lprocess.c). */
static int raise_again(lua_State *L) {
  const linterrupt *interrupt = ltesela_interrupt();
  if (!ltesela_is_interrupted() && interrupt->begin != NULL) interrupt->begin();
  return ltesela_interrupted(L);
}

int linterrupt_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"pending", pending},
                                       {"pass", pass},
                                       {"raise", raise_again},
                                       {"try", try_call},
                                       {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
