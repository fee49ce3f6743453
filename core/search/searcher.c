/* searcher.c: what a running search asks for: the clock and the budget, room
 * for what it has seen, and the weights of moves. */
#define _POSIX_C_SOURCE 200809L
#include "searcher.h"

#include <time.h>

enum { SLICE = 512 }; /* positions between two looks at the clock, at most */

#define TICK 1e-3 /* seconds that should pass between them */

/* ---- clock and budget ---- */

double search_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool search_stopped(const tes_work *work) {
  return work->stop != NULL && *work->stop;
}

bool search_late(const tes_search *s, double share) {
  const double seconds = s->budget.seconds;
  return seconds > 0 && search_clock() - s->begin >= share * seconds;
}

/* Positions of alpha-beta are too short to look at the clock each time, unless
 * they are of a game in Lua. */
static bool is_time_to_look(tes_search *s) {
  if (s->options.method != TES_ALPHABETA) return true;
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
  if (search_stopped(work)) return true;
  if (b->iterations > 0 && s->done >= b->iterations) return true;
  return b->seconds > 0 && is_time_to_look(s) && search_late(s, 1);
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

/* ---- weights ---- */

static int grow_weights(tes_search *s) {
  const tes_alloc *alloc = s->rules->alloc;
  const size_t old = s->weights, more = s->list.capacity;
  if (s->list.count <= old) return TES_OK;
  double *weight =
      tes_resize(alloc, s->weight, old * sizeof *weight, more * sizeof *weight);
  if (weight == NULL) return TES_ENOMEM;
  s->weight = weight;
  uint32_t *order =
      tes_resize(alloc, s->order, old * sizeof *order, more * sizeof *order);
  if (order == NULL) {
    /* Both must go on having the same room. */
    weight = tes_resize(alloc, s->weight, more * sizeof *weight,
                        old * sizeof *weight);
    if (weight != NULL || old == 0) s->weight = weight;
    return TES_ENOMEM;
  }
  s->order = order;
  s->weights = more;
  return TES_OK;
}

static int ask_policy(tes_search *s, const tes_state *state, bool *asked,
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
  const int status = ask_policy(s, state, &asked, work);
  if (status != TES_OK) return status;
  for (size_t i = 0; asked && i < s->list.count; i++) sum += s->weight[i];
  return sum;
}
