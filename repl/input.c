/* input.c: one line of input, and the module tesela.line.
 *
 * On a terminal, lines come through libedit (edit.c); otherwise (from a pipe,
 * or on a terminal without cursor movement) through getline, which shares its
 * buffer with io.read. Either way the text stays in a buffer until the next
 * line, so an error in Lua cannot lose it. */
#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "call.h"
#include "input.h"
#include "lauxlib.h"

static char *buffer; /* allocated by getline for the last line */
static size_t buffer_size;

/* ---- lines ------------------------------------------------------------ */

static void set_line(struct repl_line *line, const char *text, size_t length) {
  line->text = text;
  line->length = length;
}

static bool read_edited(lua_State *L, struct repl_prompt prompt,
                        struct repl_line *line) {
  const char *text = repl_edit(L, prompt);
  if (text == NULL) return false;
  size_t length = strlen(text);
  set_line(line, text, length - (length > 0 && text[length - 1] == '\n'));
  return true;
}

static bool read_plain(const char *prompt, struct repl_line *line) {
  if (repl_terminal()) fputs(prompt, stdout);
  fflush(stdout);
  clearerr(stdin);
  ssize_t length = getline(&buffer, &buffer_size, stdin);
  if (length < 0) return false;
  if (length > 0 && buffer[length - 1] == '\n') buffer[--length] = '\0';
  set_line(line, buffer, (size_t)length);
  return true;
}

/* The completer, or nil, is on top of the stack. */
enum repl_input repl_read(lua_State *L, struct repl_prompt prompt,
                          struct repl_line *line) {
  bool edited = repl_edits();
  fflush(stdout);
  repl_input_begin();
  bool found =
      edited ? read_edited(L, prompt, line) : read_plain(prompt.text, line);
  bool broken = repl_input_end();
  if (broken && edited) repl_edit_broken();
  if (broken && repl_terminal()) fputc('\n', stdout);
  if (broken) return REPL_BREAK;
  return found ? REPL_LINE : REPL_END;
}

void repl_input_close(void) {
  repl_edit_close();
  free(buffer);
  buffer = NULL;
  buffer_size = 0;
}

/* ---- tesela.line ------------------------------------------------------ */

/* line.read(prompt, complete): a line; nil at the end; or nil and
 * "interrupted". The completer gets the text before the cursor and returns a
 * list of candidates and the start of the word that they complete. */
static int line_read(lua_State *L) {
  struct repl_prompt prompt = {.text = luaL_optstring(L, 1, "")};
  struct repl_line line;
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  switch (repl_read(L, prompt, &line)) {
    case REPL_LINE:
      lua_pushlstring(L, line.text, line.length);
      return 1;
    case REPL_BREAK:
      lua_pushnil(L);
      lua_pushliteral(L, "interrupted");
      return 2;
    default:
      lua_pushnil(L);
      return 1;
  }
}

/* line.guard(f, ...): pcall for a program that continues after Ctrl-C; its
 * first result is nil, not false, if f was interrupted. */
static int line_guard(lua_State *L) {
  luaL_checkany(L, 1);
  int status = repl_guard(L, lua_gettop(L) - 1);
  if (repl_interrupted()) {
    lua_pushnil(L);
  } else {
    lua_pushboolean(L, status == LUA_OK);
  }
  lua_insert(L, 1);
  return lua_gettop(L);
}

/* line.think(f, ...): returns f(...); Ctrl-C ends a search in it, not the
 * call. */
static int line_think(lua_State *L) {
  luaL_checkany(L, 1);
  repl_think(L, lua_gettop(L) - 1);
  return lua_gettop(L);
}

static int line_terminal(lua_State *L) {
  lua_pushboolean(L, repl_terminal());
  return 1;
}

/* line.size(): the columns and rows of the terminal, if known. */
static int line_size(lua_State *L) {
  struct winsize size;
  if (!repl_terminal() || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0 || size.ws_row == 0) {
    return 0;
  }
  lua_pushinteger(L, size.ws_col);
  lua_pushinteger(L, size.ws_row);
  return 2;
}

/* line.idle(f): calls f() repeatedly while the next line is awaited and nothing
 * is typed, until it returns false. Works only where lines are edited. */
static int line_idle(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  if (repl_edits()) repl_edit_idle(L);
  return 0;
}

static int line_add_history(lua_State *L) {
  repl_history_add(luaL_checkstring(L, 1));
  return 0;
}

int repl_open_line(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"read", line_read},   {"guard", line_guard},
      {"think", line_think}, {"terminal", line_terminal},
      {"size", line_size},   {"add_history", line_add_history},
      {"idle", line_idle},   {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
