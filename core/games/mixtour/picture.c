/* picture.c: Mixtour to look at: the drawing, and what can be asked. */
#include <string.h>

#include "mixtour.h"

/* ---- the drawing ---- */

/* A stack from the bottom to the top, the top piece as a capital. */
static void draw_stack(unsigned stack, tes_cell *cell) {
  static const char *const letters[2][2] = {{"w", "r"}, {"W", "R"}};
  static const tes_colour colours[] = {TES_WHITE, TES_RED};
  cell->pieces = true;
  for (int i = height(stack) - 1; i >= 0; i--) {
    const unsigned side = stack >> i & 1;
    tes_cell_put(cell, letters[i == 0][side], colours[side]);
  }
}

static void mark(tes_drawing *drawing, tes_move move, tes_mark how) {
  const int cells[2] = {move_to(move), move_from(move)};
  const int count = move == 0 || move == PASS ? 0 : move >= ENTER ? 1 : 2;
  for (int i = 0; i < count; i++) {
    tes_cell_at(drawing, cells[i] % 6, cells[i] / 6)->mark = (uint8_t)how;
  }
}

static void put_turn(const mixtour *m, tes_text *text) {
  if (m->head.over) {
    tes_put(text, "   over");
  } else {
    tes_put(text, "   %s to move", mixtour_side[m->head.seat - 1]);
  }
  tes_put(text, "   score %d:%d   reserve %d:%d\n", m->score[WHITE],
          m->score[RED], m->reserve[WHITE], m->reserve[RED]);
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
      draw_stack(m->stack[6 * y + x], tes_cell_at(drawing, x, y));
    }
  }
  mark(drawing, m->last, TES_LAST_MOVE);
  mark(drawing, hint, TES_HINT);
  put_turn(m, &drawing->notes);
  return TES_OK;
}

/* ---- queries ---- */

enum { CELL, HEIGHT, RESERVE, CELLS };

const tes_query mixtour_queries[] = {
    [CELL] = {"cell", "cell", TES_TEXT,
              "the pieces of a stack, bottom to top: \"wrr\"; \"\" if empty"},
    [HEIGHT] = {"height", "cell", TES_INTEGER, "how high a stack is"},
    [RESERVE] = {"reserve", "seat", TES_INTEGER,
                 "pieces that a seat can still enter"},
    [CELLS] = {"cells", "", TES_TEXTS, "the names of all cells"},
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

int mixtour_get(const tes_rules *rules, const tes_state *state, int seat,
                int query, const char *argument, int64_t *integer,
                tes_text *text, tes_work *work) {
  tes_error *error = &work->error;
  (void)rules, (void)seat;
  const mixtour *m = mixtour_of(state);
  if (query == CELLS) return get_cells(text);
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
