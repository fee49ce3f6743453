/* perft.c: counts the leaves of the game tree, to test a move generator.
 *
 * One list is the stack of all lists on the path, and one block has a state for
 * each ply, so the tree needs no allocation. The moves of the last ply are
 * counted, not made. */
#include "../tesela_bits.h"

typedef struct counting {
  const tes_rules *rules;
  tes_work *work;
  char *states; /* one for each ply */
  uint64_t leaves;
} counting;

static int descend(counting *w, const tes_state *state, int depth);

/* Visits each move of the list from index `first`. */
static int each_move(counting *w, const tes_state *state, int depth,
                     size_t first) {
  tes_list *list = &w->work->list;
  const size_t end = list->count;
  tes_state *next =
      (tes_state *)(w->states + (size_t)(depth - 1) * w->rules->state_size);
  for (size_t i = first; i < end; i++) {
    tes_copy(w->rules, next, state);
    int status = tes_apply(w->rules, next, list->moves[i], w->work);
    if (status == TES_OK) status = descend(w, next, depth - 1);
    if (status != TES_OK) return status;
  }
  return TES_OK;
}

static int descend(counting *w, const tes_state *state, int depth) {
  tes_list *list = &w->work->list;
  if (depth <= 1) {
    const int64_t count = depth == 0 ? 1 : tes_count(w->rules, state, w->work);
    if (count < 0) return (int)count;
    w->leaves += (uint64_t)count;
    return TES_OK;
  }
  if (tes_stopped(w->work)) return TES_ESTOPPED;
  const size_t first = list->count;
  int status = tes_moves(w->rules, state, list, w->work);
  if (status == TES_OK) status = each_move(w, state, depth, first);
  list->count = first;
  return status;
}

int tes_perft(const tes_rules *rules, const tes_state *state, int depth,
              uint64_t *leaves, tes_work *work) {
  if (depth < 0 || depth > 100) {
    return tes_fail(&work->error, TES_EARG,
                    "depth %d: expected a whole number in 0..100", depth);
  }
  const size_t size = (size_t)depth * rules->state_size;
  counting w = {.rules = rules, .work = work};
  if (size > 0) w.states = tes_resize(rules->alloc, NULL, 0, size);
  if (size > 0 && w.states == NULL) return tes_no_memory(&work->error);
  work->list.count = 0;
  const int status = descend(&w, state, depth);
  if (size > 0) tes_resize(rules->alloc, w.states, size, 0);
  if (status == TES_OK) *leaves = w.leaves;
  return status;
}
