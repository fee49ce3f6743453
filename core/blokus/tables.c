/* tables.c: the pieces, their forms, and the candidates at a corner.
 *
 * Everything follows from the drawings of the 21 pieces. */
#include <string.h>

#include "blokus.h"
#include "window.h"

/* The names are the usual ones. The bits are those that a window has to
 * spare (window.h). */
const piece blokus_pieces[PIECES] = {
    {"1", "#", 1, UINT64_C(1) << 8},
    {"2", "##", 2, UINT64_C(1) << 10},
    {"I3", "###", 3, UINT64_C(1) << 11},
    {"V3", "#./##", 3, UINT64_C(1) << 17},
    {"I4", "####", 4, UINT64_C(1) << 18},
    {"L4", "#../###", 4, UINT64_C(1) << 19},
    {"O", "##/##", 4, UINT64_C(1) << 32},
    {"T4", ".#./###", 4, UINT64_C(1) << 33},
    {"Z4", "##./.##", 4, UINT64_C(1) << 37},
    {"F", ".##/##./.#.", 5, UINT64_C(1) << 38},
    {"I5", "#####", 5, UINT64_C(1) << 39},
    {"L5", "#.../####", 5, UINT64_C(1) << 40},
    {"N", "##../.###", 5, UINT64_C(1) << 41},
    {"P", "##/##/#.", 5, UINT64_C(1) << 54},
    {"T5", "###/.#./.#.", 5, UINT64_C(1) << 55},
    {"U", "#.#/###", 5, UINT64_C(1) << 57},
    {"V5", "#../#../###", 5, UINT64_C(1) << 58},
    {"W", "#../##./.##", 5, UINT64_C(1) << 59},
    {"X", ".#./###/.#.", 5, UINT64_C(1) << 60},
    {"Y", ".#../####", 5, UINT64_C(1) << 61},
    {"Z5", "##./.#./.##", 5, UINT64_C(1) << 62},
};

/* ---- forms ---- */

typedef struct square {
  int x, y;
} square;

static int read_drawing(const char *drawing, square *squares) {
  int count = 0, x = 0, y = 0;
  for (; *drawing != '\0'; drawing++, x++) {
    if (*drawing == '#') squares[count++] = (square){x, y};
    if (*drawing == '/') x = -1, y--;
  }
  return count;
}

/* A quarter turn, and a reflection before the fifth. */
static void turn(square *squares, int count, int step) {
  for (int i = 0; i < count; i++) {
    const square s = squares[i];
    squares[i] = step == 4 ? (square){-s.x, s.y} : (square){s.y, -s.x};
  }
}

/* By row and then column, relative to the first one. */
static void normalize(square *squares, int count) {
  for (int i = 1; i < count; i++) {
    for (int j = i; j > 0; j--) {
      const square a = squares[j - 1], b = squares[j];
      if (a.y < b.y || (a.y == b.y && a.x < b.x)) break;
      squares[j - 1] = b;
      squares[j] = a;
    }
  }
  const square first = squares[0];
  for (int i = 0; i < count; i++) {
    squares[i].x -= first.x;
    squares[i].y -= first.y;
  }
}

/* Bits of a form's sets count from the cell before and below its first. */
static void set_around(form *f, uint64_t *set, int dx, int dy) {
  for (int i = 0; i < f->size; i++) {
    set_bit(set, ORIGIN + PITCH * (f->dy[i] + dy) + f->dx[i] + dx);
  }
}

static void set_sets(form *f) {
  set_around(f, f->cover, 0, 0);
  memcpy(f->near, f->cover, sizeof f->near);
  for (int d = -1; d <= 1; d += 2) {
    set_around(f, f->near, d, 0);
    set_around(f, f->near, 0, d);
    set_around(f, f->corner, d, 1);
    set_around(f, f->corner, d, -1);
  }
  for (int i = 0; i < 3; i++) f->corner[i] &= ~f->near[i];
}

static form make_form(int number, const square *squares, int count) {
  form f = {.piece = (uint8_t)number, .size = (uint8_t)count};
  int right = 0, left = 0, top = 0;
  for (int i = 0; i < count; i++) {
    f.dx[i] = (int8_t)squares[i].x;
    f.dy[i] = (int8_t)squares[i].y;
    if (squares[i].x < left) left = squares[i].x;
    if (squares[i].x > right) right = squares[i].x;
    if (squares[i].y > top) top = squares[i].y;
  }
  f.left = (uint8_t)-left;
  f.width = (uint8_t)(right - left + 1);
  f.height = (uint8_t)(top + 1);
  set_sets(&f);
  return f;
}

static bool same_form(const form *a, const form *b) {
  return a->size == b->size && memcmp(a->dx, b->dx, a->size) == 0 &&
         memcmp(a->dy, b->dy, a->size) == 0;
}

/* The different ones among the eight ways to lay a piece. */
static int add_forms(tables *t, int number, int count) {
  const int first = count;
  square squares[SQUARES_MAX];
  const int size = read_drawing(blokus_pieces[number].drawing, squares);
  for (int step = 0; step < 8; step++) {
    if (step > 0) turn(squares, size, step);
    square copy[SQUARES_MAX];
    memcpy(copy, squares, sizeof copy);
    normalize(copy, size);
    form f = make_form(number, copy, size);
    bool known = false;
    for (int i = first; i < count; i++) known |= same_form(&f, &t->form[i]);
    if (known) continue;
    f.turn = (uint8_t)(count - first + 1);
    t->form[count++] = f;
  }
  return count;
}

/* ---- candidates ---- */

static uint64_t candidate_mask(const form *f, int on) {
  uint64_t mask = blokus_pieces[f->piece].bit;
  for (int i = 0; i < f->size; i++) {
    mask |= window_bit(f->dx[i] - f->dx[on], f->dy[i] - f->dy[on]);
  }
  return mask;
}

static uint32_t add_candidate(tables *t, uint32_t count, int number, int on,
                              uint64_t neighbours) {
  const form *f = &t->form[number];
  const uint64_t mask = candidate_mask(f, on);
  if (mask & neighbours) return count;
  const int offset = PITCH * f->dy[on] + f->dx[on];
  t->mask[count] = mask;
  t->back[count] = (uint16_t)((offset << 7) + 127 - number);
  return count + 1;
}

static void add_candidates(tables *t) {
  uint32_t count = 0;
  for (int state = 0; state < 256; state++) {
    const uint64_t neighbours = window_of_neighbours((unsigned)state);
    t->first[state] = count;
    for (int number = 0; number < FORMS; number++) {
      for (int on = 0; on < t->form[number].size; on++) {
        count = add_candidate(t, count, number, on, neighbours);
      }
    }
    for (; count % RUN != 0; count++) t->mask[count] = WINDOW_ALWAYS;
  }
  t->first[256] = count;
}

/* ---- the board ---- */

static void set_board(tables *t) {
  memset(t->off, 0xff, sizeof t->off);
  for (int y = 0; y < t->side; y++) {
    for (int x = 0; x < t->side; x++) {
      const int bit = bit_of(x, y);
      t->off[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
    }
  }
}

void blokus_build(tables *t) {
  int count = 0;
  for (int number = 0; number < PIECES; number++) {
    count = add_forms(t, number, count);
  }
  add_candidates(t);
  set_board(t);
  t->list = blokus_fastest();
}

tes_move blokus_fit(const tables *t, int number, int x, int y) {
  const form *f = &t->form[number];
  if (x < f->left || x - f->left + f->width > t->side) return 0;
  if (y < 0 || y + f->height > t->side) return 0;
  return (tes_move)bit_of(x, y) << 7 | number;
}

int blokus_form_of(const tables *t, const int *bits, int count) {
  for (int number = 0; number < FORMS; number++) {
    const form *f = &t->form[number];
    bool same = f->size == count;
    for (int i = 0; i < count && same; i++) {
      same = bits[i] - bits[0] == PITCH * f->dy[i] + f->dx[i];
    }
    if (same) return number;
  }
  return -1;
}
