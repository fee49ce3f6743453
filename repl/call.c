/* call.c: every call into Lua: traceback, message and SIGINT.
 *
 * The Lua states that are executing form a chain of frames on the C stack:
 * the main state, the coroutine that it resumed, and so on. Frames are entered
 * and left around functions that cannot raise (lua_pcall, lua_resume), so that
 * the chain never names a dead coroutine, and SIGINT may walk it at any time.
 *
 * A Lua state can only be stopped by a hook, and each has its own. SIGINT sets
 * one on every state of the chain, so that a coroutine is stopped and the
 * scheduler that resumed it too, and restores the default action: a second
 * SIGINT ends a program that does not react to the first. Functions in C do
 * not run hooks; one that takes long can see by lua_gethook(L) != NULL that it
 * was asked to return. The chain is as long as coroutine.resume and
 * coroutine.wrap make it: a state that other C code resumes is not part of
 * it, and is stopped when it returns.
 *
 * While a line is read SIGINT only breaks the read. The handler is installed
 * without SA_RESTART, which is what makes read() come back.
 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

#include "lauxlib.h"
#include "repl.h"

#define GRACE 1000000
#define EVERY_EVENT (LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT)

struct frame {
  lua_State *L;
  struct frame *outer;
};

static _Atomic(struct frame *) innermost;
static volatile sig_atomic_t pending; /* SIGINT came and is not dealt with */
static volatile sig_atomic_t reading; /* a line is being read */
static bool stopped;                  /* the last call was ended by SIGINT */

/* ---- SIGINT ----------------------------------------------------------- */

static void enter(struct frame *frame) {
  frame->outer = atomic_load_explicit(&innermost, memory_order_relaxed);
  atomic_store_explicit(&innermost, frame, memory_order_release);
}

static void leave(struct frame *frame) {
  atomic_store_explicit(&innermost, frame->outer, memory_order_release);
}

/* A hook that outlived its call finds nothing pending and only goes away. */
static void raise_pending(lua_State *L, lua_Hook next, int mask, int count) {
  lua_sethook(L, pending ? next : NULL, mask, count);
  if (!pending) return;
  lua_pushliteral(L, "interrupted!");
  lua_error(L);
}

static void insist(lua_State *L, lua_Debug *where) {
  (void)where;
  raise_pending(L, insist, EVERY_EVENT, 1);
}

static void stop(lua_State *L, lua_Debug *where) {
  (void)where;
  raise_pending(L, insist, LUA_MASKCOUNT, GRACE);
}

static void on_sigint(int number) {
  struct frame *frame = atomic_load(&innermost);
  pending = 1;
  if (reading || frame == NULL) return;
  for (; frame != NULL; frame = frame->outer) {
    lua_sethook(frame->L, stop, EVERY_EVENT, 1);
  }
  signal(number, SIG_DFL);
}

/* The interruption was dealt with: its hooks, and no others, go away. */
static void forget(void) {
  struct frame *frame = atomic_load(&innermost);
  pending = 0;
  for (; frame != NULL; frame = frame->outer) {
    lua_Hook hook = lua_gethook(frame->L);
    if (hook == stop || hook == insist) lua_sethook(frame->L, NULL, 0, 0);
  }
}

static void catch_sigint(struct sigaction *before) {
  struct sigaction action = {.sa_handler = on_sigint};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, before);
}

/* Asking for a line shows that an earlier interruption was dealt with: the
 * next SIGINT is a first one again. */
void repl_input_begin(void) {
  forget();
  reading = 1;
  catch_sigint(NULL);
}

/* Whether SIGINT came. The handler stays: between two lines of a session
 * SIGINT must not end it. */
bool repl_input_end(void) {
  bool broken = pending;
  reading = 0;
  pending = 0;
  return broken;
}

void repl_input_done(void) {
  signal(SIGINT, SIG_DFL);
}

/* ---- calls ------------------------------------------------------------ */

static int add_traceback(lua_State *L) {
  if (lua_type(L, 1) != LUA_TSTRING && lua_type(L, 1) != LUA_TNUMBER) {
    if (luaL_callmeta(L, 1, "__tostring") && lua_isstring(L, -1)) return 1;
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    lua_replace(L, 1);
  }
  luaL_traceback(L, L, lua_tostring(L, 1), 1);
  return 1;
}

/* lua_pcall with a traceback, stopped by SIGINT. */
int repl_call(lua_State *L, int arguments, int results) {
  struct frame frame = {.L = L};
  struct sigaction before;
  int base = lua_gettop(L) - arguments;
  lua_pushcfunction(L, add_traceback);
  lua_insert(L, base);
  pending = 0;
  enter(&frame);
  catch_sigint(&before);
  int status = lua_pcall(L, arguments, results, base);
  sigaction(SIGINT, &before, NULL);
  leave(&frame);
  stopped = status != LUA_OK && pending;
  if (stopped) clearerr(stdout); /* a write that SIGINT broke is no failure */
  pending = 0;
  lua_remove(L, base);
  return status;
}

/* Writes and pops the message of a call that failed; what to exit with. */
int repl_report(lua_State *L, int status, const char *prefix) {
  if (status == LUA_OK) return REPL_DONE;
  const char *message = lua_tostring(L, -1);
  if (message == NULL) message = "(error message is not a string)";
  fprintf(stderr, "%s%s\n", prefix, message);
  fflush(stderr);
  lua_pop(L, 1);
  return stopped ? REPL_INTERRUPTED : REPL_FAILED;
}

/* ---- coroutines ------------------------------------------------------- */

/* Hands the n values on top of L to co; the number of values that came back,
 * or -1 and a message. Behaves as Lua's own, with a frame around it. */
static int resume(lua_State *L, lua_State *co, int n) {
  struct frame frame = {.L = co};
  int results;
  if (!lua_checkstack(co, n)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, n);
  enter(&frame);
  int status = lua_resume(co, L, n, &results);
  leave(&frame);
  if (status != LUA_OK && status != LUA_YIELD) {
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
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  int results = resume(L, co, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) results = 1;
  lua_insert(L, -(results + 1));
  return results + 1;
}

/* Raises in L what failed in co, after co closed its variables. */
static int fail(lua_State *L, lua_State *co) {
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    status = lua_resetthread(co);
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
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  return results < 0 ? fail(L, co) : results;
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

/* Makes coroutine.resume and coroutine.wrap keep the chain of frames. */
void repl_follow_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"resume", coroutine_resume}, {"wrap", coroutine_wrap}, {NULL, NULL}};
  lua_getglobal(L, "coroutine");
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
