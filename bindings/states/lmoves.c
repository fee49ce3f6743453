/* lmoves.c: see lmoves.h. */
#include "lmoves.h"

#include <string.h>

#include "runtime/state.h"
#include "tesela_game.h"
#include "values/lnames.h"
#include "values/ltypes.h"

/* ---- lists ---- */

/* The moves of one position, during a loop over them. */
typedef struct cursor {
  size_t count, next, seen;
  tes_move move[];
} cursor;

/* Lists the moves into `work`; returns their number. Later allocations by Lua
 * may run a finalizer that also uses `work`; then `calls` has changed. */
static size_t list_into_work(lua_State *L, lstate *s) {
  tes_work *work = lstate_work(L, s);
  work->list.count = 0;
  lrules_must(L, s->owner,
              tes_moves(s->owner->rules, s->state, &work->list, work));
  return work->list.count;
}

static int next_move(lua_State *L) {
  cursor *c = lua_touserdata(L, lua_upvalueindex(1));
  if (c->next == c->count) return 0;
  lua_pushinteger(L, c->move[c->next++]);
  return 1;
}

bool lmoves_push(lua_State *L, int index) {
  const lrules *r = ((lstate *)lua_touserdata(L, index))->owner;
  const size_t count = r->work->list.count, bytes = count * sizeof(tes_move);
  const uint64_t calls = r->calls;
  cursor *c = lua_newuserdatauv(L, sizeof *c + bytes, 0);
  if (r->calls != calls) {
    lua_pop(L, 1);
    return false;
  }
  *c = (cursor){.count = count};
  if (bytes > 0) memcpy(c->move, r->work->list.moves, bytes);
  lua_pushcclosure(L, next_move, 1);
  return true;
}

void lmoves_remember(lua_State *L, int index) {
  ((lstate *)lua_touserdata(L, index))->remembers = true;
  lua_getupvalue(L, -1, 1);
  lua_setiuservalue(L, index, STATE_MOVES);
}

void lmoves_forget(lua_State *L, int index) {
  lstate *s = lua_touserdata(L, index);
  s->known = 0;
  s->remembers = false;
}

/* A filter passes on moves in the order of the list, so the search begins at
 * the move found last. */
bool lmoves_listed(lua_State *L, int index, tes_move move) {
  if (!((const lstate *)lua_touserdata(L, index))->remembers) return false;
  lua_getiuservalue(L, index, STATE_MOVES);
  cursor *c = lua_touserdata(L, -1);
  lua_pop(L, 1);
  for (size_t i = 0; c != NULL && i < c->count; i++) {
    const size_t at =
        c->seen + i < c->count ? c->seen + i : c->seen + i - c->count;
    if (c->move[at] != move) continue;
    c->seen = at;
    return true;
  }
  return false;
}

/* for m in s:moves() do */
int lmoves_moves(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:moves");
  do {
    list_into_work(L, s);
  } while (!lmoves_push(L, 1));
  return 1;
}

int lmoves_list(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:list");
  const tes_list *list = &s->owner->work->list;
  size_t count;
  uint64_t calls;
  do {
    lua_settop(L, 1);
    count = list_into_work(L, s);
    calls = s->owner->calls;
    lua_createtable(L, (int)count, 0);
  } while (s->owner->calls != calls);
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, list->moves[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

int lmoves_count(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:count");
  const int64_t count = tes_count(s->owner->rules, s->state, lstate_work(L, s));
  lrules_must(L, s->owner, count < 0 ? (int)count : TES_OK);
  lua_pushinteger(L, count);
  return 1;
}

/* ---- one move ---- */

/* Text from programs and files may contain any bytes. If no game can read it,
 * it is an illegal move like any other. */
static int read_text(lua_State *L, lstate *s, int index, tes_move *move) {
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  if (strlen(text) == length) {
    return moves_read(s->owner->rules, s->state, text, move, lstate_work(L, s));
  }
  tes_fail(&s->owner->work->error, TES_EARG,
           "expected a move, got text with a zero byte");
  return TES_EILLEGAL;
}

/* Is this the move that a function of the rules was called about (and still
 * legal), or one that base has listed? To check it would call that function
 * again. */
static bool is_given(lua_State *L, const lstate *s, tes_move move) {
  if (s->lending == OWN || move <= 0) return false;
  if (move == s->known) return !s->changed;
  return s->lister != NULL && lmoves_listed(L, 1, move);
}

static int read_move_number(lua_State *L, lstate *s, tes_move move) {
  if (is_given(L, s, move)) return TES_OK;
  tes_work *work = lstate_work(L, s);
  const int legal = moves_legality(s->owner->rules, s->state, move, work);
  if (legal != 0) return legal == 1 ? TES_OK : legal;
  return tes_fail(&work->error, TES_EILLEGAL,
                  "%lld is not the number of a legal move here",
                  (long long)move);
}

/* If the rules fail, the move may be legal, so the failure is raised. */
tes_move lmoves_read(lua_State *L, lstate *s, int index, const char *function) {
  tes_move move = 0;
  int status;
  if (lua_type(L, index) == LUA_TSTRING) {
    status = read_text(L, s, index, &move);
  } else {
    move = lt_integer(L, index, function, "a move (text or integer)");
    status = read_move_number(L, s, move);
  }
  if (status == TES_OK) return move;
  if (status == TES_EILLEGAL && tes_stopped(s->owner->work)) {
    status = TES_ESTOPPED;
  }
  if (status != TES_EILLEGAL) lrules_must(L, s->owner, status);
  return 0;
}

/* A move to print, or to split into parts, may also be one that was legal when
 * the function was called, or that base has listed. */
tes_move lmoves_check(lua_State *L, lstate *s, int index,
                      const char *function) {
  if (s->lending != OWN && lua_isinteger(L, index)) {
    const tes_move said = lua_tointeger(L, index);
    if (said > 0 && (said == s->known || lmoves_listed(L, 1, said))) {
      return said;
    }
  }
  const tes_move move = lmoves_read(L, s, index, function);
  if (move == 0) lrules_must(L, s->owner, TES_EILLEGAL);
  return move;
}

static const char *kind_of(int status) {
  if (status == TES_EARG) return "unreadable";
  if (status == TES_ECELL) return "no cell";
  return status == TES_EWAYS ? "ways" : "illegal";
}

int lmoves_refuse(lua_State *L, const lstate *s) {
  const tes_error *error = &s->owner->work->error;
  lua_pushnil(L);
  lua_pushstring(L, error->text);
  lua_pushstring(L, kind_of(error->status));
  return 3;
}

/* s:move "b2": the move as an integer; or nil, the reason, and the kind of
 * refusal. */
int lmoves_move(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:move");
  const tes_move move = lmoves_read(L, s, 2, "state:move");
  if (move == 0) return lmoves_refuse(L, s);
  lua_pushinteger(L, move);
  return 1;
}

int lmoves_legal(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:legal");
  lua_pushboolean(L, lmoves_read(L, s, 2, "state:legal") != 0);
  return 1;
}

int lmoves_text(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:text");
  const tes_move move = lmoves_check(L, s, 2, "state:text");
  tes_text *text = lrules_text(s->owner);
  lrules_must(
      L, s->owner,
      tes_print(s->owner->rules, s->state, move, 0, text, lstate_work(L, s)));
  lt_push_text(L, text);
  return 1;
}

/* s:texts(): the text of every move. The moves come from the rules, so they are
 * not checked. */
int lmoves_texts(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:texts");
  lmoves_list(L);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, 2);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 2, i);
    tes_text *text = lrules_text(s->owner);
    lrules_must(L, s->owner,
                tes_print(s->owner->rules, s->state, lua_tointeger(L, -1), 0,
                          text, lstate_work(L, s)));
    lua_pop(L, 1);
    lt_push_text(L, text);
    lua_rawseti(L, 2, i);
  }
  return 1;
}

/* Pushes the value of a part; in the text of a list, items are joined by +. */
static void push_part_value(lua_State *L, tes_answer gives,
                            const tes_text *text) {
  lt_push_text(L, text);
  if (gives == TES_INTEGER) {
    if (lua_stringtonumber(L, lua_tostring(L, -1)) != 0) lua_remove(L, -2);
  } else if (gives == TES_TEXTS) {
    const char *item = lua_tostring(L, -1);
    lua_newtable(L);
    for (lua_Integer i = 1; *item != '\0'; i++) {
      const size_t end = strcspn(item, "+");
      lua_pushlstring(L, item, end);
      lua_rawseti(L, -2, i);
      item += end + (item[end] == '+');
    }
    lua_remove(L, -2);
  }
}

/* Pushes a part of a move; nil if the move has no such part. */
static void push_one_part(lua_State *L, lstate *s, tes_move move, int row) {
  const tes_rules *rules = s->owner->rules;
  tes_text *text = lrules_text(s->owner);
  lrules_must(L, s->owner,
              tes_part_of(rules, s->state, move, row, text, lstate_work(L, s)));
  if (text->length == 0) {
    lua_pushnil(L);
  } else {
    push_part_value(L, rules->game->made_of[row].gives, text);
  }
}

/* If functions of rules ask for a part that no move has, the error lists the
 * parts. (Bots and scripts may be for any game, and get nil.) */
static const char parts_guard = 0;

void lmoves_add(lua_State *L, const tes_game *game) {
  lua_Integer count = 0;
  if (game->made_of == NULL) return;
  lua_newtable(L);
  for (const tes_part *p = game->made_of; p->name != NULL; p++) {
    lua_pushstring(L, p->name);
    lua_rawseti(L, -2, ++count);
  }
  lnames_push_guard(L, "state:parts", "part");
  lua_rawsetp(L, -2, &parts_guard);
}

/* Pushes the metatable that lmoves_add left with the rules of the state at
 * 1. */
static void push_guard(lua_State *L) {
  lua_getiuservalue(L, 1, STATE_RULES);
  lua_getiuservalue(L, -1, 1);
  lua_rawgetp(L, -1, &parts_guard);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* May the caller ask for parts that no move has? */
static bool may_ask_more(const lstate *s) {
  return s->lending == OWN && !s->owner->ruling;
}

static void push_all_parts(lua_State *L, lstate *s, tes_move move) {
  const tes_part *part = s->owner->rules->game->made_of;
  lua_newtable(L);
  for (int row = 0; part != NULL && part[row].name != NULL; row++) {
    push_one_part(L, s, move, row);
    lua_setfield(L, -2, part[row].name);
  }
  if (may_ask_more(s)) return;
  push_guard(L);
  lua_setmetatable(L, -2);
}

/* The row of the name at `index`, or -1. */
static int check_part(lua_State *L, const lstate *s, int index) {
  const char *name = lt_string(L, index, "state:parts", "the name of a part");
  const int row = tes_part_find(s->owner->rules->game, name);
  if (row >= 0 || may_ask_more(s)) return row;
  lua_newtable(L);
  push_guard(L);
  lua_setmetatable(L, -2);
  lua_getfield(L, -1, name); /* raises */
  lua_pop(L, 2);
  return row;
}

/* s:parts(m): a table of all parts; s:parts(m, "kind", "to"): only these
 * parts. */
int lmoves_parts(lua_State *L) {
  lstate *s = lstate_check(L, 1, "state:parts");
  const tes_move move = lmoves_check(L, s, 2, "state:parts");
  const int last = lua_gettop(L);
  if (last <= 2) {
    push_all_parts(L, s, move);
    return 1;
  }
  luaL_checkstack(L, last + 4, "state:parts");
  for (int index = 3; index <= last; index++) {
    const int row = check_part(L, s, index);
    if (row < 0) {
      lua_pushnil(L);
    } else {
      push_one_part(L, s, move, row);
    }
  }
  return last - 2;
}
