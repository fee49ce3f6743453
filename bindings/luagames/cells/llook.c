/* llook.c: see llook.h.
 *
 * An estimate sees the board's cells, up to a number of values, and other
 * fields with few values: a count, a phase, castling rights. It does not see
 * hidden cells, nor the last move, whose cell a symmetry would not map. */
#include "llook.h"

#include "runtime/call.h"

enum {
  BOARD_VALUES = 16, /* higher ones count as the highest */
  OTHER_VALUES = 32  /* fields off the board with more are left out */
};

static int64_t range_of(const lfield *field) {
  return (int64_t)field->max - field->min + 1;
}

static bool is_learnt_from(const lgame *g, const lfield *field) {
  if (lfield_hides(field) || field->first == g->last) return false;
  for (int i = 0; i < field->count; i++) {
    if (g->seen[field->first + i] != TO_ALL) return false;
  }
  return field->on_board || range_of(field) <= OTHER_VALUES;
}

static uint8_t value_count(const lfield *field) {
  const int64_t range = range_of(field);
  const int most = field->on_board ? BOARD_VALUES : OTHER_VALUES;
  return (uint8_t)(range < most ? range : most);
}

/* ---- the description ---- */

/* Sets the neighbours of the board's cells, by their places in `c`. */
static void join_board(tes_cells *c, const lmap *map, int begin) {
  int16_t place[MAP_CELLS_MAX];
  for (int i = 0; i < map->count; i++) {
    place[map->cell[i]] = (int16_t)(begin + i);
  }
  for (int w = 0; w < c->ways; w++) {
    for (int i = 0; i < map->count; i++) {
      const int next = lmap_next(map, map->cell[i], w);
      c->next[w][begin + i] = next == MAP_NOWHERE ? -1 : place[next];
    }
  }
}

static void stand_alone(tes_cells *c, int cell) {
  c->board[cell] = (int16_t)cell;
  for (int w = 0; w < TES_WAYS_MAX; w++) c->next[w][cell] = TES_ALONE;
}

static int describe_field(const lgame *g, const lmap *map, const lfield *field,
                          tes_cells *c, int *board, tes_error *error) {
  const int count = field->on_board ? map->count : field->count;
  const int begin = c->count;
  if (count > TES_CELLS_MAX - begin) {
    return tes_fail(error, TES_EARG,
                    "%s: expected at most %d cells to learn from, got %d",
                    g->game.name, TES_CELLS_MAX, begin + count);
  }
  c->count += count;
  for (int i = 0; i < count; i++) {
    c->values[begin + i] = value_count(field);
    stand_alone(c, begin + i);
    if (!field->on_board) continue;
    c->board[begin + i] = (int16_t)(*board < 0 ? begin + i : *board + i);
  }
  if (!field->on_board) return TES_OK;
  join_board(c, map, begin);
  if (*board < 0) *board = begin;
  return TES_OK;
}

static int describe_cells(const tes_rules *rules, tes_cells *c,
                          tes_error *error) {
  const lgame *g = lgame_of(rules);
  const lmap *map = g->root == NULL ? lgame_map(rules) : NULL;
  int status = TES_OK, board = -1;
  if (g->root != NULL && g->root->cells != NULL) {
    status = call_cells(g->root, rules, c, error);
  }
  if (map != NULL) c->ways = map->ways;
  for (int i = 0; i < g->fields && status == TES_OK; i++) {
    if (!(g->looks >> i & 1)) continue;
    status = describe_field(g, map, &g->field[i], c, &board, error);
  }
  if (status == TES_OK && c->count == 0) {
    return tes_fail(error, TES_EARG,
                    "%s: expected a board, or fields of at most %d values, to "
                    "learn from",
                    g->game.name, OTHER_VALUES);
  }
  return status;
}

/* ---- contents ---- */

static uint8_t content(int32_t number, const lfield *field, int values) {
  const int32_t above = number - field->min;
  return (uint8_t)(above < 0 ? 0 : above >= values ? values - 1 : above);
}

static int look_at_fields(const tes_rules *rules, const tes_state *state,
                          uint8_t *value) {
  const lgame *g = lgame_of(rules);
  const lmap *map = g->root == NULL ? lgame_map(rules) : NULL;
  const int32_t *cells = lgame_see_cells(rules, state);
  int at = 0;
  if (g->root != NULL && g->root->look != NULL) {
    at = call_look(g->root, rules, state, value);
  }
  for (int i = 0; i < g->fields; i++) {
    const lfield *field = &g->field[i];
    if (!(g->looks >> i & 1)) continue;
    const int values = value_count(field);
    const int count = field->on_board ? map->count : field->count;
    for (int k = 0; k < count; k++) {
      const int cell = field->on_board ? map->cell[k] : k;
      value[at++] = content(cells[field->first + cell], field, values);
    }
  }
  return at;
}

void llook_fill(lgame *g) {
  g->looks = 0;
  for (int i = 0; i < g->fields; i++) {
    if (is_learnt_from(g, &g->field[i])) g->looks |= UINT32_C(1) << i;
  }
  g->game.cells = describe_cells;
  g->game.look = look_at_fields;
}
