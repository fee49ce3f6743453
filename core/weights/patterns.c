/* patterns.c: chooses the patterns of weights, and finds the symmetries that
 * they share.
 *
 * A symmetry maps the board onto itself. The image of one cell and of each
 * direction determine all others. To find out whether the rules are also
 * symmetric, random games are played together with their images: at each ply,
 * the positions after all moves must be images of each other. */
#include <string.h>

#include "../runtime/call.h"
#include "weights.h"

enum {
  SYMMETRIES_MAX = 16,
  MIRRORED = 12,        /* games to test a symmetry with */
  MIRRORED_PLIES = 100, /* in each, at most */
  CHOICES_MAX = 4096,   /* moves of a position */
  IMAGES = 160,         /* roughly: more cost time, fewer see less */
  CONTENTS_MAX = 8192,  /* of a pattern */
  LINE = 4,             /* cells of a straight pattern */
  ROW = 6,              /* cells of a row, at most */
  ROWS_MAX = TES_CELLS_MAX * TES_WAYS_MAX
};

typedef struct symmetry {
  int16_t to[TES_CELLS_MAX];
} symmetry;

/* A pattern before it has weights. The images of a row are all straight rows of
 * its length in its direction, and those that symmetries map to them: a row is
 * worth the same anywhere, and is learnt from all places at once. */
typedef struct draft {
  int length;
  uint32_t size;
  uint16_t cell[PATTERN_MAX];
  bool row;
  int way; /* of a row */
} draft;

typedef struct maker {
  const tes_rules *rules;
  tes_work *work;
  tes_rng rng;
  tes_cells cells;
  int symmetries;
  symmetry symmetry[SYMMETRIES_MAX];
  size_t budget;
  draft image[ROWS_MAX]; /* scratch: the images of a draft */
} maker;

/* ---- mappings of the board onto itself ---- */

/* The mapping that takes `from` to `to` and direction w to way[w], if it
 * exists: by a walk over the cells. Cells without neighbours map to
 * themselves. */
static bool map_board(const tes_cells *c, int from, int to, const int *way,
                      int16_t *image) {
  int16_t queue[TES_CELLS_MAX];
  bool taken[TES_CELLS_MAX] = {false};
  int head = 0, tail = 0;
  for (int i = 0; i < c->count; i++) image[i] = -1;
  image[from] = (int16_t)to;
  taken[to] = true;
  queue[tail++] = (int16_t)from;
  while (head < tail) {
    const int cell = queue[head++];
    for (int w = 0; w < c->ways; w++) {
      const int next = c->next[w][cell], other = c->next[way[w]][image[cell]];
      if ((next < 0) != (other < 0)) return false;
      if (next < 0 || image[next] == other) continue;
      if (image[next] >= 0 || taken[other]) return false;
      if (c->values[next] != c->values[other]) return false;
      image[next] = (int16_t)other;
      taken[other] = true;
      queue[tail++] = (int16_t)next;
    }
  }
  return true;
}

/* Several boards may have the same cells: a walk reaches only the first, and
 * the others, which are in the same order, map the same way. */
static bool spread_to_boards(const tes_cells *c, int16_t *image) {
  for (int i = 0; i < c->count; i++) {
    if (image[i] >= 0) continue;
    const int b = c->board[i];
    image[i] = b == i ? (int16_t)i : (int16_t)(image[b] + (i - b));
    if (c->values[i] != c->values[image[i]]) return false;
  }
  return true;
}

static bool is_new(const maker *m, const int16_t *image) {
  const size_t size = (size_t)m->cells.count * sizeof *image;
  for (int i = 0; i < m->symmetries; i++) {
    if (memcmp(m->symmetry[i].to, image, size) == 0) return false;
  }
  return true;
}

/* ---- do the rules have a symmetry? ---- */

/* A position and its image, and the results of their moves. */
typedef struct twins {
  tes_state *state, *image, *child;
  tes_list moves, answers; /* of `state`, of `image` */
  uint64_t *key, *answer;  /* by move: a hash of the cells after it */
} twins;

/* A hash of the cells of a position and of everything else that must match;
 * `to` gives the image of each cell (NULL: the cell itself). */
static uint64_t mirror_key(const maker *m, const tes_state *state,
                           const int16_t *to) {
  uint8_t value[TES_CELLS_MAX + 8];
  uint64_t key = (uint64_t)state->over << 8 | state->seat;
  call_look(m->rules->game, m->rules, state, value);
  for (int i = 0; i < m->cells.count; i++) {
    uint64_t cell = (uint64_t)(to != NULL ? to[i] : i) << 8 | value[i];
    key += tes_splitmix64(&cell);
  }
  return key;
}

static bool step_twin(maker *m, const tes_state *from, tes_move move,
                      twins *t) {
  tes_copy(m->rules, t->child, from);
  return tes_apply(m->rules, t->child, move, m->work) == TES_OK;
}

/* The keys of the positions after each move. */
static bool find_keys(maker *m, const tes_state *from, const tes_list *moves,
                      const int16_t *to, uint64_t *key, twins *t) {
  for (size_t i = 0; i < moves->count; i++) {
    if (!step_twin(m, from, moves->moves[i], t)) return false;
    key[i] = mirror_key(m, t->child, to);
  }
  return true;
}

/* Pairs each move with one that leads to the image of its position, by sorting
 * the answers into the order of the moves. */
static bool pair_moves(twins *t) {
  for (size_t i = 0; i < t->moves.count; i++) {
    size_t k = i;
    while (k < t->moves.count && t->answer[k] != t->key[i]) k++;
    if (k == t->moves.count) return false;
    const tes_move move = t->answers.moves[k];
    t->answers.moves[k] = t->answers.moves[i];
    t->answers.moves[i] = move;
    t->answer[k] = t->answer[i];
    t->answer[i] = t->key[i];
  }
  return true;
}

/* Checks that the position after every move has its image, and continues from
 * one of them. */
static bool mirror_ply(maker *m, const int16_t *to, twins *t) {
  t->moves.count = t->answers.count = 0;
  if (tes_moves(m->rules, t->state, &t->moves, m->work) != TES_OK ||
      tes_moves(m->rules, t->image, &t->answers, m->work) != TES_OK ||
      t->moves.count != t->answers.count || t->moves.count > CHOICES_MAX ||
      !find_keys(m, t->state, &t->moves, to, t->key, t) ||
      !find_keys(m, t->image, &t->answers, NULL, t->answer, t) ||
      !pair_moves(t)) {
    return false;
  }
  const size_t chosen = tes_below(&m->rng, (uint32_t)t->moves.count);
  if (!step_twin(m, t->state, t->moves.moves[chosen], t)) return false;
  tes_copy(m->rules, t->state, t->child);
  if (!step_twin(m, t->image, t->answers.moves[chosen], t)) return false;
  tes_copy(m->rules, t->image, t->child);
  return true;
}

static bool mirror_game(maker *m, const int16_t *to, twins *t) {
  const uint64_t seed = tes_next(&m->rng) & TES_SEED_MAX;
  if (tes_start(m->rules, t->state, seed, m->work) != TES_OK) return false;
  tes_copy(m->rules, t->image, t->state);
  if (mirror_key(m, t->state, to) != mirror_key(m, t->image, NULL))
    return false;
  for (int ply = 0; ply < MIRRORED_PLIES && !t->state->over; ply++) {
    if (!mirror_ply(m, to, t)) return false;
  }
  return true;
}

static bool holds(maker *m, const int16_t *to, twins *t) {
  for (int game = 0; game < MIRRORED; game++) {
    if (!mirror_game(m, to, t)) return false;
  }
  return true;
}

/* ---- all symmetries ---- */

static void try_map(maker *m, int from, int to, const int *way, twins *t) {
  int16_t image[TES_CELLS_MAX];
  if (m->symmetries == SYMMETRIES_MAX) return;
  if (m->cells.values[from] != m->cells.values[to] ||
      !map_board(&m->cells, from, to, way, image) ||
      !spread_to_boards(&m->cells, image) || !is_new(m, image) ||
      !holds(m, image, t)) {
    return;
  }
  memcpy(m->symmetry[m->symmetries++].to, image, sizeof image);
}

/* Is this a cell of the first board? */
static bool is_first(const tes_cells *c, int cell) {
  return c->board[cell] == cell && c->next[0][cell] != TES_ALONE;
}

/* Directions come in opposite pairs: each pair maps to a pair, perhaps
 * reversed. */
static void try_ways(maker *m, int from, int *way, int known, twins *t) {
  const int ways = m->cells.ways;
  if (known == ways) {
    for (int to = 0; to < m->cells.count; to++) {
      if (is_first(&m->cells, to)) try_map(m, from, to, way, t);
    }
    return;
  }
  for (int w = 0; w < ways; w++) {
    bool used = false;
    for (int i = 0; i < known; i++) used |= way[i] == w;
    if (used) continue;
    way[known] = w;
    way[known + 1] = w ^ 1;
    try_ways(m, from, way, known + 2, t);
  }
}

/* The first cell of a board, or -1. */
static int first_of_board(const tes_cells *c) {
  for (int i = 0; i < c->count && c->ways > 0; i++) {
    if (is_first(c, i)) return i;
  }
  return -1;
}

static bool open_twins(twins *t, const tes_rules *rules) {
  const size_t size = 2 * CHOICES_MAX * sizeof *t->key;
  *t = (twins){.state = tes_state_new(rules),
               .image = tes_state_new(rules),
               .child = tes_state_new(rules),
               .key = tes_resize(rules->alloc, NULL, 0, size)};
  tes_list_init(&t->moves, rules->alloc);
  tes_list_init(&t->answers, rules->alloc);
  if (t->key != NULL) t->answer = t->key + CHOICES_MAX;
  return t->state != NULL && t->image != NULL && t->child != NULL &&
         t->key != NULL;
}

static void close_twins(twins *t, const tes_rules *rules) {
  const size_t size = 2 * CHOICES_MAX * sizeof *t->key;
  tes_state_free(rules, t->state);
  tes_state_free(rules, t->image);
  tes_state_free(rules, t->child);
  if (t->key != NULL) tes_resize(rules->alloc, t->key, size, 0);
  tes_list_free(&t->moves);
  tes_list_free(&t->answers);
}

/* The first symmetry is the identity. */
static bool find_symmetries(maker *m) {
  int way[TES_WAYS_MAX] = {0};
  const int from = first_of_board(&m->cells);
  twins t;
  for (int i = 0; i < m->cells.count; i++) m->symmetry[0].to[i] = (int16_t)i;
  m->symmetries = 1;
  if (from < 0 || tes_hides(m->rules)) return true;
  const bool ok = open_twins(&t, m->rules);
  if (ok) try_ways(m, from, way, 0, &t);
  close_twins(&t, m->rules);
  return ok;
}

/* ---- patterns ---- */

enum { DRAFTS_MAX = 4096 };

typedef struct drafts {
  int count, images;
  size_t size;
  draft draft[DRAFTS_MAX];
} drafts;

static bool same_cells(const draft *a, const draft *b) {
  if (a->length != b->length || a->row != b->row) return false;
  for (int i = 0; i < a->length; i++) {
    bool found = false;
    for (int k = 0; k < b->length; k++) found |= a->cell[i] == b->cell[k];
    if (!found) return false;
  }
  return true;
}

static draft mapped(const draft *d, const symmetry *s) {
  draft image = *d;
  for (int i = 0; i < d->length; i++) {
    image.cell[i] = (uint16_t)s->to[d->cell[i]];
  }
  return image;
}

/* Adds a cell, unless that makes too many contents. */
static bool extend_draft(const tes_cells *c, draft *d, int cell,
                         uint32_t most) {
  if (d->length == PATTERN_MAX || d->size * c->values[cell] > most) {
    return false;
  }
  for (int i = 0; i < d->length; i++) {
    if (d->cell[i] == cell) return false;
  }
  d->cell[d->length++] = (uint16_t)cell;
  d->size *= c->values[cell];
  return true;
}

/* The straight row of at most `most` cells from `cell` in a direction. */
static draft row_from(const tes_cells *c, int cell, int way, int most) {
  draft d = {.size = 1, .row = true, .way = way};
  for (int at = cell; at >= 0 && d.length < most; at = c->next[way][at]) {
    if (!extend_draft(c, &d, at, CONTENTS_MAX)) break;
  }
  return d;
}

/* Does a symmetry map direction `way` to direction `other`? */
static bool is_like(const maker *m, int way, int other) {
  const tes_cells *c = &m->cells;
  for (int s = 0; s < m->symmetries; s++) {
    const int16_t *to = m->symmetry[s].to;
    for (int i = 0; i < c->count; i++) {
      const int next = c->next[way][i];
      if (next >= 0 && c->next[other][to[i]] == to[next]) return true;
    }
  }
  return false;
}

/* The images of a row. */
static int rows_of(maker *m, const draft *d) {
  int count = 0;
  for (int way = 0; way < m->cells.ways; way++) {
    if (!is_like(m, d->way, way)) continue;
    for (int i = 0; i < m->cells.count; i++) {
      const draft row = row_from(&m->cells, i, way, d->length);
      if (row.length != d->length || row.size != d->size) continue;
      m->image[count++] = row;
    }
  }
  return count;
}

/* The different images: with other cells, or with the same cells in another
 * order. */
static int images_of(maker *m, const draft *d) {
  draft *image = m->image;
  int count = 0;
  if (d->row) return rows_of(m, d);
  for (int s = 0; s < m->symmetries; s++) {
    const draft one = mapped(d, &m->symmetry[s]);
    bool known = false;
    for (int i = 0; i < count; i++) {
      known |= memcmp(one.cell, image[i].cell, sizeof one.cell) == 0;
    }
    if (!known) image[count++] = one;
  }
  return count;
}

static bool has_draft(maker *m, const drafts *all, const draft *d) {
  const int count = images_of(m, d);
  for (int i = 0; i < all->count; i++) {
    for (int k = 0; k < count; k++) {
      if (same_cells(&all->draft[i], &m->image[k])) return true;
    }
  }
  return false;
}

static bool add_draft(maker *m, drafts *all, const draft *d) {
  if (d->length == 0 || all->count == DRAFTS_MAX ||
      all->size + d->size > m->budget || has_draft(m, all, d)) {
    return false;
  }
  all->draft[all->count++] = *d;
  all->size += d->size;
  all->images += images_of(m, d);
  return true;
}

/* Each cell alone. */
static void add_singles(maker *m, drafts *all) {
  for (int cell = 0; cell < m->cells.count; cell++) {
    draft d = {.size = 1};
    if (m->cells.values[cell] < 2) continue;
    extend_draft(&m->cells, &d, cell, CONTENTS_MAX);
    add_draft(m, all, &d);
  }
}

/* For each direction the row with most contents, once if directions are alike.
 */
static void add_rows(maker *m, drafts *all) {
  for (int way = 0; way < m->cells.ways; way++) {
    draft most = {.size = 1};
    for (int i = 0; i < m->cells.count; i++) {
      const draft row = row_from(&m->cells, i, way, ROW);
      if (row.size > most.size) most = row;
    }
    if (most.length > 1) add_draft(m, all, &most);
  }
}

/* Straight lines of LINE cells, each with weights of its own. */
static void add_lines(maker *m, drafts *all) {
  const tes_cells *c = &m->cells;
  for (int cell = 0; cell < c->count; cell++) {
    for (int w = 0; w < c->ways; w += 2) {
      draft d = {.size = 1};
      for (int at = cell; at >= 0 && d.length < LINE; at = c->next[w][at]) {
        if (!extend_draft(c, &d, at, CONTENTS_MAX)) break;
      }
      if (d.length == LINE) add_draft(m, all, &d);
    }
  }
}

/* A neighbour of a cell; for a cell without neighbours, the next or the
 * previous one. */
static int step_from(maker *m, int cell) {
  const tes_cells *c = &m->cells;
  bool joined = false;
  for (int w = 0; w < c->ways; w++) joined |= c->next[w][cell] >= 0;
  if (!joined) return cell + (tes_below(&m->rng, 2) ? 1 : -1);
  return c->next[tes_below(&m->rng, (uint32_t)c->ways)][cell];
}

static draft random_walk(maker *m) {
  const tes_cells *c = &m->cells;
  draft d = {.size = 1};
  const int start = (int)tes_below(&m->rng, (uint32_t)c->count);
  if (c->values[start] < 2 || !extend_draft(c, &d, start, CONTENTS_MAX))
    return d;
  for (int tries = 0; tries < 100 && d.length < PATTERN_MAX; tries++) {
    const int from = d.cell[tes_below(&m->rng, (uint32_t)d.length)];
    const int next = step_from(m, from);
    if (next < 0 || next >= c->count || c->values[next] < 2) continue;
    extend_draft(c, &d, next, CONTENTS_MAX);
  }
  return d;
}

static void add_walks(maker *m, drafts *all) {
  const int most = all->images + IMAGES;
  for (int tries = 0; tries < 4000 && all->images < most; tries++) {
    const draft d = random_walk(m);
    if (d.length > 1) add_draft(m, all, &d);
  }
}

/* ---- weights of these patterns ---- */

static void fill_patterns(maker *m, const drafts *all, tes_weights *w) {
  uint32_t first = 0;
  int at = 0;
  memcpy(w->values, m->cells.values, (size_t)w->cells);
  for (int i = 0; i < all->count; i++) {
    const draft *d = &all->draft[i];
    const int images = images_of(m, d);
    w->pattern[i] = (pattern){d->length, first, d->size};
    first += d->size;
    for (int k = 0; k < images; k++) {
      w->image[at].pattern = (uint16_t)i;
      memcpy(w->image[at++].cell, m->image[k].cell, sizeof m->image[k].cell);
    }
  }
  weights_index(w);
}

/* With two seats the second lead is the opposite of the first. */
static int outputs_of(const tes_rules *rules) {
  return rules->seats == 2 ? 1 : rules->seats;
}

static tes_weights *make_weights(maker *m, const drafts *all) {
  const tes_rules *rules = m->rules;
  tes_weights *w = tes_resize(rules->alloc, NULL, 0, sizeof *w);
  if (w == NULL) return NULL;
  *w = (tes_weights){.alloc = rules->alloc,
                     .cells = m->cells.count,
                     .seats = rules->seats,
                     .outputs = outputs_of(rules),
                     .over_own = rules->game->insight != NULL &&
                                 rules->game->insight->estimate != NULL,
                     .patterns = all->count,
                     .images = all->images};
  w->size = all->size * (size_t)w->outputs;
  if (!weights_reserve(w) || !weights_reserve_all(w) || !weights_prepare(w)) {
    tes_weights_free(w);
    return NULL;
  }
  fill_patterns(m, all, w);
  return w;
}

static tes_weights *make_patterns(maker *m, drafts *all) {
  if (!find_symmetries(m)) return NULL;
  *all = (drafts){0};
  add_singles(m, all);
  add_rows(m, all);
  add_lines(m, all);
  add_walks(m, all);
  return make_weights(m, all);
}

tes_weights *weights_new(const tes_rules *rules, uint64_t seed, size_t budget,
                         tes_work *work) {
  const tes_alloc *alloc = rules->alloc;
  if (rules->game->cells == NULL) {
    tes_fail(&work->error, TES_EARG, "%s describes no cells to learn from",
             rules->name);
    return NULL;
  }
  tes_weights *w = NULL;
  maker *m = tes_resize(alloc, NULL, 0, sizeof *m);
  drafts *all = tes_resize(alloc, NULL, 0, sizeof *all);
  bool known = true;
  if (m != NULL && all != NULL) {
    memset(m, 0, sizeof *m);
    m->rules = rules;
    m->work = work;
    m->budget = budget * 2 / (size_t)(rules->seats * outputs_of(rules));
    tes_rng_seed(&m->rng, seed);
    known = call_cells(rules->game, rules, &m->cells, &work->error) == TES_OK;
    if (known) w = make_patterns(m, all);
  }
  if (m != NULL) tes_resize(alloc, m, sizeof *m, 0);
  if (all != NULL) tes_resize(alloc, all, sizeof *all, 0);
  if (w == NULL && known) tes_no_memory(&work->error);
  return w;
}
