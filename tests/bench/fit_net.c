/* fit_net.c: fits a net to how games end, by Adam (Kingma and Ba, "Adam: a
 * method for stochastic optimization", 2015).
 *
 * After 2 to 8 random plies, the search plays until it has proven the result.
 * Each searched position becomes a sample: its inputs, and a mixture of the
 * result and the chance that the search sees. From some positions one or two
 * random moves lead aside, and are searched too, because a search also
 * evaluates positions that good players avoid. The net minimizes the cross
 * entropy with these chances. Inputs that are not counts are scaled to mean 0
 * and deviation 1; the printed weights are for the plain inputs. Every tenth
 * game is held out; each round reports the net's cross entropy with these. */
#include "fit_net.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tesela_bits.h"
#include "tesela_game.h"

#define RESULT 0.7 /* the share of the result in a chance */
#define RATE 0.003

enum {
  BATCH = 256,
  INPUTS_MAX = 192,
  HIDDEN_MAX = 32,
  WEIGHTS_MAX = (INPUTS_MAX + 1) * (HIDDEN_MAX + 1) + HIDDEN_MAX,
  INNER_UNIT = 128,
  OUTER_UNIT = 64,
  HELD_OUT = 10,
  PLIES = 400
};

typedef struct sample {
  int16_t input[INPUTS_MAX];
  int seat;
  float chance, weight;
} sample;

/* The weights are lines, each of the inputs and a bias: the direct line, one
 * for each hidden sum; then the weights of the hidden sums. */
typedef struct fit {
  self_play play;
  int line, outer, weights; /* a line's length, the start of the last, all */
  sample game[PLIES];
  int plies;
  double end;        /* the chance in the last position of the game */
  sample *sample[2]; /* to learn from, and held out */
  size_t count[2];
  double mean[INPUTS_MAX], spread[INPUTS_MAX];
  double weight[WEIGHTS_MAX], slope[WEIGHTS_MAX];
  double first[WEIGHTS_MAX], second[WEIGHTS_MAX]; /* moments of slopes */
  long steps;
} fit;

/* ---- games ---- */

static double chance_of(const tes_found *found) {
  static const double proven[] = {0, 1, 0.5, 0};
  if (found->proof != TES_UNPROVEN) return proven[found->proof];
  const double v = 2 * found->value - 1; /* bent: see alphabeta.c */
  return 1 / (1 + exp(-1000 * v / (1 - fabs(v)) / net.factor));
}

static sample sample_of(const self_play *p, const tes_state *state,
                        const tes_found *found) {
  sample s = {.seat = state->seat,
              .chance = (float)chance_of(found),
              .weight = found->proof == TES_UNPROVEN ? 1 : 0.5F};
  net.look(p->rules, state, s.input);
  return s;
}

/* A search finds a win at once before it evaluates anything, if the game lists
 * its forcing moves. */
static bool is_evaluated(const self_play *p, const tes_found *found) {
  return p->rules->game->insight->forcing == NULL || found->proof != TES_WIN ||
         found->plies > 1;
}

static void keep(fit *f, sample s) {
  const int set = f->play.number % HELD_OUT == 0;
  f->sample[set] =
      self_play_room(&f->play, f->sample[set], f->count[set], sizeof s);
  f->sample[set][f->count[set]++] = s;
}

static void stray(fit *f) {
  self_play *p = &f->play;
  tes_found found;
  tes_copy(p->rules, p->aside, p->state);
  self_play_random(p, p->aside, 1);
  if (tes_below(&p->rng, 3) == 0) self_play_random(p, p->aside, 1);
  if (p->aside->over) return;
  self_play_search(p, p->aside, &found);
  sample s = sample_of(p, p->aside, &found);
  s.weight *= 0.7F;
  if (is_evaluated(p, &found)) keep(f, s);
}

static bool see(self_play *p, const tes_found *found) {
  fit *f = (fit *)p;
  const sample s = sample_of(p, p->state, found);
  f->end = (double)s.chance;
  if (is_evaluated(p, found)) f->game[f->plies++] = s;
  if (found->proof != TES_UNPROVEN) return false;
  if (tes_below(&p->rng, 10) < 4) stray(f);
  return f->plies < PLIES;
}

static void end_game(self_play *p) {
  fit *f = (fit *)p;
  const int *place = p->result.place, seat = p->state->seat;
  if (p->state->over) f->end = 0.5 * (1 + place[2 - seat] - place[seat - 1]);
  if (f->plies == PLIES) f->plies = 0;
  for (int i = 0; i < f->plies; i++) {
    sample s = f->game[i];
    const double mine = s.seat == seat ? f->end : 1 - f->end;
    if (s.weight == 1)
      s.chance = (float)(RESULT * mine + (1 - RESULT) * (double)s.chance);
    keep(f, s);
  }
  f->plies = 0;
}

/* ---- the fit ---- */

static void scale_inputs(fit *f) {
  const double count = (double)f->count[0];
  for (int i = 0; i < net.inputs; i++) {
    double sum = 0, squares = 0;
    f->spread[i] = 1;
    if (net.counts) continue;
    for (size_t n = 0; n < f->count[0]; n++) {
      const double x = f->sample[0][n].input[i];
      sum += x;
      squares += x * x;
    }
    f->mean[i] = sum / count;
    f->spread[i] = sqrt(squares / count - f->mean[i] * f->mean[i]) + 1e-3;
  }
}

static void begin(fit *f) {
  for (int i = f->line; i < f->weights; i++) {
    const double any =
        (double)tes_below(&f->play.rng, 1 << 20) / (1 << 20) - 0.5;
    f->weight[i] = i < f->outer ? any * 2 / sqrt(net.inputs) : any / 2;
  }
}

static double line_of(const double *line, const double *x) {
  double sum = line[net.inputs];
  for (int i = 0; i < net.inputs; i++) sum += line[i] * x[i];
  return sum;
}

/* The chance that the net sees; fills the scaled inputs, with 1 for the bias,
 * and the hidden sums. */
static double foresee(const fit *f, const sample *s, double x[INPUTS_MAX + 1],
                      double inner[HIDDEN_MAX]) {
  for (int i = 0; i < net.inputs; i++) {
    x[i] = (s->input[i] - f->mean[i]) / f->spread[i];
  }
  x[net.inputs] = 1;
  double sum = line_of(f->weight, x);
  for (int k = 0; k < net.hidden; k++) {
    inner[k] = line_of(f->weight + f->line * (k + 1), x);
    if (inner[k] > 0) sum += inner[k] * f->weight[f->outer + k];
  }
  return 1 / (1 + exp(-sum));
}

static void learn(fit *f, const sample *s) {
  double x[INPUTS_MAX + 1], inner[HIDDEN_MAX];
  const double off =
      (double)s->weight * (foresee(f, s, x, inner) - (double)s->chance) / BATCH;
  for (int i = net.counts ? net.inputs : 0; i < f->line; i++) {
    f->slope[i] += off * x[i];
  }
  for (int k = 0; k < net.hidden; k++) {
    if (inner[k] <= 0) continue;
    const double back = off * f->weight[f->outer + k];
    double *slope = f->slope + f->line * (k + 1);
    f->slope[f->outer + k] += off * inner[k];
    for (int i = 0; i < f->line; i++) slope[i] += back * x[i];
  }
}

static void step(fit *f, double rate) {
  f->steps++;
  const double less1 = 1 - pow(0.9, (double)f->steps);
  const double less2 = 1 - pow(0.999, (double)f->steps);
  for (int i = 0; i < f->weights; i++) {
    const double slope = f->slope[i] + net.decay * f->weight[i];
    f->first[i] += 0.1 * (slope - f->first[i]);
    f->second[i] += 0.001 * (slope * slope - f->second[i]);
    f->weight[i] -=
        rate * f->first[i] / less1 / (sqrt(f->second[i] / less2) + 1e-8);
    f->slope[i] = 0;
  }
}

static void shuffle(fit *f) {
  sample *s = f->sample[0];
  for (size_t i = f->count[0] - 1; i > 0; i--) {
    const size_t k = tes_below(&f->play.rng, (uint32_t)i + 1);
    const sample kept = s[i];
    s[i] = s[k];
    s[k] = kept;
  }
}

/* The mean cross entropy of the samples that are held out. */
static double surprise(const fit *f) {
  double sum = 0, weight = 0, x[INPUTS_MAX + 1], inner[HIDDEN_MAX];
  for (size_t i = 0; i < f->count[1]; i++) {
    const sample *s = &f->sample[1][i];
    const double p = foresee(f, s, x, inner), is = (double)s->chance;
    sum -= (double)s->weight * (is * log(p) + (1 - is) * log(1 - p));
    weight += (double)s->weight;
  }
  return weight > 0 ? sum / weight : 0;
}

static void learn_all(fit *f, int rounds) {
  for (int round = 0; round < rounds; round++) {
    const double done = (double)round / rounds;
    const double rate = done < 0.6 ? RATE : done < 0.85 ? RATE / 3 : RATE / 10;
    shuffle(f);
    for (size_t i = 0; i < f->count[0]; i++) {
      learn(f, &f->sample[0][i]);
      if (i % BATCH == BATCH - 1) step(f, rate);
    }
    fprintf(stderr, "round %d: %.4f\n", round + 1, surprise(f));
  }
}

/* ---- the weights ---- */

/* Of a line: for inputs that are not scaled. */
static void unscale(const fit *f, double *line) {
  for (int i = 0; i < net.inputs; i++) {
    line[i] /= f->spread[i];
    line[net.inputs] -= line[i] * f->mean[i];
  }
}

/* Of `count` numbers, each `apart` from the one before. */
static void print_row(const char *before, const double *row, int count,
                      int apart, double unit, const char *after) {
  printf("%s{", before);
  for (int i = 0; i < count; i++) {
    printf("%s%ld", i > 0 ? ", " : "", lrint(row[i * apart] * unit));
  }
  printf("}%s\n", after);
}

static void print(const fit *f) {
  const double *inner = f->weight + f->line, *outer = f->weight + f->outer;
  const int inputs = net.inputs, hidden = net.hidden;
  const double factor = net.factor, unit = factor * OUTER_UNIT / INNER_UNIT;
  double sum = 0;
  for (int k = 0; k < hidden; k++) sum += fabs(outer[k]) * unit + 1;
  printf(
      "enum {\n  HIDDEN = %d,\n  BIAS = %.0f,\n  OUTER_UNIT = %d,\n"
      "  OUTER_SUM = %.0f /* no less than the sum of their sizes */\n};\n\n",
      hidden, f->weight[inputs] * factor, OUTER_UNIT, sum);
  if (!net.counts) {
    print_row("static const int16_t direct[INPUTS] = ", f->weight, inputs, 1,
              factor, ";");
  }
  printf("static const int16_t inner[INPUTS][HIDDEN] = {\n");
  for (int i = 0; i < inputs; i++) {
    print_row("    ", inner + i, hidden, f->line, INNER_UNIT, ",");
  }
  printf("};\n");
  print_row("static const int16_t inner_bias[HIDDEN] = ", inner + inputs,
            hidden, f->line, INNER_UNIT, ";");
  print_row("static const int16_t outer[HIDDEN] = ", outer, hidden, 1, unit,
            ";");
}

int main(int argc, char **argv) {
  static fit f;
  self_play *p = &f.play;
  f.play = (self_play){.game = net.game,
                       .options = {.method = TES_ALPHABETA,
                                   .reductions = net.reductions,
                                   .memory = 4 << 20},
                       .games = 5000,
                       .budget = {.iterations = 5000},
                       .opening = {2, 8},
                       .see = see,
                       .end = end_game};
  TES_ALWAYS(net.inputs <= INPUTS_MAX && net.hidden <= HIDDEN_MAX);
  f.line = net.inputs + 1;
  f.outer = f.line * (net.hidden + 1);
  f.weights = f.outer + net.hidden;
  self_play_open(p, argc, argv);
  self_play_games(p);
  if (f.count[0] < BATCH) self_play_fail(p, "too few games");
  scale_inputs(&f);
  begin(&f);
  learn_all(&f, argc > 3 ? atoi(argv[3]) : 20);
  for (int k = 0; k <= net.hidden; k++) unscale(&f, f.weight + f.line * k);
  print(&f);
  for (int i = 0; i < 2; i++) free(f.sample[i]);
  self_play_close(p);
  return 0;
}
