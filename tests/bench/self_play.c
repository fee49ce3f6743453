/* self_play.c: see self_play.h. */
#include "self_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tesela_bits.h"

void self_play_fail(const self_play *p, const char *text) {
  fprintf(stderr, "%s: %s\n", p->program, text);
  exit(1);
}

static void check(const self_play *p, int status) {
  if (status != TES_OK) self_play_fail(p, p->work.error.text);
}

static void *checked(const self_play *p, void *block) {
  if (block == NULL) self_play_fail(p, "out of memory");
  return block;
}

/* The room is a power of two. */
void *self_play_room(const self_play *p, void *array, size_t count,
                     size_t size) {
  if ((count & (count - 1)) != 0) return array;
  return checked(p, realloc(array, (count > 0 ? 2 * count : 1) * size));
}

/* ---- the program ---- */

static const char *const *find_settings(const self_play *p, const char *kind) {
  int i = 0;
  while (p->kinds[i][0] != NULL && strcmp(p->kinds[i][0], kind) != 0) i++;
  if (i > 0 && p->kinds[i][0] == NULL) self_play_fail(p, p->usage);
  return p->kinds[i] + 1;
}

static const char *const *read_arguments(self_play *p, int argc, char **argv) {
  const char *slash = strrchr(argv[0], '/');
  const int games = p->kinds[0][0] != NULL ? 2 : 1;
  p->program = slash != NULL ? slash + 1 : argv[0];
  if (argc > games) p->games = atoi(argv[games]);
  if (argc > games + 1)
    p->budget.iterations = strtoull(argv[games + 1], NULL, 10);
  return find_settings(p, argc > 1 ? argv[1] : "");
}

void self_play_open(self_play *p, int argc, char **argv) {
  const char *const *settings = read_arguments(p, argc, argv);
  tes_error error;
  size_t count = 0;
  while (settings[count] != NULL) count++;
  p->rules =
      tes_rules_open(tes_game_find(p->game), settings, count, NULL, &error);
  if (p->rules == NULL) self_play_fail(p, error.text);
  check(p, tes_work_init(&p->work, p->rules));
  p->state = checked(p, tes_state_new(p->rules));
  p->aside = checked(p, tes_state_new(p->rules));
  p->search = checked(p, tes_search_new(p->rules, &p->options, &error));
}

void self_play_close(self_play *p) {
  tes_search_free(p->search);
  tes_state_free(p->rules, p->state);
  tes_state_free(p->rules, p->aside);
  tes_work_free(&p->work);
  tes_rules_close(p->rules);
}

/* ---- games ---- */

void self_play_random(self_play *p, tes_state *state, uint32_t plies) {
  for (; plies > 0 && !state->over; plies--) {
    check(p, tes_random_move(p->rules, state, &p->rng, &p->work));
  }
}

void self_play_search(self_play *p, const tes_state *state, tes_found *found) {
  check(p, tes_search_run(p->search, state, p->budget, found, &p->work));
}

static tes_move draw_by_visits(self_play *p, const tes_found *found) {
  uint64_t visits = 0;
  size_t i = 0;
  for (size_t k = 0; k < found->count; k++) visits += found->moves[k].visits;
  uint64_t rest = tes_below(&p->rng, (uint32_t)visits);
  while (rest >= found->moves[i].visits) rest -= found->moves[i++].visits;
  return found->moves[i].move;
}

static tes_move choose(self_play *p, tes_found *found) {
  const uint32_t varied = p->varied_rounds * (uint32_t)p->rules->round;
  *found = (tes_found){0};
  p->budget.seed = p->rng.s[0];
  if (p->skips_forced) {
    check(p,
          tes_pick_move(p->rules, p->state, &p->rng, &found->best, &p->work));
    if (p->work.list.count == 1) return found->best;
  }
  self_play_search(p, p->state, found);
  const bool varies =
      p->state->ply < varied && tes_below(&p->rng, 100) < p->varied_per_cent;
  return varies ? draw_by_visits(p, found) : found->best;
}

static void start(self_play *p) {
  const uint32_t least = p->opening[0], more = p->opening[1] - least;
  tes_rng_seed(&p->rng, (uint64_t)p->number);
  const uint32_t plies = least + (more > 0 ? tes_below(&p->rng, more + 1) : 0);
  check(p, tes_start(p->rules, p->state, 0, &p->work));
  tes_search_clear(p->search);
  self_play_random(p, p->state, plies);
}

static void play(self_play *p) {
  tes_found found;
  while (!p->state->over) {
    const tes_move move = choose(p, &found);
    if (!p->see(p, &found)) return;
    check(p, tes_search_play(p->search, move, &p->work));
    check(p, tes_apply(p->rules, p->state, move, &p->work));
  }
}

void self_play_games(self_play *p) {
  for (p->number = 0; p->number < p->games; p->number++) {
    start(p);
    play(p);
    check(p, tes_result_of(p->rules, p->state, &p->result, &p->work));
    if (p->end != NULL) p->end(p);
  }
}
