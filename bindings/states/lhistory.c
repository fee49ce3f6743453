/* lhistory.c: see lhistory.h. */
#include "lhistory.h"

#include <string.h>

#include "tesela_bits.h"
#include "values/ltypes.h"

static const char HISTORY_TYPE[] = "tesela.history";

typedef struct history {
  lsetup kind;
  uint64_t seed;
  uint32_t used, capacity;
  uint32_t told; /* BY_VIEW: number of moves of the real game before the view */
  int viewer;    /* BY_VIEW: the seat of the view */
  tes_move move[]; /* `capacity` of them, then the bytes of the start */
} history;

/* The text of the first `count` moves, each followed by a zero byte. With it,
 * moves made by state:try can be listed without replaying them. It is user
 * value 3 of such a history. */
typedef struct scroll {
  uint32_t count;
  size_t used, capacity;
  char text[];
} scroll;

enum {
  SCROLL = 1024,
  LINE = 256
}; /* initial size, and room reserved for a move */

/* The first is enough for most whole games. Views and copies that diverge are
 * many, and most of them last only a move or two. */
enum { GAME_CAPACITY = 64, SIDE_CAPACITY = 8 };

static const tes_state *start_of(const history *h) {
  return (const tes_state *)(h->move + h->capacity);
}

/* Pushes an empty history with user values unset. */
static history *push_history(lua_State *L, const tes_rules *rules,
                             uint32_t capacity) {
  const size_t size =
      sizeof(history) + capacity * sizeof(tes_move) + rules->state_size;
  history *h = lua_newuserdatauv(L, size, 3);
  memset(h, 0, sizeof *h);
  h->capacity = capacity;
  lt_set_type(L, HISTORY_TYPE);
  return h;
}

void lhistory_begin(lua_State *L, lsetup kind, uint64_t seed,
                    const char *text) {
  lstate *s = lua_touserdata(L, -1);
  const tes_rules *rules = s->owner->rules;
  history *h =
      push_history(L, rules, kind == BY_VIEW ? SIDE_CAPACITY : GAME_CAPACITY);
  h->kind = kind;
  h->seed = seed;
  h->viewer = s->viewer;
  tes_copy(rules, (tes_state *)(h->move + h->capacity), s->state);
  if (kind == BY_VIEW) {
    h->told = s->moves;
    lua_getiuservalue(L, -2, 2);
    const history *old = lua_touserdata(L, -1);
    if (old != NULL && old->kind == BY_VIEW && s->moves == 0) {
      h->told = old->told; /* so views of views do not form a chain */
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

/* Pushes the scroll of the history at `index`, or nil, and then returns NULL.
 * It must stay on the stack while a reader allocates: a finalizer may make
 * moves, and the history then gets another scroll. */
static scroll *push_scroll(lua_State *L, int index) {
  lua_getiuservalue(L, index, 3);
  return lua_touserdata(L, -1);
}

/* The same, but leaves nothing on the stack. */
static scroll *scroll_of(lua_State *L, int index) {
  scroll *texts = push_scroll(L, index);
  lua_pop(L, 1);
  return texts;
}

/* Gives the history at `index` a new scroll with room for `capacity` bytes, and
 * the contents of the old one, which is at the top and is popped. */
static void new_scroll(lua_State *L, int index, size_t capacity) {
  const scroll *old = lua_touserdata(L, -1);
  const uint32_t count = old != NULL ? old->count : 0;
  const size_t used = old != NULL ? old->used : 0;
  scroll *fresh = lua_newuserdatauv(L, sizeof(scroll) + capacity, 0);
  *fresh = (scroll){.count = count, .used = used, .capacity = capacity};
  if (used > 0) memcpy(fresh->text, old->text, used);
  lua_setiuservalue(L, index, 3);
  lua_pop(L, 1);
}

/* Pushes a history with copies of the first `count` moves and room for more. */
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
  tes_copy(rules, (tes_state *)(h->move + h->capacity), start_of(from));
  for (int i = 1; i <= 2; i++) {
    lua_getiuservalue(L, old, i);
    lua_setiuservalue(L, -2, i);
  }
  const int fork = lua_gettop(L);
  const scroll *texts = push_scroll(L, old);
  if (texts != NULL && texts->count == count) {
    new_scroll(L, fork, texts->capacity);
  }
  lua_settop(L, fork);
  return h;
}

/* Pushes the history of the state at `index`, after making sure that it can
 * append a move; or nil. */
static history *push_open(lua_State *L, int index, const lstate *s) {
  lua_getiuservalue(L, index, 2);
  history *h = lua_touserdata(L, -1);
  if (h == NULL || (h->used == s->moves && h->used < h->capacity)) return h;
  const uint32_t ply = s->state->ply;
  h = push_fork(L, lua_gettop(L), s->moves, s->owner->rules);
  if (s->state->ply != ply) { /* then the move may be illegal now */
    luaL_error(L, "state:play: a finalizer has made a move on this state");
  }
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, 2);
  lua_remove(L, -2);
  return h;
}

int lhistory_play(lua_State *L, int index, lstate *s, tes_move move) {
  const lrules *r = s->owner;
  history *h = push_open(L, index, s);
  if (h == NULL) {
    lua_pop(L, 1);
    return tes_apply(r->rules, s->state, move, lstate_work(L, s));
  }
  TES_ASSERT(h->used == s->moves && h->used < h->capacity);
  /* Noted before it is made, because a game in Lua may make a move on a copy of
   * this state in between. That copy is then no longer at the end, so it copies
   * the history. */
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

/* Does the history at the top have a scroll with all moves so far? Then makes
 * room in it for one more. */
static bool open_scroll(lua_State *L, const lstate *s) {
  const int index = lua_gettop(L);
  const scroll *texts = push_scroll(L, index);
  const bool whole = texts != NULL ? texts->count == s->moves : s->moves == 0;
  if (whole && texts == NULL) {
    new_scroll(L, index, SCROLL);
  } else if (whole && texts->capacity - texts->used < LINE) {
    new_scroll(L, index, 2 * texts->capacity);
  }
  lua_settop(L, index);
  return whole;
}

/* Notes the text of the next move in the history at the top, which finalizers
 * and games in Lua may extend at the same time. */
static void note_text(lua_State *L, lstate *s, tes_move move) {
  lrules *r = s->owner;
  const history *h = lua_touserdata(L, -1);
  const uint32_t ply = s->state->ply;
  if (!open_scroll(L, s)) return;
  if (s->state->ply != ply) {
    luaL_error(L, "state:try: a finalizer has made a move on this state");
  }
  tes_text *text = lrules_text(r);
  lrules_must(L, r,
              tes_print(r->rules, s->state, move, 0, text, lstate_work(L, s)));
  const size_t size = strlen(tes_text_get(text)) + 1;
  scroll *texts = scroll_of(L, lua_gettop(L));
  if (h->used != s->moves || texts == NULL || texts->count != s->moves) return;
  if (size > LINE || size > texts->capacity - texts->used) return;
  memcpy(texts->text + texts->used, tes_text_get(text), size);
  texts->used += size;
  texts->count++;
}

int lhistory_try(lua_State *L, int index, lstate *s, tes_move move) {
  if (push_open(L, index, s) != NULL) note_text(L, s, move);
  const int status = lhistory_play(L, index, s, move);
  if (status != TES_OK && !lua_isnil(L, -1)) {
    lua_pushnil(L);
    lua_setiuservalue(L, -2, 3);
  }
  lua_pop(L, 1);
  return status;
}

/* ---- following a game ---- */

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
  TES_ASSERT(s->moves <= from->used && h->used == mirror->moves);
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

/* ---- listing the moves ---- */

/* Lists the first `count` moves from a scroll. */
static void read_out(lua_State *L, const scroll *texts, uint32_t count,
                     lstate *s, const llistener *to) {
  const char *line = texts->text;
  for (uint32_t i = 0; i < count; i++) {
    tes_text *text = lrules_text(s->owner);
    tes_put_bytes(text, line, strlen(line));
    to->hear(L, to, text);
    line += strlen(line) + 1;
  }
}

/* Lists the first `count` moves of the history at the top as `viewer` may know
 * them. */
static void tell_history(lua_State *L, uint32_t count, lstate *s, int viewer,
                         const llistener *to) {
  const history *h = lua_touserdata(L, -1);
  lrules *r = s->owner;
  if (h == NULL) return;
  TES_ASSERT(count <= h->used);
  const scroll *texts = push_scroll(L, lua_gettop(L));
  const bool told = viewer == 0 && texts != NULL && texts->count >= count;
  if (told) read_out(L, texts, count, s, to);
  lua_pop(L, 1);
  if (told) return;
  tes_state *state = lua_newuserdatauv(L, r->rules->state_size, 0);
  tes_copy(r->rules, state, start_of(h));
  for (uint32_t i = 0; i < count; i++) {
    tes_text *text = lrules_text(r);
    if (!lrules_still(r, state, h->move[i], lstate_work(L, s))) {
      luaL_error(L,
                 "%s: move %d of the history has become illegal: expected "
                 "functions that always give the same answers",
                 r->rules->name, (int)i + 1);
    }
    lrules_must(L, r,
                tes_print(r->rules, state, h->move[i], viewer, text,
                          lstate_work(L, s)));
    to->hear(L, to, text);
    lrules_must(L, r,
                tes_apply(r->rules, state, h->move[i], lstate_work(L, s)));
  }
  lua_pop(L, 1);
}

/* The same, with the moves before a view first; pops the history. */
static void tell_all(lua_State *L, uint32_t count, lstate *s, int viewer,
                     const llistener *to) {
  const history *h = lua_touserdata(L, -1);
  luaL_checkstack(L, 8, "state:history: too many views of views");
  if (h != NULL && h->kind == BY_VIEW) {
    lua_getiuservalue(L, -1, 2);
    tell_all(L, h->told, s, h->viewer, to);
  }
  tell_history(L, count, s, viewer, to);
  lua_pop(L, 1);
}

void lhistory_tell(lua_State *L, int index, int viewer, const llistener *to) {
  lstate *s = lua_touserdata(L, index);
  lua_getiuservalue(L, index, 2);
  tell_all(L, s->moves, s, viewer, to);
}

bool lhistory_setup(lua_State *L, int index, tes_setup *setup) {
  lua_getiuservalue(L, index, 2);
  const history *h = lua_touserdata(L, -1);
  if (h == NULL) return false;
  lua_getiuservalue(L, -1, 1);
  const char *text = lua_tostring(L, -1);
  *setup = (tes_setup){.seed = h->seed,
                       .fen = h->kind == BY_FEN ? text : NULL,
                       .deal = h->kind == BY_DEAL ? text : NULL};
  return true;
}

static void append_text(lua_State *L, const llistener *to,
                        const tes_text *text) {
  lt_push_text(L, text);
  lua_rawseti(L, to->table, (lua_Integer)lua_rawlen(L, to->table) + 1);
}

/* state:history(): the text of the moves so far. */
int lhistory_list(lua_State *L) {
  const lstate *s = lstate_check(L, 1, "state:history");
  lua_newtable(L);
  const llistener list = {append_text, lua_gettop(L), NULL};
  lhistory_tell(L, 1, s->viewer, &list);
  return 1;
}

void lhistory_register(lua_State *L) {
  lt_new_type(L, HISTORY_TYPE);
  lua_pop(L, 1);
}
