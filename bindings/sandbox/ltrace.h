/* ltrace.h: the functions of a bot that were running when something happened.
 * Over lbox.
 *
 * They are lines "mine.lua:12: in function 'score'", innermost first, as many
 * as there is room for; only Lua functions, without those of the interior.
 * Making them allocates nothing, calls nothing and needs no stack, so it works
 * in a hook, with a full stack, and after memory has run out. Names are the
 * bot's own; code that shows them to people must clean them. */
#ifndef LTRACE_H
#define LTRACE_H

#include "lbox.h"

void ltrace_clear(lbox_trace *trace);
/* Adds the functions of a thread of a sandbox. */
void ltrace_add(lbox *box, lua_State *L);
/* tesela.box.trace(level, outside): the same for the calling Lua state, from
 * that level (1: the caller) up to, but not including, the function `outside`;
 * nil if there are no lines. */
int ltrace_trace(lua_State *L);
/* Pushes the lines, without a newline at the end; nil if there are none. */
void ltrace_push(lua_State *L, const lbox_trace *trace);

#endif
