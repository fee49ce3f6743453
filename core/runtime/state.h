/* state.h: functions of state.c for searches and bindings. */
#ifndef STATE_H
#define STATE_H

#include "tesela.h"

/* The bytes that == compares: rules->key_size of them from the key, and
 * rules->tail_size from the tail. */
static inline const unsigned char *state_key(const tes_state *state) {
  return (const unsigned char *)(state + 1);
}
static inline const unsigned char *state_tail(const tes_rules *rules,
                                              const tes_state *state) {
  return (const unsigned char *)state + rules->state_size - rules->tail_size;
}

/* Reports that no move is listed although the game is not over; returns the
 * status. */
int moves_none(const tes_rules *rules, int status, tes_work *work);
/* Is the move legal? 1 or 0, or a status if the rules fail. */
int moves_legality(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work);
/* The legal move with this text: TES_OK; TES_EILLEGAL with the reason in
 * work->error; or another status. */
int moves_read(const tes_rules *rules, const tes_state *state, const char *text,
               tes_move *move, tes_work *work);

#endif
