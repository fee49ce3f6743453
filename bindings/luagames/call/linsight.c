/* linsight.c: see linsight.h. */
#include "linsight.h"

#include "lcall.h"

static int game_estimate(const tes_rules *rules, const tes_state *state,
                         int *lead, tes_work *work) {
  int trust = 0;
  lcall c = {.hook = ESTIMATE,
             .at = lat_owner(lat_top(rules, state, work), ESTIMATE),
             .lead = lead,
             .trust = &trust};
  const int status = lcall_run(&c);
  return status == TES_OK ? trust : status;
}

typedef struct weighing {
  lcall call; /* must be first */
  const tes_list *moves;
  double *weight;
} weighing;

static void weigh_each(lua_State *L, lcall *c) {
  const weighing *w = (const weighing *)c;
  for (size_t i = 0; i < w->moves->count; i++) {
    c->move = w->moves->moves[i];
    c->weight = &w->weight[i];
    lcall_function(L, c);
  }
}

static int game_policy(const tes_rules *rules, const tes_state *state,
                       const tes_list *moves, double *weight, tes_work *work) {
  weighing w = {.call = {.hook = POLICY,
                         .body = weigh_each,
                         .at = lat_owner(lat_top(rules, state, work), POLICY)},
                .moves = moves,
                .weight = weight};
  return lcall_run(&w.call);
}

void linsight_fill(lgame *g) {
  const bool estimates = g->owner[ESTIMATE] != NULL;
  const bool weighs = g->owner[POLICY] != NULL;
  if (!estimates && !weighs) return;
  if (g->game.insight == NULL) g->insight = (tes_insight){0};
  if (g->game.insight != &g->insight && g->game.insight != NULL) {
    g->insight = *g->game.insight;
  }
  if (estimates) {
    g->insight.estimate = game_estimate;
    g->insight.points = 0;
  }
  if (weighs) g->insight.policy = game_policy;
  g->game.insight = &g->insight;
}
