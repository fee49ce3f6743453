/* searcher.h: what the two searches share; not installed.
 *
 * Data, on half a page:
 *
 *   tes_search     one searcher: options, scratch states, what it remembers
 *     tree         of Monte Carlo search: one block of nodes, by index (tree.c)
 *     table        of alpha-beta: entries of one size (table.c)
 *     seen, line   what the last run found (searcher.c)
 *
 * Floors: log, tree and table; searcher.c; value.c; the two searches, mcts.c
 * and alphabeta.c; and search.c, what a program calls. tes_search_run begins or
 * keeps a tree, starts the clock and runs one of the two, which ask
 * search_enough() when to stop and search_is_due() when to tell how it goes,
 * and report through search_see(). Both look at games through tes_* functions
 * and the hooks only. Nothing is allocated while a search goes down the tree,
 * except that the block of nodes grows, up to the memory that is allowed.
 *
 * Numbers are IEEE doubles and floats under + - * / and sqrt, which are exact
 * to the last bit everywhere, and logarithms come from a table that is made
 * of these (log.c): so a search is a function of its state, seed and
 * iterations alone.
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
#include "log.h"
#include "table.h"
#include "tree.h"

enum {
  DEEPEST = 200,      /* plies in the tree, and of a line */
  NOBODY = 9,         /* outcome: drawn; alone: not won */
  PLIES_MAX = 64,     /* of alpha-beta */
  QUIESCENCE_MAX = 16 /* plies of tactical moves behind them */
};

struct tes_search {
  const tes_rules *rules;
  tes_search_options options;
  tes_rng rng;
  double log[LOGS];

  tes_state *root, *now; /* where the search begins; scratch */
  bool rooted;           /* `root` and what is remembered belong together */
  bool hidden;
  double centre, scale; /* of margins */
  tree tree;
  tes_list list, other; /* scratch */
  double *weight;       /* scratch, of the moves in `list` */
  uint32_t *order;      /* scratch, likewise */
  size_t width;         /* how many moves there are at the root */
  size_t weights;       /* room in both */
  table table;
  unsigned char *states; /* alpha-beta: one for each ply */

  tes_budget budget;
  double begin; /* of the clock */
  uint64_t done;
  uint64_t
      look; /* alpha-beta: at how many done the clock is looked at again, */
  uint64_t slice; /* which is so many later than the last time, */
  double looked;  /* and that was then */
  double due;     /* when progress is told again */
  bool is_due;    /* it is that time */
  tes_seen *seen;
  size_t seen_count, seen_capacity;
  tes_move line[DEEPEST];
  size_t length;
  /* Sums of Monte Carlo search, by seat: over `done`, and over `ends`. */
  double values[TES_SEATS_MAX], leads[TES_SEATS_MAX];
  uint64_t ends;
};

/* Is it time to stop? Looks at the flag, the count and the clock. */
bool search_enough(tes_search *s, const tes_work *work);
/* Shall it be told now how it goes? To be asked after search_enough(). */
bool search_is_due(tes_search *s);
/* Has it run for so long that news come? Asked where a depth is complete. */
bool search_has_news(const tes_search *s);
/* Not before a while from now. */
void search_plan_news(tes_search *s);
/* Tells it: `found`, with what was seen filled in. Returns a status. */
int search_tell(tes_search *s, tes_found found, tes_work *work);
/* Has this share of the seconds passed, if there are any? */
bool search_late(const tes_search *s, double share);
bool search_stopped(const tes_work *work);
double search_clock(void);
/* Empties what was seen, with room for `count`; adds one. */
int search_see_none(tes_search *s, size_t count);
void search_see(tes_search *s, tes_seen seen);
/* Puts the best first; fills in what was seen. */
void search_sort(tes_search *s);
void search_report(tes_search *s, tes_found *found);
/* The weights of the moves in s->list into s->weight, of which the sum is
 * returned: 0 without a policy. Negative: a status. */
double search_policy(tes_search *s, const tes_state *state, tes_work *work);

#endif
