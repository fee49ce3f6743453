/* fuzz_lua.c: the module in a Lua state of its own, for targets written in Lua.
 *
 * NAME.lua (NAME is FUZZ_SCRIPT) returns a function of the bytes. It raises
 * what must not be; every other error it catches itself.
 *
 * Each input has a new Lua state: what it does follows from the bytes alone,
 * and lua_close shows what is not released. What takes longer than PATIENCE is
 * interrupted as by Ctrl-C, at any moment whatever. libFuzzer sees which lines
 * of Lua are run, as it sees branches in C. */
#define _XOPEN_SOURCE 700
#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <sys/time.h>

#include "fuzz.h"
#include "tesela_lua.h"
#include "values/linterrupt.h"

enum { PATIENCE = 500000, COUNTERS = 1 << 14 }; /* microseconds of processor */

static lua_State *running;

/* ---- what libFuzzer sees ------------------------------------------------- */

__attribute__((
    section("__libfuzzer_extra_counters"))) static uint8_t counters[COUNTERS];

/* A hook as debug.sethook takes it. */
static int count(lua_State *L) {
  lua_Debug frame;
  if (!lua_getstack(L, 1, &frame) || !lua_getinfo(L, "Sl", &frame)) return 0;
  const size_t skipped = frame.srclen > 16 ? frame.srclen - 16 : 0;
  uint32_t hash = 2166136261U ^ (uint32_t)frame.currentline * 40503U;
  for (const char *at = frame.source + skipped; *at != '\0'; at++) {
    hash = (hash ^ (uint8_t)*at) * 16777619U;
  }
  counters[hash % COUNTERS]++;
  return 0;
}

static void count_lines(lua_State *L) {
  lua_getglobal(L, LUA_DBLIBNAME);
  lua_getfield(L, -1, "sethook");
  lua_pushcfunction(L, count);
  lua_pushliteral(L, "l");
  lua_call(L, 2, 0);
}

/* ---- what lasts too long ------------------------------------------------- */

static void stop(lua_State *L, lua_Debug *frame) {
  (void)frame;
  ltesela_interrupted(L);
}

static void lost_patience(int signal) {
  (void)signal;
  const int all = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT;
  ltesela_interrupt()->asked = 1;
  if (running != NULL) lua_sethook(running, stop, all, 1);
}

static void set_timer(int microseconds) {
  const struct itimerval time = {
      .it_value = {microseconds / 1000000, microseconds % 1000000}};
  setitimer(ITIMER_VIRTUAL, &time, NULL);
}

/* ---- the Lua state ------------------------------------------------------- */

static void open_everything(lua_State *L) {
  luaL_openlibs(L);
  luaL_requiref(L, "tesela", luaopen_tesela, 1);
  lua_getglobal(L, LUA_LOADLIBNAME);
  lua_getfield(L, -1, "path");
  lua_pushfstring(L, FUZZ_FOLDER "/?.lua;%s", lua_tostring(L, -1));
  lua_setfield(L, -3, "path");
  count_lines(L);
  lua_settop(L, 0);
}

static int traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

static void run(lua_State *L, const uint8_t *data, size_t size) {
  lua_pushcfunction(L, traceback);
  if (luaL_loadfile(L, FUZZ_FOLDER "/" FUZZ_SCRIPT ".lua") != LUA_OK ||
      lua_pcall(L, 0, 1, 1) != LUA_OK) {
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    abort();
  }
  lua_pushlstring(L, (const char *)data, size);
  lua_pushvalue(L, -1);
  lua_setglobal(L, "given"); /* messages may quote it (told.lua) */
  running = L;
  set_timer(PATIENCE);
  const int status = lua_pcall(L, 1, 0, 1);
  set_timer(0);
  running = NULL;
  if (status == LUA_OK || ltesela_interrupt()->asked) return;
  fprintf(stderr, "%s\n", lua_tostring(L, -1));
  abort();
}

static void prepare(void) {
  static bool prepared;
  if (prepared) return;
  prepared = true;
  setenv("TESELA_HOME", FUZZ_SCRIPTS, 1);
  must(freopen("/dev/null", "r", stdin) != NULL);
  must(freopen("/dev/null", "w", stdout) != NULL);
  const struct sigaction action = {.sa_handler = lost_patience,
                                   .sa_flags = SA_RESTART};
  sigaction(SIGVTALRM, &action, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  prepare();
  lua_State *L = luaL_newstate();
  must(L != NULL);
  open_everything(L);
  run(L, data, size);
  lua_sethook(L, NULL, 0, 0);
  ltesela_interrupt()->asked = 0;
  lua_close(L);
  return 0;
}
