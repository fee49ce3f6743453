/* letter.c: see letter.h. */
#include "letter.h"

size_t letter_size(const char *s) {
  const unsigned char *u = (const unsigned char *)s;
  unsigned char low = 0x80, high = 0xBF; /* of the second byte */
  size_t size = u[0] < 0x80 ? 1 : u[0] < 0xE0 ? 2 : u[0] < 0xF0 ? 3 : 4;
  if (size == 1) return 1;
  if (u[0] < 0xC2 || u[0] > 0xF4) return 0;
  if (u[0] == 0xE0) low = 0xA0;
  if (u[0] == 0xED) high = 0x9F;
  if (u[0] == 0xF0) low = 0x90;
  if (u[0] == 0xF4) high = 0x8F;
  if (u[1] < low || u[1] > high) return 0;
  for (size_t i = 2; i < size; i++) {
    if ((u[i] & 0xC0) != 0x80) return 0;
  }
  return size;
}
