/* alphabeta.c: alpha-beta for two seats and nothing hidden.
 *
 * Iterative deepening, principal variation search, a transposition table,
 * killer moves and a history heuristic. Nothing is pruned on suspicion: a
 * search of depth d finds every win within d plies, unless reductions are
 * asked for. With them moves that come late in the order are looked at less
 * deep, and again if they seem good then; and where a threat has to be answered
 * the depth is one more. What is proven is so with them, too: a proof rests on
 * ends alone, not on how deep others were searched.
 *
 * Scores are for the seat to move: WIN less the plies from the root to the
 * end; below PROVEN they are static evaluations. When the depth is used up a
 * quiescence search tries the tactical moves of games that know such, with the
 * right to stand pat: what is lost there is not proven, what is won at once
 * is.
 *
 * Where a game can end by what was before (a repetition), equal positions of
 * the table may differ. A score that was found looking `depth` plies ahead is
 * the same on any way to the position if nothing that was before can end the
 * game within them, so it is kept and used only if depth < horizon, on both
 * sides. A proof of a win in n plies wins on its way in all lines, none of
 * which a draw has cut short; so it holds wherever n < horizon.
 *
 * If no position was evaluated in a whole iteration, all lines went to their
 * ends and the score is exact: so draws are proven too. */
#include <limits.h>
#include <string.h>

#include "alphabeta.h"
#include "team.h"

enum {
  WIN = 1000000,
  PROVEN = WIN - 1000,
  EVALUATION_MAX = 100000,
  INFINITE = WIN + 1,
  HISTORY = 4096, /* a power of two */
  SORTED = 12,    /* behind so many moves that did not cut, none may */
  REDUCED = 4,    /* from this depth on moves may be searched less deep */
  LATE = 3,       /* that are behind so many, */
  DEEP = 7,       /* and from this one on much less */
  LAST = 8,       /* that are behind so many */
  SCALE = 1000    /* an evaluation that is worth 3/4 */
};

typedef struct walk {
  tes_search *s;
  tes_found *found;
  tes_work *work;
  int status; /* of the game's functions; then everything returns */
  bool stop;
  int furthest;         /* plies from the root to which answers are free */
  uint64_t evaluations; /* scores that do not come from ends alone */
  tes_list list;        /* a stack of all lists on the way */
  tes_move killer[PLIES_MAX + QUIESCENCE_MAX + 2][2];
  tes_move line[PLIES_MAX + 2][PLIES_MAX + 2];
  int length[PLIES_MAX + 2];
  uint32_t history[2][HISTORY];
} walk;

/* Scores of the seat to move, between these. */
typedef struct window {
  int alpha, beta;
} window;

static int negamax(walk *w, int ply, int depth, window in);
static int quiesce(walk *w, int ply, int depth, window in);

static tes_state *state_at(const walk *w, int ply) {
  return (tes_state *)(void *)(w->s->states +
                               (size_t)ply * w->s->rules->state_size);
}

static bool failed(walk *w, int status) {
  if (status == TES_OK) return false;
  if (w->status == TES_OK) w->status = status;
  w->stop = true;
  return true;
}

/* How it goes: the best move stands in front all the time. */
static void tell(walk *w) {
  tes_found found = *w->found;
  found.memory = table_memory(w->s->table);
  team_rest(w->s);
  failed(w, search_tell(w->s, found, w->work));
  team_resume(w->s);
}

static bool enough(walk *w) {
  w->s->done++;
  if (w->stop) return true;
  w->stop = search_enough(w->s, w->work);
  if (!w->stop && search_is_due(w->s)) tell(w);
  return w->stop;
}

/* ---- what ends and positions are worth ---- */

/* A game that is over, for a seat. */
static int ended(walk *w, const tes_state *state, int seat, int ply) {
  tes_result result;
  if (failed(w, tes_result_of(w->s->rules, state, &result, w->work))) return 0;
  const int other = 3 - seat;
  if (result.place[seat - 1] == result.place[other - 1]) return 0;
  return result.place[seat - 1] < result.place[other - 1] ? WIN - ply
                                                          : ply - WIN;
}

static int clamp(double score) {
  const int most = EVALUATION_MAX;
  return (int)(score > most ? most : score < -most ? -most : score);
}

static double evaluate_by_hook(walk *w, const tes_state *state) {
  const tes_hooks *hooks = &w->s->options.hooks;
  double value[TES_SEATS_MAX] = {0};
  failed(w, hooks->evaluate(hooks->user, state, value, w->work));
  const int seat = state->seat - 1;
  return (value[seat] - value[1 - seat]) * SCALE;
}

static double evaluate_by_score(walk *w, const tes_state *state) {
  tes_result result;
  if (failed(w, tes_result_of(w->s->rules, state, &result, w->work))) return 0;
  const int seat = state->seat - 1;
  return 100.0 * ((double)result.score[seat] - result.score[1 - seat]);
}

static int evaluate(walk *w, const tes_state *state) {
  w->evaluations++;
  if (w->s->options.hooks.evaluate != NULL) {
    return clamp(evaluate_by_hook(w, state));
  }
  if (!has_evaluation(w->s->rules)) return clamp(evaluate_by_score(w, state));
  return clamp(insight_evaluate(w->s->rules, state));
}

static double as_value(int score) {
  if (score >= PROVEN) return 1;
  if (score <= -PROVEN) return 0;
  const double size = score < 0 ? -score : score;
  return 0.5 + 0.5 * score / (size + SCALE);
}

/* ---- the table ---- */

static bool is_proven(int score) {
  return score >= PROVEN || score <= -PROVEN;
}

/* Proven scores count from the root in the search, from the position in the
 * table. */
static int from_here(int score, int ply) {
  if (!is_proven(score)) return score;
  return score > 0 ? score + ply : score - ply;
}

static int plies_to_end(int score) {
  return WIN - (score < 0 ? -score : score);
}

/* May this entry answer for a search of `depth` plies? */
static bool answers(const walk *w, const entry *e, const tes_state *state,
                    int depth) {
  if (is_proven(e->score)) {
    const bool bounded =
        e->score > 0 ? (e->bound & AT_LEAST) != 0 : (e->bound & AT_MOST) != 0;
    if (bounded)
      return plies_to_end(e->score) < insight_horizon(w->s->rules, state);
  }
  return e->depth >= depth && e->depth < insight_horizon(w->s->rules, state);
}

static bool cuts_off(const entry *e, int score, window in) {
  if (e->bound == EXACT) return true;
  return e->bound == AT_LEAST ? score >= in.beta : score <= in.alpha;
}

static bool probe(walk *w, const tes_state *state, uint64_t hash, int ply,
                  int depth, window in, tes_move *move, int *score) {
  entry e;
  if (!table_find(w->s->table, state, hash, &e)) return false;
  *move = e.move;
  if (!answers(w, &e, state, depth)) return false;
  *score = from_here(e.score, -ply);
  if (!cuts_off(&e, *score, in)) return false;
  if (!e.whole && !is_proven(e.score)) w->evaluations++;
  return true;
}

static void store(walk *w, const tes_state *state, uint64_t hash, int ply,
                  int depth, window in, tes_move move, int score, bool whole) {
  const int bound = score >= in.beta    ? AT_LEAST
                    : score <= in.alpha ? AT_MOST
                                        : EXACT;
  entry e = {.move = move,
             .score = from_here(score, ply),
             .depth = (int16_t)depth,
             .bound = (uint8_t)bound,
             .whole = whole};
  if (w->stop) return;
  if (!is_proven(score) && depth >= insight_horizon(w->s->rules, state))
    e.depth = -1;
  table_keep(w->s->table, state, hash, e);
}

/* ---- the order of moves ---- */

static uint32_t *history_of(walk *w, int seat, tes_move move) {
  const uint64_t mixed = (uint64_t)move * UINT64_C(0x9e3779b97f4a7c15);
  return &w->history[seat - 1][mixed >> 52 & (HISTORY - 1)];
}

static uint32_t order_of(walk *w, int seat, int ply, tes_move best,
                         tes_move move) {
  if (move == best) return UINT32_MAX;
  if (move == w->killer[ply][0]) return UINT32_MAX - 1;
  if (move == w->killer[ply][1]) return UINT32_MAX - 2;
  return *history_of(w, seat, move);
}

/* Brings the best of the moves from `from` on to the front: the move of the
 * table, the killers, then by the history. */
static void pick_best(walk *w, int seat, int ply, tes_move best, size_t from,
                      size_t end) {
  tes_move *moves = w->list.moves;
  size_t found = from;
  uint32_t most = 0;
  for (size_t i = from; i < end; i++) {
    const uint32_t p = order_of(w, seat, ply, best, moves[i]);
    if (p <= most && i != from) continue;
    most = p;
    found = i;
  }
  const tes_move move = moves[found];
  memmove(moves + from + 1, moves + from, (found - from) * sizeof move);
  moves[from] = move;
}

static void note_cutoff(walk *w, int seat, int ply, int depth, tes_move move) {
  uint32_t *count = history_of(w, seat, move);
  *count += (uint32_t)(depth * depth);
  if (*count > UINT32_MAX / 4) *count /= 2;
  if (w->killer[ply][0] == move) return;
  w->killer[ply][1] = w->killer[ply][0];
  w->killer[ply][0] = move;
}

/* ---- lines ---- */

static void clear_line(walk *w, int ply) {
  if (ply <= PLIES_MAX + 1) w->length[ply] = 0;
}

static void put_line(walk *w, int ply, tes_move move) {
  if (ply > PLIES_MAX) return;
  w->line[ply][0] = move;
  memcpy(w->line[ply] + 1, w->line[ply + 1],
         (size_t)w->length[ply + 1] * sizeof move);
  w->length[ply] = 1 + w->length[ply + 1];
}

/* ---- the search ---- */

/* Makes a move; false if that failed. */
static bool make(walk *w, int ply, tes_move move) {
  tes_copy(w->s->rules, state_at(w, ply + 1), state_at(w, ply));
  return !failed(w,
                 tes_apply(w->s->rules, state_at(w, ply + 1), move, w->work));
}

/* The score of the position behind a move, for who made it. `deeper` is one
 * of the two searches. */
static int search_child(walk *w, int ply, int depth, window in,
                        int deeper(walk *, int, int, window)) {
  const tes_state *from = state_at(w, ply), *to = state_at(w, ply + 1);
  const uint64_t before = w->evaluations;
  const bool same = to->seat == from->seat;
  clear_line(w, ply + 1);
  if (to->over) return ended(w, to, from->seat, ply + 1);
  if (!same) in = (window){-in.beta, -in.alpha};
  const int score = deeper(w, ply + 1, depth - 1, in);
  if (is_proven(score)) w->evaluations = before; /* it rests on none of them */
  return same ? score : -score;
}

/* Is one of the tactical moves from `first` on the end, and won? The line is
 * that move then. */
static bool wins_by(walk *w, int ply, size_t first, int *score) {
  const int seat = state_at(w, ply)->seat;
  for (size_t i = first; i < w->list.count; i++) {
    if (!make(w, ply, w->list.moves[i])) return false;
    if (!state_at(w, ply + 1)->over) continue;
    *score = ended(w, state_at(w, ply + 1), seat, ply + 1);
    if (*score < PROVEN || w->stop) continue;
    clear_line(w, ply + 1);
    put_line(w, ply, w->list.moves[i]);
    return true;
  }
  return false;
}

/* The end is near in most lines of a game of tactics, and seen before anything
 * is listed, evaluated or looked up. */
static bool wins_at_once(walk *w, int ply, int *score) {
  if (!has_tactics(w->s->rules)) return false;
  const size_t first = w->list.count;
  failed(w, insight_tactical(w->s->rules, state_at(w, ply), &w->list, w->work));
  const bool wins = wins_by(w, ply, first, score);
  w->list.count = first;
  return wins;
}

/* Quiescence search: tactical moves, or none of them (standing pat). */
static int quiesce_by(walk *w, int ply, int depth, window in, size_t first) {
  int best = evaluate(w, state_at(w, ply));
  if (depth <= -QUIESCENCE_MAX) return best;
  const size_t end = w->list.count;
  for (size_t i = first; i < end && best < in.beta && !w->stop; i++) {
    const int alpha = best > in.alpha ? best : in.alpha;
    if (!make(w, ply, w->list.moves[i])) break;
    const int score =
        search_child(w, ply, depth, (window){alpha, in.beta}, quiesce);
    if (score > best && !w->stop) best = score;
  }
  return best;
}

static int quiesce(walk *w, int ply, int depth, window in) {
  const tes_state *state = state_at(w, ply);
  int score;
  if (enough(w)) return 0;
  const size_t first = w->list.count;
  if (has_tactics(w->s->rules)) {
    failed(w, insight_tactical(w->s->rules, state, &w->list, w->work));
  }
  if (!wins_by(w, ply, first, &score)) {
    score = quiesce_by(w, ply, depth, in, first);
  }
  w->list.count = first;
  return score;
}

/* Where something has to be answered a late move may be the only answer. */
static bool may_reduce(const walk *w, int ply, int depth) {
  return w->s->options.reductions && depth >= REDUCED &&
         !insight_urgent(w->s->rules, state_at(w, ply));
}

/* By how many plies a late move is searched less: an even number, for whoever
 * was the last to move seems to be better off. */
static int reduction(int depth, size_t index) {
  if (index < LATE) return 0;
  return depth >= DEEP && index >= LAST ? 4 : 2;
}

/* After the first move the others only have to be no better, and of those
 * that are searched `less` it is enough if they seem so. */
static int search_move(walk *w, int ply, int depth, window in, bool first,
                       int less) {
  if (first) return search_child(w, ply, depth, in, negamax);
  const window narrow = {in.alpha, in.alpha + 1};
  if (less > 0) {
    const int score = search_child(w, ply, depth - less, narrow, negamax);
    if (score <= in.alpha || w->stop) return score;
  }
  const int score = search_child(w, ply, depth, narrow, negamax);
  if (score <= in.alpha || score >= in.beta || w->stop) return score;
  return search_child(w, ply, depth, in, negamax);
}

/* The moves from `first` on, the best score and which of them had it. */
static int search_moves(walk *w, int ply, int depth, window in, size_t first,
                        tes_move *move) {
  const int seat = state_at(w, ply)->seat;
  const tes_move hint = *move;
  const size_t end = w->list.count;
  const bool reduces = may_reduce(w, ply, depth);
  int best = -INFINITE;
  for (size_t i = first; i < end && !w->stop; i++) {
    if (reduces || i - first < SORTED) pick_best(w, seat, ply, hint, i, end);
    const tes_move tried = w->list.moves[i];
    if (!make(w, ply, tried)) break;
    const int less = reduces ? reduction(depth, i - first) : 0;
    const int score = search_move(w, ply, depth, in, i == first, less);
    if (w->stop) break;
    if (score > best) {
      best = score;
      *move = tried;
    }
    if (score > in.alpha) {
      in.alpha = score;
      put_line(w, ply, tried);
    }
    if (score >= in.beta) {
      note_cutoff(w, seat, ply, depth, tried);
      break;
    }
  }
  return best;
}

/* A threat has to be answered: that costs no depth, up to a point. What is
 * found there rests on more plies than the table is told. */
static int answered(walk *w, int ply, int depth) {
  if (!w->s->options.reductions || ply + depth >= w->furthest) return depth;
  if (!insight_urgent(w->s->rules, state_at(w, ply))) return depth;
  w->evaluations++;
  return depth + 1;
}

static int negamax(walk *w, int ply, int depth, window in) {
  const tes_state *state = state_at(w, ply);
  depth = answered(w, ply, depth);
  if (depth <= 0) return quiesce(w, ply, 0, in);
  if (enough(w)) return 0;
  int score;
  if (wins_at_once(w, ply, &score)) return score;
  const uint64_t hash = tes_hash(w->s->rules, state), before = w->evaluations;
  tes_move move = 0;
  if (probe(w, state, hash, ply, depth, in, &move, &score)) return score;
  const size_t first = w->list.count;
  if (failed(w, tes_moves(w->s->rules, state, &w->list, w->work))) return 0;
  score = search_moves(w, ply, depth, in, first, &move);
  w->list.count = first;
  store(w, state, hash, ply, depth, in, move, score, w->evaluations == before);
  return score;
}

/* ---- the root ---- */

static tes_seen seen_as(const tes_seen *old, int score, bool bound) {
  tes_seen seen = *old;
  seen.value = as_value(score);
  seen.bound = bound && score > -PROVEN;
  seen.proof = score <= -PROVEN            ? TES_LOSS
               : score >= PROVEN && !bound ? TES_WIN
                                           : TES_UNPROVEN;
  return seen;
}

static int see_moves(tes_search *s, tes_work *work) {
  s->list.count = 0;
  const int status = tes_moves(s->rules, s->root, &s->list, work);
  if (status != TES_OK) return status;
  if (search_see_none(s, s->list.count) != TES_OK) return TES_ENOMEM;
  for (size_t i = 0; i < s->list.count; i++) {
    search_see(s, (tes_seen){.move = s->list.moves[i], .value = 0.5});
  }
  return TES_OK;
}

/* The move at `i` goes to the front, the others stay in their order. */
static void to_front(tes_search *s, size_t i) {
  const tes_seen seen = s->seen[i];
  memmove(s->seen + 1, s->seen, i * sizeof seen);
  s->seen[0] = seen;
}

static void keep_line(walk *w, tes_move move) {
  put_line(w, 0, move);
  memcpy(w->s->line, w->line[0], (size_t)w->length[0] * sizeof move);
  w->s->length = (size_t)w->length[0];
}

/* One iteration: the best score, and its move in front. What was found before
 * it was stopped counts, for the best of before is looked at first. */
static int search_root(walk *w, int depth) {
  tes_search *s = w->s;
  int best = -INFINITE;
  for (size_t i = 0; i < s->seen_count && !w->stop; i++) {
    const uint64_t before = s->done;
    if (!make(w, 0, s->seen[i].move)) break;
    const window in = {best, INFINITE};
    const int score = search_move(w, 0, depth, in, i == 0, 0);
    if (w->stop) break;
    s->seen[i].visits += s->done - before + 1;
    s->seen[i] = seen_as(&s->seen[i], score, score <= best && i > 0);
    if (score <= best) continue;
    best = score;
    keep_line(w, s->seen[i].move);
    to_front(s, i);
  }
  return best;
}

/* A loss is put off as long as it goes; a draw is only exact if all lines
 * went to their ends. */
static void conclude(walk *w, tes_found *found, int score, bool whole) {
  if (score >= PROVEN) found->proof = TES_WIN;
  if (score <= -PROVEN) found->proof = TES_LOSS;
  if (score == 0 && whole) {
    found->proof = TES_DRAW;
    w->s->seen[0].proof = TES_DRAW;
  }
  if (is_proven(score)) found->plies = plies_to_end(score);
}

static int depth_limit(const tes_search *s) {
  const int depth = s->budget.depth;
  return depth > 0 && depth < PLIES_MAX ? depth : PLIES_MAX;
}

static int search_to(walk *w, int depth) {
  w->furthest = 2 * depth < PLIES_MAX ? 2 * depth : PLIES_MAX;
  return search_root(w, depth);
}

static int deepen(walk *w) {
  tes_found *found = w->found;
  const int most = depth_limit(w->s);
  for (int depth = 1; depth <= most && !w->stop; depth++) {
    const uint64_t before = w->evaluations;
    const int score = search_to(w, depth);
    if (w->stop) {
      /* A win that was found is proven, whatever was not looked at. */
      if (score >= PROVEN && score < INFINITE) conclude(w, found, score, false);
      break;
    }
    found->depth = depth;
    team_tell_depth(w->s, depth);
    const bool whole = w->evaluations == before;
    conclude(w, found, score, whole);
    if (whole || is_proven(score)) break;
    if (search_has_news(w->s)) tell(w);
  }
  return w->status;
}

/* ---- a run ---- */

static walk *make_walk(tes_search *s, tes_found *found, tes_work *work) {
  walk *w = tes_resize(s->rules->alloc, NULL, 0, sizeof *w);
  if (w == NULL) return NULL;
  memset(w, 0, sizeof *w);
  w->s = s;
  w->found = found;
  w->work = work;
  tes_list_init(&w->list, s->rules->alloc);
  tes_copy(s->rules, state_at(w, 0), s->root);
  return w;
}

static void free_walk(walk *w) {
  const tes_alloc *alloc = w->s->rules->alloc;
  tes_list_free(&w->list);
  tes_resize(alloc, w, sizeof *w, 0);
}

/* A helper looks at what the leader comes to next: half of them at the depth
 * that it is at, half one ply deeper. What they find stands in the table. */
static int go_along(walk *w) {
  const tes_search *s = w->s;
  const int most = depth_limit(s);
  for (int depth = 1; !w->stop && !search_enough(w->s, w->work); depth++) {
    const int least = team_depth(s) + 1 + s->number % 2;
    if (depth < least) depth = least;
    if (depth > most) break;
    search_to(w, depth);
  }
  return w->status;
}

static int help(tes_search *s, tes_work *work) {
  tes_found found = {0};
  walk *w = make_walk(s, &found, work);
  if (w == NULL) return TES_OK; /* then it does not help */
  int status = see_moves(s, work);
  if (status == TES_OK) status = go_along(w);
  free_walk(w);
  return status;
}

/* All depths, with whoever helps. */
static int deepen_together(walk *w) {
  tes_search *s = w->s;
  team_begin(s);
  if (s->threads > 1 && !table_share(s->table)) s->threads = 1;
  team_go(s, help);
  const int status = deepen(w);
  const int helped = team_end(s, w->work);
  table_unshare(s->table);
  return status == TES_OK ? helped : status;
}

int alphabeta_run(tes_search *s, tes_found *found, tes_work *work) {
  walk *w = make_walk(s, found, work);
  if (w == NULL) return TES_ENOMEM;
  int status = see_moves(s, work);
  if (status == TES_OK) status = deepen_together(w);
  free_walk(w);
  found->memory = table_memory(s->table);
  return status;
}
