/* lfolder.c: what lies in a folder, which Lua alone cannot ask.
 *
 * folder.list(path): the names in it, in no order, those of folders with "/"
 * behind them; or nil and why there are none. */
#define _POSIX_C_SOURCE 200809L
#include "lfolder.h"

#include <dirent.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER_TYPE "tesela.folder"

/* Holds the folder, so that an error on the way does not leak it. */
static DIR **push_folder(lua_State *L) {
  DIR **folder = lua_newuserdatauv(L, sizeof *folder, 0);
  *folder = NULL;
  luaL_setmetatable(L, FOLDER_TYPE);
  return folder;
}

static int close_folder(lua_State *L) {
  DIR **folder = lua_touserdata(L, 1);
  if (*folder != NULL) closedir(*folder);
  *folder = NULL;
  return 0;
}

static bool is_folder(DIR *parent, const char *name) {
  struct stat facts;
  return fstatat(dirfd(parent), name, &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISDIR(facts.st_mode);
}

static int list(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  DIR **folder = push_folder(L);
  const struct dirent *entry;
  lua_newtable(L);
  *folder = opendir(path);
  if (*folder == NULL) return luaL_fileresult(L, 0, path);
  for (lua_Integer n = 1; (entry = readdir(*folder)) != NULL;) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    lua_pushfstring(L, "%s%s", name, is_folder(*folder, name) ? "/" : "");
    lua_rawseti(L, -2, n++);
  }
  closedir(*folder);
  *folder = NULL;
  return 1;
}

int lfolder_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"list", list}, {NULL, NULL}};
  luaL_newmetatable(L, FOLDER_TYPE);
  lua_pushcfunction(L, close_folder);
  lua_setfield(L, -2, "__gc");
  luaL_newlib(L, functions);
  return 1;
}
