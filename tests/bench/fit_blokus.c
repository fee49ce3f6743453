/* fit_blokus.c: fits the factors of moves in core/games/blokus/insight.c to the
 * visits of searches.
 *   fit_blokus duo|two|four [GAMES [ITERATIONS]]
 *
 * For each phase, AdaGrad (Duchi, Hazan and Singer, "Adaptive subgradient
 * methods", 2011) minimizes the cross entropy between the weights of the moves
 * and their shares of the visits. A penalty keeps the factors of moves that are
 * never visited finite. The program prints rows of C, in sixteenths of an
 * octave, made sharper or flatter as was better in matches: in the middle of a
 * game more moves are worth a try.
 *
 * 200 games of 4,000 iterations take some minutes. The factors for two are from
 * 800 games of 6,000. Those for duo and four are older: without the penalty and
 * without varied moves, and 1.4 times as sharp in all phases. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/blokus/blokus.h"
#include "self_play.h"

#define RATE 0.05
#define PENALTY 0.002
enum { EPOCHS = 12, OCTAVE = 16, HELD_OUT = 10 };

static const double sharper[PHASES] = {1.4, 1.4, 1.4, 0.91, 0.91, 1.12};

/* A move that was searched. Those of one position follow each other. */
typedef struct choice {
  int phase;
  size_t count;               /* of the moves of its position */
  double share;               /* of the visits */
  signed char times[FACTORS]; /* how often each factor applies */
} choice;

typedef struct fit {
  self_play play;
  choice *choices;
  size_t count;
} fit;

/* ---- games ---- */

static void add_choices(fit *f, const tes_found *found) {
  const self_play *p = &f->play;
  choice c = {.phase = blokus_phase(tables_of(p->rules), blokus_of(p->state)),
              .count = found->count};
  double visits = 0;
  for (size_t i = 0; i < c.count; i++) visits += (double)found->moves[i].visits;
  for (size_t i = 0; i < c.count; i++) {
    c.share = (double)found->moves[i].visits / visits;
    f->choices = self_play_room(p, f->choices, f->count, sizeof c);
    f->choices[f->count++] = c;
  }
}

static void count_factors(const self_play *p, const tes_found *found,
                          choice *choices) {
  tes_move moves[found->count];
  const tes_list list = {.moves = moves, .count = found->count};
  double exponents[found->count];
  for (size_t i = 0; i < found->count; i++) moves[i] = found->moves[i].move;
  for (int k = 0; k < FACTORS; k++) {
    int16_t factor[FACTORS] = {0};
    factor[k] = 1;
    blokus_exponents(p->rules, p->state, &list, factor, exponents);
    for (size_t i = 0; i < found->count; i++) {
      choices[i].times[k] = (signed char)exponents[i];
    }
  }
}

/* Visits do not tell proven moves apart. */
static bool keep(self_play *p, const tes_found *found) {
  fit *f = (fit *)p;
  const size_t first = f->count;
  if (found->count == 0 || found->proof != TES_UNPROVEN) return true;
  add_choices(f, found);
  count_factors(p, found, f->choices + first);
  return true;
}

/* ---- the fit ---- */

/* Adds the gradient of a position's cross entropy, which is returned. */
static double descend(const choice *c, const double *by, double *gradient) {
  double weight[c->count], all = 0, entropy = 0;
  for (size_t i = 0; i < c->count; i++) {
    double sum = 0;
    for (int k = 0; k < FACTORS; k++) sum += by[k] * c[i].times[k];
    weight[i] = exp(sum);
    all += weight[i];
  }
  for (size_t i = 0; i < c->count; i++) {
    const double p = weight[i] / all;
    entropy -= c[i].share * log(p);
    for (int k = 0; k < FACTORS; k++) {
      gradient[k] += (p - c[i].share) * c[i].times[k];
    }
  }
  return entropy;
}

static void improve(double *by, double *gradient, double *squares) {
  for (int k = 0; k < FACTORS; k++) {
    gradient[k] += PENALTY * by[k];
    squares[k] += gradient[k] * gradient[k];
    if (squares[k] > 0) by[k] -= RATE * gradient[k] / sqrt(squares[k]);
  }
}

/* One pass over the positions of a phase improves the factors, as powers of e;
 * returns the mean cross entropy of those that are held out. */
static double learn(const fit *f, int phase, double *by, double *squares) {
  double entropy = 0, seen = 0;
  size_t number = 0;
  for (size_t i = 0; i < f->count; i += f->choices[i].count, number++) {
    double gradient[FACTORS] = {0};
    if (f->choices[i].phase != phase) continue;
    const double told = descend(&f->choices[i], by, gradient);
    if (number % HELD_OUT > 0) {
      improve(by, gradient, squares);
    } else {
      entropy += told;
      seen++;
    }
  }
  return seen > 0 ? entropy / seen : 0;
}

static void print(const double by[FACTORS], int phase, double entropy) {
  printf("{");
  for (int k = 0; k < FACTORS; k++) {
    const double octaves = by[k] * sharper[phase] / log(2);
    printf("%s%.0f", k > 0 ? ", " : "", octaves * OCTAVE);
  }
  printf("}, /* cross entropy %.3f */\n", entropy);
}

int main(int argc, char **argv) {
  static fit f = {
      .play = {
          .game = "blokus",
          .usage = "expected: fit_blokus duo|two|four [GAMES [ITERATIONS]]",
          .kinds = {{"duo", "variant=duo"},
                    {"two", "players=2", "corners=fixed"},
                    {"four", "players=4"}},
          .options = {.margin = 0.8},
          .games = 200,
          .budget = {.iterations = 4000},
          .opening = {1, 1},
          .varied_rounds = 6,
          .varied_per_cent = 15,
          .skips_forced = true,
          .see = keep}};
  double by[FACTORS] = {0}; /* each phase begins with those before it */
  self_play_open(&f.play, argc, argv);
  self_play_games(&f.play);
  for (int phase = 0; phase < PHASES; phase++) {
    double squares[FACTORS] = {0}, entropy = 0;
    for (int i = 0; i < EPOCHS; i++) entropy = learn(&f, phase, by, squares);
    print(by, phase, entropy);
  }
  free(f.choices);
  self_play_close(&f.play);
  return 0;
}
