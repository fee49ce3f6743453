/* alphabeta.c: alpha-beta for two seats and nothing hidden.
 *
 * Iterative deepening, principal variation search, a transposition table,
 * killer moves and a history heuristic. There is no speculative pruning: a
 * search of depth d finds every win within d plies, except with reductions.
 * With reductions, moves late in the order are searched less deeply, and again
 * if they then seem good; a threat adds one ply of depth. Proofs are valid with
 * reductions too: a proof rests only on ends of the game, not on the depth of
 * other lines.
 *
 * Scores are for the seat to move: WIN less the plies from the root to the end;
 * below PROVEN they are estimates. At depth 0 a quiescence search tries the
 * forcing moves, in games that know them, and may stand pat: a loss there is
 * not proven, but an immediate win is.
 *
 * If a game can end because of earlier positions (a repetition), equal
 * positions in the table may differ. A score from a search of `depth` plies is
 * the same on every path to the position if no earlier position can end the
 * game within these plies. So it is stored only if depth < horizon, and used
 * only under the same condition. A proof of a win in n plies wins in all lines;
 * it is valid wherever n < horizon, because no draw can cut a line short there.
 * (If such an ending can be a win, a line may rely on it: then the horizon is
 * 0, and nothing is stored.)
 *
 * With reductions and no depth limit, one position in SHARE is spent on proofs
 * (proof.c) while the score of the last depth says that a seat is winning. A
 * root proven in this way is proven again in the next searches of the game,
 * which may spend more on it.
 *
 * If a whole iteration estimated no position, all lines went to the end of the
 * game and the score is exact, so draws are proven too. */
#include <limits.h>
#include <string.h>

#include "proof.h"

enum {
  INFINITE = WIN + 1,
  SORTED = 12,     /* moves to sort: after these no cutoff is expected */
  REDUCED = 4,     /* reductions begin at this depth, */
  LATE = 3,        /* after this many moves; */
  DEEP = 7,        /* larger ones at this depth, */
  LAST = 8,        /* after this many moves */
  TELLING = 150,   /* a score that suggests a win: then proofs are tried, */
  SHARE = 8,       /* with one position in this many, */
  TURN = 4096,     /* at least this many at a time, */
  SHORT = 4,       /* from this depth on, when shorter wins are ruled out; */
  AGAIN = 1 << 16, /* positions for a root that was proven before */
  CALM = 3         /* proofs start only with this much depth left */
};

/* Scores for the seat to move, between these bounds. */
typedef struct window {
  int alpha, beta;
} window;

/* A position to look up in the table. */
typedef struct lookup {
  const tes_state *state;
  uint64_t hash;
  int ply, depth;
  window in;
} lookup;

static int negamax(walk *w, int ply, int depth, window in);
static int quiesce(walk *w, int ply, int depth, window in);

static double as_value(int score) {
  if (score >= PROVEN) return 1;
  if (score <= -PROVEN) return 0;
  return tes_lead_value(score);
}

/* ---- the table ---- */

/* In the search, proven scores count plies from the root; in the table, from
 * the position. */
static int from_here(int score, int ply) {
  if (!is_proven(score)) return score;
  return score > 0 ? score + ply : score - ply;
}

static int plies_to_end(int score) {
  return WIN - (score < 0 ? -score : score);
}

/* Is this entry valid for a search of `depth` plies? */
static bool is_answer(const walk *w, const entry *e, const tes_state *state,
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

static bool probe(walk *w, const lookup *n, tes_move *move, int *score) {
  entry e;
  if (!table_find(w->s->table, n->state, n->hash, &e)) return false;
  *move = e.move;
  if (!is_answer(w, &e, n->state, n->depth)) return false;
  *score = from_here(e.score, -n->ply);
  if (!cuts_off(&e, *score, n->in)) return false;
  if (!e.whole && !is_proven(e.score)) w->estimates++;
  return true;
}

/* Is the score valid on other paths to this position? */
static bool holds_elsewhere(const walk *w, const tes_state *state, int score,
                            int depth) {
  const int horizon = insight_horizon(w->s->rules, state);
  return is_proven(score) ? horizon > 0 : depth < horizon;
}

static void store(walk *w, const lookup *n, tes_move move, int score,
                  bool whole) {
  const int bound = score >= n->in.beta    ? AT_LEAST
                    : score <= n->in.alpha ? AT_MOST
                                           : EXACT;
  entry e = {.move = move,
             .score = from_here(score, n->ply),
             .depth = (int16_t)n->depth,
             .bound = (uint8_t)bound,
             .whole = whole};
  if (w->stop) return;
  if (!holds_elsewhere(w, n->state, e.score, n->depth)) {
    e.depth = -1; /* only the move is known */
    if (is_proven(e.score)) e.score = 0;
  }
  table_keep(w->s->table, n->state, n->hash, e);
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

/* Moves the best of the moves from index `from` to the front: the table's move,
 * then killers, then by history. */
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

/* ---- proofs for the seat that seems to win ---- */

typedef struct hunt {
  prover *prover;
  int score;        /* of the last completed depth */
  uint64_t spent;   /* positions */
  bool hopeless[2]; /* by attacker: no proof is possible */
  int proven;       /* the proven score of the root, or 0 */
} hunt;

static int hunter(const hunt *h, const tes_search *s) {
  return h->score > 0 ? s->root->seat : 3 - s->root->seat;
}

static bool may_hunt(const hunt *h, const tes_search *s) {
  return h != NULL && (h->score >= TELLING || h->score <= -TELLING) &&
         !h->hopeless[hunter(h, s) - 1] && s->done / SHARE >= h->spent + TURN;
}

static void go_hunting(walk *w, hunt *h, uint64_t positions) {
  tes_search *s = w->s;
  const uint64_t before = s->done;
  const int attacker = hunter(h, s);
  const numbers n = proof_try(h->prover, attacker, positions);
  h->spent += s->done - before;
  h->hopeless[attacker - 1] = n.of[DISPROOF] == 0;
  if (search_enough(s, w->work)) w->stop = true;
  if (walk_failed(w, proof_status(h->prover)) || n.of[PROOF] > 0) return;
  h->proven = attacker == s->root->seat ? WIN - n.plies : n.plies - WIN;
  w->stop = true;
}

/* ---- the search ---- */

/* The score of the position after a move, for the seat that made it. `deeper`
 * is one of the two searches. */
static int search_child(walk *w, int ply, int depth, window in,
                        int deeper(walk *, int, int, window)) {
  const tes_state *from = walk_state(w, ply), *to = walk_state(w, ply + 1);
  const uint64_t before = w->estimates;
  const bool same = to->seat == from->seat;
  walk_clear_line(w, ply + 1);
  if (to->over) return walk_ended(w, to, from->seat, ply + 1);
  if (!same) in = (window){-in.beta, -in.alpha};
  const int score = deeper(w, ply + 1, depth - 1, in);
  if (is_proven(score)) w->estimates = before; /* a proof uses no estimates */
  return same ? score : -score;
}

/* Quiescence search: a forcing move, or none of them (standing pat). */
static int quiesce_by(walk *w, int ply, int depth, window in, size_t first) {
  int best = walk_estimate(w, walk_state(w, ply));
  if (depth <= -QUIESCENCE_MAX) return best;
  const size_t end = w->list.count;
  for (size_t i = first; i < end && best < in.beta && !w->stop; i++) {
    const int alpha = best > in.alpha ? best : in.alpha;
    if (!walk_make(w, ply, w->list.moves[i])) break;
    const int score =
        search_child(w, ply, depth, (window){alpha, in.beta}, quiesce);
    if (score > best && !w->stop) best = score;
  }
  return best;
}

static int quiesce(walk *w, int ply, int depth, window in) {
  const tes_state *state = walk_state(w, ply);
  int score;
  if (walk_enough(w)) return 0;
  const size_t first = w->list.count;
  walk_list_forcing(w, state, state->seat);
  if (!walk_wins_by(w, ply, first, &score)) {
    score = quiesce_by(w, ply, depth, in, first);
  }
  w->list.count = first;
  return score;
}

/* With a threat on the board, a late move may be the only answer. */
static bool may_reduce(walk *w, int ply, int depth) {
  return w->s->options.reductions && depth >= REDUCED &&
         !walk_is_threatened(w, walk_state(w, ply));
}

/* The reduction of a late move in plies: even, because the seat that moved last
 * usually seems better off. */
static int reduction(int depth, size_t index) {
  if (index < LATE) return 0;
  return depth >= DEEP && index >= LAST ? 4 : 2;
}

/* The moves after the first need only be shown to be no better; if `less` is
 * not 0, a search that many plies shallower comes first, and may be enough. */
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

/* Searches the moves from index `first` on: the best score, and its move. */
static int search_moves(walk *w, int ply, int depth, window in, size_t first,
                        tes_move *move) {
  const int seat = walk_state(w, ply)->seat;
  const tes_move hint = *move;
  const size_t end = w->list.count;
  const bool reduces = may_reduce(w, ply, depth);
  int best = -INFINITE;
  for (size_t i = first; i < end && !w->stop; i++) {
    if (reduces || i - first < SORTED) pick_best(w, seat, ply, hint, i, end);
    const tes_move tried = w->list.moves[i];
    if (!walk_make(w, ply, tried)) break;
    const int less = reduces ? reduction(depth, i - first) : 0;
    const int score = search_move(w, ply, depth, in, i == first, less);
    if (w->stop) break;
    if (score > best) {
      best = score;
      *move = tried;
    }
    if (score > in.alpha) {
      in.alpha = score;
      walk_put_line(w, ply, tried);
    }
    if (score >= in.beta) {
      note_cutoff(w, seat, ply, depth, tried);
      break;
    }
  }
  return best;
}

/* The answer to a threat costs no depth, up to a limit. The resulting score
 * used more plies than the table says, so it counts as estimated. */
static int answered(walk *w, int ply, int depth) {
  if (!w->s->options.reductions || ply + depth >= w->furthest) return depth;
  if (!walk_is_threatened(w, walk_state(w, ply))) return depth;
  w->estimates++;
  return depth + 1;
}

static int negamax(walk *w, int ply, int depth, window in) {
  const tes_state *state = walk_state(w, ply);
  depth = answered(w, ply, depth);
  if (depth <= 0) return quiesce(w, ply, 0, in);
  if (walk_enough(w)) return 0;
  int score;
  if (walk_wins_at_once(w, ply, &score)) return score;
  if (depth >= CALM && may_hunt(w->hunt, w->s)) {
    go_hunting(w, w->hunt, w->s->done / SHARE - w->hunt->spent);
  }
  const lookup n = {state, tes_hash(w->s->rules, state), ply, depth, in};
  const uint64_t before = w->estimates;
  tes_move move = 0;
  if (probe(w, &n, &move, &score)) return score;
  const size_t first = w->list.count;
  if (!walk_list(w, ply)) return 0;
  score = search_moves(w, ply, depth, in, first, &move);
  w->list.count = first;
  store(w, &n, move, score, w->estimates == before);
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
  if (s->list.count == 0) return moves_none(s->rules, TES_EGAME, work);
  if (search_see_none(s, s->list.count) != TES_OK) return TES_ENOMEM;
  for (size_t i = 0; i < s->list.count; i++) {
    search_see(s, (tes_seen){.move = s->list.moves[i], .value = 0.5});
  }
  return TES_OK;
}

static void keep_line(walk *w, tes_move move) {
  walk_put_line(w, 0, move);
  memcpy(w->s->line, w->line[0], (size_t)w->length[0] * sizeof move);
  w->s->length = (size_t)w->length[0];
}

/* One iteration: the best score, with its move in front. The result counts even
 * when stopped, because the previous best move is searched first. */
static int search_root(walk *w, int depth) {
  tes_search *s = w->s;
  int best = -INFINITE;
  for (size_t i = 0; i < s->seen_count && !w->stop; i++) {
    const uint64_t before = s->done;
    if (!walk_make(w, 0, s->seen[i].move)) break;
    const window in = {best, INFINITE};
    const int score = search_move(w, 0, depth, in, i == 0, 0);
    if (w->stop) break;
    s->seen[i].visits += s->done - before + 1;
    s->seen[i] = seen_as(&s->seen[i], score, score <= best && i > 0);
    if (score <= best) continue;
    best = score;
    keep_line(w, s->seen[i].move);
    search_to_front(s, i);
  }
  return best;
}

/* A loss is delayed as long as possible; a draw is exact only if all lines went
 * to the end. */
static void conclude(walk *w, tes_found *found, int score, bool whole) {
  if (score >= PROVEN) found->proof = TES_WIN;
  if (score <= -PROVEN) found->proof = TES_LOSS;
  if (score == 0 && whole) {
    found->proof = TES_DRAW;
    w->s->seen[0].proof = TES_DRAW;
  }
  if (is_proven(score)) found->plies = plies_to_end(score);
}

/* Moves the first move of the proof to the front. In a lost position every move
 * is proven to lose. */
static void see_proof(walk *w, const hunt *h) {
  tes_search *s = w->s;
  const bool wins = h->proven > 0;
  s->length = proof_line(h->prover, s->line);
  size_t first = 0;
  while (first + 1 < s->seen_count && s->seen[first].move != s->line[0]) {
    first++;
  }
  search_to_front(s, first);
  s->seen[0].visits++;
  for (size_t i = 0; i < (wins ? 1 : s->seen_count); i++) {
    s->seen[i].value = wins;
    s->seen[i].proof = wins ? TES_WIN : TES_LOSS;
    s->seen[i].bound = false;
  }
}

static int depth_limit(const tes_search *s) {
  const int depth = s->budget.depth;
  return depth > 0 && depth < PLIES_MAX ? depth : PLIES_MAX;
}

static int search_to(walk *w, int depth) {
  w->furthest = 2 * depth < PLIES_MAX ? 2 * depth : PLIES_MAX;
  return search_root(w, depth);
}

/* Did an earlier search of this game prove the root? Then this one soon will
 * too, although parts of the proof may no longer be in the table. */
static bool is_found_already(walk *w) {
  hunt *h = w->hunt;
  const int winner = h != NULL ? proof_known(h->prover) : 0;
  if (winner == 0) return false;
  h->score = winner == w->s->root->seat ? TELLING : -TELLING;
  go_hunting(w, h, AGAIN);
  return h->proven != 0;
}

static void tell_proof(walk *w) {
  see_proof(w, w->hunt);
  conclude(w, w->found, w->hunt->proven, false);
}

static int deepen(walk *w) {
  tes_found *found = w->found;
  const int most = depth_limit(w->s);
  for (int depth = 1; depth <= most && !w->stop; depth++) {
    const uint64_t before = w->estimates;
    if (depth == SHORT && is_found_already(w)) {
      tell_proof(w);
      break;
    }
    const int score = search_to(w, depth);
    if (w->hunt != NULL && w->hunt->proven != 0) {
      tell_proof(w);
      break;
    }
    if (w->stop) {
      /* A win is proven even if other moves were not searched. */
      if (score >= PROVEN && score < INFINITE) conclude(w, found, score, false);
      break;
    }
    found->depth = depth;
    team_tell_depth(w->s, depth);
    const bool whole = w->estimates == before;
    conclude(w, found, score, whole);
    if (whole || is_proven(score)) break;
    if (w->hunt != NULL) w->hunt->score = score;
    if (search_has_news(w->s)) walk_tell(w);
  }
  return w->status;
}

/* ---- a run ---- */

/* Deepens and looks for proofs. There are no proofs with a depth limit, which
 * they could exceed, or without memory for them. */
static int deepen_and_hunt(walk *w) {
  const tes_search *s = w->s;
  hunt h = {0};
  if (s->options.reductions && s->budget.depth == 0 &&
      insight_horizon(s->rules, s->root) > 0) {
    h.prover = proof_new(w);
  }
  if (h.prover != NULL) w->hunt = &h;
  const int status = deepen(w);
  w->hunt = NULL;
  proof_free(h.prover);
  return status;
}

/* Helpers search ahead of the leader: half of them at its depth, half one ply
 * deeper. The table has their results. */
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

static int help_deepen(tes_search *s, tes_work *work) {
  tes_found found = {0};
  walk *w = walk_new(s, &found, work);
  if (w == NULL) return TES_OK; /* continue without this helper */
  int status = see_moves(s, work);
  if (status == TES_OK) status = go_along(w);
  walk_free(w);
  return status;
}

/* Deepens, with helpers. */
static int deepen_together(walk *w) {
  tes_search *s = w->s;
  team_begin(s);
  if (s->threads > 1 && !table_share(s->table)) s->threads = 1;
  team_go(s, help_deepen);
  const int status = deepen_and_hunt(w);
  const int helped = team_end(s, w->work);
  table_unshare(s->table);
  return status == TES_OK ? helped : status;
}

int alphabeta_run(tes_search *s, tes_found *found, tes_work *work) {
  walk *w = walk_new(s, found, work);
  if (w == NULL) return TES_ENOMEM;
  int status = see_moves(s, work);
  if (status == TES_OK) status = deepen_together(w);
  walk_free(w);
  found->memory = walk_memory(s);
  return status;
}
