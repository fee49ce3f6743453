/* lvtable.c: the vtable functions of games with layers, which replace the
 * root's. They find the layer that has a function (llayer.c), ask the layers
 * whether the game has ended (lendings.c), and write the cells after the root's
 * text. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lendings.h"
#include "linsight.h"
#include "lkeepinsight.h"
#include "llayer.h"
#include "lmovetext.h"
#include "lplay.h"
#include "lpositiontext.h"
#include "luagames/cells/lboard.h"
#include "luagames/cells/llook.h"
#include "luagames/hidden/lchance.h"
#include "luagames/hidden/lsecret.h"
#include "luagames/plan/lverbs.h"
#include "lvtable.h"
#include "runtime/call.h"

/* ---- functions of the vtable ---- */

static int game_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work) {
  if (lgame_of(rules)->chance >= 0) lchance_draw(rules, state, rng);
  return lendings_start(lat_top(rules, state, work), rng);
}

static int game_deal(const tes_rules *rules, tes_state *state, const char *text,
                     tes_work *work) {
  const tes_game *root = lgame_of(rules)->root;
  const int status = call_read_deal(root, rules, state, text, work);
  return status == TES_OK ? lendings_ask(lat_top(rules, state, work)) : status;
}

static int game_moves(const tes_rules *rules, const tes_state *state,
                      tes_list *list, tes_work *work) {
  return llayer_list(lat_top(rules, state, work), list);
}

/* Used if the root lists the moves and an empty list becomes a pass. */
static int64_t game_count(const tes_rules *rules, const tes_state *state,
                          tes_work *work) {
  const int64_t count = call_count(lgame_of(rules)->root, rules, state, work);
  return count != 0 ? count : 1;
}

static bool game_legal(const tes_rules *rules, const tes_state *state,
                       tes_move move, tes_work *work) {
  const tes_game *root = lgame_of(rules)->root;
  if (!(move & OWN_BIT)) return call_legal(root, rules, state, move, work);
  return move == OWN_BIT && call_count(root, rules, state, work) == 0;
}

static int game_result(const tes_rules *rules, const tes_state *state,
                       tes_result *result, tes_work *work) {
  return llayer_result(lat_top(rules, state, work), result);
}

static int game_print(const tes_rules *rules, const tes_state *state,
                      tes_move move, int seat, tes_text *text, tes_work *work) {
  return llayer_print(lat_top(rules, state, work), move, seat, text);
}

static int game_hide(const tes_rules *rules, tes_state *state, int seat,
                     tes_rng *rng, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const int status = lsecret_deal(at, seat, rng);
  return status == TES_OK ? llayer_hide(at, seat, rng) : status;
}

/* Functions that draw for a seat get a state in which the cells hidden from it
 * are dealt again, always in the same way, so neither they nor the scores can
 * reveal the true cells. */
static int deal_to_draw(const tes_rules *rules, const tes_state **state,
                        int seat, tes_drawing *drawing, tes_work *work) {
  tes_rng rng;
  if (seat == 0 || !lgame_is_secret(lgame_of(rules))) return TES_OK;
  tes_state *dealt = lgame_kept(rules, work, BY_DRAW);
  tes_copy(rules, dealt, *state);
  tes_rng_seed(&rng, 0);
  *state = dealt;
  const int status = game_hide(rules, dealt, seat, &rng, work);
  return status != TES_OK ? status : call_scores(rules, dealt, drawing, work);
}

static int game_draw(const tes_rules *rules, const tes_state *state, int seat,
                     tes_move hint, tes_drawing *drawing, tes_work *work) {
  const lgame *g = lgame_of(rules);
  int status = deal_to_draw(rules, &state, seat, drawing, work);
  if (status != TES_OK) return status;
  status = llayer_draw(lat_top(rules, state, work), seat, hint, drawing);
  if (status != TES_OK) return status;
  if (g->root == NULL && drawing->notes.length == 0) {
    lboard_turn(rules, state, &drawing->notes);
  }
  if (g->root == NULL && !state->over) drawing->turn = state->seat;
  if (drawing->levels != NULL) return TES_OK;
  return tes_fail(&work->error, TES_EGAME, "%s: draw() did not call board:size",
                  g->game.name);
}

/* Writes a part that the root's moves do not have. */
static void put_own_part(const lgame *g, tes_move move, const char *name,
                         tes_text *text) {
  const bool pass = move == OWN_BIT && g->stuck != 0;
  if (strcmp(name, "kind") == 0) {
    tes_put_word(text, pass ? "pass" : g->root == NULL ? "move" : "own");
  } else if (strcmp(name, "number") == 0 && !pass) {
    tes_put(text, "%lld", (long long)(move & ~OWN_BIT));
  }
}

/* The root's rows come first; but if the root has no kind, that is row 0. */
static int game_part(const tes_rules *rules, const tes_state *state,
                     tes_move move, int row, tes_text *text, tes_work *work) {
  const lgame *g = lgame_of(rules);
  if (row < g->own_parts && !(move & OWN_BIT)) {
    lcall c = {.hook = PARTS,
               .at = lat_owner(lat_top(rules, state, work), PARTS),
               .move = move,
               .row = row,
               .text = text};
    return lcall_run(&c);
  }
  if (g->root == NULL || move & OWN_BIT) {
    put_own_part(g, move, g->part[row].name, text);
    return TES_OK;
  }
  if (row >= g->root_parts) return TES_OK;
  return call_part(g->root, rules, state, move, row, text, work);
}

/* ---- filling the vtable ---- */

static void fill_list(lgame *g) {
  tes_game *game = &g->game;
  game->moves = game_moves;
  game->print = game_print;
  game->draw = game_draw;
  const bool own = g->owner[MOVES] != NULL;
  const bool counts = !own && g->root->legal != NULL && g->root->count != NULL;
  game->legal = counts ? game_legal : NULL;
  game->count = counts ? game_count : NULL;
}

/* Names the kinds of moves: the root's, if it has any, and further ones. */
static void name_kinds(lgame *g, const char *of_root) {
  const bool own = g->root != NULL && g->owner[MOVES] != NULL;
  const bool pass = g->stuck != 0 && strstr(of_root, "pass") == NULL;
  snprintf(g->kinds, sizeof g->kinds, "%s%s%s", of_root,
           own ? "; own: a move of the variant" : "", pass ? "; pass" : "");
}

/* Appends the parts of further moves to those of the root's moves. */
static void fill_parts(lgame *g) {
  const tes_part *of_root = g->root != NULL ? g->root->made_of : NULL;
  size_t count = (size_t)g->own_parts;
  for (; of_root != NULL && of_root[count].name != NULL; count++) {
    if (count == PARTS_MAX - 2) break;
    g->part[count] = of_root[count];
  }
  g->root_parts = (int)count;
  const bool has_kind = count > 0 && strcmp(g->part[0].name, "kind") == 0;
  if (g->own_parts == 0) {
    name_kinds(g, has_kind ? g->part[0].doc : "move");
    g->part[has_kind ? 0 : count++] = (tes_part){"kind", TES_TEXT, g->kinds};
  }
  g->part[count++] =
      (tes_part){"number", TES_INTEGER, "the number of a move in Lua"};
  g->game.made_of = g->part;
  g->game.part = game_part;
}

/* The root's functions stay if no layer has its own. */
static void fill_moves(lgame *g) {
  tes_game *game = &g->game;
  const bool lists = g->owner[MOVES] != NULL || g->stuck != 0;
  if (lists) fill_list(g);
  if (g->owner[PRINT] != NULL) game->print = game_print;
  lmovetext_fill(g);
  if (lists || g->owner[APPLY] != NULL || g->owner[OVER] != NULL) {
    game->apply = lendings_play;
    game->playout = NULL;
  }
}

/* The root counts only its own plies, of which apply() may make several;
 * functions that take an ending back may let a position return sooner; and the
 * root's draws may become wins. */
static int game_horizon(const tes_rules *rules, const tes_state *state) {
  const int plies = call_horizon(lgame_of(rules)->root, rules, state);
  return plies == INT_MAX ? INT_MAX : 0;
}

/* The root's knowledge concerns its own moves and its own endings. */
static void fill_insight(lgame *g) {
  const bool keeps = llayer_below_keeps(g) != g;
  const bool moves = lgame_owner(llayer_below_keeps(g), MOVES) != NULL ||
                     g->owner[APPLY] != NULL || g->owner[OVER] != NULL;
  const tes_insight *root = g->root != NULL ? g->root->insight : NULL;
  g->game.insight = NULL;
  if (root == NULL && !keeps) return;
  g->insight = root != NULL ? *root : (tes_insight){0};
  g->game.insight = &g->insight;
  if (moves) {
    g->insight.rollout = NULL;
    g->insight.policy = NULL;
    g->insight.forcing = NULL;
  }
  if (moves || g->owner[RESULT] != NULL) {
    g->insight.estimate = NULL;
  }
  if (g->owner[RESULT] != NULL) g->insight.points = 0;
  const bool ends = g->owner[OVER] != NULL || g->owner[APPLY] != NULL ||
                    g->owner[RESULT] != NULL;
  if (ends && g->insight.horizon != NULL) g->insight.horizon = game_horizon;
  if (keeps) lkeepinsight_fill(g);
}

/* A variant's own start cannot be dealt from text, nor can one with a
 * generator. The root's start may already be an ending. */
static void fill_deal(lgame *g) {
  if (g->owner[START] != NULL || g->chance >= 0) g->game.deal = NULL;
  if (g->owner[OVER] == NULL || g->game.deal == NULL) return;
  g->deal = *g->game.deal;
  g->deal.read = game_deal;
  g->game.deal = &g->deal;
}

void lvtable_fill(lgame *g) {
  tes_game *game = &g->game;
  const bool whole = g->root == NULL, over = g->owner[OVER] != NULL;
  const bool secret = lgame_is_secret(g);
  game->open = lgame_open;
  if (whole) game->close = lgame_close;
  fill_moves(g);
  if (whole || g->owner[MOVES] != NULL || g->stuck != 0) fill_parts(g);
  fill_insight(g);
  lplay_fill(g);
  linsight_fill(g);
  fill_deal(g);
  if (whole || over || g->owner[START] != NULL || g->chance >= 0) {
    game->start = game_start;
  }
  if (g->owner[RESULT] != NULL) game->result = game_result;
  if (g->owner[HIDE] != NULL || secret) game->hide = game_hide;
  if (g->owner[TELL] != NULL) game->print = game_print;
  if (g->owner[DRAW] != NULL || whole || secret) game->draw = game_draw;
  if (whole || g->cells > 0 || over || g->owner[APPLY] != NULL) {
    game->save = lpositiontext_save;
    game->load = lpositiontext_load;
  }
  llook_fill(g);
  lverbs_fill(g);
}
