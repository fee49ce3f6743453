/* test_second_qwirkle.c: Qwirkle against the plain implementation.
 *
 * A pair plays one game twice, in core and plain, and after every ply the two
 * have to agree on the position text (hands and bag in its order), on the
 * scores and on every legal move with its points. Beside each position of a
 * game stand others that are made from it: the same table, but hands of a
 * chosen kind (all of one colour, doubles ...) and a bag that may be short
 * or empty. What is rare in random games comes from small ones, with few
 * tiles left.
 *
 * Recorded games are replayed move by move with both. Plain wrote them:
 *
 *     test_second_qwirkle --games                    all lines but the last
 *     test_second_qwirkle --game SETTINGS BAG MOVES  a line with these moves
 *
 * The last one has the turns that the source document works out.
 *
 * The test counts what it saw and fails when something was not seen. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the ones above and the next. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "at_table.h"
#include "dice.h"
#include "games_file.h"
#include "plain_qwirkle.h"
#include "share.h"

/* ---- settings ---- */

static void read_option(const char *settings, const char *name, int *value) {
  const char *found = strstr(settings, name);
  if (found != NULL) *value = atoi(found + strlen(name));
}

static struct plain_q_options options_of(const char *settings) {
  char spaced[256];
  struct plain_q_options options = plain_q_default_options();
  snprintf(spaced, sizeof spaced, " %s", settings);
  read_option(spaced, " players=", &options.players);
  read_option(spaced, " hand=", &options.hand);
  read_option(spaced, " bonus=", &options.bonus);
  read_option(spaced, " end_bonus=", &options.end_bonus);
  read_option(spaced, " copies=", &options.copies);
  read_option(spaced, " colours=", &options.colours);
  read_option(spaced, " shapes=", &options.shapes);
  return options;
}

static const char *const all_settings[] = {
    "players=2",
    "players=3",
    "players=4",
    "players=2 copies=1",
    "players=3 copies=2 bonus=0 end_bonus=99",
    "players=4 copies=4 bonus=99 end_bonus=0",
    "players=2 hand=9 copies=2",
    "players=4 hand=9 copies=1",
    "players=2 hand=1",
    "players=3 hand=2 copies=1 bonus=1",
    "players=4 hand=3 end_bonus=1",
    "players=2 hand=4 copies=4",
    "players=3 hand=7",
    "players=4 hand=8 copies=2",
    "players=2 colours=3",
    "players=3 shapes=3 hands=open",
    "players=2 colours=4 shapes=5 hand=9 copies=2",
    "players=4 colours=5 shapes=4 copies=2 bonus=9",
    "players=2 colours=3 shapes=3 copies=4",
    "players=3 colours=4 shapes=3 copies=1 hand=4",
};

/* ---- pairs ---- */

typedef struct pair {
  const char *settings;
  table core;
  struct plain_q plain;
  struct plain_q_list list; /* of this position, sorted */
} pair;

typedef struct priced {
  char text[PLAIN_Q_TEXT];
  int points;
} priced;

static pair the_pair;
static priced *core_moves; /* `core_room` of them */
static size_t core_room;

static pair *pair_open(const char *settings) {
  pair *p = &the_pair;
  p->settings = settings;
  p->core = table_open(tes_game_find("qwirkle"), settings);
  p->plain.options = options_of(settings);
  return p;
}

static void pair_close(pair *p) {
  table_close(&p->core);
  free(p->list.moves);
  p->list = (struct plain_q_list){NULL, 0, 0};
}

/* A bag of all tiles in any order. */
static void shuffle_bag(const struct plain_q_options *options, dice *rng,
                        char out[PLAIN_Q_FEN]) {
  int bag[PLAIN_Q_TILES], count = 0;
  for (int i = 0; i < options->copies * PLAIN_Q_KINDS; i++) {
    if (plain_q_copies(options, i % PLAIN_Q_KINDS) == 0) continue;
    const int j = below(rng, count + 1);
    bag[count++] = bag[j];
    bag[j] = i % PLAIN_Q_KINDS;
  }
  for (int i = 0; i < count; i++, out += 3) {
    plain_q_write_tile(bag[i], out);
    out[2] = ',';
  }
  out[-1] = '\0';
}

static void pair_deal(pair *p, const char *bag) {
  table *t = &p->core;
  if (plain_q_deal(&p->plain, p->plain.options, bag) != 0) {
    fail_msg("plain refuses %s (%s)", bag, p->settings);
  }
  if (tes_deal(t->rules, t->state, bag, &t->work) != TES_OK) {
    fail_msg("%s (%s): %s", bag, p->settings, t->work.error.text);
  }
}

static void differ(const pair *p, const struct plain_q *plain, const char *what,
                   const char *core, const char *expected) {
  char fen[PLAIN_Q_FEN];
  plain_q_fen(plain, fen);
  fail_msg("%s (%s): %s: core %s, plain %s", fen, p->settings, what, core,
           expected);
}

static void same_number(const pair *p, const struct plain_q *plain,
                        const char *what, int64_t core, int64_t expected) {
  char a[24], b[24];
  if (core == expected) return;
  snprintf(a, sizeof a, "%lld", (long long)core);
  snprintf(b, sizeof b, "%lld", (long long)expected);
  differ(p, plain, what, a, b);
}

/* ---- do they agree? ---- */

static const char *const reasons[] = {"", "out", "passes", "dead"};

static void same_result(pair *p, const tes_state *state,
                        const struct plain_q *plain) {
  tes_result result;
  assert_int_equal(tes_result_of(p->core.rules, state, &result, &p->core.work),
                   TES_OK);
  const char *reason = result.reason != NULL ? result.reason : "";
  if (strcmp(reason, reasons[plain->end]) != 0) {
    differ(p, plain, "reason", reason, reasons[plain->end]);
  }
  same_number(p, plain, "seats", result.seats, plain->options.players);
  for (int seat = 1; seat <= plain->options.players; seat++) {
    same_number(p, plain, "score", result.score[seat - 1],
                plain->score[seat - 1]);
    same_number(p, plain, "place", result.place[seat - 1],
                plain_q_place(plain, seat));
  }
}

/* All but the moves. */
static void same_position(pair *p, const tes_state *state,
                          const struct plain_q *plain) {
  char space[PLAIN_Q_FEN], expected[PLAIN_Q_FEN];
  tes_text fen;
  tes_text_fixed(&fen, space, sizeof space);
  tes_save(p->core.rules, state, 0, &fen);
  plain_q_fen(plain, expected);
  if (strcmp(tes_text_get(&fen), expected) != 0) {
    differ(p, plain, "position", tes_text_get(&fen), expected);
  }
  same_number(p, plain, "over", state->over != 0, plain->end != 0);
  same_number(p, plain, "seat", state->seat, plain->seat);
  same_result(p, state, plain);
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

/* The points that core gives to a move. */
static int core_points(pair *p, const tes_state *state, tes_move move) {
  char space[16];
  tes_text points;
  const int row = tes_part_find(p->core.rules->game, "points");
  tes_text_fixed(&points, space, sizeof space);
  assert_int_equal(
      tes_part_of(p->core.rules, state, move, row, &points, &p->core.work),
      TES_OK);
  return atoi(tes_text_get(&points));
}

/* Fills core_moves. */
static int list_core(pair *p, const tes_state *state) {
  tes_work *work = &p->core.work;
  work->list.count = 0;
  assert_int_equal(tes_moves(p->core.rules, state, &work->list, work), TES_OK);
  if (work->list.count > core_room) {
    core_room = 2 * work->list.count;
    core_moves = realloc(core_moves, core_room * sizeof *core_moves);
    assert_non_null(core_moves);
  }
  for (size_t i = 0; i < work->list.count; i++) {
    const tes_move move = work->list.moves[i];
    tes_text text;
    tes_text_fixed(&text, core_moves[i].text, PLAIN_Q_TEXT);
    tes_print(p->core.rules, state, move, 0, &text, work);
    assert_false(text.failed);
    core_moves[i].points = core_points(p, state, move);
  }
  qsort(core_moves, work->list.count, sizeof *core_moves, by_text);
  return (int)work->list.count;
}

/* Does core list p->list, and nothing else, with the same points? */
static void same_list(pair *p, const tes_state *state) {
  const int count = list_core(p, state);
  for (int i = 0; i < count && i < p->list.count; i++) {
    const struct plain_q_move *expected = &p->list.moves[i];
    if (strcmp(core_moves[i].text, expected->text) != 0) {
      differ(p, &p->plain, "move", core_moves[i].text, expected->text);
    }
    same_number(p, &p->plain, expected->text, core_moves[i].points,
                expected->points);
  }
  same_number(p, &p->plain, "moves", count, p->list.count);
  same_number(p, &p->plain, "count",
              tes_count(p->core.rules, state, &p->core.work), p->list.count);
}

/* What is written is read back as the same position with the same moves. */
static void same_when_read_back(pair *p) {
  char fen[PLAIN_Q_FEN];
  struct plain_q plain;
  table *t = &p->core;
  tes_state *state = tes_state_new(t->rules);
  plain_q_fen(&p->plain, fen);
  if (tes_load(t->rules, state, fen, 0, &t->work) != TES_OK) {
    fail_msg("%s (%s): %s", fen, p->settings, t->work.error.text);
  }
  assert_true(tes_equal(t->rules, state, t->state));
  assert_true(tes_hash(t->rules, state) == tes_hash(t->rules, t->state));
  same_list(p, state);
  assert_int_equal(plain_q_load_fen(&plain, p->plain.options, fen), 0);
  same_position(p, state, &plain);
  tes_state_free(t->rules, state);
}

/* ---- texts that may be moves ---- */

/* Changes one tile or one coordinate, or takes a tile away. */
static void garble(struct plain_q_move *move, dice *rng) {
  struct plain_q_tile *tile = &move->tile[below(rng, move->count)];
  switch (below(rng, move->kind == PLAIN_Q_PLACE ? 4 : 2)) {
    case 0:
      tile->kind = below(rng, PLAIN_Q_KINDS);
      break;
    case 1:
      move->count--;
      break;
    case 2:
      tile->x += below(rng, 3) - 1;
      break;
    default:
      tile->y += below(rng, 3) - 1;
  }
}

/* The tiles in any order: read as the move that has them in its own. */
static void write_in_any_order(struct plain_q_move *move, dice *rng,
                               char out[PLAIN_Q_TEXT]) {
  const bool swap = move->kind == PLAIN_Q_SWAP;
  size_t used = (size_t)sprintf(out, "%s", swap ? "swap:" : "");
  for (int i = move->count - 1; i > 0; i--) {
    const int j = below(rng, i + 1);
    const struct plain_q_tile tile = move->tile[i];
    move->tile[i] = move->tile[j];
    move->tile[j] = tile;
  }
  for (int i = 0; i < move->count; i++) {
    const struct plain_q_tile *tile = &move->tile[i];
    char name[3];
    plain_q_write_tile(tile->kind, name);
    used += (size_t)snprintf(out + used, PLAIN_Q_TEXT - used, "%s%s",
                             i > 0 ? "+" : "", name);
    if (swap) continue;
    used += (size_t)snprintf(out + used, PLAIN_Q_TEXT - used, "@%d,%d", tile->x,
                             tile->y);
  }
}

static bool same_tiles(const struct plain_q_move *a,
                       const struct plain_q_move *b) {
  int found = 0;
  bool used[PLAIN_Q_HAND] = {false};
  if (a->kind != b->kind || a->count != b->count) return false;
  for (int i = 0; i < a->count; i++) {
    for (int j = 0; j < b->count; j++) {
      if (used[j] || memcmp(&a->tile[i], &b->tile[j], sizeof *a->tile) != 0) {
        continue;
      }
      used[j] = true;
      found++;
      break;
    }
  }
  return found == a->count;
}

/* The move of the list that has these tiles, or NULL. */
static const struct plain_q_move *find_move(const struct plain_q_list *list,
                                            const struct plain_q_move *wanted) {
  for (int i = 0; i < list->count; i++) {
    if (same_tiles(&list->moves[i], wanted)) return &list->moves[i];
  }
  return NULL;
}

/* Does core take the text for the same move, or refuse it and say why? */
static void same_reading(pair *p, const char *text,
                         const struct plain_q_move *expected) {
  table *t = &p->core;
  tes_text printed;
  char space[PLAIN_Q_TEXT];
  const tes_move read = tes_parse(t->rules, t->state, text, &t->work);
  same_number(p, &p->plain, text, read != 0, expected != NULL);
  if (read == 0) {
    assert_true(t->work.error.text[0] != '\0');
    return;
  }
  tes_text_fixed(&printed, space, sizeof space);
  tes_print(t->rules, t->state, read, 0, &printed, &t->work);
  if (strcmp(tes_text_get(&printed), expected->text) != 0) {
    differ(p, &p->plain, text, tes_text_get(&printed), expected->text);
  }
}

/* Is a move near a legal one legal in both or in neither? */
static void same_opinion_of_a_guess(pair *p, dice *rng) {
  char text[PLAIN_Q_TEXT];
  struct plain_q_move guess = p->list.moves[below(rng, p->list.count)];
  if (guess.kind == PLAIN_Q_PASS) return;
  if (below(rng, 4) > 0) garble(&guess, rng);
  if (guess.count == 0) return;
  write_in_any_order(&guess, rng, text);
  same_reading(p, text, find_move(&p->list, &guess));
}

/* One pass more than there is. */
static void same_opinion_of_a_pass(pair *p) {
  const struct plain_q_move *pass = plain_q_find(&p->list, "pass");
  same_reading(p, "pass", pass);
}

/* ---- what was seen ---- */

typedef struct seen {
  long positions, games, moves, most; /* most: the longest list */
  long players[PLAIN_Q_SEATS + 1];
  long openings, passes, empty_bags, swaps; /* positions */
  long completed, both_ends;                /* positions with such a move */
  long ends[4];                             /* by enum plain_q_end */
} seen;

static bool is_on_table(const struct plain_q *plain, int x, int y) {
  for (int i = 0; i < plain->placed; i++) {
    if (plain->table[i].x == x && plain->table[i].y == y) return true;
  }
  return false;
}

/* Is there something between its first and its last tile? */
static bool is_at_both_ends(const struct plain_q *plain,
                            const struct plain_q_move *move) {
  if (move->kind != PLAIN_Q_PLACE) return false;
  for (int i = 1; i < move->count; i++) {
    const struct plain_q_tile *a = &move->tile[i - 1], *b = &move->tile[i];
    if (b->x - a->x + b->y - a->y < 2) continue;
    assert_true(is_on_table(plain, a->x + (b->x > a->x), a->y + (b->y > a->y)));
    return true;
  }
  return false;
}

/* With a complete line the bonus is in the points of a placement. */
static bool is_complete(const struct plain_q *plain,
                        const struct plain_q_move *move) {
  struct plain_q next = *plain;
  if (move->kind != PLAIN_Q_PLACE) return false;
  for (int i = 0; i < move->count; i++) {
    next.table[next.placed++] = move->tile[i];
  }
  for (int i = 0; i < move->count; i++) {
    const struct plain_q_tile *tile = &move->tile[i];
    if (plain_q_complete(&next, tile->x, tile->y, 0)) return true;
    if (plain_q_complete(&next, tile->x, tile->y, 1)) return true;
  }
  return false;
}

static void count_position(const pair *p, seen *s) {
  const struct plain_q *plain = &p->plain;
  const struct plain_q_move *best = NULL;
  bool both_ends = false;
  s->positions++;
  s->players[plain->options.players]++;
  s->ends[plain->end]++;
  if (plain->end != PLAIN_Q_GOES_ON) return;
  s->moves += p->list.count;
  if (p->list.count > s->most) s->most = p->list.count;
  s->openings += plain->placed == 0;
  s->empty_bags += plain->left == 0;
  s->passes += p->list.moves[0].kind == PLAIN_Q_PASS;
  s->swaps += p->list.moves[p->list.count - 1].kind == PLAIN_Q_SWAP;
  for (int i = 0; i < p->list.count; i++) {
    const struct plain_q_move *move = &p->list.moves[i];
    if (!both_ends) both_ends = is_at_both_ends(plain, move);
    if (best == NULL || move->points > best->points) best = move;
  }
  s->both_ends += both_ends;
  s->completed += is_complete(plain, best);
}

static void print_seen(const seen *s) {
  printf("%ld positions compared with %ld moves, %ld at most; %ld games\n",
         s->positions, s->moves, s->most, s->games);
  printf("openings %ld, passes %ld, empty bags %ld, exchanges %ld\n",
         s->openings, s->passes, s->empty_bags, s->swaps);
  printf("the best move completes a line %ld, tiles at both ends %ld\n",
         s->completed, s->both_ends);
  printf("ended by going out %ld, by passes %ld, by a dead table %ld\n",
         s->ends[PLAIN_Q_OUT], s->ends[PLAIN_Q_STUCK], s->ends[PLAIN_Q_DEAD]);
  printf("with 2 players %ld, 3 players %ld, 4 players %ld\n", s->players[2],
         s->players[3], s->players[4]);
}

/* ---- looking ---- */

/* The whole comparison of where the pair is. */
static void look(pair *p, dice *rng, seen *s) {
  same_position(p, p->core.state, &p->plain);
  plain_q_moves(&p->plain, &p->list);
  same_list(p, p->core.state);
  count_position(p, s);
  if (p->plain.end != PLAIN_Q_GOES_ON) return;
  for (int i = 0; i < 4; i++) same_opinion_of_a_guess(p, rng);
  same_opinion_of_a_pass(p);
  if (below(rng, 10) == 0 && p->list.count < 2000) same_when_read_back(p);
}

/* ---- positions that are made ---- */

static bool pair_load(pair *p, const struct plain_q *made) {
  char fen[PLAIN_Q_FEN];
  plain_q_fen(made, fen);
  if (plain_q_load_fen(&p->plain, p->plain.options, fen) != 0) return false;
  table_load(&p->core, fen);
  return true;
}

/* All tiles that are not on the table go into the bag, shuffled. */
static void take_all_back(struct plain_q *plain, dice *rng) {
  for (int i = 0; i < plain->options.players; i++) {
    while (plain->held[i] > 0) {
      plain->bag[plain->left++] = plain->hand[i][--plain->held[i]];
    }
  }
  for (int i = plain->left - 1; i > 0; i--) {
    const int j = below(rng, i + 1), tile = plain->bag[i];
    plain->bag[i] = plain->bag[j];
    plain->bag[j] = tile;
  }
}

typedef enum taste {
  ANY,
  ONE_COLOUR,
  ONE_SHAPE,
  A_CROSS, /* of one colour or of one shape */
  DOUBLES,
  ALL_DIFFERENT, /* in colour and in shape */
  TASTES
} taste;

/* Would the tile make the hand richer in this way? */
static bool suits(taste wanted, const int *hand, int held, int like, int tile) {
  const bool colour = tile / 6 == like / 6, shape = tile % 6 == like % 6;
  int same = 0, related = 0;
  for (int i = 0; i < held; i++) {
    same += hand[i] == tile;
    related += hand[i] / 6 == tile / 6 || hand[i] % 6 == tile % 6;
  }
  switch (wanted) {
    case ONE_COLOUR:
      return colour && same == 0;
    case ONE_SHAPE:
      return shape && same == 0;
    case A_CROSS:
      return (colour || shape) && same == 0;
    case DOUBLES:
      return held % 2 == 0 ? same == 0 : hand[held - 1] == tile;
    case ALL_DIFFERENT:
      return related == 0;
    default:
      return true;
  }
}

static void move_to_hand(struct plain_q *plain, int seat, int at) {
  plain->hand[seat - 1][plain->held[seat - 1]++] = plain->bag[at];
  plain->bag[at] = plain->bag[--plain->left];
}

/* Gives a seat so many tiles, as many to its taste as there are. */
static void give(struct plain_q *plain, int seat, int tiles, taste wanted,
                 dice *rng) {
  const int like = below(rng, PLAIN_Q_KINDS);
  const int *held = &plain->held[seat - 1];
  for (int at = 0; at < plain->left && *held < tiles;) {
    if (suits(wanted, plain->hand[seat - 1], *held, like, plain->bag[at])) {
      move_to_hand(plain, seat, at);
      at = 0;
    } else {
      at++;
    }
  }
  while (plain->left > 0 && *held < tiles) {
    move_to_hand(plain, seat, plain->left - 1);
  }
  plain_q_sort(plain->hand[seat - 1], *held);
}

/* The table of the game at hand with other hands and another bag. */
static struct plain_q made_from(const struct plain_q *game, dice *rng) {
  struct plain_q made = *game;
  const int hand = made.options.hand, players = made.options.players;
  const bool short_hands = below(rng, 4) == 0;
  take_all_back(&made, rng);
  if (made.placed > 0) made.seat = 1 + below(rng, players);
  for (int i = 0; i < players; i++) {
    const int seat = (made.seat - 1 + i) % players + 1;
    const int tiles = short_hands ? 1 + below(rng, hand) : hand;
    give(&made, seat, tiles, (taste)below(rng, TASTES), rng);
  }
  if (short_hands) {
    made.left = 0;
  } else if (below(rng, 3) == 0 && made.left > 10) {
    made.left = below(rng, 10);
  }
  if (made.placed == 0) made.seat = plain_q_opener(&made);
  return made;
}

static bool all_hold_tiles(const struct plain_q *plain) {
  for (int i = 0; i < plain->options.players; i++) {
    if (plain->held[i] == 0) return false;
  }
  return true;
}

/* Looks at positions made from the one at hand, to which the pair returns. */
static void look_beside(pair *p, int times, dice *rng, seen *s) {
  const struct plain_q here = p->plain;
  if (here.end != PLAIN_Q_GOES_ON) return;
  for (int i = 0; i < times; i++) {
    const struct plain_q made = made_from(&here, rng);
    if (all_hold_tiles(&made) && pair_load(p, &made)) look(p, rng, s);
  }
  assert_true(pair_load(p, &here));
}

/* ---- games ---- */

typedef enum style { RANDOM, GREEDY, MIXED, STYLES } style;

static const struct plain_q_move *choose(const struct plain_q_list *list,
                                         style how, dice *rng) {
  const struct plain_q_move *best = &list->moves[below(rng, list->count)];
  if (how == RANDOM || (how == MIXED && below(rng, 2) == 0)) return best;
  for (int i = 0; i < list->count; i++) {
    if (list->moves[i].points > best->points) best = &list->moves[i];
  }
  return best;
}

static void play(pair *p, const struct plain_q_move *move) {
  table_play(&p->core, move->text);
  plain_q_make(&p->plain, move);
}

/* To the end, with `beside` other positions at each ply. */
static void play_on(pair *p, style how, int beside, dice *rng, seen *s) {
  for (;;) {
    look(p, rng, s);
    if (p->plain.end != PLAIN_Q_GOES_ON) break;
    look_beside(p, beside, rng, s);
    plain_q_moves(&p->plain, &p->list);
    play(p, choose(&p->list, how, rng));
  }
  s->games++;
}

static void play_game(pair *p, style how, dice *rng, seen *s) {
  char bag[PLAIN_Q_FEN];
  if (!my_share()) return;
  shuffle_bag(&p->plain.options, rng, bag);
  pair_deal(p, bag);
  play_on(p, how, 1, rng, s);
}

/* A game that begins with few tiles on the table and few in hand, so that it
 * often ends with some that do not fit. */
static void play_small_game(pair *p, dice *rng, seen *s) {
  char bag[PLAIN_Q_FEN];
  if (!my_share()) return;
  struct plain_q *plain = &p->plain;
  shuffle_bag(&plain->options, rng, bag);
  pair_deal(p, bag);
  for (int plies = below(rng, 4); plies >= 0; plies--) {
    plain_q_moves(plain, &p->list);
    if (p->list.count == 0) return; /* few tiles: it is over */
    play(p, choose(&p->list, MIXED, rng));
  }
  struct plain_q small = *plain;
  take_all_back(&small, rng);
  for (int seat = 1; seat <= small.options.players; seat++) {
    const int most = small.options.hand < 3 ? small.options.hand : 3;
    give(&small, seat, 1 + below(rng, most), ANY, rng);
  }
  small.left = below(rng, 3);
  if (!all_hold_tiles(&small)) return;
  if (pair_load(p, &small)) play_on(p, RANDOM, 0, rng, s);
}

/* Puts the tiles of the bag that fit in front; returns how many. */
static int sort_out(struct plain_q *plain) {
  int fitting = 0;
  for (int i = 0; i < plain->left; i++) {
    const int tile = plain->bag[i];
    if (!plain_q_fits(plain, tile)) continue;
    plain->bag[i] = plain->bag[fitting];
    plain->bag[fitting++] = tile;
  }
  return fitting;
}

/* A game in which the player to move has one tile that fits, and nobody
 * another one as things are: the table is often dead when it lies there. */
static void play_dying_game(pair *p, dice *rng, seen *s) {
  char bag[PLAIN_Q_FEN];
  if (!my_share()) return;
  struct plain_q *plain = &p->plain;
  shuffle_bag(&plain->options, rng, bag);
  pair_deal(p, bag);
  plain_q_moves(plain, &p->list);
  play(p, choose(&p->list, MIXED, rng));
  struct plain_q dying = *plain;
  take_all_back(&dying, rng);
  const int fitting = sort_out(&dying);
  if (fitting == 0) return;
  move_to_hand(&dying, dying.seat, below(rng, fitting));
  const int others = sort_out(&dying);
  dying.left -= others;
  memmove(dying.bag, dying.bag + others,
          (size_t)dying.left * sizeof *dying.bag);
  for (int seat = 1; seat <= dying.options.players; seat++) {
    give(&dying, seat, dying.options.hand, ANY, rng);
  }
  if (dying.left > 5) dying.left = 2 + below(rng, 4);
  if (all_hold_tiles(&dying) && pair_load(p, &dying)) {
    play_on(p, GREEDY, 0, rng, s);
  }
}

static void compare_games(pair *p, dice *rng, seen *s) {
  const int games = p->plain.options.hand < 7 ? 5 : 2;
  for (int i = 0; i < games; i++) play_game(p, (style)(i % STYLES), rng, s);
  for (int i = 0; i < 40; i++) play_small_game(p, rng, s);
  for (int i = 0; i < 10; i++) play_dying_game(p, rng, s);
}

static void both_agree(void **state) {
  seen s = {0};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(all_settings); i++) {
    dice rng = dice_of(i);
    pair *p = pair_open(all_settings[i]);
    compare_games(p, &rng, &s);
    pair_close(p);
  }
  print_seen(&s);
  if (SLOW) return;
  assert_true(s.positions >= 10000);
  assert_true(s.most >= 10000);
  for (int players = 2; players <= 4; players++) {
    assert_true(s.players[players] >= 1000);
  }
  assert_true(s.openings >= 100 && s.swaps >= 1000);
  assert_true(s.passes >= 100 && s.empty_bags >= 1000);
  assert_true(s.completed >= 500 && s.both_ends >= 1000);
  for (int end = PLAIN_Q_OUT; end <= PLAIN_Q_DEAD; end++) {
    assert_true(s.ends[end] >= 20);
  }
}

/* ---- perft ---- */

static uint64_t plain_perft(const struct plain_q *plain, int depth) {
  struct plain_q_list list = {NULL, 0, 0};
  uint64_t leaves = 0;
  plain_q_moves(plain, &list);
  if (depth == 1) leaves = (uint64_t)list.count;
  for (int i = 0; depth > 1 && i < list.count; i++) {
    struct plain_q next = *plain;
    plain_q_make(&next, &list.moves[i]);
    leaves += plain_perft(&next, depth - 1);
  }
  free(list.moves);
  return leaves;
}

static void same_perft(void **state) {
  static const struct {
    const char *settings;
    int depth;
  } rows[] = {
      {"players=2 hand=2 colours=3 shapes=3 copies=1", 3},
      {"players=3 hand=2 colours=5 shapes=3", 3},
      {"players=2 hand=3 colours=3 shapes=6 hands=open", 2},
      {"players=2 hand=4", 2},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    dice rng = dice_of(i);
    char bag[PLAIN_Q_FEN];
    uint64_t leaves;
    pair *p = pair_open(rows[i].settings);
    table *t = &p->core;
    shuffle_bag(&p->plain.options, &rng, bag);
    pair_deal(p, bag);
    assert_int_equal(
        tes_perft(t->rules, t->state, rows[i].depth, &leaves, &t->work),
        TES_OK);
    const uint64_t expected = plain_perft(&p->plain, rows[i].depth);
    printf("%s: perft %d is %llu\n", rows[i].settings, rows[i].depth,
           (unsigned long long)leaves);
    assert_true(leaves == expected && leaves > 100);
    pair_close(p);
  }
}

/* ---- the widest tables ---- */

/* Tiles in rows of six, each of one colour, that go up and down by one: as
 * wide as a table can be. Row i has the colour i % 6, and begins above or
 * below the end of the one before with the same shape. */
static struct plain_q wide_table(const struct plain_q_options *options,
                                 int rows) {
  struct plain_q wide = {.options = *options, .seat = 1};
  for (int i = 0; i < 24; i++) {
    for (int j = 0; j < 6; j++) {
      const int shape = i % 2 == 0 ? j : 5 - j;
      const struct plain_q_tile tile = {6 * (i % 6) + shape, 5 * i + j, i % 2};
      if (i < rows) {
        wide.table[wide.placed++] = tile;
      } else {
        wide.bag[wide.left++] = tile.kind;
      }
    }
  }
  return wide;
}

/* Puts tile `origin` on 0,0, mirrored and on its side as asked for. */
static void turn_table(struct plain_q *wide, int origin, bool mirror,
                       bool upright) {
  const struct plain_q_tile zero = wide->table[origin];
  for (int i = 0; i < wide->placed; i++) {
    struct plain_q_tile *tile = &wide->table[i];
    const int x = (tile->x - zero.x) * (mirror ? -1 : 1), y = tile->y - zero.y;
    tile->x = upright ? y : x;
    tile->y = upright ? x : y;
  }
}

static void look_at_wide_table(pair *p, int rows, int which, dice *rng,
                               seen *s) {
  struct plain_q wide = wide_table(&p->plain.options, rows);
  const int origins[] = {0, wide.placed / 2, wide.placed - 1};
  turn_table(&wide, origins[which % 3], which / 3 % 2, which / 6);
  take_all_back(&wide, rng);
  for (int seat = 1; seat <= 2; seat++) give(&wide, seat, 3, ANY, rng);
  assert_true(pair_load(p, &wide));
  play_on(p, GREEDY, 0, rng, s);
}

/* From one to the next of them nearly all tiles change. */
static void both_agree_on_the_widest_tables(void **state) {
  dice rng = dice_of(0);
  seen s = {0};
  (void)state;
  pair *p = pair_open("copies=4");
  for (int rows = 20; rows < 24; rows++) {
    for (int which = 0; which < 12; which++) {
      look_at_wide_table(p, rows, which, &rng, &s);
    }
  }
  pair_close(p);
  print_seen(&s);
  assert_true(s.games == 48 && s.positions >= 300);
}

/* ---- recorded games ---- */

enum { MOST_PLIES = 400 };

typedef struct game {
  struct plain_q plain; /* its end */
  char bag[PLAIN_Q_FEN];
  int plies, counts[MOST_PLIES], points[MOST_PLIES];
  char played[MOST_PLIES][PLAIN_Q_TEXT];
} game;

static void game_begin(game *g, const char *settings, const char *bag) {
  strcpy(g->bag, bag);
  g->plies = 0;
  if (plain_q_deal(&g->plain, options_of(settings), bag) != 0) abort();
}

/* Makes a move of the list of the position. */
static void game_play(game *g, const struct plain_q_list *list,
                      const struct plain_q_move *move) {
  if (g->plies == MOST_PLIES) abort();
  g->counts[g->plies] = list->count;
  g->points[g->plies] = move->points;
  strcpy(g->played[g->plies++], move->text);
  plain_q_make(&g->plain, move);
}

static void write_result(const struct plain_q *plain) {
  int places[PLAIN_Q_SEATS], winners[PLAIN_Q_SEATS], count = 0;
  char fen[PLAIN_Q_FEN];
  const int players = plain->options.players;
  const bool over = plain->end != PLAIN_Q_GOES_ON;
  for (int seat = 1; seat <= players; seat++) {
    places[seat - 1] = plain_q_place(plain, seat);
    if (over && places[seat - 1] == 1) winners[count++] = seat;
  }
  plain_q_fen(plain, fen);
  printf("\"result\":{\"over\":%s,", over ? "true" : "false");
  write_numbers("scores", plain->score, players);
  write_numbers("places", places, players);
  write_numbers("winners", winners, count);
  printf("\"reason\":\"%s\",\"fen\":\"%s\"}}\n", reasons[plain->end], fen);
}

static void write_game(const game *g) {
  const struct plain_q_options *options = &g->plain.options;
  printf("{\"game\":\"qwirkle\",\"options\":{\"bonus\":%d,", options->bonus);
  if (options->colours < 6) printf("\"colours\":%d,", options->colours);
  printf("\"copies\":%d,\"end_bonus\":%d,\"hand\":%d,\"players\":%d",
         options->copies, options->end_bonus, options->hand, options->players);
  if (options->shapes < 6) printf(",\"shapes\":%d", options->shapes);
  printf("},\"seed\":0,\"bag\":\"%s\",\"moves\":[", g->bag);
  for (int i = 0; i < g->plies; i++) {
    printf("%s\"%s\"", i > 0 ? "," : "", g->played[i]);
  }
  printf("],");
  write_numbers("counts", g->counts, g->plies);
  write_numbers("points", g->points, g->plies);
  write_result(&g->plain);
}

/* One for each row of settings, each in a style. */
static int write_games(void) {
  static game g;
  struct plain_q_list list = {NULL, 0, 0};
  for (size_t i = 0; i < COUNT_OF(all_settings); i++) {
    char bag[PLAIN_Q_FEN];
    dice rng = dice_of(100 + i);
    const struct plain_q_options options = options_of(all_settings[i]);
    shuffle_bag(&options, &rng, bag);
    game_begin(&g, all_settings[i], bag);
    while (g.plain.end == PLAIN_Q_GOES_ON) {
      plain_q_moves(&g.plain, &list);
      game_play(&g, &list, choose(&list, (style)((i + 1) % STYLES), &rng));
    }
    write_game(&g);
  }
  free(list.moves);
  return 0;
}

/* The game with these moves, joined by blanks. */
static int write_given(const char *settings, const char *bag, char *moves) {
  static game g;
  struct plain_q_list list = {NULL, 0, 0};
  game_begin(&g, settings, bag);
  for (char *text = strtok(moves, " "); text; text = strtok(NULL, " ")) {
    plain_q_moves(&g.plain, &list);
    const struct plain_q_move *move = plain_q_find(&list, text);
    if (move == NULL) {
      fprintf(stderr, "%s is not legal\n", text);
      return 1;
    }
    game_play(&g, &list, move);
  }
  write_game(&g);
  free(list.moves);
  return 0;
}

static void same_end(const struct plain_q *plain, const json_t *result) {
  char fen[PLAIN_Q_FEN];
  const json_t *winners = field(result, "winners");
  int winner = 0;
  const bool over = plain->end != PLAIN_Q_GOES_ON;
  assert_int_equal(json_is_true(field(result, "over")), over);
  for (int seat = 1; seat <= plain->options.players; seat++) {
    const int place = number_at(field(result, "places"), seat - 1);
    assert_int_equal(place, plain_q_place(plain, seat));
    assert_int_equal(number_at(field(result, "scores"), seat - 1),
                     plain->score[seat - 1]);
    if (over && place == 1) {
      assert_int_equal(number_at(winners, winner++), seat);
    }
  }
  assert_int_equal(count_of(winners), winner);
  plain_q_fen(plain, fen);
  assert_string_equal(text_in(result, "fen"), fen);
  assert_string_equal(text_in(result, "reason"), reasons[plain->end]);
}

/* Do the turns score as the source document works them out? */
static bool is_worked_example(const json_t *points) {
  static const int worked[] = {3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9};
  if (count_of(points) != COUNT_OF(worked)) return false;
  for (size_t i = 0; i < COUNT_OF(worked); i++) {
    if (number_at(points, (int)i) != worked[i]) return false;
  }
  return true;
}

static void replay(const json_t *record, seen *s) {
  char text[256] = "";
  dice rng = dice_of(0);
  const json_t *moves = field(record, "moves");
  const json_t *counts = field(record, "counts");
  const json_t *points = field(record, "points");
  settings_of(field(record, "options"), text, sizeof text);
  pair *p = pair_open(text);
  pair_deal(p, text_in(record, "bag"));
  for (int ply = 0; ply < count_of(moves); ply++) {
    look(p, &rng, s);
    const struct plain_q_move *move =
        plain_q_find(&p->list, text_at(moves, ply));
    assert_non_null(move);
    assert_int_equal(p->list.count, number_at(counts, ply));
    assert_int_equal(move->points, number_at(points, ply));
    play(p, move);
  }
  look(p, &rng, s);
  same_end(&p->plain, field(record, "result"));
  pair_close(p);
  s->games++;
}

static void recorded_games_are_legal(void **state) {
  static char line[65536];
  FILE *file = fopen(TESELA_VECTORS "/qwirkle.games", "r");
  seen s = {0};
  int worked = 0;
  (void)state;
  assert_non_null(file);
  while (fgets(line, sizeof line, file) != NULL) {
    json_t *record = json_loads(line, 0, NULL);
    if (record == NULL) fail_msg("line %ld is not JSON", s.games + 1);
    replay(record, &s);
    worked += is_worked_example(field(record, "points"));
    json_decref(record);
  }
  fclose(file);
  print_seen(&s);
  assert_int_equal(s.games, COUNT_OF(all_settings) + 1);
  assert_int_equal(worked, 1);
}

static int free_moves(void **state) {
  (void)state;
  free(core_moves);
  core_moves = NULL;
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--games") == 0) return write_games();
  if (argc == 5 && strcmp(argv[1], "--game") == 0) {
    return write_given(argv[2], argv[3], argv[4]);
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_agree),
      cmocka_unit_test(same_perft),
      cmocka_unit_test(both_agree_on_the_widest_tables),
      cmocka_unit_test(recorded_games_are_legal),
  };
  return cmocka_run_group_tests_name("second_qwirkle", tests, NULL, free_moves);
}
