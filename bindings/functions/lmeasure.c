/* lmeasure.c: see lmeasure.h. */
#include "lmeasure.h"

#include <string.h>

#include "luagames/call/lplay.h"
#include "runtime/insight.h"
#include "states/lstate.h"
#include "values/lnames.h"
#include "values/lrng.h"
#include "values/lshown.h"
#include "values/ltypes.h"

/* ---- from the start ---- */

/* A whole number in the table at 2. */
typedef struct int_field {
  const char *name;
  lua_Integer absent, least, most;
} int_field;

static const int_field seed_field = {"seed", 0, 0, (lua_Integer)TES_SEED_MAX};

static lua_Integer integer_field(lua_State *L, const char *function,
                                 int_field w) {
  if (lua_getfield(L, 2, w.name) == LUA_TNIL) {
    lua_pop(L, 1);
    return w.absent;
  }
  int fits;
  const lua_Integer value = lua_tointegerx(L, -1, &fits);
  if (!fits || lua_type(L, -1) != LUA_TNUMBER || value < w.least ||
      value > w.most) {
    luaL_error(L, "%s: %s: expected a whole number in %I..%I, got %s", function,
               w.name, (LUAI_UACINT)w.least, (LUAI_UACINT)w.most,
               lshown_got(L, -1));
  }
  lua_pop(L, 1);
  return value;
}

static bool flag(lua_State *L, const char *name) {
  lua_getfield(L, 2, name);
  const bool set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

/* Plays a random game: with listed moves, or with moves drawn as in searches,
 * or in the fastest way, which must end in the same position as with listed
 * moves. */
static int64_t play_one(lrules *r, tes_state *state, tes_rng *rng, bool listed,
                        bool drawn, tes_work *work) {
  if (listed) return tes_playout_listed(r->rules, state, rng, work);
  if (drawn && has_pick(r->rules)) {
    return insight_rollout(r->rules, state, rng, work);
  }
  return lplay_playout(r->rules, state, rng, work);
}

/* rules:playouts{ games =, seed =, listed =, drawn = }: plays random games from
 * the start, uniform unless `pick` draws the moves. Returns their total number
 * of plies, and a signature of their final positions. */
int lmeasure_playouts(lua_State *L) {
  static const char *const name = "rules:playouts";
  static const char *const options[] = {"games", "seed", "listed", "drawn"};
  lrules *r = lrules_check(L, 1, name);
  lnames_check(L, 2, name, options, 4);
  const lua_Integer games =
      integer_field(L, name, (int_field){"games", 1, 0, INT32_MAX});
  const bool listed = flag(L, "listed"), drawn = flag(L, "drawn");
  uint64_t signature = 0;
  int64_t plies = 0;
  tes_rng rng;
  tes_rng_seed(&rng, (uint64_t)integer_field(L, name, seed_field));
  lstate *s = lstate_push(L, 1);
  for (lua_Integer i = 0; i < games; i++) {
    lrules_must(L, r,
                tes_start_rng(r->rules, s->state, &rng, lrules_work(L, r)));
    const int64_t n =
        play_one(r, s->state, &rng, listed, drawn, lrules_work(L, r));
    lrules_must(L, r, n < 0 ? (int)n : TES_OK);
    plies += n;
    signature ^= tes_hash(r->rules, s->state);
    signature = tes_splitmix64(&signature);
  }
  lua_pushinteger(L, plies);
  lua_pushinteger(L, (lua_Integer)signature);
  return 2;
}

/* A function in Lua that watches a check, at index 3. */
typedef struct game_watcher {
  lrules *r;
  int games, ply;
  bool enough;
} game_watcher;

static int call_watch(lua_State *L) {
  game_watcher *w = lua_touserdata(L, 1);
  lua_pushinteger(L, w->games);
  lua_pushinteger(L, w->ply);
  lua_call(L, 2, 1);
  w->enough = lua_toboolean(L, -1);
  return 0;
}

static int watch_games(void *user, int games, int ply) {
  game_watcher *w = user;
  w->games = games;
  w->ply = ply;
  const int status = lrules_run(w->r, call_watch, w, 3, NULL, w->r->work);
  return status != TES_OK ? status : w->enough;
}

/* Leaves the function `watch` of the options, or nil, at 3. */
static bool push_watch(lua_State *L, const char *function) {
  lua_settop(L, 2);
  const int type = lua_getfield(L, 2, "watch");
  if (type != LUA_TNIL && type != LUA_TFUNCTION) {
    luaL_error(L, "%s: watch: expected a function, got %s", function,
               lt_push_got(L, 3));
  }
  return type == LUA_TFUNCTION;
}

/* Pushes the details of a fault as a table. */
static void push_finding(lua_State *L, const tes_finding *found) {
  lua_createtable(L, 0, 4);
  lua_pushstring(L, found->function);
  lua_setfield(L, -2, "function");
  lua_pushstring(L, found->fault);
  lua_setfield(L, -2, "fault");
  lua_pushinteger(L, (lua_Integer)found->seed);
  lua_setfield(L, -2, "seed");
  lua_pushinteger(L, found->ply);
  lua_setfield(L, -2, "ply");
}

/* rules:check{ seed =, games =, max_plies =, watch = }: true; or nil, a message
 * about the fault, and its details. */
int lmeasure_check(lua_State *L) {
  static const char *const name = "rules:check";
  static const char *const options[] = {"seed", "games", "max_plies", "watch"};
  lrules *r = lrules_check(L, 1, name);
  lnames_check(L, 2, name, options, 4);
  const lua_Integer seed = integer_field(L, name, seed_field);
  const lua_Integer games =
      integer_field(L, name, (int_field){"games", 10, 1, INT32_MAX});
  const lua_Integer plies =
      integer_field(L, name, (int_field){"max_plies", 10000, 1, INT32_MAX});
  game_watcher w = {.r = r};
  tes_finding found;
  const bool watched = push_watch(L, name);
  const bool doubted = r->doubted; /* a check may run inside another */
  r->doubted = true;
  const int status = tes_check_watched(r->rules, (uint64_t)seed, (int)games,
                                       (int)plies, watched ? watch_games : NULL,
                                       &w, &found, lrules_work(L, r));
  r->doubted = doubted;
  if (status == TES_ESTOPPED) lrules_must(L, r, status);
  if (status == TES_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, r->work->error.text);
  if (found.function == NULL) return 2;
  push_finding(L, &found);
  return 3;
}

/* ---- from a position ---- */

int lmeasure_perft(lua_State *L) {
  static const char *const name = "state:perft";
  lstate *s = lstate_check(L, 1, name);
  const lua_Integer depth = lt_integer(L, 2, name, "a depth in 0..100");
  uint64_t leaves;
  if (depth < 0 || depth > 100) {
    return luaL_error(L, "%s: expected a depth in 0..100, got %I", name,
                      (LUAI_UACINT)depth);
  }
  lrules_must(L, s->owner,
              tes_perft(s->owner->rules, s->state, (int)depth, &leaves,
                        lstate_work(L, s)));
  lua_pushinteger(L, (lua_Integer)leaves);
  return 1;
}

/* s:playout(rng): the final position of a uniformly random game from here, a
 * new state without a history. */
int lmeasure_playout(lua_State *L) {
  static const char *const name = "state:playout";
  lstate *s = lstate_check(L, 1, name);
  tes_rng *rng = lrng_test(L, 2);
  if (rng == NULL) return lt_expected(L, 2, name, "a generator (tesela.rng)");
  lstate *end = lstate_push_copy(L, s);
  const int64_t plies =
      lplay_playout(s->owner->rules, end->state, rng, lstate_work(L, end));
  lrules_must(L, s->owner, plies < 0 ? (int)plies : TES_OK);
  lua_pushnil(L);
  lua_setiuservalue(L, -2, 2);
  return 1;
}
