/* llentstate.c: see llentstate.h. */
#include "llentstate.h"

#include <string.h>

#include "values/ltypes.h"

_Static_assert(FIELDS_MAX <= 32, "fields are bits");

enum { LENT_ONCE = 32, LENT_AGAIN = 1023 };

const char llentstate_values[] = "tesela.values",
           llentstate_cells[] = "tesela.cells";

/* ---- the tables of values ---- */

/* The state at the top begins to use a table of values. */
static void open_values(lua_State *L, lstate *s) {
  s->view = (lview *)s->own;
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, llentstate_values);
  lt_set_type(L, llentstate_values);
  lt_own_type(L, STATE_TYPE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -3);
  lua_setiuservalue(L, -2, STATE_VALUES);
}

/* Makes the state at `index` and the objects of its fields ordinary again, so
 * that they report that the state is gone. */
static void close_values(lua_State *L, int index, lstate *s) {
  index = lua_absindex(L, index);
  s->view = NULL;
  lt_push_type(L, STATE_TYPE);
  lua_setmetatable(L, index);
  lstate_push_made(L, index);
  for (int i = 1; i <= FIELDS_MAX; i++) {
    if (lua_rawgeti(L, -1, i) == LUA_TUSERDATA) {
      lt_push_type(L, llentstate_cells);
      lua_setmetatable(L, -2);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

void llentstate_show(lua_State *L, int values, int name) {
  lua_pushvalue(L, name);
  lua_pushvalue(L, -2);
  lua_rawset(L, values);
}

static void set_integer(lua_State *L, const char *name, int32_t value) {
  lua_pushstring(L, name);
  lua_pushinteger(L, value);
  lua_rawset(L, -3);
}

static bool same_head(const lstate *s) {
  return s->view->its_seat == s->state->seat &&
         s->view->is_over == (s->state->over != 0);
}

void llentstate_update_head(lua_State *L, int index) {
  const lstate *s = lua_touserdata(L, index);
  lview *v = s->view;
  if (v == NULL || same_head(s)) return;
  lua_getiuservalue(L, index, STATE_VALUES);
  if (v->seat && v->its_seat != s->state->seat) {
    set_integer(L, "seat", s->state->seat);
  }
  if (v->over && v->is_over != (s->state->over != 0)) {
    lua_pushstring(L, "over");
    lua_pushboolean(L, s->state->over != 0);
    lua_rawset(L, -3);
  }
  v->its_seat = s->state->seat;
  v->is_over = s->state->over != 0;
  lua_pop(L, 1);
}

/* Updates the cells of a field that differ from those in the table. */
static void update_board(lua_State *L, const lview *v, const lfield *field,
                         const int32_t *cells) {
  const int32_t *is = cells + field->first, *was = v->shown + field->first;
  lua_rawgetp(L, -1, field);
  for (int i = 0; i < field->count; i++) {
    if (is[i] == was[i]) continue;
    lua_pushinteger(L, is[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pop(L, 1);
}

static void update_fields(lua_State *L, const lstate *s, const lgame *g,
                          const int32_t *cells) {
  lview *v = s->view;
  for (int i = 0; i < g->fields; i++) {
    const lfield *field = &g->field[i];
    if (v->scalar >> i & 1 && v->shown[field->first] != cells[field->first]) {
      set_integer(L, field->name, cells[field->first]);
    }
    if (v->board >> i & 1) update_board(L, v, field, cells);
  }
  memcpy(v->shown, cells, (size_t)g->cells * sizeof *cells);
}

void llentstate_update(lua_State *L, int index) {
  const lstate *s = lua_touserdata(L, index);
  const lview *v = s->view;
  const tes_rules *rules = s->owner->rules;
  const lgame *g = lgame_of(rules);
  if (v == NULL) return;
  llentstate_update_head(L, index);
  if (g == NULL || g->cells == 0) return;
  const int32_t *cells = lgame_see_cells(rules, s->state);
  const size_t size = (size_t)g->cells * sizeof *cells;
  if (memcmp(v->shown, cells, size) == 0) return;
  lua_getiuservalue(L, index, STATE_VALUES);
  update_fields(L, s, g, cells);
  lua_pop(L, 1);
}

void llentstate_wrote(lua_State *L, int index, const lfield *field,
                      int32_t value) {
  const lstate *s = lua_touserdata(L, index);
  const lgame *g = lgame_of(s->owner->rules);
  lview *v = s->view;
  if (v == NULL) return;
  v->shown[field->first] = value;
  if (!(v->scalar >> (field - g->field) & 1)) return;
  lua_getiuservalue(L, index, STATE_VALUES);
  set_integer(L, field->name, value);
  lua_pop(L, 1);
}

/* ---- lending ---- */

/* The states that can be lent are in a table of the registry while their rules
 * keep them. Its keys are numbers, which are found faster than addresses; the
 * rules remember these. A number may be reused after its rules are gone. */
static const char lent[] = "tesela.lent";

/* Gives the state at the top a number. */
static void note_lent(lua_State *L, lrules *r) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, lent);
  r->lent_at[LEVELS] = lua_tointeger(L, -1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, r->lent_at[LEVELS]);
  lua_Integer *at = &r->lent_at[r->depth];
  if (*at == 0) *at = (lua_Integer)lua_rawlen(L, -1) + 1;
  lua_pushvalue(L, -3);
  lua_rawseti(L, -2, *at);
  lua_pop(L, 2);
}

/* Makes a new state for the current level of the rules, and pushes it. */
static lstate *renew_lent(lua_State *L, lrules *r, bool once) {
  const int place = RULES_LENT + r->depth;
  lrules_find(L, r);
  const int rules = lua_gettop(L);
  lua_getiuservalue(L, rules, place);
  lstate *old = lua_touserdata(L, -1);
  if (old != NULL && old->view != NULL) close_values(L, -1, old);
  const bool again = r->lent++ >= LENT_ONCE && !r->doubted && !once;
  const lgame *g = lgame_of(r->rules);
  const size_t cells = g != NULL ? (size_t)g->cells : 0;
  const size_t size = sizeof(lview) + cells * sizeof(int32_t);
  lstate *s = lstate_push_lent(L, rules, again ? size : 0);
  if (again) open_values(L, s);
  s->lives = again ? LENT_AGAIN : 0;
  s->depth = r->depth;
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, rules, place);
  note_lent(L, r);
  lua_replace(L, rules);
  lua_settop(L, rules);
  return s;
}

/* Pushes the current level's state; or pushes some other value and returns
 * NULL. */
static lstate *push_noted(lua_State *L, const lrules *r) {
  const lua_Integer at = r->lent_at[r->depth];
  if (at == 0) {
    lua_pushnil(L);
    return NULL;
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, r->lent_at[LEVELS]);
  lua_rawgeti(L, -1, at);
  lua_replace(L, -2);
  lstate *s = lua_touserdata(L, -1);
  return s != NULL && s->owner == r && s->depth == r->depth ? s : NULL;
}

lstate *llentstate_lend(lua_State *L, lrules *r, const tes_state *state,
                        llending lending, bool once) {
  TES_ASSERT(state != NULL && lending != OWN);
  lstate *s = push_noted(L, r);
  if (s == NULL || s->state != NULL || s->lives == 0 || r->doubted || once) {
    lua_pop(L, 1);
    s = renew_lent(L, r, once);
  } else {
    s->lives--;
  }
  TES_ASSERT(s->owner == r && s->depth == r->depth);
  s->lending = lending;
  s->remembers = false;
  s->state = (tes_state *)(uintptr_t)state;
  llentstate_update(L, lua_gettop(L));
  return s;
}

void llentstate_register(lua_State *L) {
  lt_new_weak(L, lent, "v");
  lua_rawgetp(L, LUA_REGISTRYINDEX, lent);
  lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));
  lua_rawsetp(L, LUA_REGISTRYINDEX, lent);
}
