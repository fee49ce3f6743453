/* lrules.c: rules for Lua: tesela.rules("mixtour", { win_score = 3 }). */
#include "luagames/lgame.h"

#include <stdlib.h>
#include <string.h>

lrules *lrules_check(lua_State *L, int index, const char *function) {
  lrules *r = lt_test(L, index, RULES_TYPE);
  if (r == NULL) lt_expected(L, index, function, "rules (tesela.rules)");
  if (r->rules == NULL) luaL_error(L, "%s: these rules are closed", function);
  r->calls++;
  return r;
}

tes_work *lrules_work(lua_State *L, lrules *r) {
  r->L = L;
  r->busy[r->depth] = NULL;
  return r->work;
}

/* ---- levels ---- */

static bool make_level(lrules *r, tes_error *error) {
  tes_work *work = tes_resize(&r->alloc, NULL, 0, sizeof *work);
  if (work == NULL || tes_work_init(work, r->rules) != TES_OK) {
    tes_resize(&r->alloc, work, sizeof *work, 0);
    tes_fail(error, TES_ENOMEM, "out of memory");
    return false;
  }
  work->stop = &ltesela_interrupt()->asked;
  r->level[r->depth] = work;
  return true;
}

bool lrules_enter(lrules *r, tes_error *error) {
  if (r->depth == LEVELS - 1) {
    tes_fail(error, TES_EGAME, "its functions call each other too deeply");
    return false;
  }
  r->depth++;
  if (r->level[r->depth] == NULL && !make_level(r, error)) {
    r->depth--;
    return false;
  }
  r->work = r->level[r->depth];
  return true;
}

void lrules_leave(lrules *r) {
  r->work = r->level[--r->depth];
}

/* ---- opening ---- */

static void push_items(lua_State *L, const char *items) {
  lua_newtable(L);
  for (lua_Integer i = 1; *items != '\0'; i++) {
    const size_t length = strcspn(items, " ");
    lua_pushlstring(L, items, length);
    lua_rawseti(L, -2, i);
    items += length + (items[length] == ' ');
  }
}

/* "3 2/5" as {{3, 2}, {5}}. */
static void push_lists(lua_State *L, const char *at) {
  lua_newtable(L);
  for (lua_Integer list = 1;; list++, at++) {
    lua_newtable(L);
    for (lua_Integer i = 1; *at != '/' && *at != '\0'; i++) {
      const size_t length = strcspn(at, " /");
      lua_pushinteger(L, strtoll(at, NULL, 10));
      lua_rawseti(L, -2, i);
      at += length + (at[length] == ' ');
    }
    lua_rawseti(L, -2, list);
    if (*at == '\0') return;
  }
}

/* One query as a method: upvalue 1 its row, upvalue 2 the table of queries
 * that it is in, which variants share. */
static int query(lua_State *L) {
  const int row = (int)lua_tointeger(L, lua_upvalueindex(1));
  const tes_query *queries = lua_touserdata(L, lua_upvalueindex(2));
  const tes_query *q = &queries[row];
  lstate *s = lstate_check(L, 1, q->name);
  lrules *r = s->owner;
  int64_t integer = 0;
  if (r->rules->game->queries != queries) {
    return luaL_error(L, "%s: a state of %s has no such method", q->name,
                      r->rules->game->name);
  }
  const char *argument = lua_tostring(L, 2);
  tes_text *text = lt_text(r);
  lt_check(L, r,
           tes_get(r->rules, s->state, s->viewer, row, argument, &integer, text,
                   lstate_work(L, s)));
  if (q->gives == TES_INTEGER) {
    lua_pushinteger(L, integer);
    return 1;
  }
  lt_push_text(L, text);
  if (q->gives == TES_TEXTS) push_items(L, lua_tostring(L, -1));
  if (q->gives == TES_LISTS) push_lists(L, lua_tostring(L, -1));
  return 1;
}

/* Queries as functions, the fields of a game in Lua as their numbers. */
static void push_queries(lua_State *L, const tes_rules *rules) {
  const tes_game *game = rules->game;
  const lgame *own = lgame_of(rules);
  lua_newtable(L);
  for (int i = 0; own != NULL && i < own->fields; i++) {
    lua_pushinteger(L, i);
    lua_setfield(L, -2, own->field[i].name);
  }
  if (game->queries == NULL) return;
  for (int i = 0; game->queries[i].name != NULL; i++) {
    lua_pushinteger(L, i);
    lua_pushlightuserdata(L, (void *)game->queries);
    lua_pushcclosure(L, query, 2);
    lua_setfield(L, -2, game->queries[i].name);
  }
}

/* Rules lie in the memory of the Lua state that they belong to, so that a box
 * counts them. */
static void *resize(void *user, void *block, size_t old_size, size_t size) {
  lrules *r = user;
  if (block == NULL) old_size = 0;
  void *moved = r->resize(r->resizer, block, old_size, size);
  if (moved != NULL || size == 0) r->used += size - old_size;
  return moved;
}

static tes_rules *open_rules(lua_State *L, lrules *r, const tes_game *game,
                             const char *const *settings, size_t count,
                             tes_error *error) {
  r->resize = lua_getallocf(L, &r->resizer);
  r->alloc = (tes_alloc){resize, r};
  tes_rules *rules = tes_rules_open(game, settings, count, &r->alloc, error);
  /* The collector sees only the userdata: it is told of the rest. */
  lua_gc(L, LUA_GCSTEP, (int)(r->used / 1024) + 1);
  return rules;
}

bool lrules_push(lua_State *L, const tes_game *game, int keeper,
                 const char *const *settings, size_t count, tes_error *error) {
  keeper = lua_absindex(L, keeper);
  lrules *r = lua_newuserdatauv(L, sizeof *r, 2);
  memset(r, 0, sizeof *r);
  lt_set_type(L, RULES_TYPE);
  lua_pushvalue(L, keeper);
  lua_setiuservalue(L, -2, 2);
  r->rules = open_rules(L, r, game, settings, count, error);
  if (r->rules == NULL) return false;
  r->rules->user = r;
  r->L = L;
  r->depth = -1;
  if (!lrules_enter(r, error)) return false;
  push_queries(L, r->rules);
  lua_setiuservalue(L, -2, 1);
  lgame_know(L, r);
  return true;
}

/* Pushes "name=value" for the pair at the top, which is left there. */
static const char *push_setting(lua_State *L) {
  if (lua_type(L, -2) != LUA_TSTRING) {
    luaL_error(L, "tesela.rules: expected options by name, got a %s",
               luaL_typename(L, -2));
  }
  const char *name = lua_tostring(L, -2);
  if (!lua_istable(L, -1)) {
    lua_pushfstring(L, "%s=%s", name, lt_tolstring(L, -1));
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
    lt_tolstring(L, -1);
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

/* tesela.rules(game, options) */
int lrules_new(lua_State *L) {
  const char *settings[TES_OPTIONS_MAX];
  size_t count = 0;
  tes_error error;
  if (lua_gettop(L) > 0) lua_settop(L, 2);
  const tes_game *game = lgame_check(L, 1, "tesela.rules");
  const int keeper = lua_gettop(L);
  if (lua_istable(L, 2)) {
    count = read_settings(L, 2, settings);
  } else if (!lua_isnoneornil(L, 2)) {
    return lt_expected(L, 2, "tesela.rules", "a table of options");
  }
  if (!lrules_push(L, game, keeper, settings, count, &error)) {
    if (strcmp(error.text, "out of memory") == 0) return lt_no_memory(L);
    return luaL_error(L, "%s", error.text);
  }
  return 1;
}

/* ---- what rules know ---- */

static void push_value(lua_State *L, const tes_option *option,
                       const int *value) {
  if (option->type == TES_INT) {
    lua_pushinteger(L, value[0]);
    return;
  }
  if (option->type == TES_INTS) {
    lua_newtable(L);
    for (int i = 0; i < option->count; i++) {
      lua_pushinteger(L, value[i]);
      lua_rawseti(L, -2, i + 1);
    }
    return;
  }
  const char *word = option->words;
  for (int i = 0; i < value[0]; i++) word = strchr(word, '|') + 1;
  lua_pushlstring(L, word, strcspn(word, "|"));
}

static void push_options(lua_State *L, const tes_rules *rules) {
  lua_newtable(L);
  const size_t count = tes_option_count(rules->game);
  for (size_t i = 0; i < count; i++) {
    push_value(L, &rules->game->options[i], rules->value[i]);
    lua_setfield(L, -2, rules->game->options[i].name);
  }
}

static void push_seat_names(lua_State *L, const tes_rules *rules) {
  lua_createtable(L, rules->seats, 0);
  for (int seat = 1; seat <= rules->seats; seat++) {
    if (rules->seat_names != NULL) {
      lua_pushstring(L, rules->seat_names[seat - 1]);
    } else {
      lua_pushfstring(L, "seat %d", seat);
    }
    lua_rawseti(L, -2, seat);
  }
}

static int rules_index(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const lrules *r = lrules_check(L, 1, "rules");
  const char *key = lua_tostring(L, 2);
  if (key == NULL) return 0;
  if (strcmp(key, "name") == 0) {
    lua_pushstring(L, r->rules->game->name);
  } else if (strcmp(key, "seats") == 0) {
    lua_pushinteger(L, r->rules->seats);
  } else if (strcmp(key, "seat_names") == 0) {
    push_seat_names(L, r->rules);
  } else if (strcmp(key, "options") == 0) {
    push_options(L, r->rules);
  } else {
    return 0;
  }
  return 1;
}

/* "mixtour win_score=3": the name and what was set. */
static int rules_tostring(lua_State *L) {
  lrules *r = lrules_check(L, 1, "tostring");
  tes_text *text = lt_text(r);
  tes_put(text, "%s", r->rules->game->name);
  const size_t count = tes_option_count(r->rules->game);
  for (size_t i = 0; i < count; i++) {
    if (!(r->rules->given >> i & 1)) continue;
    tes_put(text, " %s=", r->rules->game->options[i].name);
    tes_option_print(r->rules, i, text);
  }
  lt_push_text(L, text);
  return 1;
}

/* Whether the collector calls, which at the end of a program it does even
 * where these rules are at work; anybody else has to wait. */
static bool collected(lua_State *L) {
  lua_Debug frame;
  return lua_getstack(L, 0, &frame) && lua_getinfo(L, "n", &frame) &&
         strcmp(frame.namewhat, "metamethod") == 0 &&
         strcmp(frame.name, "__gc") == 0;
}

static int rules_gc(lua_State *L) {
  lrules *r = luaL_checkudata(L, 1, RULES_TYPE);
  if (r->depth > 0 && !collected(L)) {
    return luaL_error(L, "these rules are at work and cannot be closed");
  }
  for (int i = 0; i < LEVELS && r->level[i] != NULL; i++) {
    tes_work_free(r->level[i]);
    r->level[i] = tes_resize(&r->alloc, r->level[i], sizeof *r->level[i], 0);
  }
  tes_rules_close(r->rules);
  r->rules = NULL;
  return 0;
}

/* ---- starting ---- */

/* rules:start{ bag = "..." } */
static int start_dealt(lua_State *L, lrules *r) {
  if (lua_getfield(L, 2, "bag") != LUA_TSTRING) {
    return luaL_error(L, "rules:start: expected a seed or { bag = text }");
  }
  const char *bag = lua_tostring(L, -1);
  lstate *s = lstate_push(L, 1);
  lt_check(L, r, tes_deal(r->rules, s->state, bag, lrules_work(L, r)));
  lhistory_begin(L, BY_DEAL, 0, bag);
  return 1;
}

/* rules:start(seed), the seed 0 when left out. */
static int rules_start(lua_State *L) {
  lrules *r = lrules_check(L, 1, "rules:start");
  if (lua_istable(L, 2)) return start_dealt(L, r);
  const uint64_t seed =
      lua_isnoneornil(L, 2) ? 0 : lrng_seed(L, 2, "rules:start");
  lstate *s = lstate_push(L, 1);
  lt_check(L, r, tes_start(r->rules, s->state, seed, lrules_work(L, r)));
  lhistory_begin(L, BY_SEED, seed, NULL);
  return 1;
}

/* rules:load(fen, seed): the seed deals what a view's text hides. */
static int rules_load(lua_State *L) {
  lrules *r = lrules_check(L, 1, "rules:load");
  const char *fen = lt_string(L, 2, "rules:load", "position text");
  const uint64_t seed =
      lua_isnoneornil(L, 3) ? 0 : lrng_seed(L, 3, "rules:load");
  lstate *s = lstate_push(L, 1);
  lt_check(L, r, tes_load(r->rules, s->state, fen, seed, lrules_work(L, r)));
  lhistory_begin(L, BY_FEN, seed, fen);
  return 1;
}

/* ---- measuring and checking ---- */

/* A whole number in the table at 2. */
typedef struct whole {
  const char *name;
  lua_Integer absent, least, most;
} whole;

static const whole seed_field = {"seed", 0, 0, (lua_Integer)TES_SEED_MAX};

static lua_Integer field(lua_State *L, const char *function, whole w) {
  if (lua_getfield(L, 2, w.name) == LUA_TNIL) {
    lua_pop(L, 1);
    return w.absent;
  }
  int fits;
  const lua_Integer value = lua_tointegerx(L, -1, &fits);
  if (!fits || lua_type(L, -1) != LUA_TNUMBER || value < w.least ||
      value > w.most) {
    luaL_error(L, "%s: %s: expected a whole number in %I..%I, got %s", function,
               w.name, (LUAI_UACINT)w.least, (LUAI_UACINT)w.most,
               lt_tolstring(L, -1));
  }
  lua_pop(L, 1);
  return value;
}

static bool flag(lua_State *L, const char *name) {
  lua_getfield(L, 2, name);
  const bool set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

/* rules:playouts{ games =, seed =, listed = }: uniformly random games from
 * the start. Returns their plies together, and a number made from every
 * final position. */
static int rules_playouts(lua_State *L) {
  static const char *const name = "rules:playouts";
  lrules *r = lrules_check(L, 1, name);
  if (!lua_istable(L, 2)) return lt_expected(L, 2, name, "a table");
  const lua_Integer games = field(L, name, (whole){"games", 1, 0, INT32_MAX});
  const bool listed = flag(L, "listed");
  uint64_t signature = 0;
  int64_t plies = 0;
  tes_rng rng;
  tes_rng_seed(&rng, (uint64_t)field(L, name, seed_field));
  lstate *s = lstate_push(L, 1);
  for (lua_Integer i = 0; i < games; i++) {
    lt_check(L, r, tes_start_rng(r->rules, s->state, &rng, lrules_work(L, r)));
    const int64_t n =
        listed ? tes_playout_listed(r->rules, s->state, &rng, lrules_work(L, r))
               : tes_playout(r->rules, s->state, &rng, lrules_work(L, r));
    lt_check(L, r, n < 0 ? (int)n : TES_OK);
    plies += n;
    signature ^= tes_hash(r->rules, s->state);
    signature = tes_splitmix64(&signature);
  }
  lua_pushinteger(L, plies);
  lua_pushinteger(L, (lua_Integer)signature);
  return 2;
}

/* rules:check{ seed =, games =, max_plies = }: true, or nil and what is
 * wrong. */
static int rules_check(lua_State *L) {
  static const char *const name = "rules:check";
  lrules *r = lrules_check(L, 1, name);
  if (!lua_istable(L, 2)) return lt_expected(L, 2, name, "a table");
  const lua_Integer seed = field(L, name, seed_field);
  const lua_Integer games = field(L, name, (whole){"games", 10, 1, INT32_MAX});
  const lua_Integer plies =
      field(L, name, (whole){"max_plies", 10000, 1, INT32_MAX});
  const int status = tes_check(r->rules, (uint64_t)seed, (int)games, (int)plies,
                               lrules_work(L, r));
  if (status == TES_ESTOPPED) lt_check(L, r, status);
  if (status == TES_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, r->work->error.text);
  return 2;
}

/* ---- tesela.game(name) ---- */

static void set_string(lua_State *L, const char *key, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, key);
}

static void push_option(lua_State *L, const tes_option *option) {
  char space[128];
  tes_text range;
  tes_text_fixed(&range, space, sizeof space);
  tes_option_range(option, &range);
  lua_newtable(L);
  set_string(L, "name", option->name);
  set_string(L, "doc", option->doc);
  set_string(L, "range", space);
  push_value(L, option, option->def);
  lua_setfield(L, -2, "default");
}

static void push_query(lua_State *L, const tes_query *q) {
  static const char *const gives[] = {[TES_INTEGER] = "integer",
                                      [TES_TEXT] = "string",
                                      [TES_TEXTS] = "string[]",
                                      [TES_LISTS] = "integer[][]"};
  lua_newtable(L);
  set_string(L, "name", q->name);
  set_string(L, "takes", q->takes);
  set_string(L, "gives", gives[q->gives]);
  set_string(L, "doc", q->doc);
}

/* What a game in Lua is made of. */
static void push_layers(lua_State *L, const tes_game *game) {
  const lgame *g = (const lgame *)game;
  set_string(L, "source", game->source);
  if (g->root != NULL) set_string(L, "root", g->root->name);
  if (g->parent != NULL) set_string(L, "parent", g->parent->game.name);
  lua_newtable(L);
  for (int i = 0; i < g->fields; i++) {
    lua_pushstring(L, g->field[i].name);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "fields");
}

int lrules_game(lua_State *L) {
  const tes_game *game = lgame_check(L, 1, "tesela.game");
  lua_newtable(L);
  set_string(L, "name", game->name);
  set_string(L, "title", game->title);
  set_string(L, "summary", game->summary);
  set_string(L, "notation", game->notation);
  if (game->source != NULL) push_layers(L, game);
  lua_pushboolean(L, game->hide != NULL);
  lua_setfield(L, -2, "hidden");
  lt_set_names(L, "endings", game->endings);
  lua_newtable(L);
  for (size_t i = 0; i < tes_option_count(game); i++) {
    push_option(L, &game->options[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, "options");
  lua_newtable(L);
  for (int i = 0; game->queries != NULL && game->queries[i].name; i++) {
    push_query(L, &game->queries[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "queries");
  return 1;
}

static const luaL_Reg methods[] = {
    {"start", rules_start},       {"load", rules_load}, {"check", rules_check},
    {"playouts", rules_playouts}, {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__gc", rules_gc}, {"__tostring", rules_tostring}, {NULL, NULL}};

static const char *const field_names[] = {"name", "seats", "seat_names",
                                          "options", NULL};

void lrules_register(lua_State *L) {
  lt_new_type(L, RULES_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  lt_set_names(L, "__fields", field_names);
  luaL_newlib(L, methods);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__methods");
  lua_pushcclosure(L, rules_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
