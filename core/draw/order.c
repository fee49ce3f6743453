/* order.c: the order of the elements in a picture, and the elements that stay
 * from one drawing to the next.
 *
 * An element stays if it looks the same and lies at the same place. Ids cannot
 * decide this: a piece keeps its id when it moves, and a piece in a box gets
 * another id when an earlier one leaves. */
#include <string.h>

#include "drawing.h"

/* Elements of lower layers come first. Shapes are numbered by kind: cells,
 * pieces, tiles, marks. */
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

/* ---- elements that stay ---- */

/* The place of an element, on a table that may have grown. */
static tes_place place_of(const tes_drawing *d, const tes_element *e, int i) {
  if (e->box > 0) return e->at[i];
  return (tes_place){(int16_t)(d->column + e->at[i].x),
                     (int16_t)(d->row + e->at[i].y)};
}

/* In a box the level is a number, which changes when an earlier element
 * leaves. */
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

/* Letters on discs appear or disappear in the whole drawing. Games list
 * elements in a fixed order, so taking the first match never costs a later
 * element its match. */
void tes_drawing_compare(const tes_drawing *before, const tes_drawing *after,
                         bool *old_stays, bool *stays) {
  const bool letters = drawing_has_letters(before);
  const bool same_letters = drawing_has_letters(after) == letters;
  int next = 0;
  for (int i = 0; i < before->count; i++) old_stays[i] = false;
  for (int j = 0; j < after->count; j++) {
    const tes_element *e = &after->elements[j];
    int i = next;
    while (i < before->count &&
           !alike(before, &before->elements[i], after, e)) {
      i++;
    }
    stays[j] = same_letters && i < before->count;
    if (!stays[j]) continue;
    old_stays[i] = true;
    next = i + 1;
  }
}
