/* insight.c: knowledge of Blokus for searches (playouts and weights). The
 * estimate is in outlook.c.
 *
 * The weight of a placement is a power of two. Its exponent is a sum: a number
 * for each cell that the piece covers, for each cell beside it and for each of
 * its new corners, depending on the meaning of these cells for the colour and
 * for its opponents; a number for its size and shape, and for its distance from
 * the middle of the board. This is the generalized Bradley-Terry model of
 * Coulom, "Computing Elo ratings of move patterns in the game of Go" (2007).
 * The numbers were fitted to the visits of searches in self-play, by
 * tests/bench/fit_blokus.c; there is a set for each phase of each game: duo,
 * four players, and two players with two colours each. The sharpness of the
 * weights was chosen in matches: if they are too sharp, a long search ignores
 * moves that only seem worse. Because the sum is over cells, the contribution
 * of each cell is added up once, into three maps.
 *
 * Opponents' reach is described by rings: their live corners, then the cells
 * that are one, two, three and four steps away over cells open to them. */
#include <string.h>

#include "blokus.h"

static int64_t rollout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                       tes_work *work) {
  return blokus_play_out(rules, state, rng, work, tables_of(rules)->drawn);
}

/* ---- kinds of cells ---- */

/* Sets of cells, for the colour to move. */
enum {
  OPEN,     /* the colour may go there */
  LIVE,     /* its live corners */
  REACH,    /* up to four steps from these */
  BEYOND,   /* open, and farther */
  FAR,      /* open, and more than eight steps away */
  THEIRS,   /* live corners of the opponents */
  THEIRS_1, /* one step from these */
  THEIRS_2,
  THEIRS_3,
  THEIRS_4,
  THEIR_REACH, /* all five rings, within OPEN */
  BESIDE_THEM, /* opponents' pieces and the cells beside them */
  PARTNERS,    /* live corners of the player's other colours */
  SETS
};
enum { STEPS = 4 };

static void add(uint64_t *to, const uint64_t *set) {
  for (int i = 0; i < WORDS; i++) to[i] |= set[i];
}

static void remove_set(uint64_t *from, const uint64_t *set) {
  for (int i = 0; i < WORDS; i++) from[i] &= ~set[i];
}

static void look_at_own(const tables *t, const blokus *b,
                        uint64_t set[SETS][WORDS]) {
  uint64_t far[WORDS];
  blokus_blocked(t, b, b->colour, set[OPEN]);
  for (int i = 0; i < WORDS; i++) set[OPEN][i] = ~set[OPEN][i];
  blokus_live(t, b, b->colour, set[LIVE]);
  memcpy(set[REACH], set[LIVE], sizeof set[REACH]);
  for (int i = 0; i < STEPS; i++)
    blokus_step(set[REACH], set[OPEN], set[REACH]);
  memcpy(far, set[REACH], sizeof far);
  for (int i = 0; i < STEPS; i++) blokus_step(far, set[OPEN], far);
  memcpy(set[BEYOND], set[OPEN], sizeof set[BEYOND]);
  remove_set(set[BEYOND], set[REACH]);
  memcpy(set[FAR], set[OPEN], sizeof set[FAR]);
  remove_set(set[FAR], far);
}

static void look_at_other(const tables *t, const blokus *b, int colour,
                          uint64_t set[SETS][WORDS]) {
  uint64_t open[WORDS], ring[WORDS];
  blokus_blocked(t, b, colour, open);
  for (int i = 0; i < WORDS; i++) open[i] = ~open[i];
  blokus_live(t, b, colour, ring);
  for (int i = 0; i <= STEPS; i++) {
    add(set[THEIRS + i], ring);
    blokus_step(ring, open, ring);
  }
  add(set[BESIDE_THEM], b->near[colour]);
}

/* Removes from each ring the cells of the rings inside it. */
static void part_rings(uint64_t set[SETS][WORDS]) {
  uint64_t inside[WORDS] = {0};
  for (int i = 0; i <= STEPS; i++) {
    remove_set(set[THEIRS + i], inside);
    add(inside, set[THEIRS + i]);
  }
  for (int i = 0; i < WORDS; i++) {
    set[THEIR_REACH][i] = inside[i] & set[OPEN][i];
  }
}

static void look(const tes_rules *rules, const blokus *b,
                 uint64_t set[SETS][WORDS]) {
  const tables *t = tables_of(rules);
  memset(set, 0, SETS * sizeof *set);
  look_at_own(t, b, set);
  for (int c = 0; c < t->colours; c++) {
    uint64_t live[WORDS];
    if (c == b->colour) continue;
    if (blokus_seat(rules, b, c) == b->head.seat) {
      blokus_live(t, b, c, live);
      add(set[PARTNERS], live);
    } else if (!(b->stuck >> c & 1)) {
      look_at_other(t, b, c, set);
    }
  }
  part_rings(set);
}

/* ---- the numbers ---- */

enum { COVERED, BESIDE, CORNER, PARTS };

static const struct {
  int part, set;
} terms[] = {
    {COVERED, THEIRS},      {COVERED, THEIRS_1},   {COVERED, THEIRS_2},
    {COVERED, THEIRS_3},    {BESIDE, THEIRS},      {BESIDE, THEIRS_1},
    {COVERED, BESIDE_THEM}, {BESIDE, LIVE},        {CORNER, OPEN},
    {CORNER, BEYOND},       {CORNER, THEIR_REACH}, {CORNER, THEIRS},
    {COVERED, REACH},       {BESIDE, REACH},       {COVERED, PARTNERS},
    {BESIDE, THEIR_REACH},  {CORNER, FAR},         {CORNER, THEIRS_1},
    {COVERED, THEIRS_4},    {BESIDE, PARTNERS},
};

enum {
  TERMS = sizeof terms / sizeof *terms,
  SIZE = TERMS,      /* five numbers: sizes 1 to 5, also used for larger ones */
  MIDDLE = SIZE + 5, /* tenths of the way to the middle; those above six */
  TIPS = MIDDLE + 2, /* corners of the piece, and cells beside it */
  SIDES
};
_Static_assert(SIDES + 1 == FACTORS, "one for each");
enum { OCTAVE = 16 }; /* factors are in 16ths of an octave (a factor of 2) */

/* The fitted numbers. For the first piece of four players, nearness was set by
 * hand: searches opened with I5 along the edge, and pieces that come two cells
 * towards the middle score a tenth more against another program
 * (tests/bench/MEASURED.md). PARTNERS were set by hand if no game of the fit
 * had any, to minus half of the number for opponents, or to 0 if that number is
 * negative; and a feature without data in a phase has the number of the phase
 * before. */
static const int16_t factors[KINDS][PHASES][FACTORS] = {
    [DUO_KIND] =
        {
            {-17, 25, 4,  5,  4,  -15, 0,   0,   1,  -1, 9, 1, 41, -1, 0,
             -1,  0,  -8, -2, -2, -3,  -23, -79, 25, 8,  1, 1, 7,  0},
            {15, 1,  -1, -4, -4, 1,  -4,  -1,  4,  2,  2, -6,  71, -13, -8,
             3,  28, -1, 1,  0,  -3, -15, -65, 38, 13, 4, -11, 5,  5},
            {21, 15, 11, 1, -4, -1, -4,  5,   4,   13, -2, -10, 21, -22, -11,
             4,  22, -7, 1, 0,  -3, -74, -57, -15, 20, 3,  -18, 9,  11},
            {20, 18, 14, 8, -2, 5,  -9,  8,   3,   18, 0, -7,  24, -25, -10,
             5,  11, -6, 5, 0,  -1, -31, -48, -12, 33, 7, -21, 10, 7},
            {18, 34, 16, 10, -4, 3,   -8,  6,   3, 16, 0, -4,  38, -24, -9,
             7,  8,  -1, 4,  0,  -18, -22, -19, 4, 30, 3, -12, 3,  1},
            {18, 34, 16, 10, -4, 3,   -8,  6,   3, 16, 0, -4,  38, -24, -9,
             7,  8,  -1, 4,  0,  -18, -22, -19, 4, 30, 3, -12, 3,  1},
        },
    [FOUR_KIND] =
        {
            {0,  28, -2, 2,   0, 0,   0,   0,   -1, 2,  15, 0, 37, -6, 0,
             -1, 0,  0,  -10, 0, -18, -46, -80, 4,  20, 40, 0, 1,  6},
            {17, 4, 5,  2, 7,  -6, 3,   -3,  5,  1,  5,  -8,  61, -18, -8,
             2,  7, -5, 2, -3, -7, -23, -72, 23, 20, 12, -11, 4,  11},
            {20, 12, 8,  -2, -2, -1, -1,  3,   8,   17, -2, -13, 35, -29, -10,
             7,  44, -7, -2, 0,  30, -64, -92, -16, 34, 5,  -14, 9,  16},
            {24, 20, 18, 10, -1, 8, -7,  7,   3,   24, 3, -11, 25, -33, -12,
             7,  30, -5, 5,  0,  9, -50, -73, -29, 37, 5, -25, 14, 15},
            {24, 36, 16, 8, -5, 8,   -8,  8,   2, 21, 0, -3, 55, -34, -12,
             11, 12, 0,  5, 0,  -17, -36, -39, 5, 49, 1, -7, 2,  0},
            {16, 8,  19, 8,  -2, 8,  3,   4,   -2, 4,  4, -2, 28, -17, -8,
             5,  13, 0,  11, 0,  -6, -12, -10, 13, 28, 2, -4, -1, 1},
        },
    [TWO_KIND] =
        {
            {0, 0, 0, 0, 0, 0,  0,  0,   -2,  14, 0,  0, 72, -37, 0,
             0, 0, 0, 0, 0, -1, -3, -16, -29, 49, 22, 0, 21, 4},
            {9, -5, -16, -10, -6, -1, -12, 11,  8,   55, 6,  -8,  78, -46, 0,
             5, 0,  -6,  -10, 0,  -3, -2,  -10, -40, 55, 44, -37, 38, -7},
            {33, 24, 16,  8, -3, 1,  -4, 4,   9,   25, 9, -20, 41, -43, -16,
             9,  48, -12, 5, 10, 28, -8, -27, -34, 40, 4, -4,  25, 25},
            {20, 18, 15, 7, -1, 5,  -5,  5,   1,   18, 3, -10, 20, -27, -10,
             6,  21, -7, 5, 3,  29, -10, -34, -21, 28, 3, -18, 16, 14},
            {18, 24, 14, 7, -3, 8, -5,  6,   2,  16, 3, -5, 40, -24, -7,
             7,  10, -1, 6, 0,  3, -18, -26, -1, 25, 1, -7, 3,  3},
            {12, 13, 16, 6, -2, 8, 2,   3,   -2, 10, 6, -3, 39, -18, -6,
             8,  10, -2, 9, -1, 2, -14, -17, 0,  5,  2, -4, -3, 1},
        },
};

/* The contribution of each cell, by the part of a form that meets it. */
typedef struct view {
  const tables *t;
  const int16_t *factor;
  int16_t map[PARTS][64 * (WORDS + 3)];
} view;

static void make_maps(view *v, uint64_t set[SETS][WORDS]) {
  memset(v->map, 0, sizeof v->map);
  for (int k = 0; k < TERMS; k++) {
    int16_t *map = v->map[terms[k].part];
    for (int i = 0; i < WORDS; i++) {
      for (uint64_t w = set[terms[k].set][i]; w != 0; w &= w - 1) {
        map[64 * i + tes_lowest(w)] += v->factor[k];
      }
    }
  }
}

static int sum_of(const int16_t *map, const uint64_t *part) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    for (uint64_t w = part[i]; w != 0; w &= w - 1) {
      sum += map[64 * i + tes_lowest(w)];
    }
  }
  return sum;
}

static int apart(int a, int b) {
  return a < b ? b - a : a - b;
}

/* How near a form comes to the middle, in 0..10: 0 at the point of the edge
 * farthest from it, 10 on a middle cell, which only boards of odd sizes
 * have. */
static int nearness(const view *v, const form *f, int cell) {
  const int across = v->t->width - 1, up = v->t->height - 1;
  const int most = across > up ? across : up;
  const int x = 2 * column_of(cell), y = 2 * row_of(cell);
  int least = 2 * most;
  for (int i = 0; i < f->size; i++) {
    const int dx = apart(x + 2 * f->dx[i], across);
    const int dy = apart(y + 2 * f->dy[i], up);
    const int far = dx > dy ? dx : dy;
    if (far < least) least = far;
  }
  return 10 * (most - least) / most;
}

/* There is no fit for six cells and more: each further cell adds as much as the
 * fifth, two octaves at most. */
static int of_size(const int16_t *factor, int size) {
  const int more = size - 5;
  if (more <= 0) return factor[SIZE + size - 1];
  const int fifth = factor[SIZE + 4] - factor[SIZE + 3];
  return factor[SIZE + 4] + more * (fifth < 2 * OCTAVE ? fifth : 2 * OCTAVE);
}

static int count(const uint64_t part[3]) {
  return tes_popcount(part[0]) + tes_popcount(part[1]) + tes_popcount(part[2]);
}

/* The part of the exponent from the form alone. */
static int of_shape(const int16_t *factor, const form *f) {
  return of_size(factor, f->size) + factor[TIPS] * count(f->corner) +
         factor[SIDES] * (count(f->near) - f->size);
}

static int exponent(const view *v, const int *shape, tes_move move) {
  const int number = move_form(move), cell = move_cell(move);
  const form *f = &v->t->form[number];
  const int at = cell - ORIGIN, middle = nearness(v, f, cell);
  return shape[number] + sum_of(v->map[COVERED] + at, f->cover) +
         sum_of(v->map[BESIDE] + at, f->near) +
         sum_of(v->map[CORNER] + at, f->corner) + v->factor[MIDDLE] * middle +
         (middle > 6 ? v->factor[MIDDLE + 1] * (middle - 6) : 0);
}

/* The phase depends on the share of its pieces that the colour has played: with
 * 21 pieces, phases last 1, 2, 3, 4, 5 and 6 placements. */
int blokus_phase(const tables *t, const blokus *b) {
  const int played = 21 * tes_popcount(b->played[b->colour]) / t->pieces;
  int phase = 0;
  for (int first = 1; first <= played && phase < PHASES - 1; phase++) {
    first += phase + 2;
  }
  return phase;
}

/* 2 to the power of an exponent in sixteenths, within the range of floats. */
static double power_of_two(int exponent) {
  static const double root[OCTAVE] = {1,
                                      1.0442737824274138,
                                      1.0905077326652577,
                                      1.1387886347566916,
                                      1.189207115002721,
                                      1.2418578120734840,
                                      1.2968395546510096,
                                      1.3542555469368927,
                                      1.4142135623730951,
                                      1.4768261459394993,
                                      1.5422108254079407,
                                      1.6104903319492543,
                                      1.681792830507429,
                                      1.7562521603732995,
                                      1.8340080864093424,
                                      1.9152065613971472};
  const int most = 60 * OCTAVE;
  if (exponent > most) exponent = most;
  if (exponent < -most) exponent = -most;
  const int whole = (exponent + most) / OCTAVE - 60;
  const double power = (double)(UINT64_C(1) << (whole < 0 ? -whole : whole));
  const double fraction = root[(exponent + most) % OCTAVE];
  return whole < 0 ? fraction / power : fraction * power;
}

void blokus_exponents(const tes_rules *rules, const tes_state *state,
                      const tes_list *moves, const int16_t *factor,
                      double *exponents) {
  const tables *t = tables_of(rules);
  uint64_t set[SETS][WORDS];
  int shape[FORMS_MAX];
  view v = {.t = t, .factor = factor};
  look(rules, blokus_of(state), set);
  make_maps(&v, set);
  for (int i = 0; i < t->forms; i++) shape[i] = of_shape(factor, &t->form[i]);
  for (size_t i = 0; i < moves->count; i++) {
    const tes_move move = moves->moves[i];
    exponents[i] = move == PASS ? 0 : exponent(&v, shape, move);
  }
}

static int policy(const tes_rules *rules, const tes_state *state,
                  const tes_list *moves, double *weight, tes_work *work) {
  const tables *t = tables_of(rules);
  const int16_t *factor = factors[t->kind][blokus_phase(t, blokus_of(state))];
  (void)work;
  blokus_exponents(rules, state, moves, factor, weight);
  for (size_t i = 0; i < moves->count; i++) {
    weight[i] = power_of_two((int)weight[i]);
  }
  return TES_OK;
}

/* ---- positions ---- */

/* in a lead of 1000 */
#define POINTS 10.0

/* Cells placed, and live corners as chances to place more. */
static void count_points(const tes_rules *rules, const blokus *b,
                         double *score) {
  const tables *t = tables_of(rules);
  for (int i = 0; i < rules->seats; i++) score[i] = 0;
  for (int c = 0; c < t->colours; c++) {
    uint64_t live[WORDS];
    int corners = 0;
    blokus_live(t, b, c, live);
    for (int i = 0; i < WORDS; i++) corners += tes_popcount(live[i]);
    score[blokus_seat(rules, b, c) - 1] +=
        blokus_points(rules, b, c) + 0.4 * corners;
  }
}

/* Without fitted numbers only alpha-beta, for two seats, uses the estimate. */
static int estimate(const tes_rules *rules, const tes_state *state, int *lead,
                    tes_work *work) {
  double score[TES_SEATS_MAX] = {0};
  (void)work;
  const int trust = blokus_foresee(rules, state, score);
  if (trust == 0 && rules->seats == 2) {
    count_points(rules, blokus_of(state), score);
  }
  tes_leads(score, rules->seats, POINTS, lead);
  return trust;
}

const tes_insight blokus_insight = {
    .rollout = rollout,
    .policy = policy,
    .estimate = estimate,
    .points = POINTS,
};

/* ---- cells, for learnt evaluations ---- */

int blokus_describe(const tes_rules *rules, tes_cells *cells,
                    tes_error *error) {
  const tables *t = tables_of(rules);
  const int count = t->width * t->height + t->colours * t->pieces;
  if (count > TES_CELLS_MAX) {
    return tes_fail(error, TES_EARG,
                    "blokus: expected at most %d cells to learn from, got %d",
                    TES_CELLS_MAX, count);
  }
  tes_cells_board(cells, t->width, t->height, 1 + t->colours);
  tes_cells_alone(cells, t->colours * t->pieces, 2);
  return TES_OK;
}

/* The owner of each cell, and the pieces played. */
int blokus_look(const tes_rules *rules, const tes_state *state,
                uint8_t *value) {
  const tables *t = tables_of(rules);
  const blokus *b = blokus_of(state);
  int at = 0;
  for (int y = 0; y < t->height; y++) {
    for (int x = 0; x < t->width; x++, at++) {
      const int bit = bit_of(x, y);
      value[at] = 0;
      for (int c = 0; c < t->colours; c++) {
        if (has_bit(b->own[c], bit)) value[at] = (uint8_t)(1 + c);
      }
    }
  }
  for (int c = 0; c < t->colours; c++) {
    for (int p = 0; p < t->pieces; p++) {
      value[at++] = b->played[c] >> p & 1;
    }
  }
  return at;
}
