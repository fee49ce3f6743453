/* test_blokus_insight.c: what counts for a placement of Blokus, once more.
 *
 * Each factor is asked for by itself and held against a count that goes cell
 * by cell, with distances by steps from cell to cell, in random positions of
 * all sizes and numbers of players; so are the traits of colours, and the
 * placements at a corner that is drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "games/blokus/blokus.h"

enum { BITS = 64 * WORDS, NEVER = 99, THEM = COLOURS };

/* For each colour where it may go, and in how many steps from its live
 * corners; at THEM the least steps of the others, and what is beside them. */
typedef struct board {
  const tables *t;
  bool open[COLOURS][BITS], beside_them[BITS], partners[BITS];
  int steps[COLOURS + 1][BITS];
  int me;
} board;

static void take_steps(board *b, int colour) {
  static const int ways[] = {1, -1, PITCH, -PITCH};
  for (int step = 0; step < NEVER - 1; step++) {
    for (int i = PITCH; i < BITS - PITCH; i++) {
      if (b->steps[colour][i] != step) continue;
      for (int k = 0; k < 4; k++) {
        int *next = &b->steps[colour][i + ways[k]];
        if (b->open[colour][i + ways[k]] && *next > step + 1) *next = step + 1;
      }
    }
  }
}

static void look_at(board *b, const blokus *of, int colour) {
  uint64_t blocked[WORDS], live[WORDS];
  blokus_blocked(b->t, of, colour, blocked);
  blokus_live(b->t, of, colour, live);
  for (int i = 0; i < BITS; i++) {
    b->open[colour][i] = !has_bit(blocked, i);
    b->steps[colour][i] = has_bit(live, i) ? 0 : NEVER;
  }
  take_steps(b, colour);
}

static board look(const tes_rules *rules, const blokus *of) {
  static board b;
  memset(&b, 0, sizeof b);
  b.t = tables_of(rules);
  b.me = of->colour;
  for (int i = 0; i < BITS; i++) b.steps[THEM][i] = NEVER;
  for (int c = 0; c < b.t->colours; c++) {
    look_at(&b, of, c);
    if (c == b.me) continue;
    const bool partner = blokus_seat(rules, of, c) == of->head.seat;
    if (!partner && of->stuck >> c & 1) continue;
    for (int i = 0; i < BITS; i++) {
      const int steps = b.steps[c][i];
      if (partner) {
        b.partners[i] |= steps == 0;
      } else {
        b.beside_them[i] |= has_bit(of->near[c], i);
        if (steps < b.steps[THEM][i]) b.steps[THEM][i] = steps;
      }
    }
  }
  return b;
}

/* ---- the factors, in their order ---- */

static int counts_for(const board *b, int k, int bit) {
  const int mine = b->steps[b->me][bit], theirs = b->steps[THEM][bit];
  const bool open = b->open[b->me][bit];
  switch (k) {
    case 0:
    case 4:
    case 11:
      return theirs == 0;
    case 1:
    case 5:
    case 17:
      return theirs == 1;
    case 2:
      return theirs == 2;
    case 3:
      return theirs == 3;
    case 6:
      return b->beside_them[bit];
    case 7:
      return mine == 0;
    case 8:
      return open;
    case 9:
      return open && mine > 4;
    case 10:
    case 15:
      return open && theirs <= 4;
    case 12:
    case 13:
      return mine <= 4;
    case 14:
    case 19:
      return b->partners[bit];
    case 16:
      return open && mine > 8;
    default:
      return theirs == 4;
  }
}

/* What a placement covers is 0, what is beside it 1, its corners 2. */
static int part_of(int k) {
  static const int parts[] = {0, 0, 0, 0, 1, 1, 0, 1, 2, 2,
                              2, 2, 0, 1, 0, 1, 2, 2, 0, 1};
  return parts[k];
}

static bool covers(const form *f, int dx, int dy) {
  for (int i = 0; i < f->size; i++) {
    if (f->dx[i] == dx && f->dy[i] == dy) return true;
  }
  return false;
}

static bool is_beside(const form *f, int dx, int dy) {
  return covers(f, dx, dy) || covers(f, dx + 1, dy) || covers(f, dx - 1, dy) ||
         covers(f, dx, dy + 1) || covers(f, dx, dy - 1);
}

static bool is_corner(const form *f, int dx, int dy) {
  return !is_beside(f, dx, dy) &&
         (covers(f, dx + 1, dy + 1) || covers(f, dx - 1, dy + 1) ||
          covers(f, dx + 1, dy - 1) || covers(f, dx - 1, dy - 1));
}

static int count(const board *b, int k, tes_move move) {
  const form *f = &b->t->form[move_form(move)];
  int sum = 0;
  for (int dy = -1; dy <= 5; dy++) {
    for (int dx = -5; dx <= 5; dx++) {
      const int part = k < 20 ? part_of(k) : k == 27 ? 2 : 1;
      const bool there = part == 0   ? covers(f, dx, dy)
                         : part == 1 ? is_beside(f, dx, dy)
                                     : is_corner(f, dx, dy);
      const int bit = move_cell(move) + PITCH * dy + dx;
      if (there) sum += k >= 20 ? 1 : counts_for(b, k, bit);
    }
  }
  return k == 28 ? sum - f->size : sum;
}

static void compare(const tes_rules *rules, const tes_state *state,
                    const tes_list *moves) {
  static double exponents[1 << 15];
  const board b = look(rules, blokus_of(state));
  if (moves->moves[0] == PASS) return;
  for (int k = 0; k < FACTORS; k++) {
    int16_t factor[FACTORS] = {0};
    if (k >= 25 && k < 27) continue; /* near the middle: below */
    factor[k] = 1;
    blokus_exponents(rules, state, moves, factor, exponents);
    for (size_t i = 0; i < moves->count; i++) {
      const tes_move move = moves->moves[i];
      const int size = b.t->form[move_form(move)].size;
      const int wanted =
          k >= 20 && k < 25 ? size == k - 19 : count(&b, k, move);
      if ((int)exponents[i] != wanted) {
        fail_msg("factor %d, ply %u, form %d at %d: %g, expected %d", k,
                 (unsigned)state->ply, move_form(move), move_cell(move),
                 exponents[i], wanted);
      }
    }
  }
}

/* ---- those at a corner that is drawn ---- */

static bool lies_on(const tables *t, tes_move move, int bit) {
  const form *f = &t->form[move_form(move)];
  for (int i = 0; i < f->size; i++) {
    if (move_cell(move) + PITCH * f->dy[i] + f->dx[i] == bit) return true;
  }
  return false;
}

/* Placements that were listed. */
typedef struct listed {
  tes_move *move;
  size_t count;
} listed;

/* Each live corner where the colour can place, with how many of the moves are
 * there. */
typedef struct corners {
  int bit[BITS];
  size_t moves[BITS];
  int count;
} corners;

static corners corners_of(const board *b, const tes_list *moves) {
  corners all = {.count = 0};
  for (int bit = 0; bit < BITS; bit++) {
    if (b->steps[b->me][bit] != 0) continue;
    size_t here = 0;
    for (size_t i = 0; i < moves->count; i++) {
      here += lies_on(b->t, moves->moves[i], bit);
    }
    if (here == 0) continue;
    all.bit[all.count] = bit;
    all.moves[all.count++] = here;
  }
  return all;
}

/* Are they all that the colour can place at this corner? */
static bool are_at(const board *b, const corners *all, int k,
                   const listed *found, const tes_list *moves) {
  if (found->count != all->moves[k]) return false;
  for (size_t i = 0; i < found->count; i++) {
    if (!lies_on(b->t, found->move[i], all->bit[k])) return false;
    bool is_move = false;
    for (size_t j = 0; j < moves->count && !is_move; j++) {
      is_move = moves->moves[j] == found->move[i];
    }
    if (!is_move) return false;
    for (size_t j = 0; j < i; j++) {
      if (found->move[j] == found->move[i]) return false;
    }
  }
  return true;
}

static listed draw(const board *b, const blokus *of, int cpu, tes_rng *rng,
                   tes_move *room) {
  const tes_move *end =
      blokus_drawer(b->t->wide, (tes_cpu)cpu)(b->t, of, b->me, rng, room);
  return (listed){.move = room, .count = (size_t)(end - room)};
}

/* With all instructions that this processor has, the same of the same seed. */
static void compare_drawn(const tes_rules *rules, const tes_state *state,
                          const tes_list *moves) {
  static tes_move room[1 << 15], first[1 << 15];
  const blokus *of = blokus_of(state);
  if (moves->moves[0] == PASS) return;
  const board b = look(rules, of);
  const corners all = corners_of(&b, moves);
  size_t count = 0;
  for (int cpu = TES_CPU_ANY; cpu <= (int)tes_cpu_best(); cpu++) {
    tes_rng rng;
    int k = 0;
    tes_rng_seed(&rng, state->ply);
    const listed found = draw(&b, of, cpu, &rng, room);
    while (k < all.count && !are_at(&b, &all, k, &found, moves)) k++;
    assert_true(k < all.count);
    if (cpu == TES_CPU_ANY) {
      count = found.count;
      memcpy(first, room, count * sizeof *room);
    }
    assert_int_equal(found.count, count);
    assert_memory_equal(room, first, count * sizeof *room);
  }
}

/* Every corner where there is a placement has its share of many draws; corners
 * where the same moves are found share theirs. */
static void compare_shares(const tes_rules *rules, const tes_state *state,
                           const tes_list *moves) {
  enum { DRAWS = 4000 };
  static tes_move room[1 << 15];
  const blokus *of = blokus_of(state);
  const board b = look(rules, of);
  const corners all = corners_of(&b, moves);
  int drawn[BITS] = {0};
  tes_rng rng;
  assert_true(all.count > 1);
  tes_rng_seed(&rng, 1);
  for (int i = 0; i < DRAWS; i++) {
    const listed found = draw(&b, of, TES_CPU_ANY, &rng, room);
    for (int k = 0; k < all.count; k++) {
      drawn[k] += are_at(&b, &all, k, &found, moves);
    }
  }
  for (int k = 0; k < all.count; k++) {
    int alike = 0;
    for (int other = 0; other < all.count; other++) {
      listed there = {.move = room, .count = 0};
      for (size_t i = 0; i < moves->count; i++) {
        const tes_move move = moves->moves[i];
        if (lies_on(b.t, move, all.bit[other])) room[there.count++] = move;
      }
      alike += are_at(&b, &all, k, &there, moves);
    }
    const double share = (double)DRAWS * alike / all.count;
    const double off = drawn[k] - share;
    assert_true(off * off < 25 * share); /* five standard deviations */
  }
}

/* ---- traits ---- */

static int least(const tes_rules *rules, const board *b, const blokus *of,
                 int colour, int bit) {
  int steps = NEVER;
  for (int c = 0; c < b->t->colours; c++) {
    const bool shared = rules->seats == 3 && c == 3;
    const bool same =
        blokus_seat(rules, of, c) == blokus_seat(rules, of, colour);
    if (c == colour || (same && !shared)) continue;
    if (b->steps[c][bit] < steps) steps = b->steps[c][bit];
  }
  return steps;
}

/* Is the cell in an area of the colour? */
static bool is_in(const tes_rules *rules, const board *b, const blokus *of,
                  int c, int area, int bit) {
  const int mine = b->steps[c][bit], theirs = least(rules, b, of, c, bit);
  switch (area) {
    case AREA_OPEN:
      return b->open[c][bit];
    case AREA_NEAR:
      return mine <= 2;
    case AREA_REACH:
      return mine <= 4;
    case AREA_FIRST:
      return mine <= 8 && mine < theirs;
    case AREA_ONLY:
      return mine <= 8 && theirs > 8;
    default:
      return b->open[c][bit] && theirs > 4;
  }
}

/* By squares of four cells, of which the last is the one at hand. */
static void count_shape(const bool *in, int trait[SHAPES]) {
  for (int i = PITCH + 1; i < BITS; i++) {
    const bool beside = in[i] && in[i - 1], below = in[i] && in[i - PITCH];
    trait[EDGES] += beside + below;
    trait[BLOCKS] += beside && below && in[i - PITCH - 1];
  }
}

static void count_pieces(const board *b, const blokus *of, int c,
                         int trait[TRAITS]) {
  for (int i = 0; i < BITS; i++) trait[CELLS] += has_bit(of->own[c], i);
  for (int p = 0; p < b->t->pieces; p++) {
    const piece *one = &b->t->piece[p];
    if (of->played[c] & one->bit) continue;
    if (one->size >= 5) trait[LEFT_LARGE] += 8;
    if (one->size == 4) trait[LEFT_FOUR] += 8;
    if (one->size <= 3) trait[LEFT_SMALL] += 8;
  }
  trait[WAITS] = 8 * ((of->colour - c + b->t->colours) % b->t->colours);
}

static void count_traits(const tes_rules *rules, const board *b,
                         const blokus *of, int c, int trait[TRAITS]) {
  memset(trait, 0, TRAITS * sizeof *trait);
  for (int area = 0; area < AREAS; area++) {
    bool in[BITS];
    for (int i = 0; i < BITS; i++) in[i] = is_in(rules, b, of, c, area, i);
    count_shape(in, trait + area * SHAPES);
  }
  count_pieces(b, of, c, trait);
}

/* With all instructions that this processor has. */
static void compare_traits(const tes_rules *rules, const tes_state *state) {
  const blokus *of = blokus_of(state);
  const board b = look(rules, of);
  int trait[COLOURS][TRAITS], wanted[TRAITS];
  for (int cpu = TES_CPU_ANY; cpu <= (int)tes_cpu_best(); cpu++) {
    blokus_watcher((tes_cpu)cpu)(rules, of, trait);
    for (int c = 0; c < b.t->colours; c++) {
      count_traits(rules, &b, of, c, wanted);
      assert_memory_equal(trait[c], wanted, sizeof wanted);
    }
  }
}

/* ---- games ---- */

static void compare_games(const char *setting) {
  tes_error error;
  tes_work work;
  tes_rng rng;
  tes_rules *rules =
      tes_rules_open(tes_game_find("blokus"), &setting, 1, NULL, &error);
  assert_non_null(rules);
  assert_int_equal(tes_work_init(&work, rules), TES_OK);
  tes_state *state = tes_state_new(rules);
  assert_non_null(state);
  tes_rng_seed(&rng, 5);
  for (int game = 0; game < 2; game++) {
    assert_int_equal(tes_start(rules, state, 1, &work), TES_OK);
    while (!state->over) {
      work.list.count = 0;
      assert_int_equal(tes_moves(rules, state, &work.list, &work), TES_OK);
      const uint32_t any = tes_below(&rng, (uint32_t)work.list.count);
      if (state->ply % 3 == (uint32_t)game) {
        compare(rules, state, &work.list);
        compare_traits(rules, state);
      }
      compare_drawn(rules, state, &work.list);
      if (game == 0 && state->ply == 18) {
        compare_shares(rules, state, &work.list);
      }
      assert_int_equal(tes_apply(rules, state, work.list.moves[any], &work),
                       TES_OK);
    }
  }
  tes_state_free(rules, state);
  tes_work_free(&work);
  tes_rules_close(rules);
}

static void duo(void **state) {
  (void)state;
  compare_games("variant=duo");
}

static void classic(void **state) {
  (void)state;
  compare_games("players=4");
  compare_games("players=3");
}

static void partners(void **state) {
  (void)state;
  compare_games("players=2");
  compare_games("players=1");
}

/* ---- what is foreseen ---- */

typedef struct table {
  tes_rules *rules;
  tes_work work;
  tes_state *state;
} table;

static table sit_down(const char *settings[], size_t count) {
  tes_error error;
  table at = {.rules = tes_rules_open(tes_game_find("blokus"), settings, count,
                                      NULL, &error)};
  assert_non_null(at.rules);
  assert_int_equal(tes_work_init(&at.work, at.rules), TES_OK);
  at.state = tes_state_new(at.rules);
  assert_non_null(at.state);
  assert_int_equal(tes_start(at.rules, at.state, 1, &at.work), TES_OK);
  return at;
}

static void get_up(table *at) {
  tes_state_free(at->rules, at->state);
  tes_work_free(&at->work);
  tes_rules_close(at->rules);
}

/* The position in which each colour has what the one before it had. */
static void take_over(table *at, tes_state *turned) {
  static const char from[] = "byrgpo", to[] = "yrgbop";
  tes_text text;
  char fen[1000];
  tes_text_init(&text, NULL);
  tes_save(at->rules, at->state, 0, &text);
  snprintf(fen, sizeof fen, "%s", tes_text_get(&text));
  for (char *c = fen; *c != '\0'; c++) {
    const char *colour = strchr(from, *c);
    if (colour != NULL) *c = to[colour - from];
  }
  assert_int_equal(tes_load(at->rules, turned, fen, 1, &at->work), TES_OK);
  tes_text_free(&text);
}

static int placed(const tes_rules *rules, const tes_state *state) {
  int sum = 0;
  for (int c = 0; c < tables_of(rules)->colours; c++) {
    sum += tes_popcount(blokus_of(state)->played[c]);
  }
  return sum;
}

/* By the number of pieces on the board, and seats change where colours do. */
static void foresee(const char *settings[], size_t count,
                    int trust_of(int pieces)) {
  table at = sit_down(settings, count);
  tes_state *turned = tes_state_new(at.rules);
  tes_rng rng;
  assert_non_null(turned);
  tes_rng_seed(&rng, 3);
  while (!at.state->over) {
    double score[TES_SEATS_MAX], other[TES_SEATS_MAX];
    take_over(&at, turned);
    const int trust = blokus_foresee(at.rules, at.state, score);
    assert_int_equal(trust, trust_of(placed(at.rules, at.state)));
    assert_int_equal(trust, blokus_foresee(at.rules, turned, other));
    for (int i = 0; i < at.rules->seats; i++) {
      assert_true(score[i] == other[(i + 1) % at.rules->seats]);
    }
    assert_int_equal(tes_random_move(at.rules, at.state, &rng, &at.work),
                     TES_OK);
  }
  tes_state_free(at.rules, turned);
  get_up(&at);
}

static int of_duo(int pieces) {
  return pieces <= 14 ? 100 : 60;
}

static int of_two(int pieces) {
  return pieces <= 20 ? 100 : pieces <= 28 ? 25 : pieces <= 36 ? 15 : 10;
}

static int of_four(int pieces) {
  return pieces <= 20 ? 100 : pieces <= 28 ? 50 : pieces <= 36 ? 20 : 10;
}

static void foreseen(void **state) {
  (void)state;
  foresee((const char *[]){"variant=duo"}, 1, of_duo);
  foresee((const char *[]){"players=2"}, 1, of_two);
  foresee((const char *[]){"players=2", "bonus_all=0"}, 2, of_two);
  foresee((const char *[]){"players=4"}, 1, of_four);
}

/* Who has which numbers. */
static void kinds(void **state) {
  static const struct {
    const char *settings[2];
    size_t count;
    int kind;
    bool foresees;
  } games[] = {
      {{"variant=duo"}, 1, DUO_KIND, true},
      {{"variant=duo", "players=1"}, 2, DUO_KIND, false},
      {{"variant=duo", "bonus_all=16"}, 2, DUO_KIND, false},
      {{"players=1"}, 1, FOUR_KIND, false},
      {{"players=2"}, 1, TWO_KIND, true},
      {{"players=2", "bonus_last=6"}, 2, TWO_KIND, false},
      {{"players=3"}, 1, FOUR_KIND, true},
      {{"players=4"}, 1, FOUR_KIND, true},
      {{"players=4", "bonus_all=16"}, 2, FOUR_KIND, false},
  };
  (void)state;
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    const char *settings[2] = {games[i].settings[0], games[i].settings[1]};
    table at = sit_down(settings, games[i].count);
    const tables *t = tables_of(at.rules);
    double score[TES_SEATS_MAX];
    assert_int_equal(t->kind, games[i].kind);
    assert_int_equal(blokus_foresee(at.rules, at.state, score) > 0,
                     games[i].foresees);
    get_up(&at);
  }
}

/* Near the middle nine, at the edge nothing, and beyond six once more. */
static void middle(void **state) {
  (void)state;
  const char *setting = "variant=duo";
  tes_error error;
  tes_rules *rules =
      tes_rules_open(tes_game_find("blokus"), &setting, 1, NULL, &error);
  assert_non_null(rules);
  tes_work work;
  assert_int_equal(tes_work_init(&work, rules), TES_OK);
  tes_state *start = tes_state_new(rules);
  assert_int_equal(tes_start(rules, start, 1, &work), TES_OK);
  const tables *t = tables_of(rules);
  int16_t near[FACTORS] = {0}, nearer[FACTORS] = {0};
  near[25] = nearer[26] = 1;
  static const int cells[][3] = {{0, 0, 0}, {4, 4, 6}, {6, 6, 9}, {13, 6, 0}};
  int single = 0;
  while (t->form[single].size != 1) single++;
  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
    double one, more;
    tes_move move = move_of(bit_of(cells[i][0], cells[i][1]), single);
    tes_list list = {.moves = &move, .count = 1, .capacity = 1};
    blokus_exponents(rules, start, &list, near, &one);
    blokus_exponents(rules, start, &list, nearer, &more);
    assert_int_equal((int)one, cells[i][2]);
    assert_int_equal((int)more, cells[i][2] > 6 ? cells[i][2] - 6 : 0);
  }
  tes_state_free(rules, start);
  tes_work_free(&work);
  tes_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(duo),      cmocka_unit_test(classic),
      cmocka_unit_test(partners), cmocka_unit_test(foreseen),
      cmocka_unit_test(kinds),    cmocka_unit_test(middle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
