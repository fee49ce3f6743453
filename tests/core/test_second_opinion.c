/* test_second_opinion.c: Mixtour against the plain implementation.
 *
 * A pair plays one game twice, in core and plain, and after every ply the two
 * have to agree on everything that can be asked. What is rare in random games
 * (passes, tall stacks, empty reserves, repetitions) is steered towards: by
 * the choice of moves, and by positions that are made up. Steering asks core
 * because it is fast; nothing is concluded from it. The test counts what it
 * saw and fails when a rarity was seen too rarely.
 *
 * Recorded games are replayed move by move with both.
 *
 *     test_second_opinion --perft FILE
 *
 * writes the lines of FILE with the counts of the plain implementation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "at_table.h"
#include "games_file.h"
#include "perft_file.h"
#include "plain_mixtour.h"
#include "share.h"

typedef char move_text[PLAIN_TEXT];

/* ---- pairs ---- */

typedef struct pair {
  const char *settings;
  table core;
  struct plain plain;
  move_text moves[PLAIN_MOVES]; /* of this position, sorted */
  int count;
  bool repeats[PLAIN_MOVES]; /* would end it by repetition, as far as seen */
  move_text played[2];       /* the last two moves, the last one at [1] */
  int height_limit;          /* stacks stay below */
} pair;

static int option(const tes_rules *rules, const char *name) {
  return rules->value[tes_option_find(rules->game, name)][0];
}

static struct plain_options options_of(const tes_rules *rules) {
  return (struct plain_options){.win_score = option(rules, "win_score"),
                                .pieces = option(rules, "pieces"),
                                .stack = option(rules, "stack"),
                                .repetition = option(rules, "repetition"),
                                .stall = option(rules, "stall")};
}

static void pair_open(pair *p, const char *settings) {
  memset(p, 0, sizeof *p);
  p->settings = settings;
  p->core = table_open(tes_game_find("mixtour"), settings);
  plain_start(&p->plain, options_of(p->core.rules));
  p->height_limit = p->plain.options.stack;
}

static void pair_close(pair *p) {
  plain_free(&p->plain);
  table_close(&p->core);
}

static void pair_restart(pair *p) {
  const struct plain_options options = p->plain.options;
  plain_free(&p->plain);
  plain_start(&p->plain, options);
  assert_int_equal(tes_start(p->core.rules, p->core.state, 0, &p->core.work),
                   TES_OK);
  strcpy(p->played[0], "");
  strcpy(p->played[1], "");
}

static void pair_load(pair *p, const char *fen) {
  const struct plain_options options = p->plain.options;
  plain_free(&p->plain);
  if (plain_load_fen(&p->plain, options, fen) != 0) {
    fail_msg("plain refuses %s (%s)", fen, p->settings);
  }
  table_load(&p->core, fen);
  strcpy(p->played[0], "");
  strcpy(p->played[1], "");
}

/* Both read a text, or both refuse it. */
static bool same_opinion_of_a_text(pair *p, const char *fen) {
  struct plain plain;
  table *t = &p->core;
  tes_state *state = tes_state_new(t->rules);
  const bool reads = tes_load(t->rules, state, fen, 0, &t->work) == TES_OK;
  const bool expected = plain_load_fen(&plain, p->plain.options, fen) == 0;
  if (reads != expected) {
    fail_msg("%s (%s): plain %s it; core: %s", fen, p->settings,
             expected ? "reads" : "refuses",
             reads ? "read" : t->work.error.text);
  }
  if (expected) plain_free(&plain);
  tes_state_free(t->rules, state);
  return reads;
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

static void differ(const struct plain *plain, const char *settings,
                   const char *what, const char *core, const char *expected) {
  char fen[PLAIN_FEN];
  plain_fen(plain, fen);
  fail_msg("%s (%s): %s: core %s, plain %s", fen, settings, what, core,
           expected);
}

static void same_number(const pair *p, const struct plain *plain,
                        const char *what, int64_t core, int64_t expected) {
  char a[24], b[24];
  if (core == expected) return;
  snprintf(a, sizeof a, "%lld", (long long)core);
  snprintf(b, sizeof b, "%lld", (long long)expected);
  differ(plain, p->settings, what, a, b);
}

/* ---- do they agree? ---- */

static int winner_of(const tes_result *result) {
  if (result->reason == NULL || result->place[0] == result->place[1]) return 0;
  return result->place[0] == 1 ? 1 : 2;
}

static void same_result(pair *p, const tes_state *state,
                        const struct plain *plain) {
  tes_result result;
  tes_result_of(p->core.rules, state, &result, &p->core.work);
  const char *expected = plain_over(plain) ? plain_reason(plain) : "";
  const char *reason = result.reason != NULL ? result.reason : "";
  if (strcmp(reason, expected) != 0) {
    differ(plain, p->settings, "reason", reason, expected);
  }
  same_number(p, plain, "over", state->over != 0, plain_over(plain) != 0);
  same_number(p, plain, "winner", winner_of(&result), plain_winner(plain));
  for (int seat = 1; seat <= 2; seat++) {
    same_number(p, plain, "score", result.score[seat - 1],
                plain_score(plain, seat));
  }
}

static void same_reserves(pair *p, const tes_state *state,
                          const struct plain *plain) {
  static const char *const seat_text[] = {"1", "2"};
  const tes_rules *rules = p->core.rules;
  const int query = tes_query_find(rules->game, "reserve");
  for (int seat = 1; seat <= 2; seat++) {
    int64_t has = -1;
    tes_get(rules, state, 0, query, seat_text[seat - 1], &has,
            &p->core.work.text, &p->core.work);
    same_number(p, plain, "reserve", has, plain_reserve(plain, seat));
  }
}

/* All but the moves. */
static void same_position(pair *p, const tes_state *state,
                          const struct plain *plain) {
  char space[PLAIN_FEN], expected[PLAIN_FEN];
  tes_text fen;
  tes_text_fixed(&fen, space, sizeof space);
  tes_save(p->core.rules, state, 0, &fen);
  plain_fen(plain, expected);
  if (strcmp(space, expected) != 0) {
    differ(plain, p->settings, "position", space, expected);
  }
  same_number(p, plain, "seat", state->seat, plain_seat(plain));
  same_result(p, state, plain);
  same_reserves(p, state, plain);
}

static int list_core(pair *p, const tes_state *state, move_text *out) {
  tes_work *work = &p->core.work;
  work->list.count = 0;
  assert_int_equal(tes_moves(p->core.rules, state, &work->list, work), TES_OK);
  for (size_t i = 0; i < work->list.count; i++) {
    tes_text text;
    tes_text_fixed(&text, out[i], PLAIN_TEXT);
    tes_print(p->core.rules, state, work->list.moves[i], 0, &text, work);
    assert_false(text.failed);
  }
  qsort(out, work->list.count, PLAIN_TEXT, by_text);
  return (int)work->list.count;
}

/* Fills p->moves. */
static void same_moves(pair *p) {
  move_text core[PLAIN_MOVES];
  table *t = &p->core;
  const int count = list_core(p, t->state, core);
  p->count = plain_moves(&p->plain, p->moves);
  memset(p->repeats, 0, sizeof p->repeats);
  qsort(p->moves, (size_t)p->count, PLAIN_TEXT, by_text);
  for (int i = 0; i < count && i < p->count; i++) {
    if (strcmp(core[i], p->moves[i]) == 0) continue;
    differ(&p->plain, p->settings, "move", core[i], p->moves[i]);
  }
  same_number(p, &p->plain, "moves", count, p->count);
  same_number(p, &p->plain, "count", tes_count(t->rules, t->state, &t->work),
              p->count);
}

/* Any text of the right shape is legal in both or in neither. */
static void same_opinion_of_a_guess(pair *p, tes_rng *rng) {
  move_text text;
  char cell[2][3];
  for (int i = 0; i < 2; i++) {
    cell[i][0] = (char)('a' + tes_rng_below(rng, 5));
    cell[i][1] = (char)('1' + tes_rng_below(rng, 5));
    cell[i][2] = '\0';
  }
  const int pieces = 1 + (int)tes_rng_below(rng, 7);
  if (tes_rng_below(rng, 8) == 0) {
    strcpy(text, tes_rng_below(rng, 2) ? cell[0] : "pass");
  } else if (pieces == 1) {
    snprintf(text, sizeof text, "%s-%s", cell[0], cell[1]);
  } else {
    snprintf(text, sizeof text, "%s:%c-%s", cell[0], '0' + pieces, cell[1]);
  }
  table *t = &p->core;
  const bool legal = tes_parse(t->rules, t->state, text, &t->work) != 0;
  const bool expected =
      bsearch(text, p->moves, (size_t)p->count, PLAIN_TEXT, by_text) != NULL;
  same_number(p, &p->plain, text, legal, expected);
}

static void write_last(struct plain *plain, int from, int to, int k) {
  char pieces[3] = "";
  if (k > 1) snprintf(pieces, sizeof pieces, ":%c", '0' + k);
  snprintf(plain->last, PLAIN_TEXT, "%c%c%s-%c%c", 'a' + from % 5,
           '1' + from / 5, pieces, 'a' + to % 5, '1' + to / 5);
}

/* Something that may have been played last, whether it fits or not. */
static void make_up_last(struct plain *plain, tes_rng *rng) {
  const int from = (int)tes_rng_below(rng, 5), to = (int)tes_rng_below(rng, 5);
  const int row = (int)tes_rng_below(rng, 5);
  const int k = 1 + (int)tes_rng_below(rng, (uint64_t)plain->options.stack - 1);
  const uint64_t kind = tes_rng_below(rng, 4);
  if (kind == 0) {
    strcpy(plain->last, "pass");
  } else if (kind == 1) {
    snprintf(plain->last, PLAIN_TEXT, "%c%c", 'a' + from, '1' + row);
  } else if (from != to) {
    write_last(plain, 5 * row + from, 5 * row + to, k);
  }
}

/* The position with another last move: both know whether that can have been. */
static bool same_opinion_of_another_last(pair *p, tes_rng *rng) {
  char fen[PLAIN_FEN];
  struct plain plain = p->plain;
  make_up_last(&plain, rng);
  if (tes_rng_below(rng, 4) == 0) plain.now.seat = 3 - plain.now.seat;
  plain_fen(&plain, fen);
  return same_opinion_of_a_text(p, fen) && strcmp(plain.last, "pass") &&
         strcmp(plain.last, p->plain.last);
}

/* What is written is read back as the same position with the same moves. */
static void same_when_read_back(pair *p) {
  char fen[PLAIN_FEN], again[PLAIN_FEN];
  move_text moves[PLAIN_MOVES];
  struct plain plain;
  table *t = &p->core;
  if (plain_over(&p->plain)) return;
  tes_state *state = tes_state_new(t->rules);
  plain_fen(&p->plain, fen);
  if (tes_load(t->rules, state, fen, 0, &t->work) != TES_OK) {
    fail_msg("%s (%s): %s", fen, p->settings, t->work.error.text);
  }
  assert_true(tes_equal(t->rules, state, t->state));
  assert_true(tes_hash(t->rules, state) == tes_hash(t->rules, t->state));
  const int count = list_core(p, state, moves);
  same_number(p, &p->plain, "moves read back", count, p->count);
  for (int i = 0; i < count; i++) assert_string_equal(moves[i], p->moves[i]);
  assert_int_equal(plain_load_fen(&plain, p->plain.options, fen), 0);
  plain_fen(&plain, again);
  assert_string_equal(again, fen);
  same_position(p, state, &plain);
  plain_free(&plain);
  tes_state_free(t->rules, state);
}

/* Makes every legal move in both; does any end the game by repetition? */
static bool same_children(pair *p) {
  bool repeats = false;
  table *t = &p->core;
  tes_state *state = tes_state_new(t->rules);
  for (int i = 0; i < p->count; i++) {
    struct plain plain;
    plain_copy(&plain, &p->plain);
    tes_copy(t->rules, state, t->state);
    assert_int_equal(plain_play(&plain, p->moves[i]), 0);
    assert_int_equal(tes_play_text(t->rules, state, p->moves[i], &t->work),
                     TES_OK);
    same_position(p, state, &plain);
    p->repeats[i] =
        plain_over(&plain) && !strcmp(plain_reason(&plain), "repetition");
    repeats |= p->repeats[i];
    plain_free(&plain);
  }
  tes_state_free(t->rules, state);
  return repeats;
}

/* ---- what was seen ---- */

typedef struct seen {
  long positions, pass, tall, empty, repetition; /* not over */
  long lasts;   /* other last moves that can have been */
  long over[4]; /* by reason */
} seen;

static const char *const reasons[] = {"points", "passes", "repetition",
                                      "stall"};

static bool has_tall(const pair *p) {
  if (p->height_limit < 5) return false;
  for (int cell = 0; cell < PLAIN_CELLS; cell++) {
    if (p->plain.now.cell[cell].height == p->height_limit - 1) return true;
  }
  return false;
}

/* The whole comparison of where the pair is. */
static void look(pair *p, tes_rng *rng, seen *s) {
  same_position(p, p->core.state, &p->plain);
  same_moves(p);
  if (plain_over(&p->plain)) {
    for (int i = 0; i < 4; i++) {
      s->over[i] += strcmp(plain_reason(&p->plain), reasons[i]) == 0;
    }
    return;
  }
  for (int i = 0; i < 4; i++) same_opinion_of_a_guess(p, rng);
  s->lasts += same_opinion_of_another_last(p, rng);
  same_when_read_back(p);
  s->positions++;
  s->pass += strcmp(p->moves[0], "pass") == 0;
  s->tall += has_tall(p);
  s->empty += plain_reserve(&p->plain, plain_seat(&p->plain)) == 0;
  /* Nothing can come back sooner than after four reversible plies. */
  if (p->plain.stall >= 3 || tes_rng_below(rng, 8) == 0) {
    s->repetition += same_children(p);
  }
}

static void play(pair *p, const char *move) {
  move_text text;
  strcpy(text, move); /* may be one of p->played */
  if (plain_play(&p->plain, text) != 0) fail_msg("plain refuses %s", text);
  table_play(&p->core, text);
  strcpy(p->played[0], p->played[1]);
  strcpy(p->played[1], text);
}

/* ---- steering ---- */

typedef const char *(*policy)(pair *p, tes_rng *rng);

static const char *any(pair *p, tes_rng *rng) {
  return p->moves[tes_rng_below(rng, (uint64_t)p->count)];
}

/* A stack move in numbers; false for entries and passes. */
typedef struct stack_move {
  int pieces, from_height, to_height;
} stack_move;

static bool read_stack_move(const pair *p, const char *text, stack_move *m) {
  const size_t length = strlen(text);
  if (length < 5) return false;
  const char *to = text + length - 2;
  const struct plain_stack *cell = p->plain.now.cell;
  m->pieces = text[2] == ':' ? text[3] - '0' : 1;
  m->from_height = cell[5 * (text[1] - '1') + text[0] - 'a'].height;
  m->to_height = cell[5 * (to[1] - '1') + to[0] - 'a'].height;
  return true;
}

/* A random one of the moves that `wanted` likes, else any. */
static const char *any_of(pair *p, tes_rng *rng,
                          bool (*wanted)(const pair *p, const char *move)) {
  const char *found[PLAIN_MOVES];
  uint64_t count = 0;
  for (int i = 0; i < p->count; i++) {
    if (wanted(p, p->moves[i])) found[count++] = p->moves[i];
  }
  return count > 0 ? found[tes_rng_below(rng, count)] : any(p, rng);
}

static bool keeps_low(const pair *p, const char *move) {
  stack_move m;
  return !read_stack_move(p, move, &m) ||
         m.pieces + m.to_height < p->height_limit;
}

static bool builds_tall(const pair *p, const char *move) {
  stack_move m;
  return read_stack_move(p, move, &m) &&
         m.pieces + m.to_height == p->height_limit - 1;
}

static bool grows(const pair *p, const char *move) {
  stack_move m;
  return read_stack_move(p, move, &m) && m.pieces == m.from_height &&
         m.pieces + m.to_height < p->height_limit;
}

static const char *towards_tall(pair *p, tes_rng *rng) {
  if (has_tall(p)) return any_of(p, rng, keeps_low);
  const char *move = any_of(p, rng, builds_tall);
  if (builds_tall(p, move)) return move;
  return any_of(p, rng, tes_rng_below(rng, 3) ? grows : keeps_low);
}

static bool enters(const pair *p, const char *move) {
  (void)p;
  return strlen(move) == 2;
}

static const char *towards_empty(pair *p, tes_rng *rng) {
  return any_of(p, rng, tes_rng_below(rng, 8) ? enters : keeps_low);
}

/* Can its mover take it back two plies later, as things stand? */
static bool swings(const pair *p, const char *move) {
  stack_move m;
  return read_stack_move(p, move, &m) && m.from_height - m.pieces > 0 &&
         m.from_height - m.pieces == m.to_height &&
         m.to_height + m.pieces < p->height_limit;
}

static bool shares_cell(const char *move, const char *other) {
  const char *to = other + strlen(other) - 2;
  return strlen(other) >= 5 &&
         (!strncmp(move, other, 2) || !strncmp(move, to, 2) ||
          !strncmp(move + strlen(move) - 2, other, 2) ||
          !strncmp(move + strlen(move) - 2, to, 2));
}

/* The other one can take back, too, and nobody disturbs the other. */
static bool swings_elsewhere(const pair *p, const char *move) {
  return swings(p, move) && !shares_cell(move, p->played[1]);
}

/* The move that undoes one's own last one. */
static const char *towards_repetition(pair *p, tes_rng *rng) {
  move_text back;
  const char *mine = p->played[0];
  const size_t length = strlen(mine);
  if (length >= 5 && tes_rng_below(rng, 16) != 0) {
    snprintf(back, sizeof back, "%.2s%.*s-%.2s", mine + length - 2,
             (int)length - 5, mine + 2, mine);
    const char *found =
        bsearch(back, p->moves, (size_t)p->count, PLAIN_TEXT, by_text);
    if (found != NULL) return found;
  }
  const char *move = any_of(p, rng, swings_elsewhere);
  return swings(p, move) ? move : any_of(p, rng, swings);
}

/* Reversible, and the game goes on: then the next ply may repeat, too. */
static bool avoids_repetition(const pair *p, const char *move) {
  stack_move m;
  const size_t index = (size_t)(move - p->moves[0]) / sizeof(move_text);
  return !p->repeats[index] && read_stack_move(p, move, &m) &&
         m.pieces < m.from_height && m.pieces + m.to_height < p->height_limit;
}

static bool about_to_repeat(const pair *p) {
  for (int i = 0; i < p->count; i++) {
    if (p->repeats[i]) return true;
  }
  return false;
}

/* A move that leaves the other one nothing but a pass. */
static const char *towards_pass(pair *p, tes_rng *rng) {
  table *t = &p->core;
  const char *found = NULL;
  tes_state *state = tes_state_new(t->rules);
  for (int i = 0; i < p->count && found == NULL; i++) {
    tes_copy(t->rules, state, t->state);
    tes_play_text(t->rules, state, p->moves[i], &t->work);
    if (tes_parse(t->rules, state, "pass", &t->work)) found = p->moves[i];
  }
  tes_state_free(t->rules, state);
  return found != NULL ? found : any_of(p, rng, enters);
}

static const policy policies[] = {any, towards_tall, towards_empty,
                                  towards_repetition, towards_pass};

/* From where the pair is, at most so many plies. */
static void play_on(pair *p, tes_rng *rng, policy choose, int plies, seen *s) {
  if (!my_share()) return;
  look(p, rng, s);
  while (!plain_over(&p->plain) && plies-- > 0) {
    if (about_to_repeat(p) && tes_rng_below(rng, 4) != 0) {
      play(p, any_of(p, rng, avoids_repetition));
    } else if (tes_rng_below(rng, 12) == 0) {
      play(p, any(p, rng));
    } else {
      play(p, choose(p, rng));
    }
    look(p, rng, s);
  }
}

/* ---- positions that are made up ---- */

static void put_pieces(struct plain *plain, tes_rng *rng, int cells,
                       bool upwards) {
  int left[2], place = 0;
  for (int side = 0; side < 2; side++) {
    const uint64_t pieces = (uint64_t)plain->options.pieces;
    left[side] =
        (int)(tes_rng_below(rng, 3) ? pieces : tes_rng_below(rng, pieces + 1));
  }
  for (int tries = 0; tries < 200 && left[0] + left[1] > 0; tries++) {
    const int side = (int)tes_rng_below(rng, 2);
    if (!upwards) place = (int)tes_rng_below(rng, (uint64_t)cells);
    struct plain_stack *stack = &plain->now.cell[place * 7 % PLAIN_CELLS];
    if (stack->height + 1 >= plain->options.stack) {
      place = (place + 1) % cells;
    } else if (left[side] > 0) {
      left[side]--;
      stack->piece[stack->height++] = "wr"[side];
    }
  }
}

/* A column or row number for each of the two cells that are `d` steps in one
 * of the eight directions from each other; false if that leaves the board. */
static bool random_line(tes_rng *rng, int d, int x[2], int y[2]) {
  x[0] = (int)tes_rng_below(rng, 5);
  y[0] = (int)tes_rng_below(rng, 5);
  x[1] = x[0] + d * ((int)tes_rng_below(rng, 3) - 1);
  y[1] = y[0] + d * ((int)tes_rng_below(rng, 3) - 1);
  return (x[0] != x[1] || y[0] != y[1]) && x[1] >= 0 && x[1] < 5 && y[1] >= 0 &&
         y[1] < 5;
}

static void put_random_stack(struct plain *plain, tes_rng *rng, int cell,
                             int height) {
  struct plain_stack *stack = &plain->now.cell[cell];
  while (stack->height < height) {
    const int side = (int)tes_rng_below(rng, 2);
    const int seat = plain_reserve(plain, 1 + side) > 0 ? 1 + side : 2 - side;
    stack->piece[stack->height++] = "wr"[seat - 1];
  }
}

/* Two stacks between which pieces can swing: d steps apart, d and d + k
 * high. Two such pairs, one for each player, and positions come back. The
 * last move may have been such a swing. */
static void put_swing(struct plain *plain, tes_rng *rng) {
  int x[2], y[2];
  const uint64_t most = (uint64_t)plain->options.stack - 2;
  const int d = 1 + (int)tes_rng_below(rng, most < 4 ? most : 4);
  const int k = 1 + (int)tes_rng_below(rng, most + 1 - (uint64_t)d);
  if (plain_reserve(plain, 1) + plain_reserve(plain, 2) < 2 * d + k) return;
  if (!random_line(rng, d, x, y)) return;
  for (int step = 0; step <= d; step++) {
    const int right = (x[1] - x[0]) / d * step, up = (y[1] - y[0]) / d * step;
    if (plain->now.cell[5 * (y[0] + up) + x[0] + right].height) return;
  }
  put_random_stack(plain, rng, 5 * y[0] + x[0], d + k);
  put_random_stack(plain, rng, 5 * y[1] + x[1], d);
  if (tes_rng_below(rng, 4) != 0) return;
  write_last(plain, 5 * y[1] + x[1], 5 * y[0] + x[0], k);
}

static void make_up(pair *p, tes_rng *rng, bool swings_wanted) {
  char fen[PLAIN_FEN];
  struct plain plain;
  const int cells = 1 + (int)tes_rng_below(rng, PLAIN_CELLS);
  plain_start(&plain, p->plain.options);
  if (swings_wanted && plain.options.stack > 2) {
    for (int tries = 0; tries < 12; tries++) put_swing(&plain, rng);
  } else {
    put_pieces(&plain, rng, cells, tes_rng_below(rng, 3) == 0);
    make_up_last(&plain, rng);
  }
  plain.now.seat = 1 + (int)tes_rng_below(rng, 2);
  for (int side = 0; side < 2; side++) {
    const uint64_t win = (uint64_t)plain.options.win_score;
    plain.now.score[side] = (int)tes_rng_below(rng, win);
  }
  plain_fen(&plain, fen);
  if (!same_opinion_of_a_text(p, fen)) {
    strcpy(plain.last, "-");
    plain_fen(&plain, fen);
  }
  plain_free(&plain);
  pair_load(p, fen);
}

/* ---- the comparison ---- */

static const char *const settings[] = {
    "",
    "win_score=3",
    "win_score=2 repetition=2",
    "win_score=3 repetition=0 stall=7",
    "stall=1",
    "stall=5 repetition=2",
    "repetition=9 stall=40",
    "stack=2",
    "stack=2 pieces=3 win_score=3 repetition=2",
    "stack=3 win_score=2",
    "stack=3 pieces=2 win_score=3",
    "stack=4 pieces=6 repetition=2 win_score=2",
    "stack=4 repetition=4 stall=20",
    "stack=6 win_score=2",
    "stack=6 pieces=5 repetition=2",
    "stack=6 pieces=9 repetition=2 stall=12",
    "stack=7 repetition=3",
    "stack=7 pieces=8 repetition=2 stall=30",
    "stack=8 repetition=2",
    "stack=8 win_score=2 pieces=12",
    "stack=8 pieces=7 repetition=0 stall=6",
    "pieces=1",
    "pieces=1 repetition=2",
    "pieces=2",
    "pieces=2 win_score=2 repetition=2 stall=9",
    "pieces=3 repetition=3 stall=100",
    "pieces=3 repetition=2",
    "pieces=5 repetition=2",
    "pieces=4 win_score=99 repetition=2",
    "pieces=6 win_score=3",
};

/* More of what is rare: passes want few pieces, repetitions many. */
static int made_up_games(const pair *p, bool repeating) {
  const struct plain_options *options = &p->plain.options;
  if (!repeating) return options->pieces <= 3 ? 20 : 7;
  return options->repetition > 0 && options->pieces > 3 ? 100 : 10;
}

static void compare_games(pair *p, tes_rng *rng, seen *s) {
  for (size_t i = 0; i < COUNT_OF(policies); i++) {
    const bool repeating = policies[i] == towards_repetition;
    pair_restart(p);
    play_on(p, rng, policies[i], 50, s);
    for (int games = made_up_games(p, repeating); games > 0; games--) {
      make_up(p, rng, repeating && games % 8 != 0);
      play_on(p, rng, policies[i], repeating ? 24 : 12, s);
    }
  }
}

static void print_share(const char *what, long count, const seen *s) {
  printf("  %-28s %6ld  %4.1f %%\n", what, count,
         100.0 * (double)count / (double)s->positions);
}

static void print_seen(const seen *s) {
  printf("%ld positions compared, of these\n", s->positions);
  print_share("pass is the only move", s->pass, s);
  print_share("a stack one below removal", s->tall, s);
  print_share("no reserve for the mover", s->empty, s);
  print_share("a move would repeat and end", s->repetition, s);
  print_share("another last move", s->lasts, s);
  printf("games that ended by");
  for (int i = 0; i < 4; i++) printf(" %s %ld", reasons[i], s->over[i]);
  printf("\n");
}

static void both_agree(void **state) {
  seen s = {0};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(settings); i++) {
    tes_rng rng;
    pair p;
    tes_rng_seed(&rng, i);
    pair_open(&p, settings[i]);
    compare_games(&p, &rng, &s);
    pair_close(&p);
  }
  print_seen(&s);
  if (SLOW) return;
  assert_true(s.positions >= 10000);
  assert_true(20 * s.pass >= s.positions);
  assert_true(20 * s.tall >= s.positions);
  assert_true(20 * s.empty >= s.positions);
  assert_true(20 * s.repetition >= s.positions);
  assert_true(s.lasts >= 1000);
  for (int i = 0; i < 4; i++) assert_true(s.over[i] >= 50);
}

/* ---- recorded games ---- */

static void same_end(const struct plain *plain, const json_t *result) {
  char fen[PLAIN_FEN];
  const int winner = plain_winner(plain);
  const json_t *winners = field(result, "winners");
  assert_true(plain_over(plain));
  assert_true(json_is_true(field(result, "over")));
  assert_true(json_is_null(field(result, "to_move")));
  assert_string_equal(text_in(result, "reason"), plain_reason(plain));
  assert_int_equal(count_of(winners), winner != 0 ? 1 : 2);
  if (winner != 0) assert_int_equal(number_at(winners, 0), winner);
  for (int seat = 1; seat <= 2; seat++) {
    const int place = winner == 0 || winner == seat ? 1 : 2;
    assert_int_equal(number_at(field(result, "places"), seat - 1), place);
    assert_int_equal(number_at(field(result, "scores"), seat - 1),
                     plain_score(plain, seat));
  }
  plain_fen(plain, fen);
  assert_string_equal(text_in(result, "fen"), fen);
}

static void replay(const json_t *record, tes_rng *rng, seen *s) {
  char text[256] = "";
  pair p;
  const json_t *moves = field(record, "moves");
  const json_t *counts = field(record, "counts");
  settings_of(field(record, "options"), text, sizeof text);
  pair_open(&p, text);
  const int plies = count_of(moves);
  assert_int_equal(count_of(counts), plies);
  for (int ply = 0; ply < plies; ply++) {
    look(&p, rng, s);
    assert_int_equal(p.count, number_at(counts, ply));
    play(&p, text_at(moves, ply));
  }
  look(&p, rng, s);
  same_end(&p.plain, field(record, "result"));
  pair_close(&p);
}

static void recorded_games_are_legal(void **state) {
  static char line[65536];
  FILE *file = fopen(TESELA_VECTORS "/mixtour.games", "r");
  int games = 0;
  seen s = {0};
  tes_rng rng;
  (void)state;
  assert_non_null(file);
  tes_rng_seed(&rng, 0);
  for (; fgets(line, sizeof line, file) != NULL; games++) {
    json_t *record = json_loads(line, 0, NULL);
    if (record == NULL) fail_msg("line %d is not JSON", games + 1);
    replay(record, &rng, &s);
    json_decref(record);
  }
  fclose(file);
  printf("%d recorded games, %ld positions\n", games, s.positions);
  assert_true(games >= 50);
}

/* ---- perft ---- */

static uint64_t plain_perft(const struct plain *plain, int depth) {
  move_text moves[PLAIN_MOVES];
  const int count = plain_moves(plain, moves);
  uint64_t leaves = 0;
  if (depth == 1) return (uint64_t)count;
  for (int i = 0; i < count; i++) {
    struct plain next;
    plain_copy(&next, plain);
    if (plain_play(&next, moves[i]) != 0) abort();
    leaves += plain_perft(&next, depth - 1);
    plain_free(&next);
  }
  return leaves;
}

static void write_perft(const char *text) {
  perft_line line;
  pair p;
  if (text[0] == '#' || !read_perft_line(text, &line)) {
    printf("%s", text);
    return;
  }
  pair_open(&p, line.settings);
  pair_load(&p, line.fen);
  printf("%s; %s ; %d", line.settings, line.fen, line.depth);
  for (int depth = 1; depth <= line.depth; depth++) {
    printf(" %" PRIu64, plain_perft(&p.plain, depth));
    fflush(stdout);
  }
  printf("\n");
  pair_close(&p);
}

static int write_perfts(const char *path) {
  char text[1024];
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    return 1;
  }
  while (fgets(text, sizeof text, file) != NULL) write_perft(text);
  fclose(file);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "--perft") == 0) {
    return write_perfts(argv[2]);
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_agree),
      cmocka_unit_test(recorded_games_are_legal),
  };
  return cmocka_run_group_tests_name("second_opinion", tests, NULL, NULL);
}
