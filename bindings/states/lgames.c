/* lgames.c: see lgames.h. */
#include "lgames.h"

#include <string.h>

#include "luagames/lgame.h"
#include "tesela_lua.h"
#include "values/lrules.h"
#include "values/ltypes.h"

/* The type of a game in C that a program hands over. */
#define GUEST_TYPE "tesela.game in C"

typedef struct guest {
  const tes_game *game;
} guest;

/* The game, if the value is one, or NULL. */
static const tes_game *test(lua_State *L, int index) {
  const lgame *g = luaL_testudata(L, index, GAME_TYPE);
  const guest *in_c = luaL_testudata(L, index, GUEST_TYPE);
  return g != NULL ? &g->game : in_c != NULL ? in_c->game : NULL;
}

/* ---- finding a game ---- */

/* Pushes require(module)[name]. */
static void push_from_module(lua_State *L, const char *module,
                             const char *name) {
  lua_getglobal(L, "require");
  lua_pushstring(L, module);
  lua_call(L, 1, 1);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

static void push_from_library(lua_State *L, const char *name) {
  push_from_module(L, "tesela.rules.games", name);
}

void lgames_terms(lua_State *L, int game, int terms) {
  push_from_library(L, "terms");
  lua_pushvalue(L, game);
  lua_pushvalue(L, terms);
  lua_call(L, 2, 0);
}

/* Pushes the name of the first setting that is not an option of the game. */
static void push_unknown_option(lua_State *L, const tes_game *game,
                                const char *const *settings, size_t count) {
  for (size_t i = 0; i < count; i++) {
    lua_pushlstring(L, settings[i], strcspn(settings[i], "="));
    if (tes_option_find(game, lua_tostring(L, -1)) < 0) return;
    lua_pop(L, 1);
  }
  lua_pushliteral(L, "");
}

void lgames_refusal(lua_State *L, const tes_game *game,
                    const char *const *settings, size_t count,
                    const tes_error *why) {
  lua_pushstring(L, why->text);
  if (why->status != TES_EOPTION) return;
  push_from_library(L, "elsewhere");
  lua_pushstring(L, game->name);
  push_unknown_option(L, game, settings, count);
  lua_call(L, 2, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
  } else {
    lua_pushfstring(L, "%s; %s has it", why->text, lua_tostring(L, -1));
  }
}

const tes_game *lgames_find(lua_State *L, int index, const char *function) {
  const tes_game *game = test(L, index);
  if (game != NULL) {
    lua_pushvalue(L, index);
    return game;
  }
  if (lt_test(L, index, RULES_TYPE) != NULL) {
    lua_getiuservalue(L, index, 2);
    return lrules_check(L, index, function)->rules->game;
  }
  const char *name = lt_string(L, index, function, "the name of a game");
  game = tes_game_find(name);
  if (game != NULL) {
    lua_pushnil(L);
    return game;
  }
  push_from_library(L, "find");
  lua_pushstring(L, name);
  lua_call(L, 1, 2);
  game = test(L, -2);
  if (game == NULL && lua_type(L, -2) != LUA_TNIL) {
    luaL_error(L, "%s: %s is not a game", function, name);
  }
  lua_remove(L, game == NULL ? -2 : -1);
  return game;
}

const tes_game *lgames_check(lua_State *L, int index, const char *function) {
  const tes_game *game = lgames_find(L, index, function);
  if (game == NULL) lua_error(L);
  return game;
}

/* The built-in games; the script library adds its own. */
int lgames_list(lua_State *L) {
  const tes_game *game;
  lua_settop(L, 0);
  lua_newtable(L);
  for (size_t i = 0; (game = tes_game_at(i)) != NULL; i++) {
    lua_pushstring(L, game->name);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  push_from_library(L, "listed");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/* ---- games in C from outside ---- */

/* Are the required members set? The rest are optional. */
static bool has_required(const tes_game *game) {
  return game->name != NULL && game->title != NULL && game->summary != NULL &&
         game->notation != NULL && game->endings != NULL &&
         game->open != NULL && game->start != NULL && game->moves != NULL &&
         game->apply != NULL && game->result != NULL && game->print != NULL &&
         game->draw != NULL;
}

/* admit(game, bytes, version): registers the game under its name, and returns
 * it as a value. */
static int admit(lua_State *L) {
  const tes_game *game = lua_touserdata(L, 1);
  const lua_Integer bytes = luaL_checkinteger(L, 2);
  const char *version = luaL_checkstring(L, 3);
  if (bytes != sizeof *game || strcmp(version, TES_VERSION) != 0) {
    return luaL_error(L,
                      "this game was built for tesela %s (%I bytes), but this "
                      "is tesela %s (%I bytes)",
                      version, (LUAI_UACINT)bytes, TES_VERSION,
                      (LUAI_UACINT)sizeof *game);
  }
  if (!has_required(game)) {
    return luaL_error(L, "this game lacks a required member (see tes_game)");
  }
  if (tes_game_find(game->name) != NULL) {
    return luaL_error(L, "there is already a game %s", game->name);
  }
  *(guest *)lua_newuserdatauv(L, sizeof(guest), 0) = (guest){game};
  luaL_setmetatable(L, GUEST_TYPE);
  push_from_library(L, "add");
  lua_pushstring(L, game->name);
  lua_pushvalue(L, -3);
  lua_call(L, 2, 0);
  return 1;
}

void lgames_admit(lua_State *L) {
  lua_pushcfunction(L, admit);
  lua_setfield(L, LUA_REGISTRYINDEX, TESELA_ADMIT);
}

/* ---- games as values in Lua ---- */

static const tes_game *check_game_argument(lua_State *L) {
  const tes_game *game = test(L, 1);
  if (game == NULL) lt_expected(L, 1, "game", "a game");
  return game;
}

static int game_tostring(lua_State *L) {
  lua_pushfstring(L, "game: %s", check_game_argument(L)->name);
  return 1;
}

/* g:check { games = 5 }: like the command; calls the script library. */
static int game_check(lua_State *L) {
  check_game_argument(L);
  lua_settop(L, 2);
  push_from_module(L, "tesela.cli.game_trial", "check");
  lua_insert(L, 1);
  lua_call(L, 2, LUA_MULTRET);
  return lua_gettop(L);
}

/* g.name, g.source and g:check */
static int game_index(lua_State *L) {
  const tes_game *game = check_game_argument(L);
  const char *key = lt_word(L, 2);
  if (key == NULL) return 0;
  if (strcmp(key, "name") == 0) {
    lua_pushstring(L, game->name);
  } else if (strcmp(key, "source") == 0) {
    lua_pushstring(L, game->source);
  } else if (strcmp(key, "check") == 0) {
    lua_pushcfunction(L, game_check);
  } else {
    return 0;
  }
  return 1;
}

static const luaL_Reg metamethods[] = {
    {"__tostring", game_tostring}, {"__index", game_index}, {NULL, NULL}};

/* Both types have the same name. */
static void add_type(lua_State *L, const char *type) {
  static const char *const names[] = {"name", "source", NULL};
  luaL_newmetatable(L, type);
  luaL_setfuncs(L, metamethods, 0);
  lt_set_names(L, "__fields", names);
  lua_pushliteral(L, GAME_TYPE);
  lua_setfield(L, -2, "__name");
  lua_pop(L, 1);
}

void lgames_register(lua_State *L) {
  add_type(L, GAME_TYPE);
  add_type(L, GUEST_TYPE);
}
