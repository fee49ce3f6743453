/* lfield.c: see lfield.h. */
#include "lfield.h"

#include "luagames/call/llentstate.h"
#include "luagames/cells/lcells.h"
#include "luagames/lgame.h"
#include "states/ldescribe.h"
#include "states/lstate.h"
#include "tesela_scan.h"
#include "values/lshown.h"
#include "values/ltypes.h"

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
  if (s->owner->ruling) {
    lua_pushliteral(
        L,
        "the rules cannot read s.ply: position text and search tables lack it; "
        "count plies in a field of your own");
    return lt_raise(L);
  }
  lua_pushinteger(L, s->state->ply);
  return 1;
}

static int get_rules(lua_State *L, lstate *s) {
  (void)s;
  lua_getiuservalue(L, 1, 1);
  return 1;
}

/* One read-only table for all states. */
static int get_options(lua_State *L, lstate *s) {
  (void)s;
  lua_getiuservalue(L, 1, STATE_RULES);
  lua_getiuservalue(L, -1, 1);
  ldescribe_options(L);
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
  bool shown; /* may be a plain value of a lent state (llentstate.h) */
} fields[] = {
    {"seat", get_seat, true},
    {"over", get_over, true},
    {"ply", get_ply, false},
    {"rules", get_rules, true},
    {"options", get_options, true},
    {"viewer", get_viewer, false},
    {"scores", get_scores, false},
    {"places", get_places, false},
    {"winners", get_winners, false},
    {"reason", get_reason, false},
    {"seat_names", get_seat_names, false},
};

/* The names in the table at the top, which is popped but must stay alive. */
static size_t add_names(lua_State *L, const char **names, size_t count,
                        size_t most) {
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
    if (count < most && lua_type(L, -2) == LUA_TSTRING) {
      names[count++] = lua_tostring(L, -2);
    }
  }
  lua_pop(L, 1);
  return count;
}

enum { NAMES = 128 };

/* The name probably meant by `typed`, or NULL; pops the table of additions to
 * states. */
static const char *meant_by(lua_State *L, const char *typed) {
  const char *names[NAMES], *meant;
  size_t count = add_names(L, names, 0, NAMES);
  for (int i = 1; i <= 2; i++) {
    lua_pushvalue(L, lua_upvalueindex(i));
    count = add_names(L, names, count, NAMES);
  }
  return tes_near(typed, names, count, &meant, 1) > 0 ? meant : NULL;
}

/* Lists the game's additions first, then the fields of all states. */
static void put_known(const tes_game *game, tes_text *text) {
  const lgame *g = lgame_from(game);
  for (int i = 0; g != NULL && i < g->fields; i++) {
    tes_put(text, "%s, ", g->field[i].name);
  }
  for (int i = 0; game->queries != NULL && game->queries[i].name; i++) {
    tes_put(text, "%s(), ", game->queries[i].name);
  }
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    tes_put(text, "%s, ", fields[i].name);
  }
  tes_put(text, "and the methods of all states (help \"state\")");
}

/* Raises an error for a name that no state of these rules has; the table of
 * additions is at the top. */
static int no_such_field(lua_State *L, const lstate *s) {
  char space[1000];
  tes_text text;
  const tes_rules *rules = s->owner->rules;
  const char *typed = lshown_value(L, 2);
  lua_insert(L, -2);
  const char *meant = meant_by(L, typed);
  tes_text_fixed(&text, space, sizeof space);
  tes_put(&text, "a state of %s has no %.40s; ", rules->name, typed);
  if (meant != NULL) {
    tes_put(&text, "did you mean %s?", meant);
  } else {
    tes_put(&text, "it has ");
    put_known(rules->game, &text);
  }
  lua_pushstring(L, space);
  return lt_raise(L);
}

/* Leaves the state at 1, the name at 2 and the state's table of values, if it
 * has one, at VALUES. */
enum { VALUES = 3 };

static void find_state(lua_State *L) {
  lua_settop(L, 2);
  if (lua_type(L, 1) != LUA_TTABLE) {
    lua_pushnil(L);
    return;
  }
  lua_pushvalue(L, 1);
  lua_rawgetp(L, 1, llentstate_values);
  lua_replace(L, 1);
}

/* Returns the value at the top, which does not change while the state is
 * lent. */
static int show_name(lua_State *L) {
  if (lua_istable(L, VALUES)) llentstate_show(L, VALUES, 2);
  return 1;
}

/* Field `i` of `fields`; some are remembered in a lent state. */
static int get_field(lua_State *L, lstate *s, lua_Integer i) {
  const int count = fields[i].get(L, s);
  lview *v = s->view;
  if (v == NULL || !fields[i].shown) return count;
  v->seat |= fields[i].get == get_seat;
  v->over |= fields[i].get == get_over;
  return show_name(L);
}

static int get_rules_field(lua_State *L, lstate *s, lua_Integer i) {
  lcells_push(L, s, i);
  if (s->view == NULL) return 1;
  if (lua_isinteger(L, -1)) s->view->scalar |= UINT32_C(1) << i;
  return show_name(L);
}

/* Upvalue 1: the methods; upvalue 2: the numbers of the fields, by name. A
 * table has all additions of the rules: queries are functions, cells are
 * numbers. */
static int state_index(lua_State *L) {
  find_state(L);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return show_name(L);
  lstate *s = lstate_check(L, 1, "state");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNUMBER) {
    return get_field(L, s, lua_tointeger(L, -1));
  }
  lua_getiuservalue(L, 1, 1);
  lua_getiuservalue(L, -1, 1);
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, -2)) {
    case LUA_TNUMBER:
      return get_rules_field(L, s, lua_tointeger(L, -1));
    case LUA_TNIL:
      lua_pop(L, 1);
      return no_such_field(L, s);
    default:
      return show_name(L);
  }
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
  lt_new_type(L, llentstate_values);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_setfield(L, -2, "__index");
  set_field_names(L);
}
