/* lendings.c: see lendings.h. */
#include "lendings.h"

#include "llayer.h"
#include "runtime/call.h"

/* Calls the layers with `over`, from `from` (NULL: the lowest) upwards. The
 * function of `from` has called those below it. */
static int ask_layers(lat at, const lgame *from) {
  int status = TES_OK;
  if (lgame_owner(at.layer, OVER) == NULL) return TES_OK;
  if (at.layer != from) status = ask_layers(lat_below(at), from);
  if (status != TES_OK || at.layer->owner[OVER] != at.layer) return status;
  return llayer_decide(at);
}

int lendings_ask(lat at) {
  return ask_layers(at, NULL);
}

int lendings_start(lat at, tes_rng *rng) {
  const int status = llayer_start(at, rng);
  if (status != TES_OK) return status;
  return ask_layers(at, lgame_owner(at.layer, START));
}

/* A copy of the state, in case one of the functions fails. */
static tes_state *keep_before(lat at) {
  if (lgame_owner(at.layer, OVER) == NULL) return NULL;
  tes_state *before = lgame_kept(at.rules, at.work, BY_APPLY);
  tes_copy(at.rules, before, at.state);
  return before;
}

static int put_back(lat at, const tes_state *before, int status) {
  if (status != TES_OK && before != NULL) tes_copy(at.rules, at.state, before);
  return status;
}

int lendings_apply(lat at, tes_move move) {
  const tes_state *before = keep_before(at);
  int status = llayer_apply(at, move);
  if (status == TES_OK) {
    status = ask_layers(at, lgame_owner(at.layer, APPLY));
  }
  return put_back(at, before, status);
}

int lendings_pass(lat at) {
  const tes_state *before = keep_before(at);
  int status = llayer_pass(at);
  if (status == TES_OK) status = ask_layers(at, NULL);
  return put_back(at, before, status);
}

/* A seat without moves passes. If all seats pass in a row the game is stuck. */
static int forced_pass(lat at, int32_t *passes) {
  const tes_rules *rules = at.rules;
  const int round = rules->round > 0 ? rules->round : rules->seats;
  const int32_t before = *passes;
  if (before < round) ++*passes; /* position text may contain more */
  const int status = lendings_pass(at);
  if (status != TES_OK) *passes = before;
  if (status == TES_OK && *passes >= round && !at.state->over) {
    at.state->over = (uint8_t)at.layer->stuck;
  }
  return status;
}

/* A pass of the root is no move either, but is not counted: the root itself
 * knows when passes end the game. */
int lendings_play(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const lgame *g = at.layer;
  if (g->stuck == 0) return lendings_apply(at, move);
  TES_ASSERT(g->passes < g->cells);
  int32_t *passes = lgame_cells(rules, state) + g->passes;
  if (move == OWN_BIT) return forced_pass(at, passes);
  const int status = lendings_apply(at, move);
  const bool pass = g->root != NULL && move == call_pass_of(g->root);
  if (status == TES_OK && !pass) *passes = 0;
  return status;
}
