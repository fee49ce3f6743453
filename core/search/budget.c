/* budget.c: the clock, the iterations of a search, and when progress is due. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "searcher.h"

enum {
  SLICE = 512
}; /* at most this many positions between two checks of the clock */

#define TICK 1e-3 /* seconds between two checks of the clock */
#define NEWS 0.1  /* seconds between two reports, by default */

double search_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool search_late(const tes_search *s, double share) {
  const double seconds = s->budget.seconds;
  return seconds > 0 && search_clock() - s->begin >= share * seconds;
}

/* Alpha-beta searches positions too fast to check the clock at each one, except
 * in games in Lua. */
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
