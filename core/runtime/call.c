/* call.c: the checks around calls of a game's functions. */
#include "call.h"

/* ---- open ---- */

/* States are contiguous in blocks, and == compares whole words. */
static int check_state_sizes(const tes_rules *rules, tes_error *error) {
  const size_t size = rules->state_size, head = sizeof(tes_state);
  if (rules->seats < 1 || rules->seats > TES_SEATS_MAX) {
    return tes_fail(error, TES_EGAME, "%s: open() set %d seats: expected 1..%d",
                    rules->name, rules->seats, TES_SEATS_MAX);
  }
  if (size < head || size % sizeof(uint64_t) != 0) {
    return tes_fail(error, TES_EGAME,
                    "%s: open() set state_size %zu: expected a multiple of 8, "
                    "the head included",
                    rules->name, size);
  }
  if (rules->key_size > size - head ||
      rules->tail_size > size - head - rules->key_size) {
    return tes_fail(error, TES_EGAME,
                    "%s: open() set key_size %zu and tail_size %zu: expected "
                    "no more than %zu together",
                    rules->name, rules->key_size, rules->tail_size,
                    size - head);
  }
  return TES_OK;
}

int call_open(const tes_game *game, tes_rules *rules, tes_error *error) {
  int status = game->open(rules, error);
  if (status != TES_OK) return status;
  status = check_state_sizes(rules, error);
  if (status != TES_OK) call_close(game, rules);
  return status;
}

/* ---- assertions ---- */

static bool is_listed(const tes_game *game, const tes_rules *rules,
                      const tes_state *state, tes_move move, tes_work *work) {
  tes_list list;
  tes_list_init(&list, rules->alloc);
  bool listed = game->moves(rules, state, &list, work) != TES_OK;
  for (size_t i = 0; i < list.count; i++) listed |= list.moves[i] == move;
  tes_list_free(&list);
  return listed;
}

bool call_would_play(const tes_game *game, const tes_rules *rules,
                     const tes_state *state, tes_move move, tes_work *work) {
  if (state->over) return false;
  if (game->source != NULL)
    return true; /* a variant may answer differently now */
  if (game->legal == NULL || game->legal(rules, state, move, work)) return true;
  return is_listed(game, rules, state, move, work);
}
