/* ldraw.h: a state as text with colours, as a picture, and as the list of
 * elements that both are made of. Over lmoves. */
#ifndef LDRAW_H
#define LDRAW_H

#include <lua.h>

/* Also registers the private module "tesela.drawing":
 *   of(state)  what it looks like now, to be kept, and its frame
 *   changes(before, after, frame)  of two such drawings of one game the places,
 *     in the order of paint and from the last one, of what goes; and what is
 *     new, as state:elements has it, but with `squares` only beside the board,
 *     and with `order`, its place there, `look`, SVG around 0 0, and `left` and
 *     `top`, where in the picture that is */
void ldraw_register(lua_State *L);
int ldraw_text(lua_State *L);     /* state:draw{...} */
int ldraw_svg(lua_State *L);      /* state:svg{...} */
int ldraw_elements(lua_State *L); /* state:elements{...} */

#endif
