/* outlook.c: how many points each seat may end with.
 *
 * A sum of traits for each colour: the cells that lie, its live corners, the
 * room that it reaches from these in two, four and eight steps over cells that
 * are open to it, where it comes before any opponent, what still fits of its
 * pieces, and how long it waits for its turn. The numbers were fitted to how
 * games of searches against themselves ended, as tests/bench/fit_outlook.c
 * does; they change with how much was played, from knot to knot in a straight
 * line. They are for the boards of the rules: a kit of its own has none.
 *
 * Before the middle of a game that tells more than a playout from there, and
 * takes a fifth of its time: nothing is played out then. Later both count. */
#include <string.h>

#include "blokus.h"

enum { STEPS = 8 };

/* The cells that a colour comes to in at most so many steps. */
typedef uint64_t reach[STEPS + 1][WORDS];

static void spread(const tables *t, const blokus *b, int colour, reach to) {
  uint64_t open[WORDS];
  blokus_blocked(t, b, colour, open);
  for (int i = 0; i < WORDS; i++) {
    open[i] = ~open[i];
    to[0][i] = b->corner[colour][i] & open[i];
  }
  for (int k = 0; k < STEPS; k++) blokus_step(to[k], open, to[k + 1]);
}

/* What all opponents of a colour reach. */
static void join(const tes_rules *rules, const blokus *b, int colour,
                 const reach *reaches, reach foes) {
  const int seat = blokus_seat(rules, b, colour);
  memset(foes, 0, sizeof(reach));
  for (int c = 0; c < tables_of(rules)->colours; c++) {
    if (blokus_seat(rules, b, c) == seat) continue;
    for (int k = 0; k <= STEPS; k++) {
      for (int i = 0; i < WORDS; i++) foes[k][i] |= reaches[c][k][i];
    }
  }
}

static int count(const uint64_t set[WORDS]) {
  int sum = 0;
  for (int i = 0; i < WORDS; i++) sum += tes_popcount(set[i]);
  return sum;
}

/* Cells that no opponent reaches in as few steps. */
static int count_first(const reach own, const reach foes) {
  uint64_t first[WORDS] = {0}, before[WORDS] = {0};
  for (int k = 0; k <= STEPS; k++) {
    for (int i = 0; i < WORDS; i++) {
      first[i] |= own[k][i] & ~foes[k][i] & ~before[i];
      before[i] |= own[k][i];
    }
  }
  return count(first);
}

/* Live corners that no opponent comes to in three steps. */
static int count_safe(const uint64_t live[WORDS], const reach foes) {
  uint64_t safe[WORDS];
  for (int i = 0; i < WORDS; i++) safe[i] = live[i] & ~foes[3][i];
  return count(safe);
}

/* Of a number below 2^16, rounded down. */
static int root_of(int number) {
  int root = 0;
  for (int bit = 128; bit > 0; bit /= 2) {
    if ((root + bit) * (root + bit) <= number) root += bit;
  }
  return root;
}

static void see_placements(const tables *t, const blokus *b, int colour,
                           tes_move *list, int *trait) {
  const tes_move *end = t->list(t, b, colour, list);
  uint64_t pieces = 0;
  for (const tes_move *m = list; m < end; m++) {
    pieces |= t->form[move_form(*m)].bit;
  }
  trait[PLACEMENTS] = root_of(16 * (int)(end - list));
  trait[PIECES_FIT] = 8 * tes_popcount(pieces);
  trait[CELLS_FIT] = 0;
  for (int i = 0; i < t->pieces; i++) {
    if (pieces & t->piece[i].bit) trait[CELLS_FIT] += t->piece[i].size;
  }
}

/* `list` has room for all placements. */
void blokus_traits(const tes_rules *rules, const blokus *b, tes_move *list,
                   int trait[COLOURS][TRAITS]) {
  const tables *t = tables_of(rules);
  reach reaches[COLOURS], foes;
  for (int c = 0; c < t->colours; c++) spread(t, b, c, reaches[c]);
  for (int c = 0; c < t->colours; c++) {
    const uint64_t(*own)[WORDS] = (const uint64_t(*)[WORDS])reaches[c];
    int *of = trait[c];
    join(rules, b, c, (const reach *)reaches, foes);
    of[CELLS] = count(b->own[c]);
    of[LIVE_CORNERS] = count(own[0]);
    of[SAFE_CORNERS] = count_safe(own[0], (const uint64_t(*)[WORDS])foes);
    of[REACH_2] = count(own[2]);
    of[REACH_4] = count(own[4]);
    of[REACH_8] = count(own[8]);
    of[FIRST_THERE] = count_first(own, (const uint64_t(*)[WORDS])foes);
    of[WAITS] = 8 * ((b->colour + t->colours - c) % t->colours);
    see_placements(t, b, c, list, of);
  }
}

/* ---- what they count for ---- */

/* How many pieces each colour has placed there, on average; points have 64
 * parts. */
static const int knots[KNOTS] = {1, 3, 5, 7, 9, 12};
enum { POINT = 64 };

static const int16_t worth[KNOTS][TRAITS] = {
    {11, -4, 16, 1, 5, -2, -1, -31, 10, 3, -3},
    {-6, 1, 15, 9, 3, 5, -2, -20, 5, 6, -1},
    {29, -13, 8, 5, 4, 13, 1, -17, 3, 17, -7},
    {35, -12, -4, 2, 8, 13, 2, -18, 4, 28, -43},
    {38, -18, -1, 6, 10, 8, 8, -12, 3, 31, -52},
    {56, -19, -22, 14, 9, -2, 15, -10, 2, 18, -30},
};

/* Between which knots a position lies, and how far behind the first, in parts
 * of 64. */
int blokus_knot(const tables *t, const blokus *b, int *past) {
  int played = 0, k = 0;
  for (int c = 0; c < t->colours; c++) played += tes_popcount(b->played[c]);
  while (k < KNOTS - 2 && played > t->colours * knots[k + 1]) k++;
  const int from = t->colours * knots[k], to = t->colours * knots[k + 1];
  *past = played < from ? 0
          : played > to ? 64
                        : 64 * (played - from) / (to - from);
  return k;
}

/* Three fifths, when a third of the pieces lie. */
static double share_of(int knot) {
  return knot < 3 ? 1 : 0.6;
}

double blokus_foresee(const tes_rules *rules, const tes_state *state,
                      double *score, tes_work *work) {
  const tables *t = tables_of(rules);
  const blokus *b = blokus_of(state);
  int trait[COLOURS][TRAITS], past;
  if (!t->foresees) return 0;
  work->list.count = 0;
  if (tes_list_reserve(&work->list, t->placements + RUN) != TES_OK) {
    return tes_fail(&work->error, TES_ENOMEM, "out of memory");
  }
  const int k = blokus_knot(t, b, &past);
  blokus_traits(rules, b, work->list.moves, trait);
  for (int i = 0; i < rules->seats; i++) score[i] = 0;
  for (int c = 0; c < t->colours; c++) {
    int sum = 0;
    for (int i = 0; i < TRAITS; i++) {
      sum += trait[c][i] * (worth[k][i] * (64 - past) + worth[k + 1][i] * past);
    }
    score[blokus_seat(rules, b, c) - 1] += (double)sum / (64 * POINT);
  }
  return share_of(k);
}
