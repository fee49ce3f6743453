/* insight.c: knowledge of Qwirkle for searches.
 *
 * Points are nearly everything, and the number of a placement begins with them.
 * So playouts choose the most points and last only a few plies: after that,
 * everything is nearly the same for all compared moves, except for luck. The
 * deal is the only chance in playouts, and in a deal a seat draws the same
 * tiles however many its opponents have drawn, so moves are compared by their
 * placements alone. Two rules of thumb cover effects that playouts do not see
 * at once. With them a search selects the moves to look at, among hundreds that
 * differ only in the places of the worst tiles:
 *
 *   gift  a line of five: a player with the sixth tile scores the line and the
 *         bonus. A line of four needs two tiles. (If lines are complete with
 *         fewer tiles: a line that lacks as many.) The probability that the
 *         next seat has them follows from the unseen tiles, or is known if
 *         hands are open.
 *   keep  tiles that share score together, copies do not; and a tile is easier
 *         to place the more tiles that it shares with are on the table. Both
 *         are compared with the tiles that would be drawn instead.
 *
 * The values of tiles in a hand began as a least squares fit: hands dealt at
 * random in games of greedy players, and the leads of their seats two turns
 * later. Their weight, and the cost of gifts, were chosen by matches against a
 * greedy player. */
#include <string.h>

#include "qwirkle.h"

enum {
  PLIES = 4,       /* of a playout, and then until the first seat is to move */
  PLIES_TWO = 10,  /* for two seats; with more seats, more plies did not help */
  CANDIDATES = 16, /* moves that a search looks at */
  BEHIND = 6       /* moves more than this many points below the best are
                    * ignored */
};

#define GIFT_OF_FIVE 7.0
#define GIFT_OF_FOUR 3.0
#define SURELY 0.95 /* the highest probability of a tile in a hand */
#define KEEP 0.3    /* weight of a hand's value, because new tiles are drawn */
#define COPY 0.2    /* cost of a copy */
#define DRAWN 0.9   /* the value of a drawn tile for its hand */
#define PLACED 0.21 /* for each tile on the table that it shares with */
#define GENTLE 0.5  /* how fast weights fall with points */

static int placement_points(tes_move move) {
  return is_placement(move) ? move_points(move) : 0;
}

static int most_points(const tes_list *list) {
  int most = 0;
  for (size_t i = 0; i < list->count; i++) {
    const int points = placement_points(list->moves[i]);
    if (points > most) most = points;
  }
  return most;
}

/* ---- the knowledge of the seat to move ---- */

typedef struct knowledge {
  const qwirkle *q;
  const grid *grid;
  int seen[TILES + 1], unseen[TILES + 1]; /* on the table; in bag and hands */
  int kind[2 * SIX];                      /* on the table: colours, shapes */
  int pool;                               /* unseen in all */
  int next;                               /* tiles of the next seat */
  bool open;                              /* and whether they are visible */
  uint64_t shown;
  double usual; /* relatives of an average unseen tile */
} knowledge;

/* The number of tiles on the table that a tile shares with. */
static int relatives(const knowledge *o, int tile) {
  return o->kind[colour_of(tile)] + o->kind[SIX + shape_of(tile)] -
         2 * o->seen[tile];
}

static knowledge gather(const tes_rules *rules, const qwirkle *q,
                        const grid *t) {
  const int seat = q->head.seat, next = seat % rules->seats + 1;
  knowledge o = {.q = q,
                 .grid = t,
                 .next = q->hands[next - 1],
                 .open = sees(rules, seat, next)};
  uint8_t pool[ALL_MAX];
  double sum = 0;
  for (int i = 0; i < q->count; i++) {
    const int tile = packed_tile(q->placed[i]);
    o.seen[tile]++;
    o.kind[colour_of(tile)]++;
    o.kind[SIX + shape_of(tile)]++;
  }
  if (o.open) o.shown = hand_set(q, next);
  o.pool = qwirkle_unseen(rules, q, seat, pool);
  for (int i = 0; i < o.pool; i++) {
    o.unseen[pool[i]]++;
    sum += relatives(&o, pool[i]);
  }
  if (o.pool > 0) o.usual = sum / o.pool;
  return o;
}

/* ---- gifts ---- */

static double likely(const knowledge *o, int tile) {
  if (o->open) return o->shown & tile_bit(tile) ? SURELY : 0;
  if (o->unseen[tile] == 0) return 0;
  const double share = (double)o->unseen[tile] * o->next / o->pool;
  return share < SURELY ? share : SURELY;
}

/* Is a cell free for a tile, considering the line across? */
static bool is_free(const grid *t, int cell, int direction, int tile) {
  const int slot = t->slot[cell];
  if (slot == 0) return true;
  return !is_tile(slot) &&
         (t->spots[slot - SPOT].fits[!direction] & tile_bit(tile)) != 0;
}

/* A line after the move: the cells at its ends and the tiles that may still
 * join it. */
typedef struct ends {
  int first, last, direction;
  uint64_t joins;
} ends;

static double gift_of_line(const knowledge *o, const ends *e) {
  const uint64_t other = e->joins & (e->joins - 1);
  if (e->joins == 0 || (other & (other - 1)) != 0) return 0;
  const int tile = tes_lowest(e->joins);
  if (other == 0) {
    const bool open = is_free(o->grid, e->first, e->direction, tile) ||
                      is_free(o->grid, e->last, e->direction, tile);
    return open ? GIFT_OF_FIVE * likely(o, tile) : 0;
  }
  return GIFT_OF_FOUR * likely(o, tile) * likely(o, tes_lowest(other));
}

/* Walks over tiles, in steps of 1 or -1, to the first empty cell. */
static int pass_tiles(const knowledge *o, ends *e, int cell, int steps) {
  const grid *t = o->grid;
  for (; is_tile(t->slot[cell]); cell = cell_along(cell, e->direction, steps)) {
    e->joins &= qwirkle_sharing[t->slot[cell]];
  }
  return cell;
}

/* The gift in the line across a placement, at one of its tiles. */
static double gift_across(const knowledge *o, int cell, int direction,
                          int tile) {
  const int slot = o->grid->slot[cell];
  if (slot == 0) return 0;
  const spot *s = &o->grid->spots[slot - SPOT];
  const ends e = {
      .first = cell_along(cell, direction, -1 - tiles_before(s, direction)),
      .last = cell_along(cell, direction, 1 + s->after[direction]),
      .direction = direction,
      .joins = s->fits[direction] & qwirkle_sharing[tile]};
  return gift_of_line(o, &e);
}

/* The points that a placement is expected to give to the next seat. */
static double gift(const knowledge *o, tes_move move) {
  const int direction = move_direction(move);
  int cell = start_cell(move);
  ends e = {.direction = direction, .joins = o->grid->all};
  double sum = 0;
  e.first = pass_tiles(o, &e, cell_along(cell, direction, -1), -1);
  for (tes_move left = move & TILE_FIELDS; left != 0;
       left = other_tiles(left)) {
    const int tile = first_tile(left);
    cell = pass_tiles(o, &e, cell, 1);
    e.joins &= qwirkle_sharing[tile];
    sum += gift_across(o, cell, !direction, tile);
    cell = cell_along(cell, direction, 1);
  }
  e.last = pass_tiles(o, &e, cell, 1);
  return sum + gift_of_line(o, &e);
}

/* ---- the tiles that are kept ---- */

/* Sums over colours and shapes, by the number of different tiles of each. */
static double together(uint64_t tiles) {
  static const double worth[SIX + 1] = {0, 0, 0.6, 2, 4.1, 7, 10};
  double sum = 0;
  for (int i = 0; i < SIX; i++) {
    sum += worth[tes_popcount(tiles & COLOUR_SET(i))] +
           worth[tes_popcount(tiles & SHAPE_SET(i))];
  }
  return sum;
}

/* The value of some tiles in their hand, compared with others. */
static double worth_of(const knowledge *o, const uint8_t *tiles, int count) {
  const uint64_t set = set_of(tiles, count);
  double sum = together(set) - COPY * (count - tes_popcount(set));
  for (int i = 0; i < count; i++) {
    sum += PLACED * (relatives(o, tiles[i]) - o->usual) - DRAWN;
  }
  return sum;
}

/* The tiles in hand after a move; returns their number. */
static int tiles_kept(const qwirkle *q, tes_move move, uint8_t left[HAND_MAX]) {
  const int seat = q->head.seat, count = q->hands[seat - 1];
  tes_move gone = move & (is_placement(move) ? TILE_FIELDS : EXCHANGE_FIELDS);
  uint8_t out[TILES + 1] = {0};
  int left_count = 0;
  if (move == PASS) gone = 0;
  for (; gone != 0; gone = other_tiles(gone)) out[first_tile(gone)]++;
  for (int i = 0; i < count; i++) {
    const uint8_t tile = q->hand[seat - 1][i];
    if (out[tile] > 0) {
      out[tile]--;
    } else {
      left[left_count++] = tile;
    }
  }
  return left_count;
}

/* With an empty bag no tiles are drawn. */
static double worth_kept(const knowledge *o, tes_move move) {
  uint8_t left[HAND_MAX];
  if (o->q->bag_count == 0) return 0;
  const int count = tiles_kept(o->q, move, left);
  return KEEP * worth_of(o, left, count);
}

static double promise(const knowledge *o, tes_move move) {
  const double given = is_placement(move) ? gift(o, move) : 0;
  return placement_points(move) - given + worth_kept(o, move);
}

/* ---- for searches ---- */

/* The placement with the most points; among equals the highest number. If there
 * is none, an exchange or a pass. */
static int greedy(const tes_rules *rules, const tes_state *state,
                  tes_move *found, tes_work *work) {
  const qwirkle *q = qwirkle_of(state);
  const grid *t = qwirkle_grid(rules, q, work);
  tes_list *list = &work->list;
  list->count = 0;
  *found = 0;
  int status = qwirkle_placements(rules, q, t, list);
  if (status == TES_OK && list->count == 0) {
    status = tes_moves(rules, state, list, work);
  }
  for (size_t i = 0; i < list->count; i++) {
    if (list->moves[i] > *found) *found = list->moves[i];
  }
  return status;
}

/* The mover will draw tiles from the end of the bag: moves them to the
 * front. */
static void turn_bag(qwirkle *q, tes_move move) {
  uint8_t drawn[SIX];
  int count = 0;
  if (!is_placement(move)) return;
  for (tes_move left = move & TILE_FIELDS; left != 0;
       left = other_tiles(left)) {
    if (count < q->bag_count) count++;
  }
  const int rest = q->bag_count - count;
  memcpy(drawn, q->bag + rest, (size_t)count);
  memmove(q->bag + count, q->bag, (size_t)rest);
  for (int i = 0; i < count; i++) q->bag[i] = drawn[count - 1 - i];
}

/* Plays until the first seat is to move again, whichever began: a seat with an
 * extra turn would be ahead for that alone. The seat that moved before the
 * playout, the searcher, draws from the front of the bag, the others from its
 * end. */
static int64_t play_greedily(const tes_rules *rules, tes_state *state,
                             tes_rng *rng, tes_work *work) {
  const uint32_t start = state->ply;
  const uint32_t plies = rules->seats == 2 ? PLIES_TWO : PLIES;
  const int last = (state->seat + rules->seats - 2) % rules->seats + 1;
  (void)rng;
  while (!state->over && (state->ply - start < plies || state->seat != 1)) {
    tes_move move;
    if (tes_stopped(work)) return TES_ESTOPPED;
    int status = greedy(rules, state, &move, work);
    if (status != TES_OK) return status;
    if (state->seat != last) turn_bag((qwirkle *)state, move);
    status = tes_apply(rules, state, move, work);
    if (status != TES_OK) return status;
  }
  return state->ply - start;
}

/* The most promising moves, the best first. */
typedef struct best {
  size_t index[CANDIDATES];
  double promise[CANDIDATES];
  int count;
} best;

static void offer(best *b, size_t index, double worth) {
  if (b->count == CANDIDATES && worth <= b->promise[CANDIDATES - 1]) return;
  int at = b->count < CANDIDATES ? b->count++ : CANDIDATES - 1;
  for (; at > 0 && b->promise[at - 1] < worth; at--) {
    b->index[at] = b->index[at - 1];
    b->promise[at] = b->promise[at - 1];
  }
  b->index[at] = index;
  b->promise[at] = worth;
}

static int weigh_placements(const tes_rules *rules, const tes_state *state,
                            const tes_list *moves, double *weight,
                            tes_work *work) {
  const qwirkle *q = qwirkle_of(state);
  const knowledge o = gather(rules, q, qwirkle_grid(rules, q, work));
  const int enough = most_points(moves) - BEHIND;
  best b = {.count = 0};
  for (size_t i = 0; i < moves->count; i++) {
    const tes_move move = moves->moves[i];
    weight[i] = 0;
    if (placement_points(move) >= enough) offer(&b, i, promise(&o, move));
  }
  for (int i = 0; i < b.count; i++) {
    weight[b.index[i]] = 1 / (1 + GENTLE * (b.promise[0] - b.promise[i]));
  }
  return TES_OK;
}

const tes_insight qwirkle_insight = {
    .rollout = play_greedily,
    .policy = weigh_placements,
};
