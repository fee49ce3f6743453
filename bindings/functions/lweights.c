/* lweights.c: see lweights.h.
 *
 * Weights are a userdata. Their memory is allocated by their rules, user value
 * 1. */
#include "lweights.h"

#include <lauxlib.h>
#include <string.h>

#include "states/lstate.h"
#include "values/lshown.h"
#include "values/ltypes.h"
#include "weights/weights.h"

#define WEIGHTS_TYPE "tesela.weights"

enum { BUDGET = 1 << 20 /* the most weights for a seat to move */ };

typedef struct holder {
  lrules *owner;
  tes_weights *weights; /* NULL when half made */
} holder;

static holder *push_holder(lua_State *L, lrules *r) {
  holder *h = lua_newuserdatauv(L, sizeof *h, 1);
  *h = (holder){.owner = r};
  luaL_setmetatable(L, WEIGHTS_TYPE);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  return h;
}

static holder *check_holder(lua_State *L) {
  return luaL_checkudata(L, 1, WEIGHTS_TYPE);
}

const tes_weights *lweights_check(lua_State *L, int index, const lrules *rules,
                                  const char *function) {
  const holder *h = luaL_testudata(L, index, WEIGHTS_TYPE);
  if (h == NULL) {
    luaL_error(L, "%s: weights: expected weights (tesela.weights), got %s",
               function, lshown_got(L, index));
  }
  if (h->owner != rules && !lrules_same(h->owner->rules, rules->rules)) {
    luaL_error(L, "%s: weights: expected weights for these rules", function);
  }
  return h->weights;
}

/* weights.new(rules, seed): weights that have learnt nothing yet. */
static int new_weights(lua_State *L) {
  lrules *r = lrules_check(L, 1, "weights.new");
  const uint64_t seed = (uint64_t)luaL_checkinteger(L, 2);
  holder *h = push_holder(L, r);
  tes_work *work = lrules_work(L, r);
  h->weights = weights_new(r->rules, seed, BUDGET, work);
  lrules_must(L, r, h->weights != NULL ? TES_OK : work->error.status);
  return 1;
}

/* weights.read(rules, bytes), or nil and the reason. */
static int open_weights(lua_State *L) {
  size_t length;
  tes_error error;
  lrules *r = lrules_check(L, 1, "weights.read");
  const char *bytes = luaL_checklstring(L, 2, &length);
  holder *h = push_holder(L, r);
  h->weights = tes_weights_read(r->rules, bytes, length, &error);
  if (h->weights != NULL) return 1;
  if (error.status == TES_ENOMEM) lt_no_memory(L);
  lua_pushnil(L);
  lua_pushstring(L, error.text);
  return 2;
}

/* ---- weights of games ---- */

/* Registry tables by the name of a game: the weights as bytes, and their
 * file. */
static const char learnt[] = "tesela.learnt";
static const char files[] = "tesela.learnt.files";

static void set_by_name(lua_State *L, const char *table, int index) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, table);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, index);
  lua_rawset(L, -3);
}

/* weights.set(name, bytes, file): rules of this game that are opened from now
 * on get these weights (nil: none). Messages name the file, if there is one. */
int lweights_set(lua_State *L) {
  luaL_checkstring(L, 1);
  if (!lua_isnoneornil(L, 2)) luaL_checkstring(L, 2);
  lua_settop(L, 3);
  set_by_name(L, learnt, 2);
  set_by_name(L, files, 3);
  return 0;
}

/* Begins the message with the name of the file, if there is one. */
static void name_file(lua_State *L, const char *game, tes_error *error) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, files);
  lua_getfield(L, -1, game);
  const char *file = lua_tostring(L, -1);
  const tes_error had = *error;
  if (file != NULL) tes_fail(error, had.status, "%s: %s", file, had.text);
}

bool lweights_attach(lua_State *L, int index, tes_error *error) {
  size_t length;
  lrules *r = lrules_check(L, index, "tesela.rules");
  const int top = lua_gettop(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, learnt);
  lua_getfield(L, -1, r->rules->name);
  const char *bytes = lua_tolstring(L, -1, &length);
  if (bytes != NULL) {
    r->learnt = tes_weights_read(r->rules, bytes, length, error);
    r->rules->weights = r->learnt;
    if (r->learnt == NULL) name_file(L, r->rules->name, error);
  }
  lua_settop(L, top);
  return bytes == NULL || r->learnt != NULL || error->status == TES_EOPTION;
}

/* ---- methods of weights ---- */

static int free_weights(lua_State *L) {
  holder *h = check_holder(L);
  tes_weights_free(h->weights);
  h->weights = NULL;
  return 0;
}

static learn_options read_lesson(lua_State *L, int index) {
  return (learn_options){.explore = luaL_optnumber(L, index, 0.1),
                         .rate = luaL_optnumber(L, index + 1, 1),
                         .trace = luaL_optnumber(L, index + 2, 0.8)};
}

/* w:play(seed, explore): the moves of a game; random ones are negative. */
static int play_game(lua_State *L) {
  holder *h = check_holder(L);
  lrules *r = h->owner;
  const uint64_t seed = (uint64_t)luaL_checkinteger(L, 2);
  const learn_options options = read_lesson(L, 3);
  tes_work *work = lrules_work(L, r);
  tes_list game;
  tes_list_init(&game, &r->alloc);
  const int status =
      learn_play(r->rules, h->weights, options, seed, &game, work);
  lua_createtable(L, (int)game.count, 0);
  for (size_t i = 0; i < game.count; i++) {
    lua_pushinteger(L, game.moves[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  tes_list_free(&game);
  lrules_must(L, r, status);
  return 1;
}

/* w:choose(state, seed): the best move in a search of one ply. */
static int choose_move(lua_State *L) {
  tes_move move = 0;
  holder *h = check_holder(L);
  lrules *r = h->owner;
  const lstate *s = lstate_check(L, 2, "choose");
  const uint64_t seed = (uint64_t)luaL_checkinteger(L, 3);
  tes_work *work = lrules_work(L, r);
  lrules_must(L, r,
              learn_choose(r->rules, h->weights, s->state, seed, &move, work));
  lua_pushinteger(L, move);
  return 1;
}

/* w:learn(seed, moves, explore, rate, trace) */
static int learn_game(lua_State *L) {
  holder *h = check_holder(L);
  lrules *r = h->owner;
  const uint64_t seed = (uint64_t)luaL_checkinteger(L, 2);
  luaL_checktype(L, 3, LUA_TTABLE);
  const learn_options options = read_lesson(L, 4);
  const size_t count = (size_t)luaL_len(L, 3);
  tes_work *work = lrules_work(L, r);
  tes_list game;
  tes_list_init(&game, &r->alloc);
  int status = tes_list_reserve(&game, count);
  for (size_t i = 0; status == TES_OK && i < count; i++) {
    lua_rawgeti(L, 3, (lua_Integer)i + 1);
    game.moves[game.count++] = lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  if (status == TES_OK && !weights_prepare(h->weights)) status = TES_ENOMEM;
  if (status == TES_ENOMEM) tes_no_memory(&work->error);
  if (status == TES_OK) {
    status = learn_from(r->rules, h->weights, options, seed, &game, work);
  }
  tes_list_free(&game);
  lrules_must(L, r, status);
  return 0;
}

/* w:bytes(): the weights in the format of a file. */
static int push_file(lua_State *L) {
  holder *h = check_holder(L);
  tes_text *text = lrules_text(h->owner);
  weights_write(h->weights, h->owner->rules, text);
  if (text->failed) lt_no_memory(L);
  lua_pushlstring(L, tes_text_get(text), text->length);
  tes_text_free(text);
  return 1;
}

/* w:estimate(state): the estimated lead of each seat. */
static int push_estimate(lua_State *L) {
  int lead[TES_SEATS_MAX] = {0};
  holder *h = check_holder(L);
  lrules *r = h->owner;
  const lstate *s = lstate_check(L, 2, "estimate");
  tes_work *work = lrules_work(L, r);
  estimator *one = estimator_new(r->rules, h->weights);
  if (one == NULL) lt_no_memory(L);
  const int status = estimator_estimate(one, s->state, lead, work);
  estimator_free(one);
  lrules_must(L, r, status < 0 ? status : TES_OK);
  lua_createtable(L, r->rules->seats, 0);
  for (int i = 0; i < r->rules->seats; i++) {
    lua_pushinteger(L, lead[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* w:shape(): the numbers of patterns, images and weights. */
static int push_shape(lua_State *L) {
  const tes_weights *w = check_holder(L)->weights;
  lua_pushinteger(L, w->patterns);
  lua_pushinteger(L, w->images);
  lua_pushinteger(L, (lua_Integer)w->size * w->seats);
  return 3;
}

/* ---- memory, to continue learning ---- */

typedef struct memory_part {
  void *bytes;
  size_t size;
} memory_part;

static void find_parts(const tes_weights *w, memory_part parts[3]) {
  const size_t count = (size_t)w->seats * w->size;
  parts[0] = (memory_part){w->weight, count * sizeof *w->weight};
  parts[1] = (memory_part){w->drift, count * sizeof *w->drift};
  parts[2] = (memory_part){w->travel, count * sizeof *w->travel};
}

/* w:memory(): the arrays as bytes, for w:recall on this machine. */
static int push_memory(lua_State *L) {
  memory_part parts[3];
  luaL_Buffer buffer;
  holder *h = check_holder(L);
  if (!weights_prepare(h->weights)) lt_no_memory(L);
  find_parts(h->weights, parts);
  luaL_buffinit(L, &buffer);
  for (int i = 0; i < 3; i++) {
    luaL_addlstring(&buffer, parts[i].bytes, parts[i].size);
  }
  luaL_pushresult(&buffer);
  return 1;
}

/* w:recall(bytes): sets the arrays. Do the bytes fit? */
static int recall_memory(lua_State *L) {
  memory_part parts[3];
  size_t length;
  holder *h = check_holder(L);
  const char *bytes = luaL_checklstring(L, 2, &length);
  if (!weights_prepare(h->weights)) lt_no_memory(L);
  find_parts(h->weights, parts);
  const bool fits = length == parts[0].size + parts[1].size + parts[2].size;
  for (int i = 0; fits && i < 3; i++) {
    memcpy(parts[i].bytes, bytes, parts[i].size);
    bytes += parts[i].size;
  }
  lua_pushboolean(L, fits);
  return 1;
}

static const luaL_Reg methods[] = {{"play", play_game},
                                   {"choose", choose_move},
                                   {"learn", learn_game},
                                   {"bytes", push_file},
                                   {"shape", push_shape},
                                   {"estimate", push_estimate},
                                   {"memory", push_memory},
                                   {"recall", recall_memory},
                                   {NULL, NULL}};

static const luaL_Reg metamethods[] = {{"__gc", free_weights}, {NULL, NULL}};

int lweights_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"new", new_weights},
                                       {"read", open_weights},
                                       {"set", lweights_set},
                                       {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}

void lweights_register(lua_State *L) {
  luaL_newmetatable(L, WEIGHTS_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
