/* lstate.c: positions for Lua.
 *
 * A state is one userdata with the bytes inline. Fields (seat, over, ply ...)
 * are computed when asked for; methods come from one table, and the queries
 * of a game (s:cell, s:height ...) from a table of its rules. */
#include "luagames/lgame.h"

#include <string.h>

int lstate_gone(lua_State *L, const char *function) {
  return luaL_error(L,
                    "%s: this state was lent to a function of the rules, which "
                    "has returned; keep s:copy() instead",
                    function);
}

int lstate_elsewhere(lua_State *L, const char *function) {
  return luaL_error(L,
                    "%s: this state was lent to another function of the "
                    "rules, which has called this one",
                    function);
}

lstate *lstate_check(lua_State *L, int index, const char *function) {
  lstate *s = lt_test(L, index, STATE_TYPE);
  if (s == NULL) lt_expected(L, index, function, "a state");
  if (s->owner->rules == NULL) {
    luaL_error(L, "%s: the rules of this state are closed", function);
  }
  if (s->state == NULL) lstate_gone(L, function);
  s->owner->calls++;
  return s;
}

/* A variant may have its state in hand before base.start was called on it:
 * the root must not look at that. */
tes_work *lstate_work(lua_State *L, lstate *s) {
  if (s->state->seat == 0) {
    luaL_error(L, "this state has not been started: base.start comes first");
  }
  tes_work *work = lrules_work(L, s->owner);
  s->owner->busy[s->owner->depth] = s;
  return work;
}

/* Functions of the core that are at work on the state rely on it: they have
 * called rules in Lua, and those do not play on it. */
static bool is_busy(const lstate *s) {
  const lrules *r = s->owner;
  for (int i = 0; i < r->depth; i++) {
    if (r->busy[i] == s) return true;
  }
  return false;
}

/* A state with `size` bytes of its own; user value 3, of one that is lent, is
 * what it remembers. */
static lstate *push_bytes(lua_State *L, int index, size_t size) {
  lrules *r = lua_touserdata(L, index);
  index = lua_absindex(L, index);
  lstate *s = lua_newuserdatauv(L, sizeof *s + size, size > 0 ? 2 : 3);
  memset(s, 0, sizeof *s + size);
  s->owner = r;
  lt_set_type(L, STATE_TYPE);
  lua_pushvalue(L, index);
  lua_setiuservalue(L, -2, 1);
  return s;
}

lstate *lstate_push(lua_State *L, int index) {
  const lrules *r = lua_touserdata(L, index);
  lstate *s = push_bytes(L, index, r->rules->state_size);
  s->state = (tes_state *)s->own;
  return s;
}

lstate *lstate_lend(lua_State *L, int index, tes_state *state,
                    lt_lending lending) {
  lstate *s = push_bytes(L, index, 0);
  s->lending = lending;
  s->depth = s->owner->depth;
  s->state = state;
  return s;
}

/* Pushes a copy of the state at 1, with the same rules and history. */
static lstate *push_copy(lua_State *L, const lstate *s) {
  lua_getiuservalue(L, 1, 1);
  lstate *copy = lstate_push(L, -1);
  copy->moves = s->moves;
  copy->viewer = s->viewer;
  tes_copy(s->owner->rules, copy->state, s->state);
  lua_getiuservalue(L, 1, 2);
  lua_setiuservalue(L, -2, 2);
  return copy;
}

/* ---- moves ---- */

/* The moves of one position while a loop goes through them. */
typedef struct cursor {
  size_t count, next, seen;
  tes_move move[];
} cursor;

/* Lists the moves into work; how many. What Lua allocates afterwards may run
 * a finalizer that uses work too: then `calls` has moved on. */
static size_t list_moves(lua_State *L, lstate *s) {
  tes_work *work = lstate_work(L, s);
  work->list.count = 0;
  lt_check(L, s->owner,
           tes_moves(s->owner->rules, s->state, &work->list, work));
  return work->list.count;
}

static int next_move(lua_State *L) {
  cursor *c = lua_touserdata(L, lua_upvalueindex(1));
  if (c->next == c->count) return 0;
  lua_pushinteger(L, c->move[c->next++]);
  return 1;
}

bool lstate_push_moves(lua_State *L, int index) {
  const lrules *r = ((lstate *)lua_touserdata(L, index))->owner;
  const size_t count = r->work->list.count, bytes = count * sizeof(tes_move);
  const uint64_t calls = r->calls;
  cursor *c = lua_newuserdatauv(L, sizeof *c + bytes, 0);
  if (r->calls != calls) {
    lua_pop(L, 1);
    return false;
  }
  *c = (cursor){.count = count};
  if (bytes > 0) memcpy(c->move, r->work->list.moves, bytes);
  lua_pushcclosure(L, next_move, 1);
  return true;
}

void lstate_remember(lua_State *L, int index) {
  lua_getupvalue(L, -1, 1);
  lua_setiuservalue(L, index, 3);
}

void lstate_forget(lua_State *L, int index) {
  ((lstate *)lua_touserdata(L, index))->known = 0;
  lua_pushnil(L);
  lua_setiuservalue(L, index, 3);
}

/* Moves that pass a filter come in the order of the list. */
bool lstate_listed(lua_State *L, int index, tes_move move) {
  lua_getiuservalue(L, index, 3);
  cursor *c = lua_touserdata(L, -1);
  lua_pop(L, 1);
  for (size_t i = 0; c != NULL && i < c->count; i++) {
    const size_t at =
        c->seen + i < c->count ? c->seen + i : c->seen + i - c->count;
    if (c->move[at] != move) continue;
    c->seen = at;
    return true;
  }
  return false;
}

/* for m in s:moves() do */
static int state_moves(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:moves");
  do {
    list_moves(L, s);
  } while (!lstate_push_moves(L, 1));
  return 1;
}

static int state_list(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:list");
  const size_t count = list_moves(L, s);
  const uint64_t calls = s->owner->calls;
  const tes_list *list = &s->owner->work->list;
  lua_createtable(L, (int)count, 0);
  if (s->owner->calls != calls) return state_list(L);
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, list->moves[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static int state_count(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:count");
  const int64_t count = tes_count(s->owner->rules, s->state, lstate_work(L, s));
  lt_check(L, s->owner, count < 0 ? (int)count : TES_OK);
  lua_pushinteger(L, count);
  return 1;
}

/* The move at 2, a text or an integer; 0 with the reason in work->error. */
static tes_move read_move(lua_State *L, lstate *s, int index,
                          const char *function) {
  static const char *const what = "a move (text or integer)";
  lrules *r = s->owner;
  if (lua_type(L, index) == LUA_TSTRING) {
    const char *text = lt_string(L, index, function, what);
    return tes_parse(r->rules, s->state, text, lstate_work(L, s));
  }
  const tes_move move = lt_integer(L, index, function, what);
  if (s->lending != OWN && (move == s->known || lstate_listed(L, 1, move))) {
    return move;
  }
  r->work->error.text[0] = '\0';
  if (tes_legal(r->rules, s->state, move, lstate_work(L, s))) return move;
  if (r->work->error.text[0] == '\0') {
    tes_fail(&r->work->error, TES_EILLEGAL,
             "%lld is not the number of a legal move here", (long long)move);
  }
  return 0;
}

/* What it means that no move was read. */
static int failure(const lstate *s) {
  (void)s;
  return ltesela_interrupt()->asked ? TES_ESTOPPED : TES_EILLEGAL;
}

tes_move lstate_move(lua_State *L, lstate *s, int index, const char *function) {
  const tes_move move = read_move(L, s, index, function);
  if (move == 0) lt_check(L, s->owner, failure(s));
  return move;
}

/* s:move "b2": the integer, or nil and why not. */
static int state_move(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:move");
  const tes_move move = read_move(L, s, 2, "state:move");
  if (move != 0) {
    lua_pushinteger(L, move);
    return 1;
  }
  if (failure(s) == TES_ESTOPPED) lt_check(L, s->owner, TES_ESTOPPED);
  lua_pushnil(L);
  lua_pushstring(L, s->owner->work->error.text);
  return 2;
}

static int state_legal(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:legal");
  lua_pushboolean(L, read_move(L, s, 2, "state:legal") != 0);
  return 1;
}

/* s:play "b2": makes the move and returns s. */
static int state_play(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:play");
  if (s->lending != OWN) {
    return luaL_error(L,
                      "state:play: this state is lent to a function of the "
                      "rules; play on s:copy(), or call base.apply");
  }
  if (is_busy(s)) {
    return luaL_error(L,
                      "state:play: a function of the rules is asked about "
                      "this state; play on s:copy()");
  }
  const tes_move move = lstate_move(L, s, 2, "state:play");
  lt_check(L, s->owner, lhistory_play(L, 1, s, move));
  lua_settop(L, 1);
  return 1;
}

static int state_text(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:text");
  const tes_move move = lstate_move(L, s, 2, "state:text");
  tes_text *text = lt_text(s->owner);
  lt_check(L, s->owner,
           tes_print(s->owner->rules, s->state, move, text, lstate_work(L, s)));
  lt_push_text(L, text);
  return 1;
}

/* Sets the table at the top from "name=value name=value"; whole numbers
 * become integers. */
static void set_parts(lua_State *L, const char *text) {
  while (*text != '\0') {
    const size_t length = strcspn(text, " ");
    const size_t name = strcspn(text, "=");
    lua_pushlstring(L, text, name);
    lua_pushlstring(L, text + name + 1, length - name - 1);
    if (lua_stringtonumber(L, lua_tostring(L, -1)) != 0) lua_remove(L, -2);
    lua_rawset(L, -3);
    text += length + (text[length] == ' ');
  }
}

static int state_parts(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:parts");
  const tes_move move = lstate_move(L, s, 2, "state:parts");
  tes_text *text = lt_text(s->owner);
  tes_parts(s->owner->rules, s->state, move, text);
  lt_push_text(L, text);
  lua_newtable(L);
  set_parts(L, lua_tostring(L, -2));
  return 1;
}

/* ---- copies, views, texts ---- */

static int state_copy(lua_State *L) {
  push_copy(L, lstate_check(L, 1, "state:copy"));
  return 1;
}

static int check_seat(lua_State *L, const lstate *s, int index,
                      const char *function) {
  const lua_Integer seat = lt_integer(L, index, function, "a seat");
  if (seat < 1 || seat > s->owner->rules->seats) {
    luaL_error(L, "%s: expected a seat in 1..%d, got %I", function,
               s->owner->rules->seats, (LUAI_UACINT)seat);
  }
  return (int)seat;
}

/* s:view(seat, rng or seed) */
int lstate_view(lua_State *L) {
  static const char *const name = "state:view";
  lstate *s = lstate_check(L, 1, name);
  const int seat = check_seat(L, s, 2, name);
  tes_rng own, *rng = lrng_test(L, 3);
  if (rng == NULL) {
    tes_rng_seed(&own, lua_isnoneornil(L, 3) ? 0 : lrng_seed(L, 3, name));
    rng = &own;
  }
  if (s->viewer != 0 && s->viewer != seat) {
    return luaL_error(L, "%s: this is what seat %d sees; seat %d is hidden",
                      name, s->viewer, seat);
  }
  lstate *view = push_copy(L, s);
  view->viewer = seat;
  lt_check(
      L, s->owner,
      tes_view(s->owner->rules, view->state, seat, rng, lstate_work(L, view)));
  lhistory_begin(L, BY_VIEW, 0, NULL);
  return 1;
}

static int state_fen(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:fen");
  lstate_work(L, s);
  tes_text *text = lt_text(s->owner);
  tes_save(s->owner->rules, s->state, s->viewer, text);
  lt_push_text(L, text);
  return 1;
}

static int state_tostring(lua_State *L) {
  lstate *s = lstate_check(L, 1, "tostring");
  tes_text *text = lt_text(s->owner);
  lt_check(
      L, s->owner,
      tes_board(s->owner->rules, s->state, s->viewer, text, lstate_work(L, s)));
  lt_push_text(L, text);
  return 1;
}

static int state_hash(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:hash");
  lua_pushinteger(L, (lua_Integer)tes_hash(s->owner->rules, s->state));
  return 1;
}

bool lstate_same_rules(const tes_rules *a, const tes_rules *b) {
  return a == b || (a->game == b->game && a->state_size == b->state_size &&
                    memcmp(a->value, b->value, sizeof a->value) == 0);
}

static int state_eq(lua_State *L) {
  const lstate *a = lt_test(L, 1, STATE_TYPE);
  const lstate *b = lt_test(L, 2, STATE_TYPE);
  lua_pushboolean(L, a != NULL && b != NULL && a->state != NULL &&
                         b->state != NULL && a->owner->rules != NULL &&
                         b->owner->rules != NULL &&
                         lstate_same_rules(a->owner->rules, b->owner->rules) &&
                         tes_equal(a->owner->rules, a->state, b->state));
  return 1;
}

static int state_history(lua_State *L) {
  lstate_check(L, 1, "state:history");
  lhistory_list(L, 1);
  return 1;
}

/* The bag that a start was dealt from, or nil where a game has none. */
static int state_dealt(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:dealt");
  if (s->owner->rules->game->dealt == NULL) return 0;
  if (s->viewer) return luaL_error(L, "state:dealt: the bag is hidden");
  lstate_work(L, s);
  tes_text *text = lt_text(s->owner);
  tes_dealt(s->owner->rules, s->state, text);
  lt_push_text(L, text);
  return 1;
}

/* ---- counting and playing out ---- */

static int state_perft(lua_State *L) {
  static const char *const name = "state:perft";
  lstate *s = lstate_check(L, 1, name);
  const lua_Integer depth = lt_integer(L, 2, name, "a depth in 0..100");
  uint64_t leaves;
  if (depth < 0 || depth > 100) {
    return luaL_error(L, "%s: expected a depth in 0..100, got %I", name,
                      (LUAI_UACINT)depth);
  }
  lt_check(L, s->owner,
           tes_perft(s->owner->rules, s->state, (int)depth, &leaves,
                     lstate_work(L, s)));
  lua_pushinteger(L, (lua_Integer)leaves);
  return 1;
}

/* s:playout(rng): the final position of a uniformly random game from here, a
 * new state without a history. */
static int state_playout(lua_State *L) {
  static const char *const name = "state:playout";
  lstate *s = lstate_check(L, 1, name);
  tes_rng *rng = lrng_test(L, 2);
  if (rng == NULL) return lt_expected(L, 2, name, "a generator (tesela.rng)");
  lstate *end = push_copy(L, s);
  const int64_t plies =
      tes_playout(s->owner->rules, end->state, rng, lstate_work(L, end));
  lt_check(L, s->owner, plies < 0 ? (int)plies : TES_OK);
  lua_pushnil(L);
  lua_setiuservalue(L, -2, 2);
  return 1;
}

/* ---- fields ---- */

enum field_of_result { SCORES, PLACES, WINNERS };

/* Pushes one list of the result. */
static int push_result(lua_State *L, lstate *s, enum field_of_result which) {
  tes_result result;
  lrules *r = s->owner;
  lt_check(L, r, tes_result_of(r->rules, s->state, &result, lstate_work(L, s)));
  lua_createtable(L, result.seats, 0);
  lua_Integer n = 0;
  for (int i = 0; i < result.seats; i++) {
    if (which == WINNERS && result.place[i] != 1) continue;
    lua_pushinteger(L, which == SCORES   ? result.score[i]
                       : which == PLACES ? result.place[i]
                                         : i + 1);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int get_seat(lua_State *L, lstate *s) {
  if (s->state->over && s->lending == OWN) return 0;
  lua_pushinteger(L, s->state->seat);
  return 1;
}
static int get_over(lua_State *L, lstate *s) {
  lua_pushboolean(L, s->state->over);
  return 1;
}
static int get_ply(lua_State *L, lstate *s) {
  lua_pushinteger(L, s->state->ply);
  return 1;
}
static int get_rules(lua_State *L, lstate *s) {
  (void)s;
  lua_getiuservalue(L, 1, 1);
  return 1;
}
static int get_viewer(lua_State *L, lstate *s) {
  if (s->viewer == 0) return 0;
  lua_pushinteger(L, s->viewer);
  return 1;
}
static int get_scores(lua_State *L, lstate *s) {
  return push_result(L, s, SCORES);
}
static int get_places(lua_State *L, lstate *s) {
  return s->state->over ? push_result(L, s, PLACES) : 0;
}
static int get_winners(lua_State *L, lstate *s) {
  return s->state->over ? push_result(L, s, WINNERS) : 0;
}
static int get_reason(lua_State *L, lstate *s) {
  if (!s->state->over) return 0;
  lua_pushstring(L, s->owner->rules->game->endings[s->state->over - 1]);
  return 1;
}

static const struct {
  const char *name;
  int (*get)(lua_State *L, lstate *s);
} fields[] = {
    {"seat", get_seat},     {"over", get_over},       {"ply", get_ply},
    {"rules", get_rules},   {"viewer", get_viewer},   {"scores", get_scores},
    {"places", get_places}, {"winners", get_winners}, {"reason", get_reason},
};

/* Upvalue 1: the methods, upvalue 2: the fields by their numbers. What rules
 * add is in one table: queries are functions, cells are numbers. */
static int state_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lstate *s = lstate_check(L, 1, "state");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNUMBER) {
    return fields[lua_tointeger(L, -1)].get(L, s);
  }
  lua_getiuservalue(L, 1, 1);
  lua_getiuservalue(L, -1, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TNUMBER) return 1;
  return lfield_push(L, s, lua_tointeger(L, -1));
}

static const luaL_Reg methods[] = {
    {"moves", state_moves},     {"list", state_list},
    {"count", state_count},     {"move", state_move},
    {"legal", state_legal},     {"play", state_play},
    {"text", state_text},       {"parts", state_parts},
    {"copy", state_copy},       {"view", lstate_view},
    {"fen", state_fen},         {"hash", state_hash},
    {"history", state_history}, {"record", lhistory_record},
    {"perft", state_perft},     {"playout", state_playout},
    {"dealt", state_dealt},     {"draw", ldraw_text},
    {"svg", ldraw_svg},         {NULL, NULL},
};

static const luaL_Reg metamethods[] = {{"__eq", state_eq},
                                       {"__tostring", state_tostring},
                                       {"__newindex", lfield_newindex},
                                       {NULL, NULL}};

static void set_field_names(lua_State *L) {
  const char *names[sizeof fields / sizeof *fields + 1] = {NULL};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    names[i] = fields[i].name;
  }
  lt_set_names(L, "__fields", names);
}

void lstate_register(lua_State *L) {
  lt_new_type(L, STATE_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  set_field_names(L);
  luaL_newlib(L, methods);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__methods");
  lua_newtable(L);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    lua_pushinteger(L, (lua_Integer)i);
    lua_setfield(L, -2, fields[i].name);
  }
  lua_pushcclosure(L, state_index, 2);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
