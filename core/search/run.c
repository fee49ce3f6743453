/* run.c: what a running search asks for: the clock and the budget, room
 * for what it has seen, and the weights of moves. */
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include <string.h>
#include <time.h>

#include "../tesela_bits.h"
#include "team.h"

enum { SLICE = 512 }; /* positions between two looks at the clock, at most */

#define TICK 1e-3 /* seconds that should pass between them, */
#define NEWS 0.1  /* and between two reports of how it goes, if not said */

/* ---- clock and budget ---- */

double search_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool search_late(const tes_search *s, double share) {
  const double seconds = s->budget.seconds;
  return seconds > 0 && search_clock() - s->begin >= share * seconds;
}

/* Positions of alpha-beta are too short to look at the clock each time, unless
 * they are of a game in Lua. */
static bool is_time_to_look(tes_search *s) {
  const bool exact = s->options.method != TES_ALPHABETA;
  if (exact && s->budget.seconds > 0) return true;
  if (s->done < s->look) return false;
  const double now = search_clock(), passed = now - s->looked;
  if (passed < TICK && s->slice < SLICE) s->slice *= 2;
  if (passed > 2 * TICK && s->slice > 1) s->slice /= 2;
  s->looked = now;
  s->look = s->done + s->slice;
  return true;
}

bool search_enough(tes_search *s, const tes_work *work) {
  const tes_budget *b = &s->budget;
  if (tes_is_stopped(work) || team_stops(s)) return true;
  if (b->iterations > 0 && s->done >= s->share && !team_takes(s)) return true;
  if (b->seconds <= 0 && b->progress == NULL) return false;
  if (!is_time_to_look(s)) return false;
  const double now = search_clock();
  s->is_due = b->progress != NULL && now >= s->due;
  return b->seconds > 0 && now - s->begin >= b->seconds;
}

bool search_is_due(tes_search *s) {
  const bool is_due = s->is_due;
  s->is_due = false;
  return is_due;
}

size_t search_memory(const tes_search *s) {
  return table_memory(s->table) +
         (s->proofs.rules != NULL ? table_memory(&s->proofs) : 0);
}

/* ---- what was seen ---- */

int search_see_none(tes_search *s, size_t count) {
  s->seen_count = 0;
  if (count <= s->seen_capacity) return TES_OK;
  tes_seen *seen =
      tes_resize(s->rules->alloc, s->seen, s->seen_capacity * sizeof *seen,
                 count * sizeof *seen);
  if (seen == NULL) return TES_ENOMEM;
  s->seen = seen;
  s->seen_capacity = count;
  return TES_OK;
}

void search_see(tes_search *s, tes_seen seen) {
  s->seen[s->seen_count++] = seen;
}

int search_rank(const tes_search *s, tes_proof proof) {
  if (proof == TES_WIN) return 2;
  return proof == TES_LOSS && s->rules->seats <= 2 ? 0 : 1;
}

static int seen_rank(const tes_search *s, const tes_seen *seen) {
  return seen->visits == 0 ? -1 : search_rank(s, seen->proof);
}

/* Alpha-beta leaves its moves in order: what was not looked at in the last
 * iteration still has the value of the one before. */
bool search_prefers(const tes_search *s, const tes_seen *a, const tes_seen *b) {
  const int rank = seen_rank(s, a), other = seen_rank(s, b);
  if (rank != other) return rank > other;
  if (s->options.method == TES_ALPHABETA) return false;
  return a->visits != b->visits ? a->visits > b->visits : a->value > b->value;
}

/* Stable, and quick for the few that come out of order. */
static void sort(tes_search *s) {
  for (size_t i = 1; i < s->seen_count; i++) {
    const tes_seen seen = s->seen[i];
    size_t at = i;
    if (!search_prefers(s, &seen, &s->seen[i - 1])) continue;
    size_t low = 0;
    while (low < at) {
      const size_t middle = (low + at) / 2;
      if (search_prefers(s, &seen, &s->seen[middle])) {
        at = middle;
      } else {
        low = middle + 1;
      }
    }
    memmove(s->seen + at + 1, s->seen + at, (i - at) * sizeof seen);
    s->seen[at] = seen;
  }
}

size_t search_best(const tes_search *s) {
  size_t best = 0;
  for (size_t i = 1; i < s->seen_count; i++) {
    if (search_prefers(s, &s->seen[i], &s->seen[best])) best = i;
  }
  return best;
}

void search_to_front(tes_search *s, size_t i) {
  const tes_seen seen = s->seen[i];
  memmove(s->seen + 1, s->seen, i * sizeof seen);
  s->seen[0] = seen;
}

void search_put_back(tes_search *s, size_t i) {
  const tes_seen seen = s->seen[0];
  memmove(s->seen, s->seen + 1, i * sizeof seen);
  s->seen[i] = seen;
}

/* It is of a move that was refuted last. */
void search_trim_line(tes_search *s) {
  if (s->length == 0 || s->seen[0].move == s->line[0]) return;
  s->line[0] = s->seen[0].move;
  s->length = 1;
}

void search_sort(tes_search *s) {
  sort(s);
  search_trim_line(s);
}

static void report_seats(const tes_search *s, tes_found *found) {
  const uint64_t done = s->done + s->helped;
  if (s->options.method != TES_MCTS || done == 0) return;
  found->ends = s->ends;
  for (int i = 0; i < s->rules->seats; i++) {
    found->values[i] = s->values[i] / (double)done;
    if (s->ends > 0) found->leads[i] = s->leads[i] / (double)s->ends;
  }
}

void search_report(tes_search *s, tes_found *found) {
  found->iterations = s->done + s->helped;
  found->threads = s->threads;
  found->seconds = search_clock() - s->begin;
  found->moves = s->seen;
  found->count = s->seen_count;
  found->line = s->line;
  found->length = s->length;
  report_seats(s, found);
  if (s->seen_count == 0 || s->seen[0].visits == 0) return;
  found->best = s->seen[0].move;
  found->value = s->seen[0].value;
}

static double every(const tes_search *s) {
  return s->budget.every > 0 ? s->budget.every : NEWS;
}

void search_plan_news(tes_search *s) {
  s->due = search_clock() + every(s);
  s->is_due = false;
}

bool search_has_news(const tes_search *s) {
  return s->budget.progress != NULL && search_clock() - s->begin >= every(s);
}

int search_tell(tes_search *s, tes_found found, tes_work *work) {
  int status = TES_OK;
  search_report(s, &found);
  if (found.best != 0) {
    status = s->budget.progress(s->budget.user, &found, work);
  }
  search_plan_news(s);
  return status;
}

/* ---- weights ---- */

/* Both arrays lie in one block; what was in them is over. */
static int grow_weights(tes_search *s) {
  const size_t more = s->list.capacity;
  if (s->list.count <= s->weights) return TES_OK;
  double *weight = tes_resize(s->rules->alloc, s->weight,
                              s->weights * WEIGHT_SIZE, more * WEIGHT_SIZE);
  if (weight == NULL) return TES_ENOMEM;
  s->weight = weight;
  s->order = (uint32_t *)(void *)(weight + more);
  s->weights = more;
  return TES_OK;
}

static int fill_weights(tes_search *s, const tes_state *state, bool *asked,
                        tes_work *work) {
  const tes_hooks *hooks = &s->options.hooks;
  *asked = true;
  if (hooks->prior != NULL) {
    return hooks->prior(hooks->user, state, &s->list, s->weight, work);
  }
  if (has_policy(s->rules) && !s->options.no_policy) {
    return insight_policy(s->rules, state, &s->list, s->weight, work);
  }
  *asked = false;
  return TES_OK;
}

double search_policy(tes_search *s, const tes_state *state, tes_work *work) {
  bool asked;
  double sum = 0;
  if (grow_weights(s) != TES_OK) return TES_ENOMEM;
  const int status = fill_weights(s, state, &asked, work);
  if (status != TES_OK) return status;
  for (size_t i = 0; asked && i < s->list.count; i++) sum += s->weight[i];
  return sum;
}
