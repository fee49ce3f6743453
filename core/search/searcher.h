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
 * From the bottom up: log, tree and table; choose_child.c, which child of a
 * node; scratch.c, policy.c; team.c; budget.c; root_moves.c; value.c; report.c
 * for Monte Carlo search, walk.c and proof.c for alpha-beta; the two searches,
 * mcts.c and alphabeta.c; and search.c, the calls of a program. tes_search_run
 * starts the clock, begins or keeps a tree, and runs one of the two searches.
 * They ask search_enough() when to stop and search_is_due() when to report
 * progress, and report through search_see(). They look at games through tes_*
 * functions, runtime/insight.h and the hooks only.
 *
 * Memory: search.c, scratch.c, team.c and table.c allocate the parts of a
 * searcher, walk.c and proof.c those of one run. During a run only these grow:
 * the columns of the tree, up to the allowed memory; lists of moves, and the
 * arrays for the moves of one position (policy.c, root_moves.c, proof.c), up to
 * the longest.
 *
 * Numbers are IEEE doubles and floats under + - * / and sqrt, which are exact
 * to the last bit everywhere, and logarithms come from a table that is made
 * of these (log.c): so what a new searcher finds is a function of its state,
 * seed and iterations alone, where one thread searches.
 *
 * What is exact. An outcome of a node of the tree is proven from the ends of
 * games, with the whole way from the start in each state, so that nothing
 * that was played before is forgotten. A proof of alpha-beta is a strategy
 * that wins within n plies whatever is answered; the table gives it to a
 * position that == calls the same only if n plies are less than the game's
 * horizon, within which nothing that was before can end the game. Keys in the
 * table are compared byte by byte, not by their hash. */
#ifndef TES_SEARCHER_H
#define TES_SEARCHER_H

#include "../runtime/insight.h"
#include "../runtime/state.h"
#include "../weights/weights.h"
#include "log.h"
#include "table.h"
#include "tree.h"

enum {
  DEEPEST = 200,       /* plies in the tree, and of a line */
  PLIES_MAX = 64,      /* of alpha-beta, */
  QUIESCENCE_MAX = 16, /* plies of forcing moves after them, */
  PROOFS = 4           /* and of its memory one part of so many for proofs */
};

/* Bytes for the weight and the number of one move. */
#define WEIGHT_SIZE (sizeof(double) + sizeof(uint32_t))

struct tes_search {
  const tes_rules *rules;
  tes_search_options options;
  tes_rng rng;
  double log[LOGS];

  struct team *team; /* NULL until there were several threads */
  int number;        /* in the team: 0 leads it, the others help */
  int threads;       /* that search now */

  tes_state *root, *now;   /* where the search begins; scratch */
  estimator *estimator;    /* of options.weights, or NULL */
  bool rooted;             /* `root` and what is remembered belong together */
  bool hidden;             /* something is, or still to be drawn, from `root` */
  double centre, scale;    /* of leads in points (value.c) */
  tree own_tree, *tree;    /* a helper has its leader's, */
  tes_list list, other;    /* scratch */
  double *weight;          /* scratch, of the moves in `list`, */
  uint32_t *order;         /* and after these their order: one block */
  size_t width;            /* how many moves there are at the root */
  size_t weights;          /* room in both */
  table own_table, *table; /* and of these as well */
  table proofs;            /* with reductions (proof.c) */
  int32_t provers;         /* that there were */

  tes_budget budget;
  double begin;    /* of the clock */
  uint64_t done;   /* iterations */
  uint64_t share;  /* it may do so many, if they are limited */
  uint64_t helped; /* what others have done, as far as it is counted here, */
  uint64_t told;   /* and, of a helper, what of its own is */
  uint64_t look;  /* alpha-beta: when so many are done the clock is looked at */
  uint64_t slice; /* again, which is so many later than the last time, */
  double looked;  /* and that was then */
  double due;     /* when progress is told again */
  bool is_due;    /* it is that time */
  tes_seen *seen;
  size_t seen_count, seen_capacity;
  tes_move line[DEEPEST];
  size_t length;
  /* Sums of Monte Carlo search, by seat: over all that is done, and over
   * `ends`. */
  double values[TES_SEATS_MAX], leads[TES_SEATS_MAX];
  uint64_t ends;
  uint32_t deepest; /* plies in the tree in this run */
};

/* The seat, or 0 where there are more than two: with more it is no reason not
 * to choose a move that another one is known to win by it. */
static inline int search_may_lose(const tes_search *s, int seat) {
  return s->rules->seats <= 2 ? seat : 0;
}

/* ---- scratch.c: what helpers do not share ---- */

/* States and lists, for s->rules and s->options; TES_OK or TES_ENOMEM, with
 * what is there to be freed. `s` is zeroed but for these two. */
int scratch_make(tes_search *s);
void scratch_free(tes_search *s);

/* ---- policy.c: weights of moves ---- */

/* Writes the weights of the moves in s->list into s->weight and returns their
 * sum: 0 without a policy. Negative: a status. */
double search_policy(tes_search *s, const tes_state *state, tes_work *work);

/* ---- team.c: several threads that search together ---- */

/* What a helper does in its thread, until search_enough(); a status. */
typedef int team_help(tes_search *helper, tes_work *work);

/* Makes the helpers that the budget asks for, or as many as there is memory
 * for, and sets s->threads to their number with the leader: it was 1. */
void team_begin(tes_search *s);
/* Starts the helpers. `s` has made what they share. */
void team_go(tes_search *s, team_help *help);
/* All helpers pause between two iterations, with their work counted in `s`;
 * they continue. Both do nothing without helpers. */
void team_rest(tes_search *s);
void team_resume(tes_search *s);
/* Ends the helpers' work and counts it. Returns TES_OK, or the status of one
 * that failed, with the reason in work->error. With limited iterations each
 * helper finishes those that it has taken. */
int team_end(tes_search *s, tes_work *work);
void team_free(tes_search *s);

/* For search_enough(): pauses while the leader wants it; must this one stop? */
bool team_stops(tes_search *s);
/* Takes some of the iterations that are left; false if none are. */
bool team_takes(tes_search *s);
/* The depth that the leader has completed, for all to know (alpha-beta). */
void team_tell_depth(tes_search *s, int depth);
int team_depth(const tes_search *s);

/* ---- budget.c: clock, iterations and progress ---- */

/* Is it time to stop? Looks at the flag, the count and the clock. */
bool search_enough(tes_search *s, const tes_work *work);
/* Is a report of progress due? To be asked after search_enough(). */
bool search_is_due(tes_search *s);
/* Has it run long enough for a report? Asked where a depth is complete. */
bool search_has_news(const tes_search *s);
/* The next report is due a while from now. */
void search_plan_news(tes_search *s);
/* Has this share of the seconds passed, if they are limited? */
bool search_late(const tes_search *s, double share);
double search_clock(void);

/* ---- root_moves.c: the moves at the root ---- */

/* Empties the list, with room for `count` moves; adds one. */
int search_see_none(tes_search *s, size_t count);
void search_see(tes_search *s, tes_seen seen);
/* The rank of a proof for the seat that makes the move. Moves of the highest
 * rank come first; visits decide between equal ranks. A win beats everything. A
 * loss counts against a move of up to two seats only: with more seats it does
 * not say who else wins (search_may_lose). */
int search_rank(const tes_search *s, tes_proof proof);
/* Does move `a` come before `b`? */
bool search_prefers(const tes_search *s, const tes_seen *a, const tes_seen *b);
/* The index of the best move; moves it to the front, where the others keep
 * their order, and back again. */
size_t search_best(const tes_search *s);
void search_to_front(tes_search *s, size_t i);
void search_put_back(tes_search *s, size_t i);
/* A line that does not begin with the first move becomes that move alone. */
void search_trim_line(tes_search *s);
/* Puts the best first, and trims the line. */
void search_sort(tes_search *s);
/* Fills in what was seen. */
void search_report(tes_search *s, tes_found *found);
/* Reports `found`, filled in, as progress. Returns a status. */
int search_tell(tes_search *s, tes_found found, tes_work *work);

/* ---- value.c: results as values ---- */

/* The leads of a state that goes on; returns the trust, or a status. */
static inline int search_estimate(tes_search *s, const tes_state *state,
                                  int *lead, tes_work *work) {
  return s->estimator != NULL
             ? estimator_estimate(s->estimator, state, lead, work)
             : insight_estimate(s->rules, state, lead, work);
}
/* Measures the usual margins by playouts from the root; a search without
 * playouts learns them later. */
int search_measure(tes_search *s, tes_work *work);
/* The sole winner of a state that is over; NOBODY if two share the first rank
 * or a single seat has not won; 0 for other results. */
int search_winner(const tes_rules *rules, const tes_state *state, int *outcome,
                  tes_work *work);
/* The value of an outcome for a seat. */
double search_worth(const tes_rules *rules, int outcome, int seat);
tes_proof search_proof(const tes_rules *rules, int outcome, int seat);
/* Plays `state` to the end, or as far as time allows, and values it, or lets
 * the hook value it. */
int search_try(tes_search *s, tes_state *state, double *value, tes_work *work);

/* ---- report.c: the tree of Monte Carlo search ---- */

/* Sees the moves at the root, the principal variation if `line`, and fills in
 * what `found` says of the tree. Returns a status: without memory, or of a
 * function of the game that failed on the line. */
int report_see(tes_search *s, tes_found *found, bool line, tes_work *work);

/* ---- the two searches ---- */

int mcts_run(tes_search *s, tes_found *found, tes_work *work);
int alphabeta_run(tes_search *s, tes_found *found, tes_work *work);

#endif
