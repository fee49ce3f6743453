/* web.c: a session that answers a page's requests, instead of the program's
 * command line.
 *
 * A page's Worker opens the session and makes one request at a time; requests
 * and replies are strings of JSON, defined by tesela.app.session. During a
 * request the session reports progress through the hook Module.tell. No request
 * ends the session. */
#include <emscripten.h>
#include <stdio.h>

#include "call.h"
#include "lauxlib.h"
#include "lualib.h"
#include "main.h"

static lua_State *session;

EM_JS(void, tell, (const char *text), { Module.tell(UTF8ToString(text)); })

static int session_tell(lua_State *L) {
  tell(luaL_checkstring(L, 1));
  return 0;
}

/* os.exit, which a user's script may call. */
static int session_exit(lua_State *L) {
  return luaL_error(L, "os.exit is not available on a web page");
}

static void replace_exit(lua_State *L) {
  lua_getglobal(L, LUA_OSLIBNAME);
  lua_pushcfunction(L, session_exit);
  lua_setfield(L, -2, "exit");
  lua_pop(L, 1);
}

/* Calls session.listen(tell), and pushes session.serve. */
static int open_session(lua_State *L) {
  replace_exit(L);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.app.session");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "listen");
  lua_pushcfunction(L, session_tell);
  lua_call(L, 1, 0);
  lua_getfield(L, -1, "serve");
  return 1;
}

/* Opens the session and leaves its function on the stack; 0 on success. */
EMSCRIPTEN_KEEPALIVE int tesela_web_open(void) {
  lua_State *L = session = luaL_newstate();
  if (L == NULL) return REPL_FAILED;
  int result = repl_open(L, true);
  if (result != REPL_DONE) return result;
  repl_session(true);
  lua_pushcfunction(L, open_session);
  return repl_report(L, repl_call(L, 0, 1), "tesela: ");
}

/* Calls serve(request), the two values on the stack. */
static int ask_session(lua_State *L) {
  lua_pushstring(L, lua_touserdata(L, 2));
  lua_replace(L, 2);
  lua_call(L, 1, 1);
  return 1;
}

/* Prints the message of a failed call. */
static int report(lua_State *L) {
  repl_report(L, LUA_ERRRUN, "");
  return 0;
}

/* The reply to a request, valid until the next request; NULL if serve fails for
 * lack of memory. (Here Lua allocates memory only in protected calls, because
 * an unprotected failure would end the program.) */
EMSCRIPTEN_KEEPALIVE const char *tesela_web_ask(const char *request) {
  lua_State *L = session;
  lua_settop(L, 1);
  lua_pushcfunction(L, ask_session);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, (void *)request);
  int status = repl_call(L, 2, 1);
  fflush(stdout);
  if (status == LUA_OK) return lua_tostring(L, -1);
  lua_pushcfunction(L, report);
  lua_insert(L, -2);
  lua_pcall(L, 1, 0, 0);
  return NULL;
}
