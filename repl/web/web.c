/* web.c: what a page calls: a session that is asked, where the program is run.
 *
 * A page's Worker opens the session and asks one thing at a time; requests and
 * replies are texts of JSON, and what they mean is a matter of
 * tesela.browser.session. While a request is worked on, the session tells how
 * it goes, by the hook Module.tell. Nothing that is asked ends the session. */
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

/* os.exit: a script of somebody's own may call it. */
static int session_exit(lua_State *L) {
  return luaL_error(L, "there is no program to leave: this is a page");
}

static void replace_exit(lua_State *L) {
  lua_getglobal(L, LUA_OSLIBNAME);
  lua_pushcfunction(L, session_exit);
  lua_setfield(L, -2, "exit");
  lua_pop(L, 1);
}

/* session.serve and, for the time of a session, session.listen(tell) */
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

/* Opens the session, its function on the stack; 0: all is well. */
EMSCRIPTEN_KEEPALIVE int tesela_web_open(void) {
  lua_State *L = session = luaL_newstate();
  if (L == NULL) return REPL_FAILED;
  int result = repl_open(L, true);
  if (result != REPL_DONE) return result;
  repl_session(true);
  lua_pushcfunction(L, open_session);
  return repl_report(L, repl_call(L, 0, 1), "tesela: ");
}

/* serve(request): both are pushed. */
static int ask_session(lua_State *L) {
  lua_pushstring(L, lua_touserdata(L, 2));
  lua_replace(L, 2);
  lua_call(L, 1, 1);
  return 1;
}

/* Writes the message of a call that failed. */
static int report(lua_State *L) {
  repl_report(L, LUA_ERRRUN, "");
  return 0;
}

/* The answer to a request, valid until the next one; what serve cannot answer,
 * where memory is short, is NULL. (Nothing here takes memory of Lua outside of
 * a call that is protected: without any that would be the end.) */
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
