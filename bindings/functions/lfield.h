/* lfield.h: the fields of states (s.seat, s.over, s.scores ...), computed on
 * demand. Over lstate and the cells of luagames. */
#ifndef LFIELD_H
#define LFIELD_H

#include <lua.h>

/* Pops the table of methods, and sets __index in the metatable below it:
 * methods, fields, and the additions of the rules. */
void lfield_set_index(lua_State *L);

#endif
