/* lcells.c: the cells of a state that its game declared, as fields of the
 * state: s.last for a field of one cell, s.board[i] for one of more.
 *
 * s.board is a small object that only knows which cells it stands for; it asks
 * the state at every access, so that one which is kept beyond the call that
 * the state was lent for finds out. Of what a view hides it gives NOT_SEEN. */
#include "lcells.h"

#include <string.h>

#include "lgame.h"
#include "lnames.h"
#include "lsecret.h"
#include "lshown.h"
#include "lt.h"

#define CELLS_TYPE "tesela.cells"

enum { NOT_SEEN = -1 };

typedef struct cells {
  lstate *s; /* kept alive by user value 1 */
  const lfield *field;
} cells;

static int32_t *first_of(const lstate *s, const lfield *field) {
  TES_ASSERT(field->first + field->count <= lgame_of(s->owner->rules)->cells);
  return lgame_cells(s->owner->rules, s->state) + field->first;
}

/* Pushes what is in a cell, as far as the viewer sees it. */
static int push_cell(lua_State *L, lstate *s, const int32_t *cell) {
  const tes_rules *rules = s->owner->rules;
  int hidden = 0;
  if (s->viewer != 0 && lgame_of(rules)->hiding > 0) {
    const int i = (int)(cell - lgame_cells(rules, s->state));
    hidden = lsecret_hides(rules, s->state, s->viewer, i, lstate_work(L, s));
    if (hidden < 0) lrules_must(L, s->owner, hidden);
  }
  lua_pushinteger(L, hidden ? NOT_SEEN : *cell);
  return 1;
}

void lcells_add(lua_State *L, const tes_game *game) {
  const lgame *g = lgame_from(game);
  for (int i = 0; g != NULL && i < g->fields; i++) {
    lua_pushinteger(L, i);
    lua_setfield(L, -2, g->field[i].name);
  }
}

int lcells_push(lua_State *L, lstate *s, lua_Integer index) {
  TES_ASSERT(index >= 0 && index < lgame_of(s->owner->rules)->fields);
  const lfield *field = &lgame_of(s->owner->rules)->field[index];
  if (field->count == 1) return push_cell(L, s, first_of(s, field));
  cells *c = lua_newuserdatauv(L, sizeof *c, 1);
  *c = (cells){s, field};
  luaL_setmetatable(L, CELLS_TYPE);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

static int32_t check_value(lua_State *L, int index, const lfield *field) {
  const lua_Integer value =
      lt_integer(L, index, field->name, "a whole number of 32 bits");
  if (value < field->min || value > field->max) {
    const bool any = field->min == INT32_MIN && field->max == INT32_MAX;
    lua_pushfstring(L, any ? "of 32 bits" : "in %d..%d", (int)field->min,
                    (int)field->max);
    luaL_error(L, "%s: expected a whole number %s, got %I", field->name,
               lua_tostring(L, -1), (LUAI_UACINT)value);
  }
  return (int32_t)value;
}

static void check_lent(lua_State *L, const lstate *s, const char *name) {
  if (s->state == NULL) lstate_gone(L, name);
  if (s->lending != OWN && s->depth != s->owner->depth) {
    lstate_elsewhere(L, name);
  }
  if (s->lending == LENT_TO_CHANGE) return;
  luaL_error(L,
             s->lending == LENT
                 ? "%s: this function of the rules may look at the state and "
                   "not change it"
                 : "%s: a state changes by its rules alone",
             name);
}

/* ---- s.board[i] ---- */

static int32_t *check_cell(lua_State *L, const cells *c) {
  const char *name = c->field->name;
  if (c->s->state == NULL) lstate_gone(L, name);
  if (c->s->owner->rules == NULL) {
    luaL_error(L, "%s: the rules of this state are closed", name);
  }
  const lua_Integer i = lt_integer(L, 2, name, "the number of a cell");
  if (i < 1 || i > c->field->count) {
    luaL_error(L, "%s: expected a cell in 1..%d, got %I", name, c->field->count,
               (LUAI_UACINT)i);
  }
  return first_of(c->s, c->field) + i - 1;
}

static int cells_index(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  return push_cell(L, c->s, check_cell(L, c));
}

static int cells_newindex(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  int32_t *cell = check_cell(L, c);
  check_lent(L, c->s, c->field->name);
  *cell = check_value(L, 3, c->field);
  return 0;
}

static int cells_len(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  lua_pushinteger(L, c->field->count);
  return 1;
}

/* ---- s.last = 3, s.seat = 2, s.over = "line" ---- */

static const lfield *find_field(const lgame *g, const char *name) {
  for (int i = 0; g != NULL && i < g->fields; i++) {
    if (strcmp(g->field[i].name, name) == 0) return &g->field[i];
  }
  return NULL;
}

static void set_seat(lua_State *L, lstate *s, const lgame *g) {
  const lua_Integer seat = lt_integer(L, 3, "seat", "a seat");
  if (g->root != NULL) {
    luaL_error(L, "seat: in %s base.apply and base.pass give the turn on",
               g->game.name);
  }
  if (seat < 1 || seat > s->owner->rules->seats) {
    luaL_error(L, "seat: expected a seat in 1..%d, got %I",
               s->owner->rules->seats, (LUAI_UACINT)seat);
  }
  s->state->seat = (uint8_t)seat;
}

/* s.over = nil takes an ending back. */
static void set_over(lua_State *L, lstate *s, const lgame *g) {
  if (lua_isnil(L, 3)) {
    lrules_must(L, s->owner,
                lgame_go_on(s->owner->rules, s->state, lstate_work(L, s)));
    return;
  }
  const char *reason = lt_string(L, 3, "over", "one of the game's endings");
  size_t i = 0;
  while (g->ending[i] != NULL && strcmp(g->ending[i], reason) != 0) i++;
  if (g->ending[i] != NULL) {
    s->state->over = (uint8_t)(i + 1);
    return;
  }
  lnames_unknown(L, "over", "ending", lshown_value(L, 3), g->ending, i);
}

/* What may be set: a field of the game's own, or how the game goes on. */
static int no_field(lua_State *L, const lgame *g, const char *said) {
  const char *names[FIELDS_MAX + 2];
  size_t count = 0;
  for (int i = 0; i < g->fields; i++) names[count++] = g->field[i].name;
  if (g->root == NULL) names[count++] = "seat";
  names[count++] = "over";
  return lnames_unknown(L, "state", "field", said, names, count);
}

int lcells_newindex(lua_State *L) {
  const char *name = lt_string(L, 2, "state", "the name of a field");
  const char *said = lshown_value(L, 2);
  lstate *s = lstate_check(L, 1, said);
  const lgame *g = lgame_of(s->owner->rules);
  const lfield *field = find_field(g, name);
  check_lent(L, s, said);
  if (field != NULL && field->count == 1) {
    *first_of(s, field) = check_value(L, 3, field);
  } else if (strcmp(name, "seat") == 0) {
    set_seat(L, s, g);
  } else if (strcmp(name, "over") == 0) {
    set_over(L, s, g);
  } else if (field != NULL) {
    return luaL_error(L, "%s: set its cells one by one, as in s.%s[1]", said,
                      field->name);
  } else {
    return no_field(L, g, said);
  }
  return 0;
}

static const luaL_Reg metamethods[] = {{"__index", cells_index},
                                       {"__newindex", cells_newindex},
                                       {"__len", cells_len},
                                       {NULL, NULL}};

void lcells_register(lua_State *L) {
  luaL_newmetatable(L, CELLS_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}
