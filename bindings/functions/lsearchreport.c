/* lsearchreport.c: the result of a search, as a Lua table that prints as
 * text. */
#include "lsearchreport.h"

#include <string.h>

#include "values/ltypes.h"

#define REPORT_TYPE "tesela.report"

/* ---- the table ---- */

static void set_proof(lua_State *L, tes_proof proof) {
  static const char *const names[] = {[TES_UNPROVEN] = NULL,
                                      [TES_WIN] = "win",
                                      [TES_DRAW] = "draw",
                                      [TES_LOSS] = "loss"};
  if (names[proof] == NULL) return;
  lua_pushstring(L, names[proof]);
  lua_setfield(L, -2, "proof");
}

static void set_number(lua_State *L, const char *key, double value) {
  lua_pushnumber(L, value);
  lua_setfield(L, -2, key);
}

static void push_text(lua_State *L, lrules *r, const tes_state *state,
                      tes_move move) {
  tes_text *text = lrules_text(r);
  lrules_must(L, r,
              tes_print(r->rules, state, move, 0, text, lrules_work(L, r)));
  lt_push_text(L, text);
}

static void push_seen(lua_State *L, lrules *r, const tes_state *state,
                      const tes_seen *seen) {
  lua_createtable(L, 0, 6);
  push_text(L, r, state, seen->move);
  lua_setfield(L, -2, "text");
  lt_set_integer(L, "move", seen->move);
  lt_set_integer(L, "visits", (lua_Integer)seen->visits);
  set_number(L, "value", seen->value);
  set_proof(L, seen->proof);
  if (!seen->bound) return;
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "bound");
}

static void push_moves(lua_State *L, lrules *r, const tes_state *state,
                       const tes_found *found, size_t most) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (size_t i = 0; i < found->count && i < most; i++) {
    if (found->moves[i].visits == 0) continue;
    push_seen(L, r, state, &found->moves[i]);
    lua_rawseti(L, -2, ++n);
  }
}

/* The moves without a visit, in the order of the search. */
static void push_untried(lua_State *L, const tes_found *found, size_t most) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (size_t i = 0; i < found->count && i < most; i++) {
    if (found->moves[i].visits != 0) continue;
    lua_pushinteger(L, found->moves[i].move);
    lua_rawseti(L, -2, ++n);
  }
}

/* Pushes the best line as text; makes its moves on the state. */
static void push_variation(lua_State *L, lrules *r, tes_state *now,
                           const tes_found *found) {
  lua_newtable(L);
  for (size_t i = 0; i < found->length; i++) {
    if (!lrules_still(r, now, found->line[i], lrules_work(L, r))) return;
    push_text(L, r, now, found->line[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
    lrules_must(L, r,
                tes_apply(r->rules, now, found->line[i], lrules_work(L, r)));
  }
}

/* Sets a member to a list of numbers, one for each seat. */
static void set_numbers(lua_State *L, const char *key, const double *value,
                        int seats) {
  lua_createtable(L, seats, 0);
  for (int i = 0; i < seats; i++) {
    lua_pushnumber(L, value[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

static void set_seats(lua_State *L, const lrules *r, const tes_found *f) {
  const int seats = r->rules->seats;
  set_numbers(L, "values", f->values, seats);
  if (f->ends > 0) set_numbers(L, "leads", f->leads, seats);
}

void lsearchreport_push(lua_State *L, lrules *r, tes_method method,
                        tes_state *state, const tes_found *f, size_t most) {
  lua_createtable(L, 0, 16);
  luaL_setmetatable(L, REPORT_TYPE);
  lua_pushstring(L, method == TES_MCTS ? "mcts" : "alphabeta");
  lua_setfield(L, -2, "method");
  lt_set_integer(L, "iterations", (lua_Integer)f->iterations);
  lt_set_integer(L, "kept", (lua_Integer)f->kept);
  set_number(L, "seconds", lt_has_clock(L) ? f->seconds : 0);
  lt_set_integer(L, "threads", f->threads);
  lt_set_integer(L, "depth", f->depth);
  lt_set_integer(L, "memory", (lua_Integer)f->memory);
  set_number(L, "value", f->value);
  set_proof(L, f->proof);
  if (method == TES_MCTS) set_seats(L, r, f);
  if (f->plies > 0) lt_set_integer(L, "plies", f->plies);
  lua_pushboolean(L, f->full);
  lua_setfield(L, -2, "full");
  lua_pushboolean(L, f->stopped);
  lua_setfield(L, -2, "stopped");
  lua_pushboolean(L, f->settled);
  lua_setfield(L, -2, "settled");
  push_text(L, r, state, f->best);
  lua_setfield(L, -2, "best");
  push_moves(L, r, state, f, most);
  lua_setfield(L, -2, "moves");
  push_untried(L, f, most);
  lua_setfield(L, -2, "untried");
  push_variation(L, r, state, f);
  lua_setfield(L, -2, "line");
}

/* ---- as text ---- */

static lua_Number member_number(lua_State *L, int table, const char *key) {
  lua_getfield(L, table, key);
  const lua_Number number = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return number;
}

/* The text of a member, which stays on the stack. */
static const char *member_text(lua_State *L, int table, const char *key) {
  if (lua_getfield(L, table, key) == LUA_TNIL) return "";
  return lt_tolstring(L, -1);
}

static void put_head(lua_State *L, tes_text *text) {
  const lua_Number seconds = member_number(L, 1, "seconds");
  const lua_Number done = member_number(L, 1, "iterations");
  tes_put(text, "%s: %.0f iterations in %.2f s", member_text(L, 1, "method"),
          done, seconds);
  if (seconds > 0) tes_put(text, " (%.0f a second)", done / seconds);
  const lua_Number threads = member_number(L, 1, "threads");
  if (threads > 1) tes_put(text, ", %.0f threads", threads);
  tes_put(text, ", depth %.0f, %.1f MB", member_number(L, 1, "depth"),
          member_number(L, 1, "memory") / (1 << 20));
  const lua_Number kept = member_number(L, 1, "kept");
  if (kept > 0) tes_put(text, ", %.0f visits kept", kept);
  tes_put(text, "\n");
}

static void put_seen(lua_State *L, int seen, tes_text *text) {
  const char *proof = member_text(L, seen, "proof");
  const bool bound = lua_getfield(L, seen, "bound") != LUA_TNIL;
  tes_put(text, "%9.0f  %s%.3f  %s%s%s\n", member_number(L, seen, "visits"),
          bound ? "<=" : "  ", member_number(L, seen, "value"),
          member_text(L, seen, "text"), *proof != '\0' ? "  " : "", proof);
}

static void put_seen_moves(lua_State *L, tes_text *text) {
  lua_getfield(L, 1, "moves");
  const int moves = lua_gettop(L);
  const lua_Integer count = luaL_len(L, moves);
  tes_put(text, "   visits    value  move\n");
  for (lua_Integer i = 1; i <= count && i <= LREPORT_SHOWN; i++) {
    lua_geti(L, moves, i);
    put_seen(L, moves + 1, text);
    lua_settop(L, moves);
  }
  if (count > LREPORT_SHOWN)
    tes_put(text, "  and %d more\n", (int)count - LREPORT_SHOWN);
}

static void put_line(lua_State *L, tes_text *text) {
  lua_getfield(L, 1, "line");
  const int line = lua_gettop(L);
  const lua_Integer count = luaL_len(L, line);
  tes_put(text, "line:");
  for (lua_Integer i = 1; i <= count && i <= 2 * LREPORT_SHOWN; i++) {
    lua_geti(L, line, i);
    tes_put(text, " %s", lt_tolstring(L, -1));
    lua_settop(L, line);
  }
  const char *proof = member_text(L, 1, "proof");
  if (*proof == '\0') return;
  tes_put(text, "\nproven: %s", proof);
  const lua_Number plies = member_number(L, 1, "plies");
  if (plies > 0) tes_put(text, " within %.0f plies", plies);
}

/* Like realloc, for text whose memory is the userdata at 2. Errors of Lua pass
 * through. */
static void *grow_report(void *user, void *block, size_t old_size,
                         size_t new_size) {
  lua_State *L = user;
  if (new_size == 0) return NULL;
  void *larger = lua_newuserdatauv(L, new_size, 0);
  if (block != NULL) memcpy(larger, block, old_size);
  lua_replace(L, 2);
  return larger;
}

static int report_tostring(lua_State *L) {
  if (!lua_istable(L, 1)) return lt_expected(L, 1, "tostring", "a report");
  const tes_alloc alloc = {grow_report, L};
  tes_text text;
  lua_settop(L, 1);
  lua_pushnil(L);
  tes_text_init(&text, &alloc);
  put_head(L, &text);
  put_seen_moves(L, &text);
  put_line(L, &text);
  lua_getfield(L, 1, "stopped");
  if (lua_toboolean(L, -1)) tes_put(&text, "\nstopped");
  lt_push_text(L, &text);
  return 1;
}

void lsearchreport_register(lua_State *L) {
  luaL_newmetatable(L, REPORT_TYPE);
  lua_pushcfunction(L, report_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pop(L, 1);
}
