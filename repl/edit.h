/* edit.h: lines on a terminal, and their history (edit.c). */
#ifndef TESELA_REPL_EDIT_H
#define TESELA_REPL_EDIT_H

#include <stdbool.h>

#include "lua.h"

struct repl_prompt {
  const char *text;
  const char *before; /* earlier lines of the same statement, or NULL */
};

bool repl_edits(void);
const char *repl_edit(lua_State *L, struct repl_prompt prompt);
void repl_edit_idle(lua_State *L);
void repl_edit_broken(void);
void repl_history_open(void);
void repl_history_add(const char *text);
void repl_edit_close(void);

#endif
