/* rules.c: the rules of Mixtour (Dieter Stein).
 *
 * Moves are found from their targets. A target of height d reaches back d steps
 * along each line. Going through the heights from 4 down to 1, one shift a step
 * carries every target back over empty cells; after as many shifts as its
 * height, the occupied cells reached may move to it:
 *
 *     t = exactly 4 high
 *     t = shift(t) & empty | exactly 3 high    ... down to 1
 *     sources = shift(t) & occupied
 *
 * Along one line a source sees one stack first, so each source bit has one
 * target. A source can carry between 1 and all of its pieces: a move for each
 * plane that contains it. The order of moves is entries by cell, then by lane,
 * pieces and bit; the playout picks by counting in the same order and never
 * writes the list. */
#include <string.h>

#include "lanes.h"

int mixtour_distance(int from, int to, int *lane) {
  const int dx = to % 6 - from % 6, dy = to / 6 - from / 6;
  const int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
  if (ax != 0 && ay != 0 && ax != ay) return 0;
  *lane = ay == 0 ? 0 : ax == 0 ? 2 : (dx > 0) == (dy > 0) ? 3 : 1;
  return ax > ay ? ax : ay;
}

/* ---- finding moves ---- */

TES_INLINE uint64_t sources(const uint64_t *plane, int lane) {
  const uint64_t empty = BOARD & ~plane[1];
  uint64_t t = plane[4] & ~plane[5];
  t = (step_along(t, lane) & empty) | (plane[3] & ~plane[4]);
  t = (step_along(t, lane) & empty) | (plane[2] & ~plane[3]);
  t = (step_along(t, lane) & empty) | (plane[1] & ~plane[2]);
  return step_along(t, lane) & plane[1];
}

/* The legal moves: move[lane][k] is the set of sources that can carry k pieces
 * along a lane, without the take-back of the last move. */
typedef struct move_sets {
  uint64_t enter; /* cells, lower copy */
  uint64_t move[LANES][HIGHEST + 1];
} move_sets;

TES_INLINE void forbid(move_sets *c, tes_move takeback) {
  const int from = move_from(takeback), to = move_to(takeback);
  int lane = 0;
  mixtour_distance(from, to, &lane);
  const int bit = from > to ? from : 63 - from;
  c->move[lane][move_pieces(takeback)] &= ~(UINT64_C(1) << bit);
}

TES_INLINE void find_moves(const mixtour *m, int top, move_sets *c) {
  c->enter = m->reserve[m->head.seat - 1] ? BOARD_LOW & ~m->plane[1] : 0;
  TES_UNROLL
  for (int lane = 0; lane < LANES; lane++) {
    const uint64_t from = sources(m->plane, lane);
    TES_UNROLL
    for (int k = 1; k <= top; k++) c->move[lane][k] = from & m->plane[k];
  }
  if (m->forbidden) forbid(c, m->forbidden);
}

bool mixtour_reaches(const mixtour *m, tes_move move) {
  const int from = move_from(move), to = move_to(move);
  int lane;
  if (move_pieces(move) < 1 || move_pieces(move) > HIGHEST) return false;
  if (!(BOARD >> from & 1) || !(BOARD >> to & 1)) return false;
  if (mixtour_distance(from, to, &lane) == 0) return false;
  const int bit = from > to ? from : 63 - from;
  const uint64_t can = sources(m->plane, lane) & m->plane[move_pieces(move)];
  return (can >> bit & 1) && bit_cell(target(m->plane[1], lane, bit)) == to;
}

static bool can_move(const tes_rules *rules, const mixtour *m) {
  move_sets c;
  uint64_t any = 0;
  find_moves(m, top_of(rules), &c);
  for (int lane = 0; lane < LANES; lane++) {
    for (int k = 1; k <= top_of(rules); k++) any |= c.move[lane][k];
  }
  return (any | c.enter) != 0;
}

static tes_move *put_moves(tes_move *out, const mixtour *m, int lane, int k,
                           uint64_t from) {
  for (; from != 0; from &= from - 1) {
    const int bit = tes_lowest(from);
    const int to = target(m->plane[1], lane, bit);
    *out++ = k << 10 | bit_cell(bit) << 5 | bit_cell(to);
  }
  return out;
}

int mixtour_moves(const tes_rules *rules, const tes_state *state,
                  tes_list *list, tes_work *work) {
  (void)work;
  const mixtour *m = mixtour_of(state);
  move_sets c;
  if (tes_list_reserve(list, MOVES_MAX) != TES_OK) return TES_ENOMEM;
  tes_move *const first = list->moves + list->count, *out = first;
  find_moves(m, top_of(rules), &c);
  for (; c.enter != 0; c.enter &= c.enter - 1) {
    *out++ = ENTER | tes_lowest(c.enter);
  }
  for (int lane = 0; lane < LANES; lane++) {
    for (int k = 1; k <= top_of(rules); k++) {
      out = put_moves(out, m, lane, k, c.move[lane][k]);
    }
  }
  TES_ASSERT(out - first <= MOVES_MAX);
  if (out == first) *out++ = PASS;
  list->count = (size_t)(out - list->moves);
  return TES_OK;
}

int64_t mixtour_count(const tes_rules *rules, const tes_state *state,
                      tes_work *work) {
  (void)work;
  move_sets c;
  find_moves(mixtour_of(state), top_of(rules), &c);
  int count = tes_popcount(c.enter);
  for (int lane = 0; lane < LANES; lane++) {
    for (int k = 1; k <= top_of(rules); k++) {
      count += tes_popcount(c.move[lane][k]);
    }
  }
  return count > 0 ? count : 1;
}

bool mixtour_legal(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work) {
  (void)work;
  const mixtour *m = mixtour_of(state);
  if (move == PASS) return !can_move(rules, m);
  if ((move & ~31) == ENTER) {
    return m->reserve[state->seat - 1] > 0 &&
           (BOARD_LOW & ~m->plane[1]) >> move_to(move) & 1;
  }
  return move > 0 && move < ENTER && move != m->forbidden &&
         mixtour_reaches(m, move);
}

/* ---- making moves ---- */

/* Updates the planes up to `top` for a cell. */
TES_INLINE void set_planes(mixtour *m, int cell, unsigned stack, int top) {
  const uint64_t bits = both(cell);
  TES_UNROLL
  for (int k = 1; k <= top; k++) {
    m->plane[k] = (m->plane[k] & ~bits) | (bits & -(uint64_t)(stack >> k != 0));
  }
}

void mixtour_derive(const tes_rules *rules, mixtour *m) {
  m->reserve[WHITE] = m->reserve[RED] = (uint8_t)rules->value[PIECES][0];
  for (int cell = 0; cell < 29; cell++) {
    if (!(BOARD_LOW >> cell & 1)) continue;
    const unsigned stack = m->stack[cell];
    const int reds = tes_popcount(stack) - 1;
    set_planes(m, cell, stack, HIGHEST);
    m->reserve[RED] -= (uint8_t)reds;
    m->reserve[WHITE] -= (uint8_t)(height(stack) - reds);
  }
}

/* A stack that is high enough returns to the reserves; its top piece scores. */
TES_INLINE void remove_stack(mixtour *m, unsigned stack) {
  const int reds = tes_popcount(stack) - 1;
  m->reserve[RED] += (uint8_t)reds;
  m->reserve[WHITE] += (uint8_t)(height(stack) - reds);
  m->score[stack & 1]++;
}

static void unmove(unsigned *from, unsigned *to, int pieces) {
  *from = *from << pieces | (*to & ((1u << pieces) - 1));
  *to >>= pieces;
}

/* The take-back of a move that led to these stacks, if it would be legal, or 0:
 * the stack on `from` must now be as high as the distance. */
static unsigned takeback(const uint8_t *stack, unsigned move) {
  int lane;
  const int from = move_from(move), to = move_to(move);
  if (move >= ENTER) return 0;
  if (height(stack[from]) != mixtour_distance(from, to, &lane)) return 0;
  return (unsigned)(move_pieces(move) << 10 | to << 5 | from);
}

bool mixtour_is_won(const tes_rules *rules, const mixtour *m) {
  const int win = rules->value[WIN_SCORE][0];
  return m->score[WHITE] >= win || m->score[RED] >= win;
}

/* Walks back through the reversible moves and counts the occurrences of the
 * position, including the current one. */
static int occurrences(const mixtour *m) {
  uint8_t stack[32];
  uint32_t differs = 0;
  int count = 1;
  memcpy(stack, m->stack, sizeof stack);
  for (int ply = m->quiet - 1; ply >= 0; ply--) {
    const unsigned move = m->history[ply];
    if (move != PASS) {
      const int from = move_from(move), to = move_to(move);
      unsigned a = stack[from], b = stack[to];
      unmove(&a, &b, move_pieces(move));
      stack[from] = (uint8_t)a;
      stack[to] = (uint8_t)b;
      differs &= ~(1u << from | 1u << to);
      differs |= (uint32_t)(a != m->stack[from]) << from;
      differs |= (uint32_t)(b != m->stack[to]) << to;
    }
    if (differs || (m->quiet - ply) & 1) continue;
    const unsigned forbidden =
        ply > 0 ? takeback(stack, m->history[ply - 1]) : m->forbidden_base;
    count += forbidden == m->forbidden;
  }
  return count;
}

/* Draws after a reversible move. A position can repeat after four plies at the
 * earliest: two would be a take-back. Two passes repeat it as well, but only
 * variants continue after them. */
TES_INLINE void end_quiet(const tes_rules *rules, mixtour *m) {
  const int repeat = rules->value[REPEAT][0];
  const int cycle = m->idle ? 2 : 4;
  if (repeat > 0 && m->quiet >= cycle * (repeat - 1) &&
      occurrences(m) >= repeat) {
    m->head.over = REPETITION;
  } else if (m->quiet >= rules->value[STALLED][0]) {
    m->head.over = STALL;
  }
}

TES_INLINE void keep_quiet(const tes_rules *rules, mixtour *m, unsigned move) {
  TES_ASSERT(m->quiet < STALL_MAX);
  m->history[m->quiet++] = (uint16_t)move;
  end_quiet(rules, m);
}

TES_INLINE void break_quiet(mixtour *m) {
  m->quiet = 0;
  m->idle = 0;
  m->forbidden_base = 0;
}

TES_INLINE void change_sides(mixtour *m, unsigned move) {
  m->head.seat ^= 3;
  m->last = (uint16_t)move;
}

TES_INLINE void apply_enter(mixtour *m, int cell) {
  const int side = m->head.seat - 1;
  m->stack[cell] = (uint8_t)(2 | side);
  m->plane[1] |= both(cell);
  m->reserve[side]--;
  m->passed = 0;
  m->forbidden = 0;
  break_quiet(m);
  change_sides(m, (unsigned)(ENTER | cell));
}

static void apply_pass(const tes_rules *rules, mixtour *m) {
  const bool again = m->passed;
  m->passed = 1;
  m->forbidden = 0;
  change_sides(m, PASS);
  keep_quiet(rules, m, PASS);
  if (again && !(m->idle && m->head.over)) m->head.over = PASSES;
}

TES_INLINE void apply_stack(const tes_rules *rules, mixtour *m, int pieces,
                            int from, int to, int top) {
  const unsigned move = (unsigned)(pieces << 10 | from << 5 | to);
  const unsigned before = m->stack[to], source = m->stack[from];
  const unsigned rest = source >> pieces;
  unsigned after = before << pieces | (source & ((1u << pieces) - 1));
  const bool removed = height(after) > top;
  if (removed) {
    remove_stack(m, after);
    after = EMPTY;
  }
  m->stack[from] = (uint8_t)rest;
  m->stack[to] = (uint8_t)after;
  set_planes(m, from, rest, top);
  set_planes(m, to, after, top);
  m->passed = 0;
  change_sides(m, move);
  const bool back = !removed && height(rest) == height(before);
  m->forbidden =
      (uint16_t)(back ? (unsigned)(pieces << 10 | to << 5 | from) : 0);
  if (removed || rest == EMPTY) {
    break_quiet(m);
    if (mixtour_is_won(rules, m)) m->head.over = POINTS;
  } else {
    keep_quiet(rules, m, move);
  }
}

int mixtour_apply(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work) {
  (void)work;
  mixtour *m = (mixtour *)state;
  if (move == PASS) {
    apply_pass(rules, m);
  } else if (move >= ENTER) {
    apply_enter(m, move_to(move));
  } else {
    apply_stack(rules, m, move_pieces(move), move_from(move), move_to(move),
                top_of(rules));
  }
  if (!state->over && mixtour_is_won(rules, m)) state->over = POINTS;
  return TES_OK;
}

/* ---- taking an ending back ---- */

static void walk_back(const mixtour *m, uint8_t *stack, int ply) {
  const unsigned move = m->history[ply];
  if (move == PASS) return;
  unsigned from = stack[move_from(move)], to = stack[move_to(move)];
  unmove(&from, &to, move_pieces(move));
  stack[move_from(move)] = (uint8_t)from;
  stack[move_to(move)] = (uint8_t)to;
}

/* Drops the oldest reversible move, so that the row begins a move later. */
static void forget_oldest(mixtour *m) {
  uint8_t stack[32];
  memcpy(stack, m->stack, sizeof stack);
  for (int ply = m->quiet - 1; ply > 0; ply--) walk_back(m, stack, ply);
  m->forbidden_base = (uint16_t)takeback(stack, m->history[0]);
  m->quiet--;
  memmove(m->history, m->history + 1, m->quiet * sizeof *m->history);
}

/* Could the other side enter a piece? */
static bool may_other_enter(const mixtour *m) {
  return m->reserve[2 - m->head.seat] > 0 && (BOARD_LOW & ~m->plane[1]) != 0;
}

/* With the oldest move dropped, the next quiet move ends the game again. */
int mixtour_resume(const tes_rules *rules, tes_state *state, tes_work *work) {
  mixtour *m = (mixtour *)state;
  if (state->over == PASSES && !can_move(rules, m) && !may_other_enter(m)) {
    return tes_fail(
        &work->error, TES_EGAME,
        "mixtour cannot continue: no player can enter or move a piece");
  }
  if (m->score[WHITE] == SCORE_MAX || m->score[RED] == SCORE_MAX) {
    return tes_fail(&work->error, TES_EGAME,
                    "mixtour cannot continue: %d points is the maximum",
                    SCORE_MAX);
  }
  if (state->over == PASSES) m->idle = 1;
  if (m->quiet >= rules->value[STALLED][0]) forget_oldest(m);
  return TES_OK;
}

/* ---- the playout ---- */

/* The one of four counts in a row that contains *index; subtracts the counts
 * before it. */
TES_INLINE int which(const unsigned count[4], unsigned *index) {
  const unsigned a = count[0], b = a + count[1], c = b + count[2];
  const unsigned i = *index;
  const int part = (i >= a) + (i >= b) + (i >= c);
  const unsigned before[4] = {0, a, b, c};
  *index = i - before[part];
  return part;
}

/* The number of pieces for *index; `which` handles up to four counts. */
TES_INLINE int which_pieces(const unsigned *count, int top, unsigned *index) {
  if (top <= 4) return 1 + which(count + 1, index);
  int k = 1;
  for (; *index >= count[k]; k++) *index -= count[k];
  return k;
}

/* One ply. `top` is a constant when inlined for the default rules. */
TES_INLINE void random_ply_to(const tes_rules *rules, mixtour *m, tes_rng *rng,
                              int top, tes_select select) {
  move_sets c;
  unsigned count[LANES][HIGHEST + 1], sum[LANES];
  find_moves(m, top, &c);
  TES_UNROLL
  for (int lane = 0; lane < LANES; lane++) {
    sum[lane] = 0;
    TES_UNROLL
    for (int k = 1; k <= top; k++) {
      count[lane][k] = (unsigned)tes_popcount(c.move[lane][k]);
      sum[lane] += count[lane][k];
    }
    for (int k = top + 1; k <= 4; k++) count[lane][k] = 0; /* for `which` */
  }
  const unsigned entries = (unsigned)tes_popcount(c.enter);
  const unsigned total = entries + sum[0] + sum[1] + sum[2] + sum[3];
  unsigned index = tes_below(rng, total > 0 ? total : 1);
  if (index < entries) {
    apply_enter(m, select(c.enter, index));
  } else if (total == 0) {
    apply_pass(rules, m);
  } else {
    index -= entries;
    const int lane = which(sum, &index);
    const int k = which_pieces(count[lane], top, &index);
    const int bit = select(c.move[lane][k], index);
    const int to = target(m->plane[1], lane, bit);
    apply_stack(rules, m, k, bit_cell(bit), bit_cell(to), top);
  }
  m->head.ply++;
}

TES_INLINE void random_stack_ply(const tes_rules *rules, mixtour *m,
                                 tes_rng *rng, tes_select select) {
  const int top = top_of(rules);
  if (top == 4) {
    random_ply_to(rules, m, rng, 4, select);
  } else {
    random_ply_to(rules, m, rng, top, select);
  }
}

void mixtour_random_ply(const tes_rules *rules, mixtour *m, tes_rng *rng) {
  random_stack_ply(rules, m, rng, tes_select_portable);
}

TES_INLINE int64_t play_out_stacks(const tes_rules *rules, tes_state *state,
                                   tes_rng *rng, tes_work *work,
                                   tes_select select) {
  mixtour *m = (mixtour *)state;
  const uint32_t start = state->ply;
  while (!state->over) {
    if (tes_stopped(work)) return TES_ESTOPPED;
    random_stack_ply(rules, m, rng, select);
  }
  return state->ply - start;
}

TES_PLAYOUT(mixtour_playout, play_out_stacks)

/* ---- start and result ---- */

int mixtour_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work) {
  (void)rng, (void)work;
  mixtour *m = (mixtour *)state;
  m->head.seat = WHITE + 1;
  for (int cell = 0; cell < 29; cell++) {
    if (BOARD_LOW >> cell & 1) m->stack[cell] = EMPTY;
  }
  m->reserve[WHITE] = m->reserve[RED] = (uint8_t)rules->value[PIECES][0];
  return TES_OK;
}

int mixtour_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result, tes_work *work) {
  (void)rules, (void)work;
  const mixtour *m = mixtour_of(state);
  const bool draw = state->over > POINTS && state->over <= STALL;
  for (int side = WHITE; side <= RED; side++) {
    result->score[side] = m->score[side];
    result->place[side] = 1;
  }
  if (!draw) tes_result_rank(result);
  return TES_OK;
}
