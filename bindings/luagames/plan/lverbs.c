/* lverbs.c: see lverbs.h.
 *
 * `number` is the contents of each cell of a state: 0, or the number of a
 * piece. The board is the first field. */
#include "lverbs.h"

#include "tesela_bits.h"

/* A position to examine. */
typedef struct position {
  const tes_rules *rules;
  const lplan *plan;
  const lmap *map;
  const int32_t *number;
  int seat;
  int last; /* the target of the last move, or MAP_NOWHERE */
} position;

/* The position to examine. Its last move may be any number, if it was read from
 * text. */
static inline position look_at(const tes_rules *rules, const tes_state *state) {
  const lgame *g = lgame_of(rules);
  const lmap *map = lgame_map(rules);
  const int32_t *number = lgame_see_cells(rules, state);
  const int32_t move = g->last >= 0 ? number[g->last] : 0;
  const int last = move % MOVE_FROM - 1;
  const bool is_known = move < MOVE_PASS && lmap_has(map, last);
  return (position){rules,  &g->plan,    map,
                    number, state->seat, is_known ? last : MAP_NOWHERE};
}

static inline int piece_owner(const position *p, int cell) {
  const int32_t number = p->number[cell];
  return number <= p->plan->pieces ? p->plan->owner[number] : 0;
}

/* The first piece of a seat: the one that it places. */
static int32_t piece_of(const lplan *plan, int seat) {
  for (int i = 0; i < plan->pieces; i++) {
    if (plan->piece[i].seat == seat) return i + 1;
  }
  return 0;
}

void lverbs_start(const tes_rules *rules, tes_state *state) {
  const lplan *plan = &lgame_of(rules)->plan;
  const lmap *map = lgame_map(rules);
  int32_t *number = lgame_cells(rules, state);
  for (const lsetting *s = plan->setup; s < plan->setup + plan->setups; s++) {
    const int row = s->row > 0 ? s->row - 1 : map->rows + s->row;
    if (s->row == 0) number[s->cell] = s->piece;
    for (int x = 0; s->row != 0 && x < map->columns; x++) {
      const int cell = map->first + row * map->stride + x;
      if (row >= 0 && lmap_has(map, cell)) number[cell] = s->piece;
    }
  }
}

/* ---- listing ---- */

/* The moves found: a list of them, or only their number. */
typedef struct finding {
  tes_list *list; /* or NULL */
  size_t count;
} finding;

static int have_room(const finding *f, size_t more) {
  return f->list != NULL ? tes_list_reserve(f->list, more) : TES_OK;
}

/* Adds a move; a list already has room. */
static void find_one(finding *f, tes_move move) {
  f->count++;
  if (f->list == NULL) return;
  TES_ASSERT(f->list->count < f->list->capacity);
  f->list->moves[f->list->count++] = move;
}

static void find_places(const position *p, finding *f) {
  const lmap *map = p->map;
  tes_move *moves = f->list->moves + f->list->count;
  size_t count = 0;
  for (int i = 0; i < map->count; i++) {
    moves[count] = map->cell[i] + 1;
    count += p->number[map->cell[i]] == 0;
  }
  f->list->count += count;
  f->count += count;
}

static bool board_is_full(const position *p) {
  for (int i = p->map->count - 1; i >= 0; i--) {
    if (p->number[p->map->cell[i]] == 0) return false;
  }
  return true;
}

static void find_drops(const position *p, finding *f) {
  for (int x = 0; x < p->map->columns; x++) {
    const int cell = lmap_landing(p->map, p->number, x);
    if (cell != MAP_NOWHERE) find_one(f, cell + 1);
  }
}

static bool may_reach(const position *p, const lverb *verb, int cell) {
  if (p->number[cell] == 0) return verb->on & ON_EMPTY;
  return verb->on & (piece_owner(p, cell) == p->seat ? ON_OWN : ON_OTHERS);
}

static void find_on_way(const position *p, const lverb *verb, int from, int way,
                        finding *f) {
  int to = lmap_next(p->map, from, way);
  if (verb->kind == HOP && to >= 0) {
    to = p->number[to] != 0 ? lmap_next(p->map, to, way) : MAP_NOWHERE;
  }
  while (to >= 0 && to != from) {
    if (may_reach(p, verb, to)) {
      find_one(f, (tes_move)(from + 1) * MOVE_FROM + to + 1);
    }
    if (verb->kind != SLIDE || p->number[to] != 0) return;
    to = lmap_next(p->map, to, way);
  }
}

/* Finds the moves of this verb by the seat's pieces. */
static int find_steps(const position *p, const lverb *verb, finding *f) {
  const lmap *map = p->map;
  const int ways = verb->ways[p->seat - 1];
  const size_t most = (size_t)(map->ways * map->count);
  if (have_room(f, most) != TES_OK) return TES_ENOMEM;
  for (int i = 0; i < map->count; i++) {
    const int from = map->cell[i];
    if (piece_owner(p, from) != p->seat) continue;
    if (!(verb->pieces >> (p->number[from] - 1) & 1)) continue;
    if (verb->kind == SLIDE && have_room(f, most) != TES_OK) return TES_ENOMEM;
    for (int way = 0; way < map->ways; way++) {
      if (ways >> way & 1) find_on_way(p, verb, from, way, f);
    }
  }
  return TES_OK;
}

/* The mirror image of the last stone across the long diagonal; MAP_NOWHERE if
 * the board has no such cell. */
static int mirror_of(const position *p) {
  const lmap *map = p->map;
  if (map->columns != map->rows) return MAP_NOWHERE;
  const int x = lmap_row(map, p->last), y = lmap_column(map, p->last);
  const int cell = map->first + y * map->stride + x;
  return lmap_has(map, cell) ? cell : MAP_NOWHERE;
}

/* May seat 2 take over the only stone, the first one of seat 1? */
static bool may_take_over(const position *p) {
  int stones = 0;
  if (p->last < 0 || p->seat != 2 || piece_owner(p, p->last) != 1) return false;
  for (int i = 0; i < p->map->count && stones < 2; i++) {
    stones += p->number[p->map->cell[i]] != 0;
  }
  return stones == 1 && mirror_of(p) != MAP_NOWHERE;
}

static int find_by_verb(const position *p, const lverb *verb, finding *f) {
  const bool off =
      verb->option >= 0 && p->rules->value[verb->option][0] != verb->word;
  if (off) return TES_OK;
  if (verb->kind >= STEP && verb->kind <= HOP) return find_steps(p, verb, f);
  if (have_room(f, (size_t)p->map->count + 1) != TES_OK) return TES_ENOMEM;
  if (verb->kind == PLACE && f->list != NULL) find_places(p, f);
  if (verb->kind == PLACE && f->list == NULL) f->count += !board_is_full(p);
  if (verb->kind == DROP) find_drops(p, f);
  if (verb->kind == SWAP && may_take_over(p)) find_one(f, MOVE_SWAP);
  if (verb->kind == PASS && f->count == 0) find_one(f, MOVE_PASS);
  return TES_OK;
}

static void drop_repeats(tes_list *list, size_t first) {
  size_t count = first;
  for (size_t i = first; i < list->count; i++) {
    size_t k = first;
    while (k < count && list->moves[k] != list->moves[i]) k++;
    if (k == count) list->moves[count++] = list->moves[i];
  }
  list->count = count;
}

int lverbs_list(const tes_rules *rules, const tes_state *state,
                tes_list *list) {
  const position p = look_at(rules, state);
  const size_t first = list->count;
  finding f = {.list = list};
  int status = TES_OK;
  for (int i = 0; i < p.plan->verbs && status == TES_OK; i++) {
    status = find_by_verb(&p, &p.plan->verb[i], &f);
  }
  if (p.plan->repeats) drop_repeats(list, first);
  return status;
}

/* Has the seat a move? Allocates nothing. */
static bool has_move(const position *p) {
  finding f = {0};
  for (int i = 0; i < p->plan->verbs && f.count == 0; i++) {
    find_by_verb(p, &p->plan->verb[i], &f);
  }
  return f.count > 0;
}

/* ---- making a move ---- */

/* Changes the stone's side and mirrors it; returns the move that places it
 * there. */
static tes_move swap_stone(const position *p, int32_t *number) {
  const int mirrored = mirror_of(p);
  number[p->last] = 0;
  number[mirrored] = piece_of(p->plan, p->seat);
  return mirrored + 1;
}

bool lverbs_fits(const tes_rules *rules, const tes_state *state,
                 tes_move move) {
  const position p = look_at(rules, state);
  const tes_move to = move % MOVE_FROM - 1, from = move / MOVE_FROM - 1;
  if (move == MOVE_PASS) return true;
  if (move == MOVE_SWAP) return may_take_over(&p);
  return lmap_has(p.map, to) && (from < 0 || lmap_has(p.map, from));
}

void lverbs_apply(const tes_rules *rules, tes_state *state, tes_move move) {
  const position p = look_at(rules, state);
  int32_t *number = lgame_cells(rules, state);
  const int to = (int)(move % MOVE_FROM) - 1;
  if (move == MOVE_SWAP) {
    move = swap_stone(&p, number);
  } else if (move != MOVE_PASS) {
    int32_t piece = piece_of(p.plan, p.seat);
    if (move > MOVE_FROM) {
      const int from = (int)(move / MOVE_FROM) - 1;
      piece = number[from];
      number[from] = 0;
    }
    number[to] = piece;
  }
  number[lgame_of(rules)->last] = (int32_t)move;
  state->seat = (uint8_t)(p.seat % rules->seats + 1);
}

/* ---- endings ---- */

/* Results of a test that are not a seat. */
enum { NOT_SO = 0, SO = TES_SEATS_MAX + 1 };

static int count_of(const position *p, const lfinish *f) {
  return f->count_option >= 0 ? p->rules->value[f->count_option][0] : f->count;
}

static bool ends_row(const position *p, const lfinish *f, int cell) {
  const int run = lmap_run(p->map, p->number, cell), count = count_of(p, f);
  return f->exact ? run == count : run >= count;
}

/* A stone that has just completed a chain has at least two neighbours in it:
 * stones, or sides of the board. */
static bool joins_regions(const position *p, const lfinish *f, int cell) {
  const uint16_t wanted = f->region[piece_owner(p, cell) - 1];
  const int ends = lmap_around(p->map, p->number, cell, p->number[cell]) +
                   tes_popcount(p->map->region[cell] & wanted);
  if (ends < 2 && p->last >= 0 && tes_popcount(wanted) > 1) return false;
  return (lmap_group(p->map, p->number, cell).regions & wanted) == wanted;
}

/* Does the test hold for the piece in this cell? */
static bool holds_at(const position *p, const lfinish *f, int cell) {
  const int owner = piece_owner(p, cell);
  if (owner == 0) return false;
  switch (f->test) {
    case ROW:
      return ends_row(p, f, cell);
    case JOINS:
      return joins_regions(p, f, cell);
    default:
      return (p->map->region[cell] & f->region[owner - 1]) != 0;
  }
}

/* The owner of the last piece moved, if the test holds for it. If the last move
 * is unknown, all pieces are checked. */
static int find_owner(const position *p, const lfinish *f) {
  if (p->last >= 0)
    return holds_at(p, f, p->last) ? piece_owner(p, p->last) : 0;
  for (int i = 0; i < p->map->count; i++) {
    const int cell = p->map->cell[i];
    if (holds_at(p, f, cell)) return piece_owner(p, cell);
  }
  return NOT_SO;
}

/* The seat that has no piece. */
static int find_without(const position *p) {
  unsigned has = 0;
  const unsigned all = (1u << (p->rules->seats + 1)) - 2;
  for (int i = 0; i < p->map->count && (has & all) != all; i++) {
    has |= 1u << piece_owner(p, p->map->cell[i]);
  }
  for (int seat = 1; seat <= p->rules->seats; seat++) {
    if (!(has >> seat & 1)) return seat;
  }
  return NOT_SO;
}

/* The subject of an ending that is reached, SO if it has none, or NOT_SO. */
static int subject_of(const position *p, const lfinish *f) {
  switch (f->test) {
    case SAID:
      return NOT_SO;
    case ROW:
    case JOINS:
    case REACHES:
      return find_owner(p, f);
    case NONE_LEFT:
      return find_without(p);
    case NO_MOVES:
      return has_move(p) ? NOT_SO : p->seat;
    default:
      return board_is_full(p) ? SO : NOT_SO;
  }
}

int lverbs_ending(const tes_rules *rules, const tes_state *state) {
  const lgame *g = lgame_of(rules);
  const position p = look_at(rules, state);
  for (int i = 0; i < ENDINGS_MAX && g->ending[i] != NULL; i++) {
    if (subject_of(&p, &g->finish[i]) != NOT_SO) return i + 1;
  }
  return 0;
}

/* ---- the result ---- */

static void count_pieces(const position *p, tes_result *result) {
  for (int i = 0; i < p->map->count; i++) {
    const int owner = piece_owner(p, p->map->cell[i]);
    if (owner > 0 && owner <= result->seats) result->score[owner - 1]++;
  }
}

/* Puts one seat first, or last; the others share a place. */
static void place_subject(int subject, bool wins, tes_result *result) {
  for (int i = 0; i < result->seats; i++) {
    const bool is_first = (i + 1 == subject) == wins;
    const int firsts = wins ? 1 : result->seats - 1;
    result->place[i] = is_first ? 1 : firsts + 1;
  }
}

static void score_places(tes_result *result) {
  for (int i = 0; i < result->seats; i++) {
    result->score[i] = result->place[i] == 1;
  }
}

/* The subject of the ending of a game that is over. */
static int subject_at_end(const position *p, const lfinish *f) {
  if (f->test == NONE_LEFT) return find_without(p);
  if (f->test == NO_MOVES || f->test == SAID) return p->seat;
  return p->last >= 0 ? piece_owner(p, p->last) : find_owner(p, f);
}

void lverbs_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result) {
  const lgame *g = lgame_of(rules);
  const position p = look_at(rules, state);
  const lfinish none = {0};
  const lfinish *f = state->over > 0 ? &g->finish[state->over - 1] : &none;
  for (int i = 0; i < result->seats; i++) result->score[i] = 0;
  if (g->plan.counts) count_pieces(&p, result);
  tes_result_rank(result);
  const bool wins = f->verdict == SUBJECT_WINS;
  const bool decides = wins || f->verdict == SUBJECT_LOSES;
  const int subject = decides ? subject_at_end(&p, f) : NOT_SO;
  if (subject == NOT_SO) return;
  place_subject(subject, wins, result);
  if (!g->plan.counts) score_places(result);
}

/* ---- filling the vtable ---- */

static int plan_moves(const tes_rules *rules, const tes_state *state,
                      tes_list *list, tes_work *work) {
  (void)work;
  return lverbs_list(rules, state, list);
}

static int plan_apply(const tes_rules *rules, tes_state *state, tes_move move,
                      tes_work *work) {
  (void)work;
  lverbs_apply(rules, state, move);
  state->over = (uint8_t)lverbs_ending(rules, state);
  return TES_OK;
}

static int plan_result(const tes_rules *rules, const tes_state *state,
                       tes_result *result, tes_work *work) {
  (void)work;
  lverbs_result(rules, state, result);
  return TES_OK;
}

void lverbs_fill(lgame *g) {
  if (!lgame_is_planned(g)) return;
  g->game.moves = plan_moves;
  g->game.apply = plan_apply;
  if (!lgame_calls(g, RESULT)) g->game.result = plan_result;
}
