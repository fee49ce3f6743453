/* order.c: in which order a picture has the elements of a drawing, and what of
 * that is different in the next drawing.
 *
 * Elements that are seen are told apart by what they look like and where they
 * lie, not by their ids. Most stand where they stood: what both orders begin
 * and end with is seen at once. Of what is between, each element is given the
 * first like it that no other has; and of these pairs stays the longest row
 * that goes up in both orders, so that the fewest go and come. */
#include <string.h>

#include "drawing.h"

/* Which elements come first: those of a low layer. Shapes are numbered by what
 * they are: cells, pieces, tiles, marks. */
static int layer_of(const tes_drawing *d, const tes_element *e) {
  const int above = UINT8_MAX + d->rows;
  if (e->box > 0) return above + 2;
  if (e->shape <= TES_DOT) return 0;
  if (e->shape == TES_SQUARES) return e->level;
  return e->shape >= TES_LAST_MOVE ? above + 1 : above - e->at[0].y;
}

void tes_drawing_order(const tes_drawing *d, int *order) {
  int done = 0;
  for (int layer = 0, next; done < d->count; layer = next) {
    next = UINT8_MAX + d->rows + 2;
    for (int i = 0; i < d->count; i++) {
      const int own = layer_of(d, &d->elements[i]);
      if (own == layer) order[done++] = i;
      if (own > layer && own < next) next = own;
    }
  }
}

/* ---- what is alike ---- */

static uint64_t mix(uint64_t key, uint64_t value) {
  key = (key ^ value) * UINT64_C(0x9e3779b97f4a7c15);
  return key ^ key >> 32;
}

/* Where it is, on a table that may have grown. */
static tes_place place_of(const tes_drawing *d, const tes_element *e, int i) {
  if (e->box > 0) return e->at[i];
  return (tes_place){(int16_t)(d->column + e->at[i].x),
                     (int16_t)(d->row + e->at[i].y)};
}

/* A number that is the same for elements that are alike. */
static uint64_t key_of(const tes_drawing *d, const tes_element *e) {
  uint64_t words;
  memcpy(&words, e->text, sizeof words);
  uint64_t key =
      mix(words, (uint64_t)e->shape << 24 | (uint64_t)e->colour << 16 |
                     (uint64_t)e->box << 8 | e->turn);
  for (int i = 0; i < e->count; i++) {
    const tes_place at = place_of(d, e, i);
    key = mix(key, (uint64_t)(uint16_t)at.x << 16 | (uint16_t)at.y);
  }
  return key;
}

/* In a box the level is a number that those behind lose, too. */
static bool alike(const tes_drawing *a, const tes_element *p,
                  const tes_drawing *b, const tes_element *q) {
  if (p->shape != q->shape || p->colour != q->colour || p->box != q->box ||
      p->turn != q->turn || p->count != q->count || p->arrow != q->arrow ||
      (p->box == 0 && p->level != q->level)) {
    return false;
  }
  for (int i = 0; i < p->count; i++) {
    const tes_place at = place_of(a, p, i), to = place_of(b, q, i);
    if (at.x != to.x || at.y != to.y) return false;
  }
  return strcmp(p->text, q->text) == 0 && strcmp(p->symbol, q->symbol) == 0;
}

/* ---- what stays ---- */

/* One of the drawings, its elements in order. */
typedef struct side {
  const tes_drawing *d;
  int *order;
  uint64_t *key;
  bool *stays;
} side;

/* The work of comparing two: those from `head` on, without as many at the end
 * as `tail`, are looked at. `partner` is, for each element of the second, the
 * place of one like it in the first, or -1. `ends` are the elements with which
 * rows of each length end that go up, and `before` the one before in its row.
 */
typedef struct comparison {
  side old, fresh;
  int head, tail;
  int *partner, *ends, *before;
} comparison;

static const tes_element *element_at(const side *s, int place) {
  return &s->d->elements[s->order[place]];
}

static bool same_at(const comparison *c, int i, int j) {
  return c->old.key[i] == c->fresh.key[j] &&
         alike(c->old.d, element_at(&c->old, i), c->fresh.d,
               element_at(&c->fresh, j));
}

/* Letters on discs come and go in the whole drawing. */
static void prepare(side *s) {
  const bool letters = drawing_has_letters(s->d);
  tes_drawing_order(s->d, s->order);
  for (int i = 0; i < s->d->count; i++) {
    s->key[i] = mix(key_of(s->d, element_at(s, i)), letters);
    s->stays[i] = false;
  }
}

/* What both begin and end with stays. */
static void trim(comparison *c) {
  const int old = c->old.d->count, fresh = c->fresh.d->count;
  const int least = old < fresh ? old : fresh;
  while (c->head < least && same_at(c, c->head, c->head)) {
    c->old.stays[c->head] = c->fresh.stays[c->head] = true;
    c->head++;
  }
  while (c->tail < least - c->head &&
         same_at(c, old - c->tail - 1, fresh - c->tail - 1)) {
    c->tail++;
    c->old.stays[old - c->tail] = c->fresh.stays[fresh - c->tail] = true;
  }
}

/* The first one like it that has no partner yet. */
static void find_partner(comparison *c, int j) {
  const int end = c->old.d->count - c->tail;
  c->partner[j] = -1;
  for (int i = c->head; i < end; i++) {
    if (c->old.stays[i] || !same_at(c, i, j)) continue;
    c->partner[j] = i;
    c->old.stays[i] = true; /* until rows are known */
    return;
  }
}

static void find_partners(comparison *c) {
  const int old_end = c->old.d->count - c->tail;
  const int end = c->fresh.d->count - c->tail;
  for (int j = c->head; j < end; j++) find_partner(c, j);
  for (int i = c->head; i < old_end; i++) c->old.stays[i] = false;
}

/* How long the longest row is that may go on with a place. */
static int row_before(const comparison *c, int length, int place) {
  int low = 0, high = length;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (c->partner[c->ends[middle]] < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void keep_longest_row(comparison *c) {
  const int end = c->fresh.d->count - c->tail;
  int length = 0;
  for (int j = c->head; j < end; j++) {
    if (c->partner[j] < 0) continue;
    const int before = row_before(c, length, c->partner[j]);
    c->before[j] = before > 0 ? c->ends[before - 1] : -1;
    c->ends[before] = j;
    if (before == length) length++;
  }
  for (int j = length > 0 ? c->ends[length - 1] : -1; j >= 0;
       j = c->before[j]) {
    c->fresh.stays[j] = c->old.stays[c->partner[j]] = true;
  }
}

int tes_drawing_compare(const tes_drawing *before, const tes_drawing *after,
                        bool *old_stays, bool *stays) {
  const size_t old = (size_t)before->count, fresh = (size_t)after->count;
  const size_t size =
      (old + fresh) * sizeof(uint64_t) + (old + 4 * fresh) * sizeof(int) + 1;
  uint64_t *block = tes_resize(after->alloc, NULL, 0, size);
  if (block == NULL) return TES_ENOMEM;
  int *numbers = (int *)(block + old + fresh);
  comparison c = {
      .old = {before, numbers, block, old_stays},
      .fresh = {after, numbers + old, block + old, stays},
      .partner = numbers + old + fresh,
      .ends = numbers + old + 2 * fresh,
      .before = numbers + old + 3 * fresh,
  };
  prepare(&c.old);
  prepare(&c.fresh);
  trim(&c);
  find_partners(&c);
  keep_longest_row(&c);
  tes_resize(after->alloc, block, size, 0);
  return TES_OK;
}
