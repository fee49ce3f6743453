/* fit_blokus.c: makes factors as they are in core/games/blokus/insight.c.
 *   fit_blokus duo|two|four [GAMES [ITERATIONS]]
 *
 * The search plays against itself, a random ply first and later, before many
 * pieces lie, now and then a move that is drawn by visits, with the factors
 * that are built in. Of each position it keeps how often each factor counts for
 * each move, and which share of the visits the move had. Then for each phase it
 * looks for the numbers with which the weights come nearest to these shares: by
 * cross entropy, AdaGrad going down its gradient (Duchi, Hazan and Singer,
 * "Adaptive subgradient methods", 2011), with a penalty on large ones, so that
 * what is never visited is not pushed away for ever. It prints them as rows of
 * C, in sixteenths of an octave and, by phase, as much sharper or less as was
 * better in matches: in the middle of a game more moves are worth a try.
 * Factors make games, and these may be fitted again. 200 games of 4,000
 * iterations take some minutes. Those of two are from 800 games of 6,000; those
 * of duo and of four are older, without penalty and such moves, and 1.4 times
 * as sharp in all phases. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/blokus/blokus.h"
#include "visited.h"

#define RATE 0.05
#define PENALTY 0.002
enum { EPOCHS = 12, OPENING = 1, OCTAVE = 16 };
enum {
  VARIED = 6,   /* plies of each colour with a move drawn by visits, */
  PER_CENT = 15 /* so often */
};

static const double sharper[PHASES] = {1.4, 1.4, 1.4, 0.91, 0.91, 1.12};

/* A position: for each move its share, and FACTORS counts. */
typedef struct sample {
  int phase, moves;
  double *share;
  signed char *counts;
} sample;

typedef struct fit {
  tes_rules *rules;
  tes_work work;
  tes_state *state;
  tes_search *search;
  sample *samples;
  size_t count, capacity;
} fit;

static void *checked(void *block) {
  if (block == NULL) {
    fputs("fit_blokus: out of memory\n", stderr);
    exit(1);
  }
  return block;
}

static void fail(const char *text) {
  fprintf(stderr, "fit_blokus: %s\n", text);
  exit(1);
}

/* ---- games ---- */

/* Each factor by itself is asked for, one sixteenth strong. */
static void count_factors(fit *f, const tes_list *moves, sample *s) {
  double *times = checked(malloc(moves->count * sizeof *times));
  for (int k = 0; k < FACTORS; k++) {
    int16_t factor[FACTORS] = {0};
    factor[k] = 1;
    blokus_exponents(f->rules, f->state, moves, factor, times);
    for (size_t i = 0; i < moves->count; i++) {
      s->counts[i * FACTORS + (size_t)k] = (signed char)times[i];
    }
  }
  free(times);
}

static sample *next_sample(fit *f) {
  if (f->count == f->capacity) {
    f->capacity = f->capacity > 0 ? 2 * f->capacity : 1024;
    f->samples = checked(realloc(f->samples, f->capacity * sizeof *f->samples));
  }
  return &f->samples[f->count++];
}

static void keep(fit *f, const tes_found *found) {
  tes_list moves;
  double visits = 0;
  sample *s = next_sample(f);
  tes_list_init(&moves, NULL);
  if (tes_list_reserve(&moves, found->count) != TES_OK) fail("out of memory");
  s->moves = (int)found->count;
  s->phase = blokus_phase(tables_of(f->rules), blokus_of(f->state));
  s->share = checked(malloc(found->count * sizeof *s->share));
  s->counts = checked(malloc(found->count * FACTORS));
  for (size_t i = 0; i < found->count; i++) {
    visits += (double)found->moves[i].visits;
  }
  for (size_t i = 0; i < found->count; i++) {
    moves.moves[moves.count++] = found->moves[i].move;
    s->share[i] = (double)found->moves[i].visits / visits;
  }
  count_factors(f, &moves, s);
  tes_list_free(&moves);
}

static tes_move choose(fit *f, uint64_t iterations, tes_rng *rng) {
  tes_list *list = &f->work.list;
  tes_found found;
  const uint32_t ply = f->state->ply;
  const tes_budget budget = {.iterations = iterations, .seed = rng->s[0]};
  list->count = 0;
  if (tes_moves(f->rules, f->state, list, &f->work) != TES_OK) fail("moves");
  const tes_move any = list->moves[tes_below(rng, (uint32_t)list->count)];
  if (ply < OPENING || list->count == 1) return any;
  if (tes_search_run(f->search, f->state, budget, &found, &f->work) != TES_OK) {
    fail(f->work.error.text);
  }
  /* What is proven was not told apart by visits. */
  if (found.proof == TES_UNPROVEN) keep(f, &found);
  const bool varies = ply < VARIED * (uint32_t)f->rules->round &&
                      tes_below(rng, 100) < PER_CENT;
  return varies ? any_visited(&found, rng) : found.best;
}

static void play(fit *f, uint64_t iterations, int game) {
  tes_rng rng;
  tes_rng_seed(&rng, (uint64_t)game);
  if (tes_start(f->rules, f->state, 0, &f->work) != TES_OK) fail("start");
  tes_search_clear(f->search);
  while (!f->state->over) {
    const tes_move move = choose(f, iterations, &rng);
    if (tes_search_play(f->search, move, &f->work) != TES_OK ||
        tes_apply(f->rules, f->state, move, &f->work) != TES_OK) {
      fail(f->work.error.text);
    }
  }
}

/* ---- the fit ---- */

/* Adds the gradient of a sample's cross entropy, which is returned. */
static double descend(const sample *s, const double *by, double *gradient) {
  double *chance = checked(malloc((size_t)s->moves * sizeof *chance));
  double all = 0, entropy = 0;
  for (int i = 0; i < s->moves; i++) {
    double sum = 0;
    for (int k = 0; k < FACTORS; k++) sum += by[k] * s->counts[i * FACTORS + k];
    chance[i] = exp(sum);
    all += chance[i];
  }
  for (int i = 0; i < s->moves; i++) {
    const double p = chance[i] / all;
    entropy -= s->share[i] * log(p);
    for (int k = 0; k < FACTORS; k++) {
      gradient[k] += (p - s->share[i]) * s->counts[i * FACTORS + k];
    }
  }
  free(chance);
  return entropy;
}

/* One number for each factor, in powers of e; a tenth of the samples is only
 * looked at, and how well it is told is returned. */
static double fit_phase(const fit *f, int phase, double by[FACTORS]) {
  double squares[FACTORS] = {0}, entropy = 0;
  size_t seen = 0;
  for (int epoch = 0; epoch < EPOCHS; epoch++) {
    entropy = 0;
    seen = 0;
    for (size_t i = 0; i < f->count; i++) {
      double gradient[FACTORS] = {0};
      if (f->samples[i].phase != phase) continue;
      const double told = descend(&f->samples[i], by, gradient);
      if (i % 10 == 0) {
        entropy += told;
        seen++;
        continue;
      }
      for (int k = 0; k < FACTORS; k++) {
        gradient[k] += PENALTY * by[k];
        squares[k] += gradient[k] * gradient[k];
        if (squares[k] > 0) by[k] -= RATE * gradient[k] / sqrt(squares[k]);
      }
    }
  }
  return seen > 0 ? entropy / (double)seen : 0;
}

static void print(const double by[FACTORS], int phase, double entropy) {
  printf("{");
  for (int k = 0; k < FACTORS; k++) {
    const double octaves = by[k] * sharper[phase] / log(2);
    printf("%s%.0f", k > 0 ? ", " : "", octaves * OCTAVE);
  }
  printf("}, /* cross entropy %.3f */\n", entropy);
}

/* The rules of a kind of game; NULL if there is none of that name. */
static tes_rules *open_rules(const char *name, tes_error *error) {
  static const struct {
    const char *name;
    const char *settings[2];
    size_t count;
  } kinds[] = {
      {"duo", {"variant=duo"}, 1},
      {"two", {"players=2", "corners=fixed"}, 2},
      {"four", {"players=4"}, 1},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(name, kinds[i].name) != 0) continue;
    return tes_rules_open(tes_game_find("blokus"), kinds[i].settings,
                          kinds[i].count, NULL, error);
  }
  snprintf(error->text, sizeof error->text,
           "expected: fit_blokus duo|two|four [GAMES [ITERATIONS]]");
  return NULL;
}

int main(int argc, char **argv) {
  const int games = argc > 2 ? atoi(argv[2]) : 200;
  const uint64_t iterations = argc > 3 ? (uint64_t)atoll(argv[3]) : 4000;
  const tes_search_options options = {.margin = 0.8};
  tes_error error = {.text = "out of memory"};
  fit f = {0};
  f.rules = open_rules(argc > 1 ? argv[1] : "", &error);
  if (f.rules == NULL || tes_work_init(&f.work, f.rules) != TES_OK) {
    fail(error.text);
  }
  f.state = checked(tes_state_new(f.rules));
  f.search = checked(tes_search_new(f.rules, &options, &error));
  for (int i = 0; i < games; i++) play(&f, iterations, i);
  double by[FACTORS] = {0}; /* each phase begins with those before it */
  for (int phase = 0; phase < PHASES; phase++) {
    const double entropy = fit_phase(&f, phase, by);
    print(by, phase, entropy);
  }
  for (size_t i = 0; i < f.count; i++) {
    free(f.samples[i].share);
    free(f.samples[i].counts);
  }
  free(f.samples);
  tes_search_free(f.search);
  tes_state_free(f.rules, f.state);
  tes_work_free(&f.work);
  tes_rules_close(f.rules);
  return 0;
}
