/* rules.c: the rules of Losetas (Erik Dresner).
 *
 * Possible placements are found as sets of cells, the lower-left ones of the
 * tiles, for each kind at once: all cells under a tile are compared with their
 * neighbours by shifting whole boards.
 *
 * A floating board has no room to the left of its box and below it, so for
 * tiles on the table it is viewed through windows: moved right and up by the
 * most that a tile may stick out of the box (two at most). If the box and its
 * possible growth on both sides fit into eight columns, one window shows all.
 * Otherwise the unmoved window shows all tiles that begin at x >= 0, and the
 * moved one, in which only the added columns count, shows the others. There are
 * at most two such columns, so the four kinds fit side by side into one word;
 * likewise in y. That makes four words for one window, which also has the tiles
 * on tiles (these begin on occupied cells, the others on free ones), and three
 * more in the worst case: left, below, and both. */
#include "places.h"

/* ---- finding moves ---- */

enum { LEFT = KINDS, BELOW, CORNER, WORDS };

typedef struct tile_sets {
  uint64_t set[WORDS]; /* lower-left cells, by kind or by window */
  int words;           /* KINDS, or WORDS if there is more than one window */
  int right[2], up[2]; /* offsets of the first and the other window */
} tile_sets;

/* Decodes a bit of a word: the cell in the window is bit & cell, the kind is
 * kind + (bit >> shift & more); `right` and `up` select the window's
 * offsets. */
static const struct {
  uint8_t cell, kind, shift, more, right, up;
} readings[WORDS] = {
    [SQUARE] = {63, SQUARE, 0, 0, 0, 0},
    [LYING] = {63, LYING, 0, 0, 0, 0},
    [STANDING] = {63, STANDING, 0, 0, 0, 0},
    [SINGLE] = {63, SINGLE, 0, 0, 0, 0},
    [LEFT] = {56 + 1, 0, 1, 3, 1, 0},
    [BELOW] = {8 + 7, 0, 4, 3, 0, 1},
    [CORNER] = {8 + 1, 0, 1, 3, 1, 1},
};

typedef struct shifted {
  uint64_t own, other, region;
  int right, up;
} shifted;

TES_INLINE shifted shift_board(const losetas *m, int side, int size, int right,
                               int up) {
  const int wide = size + right < SIDE ? size + right : SIDE;
  const int tall = size + up < SIDE ? size + up : SIDE;
  const uint64_t keep = columns(SIDE - right);
  const int shift = 8 * up + right;
  return (shifted){(m->own[side] & keep) << shift,
                   (m->own[side ^ 1] & keep) << shift,
                   columns(wide) & rows(tall), right, up};
}

/* The four kinds of a secondary window, as one word: only tiles that begin at
 * the cells of `begin` count. */
TES_INLINE uint64_t find_beside(const losetas *m, const shifted *w, int side,
                                bool corners, uint64_t begin, int shift) {
  uint64_t set[KINDS], word = 0;
  find_on_table(w->own, w->other, w->region, corners, set);
  TES_UNROLL
  for (int k = 0; k < KINDS; k++) {
    word |= (set[k] & begin & has(m, side, k)) << (k * shift);
  }
  return word;
}

TES_INLINE void find_outside(const losetas *m, int side, int size, bool corners,
                             tile_sets *c) {
  const int right = c->right[1], up = c->up[1];
  c->words = WORDS;
  c->set[LEFT] = c->set[BELOW] = c->set[CORNER] = 0;
  if (c->right[0] != right) {
    const shifted w = shift_board(m, side, size, right, c->up[0]);
    c->set[LEFT] = find_beside(m, &w, side, corners, columns(right), 2);
  }
  if (c->up[0] != up) {
    const shifted w = shift_board(m, side, size, c->right[0], up);
    c->set[BELOW] = find_beside(m, &w, side, corners, rows(up), 16);
  }
  if (c->right[0] != right && c->up[0] != up) {
    const shifted w = shift_board(m, side, size, right, up);
    c->set[CORNER] =
        find_beside(m, &w, side, corners, columns(right) & rows(up), 2);
  }
}

/* The offsets of the two windows of an axis: equal if one is enough. */
TES_INLINE void move_windows(int size, int used, int by[2]) {
  by[1] = overhang(size, used);
  by[0] = used + 2 * by[1] <= SIDE ? by[1] : 0;
}

TES_INLINE void find_first_tiles(const losetas *m, int side, tile_sets *c) {
  for (int k = 0; k < KINDS; k++) c->set[k] = has(m, side, k) & 1;
}

TES_INLINE void find_tiles(const tes_rules *rules, const losetas *m,
                           tile_sets *c) {
  const int side = m->head.seat - 1, size = rules->value[SIZE][0];
  const bool corners = rules->value[TOUCH][0] != 0;
  uint64_t upon[KINDS];
  c->words = KINDS;
  c->right[0] = c->right[1] = c->up[0] = c->up[1] = 0;
  if (is_floating(rules)) {
    if (m->wide == 0) {
      find_first_tiles(m, side, c);
      return;
    }
    move_windows(size, m->wide, c->right);
    move_windows(size, m->tall, c->up);
  }
  const shifted w = shift_board(m, side, size, c->right[0], c->up[0]);
  find_on_table(w.own, w.other, w.region, corners, c->set);
  find_on_tiles(m, m->own[side], m->own[side ^ 1], upon);
  TES_UNROLL
  for (int k = 0; k < KINDS; k++) {
    c->set[k] |= upon[k] << (8 * w.up + w.right);
    c->set[k] &= has(m, side, k);
  }
  if (c->right[0] != c->right[1] || c->up[0] != c->up[1]) {
    find_outside(m, side, size, corners, c);
  }
}

/* A placement: the kind, and the cell relative to cell 0 of the board. */
typedef struct footprint {
  int kind, x, y;
} footprint;

TES_INLINE footprint read_bit(const tile_sets *c, int word, int bit) {
  const int cell = bit & readings[word].cell;
  const int more = bit >> readings[word].shift & readings[word].more;
  return (footprint){readings[word].kind + more,
                     (cell & 7) - c->right[readings[word].right],
                     (cell >> 3) - c->up[readings[word].up]};
}

TES_INLINE unsigned tile_move(const losetas *m, footprint p) {
  return (unsigned)((p.kind + 1) << 8 | (m->y + p.y) << 4 | (m->x + p.x));
}

static bool is_choice(const tile_sets *c, footprint p) {
  const bool left = p.x + c->right[0] < 0, below = p.y + c->up[0] < 0;
  const int column = p.x + c->right[left], row = p.y + c->up[below];
  if (column < 0 || column >= SIDE || row < 0 || row >= SIDE) return false;
  const int word = left || below ? BELOW - left + 2 * (left && below) : p.kind;
  if (word >= c->words) return false;
  const int shift = word < LEFT ? 0 : word == BELOW ? 16 : 2;
  return c->set[word] >> (8 * row + column + p.kind * shift) & 1;
}

bool losetas_can_place(const tes_rules *rules, const losetas *m) {
  tile_sets c;
  uint64_t any = 0;
  find_tiles(rules, m, &c);
  for (int i = 0; i < c.words; i++) any |= c.set[i];
  return any != 0;
}

int losetas_moves(const tes_rules *rules, const tes_state *state,
                  tes_list *list, tes_work *work) {
  (void)work;
  const losetas *m = losetas_of(state);
  const size_t before = list->count;
  tile_sets c;
  if (tes_list_reserve(list, MOVES_MAX) != TES_OK) return TES_ENOMEM;
  find_tiles(rules, m, &c);
  for (int i = 0; i < c.words; i++) {
    for (uint64_t set = c.set[i]; set != 0; set &= set - 1) {
      list->moves[list->count++] =
          tile_move(m, read_bit(&c, i, tes_lowest(set)));
    }
  }
  TES_ASSERT(list->count - before <= MOVES_MAX);
  return TES_OK;
}

int64_t losetas_count(const tes_rules *rules, const tes_state *state,
                      tes_work *work) {
  (void)work;
  tile_sets c;
  int count = 0;
  find_tiles(rules, losetas_of(state), &c);
  for (int i = 0; i < c.words; i++) count += tes_popcount(c.set[i]);
  return count;
}

bool losetas_legal(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work) {
  (void)work;
  const losetas *m = losetas_of(state);
  tile_sets c;
  if (move < 1 << 8 || move >= (KINDS + 1) << 8) return false;
  find_tiles(rules, m, &c);
  return is_choice(&c, (footprint){move_kind(move), move_x(move) - m->x,
                                   move_y(move) - m->y});
}

/* ---- making moves ---- */

/* The cells of a tile at cell 0, and the links between them. */
static const struct {
  uint16_t cells, east, north, diagonal;
} shapes[KINDS] = {
    [SQUARE] = {0x303, 0x101, 0x3, 0x1},
    [LYING] = {0x3, 0x1, 0, 0},
    [STANDING] = {0x101, 0, 0x1, 0},
    [SINGLE] = {0x1, 0, 0, 0},
};

/* Makes room to the left and below. */
TES_INLINE void grow_box(losetas *m, int right, int up) {
  const int shift = 8 * up + right;
  m->own[GREY] <<= shift;
  m->own[BLUE] <<= shift;
  for (int i = 0; i < 3; i++) m->plane[i] <<= shift;
  m->east <<= shift;
  m->north <<= shift;
  m->rising <<= shift;
  m->falling <<= shift;
  m->x -= (uint8_t)right;
  m->y -= (uint8_t)up;
  m->wide += (uint8_t)right;
  m->tall += (uint8_t)up;
}

TES_INLINE void cut_links(losetas *m, uint64_t cells) {
  m->east &= ~(cells | cells >> 1);
  m->north &= ~(cells | cells >> 8);
  m->rising &= ~(cells | cells >> 9);
  m->falling &= ~(cells >> 1 | cells >> 8);
}

/* Adds one to the heights. */
TES_INLINE void add_height(losetas *m, uint64_t cells) {
  const uint64_t carry = cells & m->plane[0], carry2 = carry & m->plane[1];
  TES_ASSERT((carry2 & m->plane[2]) == 0); /* HIGHEST + 1 */
  m->plane[0] ^= cells;
  m->plane[1] ^= carry;
  m->plane[2] ^= carry2;
}

TES_INLINE void place_tile(losetas *m, int side, footprint p) {
  const unsigned move = tile_move(m, p);
  if ((p.x | p.y) < 0) {
    const int right = p.x < 0 ? -p.x : 0, up = p.y < 0 ? -p.y : 0;
    grow_box(m, right, up);
    p.x += right;
    p.y += up;
  }
  const int cell = 8 * p.y + p.x;
  const int wide = p.x + kind_width(p.kind), tall = p.y + kind_height(p.kind);
  const uint64_t cells = (uint64_t)shapes[p.kind].cells << cell;
  m->own[side] |= cells;
  m->own[side ^ 1] &= ~cells;
  cut_links(m, cells);
  add_height(m, cells);
  m->east |= (uint64_t)shapes[p.kind].east << cell;
  m->north |= (uint64_t)shapes[p.kind].north << cell;
  m->rising |= (uint64_t)shapes[p.kind].diagonal << cell;
  m->falling |= (uint64_t)shapes[p.kind].diagonal << cell;
  if (wide > m->wide) m->wide = (uint8_t)wide;
  if (tall > m->tall) m->tall = (uint8_t)tall;
  TES_ASSERT(m->count < TILES_MAX);
  m->left[side][kind_stock(p.kind)]--;
  m->tile[m->count++] = (uint16_t)(move | (unsigned)side << 11);
  m->last = (uint16_t)move;
}

void losetas_put(losetas *m, int colour, tes_move move) {
  place_tile(
      m, colour,
      (footprint){move_kind(move), move_x(move) - m->x, move_y(move) - m->y});
}

static int end_turn(const tes_rules *rules, losetas *m) {
  m->head.seat ^= 3;
  if (!losetas_can_place(rules, m)) m->head.over = STUCK;
  return TES_OK;
}

int losetas_apply(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work) {
  (void)work;
  losetas *m = (losetas *)state;
  if (move == PASS) {
    m->last = 0;
  } else {
    losetas_put(m, state->seat - 1, move);
  }
  return end_turn(rules, m);
}

/* The player who is stuck has no moves then, and passes. */
int losetas_resume(const tes_rules *rules, tes_state *state, tes_work *work) {
  (void)rules, (void)state, (void)work;
  return TES_OK;
}

/* ---- the playout ---- */

/* Counting proves that the player to move is not stuck, and gives the choices
 * to pick from next. */
TES_INLINE unsigned count_words(const tile_sets *c, unsigned count[WORDS]) {
  unsigned total = 0;
  for (int i = 0; i < c->words; i++) {
    total += (unsigned)tes_popcount(c->set[i]);
    count[i] = total;
  }
  return total;
}

TES_INLINE void random_tile_ply(losetas *m, const tile_sets *c,
                                const unsigned *count, unsigned index,
                                tes_select select) {
  unsigned before = 0;
  int word = 0;
  for (int i = 0; i < c->words - 1; i++) {
    const bool past = index >= count[i];
    word += past;
    before = past ? count[i] : before;
  }
  const int bit = select(c->set[word], index - before);
  place_tile(m, m->head.seat - 1, read_bit(c, word, bit));
  m->head.seat ^= 3;
  m->head.ply++;
}

TES_INLINE int64_t play_out_tiles(const tes_rules *rules, tes_state *state,
                                  tes_rng *rng, tes_work *work,
                                  tes_select select) {
  losetas *m = (losetas *)state;
  const uint32_t start = state->ply;
  tile_sets c;
  unsigned count[WORDS], total;
  for (;;) {
    find_tiles(rules, m, &c);
    total = count_words(&c, count);
    if (total == 0) break;
    if (tes_stopped(work)) return TES_ESTOPPED;
    random_tile_ply(m, &c, count, tes_below(rng, total), select);
  }
  state->over = STUCK;
  return state->ply - start;
}

TES_PLAYOUT(losetas_playout, play_out_tiles)

/* ---- start, areas and the result ---- */

int losetas_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work) {
  (void)rng, (void)work;
  losetas *m = (losetas *)state;
  m->head.seat = GREY + 1;
  for (int i = 0; i < STOCKS; i++) {
    m->left[GREY][i] = m->left[BLUE][i] = (uint8_t)rules->value[TILES][i];
  }
  if (is_floating(rules)) {
    m->x = m->y = (uint8_t)(rules->value[SIZE][0] - 1);
  }
  return TES_OK;
}

areas losetas_areas(uint64_t own) {
  areas a = {0};
  while (own != 0) {
    const uint64_t area = area_of(own & -own, own);
    const int size = tes_popcount(area);
    a.count[size]++;
    if (size > a.largest) a.largest = size;
    own ^= area;
  }
  return a;
}

/* Compares both lists from the largest area down: at the first size whose
 * counts differ, the player with fewer has a smaller next area. */
int losetas_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result, tes_work *work) {
  (void)rules, (void)work;
  const losetas *m = losetas_of(state);
  const areas grey = losetas_areas(m->own[GREY]);
  const areas blue = losetas_areas(m->own[BLUE]);
  int size = grey.largest > blue.largest ? grey.largest : blue.largest;
  while (size > 0 && grey.count[size] == blue.count[size]) size--;
  result->score[GREY] = grey.largest;
  result->score[BLUE] = blue.largest;
  result->place[GREY] = 1 + (grey.count[size] < blue.count[size]);
  result->place[BLUE] = 1 + (blue.count[size] < grey.count[size]);
  return TES_OK;
}
