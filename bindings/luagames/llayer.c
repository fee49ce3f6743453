/* llayer.c: see llayer.h. A function of a layer is called by lcall.c; a state
 * that was to be changed is put back as it was if that fails.
 *
 * What Lua says is never believed: a move that it lists is its own or one that
 * the layer below lists here, what it hands to base.apply is legal there, and
 * scores, places and reasons are looked at before the core sees them. */
#include "llayer.h"

#include <string.h>

#include "lboard.h"
#include "lchance.h"
#include "lshow.h"
#include "lverbs.h"
#include "runtime/call.h"

/* ---- moves of the layer below ---- */

static bool in_list(const tes_list *list, tes_move move) {
  for (size_t i = 0; i < list->count; i++) {
    if (list->moves[i] == move) return true;
  }
  return false;
}

/* Is the move legal for the layers up to `layer` (NULL: for the root)? 1, 0,
 * or a status. */
int llayer_legal(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work) {
  const tes_game *root = top->root;
  const bool passes = layer != NULL && layer->stuck != 0;
  const lgame *below = llayer_below_keeps(layer);
  if (move <= 0 || state->over) return 0;
  if (below != layer && move != OWN_BIT) {
    const int legal = llayer_legal(below, top, rules, state, move, work);
    return legal == 1 ? llayer_keeps(layer, rules, state, move, work) : legal;
  }
  if (root != NULL && (layer == NULL || layer->owner[MOVES] == NULL)) {
    const bool own = (move & OWN_BIT) != 0;
    if (own && !passes) return 0;
    if (!own && root->legal != NULL) {
      return call_legal(root, rules, state, move, work);
    }
  }
  tes_list list;
  tes_list_init(&list, rules->alloc);
  int status = layer != NULL ? llayer_list(layer, rules, state, &list, work)
                             : call_moves(root, rules, state, &list, work);
  if (status == TES_OK) status = in_list(&list, move);
  tes_list_free(&list);
  return status;
}

/* Before the root is given a move: is it legal there still? A status. The root
 * relies on moves that are legal, and functions in Lua need not say the same
 * twice: where the state came about once more, a move that was listed then may
 * be none now. */
static int still_legal(const lgame *top, const tes_rules *rules,
                       const tes_state *state, tes_move move, tes_work *work) {
  const tes_game *root = top->root;
  if (!state->over &&
      (root->legal == NULL || call_legal(root, rules, state, move, work))) {
    return TES_OK;
  }
  return tes_fail(
      &work->error, TES_EGAME,
      "%s: a move of the game below that was legal is not any more: "
      "expected functions that always do the same",
      top->game.name);
}

/* ---- the functions of layers ---- */

const lgame *llayer_owner(const lgame *layer, hook h) {
  return layer != NULL ? layer->owner[h] : NULL;
}

/* The state may be changed, and is as it was if that fails. */
static int run_changing(lcall *c, tes_state *state) {
  const size_t size = c->rules->state_size;
  tes_state *before = lgame_kept(c->rules, c->work, BY_CALL);
  memcpy(before, state, size);
  c->state = state;
  c->lending = LENT_TO_CHANGE;
  const int status = lcall_run(c);
  if (status != TES_OK) memcpy(state, before, size);
  return status;
}

/* The same with the generator of the state. */
static int run_throwing(lcall *c, tes_state *state) {
  lthrow t;
  lchance_begin(c->rules, state, &t);
  c->rng = &t.rng;
  const int status = run_changing(c, state);
  lchance_end(c->rules, state, &t, status == TES_OK);
  return status;
}

/* A root begins with zeroes, also where it is started for the second time. */
static void clear_root(const lgame *top, const tes_rules *rules,
                       tes_state *state) {
  if (top->stuck != 0) lgame_cells(rules, state)[top->passes] = 0;
  if (top->plain != NULL) lgame_cells(rules, state)[top->swap] = 0;
  const uint32_t ply = state->ply;
  const char *end = (char *)state + rules->state_size;
  if (top->cells > 0) end = (char *)lgame_cells(rules, state);
  memset(state, 0, (size_t)(end - (char *)state));
  state->ply = ply;
}

/* `layer` NULL, here and below: what the root does. */
int llayer_start(const lgame *layer, const lgame *top, const tes_rules *rules,
                 tes_state *state, tes_rng *rng, tes_work *work) {
  const lgame *owner = llayer_owner(layer, START);
  if (owner != NULL) {
    lcall c = {.hook = START,
               .layer = owner,
               .rules = rules,
               .rng = rng,
               .work = work};
    if (top->root == NULL) state->seat = 1;
    const int status = run_changing(&c, state);
    if (status != TES_OK || state->seat != 0) return status;
    return tes_fail(&work->error, TES_EGAME,
                    "%s: start() did not call base.start", owner->game.name);
  }
  if (top->root != NULL) {
    clear_root(top, rules, state);
    return call_start(top->root, rules, state, rng, work);
  }
  state->seat = 1;
  if (lgame_map(rules) != NULL) lverbs_start(rules, state);
  return TES_OK;
}

/* ---- keep ---- */

/* Does it keep some moves of the game below? A whole game keeps some of those
 * that it lists itself. */
static bool is_keep(const lgame *layer) {
  return layer->owner[KEEP] == layer && lcall_has_base(layer);
}

const lgame *llayer_below_keeps(const lgame *layer) {
  const lgame *owner = llayer_owner(layer, MOVES);
  for (; owner != NULL && is_keep(owner); owner = llayer_owner(layer, MOVES)) {
    layer = owner->parent;
  }
  return layer;
}

static int ask_keep(const lgame *layer, const tes_rules *rules,
                    const tes_state *state, tes_list *list, size_t before,
                    tes_work *work) {
  lcall c = {.hook = KEEP,
             .layer = layer,
             .rules = rules,
             .state = state,
             .lending = LENT,
             .list = list,
             .before = before,
             .work = work};
  return lcall_run(&c);
}

/* Does the layer keep the move? 1, 0, or a status. Whoever was left none below
 * can but pass. */
static int keeps(const lgame *layer, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work) {
  if (move == OWN_BIT) return 1;
  const int known = lcall_recall(layer, rules, state, move, work);
  if (known >= 0) return known;
  tes_move asked = move;
  tes_list one = {.moves = &asked, .count = 1, .capacity = 1};
  const int status = ask_keep(layer, rules, state, &one, 0, work);
  return status == TES_OK ? (int)one.count : status;
}

int llayer_keeps(const lgame *layer, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work) {
  const lgame *owner = llayer_owner(layer, MOVES);
  if (owner == NULL || !is_keep(owner)) return 1;
  const int kept = llayer_keeps(owner->parent, rules, state, move, work);
  return kept == 1 ? keeps(owner, rules, state, move, work) : kept;
}

/* The moves before `count` are kept, and those before `next` are judged: asks
 * about the rest in one call. */
static int ask_rest(const lgame *layer, const tes_rules *rules,
                    const tes_state *state, tes_list *list, size_t count,
                    size_t next, tes_work *work) {
  const size_t rest = list->count - next;
  memmove(list->moves + count, list->moves + next, rest * sizeof *list->moves);
  list->count = count + rest;
  return ask_keep(layer, rules, state, list, count, work);
}

/* Those that the layer does not keep go from the list. Where answers are
 * remembered, mostly none is asked about. */
static int drop_refused(const lgame *layer, const tes_rules *rules,
                        const tes_state *state, tes_list *list, size_t before,
                        tes_work *work) {
  size_t count = before;
  const bool pass = list->count == before + 1 && list->moves[before] == OWN_BIT;
  if (list->count == before || pass) return TES_OK;
  for (size_t i = before; i < list->count; i++) {
    const tes_move move = list->moves[i];
    const int kept = lcall_recall(layer, rules, state, move, work);
    if (kept < 0) return ask_rest(layer, rules, state, list, count, i, work);
    list->moves[count] = move;
    count += (size_t)kept;
  }
  list->count = count;
  return TES_OK;
}

int llayer_drop_refused(const lgame *layer, const tes_rules *rules,
                        const tes_state *state, tes_list *list, size_t before,
                        tes_work *work) {
  const lgame *owner = llayer_owner(layer, MOVES);
  if (owner == NULL || !is_keep(owner)) return TES_OK;
  const int status =
      llayer_drop_refused(owner->parent, rules, state, list, before, work);
  if (status != TES_OK) return status;
  return drop_refused(owner, rules, state, list, before, work);
}

/* ---- and the others ---- */

/* The moves of the layer's function, or those below, that it keeps. */
static int list_own(const lgame *owner, const tes_rules *rules,
                    const tes_state *state, tes_list *list, size_t before,
                    tes_work *work) {
  lcall c = {.hook = MOVES,
             .layer = owner,
             .rules = rules,
             .state = state,
             .lending = LENT,
             .list = list,
             .is_below = llayer_legal,
             .before = before,
             .work = work};
  const int status = is_keep(owner)
                         ? llayer_list(owner->parent, rules, state, list, work)
                         : lcall_run(&c);
  if (status != TES_OK || owner->owner[KEEP] != owner) return status;
  return drop_refused(owner, rules, state, list, before, work);
}

int llayer_list(const lgame *layer, const tes_rules *rules,
                const tes_state *state, tes_list *list, tes_work *work) {
  const lgame *owner = llayer_owner(layer, MOVES);
  const size_t before = list->count;
  const int status =
      owner != NULL
          ? list_own(owner, rules, state, list, before, work)
          : call_moves(lgame_of(rules)->root, rules, state, list, work);
  const bool passes = layer != NULL && layer->stuck != 0;
  if (status != TES_OK || !passes || list->count > before) return status;
  if (tes_list_reserve(list, 1) != TES_OK) return TES_ENOMEM;
  list->moves[list->count++] = OWN_BIT;
  return TES_OK;
}

int llayer_apply(const lgame *layer, const lgame *top, const tes_rules *rules,
                 tes_state *state, tes_move move, tes_work *work) {
  const lgame *owner = llayer_owner(layer, APPLY);
  if (owner == NULL) {
    if (!(move & OWN_BIT)) {
      const int status = still_legal(top, rules, state, move, work);
      if (status != TES_OK) return status;
      return call_apply(top->root, rules, state, move, work);
    }
    return tes_fail(&work->error, TES_EGAME,
                    "%s: apply() is missing: it has moves of its own",
                    top->game.name);
  }
  lcall c = {.hook = APPLY,
             .layer = owner,
             .rules = rules,
             .move = move,
             .work = work};
  if (owner->chance < 0) return run_changing(&c, state);
  return run_throwing(&c, state);
}

int llayer_pass(const lgame *top, const tes_rules *rules, tes_state *state,
                tes_work *work) {
  const tes_game *root = top->root;
  const tes_move pass = root != NULL ? call_pass_of(root) : 0;
  if (pass != 0) return call_apply(root, rules, state, pass, work);
  state->seat = (uint8_t)(state->seat % rules->seats + 1);
  return TES_OK;
}

int llayer_result(const lgame *layer, const lgame *top, const tes_rules *rules,
                  const tes_state *state, tes_result *result, tes_work *work) {
  const lgame *owner = llayer_owner(layer, RESULT);
  if (owner == NULL) return call_result(top->root, rules, state, result, work);
  lcall c = {.hook = RESULT,
             .layer = owner,
             .rules = rules,
             .state = state,
             .lending = LENT,
             .result = result,
             .work = work};
  return lcall_run(&c);
}

/* The function that writes a move, and its layer: `tell` for a seat, otherwise
 * `print`. NULL if the root writes it, or no function in Lua. A root with
 * hidden things writes its moves for seats itself, for `print` may reveal too
 * much. */
static const lgame *find_writer(const lgame *layer, const lgame *top,
                                tes_move move, int seat, hook *writer) {
  const tes_game *root = top->root;
  const lgame *teller = llayer_owner(layer, TELL);
  if (move == OWN_BIT) return NULL;
  *writer = seat != 0 && teller != NULL ? TELL : PRINT;
  if (*writer == TELL) return teller;
  const bool hides = root != NULL && root->hide != NULL && !(move & OWN_BIT);
  return seat != 0 && hides ? NULL : llayer_owner(layer, PRINT);
}

int llayer_print(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, int seat,
                 tes_text *text, tes_work *work) {
  hook writer = PRINT;
  const lgame *owner = find_writer(layer, top, move, seat, &writer);
  if (owner != NULL) {
    lcall c = {.hook = writer,
               .layer = owner,
               .rules = rules,
               .state = state,
               .lending = LENT,
               .move = move,
               .seat = seat,
               .text = text,
               .work = work};
    return lcall_run(&c);
  }
  if (top->root != NULL && !(move & OWN_BIT)) {
    const int status = still_legal(top, rules, state, move, work);
    if (status != TES_OK) return status;
    return call_print(top->root, rules, state, move, seat, text, work);
  }
  if (top->stuck != 0 && move == OWN_BIT) {
    tes_put(text, "pass");
  } else if (lshow_has(rules, move)) {
    lshow_print(rules, state, move, text);
  } else {
    tes_put(text, "%lld", (long long)(move & ~OWN_BIT));
  }
  return TES_OK;
}

/* What a game without draw() shows, with ? for what the seat does not see. */
static int draw_fields(const tes_rules *rules, const tes_state *state, int seat,
                       tes_move hint, tes_drawing *drawing, tes_work *work) {
  bool cells[CELLS_MAX], *hidden = seat != 0 ? cells : NULL;
  const int status =
      seat != 0 ? llayer_hidden(rules, state, seat, ALL_CELLS, cells, work)
                : TES_OK;
  if (status != TES_OK) return status;
  return lgame_map(rules) != NULL
             ? lshow_draw(rules, state, hidden, hint, drawing)
             : lboard_fields(rules, state, hidden, drawing);
}

int llayer_draw(const lgame *layer, const lgame *top, const tes_rules *rules,
                const tes_state *state, int seat, tes_move hint,
                tes_drawing *drawing, tes_work *work) {
  const lgame *owner = llayer_owner(layer, DRAW);
  if (owner == NULL) {
    if (hint & OWN_BIT) hint = 0;
    if (top->root == NULL) {
      return draw_fields(rules, state, seat, hint, drawing, work);
    }
    if (hint != 0 && still_legal(top, rules, state, hint, work) != TES_OK) {
      hint = 0;
    }
    return call_draw(top->root, rules, state, seat, hint, drawing, work);
  }
  lcall c = {.hook = DRAW,
             .layer = owner,
             .rules = rules,
             .state = state,
             .lending = LENT,
             .move = hint,
             .seat = seat,
             .drawing = drawing,
             .work = work};
  return lcall_run(&c);
}
int llayer_ending(const lgame *layer, const tes_rules *rules,
                  const tes_state *state, int *ending, tes_work *work) {
  const lgame *owner = llayer_owner(layer, OVER);
  if (owner == NULL) return TES_OK;
  lcall c = {.hook = OVER,
             .layer = owner,
             .rules = rules,
             .state = state,
             .lending = LENT,
             .ending = ending,
             .work = work};
  return lcall_run(&c);
}

int llayer_decide(const lgame *layer, const tes_rules *rules, tes_state *state,
                  tes_work *work) {
  int ending = 0;
  if (!lcall_has_base(layer) && state->over) return TES_OK;
  lcall c = {.hook = OVER,
             .layer = layer,
             .rules = rules,
             .state = state,
             .lending = LENT,
             .ending = &ending,
             .decided = state,
             .work = work};
  const int status = lcall_run(&c);
  if (status == TES_OK) state->over = (uint8_t)ending;
  return status;
}

static int ask_layer(const lgame *layer, const tes_rules *rules,
                     const tes_state *state, int seat, int cell, bool *hidden,
                     tes_work *work) {
  lcall c = {.hook = SEEN,
             .layer = layer,
             .rules = rules,
             .state = state,
             .lending = LENT,
             .seat = seat,
             .cell = cell,
             .hidden = hidden,
             .work = work};
  return lcall_run(&c);
}

int llayer_hidden(const tes_rules *rules, const tes_state *state, int seat,
                  int cell, bool hidden[CELLS_MAX], tes_work *work) {
  const lgame *g = lgame_of(rules);
  const int32_t *cells = lgame_see_cells(rules, state);
  int status = TES_OK;
  for (int i = 0; i < g->cells; i++) {
    hidden[i] = cells[i] != 0 && g->seen[i] != TO_ALL && g->seen[i] != seat &&
                g->seen[i] != ASKED;
  }
  for (; g != NULL && status == TES_OK; g = g->parent) {
    if (g->owner[SEEN] != g) continue;
    status = ask_layer(g, rules, state, seat, cell, hidden, work);
  }
  return status;
}

int llayer_hide(const lgame *layer, const lgame *top, const tes_rules *rules,
                tes_state *state, int seat, tes_rng *rng, tes_work *work) {
  const lgame *owner = llayer_owner(layer, HIDE);
  if (owner == NULL) {
    const tes_game *root = top->root;
    if (root == NULL || root->hide == NULL) return TES_OK;
    return call_hide(root, rules, state, seat, rng, work);
  }
  lcall c = {.hook = HIDE,
             .layer = owner,
             .rules = rules,
             .seat = seat,
             .rng = rng,
             .work = work};
  return run_changing(&c, state);
}
