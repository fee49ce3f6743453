/* call.h: calls into Lua, SIGINT, and the exit status (call.c). */
#ifndef TESELA_REPL_CALL_H
#define TESELA_REPL_CALL_H

#include <stdbool.h>

#include "lua.h"

/* INTERRUPTED is the status that a shell reports for a program ended by
 * SIGINT. */
enum { REPL_DONE = 0, REPL_FAILED = 1, REPL_USAGE = 2, REPL_INTERRUPTED = 130 };

int repl_call(lua_State *L, int arguments, int results);
int repl_guard(lua_State *L, int arguments);
bool repl_interrupted(void);
void repl_think(lua_State *L, int arguments);
int repl_report(lua_State *L, int status, const char *prefix);
int repl_report_own(lua_State *L, int status, const char *prefix);
void repl_follow_interruptions(lua_State *L);
void repl_session(bool begins);

bool repl_terminal(void);
void repl_edit_begin(void);
void repl_edit_end(void);
void repl_input_begin(void);
void repl_input_pause(void);
bool repl_input_broken(void);
bool repl_input_end(void);

#endif
