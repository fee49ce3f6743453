/* call.h: one wrapper for each function of a game, and their only caller.
 *
 * Whoever wants something of a game goes through the functions of state.c or,
 * where a game stands on another one (a variant and its base), through these:
 * `game` is whose function it is, `rules` are those that are played, which may
 * be of a variant of it. What holds for every call is asserted here. */
#ifndef TES_CALL_H
#define TES_CALL_H

#include "../tesela_game.h"

#define ARGS const tes_game *game, const tes_rules *rules

/* ---- a state and its moves ---- */

TES_INLINE int call_open(const tes_game *game, tes_rules *rules,
                         tes_error *error) {
  return game->open(rules, error);
}

TES_INLINE void call_close(const tes_game *game, tes_rules *rules) {
  if (game->close != NULL) game->close(rules);
}

TES_INLINE int call_start(ARGS, tes_state *state, tes_rng *rng,
                          tes_work *work) {
  return game->start(rules, state, rng, work);
}

TES_INLINE int call_moves(ARGS, const tes_state *state, tes_list *list,
                          tes_work *work) {
  return game->moves(rules, state, list, work);
}

TES_INLINE int call_apply(ARGS, tes_state *state, tes_move move,
                          tes_work *work) {
  return game->apply(rules, state, move, work);
}

TES_INLINE int call_pass(ARGS, tes_state *state, tes_work *work) {
  return game->pass(rules, state, work);
}

TES_INLINE int call_result(ARGS, const tes_state *state, tes_result *result,
                           tes_work *work) {
  return game->result(rules, state, result, work);
}

/* ---- what may be absent: the caller has looked ---- */

TES_INLINE bool call_legal(ARGS, const tes_state *state, tes_move move,
                           tes_work *work) {
  return game->legal(rules, state, move, work);
}

TES_INLINE int64_t call_count(ARGS, const tes_state *state, tes_work *work) {
  return game->count(rules, state, work);
}

TES_INLINE int64_t call_playout(ARGS, tes_state *state, tes_rng *rng,
                                tes_work *work) {
  return game->playout(rules, state, rng, work);
}

TES_INLINE int call_hide(ARGS, tes_state *state, int seat, tes_rng *rng,
                         tes_work *work) {
  return game->hide(rules, state, seat, rng, work);
}

/* ---- for people ---- */

TES_INLINE int call_print(ARGS, const tes_state *state, tes_move move,
                          tes_text *text, tes_work *work) {
  return game->print(rules, state, move, text, work);
}

TES_INLINE int call_tell(ARGS, const tes_state *state, tes_move move, int seat,
                         tes_text *text, tes_work *work) {
  return game->tell(rules, state, move, seat, text, work);
}

TES_INLINE tes_move call_parse(ARGS, const tes_state *state, const char *text,
                               tes_work *work) {
  return game->parse(rules, state, text, work);
}

TES_INLINE void call_why(ARGS, const tes_state *state, tes_move move,
                         const char *text, tes_work *work) {
  if (game->why != NULL) game->why(rules, state, move, text, work);
}

TES_INLINE void call_parts(ARGS, const tes_state *state, tes_move move,
                           tes_text *text) {
  if (game->parts != NULL) game->parts(rules, state, move, text);
}

TES_INLINE int call_draw(ARGS, const tes_state *state, int seat, tes_move hint,
                         tes_drawing *drawing, tes_work *work) {
  return game->draw(rules, state, seat, hint, drawing, work);
}

TES_INLINE int call_get(ARGS, const tes_state *state, int seat, int query,
                        const char *argument, int64_t *integer, tes_text *text,
                        tes_work *work) {
  return game->get(rules, state, seat, query, argument, integer, text, work);
}

TES_INLINE void call_save(ARGS, const tes_state *state, int seat,
                          tes_text *text) {
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

/* ---- for searches: the game has an insight, and this function in it ---- */

TES_INLINE int64_t call_rollout(ARGS, tes_state *state, tes_rng *rng,
                                tes_work *work) {
  return game->insight->rollout(rules, state, rng, work);
}

TES_INLINE int call_policy(ARGS, const tes_state *state, const tes_list *moves,
                           double *weight, tes_work *work) {
  return game->insight->policy(rules, state, moves, weight, work);
}

TES_INLINE int call_evaluate(ARGS, const tes_state *state) {
  return game->insight->evaluate(rules, state);
}

TES_INLINE int call_tactical(ARGS, const tes_state *state, tes_list *list,
                             tes_work *work) {
  return game->insight->tactical(rules, state, list, work);
}

TES_INLINE int call_horizon(ARGS, const tes_state *state) {
  return game->insight->horizon(rules, state);
}

#undef ARGS

#endif
