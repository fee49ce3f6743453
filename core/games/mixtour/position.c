/* position.c: positions of Mixtour as text:
 *
 *   <five rows from the top, of stacks and empty cells> <side> <scores> <last>
 */
#include <string.h>

#include "mixtour.h"

static const char side_letter[] = "wr";

static void put_stack_row(const mixtour *m, int y, tes_text *text) {
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
    mixtour_put_stack(stack, text);
    comma = ",";
  }
}

void mixtour_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text) {
  (void)seat;
  const mixtour *m = mixtour_of(state);
  for (int y = 4; y >= 0; y--) {
    put_stack_row(m, y, text);
    tes_put(text, "%s", y > 0 ? "/" : " ");
  }
  tes_put(text, "%c %d:%d ", side_letter[state->seat - 1], m->score[WHITE],
          m->score[RED]);
  if (m->last == 0) {
    tes_put(text, "-");
  } else {
    mixtour_print(rules, state, m->last, 0, text, NULL);
  }
}

typedef struct mixtour_reader {
  tes_scan scan;
  const tes_rules *rules;
  mixtour *m;
  tes_work *work;
} mixtour_reader;

static int read_stack(mixtour_reader *r, int cell) {
  const int limit = r->rules->value[STACK][0];
  unsigned stack = EMPTY;
  int side;
  while ((side = tes_read_letter(&r->scan.at, side_letter)) >= 0) {
    stack = stack << 1 | (unsigned)side;
    if (height(stack) >= limit) {
      return tes_fail(r->scan.error, TES_EARG,
                      "mixtour position: the stack on %s is higher than %d",
                      mixtour_name(cell).text, limit - 1);
    }
  }
  if (stack == EMPTY) {
    return tes_scan_expected(&r->scan, "a stack (wrr) or a number");
  }
  r->m->stack[cell] = (uint8_t)stack;
  return TES_OK;
}

static int read_stack_row(mixtour_reader *r, int y) {
  for (int x = 0; x < 5;) {
    if (x > 0 && tes_scan_sign(&r->scan, ',', "a comma") != TES_OK) {
      return TES_EARG;
    }
    if (*r->scan.at >= '1' && *r->scan.at <= '9') {
      x += *r->scan.at - '0';
      if (x > 5) {
        return tes_scan_expected(&r->scan,
                                 "five cells in a row, but found more");
      }
      r->scan.at++;
    } else if (read_stack(r, 6 * y + x++) != TES_OK) {
      return TES_EARG;
    }
  }
  return TES_OK;
}

static int read_stack_rows(mixtour_reader *r) {
  for (int y = 4; y >= 0; y--) {
    if (read_stack_row(r, y) != TES_OK) return TES_EARG;
    if (y > 0 && tes_scan_sign(&r->scan, '/', "/ after five cells") != TES_OK) {
      return TES_EARG;
    }
  }
  return tes_scan_sign(&r->scan, ' ', "a space after five rows");
}

static int read_side(mixtour_reader *r) {
  const int side = tes_read_letter(&r->scan.at, side_letter);
  if (side < 0) return tes_scan_expected(&r->scan, "the side, w or r");
  r->m->head.seat = (uint8_t)(1 + side);
  return tes_scan_sign(&r->scan, ' ', "a space after the side");
}

static int read_score(mixtour_reader *r, int side) {
  const int64_t score = tes_read_number(&r->scan.at);
  if (score < 0 || score > SCORE_MAX) {
    return tes_scan_expected(&r->scan, "a score (0:0)");
  }
  r->m->score[side] = (uint8_t)score;
  return TES_OK;
}

static int read_scores(mixtour_reader *r) {
  if (read_score(r, WHITE) != TES_OK) return TES_EARG;
  if (tes_scan_sign(&r->scan, ':', "a score (0:0)") != TES_OK) return TES_EARG;
  if (read_score(r, RED) != TES_OK) return TES_EARG;
  return tes_scan_sign(&r->scan, ' ', "a space after the scores");
}

/* Is this a possible move in some position? */
static bool is_move(const tes_rules *rules, tes_move move) {
  int lane;
  const int distance = mixtour_distance(move_from(move), move_to(move), &lane);
  return distance > 0 && distance <= top_of(rules) &&
         move_pieces(move) <= top_of(rules);
}

static int read_last(mixtour_reader *r) {
  if (strcmp(r->scan.at, "-") == 0) return TES_OK;
  const tes_move last =
      mixtour_parse(r->rules, &r->m->head, r->scan.at, r->work);
  if (last == 0 || (last < ENTER && !is_move(r->rules, last))) {
    return tes_scan_expected(&r->scan, "the last move or -");
  }
  r->m->last = (uint16_t)last;
  r->m->passed = last == PASS;
  return TES_OK;
}

static int check_pieces(const mixtour_reader *r) {
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
                    mixtour_side[side], count[side], pieces);
  }
  return TES_OK;
}

#define IMPOSSIBLE \
  "mixtour position: %.40s cannot have been the last move: expected "

static int check_entered(const mixtour_reader *r) {
  const int cell = move_to(r->m->last), side = 2 - r->m->head.seat;
  if (r->m->stack[cell] == (2 | side)) return TES_OK;
  return tes_fail(r->scan.error, TES_EARG, IMPOSSIBLE "a single %s piece on %s",
                  r->scan.at, mixtour_side[side], mixtour_name(cell).text);
}

/* After the removal of a stack of this height, its pieces must be in reserve,
 * and its top piece must have scored. */
static int check_removed(const mixtour_reader *r, int high) {
  const mixtour *m = r->m;
  for (int side = WHITE; side <= RED; side++) {
    if (m->score[side] > 0 && m->reserve[side] > 0 &&
        m->reserve[WHITE] + m->reserve[RED] >= high) {
      return TES_OK;
    }
  }
  return tes_fail(r->scan.error, TES_EARG,
                  IMPOSSIBLE "a point and %d pieces in reserve", r->scan.at,
                  high);
}

/* The height of the target must have been the length of the move. */
static int check_moved(const mixtour_reader *r) {
  int lane;
  const mixtour *m = r->m;
  const int from = move_from(m->last), to = move_to(m->last);
  const int distance = mixtour_distance(from, to, &lane);
  const int pieces = move_pieces(m->last), high = distance + pieces;
  const int top = top_of(r->rules);
  const bool removed = high > top;
  int full = mixtour_blocker(m, from, to, distance);
  if (removed && m->stack[to] != EMPTY) full = to;
  if (full >= 0) {
    return tes_fail(r->scan.error, TES_EARG, IMPOSSIBLE "%s to be empty",
                    r->scan.at, mixtour_name(full).text);
  }
  if (!removed && height(m->stack[to]) != high) {
    return tes_fail(r->scan.error, TES_EARG, IMPOSSIBLE "%s to be %d high",
                    r->scan.at, mixtour_name(to).text, high);
  }
  if (height(m->stack[from]) + pieces > top) {
    return tes_fail(r->scan.error, TES_EARG,
                    IMPOSSIBLE "%s to be at most %d high", r->scan.at,
                    mixtour_name(from).text, top - pieces);
  }
  return removed ? check_removed(r, high) : TES_OK;
}

/* Can some position lead to this one by the last move? A pass is accepted:
 * variants may leave a side without moves. */
static int check_last(const mixtour_reader *r) {
  const tes_move last = r->m->last;
  if (last == 0 || last == PASS) return TES_OK;
  return last >= ENTER ? check_entered(r) : check_moved(r);
}

/* Sets the take-back that the last move forbids. */
static void forbid_takeback(mixtour *m) {
  if (m->last == 0 || m->last >= ENTER) return;
  const tes_move back = (tes_move)move_pieces(m->last) << 10 |
                        move_to(m->last) << 5 | move_from(m->last);
  if (mixtour_reaches(m, back)) m->forbidden = (uint16_t)back;
  m->forbidden_base = m->forbidden;
}

static void end_won(const tes_rules *rules, mixtour *m, tes_error *error) {
  const int win = rules->value[WIN_SCORE][0];
  const int side = m->score[WHITE] >= win ? WHITE : RED;
  m->head.over = POINTS;
  tes_fail(error, TES_EARG, "mixtour position: %s has won with %d of %d points",
           mixtour_side[side], m->score[side], win);
}

int mixtour_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work) {
  mixtour *m = (mixtour *)state;
  mixtour_reader r = {
      {text, "mixtour position: ", TES_EARG, &work->error}, rules, m, work};
  mixtour_start(rules, state, rng, NULL);
  if (read_stack_rows(&r) != TES_OK || read_side(&r) != TES_OK ||
      read_scores(&r) != TES_OK || read_last(&r) != TES_OK ||
      check_pieces(&r) != TES_OK) {
    return TES_EARG;
  }
  mixtour_derive(rules, m);
  if (check_last(&r) != TES_OK) return TES_EARG;
  forbid_takeback(m);
  if (mixtour_is_won(rules, m)) end_won(rules, m, &work->error);
  return TES_OK;
}
