/* llayer.c: see llayer.h. lcall.c calls the functions of a layer; if a function
 * that may change the state fails, the state is restored.
 *
 * Results from Lua are never trusted: a listed move must be the layer's own or
 * a move that the layer below lists here, the argument of base.apply must be
 * legal there, and scores, places and reasons are checked before the core sees
 * them. */
#include "llayer.h"

#include <string.h>

#include "luagames/cells/lboard.h"
#include "luagames/hidden/lchance.h"
#include "luagames/plan/lshow.h"
#include "luagames/plan/lverbs.h"
#include "runtime/call.h"

static const tes_game *root_of(lat at) {
  return lgame_of(at.rules)->root;
}

/* ---- moves of the layer below ---- */

static bool in_list(const tes_list *list, tes_move move) {
  for (size_t i = 0; i < list->count; i++) {
    if (list->moves[i] == move) return true;
  }
  return false;
}

static int lists_move(lat at, tes_move move) {
  tes_list list;
  tes_list_init(&list, at.rules->alloc);
  int status = llayer_list(at, &list);
  if (status == TES_OK) status = in_list(&list, move);
  tes_list_free(&list);
  return status;
}

int llayer_legal(lat at, tes_move move) {
  const tes_game *root = root_of(at);
  const bool passes = at.layer != NULL && at.layer->stuck != 0;
  const lgame *lister = llayer_below_keeps(at.layer);
  if (move <= 0 || at.state->over) return 0;
  if (lister != at.layer && move != OWN_BIT) {
    const int legal = llayer_legal(lat_on(at, lister), move);
    return legal == 1 ? llayer_keeps(at, move) : legal;
  }
  if (root != NULL && lgame_owner(at.layer, MOVES) == NULL) {
    const bool own = (move & OWN_BIT) != 0;
    if (own && !passes) return 0;
    if (!own && root->legal != NULL) {
      return call_legal(root, at.rules, at.state, move, at.work);
    }
  }
  return lists_move(at, move);
}

/* Is the move still legal in the root, which is about to get it? A status. The
 * root relies on legal moves, but functions in Lua may not always give the same
 * answers: a move that was listed before may be illegal when the state arises
 * again. */
static int still_legal(lat at, tes_move move) {
  const tes_game *root = root_of(at);
  if (!at.state->over &&
      (root->legal == NULL ||
       call_legal(root, at.rules, at.state, move, at.work))) {
    return TES_OK;
  }
  return tes_fail(&at.work->error, TES_EGAME,
                  "%s: a legal move of the game below has become illegal: "
                  "expected functions that always give the same answers",
                  at.rules->game->name);
}

/* ---- the functions of layers ---- */

/* Runs a call that may change the state, and restores the state if it fails. */
static int run_changing(lcall *c) {
  const size_t size = c->at.rules->state_size;
  tes_state *before = lgame_kept(c->at.rules, c->at.work, BY_CALL);
  memcpy(before, c->at.state, size);
  const int status = lcall_run(c);
  if (status != TES_OK) memcpy(c->at.state, before, size);
  return status;
}

/* The same, with the generator of the state. */
static int run_throwing(lcall *c) {
  lthrow t;
  lchance_begin(c->at.rules, c->at.state, &t);
  c->rng = &t.rng;
  const int status = run_changing(c);
  lchance_end(c->at.rules, c->at.state, &t, status == TES_OK);
  return status;
}

/* A root is started on zeroes, even the second time. */
static void clear_root(const tes_rules *rules, tes_state *state) {
  const lgame *top = lgame_of(rules);
  int32_t *cells = lgame_cells(rules, state);
  if (top->stuck != 0) cells[top->passes] = 0;
  if (top->swap >= 0) cells[top->swap] = 0;
  const uint32_t ply = state->ply;
  memset(state, 0, (size_t)((char *)cells - (char *)state));
  state->ply = ply;
}

int llayer_start(lat at, tes_rng *rng) {
  const tes_game *root = root_of(at);
  lcall c = {.hook = START, .at = lat_owner(at, START), .rng = rng};
  if (root == NULL) at.state->seat = 1;
  if (c.at.layer != NULL) {
    const int status = run_changing(&c);
    if (status != TES_OK || at.state->seat != 0) return status;
    return tes_fail(&at.work->error, TES_EGAME,
                    "%s: start() did not call base.start",
                    c.at.layer->game.name);
  }
  if (root != NULL) {
    clear_root(at.rules, at.state);
    return call_start(root, at.rules, at.state, rng, at.work);
  }
  if (lgame_map(at.rules) != NULL) lverbs_start(at.rules, at.state);
  return TES_OK;
}

/* ---- keep ---- */

/* Does the layer keep only some moves of the game below? (The `keep` of a whole
 * game filters its own list.) */
static bool is_keep(const lgame *layer) {
  return layer->owner[KEEP] == layer && lcall_has_base(layer);
}

const lgame *llayer_below_keeps(const lgame *layer) {
  const lgame *owner = lgame_owner(layer, MOVES);
  for (; owner != NULL && is_keep(owner); owner = lgame_owner(layer, MOVES)) {
    layer = owner->parent;
  }
  return layer;
}

static int ask_keep(lat at, tes_list *list, size_t before) {
  lcall c = {.hook = KEEP, .at = at, .list = list, .before = before};
  return lcall_run(&c);
}

/* Does the layer keep the move? 1, 0, or a status. It keeps the pass of a seat
 * that has no moves below. */
static int keeps(lat at, tes_move move) {
  if (move == OWN_BIT) return 1;
  const int known = lcall_recall(at, move);
  if (known >= 0) return known;
  tes_move asked = move;
  tes_list one = {.moves = &asked, .count = 1, .capacity = 1};
  const int status = ask_keep(at, &one, 0);
  return status == TES_OK ? (int)one.count : status;
}

int llayer_keeps(lat at, tes_move move) {
  at = lat_owner(at, MOVES);
  if (at.layer == NULL || !is_keep(at.layer)) return 1;
  const int kept = llayer_keeps(lat_below(at), move);
  return kept == 1 ? keeps(at, move) : kept;
}

/* The first `count` moves are the kept ones of those before `next`: asks about
 * the rest in one call. */
static int ask_rest(lat at, tes_list *list, size_t count, size_t next) {
  const size_t rest = list->count - next;
  memmove(list->moves + count, list->moves + next, rest * sizeof *list->moves);
  list->count = count + rest;
  return ask_keep(at, list, count);
}

/* Removes the moves that the layer does not keep from the list. With remembered
 * answers this usually needs no call. */
static int drop_refused(lat at, tes_list *list, size_t before) {
  size_t count = before;
  const bool pass = list->count == before + 1 && list->moves[before] == OWN_BIT;
  if (list->count == before || pass) return TES_OK;
  for (size_t i = before; i < list->count; i++) {
    const tes_move move = list->moves[i];
    const int kept = lcall_recall(at, move);
    if (kept < 0) return ask_rest(at, list, count, i);
    list->moves[count] = move;
    count += (size_t)kept;
  }
  list->count = count;
  return TES_OK;
}

int llayer_drop_refused(lat at, tes_list *list, size_t before) {
  at = lat_owner(at, MOVES);
  if (at.layer == NULL || !is_keep(at.layer)) return TES_OK;
  const int status = llayer_drop_refused(lat_below(at), list, before);
  return status == TES_OK ? drop_refused(at, list, before) : status;
}

/* ---- the other functions ---- */

static int call_moves_hook(lat at, tes_list *list) {
  lcall c = {.hook = MOVES,
             .at = at,
             .list = list,
             .is_below = llayer_legal,
             .before = list->count};
  return lcall_run(&c);
}

/* Lists the moves of the layer's function, or else those below, that it
 * keeps. */
static int list_own(lat at, tes_list *list) {
  const size_t before = list->count;
  const int status = is_keep(at.layer) ? llayer_list(lat_below(at), list)
                                       : call_moves_hook(at, list);
  if (status != TES_OK || at.layer->owner[KEEP] != at.layer) return status;
  return drop_refused(at, list, before);
}

int llayer_called(lat at, tes_list *list) {
  const lat owner = lat_owner(at, MOVES);
  if (owner.layer == NULL) return llayer_list(at, list);
  return is_keep(owner.layer) ? llayer_called(lat_below(owner), list)
                              : call_moves_hook(owner, list);
}

int llayer_list(lat at, tes_list *list) {
  const lat owner = lat_owner(at, MOVES);
  const size_t before = list->count;
  const int status = owner.layer != NULL ? list_own(owner, list)
                                         : call_moves(root_of(at), at.rules,
                                                      at.state, list, at.work);
  const bool passes = at.layer != NULL && at.layer->stuck != 0;
  if (status != TES_OK || !passes || list->count > before) return status;
  if (tes_list_reserve(list, 1) != TES_OK) return TES_ENOMEM;
  list->moves[list->count++] = OWN_BIT;
  return TES_OK;
}

int llayer_apply(lat at, tes_move move) {
  lcall c = {.hook = APPLY, .at = lat_owner(at, APPLY), .move = move};
  if (c.at.layer != NULL) {
    return c.at.layer->chance < 0 ? run_changing(&c) : run_throwing(&c);
  }
  if (move & OWN_BIT) {
    return tes_fail(&at.work->error, TES_EGAME,
                    "%s: expected apply(), because it has moves of its own",
                    at.rules->game->name);
  }
  const int status = still_legal(at, move);
  if (status != TES_OK) return status;
  return call_apply(root_of(at), at.rules, at.state, move, at.work);
}

int llayer_pass(lat at) {
  const tes_game *root = root_of(at);
  const tes_move pass = root != NULL ? call_pass_of(root) : 0;
  if (pass != 0) return call_apply(root, at.rules, at.state, pass, at.work);
  at.state->seat = (uint8_t)(at.state->seat % at.rules->seats + 1);
  return TES_OK;
}

int llayer_result(lat at, tes_result *result) {
  lcall c = {.hook = RESULT, .at = lat_owner(at, RESULT), .result = result};
  if (c.at.layer != NULL) return lcall_run(&c);
  return call_result(root_of(at), at.rules, at.state, result, at.work);
}

/* The layer and the function that print a move: `tell` for a seat, otherwise
 * `print`. NULL if the root prints it, or no function in Lua. A root with
 * hidden information prints its moves for seats itself, because `print` may
 * reveal too much. */
static const lgame *find_writer(lat at, tes_move move, int seat, hook *writer) {
  const tes_game *root = root_of(at);
  const lgame *teller = lgame_owner(at.layer, TELL);
  if (move == OWN_BIT) return NULL;
  *writer = seat != 0 && teller != NULL ? TELL : PRINT;
  if (*writer == TELL) return teller;
  const bool hides = root != NULL && root->hide != NULL && !(move & OWN_BIT);
  return seat != 0 && hides ? NULL : lgame_owner(at.layer, PRINT);
}

static void print_plain(lat at, tes_move move, tes_text *text) {
  if (lgame_of(at.rules)->stuck != 0 && move == OWN_BIT) {
    tes_put(text, "pass");
  } else if (lshow_has(at.rules, move)) {
    lshow_print(at.rules, at.state, move, text);
  } else {
    tes_put(text, "%lld", (long long)(move & ~OWN_BIT));
  }
}

int llayer_print(lat at, tes_move move, int seat, tes_text *text) {
  const tes_game *root = root_of(at);
  lcall c = {.move = move, .seat = seat, .text = text};
  c.at = lat_on(at, find_writer(at, move, seat, &c.hook));
  if (c.at.layer != NULL) return lcall_run(&c);
  if (root != NULL && !(move & OWN_BIT)) {
    const int status = still_legal(at, move);
    if (status != TES_OK) return status;
    return call_print(root, at.rules, at.state, move, seat, text, at.work);
  }
  print_plain(at, move, text);
  return TES_OK;
}

/* The drawing of a game without draw(), with ? for hidden cells. */
static int draw_fields(lat at, int seat, tes_move hint, tes_drawing *drawing) {
  bool cells[CELLS_MAX], *hidden = seat != 0 ? cells : NULL;
  const int status =
      seat != 0 ? llayer_hidden(at, seat, ALL_CELLS, cells) : TES_OK;
  if (status != TES_OK) return status;
  return lgame_map(at.rules) != NULL
             ? lshow_draw(at.rules, at.state, hidden, hint, drawing)
             : lboard_fields(at.rules, at.state, hidden, drawing);
}

int llayer_draw(lat at, int seat, tes_move hint, tes_drawing *drawing) {
  const tes_game *root = root_of(at);
  lcall c = {.hook = DRAW,
             .at = lat_owner(at, DRAW),
             .move = hint,
             .seat = seat,
             .drawing = drawing};
  if (c.at.layer != NULL) return lcall_run(&c);
  if (hint & OWN_BIT) hint = 0;
  if (root == NULL) return draw_fields(at, seat, hint, drawing);
  if (hint != 0 && still_legal(at, hint) != TES_OK) hint = 0;
  return call_draw(root, at.rules, at.state, seat, hint, drawing, at.work);
}

int llayer_ending(lat at, int *ending) {
  lcall c = {.hook = OVER, .at = lat_owner(at, OVER), .ending = ending};
  return c.at.layer != NULL ? lcall_run(&c) : TES_OK;
}

int llayer_decide(lat at) {
  int ending = 0;
  if (!lcall_has_base(at.layer) && at.state->over) return TES_OK;
  lcall c = {.hook = OVER, .at = at, .ending = &ending, .decides = true};
  const int status = lcall_run(&c);
  if (status == TES_OK) at.state->over = (uint8_t)ending;
  return status;
}

int llayer_hidden(lat at, int seat, int cell, bool hidden[CELLS_MAX]) {
  const lgame *g = lgame_of(at.rules);
  const int32_t *cells = lgame_see_cells(at.rules, at.state);
  int status = TES_OK;
  for (int i = 0; i < g->cells; i++) {
    hidden[i] = cells[i] != 0 && g->seen[i] != TO_ALL && g->seen[i] != seat &&
                g->seen[i] != ASKED;
  }
  for (; g != NULL && status == TES_OK; g = g->parent) {
    lcall c = {.hook = SEEN,
               .at = lat_on(at, g),
               .seat = seat,
               .cell = cell,
               .hidden = hidden};
    if (g->owner[SEEN] == g) status = lcall_run(&c);
  }
  return status;
}

int llayer_hide(lat at, int seat, tes_rng *rng) {
  const tes_game *root = root_of(at);
  lcall c = {.hook = HIDE, .at = lat_owner(at, HIDE), .seat = seat, .rng = rng};
  if (c.at.layer != NULL) return run_changing(&c);
  if (root == NULL || root->hide == NULL) return TES_OK;
  return call_hide(root, at.rules, at.state, seat, rng, at.work);
}

int llayer_told(int status, tes_work *work) {
  if (status != TES_ENOMEM) return status;
  return tes_no_memory(&work->error);
}
