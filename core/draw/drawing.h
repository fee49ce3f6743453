/* drawing.h: functions shared by the renderings. */
#ifndef TES_DRAWING_H
#define TES_DRAWING_H

#include "../tesela_draw.h"

/* Writes a column's name, right-aligned. */
void drawing_put_column(const tes_drawing *drawing, int column, int width,
                        tes_text *text);
/* Do the letters of any disc or ring say more than its colour? Then letters
 * that are the initial of a colour are needed, too. */
bool drawing_has_letters(const tes_drawing *drawing);
/* Are its letters a sign, or the initial of its colour? Then pictures need no
 * letters. */
bool drawing_is_sign(const tes_element *element);
bool drawing_is_initial(const tes_element *element);

#endif
