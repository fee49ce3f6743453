/* lbuild.h: the compiler, and the instructions in use. */
#ifndef LBUILD_H
#define LBUILD_H

#include <stdio.h>

/* Lines for `tesela --version`: the compiler, and the instructions that games
 * use. */
void lbuild_tell(FILE *out);

#endif
