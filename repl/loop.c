/* loop.c: the interactive loop.
 *
 * A statement is one line or several: lines are joined until they are either
 * an expression, whose values are printed, or a statement, or neither could
 * still become one. The stack of the loop holds the printing function at
 * SHOW; above it is only what the statement at hand needs.
 *
 * Nothing that a session types may end it: prompts and printing run user code
 * too and are called protected, and globals are read raw because a strict
 * mode may forbid to read what is not there.
 */
#include <stdio.h>
#include <string.h>

#include "lauxlib.h"
#include "repl.h"

#define SHOW 1

/* ---- prompt ----------------------------------------------------------- */

static void push_global(lua_State *L, const char *name) {
  lua_pushglobaltable(L);
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  lua_remove(L, -2);
}

static int text_of(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/* Pushes the prompt; the caller pops it when the line is there. */
static const char *push_prompt(lua_State *L, bool first) {
  lua_pushcfunction(L, text_of);
  push_global(L, first ? "_PROMPT" : "_PROMPT2");
  bool given = !lua_isnil(L, -1);
  if (repl_call(L, 1, 1) == LUA_OK && given) return lua_tostring(L, -1);
  return first ? "> " : ">> ";
}

/* Pushes a line, or nothing. A first line "=x" is "return x", as in lua. */
static enum repl_input push_line(lua_State *L, bool first) {
  struct repl_line line;
  enum repl_input input = repl_read(push_prompt(L, first), &line);
  lua_pop(L, 1);
  if (input == REPL_END && repl_terminal()) fputc('\n', stdout);
  if (input != REPL_LINE) return input;
  if (first && line.text[0] == '=') {
    lua_pushfstring(L, "return %s", line.text + 1);
  } else {
    lua_pushlstring(L, line.text, line.length);
  }
  return input;
}

/* ---- statements ------------------------------------------------------- */

/* Compiles prefix and the text on top; pushes a function or a message. */
static int compile(lua_State *L, const char *prefix) {
  size_t length;
  lua_pushstring(L, prefix);
  lua_pushvalue(L, -2);
  lua_concat(L, 2);
  const char *text = lua_tolstring(L, -1, &length);
  int status = luaL_loadbufferx(L, text, length, "=stdin", "t");
  lua_remove(L, -2);
  return status;
}

/* Whether more lines could mend what the message on top complains about. */
static bool incomplete(lua_State *L, int status) {
  static const char end[] = "<eof>";
  size_t length;
  if (status != LUA_ERRSYNTAX) return false;
  const char *message = lua_tolstring(L, -1, &length);
  return length >= sizeof end - 1 &&
         strcmp(message + length - (sizeof end - 1), end) == 0;
}

/* As an expression first, then as a statement. The text stays below the
 * function or message. */
static int compile_either(lua_State *L, bool *more) {
  int status = compile(L, "return ");
  if (status == LUA_OK) return status;
  *more = incomplete(L, status);
  lua_pop(L, 1);
  status = compile(L, "");
  *more = *more || incomplete(L, status);
  return status;
}

/* Joins the next line to the text that lies below a message. */
static enum repl_input add_line(lua_State *L) {
  enum repl_input input = push_line(L, false);
  if (input != REPL_LINE) return input;
  lua_remove(L, -2);
  lua_pushliteral(L, "\n");
  lua_insert(L, -2);
  lua_concat(L, 3);
  return input;
}

/* Pushes the function of the next statement, or the message why there is
 * none; *status is Lua's. */
static enum repl_input push_statement(lua_State *L, int *status) {
  enum repl_input input = push_line(L, true);
  if (input != REPL_LINE) return input;
  for (;;) {
    bool more = false;
    *status = compile_either(L, &more);
    if (*status == LUA_OK || !more) break;
    input = add_line(L);
    if (input == REPL_BREAK) return input;
    if (input == REPL_END) break;
  }
  repl_history_add(lua_tostring(L, -2));
  lua_remove(L, -2);
  return REPL_LINE;
}

/* ---- results ---------------------------------------------------------- */

/* The library sets up what a session has beyond Lua, and prints its values. */
static int require_session(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.session");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "print");
  return 1;
}

/* Leaves at SHOW the function that prints, or nil for Lua's print. */
static void push_show(lua_State *L) {
  lua_settop(L, 0);
  lua_pushcfunction(L, require_session);
  if (repl_call(L, 0, 1) == LUA_OK) return;
  lua_settop(L, 0);
  lua_pushnil(L);
}

/* Prints the values above SHOW. */
static void print_results(lua_State *L) {
  int n = lua_gettop(L) - SHOW;
  if (n == 0) return;
  if (!lua_checkstack(L, LUA_MINSTACK)) {
    fputs("too many values to print\n", stderr);
    return;
  }
  if (lua_isnil(L, SHOW)) {
    push_global(L, "print");
  } else {
    lua_pushvalue(L, SHOW);
  }
  lua_insert(L, SHOW + 1);
  repl_report(L, repl_call(L, n, 0), "cannot print: ");
}

static void run_statement(lua_State *L, int status) {
  if (status == LUA_OK) status = repl_call(L, 0, LUA_MULTRET);
  if (status == LUA_OK) {
    print_results(L);
  } else {
    repl_report(L, status, "");
  }
}

void repl_loop(lua_State *L, const char *banner) {
  enum repl_input input;
  int status = LUA_OK;
  if (banner != NULL && repl_terminal()) puts(banner);
  repl_history_open();
  push_show(L);
  while ((input = push_statement(L, &status)) != REPL_END) {
    if (input == REPL_LINE) run_statement(L, status);
    lua_settop(L, SHOW);
  }
  lua_settop(L, 0);
  repl_input_done();
}
