/* lswap.c: see lswap.h. */
#include "lswap.h"

#include <string.h>

#include "runtime/call.h"

enum { ROOM = 1 << 13 }; /* for the states of a game in C */

static const tes_game *plain_of(const tes_rules *rules) {
  return lgame_of(rules)->plain;
}

static int32_t *turn_of(const tes_rules *rules, tes_state *state) {
  return lgame_cells(rules, state) + lgame_of(rules)->swap;
}

static int32_t see_turn(const tes_rules *rules, const tes_state *state) {
  return lgame_see_cells(rules, state)[lgame_of(rules)->swap];
}

/* ---- sides and seats ---- */

static void flip(const tes_rules *rules, tes_state *state) {
  state->seat = (uint8_t)lgame_side(rules, state, state->seat);
}

void lswap_read(const tes_rules *rules, tes_state *state) {
  if (plain_of(rules) != NULL) flip(rules, state);
}

/* The state as the game in C sees it. A copy is one in which nobody has changed
 * sides, so that the game may call the rules with it. */
static const tes_state *by_side(const tes_rules *rules, const tes_state *state,
                                tes_work *work) {
  if (see_turn(rules, state) != SIDES_CHANGED) return state;
  tes_state *copy = lgame_kept(rules, work, BY_SIDE);
  tes_copy(rules, copy, state);
  flip(rules, copy);
  *turn_of(rules, copy) = SIDES_KEPT;
  return copy;
}

/* The same without a work, for functions that call nobody: the game's own bytes
 * alone. */
typedef struct room {
  _Alignas(8) unsigned char bytes[ROOM];
} room;

static const tes_state *in_room(const tes_rules *rules, const tes_state *state,
                                room *r) {
  if (see_turn(rules, state) != SIDES_CHANGED) return state;
  tes_state *copy = (tes_state *)(void *)r->bytes;
  const char *end = (const char *)lgame_see_cells(rules, state);
  memcpy(copy, state, (size_t)(end - (const char *)state));
  copy->seat = (uint8_t)(3 - copy->seat);
  return copy;
}

/* ---- opening ---- */

static int pie_open(tes_rules *rules, tes_error *error) {
  const tes_game *plain = plain_of(rules);
  const int status = call_open(plain, rules, error);
  if (status != TES_OK) return status;
  if (rules->seats == 2 && rules->state_size <= ROOM) return TES_OK;
  call_close(plain, rules);
  return tes_fail(error, TES_EARG,
                  "%s: swap: expected two seats, got %d: set the option that "
                  "says how many, as in options = { players = 2 }",
                  rules->name, rules->seats);
}

/* ---- moves ---- */

static bool may_swap(const tes_rules *rules, const tes_state *state) {
  return see_turn(rules, state) == SIDES_OPEN;
}

static int pie_moves(const tes_rules *rules, const tes_state *state,
                     tes_list *list, tes_work *work) {
  const int status = call_moves(plain_of(rules), rules,
                                by_side(rules, state, work), list, work);
  if (status != TES_OK || !may_swap(rules, state)) return status;
  if (tes_list_reserve(list, 1) != TES_OK) return TES_ENOMEM;
  list->moves[list->count++] = SWAP_MOVE;
  return TES_OK;
}

static bool pie_legal(const tes_rules *rules, const tes_state *state,
                      tes_move move, tes_work *work) {
  if (move == SWAP_MOVE) return may_swap(rules, state);
  return call_legal(plain_of(rules), rules, by_side(rules, state, work), move,
                    work);
}

static int64_t pie_count(const tes_rules *rules, const tes_state *state,
                         tes_work *work) {
  const int64_t count =
      call_count(plain_of(rules), rules, by_side(rules, state, work), work);
  return count < 0 ? count : count + may_swap(rules, state);
}

/* The choice comes once, to the one who answers the first move. */
static void count_choice(const tes_rules *rules, tes_state *state, int mover) {
  int32_t *turn = turn_of(rules, state);
  if (*turn == SIDES_OPEN) *turn = SIDES_KEPT;
  if (*turn != SIDES_FIRST) return;
  *turn = state->over || state->seat == mover ? SIDES_KEPT : SIDES_OPEN;
}

static int pie_apply(const tes_rules *rules, tes_state *state, tes_move move,
                     tes_work *work) {
  const int mover = state->seat;
  if (move == SWAP_MOVE) {
    *turn_of(rules, state) = SIDES_CHANGED;
    flip(rules, state);
    return TES_OK;
  }
  flip(rules, state);
  const int status = call_apply(plain_of(rules), rules, state, move, work);
  flip(rules, state);
  if (status == TES_OK) count_choice(rules, state, mover);
  return status;
}

static int pie_resume(const tes_rules *rules, tes_state *state,
                      tes_work *work) {
  flip(rules, state);
  const int status = call_resume(plain_of(rules), rules, state, work);
  flip(rules, state);
  return status;
}

/* Plays listed moves until the choice is made; how many, or a status. */
static int64_t play_opening(const tes_rules *rules, tes_state *state,
                            tes_rng *rng, tes_work *work) {
  const uint32_t start = state->ply;
  while (!state->over && see_turn(rules, state) < SIDES_KEPT) {
    const int status = tes_random_move(rules, state, rng, work);
    if (status != TES_OK) return status;
  }
  return state->ply - start;
}

typedef int64_t player(const tes_game *game, const tes_rules *rules,
                       tes_state *state, tes_rng *rng, tes_work *work);

static int64_t play_on(const tes_rules *rules, tes_state *state, tes_rng *rng,
                       tes_work *work, player *play) {
  const int64_t opening = play_opening(rules, state, rng, work);
  if (opening < 0 || state->over) return opening;
  flip(rules, state);
  const int64_t plies = play(plain_of(rules), rules, state, rng, work);
  flip(rules, state);
  return plies < 0 ? plies : opening + plies;
}

static int64_t pie_playout(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  return play_on(rules, state, rng, work, call_playout);
}

/* ---- what is told ---- */

static void swap_pair(int *by_seat) {
  const int first = by_seat[0];
  by_seat[0] = by_seat[1];
  by_seat[1] = first;
}

static int pie_result(const tes_rules *rules, const tes_state *state,
                      tes_result *result, tes_work *work) {
  const int status = call_result(plain_of(rules), rules,
                                 by_side(rules, state, work), result, work);
  if (see_turn(rules, state) != SIDES_CHANGED) return status;
  swap_pair(result->score);
  swap_pair(result->place);
  return status;
}

static int pie_print(const tes_rules *rules, const tes_state *state,
                     tes_move move, int seat, tes_text *text, tes_work *work) {
  if (move != SWAP_MOVE) {
    return call_print(plain_of(rules), rules, by_side(rules, state, work), move,
                      seat, text, work);
  }
  tes_put(text, "swap");
  return TES_OK;
}

static tes_move pie_parse(const tes_rules *rules, const tes_state *state,
                          const char *text, tes_work *work) {
  if (strcmp(text, "swap") == 0) return SWAP_MOVE;
  return call_parse(plain_of(rules), rules, by_side(rules, state, work), text,
                    work);
}

static void pie_why(const tes_rules *rules, const tes_state *state,
                    tes_move move, const char *text, tes_work *work) {
  if (move != SWAP_MOVE) {
    call_why(plain_of(rules), rules, by_side(rules, state, work), move, text,
             work);
  } else {
    tes_fail(&work->error, TES_EILLEGAL,
             "swap: it is an answer to the first move, and to no other");
  }
}

static int pie_part(const tes_rules *rules, const tes_state *state,
                    tes_move move, int row, tes_text *text, tes_work *work) {
  const tes_game *plain = plain_of(rules);
  if (move != SWAP_MOVE) {
    return call_part(plain, rules, by_side(rules, state, work), move, row, text,
                     work);
  }
  if (strcmp(plain->made_of[row].name, "kind") == 0) tes_put_word(text, "swap");
  return TES_OK;
}

static int pie_draw(const tes_rules *rules, const tes_state *state, int seat,
                    tes_move hint, tes_drawing *drawing, tes_work *work) {
  const bool changed = see_turn(rules, state) == SIDES_CHANGED;
  const int side = seat != 0 ? lgame_side(rules, state, seat) : 0;
  if (changed) swap_pair(drawing->score);
  const int status =
      call_draw(plain_of(rules), rules, by_side(rules, state, work), side,
                hint == SWAP_MOVE ? 0 : hint, drawing, work);
  if (status == TES_OK && changed) {
    tes_put(&drawing->notes, "   sides swapped\n");
    tes_element_write(tes_drawing_beside(drawing, 1, TES_LINE, TES_PLAIN),
                      "sides swapped");
  }
  return status;
}

/* ---- queries: seats in what is asked, and in the answer ---- */

static const char *other_seat(const tes_query *query, const char *argument) {
  const bool takes =
      strcmp(query->takes, "seat") == 0 || strcmp(query->takes, "colour") == 0;
  if (!takes || argument == NULL) return argument;
  if (strcmp(argument, "1") == 0) return "2";
  return strcmp(argument, "2") == 0 ? "1" : argument;
}

/* "first/second" the other way round. */
static void put_turned(const char *lists, tes_text *text) {
  const char *second = strchr(lists, '/');
  if (second == NULL) {
    tes_put(text, "%s", lists);
    return;
  }
  tes_put(text, "%s/", second + 1);
  tes_put_bytes(text, lists, (size_t)(second - lists));
}

static int pie_get(const tes_rules *rules, const tes_state *state, int seat,
                   int query, const char *argument, int64_t *integer,
                   tes_text *text, tes_work *work) {
  const tes_game *plain = plain_of(rules);
  const tes_query *q = &plain->queries[query];
  if (see_turn(rules, state) != SIDES_CHANGED) {
    return call_get(plain, rules, state, seat, query, argument, integer, text,
                    work);
  }
  tes_text lists;
  tes_text_init(&lists, rules->alloc);
  const bool turned = q->gives == TES_LISTS;
  const int status = call_get(
      plain, rules, by_side(rules, state, work), seat != 0 ? 3 - seat : 0,
      query, other_seat(q, argument), integer, turned ? &lists : text, work);
  if (status == TES_OK && turned) put_turned(tes_text_get(&lists), text);
  if (lists.failed) text->failed = true;
  tes_text_free(&lists);
  return status;
}

static void pie_save(const tes_rules *rules, const tes_state *state, int seat,
                     tes_text *text) {
  room r;
  const int side = seat != 0 ? lgame_side(rules, state, seat) : 0;
  call_save(plain_of(rules), rules, in_room(rules, state, &r), side, text);
}

/* ---- for searches ---- */

static int64_t pie_rollout(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  return play_on(rules, state, rng, work, call_rollout);
}

/* Of the swap, which is listed last, nothing is known: it weighs what the
 * others do on average. */
static int pie_policy(const tes_rules *rules, const tes_state *state,
                      const tes_list *moves, double *weight, tes_work *work) {
  tes_list others = *moves;
  double sum = 0;
  if (others.count > 0 && others.moves[others.count - 1] == SWAP_MOVE) {
    others.count--;
  }
  const int status =
      call_policy(plain_of(rules), rules, by_side(rules, state, work), &others,
                  weight, work);
  for (size_t i = 0; i < others.count; i++) sum += weight[i];
  if (others.count < moves->count) {
    weight[others.count] = others.count > 0 ? sum / (double)others.count : 1;
  }
  return status;
}

/* Seats have each other's leads where they have each other's sides, and the
 * one that may swap has the better one. */
static int pie_estimate(const tes_rules *rules, const tes_state *state,
                        int *lead, tes_work *work) {
  const int trust = call_estimate(plain_of(rules), rules,
                                  by_side(rules, state, work), lead, work);
  if (trust < 0) return trust;
  const int me = state->seat - 1, mine = lead[me];
  if (see_turn(rules, state) == SIDES_CHANGED ||
      (may_swap(rules, state) && mine < lead[1 - me])) {
    lead[me] = lead[1 - me];
    lead[1 - me] = mine;
  }
  return trust;
}

static int pie_forcing(const tes_rules *rules, const tes_state *state, int seat,
                       tes_list *list, tes_work *work) {
  return call_forcing(plain_of(rules), rules, by_side(rules, state, work),
                      lgame_side(rules, state, seat), list, work);
}

static int pie_horizon(const tes_rules *rules, const tes_state *state) {
  room r;
  return call_horizon(plain_of(rules), rules, in_room(rules, state, &r));
}

/* ---- the game ---- */

#define SET(table, function, name) \
  if ((table)->function != NULL) (table)->function = name

static void set_insight(lgame *g) {
  tes_insight *i = &g->pie_insight;
  if (g->pie.insight == NULL) return;
  *i = *g->pie.insight;
  g->pie.insight = i;
  SET(i, rollout, pie_rollout);
  SET(i, policy, pie_policy);
  SET(i, estimate, pie_estimate);
  SET(i, forcing, pie_forcing);
  SET(i, horizon, pie_horizon);
}

/* What is read or dealt by a start is still as it is in C. */
static void set_functions(tes_game *pie) {
  pie->open = pie_open;
  pie->moves = pie_moves;
  pie->apply = pie_apply;
  pie->result = pie_result;
  pie->print = pie_print;
  pie->draw = pie_draw;
  SET(pie, parse, pie_parse);
  SET(pie, legal, pie_legal);
  SET(pie, why, pie_why);
  SET(pie, count, pie_count);
  SET(pie, playout, pie_playout);
  SET(pie, get, pie_get);
  SET(pie, part, pie_part);
  SET(pie, save, pie_save);
}

static void set_variants(lgame *g) {
  if (!call_can_resume(&g->pie)) return;
  g->pie_variants = *g->pie.variants;
  g->pie_variants.resume = pie_resume;
  g->pie.variants = &g->pie_variants;
}

void lswap_add(lgame *g, int cell) {
  const tes_game before = g->game;
  TES_ALWAYS(g->root != NULL && g->plain == NULL && g->root->hide == NULL);
  g->plain = g->root;
  g->swap = cell;
  g->pie = *g->plain;
  set_functions(&g->pie);
  set_insight(g);
  set_variants(g);
  g->root = &g->pie;
  g->game = g->pie;
  g->game.name = before.name;
  g->game.title = before.title;
  g->game.summary = before.summary;
  g->game.notation = before.notation;
  g->game.options = before.options;
  g->game.endings = before.endings;
  g->game.source = before.source;
  g->game.data = before.data;
}
