/* llook.h: the cells of games in Lua that learnt estimates see. Over lgame. */
#ifndef LLOOK_H
#define LLOOK_H

#include "luagames/lgame.h"

/* Sets `cells` and `look` in the vtable. */
void llook_fill(lgame *g);

#endif
