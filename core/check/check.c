/* check.c: the conformance check that every game has to pass, after OpenSpiel's
 * basic_tests.cc.
 *
 * It plays random games. At each ply it compares the game's functions with each
 * other, so no answer has to be known beforehand: listed moves are legal and no
 * others are, printed moves can be parsed, saved positions can be loaded, and
 * the same call gives the same answer with any work. The table `per_ply` lists
 * the checks; the expensive ones run at the first plies, at the last, and now
 * and then in between.
 *
 * Everything in a game follows from its seed: the first game has the seed of
 * the call, and each further game the next number, so the seed in a message
 * reproduces the failure in a check of one game. */
#include "parts.h"

#define EARLY 8 /* plies at which every check runs */

/* ---- one game ---- */

static const struct {
  int (*run)(tes_checking *c);
  size_t one_in; /* one ply in this many, except the first and the last */
} per_ply[] = {
    {tes_check_moves, 1},    {tes_check_count, 1},   {tes_check_apply, 1},
    {tes_check_recent, 1},   {tes_check_result, 1},  {tes_check_legal, 2},
    {tes_check_notation, 2}, {tes_check_draw, 4},    {tes_check_save, 4},
    {tes_check_views, 4},    {tes_check_playout, 4}, {tes_check_queries, 8},
    {tes_check_insight, 8},
};

static int check_ply(tes_checking *c) {
  for (size_t i = 0; i < sizeof per_ply / sizeof *per_ply; i++) {
    const bool due = tes_check_below(c, per_ply[i].one_in) == 0;
    if (!due && c->now->ply >= EARLY && !c->now->over) continue;
    TES_TRY(tes_check_stopped(c));
    TES_TRY(per_ply[i].run(c));
  }
  return TES_OK;
}

static int start_at(tes_checking *c, tes_state *state) {
  const int status = tes_start(c->rules, state, c->seed, &c->busy);
  return tes_check_status(c, "start", status, &c->busy);
}

static int start_other(tes_checking *c) {
  const int status = tes_start_rng(c->rules, c->other, &c->rng, &c->busy);
  return tes_check_status(c, "start", status, &c->busy);
}

static int start_game(tes_checking *c) {
  uint64_t mix = c->seed;
  tes_rng_seed(&c->rng, tes_splitmix64(&mix));
  tes_check_zero(&c->busy);
  c->placed = false;
  c->recent_count = 0;
  tes_text_clear(&c->played);
  TES_TRY(start_at(c, c->now));
  TES_TRY(tes_check_head(c, "start", c->now));
  c->placed = true;
  TES_TRY(start_at(c, c->next));
  if (!tes_check_same(c, c->now, c->next)) {
    return tes_check_fault(c, "start", "differs",
                           "gave different bytes for the same seed");
  }
  if (c->now->ply != 0) return tes_check_fail(c, "start", "wrote to ply");
  TES_TRY(start_other(c));
  return tes_check_deal(c);
}

/* Makes a random move in the other game, or starts it again if it is over. */
static int step_other(tes_checking *c) {
  TES_TRY(tes_check_list(c, c->other, &c->other_list));
  if (c->other_list.count == 0) {
    TES_TRY(start_other(c));
    return tes_check_head(c, "start", c->other);
  }
  const size_t at = tes_check_below(c, c->other_list.count);
  const tes_move move = c->other_list.moves[at];
  const int status = tes_apply(c->rules, c->other, move, &c->busy);
  TES_TRY(tes_check_status(c, "apply", status, &c->busy));
  return tes_check_head(c, "apply", c->other);
}

static int check_step(tes_checking *c) {
  const size_t at = tes_check_below(c, c->list.count);
  const tes_move move = c->list.moves[at];
  TES_TRY(tes_check_one_apply(c, move));
  TES_TRY(tes_check_advance(c, move));
  return step_other(c);
}

static int check_one_game(tes_checking *c) {
  TES_TRY(start_game(c));
  for (;;) {
    TES_TRY(check_ply(c));
    if (c->now->over || c->now->ply >= (uint32_t)c->max_plies) return TES_OK;
    TES_TRY(check_step(c));
  }
}

/* ---- all games ---- */

/* Wraps around after the largest seed. */
static uint64_t seed_of(uint64_t seed, int game) {
  return (seed + (uint64_t)game) & TES_SEED_MAX;
}

static int check_games(tes_checking *c, uint64_t seed, int games) {
  for (int i = 0; i < games; i++) {
    c->seed = seed_of(seed, i);
    c->games = i;
    TES_TRY(check_one_game(c));
    if (i > 0) continue;
    TES_TRY(start_at(c, c->now));
    TES_TRY(tes_check_options(c));
    TES_TRY(tes_check_memory(c));
  }
  return TES_OK;
}

int tes_check_watched(const tes_rules *rules, uint64_t seed, int games,
                      int max_plies, tes_watch *watch, void *user,
                      tes_finding *found, tes_work *work) {
  if (found != NULL) *found = (tes_finding){.function = NULL};
  if (seed > TES_SEED_MAX || games < 1 || max_plies < 1) {
    return tes_fail(&work->error, TES_EARG,
                    "check: expected a seed in 0..%llu, at least one game "
                    "and one ply",
                    (unsigned long long)TES_SEED_MAX);
  }
  tes_checking c = {.rules = rules,
                    .game = rules->game,
                    .caller = work,
                    .watch = watch,
                    .user = user,
                    .found = found,
                    .max_plies = max_plies,
                    .seed = seed};
  int status = tes_check_open(&c);
  if (status == TES_OK) status = check_games(&c, seed, games);
  tes_check_close(&c);
  return status == ENDED ? TES_OK : status;
}

int tes_check(const tes_rules *rules, uint64_t seed, int games, int max_plies,
              tes_work *work) {
  return tes_check_watched(rules, seed, games, max_plies, NULL, NULL, NULL,
                           work);
}
