/* line.c: one line of input, its history, and the module tesela.line.
 *
 * On a terminal lines come through libedit, elsewhere (a pipe, a terminal
 * without cursor movement) through getline, which shares its buffer with
 * io.read. Either way the text is in one buffer of this file until the next
 * line, so that an error in Lua cannot lose it.
 *
 * libedit is left without signal handlers: its own would send SIGINT to the
 * whole process group. Ours (call.c) makes its read fail, readline then
 * returns NULL and has restored the terminal; no jump leaves libedit.
 * The locale is set only when libedit starts, and only LC_CTYPE of it: numbers
 * keep their point, and programs that are fed by a pipe never depend on it.
 *
 * The history file is written after every statement of the interactive loop:
 * a session may end in ways that run no code.
 */
#define _POSIX_C_SOURCE 200809L

#include <editline/readline.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lauxlib.h"
#include "repl.h"

#define HISTORY_ENTRIES 1000

static char *buffer; /* the last line, and what getline allocated for it */
static size_t buffer_size;
static bool editing;            /* libedit was started */
static char history_file[4096]; /* empty: the history is not kept */

/* ---- terminal --------------------------------------------------------- */

bool repl_terminal(void) {
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* libedit moves the cursor, which not every terminal can. */
static bool can_edit(void) {
  const char *type = getenv("TERM");
  return repl_terminal() && type != NULL && *type != '\0' &&
         strcmp(type, "dumb") != 0;
}

/* libedit drops what is not a character of the locale, and without one that
 * would be everything beyond ASCII. */
static void set_locale(void) {
  if (setlocale(LC_CTYPE, "") == NULL || MB_CUR_MAX == 1) {
    setlocale(LC_CTYPE, "C.UTF-8");
  }
}

/* Whether lines come through libedit; it is started when first asked. */
static bool edits(void) {
  if (!can_edit()) return false;
  if (editing) return true;
  set_locale();
  rl_readline_name = "tesela";
  rl_inhibit_completion = 1; /* a tab is a tab, not a file name */
  editing = rl_initialize() == 0;
  if (!editing) return false;
  using_history();
  stifle_history(HISTORY_ENTRIES);
  return true;
}

/* ---- lines ------------------------------------------------------------ */

static bool read_edited(const char *prompt) {
  rl_resize_terminal();
  free(buffer);
  buffer = readline(prompt);
  buffer_size = buffer == NULL ? 0 : strlen(buffer) + 1;
  return buffer != NULL;
}

static bool read_plain(const char *prompt, struct repl_line *line) {
  if (repl_terminal()) fputs(prompt, stdout);
  fflush(stdout);
  clearerr(stdin);
  ssize_t length = getline(&buffer, &buffer_size, stdin);
  if (length < 0) return false;
  if (length > 0 && buffer[length - 1] == '\n') buffer[--length] = '\0';
  line->length = (size_t)length;
  return true;
}

static bool read_any(const char *prompt, struct repl_line *line) {
  fflush(stdout);
  if (!edits()) return read_plain(prompt, line);
  if (!read_edited(prompt)) return false;
  line->length = strlen(buffer);
  return true;
}

enum repl_input repl_read(const char *prompt, struct repl_line *line) {
  repl_input_begin();
  bool found = read_any(prompt, line);
  bool broken = repl_input_end();
  line->text = buffer;
  if (broken && repl_terminal()) fputc('\n', stdout);
  if (broken) return REPL_BREAK;
  return found ? REPL_LINE : REPL_END;
}

/* ---- history ---------------------------------------------------------- */

static bool find_history(char *path, size_t size) {
  const char *state = getenv("XDG_STATE_HOME");
  const char *home = getenv("HOME");
  int length = -1;
  if (state != NULL && *state == '/') {
    length = snprintf(path, size, "%s/tesela/history", state);
  } else if (home != NULL && *home == '/') {
    length = snprintf(path, size, "%s/.local/state/tesela/history", home);
  }
  return length > 0 && (size_t)length < size;
}

/* Makes the directories above a file, as private as a history is. Failures
 * show when the file is written, and then nobody minds. */
static void make_directories(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(path, 0700);
    *slash = '/';
  }
}

/* From here on the history is kept in its file; without a terminal, or where
 * the file cannot be, it is not. */
void repl_history_open(void) {
  if (!edits()) return;
  if (find_history(history_file, sizeof history_file)) {
    make_directories(history_file);
    read_history(history_file);
  } else {
    history_file[0] = '\0';
  }
}

static void remember(const char *text) {
  if (*text != '\0' && edits()) add_history(text);
}

void repl_history_add(const char *text) {
  remember(text);
  if (history_file[0] != '\0') write_history(history_file);
}

void repl_line_close(void) {
  if (editing) clear_history();
  free(buffer);
  buffer = NULL;
  buffer_size = 0;
}

/* ---- tesela.line ------------------------------------------------------ */

static int line_read(lua_State *L) {
  struct repl_line line;
  switch (repl_read(luaL_optstring(L, 1, ""), &line)) {
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

static int line_terminal(lua_State *L) {
  lua_pushboolean(L, repl_terminal());
  return 1;
}

static int line_add_history(lua_State *L) {
  remember(luaL_checkstring(L, 1));
  return 0;
}

int repl_open_line(lua_State *L) {
  static const luaL_Reg functions[] = {{"read", line_read},
                                       {"terminal", line_terminal},
                                       {"add_history", line_add_history},
                                       {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
