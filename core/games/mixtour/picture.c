/* picture.c: drawing of Mixtour, and queries. */
#include <string.h>

#include "mixtour.h"

/* ---- the drawing ---- */

static const tes_colour paints[] = {TES_WHITE, TES_RED};

/* A stack from the bottom to the top, the top piece as a capital. */
static void draw_stack(tes_drawing *drawing, unsigned stack, int x, int y) {
  static const char *const letters[2][2] = {{"w", "r"}, {"W", "R"}};
  for (int i = height(stack) - 1; i >= 0; i--) {
    const unsigned side = stack >> i & 1;
    tes_element_write(tes_drawing_add(drawing, TES_DISC, paints[side], x, y),
                      "%s", letters[i == 0][side]);
  }
}

static void mark_move(tes_drawing *drawing, tes_move move, tes_shape how) {
  if (move == 0 || move == PASS) return;
  const int to = move_to(move), from = move_from(move);
  tes_element *mark = tes_drawing_add(drawing, how, TES_PLAIN, to % 6, to / 6);
  if (move >= ENTER) return;
  mark->arrow = true;
  tes_element_place(mark, from % 6, from / 6);
}

/* The boxes beside the board: points, and pieces still to be entered. */
static void draw_side_panel(const mixtour *m, int side, tes_drawing *drawing) {
  const int box = side + 1, points = drawing->score[side];
  tes_element_write(tes_drawing_beside(drawing, box, TES_HEADING, paints[side]),
                    "%s", mixtour_side[side]);
  tes_element_write(tes_drawing_beside(drawing, box, TES_LINE, TES_PLAIN),
                    points == 1 ? "%d point" : "%d points", points);
  for (int i = 0; i < m->reserve[side]; i++) {
    tes_drawing_beside(drawing, box, TES_DISC, paints[side]);
  }
}

static void put_turn(const mixtour *m, tes_drawing *drawing) {
  tes_text *text = &drawing->notes;
  if (m->head.over) {
    tes_put(text, "   over");
  } else {
    tes_put(text, "   %s to move", mixtour_side[m->head.seat - 1]);
  }
  tes_put(text, "   score %d:%d   reserve %d:%d\n", drawing->score[WHITE],
          drawing->score[RED], m->reserve[WHITE], m->reserve[RED]);
}

int mixtour_draw(const tes_rules *rules, const tes_state *state, int seat,
                 tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)seat, (void)work;
  const mixtour *m = mixtour_of(state);
  if (tes_drawing_size(drawing, 5, 5) != TES_OK) return TES_ENOMEM;
  drawing->grid = true;
  drawing->width = rules->value[STACK][0] <= 5 ? 5 : 7;
  for (int y = 0; y < 5; y++) {
    for (int x = 0; x < 5; x++) {
      draw_stack(drawing, m->stack[6 * y + x], x, y);
    }
  }
  mark_move(drawing, m->last, TES_LAST_MOVE);
  mark_move(drawing, hint, TES_HINT);
  draw_side_panel(m, WHITE, drawing);
  draw_side_panel(m, RED, drawing);
  drawing->turn = m->head.over ? 0 : m->head.seat;
  put_turn(m, drawing);
  return TES_OK;
}

/* ---- queries ---- */

enum { CELL, HEIGHT, RESERVE, CELLS, EXPLAIN };

const tes_query mixtour_queries[] = {
    [CELL] = {"cell", "cell", TES_TEXT,
              "the pieces of a stack, bottom to top: \"wrr\"; \"\" if empty"},
    [HEIGHT] = {"height", "cell", TES_INTEGER, "the height of a stack"},
    [RESERVE] = {"reserve", "seat", TES_INTEGER,
                 "the number of pieces in a seat's reserve"},
    [CELLS] = {"cells", "", TES_TEXTS, "the names of all cells"},
    [EXPLAIN] = {"explain", "move", TES_TEXT,
                 "what a move scores, and the stack that it removes; or \"\""},
    {NULL, NULL, TES_INTEGER, NULL},
};

static int get_reserve(const mixtour *m, const char *argument, int64_t *integer,
                       tes_error *error) {
  if (argument == NULL || (strcmp(argument, "1") && strcmp(argument, "2"))) {
    return tes_fail(error, TES_EARG, "reserve: expected a seat, 1 or 2");
  }
  *integer = m->reserve[*argument - '1'];
  return TES_OK;
}

static int get_cells(tes_text *text) {
  for (int i = 0; i < 25; i++) {
    const tes_cell_name name = mixtour_name(6 * (i / 5) + i % 5);
    tes_put(text, "%s%s", i > 0 ? " " : "", name.text);
  }
  return TES_OK;
}

/* For a move that makes a stack too high to stay: the player that scores, and
 * the returned pieces. */
static void put_point(const tes_rules *rules, const mixtour *m, tes_move move,
                      tes_text *text) {
  if (move >= ENTER) return;
  const int pieces = move_pieces(move), to = move_to(move);
  const unsigned source = m->stack[move_from(move)];
  const unsigned after =
      (unsigned)m->stack[to] << pieces | (source & ((1u << pieces) - 1));
  if (height(after) <= top_of(rules)) return;
  const int reds = tes_popcount(after) - 1;
  tes_put(text, "%s is %d high: a point for %s; %d white and %d red go back\n",
          mixtour_name(to).text, height(after), mixtour_side[after & 1],
          height(after) - reds, reds);
}

static int explain_point(const tes_rules *rules, const tes_state *state,
                         const char *argument, tes_text *text, tes_work *work) {
  const char *name = argument != NULL ? argument : "";
  const tes_move move = mixtour_parse(rules, state, name, work);
  if (move == 0) return TES_EARG;
  if (state->over || !mixtour_legal(rules, state, move, work)) {
    tes_fail(&work->error, TES_EARG, "%.40s is not a legal move here", name);
    if (!state->over) mixtour_why(rules, state, move, name, work);
    return TES_EARG;
  }
  put_point(rules, mixtour_of(state), move, text);
  return TES_OK;
}

int mixtour_get(const tes_rules *rules, const tes_state *state, int seat,
                int query, const char *argument, int64_t *integer,
                tes_text *text, tes_work *work) {
  tes_error *error = &work->error;
  (void)seat;
  const mixtour *m = mixtour_of(state);
  if (query == CELLS) return get_cells(text);
  if (query == EXPLAIN)
    return explain_point(rules, state, argument, text, work);
  if (query == RESERVE) return get_reserve(m, argument, integer, error);
  const int cell =
      argument != NULL && strlen(argument) == 2 ? mixtour_cell(argument) : -1;
  if (cell < 0) {
    return tes_fail(error, TES_EARG, "%s: expected a cell, a1 to e5",
                    mixtour_queries[query].name);
  }
  if (query == CELL) mixtour_put_stack(m->stack[cell], text);
  *integer = height(m->stack[cell]);
  return TES_OK;
}
