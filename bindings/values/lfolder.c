/* lfolder.c: folders, for which Lua has no functions.
 *
 * folder.list(path): the names in a folder, unsorted, with a final "/" if they
 * are folders; or nil and the reason. folder.real(path): the absolute path,
 * without links; or nil and the reason. folder.make(path): makes the folder,
 * and those above it, readable only by its owner; true, or nil and the reason.
 * Root makes none in another user's folder, because that user could not write
 * to it afterwards. */
#define _XOPEN_SOURCE 700
#include "lfolder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER_TYPE "tesela.folder"

/* A userdata for the folder, so that an error does not leak it. */
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

static int real(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  char space[PATH_MAX];
  if (realpath(path, space) == NULL) return luaL_fileresult(L, 0, path);
  lua_pushstring(L, space);
  return 1;
}

/* Is this a folder that we may use? Root must leave other users' folders alone.
 * If not, see errno. */
static bool is_usable(const char *path) {
  struct stat facts;
  if (stat(path, &facts) != 0) return false;
  errno = S_ISDIR(facts.st_mode) ? EACCES : ENOTDIR;
  return S_ISDIR(facts.st_mode) && (geteuid() != 0 || facts.st_uid == 0);
}

/* Makes a folder in an existing one. */
static bool make_one(char *path) {
  if (is_usable(path)) return true;
  if (errno != ENOENT) return false;
  char *slash = strrchr(path, '/');
  if (slash != NULL && slash != path) {
    *slash = '\0';
    const bool above = make_one(path);
    *slash = '/';
    if (!above) return false;
  }
  return mkdir(path, 0700) == 0 || (errno == EEXIST && is_usable(path));
}

static int make_folder(lua_State *L) {
  size_t length;
  const char *path = luaL_checklstring(L, 1, &length);
  char *own = lua_newuserdatauv(L, length + 1, 0);
  memcpy(own, path, length + 1);
  return luaL_fileresult(L, make_one(own), path);
}

int lfolder_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"list", list}, {"real", real}, {"make", make_folder}, {NULL, NULL}};
  luaL_newmetatable(L, FOLDER_TYPE);
  lua_pushcfunction(L, close_folder);
  lua_setfield(L, -2, "__gc");
  luaL_newlib(L, functions);
  return 1;
}
