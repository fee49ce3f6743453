/* input.h: one line of input from any source (input.c). */
#ifndef TESELA_REPL_INPUT_H
#define TESELA_REPL_INPUT_H

#include <stddef.h>

#include "edit.h"
#include "lua.h"

enum repl_input { REPL_LINE, REPL_END, REPL_BREAK };

struct repl_line {
  const char *text; /* without its last newline; valid until the next line */
  size_t length;
};

enum repl_input repl_read(lua_State *L, struct repl_prompt prompt,
                          struct repl_line *line);
void repl_input_close(void);
int repl_open_line(lua_State *L);

#endif
