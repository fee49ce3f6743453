/* ldraw.h: a state as text with colours, as a picture, and as the list of
 * elements that both are made of. Over lmoves. */
#ifndef LDRAW_H
#define LDRAW_H

#include <lua.h>

void ldraw_register(lua_State *L);
int ldraw_text(lua_State *L);     /* state:draw{...} */
int ldraw_svg(lua_State *L);      /* state:svg{...} */
int ldraw_elements(lua_State *L); /* state:elements{...} */

#endif
