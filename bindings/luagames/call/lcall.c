/* lcall.c: runs the functions of rules written in Lua; the only file that runs
 * Lua from inside the core.
 *
 * Every call of a layer's function goes through lcall_run. The call is
 * protected, runs on the thread that last called the module, and has the
 * scratch memory of the next level; it calls `keep` once for each of several
 * moves. An error becomes a status, with its message in the caller's work. The
 * state, `out` and the board are lent for the duration of the call.
 *
 * Functions from a file are guarded: their time and memory are limited
 * (lguard.h). */
#include "lcall.h"

#include <math.h>
#include <string.h>

#include "llentstate.h"
#include "luagames/cells/lboard.h"
#include "luagames/cells/lcelltext.h"
#include "luagames/plan/lverbs.h"
#include "runtime/places.h"
#include "states/lmoves.h"
#include "values/lguard.h"
#include "values/lrng.h"
#include "values/lshown.h"
#include "values/ltypes.h"

const char *const lcall_names[HOOKS] = {
    "start",    "moves",  "apply", "over", "result",   "print",
    "draw",     "hide",   "tell",  "seen", "keep",     "pick",
    "estimate", "policy", "parts", "why",  "position", "read_position"};

/* ---- calling Lua ---- */

enum { LENT_STATE = 2, MADE }; /* places on the stack of run_hook */

/* A lent state keeps a table of values made for it: first its fields, then
 * these, the last of which are the layers' functions and bases, by layer and
 * hook. */
enum { OUT_PLACE = FIELDS_MAX + 1, LENT_TOO_PLACE, FUNCTIONS_PLACE };

/* Pushes the game of this layer of the rules at `rules`. */
static void push_layer(lua_State *L, int rules, const lgame *layer) {
  lua_getiuservalue(L, rules, 2);
  while (lua_touserdata(L, -1) != layer) {
    TES_ALWAYS(lua_touserdata(L, -1) != NULL);
    lua_getiuservalue(L, -1, 2);
    lua_remove(L, -2);
  }
}

/* Pushes a user value of a layer, which the lent state then keeps. */
static void push_value(lua_State *L, const lgame *layer, int value) {
  const int place = FUNCTIONS_PLACE + layer->below * GAME_VALUES + value;
  if (lua_rawgeti(L, MADE, place) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_getiuservalue(L, LENT_STATE, STATE_RULES);
  push_layer(L, lua_gettop(L), layer);
  lua_getiuservalue(L, -1, value);
  lua_replace(L, -3);
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, MADE, place);
}

/* Pushes the function of a hook, then base (over a root) and the state; returns
 * the number of arguments. */
static int push_hook_function(lua_State *L, const lcall *c) {
  push_value(L, c->at.layer, HOOK_VALUES + (int)c->hook);
  const bool based = lcall_has_base(c->at.layer);
  if (based) push_value(L, c->at.layer, 3);
  lua_pushvalue(L, LENT_STATE);
  return based ? 2 : 1;
}

/* Like c->at, for calls into the core while the function runs. */
static lat from_within(lua_State *L, const lcall *c) {
  lat at = c->at;
  at.work = lrules_work(L, lrules_of(at.rules));
  return at;
}

/* The author's code may pass any value as a move. */
tes_move lcall_check_move(lua_State *L, int index, const char *what) {
  int fits;
  const lua_Integer number = lua_tointegerx(L, index, &fits);
  if (lua_type(L, index) != LUA_TNUMBER || !fits || number < 1) {
    luaL_error(L, "%s: expected a move, a positive whole number, got %s", what,
               lshown_got(L, index));
  }
  return number;
}

/* ---- out ---- */

enum { MOST_MOVES = 1 << 20 }; /* to detect endless loops */

static void reserve_out(lua_State *L, const lcall *c, size_t count) {
  if (c->list->count - c->before + count > MOST_MOVES) {
    luaL_error(L, "out: expected at most %d moves", MOST_MOVES);
  }
  if (tes_list_reserve(c->list, count) != TES_OK) {
    lrules_of(c->at.rules)->starved = true;
    lt_no_memory(L);
  }
}

/* A move that is not one of the layer's own must be a legal move of base. The
 * lent state is at `lent`. */
static void check_below(lua_State *L, int lent, const lcall *c, tes_move move) {
  if (move & OWN_BIT && move != OWN_BIT) return;
  if (lmoves_listed(L, lent, move)) return;
  const int legal = c->is_below(lat_below(from_within(L, c)), move);
  if (legal < 0) lrules_must(L, c->s->owner, legal);
  if (legal != 1) {
    luaL_error(L, "out: %I is not a move of base here, and not one of base.own",
               (LUAI_UACINT)move);
  }
}

static void add_move(lua_State *L, int lent, const lcall *c, tes_move move) {
  if (lcall_has_base(c->at.layer)) {
    check_below(L, lent, c, move);
  } else if (move & OWN_BIT) {
    luaL_error(L, "out: expected a number below 2^62, got %I",
               (LUAI_UACINT)move);
  }
  reserve_out(L, c, 1);
  c->list->moves[c->list->count++] = move;
}

/* out(m), where m may be a list of moves; upvalue 1 is the lent state. */
static int add_moves(lua_State *L) {
  const lstate *s = lua_touserdata(L, lua_upvalueindex(1));
  const lcall *c = s->lister;
  if (c == NULL || c->hook != MOVES) return lstate_gone(L, "out");
  if (lua_type(L, 1) != LUA_TTABLE) {
    add_move(L, lua_upvalueindex(1), c, lcall_check_move(L, 1, "out"));
    return 0;
  }
  const lua_Unsigned count = lua_rawlen(L, 1);
  for (lua_Unsigned i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i);
    add_move(L, lua_upvalueindex(1), c, lcall_check_move(L, -1, "out"));
    lua_pop(L, 1);
  }
  return 0;
}

lcall *lcall_check_out(lua_State *L, int index, const char *function) {
  if (lua_tocfunction(L, index) != add_moves) {
    lt_expected(L, index, function, "the function out");
  }
  lua_getupvalue(L, index, 1);
  lcall *c = ((const lstate *)lua_touserdata(L, -1))->lister;
  if (c == NULL || c->hook != MOVES) lstate_gone(L, function);
  lua_pop(L, 1);
  return c;
}

void lcall_add(lua_State *L, int index, const lcall *c, tes_move move) {
  lua_getupvalue(L, index, 1);
  add_move(L, lua_gettop(L), c, move);
  lua_pop(L, 1);
}

tes_move *lcall_room(lua_State *L, const lcall *c, size_t count) {
  if (lcall_has_base(c->at.layer)) return NULL;
  reserve_out(L, c, count);
  return c->list->moves + c->list->count;
}

/* Pushes `out`, which is made once for each lent state. */
static void push_out(lua_State *L, lcall *c) {
  c->s->lister = c;
  if (lua_rawgeti(L, MADE, OUT_PLACE) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_pushvalue(L, LENT_STATE);
  lua_pushcclosure(L, add_moves, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, MADE, OUT_PLACE);
}

/* ---- hidden cells ---- */

/* hide(i): hides a cell, numbered from 1; upvalue 1 is the lent state. */
static int hide_cell(lua_State *L) {
  const lstate *s = lua_touserdata(L, lua_upvalueindex(1));
  const lcall *c = s->lister;
  if (c == NULL || c->hook != SEEN) return lstate_gone(L, "hide");
  const lua_Integer cell = luaL_checkinteger(L, 1);
  luaL_argcheck(L, cell >= 1 && cell <= c->at.layer->cells, 1, "no such cell");
  c->hidden[cell - 1] = true;
  return 0;
}

static int push_hide(lua_State *L, lcall *c) {
  c->s->lister = c;
  lua_pushinteger(L, c->seat);
  lua_pushvalue(L, LENT_STATE);
  lua_pushcclosure(L, hide_cell, 1);
  if (c->cell == ALL_CELLS) return 2;
  lua_pushinteger(L, c->cell + 1);
  return 3;
}

/* ---- results ---- */

/* Pushes the function of the layer, above the values used to find it. */
static void push_author_function(lua_State *L, const lcall *c) {
  lrules_find(L, lrules_of(c->at.rules));
  push_layer(L, lua_gettop(L), c->at.layer);
  lua_getiuservalue(L, -1, HOOK_VALUES + (int)c->hook);
}

/* Pushes "file:line: ", the first line of the function, for errors that have no
 * line of their own. */
static const char *push_place(lua_State *L, const lcall *c) {
  lua_Debug function;
  push_author_function(L, c);
  if (c->hook == PARTS && lua_getupvalue(L, -1, 1) != NULL) {
    lua_rawgeti(L, -1, c->row + 1); /* the author's function */
  }
  lua_getinfo(L, ">S", &function);
  lua_pop(L, 1);
  if (function.linedefined < 0) {
    luaL_where(L, 1);
    return lua_tostring(L, -1);
  }
  return lua_pushfstring(L, "%s:%d: ", function.short_src,
                         function.linedefined);
}

static int bad_answer(lua_State *L, const lcall *c, const char *expected,
                      const char *came) {
  lua_pushfstring(L, "%s%s: %s() returned %s: expected %s", push_place(L, c),
                  c->at.layer->game.name, lcall_names[c->hook], came, expected);
  return lua_error(L);
}

/* A list of whole numbers, one per seat. */
static void read_seat_ints(lua_State *L, const lcall *c, int index,
                           int *values) {
  const int seats = c->at.rules->seats;
  if (!lua_istable(L, index) || luaL_len(L, index) != seats) {
    const char *came = lshown_answer(L, index);
    lua_pushfstring(L, "a list of %d whole numbers, one per seat", seats);
    bad_answer(L, c, lua_tostring(L, -1), came);
  }
  for (int i = 0; i < seats; i++) {
    int fits;
    lua_geti(L, index, i + 1);
    const lua_Integer value = lua_tointegerx(L, -1, &fits);
    if (lua_type(L, -1) != LUA_TNUMBER || !fits || value != (int)value) {
      const char *came = lshown_answer(L, index - 1);
      lua_pushfstring(L, "a whole number for seat %d", i + 1);
      bad_answer(L, c, lua_tostring(L, -1), came);
    }
    lua_pop(L, 1);
    values[i] = (int)value;
  }
}

/* Pushes "the places 1, 3". */
static const char *push_places(lua_State *L, const tes_result *result) {
  lua_pushliteral(L, "the places ");
  for (int i = 0; i < result->seats; i++) {
    lua_pushfstring(L, i > 0 ? ", %d" : "%d", result->place[i]);
  }
  lua_concat(L, result->seats + 1);
  return lua_tostring(L, -1);
}

static void read_result(lua_State *L, const lcall *c) {
  read_seat_ints(L, c, -2, c->result->score);
  if (lua_isnil(L, -1)) {
    tes_result_rank(c->result);
    return;
  }
  read_seat_ints(L, c, -1, c->result->place);
  if (!places_fit(c->result->place, c->result->seats)) {
    bad_answer(
        L, c,
        "places: 1 for the first, and a gap after a shared place (1, 1, 3)",
        push_places(L, c->result));
  }
}

/* After a function that reports no ending: does a test find one? */
static bool is_tested(const lcall *c) {
  if (lcall_has_base(c->at.layer) || !c->at.layer->plan.tests) return false;
  *c->ending = lverbs_ending(c->at.rules, c->at.state);
  return *c->ending > 0;
}

/* The function lets the game continue, even if the game below has ended. */
static void read_no_ending(lua_State *L, const lcall *c) {
  if (is_tested(c)) return;
  if (!c->decides || lgame_resume(c->at) == TES_OK) return;
  const char *expected =
      lua_pushfstring(L, "an ending, because %s", c->at.work->error.text);
  bad_answer(L, c, expected, lshown_answer(L, -2));
}

static void read_over(lua_State *L, const lcall *c) {
  if (lua_isnil(L, -1)) {
    read_no_ending(L, c);
    return;
  }
  const char *const *ending = lgame_of(c->at.rules)->game.endings;
  const char *said = lt_word(L, -1);
  for (int i = 0; said != NULL && ending[i] != NULL; i++) {
    if (strcmp(ending[i], said) != 0) continue;
    *c->ending = i + 1;
    return;
  }
  lua_pushliteral(L, "nil, or an ending: ");
  for (int i = 0; ending[i] != NULL; i++) {
    lua_pushfstring(L, i > 0 ? ", %s" : "%s", ending[i]);
    lua_concat(L, 2);
  }
  const char *expected = lua_tostring(L, -1);
  bad_answer(L, c, expected, lshown_answer(L, -2));
}

/* The moves are passed to `out`; refuses a list or an iterator returned
 * instead. */
static void read_moves(lua_State *L, const lcall *c) {
  const bool silent = c->list->count == c->before;
  if (silent && (lua_istable(L, -1) || lua_isfunction(L, -1))) {
    bad_answer(L, c, "nothing, and a call out(m) for each move",
               lshown_answer(L, -1));
  }
}

enum { MOVE_TEXT = 1000 }; /* bytes: a record has the text of all moves */

static void read_printed_text(lua_State *L, const lcall *c) {
  size_t length = 0;
  const char *text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (length > MOVE_TEXT) {
    bad_answer(L, c, "text of at most 1000 bytes",
               lua_pushfstring(L, "%I bytes", (LUAI_UACINT)length));
  }
  if (length == 0 || memchr(text, ' ', length) != NULL ||
      !tes_is_clean(text, length, "")) {
    bad_answer(L, c, "text without spaces", lshown_answer(L, -1));
  }
  tes_put_bytes(c->text, text, length);
}

/* One number for the layer and the seat of a call. */
static uint32_t who_is_asked(lat at) {
  return (uint32_t)(at.layer->keeps * (TES_SEATS_MAX + 1) + at.state->seat);
}

/* A number shared by moves with the same answer: the move, or a hash of its
 * parts. 0: the parts cannot be printed. */
static tes_move key_of(lat at, tes_move move) {
  char space[256];
  tes_text text;
  uint64_t key = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
  if (at.layer->by == BY_MOVE) return move;
  tes_text_fixed(&text, space, sizeof space);
  for (int i = 0; i < at.layer->by; i++) {
    const int status = tes_part_of(at.rules, at.state, move,
                                   at.layer->by_row[i], &text, at.work);
    if (status != TES_OK) return 0;
    tes_put_bytes(&text, " ", 1);
  }
  for (size_t i = 0; i < text.length; i++) {
    key = (key ^ (uint8_t)space[i]) * UINT64_C(0x100000001b3);
  }
  return text.failed ? 0 : (tes_move)(key >> 1 | 1);
}

int lcall_recall(lat at, tes_move move) {
  lrules *r = lrules_of(at.rules);
  if (at.layer->by == BY_ALL || r->doubted || r->answers.useless) return -1;
  const tes_move key = key_of(at, move);
  return key != 0 ? lanswercache_find(&r->answers, key, who_is_asked(at)) : -1;
}

/* Remembers the answer of `keep`, which must be the same for all moves with one
 * key. */
static void note_answer(lua_State *L, const lcall *c, tes_move move,
                        bool kept) {
  lrules *r = lrules_of(c->at.rules);
  if (r->answers.useless) return;
  const uint32_t asked = who_is_asked(c->at);
  const tes_move key = key_of(from_within(L, c), move);
  if (key == 0) return;
  const int known = r->doubted ? lanswercache_find(&r->answers, key, asked)
                               : -1; /* not yet */
  if (known >= 0 && known != kept) {
    luaL_error(
        L,
        "%s%s: keep() gives different answers for one move: with keep_by, they "
        "must depend only on the parts named there and on the seat to move",
        push_place(L, c), c->at.layer->game.name);
  }
  if (known < 0) {
    lanswercache_add(&r->answers, &r->alloc, (lanswer){key, asked, kept});
  }
}

static void read_pick(lua_State *L, const lcall *c) {
  int fits;
  const lua_Integer move = lua_tointegerx(L, -1, &fits);
  if (lua_type(L, -1) != LUA_TNUMBER || !fits || move < 1 || move & OWN_BIT) {
    bad_answer(L, c, "a move", lshown_answer(L, -1));
  }
  *c->drawn = move;
}

/* A number that is at least `least`; or `absent` for nil. */
static double read_answer_number(lua_State *L, const lcall *c, int index,
                                 double absent, double least,
                                 const char *expected) {
  int fits;
  const double value = lua_tonumberx(L, index, &fits);
  if (lua_isnil(L, index) && absent >= least) return absent;
  if (!fits || lua_type(L, index) != LUA_TNUMBER || !isfinite(value) ||
      value < least) {
    bad_answer(L, c, expected, lshown_answer(L, index));
  }
  return value;
}

/* The points of each seat, the lead in points that is worth 3/4 of a win, and
 * the trust that a search should have in this. */
static void read_estimate(lua_State *L, const lcall *c) {
  static const char lists[] = "a list of numbers, one for each seat";
  double points[TES_SEATS_MAX];
  const int list = lua_gettop(L) - 2;
  if (!lua_istable(L, list) || luaL_len(L, list) != c->at.rules->seats) {
    bad_answer(L, c, lists, lshown_answer(L, list));
  }
  for (int i = 0; i < c->at.rules->seats; i++) {
    lua_geti(L, list, i + 1);
    points[i] = read_answer_number(L, c, lua_gettop(L), -HUGE_VAL, -1e9, lists);
    lua_pop(L, 1);
  }
  const double worth = read_answer_number(L, c, list + 1, 1, 1e-9,
                                          "a lead above 0, worth 3/4 of a win");
  const double trust =
      read_answer_number(L, c, list + 2, 100, 0, "a trust in percent, 0..100");
  tes_leads(points, c->at.rules->seats, worth, c->lead);
  *c->trust = trust > 100 ? 100 : (int)trust;
}

static void read_weight(lua_State *L, const lcall *c) {
  *c->weight = read_answer_number(L, c, -1, -1, 0, "a weight of at least 0");
}

/* A word, a whole number, or a list of words; nil: none. */
static void read_part(lua_State *L, const lcall *c) {
  static const char expected[] =
      "a word, a whole number, a list of words, or nil";
  const bool lists = lua_istable(L, -1);
  const int count = lists ? (int)luaL_len(L, -1) : 1;
  if (lua_isnil(L, -1)) return;
  for (int i = 1; i <= count; i++) {
    if (lists) lua_geti(L, -1, i);
    size_t length = 0;
    const bool number = !lists && lua_isinteger(L, -1);
    const char *text = number || lua_type(L, -1) == LUA_TSTRING
                           ? luaL_tolstring(L, -1, &length)
                           : NULL;
    const bool fits = length > 0 && memchr(text, ' ', length) == NULL &&
                      tes_is_clean(text, length, "") &&
                      (!lists || memchr(text, '+', length) == NULL);
    if (!fits) bad_answer(L, c, expected, lshown_answer(L, lists ? -2 : -1));
    if (i > 1) tes_put_word(c->text, "+");
    tes_put_bytes(c->text, text, length);
    lua_pop(L, lists ? 2 : 1);
  }
}

/* A line for people, or nil. */
static void read_sentence(lua_State *L, const lcall *c) {
  size_t length = 0;
  if (lua_isnil(L, -1)) return;
  const char *text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (length == 0 || !tes_is_clean(text, length, "")) {
    bad_answer(L, c, "a line of text, or nil", lshown_answer(L, -1));
  }
  tes_put_bytes(c->text, text, length);
}

/* A line of text, which fields may follow. */
static void read_position(lua_State *L, const lcall *c) {
  size_t length = 0;
  const char *text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (length == 0 || !tes_is_clean(text, length, "") ||
      *lcelltext_find(lgame_of(c->at.rules), text) != '\0') {
    bad_answer(L, c, "a line of text without the fields of the game",
               lshown_answer(L, -1));
  }
  tes_put_bytes(c->text, text, length);
}

static const struct {
  int results;
  void (*read)(lua_State *L, const lcall *c);
} answers[HOOKS] = {
    [MOVES] = {1, read_moves},       [OVER] = {1, read_over},
    [RESULT] = {2, read_result},     [PRINT] = {1, read_printed_text},
    [TELL] = {1, read_printed_text}, [PICK] = {1, read_pick},
    [ESTIMATE] = {3, read_estimate}, [POLICY] = {1, read_weight},
    [PARTS] = {1, read_part},        [WHY] = {1, read_sentence},
    [POSITION] = {1, read_position}, [READ] = {1, read_sentence},
};

/* ---- one call ---- */

/* Keeps the second lent value, at the top, as long as the lent state: it must
 * also be taken back after a failed call, which leaves nothing on the stack. */
static void keep_lent(lua_State *L, lcall *c) {
  lua_pushvalue(L, -1);
  lua_rawseti(L, MADE, LENT_TOO_PLACE);
  c->lent_too = lua_touserdata(L, -1);
}

/* Pushes the lent generator, the same one for all calls in a body. */
static int push_lent_rng(lua_State *L, lcall *c) {
  if (c->lent_too != NULL) {
    lua_rawgeti(L, MADE, LENT_TOO_PLACE);
  } else {
    lrng_push(L, c->rng);
    keep_lent(L, c);
  }
  return 1;
}

/* Pushes the arguments after the state; returns their number. */
static int push_hook_arguments(lua_State *L, lcall *c) {
  switch (c->hook) {
    case START:
    case PICK:
      return push_lent_rng(L, c);
    case WHY:
      lua_pushstring(L, c->said);
      if (c->move == 0) return 1;
      lua_pushinteger(L, c->move);
      return 2;
    case READ:
      lua_pushstring(L, c->said);
      return 1;
    case MOVES:
      push_out(L, c);
      return 1;
    case APPLY:
      lua_pushinteger(L, c->move);
      return c->rng != NULL ? 1 + push_lent_rng(L, c) : 1;
    case PRINT:
    case POLICY:
      lua_pushinteger(L, c->move);
      return 1;
    case TELL:
      lua_pushinteger(L, c->move);
      lua_pushinteger(L, c->seat);
      return 2;
    case PARTS:
      lua_pushinteger(L, c->move);
      lua_pushinteger(L, c->row + 1);
      return 2;
    case SEEN:
      return push_hide(L, c);
    case DRAW:
      lboard_push(L, c->drawing, c->seat, c->move,
                  &lrules_of(c->at.rules)->starved);
      keep_lent(L, c);
      return 1;
    case HIDE:
      lua_pushinteger(L, c->seat);
      return 1 + push_lent_rng(L, c);
    default:
      return 0;
  }
}

/* Takes back all lent values after the call. */
static void take_lent(const lcall *c) {
  if (c->s != NULL) lstate_take_back(c->s);
  if (c->lent_too == NULL) return;
  if (c->hook == DRAW) {
    lboard_close(c->lent_too);
  } else if (c->rng != NULL) {
    *c->rng = *(const tes_rng *)c->lent_too;
  }
}

static int run_hook(lua_State *L);

/* The rest of a message after "file:line: ", or NULL. */
static const char *behind_place(const char *text) {
  while ((text = strchr(text, ':')) != NULL) {
    const size_t digits = strspn(++text, "0123456789");
    if (digits > 0 && text[digits] == ':' && text[digits + 1] == ' ') {
      return text + digits + 2;
    }
  }
  return NULL;
}

/* Pushes the innermost line of Lua within the call; if no Lua function is
 * running, because ours ended with a tail call of a C function, the line where
 * ours begins. */
static void push_line_in_lua(lua_State *L) {
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Slf", &frame);
    const bool outside = lua_tocfunction(L, -1) == run_hook;
    lua_pop(L, 1);
    if (outside) {
      lua_getlocal(L, &frame, 1);
      push_place(L, lua_touserdata(L, -1));
      return;
    }
    if (frame.currentline <= 0) continue;
    lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.currentline);
    return;
  }
  lua_pushliteral(L, "");
}

/* The error handler: turns errors into strings that begin with a line of the
 * author's code. */
static int locate_error(lua_State *L) {
  const int type = lua_type(L, 1);
  if (type == LUA_TSTRING && behind_place(lua_tostring(L, 1)) != NULL) return 1;
  push_line_in_lua(L);
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    lua_pushvalue(L, 1);
  } else {
    lua_pushfstring(L, "an error that is not a string was raised (%s)",
                    lua_typename(L, type));
  }
  lua_concat(L, 2);
  return 1;
}

/* Counts only answers of the game being played, not of those below. */
static void count_answer(const lcall *c, bool kept) {
  lrules *r = lrules_of(c->at.rules);
  if (c->at.layer != lgame_of(c->at.rules)) return;
  r->asked++;
  r->refused += !kept;
}

static bool ask_one(lua_State *L, const lcall *c, tes_move move) {
  c->s->known = move;
  const int arguments = push_hook_function(L, c) + 1;
  lua_pushinteger(L, move);
  lua_call(L, arguments, 1);
  if (lua_type(L, -1) != LUA_TBOOLEAN) {
    bad_answer(L, c, "true or false", lshown_answer(L, -1));
  }
  const bool kept = lua_toboolean(L, -1);
  lua_settop(L, MADE);
  if (c->at.layer->by != BY_ALL) note_answer(L, c, move, kept);
  count_answer(c, kept);
  return kept;
}

/* Calls `keep` for each move, and removes those that it does not keep. */
static void ask_each(lua_State *L, const lcall *c) {
  tes_list *list = c->list;
  size_t count = c->before;
  for (size_t i = c->before; i < list->count; i++) {
    const tes_move move = list->moves[i];
    int kept = lcall_recall(from_within(L, c), move);
    if (kept < 0) kept = ask_one(L, c, move);
    list->moves[count] = move;
    count += (size_t)kept;
  }
  list->count = count;
}

static void run_hook_function(lua_State *L, lcall *c) {
  const int given = push_hook_function(L, c), more = push_hook_arguments(L, c);
  lua_call(L, given + more, answers[c->hook].results);
  if (answers[c->hook].read != NULL) answers[c->hook].read(L, c);
}

static int apply_plan(const lcall *c) {
  if (lverbs_fits(c->at.rules, c->at.state, c->move)) {
    lverbs_apply(c->at.rules, c->at.state, c->move);
    return TES_OK;
  }
  return tes_fail(&c->at.work->error, TES_EGAME,
                  "%s: move %lld does not consist of cells of the board: "
                  "expected a function apply for it",
                  c->at.layer->game.name, (long long)c->move);
}

/* Does what the plan declares in place of a function. */
static int run_plan(const lcall *c) {
  const tes_rules *rules = c->at.rules;
  switch (c->hook) {
    case MOVES:
      return lverbs_list(rules, c->at.state, c->list);
    case APPLY:
      return apply_plan(c);
    case RESULT:
      lverbs_result(rules, c->at.state, c->result);
      return TES_OK;
    default: {
      const int ending = lverbs_ending(rules, c->at.state);
      if (ending > 0) *c->ending = ending;
      return TES_OK;
    }
  }
}

static bool is_planned(const lcall *c) {
  return c->at.layer->planned[c->hook];
}

/* Functions that may change the state get it LENT_TO_CHANGE. */
static llending lending_of(const lcall *c) {
  const bool changes = c->hook == START || c->hook == APPLY ||
                       c->hook == HIDE || c->hook == READ;
  return changes ? LENT_TO_CHANGE : LENT;
}

/* Calls the layer's function; `keep` is called for each move. */
static void call_layer(lua_State *L, lcall *c) {
  c->s->known = c->hook != WHY ? c->move : 0;
  c->s->asked = c->decides;
  if (c->hook == KEEP) {
    ask_each(L, c);
  } else {
    run_hook_function(L, c);
  }
}

void lcall_function(lua_State *L, lcall *c) {
  if (is_planned(c)) {
    const int status = run_plan(c);
    if (status == TES_ENOMEM) lt_no_memory(L);
    if (status != TES_OK) luaL_error(L, "%s", c->at.work->error.text);
    if (c->hook == APPLY) llentstate_update(L, LENT_STATE);
    return;
  }
  c->s->lending = lending_of(c);
  c->s->changed = c->s->remembers = false;
  if (c->at.layer->limit > 0) lguard_renew(L);
  call_layer(L, c);
  lua_settop(L, MADE);
}

static int run_hook(lua_State *L) {
  lcall *c = lua_touserdata(L, 1);
  c->s = llentstate_lend(L, lrules_of(c->at.rules), c->at.state, lending_of(c),
                         c->hook == DRAW);
  lstate_push_made(L, LENT_STATE);
  TES_ASSERT(lua_gettop(L) == MADE);
  if (c->hook == DRAW && lgame_of(c->at.rules)->hiding > 0) {
    c->s->viewer = c->seat;
  }
  if (c->body != NULL) {
    c->body(L, c);
  } else {
    call_layer(L, c);
  }
  return 0;
}

static bool is_called(const char *parameter, const char *name) {
  return parameter != NULL && strcmp(parameter, name) == 0;
}

/* Does the failed function have the state as its first parameter, instead of
 * base? */
static bool is_turned(lua_State *L, const lcall *c) {
  if (!lcall_has_base(c->at.layer) || !lua_checkstack(L, 8)) return false;
  const int top = lua_gettop(L);
  push_author_function(L, c);
  const char *first = lua_getlocal(L, NULL, 1);
  const char *second = lua_getlocal(L, NULL, 2);
  lua_settop(L, top);
  return is_called(second, "base") || is_called(first, "s") ||
         is_called(first, "state");
}

/* Adds the hint that the parameters are in the wrong order. */
static void name_order(tes_error *error) {
  const tes_error was = *error;
  const char *rest = behind_place(was.text);
  const int place = rest != NULL ? (int)(rest - was.text) : 0;
  tes_fail(error, was.status, "%.*sbase comes first: function(base, s); %s",
           place, was.text, was.text + place);
}

/* Notes the function that failed, and a likely reason. */
static void note_failure(const lcall *c, int status) {
  lrules *r = lrules_of(c->at.rules);
  tes_error *error = &c->at.work->error;
  const char *fault = error->fault;
  if (r->failed == NULL) { /* unless one that it called has failed */
    r->failed = lcall_names[c->hook];
    if (status == TES_EGAME && is_turned(r->L, c)) name_order(error);
  }
  error->function = r->failed;
  error->fault = fault;
}

/* Like lcall_run, but without limits. Functions that draw are not part of the
 * rules, unless the rules call them. */
static int run_free(lcall *c) {
  lrules *r = lrules_of(c->at.rules);
  const bool ruling = r->ruling;
  r->ruling = ruling || c->hook != DRAW;
  r->failed = NULL;
  const int status = lrules_run(r, run_hook, c, 0, locate_error, c->at.work);
  r->ruling = ruling;
  if (status == TES_OK) {
    r->failed = NULL;
  } else {
    note_failure(c, status);
  }
  take_lent(c);
  return status;
}

int lcall_run(lcall *c) {
  if (c->body == NULL && is_planned(c)) return run_plan(c);
  const int limit = c->at.layer->limit;
  if (limit == 0) return run_free(c);
  lua_State *L = lrules_of(c->at.rules)->L;
  lguard_enter(L, limit);
  const int status = run_free(c);
  const bool ended = lguard_leave(L, status, c->at.layer->game.name,
                                  lcall_names[c->hook], &c->at.work->error);
  return ended ? TES_EGAME : status;
}
