/* lplay.c: see lplay.h.
 *
 * A call of a function in Lua from the core is protected, has a state lent and
 * put back if it fails. A random game needs that once: its functions are called
 * one after the other on the same state, which is nobody's if one of them
 * fails. */
#include "lplay.h"

#include "lcall.h"
#include "tesela_bits.h"

typedef struct playing {
  lcall call; /* first */
  tes_state *state;
  tes_rng *rng;
  int64_t plies;
} playing;

enum { PLIES_MAX = 100000 };

static void call_moves_function(lua_State *L, lcall *c) {
  c->hook = MOVES;
  c->lending = LENT;
  c->list->count = 0;
  lcall_function(L, c);
}

static void call_apply_function(lua_State *L, playing *p, tes_move move) {
  lcall *c = &p->call;
  c->hook = APPLY;
  c->lending = LENT_TO_CHANGE;
  c->move = move;
  lcall_function(L, c);
  c->move = 0;
}

/* Where nothing in `apply` has ended it. */
static void call_over_function(lua_State *L, playing *p) {
  lcall *c = &p->call;
  int ending = 0;
  if (c->layer->owner[OVER] == NULL || p->state->over) return;
  c->hook = OVER;
  c->lending = LENT;
  c->ending = &ending;
  c->decided = p->state;
  lcall_function(L, c);
  c->decided = NULL;
  p->state->over = (uint8_t)ending;
}

static void play(lua_State *L, lcall *c) {
  playing *p = (playing *)c;
  while (!p->state->over && p->plies < PLIES_MAX && !tes_stopped(c->work)) {
    call_moves_function(L, c);
    if (c->list->count == 0) return;
    const size_t at = tes_below(p->rng, (uint32_t)c->list->count);
    call_apply_function(L, p, c->list->moves[at]);
    call_over_function(L, p);
    p->state->ply++;
    p->plies++;
  }
}

/* A game that does not go on so is told by the runtime. Where answers are held
 * against new ones each function gets a state of its own. */
static int64_t playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                       tes_work *work) {
  const lgame *g = lgame_of(rules);
  playing p = {.call = {.hook = MOVES,
                        .body = play,
                        .layer = g,
                        .rules = rules,
                        .state = state,
                        .lending = LENT,
                        .list = &work->list,
                        .work = work},
               .state = state,
               .rng = rng};
  const bool doubted = lrules_of(rules)->doubted;
  const int status = doubted ? TES_OK : lcall_run(&p.call);
  if (status != TES_OK) return status;
  const int64_t rest = tes_playout_listed(rules, state, rng, work);
  return rest < 0 ? rest : p.plies + rest;
}

void lplay_fill(lgame *g) {
  if (g->root == NULL && g->parent == NULL && g->chance < 0) {
    g->game.playout = playout;
  }
}
