/* lsearch.c: tesela.search, and searchers that keep their results.
 *
 * A searcher is a userdata that owns a tes_search; user value 1 is its rules,
 * user value 2 a table with the functions `evaluate` and `prior`. The core
 * calls these through hooks. Each call is protected and gets the scratch memory
 * of the next level and a lent state, as in luagames/call/lcall.c; an error
 * ends the search with its message.
 *
 * If there is a clock, a search reports its progress to the function `progress`
 * of its budget, and to the watcher, a function of the script library that
 * informs the person at the screen, whichever code searches.
 *
 * SIGINT ends a search. If the person at the screen called it directly, they
 * want its result so far; the program decides whether they did (linterrupt.h).
 *
 * Several threads search together if no function in Lua is called and there is
 * no fence. Progress functions run while all other threads pause.
 *
 * A tree is kept from move to move with the help of the state's history: the
 * core gets the moves since the last search, and checks whether they lead to
 * the same position. */
#define _POSIX_C_SOURCE 200809L
#include "lsearch.h"

#include <string.h>
#include <time.h>

#include "lsearchreport.h"
#include "luagames/call/llentstate.h"
#include "luagames/lgame.h"
#include "lweights.h"
#include "states/lhistory.h"
#include "values/linterrupt.h"
#include "values/lnames.h"
#include "values/lshown.h"
#include "values/ltypes.h"

#define SEARCHER_TYPE "tesela.searcher"

enum { MOVES_BETWEEN = 32 };

typedef struct searcher {
  lrules *owner;
  tes_search *search; /* NULL when half made */
  tes_method method;
  uint32_t ply; /* of the start of the last search */
  size_t told;  /* bytes reported to the collector */
  bool busy;    /* searching, or the result is not copied yet */
} searcher;

/* ---- reading options ---- */

/* The options of a search; from HOW_LONG on, those of a budget. */
static const char *const option_names[] = {
    "method",     "memory",   "exploration", "margin",  "playouts",   "policy",
    "reductions", "evaluate", "prior",       "weights", "iterations", "seconds",
    "depth",      "seed",     "progress",    "every",   "threads",    "settle"};
enum { HOW, HOW_LONG = 10, NAMES = 18 };

/* Checks that the table at `index` has only options from `from` to `to`. If
 * there is no table, puts an empty one there. */
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
               most, lshown_got(L, -1));
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
               name, (LUAI_UACINT)most, lshown_got(L, -1));
  }
  lua_pop(L, 1);
  return value;
}

static bool truth_member(lua_State *L, int options, const char *name) {
  const int type = lua_getfield(L, options, name);
  if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
    luaL_error(L, "tesela.search: %s: expected true or false, got %s", name,
               lshown_got(L, -1));
  }
  const bool is = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return is;
}

/* Is an option the second of two words? The first is the default. */
static bool is_second(lua_State *L, int options, const char *name,
                      const char *first, const char *second) {
  bool is = false;
  if (lua_getfield(L, options, name) != LUA_TNIL) {
    const char *word = lt_word(L, -1);
    is = word != NULL && strcmp(word, second) == 0;
    if (word == NULL || (!is && strcmp(word, first) != 0)) {
      luaL_error(L, "tesela.search: %s: expected \"%s\" or \"%s\", got %s",
                 name, first, second, lshown_got(L, -1));
    }
  }
  lua_pop(L, 1);
  return is;
}

static const char *const hook_names[] = {"evaluate", "prior"};

/* Pushes a function, or nil. Is there one? */
static bool push_hook(lua_State *L, int options, const char *name) {
  const int type = lua_getfield(L, options, name);
  if (type != LUA_TFUNCTION && type != LUA_TNIL) {
    luaL_error(L, "tesela.search: %s: expected a function, got %s", name,
               lt_push_got(L, -1));
  }
  return type == LUA_TFUNCTION;
}

/* Copies a function to the table at the top. Was it given? */
static bool take_hook(lua_State *L, int options, const char *name) {
  const bool given = push_hook(L, options, name);
  lua_setfield(L, -2, name);
  return given;
}

static int hook_evaluate(void *user, const tes_state *state, double *value,
                         tes_work *work);
static int hook_prior(void *user, const tes_state *state, const tes_list *moves,
                      double *weight, tes_work *work);

/* With a fence (ltypes.h) a search may use at most half of the memory;
 * collecting garbage makes room for it. */
static void make_room(lua_State *L) {
  const lt_fence *fence = lt_fence_of(L);
  if (fence != NULL && fence->used > fence->limit / 4) {
    lua_gc(L, LUA_GCCOLLECT);
  }
}

static size_t fitting_memory(lua_State *L, const tes_search_options *o) {
  const lt_fence *fence = lt_fence_of(L);
  const size_t wanted =
      o->memory > 0 ? o->memory : tes_search_memory(o->method);
  return fence != NULL && wanted > fence->limit / 2 ? fence->limit / 2 : wanted;
}

/* Refuses options that only the other method uses. */
static void refuse_foreign(lua_State *L, int options, tes_method method) {
  static const char *const of_mcts[] = {"exploration", "playouts", "policy",
                                        "prior",       "settle",   NULL};
  static const char *const of_alphabeta[] = {"depth", "reductions", NULL};
  const char *const *name = method == TES_MCTS ? of_alphabeta : of_mcts;
  for (; *name != NULL; name++) {
    if (lua_getfield(L, options, *name) != LUA_TNIL) {
      luaL_error(L, "tesela.search: %s: only for method \"%s\"", *name,
                 method == TES_MCTS ? "alphabeta" : "mcts");
    }
    lua_pop(L, 1);
  }
}

/* Reads the options; pushes the table of functions. */
static tes_search_options read_options(lua_State *L, int options,
                                       const lrules *r) {
  tes_search_options o = {0};
  if (is_second(L, options, "method", "mcts", "alphabeta")) {
    o.method = TES_ALPHABETA;
  }
  refuse_foreign(L, options, o.method);
  o.memory = (size_t)whole_member(L, options, "memory", INT64_MAX);
  o.memory = fitting_memory(L, &o);
  o.exploration = number_member(L, options, "exploration", 0, 1000);
  o.margin = number_member(L, options, "margin", 0, 1);
  o.uniform = is_second(L, options, "playouts", "game", "uniform");
  o.no_policy = is_second(L, options, "policy", "game", "none");
  o.reductions = is_second(L, options, "reductions", "none", "late");
  const bool learnt = lua_getfield(L, options, "weights") != LUA_TNIL;
  if (learnt) o.weights = lweights_check(L, -1, r, "tesela.search");
  lua_pop(L, 1);
  lua_newtable(L);
  lua_getfield(L, options, "weights"); /* must live as long */
  lua_setfield(L, -2, "weights");
  if (take_hook(L, options, hook_names[0])) o.hooks.evaluate = hook_evaluate;
  if (take_hook(L, options, hook_names[1])) o.hooks.prior = hook_prior;
  return o;
}

/* The number of threads; only 1 in a sandbox, or for a game with functions in
 * Lua. */
static int read_threads(lua_State *L, int options, const searcher *s) {
  const lgame *game = lgame_of(s->owner->rules);
  const lua_Integer n = whole_member(L, options, "threads", TES_THREADS_MAX);
  const bool alone =
      lt_fence_of(L) != NULL || (game != NULL && lgame_has_function(game));
  return alone ? 1 : (int)n;
}

static tes_budget read_budget(lua_State *L, int options, const searcher *s) {
  tes_budget b = {0};
  refuse_foreign(L, options, s->method);
  b.threads = read_threads(L, options, s);
  b.iterations = (uint64_t)whole_member(L, options, "iterations", INT64_MAX);
  b.seconds = number_member(L, options, "seconds", 0, 1e9);
  if (b.seconds > 0) lt_need_clock(L, "tesela.search: seconds");
  b.every = number_member(L, options, "every", 0, 1e9);
  b.settle = truth_member(L, options, "settle");
  b.depth = (int)whole_member(L, options, "depth", 64);
  b.seed =
      (uint64_t)whole_member(L, options, "seed", (lua_Integer)TES_SEED_MAX);
  return b;
}

/* ---- functions in Lua, called by the core ---- */

typedef struct hook_call {
  searcher *owner;
  const tes_state *state;
  const tes_list *moves; /* for `prior`; NULL for `evaluate` */
  double *number;        /* the result */
  size_t count;
} hook_call;

static void bad_numbers(lua_State *L, const hook_call *c, const char *name,
                        const char *came) {
  luaL_error(L, "%s() returned %s: expected a list of %d numbers %s", name,
             came, (int)c->count, c->moves ? "of at least 0" : "in 0..1");
}

static void read_answers(lua_State *L, const hook_call *c, const char *name) {
  if (!lua_istable(L, -1) || luaL_len(L, -1) != (lua_Integer)c->count) {
    bad_numbers(L, c, name, lshown_answer(L, -1));
  }
  for (size_t i = 0; i < c->count; i++) {
    int fits;
    lua_geti(L, -1, (lua_Integer)i + 1);
    const double number = lua_tonumberx(L, -1, &fits);
    if (!fits || !(number >= 0 && number <= (c->moves ? 1e9 : 1))) {
      const char *item = lshown_got(L, -1);
      bad_numbers(L, c, name,
                  lua_pushfstring(L, "%s as item %d", item, (int)i + 1));
    }
    lua_pop(L, 1);
    c->number[i] = number;
  }
}

/* Stack: 1 the call, 2 the searcher. */
static int call_protected(lua_State *L) {
  const hook_call *c = lua_touserdata(L, 1);
  lua_getiuservalue(L, 2, 1);
  lstate *lent = llentstate_lend(L, c->owner->owner, c->state, LENT, false);
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
  lstate_take_back(lent);
  if (status != LUA_OK) return lua_error(L);
  read_answers(L, c, hook_names[c->moves != NULL]);
  return 0;
}

/* The function that runs the search has the searcher at 1. */
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

/* ---- making a searcher ---- */

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
  tes_search_options o = read_options(L, options, r);
  lua_setiuservalue(L, -2, 2);
  o.hooks.user = s;
  s->method = o.method;
  make_room(L);
  s->search = tes_search_new(r->rules, &o, &error);
  if (s->search == NULL && error.status == TES_ENOMEM) {
    lua_gc(L, LUA_GCCOLLECT); /* old searchers may be garbage */
    s->search = tes_search_new(r->rules, &o, &error);
  }
  if (s->search == NULL) {
    if (error.status == TES_ENOMEM) lt_no_memory(L);
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
  if (s->busy) return luaL_error(L, "this searcher is busy");
  tes_search_free(s->search);
  s->search = NULL;
  return 0;
}

/* ---- progress ---- */

/* Stack of a run: 1 the searcher, 2 the state, 3 the budget, and these. */
enum { PROGRESS = 4, WATCHER };

typedef struct search_run {
  searcher *s;
  const tes_state *from;
  double used;          /* seconds before it began */
  const tes_found *now; /* the progress to report */
  bool direct;          /* called directly by the user's code */
  bool watched;         /* the watcher received a report */
  bool enough;          /* a function asked to end the search */
} search_run;

static const char watcher_key[] = "tesela.watcher";

/* watching.set(f): sets the watcher (nil: none) and returns the previous one.
 * The watcher is called with a report and whether the user's own code searches;
 * and, at the end of such a search, with nil and whether it was interrupted. */
static int set_watcher(lua_State *L) {
  if (!lua_isnoneornil(L, 1)) luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, watcher_key);
  lua_insert(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, watcher_key);
  return 1;
}

int lsearch_open_watching(lua_State *L) {
  static const luaL_Reg functions[] = {{"set", set_watcher}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}

/* Stack: 1 the run, 2 the function. */
static int tell_protected(lua_State *L) {
  search_run *r = lua_touserdata(L, 1);
  lrules *owner = r->s->owner;
  tes_found found = *r->now;
  found.seconds += r->used;
  tes_state *state = lua_newuserdatauv(L, owner->rules->state_size, 0);
  tes_copy(owner->rules, state, r->from);
  lua_pushvalue(L, 2);
  lsearchreport_push(L, owner, r->s->method, state, &found, LREPORT_SHOWN);
  lua_pushboolean(L, r->direct);
  lua_call(L, 2, 1);
  if (lua_toboolean(L, -1)) r->enough = true;
  return 0;
}

static int hook_progress(void *user, const tes_found *so_far, tes_work *work) {
  search_run *r = user;
  lrules *owner = r->s->owner;
  int status = TES_OK;
  r->now = so_far;
  if (!lua_isnil(owner->L, PROGRESS)) {
    status = lrules_run(owner, tell_protected, r, PROGRESS, NULL, work);
  }
  if (status == TES_OK && !lua_isnil(owner->L, WATCHER)) {
    r->watched = true;
    status = lrules_run(owner, tell_protected, r, WATCHER, NULL, work);
  }
  return status == TES_OK && r->enough ? TES_ESTOPPED : status;
}

/* An error here changes nothing: the search has already ended. */
static void tell_end(lua_State *L, const search_run *r, bool interrupted) {
  if (!r->watched) return;
  const tes_error error = r->s->owner->work->error;
  const int top = lua_gettop(L);
  lua_pushvalue(L, WATCHER);
  lua_pushnil(L);
  lua_pushboolean(L, interrupted);
  lua_pcall(L, 2, 0, 0);
  lua_settop(L, top);
  r->s->owner->work->error = error;
}

/* ---- searching ---- */

/* Reports to the core the moves made since the last search, as far as the
 * history of the state at 2 knows them. `from` is that state's position. */
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

/* Finalizers, and metamethods of the arguments, may have closed the searcher or
 * started a search with it. */
static void check_free(lua_State *L, const searcher *s, const char *function) {
  if (s->search == NULL) luaL_error(L, "%s: this searcher is closed", function);
  if (s->busy) luaL_error(L, "%s: this searcher is busy", function);
}

/* Copies the core's result at 1 to collectable memory. */
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

/* Was the search stopped, but does its result so far satisfy the caller? Then
 * no error is raised. */
static bool makes_do(lua_State *L, int status, const tes_found *found) {
  const linterrupt *interrupt = ltesela_interrupt();
  return status == TES_ESTOPPED && found->best != 0 &&
         interrupt->take != NULL && interrupt->take(L);
}

/* Searches, and pushes a copy of the result. The original's arrays are in the
 * searcher's memory, so no other search may use the searcher until the copy is
 * complete, not even one in a finalizer that runs during the copy. */
static const tes_found *find_best(lua_State *L, search_run *r,
                                  tes_budget budget) {
  searcher *s = r->s;
  tes_found found;
  int copied = LUA_OK;
  const bool asked = ltesela_interrupt()->asked;
  check_free(L, s, "searcher:search");
  s->busy = true;
  int status = follow(L, s, r->from);
  if (status == TES_OK) {
    s->ply = r->from->ply;
    status = tes_search_run(s->search, r->from, budget, &found,
                            lrules_work(L, s->owner));
    if (status == TES_ESTOPPED && r->enough) status = TES_OK;
    const bool interrupted = status == TES_ESTOPPED;
    if (!asked && makes_do(L, status, &found)) status = TES_OK;
    tell_end(L, r, interrupted);
  }
  if (status == TES_OK) {
    found.seconds += r->used;
    lua_pushcfunction(L, copy_found);
    lua_pushlightuserdata(L, &found);
    copied = lua_pcall(L, 1, 1, 0);
  }
  s->busy = false;
  lrules_must(L, s->owner, status);
  if (copied != LUA_OK) lua_error(L);
  return lua_touserdata(L, -1);
}

/* The collector sees only the userdata, and a generational collector hardly
 * ever examines old ones again, so garbage is collected whenever searches have
 * allocated this much memory. */
enum { MUCH = 64 << 20 };
static const char taken_key[] = "tesela.search.taken";

static void tell_collector(lua_State *L, searcher *s, size_t bytes) {
  if (bytes <= s->told) return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, taken_key);
  lua_Integer taken = lua_tointeger(L, -1) + (lua_Integer)(bytes - s->told);
  lua_pop(L, 1);
  s->told = bytes;
  if (taken >= MUCH) {
    lua_gc(L, LUA_GCCOLLECT);
    taken = 0;
  }
  lua_pushinteger(L, taken);
  lua_rawsetp(L, LUA_REGISTRYINDEX, taken_key);
}

static double now_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Pushes the two functions that may receive progress. */
static void push_listeners(lua_State *L, int options, tes_budget *budget,
                           search_run *r) {
  const bool told = push_hook(L, options, "progress");
  const bool watched =
      lua_rawgetp(L, LUA_REGISTRYINDEX, watcher_key) != LUA_TNIL;
  if (!(told || watched) || !lt_has_clock(L)) return;
  r->direct = lt_is_direct(L);
  budget->progress = hook_progress;
  budget->user = r;
}

/* Searches with the searcher at 1, from a copy of the state at 2 (finalizers
 * may make moves on the state at any time), with the budget at 3. The time
 * since `since`, for making the searcher, is part of the budget. */
static int search(lua_State *L, searcher *s, lstate *state, double since) {
  const tes_rules *rules = s->owner->rules;
  tes_budget budget = read_budget(L, 3, s);
  search_run r = {.s = s};
  lua_settop(L, 3);
  push_listeners(L, 3, &budget, &r);
  make_room(L);
  tes_state *from = lua_newuserdatauv(L, rules->state_size, 0);
  lstate_work(L, state);
  tes_copy(rules, from, state->state);
  r.from = from;
  r.used = now_seconds() - since;
  if (budget.seconds > 0) {
    budget.seconds = budget.seconds > r.used ? budget.seconds - r.used : 1e-9;
  }
  const tes_found *found = find_best(L, &r, budget);
  lua_pushinteger(L, found->best);
  lsearchreport_push(L, s->owner, s->method, from, found, found->count);
  tell_collector(L, s, found->memory);
  return 2;
}

static searcher *check_searcher(lua_State *L, const char *function) {
  searcher *s = luaL_testudata(L, 1, SEARCHER_TYPE);
  if (s == NULL) lt_expected(L, 1, function, "a searcher (tesela.searcher)");
  check_free(L, s, function);
  if (lrules_closed(s->owner)) {
    luaL_error(L, "%s: the rules of this searcher are closed", function);
  }
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
  return search(L, s, state, now_seconds());
}

static int searcher_clear(lua_State *L) {
  searcher *s = check_searcher(L, "searcher:clear");
  tes_search_clear(s->search);
  return 0;
}

/* tesela.search(state, options) */
int lsearch_search(lua_State *L) {
  const double since = now_seconds();
  lstate *state = lstate_check(L, 1, "tesela.search");
  need_options(L, 2, "tesela.search", HOW, NAMES);
  lua_settop(L, 2);
  lua_getiuservalue(L, 1, 1);
  searcher *s = push_searcher(L, 3, 2);
  lua_replace(L, 3);
  lua_rotate(L, 1, 1); /* now: the searcher, the state, the options */
  const int results = search(L, s, state, since);
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
}
