/* lcells.c: the cells of a state that its game declared, as fields of the
 * state: s.last for a field of one cell, s.board[i] for one of more.
 *
 * s.board is a small object that only knows which cells it stands for; it asks
 * the state at every access, so that one which is kept beyond the call that
 * the state was lent for finds out. A state makes it once. All of its cells at
 * once, s.board:all(), are a table, which is faster to read. Of what a view
 * hides there is NOT_SEEN. */
#include "lcells.h"

#include <string.h>

#include "lgame.h"
#include "lnames.h"
#include "lsecret.h"
#include "lshown.h"
#include "lt.h"

static const char CELLS_TYPE[] = "tesela.cells";

enum { NOT_SEEN = -1 };

typedef struct cells {
  lstate *s; /* kept alive by user value 1 */
  const lfield *field;
} cells;

static int32_t *first_of(const lstate *s, const lfield *field) {
  TES_ASSERT(field->first + field->count <= lgame_of(s->owner->rules)->cells);
  return lgame_cells(s->owner->rules, s->state) + field->first;
}

static int32_t see_cell(lua_State *L, lstate *s, const int32_t *cell) {
  const tes_rules *rules = s->owner->rules;
  if (lgame_of(rules)->hiding == 0) return *cell;
  const int i = (int)(cell - lgame_cells(rules, s->state));
  const int hidden =
      lsecret_hides(rules, s->state, s->viewer, i, lstate_work(L, s));
  if (hidden < 0) lrules_must(L, s->owner, hidden);
  return hidden ? NOT_SEEN : *cell;
}

/* Pushes what is in a cell, as far as the viewer sees it. */
static inline int push_cell(lua_State *L, lstate *s, const int32_t *cell) {
  lua_pushinteger(L, s->viewer == 0 ? *cell : see_cell(L, s, cell));
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
  lstate_push_made(L, 1);
  if (lua_rawgeti(L, -1, index + 1) == LUA_TUSERDATA) return 1;
  cells *c = lua_newuserdatauv(L, sizeof *c, 1);
  *c = (cells){s, field};
  lt_set_type(L, CELLS_TYPE);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -4, index + 1);
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

/* A field was set: which moves are legal may depend on it. A variant goes on
 * to base.apply with the move that it was given, and the game below does not
 * know the variant's own fields. */
static void note_change(lstate *s, const lfield *field) {
  const lgame *g = lgame_of(s->owner->rules);
  if (g->parent == NULL || field->first < g->parent->cells) s->changed = true;
}

/* ---- s.board[i] ---- */

/* The first of the cells. */
static int32_t *check_cells(lua_State *L, const cells *c) {
  const char *name = c->field->name;
  if (c->s->state == NULL) lstate_gone(L, name);
  if (lrules_closed(c->s->owner)) {
    luaL_error(L, "%s: the rules of this state are closed", name);
  }
  return first_of(c->s, c->field);
}

static int32_t *check_cell(lua_State *L, const cells *c) {
  const char *name = c->field->name;
  int32_t *first = check_cells(L, c);
  const lua_Integer i = lt_integer(L, 2, name, "the number of a cell");
  if (i < 1 || i > c->field->count) {
    luaL_error(L, "%s: expected a cell in 1..%d, got %I", name, c->field->count,
               (LUAI_UACINT)i);
  }
  return first + i - 1;
}

/* Upvalue 1: the methods. */
static int cells_index(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  if (lua_type(L, 2) == LUA_TSTRING) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  }
  return push_cell(L, c->s, check_cell(L, c));
}

static const cells *check_self(lua_State *L, const char *function) {
  const cells *c = lt_test(L, 1, CELLS_TYPE);
  if (c == NULL) lt_expected(L, 1, function, "the cells of a field");
  return c;
}

/* How many cells the value at `index` says: the first of them, or all. */
static int check_last_cell(lua_State *L, int index, const cells *c,
                           const char *function) {
  const int count = c->field->count;
  if (lua_isnoneornil(L, index)) return count;
  const lua_Integer last = lt_integer(L, index, function, "a cell");
  return last < 0 ? 0 : last < count ? (int)last : count;
}

/* What the viewer sees of a cell, from 0 on; functions in Lua may be asked. */
static int32_t seen_cell(lua_State *L, const cells *c, int i) {
  const int32_t *cell = check_cells(L, c) + i;
  return c->s->viewer == 0 ? *cell : see_cell(L, c->s, cell);
}

/* s.board:all(last): the numbers of the cells, in a table. */
static int cells_all(lua_State *L) {
  const cells *c = check_self(L, "all");
  const int last = check_last_cell(L, 2, c, "all");
  check_cells(L, c);
  lua_createtable(L, last, 0);
  for (int i = 0; i < last; i++) {
    lua_pushinteger(L, seen_cell(L, c, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* s.board:find(0, last): which cells hold this number. */
static int cells_find(lua_State *L) {
  const cells *c = check_self(L, "find");
  const lua_Integer value = lt_integer(L, 2, "find", "a whole number");
  const int last = check_last_cell(L, 3, c, "find");
  check_cells(L, c);
  lua_newtable(L);
  for (int i = 0, found = 0; i < last; i++) {
    if (seen_cell(L, c, i) != value) continue;
    lua_pushinteger(L, i + 1);
    lua_rawseti(L, -2, ++found);
  }
  return 1;
}

static int cells_newindex(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  int32_t *cell = check_cell(L, c);
  check_lent(L, c->s, c->field->name);
  *cell = check_value(L, 3, c->field);
  note_change(c->s, c->field);
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
  s->changed = true;
}

/* s.over = nil takes an ending back. */
static void set_over(lua_State *L, lstate *s, const lgame *g) {
  if (lua_isnil(L, 3)) {
    lrules_must(L, s->owner,
                lgame_resume(s->owner->rules, s->state, lstate_work(L, s)));
    return;
  }
  size_t i = 0;
  const char *reason = lt_word(L, 3);
  while (g->ending[i] != NULL &&
         (reason == NULL || strcmp(g->ending[i], reason) != 0)) {
    i++;
  }
  if (g->ending[i] != NULL) {
    s->state->over = (uint8_t)(i + 1);
    s->changed = true;
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

/* The passes in a row and who has which side are the program's. */
static void check_own_field(lua_State *L, const lgame *g, const lfield *field) {
  const bool passes = g->stuck != 0 && field->first == g->passes;
  const bool swap = g->plain != NULL && field->first == g->swap;
  if (passes || swap) {
    luaL_error(L, "%s: this field may be looked at and not changed",
               field->name);
  }
}

int lcells_newindex(lua_State *L) {
  const char *name = lt_string(L, 2, "state", "the name of a field");
  const char *said = lshown_value(L, 2);
  lstate *s = lstate_check(L, 1, said);
  const lgame *g = lgame_of(s->owner->rules);
  const lfield *field = find_field(g, name);
  check_lent(L, s, said);
  if (field != NULL && field->count == 1) {
    check_own_field(L, g, field);
    *first_of(s, field) = check_value(L, 3, field);
    note_change(s, field);
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

static const luaL_Reg metamethods[] = {
    {"__newindex", cells_newindex}, {"__len", cells_len}, {NULL, NULL}};

static const luaL_Reg methods[] = {
    {"all", cells_all}, {"find", cells_find}, {NULL, NULL}};

void lcells_register(lua_State *L) {
  lt_new_type(L, CELLS_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, cells_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}
