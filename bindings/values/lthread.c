/* lthread.c: see lthread.h; based on Lua's lcorolib.c. Upvalue 1 of every
 * function is the runner; upvalue 2 of functions made by wrap is the
 * coroutine. */
#include "lthread.h"

#include <lualib.h>

#include "ltypes.h"

static const lthread_runner *runner_of(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(1));
}

/* How many coroutines may close each other in a chain. Each needs room on the C
 * stack for its own calls. */
enum { DEEPEST = 32 };
static int depth;

int lthread_reset(lua_State *co) {
  depth++;
  const int status = lua_resetthread(co); /* raises nothing */
  depth--;
  return status;
}

static int reset_coroutine(lua_State *L, lua_State *co) {
  if (depth == DEEPEST) luaL_error(L, "C stack overflow");
  return runner_of(L)->reset(L, co);
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

static bool is_error(int status) {
  return status != LUA_OK && status != LUA_YIELD;
}

/* Resumes co with the n values on top of L; returns the number of values that
 * came back, or -1 and a message. */
static int resume_coroutine(lua_State *L, lua_State *co, int n) {
  int results;
  if (!lua_checkstack(co, n)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, n);
  if (is_error(runner_of(L)->advance(L, co, n, &results))) {
    lua_xmove(co, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(co, L, results);
  return results;
}

static int coroutine_resume(lua_State *L) {
  lua_State *co = check_coroutine(L);
  int results = resume_coroutine(L, co, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) {
    if (runner_of(L)->kept != NULL) runner_of(L)->kept(L);
    results = 1;
  }
  lua_insert(L, -(results + 1));
  return results + 1;
}

/* Raises the error of co in L, after co closed its variables. */
static int raise_from(lua_State *L, lua_State *co) {
  int status = lua_status(co);
  if (is_error(status)) {
    status = reset_coroutine(L, co);
    lua_xmove(co, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(2));
  const int results = resume_coroutine(L, co, lua_gettop(L));
  return results < 0 ? raise_from(L, co) : results;
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, wrapped, 2);
  return 1;
}

static int coroutine_close(lua_State *L) {
  lua_Debug frame;
  lua_State *co = check_coroutine(L);
  if (co == L ||
      (lua_status(co) == LUA_OK && lua_getstack(co, 0, &frame) != 0)) {
    return luaL_error(L, "cannot close a %s coroutine",
                      co == L ? "running" : "normal");
  }
  const bool closed = reset_coroutine(L, co) == LUA_OK;
  lua_pushboolean(L, closed);
  if (closed) return 1;
  lua_xmove(co, L, 1);
  return 2;
}

void lthread_add(lua_State *L, const lthread_runner *runner) {
  static const luaL_Reg functions[] = {{"resume", coroutine_resume},
                                       {"wrap", coroutine_wrap},
                                       {"close", coroutine_close},
                                       {NULL, NULL}};
  lt_push_address(L, runner);
  luaL_setfuncs(L, functions, 1);
}

static const char set[] = "tesela.thread";

void lthread_set(lua_State *L, const lthread_runner *runner) {
  luaL_requiref(L, LUA_COLIBNAME, luaopen_coroutine, 1);
  lthread_add(L, runner);
  lua_pop(L, 1);
  lt_push_address(L, runner);
  lua_rawsetp(L, LUA_REGISTRYINDEX, set);
}

static int plain_resume(lua_State *L, lua_State *co, int n, int *results) {
  return lua_resume(co, L, n, results);
}

static int plain_reset(lua_State *L, lua_State *co) {
  (void)L;
  return lthread_reset(co);
}

const lthread_runner *lthread_get(lua_State *L) {
  static const lthread_runner plain = {plain_resume, plain_reset, NULL};
  lua_rawgetp(L, LUA_REGISTRYINDEX, set);
  const lthread_runner *runner = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return runner != NULL ? runner : &plain;
}

/* ---- xpcall ---- */

int lthread_handle(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

int lthread_xpcall(lua_State *L, lua_CFunction handle, lua_KFunction finish) {
  const int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handle, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  const int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish);
  return finish(L, status, 2);
}
