/* lfield.h: the fields of states (s.seat, s.over, s.scores ...), computed when
 * they are asked for. Over lstate and the cells of luagames. */
#ifndef LFIELD_H
#define LFIELD_H

#include <lua.h>

/* Takes the table of methods at the top, and gives the metatable below it the
 * __index: methods, fields, and what the rules add. */
void lfield_set_index(lua_State *L);

#endif
