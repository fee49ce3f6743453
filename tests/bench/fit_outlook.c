/* fit_outlook.c: fits the weights of traits in core/games/blokus/outlook.c to
 * the final points of games.
 *   fit_outlook duo|two|three|four [GAMES [ITERATIONS]]
 *
 * Ridge regression (Hoerl and Kennard, "Ridge regression", 1970): least squares
 * with a penalty on large weights. In each position, the lead in each trait of
 * the seat to move explains its lead in points at the end. Each knot has
 * weights of its own; a position between two knots counts in part for both. The
 * program prints rows of C, and the share of the squares that they explain.
 *
 * Of duo 1,300 games of 1,500 iterations take three minutes, of classic for two
 * 500 of 600 took four. The weights for two are from games without playouts
 * before the middle, as they still are in duo. Those for four are from 700
 * games of 600 iterations without an estimate, in which half of the first
 * pieces were random. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "games/blokus/blokus.h"
#include "self_play.h"

#define PENALTY 5.0
enum {
  MARGIN = 15, /* points of each colour that count at most */
  POINT = 512,
  PLIES = 200,
  ROW = KNOTS * TRAITS
};

typedef struct fit {
  self_play play;
  int plies; /* positions of this game */
  int seat[PLIES];
  double row[PLIES][ROW];
  double count, square;                /* of all margins */
  double normal[ROW][ROW], right[ROW]; /* of least squares */
} fit;

/* ---- games ---- */

/* Of the lead of a seat: its own colours count fully, less the mean of the
 * opponents. */
static double sign_of(const self_play *p, int colour) {
  if (colour >= blokus_counted(p->rules)) return 0;
  const int owner = blokus_seat(p->rules, blokus_of(p->state), colour);
  return owner == p->state->seat ? 1 : -1.0 / (p->rules->seats - 1);
}

static bool keep(self_play *p, const tes_found *found) {
  fit *f = (fit *)p;
  const blokus *b = blokus_of(p->state);
  const tables *t = tables_of(p->rules);
  if (found->best == PASS || f->plies == PLIES) return true;
  int trait[COLOURS][TRAITS], past;
  double *row = f->row[f->plies];
  double *knot = row + blokus_knot(t, b, &past) * TRAITS;
  t->watch(p->rules, b, trait);
  memset(row, 0, sizeof f->row[0]);
  for (int c = 0; c < t->colours; c++) {
    const double sign = sign_of(p, c);
    for (int i = 0; i < TRAITS; i++) {
      knot[i] += sign * trait[c][i] * (64 - past) / 64;
      knot[TRAITS + i] += sign * trait[c][i] * past / 64;
    }
  }
  f->seat[f->plies++] = p->state->seat;
  return true;
}

/* The lead of a seat over the mean of the others. */
static double margin_of(const self_play *p, int seat) {
  const tes_result *result = &p->result;
  const double most = MARGIN * p->rules->round;
  double margin = 0;
  for (int i = 0; i < result->seats; i++) {
    margin += i == seat - 1 ? result->score[i]
                            : -1.0 * result->score[i] / (result->seats - 1);
  }
  return fmax(-most, fmin(most, margin));
}

static void add_row(fit *f, const double row[ROW], double margin) {
  f->count++;
  f->square += margin * margin;
  for (int i = 0; i < ROW; i++) {
    if (row[i] == 0) continue;
    f->right[i] += row[i] * margin;
    for (int k = 0; k < ROW; k++) f->normal[i][k] += row[i] * row[k];
  }
}

static void learn(self_play *p) {
  fit *f = (fit *)p;
  for (int i = 0; i < f->plies; i++) {
    add_row(f, f->row[i], margin_of(p, f->seat[i]));
  }
  f->plies = 0;
}

/* ---- the fit ---- */

/* The penalty of a weight is in proportion to the squares of its trait. */
static void punish(fit *f) {
  for (int i = 0; i < TRAITS; i++) {
    double squares = 0;
    for (int k = i; k < ROW; k += TRAITS) squares += f->normal[k][k];
    for (int k = i; k < ROW; k += TRAITS) {
      f->normal[k][k] += PENALTY * squares / f->count;
    }
  }
}

/* The matrix is symmetric, and positive by the penalty: no pivots. */
static void solve(fit *f, double by[ROW]) {
  memcpy(by, f->right, sizeof f->right);
  for (int i = 0; i < ROW; i++) {
    for (int k = i + 1; k < ROW; k++) {
      const double times = f->normal[k][i] / f->normal[i][i];
      for (int j = i; j < ROW; j++) f->normal[k][j] -= times * f->normal[i][j];
      by[k] -= times * by[i];
    }
  }
  for (int i = ROW - 1; i >= 0; i--) {
    for (int k = i + 1; k < ROW; k++) by[i] -= f->normal[i][k] * by[k];
    by[i] /= f->normal[i][i];
  }
}

static void print(const double by[ROW]) {
  for (int k = 0; k < ROW; k += TRAITS) {
    printf("    {");
    for (int i = 0; i < TRAITS; i++) {
      printf("%s%.0f", i > 0 ? ", " : "", by[k + i] * POINT);
    }
    printf("},\n");
  }
}

int main(int argc, char **argv) {
  static fit f = {
      .play = {.game = "blokus",
               .usage = "expected: fit_outlook duo|two|three|four "
                        "[GAMES [ITERATIONS]]",
               .kinds = {{"duo", "corners=fixed", "players=2", "variant=duo"},
                         {"two", "corners=fixed", "players=2"},
                         {"three", "corners=fixed", "players=3"},
                         {"four", "corners=fixed", "players=4"}},
               .options = {.margin = 0.8},
               .games = 1300,
               .budget = {.iterations = 1500},
               .varied_rounds = 8,
               .varied_per_cent = 14,
               .skips_forced = true,
               .see = keep,
               .end = learn}};
  self_play *p = &f.play;
  double by[ROW], told = 0;
  self_play_open(p, argc, argv);
  p->opening[0] = p->opening[1] = (uint32_t)p->rules->round / 2;
  self_play_games(p);
  punish(&f);
  solve(&f, by);
  print(by);
  for (int i = 0; i < ROW; i++) told += by[i] * f.right[i];
  printf("/* %.0f positions, spread %.1f points, told %.0f %% */\n", f.count,
         sqrt(f.square / f.count), 100 * told / f.square);
  self_play_close(p);
  return 0;
}
