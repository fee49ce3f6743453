/* lbuild.h: what this was built with and plays with. */
#ifndef LBUILD_H
#define LBUILD_H

#include <stdio.h>

/* Lines for `tesela --version`: the compiler, and the instructions that games
 * are played with. */
void lbuild_tell(FILE *out);

#endif
