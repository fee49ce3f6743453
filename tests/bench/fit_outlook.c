/* fit_outlook.c: makes the numbers that core/games/blokus/outlook.c has.
 *   fit_outlook duo|two|three|four [GAMES [ITERATIONS]]
 *
 * The search plays against itself, random plies of half of the colours first,
 * and in the first half of a game now and then one that it has visited, drawn
 * by how often. How far the traits of the seat to move are ahead of the
 * others', in each position, is held against how far its score is in the end:
 * by least squares, each knot having numbers of its own and a position between
 * two a share in both, with a penalty on large ones (Hoerl and Kennard, "Ridge
 * regression", 1970). It prints them as rows of C, and how much of the spread
 * they tell. 1,300 games of 1,500 iterations of duo take three minutes, 500 of
 * 600 of classic for two took four. The numbers for two are from games in
 * which nothing was played out before the middle, as it still is in duo. Those
 * for four are from 700 of 600 iterations in which nothing was foreseen, and
 * each colour's first piece was random half of the time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/blokus/blokus.h"
#include "visited.h"

#define PENALTY 5.0
#define USAGE "expected: fit_outlook duo|two|three|four [GAMES [ITERATIONS]]"
enum {
  VARIED = 8,    /* plies of each colour with a move drawn by visits, */
  PER_CENT = 14, /* so often */
  MARGIN = 15,   /* points of each colour that count at most */
  POINT = 512,
  PLIES = 200,
  ROW = KNOTS * TRAITS
};

typedef struct fit {
  tes_rules *rules;
  tes_work work;
  tes_state *state;
  tes_search *search;
  int plies; /* of the game at hand, that are kept: */
  int seat[PLIES];
  double row[PLIES][ROW];
  double count, square;                /* of all margins */
  double normal[ROW][ROW], right[ROW]; /* of least squares */
} fit;

static void fail(const char *text) {
  fprintf(stderr, "fit_outlook: %s\n", text);
  exit(1);
}

/* ---- games ---- */

/* A seat's share in the others' numbers is taken off its own. */
static double sign_of(const fit *f, int seat, int colour) {
  if (colour >= blokus_counted(f->rules)) return 0;
  const int owner = blokus_seat(f->rules, blokus_of(f->state), colour);
  return owner == seat ? 1 : -1.0 / (f->rules->seats - 1);
}

static void keep(fit *f) {
  const blokus *b = blokus_of(f->state);
  const tables *t = tables_of(f->rules);
  int trait[COLOURS][TRAITS], past;
  const int k = blokus_knot(t, b, &past);
  double *row = f->row[f->plies];
  t->watch(f->rules, b, trait);
  memset(row, 0, sizeof f->row[0]);
  for (int c = 0; c < t->colours; c++) {
    const double sign = sign_of(f, f->state->seat, c);
    for (int i = 0; i < TRAITS; i++) {
      row[k * TRAITS + i] += sign * trait[c][i] * (64 - past) / 64;
      row[(k + 1) * TRAITS + i] += sign * trait[c][i] * past / 64;
    }
  }
  f->seat[f->plies++] = f->state->seat;
}

static tes_move choose(fit *f, uint64_t iterations, tes_rng *rng) {
  tes_list *list = &f->work.list;
  tes_found found;
  const uint32_t ply = f->state->ply, round = (uint32_t)f->rules->round;
  const tes_budget budget = {.iterations = iterations, .seed = rng->s[0]};
  list->count = 0;
  if (tes_moves(f->rules, f->state, list, &f->work) != TES_OK) fail("moves");
  const tes_move any = list->moves[tes_below(rng, (uint32_t)list->count)];
  if (ply < round / 2 || any == PASS) return any;
  if (f->plies < PLIES) keep(f);
  if (list->count == 1) return any;
  if (tes_search_run(f->search, f->state, budget, &found, &f->work) != TES_OK) {
    fail(f->work.error.text);
  }
  const bool varies = ply < VARIED * round && tes_below(rng, 100) < PER_CENT;
  return varies ? any_visited(&found, rng) : found.best;
}

/* Adds a game to the sums of least squares. */
static void learn(fit *f) {
  const double most = MARGIN * f->rules->round;
  tes_result result;
  if (tes_result_of(f->rules, f->state, &result, &f->work) != TES_OK) {
    fail(f->work.error.text);
  }
  for (int p = 0; p < f->plies; p++) {
    double margin = 0;
    const double *row = f->row[p];
    for (int i = 0; i < result.seats; i++) {
      margin += i == f->seat[p] - 1
                    ? result.score[i]
                    : -1.0 * result.score[i] / (result.seats - 1);
    }
    margin = fmax(-most, fmin(most, margin));
    f->count++;
    f->square += margin * margin;
    for (int i = 0; i < ROW; i++) {
      if (row[i] == 0) continue;
      f->right[i] += row[i] * margin;
      for (int k = 0; k < ROW; k++) f->normal[i][k] += row[i] * row[k];
    }
  }
}

static void play(fit *f, uint64_t iterations, int game) {
  tes_rng rng;
  tes_rng_seed(&rng, (uint64_t)game);
  if (tes_start(f->rules, f->state, 0, &f->work) != TES_OK) fail("start");
  tes_search_clear(f->search);
  f->plies = 0;
  while (!f->state->over) {
    const tes_move move = choose(f, iterations, &rng);
    if (tes_search_play(f->search, move, &f->work) != TES_OK ||
        tes_apply(f->rules, f->state, move, &f->work) != TES_OK) {
      fail(f->work.error.text);
    }
  }
  learn(f);
}

/* ---- the fit ---- */

/* A number that moves its trait by as much as any other costs the same. */
static void punish(fit *f) {
  for (int i = 0; i < TRAITS; i++) {
    double squares = 0;
    for (int k = 0; k < KNOTS; k++) {
      squares += f->normal[k * TRAITS + i][k * TRAITS + i];
    }
    for (int k = 0; k < KNOTS; k++) {
      f->normal[k * TRAITS + i][k * TRAITS + i] += PENALTY * squares / f->count;
    }
  }
}

/* The matrix is symmetric, and positive by the penalty: no pivots. */
static void solve(fit *f, double by[ROW]) {
  for (int i = 0; i < ROW; i++) {
    for (int k = i + 1; k < ROW; k++) {
      const double times = f->normal[k][i] / f->normal[i][i];
      for (int j = i; j < ROW; j++) f->normal[k][j] -= times * f->normal[i][j];
      f->right[k] -= times * f->right[i];
    }
  }
  for (int i = ROW - 1; i >= 0; i--) {
    by[i] = f->right[i];
    for (int k = i + 1; k < ROW; k++) by[i] -= f->normal[i][k] * by[k];
    by[i] /= f->normal[i][i];
  }
}

static void print(const double by[ROW]) {
  for (int k = 0; k < KNOTS; k++) {
    printf("    {");
    for (int i = 0; i < TRAITS; i++) {
      printf("%s%.0f", i > 0 ? ", " : "", by[k * TRAITS + i] * POINT);
    }
    printf("},\n");
  }
}

int main(int argc, char **argv) {
  static fit f;
  if (argc < 2) fail(USAGE);
  static const char *const names[] = {"two", "three", "four", "duo"};
  static const char *const players[] = {"players=2", "players=3", "players=4",
                                        "players=2"};
  int which = 0;
  while (which < 4 && strcmp(argv[1], names[which]) != 0) which++;
  if (which == 4) fail(USAGE);
  const char *settings[] = {"corners=fixed", players[which], "variant=duo"};
  const bool duo = which == 3;
  const int games = argc > 2 ? atoi(argv[2]) : 1300;
  const uint64_t iterations = argc > 3 ? (uint64_t)atoll(argv[3]) : 1500;
  const tes_search_options options = {.margin = 0.8};
  tes_error error = {.text = "out of memory"};
  double by[ROW], right[ROW], told = 0;
  f.rules = tes_rules_open(tes_game_find("blokus"), settings, duo ? 3 : 2, NULL,
                           &error);
  if (f.rules == NULL || tes_work_init(&f.work, f.rules) != TES_OK) {
    fail(error.text);
  }
  f.state = tes_state_new(f.rules);
  f.search = tes_search_new(f.rules, &options, &error);
  if (f.state == NULL || f.search == NULL) fail("out of memory");
  for (int i = 0; i < games; i++) play(&f, iterations, i);
  memcpy(right, f.right, sizeof right);
  punish(&f);
  solve(&f, by);
  print(by);
  for (int i = 0; i < ROW; i++) told += by[i] * right[i];
  printf("/* %.0f positions, spread %.1f points, told %.0f %% */\n", f.count,
         sqrt(f.square / f.count), 100 * told / f.square);
  tes_search_free(f.search);
  tes_state_free(f.rules, f.state);
  tes_work_free(&f.work);
  tes_rules_close(f.rules);
  return 0;
}
