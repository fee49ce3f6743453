/* lwatch.c: see lwatch.h. */
#define _GNU_SOURCE
#include "lwatch.h"

#include <sys/mman.h>
#include <time.h>

#include "lhistory.h"
#include "lt.h"
#include "tesela_bits.h"

static lwatch *watch; /* of this process, if it is a worker */

lwatch *lwatch_new(void) {
  void *memory = mmap(NULL, sizeof(lwatch), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void lwatch_free(lwatch *w) {
  if (w != NULL) munmap(w, sizeof *w);
}

void lwatch_set(lwatch *w) {
  watch = w;
}

lwatch *lwatch_get(void) {
  static lwatch own;
  return watch != NULL ? watch : &own;
}

int64_t lwatch_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* What the rules may take between two moves: a game in Lua may be slow. */
#define RULES_SECONDS 60.0

static int64_t nanoseconds(double seconds) {
  return (int64_t)(seconds * 1e9);
}

void lwatch_enter(lua_State *L, int index, int seat, double seconds) {
  TES_ASSERT(seat >= 0 && seat <= TES_SEATS_MAX);
  lwatch *w = lwatch_get();
  uint32_t known = atomic_load_explicit(&w->plies, memory_order_relaxed);
  known = lhistory_moves(L, index, w->move, known, WATCH_PLIES);
  atomic_store_explicit(&w->plies, known, memory_order_relaxed);
  atomic_store_explicit(&w->seat, seat, memory_order_relaxed);
  atomic_store_explicit(&w->deadline, lwatch_now() + nanoseconds(seconds),
                        memory_order_release);
}

void lwatch_leave(void) {
  lwatch *w = lwatch_get();
  atomic_store_explicit(&w->deadline, lwatch_now() + nanoseconds(RULES_SECONDS),
                        memory_order_relaxed);
  atomic_store_explicit(&w->seat, 0, memory_order_release);
}

/* process.begin(number): a game begins; 0: none is played. */
static int watch_begin(lua_State *L) {
  lwatch *w = lwatch_get();
  const lua_Integer number = luaL_checkinteger(L, 1);
  atomic_store(&w->plies, 0);
  lwatch_leave();
  if (number == 0) atomic_store(&w->deadline, 0);
  atomic_store_explicit(&w->number, number, memory_order_release);
  return 0;
}

/* process.enter(state, seat, seconds) and process.leave(): for bots that run
 * in the worker's own Lua state. */
static int watch_enter(lua_State *L) {
  lstate_check(L, 1, "process.enter");
  lwatch_enter(L, 1, (int)luaL_checkinteger(L, 2), luaL_checknumber(L, 3));
  return 0;
}

static int watch_leave(lua_State *L) {
  (void)L;
  lwatch_leave();
  return 0;
}

static int watch_stopped(lua_State *L) {
  lua_pushboolean(L, atomic_load(&lwatch_get()->stop));
  return 1;
}

void lwatch_add(lua_State *L) {
  static const luaL_Reg functions[] = {{"begin", watch_begin},
                                       {"enter", watch_enter},
                                       {"leave", watch_leave},
                                       {"stopped", watch_stopped},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
