/* letter.h: UTF-8; not installed. */
#ifndef TES_LETTER_H
#define TES_LETTER_H

#include <stddef.h>

/* The length of the UTF-8 sequence at `s` (Unicode 15, table 3-7); 0 if it is
 * invalid, or cut off by a NUL. */
size_t letter_size(const char *s);

#endif
