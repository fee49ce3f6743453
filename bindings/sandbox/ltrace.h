/* ltrace.h: where the functions of a bot were when something happened. Over
 * lbox.
 *
 * Lines "mine.lua:12: in function 'score'", innermost first, as many as there
 * is room for; of functions in Lua alone, and not of those that stand around
 * the bot. Nothing is allocated, nothing is called and no stack is used: so it
 * may be done in a hook, where the stack is full and where memory has ended.
 * Names are the bot's, as they are: whoever shows them to a person cleans
 * them. */
#ifndef LTRACE_H
#define LTRACE_H

#include "lbox.h"

void ltrace_clear(lbox_trace *trace);
/* Adds the functions of a thread of a box. */
void ltrace_add(lbox *box, lua_State *L);
/* tesela.box.trace(level, outside): the same for the Lua state that it is
 * called in, from a level on (1: who calls it) and up to the function
 * `outside`, which does not belong to it; or nil. */
int ltrace_trace(lua_State *L);
/* Pushes the lines, without a newline at the end; nil if there are none. */
void ltrace_push(lua_State *L, const lbox_trace *trace);

#endif
