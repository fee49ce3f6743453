/* ltesela.c: the module itself.
 *
 * What is written in C stands in the module table; what is written in Lua
 * (matches, play, bots ...) is found by name in the script library and loaded
 * when it is first used. The script library lies beside the program or the
 * shared module, so that a moved installation finds it:
 *   PREFIX/bin/tesela, PREFIX/lib/lua/5.4/tesela.so, PREFIX/share/tesela/ */
#define _GNU_SOURCE
#include "lfolder.h"
#include "lgame.h"
#include "lmachine.h"

#include <dlfcn.h>
#include <limits.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- types ---- */

const char RULES_TYPE[] = "tesela.rules", STATE_TYPE[] = "tesela.state",
           HISTORY_TYPE[] = "tesela.history", RNG_TYPE[] = "tesela.rng";

void lt_new_type(lua_State *L, const char *type) {
  luaL_newmetatable(L, type);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
}

void lt_set_type(lua_State *L, const char *type) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
}

void *lt_test(lua_State *L, int index, const char *type) {
  void *block = lua_touserdata(L, index);
  if (block == NULL || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  const bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same ? block : NULL;
}

/* ---- errors and arguments ---- */

int lt_expected(lua_State *L, int index, const char *function,
                const char *what) {
  index = lua_absindex(L, index);
  const bool named = luaL_getmetafield(L, index, "__name") == LUA_TSTRING;
  const char *got = named ? lua_tostring(L, -1) : luaL_typename(L, index);
  return luaL_error(L, "%s: expected %s, got %s", function, what, got);
}

const char *lt_string(lua_State *L, int index, const char *function,
                      const char *what) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) lt_expected(L, index, function, what);
  const char *text = lua_tolstring(L, index, &length);
  if (strlen(text) != length) {
    luaL_error(L, "%s: expected %s, got text with a zero byte", function, what);
  }
  return text;
}

lua_Integer lt_integer(lua_State *L, int index, const char *function,
                       const char *what) {
  int fits;
  const lua_Integer value = lua_tointegerx(L, index, &fits);
  if (lua_type(L, index) != LUA_TNUMBER) lt_expected(L, index, function, what);
  if (!fits) {
    luaL_error(L, "%s: expected %s, got %f", function, what,
               lua_tonumber(L, index));
  }
  return value;
}

const char *lt_tolstring(lua_State *L, int index) {
  return lbox_of(L) != NULL ? lboxlib_tostring(L, index)
                            : luaL_tolstring(L, index, NULL);
}

int lt_no_memory(lua_State *L) {
  lua_pushliteral(L, "not enough memory");
  return lua_error(L);
}

linterrupt *ltesela_interrupt(void) {
  static linterrupt interrupt;
  return &interrupt;
}

void lt_check(lua_State *L, lrules *r, int status) {
  if (status == TES_OK) return;
  r->starved = status == TES_ENOMEM;
  if (r->starved) lt_no_memory(L);
  if (status != TES_ESTOPPED) luaL_error(L, "%s", r->work->error.text);
  const linterrupt *interrupt = ltesela_interrupt();
  if (interrupt->raise != NULL) interrupt->raise(L);
  luaL_error(L, "interrupted!");
}

void lt_set_names(lua_State *L, const char *key, const char *const *names) {
  lua_newtable(L);
  for (lua_Integer i = 0; names != NULL && names[i] != NULL; i++) {
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

tes_text *lt_text(lrules *r) {
  tes_text_clear(&r->work->text);
  return &r->work->text;
}

void lt_push_text(lua_State *L, const tes_text *text) {
  if (text->failed) lt_no_memory(L);
  lua_pushlstring(L, tes_text_get(text), text->length);
}

/* ---- the script library ---- */

/* Cuts the last `levels` names off a path. */
static void cut(char *path, int levels) {
  for (; levels > 0; levels--) {
    char *slash = strrchr(path, '/');
    if (slash != NULL) *slash = '\0';
  }
}

/* The prefix that this code is installed under. */
static bool find_prefix(char prefix[PATH_MAX]) {
  Dl_info info;
  static const char *const module = "/lib/lua/5.4/tesela.so";
  if (dladdr((void *)(size_t)luaopen_tesela, &info) != 0 &&
      info.dli_fname != NULL && realpath(info.dli_fname, prefix) != NULL) {
    const size_t length = strlen(prefix), tail = strlen(module);
    if (length > tail && strcmp(prefix + length - tail, module) == 0) {
      cut(prefix, 4);
      return true;
    }
  }
  if (realpath("/proc/self/exe", prefix) == NULL) return false;
  cut(prefix, 2);
  return true;
}

/* Sets module.home and lets `require` find what is there. */
static void set_home(lua_State *L) {
  char prefix[PATH_MAX];
  const char *home = getenv("TESELA_HOME");
  if (home != NULL) {
    lua_pushstring(L, home);
  } else if (find_prefix(prefix)) {
    lua_pushfstring(L, "%s/share/tesela", prefix);
  } else {
    lua_pushliteral(L, ".");
  }
  lua_getglobal(L, LUA_LOADLIBNAME);
  lua_getfield(L, -1, "path");
  lua_pushfstring(L, "%s;%s/?.lua", lua_tostring(L, -1), lua_tostring(L, -3));
  lua_setfield(L, -3, "path");
  lua_pop(L, 2);
  lua_setfield(L, -2, "home");
}

/* __index of the module: require("tesela.library")[key]. */
static int from_library(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.library");
  lua_call(L, 1, 1);
  lua_pushvalue(L, 2);
  lua_gettable(L, -2);
  return 1;
}

/* ---- small functions ---- */

/* Those that are built in; the script library adds its own. */
static int games(lua_State *L) {
  const tes_game *game;
  lua_settop(L, 0);
  lua_newtable(L);
  for (size_t i = 0; (game = tes_game_at(i)) != NULL; i++) {
    lua_pushstring(L, game->name);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.games");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "listed");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int now(lua_State *L) {
  struct timespec time;
  lbox_need_clock(L, "tesela.clock");
  clock_gettime(CLOCK_MONOTONIC, &time);
  lua_pushnumber(L, (lua_Number)time.tv_sec + 1e-9 * (double)time.tv_nsec);
  return 1;
}

static const luaL_Reg functions[] = {
    {"rules", lrules_new},
    {"game", lrules_game},
    {"games", games},
    {"rng", lrng_new},
    {"search", lsearch_search},
    {"searcher", lsearch_new},
    {"replay", lrecord_replay},
    {"encode", ljson_encode},
    {"decode", ljson_decode},
    {"clock", now},
    {NULL, NULL},
};

static void register_types(lua_State *L) {
  lrules_register(L);
  lstate_register(L);
  lhistory_register(L);
  lrng_register(L);
  lgame_register(L);
  lfield_register(L);
  lboard_register(L);
  lsearch_register(L);
}

/* Private modules: only the script library asks for them. */
static void register_machinery(lua_State *L) {
  static const luaL_Reg modules[] = {{"tesela.process", lprocess_open},
                                     {"tesela.journal", ljournal_open},
                                     {"tesela.box", lbox_open},
                                     {"tesela.folder", lfolder_open},
                                     {NULL, NULL}};
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  luaL_setfuncs(L, modules, 0);
  lua_pop(L, 1);
}

void ltesela_push_inner(lua_State *L) {
  static const luaL_Reg inner[] = {{"rules", lrules_new},
                                   {"game", lrules_game},
                                   {"games", games},
                                   {"rng", lrng_new},
                                   {"clock", now},
                                   {"search", lsearch_search},
                                   {"searcher", lsearch_new},
                                   {NULL, NULL}};
  register_types(L);
  luaL_newlib(L, inner);
  lua_pushliteral(L, TES_VERSION);
  lua_setfield(L, -2, "_VERSION");
}

int luaopen_tesela(lua_State *L) {
  register_types(L);
  register_machinery(L);
  luaL_newlib(L, functions);
  lua_pushliteral(L, TES_VERSION);
  lua_setfield(L, -2, "_VERSION");
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
  set_home(L);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, from_library);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  return 1;
}
