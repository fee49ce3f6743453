/* llayer.c: runs the functions of rules that are written in Lua; the only file
 * that runs Lua from inside the core.
 *
 * Every call goes through `run`: a protected call, on the thread that last
 * called the module, with the scratch memory of the next level, of a function
 * of a layer. Whatever goes wrong in it becomes a status and a text in the
 * caller's work, and a state that was to be changed is put back as it was. The
 * state is lent for the time of the call, and so are `out` and the board.
 *
 * Functions that came from a file are guarded: their time and memory are
 * limited (lguard.h).
 *
 * What Lua says is never believed: a move that it lists is its own or one that
 * the layer below lists here, what it hands to base.apply is legal there, and
 * scores, places and reasons are looked at before the core sees them. */
#include <string.h>

#include "lboard.h"
#include "lchance.h"
#include "lguard.h"
#include "llayer.h"
#include "lmoves.h"
#include "lrng.h"
#include "lshown.h"
#include "lt.h"
#include "runtime/call.h"

const char *const llayer_hook_names[HOOKS] = {
    "start", "moves", "apply", "over", "result",
    "print", "draw",  "hide",  "tell", "seen"};

/* ---- calling Lua ---- */

/* One call: what goes in and what comes out, as the hook needs it. */
typedef struct call {
  hook hook;
  const lgame *layer; /* whose function it is */
  const tes_rules *rules;
  const tes_state *state;
  llending lending;
  tes_work *work;
  tes_move move;
  int seat;
  tes_rng *rng;
  tes_list *list;
  size_t before; /* moves in the list */
  tes_result *result;
  tes_text *text;
  tes_drawing *drawing;
  int *ending;
  tes_state *decided; /* OVER: the state that the answer is about, or NULL */
  bool *hidden;       /* SEEN: by cell */
  int cell;           /* the one that is asked about, or ALL_CELLS */
  int lent, lent_too; /* stack indices of what is lent, or 0 */
} call;

/* Pushes the game that is this layer of the rules at `rules`. */
static void push_layer(lua_State *L, int rules, const lgame *layer) {
  lua_getiuservalue(L, rules, 2);
  while (lua_touserdata(L, -1) != layer) {
    TES_ALWAYS(lua_touserdata(L, -1) != NULL);
    lua_getiuservalue(L, -1, 2);
    lua_remove(L, -2);
  }
}

/* Pushes the function of a hook and, over a root, base: how many arguments
 * that is. */
static int push_function(lua_State *L, const call *c) {
  push_layer(L, c->lent - 1, c->layer);
  const int game = lua_gettop(L);
  lua_getiuservalue(L, game, HOOK_VALUES + (int)c->hook);
  if (!llayer_has_base(c->layer)) return 0;
  lua_getiuservalue(L, game, 3);
  return 1;
}

/* What a hook wrote with tes_move as a number may be anything. */
tes_move llayer_check_move(lua_State *L, int index, const char *what) {
  int fits;
  const lua_Integer number = lua_tointegerx(L, index, &fits);
  if (lua_type(L, index) != LUA_TNUMBER || !fits || number < 1) {
    luaL_error(L, "%s: expected a move, a whole number from 1 on, got %s", what,
               lshown_got(L, index));
  }
  return number;
}

/* ---- moves of the layer below ---- */

static bool in_list(const tes_list *list, tes_move move) {
  for (size_t i = 0; i < list->count; i++) {
    if (list->moves[i] == move) return true;
  }
  return false;
}

/* Is the move legal for the layers up to `layer` (NULL: for the root)? 1, 0,
 * or a status. */
int llayer_legal(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work) {
  const tes_game *root = top->root;
  const bool passes = layer != NULL && layer->stuck != 0;
  if (move <= 0 || state->over) return 0;
  if (root != NULL && (layer == NULL || layer->owner[MOVES] == NULL)) {
    const bool own = (move & OWN_BIT) != 0;
    if (own && !passes) return 0;
    if (!own && root->legal != NULL) {
      return call_legal(root, rules, state, move, work);
    }
  }
  tes_list list;
  tes_list_init(&list, rules->alloc);
  int status = layer != NULL ? llayer_list(layer, rules, state, &list, work)
                             : call_moves(root, rules, state, &list, work);
  if (status == TES_OK) status = in_list(&list, move);
  tes_list_free(&list);
  return status;
}

/* The root relies on moves that are legal, and functions in Lua need not say
 * the same twice: where the state came about once more, a move that was listed
 * then may be none now. */
int llayer_still(const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_work *work) {
  const tes_game *root = top->root;
  if (!state->over &&
      (root->legal == NULL || call_legal(root, rules, state, move, work))) {
    return TES_OK;
  }
  return tes_fail(
      &work->error, TES_EGAME,
      "%s: a move of the game below that was legal is not any more: "
      "expected functions that always do the same",
      top->game.name);
}

/* ---- out ---- */

enum { MOST_MOVES = 1 << 20 }; /* so that a loop without end is noticed */

/* out(m): upvalue 1 the lent state, upvalue 2 the call. */
static int add_move(lua_State *L) {
  const lstate *s = lua_touserdata(L, lua_upvalueindex(1));
  if (s->state == NULL) lstate_gone(L, "out");
  call *c = lua_touserdata(L, lua_upvalueindex(2));
  const tes_move move = llayer_check_move(L, 1, "out");
  const lgame *layer = c->layer;
  if (llayer_has_base(layer) && !(move & OWN_BIT) &&
      !lmoves_listed(L, lua_upvalueindex(1), move)) {
    const int legal = llayer_legal(layer->parent, layer, c->rules, s->state,
                                   move, lrules_work(L, s->owner));
    if (legal < 0) lrules_must(L, s->owner, legal);
    if (legal != 1) {
      return luaL_error(L,
                        "out: %I is not a move of base here, and not one of "
                        "base.own",
                        (LUAI_UACINT)move);
    }
  }
  if (c->list->count - c->before == MOST_MOVES) {
    return luaL_error(L, "out: expected at most %d moves", MOST_MOVES);
  }
  if (tes_list_reserve(c->list, 1) != TES_OK) {
    lrules_of(c->rules)->starved = true;
    return lt_no_memory(L);
  }
  c->list->moves[c->list->count++] = move;
  return 0;
}

static void push_out(lua_State *L, call *c) {
  lua_pushvalue(L, c->lent);
  lua_pushlightuserdata(L, c);
  lua_pushcclosure(L, add_move, 2);
}

/* ---- what is hidden ---- */

/* hide(i) of a cell from 1 on: upvalues as those of out. */
static int hide_cell(lua_State *L) {
  const lstate *s = lua_touserdata(L, lua_upvalueindex(1));
  if (s->state == NULL) lstate_gone(L, "hide");
  const call *c = lua_touserdata(L, lua_upvalueindex(2));
  const lua_Integer cell = luaL_checkinteger(L, 1);
  luaL_argcheck(L, cell >= 1 && cell <= c->layer->cells, 1, "no such cell");
  c->hidden[cell - 1] = true;
  return 0;
}

static int push_hide(lua_State *L, call *c) {
  lua_pushinteger(L, c->seat);
  lua_pushvalue(L, c->lent);
  lua_pushlightuserdata(L, c);
  lua_pushcclosure(L, hide_cell, 2);
  if (c->cell == ALL_CELLS) return 2;
  lua_pushinteger(L, c->cell + 1);
  return 3;
}

/* ---- what comes back ---- */

/* Pushes "file:line: ", where the function begins; it says what nothing in it
 * can be said to have done. */
static const char *push_place(lua_State *L, const call *c) {
  lua_Debug function;
  push_layer(L, c->lent - 1, c->layer);
  lua_getiuservalue(L, -1, HOOK_VALUES + (int)c->hook);
  lua_getinfo(L, ">S", &function);
  lua_pop(L, 1);
  if (function.linedefined < 0) {
    luaL_where(L, 1);
    return lua_tostring(L, -1);
  }
  return lua_pushfstring(L, "%s:%d: ", function.short_src,
                         function.linedefined);
}

static int bad_answer(lua_State *L, const call *c, const char *expected,
                      const char *came) {
  lua_pushfstring(L, "%s%s: %s() returned %s: expected %s", push_place(L, c),
                  c->layer->game.name, llayer_hook_names[c->hook], came,
                  expected);
  return lua_error(L);
}

/* A list of whole numbers, one for each seat. */
static void read_ints(lua_State *L, const call *c, int index, int *values) {
  const int seats = c->rules->seats;
  if (!lua_istable(L, index) || luaL_len(L, index) != seats) {
    const char *came = lshown_answer(L, index);
    lua_pushfstring(L, "a list of %d whole numbers, one a seat", seats);
    bad_answer(L, c, lua_tostring(L, -1), came);
  }
  for (int i = 0; i < seats; i++) {
    int fits;
    lua_geti(L, index, i + 1);
    const lua_Integer value = lua_tointegerx(L, -1, &fits);
    if (lua_type(L, -1) != LUA_TNUMBER || !fits || value != (int)value) {
      const char *came = lshown_answer(L, index - 1);
      lua_pushfstring(L, "a whole number for seat %d", i + 1);
      bad_answer(L, c, lua_tostring(L, -1), came);
    }
    lua_pop(L, 1);
    values[i] = (int)value;
  }
}

/* Places as tes_result wants them: those behind a shared place count all
 * before them, and somebody is first (alone, one may be second). */
static bool sound_places(const tes_result *result) {
  for (int i = 0; i < result->seats; i++) {
    int before = 0;
    for (int j = 0; j < result->seats; j++) {
      before += result->place[j] < result->place[i];
    }
    const bool alone = result->seats == 1 && result->place[i] == 2;
    if (result->place[i] != before + 1 && !alone) return false;
  }
  return true;
}

/* Pushes "the places 1, 3". */
static const char *push_places(lua_State *L, const tes_result *result) {
  lua_pushliteral(L, "the places ");
  for (int i = 0; i < result->seats; i++) {
    lua_pushfstring(L, i > 0 ? ", %d" : "%d", result->place[i]);
  }
  lua_concat(L, result->seats + 1);
  return lua_tostring(L, -1);
}

static void read_result(lua_State *L, const call *c) {
  read_ints(L, c, -2, c->result->score);
  if (lua_isnil(L, -1)) {
    tes_result_rank(c->result);
    return;
  }
  read_ints(L, c, -1, c->result->place);
  if (!sound_places(c->result)) {
    bad_answer(L, c,
               "places: 1 for the first, and behind a shared place a gap "
               "(1, 1, 3)",
               push_places(L, c->result));
  }
}

/* The game goes on, also where the game below had ended. */
static void read_no_ending(lua_State *L, const call *c) {
  if (c->decided == NULL ||
      lgame_go_on(c->rules, c->decided, c->work) == TES_OK) {
    return;
  }
  const char *expected =
      lua_pushfstring(L, "an ending, for %s", c->work->error.text);
  bad_answer(L, c, expected, lshown_answer(L, -2));
}

static void read_over(lua_State *L, const call *c) {
  if (lua_isnil(L, -1)) {
    read_no_ending(L, c);
    return;
  }
  const char *const *ending = lgame_of(c->rules)->game.endings;
  for (int i = 0; lua_type(L, -1) == LUA_TSTRING && ending[i] != NULL; i++) {
    if (strcmp(ending[i], lua_tostring(L, -1)) != 0) continue;
    *c->ending = i + 1;
    return;
  }
  lua_pushliteral(L, "nil, or an ending: ");
  for (int i = 0; ending[i] != NULL; i++) {
    lua_pushfstring(L, i > 0 ? ", %s" : "%s", ending[i]);
    lua_concat(L, 2);
  }
  const char *expected = lua_tostring(L, -1);
  bad_answer(L, c, expected, lshown_answer(L, -2));
}

/* A list that is returned is one that nobody has called out. */
static void read_moves(lua_State *L, const call *c) {
  const bool silent = c->list->count == c->before;
  if (silent && (lua_istable(L, -1) || lua_isfunction(L, -1))) {
    bad_answer(L, c, "nothing, but a call out(m) for each move",
               lshown_answer(L, -1));
  }
}

static void read_text(lua_State *L, const call *c) {
  size_t length = 0;
  const char *text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (length == 0 || memchr(text, ' ', length) != NULL ||
      !tes_is_clean(text, length, "")) {
    bad_answer(L, c, "a text without blanks", lshown_answer(L, -1));
  }
  tes_put_bytes(c->text, text, length);
}

static const struct {
  int results;
  void (*read)(lua_State *L, const call *c);
} answers[HOOKS] = {
    [MOVES] = {1, read_moves},   [OVER] = {1, read_over},
    [RESULT] = {2, read_result}, [PRINT] = {1, read_text},
    [TELL] = {1, read_text},
};

/* ---- one call ---- */

static int push_arguments(lua_State *L, call *c) {
  switch (c->hook) {
    case START:
      lrng_push(L, c->rng);
      c->lent_too = lua_gettop(L);
      return 1;
    case MOVES:
      push_out(L, c);
      return 1;
    case APPLY:
      lua_pushinteger(L, c->move);
      if (c->rng == NULL) return 1;
      lrng_push(L, c->rng);
      c->lent_too = lua_gettop(L);
      return 2;
    case PRINT:
      lua_pushinteger(L, c->move);
      return 1;
    case TELL:
      lua_pushinteger(L, c->move);
      lua_pushinteger(L, c->seat);
      return 2;
    case SEEN:
      return push_hide(L, c);
    case DRAW:
      lboard_push(L, c->drawing, c->seat, c->move,
                  &lrules_of(c->rules)->starved);
      c->lent_too = lua_gettop(L);
      return 1;
    case HIDE:
      lua_pushinteger(L, c->seat);
      lrng_push(L, c->rng);
      c->lent_too = lua_gettop(L);
      return 2;
    default:
      return 0;
  }
}

/* Takes back what was lent. */
static void take_back(lua_State *L, const call *c) {
  ((lstate *)lua_touserdata(L, c->lent))->state = NULL;
  if (c->lent_too == 0) return;
  if (c->hook == DRAW) {
    lboard_close(L, c->lent_too);
  } else {
    *c->rng = *(const tes_rng *)lua_touserdata(L, c->lent_too);
  }
}

static int call_hook(lua_State *L);

/* Is there a "file:line: " in a message? */
static bool has_place(const char *text) {
  while ((text = strchr(text, ':')) != NULL) {
    const size_t digits = strspn(++text, "0123456789");
    if (digits > 0 && text[digits] == ':' && text[digits + 1] == ' ') {
      return true;
    }
  }
  return false;
}

/* Pushes the place of the innermost line in Lua within the call, or "". */
static void push_line(lua_State *L) {
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Slf", &frame);
    const bool outside = lua_tocfunction(L, -1) == call_hook;
    lua_pop(L, 1);
    if (outside) break;
    if (frame.currentline <= 0) continue;
    lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.currentline);
    return;
  }
  lua_pushliteral(L, "");
}

/* The handler of errors: a message is a text, and says its author's line. */
static int locate(lua_State *L) {
  const int type = lua_type(L, 1);
  if (type == LUA_TSTRING && has_place(lua_tostring(L, 1))) return 1;
  push_line(L);
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    lua_pushvalue(L, 1);
  } else {
    lua_pushfstring(L, "an error that is not a text was raised (%s)",
                    lua_typename(L, type));
  }
  lua_concat(L, 2);
  return 1;
}

/* Raises the message at the top; where no line was at work, that of the
 * function: it ended in a call of one in C. */
static int raise(lua_State *L, const call *c, int status) {
  if (status == LUA_ERRRUN && lua_type(L, -1) == LUA_TSTRING &&
      !has_place(lua_tostring(L, -1))) {
    push_place(L, c);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int call_hook(lua_State *L) {
  call *c = lua_touserdata(L, 1);
  lrules_find(L, lrules_of(c->rules));
  lstate *s = lstate_lend(L, 2, c->state, c->lending);
  s->known = c->move;
  s->asked = c->decided != NULL;
  if (c->hook == DRAW && lgame_of(c->rules)->hiding > 0) s->viewer = c->seat;
  c->lent = 3;
  TES_ASSERT(lua_gettop(L) == c->lent);
  const int arguments = push_arguments(L, c), first = c->lent + 1;
  lua_pushcfunction(L, locate);
  const int handler = lua_gettop(L);
  const int base = push_function(L, c);
  lua_pushvalue(L, c->lent);
  for (int i = 0; i < arguments; i++) lua_pushvalue(L, first + i);
  const int results = answers[c->hook].results;
  const int status = lua_pcall(L, base + 1 + arguments, results, handler);
  take_back(L, c);
  if (status != LUA_OK) return raise(L, c, status);
  if (answers[c->hook].read != NULL) answers[c->hook].read(L, c);
  return 0;
}

/* Runs a function of a layer; see the top of the file. */
static int run(call *c) {
  lrules *r = lrules_of(c->rules);
  const int limit = c->layer->limit;
  if (limit == 0) return lrules_run(r, call_hook, c, 0, locate, c->work);
  lua_State *L = r->L;
  lguard_enter(L, limit);
  const int status = lrules_run(r, call_hook, c, 0, locate, c->work);
  const bool ended = lguard_leave(L, status != TES_OK, c->layer->game.name,
                                  llayer_hook_names[c->hook], &c->work->error);
  return ended ? TES_EGAME : status;
}

/* ---- the functions of layers ---- */

const lgame *llayer_owner(const lgame *layer, hook h) {
  return layer != NULL ? layer->owner[h] : NULL;
}

/* The state may be changed, and is as it was if that fails. */
static int run_changing(call *c, tes_state *state) {
  const size_t size = c->rules->state_size;
  tes_state *before = lgame_kept(c->rules, c->work, BY_CALL);
  memcpy(before, state, size);
  c->state = state;
  c->lending = LENT_TO_CHANGE;
  const int status = run(c);
  if (status != TES_OK) memcpy(state, before, size);
  return status;
}

/* The same with the generator of the state. */
static int run_throwing(call *c, tes_state *state) {
  lthrow t;
  lchance_begin(c->rules, state, &t);
  c->rng = &t.rng;
  const int status = run_changing(c, state);
  lchance_end(c->rules, state, &t);
  return status;
}

/* A root begins with zeroes, also where it is started for the second time. */
static void clear_root(const lgame *top, const tes_rules *rules,
                       tes_state *state) {
  const uint32_t ply = state->ply;
  const char *end = (char *)state + rules->state_size;
  if (top->cells > 0) end = (char *)lgame_cells(rules, state);
  memset(state, 0, (size_t)(end - (char *)state));
  state->ply = ply;
}

/* `layer` NULL, here and below: what the root does. */
int llayer_start(const lgame *layer, const lgame *top, const tes_rules *rules,
                 tes_state *state, tes_rng *rng, tes_work *work) {
  const lgame *owner = llayer_owner(layer, START);
  if (owner != NULL) {
    call c = {.hook = START,
              .layer = owner,
              .rules = rules,
              .rng = rng,
              .work = work};
    if (top->root == NULL) state->seat = 1;
    const int status = run_changing(&c, state);
    if (status != TES_OK || state->seat != 0) return status;
    return tes_fail(&work->error, TES_EGAME,
                    "%s: start() did not call base.start", owner->game.name);
  }
  if (top->root != NULL) {
    clear_root(top, rules, state);
    return call_start(top->root, rules, state, rng, work);
  }
  state->seat = 1;
  return TES_OK;
}

int llayer_list(const lgame *layer, const tes_rules *rules,
                const tes_state *state, tes_list *list, tes_work *work) {
  const lgame *owner = llayer_owner(layer, MOVES);
  const size_t before = list->count;
  call c = {.hook = MOVES,
            .layer = owner,
            .rules = rules,
            .state = state,
            .lending = LENT,
            .list = list,
            .before = before,
            .work = work};
  const int status = owner != NULL ? run(&c)
                                   : call_moves(lgame_of(rules)->root, rules,
                                                state, list, work);
  const bool passes = layer != NULL && layer->stuck != 0;
  if (status != TES_OK || !passes || list->count > before) return status;
  if (tes_list_reserve(list, 1) != TES_OK) return TES_ENOMEM;
  list->moves[list->count++] = OWN_BIT;
  return TES_OK;
}

int llayer_apply(const lgame *layer, const lgame *top, const tes_rules *rules,
                 tes_state *state, tes_move move, tes_work *work) {
  const lgame *owner = llayer_owner(layer, APPLY);
  if (owner == NULL) {
    if (!(move & OWN_BIT)) {
      const int status = llayer_still(top, rules, state, move, work);
      if (status != TES_OK) return status;
      return call_apply(top->root, rules, state, move, work);
    }
    return tes_fail(&work->error, TES_EGAME,
                    "%s: apply() is missing: it has moves of its own",
                    top->game.name);
  }
  call c = {.hook = APPLY,
            .layer = owner,
            .rules = rules,
            .move = move,
            .work = work};
  if (owner->chance < 0) return run_changing(&c, state);
  return run_throwing(&c, state);
}

int llayer_pass(const lgame *top, const tes_rules *rules, tes_state *state,
                tes_work *work) {
  const tes_game *root = top->root;
  if (root != NULL && root->pass != NULL) {
    return call_pass(root, rules, state, work);
  }
  state->seat = (uint8_t)(state->seat % rules->seats + 1);
  return TES_OK;
}

int llayer_result(const lgame *layer, const lgame *top, const tes_rules *rules,
                  const tes_state *state, tes_result *result, tes_work *work) {
  const lgame *owner = llayer_owner(layer, RESULT);
  if (owner == NULL) return call_result(top->root, rules, state, result, work);
  call c = {.hook = RESULT,
            .layer = owner,
            .rules = rules,
            .state = state,
            .lending = LENT,
            .result = result,
            .work = work};
  return run(&c);
}

int llayer_print(const lgame *layer, const lgame *top, const tes_rules *rules,
                 const tes_state *state, tes_move move, tes_text *text,
                 tes_work *work) {
  const lgame *owner = llayer_owner(layer, PRINT);
  if (owner != NULL && move != OWN_BIT) {
    call c = {.hook = PRINT,
              .layer = owner,
              .rules = rules,
              .state = state,
              .lending = LENT,
              .move = move,
              .text = text,
              .work = work};
    return run(&c);
  }
  if (top->root != NULL && !(move & OWN_BIT)) {
    const int status = llayer_still(top, rules, state, move, work);
    if (status != TES_OK) return status;
    return call_print(top->root, rules, state, move, text, work);
  }
  if (top->stuck != 0 && move == OWN_BIT) {
    tes_put(text, "pass");
  } else {
    tes_put(text, "%lld", (long long)(move & ~OWN_BIT));
  }
  return TES_OK;
}

int llayer_tell(const lgame *layer, const lgame *top, const tes_rules *rules,
                const tes_state *state, tes_move move, int seat, tes_text *text,
                tes_work *work) {
  const lgame *owner = llayer_owner(layer, TELL);
  if (owner != NULL && move != OWN_BIT) {
    call c = {.hook = TELL,
              .layer = owner,
              .rules = rules,
              .state = state,
              .lending = LENT,
              .move = move,
              .seat = seat,
              .text = text,
              .work = work};
    return run(&c);
  }
  const tes_game *root = top->root;
  if (move & OWN_BIT || root == NULL || root->tell == NULL) {
    return llayer_print(layer, top, rules, state, move, text, work);
  }
  const int status = llayer_still(top, rules, state, move, work);
  if (status != TES_OK) return status;
  return call_tell(root, rules, state, move, seat, text, work);
}

/* What a game without draw() shows, with ? for what the seat does not see. */
static int draw_fields(const tes_rules *rules, const tes_state *state, int seat,
                       tes_drawing *drawing, tes_work *work) {
  bool hidden[CELLS_MAX];
  if (seat == 0) return lboard_fields(rules, state, NULL, drawing);
  const int status = llayer_hidden(rules, state, seat, ALL_CELLS, hidden, work);
  if (status != TES_OK) return status;
  return lboard_fields(rules, state, hidden, drawing);
}

int llayer_draw(const lgame *layer, const lgame *top, const tes_rules *rules,
                const tes_state *state, int seat, tes_move hint,
                tes_drawing *drawing, tes_work *work) {
  const lgame *owner = llayer_owner(layer, DRAW);
  if (owner == NULL) {
    if (hint & OWN_BIT) hint = 0;
    if (top->root == NULL) {
      return draw_fields(rules, state, seat, drawing, work);
    }
    if (hint != 0 && llayer_still(top, rules, state, hint, work) != TES_OK) {
      hint = 0;
    }
    return call_draw(top->root, rules, state, seat, hint, drawing, work);
  }
  call c = {.hook = DRAW,
            .layer = owner,
            .rules = rules,
            .state = state,
            .lending = LENT,
            .move = hint,
            .seat = seat,
            .drawing = drawing,
            .work = work};
  return run(&c);
}
int llayer_ending(const lgame *layer, const tes_rules *rules,
                  const tes_state *state, int *ending, tes_work *work) {
  const lgame *owner = llayer_owner(layer, OVER);
  if (owner == NULL) return TES_OK;
  call c = {.hook = OVER,
            .layer = owner,
            .rules = rules,
            .state = state,
            .lending = LENT,
            .ending = ending,
            .work = work};
  return run(&c);
}

int llayer_decide(const lgame *layer, const tes_rules *rules, tes_state *state,
                  tes_work *work) {
  int ending = 0;
  if (!llayer_has_base(layer) && state->over) return TES_OK;
  call c = {.hook = OVER,
            .layer = layer,
            .rules = rules,
            .state = state,
            .lending = LENT,
            .ending = &ending,
            .decided = state,
            .work = work};
  const int status = run(&c);
  if (status == TES_OK) state->over = (uint8_t)ending;
  return status;
}

static int ask_layer(const lgame *layer, const tes_rules *rules,
                     const tes_state *state, int seat, int cell, bool *hidden,
                     tes_work *work) {
  call c = {.hook = SEEN,
            .layer = layer,
            .rules = rules,
            .state = state,
            .lending = LENT,
            .seat = seat,
            .cell = cell,
            .hidden = hidden,
            .work = work};
  return run(&c);
}

int llayer_hidden(const tes_rules *rules, const tes_state *state, int seat,
                  int cell, bool hidden[CELLS_MAX], tes_work *work) {
  const lgame *g = lgame_of(rules);
  const int32_t *cells = lgame_see_cells(rules, state);
  int status = TES_OK;
  for (int i = 0; i < g->cells; i++) {
    hidden[i] = cells[i] != 0 && g->seen[i] != TO_ALL && g->seen[i] != seat &&
                g->seen[i] != ASKED;
  }
  for (; g != NULL && status == TES_OK; g = g->parent) {
    if (g->owner[SEEN] != g) continue;
    status = ask_layer(g, rules, state, seat, cell, hidden, work);
  }
  return status;
}

int llayer_hide(const lgame *layer, const lgame *top, const tes_rules *rules,
                tes_state *state, int seat, tes_rng *rng, tes_work *work) {
  const lgame *owner = llayer_owner(layer, HIDE);
  if (owner == NULL) {
    const tes_game *root = top->root;
    if (root == NULL || root->hide == NULL) return TES_OK;
    return call_hide(root, rules, state, seat, rng, work);
  }
  call c = {.hook = HIDE,
            .layer = owner,
            .rules = rules,
            .seat = seat,
            .rng = rng,
            .work = work};
  return run_changing(&c, state);
}
