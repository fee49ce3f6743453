/* repl.h: what the files of the program share.
 *
 *   main.c   options, scripts, commands
 *   loop.c   the interactive loop
 *   line.c   one line of input, the module tesela.line
 *   edit.c   lines on a terminal: keys, completion, pastes, the history
 *   call.c   every call into Lua: traceback, message, SIGINT
 *
 * The program knows Lua and the module `tesela`; nothing of the core's header
 * is visible here.
 */
#ifndef TESELA_REPL_H
#define TESELA_REPL_H

#include <stdbool.h>
#include <stddef.h>

#include "lua.h"

/* What the program exits with; INTERRUPTED is what a shell reports for a
 * program that SIGINT ended. */
enum { REPL_DONE = 0, REPL_FAILED = 1, REPL_USAGE = 2, REPL_INTERRUPTED = 130 };

enum repl_input { REPL_LINE, REPL_END, REPL_BREAK };

struct repl_line {
  const char *text; /* without its last newline; valid until the next line */
  size_t length;
};

/* ---- call.c ----------------------------------------------------------- */

int repl_call(lua_State *L, int arguments, int results);
int repl_guard(lua_State *L, int arguments);
int repl_report(lua_State *L, int status, const char *prefix);
void repl_follow_interruptions(lua_State *L);
void repl_session(bool begins);
void repl_input_begin(void);
void repl_input_pause(void);
bool repl_input_broken(void);
bool repl_input_end(void);

/* ---- edit.c ----------------------------------------------------------- */

struct repl_prompt {
  const char *text;
  const char *before; /* lines of the same statement, or NULL */
};

bool repl_edits(void);
const char *repl_edit(lua_State *L, struct repl_prompt prompt);
void repl_edit_broken(void);
void repl_history_open(void);
void repl_history_remember(const char *text);
void repl_history_add(const char *text);
void repl_edit_close(void);

/* ---- line.c ----------------------------------------------------------- */

bool repl_terminal(void);
enum repl_input repl_read(lua_State *L, struct repl_prompt prompt,
                          struct repl_line *line);
void repl_line_close(void);
int repl_open_line(lua_State *L);

/* ---- loop.c ----------------------------------------------------------- */

void repl_loop(lua_State *L, const char *banner);

#endif
