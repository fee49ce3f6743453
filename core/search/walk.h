/* walk.h: the path from the root to a position, for alpha-beta and proofs; not
 * installed.
 *
 * A walk has a state and its moves for each ply of the path, and computes the
 * scores of ends and estimates. Once `stop` is set, everything returns, and
 * unfinished work does not count.
 *
 * The functions called at each position are inline. */
#ifndef TES_WALK_H
#define TES_WALK_H

#include "searcher.h"

/* Scores are for a seat: WIN less the plies from the root to the end; below
 * PROVEN they are estimated leads. */
enum {
  WIN = 1000000,
  PROVEN = WIN - 1000,
  ESTIMATE_MAX = 100000,
  HISTORY = 4096 /* a power of two */
};

typedef struct walk {
  tes_search *s;
  unsigned char *states; /* one for each ply */
  struct hunt *hunt;     /* of the leader's walk, or NULL */
  tes_found *found;
  tes_work *work;
  int status; /* of the game's functions; if not TES_OK everything returns */
  bool stop;
  int furthest; /* from the root: up to this ply, answers to threats cost no
                   depth */
  uint64_t estimates; /* scores not only from ends of games */
  tes_list list;      /* a stack of all lists on the path */
  tes_move killer[PLIES_MAX + QUIESCENCE_MAX + 2][2];
  tes_move line[PLIES_MAX + 2][PLIES_MAX + 2];
  int length[PLIES_MAX + 2];
  uint32_t history[2][HISTORY];
} walk;

/* NULL if memory runs out. It begins at the root of the searcher. */
walk *walk_new(tes_search *s, tes_found *found, tes_work *work);
void walk_free(walk *w);

/* Bytes in the tables of alpha-beta. */
size_t walk_memory(const tes_search *s);
/* Reports progress, with the best move in front. */
void walk_tell(walk *w);
/* Adds the moves of the position at `ply` to the list. False on failure: a
 * position that is not over must have moves. */
bool walk_list(walk *w, int ply);
/* The score of a finished game, for a seat. */
int walk_ended(walk *w, const tes_state *state, int seat, int ply);
/* The estimate of the caller's hook, as a lead of the seat to move. */
int walk_ask_hook(walk *w, const tes_state *state);
/* Does one of the forcing moves from index `first` on win at once? If so, it
 * becomes the line. */
bool walk_wins_by(walk *w, int ply, size_t first, int *score);
/* In tactical games most lines are close to an end, so this is checked before a
 * position is looked up and its moves are listed. */
bool walk_wins_at_once(walk *w, int ply, int *score);
void walk_clear_line(walk *w, int ply);
void walk_put_line(walk *w, int ply, tes_move move);

TES_INLINE bool is_proven(int score) {
  return score >= PROVEN || score <= -PROVEN;
}

TES_INLINE tes_state *walk_state(const walk *w, int ply) {
  return (tes_state *)(void *)(w->states +
                               (size_t)ply * w->s->rules->state_size);
}

TES_INLINE bool walk_failed(walk *w, int status) {
  if (status == TES_OK) return false;
  if (w->status == TES_OK) w->status = status;
  w->stop = true;
  return true;
}

/* Counts a position; is the budget used up? */
TES_INLINE bool walk_enough(walk *w) {
  w->s->done++;
  if (w->stop) return true;
  w->stop = search_enough(w->s, w->work);
  if (!w->stop && search_is_due(w->s)) walk_tell(w);
  return w->stop;
}

/* Makes a move; false if that failed. */
TES_INLINE bool walk_make(walk *w, int ply, tes_move move) {
  tes_copy(w->s->rules, walk_state(w, ply + 1), walk_state(w, ply));
  return !walk_failed(
      w, tes_apply(w->s->rules, walk_state(w, ply + 1), move, w->work));
}

/* Appends the forcing moves of a seat to the list. */
TES_INLINE void walk_list_forcing(walk *w, const tes_state *state, int seat) {
  const tes_rules *rules = w->s->rules;
  if (!has_forcing(rules)) return;
  walk_failed(w, insight_forcing(rules, state, seat, &w->list, w->work));
}

/* Does the opponent of the seat to move threaten anything? */
TES_INLINE bool walk_is_threatened(walk *w, const tes_state *state) {
  const size_t first = w->list.count;
  walk_list_forcing(w, state, 3 - state->seat);
  const bool is = w->list.count > first;
  w->list.count = first;
  return is;
}

/* An estimate, for the seat to move. */
TES_INLINE int walk_estimate(walk *w, const tes_state *state) {
  int lead[TES_SEATS_MAX];
  w->estimates++;
  if (w->s->options.hooks.evaluate != NULL) return walk_ask_hook(w, state);
  const int trust = search_estimate(w->s, state, lead, w->work);
  if (trust < 0) {
    walk_failed(w, trust);
    return 0;
  }
  const int score = lead[state->seat - 1], most = ESTIMATE_MAX;
  return score > most ? most : score < -most ? -most : score;
}

#endif
