/* test_second_losetas.c: Losetas against the plain implementation.
 *
 * A pair plays one game twice, in core and plain, and after every ply the two
 * have to agree on everything that can be asked. What is rare in random games
 * is steered towards by plans of steered_losetas.h. Frames of 2 and 3 cells
 * are so small that every position there is gets compared.
 *
 * Plain wrote the recorded games and the counts of perft:
 *
 *     test_second_losetas --games                 all but the last two
 *     test_second_losetas --game SETTINGS MOVES   a line with these moves
 *     test_second_losetas --perft                 the lines of losetas.perft
 *
 * The last two were found with a SAT solver, which also says that no stack gets
 * higher than theirs, 7: not even when colours and hands do not matter.
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
#include "plain_losetas.h"
#include "share.h"
#include "steered_losetas.h"

#define HIGHEST 7      /* of all stacks there can be */
#define MOST_MOVES 384 /* that there can be in a position */

/* ---- settings ---- */

static struct plain_l_options options_of(const char *settings) {
  struct plain_l_options options = plain_l_default_options();
  const char *found;
  if (strstr(settings, "frame=fixed")) options.frame = PLAIN_L_FIXED;
  if (strstr(settings, "touch=corner")) options.touch = PLAIN_L_CORNER;
  if ((found = strstr(settings, "size="))) options.size = atoi(found + 5);
  if ((found = strstr(settings, "tiles="))) {
    int *tiles = options.tiles;
    assert_int_equal(
        sscanf(found, "tiles=%d,%d,%d", &tiles[0], &tiles[1], &tiles[2]), 3);
  }
  return options;
}

static const char *const hands[] = {"8,8,3",  "16,16,16", "1,1,1",
                                    "0,3,16", "2,0,1",    "3,5,0"};

enum { SETTINGS = 2 * 2 * 7 * COUNT_OF(hands) };

/* Row `i` of all combinations of a frame, a touch, a size and a hand. */
static void write_settings(int i, char *out, size_t size) {
  const int hand = i / 28 % (int)COUNT_OF(hands);
  snprintf(out, size, "frame=%s touch=%s size=%d tiles=%s",
           i % 2 ? "fixed" : "floating", i / 2 % 2 ? "corner" : "edge",
           2 + i / 4 % 7, hands[hand]);
}

/* ---- pairs ---- */

typedef struct pair {
  const char *settings;
  table core;
  struct plain_l plain;
  int count; /* of the moves in this position, sorted */
  plain_l_text moves[PLAIN_L_MOVES];
} pair;

static plain_l_text core_moves[PLAIN_L_MOVES];

static void pair_open(pair *p, const char *settings) {
  p->settings = settings;
  p->core = table_open(tes_game_find("losetas"), settings);
  plain_l_start(&p->plain, options_of(settings));
}

static void pair_close(pair *p) {
  table_close(&p->core);
}

static void pair_restart(pair *p) {
  plain_l_start(&p->plain, p->plain.options);
  assert_int_equal(tes_start(p->core.rules, p->core.state, 0, &p->core.work),
                   TES_OK);
}

static void differ(const pair *p, const char *what, const char *core,
                   const char *expected) {
  char fen[PLAIN_L_FEN];
  plain_l_fen(&p->plain, fen);
  fail_msg("%s (%s): %s: core %s, plain %s", fen, p->settings, what, core,
           expected);
}

static void same_number(const pair *p, const char *what, int64_t core,
                        int64_t expected) {
  char a[24], b[24];
  if (core == expected) return;
  snprintf(a, sizeof a, "%lld", (long long)core);
  snprintf(b, sizeof b, "%lld", (long long)expected);
  differ(p, what, a, b);
}

static void same_text(const pair *p, const char *what, const char *core,
                      const char *expected) {
  if (strcmp(core, expected) != 0) differ(p, what, core, expected);
}

/* ---- do they agree? ---- */

static void same_result(pair *p, const tes_state *state) {
  const struct plain_l *plain = &p->plain;
  tes_result result;
  assert_int_equal(tes_result_of(p->core.rules, state, &result, &p->core.work),
                   TES_OK);
  same_number(p, "over", state->over != 0, plain->over);
  same_text(p, "reason", result.reason != NULL ? result.reason : "",
            plain->over ? plain_l_reason(plain) : "");
  same_number(p, "seats", result.seats, 2);
  for (int seat = 1; seat <= 2; seat++) {
    same_number(p, "score", result.score[seat - 1], plain_l_score(plain, seat));
    same_number(p, "place", result.place[seat - 1], plain_l_place(plain, seat));
  }
}

static void same_fen(pair *p, const tes_state *state) {
  char space[PLAIN_L_FEN], expected[PLAIN_L_FEN];
  tes_text fen;
  tes_text_fixed(&fen, space, sizeof space);
  tes_save(p->core.rules, state, 0, &fen);
  plain_l_fen(&p->plain, expected);
  same_text(p, "position", tes_text_get(&fen), expected);
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

/* Fills core_moves. */
static int list_core(pair *p, const tes_state *state) {
  tes_work *work = &p->core.work;
  work->list.count = 0;
  assert_int_equal(tes_moves(p->core.rules, state, &work->list, work), TES_OK);
  same_number(p, "more moves than there can be", work->list.count > MOST_MOVES,
              0);
  for (size_t i = 0; i < work->list.count; i++) {
    tes_text text;
    tes_text_fixed(&text, core_moves[i], PLAIN_L_TEXT);
    tes_print(p->core.rules, state, work->list.moves[i], 0, &text, work);
    assert_false(text.failed);
  }
  qsort(core_moves, work->list.count, PLAIN_L_TEXT, by_text);
  return (int)work->list.count;
}

/* Does core list p->moves, and nothing else? */
static void same_list(pair *p, const tes_state *state) {
  const int count = list_core(p, state);
  for (int i = 0; i < count && i < p->count; i++) {
    same_text(p, "move", core_moves[i], p->moves[i]);
  }
  same_number(p, "moves", count, p->count);
  same_number(p, "count", tes_count(p->core.rules, state, &p->core.work),
              p->count);
}

static void list_plain(pair *p) {
  p->count = plain_l_moves(&p->plain, p->moves);
  qsort(p->moves, (size_t)p->count, PLAIN_L_TEXT, by_text);
}

/* All but the answers to queries. */
static void same_position(pair *p, const tes_state *state) {
  same_fen(p, state);
  same_number(p, "seat", state->seat, p->plain.seat);
  same_result(p, state);
  list_plain(p);
  same_list(p, state);
}

/* What is written is read back as the same position with the same moves,
 * though the tiles now came in another order. */
static void same_when_read_back(pair *p) {
  char fen[PLAIN_L_FEN];
  struct plain_l plain;
  table *t = &p->core;
  tes_state *state = tes_state_new(t->rules);
  plain_l_fen(&p->plain, fen);
  if (tes_load(t->rules, state, fen, 0, &t->work) != TES_OK) {
    fail_msg("%s (%s): %s", fen, p->settings, t->work.error.text);
  }
  assert_true(tes_equal(t->rules, state, t->state));
  assert_true(tes_hash(t->rules, state) == tes_hash(t->rules, t->state));
  same_fen(p, state);
  same_list(p, state);
  assert_int_equal(plain_l_load_fen(&plain, p->plain.options, fen), 0);
  assert_memory_equal(plain.left, p->plain.left, sizeof plain.left);
  assert_memory_equal(plain.height, p->plain.height, sizeof plain.height);
  tes_state_free(t->rules, state);
}

/* Is a placement near a tile legal in both or in neither? */
static void same_opinion_of_a_guess(pair *p, dice *rng) {
  char text[16];
  table *t = &p->core;
  const struct plain_l *plain = &p->plain;
  struct plain_l_tile near = {.x = plain->side / 2, .y = plain->side / 2};
  if (plain->count > 0) near = plain->tile[below(rng, plain->count)];
  snprintf(text, sizeof text, "%dx%d@%c%d", 1 + below(rng, 2),
           1 + below(rng, 2), 'a' + abs(near.x - 2 + below(rng, 5)),
           near.y - 1 + below(rng, 5));
  const bool legal = tes_parse(t->rules, t->state, text, &t->work) != 0;
  const bool expected =
      bsearch(text, p->moves, (size_t)p->count, PLAIN_L_TEXT, by_text) != NULL;
  same_number(p, text, legal, expected);
  if (!legal) assert_true(t->work.error.text[0] != '\0');
  struct plain_l after = *plain;
  assert_int_equal(plain_l_play(&after, text), expected ? 0 : -1);
}

/* ---- do they see the same? ---- */

typedef char long_text[2048];

static void add_item(long_text list, const char *item) {
  if (list[0] != '\0') strcat(list, " ");
  strcat(list, item);
}

static void write_cell(char out[16], int x, int y) {
  snprintf(out, 16, "%c%d", 'a' + x, y + 1);
}

static void same_answer(pair *p, const char *what, const char *of,
                        const char *expected) {
  long_text answer;
  table *t = &p->core;
  tes_text text;
  int64_t number = -1;
  const int query = tes_query_find(t->rules->game, what);
  assert_true(query >= 0);
  tes_text_fixed(&text, answer, sizeof answer);
  assert_int_equal(
      tes_get(t->rules, t->state, 0, query, of, &number, &text, &t->work),
      TES_OK);
  if (t->rules->game->queries[query].gives == TES_INTEGER) {
    snprintf(answer, sizeof answer, "%d", (int)number);
  }
  same_text(p, what, tes_text_get(&text), expected);
}

/* "10 5/9 3" */
static void same_areas_now(pair *p) {
  long_text expected = "";
  char *out = expected;
  for (int seat = 1; seat <= 2; seat++) {
    int area[PLAIN_L_AREAS];
    const int count = plain_l_areas(&p->plain, seat, area);
    for (int i = 0; i < count; i++) {
      out += sprintf(out, "%s%d", i > 0 ? " " : "", area[i]);
    }
    if (seat == 1) out += sprintf(out, "/");
  }
  same_answer(p, "areas", NULL, expected);
}

static void same_hands(pair *p) {
  for (int seat = 1; seat <= 2; seat++) {
    const int *left = p->plain.left[seat - 1];
    char expected[40];
    snprintf(expected, sizeof expected, "2x2:%d 2x1:%d 1x1:%d", left[0],
             left[1], left[2]);
    same_answer(p, "left", seat == 1 ? "grey" : "blue", expected);
  }
}

/* Marks the area of a cell, as plain does but from the cell's own colour. */
static void mark(const struct plain_l *plain, int seat, int x, int y,
                 bool marked[PLAIN_L_SIDE][PLAIN_L_SIDE]) {
  if (seat == 0 || plain_l_colour(plain, x, y) != seat || marked[x][y]) return;
  marked[x][y] = true;
  mark(plain, seat, x + 1, y, marked);
  mark(plain, seat, x - 1, y, marked);
  mark(plain, seat, x, y + 1, marked);
  mark(plain, seat, x, y - 1, marked);
}

static void list_stack(const struct plain_l *plain, int x, int y,
                       long_text out) {
  out[0] = '\0';
  for (int level = 0; level < plain->height[x][y]; level++) {
    const struct plain_l_tile *t = &plain->tile[plain->stack[x][y][level]];
    char item[64];
    snprintf(item, sizeof item, "%c%dx%d@%c%d", " gb"[t->seat], t -> width,
             t -> height, 'a' + t->x, t->y + 1);
    add_item(out, item);
  }
}

static void same_cell(pair *p, int x, int y) {
  static const char *const colours[] = {"", "grey", "blue"};
  const struct plain_l *plain = &p->plain;
  const int top = plain_l_top(plain, x, y), seat = plain_l_colour(plain, x, y);
  char name[16], height[16], item[16];
  long_text stack, tile = "", area = "";
  bool marked[PLAIN_L_SIDE][PLAIN_L_SIDE] = {{false}};
  mark(plain, seat, x, y, marked);
  for (int row = 0; row < plain->side; row++) {
    for (int column = 0; column < plain->side; column++) {
      write_cell(item, column, row);
      if (marked[column][row]) add_item(area, item);
      if (top < 0 || plain_l_top(plain, column, row) != top) continue;
      add_item(tile, item);
    }
  }
  write_cell(name, x, y);
  snprintf(height, sizeof height, "%d", plain->height[x][y]);
  list_stack(plain, x, y, stack);
  same_answer(p, "cell", name, colours[seat]);
  same_answer(p, "height", name, height);
  same_answer(p, "stack", name, stack);
  same_answer(p, "tile", name, tile);
  same_answer(p, "area", name, area);
}

static void same_answers(pair *p, dice *rng) {
  const struct plain_l *plain = &p->plain;
  same_areas_now(p);
  same_hands(p);
  same_cell(p, below(rng, plain->side), below(rng, plain->side));
  if (plain->count == 0) return;
  const struct plain_l_tile *t = &plain->tile[below(rng, plain->count)];
  same_cell(p, t->x + below(rng, t->width), t->y + below(rng, t->height));
}

/* ---- what was seen ---- */

enum { BY_FIRST, BY_SECOND, BY_THIRD, BY_LATER, BY_NONE, DECISIONS };

typedef struct seen {
  long positions, games, most_moves;
  long high[HIGHEST + 1]; /* positions with a stack so high, and no higher */
  long hanging; /* a larger tile of which one cell is left to be seen */
  long without; /* the player to move has used up a kind, but can place */
  long buried;  /* a tile can lie on the table beside its own colour that is
                   under the other's */
  long wide[8], tall[8]; /* the frame is full, as far from the sheet's edge */
  long used_up, stuck;   /* ends: with no tiles left, with tiles left */
  long stranded;         /* ends: and the other player could place */
  long decided[DECISIONS];
} seen;

static bool has_hanging(const struct plain_l *plain) {
  for (int i = 0; i < plain->count; i++) {
    const struct plain_l_tile *t = &plain->tile[i];
    if (t->width * t->height > 1 && plain_l_visible(plain, i) == 1) return true;
  }
  return false;
}

static bool has_used_up_a_kind(const struct plain_l *plain) {
  for (int kind = 0; kind < PLAIN_L_KINDS; kind++) {
    if (plain->options.tiles[kind] == 0) continue;
    if (plain->left[plain->seat - 1][kind] == 0) return true;
  }
  return false;
}

/* Does the cell show the other's colour, and is there the mover's below? */
static bool buries(const struct plain_l *plain, int x, int y) {
  if (plain_l_colour(plain, x, y) != 3 - plain->seat) return false;
  for (int level = 0; level < plain->height[x][y]; level++) {
    if (plain->tile[plain->stack[x][y][level]].seat == plain->seat) return true;
  }
  return false;
}

/* The left lower cell of a move tells enough. */
static bool lies_beside_buried(const struct plain_l *plain, const char *move) {
  const int x = move[4] - 'a', y = atoi(move + 5) - 1;
  return plain->height[x][y] == 0 &&
         (buries(plain, x - 1, y) || buries(plain, x, y - 1));
}

static bool has_beside_buried(const pair *p) {
  for (int i = 0; i < p->count; i++) {
    if (lies_beside_buried(&p->plain, p->moves[i])) return true;
  }
  return false;
}

static void count_frame(const struct plain_l *plain, seen *s) {
  int left = PLAIN_L_SIDE, right = 0, bottom = PLAIN_L_SIDE, top = 0;
  if (plain->options.frame == PLAIN_L_FIXED || plain->options.size != 8) return;
  for (int i = 0; i < plain->count; i++) {
    const struct plain_l_tile *t = &plain->tile[i];
    if (t->x < left) left = t->x;
    if (t->x + t->width > right) right = t->x + t->width;
    if (t->y < bottom) bottom = t->y;
    if (t->y + t->height > top) top = t->y + t->height;
  }
  if (right - left == 8) s->wide[left]++;
  if (top - bottom == 8) s->tall[bottom]++;
}

static void count_position(const pair *p, seen *s) {
  const int high = highest(&p->plain);
  same_number(p, "higher than there can be", high > HIGHEST, 0);
  s->positions++;
  if (p->count > s->most_moves) s->most_moves = p->count;
  s->high[high]++;
  s->hanging += has_hanging(&p->plain);
  s->without += p->count > 0 && has_used_up_a_kind(&p->plain);
  s->buried += has_beside_buried(p);
  count_frame(&p->plain, s);
}

static void count_end(const struct plain_l *plain, seen *s) {
  const int *left = plain->left[plain->seat - 1];
  const int number = first_difference(plain);
  const bool tie = number == PLAIN_L_AREAS;
  s->games++;
  s->decided[tie ? BY_NONE : number < BY_LATER ? number : BY_LATER]++;
  if (left[0] + left[1] + left[2] == 0) {
    s->used_up++;
  } else {
    s->stuck++;
    s->stranded += plain_l_can_place(plain, 3 - plain->seat);
  }
}

static void print_longs(const char *what, const long *number, int count) {
  printf("%s", what);
  for (int i = 0; i < count; i++) printf(" %ld", number[i]);
  printf("\n");
}

static void print_seen(const seen *s) {
  printf("%ld positions compared, %ld games, %ld moves at most\n", s->positions,
         s->games, s->most_moves);
  print_longs("highest stack 0..7:", s->high, HIGHEST + 1);
  printf(
      "one cell of a larger tile left: %ld; a kind used up: %ld; beside a "
      "covered tile of its own: %ld\n",
      s->hanging, s->without, s->buried);
  print_longs("frame full, from the left 0..7:", s->wide, 8);
  print_longs("frame full, from below 0..7:", s->tall, 8);
  printf("ends: no tiles left %ld, stuck %ld, while the other is not %ld\n",
         s->used_up, s->stuck, s->stranded);
  print_longs("decided by area 1, 2, 3, a later one, none:", s->decided,
              DECISIONS);
}

/* ---- games ---- */

static void look(pair *p, dice *rng, seen *s) {
  same_position(p, p->core.state);
  same_answers(p, rng);
  count_position(p, s);
  if (p->plain.over) return;
  for (int i = 0; i < 8; i++) same_opinion_of_a_guess(p, rng);
  same_when_read_back(p);
}

static void play(pair *p, const char *move) {
  if (plain_l_play(&p->plain, move) != 0) fail_msg("plain refuses %s", move);
  table_play(&p->core, move);
}

/* The other player is to move, if it can: what is read need not come from a
 * game. */
static void change_turn(pair *p) {
  char fen[PLAIN_L_FEN];
  const int other = 3 - p->plain.seat;
  if (p->plain.count == 0 || !plain_l_can_place(&p->plain, other)) return;
  p->plain.seat = other;
  plain_l_fen(&p->plain, fen);
  table_load(&p->core, fen);
  list_plain(p);
}

static void play_game(pair *p, plan how, dice *rng, seen *s) {
  if (!my_share()) return;
  pair_restart(p);
  for (;;) {
    look(p, rng, s);
    if (p->plain.over) break;
    if (how == AT_RANDOM && below(rng, 8) == 0) change_turn(p);
    play(p, choose(&p->plain, how, p->moves, p->count, rng));
  }
  count_end(&p->plain, s);
}

/* Games that go far to one side of where the first tile lies. */
static void compare_frames(seen *s) {
  pair p;
  dice rng = dice_of(0);
  pair_open(&p, "");
  for (int i = 0; i < 20; i++) {
    play_game(&p, NORTH_EAST, &rng, s);
    play_game(&p, SOUTH_WEST, &rng, s);
  }
  pair_close(&p);
}

static void both_agree(void **state) {
  seen s = {0};
  (void)state;
  for (int i = 0; i < (int)SETTINGS; i++) {
    char settings[80];
    dice rng = dice_of((uint64_t)i);
    pair p;
    write_settings(i, settings, sizeof settings);
    pair_open(&p, settings);
    for (plan how = AT_RANDOM; how < PLANS; how++) {
      play_game(&p, how, &rng, &s);
    }
    pair_close(&p);
  }
  compare_frames(&s);
  print_seen(&s);
  if (SLOW) return;
  assert_true(s.positions >= 10000);
  for (int high = 1; high <= 4; high++) assert_true(s.high[high] >= 100);
  assert_true(s.high[5] > 0);
  assert_true(s.hanging >= 1000 && s.without >= 1000 && s.buried >= 1000);
  for (int i = 0; i < 8; i++) assert_true(s.wide[i] >= 10 && s.tall[i] >= 10);
  assert_true(s.used_up >= 50 && s.stuck >= 500 && s.stranded >= 100);
  for (int i = 0; i < DECISIONS; i++) assert_true(s.decided[i] >= 20);
}

/* ---- every position of a small frame ---- */

/* What the rest of a game depends on: of every cell its height, its colour
 * and which others are the same tile, and the tiles that are left. */
static uint64_t key_of(const struct plain_l *plain) {
  uint64_t key = UINT64_C(14695981039346656037); /* FNV-1a */
  int known[PLAIN_L_TILES] = {0}, tiles = 0;
  for (int x = 0; x < plain->side; x++) {
    for (int y = 0; y < plain->side; y++) {
      const int tile = plain_l_top(plain, x, y);
      if (tile >= 0 && known[tile] == 0) known[tile] = ++tiles;
      const int part[] = {plain->height[x][y], plain_l_colour(plain, x, y),
                          tile >= 0 ? known[tile] : 0};
      for (int i = 0; i < 3; i++) {
        key = (key ^ (uint64_t)part[i]) * UINT64_C(1099511628211);
      }
    }
  }
  for (int i = 0; i < 2 * PLAIN_L_KINDS; i++) {
    key ^= (uint64_t)plain->left[i / PLAIN_L_KINDS][i % PLAIN_L_KINDS];
    key *= UINT64_C(1099511628211);
  }
  return (key ^ (uint64_t)plain->seat) * UINT64_C(1099511628211);
}

typedef struct visit {
  uint64_t key, hash; /* by plain, by core; a key of 0 is an empty place */
} visit;

enum { VISITS = 1 << 19 };

typedef struct journey {
  pair p;
  visit *visited;
  long positions, transpositions;
} journey;

static visit *find_visit(visit *visited, uint64_t key) {
  size_t i = key % VISITS;
  while (visited[i].key != 0 && visited[i].key != key) i = (i + 1) % VISITS;
  return &visited[i];
}

/* Goes on from where the pair is, and comes back there. */
static void go_everywhere(journey *j) {
  pair *p = &j->p;
  const tes_rules *rules = p->core.rules;
  visit *v = find_visit(j->visited, key_of(&p->plain));
  const uint64_t hash = tes_hash(rules, p->core.state);
  if (v->key != 0) {
    j->transpositions++;
    same_number(p, "another hash of the same position", hash != v->hash, 0);
    return;
  }
  *v = (visit){key_of(&p->plain), hash};
  j->positions++;
  assert_true(j->positions < VISITS / 2);
  same_position(p, p->core.state);
  if (p->plain.over) return;
  same_when_read_back(p);
  const struct plain_l plain = p->plain;
  tes_state *state = tes_state_new(rules);
  tes_copy(rules, state, p->core.state);
  const int count = p->count;
  plain_l_text *moves = malloc((size_t)count * sizeof *moves);
  if (moves == NULL) abort();
  memcpy(moves, p->moves, (size_t)count * sizeof *moves);
  for (int i = 0; i < count; i++) {
    play(p, moves[i]);
    go_everywhere(j);
    p->plain = plain;
    tes_copy(rules, p->core.state, state);
  }
  free(moves);
  tes_state_free(rules, state);
}

static int by_hash(const void *a, const void *b) {
  const visit *p = a, *q = b;
  return p->hash < q->hash ? -1 : p->hash > q->hash;
}

static void hashes_differ(visit *visited) {
  qsort(visited, VISITS, sizeof *visited, by_hash);
  for (size_t i = 1; i < VISITS; i++) {
    if (visited[i].key == 0 || visited[i - 1].key == 0) continue;
    assert_true(visited[i].hash != visited[i - 1].hash);
  }
}

static void both_agree_everywhere(void **state) {
  static const char *const small[] = {
      "size=2",
      "size=2 frame=fixed",
      "size=2 touch=corner",
      "size=2 touch=corner frame=fixed",
      "size=3 tiles=1,1,1",
      "size=3 tiles=8,8,1",
      "size=3 touch=corner",
      "size=3 frame=fixed tiles=0,1,3",
      "size=3 frame=fixed tiles=16,0,16",
      "size=3 frame=fixed",
  };
  static journey j;
  long positions = 0, transpositions = 0;
  (void)state;
  for (size_t i = 0; i < COUNT_OF(small); i++) {
    j.visited = calloc(VISITS, sizeof *j.visited);
    if (j.visited == NULL) abort();
    j.positions = j.transpositions = 0;
    pair_open(&j.p, small[i]);
    go_everywhere(&j);
    hashes_differ(j.visited);
    pair_close(&j.p);
    free(j.visited);
    printf("%s: %ld positions, %ld transpositions\n", small[i], j.positions,
           j.transpositions);
    positions += j.positions;
    transpositions += j.transpositions;
  }
  assert_true(positions >= 10000 && transpositions >= 10000);
}

/* ---- plain by itself ---- */

/* Adds the leaves of all depths up to `depth` to leaves[0..depth-1]. */
static void plain_perft(const struct plain_l *plain, int depth,
                        uint64_t *leaves) {
  plain_l_text *moves = malloc(PLAIN_L_MOVES * sizeof *moves);
  if (moves == NULL) abort();
  const int count = plain_l_moves(plain, moves);
  leaves[0] += (uint64_t)count;
  for (int i = 0; depth > 1 && i < count; i++) {
    struct plain_l next = *plain;
    if (plain_l_play(&next, moves[i]) != 0) abort();
    plain_perft(&next, depth - 1, leaves + 1);
  }
  free(moves);
}

static void plain_is_right(void **state) {
  static const struct {
    const char *settings;
    uint64_t count[3];
  } rows[] = {
      {"", {4, 140, 3216}},
      {"touch=corner", {4, 140, 2608}},
      {"frame=fixed", {225, 5896, 101528}},
      {"frame=fixed touch=corner", {225, 5896, 80960}},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    struct plain_l plain;
    uint64_t leaves[3] = {0};
    plain_l_start(&plain, options_of(rows[i].settings));
    plain_perft(&plain, 3, leaves);
    assert_memory_equal(leaves, rows[i].count, sizeof leaves);
  }
}

/* ---- perft of plain ---- */

static void write_perft(const char *settings, const char *fen, int depth) {
  struct plain_l plain;
  uint64_t leaves[10] = {0};
  if (plain_l_load_fen(&plain, options_of(settings), fen) != 0) abort();
  plain_perft(&plain, depth, leaves);
  printf("%s ; %s ; %d", settings, fen, depth);
  for (int i = 0; i < depth; i++)
    printf(" %llu", (unsigned long long)leaves[i]);
  printf("\n");
}

/* From the start; from where a steered game is after some plies. */
static int write_perfts(void) {
  static plain_l_text moves[PLAIN_L_MOVES];
  printf(
      "# Perft of Losetas, computed by tests/core/plain_losetas.c:\n"
      "#     test_second_losetas --perft\n"
      "# settings ; position ; depth, counts of depth 1 and up\n");
  write_perft("size=3", "- g", 10);
  write_perft("size=3 frame=fixed", "- g", 10);
  write_perft("touch=corner", "- g", 4);
  for (int i = 0; i < 28; i++) {
    char settings[80];
    write_settings(i + 28 * (i % (int)COUNT_OF(hands)), settings,
                   sizeof settings);
    const bool small = i < 8;
    write_perft(settings, "- g", small ? 10 : 3);
  }
  for (int i = 0; i < 20; i++) {
    char settings[80], fen[PLAIN_L_FEN];
    struct plain_l plain;
    dice rng = dice_of((uint64_t)i);
    write_settings(4 * 4 + i, settings, sizeof settings);
    plain_l_start(&plain, options_of(settings));
    for (int ply = 0; ply < 8 + i % 8 && !plain.over; ply++) {
      const int count = plain_l_moves(&plain, moves);
      plain_l_play(&plain,
                   choose(&plain, (plan)(i % PLANS), moves, count, &rng));
    }
    plain_l_fen(&plain, fen);
    if (!plain.over) write_perft(settings, fen, 3);
  }
  return 0;
}

/* ---- recorded games ---- */

typedef struct game {
  struct plain_l plain; /* its end */
  int plies, counts[PLAIN_L_TILES];
  plain_l_text played[PLAIN_L_TILES];
} game;

static void write_areas(const struct plain_l *plain) {
  printf("\"areas\":[");
  for (int seat = 1; seat <= 2; seat++) {
    int area[PLAIN_L_AREAS];
    const int count = plain_l_areas(plain, seat, area);
    printf("[");
    for (int i = 0; i < count; i++) printf("%s%d", i > 0 ? "," : "", area[i]);
    printf(seat == 1 ? "]," : "]],");
  }
}

static void write_result(const struct plain_l *plain) {
  int scores[2], places[2], winners[2], count = 0;
  char fen[PLAIN_L_FEN];
  for (int seat = 1; seat <= 2; seat++) {
    scores[seat - 1] = plain_l_score(plain, seat);
    places[seat - 1] = plain_l_place(plain, seat);
    if (places[seat - 1] == 1) winners[count++] = seat;
  }
  plain_l_fen(plain, fen);
  printf("\"result\":{\"over\":true,\"to_move\":null,");
  write_numbers("scores", scores, 2);
  write_numbers("places", places, 2);
  write_numbers("winners", winners, count);
  write_areas(plain);
  printf("\"reason\":\"%s\",\"fen\":\"%s\"}}\n", plain_l_reason(plain), fen);
}

static void write_game(game *g, int seed) {
  const struct plain_l_options *options = &g->plain.options;
  printf(
      "{\"game\":\"losetas\",\"options\":{\"frame\":\"%s\",\"size\":%d,"
      "\"tiles\":[%d,%d,%d],\"touch\":\"%s\"},\"seed\":%d,\"moves\":[",
      options->frame == PLAIN_L_FIXED ? "fixed" : "floating", options->size,
      options->tiles[0], options->tiles[1], options->tiles[2],
      options->touch == PLAIN_L_CORNER ? "corner" : "edge", seed);
  for (int i = 0; i < g->plies; i++) {
    printf("%s\"%s\"", i > 0 ? "," : "", g->played[i]);
  }
  printf("],");
  write_numbers("counts", g->counts, g->plies);
  write_result(&g->plain);
}

static void play_plain(game *g, const char *settings, plan how, int seed) {
  static plain_l_text moves[PLAIN_L_MOVES];
  dice rng = dice_of((uint64_t)seed);
  plain_l_start(&g->plain, options_of(settings));
  for (g->plies = 0; !g->plain.over; g->plies++) {
    const int count = plain_l_moves(&g->plain, moves);
    const char *move = choose(&g->plain, how, moves, count, &rng);
    g->counts[g->plies] = count;
    strcpy(g->played[g->plies], move);
    if (plain_l_play(&g->plain, move) != 0) abort();
  }
}

/* The game with these moves, joined by blanks. */
static int write_given(const char *settings, char *moves) {
  static game g;
  static plain_l_text legal[PLAIN_L_MOVES];
  plain_l_start(&g.plain, options_of(settings));
  for (char *move = strtok(moves, " "); move; move = strtok(NULL, " ")) {
    g.counts[g.plies] = plain_l_moves(&g.plain, legal);
    if (plain_l_play(&g.plain, move) != 0) return 1;
    strcpy(g.played[g.plies++], move);
  }
  if (!g.plain.over) return 1;
  write_game(&g, 0);
  return 0;
}

/* Every fifth row of settings at random, then some that are steered. */
static int write_games(void) {
  static game g;
  for (int i = 0; i < (int)SETTINGS; i += 5) {
    char settings[80];
    write_settings(i, settings, sizeof settings);
    play_plain(&g, settings, AT_RANDOM, i);
    write_game(&g, i);
  }
  for (plan how = AT_RANDOM; how < PLANS; how++) {
    play_plain(&g, "", how, 1);
    write_game(&g, 1);
    play_plain(&g, "frame=fixed touch=corner", how, 2);
    write_game(&g, 2);
  }
  return 0;
}

static void same_areas(const struct plain_l *plain, const json_t *areas) {
  for (int seat = 1; seat <= 2; seat++) {
    int area[PLAIN_L_AREAS];
    const int count = plain_l_areas(plain, seat, area);
    const json_t *row = json_array_get(areas, (size_t)seat - 1);
    assert_int_equal(count_of(row), count);
    for (int i = 0; i < count; i++)
      assert_int_equal(number_at(row, i), area[i]);
  }
}

static void same_end(const struct plain_l *plain, const json_t *result) {
  char fen[PLAIN_L_FEN];
  const json_t *winners = field(result, "winners");
  int winner = 0;
  assert_true(plain->over);
  for (int seat = 1; seat <= 2; seat++) {
    const int place = number_at(field(result, "places"), seat - 1);
    assert_int_equal(place, plain_l_place(plain, seat));
    assert_int_equal(number_at(field(result, "scores"), seat - 1),
                     plain_l_score(plain, seat));
    if (place == 1) assert_int_equal(number_at(winners, winner++), seat);
  }
  assert_int_equal(count_of(winners), winner);
  same_areas(plain, field(result, "areas"));
  plain_l_fen(plain, fen);
  assert_string_equal(text_in(result, "fen"), fen);
  assert_string_equal(text_in(result, "reason"), plain_l_reason(plain));
}

static void replay(const json_t *record, seen *s) {
  char text[256] = "";
  dice rng = dice_of(0);
  pair p;
  const json_t *moves = field(record, "moves");
  const json_t *counts = field(record, "counts");
  settings_of(field(record, "options"), text, sizeof text);
  pair_open(&p, text);
  const int plies = count_of(moves);
  assert_int_equal(count_of(counts), plies);
  for (int ply = 0; ply < plies; ply++) {
    look(&p, &rng, s);
    assert_int_equal(p.count, number_at(counts, ply));
    play(&p, text_at(moves, ply));
  }
  look(&p, &rng, s);
  count_end(&p.plain, s);
  same_end(&p.plain, field(record, "result"));
  pair_close(&p);
}

static void recorded_games_are_legal(void **state) {
  static char line[65536];
  FILE *file = fopen(TESELA_VECTORS "/losetas.games", "r");
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
  assert_true(s.games >= 40);
  assert_true(s.high[HIGHEST] >= 2);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--games") == 0) return write_games();
  if (argc == 2 && strcmp(argv[1], "--perft") == 0) return write_perfts();
  if (argc == 4 && strcmp(argv[1], "--game") == 0) {
    return write_given(argv[2], argv[3]);
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_is_right),
      cmocka_unit_test(both_agree),
      cmocka_unit_test(both_agree_everywhere),
      cmocka_unit_test(recorded_games_are_legal),
  };
  return cmocka_run_group_tests_name("second_losetas", tests, NULL, NULL);
}
