/* ltypes.c: see ltypes.h. */
#include "ltypes.h"

#include <string.h>

/* ---- types ---- */

void lt_new_type(lua_State *L, const char *type) {
  luaL_newmetatable(L, type);
  lt_push_address(L, type);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
}

void lt_new_collected(lua_State *L, const char *type, lua_CFunction gc) {
  lt_new_type(L, type);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
}

void lt_set_type(lua_State *L, const char *type) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
}

void *lt_test(lua_State *L, int index, const char *type) {
  void *block = lua_touserdata(L, index);
  if (block == NULL || !lua_getmetatable(L, index)) return NULL;
  lua_rawgeti(L, -1, 1);
  const void *its = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return its == type ? block : NULL;
}

void lt_push_type(lua_State *L, const char *type) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
}

void lt_new_weak(lua_State *L, const char *key, const char *mode) {
  lua_createtable(L, 0, 8);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void lt_copy(lua_State *L) {
  const int from = lua_gettop(L);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, from) != 0;) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, from + 1);
  }
  lua_replace(L, from);
}

void lt_own_type(lua_State *L, const char *type) {
  lt_push_type(L, type);
  lt_copy(L);
}

void lt_push_address(lua_State *L, const void *address) {
  lua_pushlightuserdata(L, (void *)(uintptr_t)address);
}

void lt_set_names(lua_State *L, const char *key, const char *const *names) {
  lua_newtable(L);
  for (lua_Integer i = 0; names != NULL && names[i] != NULL; i++) {
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

/* ---- errors and arguments ---- */

static const char own_folder[] = "tesela.own";

void lt_set_own(lua_State *L, const char *folder) {
  lua_pushfstring(L, "@%s/", folder);
  lua_rawsetp(L, LUA_REGISTRYINDEX, own_folder);
}

const char *lt_own(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, own_folder);
  const char *folder = lua_tostring(L, -1);
  lua_pop(L, 1);
  return folder;
}

bool lt_is_own(const char *folder, const lua_Debug *frame) {
  return folder != NULL && *frame->what != 'C' &&
         strncmp(frame->source, folder, strlen(folder)) == 0;
}

void lt_push_place(lua_State *L) {
  lua_Debug frame;
  int level = 0;
  const char *folder = lt_own(L);
  do {
    level++;
  } while (lua_getstack(L, level, &frame) && lua_getinfo(L, "S", &frame) &&
           lt_is_own(folder, &frame));
  luaL_where(L, level);
}

bool lt_is_direct(lua_State *L) {
  lua_Debug frame;
  const bool main = lua_pushthread(L);
  const char *folder = lt_own(L);
  bool direct = main && lt_fence_of(L) == NULL;
  for (int level = 0; direct && lua_getstack(L, level, &frame); level++) {
    direct = lua_getinfo(L, "S", &frame) && !lt_is_own(folder, &frame);
  }
  lua_pop(L, 1);
  return direct;
}

const char *lt_push_clean(lua_State *L, int index, size_t most,
                          const char *keep) {
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  if (length > most) length = most;
  if (tes_is_clean(text, length, keep)) {
    return lua_pushlstring(L, text, length);
  }
  luaL_Buffer buffer;
  char *copy = luaL_buffinitsize(L, &buffer, length + 1);
  memcpy(copy, text, length);
  copy[length] = '\0';
  luaL_pushresultsize(&buffer, tes_clean(copy, length, keep));
  return lua_tostring(L, -1);
}

int lt_raise(lua_State *L) {
  lt_push_place(L);
  const char *place = lua_tostring(L, -1), *text = lua_tostring(L, -2);
  const bool there = strncmp(text, place, strlen(place)) == 0;
  if (there) lua_pushliteral(L, "");
  lt_push_clean(L, there ? -3 : -2, SIZE_MAX, "");
  lua_concat(L, 2);
  return lua_error(L);
}

enum { QUOTED = 60 }; /* bytes of quoted text in a message */

const char *lt_push_quoted(lua_State *L, int index) {
  const bool cut = lua_rawlen(L, index) > QUOTED;
  const char *text = lt_push_clean(L, index, QUOTED, "");
  lua_pushfstring(L, cut ? "\"%s...\"" : "\"%s\"", text);
  lua_remove(L, -2);
  return lua_tostring(L, -1);
}

const char *lt_push_got(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) return lt_push_quoted(L, index);
  if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
    return lua_tostring(L, -1);
  }
  return lua_pushstring(L, luaL_typename(L, index));
}

int lt_expected(lua_State *L, int index, const char *function,
                const char *what) {
  index = lua_absindex(L, index);
  const char *got = lt_push_got(L, index);
  lua_pushfstring(L, "%s: expected %s, got %s", function, what, got);
  return lt_raise(L);
}

const char *lt_string(lua_State *L, int index, const char *function,
                      const char *what) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) lt_expected(L, index, function, what);
  const char *text = lua_tolstring(L, index, &length);
  if (strlen(text) != length) {
    lua_pushfstring(L, "%s: expected %s, got text with a zero byte", function,
                    what);
    lt_raise(L);
  }
  return text;
}

const char *lt_word(lua_State *L, int index) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  const char *text = lua_tolstring(L, index, &length);
  return strlen(text) == length ? text : NULL;
}

lua_Integer lt_integer(lua_State *L, int index, const char *function,
                       const char *what) {
  int fits;
  const lua_Integer value = lua_tointegerx(L, index, &fits);
  if (lua_type(L, index) != LUA_TNUMBER) lt_expected(L, index, function, what);
  if (!fits) {
    const lua_Number number = lua_tonumber(L, index);
    lua_pushfstring(L,
                    number == number ? "%s: expected %s, got %f"
                                     : "%s: expected %s, got nan",
                    function, what, number);
    lt_raise(L);
  }
  return value;
}

void lt_push_text(lua_State *L, const tes_text *text) {
  if (text->failed) lt_no_memory(L);
  lua_pushlstring(L, tes_text_get(text), text->length);
}

/* ---- fences ---- */

static const char fenced[] = "tesela.rules.fence";

void lt_set_fence(lua_State *L, lt_fence *fence) {
  lua_pushlightuserdata(L, fence);
  lua_rawsetp(L, LUA_REGISTRYINDEX, fenced);
}

static lt_fence *find_fence(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, fenced);
  lt_fence *fence = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return fence;
}

const lt_fence *lt_fence_of(lua_State *L) {
  return find_fence(L);
}

#define NO_MEMORY "not enough memory" /* Lua's own words */

int lt_no_memory(lua_State *L) {
  lt_fence *fence = find_fence(L);
  if (fence != NULL) fence->lacking = true;
  lua_pushliteral(L, NO_MEMORY);
  return lua_error(L);
}

bool lt_is_no_memory(lua_State *L, int status) {
  if (status == LUA_ERRMEM) return true;
  return status == LUA_ERRRUN && lua_type(L, -1) == LUA_TSTRING &&
         strcmp(lua_tostring(L, -1), NO_MEMORY) == 0;
}

bool lt_has_clock(lua_State *L) {
  const lt_fence *fence = lt_fence_of(L);
  return fence == NULL || fence->clock;
}

void lt_need_clock(lua_State *L, const char *function) {
  if (lt_has_clock(L)) return;
  luaL_error(L, "%s: bots have a clock only if budgets are in seconds",
             function);
}

const char *lt_tolstring(lua_State *L, int index) {
  const lt_fence *fence = lt_fence_of(L);
  return fence != NULL ? fence->tolstring(L, index)
                       : luaL_tolstring(L, index, NULL);
}

void lt_set_integer(lua_State *L, const char *key, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

void lt_set_string(lua_State *L, const char *key, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, key);
}
