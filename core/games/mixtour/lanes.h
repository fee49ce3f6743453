/* lanes.h: steps along lines, inline for rules.c and insight.c. */
#ifndef TES_MIXTOUR_LANES_H
#define TES_MIXTOUR_LANES_H

#include "mixtour.h"

enum { LANES = 4, REACH = 4 };
static const int shifts[LANES] = {1, 5, 6, 7};

/* One step along a lane in both copies, without e5 of the lower copy, which
 * would step onto e5 of the upper one. */
TES_INLINE uint64_t step_along(uint64_t set, int lane) {
  const uint64_t stays = lane == 3 ? set & ~(UINT64_C(1) << 28) : set;
  return stays << shifts[lane];
}

/* The bit of the target of source bit `bit`: the nearest occupied one among the
 * four below it, in steps of the lane. (There always is one, so a step off the
 * board is never the nearest.) */
TES_INLINE int target(uint64_t occupied, int lane, int bit) {
  static const uint64_t rays[LANES] = {
      UINT64_C(0xf) << 60,
      UINT64_C(0x8421) << 48,
      UINT64_C(0x8208200000000000),
      UINT64_C(0x8102040000000000),
  };
  const int next = bit - shifts[lane];
  return next - (63 - tes_highest(occupied << (63 - next) & rays[lane]));
}

TES_INLINE int bit_cell(int bit) {
  return bit < 32 ? bit : 63 - bit;
}

#endif
