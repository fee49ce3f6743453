/* ldraw.h: a state as text with colours and as a picture. Over lmoves. */
#ifndef LDRAW_H
#define LDRAW_H

#include <lua.h>

int ldraw_text(lua_State *L); /* state:draw{...} */
int ldraw_svg(lua_State *L);  /* state:svg{...} */

#endif
