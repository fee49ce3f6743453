/* lguard.c: see lguard.h. */
#define _GNU_SOURCE
#include "lguard.h"

#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "lallowed.h"
#include "linterrupt.h"
#include "lordered.h"
#include "lthread.h"
#include "ltypes.h"
#include "tesela_bits.h"

enum { TICK = 50 }; /* milliseconds */

/* The guarded call; a signal handler may read it at any time. */
static struct {
  volatile int depth;          /* 0: no call */
  volatile unsigned number;    /* identifies the call */
  volatile int limit;          /* ticks */
  lua_State *volatile running; /* the running thread */
  struct account *account;     /* of its Lua state, or NULL */
  lua_State *caller;           /* the thread on which the call began */
  volatile sig_atomic_t late;  /* the call must end */
  int milliseconds;            /* the limit, for the message */
} guard;

/* A line of the author's file: "file:line", or "". */
typedef struct line_place {
  char text[LUA_IDSIZE + 24];
} line_place;

/* Notes the innermost line on a thread. Pushes nothing, because the allocator
 * calls it. */
static void note_place(line_place *p, lua_State *L, const char *own) {
  lua_Debug frame;
  p->text[0] = '\0';
  for (int level = 0; lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Sl", &frame);
    const bool in_file = frame.currentline > 0 && frame.source[0] == '@';
    if (!in_file || lt_is_own(own, &frame)) continue;
    snprintf(p->text, sizeof p->text, "%s:%d", frame.short_src,
             frame.currentline);
    return;
  }
}

/* ---- memory ---- */

#define MB (INT64_C(1) << 20)
#define MEMORY (256 * MB)

/* The account of a Lua state's allocator. `used` is the memory added since the
 * account was opened. `share` is a lower bound of the memory that guarded calls
 * have added and still use: when the collector frees memory, its owner is
 * unknown. So a call is never refused memory because other code uses too
 * much. */
typedef struct account {
  lua_Alloc resize; /* the original allocator */
  void *user;
  int64_t used, share;
  int64_t seen;    /* `used` when `share` was last updated */
  int64_t ceiling; /* the most that `used` may be */
  int64_t swept;   /* the highest value of `used` since the last sweep */
  int64_t refused; /* the size of the last refused request; 0: none since */
  bool ever;       /* a request was refused in this call */
  line_place where;
  const char *own; /* the folder of the program (lt_own) */
} account;

/* Notes the line of a refused request. (Later versions of Lua may allocate
 * while they move a stack, which must not be read then.) */
static void note_refusal(account *a) {
  a->where.text[0] = '\0';
#if LUA_VERSION_RELEASE_NUM <= 50404
  note_place(&a->where, guard.running, a->own);
#endif
}

static void *refuse_memory(account *a, int64_t grown) {
  a->used -= grown;
  a->refused = grown;
  a->ever = true;
  note_refusal(a);
  return NULL;
}

static void *resize_counted(void *user, void *block, size_t old_size,
                            size_t size) {
  account *a = user;
  const int64_t grown = (int64_t)size - (block != NULL ? (int64_t)old_size : 0);
  a->used += grown;
  if (size == 0) return a->resize(a->user, block, old_size, 0);
  if (a->used > a->ceiling && grown > 0) return refuse_memory(a, grown);
  void *moved = a->resize(a->user, block, old_size, size);
  if (moved == NULL) {
    a->used -= grown;
  } else if (grown >= a->refused) {
    a->refused = 0; /* the collector has made room */
  }
  return moved;
}

static account *account_of(lua_State *L) {
  void *user;
  return lua_getallocf(L, &user) == resize_counted ? user : NULL;
}

/* Subtracts memory freed since the last time from the share; adds new memory if
 * a guarded call has added it. */
static void settle_account(account *a, bool guarded) {
  const int64_t grown = a->used - a->seen;
  a->seen = a->used;
  if (grown < 0 || guarded) a->share += grown;
  if (a->share < 0) a->share = 0;
  if (a->used < a->swept) a->swept = a->used;
}

/* Collects garbage, which counts as part of the share, if the share is large.
 * Lua itself collects garbage before it gives up on one of its own blocks, but
 * not for the buffers of its libraries (luaL_Buffer). */
static void sweep(account *a, lua_State *L) {
  settle_account(a, false);
  if (a->share < MEMORY / 2 || a->used - a->swept < MEMORY / 16) return;
  lua_gc(L, LUA_GCCOLLECT);
  settle_account(a, false);
  a->swept = a->used;
}

static void open_account(account *a, lua_State *L) {
  if (a == NULL) return;
  sweep(a, L);
  a->refused = 0;
  a->ever = false;
  a->ceiling = a->used + (a->share < MEMORY ? MEMORY - a->share : 0);
}

/* Did the call fail because a request was refused? Small allocations after
 * that, while the call ended, do not mean that the collector had made room. */
static bool close_account(account *a, int status) {
  if (a == NULL) return false;
  settle_account(a, true);
  a->ceiling = INT64_MAX;
  return status == TES_ENOMEM ? a->ever : a->refused > 0;
}

/* ---- the end of a call ---- */

static void insist_guarded(lua_State *L, lua_Debug *where);

static void arm(lua_State *L) {
  lua_sethook(L, insist_guarded,
              LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

static line_place ended_at; /* where the error was first raised */

static int raise_end(lua_State *L) {
  if (ended_at.text[0] == '\0') note_place(&ended_at, L, lt_own(L));
  arm(L);
  lua_pushliteral(L, "out of time");
  return lua_error(L);
}

/* A hook that outlived its call only removes itself. */
static void insist_guarded(lua_State *L, lua_Debug *where) {
  (void)where;
  if (guard.late) raise_end(L);
  lua_sethook(L, NULL, 0, 0);
}

static void tick_guard(int number) {
  static unsigned call;
  static int ticks;
  (void)number;
  if (guard.depth == 0) return;
  /* Ctrl-C already ends it, and has its own hooks. */
  if (ltesela_is_interrupted()) return;
  if (guard.number != call) {
    call = guard.number;
    ticks = 0;
  } else if (++ticks >= guard.limit) {
    guard.late = 1;
    ltesela_interrupt()->asked |= LINTERRUPT_LATE;
    arm(guard.running);
  }
}

static void tick_every(int milliseconds) {
  const struct timeval time = {0, milliseconds * 1000};
  const struct itimerval timer = {time, time};
  setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

static int states; /* number of Lua states with games from files */

void lguard_restart(void) {
  if (states > 0) tick_every(TICK);
}

static void tick_guards(void) {
  struct sigaction action = {.sa_handler = tick_guard, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT); /* both change linterrupt.asked */
  sigaction(SIGVTALRM, &action, NULL);
  tick_every(TICK);
}

/* ---- a call ---- */

void lguard_enter(lua_State *L, int limit) {
  if (guard.depth > 0) {
    guard.depth++;
    return;
  }
  guard.running = guard.caller = L;
  guard.milliseconds = limit;
  guard.limit = (limit + TICK - 1) / TICK;
  guard.number++;
  ended_at.text[0] = '\0';
  open_account(guard.account = account_of(L), L);
  guard.depth = 1;
}

void lguard_renew(lua_State *L) {
  if (guard.depth != 1) return;
  guard.number++;
  close_account(guard.account, TES_OK);
  open_account(guard.account, L);
}

/* Gives the call its whole limit again. */
static void end_lateness(lua_State *L) {
  sigset_t interrupts, before;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT); /* both change linterrupt.asked */
  sigprocmask(SIG_BLOCK, &interrupts, &before);
  guard.late = 0;
  ltesela_interrupt()->asked &= ~LINTERRUPT_LATE;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (lua_gethook(L) == insist_guarded) lua_sethook(L, NULL, 0, 0);
}

/* Sets the reason, with the line if it is known. */
static void tell_late(tes_error *error, const line_place *where,
                      const char *else_where, const char *what,
                      const char *too_much) {
  const char *line = where->text[0] != '\0' ? where->text : else_where;
  tes_fail(error, TES_EGAME, "%s: %s%stakes %s", line, what,
           *what != '\0' ? ": " : "", too_much);
}

bool lguard_leave(lua_State *L, int status, const char *name, const char *what,
                  tes_error *error) {
  TES_ASSERT(guard.depth > 0);
  if (guard.depth > 1) {
    guard.depth--;
    return false;
  }
  account *a = guard.account;
  char too_much[64];
  guard.depth = 0;
  const bool refused = close_account(a, status), late = guard.late;
  if (late) end_lateness(L);
  if (status == TES_OK || !(late || refused)) return false;
  if (late) {
    snprintf(too_much, sizeof too_much, "longer than %g s",
             guard.milliseconds / 1000.0);
    tell_late(error, &ended_at, name, what, too_much);
  } else {
    snprintf(too_much, sizeof too_much, "more than %d MB", (int)(MEMORY / MB));
    tell_late(error, &a->where, name, what, too_much);
  }
  return true;
}

/* ---- errors that the author's code must not catch ---- */

/* An error handler. The error that ends a call must not reach the author's
 * handler: that could loop for ever, because hooks are off while a hook's own
 * error is handled. */
static int handle_guarded(lua_State *L) {
  if (guard.late) return 1;
  return lthread_handle(L);
}

static int finish_xpcall(lua_State *L, int status, lua_KContext extra) {
  if (status == LUA_OK || status == LUA_YIELD) {
    return lua_gettop(L) - (int)extra;
  }
  if (guard.late) return raise_end(L);
  lua_pushboolean(L, 0);
  lua_pushvalue(L, -2);
  return 2;
}

static int guarded_xpcall(lua_State *L) {
  return lthread_xpcall(L, handle_guarded, finish_xpcall);
}

static int resume_guarded(lua_State *L, lua_State *co, int n, int *results) {
  lua_State *before = guard.running;
  guard.running = co;
  const int status = lthread_get(L)->advance(L, co, n, results);
  guard.running = before;
  return guard.late ? raise_end(L) : status;
}

/* A coroutine that was ended keeps no hook and is not closed, because its
 * closing functions could loop. */
static int reset_guarded(lua_State *L, lua_State *co) {
  if (lua_gethook(co) == insist_guarded) {
    lua_pushliteral(co, "out of time");
    return LUA_ERRRUN;
  }
  lua_State *before = guard.running;
  guard.running = co;
  const int status = lthread_get(L)->reset(L, co);
  guard.running = before;
  return guard.late ? raise_end(L) : status;
}

/* coroutine.running, which hides the thread of the game's caller. */
static int guarded_running(lua_State *L) {
  const bool own = L != guard.caller;
  if (own) {
    lua_pushthread(L);
  } else {
    lua_pushnil(L);
  }
  lua_pushboolean(L, !own);
  return 2;
}

/* Does nothing, because the collector belongs to the program. */
static int guarded_collectgarbage(lua_State *L) {
  lua_pushinteger(L, 0);
  return 1;
}

/* ---- for the script library ---- */

/* Pushes a library as `require` returns it, unchanged since it was opened; math
 * is opened again, for a generator of its own. */
static void push_library(lua_State *L, const char *name) {
  if (strcmp(name, LUA_MATHLIBNAME) == 0) {
    lua_pushcfunction(L, luaopen_math);
    lua_call(L, 0, 1);
    return;
  }
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
  luaL_checktype(L, -1, LUA_TTABLE);
}

static void push_copy(lua_State *L, const char *name) {
  push_library(L, name);
  lallowed_copy(L, name);
  lua_remove(L, -2);
}

/* guard.library(): a separate table of globals for a game from a file. */
static int guard_library(lua_State *L) {
  static const luaL_Reg base[] = {{"xpcall", guarded_xpcall},
                                  {"collectgarbage", guarded_collectgarbage},
                                  {NULL, NULL}};
  static const lthread_runner runner = {resume_guarded, reset_guarded, NULL};
  lua_settop(L, 0);
  push_copy(L, lallowed_libraries[0]);
  luaL_setfuncs(L, base, 0);
  lordered_add(L);
  for (int i = 1; lallowed_libraries[i] != NULL; i++) {
    push_copy(L, lallowed_libraries[i]);
    lua_setfield(L, 1, lallowed_libraries[i]);
  }
  lua_getfield(L, 1, LUA_COLIBNAME);
  lthread_add(L, &runner);
  lua_pushcfunction(L, guarded_running);
  lua_setfield(L, -2, "running");
  lua_settop(L, 1);
  return 1;
}

/* When the Lua state closes, restores everything, because our code may be
 * unloaded. */
static int guard_gc(lua_State *L) {
  account *a = lua_touserdata(L, 1);
  if (account_of(L) != a) return 0;
  lua_setallocf(L, a->resize, a->user);
  if (--states > 0) return 0;
  signal(SIGVTALRM, SIG_IGN); /* a signal may still be pending */
  tick_every(0);
  return 0;
}

/* Opens the account of a Lua state, before a game from a file first runs in
 * it. */
static void watch_memory(lua_State *L) {
  if (account_of(L) != NULL) return;
  account *a = lua_newuserdatauv(L, sizeof *a, 0);
  *a = (account){.ceiling = INT64_MAX, .own = lt_own(L)};
  a->resize = lua_getallocf(L, &a->user);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, guard_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guard);
  lua_setallocf(L, resize_counted, a);
  if (states++ == 0) tick_guards();
}

/* The error handler: an interruption gets the author's line where it was first
 * raised. */
static int locate_end(lua_State *L) {
  lua_settop(L, 1);
  if (ltesela_is_interrupted()) {
    if (ended_at.text[0] == '\0') note_place(&ended_at, L, lt_own(L));
    ltesela_push_interruption(L, ended_at.text);
  } else if (!lua_isstring(L, 1)) {
    lua_pushfstring(L, "an error that is not a string was raised (%s)",
                    luaL_typename(L, 1));
  }
  return 1;
}

/* guard.run(milliseconds, name, f, ...): true and its first result, or false
 * and a message. */
static int guard_run(lua_State *L) {
  const int limit = (int)luaL_checkinteger(L, 1);
  const char *name = luaL_checkstring(L, 2);
  tes_error error;
  watch_memory(L);
  const int arguments = lua_gettop(L) - 3;
  lua_pushcfunction(L, locate_end);
  lua_insert(L, 3);
  lguard_enter(L, limit);
  const int status = lua_pcall(L, arguments, 1, 3);
  const int failed = status == LUA_ERRMEM ? TES_ENOMEM : TES_EGAME;
  if (lguard_leave(L, status == LUA_OK ? TES_OK : failed, name, "", &error)) {
    lua_pushstring(L, error.text);
  }
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, -2);
  return 2;
}

/* guard.with(t, key, value, f): the results or error of f(), called while
 * t[key] is that value. C code restores the old value, because no Lua code runs
 * when a call is ended. */
static int guard_with(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 4);
  lua_pushvalue(L, 2);
  lua_rawget(L, 1);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, 1);
  lua_pushvalue(L, 4);
  const int status = lua_pcall(L, 0, 1, 0);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 5);
  lua_rawset(L, 1);
  return status == LUA_OK ? 1 : lua_error(L);
}

void lguard_register(lua_State *L) {
  static const luaL_Reg functions[] = {{"run", guard_run},
                                       {"with", guard_with},
                                       {"library", guard_library},
                                       {NULL, NULL}};
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  luaL_newlib(L, functions);
  lua_pushinteger(L, TES_PLIES_MAX);
  lua_setfield(L, -2, "plies");
  lua_setfield(L, -2, "tesela.guard");
  lua_pop(L, 1);
}
