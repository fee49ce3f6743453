/* lsearch.c: tesela.search and searchers that keep what they know.
 *
 * A searcher is a userdata that owns a tes_search; user value 1 is its rules,
 * user value 2 a table with the functions `evaluate` and `prior`. The core
 * calls these through hooks: a protected call with the scratch memory of the
 * next level, of a state that is lent, as in luagames/llayer.c; whatever goes
 * wrong in it ends the search with that message.
 *
 * A tree is kept from move to move by the history of the state: the moves
 * since the last search are told to the core, which looks itself whether it
 * then stands at the same position. */
#include "lsearch.h"

#include <string.h>

#include "lhistory.h"
#include "lnames.h"
#include "lt.h"

#define SEARCHER_TYPE "tesela.searcher"
#define REPORT_TYPE "tesela.report"

enum { SHOWN = 10, MOVES_BETWEEN = 32 };

typedef struct searcher {
  lrules *owner;
  tes_search *search; /* NULL when half made */
  tes_method method;
  uint32_t ply; /* where the last search began */
  size_t told;  /* bytes that the collector knows of */
  bool busy;    /* it searches, or what it found is not copied yet */
} searcher;

/* ---- reading options ---- */

/* How to search, and from HOW_LONG on what a budget says. */
static const char *const option_names[] = {
    "method",   "memory", "exploration", "margin",  "playouts", "policy",
    "evaluate", "prior",  "iterations",  "seconds", "depth",    "seed"};
enum { HOW, HOW_LONG = 8, NAMES = 12 };

/* The table at `index`, a new one if there is none: of the options `from` to
 * `to`. */
static void need_options(lua_State *L, int index, const char *function,
                         int from, int to) {
  if (lua_isnoneornil(L, index)) {
    lua_settop(L, index - 1);
    lua_newtable(L);
  }
  lnames_check(L, index, function, option_names + from, (size_t)(to - from));
}

static double number_member(lua_State *L, int options, const char *name,
                            double absent, double most) {
  if (lua_getfield(L, options, name) == LUA_TNIL) {
    lua_pop(L, 1);
    return absent;
  }
  int fits;
  const double value = lua_tonumberx(L, -1, &fits);
  if (lua_type(L, -1) != LUA_TNUMBER || !(value >= 0 && value <= most)) {
    luaL_error(L, "tesela.search: %s: expected a number in 0..%f, got %s", name,
               most, lt_tolstring(L, -1));
  }
  lua_pop(L, 1);
  return value;
}

static lua_Integer whole_member(lua_State *L, int options, const char *name,
                                lua_Integer most) {
  if (lua_getfield(L, options, name) == LUA_TNIL) {
    lua_pop(L, 1);
    return 0;
  }
  int fits;
  const lua_Integer value = lua_tointegerx(L, -1, &fits);
  if (!fits || lua_type(L, -1) != LUA_TNUMBER || value < 0 || value > most) {
    luaL_error(L, "tesela.search: %s: expected a whole number in 0..%I, got %s",
               name, (LUAI_UACINT)most, lt_tolstring(L, -1));
  }
  lua_pop(L, 1);
  return value;
}

/* Which of two words a member is; the first if absent. */
static bool is_second(lua_State *L, int options, const char *name,
                      const char *first, const char *second) {
  bool is = false;
  if (lua_getfield(L, options, name) != LUA_TNIL) {
    const char *word =
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    is = strcmp(word, second) == 0;
    if (!is && strcmp(word, first) != 0) {
      luaL_error(L, "tesela.search: %s: expected \"%s\" or \"%s\", got %s",
                 name, first, second, lt_tolstring(L, -1));
    }
  }
  lua_pop(L, 1);
  return is;
}

static const char *const hook_names[] = {"evaluate", "prior"};

/* Copies a function to the table at the top. */
static bool take_hook(lua_State *L, int options, const char *name) {
  const int type = lua_getfield(L, options, name);
  if (type != LUA_TFUNCTION && type != LUA_TNIL) {
    luaL_error(L, "tesela.search: %s: expected a function, got %s", name,
               luaL_typename(L, -1));
  }
  lua_setfield(L, -2, name);
  return type == LUA_TFUNCTION;
}

static int hook_evaluate(void *user, const tes_state *state, double *value,
                         tes_work *work);
static int hook_prior(void *user, const tes_state *state, const tes_list *moves,
                      double *weight, tes_work *work);

/* Behind a fence a search has half of the memory at most, and gets it: what
 * nobody has any more must not be in its way. */
static void make_room(lua_State *L) {
  const lt_fence *fence = lt_fence_of(L);
  if (fence != NULL && fence->used > fence->limit / 4) {
    lua_gc(L, LUA_GCCOLLECT);
  }
}

static size_t fitting(lua_State *L, const tes_search_options *o) {
  const lt_fence *fence = lt_fence_of(L);
  const size_t wanted =
      o->memory > 0 ? o->memory : tes_search_memory(o->method);
  return fence != NULL && wanted > fence->limit / 2 ? fence->limit / 2 : wanted;
}

/* An option that only the other method looks at is a mistake. */
static void refuse_foreign(lua_State *L, int options, tes_method method) {
  static const char *const of_mcts[] = {"exploration", "playouts", "policy",
                                        "prior", NULL};
  static const char *const of_alphabeta[] = {"depth", NULL};
  const char *const *name = method == TES_MCTS ? of_alphabeta : of_mcts;
  for (; *name != NULL; name++) {
    if (lua_getfield(L, options, *name) != LUA_TNIL) {
      luaL_error(L, "tesela.search: %s: only for method \"%s\"", *name,
                 method == TES_MCTS ? "alphabeta" : "mcts");
    }
    lua_pop(L, 1);
  }
}

/* Pushes the table of functions. */
static tes_search_options read_options(lua_State *L, int options) {
  tes_search_options o = {0};
  if (is_second(L, options, "method", "mcts", "alphabeta")) {
    o.method = TES_ALPHABETA;
  }
  refuse_foreign(L, options, o.method);
  o.memory = (size_t)whole_member(L, options, "memory", INT64_MAX);
  o.memory = fitting(L, &o);
  o.exploration = number_member(L, options, "exploration", 0, 1000);
  o.margin = number_member(L, options, "margin", 0, 1);
  o.uniform = is_second(L, options, "playouts", "game", "uniform");
  o.no_policy = is_second(L, options, "policy", "game", "none");
  lua_newtable(L);
  if (take_hook(L, options, hook_names[0])) o.hooks.evaluate = hook_evaluate;
  if (take_hook(L, options, hook_names[1])) o.hooks.prior = hook_prior;
  return o;
}

static tes_budget read_budget(lua_State *L, int options, tes_method method) {
  tes_budget b = {0};
  refuse_foreign(L, options, method);
  b.iterations = (uint64_t)whole_member(L, options, "iterations", INT64_MAX);
  b.seconds = number_member(L, options, "seconds", 0, 1e9);
  if (b.seconds > 0) lt_need_clock(L, "tesela.search: seconds");
  b.depth = (int)whole_member(L, options, "depth", 64);
  b.seed =
      (uint64_t)whole_member(L, options, "seed", (lua_Integer)TES_SEED_MAX);
  return b;
}

/* ---- functions in Lua, called by the core ---- */

typedef struct hook_call {
  searcher *owner;
  const tes_state *state;
  const tes_list *moves; /* NULL: evaluate */
  double *number;        /* comes back */
  size_t count;
} hook_call;

static void bad_numbers(lua_State *L, const hook_call *c, const char *name) {
  luaL_error(L, "%s() returned %s: expected a list of %d numbers %s", name,
             lt_shown(L, -1), (int)c->count, c->moves ? "from 0" : "in 0..1");
}

static void read_numbers(lua_State *L, const hook_call *c, const char *name) {
  if (!lua_istable(L, -1) || luaL_len(L, -1) != (lua_Integer)c->count) {
    bad_numbers(L, c, name);
  }
  for (size_t i = 0; i < c->count; i++) {
    int fits;
    lua_geti(L, -1, (lua_Integer)i + 1);
    const double number = lua_tonumberx(L, -1, &fits);
    if (!fits || !(number >= 0 && number <= (c->moves ? 1e9 : 1))) {
      lua_pushfstring(L, "%s as item %d", lt_shown(L, -1), (int)i + 1);
      bad_numbers(L, c, name);
    }
    lua_pop(L, 1);
    c->number[i] = number;
  }
}

/* 1 the call, 2 the searcher. */
static int call_protected(lua_State *L) {
  const hook_call *c = lua_touserdata(L, 1);
  lua_getiuservalue(L, 2, 1);
  lstate *lent = lstate_lend(L, 3, c->state, LENT);
  lua_getiuservalue(L, 2, 2);
  lua_getfield(L, -1, hook_names[c->moves != NULL]);
  lua_pushvalue(L, 4);
  if (c->moves != NULL) {
    lua_createtable(L, (int)c->count, 0);
    for (size_t i = 0; i < c->count; i++) {
      lua_pushinteger(L, c->moves->moves[i]);
      lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
  }
  const int status = lua_pcall(L, c->moves != NULL ? 2 : 1, 1, 0);
  lent->state = NULL;
  if (status != LUA_OK) return lua_error(L);
  read_numbers(L, c, hook_names[c->moves != NULL]);
  return 0;
}

/* The searcher is at 1 in the function that runs the search. */
static int call_hook(hook_call c, tes_work *work) {
  return lrules_run(c.owner->owner, call_protected, &c, 1, NULL, work);
}

static int hook_evaluate(void *user, const tes_state *state, double *value,
                         tes_work *work) {
  searcher *s = user;
  return call_hook((hook_call){.owner = s,
                               .state = state,
                               .number = value,
                               .count = (size_t)s->owner->rules->seats},
                   work);
}

static int hook_prior(void *user, const tes_state *state, const tes_list *moves,
                      double *weight, tes_work *work) {
  return call_hook((hook_call){.owner = user,
                               .state = state,
                               .moves = moves,
                               .number = weight,
                               .count = moves->count},
                   work);
}

/* ---- making one ---- */

/* Pushes a searcher for the rules at `rules`. */
static searcher *push_searcher(lua_State *L, int rules, int options) {
  tes_error error;
  lrules *r = lua_touserdata(L, rules);
  searcher *s = lua_newuserdatauv(L, sizeof *s, 2);
  memset(s, 0, sizeof *s);
  s->owner = r;
  luaL_setmetatable(L, SEARCHER_TYPE);
  lua_pushvalue(L, rules);
  lua_setiuservalue(L, -2, 1);
  tes_search_options o = read_options(L, options);
  lua_setiuservalue(L, -2, 2);
  o.hooks.user = s;
  s->method = o.method;
  make_room(L);
  s->search = tes_search_new(r->rules, &o, &error);
  if (s->search == NULL) {
    if (strcmp(error.text, "out of memory") == 0) lt_no_memory(L);
    luaL_error(L, "tesela.search: %s", error.text);
  }
  return s;
}

/* tesela.searcher(rules, options) */
int lsearch_new(lua_State *L) {
  lrules_check(L, 1, "tesela.searcher");
  need_options(L, 2, "tesela.searcher", HOW, HOW_LONG);
  push_searcher(L, 1, 2);
  return 1;
}

static int searcher_gc(lua_State *L) {
  searcher *s = luaL_checkudata(L, 1, SEARCHER_TYPE);
  if (s->busy) return luaL_error(L, "this searcher is at work");
  tes_search_free(s->search);
  s->search = NULL;
  return 0;
}

/* ---- the report ---- */

static void set_proof(lua_State *L, tes_proof proof) {
  static const char *const names[] = {[TES_UNPROVEN] = NULL,
                                      [TES_WIN] = "win",
                                      [TES_DRAW] = "draw",
                                      [TES_LOSS] = "loss"};
  if (names[proof] == NULL) return;
  lua_pushstring(L, names[proof]);
  lua_setfield(L, -2, "proof");
}

static void set_integer(lua_State *L, const char *key, uint64_t value) {
  lua_pushinteger(L, (lua_Integer)value);
  lua_setfield(L, -2, key);
}

static void set_number(lua_State *L, const char *key, double value) {
  lua_pushnumber(L, value);
  lua_setfield(L, -2, key);
}

static void push_text(lua_State *L, lrules *r, const tes_state *state,
                      tes_move move) {
  tes_text *text = lrules_text(r);
  lrules_must(L, r, tes_print(r->rules, state, move, text, lrules_work(L, r)));
  lt_push_text(L, text);
}

static void push_seen(lua_State *L, lrules *r, const tes_state *state,
                      const tes_seen *seen) {
  lua_createtable(L, 0, 6);
  push_text(L, r, state, seen->move);
  lua_setfield(L, -2, "text");
  set_integer(L, "move", (uint64_t)seen->move);
  set_integer(L, "visits", seen->visits);
  set_number(L, "value", seen->value);
  set_proof(L, seen->proof);
  if (!seen->bound) return;
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "bound");
}

static void push_moves(lua_State *L, lrules *r, const tes_state *state,
                       const tes_found *found) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (size_t i = 0; i < found->count; i++) {
    if (found->moves[i].visits == 0) continue;
    push_seen(L, r, state, &found->moves[i]);
    lua_rawseti(L, -2, ++n);
  }
}

/* Plays on the state. */
static void push_line(lua_State *L, lrules *r, tes_state *now,
                      const tes_found *found) {
  lua_newtable(L);
  for (size_t i = 0; i < found->length; i++) {
    push_text(L, r, now, found->line[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
    lrules_must(L, r,
                tes_apply(r->rules, now, found->line[i], lrules_work(L, r)));
  }
}

/* Plays on the state in the end. */
static void push_report(lua_State *L, const searcher *s, tes_state *state,
                        const tes_found *f) {
  lrules *r = s->owner;
  lua_createtable(L, 0, 12);
  luaL_setmetatable(L, REPORT_TYPE);
  lua_pushstring(L, s->method == TES_MCTS ? "mcts" : "alphabeta");
  lua_setfield(L, -2, "method");
  set_integer(L, "iterations", f->iterations);
  set_integer(L, "kept", f->kept);
  set_number(L, "seconds", lt_has_clock(L) ? f->seconds : 0);
  set_integer(L, "depth", (uint64_t)f->depth);
  set_integer(L, "memory", f->memory);
  set_number(L, "value", f->value);
  set_proof(L, f->proof);
  if (f->plies > 0) set_integer(L, "plies", (uint64_t)f->plies);
  lua_pushboolean(L, f->full);
  lua_setfield(L, -2, "full");
  push_text(L, r, state, f->best);
  lua_setfield(L, -2, "best");
  push_moves(L, r, state, f);
  lua_setfield(L, -2, "moves");
  push_line(L, r, state, f);
  lua_setfield(L, -2, "line");
}

/* ---- as text ---- */

static lua_Number number_at(lua_State *L, int table, const char *key) {
  lua_getfield(L, table, key);
  const lua_Number number = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return number;
}

/* The text of a member, which stays on the stack. */
static const char *text_at(lua_State *L, int table, const char *key) {
  if (lua_getfield(L, table, key) == LUA_TNIL) return "";
  return lt_tolstring(L, -1);
}

static void put_head(lua_State *L, tes_text *text) {
  const lua_Number seconds = number_at(L, 1, "seconds");
  const lua_Number done = number_at(L, 1, "iterations");
  tes_put(text, "%s: %.0f iterations in %.2f s", text_at(L, 1, "method"), done,
          seconds);
  if (seconds > 0) tes_put(text, " (%.0f a second)", done / seconds);
  tes_put(text, ", depth %.0f, %.1f MB", number_at(L, 1, "depth"),
          number_at(L, 1, "memory") / (1 << 20));
  const lua_Number kept = number_at(L, 1, "kept");
  if (kept > 0) tes_put(text, ", %.0f visits kept", kept);
  tes_put(text, "\n");
}

static void put_seen(lua_State *L, int seen, tes_text *text) {
  const char *proof = text_at(L, seen, "proof");
  const bool bound = lua_getfield(L, seen, "bound") != LUA_TNIL;
  tes_put(text, "%9.0f  %s%.3f  %s%s%s\n", number_at(L, seen, "visits"),
          bound ? "<=" : "  ", number_at(L, seen, "value"),
          text_at(L, seen, "text"), *proof != '\0' ? "  " : "", proof);
}

static void put_moves(lua_State *L, tes_text *text) {
  lua_getfield(L, 1, "moves");
  const int moves = lua_gettop(L);
  const lua_Integer count = luaL_len(L, moves);
  tes_put(text, "   visits    value  move\n");
  for (lua_Integer i = 1; i <= count && i <= SHOWN; i++) {
    lua_geti(L, moves, i);
    put_seen(L, moves + 1, text);
    lua_settop(L, moves);
  }
  if (count > SHOWN) tes_put(text, "  and %d more\n", (int)count - SHOWN);
}

static void put_line(lua_State *L, tes_text *text) {
  lua_getfield(L, 1, "line");
  const int line = lua_gettop(L);
  const lua_Integer count = luaL_len(L, line);
  tes_put(text, "line:");
  for (lua_Integer i = 1; i <= count && i <= 2 * SHOWN; i++) {
    lua_geti(L, line, i);
    tes_put(text, " %s", lt_tolstring(L, -1));
    lua_settop(L, line);
  }
  const char *proof = text_at(L, 1, "proof");
  if (*proof == '\0') return;
  tes_put(text, "\nproven: %s", proof);
  const lua_Number plies = number_at(L, 1, "plies");
  if (plies > 0) tes_put(text, " within %.0f plies", plies);
}

/* As realloc, for a text whose memory is the userdata at 2. Errors of Lua
 * pass. */
static void *grow(void *user, void *block, size_t old_size, size_t new_size) {
  lua_State *L = user;
  if (new_size == 0) return NULL;
  void *larger = lua_newuserdatauv(L, new_size, 0);
  if (block != NULL) memcpy(larger, block, old_size);
  lua_replace(L, 2);
  return larger;
}

static int report_tostring(lua_State *L) {
  if (!lua_istable(L, 1)) return lt_expected(L, 1, "tostring", "a report");
  const tes_alloc alloc = {grow, L};
  tes_text text;
  lua_settop(L, 1);
  lua_pushnil(L);
  tes_text_init(&text, &alloc);
  put_head(L, &text);
  put_moves(L, &text);
  put_line(L, &text);
  lt_push_text(L, &text);
  return 1;
}

/* ---- searching ---- */

/* Tells the moves that were made since the last search, as far as the history
 * of the state at 2 knows them: it stands at `from`. */
static int follow(lua_State *L, searcher *s, const tes_state *from) {
  tes_move moves[MOVES_BETWEEN];
  int status = TES_OK;
  const uint32_t count = from->ply - s->ply;
  if (count == 0 || count > MOVES_BETWEEN) return TES_OK;
  if (lhistory_last(L, 2, count, moves) != count) return TES_OK;
  for (uint32_t i = 0; i < count && status == TES_OK; i++) {
    status = tes_search_play(s->search, moves[i], lrules_work(L, s->owner));
  }
  return status;
}

/* What the core found at 1, copied where the collector keeps it. */
static int copy_found(lua_State *L) {
  const tes_found *found = lua_touserdata(L, 1);
  const size_t moves = found->count * sizeof(tes_seen);
  const size_t line = found->length * sizeof(tes_move);
  tes_found *copy = lua_newuserdatauv(L, sizeof *copy + moves + line, 0);
  *copy = *found;
  tes_seen *seen = (tes_seen *)(copy + 1);
  tes_move *best = (tes_move *)(seen + found->count);
  if (moves > 0) memcpy(seen, found->moves, moves);
  if (line > 0) memcpy(best, found->line, line);
  copy->moves = seen;
  copy->line = best;
  return 1;
}

/* Searches, and pushes what was found. It lies in the searcher's own memory:
 * until it is copied nobody searches there again, a finalizer least of all,
 * which may run when the copy is made. */
static const tes_found *find(lua_State *L, searcher *s, const tes_state *from,
                             tes_budget budget) {
  tes_found found;
  int copied = LUA_OK;
  s->busy = true;
  int status = follow(L, s, from);
  if (status == TES_OK) {
    s->ply = from->ply;
    status = tes_search_run(s->search, from, budget, &found,
                            lrules_work(L, s->owner));
  }
  if (status == TES_OK) {
    lua_pushcfunction(L, copy_found);
    lua_pushlightuserdata(L, &found);
    copied = lua_pcall(L, 1, 1, 0);
  }
  s->busy = false;
  lrules_must(L, s->owner, status);
  if (copied != LUA_OK) lua_error(L);
  return lua_touserdata(L, -1);
}

/* The collector sees only the userdata: it is told how the rest has grown. */
static void tell_collector(lua_State *L, searcher *s, size_t bytes) {
  if (bytes <= s->told) return;
  lua_gc(L, LUA_GCSTEP, (int)((bytes - s->told) / 1024) + 1);
  s->told = bytes;
}

/* The searcher at 1 looks at the state at 2 with the budget at 3: at a copy,
 * for finalizers may play on the state at any time. */
static int run(lua_State *L, searcher *s, lstate *state) {
  const tes_rules *rules = s->owner->rules;
  const tes_budget budget = read_budget(L, 3, s->method);
  make_room(L);
  tes_state *from = lua_newuserdatauv(L, rules->state_size, 0);
  lstate_work(L, state);
  tes_copy(rules, from, state->state);
  const tes_found *found = find(L, s, from, budget);
  lua_pushinteger(L, found->best);
  push_report(L, s, from, found);
  tell_collector(L, s, found->memory);
  return 2;
}

static searcher *check_searcher(lua_State *L, const char *function) {
  searcher *s = luaL_testudata(L, 1, SEARCHER_TYPE);
  if (s == NULL) lt_expected(L, 1, function, "a searcher (tesela.searcher)");
  if (s->search == NULL) luaL_error(L, "%s: this searcher is closed", function);
  if (s->owner->rules == NULL) {
    luaL_error(L, "%s: the rules of this searcher are closed", function);
  }
  if (s->busy) luaL_error(L, "%s: this searcher is at work", function);
  return s;
}

/* searcher:search(state, budget) */
static int searcher_search(lua_State *L) {
  static const char *const name = "searcher:search";
  searcher *s = check_searcher(L, name);
  lstate *state = lstate_check(L, 2, name);
  need_options(L, 3, name, HOW_LONG, NAMES);
  if (!lrules_same(state->owner->rules, s->owner->rules)) {
    return luaL_error(L, "%s: expected a state of the searcher's rules", name);
  }
  return run(L, s, state);
}

static int searcher_clear(lua_State *L) {
  searcher *s = check_searcher(L, "searcher:clear");
  tes_search_clear(s->search);
  return 0;
}

/* tesela.search(state, options) */
int lsearch_search(lua_State *L) {
  lstate *state = lstate_check(L, 1, "tesela.search");
  need_options(L, 2, "tesela.search", HOW, NAMES);
  lua_settop(L, 2);
  lua_getiuservalue(L, 1, 1);
  searcher *s = push_searcher(L, 3, 2);
  lua_replace(L, 3);
  lua_rotate(L, 1, 1); /* the searcher, the state, the options */
  const int results = run(L, s, state);
  tes_search_free(s->search);
  s->search = NULL;
  return results;
}

static const luaL_Reg methods[] = {
    {"search", searcher_search}, {"clear", searcher_clear}, {NULL, NULL}};

static const luaL_Reg metamethods[] = {{"__gc", searcher_gc}, {NULL, NULL}};

void lsearch_register(lua_State *L) {
  luaL_newmetatable(L, SEARCHER_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  luaL_newmetatable(L, REPORT_TYPE);
  lua_pushcfunction(L, report_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pop(L, 1);
}
