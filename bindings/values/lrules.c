/* lrules.c: see lrules.h. */
#include "lrules.h"

#include <string.h>

#include "linterrupt.h"
#include "ltypes.h"
#include "tesela_bits.h"
#include "tesela_game.h"

const char RULES_TYPE[] = "tesela.rules";

lrules *lrules_check(lua_State *L, int index, const char *function) {
  lrules *r = lt_test(L, index, RULES_TYPE);
  if (r == NULL) lt_expected(L, index, function, "rules (tesela.rules)");
  if (lrules_closed(r)) luaL_error(L, "%s: these rules are closed", function);
  return r;
}

bool lrules_closed(const lrules *r) {
  return r->rules == NULL || r->closed;
}

tes_work *lrules_work(lua_State *L, lrules *r) {
  TES_ASSERT(r->depth >= 0 && r->depth < LEVELS);
  TES_ASSERT(r->work == r->level[r->depth]);
  r->L = L;
  r->calls++;
  r->busy[r->depth] = NULL;
  return r->work;
}

lrules *lrules_of(const tes_rules *rules) {
  return rules->user;
}

bool lrules_same(const tes_rules *a, const tes_rules *b) {
  return a == b || (a->game == b->game && a->state_size == b->state_size &&
                    memcmp(a->value, b->value, sizeof a->value) == 0);
}

bool lrules_still(lrules *r, const tes_state *state, tes_move move,
                  tes_work *work) {
  return !state->over && (r->rules->game->legal == NULL ||
                          tes_legal(r->rules, state, move, work));
}

void lrules_must(lua_State *L, lrules *r, int status) {
  if (status == TES_OK) return;
  r->starved = status == TES_ENOMEM;
  if (r->starved) lt_no_memory(L);
  TES_ASSERT(status < 0);
  lua_pushstring(L, r->work->error.text);
  if (status != TES_ESTOPPED) lt_raise(L);
  ltesela_raise_interruption(L);
}

tes_text *lrules_text(lrules *r) {
  tes_text_clear(&r->work->text);
  return &r->work->text;
}

/* ---- levels ---- */

static int make_level(lrules *r, tes_error *error) {
  tes_work *work = tes_resize(&r->alloc, NULL, 0, sizeof *work);
  if (work == NULL || tes_work_init(work, r->rules) != TES_OK) {
    tes_resize(&r->alloc, work, sizeof *work, 0);
    return tes_no_memory(error);
  }
  work->stop = &ltesela_interrupt()->asked;
  r->level[r->depth] = work;
  return TES_OK;
}

static int too_deep(lrules *r, tes_error *error) {
  r->sunk = true;
  tes_fail(error, TES_EGAME, "%s: its functions call each other too deeply",
           r->rules->name);
  error->fault = "deep";
  return TES_EGAME;
}

/* Enters the work of the next level; a status, with the reason in `error` if
 * that is too deep. In that case no more functions are called until the first
 * one has returned: each would try all its moves again. */
static int enter_level(lrules *r, tes_error *error) {
  TES_ASSERT(r->depth >= -1 && r->depth < LEVELS);
  if (r->depth <= 0) r->sunk = false;
  if (r->sunk || r->depth == LEVELS - 1) return too_deep(r, error);
  r->depth++;
  if (r->level[r->depth] == NULL && make_level(r, error) != TES_OK) {
    r->depth--;
    return TES_ENOMEM;
  }
  r->work = r->level[r->depth];
  return TES_OK;
}

/* Leaves that level. */
static void leave_level(lrules *r) {
  TES_ASSERT(r->depth > 0 && r->work == r->level[r->depth]);
  r->work = r->level[--r->depth];
}

static int keep_failure(lua_State *L, const lrules *r, tes_error *error) {
  const char *message = lua_tostring(L, -1);
  if (message == NULL) message = "an error that is not a string was raised";
  if (r->starved) return tes_no_memory(error);
  const bool stopped = ltesela_interrupt()->asked;
  tes_fail(error, stopped ? TES_ESTOPPED : TES_EGAME, "%s", message);
  if (r->sunk) error->fault = "deep";
  return error->status;
}

int lrules_run(lrules *r, lua_CFunction f, void *argument, int with,
               lua_CFunction handler, tes_work *work) {
  lua_State *L = r->L;
  if (!lua_checkstack(L, 12)) return tes_no_memory(&work->error);
  int status = enter_level(r, &work->error);
  if (status != TES_OK) return status;
  const int top = lua_gettop(L);
  r->starved = false;
  if (handler != NULL) lua_pushcfunction(L, handler);
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, argument);
  if (with != 0) lua_pushvalue(L, with);
  const int caught =
      lua_pcall(L, with != 0 ? 2 : 1, 0, handler != NULL ? top + 1 : 0);
  if (caught == LUA_ERRMEM) r->starved = true;
  if (caught != LUA_OK) {
    status = keep_failure(L, r, &work->error);
  } else if (r->sunk) {
    status = too_deep(r, &work->error); /* it was not reported */
  }
  TES_ASSERT(lua_gettop(L) >= top);
  lua_settop(L, top);
  r->L = L;
  leave_level(r);
  return status;
}

/* ---- finding rules by their address ---- */

/* Rules by their addresses, while they are in use. The collector removes dead
 * rules from the first table before it runs finalizers, which may still use
 * such rules. The second table, whose keys are the rules, has them until
 * afterwards. */
static const char known[] = "tesela.known", all[] = "tesela.all";

static void know(lua_State *L, const lrules *r) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, known);
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, r);
  lua_rawgetp(L, LUA_REGISTRYINDEX, all);
  lua_pushvalue(L, -3);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 2);
}

/* Replaces the nil at the top with rules that are being finalized. */
static void push_going(lua_State *L, const lrules *r) {
  lua_pop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, all);
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_pop(L, 1);
    if (lua_touserdata(L, -1) == r) break;
  }
  lua_remove(L, -2);
}

void lrules_find(lua_State *L, const lrules *r) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, known);
  lua_rawgetp(L, -1, r);
  lua_remove(L, -2);
  if (lua_isnil(L, -1)) push_going(L, r);
  TES_ALWAYS(lua_touserdata(L, -1) == r);
}

/* ---- opening and closing ---- */

/* Rules are in the memory of their Lua state, so a sandbox counts them. While
 * threads search together no Lua code runs, but every thread may call this. */
static void *resize_locked(void *user, void *block, size_t old_size,
                           size_t size) {
  lrules *r = user;
  if (block == NULL) old_size = 0;
  pthread_mutex_lock(&r->resizing);
  void *moved = r->resize(r->resizer, block, old_size, size);
  if (moved != NULL || size == 0) r->used += size - old_size;
  pthread_mutex_unlock(&r->resizing);
  return moved;
}

static tes_rules *open_rules(lua_State *L, lrules *r, const tes_game *game,
                             const char *const *settings, size_t count,
                             tes_error *error) {
  r->resize = lua_getallocf(L, &r->resizer);
  r->alloc = (tes_alloc){resize_locked, r};
  tes_rules *rules = tes_rules_open(game, settings, count, &r->alloc, error);
  /* the collector sees only the userdata, so we report the rest */
  lua_gc(L, LUA_GCSTEP, (int)(r->used / 1024) + 1);
  return rules;
}

/* The owner frees the rules. It is a separate userdata; only the rules refer to
 * it, and it refers to them. So it is collected together with them, but Lua
 * code cannot trigger this while a function uses the rules. Because it is made
 * before the rules, it is finalized after them and everything that belongs to
 * them. */
static const char owner_type[] = "tesela.owner";

static lrules **push_owner(lua_State *L) {
  lrules **owner = lua_newuserdatauv(L, sizeof *owner, 1);
  *owner = NULL;
  lt_set_type(L, owner_type);
  return owner;
}

static int owner_gc(lua_State *L) {
  lrules **owner = lua_touserdata(L, 1), *r = *owner;
  *owner = NULL;
  if (r == NULL) return 0;
  for (int i = 0; i < LEVELS && r->level[i] != NULL; i++) {
    tes_work_free(r->level[i]);
    r->level[i] = tes_resize(&r->alloc, r->level[i], sizeof *r->level[i], 0);
  }
  lanswercache_free(&r->answers, &r->alloc);
  tes_weights_free(r->learnt);
  tes_rules_close(r->rules);
  r->rules = NULL;
  return 0;
}

/* Pushes rules that are not open yet. */
static lrules *push_closed(lua_State *L, int keeper) {
  lrules **owner = push_owner(L);
  lrules *r = lua_newuserdatauv(L, sizeof *r, RULES_OWNER);
  memset(r, 0, sizeof *r);
  r->resizing = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  lt_set_type(L, RULES_TYPE);
  lua_pushvalue(L, keeper);
  lua_setiuservalue(L, -2, 2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, -3, 1);
  lua_rotate(L, -2, 1);
  lua_setiuservalue(L, -2, RULES_OWNER);
  *owner = r;
  return r;
}

bool lrules_push(lua_State *L, const tes_game *game, int keeper,
                 const char *const *settings, size_t count, tes_error *error) {
  lrules *r = push_closed(L, lua_absindex(L, keeper));
  r->rules = open_rules(L, r, game, settings, count, error);
  if (r->rules == NULL) return false;
  r->rules->user = r;
  r->L = L;
  r->depth = -1;
  if (enter_level(r, error) != TES_OK) return false;
  know(L, r);
  return true;
}

/* Is the collector the caller? At the end of a program it may close rules that
 * are in use; no one else may. */
static bool collected(lua_State *L) {
  lua_Debug frame;
  return lua_getstack(L, 0, &frame) && lua_getinfo(L, "n", &frame) &&
         strcmp(frame.namewhat, "metamethod") == 0 &&
         strcmp(frame.name, "__gc") == 0;
}

static int rules_gc(lua_State *L) {
  lrules *r = luaL_checkudata(L, 1, RULES_TYPE);
  if (r->depth > 0 && !collected(L)) {
    return luaL_error(L, "these rules are in use and cannot be closed");
  }
  r->closed = true;
  return 0;
}

void lrules_register(lua_State *L) {
  lt_new_collected(L, RULES_TYPE, rules_gc);
  lt_new_collected(L, owner_type, owner_gc);
  lt_new_weak(L, known, "v");
  lt_new_weak(L, all, "k");
}
