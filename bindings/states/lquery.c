/* lquery.c: see lquery.h. */
#include "lquery.h"

#include <stdlib.h>
#include <string.h>

#include "lmoves.h"
#include "lstate.h"
#include "tesela_game.h"
#include "values/ltypes.h"

static void push_words(lua_State *L, const char *items) {
  lua_newtable(L);
  for (lua_Integer i = 1; *items != '\0'; i++) {
    const size_t length = strcspn(items, " ");
    lua_pushlstring(L, items, length);
    lua_rawseti(L, -2, i);
    items += length + (items[length] == ' ');
  }
}

/* Pushes "3 2/5" as {{3, 2}, {5}}. */
static void push_lists(lua_State *L, const char *at) {
  lua_newtable(L);
  for (lua_Integer list = 1;; list++, at++) {
    lua_newtable(L);
    for (lua_Integer i = 1; *at != '/' && *at != '\0'; i++) {
      const size_t length = strcspn(at, " /");
      lua_pushinteger(L, strtoll(at, NULL, 10));
      lua_rawseti(L, -2, i);
      at += length + (at[length] == ' ');
    }
    lua_rawseti(L, -2, list);
    if (*at == '\0') return;
  }
}

/* A move as an argument may be an integer, as everywhere: replaces the value at
 * 2 with the move's text. */
static void name_move(lua_State *L, lstate *s, const char *function) {
  const tes_move move = lmoves_check(L, s, 2, function);
  tes_text *text = lrules_text(s->owner);
  lrules_must(
      L, s->owner,
      tes_print(s->owner->rules, s->state, move, 0, text, lstate_work(L, s)));
  lt_push_text(L, text);
  lua_replace(L, 2);
}

/* The argument, or NULL; a number becomes text. */
static const char *read_argument(lua_State *L, const tes_query *q) {
  if (lua_isnoneornil(L, 2)) return NULL;
  if (*q->takes == '\0') {
    lt_expected(L, 2, q->name, "no argument");
    return NULL;
  }
  if (lua_type(L, 2) == LUA_TNUMBER) return lua_tostring(L, 2);
  const char *text = lt_word(L, 2);
  if (text != NULL) return text;
  return lt_string(L, 2, q->name, lua_pushfstring(L, "a %s", q->takes));
}

/* A query as a method. Upvalue 1 is its row; upvalue 2 is the table of queries,
 * which variants share. */
static int query(lua_State *L) {
  const int row = (int)lua_tointeger(L, lua_upvalueindex(1));
  const tes_query *queries = lua_touserdata(L, lua_upvalueindex(2));
  const tes_query *q = &queries[row];
  lstate *s = lstate_check(L, 1, q->name);
  lrules *r = s->owner;
  int64_t integer = 0;
  if (r->rules->game->queries != queries) {
    return luaL_error(L, "%s: a state of %s has no such method", q->name,
                      r->rules->name);
  }
  if (lua_type(L, 2) == LUA_TNUMBER && strcmp(q->takes, "move") == 0) {
    name_move(L, s, q->name);
  }
  const char *argument = read_argument(L, q);
  tes_text *text = lrules_text(r);
  lrules_must(L, r,
              tes_get(r->rules, s->state, s->viewer, row, argument, &integer,
                      text, lstate_work(L, s)));
  if (q->gives == TES_INTEGER) {
    lua_pushinteger(L, integer);
    return 1;
  }
  lt_push_text(L, text);
  if (q->gives == TES_TEXTS) push_words(L, lua_tostring(L, -1));
  if (q->gives == TES_LISTS) push_lists(L, lua_tostring(L, -1));
  return 1;
}

void lquery_add(lua_State *L, const tes_game *game) {
  if (game->queries == NULL) return;
  for (int i = 0; game->queries[i].name != NULL; i++) {
    lua_pushinteger(L, i);
    lt_push_address(L, game->queries);
    lua_pushcclosure(L, query, 2);
    lua_setfield(L, -2, game->queries[i].name);
  }
}
