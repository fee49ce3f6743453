/* lhistory.c: how a state came about: its start and the moves since.
 *
 * Copies of a state share one history, and each knows how many of its moves
 * are its own past. A move is appended in place by whoever stands at the end;
 * a copy that goes another way takes a copy of the moves first. So playing
 * allocates nothing (until the history must grow, which doubles it), and a
 * copy of a state costs the same however long the game is.
 *
 * A state without a history (the end of a playout) has no past to tell.
 *
 * A view starts a history of its own, for the position it shows is made up in
 * part: user value 2 then is the history of the real game, which is told as
 * far as the seat may know it. User value 1 is the position text or the deal
 * that the game began with; `seed` dealt what the text left open. */
#include "ltesela.h"

#include <string.h>

typedef struct history {
  setup_kind kind;
  uint64_t seed;
  uint32_t used, capacity;
  uint32_t told;   /* BY_VIEW: moves of the real game before the view */
  int viewer;      /* BY_VIEW: who looks */
  tes_move move[]; /* `capacity` of them, then the bytes of the start */
} history;

/* A game has room for most games at once; views and copies that go their own
 * way are many, and most of them are played on for a move or two. */
enum { GAME_CAPACITY = 64, SIDE_CAPACITY = 8 };

static tes_state *start_of(const history *h) {
  return (tes_state *)(h->move + h->capacity);
}

/* Pushes an empty history with user values unset. */
static history *push_history(lua_State *L, const tes_rules *rules,
                             uint32_t capacity) {
  const size_t size =
      sizeof(history) + capacity * sizeof(tes_move) + rules->state_size;
  history *h = lua_newuserdatauv(L, size, 2);
  memset(h, 0, sizeof *h);
  h->capacity = capacity;
  lt_set_type(L, HISTORY_TYPE);
  return h;
}

void lhistory_begin(lua_State *L, setup_kind kind, uint64_t seed,
                    const char *text) {
  lstate *s = lua_touserdata(L, -1);
  const tes_rules *rules = s->owner->rules;
  history *h =
      push_history(L, rules, kind == BY_VIEW ? SIDE_CAPACITY : GAME_CAPACITY);
  h->kind = kind;
  h->seed = seed;
  h->viewer = s->viewer;
  tes_copy(rules, start_of(h), s->state);
  if (kind == BY_VIEW) {
    h->told = s->moves;
    lua_getiuservalue(L, -2, 2);
    const history *old = lua_touserdata(L, -1);
    if (old != NULL && old->kind == BY_VIEW && s->moves == 0) {
      h->told = old->told; /* so that views of views make no chain */
      lua_getiuservalue(L, -1, 2);
      lua_remove(L, -2);
    }
    lua_setiuservalue(L, -2, 2);
  } else if (text != NULL) {
    lua_pushstring(L, text);
    lua_setiuservalue(L, -2, 1);
  }
  lua_setiuservalue(L, -2, 2);
  s->moves = 0;
}

/* Pushes a copy of the first `count` moves, with room for more. */
static history *push_fork(lua_State *L, int old, uint32_t count,
                          const tes_rules *rules) {
  const history *from = lua_touserdata(L, old);
  history *h = push_history(L, rules, count + count / 2 + SIDE_CAPACITY);
  h->kind = from->kind;
  h->seed = from->seed;
  h->told = from->told;
  h->viewer = from->viewer;
  h->used = count;
  memcpy(h->move, from->move, count * sizeof(tes_move));
  tes_copy(rules, start_of(h), start_of(from));
  for (int i = 1; i <= 2; i++) {
    lua_getiuservalue(L, old, i);
    lua_setiuservalue(L, -2, i);
  }
  return h;
}

int lhistory_play(lua_State *L, int index, lstate *s, tes_move move) {
  const lrules *r = s->owner;
  lua_getiuservalue(L, index, 2);
  history *h = lua_touserdata(L, -1);
  if (h == NULL) {
    lua_pop(L, 1);
    return tes_apply(r->rules, s->state, move, lstate_work(L, s));
  }
  if (h->used != s->moves || h->used == h->capacity) {
    const uint32_t ply = s->state->ply;
    h = push_fork(L, lua_gettop(L), s->moves, r->rules);
    if (s->state->ply != ply) { /* then the move need not be legal any more */
      luaL_error(L, "state:play: a finalizer has played on this state");
    }
    lua_setiuservalue(L, index, 2);
  }
  /* Noted before it is made: a game in Lua may play on a copy of this state
   * meanwhile, which then is not at the end any more and takes a copy. */
  h->move[h->used++] = move;
  const int status = tes_apply(r->rules, s->state, move, lstate_work(L, s));
  if (status == TES_OK) {
    s->moves++;
  } else {
    h->used = s->moves;
  }
  lua_pop(L, 1);
  return status;
}

/* ---- a game that is followed ---- */

uint32_t lhistory_moves(lua_State *L, int index, tes_move *moves,
                        uint32_t known, uint32_t most) {
  const lstate *s = lua_touserdata(L, index);
  lua_getiuservalue(L, index, 2);
  const history *h = lua_touserdata(L, -1);
  for (; h != NULL && known < s->moves && known < most; known++) {
    moves[known] = h->move[known];
  }
  lua_pop(L, 1);
  return known;
}

void lhistory_mirror(lua_State *L, const lstate *s, const void *of) {
  lstate *mirror = lua_touserdata(L, -1);
  tes_copy(s->owner->rules, mirror->state, start_of(of));
  lhistory_begin(L, BY_SEED, 0, NULL);
}

void lhistory_follow(lua_State *L, const lstate *s, const void *of) {
  const int index = lua_gettop(L);
  const history *from = of;
  lstate *mirror = lua_touserdata(L, index);
  lua_getiuservalue(L, index, 2);
  history *h = lua_touserdata(L, -1);
  while (mirror->moves < s->moves) {
    if (h->used == h->capacity) {
      h = push_fork(L, lua_gettop(L), h->used, s->owner->rules);
      lua_setiuservalue(L, index, 2);
      lua_getiuservalue(L, index, 2);
    }
    h->move[h->used++] = from->move[mirror->moves++];
  }
  lua_settop(L, index);
  tes_copy(s->owner->rules, mirror->state, s->state);
}

/* Where the texts of moves go. */
typedef struct listener {
  void (*hear)(lua_State *L, const struct listener *to, const tes_text *text);
  int table; /* on the stack: what it needs */
  tes_record *record;
} listener;

/* Tells the first `count` moves as `viewer` may know them. */
static void tell(lua_State *L, const history *h, uint32_t count, lstate *s,
                 int viewer, const listener *to) {
  lrules *r = s->owner;
  if (h == NULL) return;
  tes_state *state = lua_newuserdatauv(L, r->rules->state_size, 0);
  tes_copy(r->rules, state, start_of(h));
  for (uint32_t i = 0; i < count; i++) {
    tes_text *text = lt_text(r);
    lt_check(
        L, r,
        tes_tell(r->rules, state, h->move[i], viewer, text, lstate_work(L, s)));
    to->hear(L, to, text);
    lt_check(L, r, tes_apply(r->rules, state, h->move[i], lstate_work(L, s)));
  }
  lua_pop(L, 1);
}

/* The same for the history at the top, which is taken off: the moves before a
 * view come first. */
static void tell_all(lua_State *L, uint32_t count, lstate *s, int viewer,
                     const listener *to) {
  const history *h = lua_touserdata(L, -1);
  luaL_checkstack(L, 8, "state:history: too many views of views");
  if (h != NULL && h->kind == BY_VIEW) {
    lua_getiuservalue(L, -1, 2);
    tell_all(L, h->told, s, h->viewer, to);
  }
  tell(L, h, count, s, viewer, to);
  lua_pop(L, 1);
}

static void append_text(lua_State *L, const listener *to,
                        const tes_text *text) {
  lt_push_text(L, text);
  lua_rawseti(L, to->table, (lua_Integer)lua_rawlen(L, to->table) + 1);
}

void lhistory_list(lua_State *L, int index) {
  lstate *s = lua_touserdata(L, index);
  lua_newtable(L);
  const listener list = {.hear = append_text, .table = lua_gettop(L)};
  lua_getiuservalue(L, index, 2);
  tell_all(L, s->moves, s, s->viewer, &list);
}

size_t lhistory_last(lua_State *L, int index, size_t count, tes_move *moves) {
  const int top = lua_gettop(L);
  uint32_t here = ((lstate *)lua_touserdata(L, index))->moves;
  size_t left = count;
  lua_getiuservalue(L, index, 2);
  for (;;) {
    const history *h = lua_touserdata(L, -1);
    if (h == NULL) break;
    while (here > 0 && left > 0) moves[--left] = h->move[--here];
    if (left == 0 || h->kind != BY_VIEW) break;
    here = h->told;
    lua_getiuservalue(L, -1, 2);
    lua_remove(L, -2);
  }
  lua_settop(L, top);
  return count - left;
}

/* ---- state:record{...} ---- */

/* Frees the record when an error passes. */
typedef struct record_box {
  tes_record *record;
} record_box;

static int free_box(lua_State *L) {
  record_box *box = lua_touserdata(L, 1);
  tes_record_free(box->record);
  box->record = NULL;
  return 0;
}

static void need_memory(lua_State *L, int status) {
  if (status == TES_ENOMEM) lt_no_memory(L);
  if (status != TES_OK) luaL_error(L, "state:record: bad value");
}

static const char *const record_name = "state:record";

/* Pushes a member of the options that must be a table; false if absent. */
static bool push_list(lua_State *L, int options, const char *member) {
  const int type = lua_getfield(L, options, member);
  if (type != LUA_TTABLE && type != LUA_TNIL) {
    luaL_error(L, "%s: %s: expected a table, got %s", record_name, member,
               luaL_typename(L, -1));
  }
  return type == LUA_TTABLE;
}

static void add_players(lua_State *L, int options, tes_record *record,
                        int seats) {
  if (push_list(L, options, "players")) {
    for (int seat = 1; seat <= seats; seat++) {
      if (lua_geti(L, -1, seat) != LUA_TNIL) {
        const char *player =
            lt_string(L, -1, record_name, "the names of the players");
        need_memory(L, tes_record_player(record, seat, player));
      }
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

static const char *const column_names[] = {"seconds", "values"};

/* Item i of the list `column` of numbers, of which the first is at `first`;
 * or `absent`. */
static double number_at(lua_State *L, int first, int column, lua_Integer i,
                        double absent) {
  if (lua_isnil(L, first + column)) return absent;
  const int type = lua_rawgeti(L, first + column, i);
  if (type != LUA_TNUMBER && type != LUA_TNIL) {
    luaL_error(L, "%s: %s: expected numbers, got %s", record_name,
               column_names[column], luaL_typename(L, -1));
  }
  const double value = type == LUA_TNUMBER ? lua_tonumber(L, -1) : absent;
  lua_pop(L, 1);
  return value;
}

static void add_move(lua_State *L, const listener *to, const tes_text *text) {
  const lua_Integer i = (lua_Integer)tes_record_length(to->record) + 1;
  const double seconds = number_at(L, to->table, 0, i, -1);
  const double value = number_at(L, to->table, 1, i, __builtin_nan(""));
  need_memory(L,
              tes_record_move(to->record, tes_text_get(text), seconds, value));
}

static void add_moves(lua_State *L, int options, tes_record *record) {
  lstate *s = lua_touserdata(L, 1);
  const listener entry = {add_move, lua_gettop(L) + 1, record};
  push_list(L, options, column_names[0]);
  push_list(L, options, column_names[1]);
  lua_getiuservalue(L, 1, 2);
  tell_all(L, s->moves, s, 0, &entry);
  lua_pop(L, 2);
}

/* A result from outside: { reason =, places =, message = }. */
static const char *outside_result(lua_State *L, int options,
                                  tes_result *result) {
  if (!push_list(L, options, "result")) return NULL;
  lua_getfield(L, -1, "reason");
  lua_getfield(L, -2, "places");
  lua_getfield(L, -3, "message");
  if (lua_type(L, -3) != LUA_TSTRING || lua_type(L, -2) != LUA_TTABLE) {
    luaL_error(L, "%s: result: expected a reason and places", record_name);
  }
  const int last = result->seats > 1 ? result->seats : 2;
  result->reason = lua_tostring(L, -3);
  for (int seat = 1; seat <= result->seats; seat++) {
    lua_geti(L, -2, seat);
    const lua_Integer place = lua_tointeger(L, -1);
    if (place < 1 || place > last) {
      luaL_error(L, "%s: result: expected a place in 1..%d for each seat",
                 record_name, last);
    }
    result->place[seat - 1] = (int)place;
    lua_pop(L, 1);
  }
  return lua_tostring(L, -1);
}

static void add_result(lua_State *L, int options, tes_record *record,
                       lstate *s) {
  tes_result result;
  lrules *r = s->owner;
  lt_check(L, r, tes_result_of(r->rules, s->state, &result, lstate_work(L, s)));
  const char *message =
      s->state->over ? NULL : outside_result(L, options, &result);
  if (result.reason != NULL) {
    need_memory(L, tes_record_result(record, &result, message));
  }
}

static void add_pair(lua_State *L, int options, tes_record *record) {
  if (lua_getfield(L, options, "pair") != LUA_TNIL) {
    const lua_Integer pair =
        lt_integer(L, -1, record_name, "pair, a whole number");
    need_memory(L, tes_record_pair(record, pair));
  }
  lua_pop(L, 1);
}

/* Remarks by ply, from 0: members "note 0", "note 1" ... of the record. */
static void add_notes(lua_State *L, int options, tes_record *record,
                      uint32_t plies) {
  if (push_list(L, options, "notes")) {
    for (uint32_t ply = 0; ply <= plies; ply++) {
      if (lua_geti(L, -1, ply) != LUA_TNIL) {
        const char *text = lt_string(L, -1, record_name, "notes");
        lua_pushfstring(L, "note %d", (int)ply);
        need_memory(L, tes_record_note(record, lua_tostring(L, -1), text));
        lua_pop(L, 1);
      }
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

int lhistory_record(lua_State *L) {
  const char *const name = record_name;
  lstate *s = lstate_check(L, 1, name);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lua_newtable(L);
    lua_replace(L, 2);
  }
  if (!lua_istable(L, 2)) return lt_expected(L, 2, name, "a table");
  if (s->viewer) return luaL_error(L, "%s: a view is not a game", name);
  lua_getiuservalue(L, 1, 2);
  const history *h = lua_touserdata(L, -1);
  if (h == NULL) return luaL_error(L, "%s: this state has no history", name);
  lua_getiuservalue(L, -1, 1);
  const char *text = lua_tostring(L, -1);
  const tes_setup setup = {.seed = h->seed,
                           .fen = h->kind == BY_FEN ? text : NULL,
                           .deal = h->kind == BY_DEAL ? text : NULL};
  record_box *box = lua_newuserdatauv(L, sizeof *box, 0);
  box->record = NULL;
  luaL_setmetatable(L, "tesela.record");
  box->record = tes_record_new(s->owner->rules, &setup);
  if (box->record == NULL) return lt_no_memory(L);
  add_players(L, 2, box->record, s->owner->rules->seats);
  add_moves(L, 2, box->record);
  add_result(L, 2, box->record, s);
  add_pair(L, 2, box->record);
  add_notes(L, 2, box->record, s->moves);
  tes_text *line = lt_text(s->owner);
  need_memory(L, tes_record_write(box->record, line));
  lt_push_text(L, line);
  return 1;
}

void lhistory_register(lua_State *L) {
  lt_new_type(L, HISTORY_TYPE);
  lua_pop(L, 1);
  luaL_newmetatable(L, "tesela.record");
  lua_pushcfunction(L, free_box);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
}
