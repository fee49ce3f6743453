/* search.h: what the two searches share; not installed.
 *
 * Data, on half a page:
 *
 *   tes_search     one searcher: options, scratch states, what it remembers
 *     tree         of Monte Carlo search: one block of nodes, by index (tree.c)
 *     table        of alpha-beta: entries of one size (table.c)
 *     seen, line   what the last run found (search.c)
 *
 * Calls: tes_search_run (search.c) begins or keeps a tree, starts the clock
 * and runs mcts.c or alphabeta.c, which ask search_enough() when to stop and
 * report through search_see(). Both look at games through tes_* functions
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
#ifndef TES_SEARCH_H
#define TES_SEARCH_H

#include "../runtime/insight.h"

enum {
  LOGS = 4096,        /* numbers whose logarithm is kept */
  DEEPEST = 200,      /* plies in the tree, and of a line */
  PILOTS = 32,        /* playouts that measure what margins are usual */
  NOBODY = 9,         /* outcome: drawn; alone: not won */
  PLIES_MAX = 64,     /* of alpha-beta */
  QUIESCENCE_MAX = 16 /* plies of tactical moves behind them */
};

/* ---- tree.c: the nodes of Monte Carlo search ---- */

/* Each node stands for the move that led to it. `mean` is the average value
 * for the seat that made this move. The root is node 0.
 *
 * Open games: the children of a node are a block, made at once, the most
 * promising first; those that were visited are at its beginning, so that only
 * they are looked at. Where things are hidden, which moves there are depends
 * on the deal below the root: children are made one by one and linked, each
 * counts how often it could have been chosen. A child always stands behind its
 * parent. */
typedef struct node {
  tes_move move;
  float mean;
  union {
    float prior;   /* open: its share of the weights */
    uint32_t seen; /* hidden: how often it was legal here */
  };
  uint32_t visits;
  uint32_t first;  /* of the children; 0 for none */
  uint32_t link;   /* open: how many children; hidden: the next sibling, or 0 */
  uint8_t outcome; /* proven: the seat that wins alone, NOBODY, or 0 */
  uint8_t kept;    /* while the tree is compacted */
  uint8_t zero[2];
} node;

typedef struct tree {
  const tes_alloc *alloc;
  node *nodes;
  uint32_t count, capacity, limit;
  bool full;
} tree;

void tree_init(tree *t, const tes_alloc *alloc, size_t memory);
void tree_free(tree *t);
/* Forgets everything; TES_OK with a root, or TES_ENOMEM. */
int tree_clear(tree *t);
/* `count` zeroed nodes behind each other: the first, or 0 if there is no room.
 * `always`: beyond the limit, if need be. Pointers to nodes are void then. */
uint32_t tree_add(tree *t, uint32_t count, bool always);
/* Makes a child the root and drops what is not below it: open games only. */
int tree_descend(tree *t, uint32_t child);

/* ---- table.c: the transposition table of alpha-beta ---- */

enum { AT_LEAST = 1, AT_MOST = 2, EXACT = 3 };

/* Behind each entry stand the bytes of its key. */
typedef struct entry {
  tes_move move;
  int32_t score; /* a proven one counts its plies from here */
  int16_t depth; /* -1: the score says nothing */
  uint8_t bound;
  uint8_t whole; /* nothing below was evaluated: the score is exact */
} entry;

typedef struct table {
  const tes_rules *rules;
  unsigned char *slots;
  size_t count, size; /* a power of two; bytes of one */
} table;

int table_init(table *t, const tes_rules *rules, size_t memory);
void table_free(table *t);
void table_clear(table *t);
/* The entry of the same position, or NULL. */
const entry *table_find(const table *t, const tes_state *state, uint64_t hash);
void table_keep(table *t, const tes_state *state, uint64_t hash, entry e);

/* ---- search.c ---- */

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
  tes_seen *seen;
  size_t seen_count, seen_capacity;
  tes_move line[DEEPEST];
  size_t length;
};

/* Is it time to stop? Looks at the flag, the count and the clock. */
bool search_enough(const tes_search *s, const tes_work *work);
bool search_stopped(const tes_work *work);
double search_clock(void);
/* Empties what was seen, with room for `count`; adds one. */
int search_see_none(tes_search *s, size_t count);
void search_see(tes_search *s, tes_seen seen);
/* The weights of the moves in s->list into s->weight, of which the sum is
 * returned: 0 if nobody has an opinion. Negative: a status. */
double search_weigh(tes_search *s, const tes_state *state, tes_work *work);

/* log.c */
void search_fill_logs(double log[LOGS]);
double search_log(const double log[LOGS], uint32_t n);

/* value.c: results as values */
int search_measure(tes_search *s, tes_work *work);
/* Of a state that is over, or as if it were. */
int search_value(const tes_search *s, const tes_state *state, double *value,
                 tes_work *work);
/* Who has won a state that is over, if one alone has; NOBODY if two share it
 * or one alone has not won; 0 if it cannot be put so. */
int search_winner(const tes_rules *rules, const tes_state *state, int *outcome,
                  tes_work *work);
/* What an outcome is worth to a seat. */
double search_worth(const tes_rules *rules, int outcome, int seat);
tes_proof search_proof(const tes_rules *rules, int outcome, int seat);
/* Plays `state` to the end and values it, or lets the hook value it. */
int search_try(tes_search *s, tes_state *state, double *value, tes_work *work);

/* mcts.c, alphabeta.c */
int mcts_run(tes_search *s, tes_found *found, tes_work *work);
int alphabeta_run(tes_search *s, tes_found *found, tes_work *work);

#endif
