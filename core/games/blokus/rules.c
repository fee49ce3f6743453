/* rules.c: the rules of Blokus.
 *
 * The colours play in the order blue, yellow, red, green. A colour without a
 * placement passes on every turn; it can never place again, since opponents'
 * placements only take room away, so it is marked as stuck. After each
 * placement the colours are checked in order until one can place; when none
 * can, the game is over at once. So the colour to move is either known to be
 * stuck or has a placement. */
#include <string.h>

#include "blokus.h"

/* ---- seats, points and the start ---- */

static int placed(const blokus *b, int colour) {
  return tes_popcount(b->played[colour]);
}

/* The seat that plays a colour. With three players, all take turns at playing
 * green, and a pass belongs to the seat whose turn it is to place green
 * next. */
int blokus_seat(const tes_rules *rules, const blokus *b, int colour) {
  switch (rules->value[PLAYERS][0]) {
    case 1:
      return 1;
    case 2:
      return 1 + colour % 2;
    case 3:
      return 1 + (colour < 3 ? colour : placed(b, colour) % 3);
    default:
      return 1 + colour;
  }
}

int blokus_counted(const tes_rules *rules) {
  return rules->seats == 3 ? 3 : tables_of(rules)->colours;
}

/* Cells of the remaining pieces of a colour. */
static int cells_left(const tables *t, const blokus *b, int colour) {
  int cells = 0;
  for (int i = 0; i < t->pieces; i++) {
    if (!(b->played[colour] & t->piece[i].bit)) cells += t->piece[i].size;
  }
  return cells;
}

int blokus_points(const tes_rules *rules, const blokus *b, int colour) {
  const tables *t = tables_of(rules);
  if (b->played[colour] != t->all) return -cells_left(t, b, colour);
  return rules->value[BONUS_ALL][0] +
         (b->single_last >> colour & 1 ? rules->value[BONUS_LAST][0] : 0);
}

static bool all_placed(const tables *t, const blokus *b) {
  for (int c = 0; c < t->colours; c++) {
    if (b->played[c] != t->all) return false;
  }
  return true;
}

int blokus_result(const tes_rules *rules, const tes_state *state,
                  tes_result *result, tes_work *work) {
  (void)work;
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  for (int c = 0; c < blokus_counted(rules); c++) {
    const int seat = blokus_seat(rules, b, c);
    result->score[seat - 1] += blokus_points(rules, b, c);
  }
  tes_result_rank(result);
  /* A single player wins only by placing everything. */
  if (rules->seats == 1 && !all_placed(t, b)) result->place[0] = 2;
  return TES_OK;
}

int blokus_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                 tes_work *work) {
  (void)rng, (void)work;
  blokus *b = (blokus *)state;
  const tables *t = tables_of(rules);
  memcpy(b->corner, t->start, sizeof b->corner);
  b->stuck = t->stuck;
  b->head.seat = 1;
  return TES_OK;
}

/* ---- moves ---- */

static bool is_stuck(const blokus *b) {
  return b->stuck >> b->colour & 1;
}

int blokus_moves(const tes_rules *rules, const tes_state *state, tes_list *list,
                 tes_work *work) {
  (void)work;
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  if (tes_list_reserve(list, t->placements + BATCH) != TES_OK)
    return TES_ENOMEM;
  tes_move *out = list->moves + list->count;
  if (is_stuck(b)) {
    *out++ = PASS;
  } else {
    const tes_move *first = out;
    out = t->list(t, b, b->colour, out);
    TES_ASSERT((size_t)(out - first) <= t->placements); /* each at most once */
  }
  list->count = (size_t)(out - list->moves);
  return TES_OK;
}

/* ---- making moves ---- */

void blokus_place(const tables *t, blokus *b, int colour, tes_move move) {
  const form *f = &t->form[move_form(move)];
  const int cell = move_cell(move);
  const uint8_t bit = (uint8_t)(1 << colour);
  if (b->played[colour] == 0) {
    memset(b->corner[colour], 0, sizeof b->corner[colour]);
  }
  blokus_stamp(b->own[colour], f->cover, cell, t->wide);
  blokus_stamp(b->near[colour], f->near, cell, t->wide);
  blokus_stamp(b->corner[colour], f->corner, cell, t->wide);
  b->played[colour] |= f->bit;
  b->single_last &= (uint8_t)~bit;
  if (f->size == 1) b->single_last |= bit;
}

void blokus_settle(const tes_rules *rules, blokus *b) {
  const tables *t = tables_of(rules);
  b->head.seat = (uint8_t)blokus_seat(rules, b, b->colour);
  for (int i = 0; i < t->colours; i++) {
    const int colour = (b->colour + i) % t->colours;
    if (b->stuck >> colour & 1) continue;
    if (blokus_can_place(t, b, colour)) return;
    b->stuck |= (uint8_t)(1 << colour);
  }
  b->head.over = BLOCKED;
}

TES_INLINE void next_colour(const tes_rules *rules, blokus *b) {
  b->colour = (uint8_t)((b->colour + 1) % tables_of(rules)->colours);
}

/* A colour that is stuck passes; under a variant's rules, any colour may. */
static void pass_colour(const tes_rules *rules, blokus *b) {
  const bool forced = is_stuck(b);
  next_colour(rules, b);
  b->head.seat = (uint8_t)blokus_seat(rules, b, b->colour);
  if (!forced) blokus_settle(rules, b);
}

int blokus_apply(const tes_rules *rules, tes_state *state, tes_move move,
                 tes_work *work) {
  blokus *b = (blokus *)state;
  (void)work;
  b->last = (uint32_t)move;
  if (move == PASS) {
    pass_colour(rules, b);
    return TES_OK;
  }
  blokus_place(tables_of(rules), b, b->colour, move);
  next_colour(rules, b);
  blokus_settle(rules, b);
  return TES_OK;
}

/* Placements only take room away: the game would continue with passes
 * forever. */
int blokus_resume(const tes_rules *rules, tes_state *state, tes_work *work) {
  (void)rules, (void)state;
  return tes_fail(&work->error, TES_EGAME,
                  "blokus cannot continue: no player can place a piece");
}

/* ---- the playout ---- */

/* When a placement requires a check whether colours can still place, the
 * playout lists their placements: that list is the next to pick from. The list
 * is empty only if no colour can place. */
static size_t list_next(const tes_rules *rules, blokus *b, drawer *draw,
                        tes_rng *rng, tes_move *out) {
  const tables *t = tables_of(rules);
  for (int i = 0; i < t->colours; i++) {
    const int colour = (b->colour + i) % t->colours;
    const uint8_t bit = (uint8_t)(1 << colour);
    if (b->stuck & bit) continue;
    const tes_move *end = draw != NULL ? draw(t, b, colour, rng, out)
                                       : t->list(t, b, colour, out);
    TES_ASSERT((size_t)(end - out) <= t->placements);
    if (end > out) return (size_t)(end - out);
    b->stuck |= bit;
  }
  return 0;
}

/* The passes of stuck colours; each draws a number, like any ply. */
static void pass_on(const tes_rules *rules, blokus *b, tes_rng *rng) {
  for (; is_stuck(b); b->head.ply++) {
    tes_below(rng, 1);
    b->last = (uint32_t)PASS;
    next_colour(rules, b);
  }
  b->head.seat = (uint8_t)blokus_seat(rules, b, b->colour);
}

int64_t blokus_play_out(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work, drawer *draw) {
  blokus *b = (blokus *)state;
  const tables *t = tables_of(rules);
  const uint32_t start = state->ply;
  work->list.count = 0;
  if (tes_list_reserve(&work->list, t->placements + BATCH) != TES_OK) {
    return tes_no_memory(&work->error);
  }
  tes_move *list = work->list.moves;
  for (;;) {
    const size_t count = list_next(rules, b, draw, rng, list);
    if (count == 0) break;
    if (tes_stopped(work)) return TES_ESTOPPED;
    pass_on(rules, b, rng);
    const tes_move move = list[tes_below(rng, (uint32_t)count)];
    blokus_place(t, b, b->colour, move);
    b->last = (uint32_t)move;
    b->head.ply++;
    next_colour(rules, b);
    b->head.seat = (uint8_t)blokus_seat(rules, b, b->colour);
  }
  b->head.over = BLOCKED;
  return state->ply - start;
}

int64_t blokus_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                       tes_work *work) {
  return blokus_play_out(rules, state, rng, work, NULL);
}
