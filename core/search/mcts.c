/* mcts.c: Monte Carlo tree search for any number of seats.
 *
 * An iteration goes down the tree from a copy of the root's state, makes new
 * nodes where it leaves it, plays to the end (or asks `evaluate`) and adds
 * each seat's value to the nodes that the seat has chosen on the way.
 *
 * Choosing. Without weights it is UCB1 (Kocsis and Szepesvari, "Bandit based
 * Monte-Carlo planning", 2006), and a move that was not tried yet counts as one
 * that was tried once and came out as the others did on average: so a good
 * reply among hundreds is followed before all the others are tried. With
 * weights it is mean + c * share * sqrt(N) / (1 + n) (Rosin, "Multi-armed
 * bandits with episode context", 2011, as AlphaGo has it), and only the most
 * promising of those not tried stands for all of them; its first-play urgency
 * is the mean so far less a reduction, as others seemed better before anything
 * was tried.
 *
 * What is hidden is dealt anew for the seat at the root in every iteration,
 * and nodes stand for what that seat sees: single-observer ISMCTS (Cowling,
 * Powley and Whitehouse, "Information set Monte Carlo tree search", 2012).
 * There the N of a move counts only the visits in which it was legal. What
 * the seat itself can do at the root is the same in all deals: its children
 * are made as those of open games, and the n-th visit of each meets the n-th
 * deal, so that no move is better for its luck. A reply is met again only in
 * some deals, and a node gets children late: before, playouts answer better
 * than moves that were tried once.
 *
 * Where nothing is hidden any more, as in the end of Qwirkle for two, the tree
 * is that of an open game.
 *
 * Proofs (Winands, Bjornsson and Saito, "Monte-Carlo tree search solver",
 * 2008). A node is won for a seat if that seat is to move and has a child that
 * is, or if another is to move and all children are: that is sound for any
 * number of seats, where "won" means to come first alone, whatever the others
 * do. With two a draw is exact as well; with more, what is best among lost ends
 * depends on tastes, and nothing is proven. Where points count instead of the
 * place, and where things are hidden, nothing is proven either. */
#include <math.h>
#include <string.h>

#include "mcts.h"
#include "team.h"
#include "value.h"

/* A leaf is given children when it was visited this often, more where there
 * are many: most leaves of a wide tree are never visited again. Where things
 * are hidden: as often as there are moves at the root, so many times. */
enum { EXPAND = 2, WIDE = 32, DEALS = 8 };

#define EXPLORATION 0.6
#define EXPLORATION_WEIGHTED 1.2
#define FIRST_PLAY_REDUCTION 0.2

/* The way down. Each node on it is counted when it is come to, so that others
 * see where somebody is; `before` is how often it was visited then. */
typedef struct descent {
  tes_search *s;
  tes_work *work;
  uint32_t path[DEEPEST + 1]; /* nodes */
  uint32_t before[DEEPEST + 1];
  uint8_t mover[DEEPEST + 1]; /* who chose the next one */
  int depth;
  double value[TES_SEATS_MAX];
} descent;

static node *at(const descent *d, int depth) {
  return &d->s->tree->nodes[d->path[depth]];
}

/* How often the node at hand was visited before. */
static uint32_t visits_of(const descent *d) {
  return d->before[d->depth];
}

/* Where things can be hidden that nothing is any more is not certain enough. */
static bool proves(const tes_search *s) {
  return !tes_hides(s->rules) && s->options.margin < 1;
}

static double exploration(const tes_search *s, bool weighted) {
  if (s->options.exploration > 0) return s->options.exploration;
  return weighted ? EXPLORATION_WEIGHTED : EXPLORATION;
}

/* ---- expansion ---- */

/* The order in which children stand: any, and then by their weights. */
static bool before(const double *weight, uint32_t a, uint32_t b) {
  return weight[a] > weight[b];
}

static void merge(uint32_t *order, uint32_t *spare, size_t low, size_t middle,
                  size_t high, const double *weight) {
  size_t i = low, k = middle;
  for (size_t to = low; to < high; to++) {
    const bool right =
        i == middle || (k < high && before(weight, order[k], order[i]));
    spare[to] = right ? order[k++] : order[i++];
  }
  memcpy(order + low, spare + low, (high - low) * sizeof *order);
}

/* Stable, so that equal ones stay in the order of the shuffle. `spare` is
 * memory of a list that is not in use. */
static void sort_order(tes_search *s, size_t count) {
  uint32_t *spare = (uint32_t *)(void *)s->other.moves;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t low = 0; low + width < count; low += 2 * width) {
      const size_t high = low + 2 * width < count ? low + 2 * width : count;
      merge(s->order, spare, low, low + width, high, s->weight);
    }
  }
}

static int order_moves(tes_search *s, bool weighted) {
  const size_t count = s->list.count;
  s->other.count = 0;
  if (tes_list_reserve(&s->other, count) != TES_OK) return TES_ENOMEM;
  for (size_t i = 0; i < count; i++) {
    const size_t k = tes_below(&s->rng, (uint32_t)i + 1);
    s->order[i] = s->order[k];
    s->order[k] = (uint32_t)i;
  }
  if (weighted) sort_order(s, count);
  return TES_OK;
}

static int list_moves(descent *d) {
  tes_search *s = d->s;
  s->list.count = 0;
  const int status = tes_moves(s->rules, s->now, &s->list, d->work);
  if (status != TES_OK || s->list.count > 0) return status;
  return tes_fail(&d->work->error, TES_EGAME,
                  "%s: no move is listed and the game is not over",
                  s->rules->game->name);
}

/* Where things are hidden nothing is proven, and what has no weight need not
 * be looked at. */
static void drop_pruned(tes_search *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->list.count; i++) {
    s->list.moves[kept] = s->list.moves[i];
    s->weight[kept] = s->weight[i];
    kept += s->weight[i] > 0;
  }
  s->list.count = kept;
}

/* The moves and their weights; the sum of these, or negative: a status. */
static double ask_policy(descent *d) {
  tes_search *s = d->s;
  const int status = list_moves(d);
  if (status != TES_OK) return status;
  if (d->depth == 0) s->width = s->list.count;
  const double sum = search_policy(s, s->now, d->work);
  if (sum > 0 && s->hidden) drop_pruned(s);
  return sum;
}

/* Makes all children of the node at hand, as open games have them; it has
 * none afterwards if there is no room. */
static int expand(descent *d) {
  tes_search *s = d->s;
  const double sum = ask_policy(d);
  if (sum < 0) return (int)sum;
  const uint32_t count = (uint32_t)s->list.count;
  const int status = order_moves(s, sum > 0);
  if (status != TES_OK) return status;
  const uint32_t first = tree_add(s->tree, count, d->depth == 0);
  if (first == 0) return d->depth == 0 ? TES_ENOMEM : TES_OK;
  for (uint32_t i = 0; i < count; i++) {
    node *child = &s->tree->nodes[first + i];
    child->move = s->list.moves[s->order[i]];
    child->prior = sum > 0 ? (float)(s->weight[s->order[i]] / sum) : 0;
  }
  at(d, d->depth)->link = count;
  node_show(at(d, d->depth), first);
  return TES_OK;
}

/* The same where others may want it too: it stays a leaf for all but one. */
static int expand_alone(descent *d) {
  const tree *t = d->s->tree;
  int status = TES_OK;
  if (!node_claim(t, at(d, d->depth))) return TES_OK;
  if (node_first(at(d, d->depth)) == 0) status = expand(d);
  node_let_go(t, at(d, d->depth));
  return status;
}

static bool is_ripe(const descent *d) {
  if (d->depth == 0) return true;
  if (d->s->hidden) return visits_of(d) >= DEALS * d->s->width;
  const uint32_t among = at(d, d->depth - 1)->link;
  return visits_of(d) >= EXPAND + among / WIDE;
}

/* ---- selection ---- */

/* What the children that were visited come to. */
typedef struct selection {
  bool weighted;
  double c, root, logarithm; /* sqrt(N), ln N */
  double sum;                /* of mean * visits */
  uint32_t visits;
} selection;

static double urgency(const selection *c, double mean, double share,
                      uint32_t visits) {
  if (c->weighted) return mean + c->c * share * c->root / (1.0 + visits);
  return mean + c->c * sqrt(c->logarithm / (visits > 0 ? visits : 1));
}

static double mean_so_far(const selection *c) {
  return c->visits > 0 ? c->sum / c->visits : 0.5;
}

/* Is it known that the mover cannot do worse than with this one? */
static bool is_lost(const tes_search *s, const node *child, int mover) {
  const int outcome = node_outcome(child);
  return outcome != 0 && outcome != mover && outcome != NOBODY &&
         s->rules->seats <= 2;
}

/* The child of an open node; those that were visited come first. */
static uint32_t select_open(const descent *d, const node *n) {
  const tes_search *s = d->s;
  const int mover = s->now->seat;
  const node *children = &s->tree->nodes[n->first];
  const bool weighted = children[0].prior > 0;
  const uint32_t total = visits_of(d) > 0 ? visits_of(d) : 1;
  selection c = {.weighted = weighted,
                 .c = exploration(s, weighted),
                 .root = sqrt((double)total),
                 .logarithm = search_log(s->log, total)};
  uint32_t best = 0, i = 0;
  double most = -1;
  for (; i < n->link; i++) {
    const node *child = &children[i];
    const uint32_t visits = node_visits(child);
    if (visits == 0) break;
    const double mean = (double)node_mean(child);
    c.visits += visits;
    c.sum += mean * visits;
    if (is_lost(s, child, mover)) continue;
    const double u = urgency(&c, mean, (double)child->prior, visits);
    if (u > most) {
      most = u;
      best = i;
    }
  }
  const double first_play =
      mean_so_far(&c) - (weighted && !s->hidden ? FIRST_PLAY_REDUCTION : 0);
  if (i < n->link &&
      urgency(&c, first_play, (double)children[i].prior, 0) > most) {
    best = i;
  }
  return n->first + best;
}

/* ---- selection where things are hidden ---- */

/* The children of a node by their moves, those of who is to move: open
 * addressing in s->other, pairs of a move and an index. */
static size_t slot_of(const tes_list *pairs, size_t mask, tes_move move) {
  size_t slot = ((uint64_t)move * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;
  while (pairs->moves[2 * slot] != 0 && pairs->moves[2 * slot] != move) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

/* Returns the mask of the slots, or 0 without memory. */
static size_t index_children(tes_search *s, uint32_t first) {
  const node *nodes = s->tree->nodes;
  size_t slots = 8, count = 0;
  for (uint32_t i = first; i != 0; i = nodes[i].link) count++;
  while (slots < 2 * count) slots *= 2;
  s->other.count = 0;
  if (tes_list_reserve(&s->other, 2 * slots) != TES_OK) return 0;
  memset(s->other.moves, 0, 2 * slots * sizeof(tes_move));
  for (uint32_t i = first; i != 0; i = nodes[i].link) {
    if (nodes[i].mover != s->now->seat) continue;
    const size_t slot = slot_of(&s->other, slots - 1, nodes[i].move);
    s->other.moves[2 * slot] = nodes[i].move;
    s->other.moves[2 * slot + 1] = (tes_move)i;
  }
  return slots - 1;
}

/* The best of the moves that have no child: by weight, or any of them. */
typedef struct untried {
  uint32_t count;
  size_t index;
  double share;
} untried;

static void meet(tes_search *s, untried *u, size_t index, double share) {
  u->count++;
  const bool better = share > 0 ? u->count == 1 || share > u->share
                                : tes_below(&s->rng, u->count) == 0;
  if (!better) return;
  u->index = index;
  u->share = share;
}

static double score_seen(const tes_search *s, selection *c, node *child,
                         double share) {
  const uint32_t seen = node_add(s->tree, &child->seen, 1) + 1;
  const uint32_t visits = node_visits(child);
  const double mean = (double)node_mean(child);
  c->visits += visits;
  c->sum += mean * visits;
  c->root = sqrt((double)seen);
  c->logarithm = search_log(s->log, seen);
  return urgency(c, mean, share, visits);
}

/* The child for a move among those from `first` on, before `end`; or 0. */
static uint32_t find_child(const descent *d, uint32_t first, uint32_t end,
                           tes_move move) {
  const node *nodes = d->s->tree->nodes;
  for (uint32_t i = first; i != end; i = nodes[i].link) {
    if (nodes[i].move == move && nodes[i].mover == d->s->now->seat) return i;
  }
  return 0;
}

/* A child for a move that has none among those from `known` on: the new one, or
 * that of somebody else who was faster. */
static uint32_t link_child(descent *d, uint32_t known, tes_move move) {
  tree *t = d->s->tree;
  const uint32_t child = tree_add(t, 1, false);
  if (child == 0) return 0;
  node *n = at(d, d->depth);
  uint32_t first = node_first(n);
  t->nodes[child].move = move;
  t->nodes[child].seen = 1;
  t->nodes[child].mover = d->s->now->seat;
  do {
    const uint32_t other = find_child(d, first, known, move);
    if (other != 0) return other;
    t->nodes[child].link = first;
  } while (!node_replace_first(n, &first, child));
  return child;
}

/* The child to go on with, or 0 where there is no room for it; negative: a
 * status. Weights are asked for only here, and only when the node is visited
 * again. */
static int64_t select_hidden(descent *d) {
  tes_search *s = d->s;
  const double sum = ask_policy(d);
  if (sum < 0) return (int)sum;
  const uint32_t first = node_first(at(d, d->depth));
  const size_t mask = index_children(s, first);
  if (mask == 0) return TES_ENOMEM;
  selection c = {.weighted = sum > 0, .c = exploration(s, sum > 0)};
  untried u = {0};
  uint32_t best = 0;
  double most = -1;
  for (size_t i = 0; i < s->list.count; i++) {
    const double share = sum > 0 ? s->weight[i] / sum : 0;
    const size_t slot = slot_of(&s->other, mask, s->list.moves[i]);
    const uint32_t index = (uint32_t)s->other.moves[2 * slot + 1];
    if (s->other.moves[2 * slot] == 0) {
      meet(s, &u, i, share);
      continue;
    }
    const double score = score_seen(s, &c, &s->tree->nodes[index], share);
    if (score > most) {
      most = score;
      best = index;
    }
  }
  const uint32_t total = visits_of(d) > 0 ? visits_of(d) : 1;
  c.root = sqrt((double)total);
  c.logarithm = search_log(s->log, total);
  if (u.count == 0 || urgency(&c, mean_so_far(&c), u.share, 0) <= most) {
    return best;
  }
  const uint32_t child = link_child(d, first, s->list.moves[u.index]);
  return child != 0 ? child : best;
}

/* ---- proofs ---- */

/* What the children of an open node prove about it, the mover choosing. */
static int resolve(const tes_search *s, const node *n, int mover) {
  const node *children = &s->tree->nodes[n->first];
  int same = n->link > 0 ? node_outcome(&children[0]) : 0;
  bool drawn = false;
  for (uint32_t i = 0; i < n->link; i++) {
    const int outcome = node_outcome(&children[i]);
    if (outcome == mover) return mover;
    if (outcome == 0) return 0;
    drawn |= outcome == NOBODY;
    if (outcome != same) same = 0;
  }
  return s->rules->seats == 2 && drawn ? NOBODY : same;
}

static void prove_upwards(descent *d) {
  for (int i = d->depth - 1; i >= 0; i--) {
    node *n = at(d, i);
    const int mover = d->mover[i];
    const int child = node_outcome(at(d, i + 1));
    if (child == 0 || node_outcome(n) != 0) return;
    const int proven = child == mover ? mover : resolve(d->s, n, mover);
    if (proven != 0) node_prove(n, proven);
  }
}

/* ---- one iteration ---- */

/* One visit more of the node at hand. Numbers have an end that is never come
 * to by counting from threads that are ahead of each other. */
static void count_visit(descent *d) {
  node *n = at(d, d->depth);
  const bool ends = node_visits(n) >= UINT32_MAX - TES_THREADS_MAX;
  d->before[d->depth] =
      ends ? node_visits(n) : node_add(d->s->tree, &n->visits, 1);
}

/* An iteration that comes to nothing was none. (A child may then be unvisited
 * among those that others visit; those behind it wait until it is again.) */
static void take_back(descent *d) {
  for (int i = 0; i <= d->depth; i++) {
    node_add(d->s->tree, &at(d, i)->visits, UINT32_MAX);
  }
}

static void set_off(descent *d) {
  tes_search *s = d->s;
  d->depth = 0;
  d->path[0] = 0;
  count_visit(d);
  tes_copy(s->rules, s->now, s->root);
}

/* Deals what is hidden for a child of the root: by how often it was visited. */
static int deal(descent *d) {
  tes_search *s = d->s;
  uint64_t seed = s->budget.seed ^ visits_of(d);
  tes_rng_seed(&s->rng, tes_splitmix64(&seed));
  return tes_view(s->rules, s->now, s->root->seat, &s->rng, d->work);
}

/* Goes on with a child. */
static int go_to(descent *d, uint32_t child) {
  tes_search *s = d->s;
  d->mover[d->depth] = s->now->seat;
  d->path[++d->depth] = child;
  count_visit(d);
  if (s->hidden && d->depth == 1) {
    const int status = deal(d);
    if (status != TES_OK) return status;
  }
  return tes_apply(s->rules, s->now, s->tree->nodes[child].move, d->work);
}

/* The next node below the one at hand; 0: this is a leaf; or a status. */
static int64_t next_node(descent *d) {
  tes_search *s = d->s;
  node *n = at(d, d->depth);
  if (s->now->over || node_outcome(n) != 0 || d->depth == DEEPEST) return 0;
  if (d->depth > 0 && visits_of(d) == 0) return 0;
  if (s->hidden && d->depth > 0) return is_ripe(d) ? select_hidden(d) : 0;
  if (node_first(n) == 0) {
    if (!is_ripe(d) || (tree_is_full(s->tree) && d->depth > 0)) return 0;
    const int status = expand_alone(d);
    if (status != TES_OK) return status;
    n = at(d, d->depth);
    if (node_first(n) == 0) return 0;
  }
  return select_open(d, n);
}

static int evaluate_leaf(descent *d) {
  tes_search *s = d->s;
  node *n = at(d, d->depth);
  int outcome = node_outcome(n);
  if (s->now->over && proves(s) && outcome == 0) {
    const int status = search_winner(s->rules, s->now, &outcome, d->work);
    if (status != TES_OK) return status;
    node_prove(n, outcome);
  } else if (outcome != 0) {
    for (int i = 0; i < s->rules->seats; i++) {
      d->value[i] = search_worth(s->rules, outcome, i + 1);
    }
    return TES_OK;
  }
  return search_try(s, s->now, d->value, d->work);
}

/* The mover's value of the node, also when a proof says better. */
static void back_up(descent *d) {
  const tes_search *s = d->s;
  for (int i = d->depth; i >= 0; i--) {
    node *n = at(d, i);
    const int seat = i > 0 ? d->mover[i - 1] : s->root->seat;
    const float mean = node_mean(n);
    const int outcome = node_outcome(n);
    const double off = d->value[seat - 1] - (double)mean;
    const bool is_known = outcome != 0 && s->rules->seats <= 2;
    node_set_mean(n, is_known ? (float)search_worth(s->rules, outcome, seat)
                              : mean + (float)(off / (d->before[i] + 1.0)));
  }
}

static int iterate(descent *d) {
  int status = TES_OK;
  int64_t next = 1;
  set_off(d);
  while (status == TES_OK && next > 0) {
    next = next_node(d);
    if (next < 0) status = (int)next;
    if (next > 0) status = go_to(d, (uint32_t)next);
  }
  if (status == TES_OK) status = evaluate_leaf(d);
  if (status != TES_OK) {
    take_back(d);
    return status;
  }
  if (proves(d->s)) prove_upwards(d);
  back_up(d);
  for (int i = 0; i < d->s->rules->seats; i++) d->s->values[i] += d->value[i];
  if ((uint32_t)d->depth > d->s->deepest) d->s->deepest = (uint32_t)d->depth;
  d->s->done++;
  return TES_OK;
}

/* ---- the report ---- */

static void see_child(tes_search *s, const node *child) {
  const int seat = s->root->seat;
  search_see(s,
             (tes_seen){.move = child->move,
                        .visits = child->visits,
                        .value = (double)child->mean,
                        .proof = search_proof(s->rules, child->outcome, seat)});
}

/* Child `i` of a node, or NULL behind the last: of both kinds of tree. */
static const node *child_at(const tes_search *s, const node *n, uint32_t i,
                            const node *last) {
  if (n->first == 0) return NULL;
  if (!s->hidden || n == s->tree->nodes) {
    return i < n->link ? &s->tree->nodes[n->first + i] : NULL;
  }
  const uint32_t next = last == NULL ? n->first : last->link;
  return next != 0 ? &s->tree->nodes[next] : NULL;
}

static int see_children(tes_search *s) {
  const node *root = &s->tree->nodes[0], *child = NULL;
  uint32_t count = 0;
  while ((child = child_at(s, root, count, child)) != NULL) count++;
  if (search_see_none(s, count) != TES_OK) return TES_ENOMEM;
  for (uint32_t i = 0; (child = child_at(s, root, i, child)) != NULL; i++) {
    see_child(s, child);
  }
  return TES_OK;
}

/* Where things are hidden moves that mirror each other meet the same deals, and
 * are visited as often: the best one is that of the list of moves (run.c). */
static bool is_ahead(const tes_search *s, const node *a, const node *b) {
  if (a->visits != b->visits) return a->visits > b->visits;
  return s->hidden && a->mean > b->mean;
}

/* What the mover would play: what wins, else what was visited most. */
static const node *most_visited(const tes_search *s, const node *n, int mover) {
  const node *best = NULL, *child = NULL;
  bool wins = false;
  for (uint32_t i = 0; (child = child_at(s, n, i, child)) != NULL; i++) {
    const bool won = child->outcome == mover;
    if (child->visits == 0 || (wins && !won)) continue;
    const bool lost = is_lost(s, child, mover);
    if (best == NULL || (won && !wins) || (is_lost(s, best, mover) && !lost) ||
        (is_ahead(s, child, best) && (!lost || is_lost(s, best, mover)))) {
      best = child;
    }
    wins |= won;
  }
  return best;
}

/* What is expected to be played; behind a hidden deal only the first move. */
static int see_line(tes_search *s, tes_work *work) {
  const node *n = &s->tree->nodes[0];
  int status = TES_OK;
  tes_copy(s->rules, s->now, s->root);
  while (status == TES_OK && !s->now->over && s->length < DEEPEST) {
    n = most_visited(s, n, s->now->seat);
    if (n == NULL) break;
    s->line[s->length++] = n->move;
    if (s->hidden) break;
    status = tes_apply(s->rules, s->now, n->move, work);
  }
  return status;
}

static void see_tree(const tes_search *s, tes_found *found) {
  found->proof =
      search_proof(s->rules, s->tree->nodes[0].outcome, s->root->seat);
  found->depth = (int)s->deepest;
  found->memory = tree_memory(s->tree);
  found->full = s->tree->full;
}

/* How it goes, between two iterations. */
static int tell_at_rest(tes_search *s, tes_found found, tes_work *work) {
  int status = see_children(s);
  s->length = 0;
  if (status == TES_OK) status = see_line(s, work);
  if (status != TES_OK) return status;
  see_tree(s, &found);
  search_sort(s);
  return search_tell(s, found, work);
}

static int tell(tes_search *s, const tes_found *found, tes_work *work) {
  team_rest(s);
  const int status = tell_at_rest(s, *found, work);
  team_resume(s);
  return status;
}

/* ---- a run ---- */

static bool is_decided(const tes_search *s) {
  return node_outcome(&s->tree->nodes[0]) != 0;
}

static int help(tes_search *s, tes_work *work) {
  descent d = {.s = s, .work = work};
  int status = TES_OK;
  while (status == TES_OK && !is_decided(s) && !search_enough(s, work)) {
    status = iterate(&d);
  }
  return status;
}

/* The root has children already. */
static void call_help(tes_search *s) {
  team_begin(s);
  if (s->threads > 1 && !tree_share(s->tree)) s->threads = 1;
  team_go(s, help);
}

/* All iterations, with whoever helps. */
static int run_together(tes_search *s, const tes_found *found, tes_work *work) {
  descent d = {.s = s, .work = work};
  int status = iterate(&d);
  if (status != TES_OK) return status;
  call_help(s);
  while (status == TES_OK && !is_decided(s) && !search_enough(s, work)) {
    status = iterate(&d);
    if (status == TES_OK && search_is_due(s)) status = tell(s, found, work);
  }
  const int helped = team_end(s, work);
  tree_unshare(s->tree);
  return status == TES_OK ? helped : status;
}

int mcts_run(tes_search *s, tes_found *found, tes_work *work) {
  found->kept = s->tree->nodes[0].visits;
  const int status = run_together(s, found, work);
  const int told = see_children(s);
  s->length = 0;
  int seen = TES_OK;
  if (told == TES_OK && (status == TES_OK || status == TES_ESTOPPED)) {
    seen = see_line(s, work);
  }
  see_tree(s, found);
  return status != TES_OK ? status : seen != TES_OK ? seen : told;
}
