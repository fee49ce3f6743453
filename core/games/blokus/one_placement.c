/* one_placement.c: does one placement fit?
 *
 * It follows the rule, square by square. The lists of moves come from
 * all_placements.c, and tes_check compares the two. */
#include "blokus.h"

static bool fits_here(const tables *t, const blokus *b, tes_move move) {
  const form *f = &t->form[move_form(move)];
  const int cell = move_cell(move);
  uint64_t blocked[WORDS];
  bool touches = false;
  if (b->played[b->colour] & f->bit) return false;
  blokus_blocked(t, b, b->colour, blocked);
  for (int i = 0; i < f->size; i++) {
    const int bit = cell + PITCH * f->dy[i] + f->dx[i];
    if (has_bit(blocked, bit)) return false;
    touches |= has_bit(b->corner[b->colour], bit);
  }
  return touches;
}

bool blokus_legal(const tes_rules *rules, const tes_state *state, tes_move move,
                  tes_work *work) {
  (void)work;
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  const bool stuck = b->stuck >> b->colour & 1;
  if (move == PASS || stuck) return move == PASS && stuck;
  if (move <= 0 || move > PASS || move_form(move) >= t->forms) return false;
  const int cell = move_cell(move);
  if (move >> 18 != 0 || cell < ORIGIN || column_of(cell) >= t->width) {
    return false;
  }
  return blokus_fit(t, move_form(move), column_of(cell), row_of(cell)) ==
             move &&
         fits_here(t, b, move);
}
