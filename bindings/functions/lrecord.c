/* lrecord.c: see lrecord.h. */
#include "lrecord.h"

#include <float.h>
#include <string.h>

#include "lstart.h"
#include "runtime/places.h"
#include "states/lgames.h"
#include "states/lhistory.h"
#include "values/linterrupt.h"
#include "values/lnames.h"
#include "values/lshown.h"
#include "values/ltypes.h"

/* ---- state:record{...} ---- */

/* Frees the record if an error is raised. */
typedef struct record_box {
  tes_record *record;
} record_box;

static int free_box(lua_State *L) {
  record_box *box = lua_touserdata(L, 1);
  tes_record_free(box->record);
  box->record = NULL;
  return 0;
}

static void need_memory(lua_State *L, int status) {
  if (status == TES_ENOMEM) lt_no_memory(L);
  if (status != TES_OK) luaL_error(L, "state:record: bad value");
}

static const char *const record_name = "state:record";
static const char *const outside_name = "state:record: result";

/* Pushes a member of the options that must be a table; false if absent. */
static bool push_list(lua_State *L, int options, const char *member) {
  const int type = lua_getfield(L, options, member);
  if (type != LUA_TTABLE && type != LUA_TNIL) {
    luaL_error(L, "%s: %s: expected a table, got %s", record_name, member,
               lt_push_got(L, -1));
  }
  return type == LUA_TTABLE;
}

/* Checks that the keys of the list at the top are in first..last; any others
 * would be lost. */
static void check_keys(lua_State *L, const char *member, const char *what,
                       lua_Integer first, lua_Integer last) {
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
    const bool whole = lua_isinteger(L, -2);
    const lua_Integer key = lua_tointeger(L, -2);
    if (whole && key >= first && key <= last) continue;
    const char *wanted =
        last < first ? lua_pushfstring(L, "no %s", what)
                     : lua_pushfstring(L, "%s in %I..%I", what,
                                       (LUAI_UACINT)first, (LUAI_UACINT)last);
    luaL_error(L, "%s: %s: expected %s, got %s", record_name, member, wanted,
               lshown_got(L, -3));
  }
}

static void add_players(lua_State *L, int options, tes_record *record,
                        int seats) {
  if (push_list(L, options, "players")) {
    check_keys(L, "players", "seats", 1, seats);
    for (int seat = 1; seat <= seats; seat++) {
      if (lua_geti(L, -1, seat) != LUA_TNIL) {
        const char *player =
            lt_string(L, -1, record_name, "the names of the players");
        need_memory(L, tes_record_player(record, seat, player));
      }
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

static const struct {
  const char *name, *wanted;
  double most;
} columns[] = {{"seconds", "numbers of at least 0", DBL_MAX},
               {"values", "numbers in 0..1", 1}};

/* Item i in one of the lists of numbers, which are on the stack from `first`
 * on; or `absent`. */
static double number_at(lua_State *L, int first, int column, lua_Integer i,
                        double absent) {
  if (lua_isnil(L, first + column)) return absent;
  const int type = lua_rawgeti(L, first + column, i);
  const double value = type == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
  if (type != LUA_TNIL && !(value >= 0 && value <= columns[column].most)) {
    luaL_error(L, "%s: %s: expected %s, got %s", record_name,
               columns[column].name, columns[column].wanted, lshown_got(L, -1));
  }
  lua_pop(L, 1);
  return type == LUA_TNIL ? absent : value;
}

static void record_move(lua_State *L, const llistener *to,
                        const tes_text *text) {
  const lua_Integer i = (lua_Integer)tes_record_length(to->user) + 1;
  const double seconds = number_at(L, to->table, 0, i, -1);
  const double value = number_at(L, to->table, 1, i, __builtin_nan(""));
  need_memory(L, tes_record_move(to->user, tes_text_get(text), seconds, value));
}

static void record_moves(lua_State *L, int options, tes_record *record,
                         uint32_t plies) {
  const llistener entry = {record_move, lua_gettop(L) + 1, record};
  for (int i = 0; i < 2; i++) {
    const char *name = columns[i].name;
    if (push_list(L, options, name)) check_keys(L, name, "moves", 1, plies);
  }
  lhistory_tell(L, 1, 0, &entry);
  lua_pop(L, 2);
}

/* The reason at `index`. */
static const char *read_reason(lua_State *L, int index) {
  const char *const *reasons = tes_outside_reasons();
  const char *reason = lt_string(L, index, outside_name, "a reason");
  size_t count = 0;
  while (reasons[count] != NULL) {
    if (strcmp(reason, reasons[count++]) == 0) return reason;
  }
  lnames_unknown(L, outside_name, "reason", lshown_value(L, index), reasons,
                 count);
  return NULL;
}

/* Reads the places from the list at the top. A single seat may be second; of
 * several, one must be first. */
static void read_result_places(lua_State *L, tes_result *result) {
  const int last = result->seats > 1 ? result->seats : 2;
  for (int seat = 1; seat <= result->seats; seat++) {
    const bool number = lua_geti(L, -1, seat) == LUA_TNUMBER;
    const lua_Integer place = number ? lua_tointeger(L, -1) : 0;
    if (place < 1 || place > last) {
      luaL_error(L, "%s: expected a place in 1..%d for each seat", outside_name,
                 last);
    }
    result->place[seat - 1] = (int)place;
    lua_pop(L, 1);
  }
  check_keys(L, "result: places", "seats", 1, result->seats);
  if (places_fit(result->place, result->seats)) return;
  luaL_error(L,
             "%s: expected a seat in place 1, and a gap after a shared "
             "place, as in 1, 1, 3",
             outside_name);
}

/* A result that does not follow from the rules: { reason =, places =, message =
 * }. */
static const char *outside_result(lua_State *L, int options,
                                  tes_result *result) {
  static const char *const names[] = {"reason", "places", "message"};
  if (!push_list(L, options, "result")) return NULL;
  lnames_check(L, -1, outside_name, names, 3);
  lua_getfield(L, -1, "message");
  lua_getfield(L, -2, "reason");
  lua_getfield(L, -3, "places");
  if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TTABLE) {
    luaL_error(L, "%s: expected a reason and places", outside_name);
  }
  result->reason = read_reason(L, -2);
  read_result_places(L, result);
  return lua_isnil(L, -3) ? NULL
                          : lt_string(L, -3, outside_name, "the message");
}

static void add_result(lua_State *L, int options, tes_record *record,
                       lstate *s) {
  tes_result result;
  lrules *r = s->owner;
  lrules_must(L, r,
              tes_result_of(r->rules, s->state, &result, lstate_work(L, s)));
  const char *message =
      s->state->over ? NULL : outside_result(L, options, &result);
  if (result.reason != NULL) {
    need_memory(L, tes_record_result(record, &result, message));
  }
}

static void add_pair(lua_State *L, int options, tes_record *record) {
  if (lua_getfield(L, options, "pair") != LUA_TNIL) {
    const lua_Integer pair =
        lt_integer(L, -1, record_name, "pair, a whole number");
    need_memory(L, tes_record_pair(record, pair));
  }
  lua_pop(L, 1);
}

/* Remarks by ply, from 0: members "note 0", "note 1" ... of the record. */
static void add_notes(lua_State *L, int options, tes_record *record,
                      uint32_t plies) {
  if (push_list(L, options, "notes")) {
    check_keys(L, "notes", "plies", 0, plies);
    for (uint32_t ply = 0; ply <= plies; ply++) {
      if (lua_geti(L, -1, ply) != LUA_TNIL) {
        const char *text = lt_string(L, -1, record_name, "notes");
        lua_pushfstring(L, "note %d", (int)ply);
        need_memory(L, tes_record_note(record, lua_tostring(L, -1), text));
        lua_pop(L, 1);
      }
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

int lrecord_write(lua_State *L) {
  static const char *const options[] = {"players", "seconds", "values",
                                        "result",  "pair",    "notes"};
  const char *const name = record_name;
  lstate *s = lstate_check(L, 1, name);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lua_newtable(L);
    lua_replace(L, 2);
  }
  lnames_check(L, 2, name, options, sizeof options / sizeof *options);
  if (s->viewer) return luaL_error(L, "%s: expected a game, got a view", name);
  tes_setup setup;
  if (!lhistory_setup(L, 1, &setup)) {
    return luaL_error(L, "%s: this state has no history", name);
  }
  record_box *box = lua_newuserdatauv(L, sizeof *box, 0);
  box->record = NULL;
  luaL_setmetatable(L, "tesela.record");
  lua_toclose(L, -1); /* freed at once, because no sandbox counts its memory */
  box->record = tes_record_new(s->owner->rules, &setup);
  if (box->record == NULL) return lt_no_memory(L);
  add_players(L, 2, box->record, s->owner->rules->seats);
  record_moves(L, 2, box->record, s->moves);
  add_result(L, 2, box->record, s);
  add_pair(L, 2, box->record);
  add_notes(L, 2, box->record, s->moves);
  tes_text *line = lrules_text(s->owner);
  need_memory(L, tes_record_write(box->record, line));
  lt_push_text(L, line);
  return 1;
}

/* ---- tesela.replay ---- */

/* Frees the record and the text if an error is raised. */
typedef struct record_reading {
  tes_record *record;
  tes_text text;
  const char *missing; /* the name of an unknown game, or NULL */
} record_reading;

static int free_reading(lua_State *L) {
  record_reading *r = lua_touserdata(L, 1);
  tes_record_free(r->record);
  r->record = NULL;
  tes_text_free(&r->text);
  return 0;
}

static record_reading *push_reading(lua_State *L) {
  record_reading *r = lua_newuserdatauv(L, sizeof *r, 0);
  memset(r, 0, sizeof *r);
  luaL_setmetatable(L, "tesela.reading");
  return r;
}

/* An interruption or a lack of memory is not a fault of the record. */
static int push_unreadable(lua_State *L, const record_reading *in,
                           const tes_error *error) {
  if (error->status == TES_ENOMEM) return lt_no_memory(L);
  if (ltesela_interrupt()->asked) return ltesela_interrupted(L);
  lua_pushnil(L);
  lua_pushstring(L, error->text);
  if (in->missing == NULL) return 2;
  lua_pushstring(L, in->missing);
  return 3;
}

/* The game with this name; if there is none, a message and a NULL address. */
static int find_name(lua_State *L) {
  lt_push_address(L, lgames_find(L, 1, "tesela.replay"));
  return 2;
}

static int no_game(lua_State *L, int message, tes_error *error) {
  const char *text = lua_tostring(L, message);
  return tes_fail(error, TES_EARG, "%s", text != NULL ? text : "no such game");
}

/* The game that the record names, or the one passed to tesela.replay, at 3.
 * Pushes a value that keeps it alive. */
static const tes_game *find_game(lua_State *L, record_reading *in,
                                 tes_error *error) {
  const bool given = !lua_isnoneornil(L, 3);
  lua_pushcfunction(L, find_name);
  if (given) {
    lua_pushvalue(L, 3);
  } else {
    lua_pushstring(L, tes_record_game(in->record));
  }
  const int status = lua_pcall(L, 1, 2, 0);
  if (lt_is_no_memory(L, status)) tes_no_memory(error);
  if (status != LUA_OK) {
    if (error->status != TES_ENOMEM) no_game(L, -1, error);
    return NULL;
  }
  const tes_game *game = lua_touserdata(L, -1);
  if (game == NULL) {
    no_game(L, -2, error);
    in->missing = given ? lua_tostring(L, 3) : tes_record_game(in->record);
  }
  lua_pop(L, 1);
  return game;
}

/* Pushes the rules that the record names. */
static bool push_rules(lua_State *L, record_reading *in, tes_error *error) {
  const char *settings[TES_OPTIONS_MAX];
  const tes_game *game = find_game(L, in, error);
  if (game == NULL) return false;
  if (tes_record_fits(in->record, game, error) != TES_OK) return false;
  const int count = tes_record_options(in->record, &in->text, settings);
  if (count < 0) return tes_no_memory(error) == TES_OK;
  return lstart_open(L, game, -1, settings, (size_t)count, error);
}

/* Pushes the first state of the record. */
static lstate *push_start(lua_State *L, int rules, tes_setup setup) {
  if (setup.fen != NULL) {
    lstart_fen(L, rules, setup.fen, setup.seed);
  } else if (setup.deal != NULL) {
    lstart_deal(L, rules, setup.deal);
  } else {
    lstart_seed(L, rules, setup.seed);
  }
  return lua_touserdata(L, -1);
}

/* Plays the first `plies` moves of a checked record. */
static void play_moves(lua_State *L, lstate *s, const tes_record *record,
                       size_t plies) {
  lrules *r = s->owner;
  const size_t length = tes_record_length(record);
  for (size_t i = 0; i < length && i < plies; i++) {
    const tes_move move = tes_parse(
        r->rules, s->state, tes_record_move_at(record, i), lstate_work(L, s));
    if (move == 0) luaL_error(L, "%s", r->work->error.text);
    lrules_must(L, r, lhistory_play(L, lua_gettop(L), s, move));
  }
}

/* tesela.replay(line, plies, game): the position after `plies` moves; by
 * default after all of them, and then the result is checked. nil and a message
 * on failure. */
int lrecord_replay(lua_State *L) {
  lua_settop(L, 3);
  static const char *const name = "tesela.replay";
  const char *line = lt_string(L, 1, name, "a line of a record");
  const bool all = lua_isnoneornil(L, 2);
  const lua_Integer plies = all ? 0 : lt_integer(L, 2, name, "plies");
  if (plies < 0) return luaL_error(L, "%s: expected plies of at least 0", name);
  tes_error error = {.text = ""};
  record_reading *in = push_reading(L);
  in->record = tes_record_read(line, &error);
  if (in->record == NULL) return push_unreadable(L, in, &error);
  if (!push_rules(L, in, &error)) return push_unreadable(L, in, &error);
  const int rules = lua_gettop(L);
  lrules *r = lua_touserdata(L, rules);
  lstate *s = lstate_push(L, rules);
  const size_t limit = all ? SIZE_MAX : (size_t)plies;
  if (tes_record_replay(in->record, r->rules, s->state, limit,
                        lrules_work(L, r))) {
    return push_unreadable(L, in, &r->work->error);
  }
  s = push_start(L, rules, tes_record_setup(in->record));
  play_moves(L, s, in->record, limit);
  return 1;
}

void lrecord_register(lua_State *L) {
  lt_new_collected(L, "tesela.record", free_box);
  luaL_getmetatable(L, "tesela.record");
  lua_pushcfunction(L, free_box);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
  lt_new_collected(L, "tesela.reading", free_reading);
}
