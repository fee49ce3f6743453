/* lmovetext.h: moves of layers as people write them, and why one is refused.
 * Over llayer. */
#ifndef LMOVETEXT_H
#define LMOVETEXT_H

#include "luagames/lgame.h"

/* Fills `parse` and `why`, where `moves` and `print` are filled. */
void lmovetext_fill(lgame *g);

#endif
