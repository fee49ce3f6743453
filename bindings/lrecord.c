/* lrecord.c: tesela.replay: a recorded game, played again and held against
 * its rules. */
#include "luagames/lgame.h"

#include <string.h>

/* Frees record and text when an error passes. */
typedef struct reading {
  tes_record *record;
  tes_text text;
} reading;

static int free_reading(lua_State *L) {
  reading *r = lua_touserdata(L, 1);
  tes_record_free(r->record);
  r->record = NULL;
  tes_text_free(&r->text);
  return 0;
}

static reading *push_reading(lua_State *L) {
  reading *r = lua_newuserdatauv(L, sizeof *r, 0);
  memset(r, 0, sizeof *r);
  if (luaL_newmetatable(L, "tesela.reading")) {
    lua_pushcfunction(L, free_reading);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  return r;
}

static int failed(lua_State *L, const tes_error *error) {
  lua_pushnil(L);
  lua_pushstring(L, error->text);
  return 2;
}

/* The game of the name, or the one that tesela.replay was given at 3. */
static int check_name(lua_State *L) {
  lua_pushlightuserdata(L, (void *)lgame_check(L, 1, "tesela.replay"));
  return 2;
}

/* Pushes what keeps the game alive. */
static const tes_game *find_game(lua_State *L, const char *name,
                                 tes_error *error) {
  lua_pushcfunction(L, check_name);
  if (lua_isnoneornil(L, 3)) {
    lua_pushstring(L, name);
  } else {
    lua_pushvalue(L, 3);
  }
  if (lua_pcall(L, 1, 2, 0) != LUA_OK) {
    const char *message = lua_tostring(L, -1);
    tes_fail(error, TES_EARG, "%s", message != NULL ? message : "no such game");
    return NULL;
  }
  const tes_game *game = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return game;
}

/* Pushes the rules that the record names. */
static bool push_rules(lua_State *L, reading *in, tes_error *error) {
  const char *settings[TES_OPTIONS_MAX];
  const tes_game *game = find_game(L, tes_record_game(in->record), error);
  if (game == NULL) return false;
  if (tes_record_fits(in->record, game, error) != TES_OK) return false;
  const int count = tes_record_options(in->record, &in->text, settings);
  if (count < 0) {
    tes_fail(error, count, "the record's options cannot be read");
    return false;
  }
  return lrules_push(L, game, -1, settings, (size_t)count, error);
}

/* Pushes the state that the record begins with. */
static lstate *push_start(lua_State *L, int rules, tes_setup setup) {
  lrules *r = lua_touserdata(L, rules);
  lstate *s = lstate_push(L, rules);
  if (setup.fen != NULL) {
    lt_check(
        L, r,
        tes_load(r->rules, s->state, setup.fen, setup.seed, lrules_work(L, r)));
    lhistory_begin(L, BY_FEN, setup.seed, setup.fen);
  } else if (setup.deal != NULL) {
    lt_check(L, r, tes_deal(r->rules, s->state, setup.deal, lrules_work(L, r)));
    lhistory_begin(L, BY_DEAL, 0, setup.deal);
  } else {
    lt_check(L, r,
             tes_start(r->rules, s->state, setup.seed, lrules_work(L, r)));
    lhistory_begin(L, BY_SEED, setup.seed, NULL);
  }
  return s;
}

/* Plays the first `plies` moves of a record that has been checked. */
static void play_moves(lua_State *L, lstate *s, const tes_record *record,
                       size_t plies) {
  lrules *r = s->owner;
  const size_t length = tes_record_length(record);
  for (size_t i = 0; i < length && i < plies; i++) {
    const tes_move move = tes_parse(
        r->rules, s->state, tes_record_move_at(record, i), lstate_work(L, s));
    if (move == 0) luaL_error(L, "%s", r->work->error.text);
    lt_check(L, r, lhistory_play(L, lua_gettop(L), s, move));
  }
}

/* tesela.replay(line, plies, game): the position after `plies` moves, or after
 * all of them, and then the result is checked. nil and a message if it fails.
 */
int lrecord_replay(lua_State *L) {
  lua_settop(L, 3);
  static const char *const name = "tesela.replay";
  const char *line = lt_string(L, 1, name, "a line of a record");
  const bool all = lua_isnoneornil(L, 2);
  const lua_Integer plies = all ? 0 : lt_integer(L, 2, name, "plies");
  if (plies < 0) return luaL_error(L, "%s: expected plies from 0 on", name);
  tes_error error = {""};
  reading *in = push_reading(L);
  in->record = tes_record_read(line, &error);
  if (in->record == NULL) return failed(L, &error);
  if (!push_rules(L, in, &error)) return failed(L, &error);
  const int rules = lua_gettop(L);
  lrules *r = lua_touserdata(L, rules);
  lstate *s = lstate_push(L, rules);
  const size_t limit = all ? SIZE_MAX : (size_t)plies;
  if (tes_record_replay(in->record, r->rules, s->state, limit,
                        lrules_work(L, r))) {
    return failed(L, &r->work->error);
  }
  s = push_start(L, rules, tes_record_setup(in->record));
  play_moves(L, s, in->record, limit);
  return 1;
}
