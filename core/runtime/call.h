/* call.h: one wrapper for each function of a game; nothing else calls it.
 *
 * Other code uses the functions of state.c; only variants use these, to call
 * their base games. The function is that of `game`; `rules` are the rules of
 * play, which may be those of a variant of it.
 *
 * The caller's promises are asserted here: a state that is not over, a legal
 * move, a valid seat. The game's promises are not: tes_check verifies those,
 * and must survive to report a failure. */
#ifndef TES_CALL_H
#define TES_CALL_H

#include <string.h>

#include "../tesela_game.h"

#define ARGS const tes_game *game, const tes_rules *rules

/* Opens rules, and checks sizes and seats. */
int call_open(const tes_game *game, tes_rules *rules, tes_error *error);

/* Is the move legal, or at least listed? Only asserted, because it may be slow.
 * Variants (games with a source) may answer differently from when the move was
 * listed; they check before they call the game below. */
bool call_would_play(ARGS, const tes_state *state, tes_move move,
                     tes_work *work);

/* Asserts that `seat` is a seat, or 0 (everything) if `least` is 0. */
#define SEAT(seat, least) \
  TES_ALWAYS((seat) >= (least) && (seat) <= rules->seats)
/* Assert that a state has begun and is not over, and that a move is legal. */
#define GOES_ON(state)           \
  do {                           \
    TES_ALWAYS(!(state)->over);  \
    SEAT((int)(state)->seat, 1); \
  } while (0)
#define PLAYS(state, move) \
  TES_ASSERT(call_would_play(game, rules, state, move, work))

/* ---- a state and its moves ---- */

TES_INLINE void call_close(const tes_game *game, tes_rules *rules) {
  if (game->close != NULL) game->close(rules);
}

TES_INLINE int call_start(ARGS, tes_state *state, tes_rng *rng,
                          tes_work *work) {
  return game->start(rules, state, rng, work);
}

TES_INLINE int call_moves(ARGS, const tes_state *state, tes_list *list,
                          tes_work *work) {
  GOES_ON(state);
  return game->moves(rules, state, list, work);
}

/* ---- cells, for learnt evaluations ---- */

TES_INLINE bool call_has_cells(const tes_game *game) {
  return game->cells != NULL;
}

TES_INLINE int call_cells(ARGS, tes_cells *cells, tes_error *error) {
  return game->cells(rules, cells, error);
}

TES_INLINE int call_look(ARGS, const tes_state *state, uint8_t *value) {
  return game->look(rules, state, value);
}

/* The pass that `apply` accepts anywhere, or 0. */
TES_INLINE tes_move call_pass_of(const tes_game *game) {
  return game->variants != NULL ? game->variants->pass : 0;
}

TES_INLINE bool call_can_resume(const tes_game *game) {
  return game->variants != NULL && game->variants->resume != NULL;
}

TES_INLINE int call_apply(ARGS, tes_state *state, tes_move move,
                          tes_work *work) {
  GOES_ON(state);
  TES_ASSERT((move != 0 && move == call_pass_of(game)) ||
             call_would_play(game, rules, state, move, work));
  return game->apply(rules, state, move, work);
}

TES_INLINE int call_resume(ARGS, tes_state *state, tes_work *work) {
  return game->variants->resume(rules, state, work);
}

TES_INLINE int call_result(ARGS, const tes_state *state, tes_result *result,
                           tes_work *work) {
  return game->result(rules, state, result, work);
}

/* ---- optional functions: the caller checks that they exist ---- */

TES_INLINE bool call_legal(ARGS, const tes_state *state, tes_move move,
                           tes_work *work) {
  GOES_ON(state);
  return game->legal(rules, state, move, work);
}

TES_INLINE int64_t call_count(ARGS, const tes_state *state, tes_work *work) {
  GOES_ON(state);
  return game->count(rules, state, work);
}

TES_INLINE int64_t call_playout(ARGS, tes_state *state, tes_rng *rng,
                                tes_work *work) {
  GOES_ON(state);
  return game->playout(rules, state, rng, work);
}

TES_INLINE int call_hide(ARGS, tes_state *state, int seat, tes_rng *rng,
                         tes_work *work) {
  SEAT(seat, 1);
  return game->hide(rules, state, seat, rng, work);
}

/* ---- for people ---- */

TES_INLINE int call_print(ARGS, const tes_state *state, tes_move move, int seat,
                          tes_text *text, tes_work *work) {
  SEAT(seat, 0);
  PLAYS(state, move);
  return game->print(rules, state, move, seat, text, work);
}

TES_INLINE tes_move call_parse(ARGS, const tes_state *state, const char *text,
                               tes_work *work) {
  GOES_ON(state);
  return game->parse(rules, state, text, work);
}

TES_INLINE void call_why(ARGS, const tes_state *state, tes_move move,
                         const char *text, tes_work *work) {
  if (game->why != NULL) game->why(rules, state, move, text, work);
}

TES_INLINE int call_part(ARGS, const tes_state *state, tes_move move, int row,
                         tes_text *text, tes_work *work) {
  if (game->part == NULL) return TES_OK;
  return game->part(rules, state, move, row, text, work);
}

/* Sets the scores of a drawing by the rules of play, before call_draw. */
TES_INLINE int call_scores(const tes_rules *rules, const tes_state *state,
                           tes_drawing *drawing, tes_work *work) {
  tes_result result;
  const int status = tes_result_of(rules, state, &result, work);
  memcpy(drawing->score, result.score, sizeof result.score);
  return status;
}

TES_INLINE int call_draw(ARGS, const tes_state *state, int seat, tes_move hint,
                         tes_drawing *drawing, tes_work *work) {
  SEAT(seat, 0);
  return game->draw(rules, state, seat, hint, drawing, work);
}

TES_INLINE int call_get(ARGS, const tes_state *state, int seat, int query,
                        const char *argument, int64_t *integer, tes_text *text,
                        tes_work *work) {
  SEAT(seat, 0);
  TES_ALWAYS(query >= 0);
  return game->get(rules, state, seat, query, argument, integer, text, work);
}

TES_INLINE void call_save(ARGS, const tes_state *state, int seat,
                          tes_text *text) {
  SEAT(seat, 0);
  if (game->save != NULL) game->save(rules, state, seat, text);
}

TES_INLINE int call_load(ARGS, tes_state *state, const char *text, tes_rng *rng,
                         tes_work *work) {
  return game->load(rules, state, text, rng, work);
}

TES_INLINE int call_read_deal(ARGS, tes_state *state, const char *text,
                              tes_work *work) {
  return game->deal->read(rules, state, text, work);
}

TES_INLINE void call_print_deal(ARGS, const tes_state *start, tes_text *text) {
  if (game->deal != NULL) game->deal->print(rules, start, text);
}

/* ---- for searches: the game has an insight with this function ---- */

TES_INLINE int64_t call_rollout(ARGS, tes_state *state, tes_rng *rng,
                                tes_work *work) {
  GOES_ON(state);
  return game->insight->rollout(rules, state, rng, work);
}

TES_INLINE int call_pick(ARGS, const tes_state *state, tes_rng *rng,
                         tes_move *move, tes_work *work) {
  GOES_ON(state);
  return game->insight->pick(rules, state, rng, move, work);
}

TES_INLINE int call_policy(ARGS, const tes_state *state, const tes_list *moves,
                           double *weight, tes_work *work) {
  GOES_ON(state);
  return game->insight->policy(rules, state, moves, weight, work);
}

TES_INLINE int call_estimate(ARGS, const tes_state *state, int *lead,
                             tes_work *work) {
  GOES_ON(state);
  return game->insight->estimate(rules, state, lead, work);
}

TES_INLINE int call_forcing(ARGS, const tes_state *state, int seat,
                            tes_list *list, tes_work *work) {
  GOES_ON(state);
  SEAT(seat, 1);
  return game->insight->forcing(rules, state, seat, list, work);
}

TES_INLINE int call_horizon(ARGS, const tes_state *state) {
  return game->insight->horizon(rules, state);
}

#undef SEAT
#undef PLAYS
#undef GOES_ON
#undef ARGS

#endif
