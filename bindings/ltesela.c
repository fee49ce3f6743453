/* ltesela.c: luaopen_tesela.
 *
 * Functions in C are in the module table. Functions in Lua (matches, play, bots
 * ...) are found by name in the script library and loaded when first used. The
 * script library is found relative to the program or the shared module, so an
 * installation can be moved:
 *   PREFIX/bin/tesela, PREFIX/share/tesela/
 *   PREFIX/lib/lua/5.4/tesela.so or PREFIX/lib/TRIPLET/lua/5.4/tesela.so
 * LuaRocks puts it in PREFIX/share/lua/5.4/tesela/. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "functions/lsearch.h"
#include "functions/lweights.h"
#include "lmodule.h"
#include "process/lchild.h"
#include "process/ljournal.h"
#include "process/lprocess.h"
#include "sandbox/lboxmodule.h"
#include "states/lstate.h"
#include "tesela_lua.h"
#include "values/lfolder.h"
#include "values/linterrupt.h"
#include "values/ltypes.h"

/* ---- the script library ---- */

/* The file that contains this code: the module, or the program. */
static bool find_file(char path[PATH_MAX]) {
  static const char *const module = "/tesela.so";
  Dl_info info;
  if (dladdr((void *)(size_t)luaopen_tesela, &info) != 0 &&
      info.dli_fname != NULL && realpath(info.dli_fname, path) != NULL) {
    const size_t length = strlen(path), tail = strlen(module);
    if (length > tail && strcmp(path + length - tail, module) == 0) return true;
  }
  return realpath("/proc/self/exe", path) != NULL;
}

/* Extends the folder to the path of its script library, if it has one. */
static bool find_library(char folder[PATH_MAX]) {
  static const char *const shares[] = {"share/tesela", "share/lua/5.4/tesela"};
  static const char tail[] = "/tesela/library.lua";
  char file[PATH_MAX];
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    const int length =
        snprintf(file, sizeof file, "%s/%s%s", folder, shares[i], tail);
    if (length < PATH_MAX && access(file, R_OK) == 0) {
      file[(size_t)length + 1 - sizeof tail] = '\0';
      strcpy(folder, file);
      return true;
    }
  }
  return false;
}

/* The script library of the nearest folder that has one. The file is at most
 * five names below its prefix: lib/TRIPLET/lua/5.4/tesela.so. */
static bool find_home(char path[PATH_MAX]) {
  if (!find_file(path)) return false;
  for (int level = 0; level < 5; level++) {
    char *slash = strrchr(path, '/');
    if (slash == NULL) return false;
    *slash = '\0';
    if (find_library(path)) return true;
  }
  return false;
}

/* Sets the module's `home`, and adds the library to the path of `require`. */
static void set_home(lua_State *L) {
  char path[PATH_MAX];
  const char *home = getenv("TESELA_HOME");
  if (home == NULL && find_home(path)) home = path;
  if (home == NULL) {
    luaL_error(L,
               "cannot find tesela's script library: expected share/tesela in "
               "a folder above the module or the program");
  }
  lua_pushstring(L, home);
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

/* state:hint, which is written in Lua; sandboxes do not have it. */
static int hint(lua_State *L) {
  lstate_check(L, 1, "state:hint");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.terminal.play.hint");
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

/* Private modules, only for the script library. */
static void register_machinery(lua_State *L) {
  static const luaL_Reg modules[] = {{"tesela.process", lprocess_open},
                                     {"tesela.journal", ljournal_open},
                                     {"tesela.box", lboxmodule_open},
                                     {"tesela.child", lchild_open},
                                     {"tesela.folder", lfolder_open},
                                     {"tesela.interrupt", linterrupt_open},
                                     {"tesela.watching", lsearch_open_watching},
                                     {"tesela.weights", lweights_open},
                                     {NULL, NULL}};
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  luaL_setfuncs(L, modules, 0);
  lua_pop(L, 1);
}

_Static_assert(sizeof(lua_Integer) == 8,
               "tesela needs a Lua with 64-bit integers, not LUA_32BITS");

int luaopen_tesela(lua_State *L) {
  luaL_checkversion(L);
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
