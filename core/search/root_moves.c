/* root_moves.c: the moves at the root, sorted by the results so far, and their
 * report. */
#include <string.h>

#include "searcher.h"

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

/* Alpha-beta leaves its moves in order: moves not reached in the last iteration
 * still have the value from the iteration before. */
bool search_prefers(const tes_search *s, const tes_seen *a, const tes_seen *b) {
  const int rank = seen_rank(s, a), other = seen_rank(s, b);
  if (rank != other) return rank > other;
  if (s->options.method == TES_ALPHABETA) return false;
  return a->visits != b->visits ? a->visits > b->visits : a->value > b->value;
}

/* Stable, and fast if few moves are out of order. */
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

/* Otherwise it is the line of the last refuted move. */
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

int search_tell(tes_search *s, tes_found found, tes_work *work) {
  int status = TES_OK;
  search_report(s, &found);
  if (found.best != 0) {
    status = s->budget.progress(s->budget.user, &found, work);
  }
  search_plan_news(s);
  return status;
}
