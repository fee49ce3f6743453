/* lboxmodule.c: sandboxes: separate Lua states for untrusted bots.
 *
 * A sandbox has its own memory (lpool.h), of limited size, the standard library
 * of lboxstdlib.c, and the types of the module. Nothing in it refers to the Lua
 * state of the program; only strings and numbers come out of it. A script, the
 * interior (scripts/tesela/sandbox/interior.lua), runs in it first, with access
 * to all of this, and gives the bot the parts that it may use.
 *
 * Each game begins with the same sandbox, byte for byte: its contents at the
 * start of the first game are saved (lpool.h), and restored for every later
 * game. So a game cannot depend on earlier ones, whatever the bot leaves
 * behind, including finalizers, weak tables and the state of the collector. But
 * a call between two games changes the sandbox for all later games.
 *
 * The game is played outside. The sandbox has a mirror of it: a state of rules
 * opened inside. Its bytes and moves are updated when the bot must choose, and
 * the bot's view is made from it. The mirror is in the registry, out of reach
 * of the interior and the bot, which only ever gets views.
 *
 * Time: a tick of the clock reads the watch (lwatch.h), and sets a hook only
 * when the time is over, because a counting hook would halve the speed. The
 * hook raises an error, and raises it again whenever it is caught. Code that no
 * hook can stop is ended from outside, with the process.
 *
 * A failure is returned as nil, the reason, the message, the bot's position
 * (ltrace.h) or nil, and whether the machine may be the cause, because it had
 * no time for the bot, or no memory although the sandbox was allowed more. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "functions/lposition.h"
#include "functions/lweights.h"
#include "lbox.h"
#include "lboxmodule.h"
#include "lboxstdlib.h"
#include "lmodule.h"
#include "lprofile.h"
#include "ltrace.h"
#include "process/lwatch.h"
#include "states/lhistory.h"
#include "values/linterrupt.h"
#include "values/lshown.h"

#define BOX_TYPE "tesela.box"

enum {
  TICK = 10 * 1000,
  PROFILE_TICK = 1000,
  AT_EASE = 256, /* KB */
  MESSAGE_MAX = 400,
  MOVE_MAX = 400
};

/* Keys in the registry of a sandbox. */
static const char interior[] = "interior"; /* its functions by name */
static const char rules_key[] = "rules";
static const char mirror_key[] = "mirror";

/* ---- time ---- */

static lbox *volatile current; /* the running sandbox */

/* The time that a move may use unnoticed, between two ticks. */
#define SLACK INT64_C(20000000)

static void tick_box(int number) {
  (void)number;
  static lmeter meter;
  lbox *box = current;
  if (box == NULL || box->end != RUNNING) return;
  const lwatch *w = lwatch_get();
  const lverdict verdict =
      lwatch_judge(w, &meter, 0, 0, atomic_load(&w->by_clock) ? SLACK : 0);
  if (verdict == IN_TIME) {
    lprofile_tick(box);
    return;
  }
  box->starved = verdict == STARVED;
  box->end = OUT_OF_TIME;
  ltesela_interrupt()->asked = 1;
  lboxstdlib_arm(box->running);
}

static void set_tick(int microseconds) {
  const struct itimerval tick = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &tick, NULL);
}

/* Starts the ticks, also in a forked process, which does not inherit the
 * timer. */
static void tick_boxes(void) {
  static pid_t ticking;
  if (ticking == getpid()) return;
  ticking = getpid();
  struct sigaction action = {.sa_handler = tick_box, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);
  set_tick(TICK);
}

/* A C function that was asked to stop raises the sandbox's reason. */
static void raise_if_over(lua_State *L) {
  const lbox *box = lbox_of(L);
  if (box != NULL && box->end != RUNNING) lboxstdlib_raise(L);
}

/* ---- calls into a sandbox ---- */

static int choose_inside(lua_State *L);

/* A call from outside: its arguments and results. */
typedef struct request {
  lbox *box;
  lua_State *outside;
  const lstate *state; /* at 2 on the stack outside, or NULL */
  const void *history; /* its history */
  const char *name;    /* of a function of the interior */
  int first, last;     /* the range of its arguments on the stack outside */
  int seat;
  lua_Integer seed;
} request;

/* The error at 1 as text; __tostring runs as part of the bot. */
static int describe(lua_State *L) {
  lshown_error(L);
  lua_tostring(L, 1);
  return 1;
}

/* Copies a string, cut to `most` bytes, to another Lua state. */
static void push_cut(lua_State *to, lua_State *from, int index, size_t most) {
  size_t length;
  const char *text = lua_tolstring(from, index, &length);
  lua_pushlstring(to, text, length < most ? length : most);
}

static const char *const end_names[] = {
    [RUNNING] = "error", [OUT_OF_TIME] = "time", [OUT_OF_MEMORY] = "memory"};

/* After a failure in the sandbox, notes a lack of memory, and converts the
 * error to text. May allocate only in protected calls. */
static void settle_failure(lbox *box, int status) {
  if (status != LUA_OK && status != LUA_ERRMEM) {
    lua_pushcfunction(box->L, describe);
    lua_insert(box->L, -2);
    status = lua_pcall(box->L, 1, 1, 0);
  }
  if (box->end == RUNNING && lboxstdlib_lacks_memory(box, status)) {
    box->end = OUT_OF_MEMORY;
  }
}

/* Is it doubtful that the bot itself caused its end? */
static bool is_doubtful(const lbox *box) {
  return box->end == OUT_OF_TIME ? box->starved
                                 : box->end == OUT_OF_MEMORY && box->refused;
}

/* Pushes nil, the reason, the message, the position, and whether the cause is
 * doubtful, for the error at the top in the sandbox. */
static int push_failure(lua_State *L, const lbox *box) {
  lua_pushnil(L);
  lua_pushstring(L, end_names[box->end]);
  if (box->end == OUT_OF_MEMORY && box->refused) {
    lua_pushliteral(L, "the machine ran out of memory");
  } else if (box->end == OUT_OF_MEMORY) {
    lua_pushfstring(L, "more than %d MB",
                    (int)(box->fence.limit / (1024 * 1024)));
  } else if (lua_gettop(box->L) > 0 && lua_type(box->L, -1) == LUA_TSTRING) {
    push_cut(L, box->L, -1, MESSAGE_MAX);
  } else {
    lua_pushliteral(L, "an error in its own __tostring");
  }
  ltrace_push(L, &box->trace);
  lua_pushboolean(L, is_doubtful(box));
  return 5;
}

/* The error handler: notes the position, and leaves errors unchanged. The end
 * of a budget was noted where it was raised. */
static int on_error(lua_State *L) {
  lbox *box = lbox_of(L);
  if (box->end == RUNNING) ltrace_add(box, L);
  return 1;
}

/* Runs f(request) in the sandbox; its results stay on the stack there, or the
 * text from settle_failure. */
static bool run_in_box(request *r, lua_CFunction f, int results) {
  lbox *box = r->box;
  linterrupt *interrupt = ltesela_interrupt();
  void (*const before)(lua_State *) = interrupt->raising;
  lua_settop(box->L, 0);
  ltrace_clear(&box->trace);
  lprofile_begin(box, f == choose_inside);
  box->resumers = NULL;
  lua_pushcfunction(box->L, on_error);
  lua_pushcfunction(box->L, f);
  lua_pushlightuserdata(box->L, r);
  box->end = RUNNING;
  box->refused = false;
  box->denied = 0;
  box->fence.lacking = false;
  box->running = box->L;
  interrupt->raising = raise_if_over;
  current = box;
  const int status = lua_pcall(box->L, 1, results, 1);
  if (status != LUA_OK) settle_failure(box, status);
  current = NULL;
  interrupt->raising = before;
  if (box->end != RUNNING) interrupt->asked = 0; /* tick_box has set it */
  return status == LUA_OK && box->end == RUNNING;
}

/* ---- functions that run inside ---- */

static void push_key(lua_State *L, const char *key) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
}

static void push_inside(lua_State *L, const char *name) {
  push_key(L, interior);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

/* Copies a plain value to another Lua state. */
static void push_plain(lua_State *to, lua_State *from, int index) {
  size_t length;
  const char *text;
  switch (lua_type(from, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
      lua_pushnil(to);
      break;
    case LUA_TBOOLEAN:
      lua_pushboolean(to, lua_toboolean(from, index));
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(from, index)) {
        lua_pushinteger(to, lua_tointeger(from, index));
      } else {
        lua_pushnumber(to, lua_tonumber(from, index));
      }
      break;
    default:
      text = lua_tolstring(from, index, &length);
      lua_pushlstring(to, text != NULL ? text : "", length);
  }
}

static int push_request(lua_State *L, const request *r) {
  luaL_checkstack(L, r->last - r->first + 4, "too many arguments");
  for (int i = r->first; i <= r->last; i++) push_plain(L, r->outside, i);
  return r->last - r->first + 1;
}

/* Notes the source of the interior. The string stays alive, because all
 * functions of the interior refer to it. */
static void note_interior(lua_State *L, lbox *box) {
  lua_Debug ar;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &ar);
  box->interior = ar.source;
}

/* Runs the interior, whose code is at r->first, followed by its name. */
static int open_inside(lua_State *L) {
  const request *r = lua_touserdata(L, 1);
  size_t length;
  const char *text = lua_tolstring(r->outside, r->first, &length);
  lua_gc(L, LUA_GCGEN, 0, 0);
  lt_set_fence(L, &r->box->fence);
  lboxstdlib_open(L);
  const char *name = lua_tostring(r->outside, r->first + 1);
  if (luaL_loadbufferx(L, text, length, name, "t") != LUA_OK) lua_error(L);
  note_interior(L, r->box);
  lmodule_push_inner(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "tesela.make");
  lua_getfield(L, -2, "tesela.names");
  lua_getfield(L, -3, "tesela.shown");
  lua_remove(L, -4);
  lua_pushcfunction(L, lweights_set);
  lua_call(L, 5, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, interior);
  return 0;
}

static int call_inside(lua_State *L) {
  const request *r = lua_touserdata(L, 1);
  push_inside(L, r->name);
  lua_call(L, push_request(L, r), 1);
  return 1;
}

/* Makes the rules that the interior's function returns those of the sandbox. */
static int rules_inside(lua_State *L) {
  const request *r = lua_touserdata(L, 1);
  push_inside(L, "rules");
  lua_call(L, push_request(L, r), 1);
  lrules_check(L, -1, "box:rules");
  lua_rawsetp(L, LUA_REGISTRYINDEX, rules_key);
  return 0;
}

/* Are these the same rules, so that their states have the same bytes? */
static void check_rules(lua_State *L, const lrules *mine, const lrules *given) {
  const tes_rules *a = mine->rules, *b = given->rules;
  if (strcmp(a->name, b->name) != 0 || a->state_size != b->state_size ||
      memcmp(a->value, b->value, sizeof a->value) != 0) {
    luaL_error(L, "the sandbox has different rules");
  }
}

static int begin_inside(lua_State *L) {
  const request *r = lua_touserdata(L, 1);
  push_key(L, rules_key);
  const lrules *rules = lrules_check(L, -1, "box:begin");
  check_rules(L, rules, r->state->owner);
  lstate_push(L, -1);
  lhistory_mirror(L, r->state, r->history);
  lua_rawsetp(L, LUA_REGISTRYINDEX, mirror_key);
  push_inside(L, "begin");
  lua_insert(L, -2);
  lua_pushinteger(L, r->seat);
  lua_call(L, 2 + push_request(L, r), 0);
  return 0;
}

/* A bot's answer: a move, its value, and "draw" if it offers one. */
enum { ANSWER = 3, MOVE = -3, VALUE = -2, OFFER = -1 };

static int choose_inside(lua_State *L) {
  const request *r = lua_touserdata(L, 1);
  push_inside(L, "choose");
  push_key(L, mirror_key);
  lhistory_follow(L, r->state, r->history);
  lua_pushcfunction(L, lposition_view);
  lua_insert(L, -2);
  lua_pushinteger(L, r->seat);
  lua_pushinteger(L, r->seed);
  lua_call(L, 3, 1);
  lua_pushinteger(L, r->seed);
  lua_call(L, 2 + push_request(L, r), ANSWER);
  return ANSWER;
}

/* ---- from outside ---- */

static lbox *check_box(lua_State *L) {
  lbox *box = luaL_checkudata(L, 1, BOX_TYPE);
  if (box->L == NULL) luaL_error(L, "this sandbox is closed");
  return box;
}

static int on_panic(lua_State *L) {
  (void)L;
  abort(); /* every call is protected */
}

/* box.open(bytes, text, name, clock, by_clock): makes a sandbox, runs the
 * interior in it and returns it; or nil, the reason and the message. `clock`:
 * its code may read the time; `by_clock`: its limits are by the clock, not of
 * CPU time. */
static int box_open(lua_State *L) {
  const lua_Integer bytes = luaL_checkinteger(L, 1);
  luaL_checkstring(L, 2);
  luaL_checkstring(L, 3);
  lbox *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = (lbox){.fence = {.limit = (size_t)bytes,
                          .clock = lua_toboolean(L, 4),
                          .tolstring = lboxstdlib_tostring},
                .by_clock = lua_toboolean(L, 5)};
  luaL_setmetatable(L, BOX_TYPE);
  /* Sizes are rounded up, and a growing block may exist twice. */
  const size_t room = box->fence.limit / 2 * 5;
  if (lpool_open(&box->pool, room)) box->L = lua_newstate(lbox_resize, box);
  if (box->L == NULL) {
    return luaL_error(L,
                      "not enough memory for a sandbox of %d MB: it needs %d "
                      "MB of address space (ulimit -v)",
                      (int)(bytes >> 20), (int)(room >> 20));
  }
  lua_atpanic(box->L, on_panic);
  tick_boxes();
  request r = {.box = box, .outside = L, .first = 2};
  return run_in_box(&r, open_inside, 0) ? 1 : push_failure(L, box);
}

/* Saves the contents without the garbage of earlier calls. If there is room,
 * the collector need not run in short games. */
static int seal_inside(lua_State *L) {
  const lt_fence *fence = lt_fence_of(L);
  lua_gc(L, LUA_GCCOLLECT);
  const size_t rest = (fence->limit - fence->used) / 4096;
  lua_gc(L, LUA_GCSTEP, rest < AT_EASE ? -(int)rest : -AT_EASE);
  return 0;
}

/* Restores the contents that the sandbox had at the start of its first game;
 * for that game, saves them. */
static bool renew(lbox *box) {
  if (box->sealed > 0) {
    lbox_restore(box);
    return true;
  }
  request r = {.box = box};
  const bool good = run_in_box(&r, seal_inside, 0);
  lua_settop(box->L, 0);
  if (!good || lbox_seal(box)) return good;
  box->end = OUT_OF_MEMORY;
  box->refused = true;
  return false;
}

/* box:call(name, ...): calls a function of the interior with plain arguments
 * and returns its plain result; or nil, the reason and the message. */
static int box_call(lua_State *L) {
  request r = {.box = check_box(L), .outside = L, .first = 3};
  r.name = luaL_checkstring(L, 2);
  r.last = lua_gettop(L);
  lbox_unseal(r.box);
  const bool good = run_in_box(&r, call_inside, 1);
  if (!good) return push_failure(L, r.box);
  push_plain(L, r.box->L, -1);
  return 1;
}

/* box:rules(name, settings): opens the rules inside: true, or nil ... */
static int box_rules(lua_State *L) {
  request r = {.box = check_box(L), .outside = L, .first = 2};
  r.last = lua_gettop(L);
  lbox_unseal(r.box);
  if (!run_in_box(&r, rules_inside, 0)) return push_failure(L, r.box);
  lua_pushboolean(L, 1);
  return 1;
}

/* A request about the state at 2 for the seat at 3 with the limit at 4. */
static request state_request(lua_State *L, const char *function) {
  request r = {.box = check_box(L), .outside = L, .first = 6};
  r.state = lstate_check(L, 2, function);
  r.seat = (int)luaL_checkinteger(L, 3);
  const double seconds = luaL_checknumber(L, 4);
  r.seed = luaL_checkinteger(L, 5);
  r.last = lua_gettop(L);
  lua_getiuservalue(L, 2, 2);
  r.history = lua_touserdata(L, -1);
  if (r.history == NULL) luaL_error(L, "%s: a state without history", function);
  lwatch_enter(L, 2, r.seat, seconds, r.box->by_clock);
  return r;
}

/* box:begin(state, seat, seconds, seed, ...): begins a game: true, or nil
 * ... */
static int box_begin(lua_State *L) {
  request r = state_request(L, "box:begin");
  r.first = 5;
  const bool renewed = renew(r.box);
  r.box->fence.peak = r.box->fence.used;
  const bool good = renewed && run_in_box(&r, begin_inside, 0);
  const int results = good ? 1 : push_failure(L, r.box);
  if (good) lua_pushboolean(L, 1);
  lwatch_leave();
  return results;
}

static void push_finite(lua_State *L, lua_State *from) {
  const bool number = lua_type(from, VALUE) == LUA_TNUMBER;
  if (number && isfinite(lua_tonumber(from, VALUE))) {
    push_plain(L, from, VALUE);
  } else {
    lua_pushnil(L);
  }
}

static bool offers_draw(lua_State *from) {
  return lua_type(from, OFFER) == LUA_TSTRING &&
         strcmp(lua_tostring(from, OFFER), "draw") == 0;
}

/* Pushes the answer on the sandbox's stack. */
static int push_answer(lua_State *L, lua_State *from) {
  const int type = lua_type(from, MOVE);
  if (type != LUA_TSTRING && !lua_isinteger(from, MOVE)) {
    lua_pushnil(L);
    lua_pushliteral(L, "illegal");
    if (type == LUA_TNUMBER) {
      lua_pushnumber(L, lua_tonumber(from, MOVE));
      lua_pushfstring(L, "expected a move, got %s", lshown_value(L, -1));
      lua_replace(L, -3);
      lua_pop(L, 1);
    } else {
      lua_pushfstring(L, "expected a move, got %s", luaL_typename(from, MOVE));
    }
    return 3;
  }
  if (type == LUA_TSTRING) {
    push_cut(L, from, MOVE, MOVE_MAX);
  } else {
    lua_pushinteger(L, lua_tointeger(from, MOVE));
  }
  push_finite(L, from);
  lua_pushboolean(L, offers_draw(from));
  return ANSWER;
}

/* box:choose(state, seat, seconds, seed, ...): the bot's move, its value or
 * nil, and whether it offers a draw; or nil ... */
static int box_choose(lua_State *L) {
  request r = state_request(L, "box:choose");
  const int results = run_in_box(&r, choose_inside, ANSWER)
                          ? push_answer(L, r.box->L)
                          : push_failure(L, r.box);
  lwatch_leave();
  return results;
}

/* box:ended(): did a lack of time or memory end the sandbox? Then it cannot be
 * used again. */
static int box_ended(lua_State *L) {
  lua_pushboolean(L, check_box(L)->end != RUNNING);
  return 1;
}

/* box:memory(): the most bytes in use since its game began; nil if its time ran
 * out, because then the figure would depend on the machine. */
static int box_memory(lua_State *L) {
  const lbox *box = check_box(L);
  if (box->end == OUT_OF_TIME) return 0;
  lua_pushinteger(L, (lua_Integer)box->fence.peak);
  return 1;
}

/* box:profile(on): begins or ends measuring where the time goes. */
static int box_profile(lua_State *L) {
  lbox *box = check_box(L);
  const bool on = lua_toboolean(L, 2);
  if (!lprofile_set(box, on)) return lt_no_memory(L);
  set_tick(on ? PROFILE_TICK : TICK);
  return 0;
}

/* box:profiled(): see lprofile_push. */
static int box_profiled(lua_State *L) {
  return lprofile_push(L, check_box(L));
}

/* The contents are not collected: they disappear with the sandbox. */
static int box_gc(lua_State *L) {
  lbox *box = luaL_checkudata(L, 1, BOX_TYPE);
  lbox_close(box);
  if (lprofile_is_on(box)) set_tick(TICK);
  lprofile_free(box);
  return 0;
}

static const luaL_Reg methods[] = {{"call", box_call},
                                   {"rules", box_rules},
                                   {"begin", box_begin},
                                   {"choose", box_choose},
                                   {"ended", box_ended},
                                   {"profile", box_profile},
                                   {"profiled", box_profiled},
                                   {"memory", box_memory},
                                   {NULL, NULL}};

static const luaL_Reg functions[] = {
    {"open", box_open}, {"trace", ltrace_trace}, {NULL, NULL}};

int lboxmodule_open(lua_State *L) {
  luaL_newmetatable(L, BOX_TYPE);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, box_gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  return 1;
}
