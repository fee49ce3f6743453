/* patch.h: the surroundings of a corner, in one word.
 *
 * A piece of up to five cells with a square on the corner stays in the diamond
 * of 41 cells that are at most four steps away. Three loads of 64 bits contain
 * its rows -4..-2, -1..1 and 2..4; when the first is shifted by 9 and the last
 * by 12, their cells fall into each other's gaps, so the patch takes three
 * masks and two shifts. Of the 23 remaining bits, 21 are the pieces, and one is
 * always set, for entries that can never be played. */
#ifndef TES_BLOKUS_PATCH_H
#define TES_BLOKUS_PATCH_H

#include "blokus.h"

#define PATCH_BELOW UINT64_C(0x00001f0000700001)  /* rows -4..-2, raw */
#define PATCH_MIDDLE UINT64_C(0x0001fc001ff0007f) /* rows -1..1 */
#define PATCH_ABOVE UINT64_C(0x0000100001c0001f)  /* rows 2..4, raw */
#define PATCH_ALWAYS (UINT64_C(1) << 7)
/* The bits without a cell, for the pieces. */
#define PATCH_SPARE UINT64_C(0x7ec003e3000e0d00)

/* Sets the bit of a cell relative to the corner. */
static inline void patch_set(uint64_t *patch, int dx, int dy) {
  static const int zero[9] = {9, 30, 51, 3, 24, 45, 14, 35, 56};
  *patch |= UINT64_C(1) << (zero[dy + 4] + dx);
}

/* The state of the eight neighbours as a number: row by row from below. */
TES_INLINE unsigned patch_neighbours(uint64_t patch) {
  return (unsigned)((patch >> 2 & 7) | (patch >> 20 & 8) | (patch >> 21 & 16) |
                    (patch >> 39 & 0xe0));
}

/* A set between words of 1 bits, so that patches may extend past its ends. */
enum { WALL = 2 };
typedef struct walled {
  uint64_t word[WALL + WORDS + 2];
} walled;

TES_INLINE uint64_t bits_at(const walled *set, int bit) {
  const unsigned at = (unsigned)(bit + 64 * WALL);
  const uint64_t *word = &set->word[at >> 6];
  return word[0] >> (at & 63) | word[1] << 1 << (63 - (at & 63));
}

TES_INLINE uint64_t patch_at(const walled *set, int corner) {
  return (bits_at(set, corner - 84) & PATCH_BELOW) << 9 |
         (bits_at(set, corner - 24) & PATCH_MIDDLE) |
         (bits_at(set, corner + 40) & PATCH_ABOVE) << 12;
}

#endif
