/* lvtable.h: the functions of the vtable that stand in for the root's. Over
 * llayer. */
#ifndef LVTABLE_H
#define LVTABLE_H

#include "luagames/lgame.h"

/* What stands in for the root's, by who owns which function. */
void lvtable_fill(lgame *g);

#endif
