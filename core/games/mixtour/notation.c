/* notation.c: moves of Mixtour as text (printing, reading, reasons).
 *
 * Nothing here is in a hot path, so all of it uses cells and characters. */
#include <string.h>

#include "mixtour.h"

const char *const mixtour_side[] = {"white", "red"};

/* ---- cells ---- */

tes_cell_name mixtour_name(int cell) {
  return tes_name_cell(cell % 6, cell / 6);
}

int mixtour_cell(const char *text) {
  int x, y;
  return tes_read_cell(&text, 5, 5, &x, &y) ? 6 * y + x : -1;
}

void mixtour_put_stack(unsigned stack, tes_text *text) {
  for (int i = height(stack) - 1; i >= 0; i--) {
    tes_put_bytes(text, mixtour_side[stack >> i & 1], 1);
  }
}

/* ---- moves ---- */

int mixtour_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  int seat, tes_text *text, tes_work *work) {
  (void)rules, (void)state, (void)seat, (void)work;
  if (move == PASS) {
    tes_put(text, "pass");
  } else if (move >= ENTER) {
    tes_put(text, "%s", mixtour_name(move_to(move)).text);
  } else {
    tes_put(text, "%s", mixtour_name(move_from(move)).text);
    if (move_pieces(move) > 1) tes_put(text, ":%d", move_pieces(move));
    tes_put(text, "-%s", mixtour_name(move_to(move)).text);
  }
  return TES_OK;
}

enum { PART_KIND, PART_FROM, PART_TO, PART_PIECES };
const tes_part mixtour_made_of[] = {
    {"kind", TES_TEXT, "enter, move or pass"},
    {"from", TES_TEXT, "the cell that a move begins on"},
    {"to", TES_TEXT, "the cell that a move or an entry ends on"},
    {"pieces", TES_INTEGER, "how many pieces move"},
    {NULL, TES_TEXT, NULL},
};

static const char *move_kind_of(tes_move move) {
  return move == PASS ? "pass" : move >= ENTER ? "enter" : "move";
}

int mixtour_part(const tes_rules *rules, const tes_state *state, tes_move move,
                 int row, tes_text *text, tes_work *work) {
  const bool pass = move == PASS, stacks = !pass && move < ENTER;
  (void)rules, (void)state, (void)work;
  if (row == PART_KIND) {
    tes_put_word(text, move_kind_of(move));
  } else if (row == PART_FROM && stacks) {
    tes_put_word(text, mixtour_name(move_from(move)).text);
  } else if (row == PART_TO && !pass) {
    tes_put_word(text, mixtour_name(move_to(move)).text);
  } else if (row == PART_PIECES && stacks) {
    tes_put(text, "%d", move_pieces(move));
  }
  return TES_OK;
}

/* Reports the mistake in a text that is not a move, if it is a known one. */
static tes_move not_a_stack_move(const char *text, tes_error *error) {
  const size_t capital = strcspn(text, "ABCDE");
  if (text[capital] != '\0' && text[capital + 1] >= '1' &&
      text[capital + 1] <= '5') {
    tes_fail(error, TES_EARG,
             "%.40s: columns are small letters; expected %c%c, not %.2s", text,
             text[capital] - 'A' + 'a', text[capital + 1], text + capital);
    return 0;
  }
  if (strlen(text) == 5 && text[2] == ' ' && mixtour_cell(text) >= 0 &&
      mixtour_cell(text + 3) >= 0) {
    tes_fail(error, TES_EARG, "%.40s: expected - between: %.2s-%.2s", text,
             text, text + 3);
    return 0;
  }
  tes_fail(error, TES_EARG,
           "%.40s: expected an entry (b2), a move (a1-b2, c4:3-d3) or pass",
           text);
  return 0;
}

static tes_move not_a_stack_cell(const char *text, const char *cell,
                                 tes_error *error) {
  tes_fail(error, TES_ECELL, "%.40s: %.2s is not a cell (a1 to e5)", text,
           cell);
  return 0;
}

/* Does the text look like a cell of another board? Then the cell is wrong, not
 * the move. */
static bool like_cell(const char *text) {
  return text[0] >= 'a' && text[0] <= 'z' && text[1] >= '0' && text[1] <= '9';
}

/* Reads ":3" if present: the number of pieces, or 0 if malformed. */
static int read_pieces(const char **text) {
  if (**text != ':') return 1;
  ++*text;
  const int64_t pieces = tes_read_number(text);
  return pieces < 1 ? 0 : pieces > 99 ? 99 : (int)pieces;
}

static tes_move too_many(const mixtour *m, int from, const char *text,
                         tes_error *error) {
  const int has = height(m->stack[from]);
  const tes_cell_name cell = mixtour_name(from);
  if (has == 0) {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s is empty", text, cell.text);
  } else {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s has only %d piece%s", text,
             cell.text, has, has == 1 ? "" : "s");
  }
  return 0;
}

static tes_move read_stack_move(const mixtour *m, const char *text,
                                tes_error *error) {
  if (strcmp(text, "pass") == 0) return PASS;
  if (!like_cell(text)) return not_a_stack_move(text, error);
  const int from = mixtour_cell(text);
  const char *rest = text + 2;
  if (*rest != '\0' && *rest != ':' && *rest != '-') {
    return not_a_stack_move(text, error);
  }
  if (from < 0) return not_a_stack_cell(text, text, error);
  if (*rest == '\0') return ENTER | from;
  const int pieces = read_pieces(&rest);
  if (pieces == 0 || *rest != '-' || !like_cell(rest + 1) || rest[3] != '\0') {
    return not_a_stack_move(text, error);
  }
  const int to = mixtour_cell(rest + 1);
  if (to < 0) return not_a_stack_cell(text, rest + 1, error);
  if (pieces > HIGHEST) {
    return too_many(m, from, text, error);
  }
  return pieces << 10 | from << 5 | to;
}

tes_move mixtour_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work) {
  (void)rules;
  return read_stack_move(mixtour_of(state), text, &work->error);
}

/* ---- reasons ---- */

static void why_not_enter(const mixtour *m, tes_move move, const char *text,
                          tes_error *error) {
  const int cell = move_to(move);
  if (m->stack[cell] != EMPTY) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: %s is not empty; a piece enters on an empty cell", text,
             mixtour_name(cell).text);
  } else {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s has no piece left to enter", text,
             mixtour_side[m->head.seat - 1]);
  }
}

int mixtour_blocker(const mixtour *m, int from, int to, int distance) {
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
  const int between = mixtour_blocker(m, from, to, distance);
  if (between >= 0) {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s is in the way", text,
             mixtour_name(between).text);
  } else if (height(m->stack[to]) != distance) {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s is %d high, but %s is %d away",
             text, mixtour_name(to).text, height(m->stack[to]),
             mixtour_name(from).text, distance);
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
             mixtour_name(from).text, mixtour_name(to).text);
  } else if (m->stack[to] == EMPTY) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: %s is empty; a move ends on another stack", text,
             mixtour_name(to).text);
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
             "%.40s: %s may pass only if there is no other move", text,
             mixtour_side[state->seat - 1]);
  } else if (move >= ENTER) {
    why_not_enter(m, move, text, error);
  } else {
    why_not_move(m, move, text, error);
  }
}
