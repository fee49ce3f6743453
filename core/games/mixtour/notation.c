/* notation.c: Mixtour for people: moves, reasons, drawings, position text.
 *
 * Nothing here is in a hot path, so all of it goes by cells and characters. */
#include <string.h>

#include "mixtour.h"

static const char side_letter[] = "wr";
static const char *const side_name[] = {"white", "red"};

/* ---- cells ---- */

static tes_cell_name name_of(int cell) {
  return tes_name_cell(cell % 6, cell / 6);
}

/* The cell that the text begins with, or -1. */
static int cell_at(const char *text) {
  int x, y;
  return tes_read_cell(&text, 5, 5, &x, &y) ? 6 * y + x : -1;
}

/* The pieces of a stack, bottom to top. */
static void put_stack(unsigned stack, tes_text *text) {
  for (int i = height(stack) - 1; i >= 0; i--) {
    tes_put_bytes(text, &side_letter[stack >> i & 1], 1);
  }
}

/* ---- moves ---- */

static void put_move(tes_move move, tes_text *text) {
  if (move == PASS) {
    tes_put(text, "pass");
    return;
  }
  if (move >= ENTER) {
    tes_put(text, "%s", name_of(move_to(move)).text);
    return;
  }
  tes_put(text, "%s", name_of(move_from(move)).text);
  if (move_pieces(move) > 1) tes_put(text, ":%d", move_pieces(move));
  tes_put(text, "-%s", name_of(move_to(move)).text);
}

int mixtour_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  tes_text *text, tes_work *work) {
  (void)rules, (void)state, (void)work;
  put_move(move, text);
  return TES_OK;
}

void mixtour_parts(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_text *text) {
  (void)rules, (void)state;
  if (move == PASS) {
    tes_put(text, "kind=pass");
  } else if (move >= ENTER) {
    tes_put(text, "kind=enter to=%s", name_of(move_to(move)).text);
  } else {
    tes_put(text, "kind=move from=%s to=%s pieces=%d",
            name_of(move_from(move)).text, name_of(move_to(move)).text,
            move_pieces(move));
  }
}

static tes_move not_a_move(const char *text, tes_error *error) {
  tes_fail(error, TES_EILLEGAL,
           "%.40s: expected an entry (b2), a move (a1-b2, c4:3-d3) or pass",
           text);
  return 0;
}

static tes_move not_a_cell(const char *text, const char *cell,
                           tes_error *error) {
  tes_fail(error, TES_EILLEGAL, "%.40s: %.2s is not a cell (a1 to e5)", text,
           cell);
  return 0;
}

/* Does it look like a cell of some board? Then the cell is wrong, not the
 * move. */
static bool like_cell(const char *text) {
  return text[0] >= 'a' && text[0] <= 'z' && text[1] >= '0' && text[1] <= '9';
}

/* Reads ":3" if it is there; the number of pieces, or 0 if malformed. */
static int read_pieces(const char **text) {
  if (**text != ':') return 1;
  ++*text;
  const int64_t pieces = tes_read_number(text);
  return pieces < 1 ? 0 : pieces > 99 ? 99 : (int)pieces;
}

static tes_move too_many(const mixtour *m, int from, const char *text,
                         tes_error *error) {
  const int has = height(m->stack[from]);
  const char *cell = name_of(from).text;
  if (has == 0) {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s is empty", text, cell);
  } else {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s has only %d piece%s", text, cell,
             has, has == 1 ? "" : "s");
  }
  return 0;
}

static tes_move read_move(const mixtour *m, const char *text,
                          tes_error *error) {
  if (strcmp(text, "pass") == 0) return PASS;
  if (!like_cell(text)) return not_a_move(text, error);
  const int from = cell_at(text);
  const char *rest = text + 2;
  if (*rest != '\0' && *rest != ':' && *rest != '-') {
    return not_a_move(text, error);
  }
  if (from < 0) return not_a_cell(text, text, error);
  if (*rest == '\0') return ENTER | from;
  const int pieces = read_pieces(&rest);
  if (pieces == 0 || *rest != '-' || !like_cell(rest + 1) || rest[3] != '\0') {
    return not_a_move(text, error);
  }
  const int to = cell_at(rest + 1);
  if (to < 0) return not_a_cell(text, rest + 1, error);
  if (pieces > HIGHEST) {
    return too_many(m, from, text, error);
  }
  return pieces << 10 | from << 5 | to;
}

tes_move mixtour_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work) {
  (void)rules;
  return read_move(mixtour_of(state), text, &work->error);
}

/* ---- reasons ---- */

static void why_not_enter(const mixtour *m, tes_move move, const char *text,
                          tes_error *error) {
  const int cell = move_to(move);
  if (m->stack[cell] != EMPTY) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: %s is not empty; a piece enters on an empty cell", text,
             name_of(cell).text);
  } else {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s has no piece left to enter", text,
             side_name[m->head.seat - 1]);
  }
}

/* The first occupied cell strictly between two cells of a line, or -1. */
static int blocker(const mixtour *m, int from, int to, int distance) {
  const int step = (to - from) / distance;
  for (int cell = from + step; cell != to; cell += step) {
    if (m->stack[cell] != EMPTY) return cell;
  }
  return -1;
}

static void why_not_far(const mixtour *m, tes_move move, const char *text,
                        tes_error *error) {
  int lane;
  const int from = move_from(move), to = move_to(move);
  const int distance = mixtour_distance(from, to, &lane);
  const int between = blocker(m, from, to, distance);
  if (between >= 0) {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s is in the way", text,
             name_of(between).text);
  } else if (height(m->stack[to]) != distance) {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s is %d high, %s is %d away", text,
             name_of(to).text, height(m->stack[to]), name_of(from).text,
             distance);
  } else {
    tes_fail(error, TES_EILLEGAL, "%.40s: it takes back the last move, %s",
             text, "which the rules forbid");
  }
}

static void why_not_move(const mixtour *m, tes_move move, const char *text,
                         tes_error *error) {
  int lane;
  const int from = move_from(move), to = move_to(move);
  if (move_pieces(move) > height(m->stack[from])) {
    too_many(m, from, text, error);
  } else if (from == to) {
    tes_fail(error, TES_EILLEGAL, "%.40s: a move ends on another stack", text);
  } else if (mixtour_distance(from, to, &lane) == 0) {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s and %s are not in a line", text,
             name_of(from).text, name_of(to).text);
  } else if (m->stack[to] == EMPTY) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: %s is empty; a move ends on another stack", text,
             name_of(to).text);
  } else {
    why_not_far(m, move, text, error);
  }
}

void mixtour_why(const tes_rules *rules, const tes_state *state, tes_move move,
                 const char *text, tes_work *work) {
  tes_error *error = &work->error;
  (void)rules;
  const mixtour *m = mixtour_of(state);
  if (move == PASS) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: %s may pass only without any other move", text,
             side_name[state->seat - 1]);
  } else if (move >= ENTER) {
    why_not_enter(m, move, text, error);
  } else {
    why_not_move(m, move, text, error);
  }
}

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
    tes_put(text, "   %s to move", side_name[m->head.seat - 1]);
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
    const tes_cell_name name = name_of(6 * (i / 5) + i % 5);
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
      argument != NULL && strlen(argument) == 2 ? cell_at(argument) : -1;
  if (cell < 0) {
    return tes_fail(error, TES_EARG, "%s: expected a cell, a1 to e5",
                    mixtour_queries[query].name);
  }
  if (query == CELL) put_stack(m->stack[cell], text);
  *integer = height(m->stack[cell]);
  return TES_OK;
}

/* ---- position text ---- */

static void put_row(const mixtour *m, int y, tes_text *text) {
  int empty = 0;
  const char *comma = "";
  for (int x = 0; x < 5; x++) {
    const unsigned stack = m->stack[6 * y + x];
    const bool last = x == 4;
    empty += stack == EMPTY;
    if (empty > 0 && (stack != EMPTY || last)) {
      tes_put(text, "%s%d", comma, empty);
      comma = ",";
      empty = 0;
    }
    if (stack == EMPTY) continue;
    tes_put(text, "%s", comma);
    put_stack(stack, text);
    comma = ",";
  }
}

void mixtour_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text) {
  (void)rules, (void)seat;
  const mixtour *m = mixtour_of(state);
  for (int y = 4; y >= 0; y--) {
    put_row(m, y, text);
    tes_put(text, "%s", y > 0 ? "/" : " ");
  }
  tes_put(text, "%c %d:%d ", side_letter[state->seat - 1], m->score[WHITE],
          m->score[RED]);
  if (m->last == 0) {
    tes_put(text, "-");
  } else {
    put_move(m->last, text);
  }
}

typedef struct reader {
  tes_scan scan;
  const tes_rules *rules;
  mixtour *m;
} reader;

static int read_stack(reader *r, int cell) {
  const int limit = r->rules->value[STACK][0];
  unsigned stack = EMPTY;
  int side;
  while ((side = tes_read_letter(&r->scan.at, side_letter)) >= 0) {
    stack = stack << 1 | (unsigned)side;
    if (height(stack) >= limit) {
      return tes_fail(r->scan.error, TES_EARG,
                      "mixtour position: the stack on %s is higher than %d",
                      name_of(cell).text, limit - 1);
    }
  }
  if (stack == EMPTY)
    return tes_scan_expected(&r->scan, "a stack (wrr) or a number");
  r->m->stack[cell] = (uint8_t)stack;
  return TES_OK;
}

static int read_row(reader *r, int y) {
  for (int x = 0; x < 5;) {
    if (x > 0 && tes_scan_sign(&r->scan, ',', "a comma") != TES_OK)
      return TES_EARG;
    if (*r->scan.at >= '1' && *r->scan.at <= '9') {
      x += *r->scan.at - '0';
      if (x > 5)
        return tes_scan_expected(&r->scan,
                                 "five cells in a row, but found more");
      r->scan.at++;
    } else if (read_stack(r, 6 * y + x++) != TES_OK) {
      return TES_EARG;
    }
  }
  return TES_OK;
}

static int read_board(reader *r) {
  for (int y = 4; y >= 0; y--) {
    if (read_row(r, y) != TES_OK) return TES_EARG;
    if (y > 0 &&
        tes_scan_sign(&r->scan, '/', "/ behind five cells") != TES_OK) {
      return TES_EARG;
    }
  }
  return tes_scan_sign(&r->scan, ' ', "a blank behind five rows");
}

static int read_side(reader *r) {
  const int side = tes_read_letter(&r->scan.at, side_letter);
  if (side < 0) return tes_scan_expected(&r->scan, "the side, w or r");
  r->m->head.seat = (uint8_t)(1 + side);
  return tes_scan_sign(&r->scan, ' ', "a blank behind the side");
}

static int read_score(reader *r, int side) {
  const int win = r->rules->value[WIN_SCORE][0];
  const int64_t score = tes_read_number(&r->scan.at);
  if (score < 0) return tes_scan_expected(&r->scan, "a score (0:0)");
  if (score >= win) {
    return tes_fail(r->scan.error, TES_EARG,
                    "mixtour position: %s has won with %d of %d points",
                    side_name[side], score > 999 ? 999 : (int)score, win);
  }
  r->m->score[side] = (uint8_t)score;
  return TES_OK;
}

static int read_scores(reader *r) {
  if (read_score(r, WHITE) != TES_OK) return TES_EARG;
  if (tes_scan_sign(&r->scan, ':', "a score (0:0)") != TES_OK) return TES_EARG;
  if (read_score(r, RED) != TES_OK) return TES_EARG;
  return tes_scan_sign(&r->scan, ' ', "a blank behind the scores");
}

static int read_last(reader *r) {
  int lane;
  if (strcmp(r->scan.at, "-") == 0) return TES_OK;
  const tes_move last = read_move(r->m, r->scan.at, r->scan.error);
  if (last == 0) return tes_scan_expected(&r->scan, "the last move or -");
  const bool moves = last < ENTER;
  if (moves && (move_pieces(last) >= r->rules->value[STACK][0] ||
                !mixtour_distance(move_from(last), move_to(last), &lane))) {
    return tes_scan_expected(&r->scan, "the last move or -");
  }
  r->m->last = (uint16_t)last;
  r->m->passed = last == PASS;
  return TES_OK;
}

static int check_pieces(const reader *r) {
  const int pieces = r->rules->value[PIECES][0];
  int count[2] = {0, 0};
  for (int cell = 0; cell < 29; cell++) {
    const unsigned stack = r->m->stack[cell];
    if (stack == 0) continue;
    count[RED] += tes_popcount(stack) - 1;
    count[WHITE] += height(stack) - (tes_popcount(stack) - 1);
  }
  for (int side = WHITE; side <= RED; side++) {
    if (count[side] <= pieces) continue;
    return tes_fail(r->scan.error, TES_EARG,
                    "mixtour position: %s has %d pieces on the board, but "
                    "only %d in all",
                    side_name[side], count[side], pieces);
  }
  return TES_OK;
}

/* The move that the last one forbids, taken at its word. */
static void forbid_takeback(mixtour *m) {
  if (m->last == 0 || m->last >= ENTER) return;
  const tes_move back = (tes_move)move_pieces(m->last) << 10 |
                        move_to(m->last) << 5 | move_from(m->last);
  if (mixtour_reaches(m, back)) m->forbidden = (uint16_t)back;
  m->forbidden_base = m->forbidden;
}

int mixtour_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work) {
  mixtour *m = (mixtour *)state;
  reader r = {{text, "mixtour position: ", TES_EARG, &work->error}, rules, m};
  mixtour_start(rules, state, rng, NULL);
  if (read_board(&r) != TES_OK || read_side(&r) != TES_OK ||
      read_scores(&r) != TES_OK || read_last(&r) != TES_OK ||
      check_pieces(&r) != TES_OK) {
    return TES_EARG;
  }
  mixtour_derive(rules, m);
  forbid_takeback(m);
  return TES_OK;
}
