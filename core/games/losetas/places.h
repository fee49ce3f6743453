/* places.h: possible places of tiles, inline for rules.c and insight.c. */
#ifndef TES_LOSETAS_PLACES_H
#define TES_LOSETAS_PLACES_H

#include "losetas.h"

/* ---- on the table ---- */

/* The cells of `wide` columns from the left, `tall` rows from below: 1..8. */
TES_INLINE uint64_t columns(int wide) {
  return FILE_A * (0xffu >> (8 - wide));
}
TES_INLINE uint64_t rows(int tall) {
  return ~UINT64_C(0) >> (64 - 8 * tall);
}

/* The set itself and all cells around it, also diagonally. */
TES_INLINE uint64_t around(uint64_t set) {
  const uint64_t row = set | (set & ~FILE_H) << 1 | (set & ~FILE_A) >> 1;
  return row << 8 | row | row >> 8;
}

/* Tiles on the table: on free cells of the region that do not touch the mover's
 * colour, at least one of them beside a tile, which can only be the
 * opponent's. */
TES_INLINE void find_on_table(uint64_t own, uint64_t other, uint64_t region,
                              bool corners, uint64_t set[KINDS]) {
  const uint64_t barred = corners ? around(own) : beside(own) | own;
  const uint64_t fit = region & ~(barred | other);
  const uint64_t joins = (own | other) != 0 ? fit & beside(other) : fit;
  const uint64_t fit2 = fit & fit >> 1 & ~FILE_H, joins2 = joins | joins >> 1;
  set[SQUARE] = fit2 & fit2 >> 8 & (joins2 | joins2 >> 8);
  set[LYING] = fit2 & joins2;
  set[STANDING] = fit & fit >> 8 & (joins | joins >> 8);
  set[SINGLE] = joins;
}

/* ---- on tiles ---- */

/* Cells with the same height as the one a `step` further. */
TES_INLINE uint64_t level(const losetas *m, int step) {
  return ~((m->plane[0] ^ m->plane[0] >> step) |
           (m->plane[1] ^ m->plane[1] >> step) |
           (m->plane[2] ^ m->plane[2] >> step));
}

/* The cells whose tile has another visible cell. */
TES_INLINE uint64_t linked_cells(const losetas *m) {
  const uint64_t east = m->east, north = m->north;
  return east | east << 1 | north | north << 8 | m->rising | m->rising << 9 |
         m->falling << 1 | m->falling << 8;
}

/* Tiles on tiles: on one level, over at least one cell of the opponent's
 * colour. A tile stays visible: they cover neither its only visible cell nor
 * two cells joined by its only link. */
TES_INLINE void find_on_tiles(const losetas *m, uint64_t own, uint64_t other,
                              uint64_t set[KINDS]) {
  const uint64_t east = m->east, north = m->north;
  const uint64_t three = (east | east >> 8) & (north | north >> 1);
  const uint64_t east_only = east & ~(three | three << 8);
  const uint64_t north_only = north & ~(three | three << 1);
  const uint64_t taken = own | other, lone = taken & ~linked_cells(m);
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

/* All bits if a player has such a tile left, else none. */
TES_INLINE uint64_t has(const losetas *m, int side, int kind) {
  return -(uint64_t)(m->left[side][kind_stock(kind)] > 0);
}

#endif
