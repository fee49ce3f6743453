/* check.c: the conformance check that every game has to pass, after
 * OpenSpiel's basic_tests.cc.
 *
 * Random games are played; at their plies the functions of the game are held
 * against each other, each by what the others say, so that no answer has to
 * be known beforehand: what is listed is legal and nothing else is, what is
 * printed is parsed, what is saved is loaded, and the same call gives the
 * same answer with any work. The table `per_ply` lists the checks; the dear
 * ones run at each of the first plies, at the last, and now and then between.
 *
 * Everything in a game follows from its seed: the first game has the seed of
 * the call and the next ones count on from it, so that the seed of a message
 * shows the same failure in a check of one game. */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EARLY 8   /* plies at which every check runs */
#define RECENT 64 /* states that later ones are compared with */

/* ---- messages ---- */

/* The position, or the moves that lead to it. */
static const char *place_of(tes_checking *c) {
  tes_text_clear(&c->place);
  if (!c->placed) {
    tes_put(&c->place, "the start");
  } else if (c->game->save != NULL) {
    tes_save(c->rules, c->now, 0, &c->place);
  } else {
    tes_put(&c->place, "start%s", tes_text_get(&c->played));
  }
  return tes_text_get(&c->place);
}

int tes_check_fail(tes_checking *c, const char *function, const char *format,
                   ...) {
  char what[240];
  va_list args;
  if (c->text.failed || c->reply.failed) {
    return tes_fail(&c->caller->error, TES_ENOMEM, "out of memory");
  }
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  const char *place = place_of(c);
  return tes_fail(&c->caller->error, TES_EGAME,
                  "%.40s: %s() %s at \"%.150s%s\" (seed %llu, ply %lu)",
                  c->game->name, function, what, place,
                  strlen(place) > 150 ? "..." : "", (unsigned long long)c->seed,
                  (unsigned long)c->now->ply);
}

int tes_check_status(tes_checking *c, const char *function, int status,
                     const tes_work *work) {
  if (status == TES_OK) return TES_OK;
  if (status == TES_ENOMEM) {
    return tes_fail(&c->caller->error, status, "out of memory");
  }
  if (status == TES_ESTOPPED) {
    return tes_fail(&c->caller->error, status, "interrupted");
  }
  return tes_check_fail(c, function, "failed: %.180s", work->error.text);
}

static int stopped(tes_checking *c) {
  const bool stop = c->caller->stop != NULL && *c->caller->stop;
  return tes_check_status(c, "check", stop ? TES_ESTOPPED : TES_OK, NULL);
}

/* ---- small helpers ---- */

size_t tes_check_below(tes_checking *c, size_t n) {
  return (size_t)tes_rng_below(&c->rng, n);
}

uint64_t tes_check_seed(tes_checking *c) {
  return tes_rng_next(&c->rng) & TES_SEED_MAX;
}

bool tes_check_same(const tes_checking *c, const tes_state *a,
                    const tes_state *b) {
  return memcmp(a, b, c->rules->state_size) == 0;
}

bool tes_check_same_list(const tes_list *a, const tes_list *b) {
  return a->count == b->count &&
         (a->count == 0 ||
          memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0);
}

const char *tes_check_print(tes_checking *c, const tes_state *state,
                            tes_move move, tes_text *text) {
  tes_text_clear(text);
  tes_print(c->rules, state, move, text, &c->busy);
  return tes_text_get(text);
}

static const char *name_of(tes_checking *c, tes_move move) {
  return tes_check_print(c, c->now, move, &c->message);
}

static void zero(tes_work *work) {
  if (work->memory != NULL) {
    memset(work->memory, 0, work->rules->work_size);
  }
}

static tes_work *zeroed(tes_checking *c) {
  zero(&c->fresh);
  return &c->fresh;
}

static int list_with(tes_checking *c, const tes_state *state, tes_list *list,
                     tes_work *work) {
  list->count = 0;
  const int status = tes_moves(c->rules, state, list, work);
  return tes_check_status(c, "moves", status, work);
}

int tes_check_list(tes_checking *c, const tes_state *state, tes_list *list) {
  return list_with(c, state, list, zeroed(c));
}

static size_t count_endings(const tes_game *game) {
  size_t count = 0;
  while (game->endings[count] != NULL) count++;
  return count;
}

int tes_check_head(tes_checking *c, const char *function,
                   const tes_state *state) {
  if (state->seat < 1 || state->seat > c->rules->seats) {
    return tes_check_fail(c, function, "left seat %d, expected 1..%d",
                          state->seat, c->rules->seats);
  }
  if (state->over > count_endings(c->game)) {
    return tes_check_fail(c, function, "left over = %d, there are %d endings",
                          state->over, (int)count_endings(c->game));
  }
  return TES_OK;
}

/* ---- moves ---- */

static int by_value(const void *a, const void *b) {
  const tes_move x = *(const tes_move *)a, y = *(const tes_move *)b;
  return (x > y) - (x < y);
}

bool tes_check_listed(const tes_checking *c, tes_move move) {
  return c->sorted.count > 0 && bsearch(&move, c->sorted.moves, c->sorted.count,
                                        sizeof move, by_value) != NULL;
}

static int sort_moves(tes_checking *c) {
  const size_t count = c->list.count;
  c->sorted.count = 0;
  TES_TRY(tes_check_status(c, "moves", tes_list_reserve(&c->sorted, count),
                           &c->busy));
  if (count == 0) return TES_OK;
  memcpy(c->sorted.moves, c->list.moves, count * sizeof(tes_move));
  c->sorted.count = count;
  qsort(c->sorted.moves, count, sizeof(tes_move), by_value);
  return TES_OK;
}

static int listed_nothing(tes_checking *c) {
  return tes_check_fail(c, "moves", "listed nothing and it is not over");
}

static int check_content(tes_checking *c) {
  const tes_move *moves = c->sorted.moves;
  const size_t count = c->sorted.count;
  if (count == 0 && !c->now->over) return listed_nothing(c);
  if (count > 0 && moves[0] <= 0) {
    return tes_check_fail(c, "moves", "listed %lld, which is not positive",
                          (long long)moves[0]);
  }
  for (size_t i = 1; i < count; i++) {
    if (moves[i] != moves[i - 1]) continue;
    return tes_check_fail(c, "moves", "listed %.60s twice",
                          name_of(c, moves[i]));
  }
  return TES_OK;
}

static const char used_before[] = "with a work that was used before";

/* Are the moves of `now` as `list` has them with this work, too? */
static int check_again(tes_checking *c, const tes_list *list, tes_work *work,
                       const char *when) {
  TES_TRY(list_with(c, c->now, &c->again, work));
  if (tes_check_same_list(list, &c->again)) return TES_OK;
  return tes_check_fail(c, "moves", "gave another list %s", when);
}

/* Lists with the reference, then with a work that has served this game, and
 * then another one, and then was zeroed. */
static int check_moves(tes_checking *c) {
  TES_TRY(tes_check_list(c, c->now, &c->list));
  TES_TRY(sort_moves(c));
  TES_TRY(check_content(c));
  TES_TRY(check_again(c, &c->list, zeroed(c), "when asked again"));
  TES_TRY(check_again(c, &c->list, &c->busy, used_before));
  TES_TRY(list_with(c, c->other, &c->other_list, &c->busy));
  TES_TRY(check_again(c, &c->list, &c->busy,
                      "after its work served another position"));
  if (tes_check_below(c, 3) == 0) zero(&c->busy);
  return check_again(c, &c->list, &c->busy, "when asked again");
}

static int check_count(tes_checking *c) {
  for (int i = 0; i < 2; i++) {
    tes_work *work = i == 0 ? &c->busy : zeroed(c);
    const int64_t count = tes_count(c->rules, c->now, work);
    if (count < 0) return tes_check_status(c, "count", (int)count, work);
    if ((uint64_t)count == c->list.count) continue;
    return tes_check_fail(c, "count", "gave %lld, moves() listed %lld",
                          (long long)count, (long long)c->list.count);
  }
  return TES_OK;
}

/* ---- apply ---- */

static int check_child(tes_checking *c, tes_move move) {
  if (!tes_check_same(c, c->next, c->twin)) {
    return tes_check_fail(c, "apply", "of %.60s gave different bytes twice",
                          name_of(c, move));
  }
  if (!tes_check_same(c, c->now, c->spare)) {
    return tes_check_fail(c, "apply", "of %.60s changed an earlier copy",
                          name_of(c, move));
  }
  if (c->next->ply != c->now->ply + 1) {
    return tes_check_fail(c, "apply", "of %.60s wrote to ply",
                          name_of(c, move));
  }
  return tes_check_head(c, "apply", c->next);
}

/* Makes a move in `next` and, with the other work, in `twin`. */
static int check_one_apply(tes_checking *c, tes_move move) {
  const tes_rules *rules = c->rules;
  tes_copy(rules, c->next, c->now);
  tes_copy(rules, c->twin, c->now);
  tes_copy(rules, c->spare, c->now);
  const int status = tes_apply(rules, c->next, move, &c->busy);
  TES_TRY(tes_check_status(c, "apply", status, &c->busy));
  tes_work *work = zeroed(c);
  const int again = tes_apply(rules, c->twin, move, work);
  TES_TRY(tes_check_status(c, "apply", again, work));
  return check_child(c, move);
}

static int check_apply(tes_checking *c) {
  const size_t count = c->list.count;
  for (size_t i = 0; i < count && i < 6; i++) {
    const size_t at = count <= 6 ? i : tes_check_below(c, count);
    TES_TRY(check_one_apply(c, c->list.moves[at]));
  }
  return TES_OK;
}

/* ---- legal ---- */

static int check_refusal(tes_checking *c, tes_move move) {
  tes_copy(c->rules, c->next, c->now);
  c->busy.error.text[0] = '\0';
  const int status = tes_play(c->rules, c->next, move, &c->busy);
  if (status != TES_EILLEGAL || c->busy.error.text[0] == '\0') {
    return tes_check_fail(c, "play", "did not refuse %lld with a reason",
                          (long long)move);
  }
  if (tes_check_same(c, c->next, c->now)) return TES_OK;
  return tes_check_fail(c, "play", "refused %lld and changed the state",
                        (long long)move);
}

static int probe(tes_checking *c, tes_move move) {
  const bool listed = tes_check_listed(c, move);
  if (tes_legal(c->rules, c->now, move, &c->busy) != listed) {
    if (!listed) {
      return tes_check_fail(c, "legal", "accepts %lld, which is not listed",
                            (long long)move);
    }
    return tes_check_fail(c, "legal", "refuses %.60s (%lld), which is listed",
                          name_of(c, move), (long long)move);
  }
  return listed ? TES_OK : check_refusal(c, move);
}

/* What lies around a move: a game that looks at some of its bits only would
 * accept these. */
static int probe_around(tes_checking *c, tes_move move) {
  if (move < INT64_MAX) TES_TRY(probe(c, move + 1));
  TES_TRY(probe(c, move - 1));
  for (int bit = 0; bit < 64; bit++) {
    TES_TRY(probe(c, (tes_move)((uint64_t)move ^ UINT64_C(1) << bit)));
  }
  return TES_OK;
}

static int probe_random(tes_checking *c) {
  static const tes_move corners[] = {0, -1, 1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
    TES_TRY(probe(c, corners[i]));
  }
  for (int i = 0; i < 16; i++) {
    const uint64_t bits = tes_rng_next(&c->rng);
    TES_TRY(probe(c, (tes_move)(bits >> tes_check_below(c, 64))));
  }
  return TES_OK;
}

static int probe_some(tes_checking *c, const tes_list *list) {
  for (size_t i = 0; i < list->count && i < 48; i++) {
    const size_t at = list->count <= 48 ? i : tes_check_below(c, list->count);
    TES_TRY(probe(c, list->moves[at]));
  }
  return TES_OK;
}

static int check_legal(tes_checking *c) {
  TES_TRY(probe_some(c, &c->list));
  TES_TRY(probe_some(c, &c->other_list));
  if (c->list.count > 0) {
    const size_t at = tes_check_below(c, c->list.count);
    TES_TRY(probe_around(c, c->list.moves[at]));
  }
  return probe_random(c);
}

/* ---- playout ---- */

/* Makes a move in `now`, but not if it leads to a state that is not sound
 * enough for a message. */
static int advance(tes_checking *c, tes_move move) {
  tes_copy(c->rules, c->next, c->now);
  const int status = tes_apply(c->rules, c->next, move, &c->busy);
  TES_TRY(tes_check_status(c, "apply", status, &c->busy));
  TES_TRY(tes_check_head(c, "apply", c->next));
  if (c->game->save == NULL) tes_put(&c->played, " %s", name_of(c, move));
  tes_copy(c->rules, c->now, c->next);
  return TES_OK;
}

/* Plays `now` on by the list, to the end or for `max_plies`. */
static int play_listed(tes_checking *c, tes_rng *rng, int *plies) {
  for (*plies = 0; !c->now->over && *plies < c->max_plies; ++*plies) {
    TES_TRY(stopped(c));
    TES_TRY(tes_check_list(c, c->now, &c->ahead));
    if (c->ahead.count == 0) return listed_nothing(c);
    TES_TRY(check_again(c, &c->ahead, &c->busy, used_before));
    const size_t pick = (size_t)tes_rng_below(rng, c->ahead.count);
    TES_TRY(advance(c, c->ahead.moves[pick]));
  }
  return TES_OK;
}

/* Puts the end of a listed playout into `next`. While it lasts it is `now`,
 * so that messages show where it broke off. */
static int play_ahead(tes_checking *c, tes_rng *rng, int *plies) {
  const size_t length = c->played.length;
  tes_copy(c->rules, c->spare, c->now);
  TES_TRY(play_listed(c, rng, plies));
  tes_copy(c->rules, c->next, c->now);
  tes_copy(c->rules, c->now, c->spare);
  if (length < c->played.length) {
    c->played.length = length;
    c->played.data[length] = '\0';
  }
  return TES_OK;
}

typedef int64_t playing(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work);

/* Lets `play` play `twin` to the end and compares with `next`. */
static int compare_playout(tes_checking *c, playing *play, tes_rng rng,
                           const tes_rng *rng_after, int plies) {
  tes_copy(c->rules, c->twin, c->now);
  const int64_t got = play(c->rules, c->twin, &rng, &c->busy);
  if (got < 0) return tes_check_status(c, "playout", (int)got, &c->busy);
  if (got != plies) {
    return tes_check_fail(c, "playout", "gave %lld plies, listing gives %d",
                          (long long)got, plies);
  }
  if (!tes_check_same(c, c->next, c->twin)) {
    return tes_check_fail(c, "playout", "ends otherwise than listing does");
  }
  if (memcmp(&rng, rng_after, sizeof rng) == 0) return TES_OK;
  return tes_check_fail(c, "playout", "uses the rng otherwise than listing");
}

static int check_playout(tes_checking *c) {
  tes_rng rng;
  int plies;
  tes_rng_seed(&rng, tes_check_seed(c));
  tes_rng after = rng;
  TES_TRY(play_ahead(c, &after, &plies));
  if (!c->next->over) return TES_OK;
  TES_TRY(compare_playout(c, tes_playout, rng, &after, plies));
  return compare_playout(c, tes_playout_listed, rng, &after, plies);
}

/* ---- result ---- */

static int check_places(tes_checking *c, const tes_result *r) {
  if (r->seats == 1 && r->place[0] == 2) return TES_OK; /* nobody won */
  for (int i = 0; i < r->seats; i++) {
    int place = 1;
    for (int j = 0; j < r->seats; j++) {
      place += r->place[j] < r->place[i];
    }
    if (r->place[i] == place) continue;
    return tes_check_fail(c, "result", "gave seat %d place %d, expected %d",
                          i + 1, r->place[i], place);
  }
  return TES_OK;
}

static bool right_reason(const tes_checking *c, const tes_result *r) {
  if (!c->now->over) return r->reason == NULL;
  return r->reason != NULL &&
         strcmp(r->reason, c->game->endings[c->now->over - 1]) == 0;
}

static int check_result(tes_checking *c) {
  tes_result result;
  const int status = tes_result_of(c->rules, c->now, &result, &c->busy);
  TES_TRY(tes_check_status(c, "result", status, &c->busy));
  if (result.seats != c->rules->seats) {
    return tes_check_fail(c, "result", "gave %d seats, expected %d",
                          result.seats, c->rules->seats);
  }
  if (!right_reason(c, &result)) {
    return tes_check_fail(c, "result", "gave reason %.40s, over is %d",
                          result.reason != NULL ? result.reason : "NULL",
                          c->now->over);
  }
  return check_places(c, &result);
}

/* ---- equality and hash ---- */

static tes_state *recent_at(const tes_checking *c, size_t i) {
  return (tes_state *)(void *)(c->recent + (i % RECENT) * c->rules->state_size);
}

static void remember(tes_checking *c, const tes_state *state) {
  tes_copy(c->rules, recent_at(c, c->recent_count++), state);
}

/* Positions that are equal have the same hash and the same moves. */
static int check_recent(tes_checking *c) {
  const uint64_t hash = tes_hash(c->rules, c->now);
  remember(c, c->other);
  for (size_t i = 0; i < c->recent_count && i < RECENT; i++) {
    const tes_state *old = recent_at(c, i);
    if (!tes_equal(c->rules, old, c->now)) continue;
    if (tes_hash(c->rules, old) != hash) {
      return tes_check_fail(c, "hash", "differs for equal positions");
    }
    TES_TRY(tes_check_list(c, old, &c->again));
    if (tes_check_same_list(&c->list, &c->again)) continue;
    return tes_check_fail(c, "open",
                          "set a key_size that misses what matters: an "
                          "equal position of ply %lu has other moves",
                          (unsigned long)old->ply);
  }
  remember(c, c->now);
  return TES_OK;
}

/* ---- one game ---- */

static const struct {
  int (*run)(tes_checking *c);
  size_t one_in; /* plies between the first and the last */
} per_ply[] = {
    {check_moves, 1},        {check_count, 1},    {check_apply, 1},
    {check_recent, 1},       {check_result, 1},   {check_legal, 2},
    {tes_check_notation, 2}, {tes_check_draw, 4}, {tes_check_save, 4},
    {tes_check_views, 4},    {check_playout, 4},  {tes_check_queries, 8},
};

static int check_ply(tes_checking *c) {
  for (size_t i = 0; i < sizeof per_ply / sizeof *per_ply; i++) {
    const bool due = tes_check_below(c, per_ply[i].one_in) == 0;
    if (!due && c->now->ply >= EARLY && !c->now->over) continue;
    TES_TRY(stopped(c));
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
  zero(&c->busy);
  c->placed = false;
  c->recent_count = 0;
  tes_text_clear(&c->played);
  TES_TRY(start_at(c, c->now));
  TES_TRY(tes_check_head(c, "start", c->now));
  c->placed = true;
  TES_TRY(start_at(c, c->next));
  if (!tes_check_same(c, c->now, c->next)) {
    return tes_check_fail(c, "start", "gave different bytes for one seed");
  }
  if (c->now->ply != 0) return tes_check_fail(c, "start", "wrote to ply");
  TES_TRY(start_other(c));
  return tes_check_deal(c);
}

/* One random move of the other game, or its start when it is over. */
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

static int step(tes_checking *c) {
  const size_t at = tes_check_below(c, c->list.count);
  const tes_move move = c->list.moves[at];
  TES_TRY(check_one_apply(c, move));
  TES_TRY(advance(c, move));
  return step_other(c);
}

static int check_game(tes_checking *c) {
  TES_TRY(start_game(c));
  for (;;) {
    TES_TRY(check_ply(c));
    if (c->now->over || c->now->ply >= (uint32_t)c->max_plies) return TES_OK;
    TES_TRY(step(c));
  }
}

/* ---- all games ---- */

static bool make_states(tes_checking *c) {
  tes_state **const states[] = {&c->now, &c->other, &c->next, &c->twin,
                                &c->spare};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    *states[i] = tes_state_new(c->rules);
    if (*states[i] == NULL) return false;
  }
  c->recent =
      tes_resize(c->rules->alloc, NULL, 0, RECENT * c->rules->state_size);
  return c->recent != NULL;
}

static int open_checking(tes_checking *c) {
  const tes_alloc *alloc = c->rules->alloc;
  tes_list *const lists[] = {&c->list, &c->sorted, &c->again, &c->ahead,
                             &c->other_list};
  tes_text *const texts[] = {&c->text, &c->reply, &c->played, &c->place,
                             &c->message};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    tes_list_init(lists[i], alloc);
  }
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    tes_text_init(texts[i], alloc);
  }
  const bool made = tes_work_init(&c->fresh, c->rules) == TES_OK &&
                    tes_work_init(&c->busy, c->rules) == TES_OK &&
                    make_states(c);
  if (!made) return tes_check_status(c, "check", TES_ENOMEM, NULL);
  c->fresh.stop = c->busy.stop = c->caller->stop;
  return TES_OK;
}

static void close_checking(tes_checking *c) {
  tes_state *const states[] = {c->now, c->other, c->next, c->twin, c->spare};
  tes_list *const lists[] = {&c->list, &c->sorted, &c->again, &c->ahead,
                             &c->other_list};
  tes_text *const texts[] = {&c->text, &c->reply, &c->played, &c->place,
                             &c->message};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    tes_state_free(c->rules, states[i]);
  }
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    tes_list_free(lists[i]);
  }
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    tes_text_free(texts[i]);
  }
  if (c->recent != NULL) {
    tes_resize(c->rules->alloc, c->recent, RECENT * c->rules->state_size, 0);
  }
  tes_work_free(&c->fresh);
  tes_work_free(&c->busy);
}

/* Wraps around behind the largest seed. */
static uint64_t seed_of(uint64_t seed, int game) {
  return (seed + (uint64_t)game) & TES_SEED_MAX;
}

static int check_games(tes_checking *c, uint64_t seed, int games) {
  for (int i = 0; i < games; i++) {
    c->seed = seed_of(seed, i);
    TES_TRY(check_game(c));
    if (i > 0) continue;
    TES_TRY(start_at(c, c->now));
    TES_TRY(tes_check_options(c));
    TES_TRY(tes_check_memory(c));
  }
  return TES_OK;
}

int tes_check(const tes_rules *rules, uint64_t seed, int games, int max_plies,
              tes_work *work) {
  if (seed > TES_SEED_MAX || games < 1 || max_plies < 1) {
    return tes_fail(&work->error, TES_EARG,
                    "check: expected a seed in 0..%llu, at least one game "
                    "and one ply",
                    (unsigned long long)TES_SEED_MAX);
  }
  tes_checking c = {.rules = rules,
                    .game = rules->game,
                    .caller = work,
                    .max_plies = max_plies,
                    .seed = seed};
  int status = open_checking(&c);
  if (status == TES_OK) status = check_games(&c, seed, games);
  close_checking(&c);
  return status;
}
