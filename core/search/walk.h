/* walk.h: one way from the root to a position, for alpha-beta and for proofs;
 * not installed.
 *
 * A state for each ply of the way, the moves of each, and the scores of
 * their ends and estimates. Once `stop` is set everything returns, and nothing
 * that was begun counts.
 *
 * Inline is what happens at each position. */
#ifndef TES_WALK_H
#define TES_WALK_H

#include "searcher.h"

/* Scores are of a seat: WIN less the plies from the root to the end, and below
 * PROVEN estimated leads. */
enum {
  WIN = 1000000,
  PROVEN = WIN - 1000,
  ESTIMATE_MAX = 100000,
  HISTORY = 4096 /* a power of two */
};

typedef struct walk {
  tes_search *s;
  unsigned char *states; /* one for each ply */
  struct hunt *hunt;     /* of the walk that leads alpha-beta, or NULL */
  tes_found *found;
  tes_work *work;
  int status; /* of the game's functions; then everything returns */
  bool stop;
  int furthest;       /* plies from the root to which answers are free */
  uint64_t estimates; /* scores that do not come from ends alone */
  tes_list list;      /* a stack of all lists on the way */
  tes_move killer[PLIES_MAX + QUIESCENCE_MAX + 2][2];
  tes_move line[PLIES_MAX + 2][PLIES_MAX + 2];
  int length[PLIES_MAX + 2];
  uint32_t history[2][HISTORY];
} walk;

/* NULL without memory. It begins at the root of the searcher. */
walk *walk_new(tes_search *s, tes_found *found, tes_work *work);
void walk_free(walk *w);

/* Bytes of the tables of alpha-beta. */
size_t walk_memory(const tes_search *s);
/* Reports progress, with the best move in front. */
void walk_tell(walk *w);
/* Adds the moves of the position at `ply` to the list. False on failure: a
 * position that is not over must have moves. */
bool walk_list(walk *w, int ply);
/* A game that is over, for a seat. */
int walk_ended(walk *w, const tes_state *state, int seat, int ply);
/* The estimate of the caller's hook, as a lead of the seat to move. */
int walk_ask_hook(walk *w, const tes_state *state);
/* Is one of the forcing moves from `first` on the end, and won? The line is
 * that move then. */
bool walk_wins_by(walk *w, int ply, size_t first, int *score);
/* The end is near in most lines of a game of tactics, and seen before anything
 * is listed, estimated or looked up. */
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

/* One position more: is that enough? */
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

/* Does the opponent of the seat to move threaten something? */
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
