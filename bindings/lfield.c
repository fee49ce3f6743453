/* lfield.c: see lfield.h. */
#include "lfield.h"

#include "ldescribe.h"
#include "lstate.h"
#include "lt.h"
#include "luagames/lcells.h"
#include "tesela_game.h"

enum field_of_result { SCORES, PLACES, WINNERS };

/* Pushes one list of the result. */
static int push_result(lua_State *L, lstate *s, enum field_of_result which) {
  tes_result result;
  lrules *r = s->owner;
  lrules_must(L, r,
              tes_result_of(r->rules, s->state, &result, lstate_work(L, s)));
  lua_createtable(L, result.seats, 0);
  lua_Integer n = 0;
  for (int i = 0; i < result.seats; i++) {
    if (which == WINNERS && result.place[i] != 1) continue;
    lua_pushinteger(L, which == SCORES   ? result.score[i]
                       : which == PLACES ? result.place[i]
                                         : i + 1);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int get_seat(lua_State *L, lstate *s) {
  if (s->state->over && s->lending == OWN) return 0;
  lua_pushinteger(L, s->state->seat);
  return 1;
}

static int get_over(lua_State *L, lstate *s) {
  lua_pushboolean(L, s->state->over);
  return 1;
}

static int get_ply(lua_State *L, lstate *s) {
  lua_pushinteger(L, s->state->ply);
  return 1;
}

static int get_rules(lua_State *L, lstate *s) {
  (void)s;
  lua_getiuservalue(L, 1, 1);
  return 1;
}

static int get_viewer(lua_State *L, lstate *s) {
  if (s->viewer == 0) return 0;
  lua_pushinteger(L, s->viewer);
  return 1;
}

static int get_scores(lua_State *L, lstate *s) {
  return push_result(L, s, SCORES);
}

static int get_places(lua_State *L, lstate *s) {
  return s->state->over ? push_result(L, s, PLACES) : 0;
}

static int get_winners(lua_State *L, lstate *s) {
  return s->state->over ? push_result(L, s, WINNERS) : 0;
}

static int get_reason(lua_State *L, lstate *s) {
  if (!s->state->over) return 0;
  lua_pushstring(L, s->owner->rules->game->endings[s->state->over - 1]);
  return 1;
}

static int get_seat_names(lua_State *L, lstate *s) {
  ldescribe_seats(L, s->owner->rules, s->state);
  return 1;
}

static const struct {
  const char *name;
  int (*get)(lua_State *L, lstate *s);
} fields[] = {
    {"seat", get_seat},     {"over", get_over},
    {"ply", get_ply},       {"rules", get_rules},
    {"viewer", get_viewer}, {"scores", get_scores},
    {"places", get_places}, {"winners", get_winners},
    {"reason", get_reason}, {"seat_names", get_seat_names},
};

/* Upvalue 1: the methods, upvalue 2: the fields by their numbers. What rules
 * add is in one table: queries are functions, cells are numbers. */
static int state_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lstate *s = lstate_check(L, 1, "state");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNUMBER) {
    return fields[lua_tointeger(L, -1)].get(L, s);
  }
  lua_getiuservalue(L, 1, 1);
  lua_getiuservalue(L, -1, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TNUMBER) return 1;
  return lcells_push(L, s, lua_tointeger(L, -1));
}

static void set_field_names(lua_State *L) {
  const char *names[sizeof fields / sizeof *fields + 1] = {NULL};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    names[i] = fields[i].name;
  }
  lt_set_names(L, "__fields", names);
}

void lfield_set_index(lua_State *L) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    lua_pushinteger(L, (lua_Integer)i);
    lua_setfield(L, -2, fields[i].name);
  }
  lua_pushcclosure(L, state_index, 2);
  lua_setfield(L, -2, "__index");
  set_field_names(L);
}
