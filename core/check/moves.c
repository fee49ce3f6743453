/* moves.c: the part of tes_check that compares moves, count, apply, legal,
 * playout, result, == and hash with each other. */
#include <string.h>

#include "parts.h"

/* ---- moves ---- */

static int fault_no_moves(tes_checking *c) {
  return tes_check_fault(c, "moves", "none",
                         "listed nothing, but the game is not over");
}

static int check_content(tes_checking *c) {
  const tes_move *moves = c->sorted.moves;
  const size_t count = c->sorted.count;
  if (count == 0 && !c->now->over) return fault_no_moves(c);
  if (count > 0 && moves[0] <= 0) {
    return tes_check_fail(c, "moves", "listed %lld, which is not positive",
                          (long long)moves[0]);
  }
  for (size_t i = 1; i < count; i++) {
    if (moves[i] != moves[i - 1]) continue;
    return tes_check_fault(c, "moves", "twice", "listed %.60s twice",
                           tes_check_name(c, moves[i]));
  }
  return TES_OK;
}

static const char used_before[] = "with a work that was used before";

/* With this work, are the moves of `now` still those in `list`? */
static int check_again(tes_checking *c, const tes_list *list, tes_work *work,
                       const char *when) {
  TES_TRY(tes_check_list_with(c, c->now, &c->again, work));
  if (tes_check_same_list(list, &c->again)) return TES_OK;
  return tes_check_fault(c, "moves", "differs", "gave a different list %s",
                         when);
}

/* Lists with the reference, then with a work: after it has served this game,
 * then another game, and then after its memory may have been zeroed. */
int tes_check_moves(tes_checking *c) {
  TES_TRY(tes_check_list(c, c->now, &c->list));
  TES_TRY(tes_check_sort(c, &c->list, &c->sorted));
  TES_TRY(check_content(c));
  TES_TRY(check_again(c, &c->list, tes_check_zeroed(c), "when asked again"));
  TES_TRY(check_again(c, &c->list, &c->busy, used_before));
  TES_TRY(tes_check_list_with(c, c->other, &c->other_list, &c->busy));
  TES_TRY(check_again(c, &c->list, &c->busy,
                      "after its work served another position"));
  if (tes_check_below(c, 3) == 0) tes_check_zero(&c->busy);
  return check_again(c, &c->list, &c->busy, "when asked again");
}

int tes_check_count(tes_checking *c) {
  for (int i = 0; i < 2; i++) {
    tes_work *work = i == 0 ? &c->busy : tes_check_zeroed(c);
    const int64_t count = tes_count(c->rules, c->now, work);
    if (count < 0) return tes_check_status(c, "count", (int)count, work);
    if ((uint64_t)count == c->list.count) continue;
    return tes_check_fail(c, "count", "gave %lld, but moves() listed %lld",
                          (long long)count, (long long)c->list.count);
  }
  return TES_OK;
}

/* ---- apply ---- */

static int check_child(tes_checking *c, tes_move move) {
  if (!tes_check_same(c, c->next, c->twin)) {
    return tes_check_fault(c, "apply", "differs",
                           "of %.60s gave different bytes the second time",
                           tes_check_name(c, move));
  }
  if (!tes_check_same(c, c->now, c->spare)) {
    return tes_check_fail(c, "apply", "of %.60s changed an earlier copy",
                          tes_check_name(c, move));
  }
  if (c->next->ply != c->now->ply + 1) {
    return tes_check_fail(c, "apply", "of %.60s wrote to ply",
                          tes_check_name(c, move));
  }
  return tes_check_head(c, "apply", c->next);
}

/* Makes a move in `next` and, with the reference work, in `twin`. */
int tes_check_one_apply(tes_checking *c, tes_move move) {
  const tes_rules *rules = c->rules;
  tes_copy(rules, c->next, c->now);
  tes_copy(rules, c->twin, c->now);
  tes_copy(rules, c->spare, c->now);
  const int status = tes_apply(rules, c->next, move, &c->busy);
  TES_TRY(tes_check_status(c, "apply", status, &c->busy));
  tes_work *work = tes_check_zeroed(c);
  const int again = tes_apply(rules, c->twin, move, work);
  TES_TRY(tes_check_status(c, "apply", again, work));
  return check_child(c, move);
}

int tes_check_apply(tes_checking *c) {
  return tes_check_some(c, &c->list, 6, tes_check_one_apply);
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

static int probe_legal(tes_checking *c, tes_move move) {
  const bool listed = tes_check_listed(c, move);
  const bool legal = tes_legal(c->rules, c->now, move, &c->busy);
  TES_TRY(tes_check_stopped(c));
  if (legal != listed) {
    if (!listed) {
      return tes_check_fail(c, "legal", "accepts %lld, which is not listed",
                            (long long)move);
    }
    return tes_check_fail(c, "legal", "refuses %.60s (%lld), which is listed",
                          tes_check_name(c, move), (long long)move);
  }
  return listed ? TES_OK : check_refusal(c, move);
}

/* Probes numbers close to a move: a game that checks only some of its bits
 * would accept them. */
static int probe_around(tes_checking *c, tes_move move) {
  if (move < INT64_MAX) TES_TRY(probe_legal(c, move + 1));
  TES_TRY(probe_legal(c, move - 1));
  for (int bit = 0; bit < 64; bit++) {
    TES_TRY(probe_legal(c, (tes_move)((uint64_t)move ^ UINT64_C(1) << bit)));
  }
  return TES_OK;
}

static int probe_random(tes_checking *c) {
  static const tes_move corners[] = {0, -1, 1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
    TES_TRY(probe_legal(c, corners[i]));
  }
  for (int i = 0; i < 16; i++) {
    const uint64_t bits = tes_rng_next(&c->rng);
    TES_TRY(probe_legal(c, (tes_move)(bits >> tes_check_below(c, 64))));
  }
  return TES_OK;
}

int tes_check_legal(tes_checking *c) {
  TES_TRY(tes_check_some(c, &c->list, 48, probe_legal));
  TES_TRY(tes_check_some(c, &c->other_list, 48, probe_legal));
  if (c->list.count > 0) {
    const size_t at = tes_check_below(c, c->list.count);
    TES_TRY(probe_around(c, c->list.moves[at]));
  }
  return probe_random(c);
}

/* ---- playout ---- */

/* Plays listed moves from `now`, to the end or for `max_plies`. */
static int play_by_list(tes_checking *c, tes_rng *rng, int *plies) {
  for (*plies = 0; !c->now->over && *plies < c->max_plies; ++*plies) {
    TES_TRY(tes_check_stopped(c));
    TES_TRY(tes_check_list(c, c->now, &c->ahead));
    if (c->ahead.count == 0) return fault_no_moves(c);
    TES_TRY(check_again(c, &c->ahead, &c->busy, used_before));
    const size_t pick = (size_t)tes_rng_below(rng, c->ahead.count);
    TES_TRY(tes_check_advance(c, c->ahead.moves[pick]));
  }
  return TES_OK;
}

/* Puts the end of a listed playout into `next`. The playout itself uses `now`,
 * so that messages show where it failed. */
static int play_ahead(tes_checking *c, tes_rng *rng, int *plies) {
  const size_t length = c->played.length;
  tes_copy(c->rules, c->spare, c->now);
  TES_TRY(play_by_list(c, rng, plies));
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

/* Plays `twin` to the end with `play` and compares it with `next`. */
static int compare_playout(tes_checking *c, playing *play, tes_rng rng,
                           const tes_rng *rng_after, int plies) {
  tes_copy(c->rules, c->twin, c->now);
  const int64_t got = play(c->rules, c->twin, &rng, &c->busy);
  if (got < 0) return tes_check_status(c, "playout", (int)got, &c->busy);
  if (got != plies) {
    return tes_check_fail(c, "playout", "gave %lld plies, but listing gives %d",
                          (long long)got, plies);
  }
  if (!tes_check_same(c, c->next, c->twin)) {
    return tes_check_fail(c, "playout", "ends differently from listing");
  }
  if (memcmp(&rng, rng_after, sizeof rng) == 0) return TES_OK;
  return tes_check_fail(c, "playout", "uses the rng differently from listing");
}

int tes_check_playout(tes_checking *c) {
  tes_rng rng;
  int plies;
  tes_rng_seed(&rng, tes_check_seed(c));
  tes_rng after = rng;
  TES_TRY(play_ahead(c, &after, &plies));
  c->ends = c->next->over != 0;
  if (!c->ends) return TES_OK;
  TES_TRY(compare_playout(c, tes_playout, rng, &after, plies));
  return compare_playout(c, tes_playout_listed, rng, &after, plies);
}

/* ---- result ---- */

static int check_places(tes_checking *c, const tes_result *r) {
  if (r->seats == 1 && r->place[0] == 2) return TES_OK; /* no winner */
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

int tes_check_result(tes_checking *c) {
  tes_result result;
  const int status = tes_result_of(c->rules, c->now, &result, &c->busy);
  TES_TRY(tes_check_status(c, "result", status, &c->busy));
  if (result.seats != c->rules->seats) {
    return tes_check_fail(c, "result", "gave %d seats, expected %d",
                          result.seats, c->rules->seats);
  }
  if (!right_reason(c, &result)) {
    return tes_check_fail(c, "result", "gave reason %.40s, but over is %d",
                          result.reason != NULL ? result.reason : "NULL",
                          c->now->over);
  }
  return check_places(c, &result);
}

/* ---- equality and hash ---- */

static tes_state *recent_at(const tes_checking *c, size_t i) {
  return (tes_state *)(void *)(c->recent + (i % RECENT) * c->rules->state_size);
}

static void note_recent(tes_checking *c, const tes_state *state) {
  tes_copy(c->rules, recent_at(c, c->recent_count++), state);
}

/* Equal positions must have the same hash and the same moves. */
int tes_check_recent(tes_checking *c) {
  const uint64_t hash = tes_hash(c->rules, c->now);
  note_recent(c, c->other);
  for (size_t i = 0; i < c->recent_count && i < RECENT; i++) {
    const tes_state *old = recent_at(c, i);
    if (!tes_equal(c->rules, old, c->now)) continue;
    if (tes_hash(c->rules, old) != hash) {
      return tes_check_fail(c, "hash", "differs for equal positions");
    }
    TES_TRY(tes_check_list(c, old, &c->again));
    if (tes_check_same_list(&c->list, &c->again)) continue;
    return tes_check_fault(
        c, "moves", "depends",
        "differs for equal positions: the one at ply %lu has other moves",
        (unsigned long)old->ply);
  }
  note_recent(c, c->now);
  return TES_OK;
}
