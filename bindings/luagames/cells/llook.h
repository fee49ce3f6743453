/* llook.h: the cells of games in Lua as an estimate that is learnt sees them.
 * Over lgame. */
#ifndef LLOOK_H
#define LLOOK_H

#include "luagames/lgame.h"

/* Puts `cells` and `look` in the vtable. */
void llook_fill(lgame *g);

#endif
