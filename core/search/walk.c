/* walk.c: the path from the root to a position. */
#include "walk.h"

#include <string.h>

static size_t size_of_states(const tes_rules *rules) {
  return (PLIES_MAX + QUIESCENCE_MAX + 2) * rules->state_size;
}

walk *walk_new(tes_search *s, tes_found *found, tes_work *work) {
  walk *w = tes_resize(s->rules->alloc, NULL, 0, sizeof *w);
  if (w == NULL) return NULL;
  memset(w, 0, sizeof *w);
  w->s = s;
  w->found = found;
  w->work = work;
  tes_list_init(&w->list, s->rules->alloc);
  w->states = tes_resize(s->rules->alloc, NULL, 0, size_of_states(s->rules));
  if (w->states == NULL) {
    walk_free(w);
    return NULL;
  }
  memset(w->states, 0, size_of_states(s->rules));
  tes_copy(s->rules, walk_state(w, 0), s->root);
  return w;
}

void walk_free(walk *w) {
  const tes_rules *rules = w->s->rules;
  const tes_alloc *alloc = rules->alloc;
  tes_list_free(&w->list);
  if (w->states != NULL) {
    tes_resize(alloc, w->states, size_of_states(rules), 0);
  }
  tes_resize(alloc, w, sizeof *w, 0);
}

size_t walk_memory(const tes_search *s) {
  return table_used(s->table) +
         (s->proofs.rules != NULL ? table_used(&s->proofs) : 0);
}

/* The search continues as if nothing had been reported. */
void walk_tell(walk *w) {
  tes_search *s = w->s;
  tes_found found = *w->found;
  const size_t best = search_best(s), length = s->length;
  const tes_move first = s->line[0];
  search_to_front(s, best);
  search_trim_line(s);
  team_rest(s);
  found.memory = walk_memory(s); /* of a table that no one writes now */
  walk_failed(w, search_tell(s, found, w->work));
  team_resume(s);
  search_put_back(s, best);
  s->line[0] = first;
  s->length = length;
}

bool walk_list(walk *w, int ply) {
  const size_t first = w->list.count;
  const tes_search *s = w->s;
  const int status = tes_moves(s->rules, walk_state(w, ply), &w->list, w->work);
  if (walk_failed(w, status)) return false;
  return w->list.count > first ||
         !walk_failed(w, moves_none(s->rules, TES_EGAME, w->work));
}

/* ---- scores ---- */

int walk_ended(walk *w, const tes_state *state, int seat, int ply) {
  tes_result result;
  if (walk_failed(w, tes_result_of(w->s->rules, state, &result, w->work))) {
    return 0;
  }
  const int other = 3 - seat;
  if (result.place[seat - 1] == result.place[other - 1]) return 0;
  return result.place[seat - 1] < result.place[other - 1] ? WIN - ply
                                                          : ply - WIN;
}

/* The inverse of tes_lead_value. */
int walk_ask_hook(walk *w, const tes_state *state) {
  const tes_hooks *hooks = &w->s->options.hooks;
  double value[TES_SEATS_MAX] = {0};
  walk_failed(w, hooks->evaluate(hooks->user, state, value, w->work));
  const double x = value[state->seat - 1] - value[2 - state->seat];
  const double size = x < 0 ? -x : x;
  if (!(size < 0.99)) return x > 0 ? ESTIMATE_MAX : x < 0 ? -ESTIMATE_MAX : 0;
  return (int)(1000 * x / (1 - size));
}

/* ---- lines ---- */

void walk_clear_line(walk *w, int ply) {
  if (ply <= PLIES_MAX + 1) w->length[ply] = 0;
}

void walk_put_line(walk *w, int ply, tes_move move) {
  if (ply > PLIES_MAX) return;
  w->line[ply][0] = move;
  memcpy(w->line[ply] + 1, w->line[ply + 1],
         (size_t)w->length[ply + 1] * sizeof move);
  w->length[ply] = 1 + w->length[ply + 1];
}

/* ---- forcing moves ---- */

bool walk_wins_by(walk *w, int ply, size_t first, int *score) {
  const int seat = walk_state(w, ply)->seat;
  for (size_t i = first; i < w->list.count; i++) {
    if (!walk_make(w, ply, w->list.moves[i])) return false;
    if (!walk_state(w, ply + 1)->over) continue;
    *score = walk_ended(w, walk_state(w, ply + 1), seat, ply + 1);
    if (*score < PROVEN || w->stop) continue;
    walk_clear_line(w, ply + 1);
    walk_put_line(w, ply, w->list.moves[i]);
    return true;
  }
  return false;
}

bool walk_wins_at_once(walk *w, int ply, int *score) {
  const size_t first = w->list.count;
  const tes_state *state = walk_state(w, ply);
  walk_list_forcing(w, state, state->seat);
  const bool wins = walk_wins_by(w, ply, first, score);
  w->list.count = first;
  return wins;
}
