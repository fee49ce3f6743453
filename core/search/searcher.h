/* searcher.h: the parts of a searcher; not installed.
 *
 *   tes_search     one searcher: options, scratch states, its memory
 *     tree         of Monte Carlo search: nodes by number, in columns (tree.c)
 *     table        the transposition table of alpha-beta (table.c)
 *     proofs       a second one, for proof numbers (proof.c)
 *     seen, line   the moves and the principal variation of the last run
 *                  (root_moves.c)
 *     team         the helpers of a search with several threads: searchers
 *                  that share the tree or the table of their leader (team.c)
 *
 * From the bottom up: log, tree and table; choose_child.c, the choice of a
 * child; scratch.c, policy.c; team.c; budget.c; root_moves.c; value.c;
 * expand.c, select_hidden.c and report.c for Monte Carlo search, walk.c and
 * proof.c for alpha-beta; the two searches, mcts.c and alphabeta.c; and
 * search.c, the interface. tes_search_run starts the clock, begins or keeps a
 * tree, and runs one of the two searches. Both call search_enough() to know
 * when to stop and search_is_due() to know when to report progress, and report
 * through search_see(). They use games only through tes_* functions,
 * runtime/insight.h and the hooks.
 *
 * Memory: search.c, scratch.c, team.c and table.c allocate the parts of a
 * searcher, walk.c and proof.c those of one run. During a run only these grow:
 * the columns of the tree, up to the allowed memory; lists of moves, and the
 * arrays for the moves of one position (policy.c, root_moves.c, proof.c), up to
 * the longest.
 *
 * Numbers are IEEE doubles and floats, combined with + - * / and sqrt, which
 * IEEE 754 defines to the last bit; logarithms come from a table made with
 * these (log.c). So with one thread the result of a new searcher depends only
 * on the state, the seed and the iterations.
 *
 * Exactness. The outcome of a node of the tree is proven from the ends of
 * games, in states with their whole history, so no earlier position is
 * forgotten. A proof of alpha-beta is a strategy that wins within n plies
 * against every answer; the table applies it to a position that == calls equal
 * only if n is less than the game's horizon, within which no earlier position
 * can end the game. Keys in the table are compared byte by byte, not by their
 * hash. */
#ifndef TES_SEARCHER_H
#define TES_SEARCHER_H

#include "../runtime/insight.h"
#include "../runtime/state.h"
#include "../weights/weights.h"
#include "log.h"
#include "table.h"
#include "tree.h"

enum {
  DEEPEST = 200,       /* plies in the tree and in a line */
  PLIES_MAX = 64,      /* of alpha-beta */
  QUIESCENCE_MAX = 16, /* plies of forcing moves after them */
  PROOFS = 4           /* one part in this many of its memory is for proofs */
};

/* Bytes for the weight and the number of one move. */
#define WEIGHT_SIZE (sizeof(double) + sizeof(uint32_t))

struct tes_search {
  const tes_rules *rules;
  tes_search_options options;
  tes_rng rng;
  double log[LOGS];

  struct team *team; /* NULL before the first run with several threads */
  int number;        /* in the team: 0 is the leader, the others are helpers */
  int threads;       /* searching now */

  tes_state *root, *now;   /* the start of the search; scratch */
  estimator *estimator;    /* of options.weights, or NULL */
  bool rooted;             /* the results are for `root` */
  bool hidden;             /* at `root`, something is hidden or not yet drawn */
  double centre, scale;    /* of leads in points (value.c) */
  tree own_tree, *tree;    /* a helper uses its leader's */
  tes_list list, other;    /* scratch */
  double *weight;          /* scratch: the weights of the moves in `list`, */
  uint32_t *order;         /* and their order, in the same block */
  size_t width;            /* number of moves at the root */
  size_t weights;          /* capacity of both */
  table own_table, *table; /* a helper uses its leader's */
  table proofs;            /* with reductions (proof.c) */
  int32_t provers;         /* number of provers so far */

  tes_budget budget;
  double begin;    /* start of the clock */
  uint64_t done;   /* iterations */
  uint64_t share;  /* iterations that it may do, if they are limited */
  uint64_t helped; /* iterations of helpers, as far as counted here, */
  uint64_t told;   /* and those of this helper that its leader has counted */
  uint64_t look;   /* alpha-beta: the count at the next check of the clock, */
  uint64_t slice;  /* this much after the last check, */
  double looked;   /* and the time of that check */
  double due;      /* time of the next report of progress */
  bool is_due;     /* that time has come */
  tes_seen *seen;
  size_t seen_count, seen_capacity;
  tes_move line[DEEPEST];
  size_t length;
  /* Sums of Monte Carlo search, by seat: over all iterations, and over
   * `ends`. */
  double values[TES_SEATS_MAX], leads[TES_SEATS_MAX];
  uint64_t ends;
  uint32_t deepest; /* plies in the tree in this run */
};

/* The seat, or 0 if there are more than two seats: then a known win for another
 * seat is no reason against a move. */
static inline int search_may_lose(const tes_search *s, int seat) {
  return s->rules->seats <= 2 ? seat : 0;
}

/* ---- scratch.c: the parts that helpers do not share ---- */

/* Makes the states and lists of `s`, which is zeroed except for `rules` and
 * `options`. TES_OK; or TES_ENOMEM, and the partial result must be freed. */
int scratch_make(tes_search *s);
void scratch_free(tes_search *s);

/* ---- policy.c: weights of moves ---- */

/* Writes the weights of the moves in s->list to s->weight and returns their
 * sum: 0 without a policy. Negative: a status. */
double search_policy(tes_search *s, const tes_state *state, tes_work *work);

/* ---- team.c: several threads that search together ---- */

/* The work of a helper in its thread, until search_enough(); returns a
 * status. */
typedef int team_help(tes_search *helper, tes_work *work);

/* Makes the helpers that the budget asks for, or as many as memory allows, and
 * sets s->threads (1 until then) to their number plus the leader. */
void team_begin(tes_search *s);
/* Starts the helpers. The shared parts of `s` must exist. */
void team_go(tes_search *s, team_help *help);
/* team_rest pauses all helpers between two iterations, and adds their counts to
 * `s`; team_resume lets them continue. Both do nothing without helpers. */
void team_rest(tes_search *s);
void team_resume(tes_search *s);
/* Stops the helpers and adds their counts. Returns TES_OK, or the status of a
 * helper that failed, with the reason in work->error. If iterations are
 * limited, each helper finishes those that it has taken. */
int team_end(tes_search *s, tes_work *work);
void team_free(tes_search *s);

/* For search_enough(): waits while the leader pauses the team; must `s`
 * stop? */
bool team_stops(tes_search *s);
/* Takes some of the remaining iterations; false if there are none. */
bool team_takes(tes_search *s);
/* Publishes the depth that the leader has completed (alpha-beta). */
void team_tell_depth(tes_search *s, int depth);
int team_depth(const tes_search *s);

/* ---- budget.c: clock, iterations and progress ---- */

/* Is it time to stop? Checks the flag, the count and the clock. */
bool search_enough(tes_search *s, const tes_work *work);
/* Is a report of progress due? Call it after search_enough(). */
bool search_is_due(tes_search *s);
/* Has the search run long enough for a report? Called after each completed
 * depth. */
bool search_has_news(const tes_search *s);
/* Schedules the next report. */
void search_plan_news(tes_search *s);
/* Has this share of the seconds passed, if they are limited? */
bool search_late(const tes_search *s, double share);
double search_clock(void);

/* ---- root_moves.c: the moves at the root ---- */

/* Empties the list and makes room for `count` moves; adds a move. */
int search_see_none(tes_search *s, size_t count);
void search_see(tes_search *s, tes_seen seen);
/* The rank of a proof for the seat that makes the move. Moves of the highest
 * rank come first; visits decide between equal ranks. A win beats everything. A
 * loss counts against a move only with up to two seats: with more, it does not
 * say which other seat wins (search_may_lose). */
int search_rank(const tes_search *s, tes_proof proof);
/* Does move `a` come before `b`? */
bool search_prefers(const tes_search *s, const tes_seen *a, const tes_seen *b);
/* The index of the best move. Moves one move to the front, and back again; the
 * others keep their order. */
size_t search_best(const tes_search *s);
void search_to_front(tes_search *s, size_t i);
void search_put_back(tes_search *s, size_t i);
/* A line that does not begin with the first move of the list becomes that move
 * alone. */
void search_trim_line(tes_search *s);
/* Puts the best first, and trims the line. */
void search_sort(tes_search *s);
/* Fills in the results. */
void search_report(tes_search *s, tes_found *found);
/* Reports `found` as progress. Returns a status. */
int search_tell(tes_search *s, tes_found found, tes_work *work);

/* ---- value.c: results as values ---- */

/* The leads of a state that is not over; returns the trust, or a status. */
static inline int search_estimate(tes_search *s, const tes_state *state,
                                  int *lead, tes_work *work) {
  return s->estimator != NULL
             ? estimator_estimate(s->estimator, state, lead, work)
             : insight_estimate(s->rules, state, lead, work);
}
/* Measures typical margins by playouts from the root; a search without playouts
 * learns them later. */
int search_measure(tes_search *s, tes_work *work);
/* The sole winner of a finished game; NO_WINNER if the first place is shared or
 * a single seat has not won; 0 for other results. */
int search_winner(const tes_rules *rules, const tes_state *state, int *outcome,
                  tes_work *work);
/* The value of an outcome for a seat. */
double search_worth(const tes_rules *rules, int outcome, int seat);
tes_proof search_proof(const tes_rules *rules, int outcome, int seat);
/* Plays `state` to the end, or as far as time allows, and values the result; or
 * calls the hook for a value. */
int search_try(tes_search *s, tes_state *state, double *value, tes_work *work);

/* ---- report.c: the tree of Monte Carlo search ---- */

/* Reports the moves at the root, the principal variation if `line`, and the
 * facts of the tree in `found`. Returns TES_OK, TES_ENOMEM, or the status of a
 * function of the game that failed on the line. */
int report_see(tes_search *s, tes_found *found, bool line, tes_work *work);

/* ---- the two searches ---- */

int mcts_run(tes_search *s, tes_found *found, tes_work *work);
int alphabeta_run(tes_search *s, tes_found *found, tes_work *work);

#endif
