/* mcts.c: Monte Carlo tree search for any number of seats.
 *
 * An iteration descends the tree from a copy of the root's state, adds nodes
 * where it leaves the tree, plays to the end (or calls `evaluate`), and adds
 * each seat's value to the nodes that this seat chose on the way.
 *
 * Choosing. Without weights it is UCB1 (Kocsis and Szepesvari, "Bandit based
 * Monte-Carlo planning", 2006), except that an untried move counts as one that
 * was tried once with the average result of the others, so that a good reply
 * among hundreds is followed before all the others are tried. With weights it
 * is mean + c * share * sqrt(N) / (1 + n) (Rosin, "Multi-armed bandits with
 * episode context", 2011, in AlphaGo's form). Only the most promising untried
 * move competes; its first-play urgency is the mean so far less a reduction,
 * since the tried moves were more promising. The reduction fades with the
 * visits, so that a long search also tries moves that their weights overlook.
 *
 * Hidden information is dealt again for the seat at the root in every
 * iteration, and select_hidden.c chooses. When nothing is hidden any more, as
 * at the end of two-player Qwirkle, the tree is that of an open game.
 *
 * Proofs (Winands, Bjornsson and Saito, "Monte-Carlo tree search solver",
 * 2008). A node is won for a seat if that seat is to move and has a won child,
 * or if another is to move and all children are won. That is sound for any
 * number of seats if "won" means to be alone in first place, whatever the
 * others do. With two seats a draw is exact as well; with more, a loser's
 * choice among endings is a matter of taste, and nothing else is proven. With a
 * margin, and with hidden information, nothing is proven either. */
#include <math.h>

#include "choose_child.h"
#include "descent.h"

/* A leaf gets children at this many visits, more if it has many moves: most
 * leaves of a wide tree are never visited again. With hidden information: at
 * DEALS times the number of moves at the root. */
enum { EXPAND = 2, WIDE = 32, DEALS = 8 };

/* From this many visits on, a mean is rounded up and down alternately. With
 * fewer, rounding loses steps up only for means above 1 - 2^-7, those of won
 * positions. */
enum { ROUNDED = 1 << 18 };

/* Iterations between two checks whether the choice is settled, or the tree
 * full: a check costs as much as one choice at the root. */
enum { GLANCES = 64 };

#define FIRST_PLAY_REDUCTION 0.2
#define FADES 2000.0 /* visits from which on the reduction fades */

/* With hidden information a proof is never certain. */
static bool proves(const tes_search *s) {
  return !tes_hides(s->rules) && s->options.margin < 1;
}

/* ---- selection ---- */

static bool is_ripe(const descent *d) {
  if (d->depth == 0) return true;
  if (d->s->hidden) return visits_of(d) >= DEALS * d->s->width;
  const tree *t = d->s->tree;
  const uint32_t parent = d->path[d->depth - 1];
  const uint32_t among =
      t->nodes[parent].link + tree_left(t, tree_tail(t, parent));
  return visits_of(d) >= EXPAND + among / WIDE;
}

/* Opens a tail: makes its first children, twice as many as before it. Returns
 * the first of them, or `instead` if there is no room. */
static int64_t open_tail(descent *d, const choice *found, uint32_t instead) {
  const tree *t = d->s->tree;
  if (tree_is_full(t)) return instead;
  const int status = expand(d, found->tail, 2 * (size_t)found->before + 1);
  if (status != TES_OK) return status;
  const uint32_t first = node_first(t, found->tail);
  return first != 0 ? first : instead;
}

/* The child of an open node. An untried move counts as the average of the tried
 * ones or, with weights, a little less. */
static int64_t select_open(descent *d) {
  const tes_search *s = d->s;
  const uint32_t n = here(d), total = visits_of(d) > 0 ? visits_of(d) : 1;
  const bool weighted = tree_has_weights(s->tree, n);
  const double logarithm = weighted ? 0 : search_log(s->log, total);
  const double growth = weighted ? sqrt((double)total) : 1;
  const double c = exploration(s, weighted) * growth;
  const choice found = weighted
                           ? choose_by_weight(s->tree, n, (float)c)
                           : choose_by_visits(s->tree, n, c, logarithm,
                                              search_may_lose(s, s->now->seat));
  const uint32_t best = found.best != 0 ? found.best : node_first(s->tree, n);
  double first_play = found.visits > 0 ? found.sum / found.visits : 0.5;
  if (weighted && !s->hidden) {
    const double share = total > FADES ? sqrt(FADES / total) : 1;
    first_play -= FIRST_PLAY_REDUCTION * share;
  }
  const double urgency =
      first_play + c * (weighted ? found.prior : sqrt(logarithm));
  if (urgency <= found.most) return best;
  if (found.untried != 0) return found.untried;
  return found.tail != 0 ? open_tail(d, &found, best) : best;
}

/* ---- proofs ---- */

/* Records the outcome of a node on the path. A seat that would lose there no
 * longer chooses the node; among children with weights, a weight marks it. */
static void prove(descent *d, int depth, int outcome) {
  tree *t = d->s->tree;
  node_set_outcome(t, d->path[depth], outcome);
  if (depth == 0 || !tree_has_weights(t, d->path[depth - 1])) return;
  const int loser = search_may_lose(d->s, d->mover[depth - 1]);
  if (choose_knows_loss(t, d->path[depth], loser)) {
    node_set_prior(t, d->path[depth], KNOWN_TO_LOSE);
  }
}

/* The outcome that the children of an open node prove for it, if the mover
 * chooses among them. */
static int resolve(const tes_search *s, uint32_t n, int mover) {
  const tree *t = s->tree;
  children all = tree_children(t, n);
  int same = 0;
  bool drawn = false, any = false;
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    const int outcome = node_outcome(t, i);
    if (outcome == mover) return mover;
    if (outcome == 0) return 0;
    drawn |= outcome == NO_WINNER;
    same = any && outcome != same ? 0 : outcome;
    any = true;
  }
  if (tree_left(t, all.tail) > 0) return 0;
  return s->rules->seats == 2 && drawn ? NO_WINNER : same;
}

static void prove_upwards(descent *d) {
  const tree *t = d->s->tree;
  for (int i = d->depth - 1; i >= 0; i--) {
    const int mover = d->mover[i];
    const int child = node_outcome(t, d->path[i + 1]);
    if (child == 0 || node_outcome(t, d->path[i]) != 0) return;
    const int proven =
        child == mover ? mover : resolve(d->s, d->path[i], mover);
    if (proven != 0) prove(d, i, proven);
  }
}

/* ---- one iteration ---- */

/* Threads that count at the same time cannot exceed INT32_MAX: lanes read
 * visits as signed numbers. */
#define MOST_VISITS ((uint32_t)(INT32_MAX - TES_THREADS_MAX))

/* Counts a visit to the current node. */
static void count_visit(descent *d) {
  tree *t = d->s->tree;
  const uint32_t visits = node_visits(t, here(d));
  const bool ends = visits >= MOST_VISITS;
  d->before[d->depth] = ends ? visits : node_add(t, &t->visits[here(d)], 1);
}

/* An iteration without a result does not count as a visit. (An unvisited child
 * may then be among visited ones; those after it wait until it is visited
 * again. With hidden information, the counts of legal moves are not taken
 * back.) */
static void take_back(descent *d) {
  tree *t = d->s->tree;
  for (int i = 0; i <= d->depth; i++) {
    if (d->before[i] >= MOST_VISITS) continue;
    node_add(t, &t->visits[d->path[i]], UINT32_MAX);
  }
}

static void set_off(descent *d) {
  tes_search *s = d->s;
  d->depth = 0;
  d->path[0] = 0;
  count_visit(d);
  tes_copy(s->rules, s->now, s->root);
}

/* Deals hidden information for a child of the root, by its number of visits.
 * (Similar seeds, such as 1 and 2, must have no deals in common.) */
static int deal(descent *d) {
  tes_search *s = d->s;
  uint64_t seed = s->budget.seed;
  seed = tes_splitmix64(&seed) ^ visits_of(d);
  tes_rng_seed(&s->rng, tes_splitmix64(&seed));
  return tes_view(s->rules, s->now, s->root->seat, &s->rng, d->work);
}

/* Moves on to a child. */
static int go_to(descent *d, uint32_t child) {
  tes_search *s = d->s;
  d->mover[d->depth] = s->now->seat;
  d->path[++d->depth] = child;
  count_visit(d);
  if (s->hidden && d->depth == 1) {
    const int status = deal(d);
    if (status != TES_OK) return status;
  }
  return tes_apply(s->rules, s->now, s->tree->move[child], d->work);
}

/* The next node below the current one, 0 at a leaf, or a status. */
static int64_t next_node(descent *d) {
  tes_search *s = d->s;
  const tree *t = s->tree;
  if (s->now->over || node_outcome(t, here(d)) != 0 || d->depth == DEEPEST) {
    return 0;
  }
  if (d->depth > 0 && visits_of(d) == 0) return 0;
  if (s->hidden && d->depth > 0) return is_ripe(d) ? select_hidden(d) : 0;
  if (node_first(t, here(d)) == 0) {
    if (!is_ripe(d) || (tree_is_full(t) && d->depth > 0)) return 0;
    const int status = expand(d, here(d), FIRST_BLOCK);
    if (status != TES_OK) return status;
    if (node_first(t, here(d)) == 0) return 0;
  }
  return select_open(d);
}

static int evaluate_leaf(descent *d) {
  tes_search *s = d->s;
  int outcome = node_outcome(s->tree, here(d));
  if (s->now->over && proves(s) && outcome == 0) {
    const int status = search_winner(s->rules, s->now, &outcome, d->work);
    if (status != TES_OK) return status;
    prove(d, d->depth, outcome);
  } else if (outcome != 0) {
    for (int i = 0; i < s->rules->seats; i++) {
      d->value[i] = search_worth(s->rules, outcome, i + 1);
    }
    return TES_OK;
  }
  return search_try(s, s->now, d->value, d->work);
}

/* A mean with another value, which differs from it by `off`. After many values
 * each step is small, and between 1/2 and 1 a step of less than 2^-25 is less
 * than half the spacing of floats: rounding to nearest would lose it, while the
 * larger steps down are kept. So the mean is rounded up or down, with
 * frequencies that keep it right: they come from multiples of the golden ratio,
 * whose fractions are evenly distributed between 0 and 1. */
static float mean_with(float mean, double off, uint32_t before) {
  const double step = off / (before + 1.0);
  if (before < ROUNDED) return mean + (float)step;
  const uint32_t turn = before * UINT32_C(0x9e3779b9);
  const double part = turn * 0x1p-32 - 0.5;
  const float rounded = (float)((double)mean + step + part * 0x1p-24);
  return rounded < 0 ? 0 : rounded > 1 ? 1 : rounded;
}

/* Adds the value for its mover to the mean of each node on the path; if a
 * node's value is proven, the mean is that value. */
static void back_up(descent *d) {
  const tes_search *s = d->s;
  for (int i = d->depth; i >= 0; i--) {
    const uint32_t n = d->path[i];
    const int seat = i > 0 ? d->mover[i - 1] : s->root->seat;
    const float mean = node_mean(s->tree, n);
    const int outcome = node_outcome(s->tree, n);
    const double off = d->value[seat - 1] - (double)mean;
    const bool is_known =
        outcome != 0 && (s->rules->seats <= 2 || outcome == seat);
    node_set_mean(s->tree, n,
                  is_known ? (float)search_worth(s->rules, outcome, seat)
                           : mean_with(mean, off, d->before[i]));
  }
}

/* Gives the root a child for each move, because the report lists all moves; a
 * root that was a node of the previous tree may have some children already. */
static int complete_root(descent *d) {
  const tree *t = d->s->tree;
  d->depth = 0;
  d->path[0] = 0;
  tes_copy(d->s->rules, d->s->now, d->s->root);
  if (node_first(t, 0) == 0) return expand(d, 0, FIRST_BLOCK);
  children all = tree_children(t, 0);
  while (tree_next(&all) != 0) continue;
  if (all.tail == 0 || tree_left(t, all.tail) == 0) return TES_OK;
  return expand(d, all.tail, SIZE_MAX);
}

static int go_down(descent *d) {
  int status = TES_OK;
  while (status == TES_OK) {
    const int64_t next = next_node(d);
    if (next <= 0) return (int)next;
    status = go_to(d, (uint32_t)next);
  }
  return status;
}

/* From the root through `child`, or through any child if it is 0. */
static int iterate(descent *d, uint32_t child) {
  set_off(d);
  int status = child != 0 ? go_to(d, child) : TES_OK;
  if (status == TES_OK) status = go_down(d);
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

/* Does a move at the root end the game? */
static int ends_game(descent *d, uint32_t child, bool *ends) {
  const tes_search *s = d->s;
  tes_copy(s->rules, s->now, s->root);
  const int status = tes_apply(s->rules, s->now, s->tree->move[child], d->work);
  *ends = s->now->over != 0;
  return status;
}

/* Visits the moves that end the game before all others, even with few
 * iterations: an immediate win is proven, an immediate loss avoided. */
static int try_ends(descent *d) {
  const tes_search *s = d->s;
  if (!proves(s) || s->root->over) return TES_OK;
  children all = tree_children(s->tree, 0);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    bool ends = false;
    if (node_outcome(s->tree, 0) != 0 || search_late(s, 1)) break;
    if (node_visits(s->tree, i) > 0) continue;
    int status = ends_game(d, i, &ends);
    if (status == TES_OK && ends) status = iterate(d, i);
    if (status != TES_OK) return status;
  }
  return TES_OK;
}

/* ---- a run ---- */

/* Reports progress, between two iterations. */
static int tell_at_rest(tes_search *s, tes_found found, tes_work *work) {
  const int status = report_see(s, &found, true, work);
  if (status != TES_OK) return status;
  search_sort(s);
  return search_tell(s, found, work);
}

static int tell(tes_search *s, const tes_found *found, tes_work *work) {
  team_rest(s);
  const int status = tell_at_rest(s, *found, work);
  team_resume(s);
  return status;
}

static bool is_decided(const tes_search *s) {
  return node_outcome(s->tree, 0) != 0;
}

/* The number of visits by which a child of the root may still catch up with
 * another: all iterations that have not begun, as counted at the root, and two
 * for each other thread: its current iteration may visit this child, or be
 * taken back, which takes a visit from the other child. */
static uint64_t visits_left(const tes_search *s, const tes_found *found) {
  const uint64_t begun = node_visits_first(s->tree, 0) - found->kept;
  const uint64_t most = s->budget.iterations;
  const uint64_t under_way = 2 * (uint64_t)(s->threads - 1);
  return (most > begun ? most - begun : 0) + under_way;
}

/* Will the most visited child be chosen in any case, unless a proof intervenes?
 * Not if it is known to lose: any child not known to lose is chosen before it.
 * The remaining iterations are read first, so visits by other threads may be
 * counted twice, but none are missed. */
static bool is_settled(const tes_search *s, const tes_found *found) {
  if (!s->budget.settle || s->budget.iterations == 0) return false;
  if (s->done % GLANCES != 0) return false;
  const tree *t = s->tree;
  const uint64_t left = visits_left(s, found);
  uint32_t best = 0, most = 0, second = 0;
  children all = tree_children(t, 0);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    const uint32_t visits = node_visits(t, i);
    if (visits > most) {
      second = most;
      most = visits;
      best = i;
    } else if (visits > second) {
      second = visits;
    }
  }
  const tes_proof proof =
      search_proof(s->rules, node_outcome(t, best), s->root->seat);
  return search_rank(s, proof) > 0 && most - second > left;
}

/* Without room for replies, moves would seem better the less they have been
 * answered. */
static void thin_full_tree(tes_search *s) {
  if (s->done % GLANCES != 0 || !tree_is_full(s->tree)) return;
  team_rest(s);
  tree_thin(s->tree, s->hidden);
  team_resume(s);
}

static int help(tes_search *s, tes_work *work) {
  descent d = {.s = s, .work = work};
  int status = TES_OK;
  while (status == TES_OK && !is_decided(s) && !search_enough(s, work)) {
    status = iterate(&d, 0);
  }
  return status;
}

/* Called when the root has children. */
static void call_help(tes_search *s) {
  team_begin(s);
  if (s->threads > 1 && !tree_share(s->tree)) s->threads = 1;
  team_go(s, help);
}

/* Runs iterations, with helpers, until the budget ends or the choice is
 * settled. */
static int run_together(tes_search *s, tes_found *found, tes_work *work) {
  descent d = {.s = s, .work = work};
  int status = complete_root(&d);
  if (status == TES_OK) status = try_ends(&d);
  if (status == TES_OK) status = iterate(&d, 0);
  if (status != TES_OK) return status;
  call_help(s);
  while (status == TES_OK && !is_decided(s) && !search_enough(s, work)) {
    found->settled = is_settled(s, found);
    if (found->settled) break;
    thin_full_tree(s);
    status = iterate(&d, 0);
    if (status == TES_OK && search_is_due(s)) status = tell(s, found, work);
  }
  const int helped = team_end(s, work);
  tree_unshare(s->tree);
  return status == TES_OK ? helped : status;
}

int mcts_run(tes_search *s, tes_found *found, tes_work *work) {
  found->kept = s->tree->visits[0];
  const int status = run_together(s, found, work);
  const bool whole = status == TES_OK || status == TES_ESTOPPED;
  const int seen = report_see(s, found, whole, work);
  return status != TES_OK ? status : seen;
}
