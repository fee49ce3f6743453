/* fit_net.c: fits a net to how games end; see fit_net.h.
 *
 * The search plays against itself after 2 to 8 random plies, until it has
 * proven how the game ends. Each position that it searched is kept with how
 * that was, and what the search said of it, mixed; of some a move or two at
 * random is tried and searched as well, for a search evaluates positions that
 * no good player comes to. The net is fitted to the chances by Adam (Kingma and
 * Ba, 2015): inputs that do not count what is there are brought to mean 0 and
 * spread 1, which is undone when the numbers are written. Every tenth game is
 * left out, and tells how well the others foresee it. */
#include "fit_net.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tesela_game.h"

#define RESULT 0.7 /* how much the end counts against the search */
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
  float chance, weight;
} sample;

typedef struct fit {
  const fit_net *net;
  int line;    /* the weights of a sum, and its bias */
  int outer;   /* where the weights of the inner sums are */
  int weights; /* how many there are */
  tes_rules *rules;
  tes_work work;
  tes_rng rng;
  tes_state *state, *beside;
  tes_search *search;
  uint64_t iterations;
  sample *sample[2]; /* to learn from, and to be foreseen */
  size_t count[2], room[2];
  double mean[INPUTS_MAX], spread[INPUTS_MAX];
  double weight[WEIGHTS_MAX], slope[WEIGHTS_MAX];
  double first[WEIGHTS_MAX], second[WEIGHTS_MAX];
  long steps;
} fit;

static void fail(const char *text) {
  fprintf(stderr, "fit: %s\n", text);
  exit(1);
}

/* ---- games ---- */

static double chance_of(const fit *f, const tes_found *found) {
  static const double proven[] = {0, 1, 0.5, 0};
  if (found->proof != TES_UNPROVEN) return proven[found->proof];
  const double v = 2 * found->value - 1; /* bent: see alphabeta.c */
  return 1 / (1 + exp(-1000 * v / (1 - fabs(v)) / f->net->factor));
}

static tes_move any_move(fit *f, const tes_state *state) {
  tes_list *list = &f->work.list;
  list->count = 0;
  if (tes_moves(f->rules, state, list, &f->work) != TES_OK) fail("moves");
  return list->moves[tes_below(&f->rng, (uint32_t)list->count)];
}

static void play_any(fit *f, tes_state *state) {
  if (state->over) return;
  tes_apply(f->rules, state, any_move(f, state), &f->work);
}

static sample searched(fit *f, const tes_state *state, tes_found *found) {
  const tes_budget budget = {.iterations = f->iterations};
  sample s;
  if (tes_search_run(f->search, state, budget, found, &f->work) != TES_OK) {
    fail(f->work.error.text);
  }
  f->net->look(f->rules, state, s.input);
  s.chance = (float)chance_of(f, found);
  s.weight = found->proof == TES_UNPROVEN ? 1 : 0.5F;
  return s;
}

/* What wins at once is seen before anything is evaluated, where the game tells
 * its tactical moves: so much is no use. */
static bool is_evaluated(const fit *f, const tes_found *found) {
  return f->rules->game->insight->forcing == NULL || found->proof != TES_WIN ||
         found->plies > 1;
}

static void keep(fit *f, int set, sample s) {
  if (f->count[set] == f->room[set]) {
    f->room[set] = 2 * f->room[set] + 1024;
    f->sample[set] = realloc(f->sample[set], f->room[set] * sizeof s);
    if (f->sample[set] == NULL) fail("out of memory");
  }
  f->sample[set][f->count[set]++] = s;
}

/* A position beside the game. */
static void stray(fit *f, int set) {
  tes_found found;
  tes_copy(f->rules, f->beside, f->state);
  play_any(f, f->beside);
  if (tes_below(&f->rng, 3) == 0) play_any(f, f->beside);
  if (f->beside->over) return;
  sample s = searched(f, f->beside, &found);
  s.weight *= 0.7F;
  if (is_evaluated(f, &found)) keep(f, set, s);
}

/* What the end is worth for the seat to move. */
static double end_of(fit *f, const tes_found *found) {
  tes_result result;
  if (!f->state->over) return chance_of(f, found);
  if (tes_result_of(f->rules, f->state, &result, &f->work) != TES_OK) {
    fail("result");
  }
  const int seat = f->state->seat - 1;
  return 0.5 * (1 + result.place[1 - seat] - result.place[seat]);
}

/* Those of the game also learn how it went. */
static void learn_end(fit *f, int set, const sample *game, const int *seat,
                      int plies, double end) {
  for (int i = 0; i < plies; i++) {
    sample s = game[i];
    const double mine = seat[i] == f->state->seat ? end : 1 - end;
    if (s.weight == 1)
      s.chance = (float)(RESULT * mine + (1 - RESULT) * (double)s.chance);
    keep(f, set, s);
  }
}

static void play(fit *f, int number) {
  sample game[PLIES];
  int seat[PLIES], plies = 0;
  tes_found found = {0};
  const int set = number % HELD_OUT == 0;
  tes_rng_seed(&f->rng, (uint64_t)number);
  const uint32_t opening = 2 + tes_below(&f->rng, 7);
  if (tes_start(f->rules, f->state, 0, &f->work) != TES_OK) fail("start");
  tes_search_clear(f->search);
  while (!f->state->over && f->state->ply < opening) play_any(f, f->state);
  if (f->state->over) return;
  while (!f->state->over && plies < PLIES) {
    seat[plies] = f->state->seat;
    game[plies++] = searched(f, f->state, &found);
    if (!is_evaluated(f, &found)) plies--;
    if (found.proof != TES_UNPROVEN) break;
    const tes_move best = found.best;
    if (tes_below(&f->rng, 10) < 4) stray(f, set);
    if (tes_apply(f->rules, f->state, best, &f->work) != TES_OK) fail("apply");
  }
  if (plies == PLIES) return;
  learn_end(f, set, game, seat, plies, end_of(f, &found));
}

/* ---- the fit ---- */

/* Counts are taken as they are. */
static void take_as_they_are(fit *f) {
  for (int i = 0; i < f->net->inputs; i++) f->spread[i] = 1;
}

static void measure(fit *f) {
  const double count = (double)f->count[0];
  for (int i = 0; i < f->net->inputs; i++) {
    double sum = 0, squares = 0;
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
    const double any = (double)tes_below(&f->rng, 1 << 20) / (1 << 20) - 0.5;
    f->weight[i] = i < f->outer ? any * 2 / sqrt(f->net->inputs) : any / 2;
  }
}

static double line_of(const fit *f, const double *line, const double *x) {
  double sum = line[f->net->inputs];
  for (int i = 0; i < f->net->inputs; i++) sum += line[i] * x[i];
  return sum;
}

static void add_line(const fit *f, double *slope, double by, const double *x) {
  for (int i = 0; i < f->net->inputs; i++) slope[i] += by * x[i];
  slope[f->net->inputs] += by;
}

/* The chance that the net sees; the inputs and inner sums stay behind. */
static double foresee(const fit *f, const sample *s, double x[INPUTS_MAX],
                      double inner[HIDDEN_MAX]) {
  for (int i = 0; i < f->net->inputs; i++) {
    x[i] = (s->input[i] - f->mean[i]) / f->spread[i];
  }
  double sum = line_of(f, f->weight, x);
  for (int k = 0; k < f->net->hidden; k++) {
    inner[k] = line_of(f, f->weight + f->line * (k + 1), x);
    if (inner[k] > 0) sum += inner[k] * f->weight[f->outer + k];
  }
  return 1 / (1 + exp(-sum));
}

static void learn(fit *f, const sample *s) {
  double x[INPUTS_MAX], inner[f->net->hidden];
  const double off =
      (double)s->weight * (foresee(f, s, x, inner) - (double)s->chance) / BATCH;
  if (f->net->counts) {
    f->slope[f->net->inputs] += off;
  } else {
    add_line(f, f->slope, off, x);
  }
  for (int k = 0; k < f->net->hidden; k++) {
    if (inner[k] <= 0) continue;
    f->slope[f->outer + k] += off * inner[k];
    add_line(f, f->slope + f->line * (k + 1), off * f->weight[f->outer + k], x);
  }
}

static void step(fit *f, double rate) {
  f->steps++;
  const double less1 = 1 - pow(0.9, (double)f->steps);
  const double less2 = 1 - pow(0.999, (double)f->steps);
  for (int i = 0; i < f->weights; i++) {
    const double slope = f->slope[i] + f->net->decay * f->weight[i];
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
    const size_t k = tes_below(&f->rng, (uint32_t)i + 1);
    const sample kept = s[i];
    s[i] = s[k];
    s[k] = kept;
  }
}

/* The mean logarithm of the chance of what was not learnt from. */
static double surprise(const fit *f) {
  double sum = 0, weight = 0, x[INPUTS_MAX], inner[HIDDEN_MAX];
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

/* ---- the numbers ---- */

static void print_row(const char *before, const double *row, int count,
                      double unit, const char *after) {
  printf("%s{", before);
  for (int i = 0; i < count; i++) {
    printf("%s%ld", i > 0 ? ", " : "", lrint(row[i] * unit));
  }
  printf("}%s\n", after);
}

/* Means and spreads are taken out of a line. */
static void plain_line(const fit *f, double *line) {
  for (int i = 0; i < f->net->inputs; i++) {
    line[i] /= f->spread[i];
    line[f->net->inputs] -= line[i] * f->mean[i];
  }
}

static void print(fit *f) {
  double row[INPUTS_MAX], sum = 0;
  const double unit = f->net->factor * OUTER_UNIT / INNER_UNIT;
  for (int k = 0; k <= f->net->hidden; k++)
    plain_line(f, f->weight + f->line * k);
  for (int k = 0; k < f->net->hidden; k++)
    sum += fabs(f->weight[f->outer + k]) * unit + 1;
  printf(
      "enum {\n  HIDDEN = %d,\n  BIAS = %.0f,\n  OUTER_UNIT = %d,\n"
      "  OUTER_SUM = %.0f /* no less than the sum of their sizes */\n};\n\n",
      f->net->hidden, f->weight[f->net->inputs] * f->net->factor, OUTER_UNIT,
      sum);
  if (!f->net->counts) {
    print_row("static const int16_t direct[INPUTS] = ", f->weight,
              f->net->inputs, f->net->factor, ";");
  }
  printf("static const int16_t inner[INPUTS][HIDDEN] = {\n");
  for (int i = 0; i < f->line; i++) {
    for (int k = 0; k < f->net->hidden; k++)
      row[k] = f->weight[f->line * (k + 1) + i];
    if (i < f->net->inputs)
      print_row("    ", row, f->net->hidden, INNER_UNIT, ",");
  }
  printf("};\n");
  print_row("static const int16_t inner_bias[HIDDEN] = ", row, f->net->hidden,
            INNER_UNIT, ";");
  print_row("static const int16_t outer[HIDDEN] = ", f->weight + f->outer,
            f->net->hidden, unit, ";");
}

static void open_all(fit *f) {
  const tes_search_options options = {.method = TES_ALPHABETA,
                                      .reductions = f->net->reductions,
                                      .memory = 4 << 20};
  tes_error error;
  f->rules = tes_rules_open(tes_game_find(f->net->game), NULL, 0, NULL, &error);
  if (f->rules == NULL || tes_work_init(&f->work, f->rules) != TES_OK) {
    fail(error.text);
  }
  f->state = tes_state_new(f->rules);
  f->beside = tes_state_new(f->rules);
  f->search = tes_search_new(f->rules, &options, &error);
  if (f->state == NULL || f->beside == NULL || f->search == NULL) {
    fail("out of memory");
  }
}

static void close_all(fit *f) {
  tes_search_free(f->search);
  tes_state_free(f->rules, f->state);
  tes_state_free(f->rules, f->beside);
  tes_work_free(&f->work);
  tes_rules_close(f->rules);
  for (int i = 0; i < 2; i++) free(f->sample[i]);
}

int fit_main(const fit_net *net, int argc, char **argv) {
  static fit f;
  const int games = argc > 1 ? atoi(argv[1]) : 5000;
  const int rounds = argc > 3 ? atoi(argv[3]) : 20;
  f.net = net;
  f.line = net->inputs + 1;
  f.outer = f.line * (net->hidden + 1);
  f.weights = f.outer + net->hidden;
  f.iterations = argc > 2 ? (uint64_t)atoll(argv[2]) : 5000;
  if (net->inputs > INPUTS_MAX || net->hidden > HIDDEN_MAX) fail("too large");
  open_all(&f);
  for (int i = 0; i < games; i++) play(&f, i);
  if (f.count[0] < BATCH) fail("too few games");
  if (net->counts) {
    take_as_they_are(&f);
  } else {
    measure(&f);
  }
  begin(&f);
  learn_all(&f, rounds);
  print(&f);
  close_all(&f);
  return 0;
}
