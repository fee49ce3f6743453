/* lmovetext.c: see lmovetext.h. */
#include "lmovetext.h"

#include <string.h>

#include "llayer.h"
#include "luagames/plan/lspell.h"
#include "runtime/call.h"

/* The move with this text, among the variant's own (including the pass that
 * replaces an empty list) or among all listed moves, kept or not. */
static int find_called(lat at, const char *text, bool own, tes_move *move) {
  tes_list list;
  tes_text printed;
  tes_list_init(&list, at.rules->alloc);
  tes_text_init(&printed, at.rules->alloc);
  int status = own ? llayer_list(at, &list) : llayer_called(at, &list);
  for (size_t i = 0; status == TES_OK && i < list.count; i++) {
    if (own && !(list.moves[i] & OWN_BIT)) continue;
    tes_text_clear(&printed);
    status = llayer_print(at, list.moves[i], 0, &printed);
    if (printed.failed) status = TES_ENOMEM;
    if (strcmp(tes_text_get(&printed), text) == 0) *move = list.moves[i];
  }
  tes_list_free(&list);
  tes_text_free(&printed);
  return llayer_told(status, at.work);
}

/* ---- over a root, whose moves are its own ---- */

static tes_move variant_parse(const tes_rules *rules, const tes_state *state,
                              const char *text, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const tes_move move = call_parse(at.layer->root, rules, state, text, work);
  const tes_error reason = work->error;
  tes_move own = 0;
  if (strcmp(text, "pass") != 0) { /* there may be two passes */
    const int legal = llayer_legal(lat_on(at, NULL), move);
    if (legal == 1) return move;
    if (llayer_told(legal < 0 ? legal : TES_OK, work) != TES_OK) return 0;
  }
  if (find_called(at, text, true, &own) != TES_OK) return 0;
  work->error = reason;
  return own != 0 ? own : move;
}

/* No further reason is known if the root allows the move and a layer refuses
 * it. */
static void variant_why(const tes_rules *rules, const tes_state *state,
                        tes_move move, const char *text, tes_work *work) {
  const lgame *g = lgame_of(rules);
  const int legal =
      llayer_legal(lat_on(lat_top(rules, state, work), NULL), move);
  if (legal < 0) {
    llayer_told(legal, work);
  } else if (legal == 1) {
    tes_fail(&work->error, TES_EILLEGAL,
             "%.60s: the rules of %s do not allow it here", text, g->game.name);
  } else {
    call_why(g->root, rules, state, move, text, work);
  }
}

/* ---- with a function why ---- */

/* Replaces the present reason with that of the function `why`, if it gives
 * one. */
static void ask_why(lat at, tes_move move, const char *text) {
  const tes_error before = at.work->error;
  tes_text reason;
  tes_text_init(&reason, at.rules->alloc);
  lcall c = {.hook = WHY,
             .at = lat_owner(at, WHY),
             .move = move,
             .said = text,
             .text = &reason};
  if (lcall_run(&c) == TES_OK) {
    at.work->error = before;
    if (reason.length > 0) {
      tes_fail(&at.work->error, TES_EILLEGAL, "%.60s: %s", text,
               tes_text_get(&reason));
    }
  }
  tes_text_free(&reason);
}

static tes_move asking_parse(const tes_rules *rules, const tes_state *state,
                             const char *text, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  tes_move move = 0;
  if (at.layer->reading.parse != NULL) {
    move = call_parse(&at.layer->reading, rules, state, text, work);
  } else if (find_called(at, text, false, &move) != TES_OK) {
    return 0;
  } else if (move == 0) {
    tes_fail(&work->error, TES_EILLEGAL, "%.60s is not a legal move here",
             text);
  }
  if (move == 0) ask_why(at, 0, text);
  return move;
}

/* Is the move listed, so that only `keep` can refuse it? */
static bool is_called_out(lat at, tes_move move) {
  tes_list list;
  tes_list_init(&list, at.rules->alloc);
  bool is = false;
  if (llayer_called(at, &list) == TES_OK) {
    for (size_t i = 0; i < list.count; i++) is |= list.moves[i] == move;
  }
  tes_list_free(&list);
  return is;
}

static void asking_why(const tes_rules *rules, const tes_state *state,
                       tes_move move, const char *text, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  call_why(&at.layer->reading, rules, state, move, text, work);
  const tes_error before = work->error;
  const bool called = is_called_out(at, move);
  work->error = before;
  ask_why(at, called ? move : 0, text);
}

/* ---- filling the vtable ---- */

/* The root, or a declared board, reads moves; without either, the text is
 * compared with the printed moves. */
static void fill_reading(lgame *g) {
  tes_game *game = &g->game;
  const bool lists = g->owner[MOVES] != NULL || g->stuck != 0;
  const bool reads = g->root != NULL && game->parse != NULL;
  const bool spells =
      g->root == NULL && g->stuck == 0 && g->owner[MOVES]->planned[MOVES];
  if (spells) {
    game->parse = lspell_parse;
    game->why = lspell_why;
  } else if (reads && lists) {
    game->parse = variant_parse;
    game->why = variant_why;
  }
  if (g->owner[PRINT] == NULL && (spells || reads)) return;
  game->parse = NULL;
  game->why = NULL;
}

void lmovetext_fill(lgame *g) {
  fill_reading(g);
  if (g->owner[WHY] == NULL) return;
  g->reading = g->game;
  g->game.parse = asking_parse;
  g->game.why = asking_why;
}
