/* lnames.c: see lnames.h. */
#include "lnames.h"

#include <string.h>

#include "lshown.h"
#include "ltypes.h"
#include "tesela_scan.h"

static void push_unknown(lua_State *L, const char *kind, const char *typed,
                         const char *const *words, size_t count) {
  char space[2000];
  tes_text text;
  tes_text_fixed(&text, space, sizeof space);
  tes_put_unknown(&text, kind, typed, words, count);
  lua_pushstring(L, tes_text_get(&text));
}

int lnames_unknown(lua_State *L, const char *where, const char *kind,
                   const char *name, const char *const *names, size_t count) {
  lua_pushfstring(L, "%s: ", where);
  push_unknown(L, kind, name, names, count);
  lua_concat(L, 2);
  return lt_raise(L);
}

void lnames_check(lua_State *L, int index, const char *where,
                  const char *const *names, size_t count) {
  index = lua_absindex(L, index);
  if (!lua_istable(L, index)) {
    lt_expected(L, index, where, "a table of options");
  }
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pop(L, 1);
    const char *name = lt_word(L, -1);
    size_t i = name == NULL ? count : 0;
    while (i < count && strcmp(name, names[i]) != 0) i++;
    if (i == count) {
      lnames_unknown(L, where, "option", lshown_value(L, -1), names, count);
    }
  }
}

/* ---- tables that are read ---- */

/* The strings of the list at `index`, which must stay on the stack to keep
 * them; returns their number. Other items are left out. */
static size_t read_words(lua_State *L, int index, const char ***words) {
  luaL_checktype(L, index, LUA_TTABLE);
  const size_t length = lua_rawlen(L, index);
  size_t count = 0;
  *words = lua_newuserdatauv(L, (length + 1) * sizeof **words, 0);
  for (size_t i = 1; i <= length; i++) {
    if (lua_rawgeti(L, index, (lua_Integer)i) == LUA_TSTRING) {
      (*words)[count++] = lua_tostring(L, -1);
    }
    lua_pop(L, 1);
  }
  return count;
}

/* Upvalues: the names, the name of the table, and the word for its entries. */
static int guarded_index(lua_State *L) {
  const char **names;
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  const char *name = lt_word(L, 2);
  const size_t count = read_words(L, lua_upvalueindex(1), &names);
  for (size_t i = 0; i < count && name != NULL; i++) {
    if (strcmp(names[i], name) == 0) return 0;
  }
  return lnames_unknown(L, lua_tostring(L, lua_upvalueindex(2)),
                        lua_tostring(L, lua_upvalueindex(3)),
                        lshown_value(L, 2), names, count);
}

void lnames_push_guard(lua_State *L, const char *where, const char *kind) {
  lua_createtable(L, 0, 2);
  lua_insert(L, -2);
  lua_pushstring(L, where);
  lua_pushstring(L, kind);
  lua_pushcclosure(L, guarded_index, 3);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
}

/* Upvalues: the name of the table, and the word for its entries. */
static int frozen_newindex(lua_State *L) {
  return luaL_error(L, "%s: this table of %s is read-only",
                    lua_tostring(L, lua_upvalueindex(1)),
                    lua_tostring(L, lua_upvalueindex(2)));
}

static int frozen_len(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
  return 1;
}

void lnames_freeze(lua_State *L, const char *where, const char *kind) {
  lua_newtable(L);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, -3);
  lua_pushcclosure(L, frozen_len, 1);
  lua_setfield(L, -2, "__len");
  lua_pushstring(L, where);
  lua_pushstring(L, kind);
  lua_pushcclosure(L, frozen_newindex, 2);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

/* ---- for Lua ---- */

static int near(lua_State *L) {
  const char *typed = luaL_checkstring(L, 1), *found[TES_NEAR_MAX];
  const lua_Integer most = luaL_optinteger(L, 3, 3);
  const char **words;
  const size_t count = read_words(L, 2, &words);
  const size_t n = tes_near(typed, words, count, found, (size_t)most);
  lua_createtable(L, (int)n, 0);
  for (size_t i = 0; i < n; i++) {
    lua_pushstring(L, found[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static int unknown(lua_State *L) {
  const char *kind = luaL_checkstring(L, 1), *typed = lshown_value(L, 2);
  const char **words;
  const size_t count = read_words(L, 3, &words);
  push_unknown(L, kind, typed, words, count);
  return 1;
}

static int raise_message(lua_State *L) {
  lua_settop(L, 1);
  return lt_raise(L);
}

static const luaL_Reg functions[] = {{"near", near},
                                     {"unknown", unknown},
                                     {"raise", raise_message},
                                     {NULL, NULL}};

void lnames_register(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  luaL_newlib(L, functions);
  lua_setfield(L, -2, "tesela.names");
  lua_pop(L, 1);
}
