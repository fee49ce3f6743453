/* ldraw.h: a state as coloured text, as a picture, and as the list of elements
 * that both consist of. Over lmoves. */
#ifndef LDRAW_H
#define LDRAW_H

#include <lua.h>

/* Also registers the private module "tesela.drawing":
 *   of(state)  a drawing of it as it is now, and its frame
 *   changes(before, after, frame)  between two such drawings of one game: the
 *     places of elements that go, in painting order and from the last one; and
 *     new elements, like those of state:elements, but with `squares` only
 * beside the board, and with `order`, the place in that order, `look`, SVG
 * around 0 0, and `left` and `top`, its place in the picture */
void ldraw_register(lua_State *L);
int ldraw_text(lua_State *L);     /* state:draw{...} */
int ldraw_svg(lua_State *L);      /* state:svg{...} */
int ldraw_elements(lua_State *L); /* state:elements{...} */

#endif
