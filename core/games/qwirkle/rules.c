/* rules.c: the rules of Qwirkle.
 *
 * A turn is a placement, or an exchange while the bag has tiles; with an empty
 * bag and no placement it is a pass. After each move, a check finds out whether
 * the seat to move can place: a placement of several tiles can always begin
 * with a single one, so looking at the open cells is enough. If the seat cannot
 * place while the bag has tiles, and no tile in any hand or in the bag could be
 * placed either, the players would exchange forever: the table is dead, and the
 * game is over. */
#include <string.h>

#include "qwirkle.h"

/* ---- start and result ---- */

int qwirkle_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work) {
  (void)work;
  qwirkle *q = (qwirkle *)state;
  for (uint64_t left = all_tiles(rules); left != 0; left &= left - 1) {
    for (int i = 0; i < rules->value[COPIES][0]; i++) {
      q->bag[q->bag_count++] = (uint8_t)tes_lowest(left);
    }
  }
  qwirkle_shuffle(q->bag, 0, q->bag_count, q->bag_count, rng);
  qwirkle_hand_out(rules, q);
  return TES_OK;
}

int qwirkle_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result, tes_work *work) {
  (void)work;
  for (int i = 0; i < rules->seats; i++) {
    result->score[i] = qwirkle_of(state)->score[i];
  }
  tes_result_rank(result);
  return TES_OK;
}

/* ---- exchanges ---- */

static int most_exchanged(const qwirkle *q) {
  const int hand = q->hands[q->head.seat - 1];
  return hand < q->bag_count ? hand : q->bag_count;
}

static int tiles_in(tes_move tiles) {
  return tiles == 0 ? 0 : tes_highest((uint64_t)tiles) / TILE_BITS + 1;
}

TES_INLINE tes_move with_tile(tes_move move, int tile) {
  return EXCHANGE | (move & EXCHANGE_FIELDS >> TILE_BITS) << TILE_BITS | tile;
}

/* All multisets of some tiles, the higher tiles first: each tile alone, and in
 * front of every earlier set. A further copy of a tile only goes in front of
 * those that begin with the previous copy. */
static size_t list_sets(const uint8_t *hand, int count, tes_move *sets) {
  size_t end = 0, from = 0;
  for (int i = count - 1; i >= 0; i--) {
    const bool again = i + 1 < count && hand[i] == hand[i + 1];
    const size_t start = again ? from : 0, stop = end;
    if (!again) sets[end++] = with_tile(0, hand[i]);
    for (size_t k = start; k < stop; k++) {
      sets[end++] = with_tile(sets[k], hand[i]);
    }
    from = stop;
  }
  return end;
}

static size_t drop_larger(tes_move *sets, size_t count, int most) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    sets[kept] = sets[i];
    kept += tiles_in(sets[i] & EXCHANGE_FIELDS) <= most;
  }
  return kept;
}

static int list_exchanges(const qwirkle *q, tes_list *list) {
  const int seat = q->head.seat, most = most_exchanged(q);
  if (tes_list_reserve(list, (size_t)1 << HAND_MAX) != TES_OK) {
    return TES_ENOMEM;
  }
  tes_move *sets = list->moves + list->count;
  const size_t count = list_sets(q->hand[seat - 1], q->hands[seat - 1], sets);
  TES_ASSERT(count < (size_t)1 << HAND_MAX); /* no move is the empty set */
  list->count +=
      most < q->hands[seat - 1] ? drop_larger(sets, count, most) : count;
  return TES_OK;
}

/* ---- moves ---- */

static int list_turn_moves(const tes_rules *rules, const qwirkle *q,
                           const grid *t, tes_list *list) {
  const size_t base = list->count;
  if (qwirkle_placements(rules, q, t, list) != TES_OK) return TES_ENOMEM;
  if (q->bag_count > 0 && q->count > 0) return list_exchanges(q, list);
  if (list->count > base) return TES_OK;
  TES_ASSERT(list->count <
             list->capacity); /* room for placements is reserved */
  list->moves[list->count++] = PASS;
  return TES_OK;
}

int qwirkle_moves(const tes_rules *rules, const tes_state *state,
                  tes_list *list, tes_work *work) {
  const qwirkle *q = qwirkle_of(state);
  return list_turn_moves(rules, q, qwirkle_grid(rules, q, work), list);
}

static bool legal_exchange(const qwirkle *q, tes_move move) {
  uint8_t tiles[HAND_MAX];
  int count = 0;
  if (q->count == 0 || (move & ~(EXCHANGE | EXCHANGE_FIELDS)) != 0) {
    return false;
  }
  for (tes_move left = move & EXCHANGE_FIELDS; left != 0;
       left = other_tiles(left)) {
    tiles[count++] = (uint8_t)first_tile(left);
    if (count > 1 && tiles[count - 1] < tiles[count - 2]) return false;
  }
  return count >= 1 && count <= most_exchanged(q) && tiles[0] != 0 &&
         qwirkle_holds(q, q->head.seat, tiles, count);
}

static bool legal_placement(const tes_rules *rules, const qwirkle *q,
                            tes_move move) {
  placement p;
  return qwirkle_decode(q, move, &p) && qwirkle_encode(rules, q, &p) == move &&
         qwirkle_examine_hand(q, &p, NULL) == TES_OK;
}

bool qwirkle_legal(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work) {
  const qwirkle *q = qwirkle_of(state);
  if (move == PASS) {
    return q->bag_count == 0 && !qwirkle_fits(qwirkle_grid(rules, q, work),
                                              hand_set(q, state->seat));
  }
  if (is_placement(move)) return legal_placement(rules, q, move);
  return (move & EXCHANGE) != 0 && legal_exchange(q, move);
}

/* ---- making moves ---- */

static void take_from_hand(qwirkle *q, int seat, int tile) {
  uint8_t *hand = q->hand[seat - 1];
  int i = 0;
  while (hand[i] != tile) i++;
  TES_ASSERT(i < q->hands[seat - 1]);
  const int behind = --q->hands[seat - 1] - i;
  memmove(hand + i, hand + i + 1, (size_t)behind);
  hand[q->hands[seat - 1]] = 0;
}

static void draw_from_bag(qwirkle *q, int seat, int count) {
  uint8_t *hand = q->hand[seat - 1];
  TES_ASSERT(count <= q->bag_count && q->hands[seat - 1] + count <= HAND_MAX);
  for (int i = 0; i < count; i++) {
    int at = q->hands[seat - 1]++;
    for (; at > 0 && hand[at - 1] > q->bag[i]; at--) hand[at] = hand[at - 1];
    hand[at] = q->bag[i];
  }
  q->bag_count = (uint8_t)(q->bag_count - count);
  memmove(q->bag, q->bag + count, q->bag_count);
  memset(q->bag + q->bag_count, 0, (size_t)count);
}

/* Draws first; then the returned tiles go to the end, in ascending order. */
static void exchange(qwirkle *q, tes_move move) {
  const int seat = q->head.seat;
  const tes_move tiles = move & EXCHANGE_FIELDS;
  for (tes_move left = tiles; left != 0; left = other_tiles(left)) {
    take_from_hand(q, seat, first_tile(left));
  }
  draw_from_bag(q, seat, tiles_in(tiles));
  for (tes_move left = tiles; left != 0; left = other_tiles(left)) {
    q->bag[q->bag_count++] = (uint8_t)first_tile(left);
  }
}

/* Merges the placed tiles into the sorted list, the last one first. All fit:
 * they come from a hand. */
static void insert_placed(qwirkle *q, const uint32_t *placed, int count) {
  int end = q->count;
  TES_ASSERT(end + count <= ALL_MAX);
  for (int i = count - 1; i >= 0; i--) {
    int at = end;
    for (int low = 0; low < at;) {
      const int middle = (low + at) / 2;
      if (q->placed[middle] < placed[i]) {
        low = middle + 1;
      } else {
        at = middle;
      }
    }
    memmove(q->placed + at + i + 1, q->placed + at,
            (size_t)(end - at) * sizeof *placed);
    q->placed[at + i] = placed[i];
    end = at;
  }
  q->count = (uint8_t)(q->count + count);
}

/* The table contains 0,0 and is at most 121 wide (qwirkle.h). */
static void widen(qwirkle *q, int axis, int to) {
  TES_ASSERT(to > -TORUS && to < TORUS);
  if (to < q->low[axis]) q->low[axis] = (int8_t)to;
  if (to > q->high[axis]) q->high[axis] = (int8_t)to;
}

/* Moves the tiles from the hand to the table, here and in `t`. */
static void lay(qwirkle *q, grid *t, tes_move move) {
  uint32_t placed[SIX];
  const int direction = move_direction(move), seat = q->head.seat;
  int cell = start_cell(move), count = 0, steps = 0;
  const int x = cell_x(q, cell), y = cell_y(q, cell);
  q->last_x = (int8_t)x;
  q->last_y = (int8_t)y;
  q->last_direction = (uint8_t)direction;
  for (tes_move left = move & TILE_FIELDS; left != 0;
       left = other_tiles(left)) {
    for (; is_tile(t->slot[cell]); steps++)
      cell = cell_along(cell, direction, 1);
    TES_ASSERT(steps < SIX); /* no line is longer */
    const int across = direction == ROW ? steps : 0, up = steps - across;
    placed[count++] = qwirkle_pack(x + across, y + up, first_tile(left));
    q->last_cells |= (uint8_t)(1 << steps);
    qwirkle_add(t, cell, first_tile(left));
    take_from_hand(q, seat, first_tile(left));
  }
  widen(q, 0, x);
  widen(q, 1, y);
  widen(q, direction, (direction == ROW ? x : y) + steps);
  insert_placed(q, placed, count);
  memcpy(t->placed, q->placed, q->count * sizeof *q->placed);
  t->count = q->count;
}

static void place_tiles(const tes_rules *rules, qwirkle *q, grid *t,
                        tes_move move) {
  const int seat = q->head.seat;
  lay(q, t, move);
  q->score[seat - 1] += move_points(move);
  const int room = rules->value[HAND][0] - q->hands[seat - 1];
  draw_from_bag(q, seat, room < q->bag_count ? room : q->bag_count);
  if (q->hands[seat - 1] > 0) return;
  q->score[seat - 1] += rules->value[END_BONUS][0];
  q->head.over = OUT;
}

uint64_t qwirkle_tiles_left(const tes_rules *rules, const qwirkle *q) {
  uint64_t tiles = set_of(q->bag, q->bag_count);
  for (int seat = 1; seat <= rules->seats; seat++) tiles |= hand_set(q, seat);
  return tiles;
}

/* The seat to move cannot place: could any tile outside the table be placed? */
static bool is_dead(const tes_rules *rules, const qwirkle *q, const grid *t) {
  return q->bag_count > 0 && !qwirkle_fits(t, qwirkle_tiles_left(rules, q));
}

/* Moves the turn on; the table may be dead for the next seat. */
static void next_seat(const tes_rules *rules, qwirkle *q, const grid *t) {
  q->head.seat = (uint8_t)(q->head.seat % rules->seats + 1);
  if (!q->head.over && !qwirkle_fits(t, hand_set(q, q->head.seat)) &&
      is_dead(rules, q, t)) {
    q->head.over = DEAD;
  }
}

/* With tiles in the bag only a variant lets a seat pass; that does not count,
 * because the seat may have something to place or exchange. */
static void pass_seat(const tes_rules *rules, qwirkle *q) {
  if (q->bag_count > 0) return;
  if (++q->passes == rules->seats) q->head.over = PASSED;
}

bool qwirkle_is_out(const tes_rules *rules, const qwirkle *q) {
  bool out = false;
  for (int i = 0; i < rules->seats; i++) out |= q->hands[i] == 0;
  return out;
}

static void make(const tes_rules *rules, qwirkle *q, grid *t, tes_move move) {
  q->last_cells = 0;
  if (move == PASS) {
    pass_seat(rules, q);
  } else {
    q->passes = 0;
    if (is_placement(move)) {
      place_tiles(rules, q, t, move);
    } else {
      exchange(q, move);
    }
  }
  next_seat(rules, q, t);
  if (!q->head.over && qwirkle_is_out(rules, q)) q->head.over = OUT;
}

int qwirkle_apply(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work) {
  qwirkle *q = (qwirkle *)state;
  make(rules, q, qwirkle_grid(rules, q, work), move);
  return TES_OK;
}

/* After a player has placed all tiles, the others continue until no one can
 * place. */
int qwirkle_resume(const tes_rules *rules, tes_state *state, tes_work *work) {
  qwirkle *q = (qwirkle *)state;
  const bool all_passed = q->passes >= rules->seats;
  const uint64_t tiles = qwirkle_tiles_left(rules, q);
  if (!qwirkle_fits(qwirkle_grid(rules, q, work), tiles) &&
      (q->bag_count > 0 || all_passed || tiles == 0)) {
    return tes_fail(
        &work->error, TES_EGAME, "qwirkle cannot continue: %s",
        tiles == 0 ? "all tiles are placed" : "no tile fits any more");
  }
  if (all_passed) q->passes = 0;
  return TES_OK;
}

int64_t qwirkle_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work) {
  qwirkle *q = (qwirkle *)state;
  grid *t = qwirkle_grid(rules, q, work);
  const uint32_t start = state->ply;
  tes_list *list = &work->list;
  while (!state->over) {
    if (tes_stopped(work)) return TES_ESTOPPED;
    list->count = 0;
    if (list_turn_moves(rules, q, t, list) != TES_OK) {
      return tes_no_memory(&work->error);
    }
    make(rules, q, t, list->moves[tes_below(rng, (uint32_t)list->count)]);
    state->ply++;
  }
  return state->ply - start;
}
