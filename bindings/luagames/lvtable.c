/* lvtable.c: the functions that games of layers have in the vtable, where the
 * root's do not serve: they find the layer that gives one (llayer.c), let
 * them say what ends (lends.c), and write the cells behind the root's text. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lboard.h"
#include "lcelltext.h"
#include "lchance.h"
#include "lends.h"
#include "lkeep.h"
#include "llayer.h"
#include "lplay.h"
#include "lrules.h"
#include "lsecret.h"
#include "lspell.h"
#include "lswap.h"
#include "lverbs.h"
#include "lvtable.h"
#include "lworth.h"
#include "runtime/call.h"

/* ---- in the vtable ---- */

static int game_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work) {
  if (lgame_of(rules)->chance >= 0) lchance_draw(rules, state, rng);
  return lends_start(lat_top(rules, state, work), rng);
}

static int game_deal(const tes_rules *rules, tes_state *state, const char *text,
                     tes_work *work) {
  const tes_game *root = lgame_of(rules)->root;
  const int status = call_read_deal(root, rules, state, text, work);
  return status == TES_OK ? lends_ask(lat_top(rules, state, work)) : status;
}

static int game_moves(const tes_rules *rules, const tes_state *state,
                      tes_list *list, tes_work *work) {
  return llayer_list(lat_top(rules, state, work), list);
}

/* Where the root lists the moves and a pass may stand in for none. */
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

/* Functions that draw for a seat get a state in which that is dealt anew which
 * the seat does not see, always in the same way: then nothing that they can
 * ask of it shows what it was, nor do the scores. */
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

/* Of a move that the root does not have. */
static void put_own_part(const lgame *g, tes_move move, const char *name,
                         tes_text *text) {
  const bool pass = move == OWN_BIT && g->stuck != 0;
  if (strcmp(name, "kind") == 0) {
    tes_put_word(text, pass ? "pass" : g->root == NULL ? "move" : "own");
  } else if (strcmp(name, "number") == 0 && !pass) {
    tes_put(text, "%lld", (long long)(move & ~OWN_BIT));
  }
}

/* The rows of the root come first, but for a kind where it has none. */
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

/* Says so where memory ran out. */
static int told(int status, tes_work *work) {
  if (status != TES_ENOMEM) return status;
  return tes_no_memory(&work->error);
}

/* A move of the variant's own, among them the pass that stands in for none, is
 * known by how it is printed. */
static int find_own(lat at, const char *text, tes_move *move) {
  tes_list list;
  tes_text printed;
  tes_list_init(&list, at.rules->alloc);
  tes_text_init(&printed, at.rules->alloc);
  int status = llayer_list(at, &list);
  for (size_t i = 0; status == TES_OK && i < list.count; i++) {
    if (!(list.moves[i] & OWN_BIT)) continue;
    tes_text_clear(&printed);
    status = llayer_print(at, list.moves[i], 0, &printed);
    if (printed.failed) status = TES_ENOMEM;
    if (strcmp(tes_text_get(&printed), text) == 0) *move = list.moves[i];
  }
  tes_list_free(&list);
  tes_text_free(&printed);
  return told(status, at.work);
}

static tes_move game_parse(const tes_rules *rules, const tes_state *state,
                           const char *text, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const tes_move move = call_parse(at.layer->root, rules, state, text, work);
  const tes_error reason = work->error;
  tes_move own = 0;
  if (strcmp(text, "pass") != 0) { /* of which there may be two */
    const int legal = llayer_legal(lat_on(at, NULL), move);
    if (legal == 1) return move;
    if (told(legal < 0 ? legal : TES_OK, work) != TES_OK) return 0;
  }
  if (find_own(at, text, &own) != TES_OK) return 0;
  work->error = reason;
  return own != 0 ? own : move;
}

/* A move that the root allows and a layer does not has no reason but that. */
static void game_why(const tes_rules *rules, const tes_state *state,
                     tes_move move, const char *text, tes_work *work) {
  const lgame *g = lgame_of(rules);
  const int legal =
      llayer_legal(lat_on(lat_top(rules, state, work), NULL), move);
  if (legal < 0) {
    told(legal, work);
  } else if (legal == 1) {
    tes_fail(&work->error, TES_EILLEGAL,
             "%.60s: the rules of %s do not allow it here", text, g->game.name);
  } else {
    call_why(g->root, rules, state, move, text, work);
  }
}

/* ---- position text ---- */

static void game_save(const tes_rules *rules, const tes_state *state, int seat,
                      tes_text *text) {
  const lgame *g = lgame_of(rules);
  bool hidden[CELLS_MAX];
  const bool secret = seat != 0 && lgame_is_secret(g);
  if (g->root != NULL) {
    call_save(g->root, rules, state, seat, text);
  } else {
    tes_put(text, "%d", state->seat);
  }
  if (secret) lsecret_look(rules, state, seat, hidden);
  const int32_t *cells = lgame_see_cells(rules, state);
  lcelltext_put(g, cells, secret ? hidden : NULL, text);
}

static int load_root(lat at, const char *text, size_t length, tes_rng *rng) {
  tes_text part;
  tes_text_init(&part, at.rules->alloc);
  tes_put_bytes(&part, text, length);
  const int status = part.failed ? told(TES_ENOMEM, at.work)
                                 : call_load(at.layer->root, at.rules, at.state,
                                             tes_text_get(&part), rng, at.work);
  tes_text_free(&part);
  return status;
}

static int load_seat(lat at, const char *text, size_t length) {
  const int seat = length == 1 ? *text - '0' : 0, seats = at.rules->seats;
  if (seat < 1 || seat > seats) {
    return tes_fail(&at.work->error, TES_EARG,
                    "%s position: expected a seat in 1..%d", at.rules->name,
                    seats);
  }
  at.state->seat = (uint8_t)seat;
  return TES_OK;
}

/* Cells may be any numbers in a text: where no move is left, or the rules
 * raise an error, it is no position. */
static int check_moves(lat at) {
  tes_list list;
  tes_list_init(&list, at.rules->alloc);
  int status = llayer_list(at, &list);
  const size_t count = list.count;
  tes_list_free(&list);
  if (status != TES_OK) return told(status, at.work);
  if (count > 0) return TES_OK;
  return tes_fail(&at.work->error, TES_EARG, "%s position: there is no move",
                  at.rules->name);
}

/* Do functions in Lua say what ends? Else the root has said it in its words. */
static bool ends_by_itself(const lgame *g) {
  return g->root == NULL || g->owner[OVER] != NULL || g->owner[APPLY] != NULL;
}

/* Is it over, and is there a move? */
static int look_at_position(lat at) {
  const lgame *g = at.layer;
  int status = lends_ask(at);
  if (status != TES_OK) return told(status, at.work);
  /* Only a move can show whether `apply` takes an ending back: it may. */
  if (g->root != NULL && g->owner[APPLY] != NULL && g->owner[OVER] == NULL) {
    status = lgame_resume(at);
    if (status != TES_OK && status != TES_EGAME) return status;
  }
  if (at.state->over && ends_by_itself(g)) {
    tes_fail(&at.work->error, TES_EARG, "%s position: the game is over (%s)",
             g->game.name, g->game.endings[at.state->over - 1]);
  }
  if (at.state->over || g->root != NULL) return TES_OK;
  return check_moves(at);
}

static int game_load(const tes_rules *rules, tes_state *state, const char *text,
                     tes_rng *rng, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const lgame *g = at.layer;
  const char *fields = lcelltext_find(g, text);
  const size_t length = (size_t)(fields - text);
  int status = g->root != NULL ? load_root(at, text, length, rng)
                               : load_seat(at, text, length);
  if (status == TES_OK) {
    status =
        lcelltext_read(g, fields, lgame_cells(rules, state), rng, &work->error);
  }
  if (status != TES_OK) return status;
  const bool changed = lswap_enter(rules, state);
  status = look_at_position(at);
  lswap_leave(rules, state, changed);
  return status;
}

/* ---- filling the vtable ---- */

/* What lists the moves, and what speaks of moves that the root does not have.
 */
static void fill_list(lgame *g) {
  tes_game *game = &g->game;
  game->moves = game_moves;
  game->print = game_print;
  game->draw = game_draw;
  if (game->parse != NULL && g->root != NULL) {
    game->parse = game_parse;
    game->why = game_why;
  }
  const bool own = g->owner[MOVES] != NULL;
  const bool counts = !own && g->root->legal != NULL && g->root->count != NULL;
  game->legal = counts ? game_legal : NULL;
  game->count = counts ? game_count : NULL;
}

/* What kinds of moves there are: those of the root, if it tells, and others. */
static void name_kinds(lgame *g, const char *of_root) {
  const bool own = g->root != NULL && g->owner[MOVES] != NULL;
  const bool pass = g->stuck != 0 && strstr(of_root, "pass") == NULL;
  snprintf(g->kinds, sizeof g->kinds, "%s%s%s", of_root,
           own ? "; own: a move of the variant" : "", pass ? "; pass" : "");
}

/* To what the root says of its moves what is said of others. */
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

/* The root's functions stay where no layer has its own. */
static void fill_moves(lgame *g) {
  tes_game *game = &g->game;
  if (g->root == NULL) {
    const bool plain = g->stuck == 0 && g->owner[MOVES]->planned[MOVES];
    game->parse = plain ? lspell_parse : NULL;
    game->why = plain ? lspell_why : NULL;
  }
  const bool lists = g->owner[MOVES] != NULL || g->stuck != 0;
  if (lists) fill_list(g);
  if (g->owner[PRINT] != NULL) {
    game->print = game_print;
    game->parse = NULL;
    game->why = NULL;
  }
  if (lists || g->owner[APPLY] != NULL || g->owner[OVER] != NULL) {
    game->apply = lends_play;
    game->playout = NULL;
  }
}

/* The root counts its own plies, of which apply() may make several; functions
 * that take an ending back may let a position return sooner; and what the root
 * draws may be won. */
static int game_horizon(const tes_rules *rules, const tes_state *state) {
  const int plies = call_horizon(lgame_of(rules)->root, rules, state);
  return plies == INT_MAX ? INT_MAX : 0;
}

/* What the root tells searches is about its own moves and its own end. */
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
  if (keeps) lkeep_fill(g);
}

/* A start of the variant's own has no text, nor has the generator of one; the
 * root's may be an end. */
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
  lworth_fill(g);
  fill_deal(g);
  if (whole || over || g->owner[START] != NULL || g->chance >= 0) {
    game->start = game_start;
  }
  if (g->owner[RESULT] != NULL) game->result = game_result;
  if (g->owner[HIDE] != NULL || secret) game->hide = game_hide;
  if (g->owner[TELL] != NULL) game->print = game_print;
  if (g->owner[DRAW] != NULL || whole || secret) game->draw = game_draw;
  if (whole || g->cells > 0 || over || g->owner[APPLY] != NULL) {
    game->save = game_save;
    game->load = game_load;
  }
  lverbs_fill(g);
}
