/* loop.c: the interactive loop.
 *
 * Lines are joined until they form an expression, whose values are printed, or
 * a statement, or can no longer become either. Pasted text of several lines is
 * also one statement, or a list of statements. The loop's stack has the
 * functions of tesela.repl.globals at SHOW, COMPLETE and TELL; above them are
 * only values for the current statement.
 *
 * No input may end a session. Prompts and printing can also run user code, so
 * they are called protected; globals are read raw, because a strict mode may
 * forbid reading undefined ones. */
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "edit.h"
#include "input.h"
#include "lauxlib.h"
#include "loop.h"

enum { SHOW = 1, COMPLETE, TELL };

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

/* Pushes the prompt; the caller pops it when the line has been read. */
static const char *push_prompt(lua_State *L, bool first) {
  lua_pushcfunction(L, text_of);
  push_global(L, first ? "_PROMPT" : "_PROMPT2");
  bool given = !lua_isnil(L, -1);
  if (repl_call(L, 1, 1) == LUA_OK && given) return lua_tostring(L, -1);
  return first ? "> " : ">> ";
}

/* Pushes a line, or nothing. `before` is the text that the line continues, or
 * NULL for a first line, in which "=x" means "return x", as in lua. */
static enum repl_input push_line(lua_State *L, const char *before) {
  struct repl_line line;
  struct repl_prompt prompt = {push_prompt(L, before == NULL), before};
  lua_pushvalue(L, COMPLETE);
  enum repl_input input = repl_read(L, prompt, &line);
  lua_pop(L, 2);
  if (input == REPL_END && repl_terminal()) fputc('\n', stdout);
  if (input != REPL_LINE) return input;
  bool equals = before == NULL && line.length > 0 && line.text[0] == '=';
  lua_pushstring(L, equals ? "return " : "");
  lua_pushlstring(L, line.text + equals, line.length - equals);
  lua_concat(L, 2);
  return input;
}

/* ---- compiling -------------------------------------------------------- */

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

/* Could more lines complete the code? Lua's only sign of this is the end of the
 * message on top; lua.c uses it too. */
static bool incomplete(lua_State *L, int status) {
  static const char end[] = "<eof>";
  size_t length;
  if (status != LUA_ERRSYNTAX) return false;
  const char *message = lua_tolstring(L, -1, &length);
  return length >= sizeof end - 1 &&
         strcmp(message + length - (sizeof end - 1), end) == 0;
}

/* Compiles the text as an expression first, then as a statement. It stays below
 * the function or message. */
static int compile_either(lua_State *L, bool *more) {
  int status = compile(L, "return ");
  *more = false;
  if (status == LUA_OK) return status;
  *more = incomplete(L, status);
  lua_pop(L, 1);
  status = compile(L, "");
  *more = *more || incomplete(L, status);
  return status;
}

/* Compiles the shortest statement made of whole lines of `text`; pushes its
 * function and returns the rest, or pushes nothing and returns NULL. */
static const char *compile_piece(lua_State *L, const char *text) {
  for (const char *end = text; *end != '\0';) {
    bool more;
    end += strcspn(end + (*end == '\n'), "\n") + (*end == '\n');
    lua_pushlstring(L, text, (size_t)(end - text));
    int status = compile_either(L, &more);
    lua_remove(L, -2);
    if (status == LUA_OK) return end;
    lua_pop(L, 1);
    if (!more) return NULL;
  }
  return NULL;
}

/* Pasted text that does not compile as a whole (some lines may be expressions)
 * may be a sequence of statements. Pushes a list of them; or nothing, and then
 * none of the text is run. */
static bool compile_pieces(lua_State *L, const char *text) {
  lua_newtable(L);
  for (int i = 1; *text != '\0'; i++) {
    text = compile_piece(L, text);
    if (text == NULL) {
      lua_pop(L, 1);
      return false;
    }
    lua_rawseti(L, -2, i);
  }
  return true;
}

/* ---- statements ------------------------------------------------------- */

/* Joins the next line to the text below a message. */
static enum repl_input add_line(lua_State *L) {
  enum repl_input input = push_line(L, lua_tostring(L, -2));
  if (input != REPL_LINE) return input;
  lua_remove(L, -2);
  lua_pushliteral(L, "\n");
  lua_insert(L, -2);
  lua_concat(L, 3);
  return input;
}

/* Pushes the function of the next statement, a list of such functions, or an
 * error message; *status is Lua's. */
static enum repl_input push_statement(lua_State *L, int *status) {
  enum repl_input input = push_line(L, NULL);
  if (input != REPL_LINE) return input;
  for (;;) {
    bool more;
    *status = compile_either(L, &more);
    if (*status == LUA_OK || !more) break;
    input = add_line(L);
    if (input == REPL_BREAK) return input;
    if (input == REPL_END) break;
  }
  const char *text = lua_tostring(L, -2);
  repl_history_add(text);
  if (*status == LUA_ERRSYNTAX && strchr(text, '\n') != NULL &&
      compile_pieces(L, text)) {
    *status = LUA_OK;
  }
  return REPL_LINE;
}

/* ---- results ---------------------------------------------------------- */

/* The library prepares a session's additions to Lua, and prints its values. */
static int require_session(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.repl.globals");
  lua_call(L, 1, 1);
  lua_getfield(L, 1, "print");
  lua_getfield(L, 1, "complete");
  lua_getfield(L, 1, "tell");
  return 3;
}

/* Leaves the printing function (nil: Lua's print) at SHOW, the completer at
 * COMPLETE, and the function that explains errors, or nil, at TELL. */
static void push_session(lua_State *L) {
  lua_settop(L, 0);
  lua_pushcfunction(L, require_session);
  if (repl_call(L, 0, 3) != LUA_OK) lua_settop(L, 0);
  lua_settop(L, TELL);
}

/* Prints the values above `base`. */
static void print_results(lua_State *L, int base) {
  int n = lua_gettop(L) - base;
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
  lua_insert(L, base + 1);
  repl_report(L, repl_call(L, n, 0), "cannot print: ");
}

/* Reports the message on top in the session's words; the text of a statement
 * that did not compile is below it. */
static void report_message(lua_State *L, int status, bool has_text) {
  if (!lua_isnil(L, TELL) && lua_type(L, -1) == LUA_TSTRING) {
    lua_pushvalue(L, TELL);
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    if (has_text) lua_copy(L, -5, -1);
    const bool told = repl_call(L, 2, 1) == LUA_OK;
    if (told && lua_type(L, -1) == LUA_TSTRING) lua_copy(L, -1, -2);
    lua_pop(L, 1);
  }
  repl_report(L, status, "");
}

/* Runs the function on top. */
static bool run_function(lua_State *L) {
  int base = lua_gettop(L) - 1;
  int status = repl_call(L, 0, LUA_MULTRET);
  if (status == LUA_OK) {
    print_results(L, base);
  } else {
    report_message(L, status, false);
  }
  lua_settop(L, base);
  return status == LUA_OK;
}

static void run_statement(lua_State *L, int status) {
  if (status != LUA_OK) {
    report_message(L, status, true);
  } else if (lua_isfunction(L, -1)) {
    run_function(L);
  } else {
    for (int i = 1; lua_rawgeti(L, -1, i) == LUA_TFUNCTION; i++) {
      if (!run_function(L)) break;
    }
  }
}

void repl_loop(lua_State *L, const char *banner) {
  enum repl_input input;
  int status = LUA_OK;
  if (banner != NULL && repl_terminal()) {
    printf("%s: help() for help, Ctrl-D to quit\n", banner);
  }
  repl_session(true);
  repl_history_open();
  push_session(L);
  while ((input = push_statement(L, &status)) != REPL_END) {
    if (input == REPL_LINE) run_statement(L, status);
    lua_settop(L, TELL);
  }
  lua_settop(L, 0);
  repl_session(false);
}
