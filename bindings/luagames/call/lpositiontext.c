/* lpositiontext.c: see lpositiontext.h. */
#include "lpositiontext.h"

#include <string.h>

#include "lendings.h"
#include "llayer.h"
#include "lswap.h"
#include "luagames/cells/lcelltext.h"
#include "luagames/hidden/lsecret.h"
#include "runtime/call.h"
#include "values/lrules.h"

/* ---- functions of whole games ---- */

static int read_own(lat at, const char *text) {
  tes_text reason;
  tes_text_init(&reason, at.rules->alloc);
  lcall c = {
      .hook = READ, .at = lat_owner(at, READ), .said = text, .text = &reason};
  at.state->seat = 1;
  int status = lcall_run(&c);
  if (status == TES_OK && reason.failed) status = TES_ENOMEM;
  if (status == TES_OK && reason.length > 0) {
    status = tes_fail(&at.work->error, TES_EARG, "%s position: %s",
                      at.rules->name, tes_text_get(&reason));
  }
  tes_text_free(&reason);
  return status;
}

/* Writes the function's text, and the fields that reading it does not restore.
 * A status; TES_EARG if the text is not that of this position. */
static int write_own(lat at, tes_text *own) {
  lcall c = {.hook = POSITION, .at = lat_owner(at, POSITION), .text = own};
  lat said = at;
  int status = lcall_run(&c);
  if (status != TES_OK || own->failed) return own->failed ? TES_ENOMEM : status;
  said.state = lgame_kept(at.rules, at.work, BY_TEXT);
  memset(said.state, 0, at.rules->state_size);
  status = read_own(said, tes_text_get(own));
  if (status != TES_OK) return status;
  lcelltext_put(at.layer, lgame_see_cells(at.rules, at.state), NULL,
                lgame_see_cells(at.rules, said.state), own);
  if (own->failed) return TES_ENOMEM;
  return said.state->seat == at.state->seat ? TES_OK : TES_EARG;
}

static bool save_own(const tes_rules *rules, const tes_state *state,
                     tes_text *text) {
  const lat at = lat_top(rules, state, lrules_of(rules)->work);
  const tes_error before = at.work->error;
  tes_text own;
  tes_text_init(&own, rules->alloc);
  const int status = write_own(at, &own);
  if (status == TES_ENOMEM) text->failed = true;
  if (status == TES_OK) tes_put(text, "%s", tes_text_get(&own));
  at.work->error = before;
  tes_text_free(&own);
  return status == TES_OK || status == TES_ENOMEM;
}

/* Does the text begin with a seat and fields, as in a game without these
 * functions? */
static bool is_of_fields(lat at, const char *text, size_t length) {
  const int seat = length == 1 ? *text - '0' : 0;
  return seat >= 1 && seat <= at.rules->seats && text[length] != '\0';
}

static int load_own(lat at, const char *text, size_t length) {
  tes_text head;
  tes_text_init(&head, at.rules->alloc);
  tes_put_bytes(&head, text, length);
  const int status = head.failed ? llayer_told(TES_ENOMEM, at.work)
                                 : read_own(at, tes_text_get(&head));
  tes_text_free(&head);
  return status;
}

/* ---- saving and loading ---- */

void lpositiontext_save(const tes_rules *rules, const tes_state *state,
                        int seat, tes_text *text) {
  const lgame *g = lgame_of(rules);
  bool hidden[CELLS_MAX];
  const bool secret = seat != 0 && lgame_is_secret(g);
  if (g->owner[POSITION] != NULL && save_own(rules, state, text)) return;
  if (g->root != NULL) {
    call_save(g->root, rules, state, seat, text);
  } else {
    tes_put(text, "%d", state->seat);
  }
  if (secret) lsecret_look(rules, state, seat, hidden);
  const int32_t *cells = lgame_see_cells(rules, state);
  lcelltext_put(g, cells, secret ? hidden : NULL, NULL, text);
}

static int load_root(lat at, const char *text, size_t length, tes_rng *rng) {
  tes_text part;
  tes_text_init(&part, at.rules->alloc);
  tes_put_bytes(&part, text, length);
  const int status = part.failed ? llayer_told(TES_ENOMEM, at.work)
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

/* The numbers in position text may be arbitrary. If there are no moves, or the
 * rules raise an error, it is not a position. */
static int check_moves(lat at) {
  tes_list list;
  tes_list_init(&list, at.rules->alloc);
  int status = llayer_list(at, &list);
  const size_t count = list.count;
  tes_list_free(&list);
  if (status != TES_OK) return llayer_told(status, at.work);
  if (count > 0) return TES_OK;
  return tes_fail(&at.work->error, TES_EARG,
                  "%s position: it has no legal move", at.rules->name);
}

/* Do functions in Lua decide about endings? Otherwise the root has reported the
 * ending. */
static bool ends_by_itself(const lgame *g) {
  return g->root == NULL || g->owner[OVER] != NULL || g->owner[APPLY] != NULL;
}

/* Finds out whether the game is over and, if not, whether there is a move. */
static int look_at_position(lat at) {
  const lgame *g = at.layer;
  int status = lendings_ask(at);
  if (status != TES_OK) return llayer_told(status, at.work);
  /* Only a move can show whether `apply` takes an ending back: assume so. */
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

int lpositiontext_load(const tes_rules *rules, tes_state *state,
                       const char *text, tes_rng *rng, tes_work *work) {
  const lat at = lat_top(rules, state, work);
  const lgame *g = at.layer;
  const char *fields = lcelltext_find(g, text);
  const size_t length = (size_t)(fields - text);
  const bool own = g->owner[READ] != NULL && !is_of_fields(at, text, length);
  int status = own               ? load_own(at, text, length)
               : g->root != NULL ? load_root(at, text, length, rng)
                                 : load_seat(at, text, length);
  if (status == TES_OK) {
    status = lcelltext_read(g, fields, own, lgame_cells(rules, state), rng,
                            &work->error);
  }
  if (status != TES_OK) return status;
  const bool changed = lswap_enter(rules, state);
  status = look_at_position(at);
  lswap_leave(rules, state, changed);
  return status;
}
