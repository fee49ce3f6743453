/* lmovetext.h: reads the moves of layers, and gives reasons for refusing one.
 * Over llayer. */
#ifndef LMOVETEXT_H
#define LMOVETEXT_H

#include "luagames/lgame.h"

/* Sets `parse` and `why`, after `moves` and `print` have been set. */
void lmovetext_fill(lgame *g);

#endif
