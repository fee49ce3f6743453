/* drawing.h: what the renderings share. */
#ifndef TES_DRAWING_H
#define TES_DRAWING_H

#include "../tesela_draw.h"

/* Writes a column's name, right-aligned. */
void drawing_put_column(const tes_drawing *drawing, int column, int width,
                        tes_text *text);

#endif
