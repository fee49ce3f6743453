/* cells.c: helpers for games in C that describe their cells, see tes_cells. */
#include "../tesela_game.h"

/* Steps by direction: right, left, up, down, and the diagonals in opposite
 * pairs. */
static const int step_x[TES_WAYS_MAX] = {1, -1, 0, 0, -1, 1, 1, -1};
static const int step_y[TES_WAYS_MAX] = {0, 0, 1, -1, 1, -1, 1, -1};

void tes_cells_board(tes_cells *cells, int columns, int rows, int values) {
  const int first = cells->count;
  cells->ways = TES_WAYS_MAX;
  for (int i = 0; i < columns * rows; i++) {
    const int x = i % columns, y = i / columns;
    cells->values[first + i] = (uint8_t)values;
    cells->board[first + i] = (int16_t)(first + i);
    for (int w = 0; w < TES_WAYS_MAX; w++) {
      const int nx = x + step_x[w], ny = y + step_y[w];
      const bool inside = nx >= 0 && nx < columns && ny >= 0 && ny < rows;
      cells->next[w][first + i] =
          (int16_t)(inside ? first + ny * columns + nx : -1);
    }
  }
  cells->count += columns * rows;
}

void tes_cells_alone(tes_cells *cells, int count, int values) {
  for (int i = cells->count; i < cells->count + count; i++) {
    cells->values[i] = (uint8_t)values;
    cells->board[i] = (int16_t)i;
    for (int w = 0; w < TES_WAYS_MAX; w++) cells->next[w][i] = TES_ALONE;
  }
  cells->count += count;
}
