/* lswap.c: see lswap.h. */
#include "lswap.h"

#include <string.h>

#include "runtime/call.h"
#include "values/lrules.h"

static const tes_game *inner_of(const tes_rules *rules) {
  return &lgame_of(rules)->inner;
}

static int32_t *turn_of(const tes_rules *rules, tes_state *state) {
  return lgame_cells(rules, state) + lgame_of(rules)->swap;
}

static int32_t see_turn(const tes_rules *rules, const tes_state *state) {
  return lgame_see_cells(rules, state)[lgame_of(rules)->swap];
}

/* ---- sides and seats ---- */

static void flip(tes_state *state) {
  state->seat = (uint8_t)(3 - state->seat);
}

bool lswap_enter(const tes_rules *rules, tes_state *state) {
  if (lgame_of(rules)->swap < 0) return false;
  int32_t *turn = turn_of(rules, state);
  if (*turn != SIDES_CHANGED) return false;
  *turn = SIDES_KEPT;
  return true;
}

void lswap_leave(const tes_rules *rules, tes_state *state, bool changed) {
  if (!changed || see_turn(rules, state) != SIDES_KEPT) return; /* restarted */
  *turn_of(rules, state) = SIDES_CHANGED;
  flip(state);
}

/* Turns a state of players into one of sides, for the inner game to change. */
static bool enter(const tes_rules *rules, tes_state *state) {
  const bool changed = lswap_enter(rules, state);
  if (changed) flip(state);
  return changed;
}

/* The state as the inner game sees it, in the memory of `work`. */
static const tes_state *by_side(const tes_rules *rules, const tes_state *state,
                                const tes_work *work) {
  if (see_turn(rules, state) != SIDES_CHANGED) return state;
  tes_state *copy = lgame_kept(rules, work, BY_SIDE);
  tes_copy(rules, copy, state);
  enter(rules, copy);
  return copy;
}

/* ---- moves ---- */

static bool may_swap(const tes_rules *rules, const tes_state *state) {
  return see_turn(rules, state) == SIDES_OPEN;
}

static int pie_moves(const tes_rules *rules, const tes_state *state,
                     tes_list *list, tes_work *work) {
  const int status = call_moves(inner_of(rules), rules,
                                by_side(rules, state, work), list, work);
  if (status != TES_OK || !may_swap(rules, state)) return status;
  if (tes_list_reserve(list, 1) != TES_OK) return TES_ENOMEM;
  list->moves[list->count++] = SWAP_MOVE;
  return TES_OK;
}

static bool pie_legal(const tes_rules *rules, const tes_state *state,
                      tes_move move, tes_work *work) {
  if (move == SWAP_MOVE) return may_swap(rules, state);
  return call_legal(inner_of(rules), rules, by_side(rules, state, work), move,
                    work);
}

static int64_t pie_count(const tes_rules *rules, const tes_state *state,
                         tes_work *work) {
  const int64_t count =
      call_count(inner_of(rules), rules, by_side(rules, state, work), work);
  return count < 0 ? count : count + may_swap(rules, state);
}

/* Only the player who answers the first move has the choice, once. */
static void count_choice(const tes_rules *rules, tes_state *state, int mover) {
  int32_t *turn = turn_of(rules, state);
  const bool passed = !state->over && state->seat != mover;
  *turn = *turn == SIDES_FIRST && passed ? SIDES_OPEN : SIDES_KEPT;
}

static int pie_apply(const tes_rules *rules, tes_state *state, tes_move move,
                     tes_work *work) {
  const int mover = state->seat;
  const int32_t before = see_turn(rules, state);
  if (move == SWAP_MOVE) {
    *turn_of(rules, state) = SIDES_CHANGED;
    flip(state);
    return TES_OK;
  }
  const bool changed = enter(rules, state);
  const int status = call_apply(inner_of(rules), rules, state, move, work);
  lswap_leave(rules, state, changed);
  const bool counts = before == SIDES_FIRST || see_turn(rules, state) == before;
  if (status == TES_OK && before < SIDES_KEPT && counts) {
    count_choice(rules, state, mover);
  }
  return status;
}

/* Plays listed moves until the choice is made; returns their number, or a
 * status. */
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
  const bool changed = enter(rules, state);
  const int64_t plies = play(inner_of(rules), rules, state, rng, work);
  lswap_leave(rules, state, changed);
  return plies < 0 ? plies : opening + plies;
}

static int64_t pie_playout(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  return play_on(rules, state, rng, work, call_playout);
}

/* ---- text ---- */

static void swap_pair(int *by_seat) {
  const int first = by_seat[0];
  by_seat[0] = by_seat[1];
  by_seat[1] = first;
}

static int pie_result(const tes_rules *rules, const tes_state *state,
                      tes_result *result, tes_work *work) {
  const int status = call_result(inner_of(rules), rules,
                                 by_side(rules, state, work), result, work);
  if (see_turn(rules, state) != SIDES_CHANGED) return status;
  swap_pair(result->score);
  swap_pair(result->place);
  return status;
}

static int pie_print(const tes_rules *rules, const tes_state *state,
                     tes_move move, int seat, tes_text *text, tes_work *work) {
  const int side = seat != 0 ? lgame_side(rules, state, seat) : 0;
  if (move != SWAP_MOVE) {
    return call_print(inner_of(rules), rules, by_side(rules, state, work), move,
                      side, text, work);
  }
  tes_put(text, "swap");
  return TES_OK;
}

static tes_move pie_parse(const tes_rules *rules, const tes_state *state,
                          const char *text, tes_work *work) {
  if (strcmp(text, "swap") == 0) return SWAP_MOVE;
  return call_parse(inner_of(rules), rules, by_side(rules, state, work), text,
                    work);
}

static void pie_why(const tes_rules *rules, const tes_state *state,
                    tes_move move, const char *text, tes_work *work) {
  if (move != SWAP_MOVE) {
    call_why(inner_of(rules), rules, by_side(rules, state, work), move, text,
             work);
  } else {
    tes_fail(&work->error, TES_EILLEGAL,
             "swap: possible only as the answer to the first move");
  }
}

static int pie_part(const tes_rules *rules, const tes_state *state,
                    tes_move move, int row, tes_text *text, tes_work *work) {
  const tes_game *inner = inner_of(rules);
  if (move != SWAP_MOVE) {
    return call_part(inner, rules, by_side(rules, state, work), move, row, text,
                     work);
  }
  if (strcmp(inner->made_of[row].name, "kind") == 0) tes_put_word(text, "swap");
  return TES_OK;
}

static int pie_draw(const tes_rules *rules, const tes_state *state, int seat,
                    tes_move hint, tes_drawing *drawing, tes_work *work) {
  const bool changed = see_turn(rules, state) == SIDES_CHANGED;
  const int side = seat != 0 ? lgame_side(rules, state, seat) : 0;
  if (changed) swap_pair(drawing->score);
  const int status =
      call_draw(inner_of(rules), rules, by_side(rules, state, work), side,
                hint == SWAP_MOVE ? 0 : hint, drawing, work);
  if (status == TES_OK && changed) {
    tes_put(&drawing->notes, "   sides swapped\n");
    tes_element_write(tes_drawing_beside(drawing, 1, TES_LINE, TES_PLAIN),
                      "sides swapped");
  }
  return status;
}

/* ---- queries: seats in arguments and in answers ---- */

static const char *other_seat(const tes_query *query, const char *argument) {
  const bool takes =
      strcmp(query->takes, "seat") == 0 || strcmp(query->takes, "colour") == 0;
  if (!takes || argument == NULL) return argument;
  if (strcmp(argument, "1") == 0) return "2";
  return strcmp(argument, "2") == 0 ? "1" : argument;
}

/* Writes "second/first" for "first/second". */
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
  const tes_game *inner = inner_of(rules);
  const tes_query *q = &inner->queries[query];
  if (see_turn(rules, state) != SIDES_CHANGED) {
    return call_get(inner, rules, state, seat, query, argument, integer, text,
                    work);
  }
  tes_text lists;
  tes_text_init(&lists, rules->alloc);
  const bool turned = q->gives == TES_LISTS;
  const int status = call_get(
      inner, rules, by_side(rules, state, work), seat != 0 ? 3 - seat : 0,
      query, other_seat(q, argument), integer, turned ? &lists : text, work);
  if (status == TES_OK && turned) put_turned(tes_text_get(&lists), text);
  if (lists.failed) text->failed = true;
  tes_text_free(&lists);
  return status;
}

/* The copy keeps the cell of the choice, which is part of the text. */
static void pie_save(const tes_rules *rules, const tes_state *state, int seat,
                     tes_text *text) {
  const int side = seat != 0 ? lgame_side(rules, state, seat) : 0;
  const bool changed = see_turn(rules, state) == SIDES_CHANGED;
  tes_state *copy = lgame_kept(rules, lrules_of(rules)->work, BY_SIDE);
  tes_copy(rules, copy, state);
  if (changed) flip(copy);
  call_save(inner_of(rules), rules, copy, side, text);
}

/* ---- for searches ---- */

static int64_t pie_rollout(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  return play_on(rules, state, rng, work, call_rollout);
}

/* While the swap is possible, `pick` is replaced by a uniform choice that
 * includes it. */
static int pie_pick(const tes_rules *rules, const tes_state *state,
                    tes_rng *rng, tes_move *move, tes_work *work) {
  if (may_swap(rules, state)) {
    return tes_pick_move(rules, state, rng, move, work);
  }
  return call_pick(inner_of(rules), rules, by_side(rules, state, work), rng,
                   move, work);
}

/* The swap, which is listed last, gets the average weight of the other
 * moves. */
static int pie_policy(const tes_rules *rules, const tes_state *state,
                      const tes_list *moves, double *weight, tes_work *work) {
  tes_list others = *moves;
  double sum = 0;
  if (others.count > 0 && others.moves[others.count - 1] == SWAP_MOVE) {
    others.count--;
  }
  const int status =
      call_policy(inner_of(rules), rules, by_side(rules, state, work), &others,
                  weight, work);
  for (size_t i = 0; i < others.count; i++) sum += weight[i];
  if (others.count < moves->count) {
    weight[others.count] = others.count > 0 ? sum / (double)others.count : 1;
  }
  return status;
}

/* After a swap, the seats' leads are exchanged; a seat that may swap has the
 * better of the two. */
static int pie_estimate(const tes_rules *rules, const tes_state *state,
                        int *lead, tes_work *work) {
  const int trust = call_estimate(inner_of(rules), rules,
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
  return call_forcing(inner_of(rules), rules, by_side(rules, state, work),
                      lgame_side(rules, state, seat), list, work);
}

/* ---- the game ---- */

#define SET(table, function, name) \
  if ((table)->function != NULL) (table)->function = name

static void set_insight(lgame *g) {
  tes_insight *i = &g->turned;
  if (g->game.insight == NULL) return;
  *i = *g->game.insight;
  g->game.insight = i;
  SET(i, rollout, pie_rollout);
  SET(i, pick, pie_pick);
  SET(i, policy, pie_policy);
  SET(i, estimate, pie_estimate);
  SET(i, forcing, pie_forcing);
}

/* `load` and `deal` are not wrapped: lpositiontext.c converts loaded states,
 * and a dealt game is still before the choice. */
void lswap_fill(lgame *g) {
  tes_game *game = &g->game;
  g->inner = *game;
  game->moves = pie_moves;
  game->apply = pie_apply;
  game->result = pie_result;
  game->print = pie_print;
  game->draw = pie_draw;
  SET(game, parse, pie_parse);
  SET(game, legal, pie_legal);
  SET(game, why, pie_why);
  SET(game, count, pie_count);
  SET(game, playout, pie_playout);
  SET(game, get, pie_get);
  SET(game, part, pie_part);
  SET(game, save, pie_save);
  set_insight(g);
}
