/* lgame.c: runs the functions of rules that are written in Lua; the only file
 * that runs Lua from inside the core.
 *
 * Every call goes through `run`: a protected call, on the thread that last
 * called the module, with the scratch memory of the next level, of a function
 * of a layer. Whatever goes wrong in it becomes a status and a text in the
 * caller's work, and a state that was to be changed is put back as it was. The
 * state is lent for the time of the call, and so are `out` and the board.
 *
 * What Lua says is never believed: a move that it lists is its own or one that
 * the layer below lists here, what it hands to base.apply is legal there, and
 * scores, places and reasons are looked at before the core sees them. */
#include "lgame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Moves of layers in Lua over a root have this bit, which no game in C uses;
 * OWN_BIT alone is the pass that stands in for a list left empty. */
#define OWN_BIT ((tes_move)1 << 62)

static const char *const hook_names[HOOKS] = {
    "start", "moves", "apply", "over", "result", "print", "draw", "hide"};

static int game_open(tes_rules *rules, tes_error *error);

const lgame *lgame_of(const tes_rules *rules) {
  return rules->game->open == game_open ? (const lgame *)rules->game : NULL;
}

/* The bytes of the root or, without one, the head. */
static size_t root_size(const tes_rules *rules, const lgame *g) {
  const size_t cells = ((size_t)g->cells * 4 + 7) / 8 * 8;
  return rules->state_size - cells;
}

int32_t *lgame_cells(const tes_rules *rules, const tes_state *state) {
  return (int32_t *)((char *)state + root_size(rules, lgame_of(rules)));
}

/* ---- calling Lua ---- */

/* One call: what goes in and what comes out, as the hook needs it. */
typedef struct call {
  hook hook;
  const lgame *layer; /* whose function it is */
  const tes_rules *rules;
  tes_state *state;
  lt_lending lending;
  tes_work *work;
  tes_move move;
  int seat;
  tes_rng *rng;
  tes_list *list;
  tes_result *result;
  tes_text *text;
  tes_drawing *drawing;
  int lent, lent_too; /* stack indices of what is lent, or 0 */
  bool out_of_memory; /* what the caller's allocator said */
} call;

static lrules *rules_of(const tes_rules *rules) {
  return rules->user;
}

/* Userdata by their addresses, as long as somebody keeps them: rules and the
 * games themselves. */
static const char known[] = "tesela.known";

static void know(lua_State *L, const void *address) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, known);
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, address);
  lua_pop(L, 1);
}

static void push_known(lua_State *L, const void *address) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, known);
  lua_rawgetp(L, -1, address);
  lua_remove(L, -2);
}

void lgame_know_rules(lua_State *L, const lrules *r) {
  know(L, r);
}

/* Pushes the function of a hook and, over a root, base: how many arguments
 * that is. */
static int push_function(lua_State *L, const call *c) {
  push_known(L, c->layer);
  const int game = lua_gettop(L);
  lua_getiuservalue(L, game, 1);
  lua_getfield(L, -1, "hooks");
  lua_getfield(L, -1, hook_names[c->hook]);
  if (c->layer->root == NULL) return 0;
  lua_getiuservalue(L, game, 3);
  return 1;
}

/* What a hook wrote with tes_move as a number may be anything. */
static tes_move check_number(lua_State *L, int index, const char *what) {
  int fits;
  const lua_Integer number = lua_tointegerx(L, index, &fits);
  if (lua_type(L, index) != LUA_TNUMBER || !fits || number < 1) {
    luaL_error(L, "%s: expected a move, a whole number from 1 on, got %s", what,
               luaL_tolstring(L, index, NULL));
  }
  return number;
}

/* ---- moves of the layer below ---- */

static int list_of(const lgame *layer, const tes_rules *rules,
                   const tes_state *state, tes_list *list, tes_work *work);

static bool in_list(const tes_list *list, tes_move move) {
  for (size_t i = 0; i < list->count; i++) {
    if (list->moves[i] == move) return true;
  }
  return false;
}

/* Is the move legal for the layers up to `layer` (NULL: for the root)? 1, 0,
 * or a status. */
static int legal_in(const lgame *layer, const lgame *top,
                    const tes_rules *rules, const tes_state *state,
                    tes_move move, tes_work *work) {
  const tes_game *root = top->root;
  if (move <= 0 || state->over) return 0;
  if (layer == NULL || layer->owner[MOVES] == NULL) {
    if (root != NULL && move & OWN_BIT) return 0;
    if (root != NULL && root->legal != NULL) {
      return root->legal(rules, state, move, work);
    }
  }
  tes_list list;
  tes_list_init(&list, rules->alloc);
  int status = layer != NULL ? list_of(layer, rules, state, &list, work)
                             : root->moves(rules, state, &list, work);
  if (status == TES_OK) status = in_list(&list, move);
  tes_list_free(&list);
  return status;
}

/* ---- out ---- */

/* out(m): upvalue 1 the lent state, upvalue 2 the call. */
static int add_move(lua_State *L) {
  const lstate *s = lua_touserdata(L, lua_upvalueindex(1));
  if (s->state == NULL) lstate_gone(L, "out");
  call *c = lua_touserdata(L, lua_upvalueindex(2));
  const tes_move move = check_number(L, 1, "out");
  const lgame *layer = c->layer;
  if (layer->root != NULL && !(move & OWN_BIT) &&
      !lstate_listed(L, lua_upvalueindex(1), move)) {
    const int legal = legal_in(layer->parent, layer, c->rules, s->state, move,
                               s->owner->work);
    if (legal < 0) lt_check(L, s->owner, legal);
    if (legal != 1) {
      return luaL_error(L,
                        "out: %I is not a move of base here, and not one of "
                        "base.own",
                        (LUAI_UACINT)move);
    }
  }
  if (tes_list_reserve(c->list, 1) != TES_OK) {
    c->out_of_memory = true;
    return luaL_error(L, "out of memory");
  }
  c->list->moves[c->list->count++] = move;
  return 0;
}

static void push_out(lua_State *L, call *c) {
  lua_pushvalue(L, c->lent);
  lua_pushlightuserdata(L, c);
  lua_pushcclosure(L, add_move, 2);
}

/* ---- what comes back ---- */

static int bad_answer(lua_State *L, const call *c, const char *expected,
                      int index) {
  return luaL_error(L, "%s: %s() returned %s: expected %s", c->layer->game.name,
                    hook_names[c->hook], luaL_tolstring(L, index, NULL),
                    expected);
}

/* A list of whole numbers, one for each seat. */
static void read_ints(lua_State *L, const call *c, int index, int *values) {
  const int seats = c->rules->seats;
  for (int i = 0; i < seats; i++) {
    int fits = lua_istable(L, index);
    lua_Integer value = 0;
    if (fits) {
      lua_geti(L, index, i + 1);
      value = lua_tointegerx(L, -1, &fits);
      lua_pop(L, 1);
    }
    if (!fits || value != (int)value) {
      bad_answer(L, c, "a list of whole numbers, one a seat", index);
    }
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

static void read_result(lua_State *L, const call *c) {
  read_ints(L, c, -2, c->result->score);
  if (lua_isnil(L, -1)) {
    tes_result_rank(c->result);
    return;
  }
  read_ints(L, c, -1, c->result->place);
  if (!sound_places(c->result)) {
    luaL_error(L,
               "%s: result() returned places that are none: expected 1 for "
               "the first, and behind a shared place a gap (1, 1, 3)",
               c->layer->game.name);
  }
}

static void read_over(lua_State *L, const call *c) {
  if (lua_isnil(L, -1)) return;
  const char *const *ending = lgame_of(c->rules)->game.endings;
  for (int i = 0; lua_type(L, -1) == LUA_TSTRING && ending[i] != NULL; i++) {
    if (strcmp(ending[i], lua_tostring(L, -1)) != 0) continue;
    c->state->over = (uint8_t)(i + 1);
    return;
  }
  bad_answer(L, c, "nil, or one of the game's endings", -1);
}

static void read_text(lua_State *L, const call *c) {
  size_t length;
  const char *text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (text == NULL || length == 0 || strpbrk(text, " \t\r\n") != NULL ||
      strlen(text) != length) {
    bad_answer(L, c, "a text without blanks", -1);
  }
  tes_put_bytes(c->text, text, length);
}

static const struct {
  int results;
  void (*read)(lua_State *L, const call *c);
} answers[HOOKS] = {
    [OVER] = {1, read_over},
    [RESULT] = {2, read_result},
    [PRINT] = {1, read_text},
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
    case PRINT:
      lua_pushinteger(L, c->move);
      return 1;
    case DRAW:
      lboard_push(L, c->drawing, c->seat, &c->out_of_memory);
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
    *c->rng = *lrng_test(L, c->lent_too);
  }
}

/* The traceback of an error is its author's line, which the message has. */
static int call_hook(lua_State *L) {
  call *c = lua_touserdata(L, 1);
  push_known(L, rules_of(c->rules));
  lstate_lend(L, 2, c->state, c->lending)->known = c->move;
  c->lent = 3;
  const int arguments = push_arguments(L, c), first = c->lent + 1;
  const int base = push_function(L, c);
  lua_pushvalue(L, c->lent);
  for (int i = 0; i < arguments; i++) lua_pushvalue(L, first + i);
  const int results = answers[c->hook].results;
  const int status = lua_pcall(L, base + 1 + arguments, results, 0);
  take_back(L, c);
  if (status != LUA_OK) return lua_error(L);
  if (answers[c->hook].read != NULL) answers[c->hook].read(L, c);
  return 0;
}

static int failed(lua_State *L, const call *c) {
  const char *message = lua_tostring(L, -1);
  if (message == NULL) message = "an error that is not a text was raised";
  if (c->out_of_memory) {
    return tes_fail(&c->work->error, TES_ENOMEM, "out of memory");
  }
  if (ltesela_interrupt()->asked)
    return tes_fail(&c->work->error, TES_ESTOPPED, "%s", message);
  return tes_fail(&c->work->error, TES_EGAME, "%s", message);
}

/* Runs a function of a layer; see the top of the file. */
static int run(call *c) {
  lrules *r = rules_of(c->rules);
  lua_State *L = r->L;
  tes_error error;
  if (!lua_checkstack(L, 12)) {
    return tes_fail(&c->work->error, TES_ENOMEM, "out of memory");
  }
  if (!lrules_enter(r, &error)) {
    return tes_fail(&c->work->error, TES_EGAME, "%s: %s", c->layer->game.name,
                    error.text);
  }
  const int top = lua_gettop(L);
  int status = TES_OK;
  lua_pushcfunction(L, call_hook);
  lua_pushlightuserdata(L, c);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) status = failed(L, c);
  lua_settop(L, top);
  r->L = L;
  lrules_leave(r);
  return status;
}

/* ---- the functions of layers ---- */

static const lgame *owner_of(const lgame *layer, hook h) {
  return layer != NULL ? layer->owner[h] : NULL;
}

/* The state may be changed, and is as it was if that fails. */
static int run_changing(call *c) {
  const size_t size = c->rules->state_size;
  tes_state *before = tes_state_new(c->rules);
  if (before == NULL) {
    return tes_fail(&c->work->error, TES_ENOMEM, "out of memory");
  }
  memcpy(before, c->state, size);
  c->lending = LENT_TO_CHANGE;
  const int status = run(c);
  if (status != TES_OK) memcpy(c->state, before, size);
  tes_state_free(c->rules, before);
  return status;
}

/* `layer` NULL, here and below: what the root does. */
static int start_of(const lgame *layer, const lgame *top,
                    const tes_rules *rules, tes_state *state, tes_rng *rng,
                    tes_work *work) {
  const lgame *owner = owner_of(layer, START);
  if (owner != NULL) {
    call c = {.hook = START,
              .layer = owner,
              .rules = rules,
              .state = state,
              .rng = rng,
              .work = work};
    if (top->root == NULL) state->seat = 1;
    return run_changing(&c);
  }
  if (top->root != NULL) return top->root->start(rules, state, rng, work);
  state->seat = 1;
  return TES_OK;
}

static int list_of(const lgame *layer, const tes_rules *rules,
                   const tes_state *state, tes_list *list, tes_work *work) {
  const lgame *owner = owner_of(layer, MOVES);
  if (owner == NULL) {
    return lgame_of(rules)->root->moves(rules, state, list, work);
  }
  const size_t before = list->count;
  call c = {.hook = MOVES,
            .layer = owner,
            .rules = rules,
            .state = (tes_state *)state,
            .lending = LENT,
            .list = list,
            .work = work};
  const int status = run(&c);
  if (status != TES_OK || owner->root == NULL || list->count > before) {
    return status;
  }
  if (tes_list_reserve(list, 1) != TES_OK) return TES_ENOMEM;
  list->moves[list->count++] = OWN_BIT;
  return TES_OK;
}

static int apply_of(const lgame *layer, const lgame *top,
                    const tes_rules *rules, tes_state *state, tes_move move,
                    tes_work *work) {
  const lgame *owner = owner_of(layer, APPLY);
  if (owner == NULL) {
    if (!(move & OWN_BIT)) return top->root->apply(rules, state, move, work);
    return tes_fail(&work->error, TES_EGAME,
                    "%s: apply() is missing: it has moves of its own",
                    top->game.name);
  }
  call c = {.hook = APPLY,
            .layer = owner,
            .rules = rules,
            .state = state,
            .move = move,
            .work = work};
  return run_changing(&c);
}

static int pass_of(const lgame *top, const tes_rules *rules, tes_state *state,
                   tes_work *work) {
  const tes_game *root = top->root;
  if (root->pass != NULL) return root->pass(rules, state, work);
  state->seat = (uint8_t)(state->seat % rules->seats + 1);
  return TES_OK;
}

static int result_of(const lgame *layer, const lgame *top,
                     const tes_rules *rules, const tes_state *state,
                     tes_result *result, tes_work *work) {
  const lgame *owner = owner_of(layer, RESULT);
  if (owner == NULL) return top->root->result(rules, state, result, work);
  call c = {.hook = RESULT,
            .layer = owner,
            .rules = rules,
            .state = (tes_state *)state,
            .lending = LENT,
            .result = result,
            .work = work};
  return run(&c);
}

static int print_of(const lgame *layer, const lgame *top,
                    const tes_rules *rules, const tes_state *state,
                    tes_move move, tes_text *text, tes_work *work) {
  const lgame *owner = owner_of(layer, PRINT);
  if (owner != NULL && move != OWN_BIT) {
    call c = {.hook = PRINT,
              .layer = owner,
              .rules = rules,
              .state = (tes_state *)state,
              .lending = LENT,
              .move = move,
              .text = text,
              .work = work};
    return run(&c);
  }
  if (top->root != NULL && !(move & OWN_BIT)) {
    return top->root->print(rules, state, move, text, work);
  }
  if (top->root != NULL && move == OWN_BIT) {
    tes_put(text, "pass");
  } else {
    tes_put(text, "%lld", (long long)(move & ~OWN_BIT));
  }
  return TES_OK;
}

static int draw_of(const lgame *layer, const lgame *top, const tes_rules *rules,
                   const tes_state *state, int seat, tes_move hint,
                   tes_drawing *drawing, tes_work *work) {
  const lgame *owner = owner_of(layer, DRAW);
  if (owner == NULL) {
    if (hint & OWN_BIT) hint = 0;
    return top->root->draw(rules, state, seat, hint, drawing, work);
  }
  call c = {.hook = DRAW,
            .layer = owner,
            .rules = rules,
            .state = (tes_state *)state,
            .lending = LENT,
            .seat = seat,
            .drawing = drawing,
            .work = work};
  return run(&c);
}

/* ---- in the vtable ---- */

static int look_over(const tes_rules *rules, tes_state *state, tes_work *work) {
  const lgame *owner = owner_of(lgame_of(rules), OVER);
  if (owner == NULL || state->over) return TES_OK;
  call c = {.hook = OVER,
            .layer = owner,
            .rules = rules,
            .state = state,
            .lending = LENT,
            .work = work};
  return run(&c);
}

static int game_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                      tes_work *work) {
  const lgame *g = lgame_of(rules);
  const int status = start_of(g, g, rules, state, rng, work);
  return status == TES_OK ? look_over(rules, state, work) : status;
}

static int game_deal(const tes_rules *rules, tes_state *state, const char *text,
                     tes_error *error) {
  tes_work *work = rules_of(rules)->work;
  int status = lgame_of(rules)->root->deal(rules, state, text, error);
  if (status != TES_OK) return status;
  status = look_over(rules, state, work);
  if (status != TES_OK) *error = work->error;
  return status;
}

static int game_moves(const tes_rules *rules, const tes_state *state,
                      tes_list *list, tes_work *work) {
  return list_of(lgame_of(rules), rules, state, list, work);
}

/* The pass of a seat that was left no move; when all pass, the game ends. */
static int forced_pass(const lgame *g, const tes_rules *rules, tes_state *state,
                       tes_work *work) {
  int32_t *passes = lgame_cells(rules, state) + g->passes;
  const int status = pass_of(g, rules, state, work);
  if (status == TES_OK && ++*passes >= rules->seats && !state->over) {
    state->over = (uint8_t)g->stuck;
  }
  return status;
}

static int make_move(const lgame *g, const tes_rules *rules, tes_state *state,
                     tes_move move, tes_work *work) {
  if (g->root != NULL && move == OWN_BIT) {
    return forced_pass(g, rules, state, work);
  }
  const int status = apply_of(g, g, rules, state, move, work);
  if (g->stuck != 0) lgame_cells(rules, state)[g->passes] = 0;
  return status;
}

static int game_apply(const tes_rules *rules, tes_state *state, tes_move move,
                      tes_work *work) {
  const lgame *g = lgame_of(rules);
  tes_state *before = NULL;
  if (g->owner[OVER] != NULL) {
    before = tes_state_new(rules);
    if (before == NULL) {
      return tes_fail(&work->error, TES_ENOMEM, "out of memory");
    }
    tes_copy(rules, before, state);
  }
  int status = make_move(g, rules, state, move, work);
  if (status == TES_OK) status = look_over(rules, state, work);
  if (status != TES_OK && before != NULL) tes_copy(rules, state, before);
  tes_state_free(rules, before);
  return status;
}

static int game_result(const tes_rules *rules, const tes_state *state,
                       tes_result *result, tes_work *work) {
  const lgame *g = lgame_of(rules);
  return result_of(g, g, rules, state, result, work);
}

static int game_print(const tes_rules *rules, const tes_state *state,
                      tes_move move, tes_text *text, tes_work *work) {
  const lgame *g = lgame_of(rules);
  return print_of(g, g, rules, state, move, text, work);
}

static int game_tell(const tes_rules *rules, const tes_state *state,
                     tes_move move, int seat, tes_text *text, tes_work *work) {
  const lgame *g = lgame_of(rules);
  if (move & OWN_BIT) return print_of(g, g, rules, state, move, text, work);
  return g->root->tell(rules, state, move, seat, text, work);
}

static int game_draw(const tes_rules *rules, const tes_state *state, int seat,
                     tes_move hint, tes_drawing *drawing, tes_work *work) {
  const lgame *g = lgame_of(rules);
  const int status = draw_of(g, g, rules, state, seat, hint, drawing, work);
  if (status != TES_OK || drawing->cells != NULL) return status;
  return tes_fail(&work->error, TES_EGAME, "%s: draw() did not call board:size",
                  g->game.name);
}

/* What a game without draw() shows: its fields. */
static int game_draw_fields(const tes_rules *rules, const tes_state *state,
                            int seat, tes_move hint, tes_drawing *drawing,
                            tes_work *work) {
  (void)seat, (void)hint, (void)work;
  const lgame *g = lgame_of(rules);
  const int32_t *cells = lgame_cells(rules, state);
  if (tes_drawing_size(drawing, 1, 1) != TES_OK) return TES_ENOMEM;
  for (int i = 0; i < g->fields; i++) {
    tes_put(&drawing->notes, "%s", g->field[i].name);
    for (int k = 0; k < g->field[i].count; k++) {
      tes_put(&drawing->notes, " %ld", (long)cells[g->field[i].first + k]);
    }
    tes_put(&drawing->notes, "\n");
  }
  tes_put(&drawing->notes, "seat %d\n", state->seat);
  return TES_OK;
}

static int game_hide(const tes_rules *rules, tes_state *state, int seat,
                     tes_rng *rng, tes_work *work) {
  call c = {.hook = HIDE,
            .layer = lgame_of(rules)->owner[HIDE],
            .rules = rules,
            .state = state,
            .seat = seat,
            .rng = rng,
            .work = work};
  return run_changing(&c);
}

static void game_parts(const tes_rules *rules, const tes_state *state,
                       tes_move move, tes_text *text) {
  const lgame *g = lgame_of(rules);
  if (!(move & OWN_BIT)) {
    if (g->root->parts != NULL) g->root->parts(rules, state, move, text);
  } else if (move == OWN_BIT) {
    tes_put(text, "kind=pass");
  } else {
    tes_put(text, "kind=own number=%lld", (long long)(move & ~OWN_BIT));
  }
}

/* A move that the root allows and a layer does not has no reason but that. */
static void game_why(const tes_rules *rules, const tes_state *state,
                     tes_move move, const char *text, tes_error *error) {
  const lgame *g = lgame_of(rules);
  const int legal =
      legal_in(NULL, g, rules, state, move, rules_of(rules)->work);
  if (legal == 1) {
    tes_fail(error, TES_EILLEGAL, "%.60s: the rules of %s do not allow it here",
             text, g->game.name);
  } else if (legal == 0 && g->root->why != NULL) {
    g->root->why(rules, state, move, text, error);
  }
}

/* ---- position text ---- */

/* name=v,v,v with runs as v*n. */
static void put_field(const lfield *field, const int32_t *cells,
                      tes_text *text) {
  tes_put(text, " %s=", field->name);
  for (int i = 0, run_length = 0; i < field->count; i += run_length) {
    const int32_t value = cells[field->first + i];
    for (run_length = 1; i + run_length < field->count; run_length++) {
      if (cells[field->first + i + run_length] != value) break;
    }
    tes_put(text, "%s%ld", i > 0 ? "," : "", (long)value);
    if (run_length > 1) tes_put(text, "*%d", run_length);
  }
}

static void game_save(const tes_rules *rules, const tes_state *state, int seat,
                      tes_text *text) {
  const lgame *g = lgame_of(rules);
  if (g->root != NULL) {
    g->root->save(rules, state, seat, text);
  } else {
    tes_put(text, "%d", state->seat);
  }
  const int32_t *cells = lgame_cells(rules, state);
  for (int i = 0; i < g->fields; i++) put_field(&g->field[i], cells, text);
}

/* Reads a 32-bit number; false if there is none. */
static bool read_number(const char **at, int32_t *value) {
  char *end;
  if (**at != '-' && (**at < '0' || **at > '9')) return false;
  const long long number = strtoll(*at, &end, 10);
  if (end == *at || number != (int32_t)number) return false;
  *value = (int32_t)number;
  *at = end;
  return true;
}

static bool read_cells(const char **at, int32_t *cells, int count) {
  for (int i = 0; i < count;) {
    int32_t value, times = 1;
    if (i > 0 && *(*at)++ != ',') return false;
    if (!read_number(at, &value)) return false;
    if (**at == '*') {
      ++*at;
      if (!read_number(at, &times) || times < 1 || times > count - i) {
        return false;
      }
    }
    while (times-- > 0) cells[i++] = value;
  }
  return true;
}

/* Reads what put_field wrote for all fields, to the end of the text. */
static int read_fields(const lgame *g, const char *at, int32_t *cells,
                       tes_error *error) {
  for (int i = 0; i < g->fields; i++) {
    const lfield *field = &g->field[i];
    const size_t length = strlen(field->name);
    const bool named = *at == ' ' &&
                       strncmp(at + 1, field->name, length) == 0 &&
                       at[1 + length] == '=';
    if (named) at += length + 2;
    if (!named || !read_cells(&at, cells + field->first, field->count)) {
      return tes_fail(error, TES_EARG,
                      "%s position: expected %s=%s, %d in all, at %.20s",
                      g->game.name, field->name,
                      field->count > 1 ? "numbers (5,5,0*7)" : "a number",
                      field->count, at);
    }
  }
  if (*at == '\0') return TES_OK;
  return tes_fail(error, TES_EARG, "%s position: expected the end at %.20s",
                  g->game.name, at);
}

/* Where the fields begin in a position text: behind the root's part, which
 * has no " name=". */
static const char *find_fields(const lgame *g, const char *text) {
  char pattern[64];
  if (g->fields == 0) return text + strlen(text);
  snprintf(pattern, sizeof pattern, " %s=", g->field[0].name);
  return strstr(text, pattern);
}

static int load_root(const lgame *g, const tes_rules *rules, tes_state *state,
                     const char *text, size_t length, tes_rng *rng,
                     tes_error *error) {
  tes_text part;
  tes_text_init(&part, rules->alloc);
  tes_put_bytes(&part, text, length);
  const int status =
      part.failed
          ? tes_fail(error, TES_ENOMEM, "out of memory")
          : g->root->load(rules, state, tes_text_get(&part), rng, error);
  tes_text_free(&part);
  return status;
}

static int load_seat(const lgame *g, const tes_rules *rules, tes_state *state,
                     const char *text, size_t length, tes_error *error) {
  const int seat = length == 1 ? *text - '0' : 0;
  if (seat < 1 || seat > rules->seats) {
    return tes_fail(error, TES_EARG, "%s position: expected a seat in 1..%d",
                    g->game.name, rules->seats);
  }
  state->seat = (uint8_t)seat;
  return TES_OK;
}

static int game_load(const tes_rules *rules, tes_state *state, const char *text,
                     tes_rng *rng, tes_error *error) {
  const lgame *g = lgame_of(rules);
  tes_work *work = rules_of(rules)->work;
  const char *fields = find_fields(g, text);
  if (fields == NULL) {
    return tes_fail(error, TES_EARG, "%s position: expected %s= behind it",
                    g->game.name, g->field[0].name);
  }
  const size_t length = (size_t)(fields - text);
  int status = g->root != NULL
                   ? load_root(g, rules, state, text, length, rng, error)
                   : load_seat(g, rules, state, text, length, error);
  if (status == TES_OK) {
    status = read_fields(g, fields, lgame_cells(rules, state), error);
  }
  if (status != TES_OK) return status;
  status = look_over(rules, state, work);
  if (status != TES_OK) {
    *error = work->error;
  } else if (state->over) {
    status = tes_fail(error, TES_EARG, "%s position: the game is over (%s)",
                      g->game.name, g->game.endings[state->over - 1]);
  }
  return status;
}

/* ---- open and close ---- */

static void add_cells(tes_rules *rules, const lgame *g) {
  const size_t size = ((size_t)g->cells * 4 + 7) / 8 * 8;
  if (g->root != NULL) {
    if (rules->key_size == 0) {
      rules->key_size = rules->state_size - sizeof(tes_state);
    }
    rules->state_size = (rules->state_size + 7) / 8 * 8;
    rules->tail_size = size;
  }
  rules->state_size += size;
}

static int game_open(tes_rules *rules, tes_error *error) {
  const lgame *g = lgame_of(rules);
  if (g->root != NULL) {
    const int status = g->root->open(rules, error);
    if (status != TES_OK) return status;
  } else {
    rules->seats = g->seats_row >= 0 ? rules->value[g->seats_row][0] : g->seats;
    rules->state_size = sizeof(tes_state);
    if (g->cells == 0) rules->key_size = 0;
  }
  if (g->seat_name[0] != NULL && g->seat_name[rules->seats - 1] != NULL) {
    rules->seat_names = g->seat_name;
  }
  add_cells(rules, g);
  return TES_OK;
}

/* ---- base ---- */

/* base.NAME(s, ...): upvalue 1 the layer whose base it is. The state must be
 * one of rules that this layer is part of. */
typedef struct below {
  const lgame *layer; /* the one below, or NULL for the root */
  const lgame *top;
  lstate *s;
  lrules *r;
} below;

static below check_base(lua_State *L, const char *function, bool change) {
  const lgame *owner = lua_touserdata(L, lua_upvalueindex(1));
  lstate *s = lstate_check(L, 1, function);
  const lgame *top = lgame_of(s->owner->rules), *layer = top;
  while (layer != NULL && layer != owner) layer = layer->parent;
  if (layer == NULL) {
    luaL_error(L, "%s: this is a state of %s, not of %s", function,
               s->owner->rules->game->name, owner->game.name);
  }
  if (change && s->lending != LENT_TO_CHANGE) {
    luaL_error(L,
               "%s: this function of the rules may look at the state and "
               "not change it",
               function);
  }
  return (below){owner->parent, top, s, s->owner};
}

/* The move at 2, one of the layer below. The one that a call is about is
 * known to be legal. */
static tes_move check_legal(lua_State *L, const below *b,
                            const char *function) {
  const tes_move move = check_number(L, 2, function);
  if (move == b->s->known && !(move & OWN_BIT)) return move;
  const int legal =
      legal_in(b->layer, b->top, b->r->rules, b->s->state, move, b->r->work);
  if (legal < 0) lt_check(L, b->r, legal);
  if (legal != 1) {
    luaL_error(L, "%s: %I is not a move of base here", function,
               (LUAI_UACINT)move);
  }
  return move;
}

static int base_start(lua_State *L) {
  const below b = check_base(L, "base.start", true);
  tes_rng *rng = lrng_test(L, 2);
  if (rng == NULL) return lt_expected(L, 2, "base.start", "the generator");
  lt_check(L, b.r,
           start_of(b.layer, b.top, b.r->rules, b.s->state, rng, b.r->work));
  return 0;
}

/* for m in base.moves(s) do */
static int base_moves(lua_State *L) {
  const below b = check_base(L, "base.moves", false);
  if (b.s->state->over) return luaL_error(L, "base.moves: the game is over");
  tes_list *list = &b.r->work->list;
  do {
    list->count = 0;
    lt_check(L, b.r, list_of(b.layer, b.r->rules, b.s->state, list, b.r->work));
  } while (!lstate_push_moves(L, 1));
  if (b.s->lending != OWN) lstate_remember(L, 1);
  return 1;
}

static int base_apply(lua_State *L) {
  const below b = check_base(L, "base.apply", true);
  const tes_move move = check_legal(L, &b, "base.apply");
  lstate_forget(L, 1);
  lt_check(L, b.r,
           apply_of(b.layer, b.top, b.r->rules, b.s->state, move, b.r->work));
  return 0;
}

/* base.pass(s): the turn goes on without a move. */
static int base_pass(lua_State *L) {
  const below b = check_base(L, "base.pass", true);
  if (b.s->state->over) return luaL_error(L, "base.pass: the game is over");
  lstate_forget(L, 1);
  lt_check(L, b.r, pass_of(b.top, b.r->rules, b.s->state, b.r->work));
  return 0;
}

static void push_ints(lua_State *L, const int *values, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* base.result(s): scores and places. */
static int base_result(lua_State *L) {
  const below b = check_base(L, "base.result", false);
  tes_result result = {.seats = b.r->rules->seats};
  lt_check(
      L, b.r,
      result_of(b.layer, b.top, b.r->rules, b.s->state, &result, b.r->work));
  push_ints(L, result.score, result.seats);
  push_ints(L, result.place, result.seats);
  return 2;
}

static int base_print(lua_State *L) {
  const below b = check_base(L, "base.print", false);
  const tes_move move = check_legal(L, &b, "base.print");
  tes_text *text = lt_text(b.r);
  lt_check(
      L, b.r,
      print_of(b.layer, b.top, b.r->rules, b.s->state, move, text, b.r->work));
  lt_push_text(L, text);
  return 1;
}

static int base_draw(lua_State *L) {
  const below b = check_base(L, "base.draw", false);
  tes_drawing *drawing = lboard_check(L, 2);
  if (drawing->cells != NULL) {
    return luaL_error(L, "base.draw: the board has been begun already");
  }
  lua_getfield(L, 2, "seat");
  const int seat = (int)lua_tointeger(L, -1);
  lt_check(L, b.r,
           draw_of(b.layer, b.top, b.r->rules, b.s->state, seat, 0, drawing,
                   b.r->work));
  return 0;
}

static int base_hide(lua_State *L) {
  const below b = check_base(L, "base.hide", true);
  const tes_game *root = b.top->root;
  const lua_Integer seat = lt_integer(L, 2, "base.hide", "a seat");
  tes_rng *rng = lrng_test(L, 3);
  if (rng == NULL) return lt_expected(L, 3, "base.hide", "the generator");
  if (seat < 1 || seat > b.r->rules->seats) {
    return luaL_error(L, "base.hide: expected a seat in 1..%d",
                      b.r->rules->seats);
  }
  if (root->hide != NULL) {
    lt_check(L, b.r,
             root->hide(b.r->rules, b.s->state, (int)seat, rng, b.r->work));
  }
  return 0;
}

/* base.own(n): the number of a move of this variant's own, and back: n, or
 * nil for a move of base. */
static int base_own(lua_State *L) {
  const tes_move number = check_number(L, 1, "base.own");
  if (number & OWN_BIT) {
    return luaL_error(L, "base.own: expected a number below 2^62");
  }
  lua_pushinteger(L, number | OWN_BIT);
  return 1;
}

static int base_number(lua_State *L) {
  const tes_move move = check_number(L, 1, "base.number");
  if (!(move & OWN_BIT)) return 0;
  lua_pushinteger(L, move & ~OWN_BIT);
  return 1;
}

static const luaL_Reg base_functions[] = {
    {"start", base_start},
    {"moves", base_moves},
    {"apply", base_apply},
    {"pass", base_pass},
    {"result", base_result},
    {"print", base_print},
    {"draw", base_draw},
    {"hide", base_hide},
    {"own", base_own},
    {"number", base_number},
    {NULL, NULL},
};

/* ---- making a game ---- */

/* make(definition, below): stack 1 the definition, 2 the game below (its name
 * if it is in C, or nil), 3 the new game. What stands in the definition was
 * looked at by the library (scripts/tesela/derive.lua). */
enum { DEFINITION = 1, BELOW = 2, GAME = 3 };

/* A text, which the definition keeps. */
static const char *text_member(lua_State *L, int table, const char *name) {
  lua_getfield(L, table, name);
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 1);
  return text;
}

static int whole_member(lua_State *L, int table, const char *name, int absent) {
  int given;
  lua_getfield(L, table, name);
  const lua_Integer value = lua_tointegerx(L, -1, &given);
  lua_pop(L, 1);
  return given ? (int)value : absent;
}

/* Calls `read` for each table in the list `name`. */
static void each_member(lua_State *L, lgame *g, const char *name,
                        void (*read)(lua_State *L, lgame *g, int table)) {
  if (lua_getfield(L, DEFINITION, name) == LUA_TTABLE) {
    const lua_Integer count = luaL_len(L, -1);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_geti(L, GAME + 1, i);
      read(L, g, GAME + 2);
      lua_settop(L, GAME + 1);
    }
  }
  lua_settop(L, GAME);
}

static void read_names(lua_State *L, const char *member, const char **names,
                       int most) {
  if (lua_getfield(L, DEFINITION, member) == LUA_TTABLE) {
    for (int i = 0; i < most; i++) {
      lua_geti(L, GAME + 1, i + 1);
      names[i] = lua_tostring(L, -1);
      lua_pop(L, 1);
      if (names[i] == NULL) break;
    }
  }
  lua_settop(L, GAME);
}

static void read_default(lua_State *L, tes_option *option, int table) {
  if (lua_getfield(L, table, "default") == LUA_TTABLE) {
    for (int i = 0; i < option->count; i++) {
      lua_geti(L, -1, i + 1);
      option->def[i] = (int)lua_tointeger(L, -1);
      lua_pop(L, 1);
    }
  } else if (!lua_isnil(L, -1)) {
    option->def[0] = (int)lua_tointeger(L, -1);
  }
  lua_pop(L, 1);
}

/* An option of this layer, or what it changes in one from below. */
static void read_option(lua_State *L, lgame *g, int table) {
  const char *name = text_member(L, table, "name");
  const char *doc = text_member(L, table, "doc");
  const char *words = text_member(L, table, "words");
  int row = tes_option_find(&g->game, name);
  if (row < 0) row = (int)tes_option_count(&g->game);
  if (row == TES_OPTIONS_MAX) {
    luaL_error(L, "%s: expected at most %d options", g->game.name, row);
  }
  tes_option *option = &g->option[row];
  option->name = name;
  if (doc != NULL) option->doc = doc;
  if (words != NULL) {
    option->type = TES_WORD;
    option->words = words;
  }
  option->min = whole_member(L, table, "min", option->min);
  option->max = whole_member(L, table, "max", option->max);
  read_default(L, option, table);
}

static void add_field(lua_State *L, lgame *g, const char *name, int count) {
  if (g->fields == FIELDS_MAX || count < 1 || count > CELLS_MAX - g->cells) {
    luaL_error(L, "%s: expected at most %d fields with %d cells in all",
               g->game.name, FIELDS_MAX, CELLS_MAX);
  }
  g->field[g->fields++] = (lfield){name, g->cells, count};
  g->cells += count;
}

static void read_field(lua_State *L, lgame *g, int table) {
  add_field(L, g, text_member(L, table, "name"),
            whole_member(L, table, "count", 1));
}

static void read_hooks(lua_State *L, lgame *g) {
  lua_getfield(L, DEFINITION, "hooks");
  for (int h = 0; h < HOOKS; h++) {
    if (lua_getfield(L, -1, hook_names[h]) == LUA_TFUNCTION) g->owner[h] = g;
    lua_pop(L, 1);
  }
  lua_settop(L, GAME);
}

static void read_texts(lua_State *L, lgame *g) {
  tes_game *game = &g->game;
  const struct {
    const char *name, **text;
  } texts[] = {{"name", &game->name},       {"title", &game->title},
               {"summary", &game->summary}, {"notation", &game->notation},
               {"source", &game->source},   {"data", &game->data}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *text = text_member(L, DEFINITION, texts[i].name);
    if (text != NULL) *texts[i].text = text;
  }
}

static void inherit_root(lgame *g, const tes_game *root) {
  g->root = root;
  g->game = *root;
  for (size_t i = 0; i < tes_option_count(root); i++) {
    g->option[i] = root->options[i];
  }
  for (int i = 0; root->endings[i] != NULL && i < ENDINGS_MAX; i++) {
    g->ending[i] = root->endings[i];
  }
}

/* What the game below has. */
static void inherit(lua_State *L, lgame *g) {
  const lgame *parent = luaL_testudata(L, BELOW, GAME_TYPE);
  g->seats_row = -1;
  if (parent != NULL) {
    *g = *parent;
    g->parent = parent;
  } else if (!lua_isnil(L, BELOW)) {
    const tes_game *root = tes_game_find(lua_tostring(L, BELOW));
    if (root == NULL) luaL_error(L, "there is no game below");
    inherit_root(g, root);
  }
  g->game.options = g->option;
  g->game.endings = g->ending;
}

/* Moves of its own can leave a seat without any: the pass that stands in for
 * them is counted in a cell, the first of its layer. */
static void add_stuck(lua_State *L, lgame *g) {
  if (g->root == NULL || g->stuck != 0 || g->owner[MOVES] == NULL) return;
  int i = 0;
  while (g->ending[i] != NULL) i++;
  if (i == ENDINGS_MAX) luaL_error(L, "%s: too many endings", g->game.name);
  g->ending[i] = "stuck";
  g->stuck = i + 1;
  g->passes = g->cells;
  add_field(L, g, "passes", 1);
}

static void read_endings(lua_State *L, lgame *g) {
  int i = 0;
  while (g->ending[i] != NULL) i++;
  read_names(L, "endings", g->ending + i, ENDINGS_MAX - i);
}

static void read_seats(lua_State *L, lgame *g) {
  const char *option = text_member(L, DEFINITION, "seats_option");
  g->seats = whole_member(L, DEFINITION, "seats", g->seats);
  if (option != NULL) g->seats_row = tes_option_find(&g->game, option);
  read_names(L, "seat_names", g->seat_name, TES_SEATS_MAX);
}

/* The root's functions stay where no layer has its own. */
static void fill_moves(lgame *g) {
  tes_game *game = &g->game;
  const bool own = g->owner[MOVES] != NULL;
  if (own) {
    game->moves = game_moves;
    game->print = game_print;
    game->legal = NULL;
    game->count = NULL;
    game->draw = game_draw;
    if (game->tell != NULL) game->tell = game_tell;
    if (game->parts != NULL) game->parts = game_parts;
    if (game->parse != NULL) game->why = game_why;
  }
  if (g->owner[PRINT] != NULL) {
    game->print = game_print;
    game->parse = NULL;
    game->why = NULL;
  }
  if (own || g->owner[APPLY] != NULL || g->owner[OVER] != NULL) {
    game->apply = game_apply;
    game->playout = NULL;
  }
}

static void fill_vtable(lgame *g) {
  tes_game *game = &g->game;
  const bool whole = g->root == NULL, over = g->owner[OVER] != NULL;
  game->open = game_open;
  fill_moves(g);
  if (whole || over || g->owner[START] != NULL) game->start = game_start;
  if (g->owner[START] != NULL) game->deal = NULL;
  if (over && game->deal != NULL) game->deal = game_deal;
  if (g->owner[RESULT] != NULL) game->result = game_result;
  if (g->owner[HIDE] != NULL) game->hide = game_hide;
  if (g->owner[DRAW] != NULL) game->draw = game_draw;
  if (whole && g->owner[DRAW] == NULL) game->draw = game_draw_fields;
  if (whole || g->cells > 0 || over) {
    game->save = game_save;
    game->load = game_load;
  }
  if (game->deal == NULL) game->dealt = NULL;
}

static void push_base(lua_State *L) {
  lua_newtable(L);
  for (const luaL_Reg *f = base_functions; f->name != NULL; f++) {
    lua_pushvalue(L, GAME);
    lua_pushcclosure(L, f->func, 1);
    lua_setfield(L, -2, f->name);
  }
}

static int make(lua_State *L) {
  lua_settop(L, 2);
  lgame *g = lua_newuserdatauv(L, sizeof *g, 3);
  memset(g, 0, sizeof *g);
  luaL_setmetatable(L, GAME_TYPE);
  for (int i = DEFINITION; i <= BELOW; i++) {
    lua_pushvalue(L, i);
    lua_setiuservalue(L, GAME, i);
  }
  inherit(L, g);
  read_texts(L, g);
  each_member(L, g, "options", read_option);
  read_seats(L, g);
  read_endings(L, g);
  read_hooks(L, g);
  add_stuck(L, g);
  each_member(L, g, "fields", read_field);
  fill_vtable(g);
  push_base(L);
  lua_setiuservalue(L, GAME, 3);
  know(L, g);
  return 1;
}

/* ---- finding a game ---- */

const tes_game *lgame_check(lua_State *L, int index, const char *function) {
  const lgame *g = luaL_testudata(L, index, GAME_TYPE);
  if (g != NULL) {
    lua_pushvalue(L, index);
    return &g->game;
  }
  const char *name = lt_string(L, index, function, "the name of a game");
  const tes_game *game = tes_game_find(name);
  if (game != NULL) {
    lua_pushnil(L);
    return game;
  }
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.games");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "find");
  lua_remove(L, -2);
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  g = luaL_testudata(L, -1, GAME_TYPE);
  if (g == NULL) luaL_error(L, "%s: %s is not a game", function, name);
  return &g->game;
}

/* ---- what Lua sees of a game ---- */

static int game_tostring(lua_State *L) {
  const lgame *g = luaL_checkudata(L, 1, GAME_TYPE);
  lua_pushfstring(L, "game: %s", g->game.name);
  return 1;
}

/* g.name and g.source */
static int game_index(lua_State *L) {
  const lgame *g = luaL_checkudata(L, 1, GAME_TYPE);
  const char *key = lua_tostring(L, 2);
  if (key == NULL) return 0;
  if (strcmp(key, "name") == 0) {
    lua_pushstring(L, g->game.name);
  } else if (strcmp(key, "source") == 0) {
    lua_pushstring(L, g->game.source);
  } else {
    return 0;
  }
  return 1;
}

static const luaL_Reg metamethods[] = {
    {"__tostring", game_tostring}, {"__index", game_index}, {NULL, NULL}};

static const char *const field_names[] = {"name", "source", NULL};

void lgame_register(lua_State *L) {
  luaL_newmetatable(L, GAME_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  lt_set_names(L, "__fields", field_names);
  lua_pop(L, 1);
  lua_createtable(L, 0, 8); /* the known: weak values */
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, known);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushcfunction(L, make);
  lua_setfield(L, -2, "tesela.make");
  lua_pop(L, 1);
}
