/* plain_kit.h: Blokus with any pieces on any board, slow and obvious.
 *
 * What the real implementation is held against where plain_blokus.h, which
 * knows the 21 pieces and the two boards, cannot follow. It knows the C
 * standard library only: the board is an array of letters, and the legal moves
 * are found by laying every piece in every way on every cell. */
#ifndef TESELA_PLAIN_KIT_H
#define TESELA_PLAIN_KIT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K_SIDE = 20, K_PIECES = 64, K_CELLS = 8, K_TEXT = 40, K_MOVES = 210000 };

typedef struct k_shape {
  int size, x[K_CELLS], y[K_CELLS];
} k_shape;

typedef struct k_kit {
  int width, height, colours, pieces, starts, holes;
  bool fixed, hole[K_SIDE][K_SIDE]; /* [y][x] */
  k_shape piece[K_PIECES];
  int start_x[400], start_y[400];
} k_kit;

typedef struct k_game {
  const k_kit *kit;
  char cell[K_SIDE][K_SIDE]; /* [y][x]: '0' + colour, or 0 */
  bool placed[4][K_PIECES];
  int count[4]; /* of pieces that were placed */
  int colour;
} k_game;

typedef char k_text[K_TEXT];

/* ---- shapes ---- */

/* By row, then column; the lowest row and the leftmost column are 0. */
static inline k_shape k_normal(k_shape s) {
  int left = s.x[0], low = s.y[0];
  for (int i = 0; i < s.size; i++) {
    if (s.x[i] < left) left = s.x[i];
    if (s.y[i] < low) low = s.y[i];
  }
  for (int i = 0; i < s.size; i++) s.x[i] -= left, s.y[i] -= low;
  for (int i = 0; i < s.size; i++) {
    for (int j = i + 1; j < s.size; j++) {
      if (s.y[i] * 100 + s.x[i] < s.y[j] * 100 + s.x[j]) continue;
      const int x = s.x[i], y = s.y[i];
      s.x[i] = s.x[j], s.y[i] = s.y[j];
      s.x[j] = x, s.y[j] = y;
    }
  }
  return s;
}

/* Way `which` of eight. */
static inline k_shape k_turned(k_shape s, int which) {
  for (int turns = 0; turns < which % 4; turns++) {
    for (int i = 0; i < s.size; i++) {
      const int x = s.x[i];
      s.x[i] = -s.y[i];
      s.y[i] = x;
    }
  }
  for (int i = 0; which >= 4 && i < s.size; i++) s.x[i] = -s.x[i];
  return k_normal(s);
}

static inline bool k_equal(const k_shape *a, const k_shape *b) {
  if (a->size != b->size) return false;
  for (int i = 0; i < a->size; i++) {
    if (a->x[i] != b->x[i] || a->y[i] != b->y[i]) return false;
  }
  return true;
}

static inline bool k_same_piece(const k_shape *a, const k_shape *b) {
  const k_shape first = k_turned(*a, 0);
  for (int which = 0; which < 8; which++) {
    const k_shape other = k_turned(*b, which);
    if (k_equal(&first, &other)) return true;
  }
  return false;
}

static inline bool k_has(const k_shape *s, int x, int y) {
  for (int i = 0; i < s->size; i++) {
    if (s->x[i] == x && s->y[i] == y) return true;
  }
  return false;
}

/* ---- what is legal ---- */

static inline char k_at(const k_game *g, int x, int y) {
  const bool on = x >= 0 && y >= 0 && x < g->kit->width && y < g->kit->height;
  return on && !g->kit->hole[y][x] ? g->cell[y][x] : ' ';
}

static inline bool k_may_start(const k_game *g, int colour, int x, int y) {
  for (int i = 0; i < g->kit->starts; i++) {
    if (g->kit->start_x[i] != x || g->kit->start_y[i] != y) continue;
    return !g->kit->fixed || i == colour;
  }
  return false;
}

static inline bool k_fits(const k_game *g, int colour, const k_shape *s,
                          int right, int up) {
  const char own = (char)('0' + colour);
  bool touches = false;
  for (int i = 0; i < s->size; i++) {
    const int x = s->x[i] + right, y = s->y[i] + up;
    if (k_at(g, x, y) != 0) return false;
    for (int dx = -1; dx <= 1; dx++) {
      for (int dy = -1; dy <= 1; dy++) {
        if (k_at(g, x + dx, y + dy) != own) continue;
        if (dx == 0 || dy == 0) return false;
        touches = true;
      }
    }
    if (g->count[colour] == 0) touches |= k_may_start(g, colour, x, y);
  }
  return touches;
}

static inline void k_write(k_text out, const k_shape *s, int right, int up) {
  int used = 0;
  for (int i = 0; i < s->size; i++) {
    used += snprintf(out + used, K_TEXT - (size_t)used, "%s%c%d",
                     i > 0 ? "," : "", 'a' + s->x[i] + right, s->y[i] + up + 1);
  }
}

static inline int k_lay(const k_game *g, int colour, const k_shape *s,
                        k_text *out, int count) {
  for (int up = 0; up < g->kit->height; up++) {
    for (int right = 0; right < g->kit->width; right++) {
      if (k_fits(g, colour, s, right, up)) k_write(out[count++], s, right, up);
    }
  }
  return count;
}

/* All placements of a colour: how many. */
static inline int k_placements(const k_game *g, int colour, k_text *out) {
  int count = 0;
  for (int p = 0; p < g->kit->pieces; p++) {
    k_shape seen[8];
    int ways = 0;
    if (g->placed[colour][p]) continue;
    for (int which = 0; which < 8; which++) {
      const k_shape s = k_turned(g->kit->piece[p], which);
      bool known = false;
      for (int i = 0; i < ways; i++) known |= k_equal(&s, &seen[i]);
      if (known) continue;
      seen[ways++] = s;
      count = k_lay(g, colour, &s, out, count);
    }
  }
  return count;
}

/* ---- playing ---- */

/* A placement in the text of k_write, which is legal. */
static inline void k_place(k_game *g, const char *text) {
  k_shape s = {0};
  int used;
  char column;
  while (sscanf(text, "%c%d%n", &column, &s.y[s.size], &used) == 2) {
    s.x[s.size] = column - 'a';
    s.y[s.size]--;
    g->cell[s.y[s.size]][s.x[s.size]] = (char)('0' + g->colour);
    s.size++;
    text += used;
    if (*text++ != ',') break;
  }
  for (int p = 0; p < g->kit->pieces; p++) {
    if (k_same_piece(&s, &g->kit->piece[p])) g->placed[g->colour][p] = true;
  }
  g->count[g->colour]++;
}

static inline int k_cells_left(const k_game *g, int colour) {
  int cells = 0;
  for (int p = 0; p < g->kit->pieces; p++) {
    if (!g->placed[colour][p]) cells += g->kit->piece[p].size;
  }
  return cells;
}

#endif
