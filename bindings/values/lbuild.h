/* lbuild.h: the compiler, and the CPU instructions in use. */
#ifndef LBUILD_H
#define LBUILD_H

#include <stdio.h>

/* Prints lines for `tesela --version`: the compiler, and the CPU instructions
 * that games use. */
void lbuild_tell(FILE *out);

#endif
