/* lposition.c: see lposition.h. */
#include "lposition.h"

#include "states/lhistory.h"
#include "states/lmoves.h"
#include "tesela_game.h"
#include "values/lrng.h"
#include "values/ltypes.h"

/* The state at 1, if moves may be made on it. */
static lstate *check_own(lua_State *L, const char *function) {
  lstate *s = lstate_check(L, 1, function);
  if (s->lending != OWN) {
    luaL_error(L,
               "%s: this state is lent to a function of the rules; play on "
               "s:copy(), or call base.apply",
               function);
  }
  if (lstate_is_busy(s)) {
    luaL_error(L,
               "%s: a function of the rules is running on this state; play on "
               "s:copy()",
               function);
  }
  return s;
}

/* s:play "b2": makes the move and returns s. */
int lposition_play(lua_State *L) {
  lstate *s = check_own(L, "state:play");
  const tes_move move = lmoves_check(L, s, 2, "state:play");
  lrules_must(L, s->owner, lhistory_play(L, 1, s, move));
  lua_settop(L, 1);
  return 1;
}

/* s:play_random(rng): makes one of the legal moves and returns s. */
int lposition_play_random(lua_State *L) {
  static const char *const name = "state:play_random";
  lstate *s = check_own(L, name);
  tes_rng *rng = lrng_test(L, 2);
  if (rng == NULL) return lt_expected(L, 2, name, "a generator (tesela.rng)");
  tes_move move = 0;
  lrules_must(
      L, s->owner,
      tes_pick_move(s->owner->rules, s->state, rng, &move, lstate_work(L, s)));
  lrules_must(L, s->owner, lhistory_play(L, 1, s, move));
  lua_settop(L, 1);
  return 1;
}

/* s:try "b2": makes the move; returns its integer, or the values of
 * lmoves_refuse. */
int lposition_try(lua_State *L) {
  lstate *s = check_own(L, "state:try");
  const tes_move move = lmoves_read(L, s, 2, "state:try");
  if (move == 0) return lmoves_refuse(L, s);
  lrules_must(L, s->owner, lhistory_try(L, 1, s, move));
  lua_pushinteger(L, move);
  return 1;
}

int lposition_copy(lua_State *L) {
  lstate_push_copy(L, lstate_check(L, 1, "state:copy"));
  return 1;
}

static int check_position_seat(lua_State *L, const lstate *s, int index,
                               const char *function) {
  const lua_Integer seat = lt_integer(L, index, function, "a seat");
  if (seat < 1 || seat > s->owner->rules->seats) {
    luaL_error(L, "%s: expected a seat in 1..%d, got %I", function,
               s->owner->rules->seats, (LUAI_UACINT)seat);
  }
  return (int)seat;
}

/* s:view(seat, rng), or a seed in place of the generator. */
int lposition_view(lua_State *L) {
  static const char *const name = "state:view";
  lstate *s = lstate_check(L, 1, name);
  const int seat = check_position_seat(L, s, 2, name);
  tes_rng own, *rng = lrng_test(L, 3);
  if (rng == NULL) {
    tes_rng_seed(&own, lua_isnoneornil(L, 3) ? 0 : lrng_seed(L, 3, name));
    rng = &own;
  }
  if (s->viewer != 0 && s->viewer != seat) {
    return luaL_error(L, "%s: this is the view of seat %d; seat %d is hidden",
                      name, s->viewer, seat);
  }
  lstate *view = lstate_push_copy(L, s);
  view->viewer = seat;
  lrules_must(
      L, s->owner,
      tes_view(s->owner->rules, view->state, seat, rng, lstate_work(L, view)));
  lhistory_begin(L, BY_VIEW, 0, NULL);
  return 1;
}

int lposition_fen(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:fen");
  lstate_work(L, s);
  tes_text *text = lrules_text(s->owner);
  tes_save(s->owner->rules, s->state, s->viewer, text);
  lt_push_text(L, text);
  return 1;
}

int lposition_tostring(lua_State *L) {
  lstate *s = lstate_check(L, 1, "tostring");
  tes_text *text = lrules_text(s->owner);
  lrules_must(
      L, s->owner,
      tes_board(s->owner->rules, s->state, s->viewer, text, lstate_work(L, s)));
  lt_push_text(L, text);
  return 1;
}

int lposition_hash(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:hash");
  lua_pushinteger(L, (lua_Integer)tes_hash(s->owner->rules, s->state));
  return 1;
}

int lposition_eq(lua_State *L) {
  const lstate *a = lt_test(L, 1, STATE_TYPE);
  const lstate *b = lt_test(L, 2, STATE_TYPE);
  lua_pushboolean(L, a != NULL && b != NULL && a->state != NULL &&
                         b->state != NULL && !lrules_closed(a->owner) &&
                         !lrules_closed(b->owner) &&
                         lrules_same(a->owner->rules, b->owner->rules) &&
                         tes_equal(a->owner->rules, a->state, b->state));
  return 1;
}

/* s:dealt(): the bag from which the game was dealt; nil if it has none. */
int lposition_dealt(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:dealt");
  if (s->owner->rules->game->deal == NULL) return 0;
  if (s->viewer) return luaL_error(L, "state:dealt: the bag is hidden");
  lstate_work(L, s);
  tes_text *text = lrules_text(s->owner);
  tes_dealt(s->owner->rules, s->state, text);
  lt_push_text(L, text);
  return 1;
}
