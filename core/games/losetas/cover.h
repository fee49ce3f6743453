/* cover.h: tiles on tiles, inline for rules.c and insight.c. */
#ifndef TES_LOSETAS_COVER_H
#define TES_LOSETAS_COVER_H

#include "losetas.h"

/* Cells of one height with the one `step` further on. */
TES_INLINE uint64_t level(const losetas *m, int step) {
  return ~((m->plane[0] ^ m->plane[0] >> step) |
           (m->plane[1] ^ m->plane[1] >> step) |
           (m->plane[2] ^ m->plane[2] >> step));
}

/* Tiles on tiles: on one level, over a cell of the other colour, and over no
 * tile's last cells: a lone one, or two with the only link of a tile. */
TES_INLINE void find_on_tiles(const losetas *m, uint64_t own, uint64_t other,
                              uint64_t set[KINDS]) {
  const uint64_t east = m->east, north = m->north;
  const uint64_t linked = east | east << 1 | north | north << 8 | m->rising |
                          m->rising << 9 | m->falling << 1 | m->falling << 8;
  const uint64_t three = (east | east >> 8) & (north | north >> 1);
  const uint64_t east_only = east & ~(three | three << 8);
  const uint64_t north_only = north & ~(three | three << 1);
  const uint64_t taken = own | other, lone = taken & ~linked;
  const uint64_t last_east = lone | lone >> 1 | east_only;
  const uint64_t last_north = lone | lone >> 8 | north_only;
  const uint64_t last = last_east | last_east >> 8 | north_only |
                        north_only >> 1 | m->rising | m->falling;
  const uint64_t even = level(m, 1) & ~FILE_H, even_north = level(m, 8) & taken;
  const uint64_t other2 = other | other >> 1;
  set[SQUARE] = even_north & even & even >> 8 & (other2 | other2 >> 8) & ~last;
  set[LYING] = even & taken & other2 & ~last_east;
  set[STANDING] = even_north & (other | other >> 8) & ~last_north;
  set[SINGLE] = other & ~lone;
}

/* All bits if a player has such a tile, else none. */
TES_INLINE uint64_t has(const losetas *m, int side, int kind) {
  return -(uint64_t)(m->left[side][kind_stock(kind)] > 0);
}

#endif
