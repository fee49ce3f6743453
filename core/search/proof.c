/* proof.c: depth-first proof-number search, to prove that a seat wins.
 *
 * Alpha-beta looks at everything for some plies; this search follows one seat,
 * the attacker, to the end of a win if the opponent has little choice on the
 * way, for thirty plies and more. If the attacker is to move, one move must be
 * proven to win; otherwise, all moves. A position's proof number is roughly the
 * number of positions that must be proven for that; its disproof number is the
 * number that must be disproven to rule it out. Each is either the smallest of
 * its moves' numbers or their sum. The search follows the smallest, and comes
 * back as soon as another move is better (Allis, van der Meulen, van den Herik,
 * "Proof-number search", Artificial Intelligence 66, 1994; depth-first with a
 * table: Nagai, "Df-pn algorithm for searching AND/OR trees and its
 * applications", 2002). It stays a quarter longer than that, to avoid frequent
 * switches (Pawlewicz and Lew, "Improving depth-first PN-search", 2006). The
 * first numbers of a position come from its estimate and are not 1 and 1, so
 * that the search begins with moves that look won.
 *
 * A proof is exact. It rests on ends that the attacker wins; a position that
 * repeats an earlier one on the path counts as not proven, and so does one at
 * the last ply. Equal positions may differ in their history, so the table's
 * proof of a win within n plies is valid only if n < horizon (see alphabeta.c).
 * Disproofs may depend on the path: they are never reported, and the next
 * search begins without them. */
#include "proof.h"

#include <string.h>

#define NEVER UINT32_C(100000000) /* the number of something impossible */
enum {
  USUAL = 8,   /* the numbers of an even position; */
  DOUBLE = 77, /* they double with each lead of this size, */
  LEAST = 3,   /* or halve, this many times, down to 1; */
  MOST = 14,   /* and double at most this many times */
  LONGER = 4   /* a quarter more than the second best */
};

struct prover {
  walk *w;
  int attacker; /* the seat to prove a win for */
  numbers *kid; /* of each move in w->list */
  size_t room;
  uint64_t until; /* the limit of positions */
  int32_t number; /* of the search, for its disproofs */
};

static const numbers solved[2] = {
    [PROOF] = {{0, NEVER}, 0},
    [DISPROOF] = {{NEVER, 0}, 0},
};

/* ---- the table ---- */

/* The logarithm of the number of positions searched decides which entry is
 * replaced. `whole` is the attacker. */
static entry pack(const prover *p, numbers n, uint64_t positions) {
  const uint64_t both = (uint64_t)n.of[DISPROOF] << 32 | n.of[PROOF];
  return (entry){.move = (tes_move)both,
                 .score = n.of[DISPROOF] > 0 ? n.plies : p->number,
                 .depth = (int16_t)tes_highest(positions | 1),
                 .bound = EXACT,
                 .whole = (uint8_t)p->attacker};
}

static numbers unpack(const entry *e) {
  const uint64_t both = (uint64_t)e->move;
  return (numbers){{(uint32_t)both, (uint32_t)(both >> 32)}, e->score};
}

static bool recall(const prover *p, const tes_state *state, numbers *n) {
  const tes_rules *rules = p->w->s->rules;
  entry e;
  if (!table_find(&p->w->s->proofs, state, tes_hash(rules, state), &e)) {
    return false;
  }
  *n = unpack(&e);
  if (n->of[DISPROOF] == 0 && n->plies != p->number) return false;
  return e.whole == p->attacker;
}

/* A proof that may be invalid on this path is tried again first: most of its
 * moves are in the table. */
static numbers doubt(const tes_rules *rules, const tes_state *state,
                     numbers n) {
  if (n.of[PROOF] > 0 || n.plies < insight_horizon(rules, state)) return n;
  return (numbers){{1, USUAL << MOST}, 0};
}

static void keep_numbers(const prover *p, const tes_state *state, numbers n,
                         uint64_t positions) {
  const tes_rules *rules = p->w->s->rules;
  if (insight_horizon(rules, state) == 0) n = doubt(rules, state, n);
  table_keep(&p->w->s->proofs, state, tes_hash(rules, state),
             pack(p, n, positions));
}

/* ---- numbers of new positions ---- */

/* 8 at a score of 0, twice as much for each further DOUBLE, and linear in
 * between. */
static uint32_t weight(int score) {
  if (score <= -LEAST * DOUBLE) return 1;
  if (score >= MOST * DOUBLE) return USUAL << MOST;
  const int from = score + LEAST * DOUBLE;
  return ((uint32_t)(DOUBLE + from % DOUBLE) << from / DOUBLE) / DOUBLE;
}

static numbers guess(const prover *p, const tes_state *state) {
  const int score = walk_estimate(p->w, state);
  const int attack = state->seat == p->attacker ? score : -score;
  return (numbers){{weight(-attack), weight(attack)}, 0};
}

/* Does the position repeat an earlier one on this path? */
static bool returns(const walk *w, int ply) {
  const tes_rules *rules = w->s->rules;
  for (int i = ply - 1; i >= 0; i--) {
    if (tes_equal(rules, walk_state(w, i), walk_state(w, ply))) return true;
  }
  return false;
}

/* The first numbers of the position at `ply`, without a search. */
static numbers first_numbers(const prover *p, int ply) {
  walk *w = p->w;
  const tes_state *state = walk_state(w, ply);
  numbers n;
  int score;
  if (walk_enough(w)) return solved[DISPROOF];
  if (state->over) {
    score = walk_ended(w, state, p->attacker, ply);
    return solved[score >= PROVEN ? PROOF : DISPROOF];
  }
  if (walk_wins_at_once(w, ply, &score)) {
    n = solved[state->seat == p->attacker ? PROOF : DISPROOF];
    n.plies = 1;
    return n;
  }
  if (ply >= PLIES_MAX || returns(w, ply)) return solved[DISPROOF];
  return recall(p, state, &n) ? doubt(w->s->rules, state, n) : guess(p, state);
}

/* ---- the search ---- */

/* The number that the seat to move wants to be small. */
static int wanted_number(const prover *p, int ply) {
  return walk_state(p->w, ply)->seat == p->attacker ? PROOF : DISPROOF;
}

static bool reserve_kids(prover *p) {
  const size_t room = p->w->list.capacity;
  if (room <= p->room) return true;
  numbers *kid = tes_resize(p->w->s->rules->alloc, p->kid,
                            p->room * sizeof *kid, room * sizeof *kid);
  if (kid == NULL) return !walk_failed(p->w, TES_ENOMEM);
  p->kid = kid;
  p->room = room;
  return true;
}

/* Lists the moves of the position at `ply`, after those of the path, with their
 * first numbers. A move that alone decides the position replaces all others.
 * False if the search has to stop. */
static bool list_kids(prover *p, int ply) {
  walk *w = p->w;
  const size_t first = w->list.count;
  const int want = wanted_number(p, ply);
  if (!walk_list(w, ply) || !reserve_kids(p)) return false;
  for (size_t i = first; i < w->list.count; i++) {
    if (!walk_make(w, ply, w->list.moves[i])) return false;
    p->kid[i] = first_numbers(p, ply + 1);
    if (w->stop) return false;
    if (p->kid[i].of[want] > 0) continue;
    w->list.moves[first] = w->list.moves[i];
    p->kid[first] = p->kid[i];
    w->list.count = first + 1;
  }
  return true;
}

typedef struct two_best {
  size_t best;
  uint32_t second; /* the second smallest */
} two_best;

/* The move in a solved position: the shortest win for the attacker, the longest
 * loss for the opponent. */
static size_t pick_solved(const prover *p, int want, size_t first) {
  size_t best = SIZE_MAX;
  for (size_t i = first; i < p->w->list.count; i++) {
    const numbers *n = &p->kid[i];
    if (n->of[PROOF] > 0) continue;
    if (best == SIZE_MAX || (want == PROOF ? n->plies < p->kid[best].plies
                                           : n->plies > p->kid[best].plies)) {
      best = i;
    }
  }
  return best;
}

/* The numbers of a position from those of its moves, from index `first`. */
static numbers sum_up(const prover *p, int want, size_t first, two_best *c) {
  uint64_t sum = 0;
  uint32_t least = NEVER;
  *c = (two_best){first, NEVER};
  for (size_t i = first; i < p->w->list.count; i++) {
    const numbers *n = &p->kid[i];
    sum += n->of[1 - want];
    if (n->of[want] < least) {
      c->second = least;
      least = n->of[want];
      c->best = i;
    } else if (n->of[want] < c->second) {
      c->second = n->of[want];
    }
  }
  if (least == NEVER) sum = 0;
  if (sum >= NEVER) sum = least == 0 ? NEVER : NEVER - 1;
  numbers n = {{0}, 0};
  n.of[want] = least;
  n.of[1 - want] = (uint32_t)sum;
  if (n.of[PROOF] == 0) n.plies = 1 + p->kid[pick_solved(p, want, first)].plies;
  return n;
}

/* How far to follow the best move: until another move is better, or the
 * position reaches its limit. */
static numbers limit_of(const prover *p, int want, numbers sum, numbers limit,
                        const two_best *c) {
  const numbers *kid = &p->kid[c->best];
  const uint32_t longer = c->second + c->second / LONGER + 1;
  numbers next = limit;
  if (longer < next.of[want]) next.of[want] = longer;
  next.of[1 - want] -= sum.of[1 - want] - kid->of[1 - want];
  return next;
}

static bool reaches(numbers n, numbers limit) {
  return n.of[PROOF] >= limit.of[PROOF] || n.of[DISPROOF] >= limit.of[DISPROOF];
}

static bool is_solved(numbers n) {
  return n.of[PROOF] == 0 || n.of[DISPROOF] == 0;
}

/* Searches from the position at `ply` until its numbers reach the limit. */
static numbers develop(prover *p, int ply, numbers limit) {
  walk *w = p->w;
  const size_t first = w->list.count;
  const uint64_t before = w->s->done;
  const int want = wanted_number(p, ply);
  numbers sum = solved[DISPROOF];
  if (!list_kids(p, ply)) return sum;
  while (!w->stop) {
    two_best c;
    sum = sum_up(p, want, first, &c);
    if (is_solved(sum) || reaches(sum, limit) || w->s->done >= p->until) break;
    if (!walk_make(w, ply, w->list.moves[c.best])) break;
    const numbers next = limit_of(p, want, sum, limit, &c);
    const numbers found = develop(p, ply + 1, next); /* `kid` may move */
    p->kid[c.best] = found;
  }
  w->list.count = first;
  if (!w->stop) keep_numbers(p, walk_state(w, ply), sum, w->s->done - before);
  return sum;
}

/* ---- from the root ---- */

/* Follows the line from `ply` as far as the table still has it. */
static void find_line(prover *p, int ply) {
  walk *w = p->w;
  const size_t first = w->list.count;
  walk_clear_line(w, ply);
  if (walk_state(w, ply)->over || ply >= PLIES_MAX) return;
  if (!list_kids(p, ply)) return;
  const size_t best = pick_solved(p, wanted_number(p, ply), first);
  if (best < SIZE_MAX) {
    const tes_move move = w->list.moves[best];
    if (!walk_make(w, ply, move)) return;
    find_line(p, ply + 1);
    walk_put_line(w, ply, move);
  }
  w->list.count = first;
}

numbers proof_try(prover *p, int attacker, uint64_t positions) {
  walk *w = p->w;
  const numbers all = {{NEVER, NEVER}, 0};
  p->attacker = attacker;
  p->until = w->s->done + positions;
  w->stop = false;
  w->list.count = 0;
  const numbers n = develop(p, 0, all);
  w->list.count = 0;
  if (n.of[PROOF] == 0 && !w->stop) find_line(p, 0);
  return n.of[PROOF] > 0 || w->length[0] > 0 ? n : all;
}

int proof_known(const prover *p) {
  const tes_rules *rules = p->w->s->rules;
  const tes_state *root = walk_state(p->w, 0);
  entry e;
  if (!table_find(&p->w->s->proofs, root, tes_hash(rules, root), &e)) return 0;
  return unpack(&e).of[PROOF] == 0 ? e.whole : 0;
}

int proof_status(const prover *p) {
  return p->w->status;
}

size_t proof_line(const prover *p, tes_move *line) {
  const walk *w = p->w;
  memcpy(line, w->line[0], (size_t)w->length[0] * sizeof *line);
  return (size_t)w->length[0];
}

prover *proof_new(walk *w) {
  const tes_alloc *alloc = w->s->rules->alloc;
  prover *p = tes_resize(alloc, NULL, 0, sizeof *p);
  if (p == NULL) return NULL;
  *p = (prover){.w = walk_new(w->s, w->found, w->work),
                .number = w->s->provers++};
  if (p->w != NULL) return p;
  tes_resize(alloc, p, sizeof *p, 0);
  return NULL;
}

void proof_free(prover *p) {
  if (p == NULL) return;
  const tes_alloc *alloc = p->w->s->rules->alloc;
  if (p->kid != NULL) tes_resize(alloc, p->kid, p->room * sizeof *p->kid, 0);
  walk_free(p->w);
  tes_resize(alloc, p, sizeof *p, 0);
}
