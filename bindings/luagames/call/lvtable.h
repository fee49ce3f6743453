/* lvtable.h: the functions of the vtable that replace the root's. Over
 * llayer. */
#ifndef LVTABLE_H
#define LVTABLE_H

#include "luagames/lgame.h"

/* Replaces the root's functions, depending on which layers own hooks. */
void lvtable_fill(lgame *g);

#endif
