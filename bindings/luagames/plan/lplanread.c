/* lplanread.c: see lplanread.h. The library has checked everything; the
 * definition keeps strings alive. */
#include "lplanread.h"

#include <lauxlib.h>
#include <string.h>

#include "luagames/cells/lboard.h"
#include "luagames/lmember.h"

static int option_at(lua_State *L, const lgame *g, const char *name) {
  const char *option = lmember_text(L, -1, name);
  return option != NULL ? tes_option_find(&g->game, option) : -1;
}

/* The number of a named colour or shape. */
static int named(const char *name, int count, const char *(*name_of)(int)) {
  int i = 0;
  while (i < count - 1 && strcmp(name_of(i), name) != 0) i++;
  return i;
}

static uint8_t plan_colour(lua_State *L, const char *name) {
  const char *colour = lmember_text(L, -1, name);
  if (colour == NULL) return TES_PLAIN;
  return (uint8_t)named(colour, TES_COLOURS, lboard_colour);
}

static void read_map(lua_State *L, const lgame *g, lplan *plan) {
  plan->map = (lmap_plan){.cells = lmember_int(L, -1, "cells", 0),
                          .columns = lmember_int(L, -1, "columns", 1),
                          .rows = lmember_int(L, -1, "rows", 1),
                          .first = lmember_int(L, -1, "first", 1) - 1,
                          .stride = lmember_int(L, -1, "stride", 0),
                          .ways = lmember_int(L, -1, "ways", 8),
                          .wraps_columns = lmember_flag(L, -1, "wraps_columns"),
                          .wraps_rows = lmember_flag(L, -1, "wraps_rows"),
                          .regions = lmember_text(L, -1, "regions"),
                          .links = lmember_text(L, -1, "links")};
  plan->columns_option = option_at(L, g, "columns");
  plan->rows_option = option_at(L, g, "rows");
}

static void read_look(lua_State *L, lplan *plan) {
  static const char *const edges[] = {"below", "right", "above", "left"};
  plan->slanted = lmember_flag(L, -1, "slanted");
  plan->chequered = lmember_flag(L, -1, "chequered");
  plan->bare = lmember_flag(L, -1, "bare");
  plan->ground = plan_colour(L, "ground");
  for (int i = 0; i < 4; i++) plan->edge[i] = plan_colour(L, edges[i]);
  plan->width = lmember_int(L, -1, "width", 0);
  plan->empty = lmember_text(L, -1, "empty");
  plan->names = lmember_text(L, -1, "names");
  plan->spots = lmember_text(L, -1, "spots");
}

static void read_plan_piece(lua_State *L, lgame *g, int i) {
  if (i >= PIECES_MAX) return;
  g->plan.piece[i] =
      (lpiece){.seat = (uint8_t)lmember_int(L, -1, "owner", 0),
               .shape = (tes_shape)named(lmember_text(L, -1, "shape"),
                                         TES_SHAPES, lboard_shape),
               .colour = (tes_colour)plan_colour(L, "colour"),
               .letters = lmember_text(L, -1, "letters")};
  g->plan.pieces = i + 1;
  g->plan.owner[i + 1] = g->plan.piece[i].seat;
}

static void read_setup(lua_State *L, lgame *g, int i) {
  if (i >= SETUPS_MAX) return;
  g->plan.setup[i] =
      (lsetting){lmember_int(L, -1, "piece", 0), lmember_int(L, -1, "row", 0),
                 lmember_int(L, -1, "cell", 1) - 1};
  g->plan.setups = i + 1;
}

static void read_verb(lua_State *L, lgame *g, int i) {
  int ways[TES_SEATS_MAX] = {0};
  if (i >= VERBS_MAX) return;
  lverb *verb = &g->plan.verb[i];
  *verb = (lverb){.kind = (lverb_kind)lmember_int(L, -1, "kind", 0),
                  .on = (uint8_t)lmember_int(L, -1, "on", 0),
                  .pieces = (uint32_t)lmember_int(L, -1, "pieces", -1),
                  .option = option_at(L, g, "option"),
                  .word = lmember_int(L, -1, "word", 0)};
  lmember_ints(L, -1, "ways", ways, TES_SEATS_MAX);
  for (int k = 0; k < TES_SEATS_MAX; k++) verb->ways[k] = (uint8_t)ways[k];
  g->plan.drops |= verb->kind == DROP;
  g->plan.verbs = i + 1;
}

static bool may_list_same(const lverb *a, const lverb *b) {
  bool same = false;
  if (a->kind <= DROP) return b->kind <= DROP;
  if (a->kind >= SWAP) return a->kind == b->kind;
  for (int i = 0; i < TES_SEATS_MAX; i++)
    same |= (a->ways[i] & b->ways[i]) != 0;
  return same;
}

/* On a graph, and on a board whose edges meet, two ways may lead to the same
 * cell. */
static bool may_repeat(const lplan *plan) {
  const lmap_plan *map = &plan->map;
  bool may = map->wraps_columns || map->wraps_rows || map->links != NULL;
  for (int i = 0; i < plan->verbs; i++) {
    for (int k = 0; k < i; k++) {
      may |= may_list_same(&plan->verb[i], &plan->verb[k]);
    }
  }
  return may;
}

/* Reads the test of ending `i`. */
static void read_finish(lua_State *L, lgame *g, int i) {
  int regions[TES_SEATS_MAX] = {0};
  if (i >= ENDINGS_MAX) return;
  lfinish *f = &g->finish[i];
  *f = (lfinish){.test = (ltest)lmember_int(L, -1, "test", SAID),
                 .count = lmember_int(L, -1, "count", 0),
                 .count_option = option_at(L, g, "count"),
                 .exact = lmember_flag(L, -1, "exact"),
                 .verdict = (lmeaning)lmember_int(L, -1, "verdict", DRAWN)};
  lmember_ints(L, -1, "region", regions, TES_SEATS_MAX);
  for (int k = 0; k < TES_SEATS_MAX; k++) f->region[k] = (uint16_t)regions[k];
  g->plan.counts |= f->verdict == MOST_WINS;
}

/* Reads which hooks the plan does. */
static void read_planned(lua_State *L, lgame *g) {
  static const struct {
    hook hook;
    const char *name;
  } hooks[] = {
      {MOVES, "moves"}, {APPLY, "apply"}, {OVER, "over"}, {RESULT, "result"}};
  for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
    const hook h = hooks[i].hook;
    g->planned[h] = lmember_flag(L, -1, hooks[i].name);
    if (g->planned[h]) g->owner[h] = g;
  }
}

void lplan_read(lua_State *L, int definition, lgame *g) {
  if (lua_getfield(L, definition, "plan") == LUA_TTABLE) {
    read_map(L, g, &g->plan);
    read_look(L, &g->plan);
    lmember_each(L, -1, "piece", g, read_plan_piece);
    lmember_each(L, -1, "setup", g, read_setup);
    lmember_each(L, -1, "verb", g, read_verb);
    lmember_each(L, -1, "finish", g, read_finish);
    g->plan.repeats = may_repeat(&g->plan);
    g->plan.tests = lmember_flag(L, -1, "tests");
    read_planned(L, g);
  }
  lua_pop(L, 1);
}
