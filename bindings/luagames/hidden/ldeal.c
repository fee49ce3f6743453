/* ldeal.c: see ldeal.h. */
#include "ldeal.h"

#include <stdlib.h>
#include <string.h>

static bool same_pool(const lfield *a, const lfield *b) {
  return a->pool != NULL && b->pool != NULL && strcmp(a->pool, b->pool) == 0;
}

bool ldeal_leads(const lgame *g, int field) {
  if (g->field[field].pool == NULL) return false;
  for (int i = 0; i < field; i++) {
    if (same_pool(&g->field[i], &g->field[field])) return false;
  }
  return true;
}

static int by_value(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

int ldeal_pooled(const lgame *g, int field, const int32_t *cells,
                 const bool *hidden, int32_t numbers[CELLS_MAX]) {
  int count = 0;
  for (int i = field; i < g->fields; i++) {
    const lfield *f = &g->field[i];
    if (!same_pool(f, &g->field[field])) continue;
    for (int cell = f->first; cell < f->first + f->count; cell++) {
      if (hidden[cell]) numbers[count++] = cells[cell];
    }
  }
  qsort(numbers, (size_t)count, sizeof *numbers, by_value);
  return count;
}

void ldeal_out(const lgame *g, int field, int32_t *cells, const bool *hidden,
               const int32_t *numbers) {
  for (int i = field; i < g->fields; i++) {
    const lfield *f = &g->field[i];
    if (!same_pool(f, &g->field[field])) continue;
    for (int cell = f->first; cell < f->first + f->count; cell++) {
      if (hidden[cell]) cells[cell] = *numbers++;
    }
  }
}

static void shuffle_numbers(int32_t *numbers, int count, tes_rng *rng) {
  for (int i = count - 1; i > 0; i--) {
    const int k = (int)tes_below(rng, (uint32_t)i + 1);
    const int32_t number = numbers[i];
    numbers[i] = numbers[k];
    numbers[k] = number;
  }
}

static void draw_field(const lfield *field, int32_t *cells, const bool *hidden,
                       tes_rng *rng) {
  for (int cell = field->first; cell < field->first + field->count; cell++) {
    if (hidden[cell]) {
      cells[cell] = 1 + (int32_t)tes_below(rng, (uint32_t)field->max);
    }
  }
}

void ldeal_anew(const lgame *g, int32_t *cells, const bool *hidden,
                tes_rng *rng) {
  int32_t numbers[CELLS_MAX];
  for (int i = 0; i < g->fields; i++) {
    if (g->field[i].random) draw_field(&g->field[i], cells, hidden, rng);
    if (!ldeal_leads(g, i)) continue;
    const int count = ldeal_pooled(g, i, cells, hidden, numbers);
    shuffle_numbers(numbers, count, rng);
    ldeal_out(g, i, cells, hidden, numbers);
  }
}
