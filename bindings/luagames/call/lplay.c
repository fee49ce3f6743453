/* lplay.c: see lplay.h.
 *
 * When the core calls a function in Lua, the call is protected, and if it fails
 * the lent state is restored. A random game needs that only once: its functions
 * are called one after another on the same state, which is discarded if one of
 * them fails.
 *
 * A playout lists the moves and draws one. A rollout draws with `pick`, or by
 * rejection if there is a `keep`: all kept moves are equally likely, but
 * usually `keep` is called for only one. Rejection uses the generator
 * differently from a playout. */
#include "lplay.h"

#include "lcall.h"
#include "tesela_bits.h"

typedef struct playing {
  lcall call; /* must be first */
  tes_rng *rng;
  bool draws; /* like a rollout */
  int64_t plies, most;
  tes_move drawn; /* 0: there was no move */
} playing;

enum { ROLLOUT_PLIES_MAX = 2000 };

static void call_moves_function(lua_State *L, playing *p) {
  lcall *c = &p->call;
  c->hook = MOVES;
  c->list->count = 0;
  lcall_function(L, c);
}

/* Removes from the list the moves that the game does not keep. */
static void call_keep_function(lua_State *L, playing *p, tes_list *list) {
  lcall *c = &p->call;
  tes_list *before = c->list;
  c->hook = KEEP;
  c->list = list;
  lcall_function(L, c);
  c->list = before;
}

static tes_move draw_listed(lua_State *L, playing *p) {
  const tes_list *list = p->call.list;
  call_moves_function(L, p);
  if (p->call.at.layer->owner[KEEP] != NULL && list->count > 0) {
    call_keep_function(L, p, p->call.list);
  }
  if (list->count == 0) return 0;
  return list->moves[tes_below(p->rng, (uint32_t)list->count)];
}

static tes_move draw_by_rejection(lua_State *L, playing *p) {
  tes_list *list = p->call.list;
  call_moves_function(L, p);
  while (list->count > 0) {
    const size_t at = tes_below(p->rng, (uint32_t)list->count);
    tes_move move = list->moves[at];
    tes_list one = {.moves = &move, .count = 1, .capacity = 1};
    call_keep_function(L, p, &one);
    if (one.count > 0) return move;
    list->moves[at] = list->moves[--list->count];
  }
  return 0;
}

static tes_move draw_picked(lua_State *L, playing *p) {
  lcall *c = &p->call;
  tes_move move = 0;
  c->hook = PICK;
  c->rng = p->rng;
  c->drawn = &move;
  lcall_function(L, c);
  *p->rng = *(const tes_rng *)c->lent_too;
  c->rng = NULL; /* apply() has none */
  return move;
}

static void draw_one(lua_State *L, playing *p) {
  const lgame *g = p->call.at.layer;
  p->drawn = !p->draws                ? draw_listed(L, p)
             : g->owner[PICK] != NULL ? draw_picked(L, p)
                                      : draw_by_rejection(L, p);
}

static void call_apply_function(lua_State *L, playing *p) {
  lcall *c = &p->call;
  c->hook = APPLY;
  c->move = p->drawn;
  lcall_function(L, c);
  c->move = 0;
}

/* Called if `apply` has not ended the game. */
static void call_over_function(lua_State *L, playing *p) {
  lcall *c = &p->call;
  int ending = 0;
  if (c->at.layer->owner[OVER] == NULL || p->call.at.state->over) return;
  c->hook = OVER;
  c->ending = &ending;
  c->decides = true;
  lcall_function(L, c);
  c->decides = false;
  p->call.at.state->over = (uint8_t)ending;
}

static bool is_enough(const playing *p) {
  const tes_patience *patience = p->call.at.work->patience;
  if (p->plies >= p->most) return true;
  if (patience == NULL) return false;
  return p->plies >= patience->plies || patience->ends(patience->user);
}

static void play_body(lua_State *L, lcall *c) {
  playing *p = (playing *)c;
  while (!p->call.at.state->over && !is_enough(p) && !tes_stopped(c->at.work)) {
    draw_one(L, p);
    if (p->drawn == 0) return;
    call_apply_function(L, p);
    call_over_function(L, p);
    p->call.at.state->ply++;
    p->plies++;
  }
}

static void draw_body(lua_State *L, lcall *c) {
  draw_one(L, (playing *)c);
}

static playing begin_playing(lat at, tes_rng *rng) {
  return (playing){.call = {.hook = MOVES,
                            .body = play_body,
                            .at = at,
                            .list = &at.work->list},
                   .rng = rng};
}

static bool is_one_layer(const lgame *g) {
  return g != NULL && g->root == NULL && g->parent == NULL && g->chance < 0 &&
         !lgame_is_planned(g);
}

/* If a game stops before its end, the runtime finds the reason. In a check that
 * compares answers, each function gets its own state. */
int64_t lplay_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work) {
  if (state->over || !is_one_layer(lgame_of(rules)) ||
      lrules_of(rules)->doubted) {
    return tes_playout(rules, state, rng, work);
  }
  playing p = begin_playing(lat_top(rules, state, work), rng);
  p.most = TES_PLIES_MAX;
  const int status = lcall_run(&p.call);
  if (status != TES_OK) return status;
  const int64_t rest = tes_playout_listed(rules, state, rng, work);
  return rest < 0 ? rest : p.plies + rest;
}

static bool draws_itself(const lgame *g) {
  return g->owner[KEEP] != NULL || g->owner[PICK] != NULL;
}

static int no_drawn_move(const tes_rules *rules, tes_work *work) {
  return tes_fail(
      &work->error, TES_EGAME,
      "%s: keep() refuses every listed move, but the game is not over",
      rules->name);
}

static int64_t game_rollout(const tes_rules *rules, tes_state *state,
                            tes_rng *rng, tes_work *work) {
  playing p = begin_playing(lat_top(rules, state, work), rng);
  p.draws = draws_itself(p.call.at.layer);
  p.most = ROLLOUT_PLIES_MAX;
  if (lrules_of(rules)->doubted && !p.draws) {
    return tes_playout_listed(rules, state, rng, work);
  }
  int status = lcall_run(&p.call);
  if (status != TES_OK) return status;
  if (tes_stopped(work)) return TES_ESTOPPED;
  if (state->over || is_enough(&p)) return p.plies;
  if (p.draws) return no_drawn_move(rules, work);
  status = tes_random_move(rules, state, rng, work); /* reports the fault */
  return status == TES_OK ? p.plies + 1 : status;
}

static int game_pick(const tes_rules *rules, const tes_state *state,
                     tes_rng *rng, tes_move *move, tes_work *work) {
  playing p = begin_playing(lat_top(rules, state, work), rng);
  p.call.body = draw_body;
  p.draws = true;
  const int status = lcall_run(&p.call);
  if (status != TES_OK) return status;
  *move = p.drawn;
  return p.drawn != 0 ? TES_OK : no_drawn_move(rules, work);
}

void lplay_fill(lgame *g) {
  if (!is_one_layer(g)) return;
  g->insight = (tes_insight){.rollout = game_rollout,
                             .pick = draws_itself(g) ? game_pick : NULL};
  g->game.insight = &g->insight;
}
