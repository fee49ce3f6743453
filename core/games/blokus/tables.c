/* tables.c: the forms of the pieces, and the candidates at a corner.
 *
 * Everything follows from the kit. The entries are counted before memory is
 * allocated for them: the same pass over all batches runs twice. */
#include <stdlib.h>
#include <string.h>

#include "blokus.h"
#include "patch.h"

/* ---- forms ---- */

/* Turns squares by a quarter, but reflects them before the fifth
 * orientation. */
static void turn_squares(square *squares, int count, int step) {
  for (int i = 0; i < count; i++) {
    const square s = squares[i];
    squares[i] =
        step == 4 ? (square){(int8_t)-s.x, s.y} : (square){s.y, (int8_t)-s.x};
  }
}

/* Sorts squares by row and then column, relative to the first one. */
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
    squares[i].x = (int8_t)(squares[i].x - first.x);
    squares[i].y = (int8_t)(squares[i].y - first.y);
  }
}

/* Bits of a form's sets count from the cell left of and below its first. */
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

/* The neighbours of a square that the form covers, as bits in the order of
 * patch_neighbours. */
static uint8_t covered_beside(const form *f, int on) {
  unsigned covered = 0;
  for (int i = 0; i < f->size; i++) {
    const int dx = f->dx[i] - f->dx[on], dy = f->dy[i] - f->dy[on];
    const int number = 3 * (dy + 1) + dx + 1;
    if (i == on || dx * dx > 1 || dy * dy > 1) continue;
    covered |= 1U << (number > 4 ? number - 1 : number);
  }
  return (uint8_t)covered;
}

static form make_form(const piece *p, int number, const square *squares) {
  form f = {.piece = (uint8_t)number, .size = p->size, .bit = p->bit};
  int right = 0, left = 0, top = 0;
  for (int i = 0; i < f.size; i++) {
    f.dx[i] = squares[i].x;
    f.dy[i] = squares[i].y;
    if (squares[i].x < left) left = squares[i].x;
    if (squares[i].x > right) right = squares[i].x;
    if (squares[i].y > top) top = squares[i].y;
  }
  f.left = (uint8_t)-left;
  f.width = (uint8_t)(right - left + 1);
  f.height = (uint8_t)(top + 1);
  set_sets(&f);
  for (int i = 0; i < f.size; i++) f.beside[i] = covered_beside(&f, i);
  return f;
}

static const form *find_form(const tables *t, const form *f) {
  for (int i = 0; i < t->forms; i++) {
    const form *g = &t->form[i];
    if (g->size == f->size && memcmp(g->dx, f->dx, f->size) == 0 &&
        memcmp(g->dy, f->dy, f->size) == 0) {
      return g;
    }
  }
  return NULL;
}

/* Adds the distinct orientations of a piece, at most eight. If another piece
 * already has one of them, the pieces are equal: returns that piece. */
static const piece *add_forms(tables *t, int number) {
  const int first = t->forms;
  const piece *p = &t->piece[number];
  square squares[SQUARES_MAX];
  memcpy(squares, p->square, sizeof squares);
  for (int step = 0; step < 8; step++) {
    if (step > 0) turn_squares(squares, p->size, step);
    square copy[SQUARES_MAX];
    memcpy(copy, squares, sizeof copy);
    normalize(copy, p->size);
    form f = make_form(p, number, copy);
    const form *known = find_form(t, &f);
    if (known != NULL && known->piece != number) return &t->piece[known->piece];
    if (known != NULL) continue;
    TES_ASSERT(t->forms < FORMS_MAX && t->forms < 8 * t->pieces);
    f.turn = (uint8_t)(t->forms - first + 1);
    t->form[t->forms++] = f;
  }
  return NULL;
}

/* Narrow rules use the spare bits of a patch: there are as many of them as
 * different pieces of up to five cells. */
_Static_assert(__builtin_popcountll(PATCH_SPARE) == 1 + 1 + 2 + 5 + 12,
               "a bit for each");
static void set_piece_bits(tables *t) {
  uint64_t spare = PATCH_SPARE;
  for (int i = 0; i < t->pieces; i++, spare &= spare - 1) {
    piece *p = &t->piece[i];
    p->bit = t->wide ? UINT64_C(1) << i : spare & -spare;
    t->all |= p->bit;
    if (p->size == 1) t->single = p->bit;
  }
}

static int add_pieces(tables *t, const kit *k, tes_error *error) {
  t->largest = k->largest;
  memcpy(t->piece, k->piece, sizeof t->piece);
  set_piece_bits(t);
  for (int i = 0; i < t->pieces; i++) {
    const piece *same = add_forms(t, i);
    if (same == NULL) continue;
    return tes_fail(error, TES_EARG,
                    "%s: pieces.%s: the same as %s, turned or reflected",
                    k->game, t->piece[i].name, same->name);
  }
  TES_ASSERT(t->piece[t->pieces - 1].bit != 0);
  return TES_OK;
}

/* ---- candidates ---- */

/* The progress of the pass over all batches, and its output; without `mask` it
 * only counts. */
typedef struct entries {
  uint32_t count;
  uint64_t *mask;
  uint32_t *back;
} entries;

static void write_candidate(const tables *t, const entries *e, int number,
                            int on) {
  const form *f = &t->form[number];
  const int offset = PITCH * f->dy[on] + f->dx[on];
  uint64_t *mask = &e->mask[e->count];
  *mask = t->wide ? 0 : f->bit;
  for (int i = 0; i < f->size; i++) {
    const int dx = f->dx[i] - f->dx[on], dy = f->dy[i] - f->dy[on];
    if (abs(dx) + abs(dy) <= 4) patch_set(mask, dx, dy);
  }
  e->back[e->count] = (uint32_t)move_of(offset, FORMS_MAX - 1 - number);
}

static batch add_batch(const tables *t, unsigned blocked, entries *e) {
  const uint32_t from = e->count;
  for (int number = 0; number < t->forms; number++) {
    for (int on = 0; on < t->form[number].size; on++) {
      if (t->form[number].beside[on] & blocked) continue;
      if (e->mask != NULL) write_candidate(t, e, number, on);
      e->count++;
    }
  }
  for (; e->count % BATCH != 0; e->count++) {
    if (e->mask != NULL) e->mask[e->count] = PATCH_ALWAYS;
  }
  return (batch){from, e->count};
}

/* Beside a piece of the colour, three neighbours at one corner are blocked. All
 * other states are those of a first piece, and share the batch without blocked
 * cells. */
static bool is_beside_own(unsigned state) {
  static const unsigned corners[4] = {0x0b, 0x16, 0x68, 0xd0};
  for (int i = 0; i < 4; i++) {
    if ((state & corners[i]) == corners[i]) return true;
  }
  return false;
}

static void add_runs(tables *t, entries *e) {
  e->count = 0;
  for (unsigned state = 0; state < 256; state++) {
    const bool own_batch = state == 0 || is_beside_own(state);
    t->batch[state] = own_batch ? add_batch(t, state, e) : t->batch[0];
  }
}

static int add_candidates(tables *t, const tes_alloc *alloc) {
  entries e = {0};
  add_runs(t, &e);
  TES_ASSERT(t->wide || e.count <= UINT16_MAX); /* the numbers in a step */
  const size_t masks = e.count * sizeof *t->mask;
  t->block_size = masks + e.count * sizeof *t->back + LINE;
  t->block = tes_resize(alloc, NULL, 0, t->block_size);
  if (t->block == NULL) return TES_ENOMEM;
  memset(t->block, 0, t->block_size);
  unsigned char *at = t->block;
  at += -(uintptr_t)at & (LINE - 1);
  t->mask = e.mask = (uint64_t *)at;
  t->back = e.back = (uint32_t *)(at + masks);
  add_runs(t, &e);
  return TES_OK;
}

/* ---- the board ---- */

static void set_board(tables *t, const kit *k) {
  t->width = k->width;
  t->height = k->height;
  t->colours = k->colours;
  memset(t->off, 0xff, sizeof t->off);
  for (int y = 0; y < t->height; y++) {
    for (int x = 0; x < t->width; x++) {
      const int bit = bit_of(x, y);
      t->off[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
    }
  }
  for (int i = 0; i < k->holes; i++) set_bit(t->off, k->hole[i]);
  for (int c = 0; c < t->colours; c++) {
    for (int i = 0; i < k->starts; i++) {
      if (!k->fixed || i == c) set_bit(t->start[c], k->start[i]);
    }
  }
}

static void count_placements(tables *t) {
  for (int i = 0; i < t->forms; i++) {
    const int columns = t->width - t->form[i].width + 1;
    const int rows = t->height - t->form[i].height + 1;
    if (columns > 0 && rows > 0) t->placements += (size_t)(columns * rows);
  }
}

/* A colour that cannot place any first piece is stuck from the start. */
static int set_stuck(tables *t, const kit *k, tes_error *error) {
  blokus b = {.colour = 0};
  memcpy(b.corner, t->start, sizeof b.corner);
  for (int c = 0; c < t->colours; c++) {
    if (!blokus_can_place(t, &b, c)) t->stuck |= (uint8_t)(1 << c);
  }
  if (t->stuck != (1 << t->colours) - 1) return TES_OK;
  return tes_fail(error, TES_EARG, "%s: starts: no piece can cover any of them",
                  k->game);
}

/* ---- all of it ---- */

/* A first piece may begin at any start cell, with all candidates; the steps of
 * all_placements.c have room for this many start cells. */
enum { STARTS_NARROW = 100 };

bool blokus_is_wide(const kit *k) {
  return k->largest > 5 || k->starts > STARTS_NARROW;
}

static size_t size_of(int pieces) {
  return sizeof(tables) + 8 * (size_t)pieces * sizeof(form);
}

static int fill(tables *t, const kit *k, const tes_alloc *alloc,
                tes_error *error) {
  set_board(t, k);
  if (add_pieces(t, k, error) != TES_OK) return TES_EARG;
  count_placements(t);
  if (add_candidates(t, alloc) != TES_OK) return tes_no_memory(error);
  return set_stuck(t, k, error);
}

int blokus_build(const kit *k, bool wide, const tes_alloc *alloc,
                 tables **built, tes_error *error) {
  tables *t = tes_resize(alloc, NULL, 0, size_of(k->pieces));
  if (t == NULL) return tes_no_memory(error);
  memset(t, 0, size_of(k->pieces));
  t->wide = wide;
  t->pieces = k->pieces;
  const int status = fill(t, k, alloc, error);
  if (status == TES_OK) {
    *built = t;
  } else {
    blokus_free(t, alloc);
  }
  return status;
}

void blokus_free(tables *t, const tes_alloc *alloc) {
  if (t->block != NULL) tes_resize(alloc, t->block, t->block_size, 0);
  tes_resize(alloc, t, size_of(t->pieces), 0);
}

/* ---- finding ---- */

tes_move blokus_fit(const tables *t, int number, int x, int y) {
  const form *f = &t->form[number];
  if (x < f->left || x - f->left + f->width > t->width) return 0;
  if (y < 0 || y + f->height > t->height) return 0;
  return move_of(bit_of(x, y), number);
}

int blokus_find_piece(const tables *t, const char *text, size_t length) {
  for (int i = 0; i < t->pieces; i++) {
    if (blokus_is_name(t->piece[i].name, text, length)) return i;
  }
  return -1;
}

int blokus_take_piece(uint64_t *set, int bit, int bits[SQUARES_MAX + 1]) {
  static const int steps[] = {1, -1, PITCH, -PITCH};
  int count = 0;
  bits[count++] = bit;
  set[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
  for (int i = 0; i < count; i++) {
    for (int s = 0; s < 4; s++) {
      const int next = bits[i] + steps[s];
      if (!has_bit(set, next)) continue;
      set[next >> 6] &= ~(UINT64_C(1) << (next & 63));
      bits[count++] = next;
      if (count > SQUARES_MAX) return count;
    }
  }
  return count;
}

static int by_number(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int blokus_form_of(const tables *t, int *bits, int count) {
  qsort(bits, (size_t)count, sizeof *bits, by_number);
  for (int number = 0; number < t->forms; number++) {
    const form *f = &t->form[number];
    bool same = f->size == count;
    for (int i = 0; i < count && same; i++) {
      same = bits[i] - bits[0] == PITCH * f->dy[i] + f->dx[i];
    }
    if (same) return number;
  }
  return -1;
}
