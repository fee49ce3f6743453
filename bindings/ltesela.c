/* ltesela.c: the roof: luaopen_tesela.
 *
 * What is written in C stands in the module table; what is written in Lua
 * (matches, play, bots ...) is found by name in the script library and loaded
 * when it is first used. The script library lies beside the program or the
 * shared module, so that a moved installation finds it:
 *   PREFIX/bin/tesela, PREFIX/lib/lua/5.4/tesela.so, PREFIX/share/tesela/ */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "box/lboxes.h"
#include "box/lchild.h"
#include "box/ljournal.h"
#include "box/lprocess.h"
#include "lfolder.h"
#include "lmodule.h"
#include "lsearch.h"
#include "lstate.h"
#include "lt.h"
#include "tesela_lua.h"

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
  lua_pushfstring(L, "%s/tesela", lua_tostring(L, -1));
  lt_set_own(L, lua_tostring(L, -1));
  lua_pop(L, 1);
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

/* state:hint, which is written in Lua: what is in a box does without it. */
static int hint(lua_State *L) {
  lstate_check(L, 1, "state:hint");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.terminal.hint");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "hint");
  lua_replace(L, -2);
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

static void add_hint(lua_State *L) {
  lt_push_type(L, STATE_TYPE);
  lua_getfield(L, -1, "__methods");
  lua_pushcfunction(L, hint);
  lua_setfield(L, -2, "hint");
  lua_pop(L, 2);
}

/* ---- the module ---- */

/* Private modules: only the script library asks for them. */
static void register_machinery(lua_State *L) {
  static const luaL_Reg modules[] = {{"tesela.process", lprocess_open},
                                     {"tesela.journal", ljournal_open},
                                     {"tesela.box", lboxes_open},
                                     {"tesela.child", lchild_open},
                                     {"tesela.folder", lfolder_open},
                                     {"tesela.watching", lsearch_open_watching},
                                     {NULL, NULL}};
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  luaL_setfuncs(L, modules, 0);
  lua_pop(L, 1);
}

int luaopen_tesela(lua_State *L) {
  register_machinery(L);
  lmodule_push(L);
  add_hint(L);
  set_home(L);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, from_library);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  return 1;
}
