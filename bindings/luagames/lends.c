/* lends.c: see lends.h. */
#include "lends.h"

#include "llayer.h"
#include "runtime/call.h"

/* Asks the layers with `over` from `from` (NULL: the lowest) up to `layer`:
 * those below `from` were asked by what its function called. */
static int ask_layers(const lgame *layer, const lgame *from,
                      const tes_rules *rules, tes_state *state,
                      tes_work *work) {
  int status = TES_OK;
  if (llayer_owner(layer, OVER) == NULL) return TES_OK;
  if (layer != from)
    status = ask_layers(layer->parent, from, rules, state, work);
  if (status != TES_OK || layer->owner[OVER] != layer) return status;
  return llayer_decide(layer, rules, state, work);
}

int lends_ask(const tes_rules *rules, tes_state *state, tes_work *work) {
  return ask_layers(lgame_of(rules), NULL, rules, state, work);
}

int lends_start(const lgame *layer, const lgame *top, const tes_rules *rules,
                tes_state *state, tes_rng *rng, tes_work *work) {
  const int status = llayer_start(layer, top, rules, state, rng, work);
  if (status != TES_OK) return status;
  return ask_layers(layer, llayer_owner(layer, START), rules, state, work);
}

/* What the state was before functions that may fail have a look at it. */
static tes_state *keep_before(const lgame *layer, const tes_rules *rules,
                              const tes_state *state, tes_work *work) {
  if (llayer_owner(layer, OVER) == NULL) return NULL;
  tes_state *before = lgame_kept(rules, work, BY_APPLY);
  tes_copy(rules, before, state);
  return before;
}

static int put_back(const tes_rules *rules, tes_state *state,
                    const tes_state *before, int status) {
  if (status != TES_OK && before != NULL) tes_copy(rules, state, before);
  return status;
}

int lends_apply(const lgame *layer, const lgame *top, const tes_rules *rules,
                tes_state *state, tes_move move, tes_work *work) {
  const tes_state *before = keep_before(layer, rules, state, work);
  int status = llayer_apply(layer, top, rules, state, move, work);
  if (status == TES_OK) {
    status = ask_layers(layer, llayer_owner(layer, APPLY), rules, state, work);
  }
  return put_back(rules, state, before, status);
}

int lends_pass(const lgame *layer, const lgame *top, const tes_rules *rules,
               tes_state *state, tes_work *work) {
  const tes_state *before = keep_before(layer, rules, state, work);
  int status = llayer_pass(top, rules, state, work);
  if (status == TES_OK) status = ask_layers(layer, NULL, rules, state, work);
  return put_back(rules, state, before, status);
}

/* The pass that stands in for a move: when all have passed so in a row, the
 * game is stuck. */
static int forced_pass(const lgame *g, const tes_rules *rules, tes_state *state,
                       tes_work *work) {
  const int round = rules->round > 0 ? rules->round : rules->seats;
  int32_t *passes = lgame_cells(rules, state) + g->passes;
  const int32_t before = *passes;
  if (before < round) ++*passes; /* a text may say more */
  const int status = lends_pass(g, g, rules, state, work);
  if (status != TES_OK) *passes = before;
  if (status == TES_OK && *passes >= round && !state->over) {
    state->over = (uint8_t)g->stuck;
  }
  return status;
}

/* Those of the root are no move either, but not counted: it knows itself when
 * they end the game. */
int lends_play(const tes_rules *rules, tes_state *state, tes_move move,
               tes_work *work) {
  const lgame *g = lgame_of(rules);
  TES_ASSERT(g->passes < g->cells || g->stuck == 0);
  if (g->stuck != 0 && move == OWN_BIT) {
    return forced_pass(g, rules, state, work);
  }
  const int status = lends_apply(g, g, rules, state, move, work);
  const bool pass = g->root != NULL && move == call_pass_of(g->root);
  if (status == TES_OK && g->stuck != 0 && !pass) {
    lgame_cells(rules, state)[g->passes] = 0;
  }
  return status;
}
