/* test_second_blokus.c: Blokus against the plain implementation.
 *
 * A pair plays one game twice, in core and plain, and after every ply the two
 * have to agree on everything that can be asked. What is rare in random games
 * (a colour that gets rid of all its pieces, with the single cell last or
 * not; colours that get blocked in a certain order) is steered towards by the
 * choice of moves, by plans of steered_blokus.h.
 *
 * Recorded games are replayed move by move with both. Plain wrote them:
 *
 *     test_second_blokus --games                 all lines but the last three
 *     test_second_blokus --game SETTINGS MOVES   a line with these moves
 *
 * The last three were found by searches: the example of the source document,
 * and two solved solitaires in which all colours play alike, turned.
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
#include "plain_blokus.h"
#include "share.h"
#include "steered_blokus.h"

/* ---- settings ---- */

static struct plain_b_options options_of(const char *settings) {
  const bool duo = strstr(settings, "variant=duo") != NULL;
  struct plain_b_options options = plain_b_default_options(duo);
  const char *found;
  if (strstr(settings, "corners=fixed")) options.corners = PLAIN_B_FIXED;
  if ((found = strstr(settings, "players="))) options.players = atoi(found + 8);
  if ((found = strstr(settings, "bonus_all=")))
    options.bonus_all = atoi(found + 10);
  if ((found = strstr(settings, "bonus_last="))) {
    options.bonus_last = atoi(found + 11);
  }
  return options;
}

static const char *const all_settings[] = {
    "players=4",
    "players=4 corners=fixed",
    "players=3",
    "players=3 corners=fixed bonus_all=0 bonus_last=99",
    "players=2",
    "players=2 corners=fixed",
    "players=1 bonus_all=99 bonus_last=1",
    "players=1 corners=fixed",
    "variant=duo players=2",
    "variant=duo corners=fixed bonus_all=20 bonus_last=0",
    "variant=duo players=1",
    "variant=duo players=1 corners=fixed",
};

/* ---- pairs ---- */

typedef struct pair {
  const char *settings;
  table core;
  struct plain_b plain;
  int count; /* of the moves in this position, sorted */
  plain_b_text moves[PLAIN_B_MOVES];
} pair;

static pair the_pair; /* too large for the stack */
static plain_b_text core_moves[PLAIN_B_MOVES];

static pair *pair_open(const char *settings) {
  pair *p = &the_pair;
  p->settings = settings;
  p->core = table_open(tes_game_find("blokus"), settings);
  plain_b_start(&p->plain, options_of(settings));
  return p;
}

static void pair_close(pair *p) {
  table_close(&p->core);
}

static void pair_restart(pair *p) {
  plain_b_start(&p->plain, p->plain.options);
  assert_int_equal(tes_start(p->core.rules, p->core.state, 0, &p->core.work),
                   TES_OK);
}

static void pair_load(pair *p, const char *fen) {
  if (plain_b_load_fen(&p->plain, p->plain.options, fen) != 0) {
    fail_msg("plain refuses %s (%s)", fen, p->settings);
  }
  table_load(&p->core, fen);
}

static void differ(const pair *p, const struct plain_b *plain, const char *what,
                   const char *core, const char *expected) {
  char fen[PLAIN_B_FEN];
  plain_b_fen(plain, fen);
  fail_msg("%s (%s): %s: core %s, plain %s", fen, p->settings, what, core,
           expected);
}

static void same_number(const pair *p, const struct plain_b *plain,
                        const char *what, int64_t core, int64_t expected) {
  char a[24], b[24];
  if (core == expected) return;
  snprintf(a, sizeof a, "%lld", (long long)core);
  snprintf(b, sizeof b, "%lld", (long long)expected);
  differ(p, plain, what, a, b);
}

/* ---- do they agree? ---- */

static void same_result(pair *p, const tes_state *state,
                        const struct plain_b *plain) {
  tes_result result;
  const char *expected = plain_b_over(plain) ? plain_b_reason(plain) : "";
  assert_int_equal(tes_result_of(p->core.rules, state, &result, &p->core.work),
                   TES_OK);
  const char *reason = result.reason != NULL ? result.reason : "";
  if (strcmp(reason, expected) != 0) {
    differ(p, plain, "reason", reason, expected);
  }
  same_number(p, plain, "over", state->over != 0, plain_b_over(plain));
  same_number(p, plain, "seats", result.seats, plain->options.players);
  for (int seat = 1; seat <= plain->options.players; seat++) {
    same_number(p, plain, "score", result.score[seat - 1],
                plain_b_score(plain, seat));
    same_number(p, plain, "place", result.place[seat - 1],
                plain_b_place(plain, seat));
  }
}

/* All but the moves. */
static void same_position(pair *p, const tes_state *state,
                          const struct plain_b *plain) {
  char space[PLAIN_B_FEN], expected[PLAIN_B_FEN];
  tes_text fen;
  tes_text_fixed(&fen, space, sizeof space);
  tes_save(p->core.rules, state, 0, &fen);
  plain_b_fen(plain, expected);
  if (strcmp(tes_text_get(&fen), expected) != 0) {
    differ(p, plain, "position", tes_text_get(&fen), expected);
  }
  same_number(p, plain, "seat", state->seat, plain_b_seat(plain));
  same_result(p, state, plain);
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

/* Fills core_moves. */
static int list_core(pair *p, const tes_state *state) {
  tes_work *work = &p->core.work;
  work->list.count = 0;
  assert_int_equal(tes_moves(p->core.rules, state, &work->list, work), TES_OK);
  assert_true(work->list.count <= PLAIN_B_MOVES);
  for (size_t i = 0; i < work->list.count; i++) {
    tes_text text;
    tes_text_fixed(&text, core_moves[i], PLAIN_B_TEXT);
    tes_print(p->core.rules, state, work->list.moves[i], 0, &text, work);
    assert_false(text.failed);
  }
  qsort(core_moves, work->list.count, PLAIN_B_TEXT, by_text);
  return (int)work->list.count;
}

/* Does core list p->moves, and nothing else? */
static void same_list(pair *p, const tes_state *state) {
  const int count = list_core(p, state);
  for (int i = 0; i < count && i < p->count; i++) {
    if (strcmp(core_moves[i], p->moves[i]) == 0) continue;
    differ(p, &p->plain, "move", core_moves[i], p->moves[i]);
  }
  same_number(p, &p->plain, "moves", count, p->count);
  same_number(p, &p->plain, "count",
              tes_count(p->core.rules, state, &p->core.work), p->count);
}

static void list_plain(pair *p) {
  p->count = plain_b_moves(&p->plain, p->moves);
  qsort(p->moves, (size_t)p->count, PLAIN_B_TEXT, by_text);
}

/* ---- do they see the same? ---- */

typedef char long_text[2048];

static void add_item(long_text list, const char *item) {
  if (list[0] != '\0') strcat(list, " ");
  strcat(list, item);
}

static void list_cells(const struct plain_b *plain, int colour,
                       bool (*wanted)(const struct plain_b *plain, char own,
                                      int x, int y),
                       long_text out) {
  const char own = plain_b_letter(plain, colour);
  out[0] = '\0';
  for (int y = 0; y < plain->side; y++) {
    for (int x = 0; x < plain->side; x++) {
      char name[16];
      if (!wanted(plain, own, x, y)) continue;
      snprintf(name, sizeof name, "%c%d", 'a' + x, y + 1);
      add_item(out, name);
    }
  }
}

/* Asks core; gives what it answers as text and as a number. */
static int64_t ask(pair *p, const char *what, const char *of, long_text out) {
  table *t = &p->core;
  tes_text text;
  int64_t number = 0;
  const int query = tes_query_find(t->rules->game, what);
  assert_true(query >= 0);
  tes_text_fixed(&text, out, sizeof(long_text));
  out[0] = '\0';
  assert_int_equal(
      tes_get(t->rules, t->state, 0, query, of, &number, &text, &t->work),
      TES_OK);
  return number;
}

static void same_answer(pair *p, const char *what, const char *of,
                        const long_text expected) {
  long_text answer;
  ask(p, what, of, answer);
  if (strcmp(answer, expected) != 0) {
    differ(p, &p->plain, what, answer, expected);
  }
}

static const char *colour_name(const struct plain_b *plain, int colour) {
  static const char *const names[2][PLAIN_B_COLOURS] = {
      {"blue", "yellow", "red", "green"}, {"purple", "orange"}};
  return names[plain->options.duo][colour];
}

static void same_colour(pair *p, int colour) {
  const struct plain_b *plain = &p->plain;
  const char *name = colour_name(plain, colour);
  long_text expected = "";
  for (int piece = 0; piece < PLAIN_B_PIECES; piece++) {
    if (!plain_b_left(plain, colour, piece)) continue;
    add_item(expected, plain_b_names[piece]);
  }
  same_answer(p, "left", name, expected);
  same_number(p, plain, "points", ask(p, "points", name, expected),
              plain_b_points(plain, colour));
  list_cells(plain, colour, is_forbidden, expected);
  same_answer(p, "forbidden", name, expected);
  if (plain_b_count_left(plain, colour, 0) == PLAIN_B_PIECES) return;
  list_cells(plain, colour, is_open, expected);
  same_answer(p, "open_corners", name, expected);
}

static void same_answers(pair *p, dice *rng) {
  const struct plain_b *plain = &p->plain;
  const int x = below(rng, plain->side), y = below(rng, plain->side);
  char cell_text[16];
  const char *on_it = "";
  for (int colour = 0; colour < plain->colours; colour++) {
    same_colour(p, colour);
    if (at(plain, x, y) == plain_b_letter(plain, colour)) {
      on_it = colour_name(plain, colour);
    }
  }
  snprintf(cell_text, sizeof cell_text, "%c%d", 'a' + x, y + 1);
  same_answer(p, "cell", cell_text, on_it);
  if (plain_b_over(plain)) return;
  same_answer(p, "colour", NULL, colour_name(plain, plain_b_colour(plain)));
}

/* What is written is read back as the same position with the same moves. */
static void same_when_read_back(pair *p) {
  char fen[PLAIN_B_FEN];
  struct plain_b plain;
  table *t = &p->core;
  tes_state *state = tes_state_new(t->rules);
  plain_b_fen(&p->plain, fen);
  if (tes_load(t->rules, state, fen, 0, &t->work) != TES_OK) {
    fail_msg("%s (%s): %s", fen, p->settings, t->work.error.text);
  }
  assert_true(tes_equal(t->rules, state, t->state));
  assert_true(tes_hash(t->rules, state) == tes_hash(t->rules, t->state));
  same_list(p, state);
  assert_int_equal(plain_b_load_fen(&plain, p->plain.options, fen), 0);
  assert_memory_equal(plain.left, p->plain.left, sizeof plain.left);
  same_position(p, state, &plain);
  tes_state_free(t->rules, state);
}

/* ---- texts that may be moves ---- */

/* Any cells that hang together, in the order of a move. */
static int grow_cells(dice *rng, cell from, int side, cell cells[5]) {
  static const cell step[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const int size = 1 + below(rng, 5);
  int count = 1;
  cells[0] = from;
  while (count < size) {
    const cell old = cells[below(rng, count)], by = step[below(rng, 4)];
    const cell more = {old.x + by.x, old.y + by.y};
    if (more.x < 0 || more.y < 0 || more.x >= side || more.y >= side) continue;
    if (!is_among(cells, count, more)) cells[count++] = more;
  }
  qsort(cells, (size_t)count, sizeof *cells, by_cell);
  return count;
}

/* Is a placement near a legal one legal in both or in neither? */
static void same_opinion_of_a_guess(pair *p, dice *rng) {
  plain_b_text text = "pass";
  cell cells[5];
  table *t = &p->core;
  const int side = p->plain.side;
  const char *near = p->moves[below(rng, p->count)];
  if (read_cells(near, cells) > 0) {
    const cell from = {(cells[0].x + side + below(rng, 5) - 2) % side,
                       (cells[0].y + side + below(rng, 5) - 2) % side};
    write_cells(text, cells, grow_cells(rng, from, side, cells));
  }
  const bool legal = tes_parse(t->rules, t->state, text, &t->work) != 0;
  const bool expected =
      bsearch(text, p->moves, (size_t)p->count, PLAIN_B_TEXT, by_text) != NULL;
  same_number(p, &p->plain, text, legal, expected);
  if (!legal) assert_true(t->work.error.text[0] != '\0');
  struct plain_b plain = p->plain;
  assert_int_equal(plain_b_play(&plain, text), expected ? 0 : -1);
}

/* Does core know a move by its cells in any order? */
static void same_in_any_order(pair *p, dice *rng) {
  const char *move = p->moves[below(rng, p->count)];
  plain_b_text text = "pass";
  cell cells[5];
  table *t = &p->core;
  const int count = read_cells(move, cells);
  for (int i = count - 1; i > 0; i--) {
    const int j = below(rng, i + 1);
    const cell c = cells[i];
    cells[i] = cells[j];
    cells[j] = c;
  }
  if (count > 0) write_cells(text, cells, count);
  const tes_move read = tes_parse(t->rules, t->state, text, &t->work);
  assert_true(read != 0);
  assert_true(read == tes_parse(t->rules, t->state, move, &t->work));
}

/* A piece and its first cell are a move if nothing else fits, and otherwise
 * with a number behind: all that fit have one. */
static void same_in_short(pair *p, dice *rng) {
  const char *move = p->moves[below(rng, p->count)];
  const int piece = plain_b_piece_of(&p->plain, move);
  const size_t first = strcspn(move, ",");
  char text[32];
  int fitting = 0, numbered = 0;
  table *t = &p->core;
  if (piece < 0) return;
  for (int i = 0; i < p->count; i++) {
    if (plain_b_piece_of(&p->plain, p->moves[i]) != piece) continue;
    fitting += strcspn(p->moves[i], ",") == first &&
               strncmp(p->moves[i], move, first) == 0;
  }
  snprintf(text, sizeof text, "%s@%.*s", plain_b_names[piece], (int)first,
           move);
  const tes_move read = tes_parse(t->rules, t->state, text, &t->work);
  same_number(p, &p->plain, text, read != 0, fitting == 1);
  if (read != 0) {
    assert_true(read == tes_parse(t->rules, t->state, move, &t->work));
  }
  for (int way = 1; way <= 8; way++) {
    snprintf(text, sizeof text, "%s@%.*s/%d", plain_b_names[piece], (int)first,
             move, way);
    numbered += tes_parse(t->rules, t->state, text, &t->work) != 0;
  }
  same_number(p, &p->plain, "ways", numbered, fitting);
}

/* ---- what was seen ---- */

typedef struct seen {
  long positions, passes, games;
  long finished[2][2]; /* colours without pieces: duo?, the single one last? */
  long solved;         /* alone, with nothing left */
  long worked;         /* the example of the source document */
  long order[24], duo_order[2];
} seen;

/* When each colour got blocked: its ply, or -1 while it is not. */
typedef struct blocking {
  int ply, at[PLAIN_B_COLOURS];
} blocking;

static void blocking_start(blocking *b) {
  *b = (blocking){.at = {-1, -1, -1, -1}};
}

static void blocking_look(blocking *b, const struct plain_b *plain) {
  for (int colour = 0; colour < plain->colours; colour++) {
    if (b->at[colour] >= 0 || plain_b_can_place(plain, colour)) continue;
    b->at[colour] = b->ply;
  }
  b->ply++;
}

/* The number of the order, or -1 if two were blocked by the same move. */
static int blocking_order(const blocking *b, int colours) {
  int number = 0;
  for (int i = 0; i < colours; i++) {
    int earlier = 0;
    for (int j = i + 1; j < colours; j++) {
      if (b->at[j] == b->at[i]) return -1;
      earlier += b->at[j] < b->at[i];
    }
    number = number * (colours - i) + earlier;
  }
  return number;
}

/* Did it end as the example of the source document? Blue has placed all, the
 * single cell last; yellow could not place two pieces of four cells, red one
 * of three, four of four and one of five, green one, three and one. */
static bool is_worked_example(const struct plain_b *plain) {
  static const int left[PLAIN_B_COLOURS][6] = {
      {0}, {[4] = 2}, {[3] = 1, [4] = 4, [5] = 1}, {[3] = 1, [4] = 3, [5] = 1}};
  for (int colour = 0; colour < PLAIN_B_COLOURS; colour++) {
    for (int size = 1; size <= 5; size++) {
      if (plain_b_count_left(plain, colour, size) != left[colour][size]) {
        return false;
      }
    }
  }
  return plain->single[0] == 1;
}

static void count_end(const struct plain_b *plain, const blocking *b, seen *s) {
  const int order = blocking_order(b, plain->colours);
  s->games++;
  s->solved += plain->options.players == 1 && plain_b_place(plain, 1) == 1;
  s->worked += is_worked_example(plain);
  if (order >= 0) (plain->options.duo ? s->duo_order : s->order)[order]++;
  for (int colour = 0; colour < plain->colours; colour++) {
    if (plain_b_count_left(plain, colour, 0) > 0) continue;
    s->finished[plain->options.duo][plain->single[colour]]++;
  }
}

/* The whole comparison of where the pair is. */
static void look(pair *p, dice *rng, seen *s) {
  same_position(p, p->core.state, &p->plain);
  list_plain(p);
  same_list(p, p->core.state);
  same_answers(p, rng);
  s->positions++;
  if (plain_b_over(&p->plain)) return;
  s->passes += strcmp(p->moves[0], "pass") == 0;
  for (int i = 0; i < 4; i++) same_opinion_of_a_guess(p, rng);
  same_in_any_order(p, rng);
  same_in_short(p, rng);
  if (below(rng, 4) == 0) same_when_read_back(p);
}

static void play(pair *p, const char *move) {
  if (plain_b_play(&p->plain, move) != 0) fail_msg("plain refuses %s", move);
  table_play(&p->core, move);
}

/* The same position with another colour to move, unless nobody can. */
static void change_turn(pair *p, dice *rng) {
  char fen[PLAIN_B_FEN];
  struct plain_b plain = p->plain;
  plain.colour = below(rng, plain.colours);
  plain_b_fen(&plain, fen);
  pair_load(p, fen);
}

static void play_game(pair *p, const plan *how, dice *rng, seen *s) {
  if (!my_share()) return;
  blocking b;
  blocking_start(&b);
  pair_restart(p);
  for (;;) {
    look(p, rng, s);
    blocking_look(&b, &p->plain);
    if (plain_b_over(&p->plain)) break;
    if (how->random && below(rng, 20) == 0) {
      change_turn(p, rng);
    } else {
      play(p, choose(&p->plain, how, p->moves, p->count, rng));
    }
  }
  count_end(&p->plain, &b, s);
}

static void compare_games(pair *p, int row, dice *rng, seen *s) {
  const plan random = {.random = true};
  const int colours = p->plain.colours;
  const int orders = colours == 2 ? 2 : 24;
  for (int i = 0; i < 4; i++) play_game(p, &random, rng, s);
  for (int i = 0; i < 4; i++) {
    const plan how = plan_to_finish(i % colours, (i + row + i / colours) % 2);
    play_game(p, &how, rng, s);
  }
  for (int i = 0; i < 6; i++) {
    const plan how = plan_an_order((6 * row + i) % orders, colours);
    play_game(p, &how, rng, s);
  }
}

static void print_seen(const seen *s) {
  printf("%ld positions compared, %ld with a pass alone; %ld games\n",
         s->positions, s->passes, s->games);
  for (int duo = 0; duo < 2; duo++) {
    printf(
        "%s: colours that finished %ld, with the single cell last %ld; "
        "orders of getting blocked",
        duo ? "duo" : "classic", s->finished[duo][0], s->finished[duo][1]);
    const long *order = duo ? s->duo_order : s->order;
    for (int i = 0; i < (duo ? 2 : 24); i++) printf(" %ld", order[i]);
    printf("\n");
  }
  printf("solved alone: %ld; the worked example: %ld\n", s->solved, s->worked);
}

static void both_agree(void **state) {
  seen s = {0};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(all_settings); i++) {
    dice rng = dice_of(i);
    pair *p = pair_open(all_settings[i]);
    compare_games(p, (int)i, &rng, &s);
    pair_close(p);
  }
  print_seen(&s);
  if (SLOW) return;
  assert_true(s.positions >= 10000);
  assert_true(s.passes >= 500);
  assert_true(s.finished[0][0] >= 10 && s.finished[0][1] >= 10);
  for (int i = 0; i < 24; i++) assert_true(s.order[i] > 0);
  for (int i = 0; i < 2; i++) assert_true(s.duo_order[i] > 0);
}

/* ---- plain by itself ---- */

static uint64_t plain_perft(const struct plain_b *plain, int depth) {
  plain_b_text *moves = malloc(PLAIN_B_MOVES * sizeof *moves);
  if (moves == NULL) abort();
  const int count = plain_b_moves(plain, moves);
  uint64_t leaves = depth == 1 ? (uint64_t)count : 0;
  for (int i = 0; depth > 1 && i < count; i++) {
    struct plain_b next = *plain;
    if (plain_b_play(&next, moves[i]) != 0) abort();
    leaves += plain_perft(&next, depth - 1);
  }
  free(moves);
  return leaves;
}

static void plain_is_right(void **state) {
  static const struct {
    const char *settings;
    uint64_t count[2];
  } rows[] = {
      {"corners=fixed", {58, 3364}},
      {"corners=any", {232, 40368}},
      {"variant=duo corners=fixed", {414, 171396}},
  };
  int orientations = 0;
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    struct plain_b plain;
    plain_b_start(&plain, options_of(rows[i].settings));
    assert_true(plain_perft(&plain, 1) == rows[i].count[0]);
    assert_true(plain_perft(&plain, 2) == rows[i].count[1]);
  }
  for (int i = 0; i < PLAIN_B_PIECES; i++) {
    orientations += plain_b_orientations(i);
  }
  assert_int_equal(orientations, 91);
}

/* ---- recorded games ---- */

static void write_strings(const char *name, plain_b_text *text, int count) {
  printf("\"%s\":[", name);
  for (int i = 0; i < count; i++) {
    printf("%s\"%s\"", i > 0 ? "," : "", text[i]);
  }
  printf("],");
}

static void write_result(const struct plain_b *plain) {
  int scores[4], places[4], winners[4], count = 0;
  char fen[PLAIN_B_FEN];
  const int players = plain->options.players;
  for (int seat = 1; seat <= players; seat++) {
    scores[seat - 1] = plain_b_score(plain, seat);
    places[seat - 1] = plain_b_place(plain, seat);
    if (places[seat - 1] == 1) winners[count++] = seat;
  }
  plain_b_fen(plain, fen);
  printf("\"result\":{\"over\":true,\"to_move\":null,");
  write_numbers("scores", scores, players);
  write_numbers("places", places, players);
  write_numbers("winners", winners, count);
  printf("\"reason\":\"%s\",\"fen\":\"%s\"}}\n", plain_b_reason(plain), fen);
}

typedef struct game {
  struct plain_b plain; /* its end */
  int plies, counts[200];
  plain_b_text played[200];
} game;

static void play_plain(game *g, const struct plain_b_options *options,
                       const plan *how, int seed) {
  static plain_b_text moves[PLAIN_B_MOVES];
  dice rng = dice_of((uint64_t)seed);
  plain_b_start(&g->plain, *options);
  for (g->plies = 0; !plain_b_over(&g->plain); g->plies++) {
    const int count = plain_b_moves(&g->plain, moves);
    const char *move = choose(&g->plain, how, moves, count, &rng);
    g->counts[g->plies] = count;
    strcpy(g->played[g->plies], move);
    if (plain_b_play(&g->plain, move) != 0) abort();
  }
}

static void write_game(game *g, int seed) {
  const struct plain_b_options *options = &g->plain.options;
  printf(
      "{\"game\":\"blokus\",\"options\":{\"bonus_all\":%d,\"bonus_last\":%d,"
      "\"corners\":\"%s\",\"players\":%d,\"variant\":\"%s\"},\"seed\":%d,",
      options->bonus_all, options->bonus_last,
      options->corners == PLAIN_B_FIXED ? "fixed" : "any", options->players,
      options->duo ? "duo" : "classic", seed);
  write_strings("moves", g->played, g->plies);
  write_numbers("counts", g->counts, g->plies);
  write_result(&g->plain);
}

/* The game with these moves, joined by blanks. */
static int write_given(const char *settings, char *moves) {
  static game g;
  static plain_b_text legal[PLAIN_B_MOVES];
  plain_b_start(&g.plain, options_of(settings));
  for (char *move = strtok(moves, " "); move; move = strtok(NULL, " ")) {
    g.counts[g.plies] = plain_b_moves(&g.plain, legal);
    if (plain_b_play(&g.plain, move) != 0) return 1;
    strcpy(g.played[g.plies++], move);
  }
  write_game(&g, 0);
  return 0;
}

/* The first game with these settings in which a colour finishes. */
static void write_finished(const char *settings, int colour, int single_last) {
  static game g;
  const struct plain_b_options options = options_of(settings);
  const plan how = plan_to_finish(colour, single_last);
  for (int seed = 0;; seed++) {
    play_plain(&g, &options, &how, seed);
    if (plain_b_count_left(&g.plain, colour, 0) > 0) continue;
    if (g.plain.single[colour] != single_last) continue;
    write_game(&g, seed);
    return;
  }
}

/* One at random for each row of settings, then some that finish. */
static int write_games(void) {
  static game g;
  const plan how = {.random = true};
  for (size_t i = 0; i < COUNT_OF(all_settings); i++) {
    const struct plain_b_options options = options_of(all_settings[i]);
    play_plain(&g, &options, &how, (int)i);
    write_game(&g, (int)i);
  }
  write_finished("players=4", 0, 1);
  write_finished("players=4 corners=fixed", 1, 0);
  write_finished("players=3", 2, 1);
  write_finished("players=1", 3, 0);
  for (int colour = 0; colour < 2; colour++) {
    write_finished("variant=duo", colour, 1);
    write_finished("variant=duo corners=fixed", colour, 0);
  }
  return 0;
}

/* The scores that the document works out: of core, by number. */
static void same_as_worked(pair *p) {
  static const int scores[] = {20, -8, -24, -20}, places[] = {1, 2, 4, 3};
  tes_result result;
  tes_result_of(p->core.rules, p->core.state, &result, &p->core.work);
  assert_string_equal(result.reason, "blocked");
  assert_memory_equal(result.score, scores, sizeof scores);
  assert_memory_equal(result.place, places, sizeof places);
}

static void same_end(const struct plain_b *plain, const json_t *result) {
  char fen[PLAIN_B_FEN];
  const json_t *winners = field(result, "winners");
  int winner = 0;
  assert_true(plain_b_over(plain));
  for (int seat = 1; seat <= plain->options.players; seat++) {
    const int place = number_at(field(result, "places"), seat - 1);
    assert_int_equal(place, plain_b_place(plain, seat));
    assert_int_equal(number_at(field(result, "scores"), seat - 1),
                     plain_b_score(plain, seat));
    if (place == 1) assert_int_equal(number_at(winners, winner++), seat);
  }
  assert_int_equal(count_of(winners), winner);
  plain_b_fen(plain, fen);
  assert_string_equal(text_in(result, "fen"), fen);
  assert_string_equal(text_in(result, "reason"), plain_b_reason(plain));
}

static void replay(const json_t *record, seen *s) {
  char text[256] = "";
  blocking b;
  dice rng = dice_of(0);
  const json_t *moves = field(record, "moves");
  const json_t *counts = field(record, "counts");
  settings_of(field(record, "options"), text, sizeof text);
  pair *p = pair_open(text);
  const int plies = count_of(moves);
  assert_int_equal(count_of(counts), plies);
  blocking_start(&b);
  for (int ply = 0; ply < plies; ply++) {
    look(p, &rng, s);
    blocking_look(&b, &p->plain);
    assert_int_equal(p->count, number_at(counts, ply));
    play(p, text_at(moves, ply));
  }
  look(p, &rng, s);
  blocking_look(&b, &p->plain);
  count_end(&p->plain, &b, s);
  same_end(&p->plain, field(record, "result"));
  if (is_worked_example(&p->plain)) same_as_worked(p);
  pair_close(p);
}

static void recorded_games_are_legal(void **state) {
  static char line[65536];
  FILE *file = fopen(TESELA_VECTORS "/blokus.games", "r");
  seen s = {0};
  (void)state;
  assert_non_null(file);
  while (fgets(line, sizeof line, file) != NULL) {
    json_t *record = json_loads(line, 0, NULL);
    if (record == NULL) fail_msg("line %ld is not JSON", s.games + 1);
    replay(record, &s);
    json_decref(record);
  }
  fclose(file);
  print_seen(&s);
  assert_true(s.games >= 20);
  assert_true(s.worked > 0 && s.solved >= 2);
  assert_true(s.finished[1][0] > 0 && s.finished[1][1] > 0);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--games") == 0) return write_games();
  if (argc == 4 && strcmp(argv[1], "--game") == 0) {
    return write_given(argv[2], argv[3]);
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_is_right),
      cmocka_unit_test(both_agree),
      cmocka_unit_test(recorded_games_are_legal),
  };
  return cmocka_run_group_tests_name("second_blokus", tests, NULL, NULL);
}
