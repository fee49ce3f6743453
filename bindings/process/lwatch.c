/* lwatch.c: see lwatch.h. */
#define _GNU_SOURCE
#include "lwatch.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "states/lhistory.h"
#include "tesela_bits.h"
#include "values/ltypes.h"

static lwatch *watch; /* of this process, if it is a worker */

lwatch *lwatch_new(void) {
  void *memory = mmap(NULL, sizeof(lwatch), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void lwatch_keep(lwatch *w) {
#ifdef MADV_DONTFORK
  madvise(w, sizeof *w, MADV_DONTFORK);
#else
  (void)w;
#endif
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

/* -1: the kernel does not report it. */
static int64_t time_of(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return -1;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The limit of the rules between two moves: a game in Lua may be slow. */
#define RULES_SECONDS 60.0

static int64_t nanoseconds(double seconds) {
  return seconds < 1e8 ? (int64_t)(seconds * 1e9) : INT64_MAX / 64;
}

/* A reader must not confuse the limits of two moves, so there is no limit while
 * it changes. */
static void set_limit(lwatch *w, double seconds, bool by_clock) {
  atomic_store_explicit(&w->begun, 0, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&w->limit, nanoseconds(seconds), memory_order_relaxed);
  atomic_store_explicit(&w->by_clock, by_clock, memory_order_relaxed);
  atomic_store_explicit(&w->begun, time_of(CLOCK_MONOTONIC),
                        memory_order_release);
}

void lwatch_enter(lua_State *L, int index, int seat, double seconds,
                  bool by_clock) {
  TES_ASSERT(seat >= 0 && seat <= TES_SEATS_MAX);
  lwatch *w = lwatch_get();
  uint32_t known = atomic_load_explicit(&w->plies, memory_order_relaxed);
  known = lhistory_moves(L, index, w->move, known, WATCH_PLIES);
  atomic_store_explicit(&w->plies, known, memory_order_relaxed);
  atomic_store_explicit(&w->seat, seat, memory_order_relaxed);
  set_limit(w, seconds, by_clock);
}

void lwatch_begin(lwatch *w) {
  set_limit(w, RULES_SECONDS, false);
}

void lwatch_rest(void) {
  atomic_store(&lwatch_get()->begun, 0);
}

void lwatch_leave(void) {
  lwatch *w = lwatch_get();
  set_limit(w, RULES_SECONDS, false);
  atomic_store_explicit(&w->seat, 0, memory_order_release);
}

/* ---- judging a worker ---- */

/* A move that waits for the processor may take this many times its limit. After
 * that it is assumed to be asleep, or stopped and forgotten. */
enum { PATIENCE_SHARE = 20 };
#define PATIENCE INT64_C(60000000000)

/* With a limit by the clock: was the move running nearly all the time that it
 * took? A good bot that uses its budget to the end has spent 10/11 of its
 * limit. */
static bool has_run(int64_t spent, int64_t elapsed) {
  return spent >= elapsed - elapsed / 20;
}

static lverdict judge(const lwatch *w, int64_t spent, int64_t elapsed,
                      int64_t grace) {
  const int64_t limit = atomic_load_explicit(&w->limit, memory_order_relaxed);
  if (atomic_load_explicit(&w->by_clock, memory_order_relaxed)) {
    if (elapsed <= limit + grace) return IN_TIME;
    return has_run(spent, elapsed) ? LATE : STARVED;
  }
  if (spent > limit + grace) return LATE;
  const int64_t patience = limit * PATIENCE_SHARE + PATIENCE;
  return elapsed > patience + grace ? STARVED : IN_TIME;
}

static int64_t spent_by(pid_t process) {
  clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
  if (process != 0 && clock_getcpuclockid(process, &clock) != 0) return -1;
  return time_of(clock);
}

/* If the kernel does not report CPU time, the clock is used. */
lverdict lwatch_judge(const lwatch *w, lmeter *meter, pid_t process,
                      int64_t grace, int64_t slack) {
  const int64_t begun = atomic_load_explicit(&w->begun, memory_order_acquire);
  if (begun == 0) return IN_TIME;
  const int64_t spent = spent_by(process);
  if (meter->begun != begun) *meter = (lmeter){begun, spent};
  const int64_t elapsed = time_of(CLOCK_MONOTONIC) - begun;
  const lverdict verdict = judge(
      w, spent < 0 ? elapsed : spent - meter->spent + slack, elapsed, grace);
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&w->begun, memory_order_relaxed) == begun
             ? verdict
             : IN_TIME;
}

/* ---- printed text ---- */

static void begin_log(lwatch_log *log) {
  log->end = 0;
  log->seat = 0;
  memset(log->used, 0, sizeof log->used);
  atomic_store_explicit(&log->size, 0, memory_order_relaxed);
}

static void log_text(lwatch_log *log, int seat, const char *text,
                     size_t length) {
  memcpy(log->text + log->end, text, length);
  log->end += (uint32_t)length;
  log->used[seat - 1] += (uint32_t)length;
}

static void end_line(lwatch_log *log) {
  log_text(log, log->seat, "\n", 1);
  log->seat = 0;
  atomic_store_explicit(&log->size, log->end, memory_order_release);
}

/* Begins a line of a seat; false if there is no room. */
static bool begin_line(lwatch_log *log, int seat, uint32_t ply) {
  char head[16];
  const int length = snprintf(head, sizeof head, "%d\t%u\t", seat, ply);
  if (log->seat != 0) end_line(log);
  if (log->used[seat - 1] + (size_t)length + 1 > WATCH_PRINTED) return false;
  log_text(log, seat, head, (size_t)length);
  log->seat = seat;
  return true;
}

/* Notes, once, that a seat has printed more than there is room for. */
static void leave_out(lwatch_log *log, int seat, uint32_t ply) {
  static const char note[] = "(more was printed, but left out)";
  char line[64];
  if (log->used[seat - 1] > WATCH_PRINTED) return;
  if (log->seat != 0) end_line(log);
  const int length = snprintf(line, sizeof line, "%d\t%u\t%s", seat, ply, note);
  log->used[seat - 1] = WATCH_PRINTED;
  log_text(log, seat, line, (size_t)length);
  log->seat = seat;
  end_line(log);
}

void lwatch_print(const char *text, size_t length) {
  lwatch *w = lwatch_get();
  lwatch_log *log = &w->printed;
  const int seat = atomic_load_explicit(&w->seat, memory_order_relaxed);
  const uint32_t ply = atomic_load_explicit(&w->plies, memory_order_relaxed);
  while (seat != 0 && length > 0) {
    const char *newline = memchr(text, '\n', length);
    size_t part = newline != NULL ? (size_t)(newline - text) : length;
    bool room = log->seat == seat || begin_line(log, seat, ply);
    if (room && log->used[seat - 1] + part + 1 > WATCH_PRINTED) {
      part = WATCH_PRINTED - 1 - log->used[seat - 1];
      log_text(log, seat, text, part);
      room = false;
    }
    if (!room) {
      leave_out(log, seat, ply);
      return;
    }
    log_text(log, seat, text, part);
    if (newline == NULL) return;
    end_line(log);
    text += part + 1;
    length -= part + 1;
  }
}

int lwatch_push_printed(lua_State *L, const lwatch *w, lua_Integer from) {
  uint32_t size = atomic_load_explicit(&w->printed.size, memory_order_acquire);
  if (size > WATCH_LOG)
    size = WATCH_LOG; /* the worker writes it, so it is not trusted */
  if (from < 0 || from >= size) return 0;
  lua_pushlstring(L, w->printed.text + from, size - (size_t)from);
  lua_pushinteger(L, size);
  return 2;
}

/* process.print(...): `print` for bots in the worker's own Lua state. */
static int watch_print(lua_State *L) {
  const int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) {
    size_t length;
    const char *text = luaL_tolstring(L, i, &length);
    if (i > 1) lwatch_print("\t", 1);
    lwatch_print(text, length);
    lua_pop(L, 1);
  }
  lwatch_print("\n", 1);
  return 0;
}

/* process.printed(): the text printed in the game of this process. */
static int watch_printed(lua_State *L) {
  return lwatch_push_printed(L, lwatch_get(), 0);
}

/* ---- functions ---- */

/* process.begin(number): a game begins; 0: no game is being played. */
static int watch_begin(lua_State *L) {
  lwatch *w = lwatch_get();
  const lua_Integer number = luaL_checkinteger(L, 1);
  atomic_store(&w->plies, 0);
  begin_log(&w->printed);
  lwatch_leave();
  if (number == 0) lwatch_rest();
  atomic_store_explicit(&w->number, number, memory_order_release);
  return 0;
}

static lmeter own_meter;

/* process.enter(state, seat, seconds, by_clock) and process.leave(), which
 * returns "late" or "starved" after the limit, are for bots in the worker's own
 * Lua state. */
static int watch_enter(lua_State *L) {
  lstate_check(L, 1, "process.enter");
  lwatch_enter(L, 1, (int)luaL_checkinteger(L, 2), luaL_checknumber(L, 3),
               lua_toboolean(L, 4));
  lwatch_judge(lwatch_get(), &own_meter, 0, 0, 0);
  return 0;
}

static int watch_leave(lua_State *L) {
  const lverdict verdict = lwatch_judge(lwatch_get(), &own_meter, 0, 0, 0);
  lwatch_leave();
  return lwatch_push_verdict(L, verdict);
}

int lwatch_push_verdict(lua_State *L, lverdict verdict) {
  static const char *const words[] = {
      [IN_TIME] = NULL, [LATE] = "late", [STARVED] = "starved"};
  lua_pushstring(L, words[verdict]);
  return 1;
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
                                       {"print", watch_print},
                                       {"printed", watch_printed},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
