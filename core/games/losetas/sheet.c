/* sheet.c: individual tiles, by the cells of the sheet.
 *
 * The board does not record them, so they are laid again in the order of
 * play. */
#include <string.h>

#include "losetas.h"

int losetas_sheet(const tes_rules *rules) {
  const int size = rules->value[SIZE][0];
  return is_floating(rules) ? 2 * size - 1 : size;
}

int losetas_cell(const losetas *m, int x, int y) {
  const int column = x - m->x, row = y - m->y;
  const bool inside = column >= 0 && column < SIDE && row >= 0 && row < SIDE;
  return inside ? 8 * row + column : -1;
}

int losetas_cells(tes_move move, coordinates cells[4]) {
  int count = 0;
  for (int y = 0; y < kind_height(move_kind(move)); y++) {
    for (int x = 0; x < kind_width(move_kind(move)); x++) {
      cells[count++] = (coordinates){move_x(move) + x, move_y(move) + y};
    }
  }
  return count;
}

int losetas_height(const losetas *m, coordinates s) {
  const int cell = losetas_cell(m, s.x, s.y);
  return cell < 0 ? 0 : height_of(m, cell);
}

layout losetas_lay(const losetas *m) {
  layout lay;
  uint8_t high[TILES_MAX] = {0};
  memset(lay.top, -1, sizeof lay.top);
  for (int i = 0; i < m->count; i++) {
    coordinates cells[4];
    const int count = losetas_cells(m->tile[i], cells);
    for (int k = 0; k < count; k++) {
      const int cell = losetas_cell(m, cells[k].x, cells[k].y);
      TES_ASSERT(cell >= 0);
      lay.top[cell] = (int8_t)i;
      lay.level[i] = ++high[cell];
    }
  }
  return lay;
}

int losetas_vanishing(const losetas *m, tes_move move) {
  const layout lay = losetas_lay(m);
  int shown[TILES_MAX] = {0};
  coordinates cells[4];
  const int count = losetas_cells(move, cells);
  for (int cell = 0; cell < TILES_MAX; cell++) {
    if (lay.top[cell] >= 0) shown[lay.top[cell]]++;
  }
  for (int i = 0; i < count; i++) {
    const int cell = losetas_cell(m, cells[i].x, cells[i].y);
    const int tile = cell < 0 ? -1 : lay.top[cell];
    if (tile >= 0 && --shown[tile] == 0) return tile;
  }
  return -1;
}
