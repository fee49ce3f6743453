/* plain_search.h: can a seat win by force? Asked of every move and every
 * answer, with nothing remembered; for games of two. */
#ifndef PLAIN_SEARCH_H
#define PLAIN_SEARCH_H

#include "tesela.h"

enum { PLAIN_MAX = 16 };
typedef struct plain {
  const tes_rules *rules;
  tes_work *work;
  tes_list list[PLAIN_MAX]; /* by the plies that are left */
  tes_state *next[PLAIN_MAX];
} plain;

static inline void plain_open(plain *p, const tes_rules *rules,
                              tes_work *work) {
  *p = (plain){.rules = rules, .work = work};
  for (int i = 0; i < PLAIN_MAX; i++) {
    tes_list_init(&p->list[i], NULL);
    p->next[i] = tes_state_new(rules);
  }
}

static inline void plain_close(plain *p) {
  for (int i = 0; i < PLAIN_MAX; i++) {
    tes_list_free(&p->list[i]);
    tes_state_free(p->rules, p->next[i]);
  }
}

static inline bool plain_won(plain *p, const tes_state *state, int seat) {
  tes_result result;
  if (!state->over) return false;
  tes_result_of(p->rules, state, &result, p->work);
  return result.place[seat - 1] < result.place[2 - seat];
}

/* Can `seat` win within `plies` plies, whoever is to move? */
static inline bool plain_wins(plain *p, const tes_state *state, int seat,
                              int plies) {
  if (state->over || plies == 0) return plain_won(p, state, seat);
  const bool chooses = state->seat == seat;
  tes_list *list = &p->list[plies];
  tes_state *next = p->next[plies];
  bool wins = !chooses;
  list->count = 0;
  tes_moves(p->rules, state, list, p->work);
  for (size_t i = 0; i < list->count && wins != chooses; i++) {
    tes_copy(p->rules, next, state);
    tes_apply(p->rules, next, list->moves[i], p->work);
    wins = plain_wins(p, next, seat, plies - 1);
  }
  return wins;
}

#endif
