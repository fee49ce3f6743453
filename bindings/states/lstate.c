/* lstate.c: see lstate.h. */
#include "lstate.h"

#include <string.h>

#include "tesela_bits.h"
#include "values/ltypes.h"

_Static_assert(offsetof(lstate, own) % 8 == 0, "states are aligned to 8");

const char STATE_TYPE[] = "tesela.state";

int lstate_gone(lua_State *L, const char *function) {
  return luaL_error(L,
                    "%s: this state was lent to a function of the rules, which "
                    "has returned; keep s:copy() instead",
                    function);
}

int lstate_elsewhere(lua_State *L, const char *function) {
  return luaL_error(L,
                    "%s: this state was lent to another function of the "
                    "rules, which has called this one",
                    function);
}

lstate *lstate_check(lua_State *L, int index, const char *function) {
  lstate *s = lt_test(L, index, STATE_TYPE);
  if (s == NULL) lt_expected(L, index, function, "a state");
  if (lrules_closed(s->owner)) {
    luaL_error(L, "%s: the rules of this state are closed", function);
  }
  if (s->state == NULL) lstate_gone(L, function);
  return s;
}

/* A variant may use its state before it calls base.start; until then the root
 * must not read the state. */
tes_work *lstate_work(lua_State *L, lstate *s) {
  if (s->state->seat == 0) {
    luaL_error(L, "this state has not been started: call base.start first");
  }
  tes_work *work = lrules_work(L, s->owner);
  s->owner->busy[s->owner->depth] = s;
  return work;
}

/* Is a function of the core working on the state? It has called rules in Lua,
 * which must not make moves on this state. */
bool lstate_is_busy(const lstate *s) {
  const lrules *r = s->owner;
  for (int i = 0; i < r->depth; i++) {
    if (r->busy[i] == s) return true;
  }
  return false;
}

/* A state with `size` extra bytes. */
static lstate *push_bytes(lua_State *L, int index, size_t size, int values) {
  lrules *r = lua_touserdata(L, index);
  TES_ASSERT(lt_test(L, index, RULES_TYPE) == r && r->rules != NULL);
  index = lua_absindex(L, index);
  lstate *s = lua_newuserdatauv(L, sizeof *s + size, values);
  memset(s, 0, sizeof *s + size);
  s->owner = r;
  lt_set_type(L, STATE_TYPE);
  lua_pushvalue(L, index);
  lua_setiuservalue(L, -2, STATE_RULES);
  return s;
}

lstate *lstate_push(lua_State *L, int index) {
  const lrules *r = lua_touserdata(L, index);
  lstate *s = push_bytes(L, index, r->rules->state_size, STATE_MADE);
  s->state = (tes_state *)s->own;
  return s;
}

lstate *lstate_push_lent(lua_State *L, int index, size_t size) {
  return push_bytes(L, index, size, STATE_VALUES);
}

void lstate_take_back(lstate *s) {
  s->state = NULL;
  s->lister = NULL;
  s->known = 0;
  s->changed = false;
  s->asked = false;
  s->viewer = 0;
}

void lstate_push_made(lua_State *L, int index) {
  if (lua_getiuservalue(L, index, STATE_MADE) == LUA_TTABLE) return;
  index = lua_absindex(L, index);
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, STATE_MADE);
}

lstate *lstate_push_copy(lua_State *L, const lstate *s) {
  lua_getiuservalue(L, 1, 1);
  lstate *copy = lstate_push(L, -1);
  copy->moves = s->moves;
  copy->viewer = s->viewer;
  tes_copy(s->owner->rules, copy->state, s->state);
  lua_getiuservalue(L, 1, STATE_HISTORY);
  lua_setiuservalue(L, -2, STATE_HISTORY);
  return copy;
}

void lstate_register(lua_State *L) {
  lt_new_type(L, STATE_TYPE);
  lua_pop(L, 1);
}
