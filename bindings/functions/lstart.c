/* lstart.c: see lstart.h. */
#include "lstart.h"

#include <string.h>

#include "luagames/cells/lcells.h"
#include "lweights.h"
#include "states/ldescribe.h"
#include "states/lgames.h"
#include "states/lhistory.h"
#include "states/lmoves.h"
#include "states/lquery.h"
#include "values/lnames.h"
#include "values/lrng.h"
#include "values/lshown.h"
#include "values/ltypes.h"

/* ---- rules ---- */

bool lstart_open(lua_State *L, const tes_game *game, int keeper,
                 const char *const *settings, size_t count, tes_error *error) {
  if (!lrules_push(L, game, keeper, settings, count, error)) return false;
  lua_newtable(L);
  lcells_add(L, game);
  lquery_add(L, game);
  lmoves_add(L, game);
  ldescribe_add(L, lrules_check(L, -2, "tesela.rules")->rules);
  lua_setiuservalue(L, -2, 1);
  return lweights_attach(L, -1, error);
}

/* Pushes a value as the text of a setting. */
static const char *push_setting_value(lua_State *L) {
  if (lua_type(L, -1) != LUA_TSTRING) return lshown_value(L, -1);
  lua_pushvalue(L, -1);
  return lt_string(L, -1, "tesela.rules", "values of options");
}

/* Pushes "name=value" for the pair at the top, which stays there. */
static const char *push_setting(lua_State *L) {
  if (lua_type(L, -2) != LUA_TSTRING) {
    luaL_error(L, "tesela.rules: expected options by name, got a %s",
               luaL_typename(L, -2));
  }
  const char *name = lt_string(L, -2, "tesela.rules", "options by name");
  if (!lua_istable(L, -1)) {
    lua_pushfstring(L, "%s=%s", name, push_setting_value(L));
    lua_remove(L, -2);
    return lua_tostring(L, -1);
  }
  luaL_Buffer b;
  const int list = lua_gettop(L);
  const lua_Integer n = luaL_len(L, list);
  luaL_buffinit(L, &b);
  luaL_addstring(&b, name);
  luaL_addchar(&b, '=');
  for (lua_Integer i = 1; i <= n; i++) {
    if (i > 1) luaL_addchar(&b, ',');
    lua_geti(L, list, i);
    push_setting_value(L);
    lua_remove(L, -2);
    luaL_addvalue(&b);
  }
  luaL_pushresult(&b);
  return lua_tostring(L, -1);
}

/* The settings' strings stay on the stack. */
static size_t read_settings(lua_State *L, int table,
                            const char *settings[TES_OPTIONS_MAX]) {
  size_t count = 0;
  luaL_checkstack(L, TES_OPTIONS_MAX + 8, "too many options");
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    if (count == TES_OPTIONS_MAX)
      luaL_error(L, "tesela.rules: too many options");
    settings[count++] = push_setting(L);
    lua_insert(L, -3); /* setting, key, value */
    lua_pop(L, 1);
  }
  return count;
}

/* tesela.rules(game, options, terms): the game's file gets `terms`. */
int lstart_rules(lua_State *L) {
  const char *settings[TES_OPTIONS_MAX];
  size_t count = 0;
  tes_error error;
  if (lua_gettop(L) > 2 && !lua_isnil(L, 3)) lgames_terms(L, 1, 3);
  if (lua_gettop(L) > 0) lua_settop(L, 2);
  const tes_game *game = lgames_check(L, 1, "tesela.rules");
  const int keeper = lua_gettop(L);
  if (lua_istable(L, 2)) {
    count = read_settings(L, 2, settings);
  } else if (!lua_isnoneornil(L, 2)) {
    return lt_expected(L, 2, "tesela.rules", "a table of options");
  }
  if (!lstart_open(L, game, keeper, settings, count, &error)) {
    if (error.status == TES_ENOMEM) return lt_no_memory(L);
    lgames_refusal(L, game, settings, count, &error);
    return luaL_error(L, "%s", lua_tostring(L, -1));
  }
  return 1;
}

/* ---- states ---- */

void lstart_seed(lua_State *L, int rules, uint64_t seed) {
  lrules *r = lua_touserdata(L, rules);
  lstate *s = lstate_push(L, rules);
  lrules_must(L, r, tes_start(r->rules, s->state, seed, lrules_work(L, r)));
  lhistory_begin(L, BY_SEED, seed, NULL);
}

void lstart_fen(lua_State *L, int rules, const char *fen, uint64_t seed) {
  lrules *r = lua_touserdata(L, rules);
  lstate *s = lstate_push(L, rules);
  lrules_must(L, r, tes_load(r->rules, s->state, fen, seed, lrules_work(L, r)));
  lhistory_begin(L, BY_FEN, seed, fen);
}

void lstart_deal(lua_State *L, int rules, const char *deal) {
  lrules *r = lua_touserdata(L, rules);
  lstate *s = lstate_push(L, rules);
  lrules_must(L, r, tes_deal(r->rules, s->state, deal, lrules_work(L, r)));
  lhistory_begin(L, BY_DEAL, 0, deal);
}

/* rules:start(seed), by default with seed 0; or rules:start{ bag = "..." }. */
int lstart_start(lua_State *L) {
  static const char *const options[] = {"bag"};
  lrules_check(L, 1, "rules:start");
  if (!lua_istable(L, 2)) {
    lstart_seed(L, 1,
                lua_isnoneornil(L, 2) ? 0 : lrng_seed(L, 2, "rules:start"));
    return 1;
  }
  lnames_check(L, 2, "rules:start", options, 1);
  if (lua_getfield(L, 2, "bag") != LUA_TSTRING) {
    return luaL_error(L, "rules:start: expected a seed or { bag = text }");
  }
  lstart_deal(L, 1, lt_string(L, -1, "rules:start", "the bag as a string"));
  return 1;
}

/* rules:load(fen, seed): the seed deals the hidden things if the text is that
 * of a view. */
int lstart_load(lua_State *L) {
  lrules_check(L, 1, "rules:load");
  const char *fen = lt_string(L, 2, "rules:load", "position text");
  const uint64_t seed =
      lua_isnoneornil(L, 3) ? 0 : lrng_seed(L, 3, "rules:load");
  lstart_fen(L, 1, fen, seed);
  return 1;
}
