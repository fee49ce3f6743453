/* insight.c: what searches are told of Blokus.
 *
 * Large pieces first: what is left over at the end counts by its cells, and a
 * large piece finds no place later. A placement is the better the more corners
 * it opens and the more of the others' live corners it takes; the first pieces
 * should head for the middle of the board, where all want to pass. */
#include <string.h>

#include "blokus.h"

enum { TRIES = 3, EARLY = 4 };

/* The largest of a few, the first of equal ones. */
static size_t pick_large(const tes_rules *rules, const blokus *b,
                         const tes_list *list, size_t count, tes_rng *rng) {
  const tables *t = tables_of(rules);
  size_t best = tes_below(rng, (uint32_t)count);
  int size = t->form[move_form(list->moves[best])].size;
  (void)b;
  for (int i = 1; i < TRIES && size < t->largest; i++) {
    const size_t other = tes_below(rng, (uint32_t)count);
    const int other_size = t->form[move_form(list->moves[other])].size;
    if (other_size <= size) continue;
    best = other;
    size = other_size;
  }
  return best;
}

int64_t blokus_rollout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                       tes_work *work) {
  return blokus_play_out(rules, state, rng, work, pick_large);
}

/* ---- weights ---- */

/* What a colour looks at before it weighs its placements. */
typedef struct view {
  const tables *t;
  uint64_t open[WORDS];   /* where it may still go */
  uint64_t theirs[WORDS]; /* live corners of the others */
  bool early;
} view;

static view look(const tes_rules *rules, const blokus *b) {
  view v = {.t = tables_of(rules)};
  uint64_t live[WORDS];
  blokus_blocked(v.t, b, b->colour, v.open);
  for (int i = 0; i < WORDS; i++) v.open[i] = ~v.open[i];
  for (int c = 0; c < v.t->colours; c++) {
    if (blokus_seat(rules, b, c) == b->head.seat) continue;
    blokus_live(v.t, b, c, live);
    for (int i = 0; i < WORDS; i++) v.theirs[i] |= live[i];
  }
  v.early = tes_popcount(b->played[b->colour]) < EARLY;
  return v;
}

/* How many cells of a form's set are in another one. */
static int count_in(const view *v, const uint64_t *part, int cell,
                    const uint64_t *set) {
  uint64_t stamped[WORDS] = {0};
  const int word = (cell - ORIGIN) >> 6;
  int count = 0;
  blokus_stamp(stamped, part, cell, v->t->wide);
  for (int i = word; i < word + 4 && i < WORDS; i++) {
    count += tes_popcount(stamped[i] & set[i]);
  }
  return count;
}

static int apart(int a, int b) {
  return a < b ? b - a : a - b;
}

/* How near to the middle a form comes: 0 at the edge to 1. */
static double nearness(const view *v, const form *f, int cell) {
  const int across = v->t->width - 1, up = v->t->height - 1;
  const int most = across > up ? across : up;
  int least = 2 * most;
  for (int i = 0; i < f->size; i++) {
    const int dx = apart(2 * (column_of(cell) + f->dx[i]), across);
    const int dy = apart(2 * (row_of(cell) + f->dy[i]), up);
    const int far = dx > dy ? dx : dy;
    if (far < least) least = far;
  }
  return 1 - (double)least / most;
}

static double weigh(const view *v, tes_move move) {
  static const double sizes[] = {0, 1, 2, 6, 20, 60, 120, 240, 480};
  if (move == PASS) return 1;
  const form *f = &v->t->form[move_form(move)];
  const int cell = move_cell(move);
  const int opens = count_in(v, f->corner, cell, v->open);
  const int takes = count_in(v, f->cover, cell, v->theirs);
  const double middle = v->early ? 3 * nearness(v, f, cell) : 0;
  return sizes[f->size] * (1 + middle) * (1 + 0.15 * opens + 0.5 * takes);
}

int blokus_guide(const tes_rules *rules, const tes_state *state,
                 const tes_list *moves, double *weight, tes_work *work) {
  const view v = look(rules, blokus_of(state));
  (void)work;
  for (size_t i = 0; i < moves->count; i++) {
    weight[i] = weigh(&v, moves->moves[i]);
  }
  return TES_OK;
}

/* ---- positions ---- */

/* Cells placed, and live corners as chances to place more. */
int blokus_evaluate(const tes_rules *rules, const tes_state *state) {
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  int sum = 0;
  for (int c = 0; c < t->colours; c++) {
    uint64_t live[WORDS];
    int corners = 0;
    blokus_live(t, b, c, live);
    for (int i = 0; i < WORDS; i++) corners += tes_popcount(live[i]);
    const int worth = 20 * blokus_points(rules, b, c) + 8 * corners;
    sum += blokus_seat(rules, b, c) == state->seat ? worth : -worth;
  }
  return sum;
}
