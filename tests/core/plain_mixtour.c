/* plain_mixtour.c: the rules of Mixtour word by word, see plain_mixtour.h.
 *
 * Nothing is kept that can be worked out again: reserves are counted, the
 * legal moves are found by trying every pair of cells with every number of
 * pieces, and what a text means is found by reading it. The exception is
 * `forbidden`, because earlier positions are compared by it.
 */
#include "plain_mixtour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells and texts --------------------------------------------------- */

static int column(int cell) {
  return cell % 5;
}

static int row(int cell) {
  return cell / 5;
}

static void write_entry(char out[PLAIN_TEXT], int cell) {
  out[0] = (char)('a' + column(cell));
  out[1] = (char)('1' + row(cell));
  out[2] = '\0';
}

static void write_move(char out[PLAIN_TEXT], int from, int to, int k) {
  write_entry(out, from);
  if (k > 1) {
    strcat(out, ":?");
    out[3] = (char)('0' + k);
  }
  strcat(out, "-");
  write_entry(out + strlen(out), to);
}

/* The cell that a text begins with, or -1. */
static int read_cell(const char *text) {
  if (text[0] < 'a' || text[0] > 'e') return -1;
  if (text[1] < '1' || text[1] > '5') return -1;
  return 5 * (text[1] - '1') + (text[0] - 'a');
}

/* The cell of an entry, or -1 if the text is none. */
static int read_entry(const char *text) {
  return strlen(text) == 2 ? read_cell(text) : -1;
}

/* Reads a stack move, "a1-b2" or "c4:3-d3": 1, or 0 if the text is none. */
static int read_move(const char *text, int *from, int *to, int *k) {
  if (strlen(text) == 5 && text[2] == '-') {
    *k = 1;
    *to = read_cell(text + 3);
  } else if (strlen(text) == 7 && text[2] == ':' && text[4] == '-') {
    *k = text[3] - '0';
    *to = read_cell(text + 5);
  } else {
    return 0;
  }
  *from = read_cell(text);
  return *from >= 0 && *to >= 0 && *k >= 1 && *k <= 7;
}

/* ---- what is legal ----------------------------------------------------- */

/* Steps between two cells in a straight line; 0 if they are not in one. */
static int distance(int from, int to) {
  int columns = abs(column(to) - column(from));
  int rows = abs(row(to) - row(from));
  if (columns == 0) return rows;
  if (rows == 0) return columns;
  return columns == rows ? columns : 0;
}

static int sign(int n) {
  return (n > 0) - (n < 0);
}

/* Are all the cells between two cells in a line empty? */
static int clear_between(const struct plain_position *now, int from, int to) {
  int right = sign(column(to) - column(from));
  int up = sign(row(to) - row(from));
  for (int step = 1; step < distance(from, to); step++) {
    int cell = 5 * (row(from) + step * up) + column(from) + step * right;
    if (now->cell[cell].height > 0) return 0;
  }
  return 1;
}

/* The rules of a stack move, but for the take-back. */
static int can_move(const struct plain_position *now, int from, int to, int k) {
  if (from == to) return 0;
  if (k < 1 || k > now->cell[from].height) return 0;
  if (now->cell[to].height == 0) return 0;
  if (distance(from, to) == 0) return 0;
  if (distance(from, to) != now->cell[to].height) return 0;
  return clear_between(now, from, to);
}

static void find_forbidden(struct plain *game) {
  int from, to, k;
  strcpy(game->now.forbidden, "");
  if (!read_move(game->last, &from, &to, &k)) return;
  if (can_move(&game->now, to, from, k)) {
    write_move(game->now.forbidden, to, from, k);
  }
}

static int add_entries(const struct plain *game, char out[][PLAIN_TEXT]) {
  int count = 0;
  if (plain_reserve(game, game->now.seat) == 0) return 0;
  for (int cell = 0; cell < PLAIN_CELLS; cell++) {
    if (game->now.cell[cell].height == 0) write_entry(out[count++], cell);
  }
  return count;
}

static int add_stack_moves(const struct plain *game, char out[][PLAIN_TEXT]) {
  int count = 0;
  for (int from = 0; from < PLAIN_CELLS; from++) {
    for (int to = 0; to < PLAIN_CELLS; to++) {
      for (int k = 1; k <= game->now.cell[from].height; k++) {
        if (!can_move(&game->now, from, to, k)) continue;
        write_move(out[count], from, to, k);
        if (strcmp(out[count], game->now.forbidden) != 0) count++;
      }
    }
  }
  return count;
}

int plain_moves(const struct plain *game, char out[][PLAIN_TEXT]) {
  if (game->over) return 0;
  int count = add_entries(game, out);
  count += add_stack_moves(game, out + count);
  if (count == 0) strcpy(out[count++], "pass");
  return count;
}

/* ---- history ----------------------------------------------------------- */

static void remember(struct plain *game) {
  if (game->earlier_count == game->earlier_capacity) {
    size_t capacity = 2 * game->earlier_capacity + 8;
    void *larger = realloc(game->earlier, capacity * sizeof *game->earlier);
    if (!larger) abort();
    game->earlier = larger;
    game->earlier_capacity = capacity;
  }
  game->earlier[game->earlier_count++] = game->now;
}

static int same_stack(const struct plain_stack *a,
                      const struct plain_stack *b) {
  if (a->height != b->height) return 0;
  for (int i = 0; i < a->height; i++) {
    if (a->piece[i] != b->piece[i]) return 0;
  }
  return 1;
}

static int same_position(const struct plain_position *a,
                         const struct plain_position *b) {
  for (int cell = 0; cell < PLAIN_CELLS; cell++) {
    if (!same_stack(&a->cell[cell], &b->cell[cell])) return 0;
  }
  if (a->seat != b->seat) return 0;
  if (a->score[0] != b->score[0] || a->score[1] != b->score[1]) return 0;
  return strcmp(a->forbidden, b->forbidden) == 0;
}

int plain_occurrences(const struct plain *game) {
  int count = 1;
  for (size_t i = 0; i < game->earlier_count; i++) {
    if (same_position(&game->earlier[i], &game->now)) count++;
  }
  return count;
}

/* ---- making a move ----------------------------------------------------- */

static void put(struct plain_stack *stack, char piece) {
  stack->piece[stack->height++] = piece;
}

static void make_entry(struct plain *game, int cell) {
  put(&game->now.cell[cell], game->now.seat == 1 ? 'w' : 'r');
  game->stall = 0;
}

static void make_stack_move(struct plain *game, int from, int to, int k) {
  struct plain_stack *source = &game->now.cell[from];
  struct plain_stack *target = &game->now.cell[to];
  source->height -= k;
  for (int i = 0; i < k; i++) put(target, source->piece[source->height + i]);
  game->stall++;
  if (source->height == 0) game->stall = 0;
  if (target->height >= game->options.stack) {
    game->now.score[target->piece[target->height - 1] == 'w' ? 0 : 1]++;
    target->height = 0;
    game->stall = 0;
  }
}

static void end(struct plain *game, const char *reason, int winner) {
  game->over = 1;
  game->reason = reason;
  game->winner = winner;
}

/* The order in which the rules ask for the endings. */
static void look_for_end(struct plain *game, int two_passes) {
  int repetition = game->options.repetition;
  if (game->now.score[0] >= game->options.win_score) {
    end(game, "points", 1);
  } else if (game->now.score[1] >= game->options.win_score) {
    end(game, "points", 2);
  } else if (two_passes) {
    end(game, "passes", 0);
  } else if (repetition > 0 && plain_occurrences(game) >= repetition) {
    end(game, "repetition", 0);
  } else if (game->stall >= game->options.stall) {
    end(game, "stall", 0);
  }
}

static void make(struct plain *game, const char *move) {
  int from, to, k;
  int two_passes = strcmp(move, "pass") == 0 && strcmp(game->last, move) == 0;
  remember(game);
  if (strcmp(move, "pass") == 0) {
    game->stall++;
  } else if (read_entry(move) >= 0) {
    make_entry(game, read_entry(move));
  } else if (read_move(move, &from, &to, &k)) {
    make_stack_move(game, from, to, k);
  }
  game->now.seat = 3 - game->now.seat;
  strcpy(game->last, move);
  find_forbidden(game);
  look_for_end(game, two_passes);
}

int plain_play(struct plain *game, const char *move) {
  char moves[PLAIN_MOVES][PLAIN_TEXT], text[PLAIN_TEXT];
  if (strlen(move) >= PLAIN_TEXT) return -1;
  strcpy(text, move);
  if (strlen(text) == 7 && strncmp(text + 2, ":1-", 3) == 0) {
    memmove(text + 2, text + 4, 4); /* a1:1-b2 is a1-b2 */
  }
  int count = plain_moves(game, moves);
  for (int i = 0; i < count; i++) {
    if (strcmp(moves[i], text) == 0) {
      make(game, text);
      return 0;
    }
  }
  return -1;
}

/* ---- position text ----------------------------------------------------- */

static char *write_row(const struct plain *game, int from_bottom, char *out) {
  int empty = 0;
  char *start = out;
  for (int cell = 5 * from_bottom; cell < 5 * from_bottom + 5; cell++) {
    const struct plain_stack *stack = &game->now.cell[cell];
    int last = column(cell) == 4;
    if (stack->height == 0) empty++;
    if (empty > 0 && (stack->height > 0 || last)) {
      if (out > start) *out++ = ',';
      *out++ = (char)('0' + empty);
      empty = 0;
    }
    if (stack->height > 0 && out > start) *out++ = ',';
    for (int i = 0; i < stack->height; i++) *out++ = stack->piece[i];
  }
  return out;
}

void plain_fen(const struct plain *game, char out[PLAIN_FEN]) {
  char *next = out;
  for (int from_bottom = 4; from_bottom >= 0; from_bottom--) {
    next = write_row(game, from_bottom, next);
    if (from_bottom > 0) *next++ = '/';
  }
  snprintf(next, (size_t)(out + PLAIN_FEN - next), " %c %d:%d %s",
           game->now.seat == 1 ? 'w' : 'r', game->now.score[0],
           game->now.score[1], game->last);
}

/* Reads the cells of the board; how they are joined is not looked at. */
static int read_board(struct plain *game, const char *board) {
  int seen = 0; /* cells, in the order of the text */
  while (*board != '\0') {
    if (*board == ',' || *board == '/') {
      board++;
    } else if (*board >= '1' && *board <= '5') {
      seen += *board++ - '0';
    } else {
      if (seen >= PLAIN_CELLS) return -1;
      struct plain_stack *stack =
          &game->now.cell[5 * (4 - seen / 5) + seen % 5];
      while (*board == 'w' || *board == 'r') {
        if (stack->height + 1 >= game->options.stack) return -1;
        put(stack, *board++);
      }
      if (stack->height == 0) return -1;
      seen++;
    }
  }
  return seen == PLAIN_CELLS ? 0 : -1;
}

static int check_numbers(const struct plain *game) {
  for (int seat = 1; seat <= 2; seat++) {
    if (plain_reserve(game, seat) < 0) return -1;
    if (plain_score(game, seat) < 0) return -1;
    if (plain_score(game, seat) >= game->options.win_score) return -1;
  }
  return 0;
}

/* ---- what came before -------------------------------------------------- */

/* Does the last move lead from that position to this one? */
static int leads_here(const struct plain *before, const struct plain *game) {
  struct plain after;
  plain_copy(&after, before);
  int leads = check_numbers(before) == 0 &&
              plain_play(&after, game->last) == 0 &&
              same_position(&after.now, &game->now);
  plain_free(&after);
  return leads;
}

/* The pieces of a stack as the bits of a number. */
static void fill(struct plain_stack *stack, int height, int pieces) {
  stack->height = 0;
  while (stack->height < height)
    put(stack, pieces >> stack->height & 1 ? 'r' : 'w');
}

/* Tries all stacks of the heights before the move, and that each score was one
 * less. Whether it could be made depends on the heights alone. */
static int some_stacks_lead_here(struct plain *before, const struct plain *game,
                                 int from, int to, int k) {
  const int source = before->now.cell[from].height + k;
  const int target = distance(from, to);
  before->now.cell[from].height = source;
  before->now.cell[to].height = target;
  if (source >= game->options.stack || target >= game->options.stack) return 0;
  if (!can_move(&before->now, from, to, k)) return 0;
  for (int pieces = 0; pieces < 1 << (source + target); pieces++) {
    fill(&before->now.cell[from], source, pieces);
    fill(&before->now.cell[to], target, pieces >> source);
    for (int scorer = 0; scorer <= 2; scorer++) {
      before->now.score[0] = game->now.score[0] - (scorer == 1);
      before->now.score[1] = game->now.score[1] - (scorer == 2);
      if (leads_here(before, game)) return 1;
    }
  }
  return 0;
}

/* Is there a position from which the last move leads to this one? Passes are
 * not looked at. */
static int check_last(const struct plain *game) {
  int from, to, k;
  struct plain before = {.options = game->options, .now = game->now};
  before.now.seat = 3 - game->now.seat;
  strcpy(before.now.forbidden, "");
  strcpy(before.last, "-");
  if (strcmp(game->last, "-") == 0 || strcmp(game->last, "pass") == 0) return 0;
  if (read_entry(game->last) >= 0) {
    before.now.cell[read_entry(game->last)].height = 0;
    return leads_here(&before, game) ? 0 : -1;
  }
  if (!read_move(game->last, &from, &to, &k)) return -1;
  return some_stacks_lead_here(&before, game, from, to, k) ? 0 : -1;
}

int plain_load_fen(struct plain *game, struct plain_options options,
                   const char *fen) {
  char board[PLAIN_FEN], side, again[PLAIN_FEN];
  plain_start(game, options);
  if (sscanf(fen, "%127s %c %2d:%2d %11s", board, &side, &game->now.score[0],
             &game->now.score[1], game->last) != 5) {
    return -1;
  }
  game->now.seat = side == 'w' ? 1 : 2;
  if (read_board(game, board) || check_numbers(game)) return -1;
  /* What is not written back as it was is strange in some other way. */
  plain_fen(game, again);
  if (strcmp(fen, again) != 0) return -1;
  find_forbidden(game);
  return check_last(game);
}

/* ---- the rest ---------------------------------------------------------- */

struct plain_options plain_default_options(void) {
  return (struct plain_options){
      .win_score = 1, .pieces = 20, .stack = 5, .repetition = 3, .stall = 100};
}

void plain_start(struct plain *game, struct plain_options options) {
  memset(game, 0, sizeof *game);
  game->options = options;
  game->now.seat = 1;
  strcpy(game->last, "-");
}

void plain_free(struct plain *game) {
  free(game->earlier);
  game->earlier = NULL;
  game->earlier_count = game->earlier_capacity = 0;
}

void plain_copy(struct plain *to, const struct plain *from) {
  *to = *from;
  to->earlier_capacity = from->earlier_count;
  to->earlier = NULL;
  if (from->earlier_count == 0) return;
  to->earlier = malloc(from->earlier_count * sizeof *to->earlier);
  if (!to->earlier) abort();
  memcpy(to->earlier, from->earlier, from->earlier_count * sizeof *to->earlier);
}

int plain_seat(const struct plain *game) {
  return game->now.seat;
}

int plain_score(const struct plain *game, int seat) {
  return game->now.score[seat - 1];
}

int plain_reserve(const struct plain *game, int seat) {
  int on_board = 0;
  for (int cell = 0; cell < PLAIN_CELLS; cell++) {
    const struct plain_stack *stack = &game->now.cell[cell];
    for (int i = 0; i < stack->height; i++) {
      if (stack->piece[i] == (seat == 1 ? 'w' : 'r')) on_board++;
    }
  }
  return game->options.pieces - on_board;
}

int plain_over(const struct plain *game) {
  return game->over;
}

const char *plain_reason(const struct plain *game) {
  return game->reason;
}

int plain_winner(const struct plain *game) {
  return game->winner;
}
