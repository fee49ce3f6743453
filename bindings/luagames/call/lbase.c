/* lbase.c: `base`, through which a function of a variant calls the game
 * below. */
#include "lbase.h"

#include "lendings.h"
#include "llayer.h"
#include "llentstate.h"
#include "luagames/cells/lboard.h"
#include "states/lmoves.h"
#include "values/lnames.h"
#include "values/lrng.h"
#include "values/ltypes.h"

/* The arguments of base.NAME(s, ...), whose upvalue 1 is the layer that `base`
 * belongs to. The rules of the state must contain this layer. */
typedef struct below {
  const lgame *layer; /* the one below, or NULL for the root */
  lstate *s;
} below;

/* Call this again for each use, like lrules_work. */
static lat at_state(lua_State *L, const below *b) {
  return (lat){b->layer, b->s->owner->rules, b->s->state, lstate_work(L, b->s)};
}

static void must(lua_State *L, const below *b, int status) {
  lrules_must(L, b->s->owner, status);
}

static below check_base(lua_State *L, const char *function, bool change) {
  const lgame *owner = lua_touserdata(L, lua_upvalueindex(1));
  lstate *s = lstate_check(L, 1, function);
  const lgame *layer = lgame_of(s->owner->rules);
  while (layer != NULL && layer != owner) layer = layer->parent;
  if (layer == NULL) {
    luaL_error(L, "%s: this is a state of %s, not of %s", function,
               s->owner->rules->name, owner->game.name);
  }
  if (change && s->depth != s->owner->depth) lstate_elsewhere(L, function);
  if (change && s->lending != LENT_TO_CHANGE) {
    luaL_error(
        L,
        "%s: this function of the rules may read the state but not change it",
        function);
  }
  return (below){owner->parent, s};
}

/* The move at 2, which must be legal in the layer below. The move that the
 * running function was called about is known to be legal, unless something that
 * the layer reads has changed. */
static tes_move check_legal(lua_State *L, const below *b,
                            const char *function) {
  const tes_move move = lcall_check_move(L, 2, function);
  if (b->s->state->over) luaL_error(L, "%s: the game is over", function);
  const bool known = move == b->s->known && !b->s->changed;
  if (known && !(move & OWN_BIT)) return move;
  const int legal = llayer_legal(at_state(L, b), move);
  if (legal < 0) must(L, b, legal);
  if (legal != 1) {
    luaL_error(L, "%s: %I is not a move of base here", function,
               (LUAI_UACINT)move);
  }
  return move;
}

static int check_base_seat(lua_State *L, const below *b, int index,
                           const char *function) {
  const lua_Integer seat = lt_integer(L, index, function, "a seat");
  const int seats = b->s->owner->rules->seats;
  if (seat < 1 || seat > seats) {
    luaL_error(L, "%s: expected a seat in 1..%d", function, seats);
  }
  return (int)seat;
}

/* The state has not been started, so at_state cannot be used. */
static int base_start(lua_State *L) {
  const below b = check_base(L, "base.start", true);
  tes_rng *rng = lrng_test(L, 2);
  if (rng == NULL) return lt_expected(L, 2, "base.start", "the generator");
  lmoves_forget(L, 1);
  lrules *r = b.s->owner;
  const lat at = {b.layer, r->rules, b.s->state, lrules_work(L, r)};
  must(L, &b, lendings_start(at, rng));
  llentstate_update(L, 1);
  return 0;
}

/* for m in base.moves(s) do */
static int base_moves(lua_State *L) {
  const below b = check_base(L, "base.moves", false);
  if (b.s->state->over) return luaL_error(L, "base.moves: the game is over");
  tes_list *list = &lstate_work(L, b.s)->list;
  do {
    list->count = 0;
    must(L, &b, llayer_list(at_state(L, &b), list));
  } while (!lmoves_push(L, 1));
  if (b.s->lending != OWN) lmoves_remember(L, 1);
  return 1;
}

static void make_move(lua_State *L, const below *b, tes_state *state,
                      tes_move move) {
  lat at = at_state(L, b);
  at.state = state;
  must(L, b, move == OWN_BIT ? lendings_pass(at) : lendings_apply(at, move));
}

static int base_apply(lua_State *L) {
  const below b = check_base(L, "base.apply", true);
  const tes_move move = check_legal(L, &b, "base.apply");
  lmoves_forget(L, 1);
  make_move(L, &b, b.s->state, move);
  llentstate_update(L, 1);
  return 0;
}

/* Pushes a copy of the state at 1 without a history. */
static lstate *push_look(lua_State *L, const lstate *s) {
  lua_getiuservalue(L, 1, STATE_RULES);
  lstate *copy = lstate_push(L, lua_gettop(L));
  copy->viewer = s->viewer;
  tes_copy(copy->owner->rules, copy->state, s->state);
  return copy;
}

/* base.after(s, m): the position after a move of the game below, by its rules
 * alone. */
static int base_after(lua_State *L) {
  const below b = check_base(L, "base.after", false);
  const tes_move move = check_legal(L, &b, "base.after");
  lstate *after = push_look(L, b.s);
  make_move(L, &b, after->state, move);
  after->state->ply++;
  return 1;
}

/* The whole game at the bottom of some layers, or NULL. */
static const lgame *whole_game(const lgame *g) {
  if (g == NULL || g->root != NULL) return NULL;
  while (g->parent != NULL) g = g->parent;
  return g;
}

int lbase_after(lua_State *L) {
  static const char name[] = "state:after";
  lstate *s = lstate_check(L, 1, name);
  lrules *r = s->owner;
  const lgame *game = whole_game(lgame_of(r->rules));
  const tes_move move = lcall_check_move(L, 2, name);
  if (game == NULL || r->depth < 1) {
    return luaL_error(L,
                      "%s: only functions of a whole game can ask in this "
                      "way whether a move is legal; %s",
                      name,
                      r->depth < 1 ? "elsewhere use s:copy():play(m)"
                                   : "a variant uses base.after(s, m)");
  }
  if (s->state->over) return luaL_error(L, "%s: the game is over", name);
  if (move & OWN_BIT) {
    return luaL_error(L, "%s: expected a number below 2^62", name);
  }
  lstate *after = push_look(L, s);
  const lat at = {game, r->rules, after->state, lstate_work(L, s)};
  lrules_must(L, r, llayer_apply(at, move));
  after->state->ply++;
  return 1;
}

/* base.pass(s): gives the turn to the next seat without a move. */
static int base_pass(lua_State *L) {
  const below b = check_base(L, "base.pass", true);
  if (b.s->state->over) return luaL_error(L, "base.pass: the game is over");
  lmoves_forget(L, 1);
  must(L, &b, lendings_pass(at_state(L, &b)));
  llentstate_update(L, 1);
  return 0;
}

static void push_ints(lua_State *L, const int *values, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* base.over(s): the ending that the game below has reached, or nil. */
static int base_over(lua_State *L) {
  const below b = check_base(L, "base.over", false);
  int ending = b.s->state->over;
  if (ending == 0 && !b.s->asked) {
    must(L, &b, llayer_ending(at_state(L, &b), &ending));
  }
  const char *const *name = b.s->owner->rules->game->endings;
  lua_pushstring(L, ending != 0 ? name[ending - 1] : NULL);
  return 1;
}

/* base.result(s): scores and places. */
static int base_result(lua_State *L) {
  const below b = check_base(L, "base.result", false);
  tes_result result = {.seats = b.s->owner->rules->seats};
  must(L, &b, llayer_result(at_state(L, &b), &result));
  push_ints(L, result.score, result.seats);
  push_ints(L, result.place, result.seats);
  return 2;
}

static int print_to(lua_State *L, const below *b, tes_move move, int seat) {
  tes_text *text = lrules_text(b->s->owner);
  must(L, b, llayer_print(at_state(L, b), move, seat, text));
  lt_push_text(L, text);
  return 1;
}

static int base_print(lua_State *L) {
  const below b = check_base(L, "base.print", false);
  return print_to(L, &b, check_legal(L, &b, "base.print"), 0);
}

/* base.tell(s, m, seat): the text of a move as the seat may know it. */
static int base_tell(lua_State *L) {
  const below b = check_base(L, "base.tell", false);
  const tes_move move = check_legal(L, &b, "base.tell");
  return print_to(L, &b, move, check_base_seat(L, &b, 3, "base.tell"));
}

static int base_draw(lua_State *L) {
  const below b = check_base(L, "base.draw", false);
  tes_drawing *drawing = lboard_check(L, 2);
  if (drawing->levels != NULL) {
    return luaL_error(L, "base.draw: call it before board:size");
  }
  lua_getfield(L, 2, "seat");
  const int seat = (int)lua_tointeger(L, -1);
  lua_getfield(L, 2, "hint");
  const tes_move hint = lua_tointeger(L, -1);
  must(L, &b, llayer_draw(at_state(L, &b), seat, hint, drawing));
  return 0;
}

static int base_hide(lua_State *L) {
  const below b = check_base(L, "base.hide", true);
  const int seat = check_base_seat(L, &b, 2, "base.hide");
  tes_rng *rng = lrng_test(L, 3);
  if (rng == NULL) return lt_expected(L, 3, "base.hide", "the generator");
  lmoves_forget(L, 1);
  must(L, &b, llayer_hide(at_state(L, &b), seat, rng));
  llentstate_update(L, 1);
  return 0;
}

/* base.own(n): turns n into the number of one of this variant's own moves, and
 * back into n; nil for a move of base. */
static int base_own(lua_State *L) {
  const tes_move number = lcall_check_move(L, 1, "base.own");
  if (number & OWN_BIT) {
    return luaL_error(L, "base.own: expected a number below 2^62");
  }
  lua_pushinteger(L, number | OWN_BIT);
  return 1;
}

static int base_number(lua_State *L) {
  const tes_move move = lcall_check_move(L, 1, "base.number");
  if (!(move & OWN_BIT)) return 0;
  lua_pushinteger(L, move & ~OWN_BIT);
  return 1;
}

static const luaL_Reg base_functions[] = {
    {"start", base_start},   {"moves", base_moves}, {"apply", base_apply},
    {"after", base_after},   {"pass", base_pass},   {"over", base_over},
    {"result", base_result}, {"print", base_print}, {"draw", base_draw},
    {"hide", base_hide},     {"tell", base_tell},   {"own", base_own},
    {"number", base_number}, {NULL, NULL},
};

/* Pushes the functions, with a metatable that lists them in the error for an
 * unknown name. */
static void push_functions(lua_State *L, int index) {
  lua_Integer count = 0;
  lua_newtable(L);
  lua_newtable(L);
  for (const luaL_Reg *f = base_functions; f->name != NULL; f++) {
    lua_pushvalue(L, index);
    lua_pushcclosure(L, f->func, 1);
    lua_setfield(L, -3, f->name);
    lua_pushstring(L, f->name);
    lua_rawseti(L, -2, ++count);
  }
  lnames_push_guard(L, "base", "function");
  lua_setmetatable(L, -2);
}

void lbase_push(lua_State *L, int index) {
  push_functions(L, lua_absindex(L, index));
  lnames_freeze(L, "base", "functions");
}
