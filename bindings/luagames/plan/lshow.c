/* lshow.c: see lshow.h. */
#include "lshow.h"

#include <string.h>

enum { GRID_ROWS = 9, LETTERS = 26, NAME_MAX = 16 };

/* ---- names ---- */

/* The name of a graph's point, and its length. */
static const char *point_name(const lplan *plan, int cell, int *length) {
  const char *name = plan->names;
  for (; cell > 0; cell--) name = strchr(name, ' ') + 1;
  *length = (int)(strchr(name, ' ') - name);
  return name;
}

void lshow_column(const lmap *map, int column, tes_text *text) {
  if (map->columns <= LETTERS) {
    tes_put(text, "%c", 'a' + column);
  } else {
    tes_put(text, "%d", column + 1);
  }
}

void lshow_cell(const tes_rules *rules, int cell, tes_text *text) {
  const lmap *map = lgame_map(rules);
  const lplan *plan = &lgame_of(rules)->plan;
  int length = 0;
  if (plan->names != NULL) {
    const char *name = point_name(plan, cell, &length);
    tes_put(text, "%.*s", length, name);
    return;
  }
  lshow_column(map, lmap_column(map, cell), text);
  tes_put(text, map->columns <= LETTERS ? "%d" : ",%d",
          lmap_row(map, cell) + 1);
}

int lshow_read(const tes_rules *rules, const char **text) {
  const lmap *map = lgame_map(rules);
  int found = MAP_NOWHERE;
  size_t longest = 0;
  for (int i = 0; i < map->count; i++) {
    char room[NAME_MAX];
    tes_text name;
    tes_text_fixed(&name, room, sizeof room);
    lshow_cell(rules, map->cell[i], &name);
    if (name.length <= longest || strncmp(*text, room, name.length) != 0) {
      continue;
    }
    longest = name.length;
    found = map->cell[i];
  }
  *text += longest;
  return found;
}

bool lshow_has(const tes_rules *rules, tes_move move) {
  const lmap *map = lgame_map(rules);
  if (map == NULL || move < 1 || move > MOVE_SWAP) return false;
  return move >= MOVE_PASS ||
         (lmap_has(map, move % MOVE_FROM - 1) &&
          (move < MOVE_FROM || lmap_has(map, move / MOVE_FROM - 1)));
}

void lshow_print(const tes_rules *rules, const tes_state *state, tes_move move,
                 tes_text *text) {
  const lmap *map = lgame_map(rules);
  const int from = (int)(move / MOVE_FROM) - 1;
  const int to = (int)(move % MOVE_FROM) - 1;
  if (move == MOVE_PASS || move == MOVE_SWAP) {
    tes_put(text, move == MOVE_PASS ? "pass" : "swap");
  } else if (from >= 0) {
    lshow_cell(rules, from, text);
    tes_put(text, lgame_see_cells(rules, state)[to] != 0 ? "x" : "-");
    lshow_cell(rules, to, text);
  } else if (lgame_of(rules)->plan.drops) {
    lshow_column(map, lmap_column(map, to), text);
  } else {
    lshow_cell(rules, to, text);
  }
}

/* ---- drawing ---- */

static tes_place place_of_cell(const tes_rules *rules, int cell) {
  const lmap *map = lgame_map(rules);
  const char *spots = lgame_of(rules)->plan.spots;
  if (spots == NULL) {
    return (tes_place){(int16_t)lmap_column(map, cell),
                       (int16_t)lmap_row(map, cell)};
  }
  return (tes_place){(unsigned char)spots[2 * cell],
                     (unsigned char)spots[2 * cell + 1]};
}

static void draw_number(const lplan *plan, int32_t number, bool hidden,
                        tes_place at, tes_drawing *d) {
  if (hidden) {
    tes_element_write(tes_drawing_add(d, TES_LETTERS, TES_PLAIN, at.x, at.y),
                      "?");
  } else if (number > 0 && number <= plan->pieces) {
    const lpiece *piece = &plan->piece[number - 1];
    tes_element_write(
        tes_drawing_add(d, piece->shape, piece->colour, at.x, at.y), "%s",
        piece->letters);
  } else if (number != 0 || plan->pieces == 0) {
    tes_element_write(tes_drawing_add(d, TES_LETTERS, TES_PLAIN, at.x, at.y),
                      "%ld", (long)number);
  }
}

/* Marks the target of a move, with an arrow from its origin. */
static void draw_mark(const tes_rules *rules, tes_move move, int cell,
                      tes_shape shape, tes_drawing *d) {
  move %= MOVE_MORE;
  if (move <= 0 || move >= MOVE_PASS || move % MOVE_FROM - 1 != cell) return;
  const tes_place to = place_of_cell(rules, cell);
  tes_element *mark = tes_drawing_add(d, shape, TES_PLAIN, to.x, to.y);
  const int origin = (int)(move / MOVE_FROM) - 1;
  if (!lmap_has(lgame_map(rules), origin)) return;
  const tes_place from = place_of_cell(rules, origin);
  mark->arrow = true;
  tes_element_place(mark, from.x, from.y);
}

static void draw_board_cell(const tes_rules *rules, const tes_state *state,
                            const bool *hidden, tes_move hint, int cell,
                            tes_drawing *d) {
  const lgame *g = lgame_of(rules);
  const int32_t *number = lgame_see_cells(rules, state);
  const tes_place at = place_of_cell(rules, cell);
  if (g->plan.chequered && (at.x + at.y) % 2 == 0) {
    tes_drawing_add(d, TES_GROUND, TES_GREY, at.x, at.y);
  }
  draw_number(&g->plan, number[cell], hidden != NULL && hidden[cell], at, d);
  draw_mark(rules, number[g->last], cell, TES_LAST_MOVE, d);
  draw_mark(rules, hint, cell, TES_HINT, d);
}

/* Draws a dot on each point of a graph, and lines to its neighbours. */
static void draw_points(const tes_rules *rules, tes_drawing *d) {
  const lmap *map = lgame_map(rules);
  int tracks = 0;
  for (int i = 0; i < map->count; i++) {
    const tes_place at = place_of_cell(rules, map->cell[i]);
    for (int way = 0; way < map->ways; way += 2) {
      const int next = lmap_next(map, map->cell[i], way);
      if (next == MAP_NOWHERE) continue;
      const tes_place to = place_of_cell(rules, next);
      tes_element *track = tes_drawing_add(d, TES_TRACK, TES_PLAIN, at.x, at.y);
      tes_element_place(track, to.x, to.y);
      tes_element_name(track, "track%d", ++tracks);
    }
  }
  const bool dots = lgame_of(rules)->plan.pieces > 0;
  for (int i = 0; dots && i < map->count; i++) {
    const tes_place at = place_of_cell(rules, map->cell[i]);
    tes_element_write(tes_drawing_add(d, TES_DOT, TES_PLAIN, at.x, at.y), "+");
  }
}

/* Draws the places that have no cell. */
static void draw_holes(const tes_rules *rules, tes_drawing *d) {
  const lmap *map = lgame_map(rules);
  if (map->count == map->columns * map->rows) return;
  for (int y = 0; y < map->rows; y++) {
    for (int x = 0; x < map->columns; x++) {
      if (lmap_has(map, map->first + y * map->stride + x)) continue;
      tes_element_write(tes_drawing_add(d, TES_HOLE, TES_GREY, x, y), "#");
    }
  }
}

static int begin_board(const tes_rules *rules, tes_drawing *d) {
  const lmap *map = lgame_map(rules);
  const lplan *plan = &lgame_of(rules)->plan;
  int columns = map->columns, rows = map->rows;
  d->points = plan->spots != NULL;
  if (d->points) columns = rows = 1;
  for (int i = 0; d->points && i < map->count; i++) {
    const tes_place at = place_of_cell(rules, map->cell[i]);
    if (at.x >= columns) columns = at.x + 1;
    if (at.y >= rows) rows = at.y + 1;
  }
  d->grid = rows <= GRID_ROWS && !d->points;
  d->dense = !d->grid;
  d->bare = plan->bare;
  d->slanted = plan->slanted;
  d->ground = plan->ground;
  memcpy(d->edge, plan->edge, sizeof d->edge);
  if (plan->width > 0) d->width = plan->width;
  if (plan->empty != NULL) {
    strncpy(d->empty, plan->empty, sizeof d->empty - 1);
  } else if (d->dense && !d->points) {
    d->empty[0] = '.';
  }
  return tes_drawing_size(d, columns, rows);
}

int lshow_draw(const tes_rules *rules, const tes_state *state,
               const bool *hidden, tes_move hint, tes_drawing *drawing) {
  const lmap *map = lgame_map(rules);
  const int status = begin_board(rules, drawing);
  if (status != TES_OK) return status;
  if (lgame_of(rules)->plan.spots == NULL) {
    draw_holes(rules, drawing);
  } else {
    draw_points(rules, drawing);
  }
  for (int i = 0; i < map->count; i++) {
    draw_board_cell(rules, state, hidden, hint, map->cell[i], drawing);
  }
  return TES_OK;
}
