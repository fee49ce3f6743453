/* plain_blokus.c: the rules of Blokus word by word, see plain_blokus.h.
 *
 * Nothing is kept that can be worked out again: whether a colour is blocked
 * is found by trying all that it could place, whose turn it is with three
 * players by counting green's pieces. Pieces and their orientations are the
 * exception. They are grown once, from the single cell, and only get their
 * names from a table.
 */
#include "plain_blokus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shapes ------------------------------------------------------------ */

/* Cells by row, then column; the lowest row and the leftmost column are 0. */
struct shape {
  int size, x[5], y[5];
};

struct piece {
  int orientations;
  struct shape shape[8];
};

static struct piece pieces[PLAIN_B_PIECES];

const char *const plain_b_names[PLAIN_B_PIECES] = {
    "1",  "2", "I3", "V3", "I4", "L4", "O", "T4", "Z4", "F", "I5",
    "L5", "N", "P",  "T5", "U",  "V5", "W", "X",  "Y",  "Z5"};

static const char *const pictures[PLAIN_B_PIECES] = {
    "x",         "xx",      "xxx",       "xx/x",      "xxxx",    "xxx/x",
    "xx/xx",     "xxx/.x",  "xx/.xx",    ".xx/xx/.x", "xxxxx",   "xxxx/x",
    "xxx/..xx",  "xxx/xx",  "xxx/.x/.x", "xxx/x.x",   "xxx/x/x", "xx/.xx/..x",
    ".x/xxx/.x", "xxxx/.x", "xx/.x/.xx"};

static int comes_before(int ax, int ay, int bx, int by) {
  return ay != by ? ay < by : ax < bx;
}

static void sort_cells(struct shape *s) {
  for (int i = 0; i < s->size; i++) {
    for (int j = i + 1; j < s->size; j++) {
      if (comes_before(s->x[i], s->y[i], s->x[j], s->y[j])) continue;
      int x = s->x[i], y = s->y[i];
      s->x[i] = s->x[j];
      s->y[i] = s->y[j];
      s->x[j] = x;
      s->y[j] = y;
    }
  }
}

static void normalise(struct shape *s) {
  int left = s->x[0], bottom = s->y[0];
  for (int i = 1; i < s->size; i++) {
    if (s->x[i] < left) left = s->x[i];
    if (s->y[i] < bottom) bottom = s->y[i];
  }
  for (int i = 0; i < s->size; i++) {
    s->x[i] -= left;
    s->y[i] -= bottom;
  }
  sort_cells(s);
}

/* The way `which` of eight to turn and flip. */
static struct shape turned(struct shape s, int which) {
  for (int turns = 0; turns < which % 4; turns++) {
    for (int i = 0; i < s.size; i++) {
      int x = s.x[i];
      s.x[i] = -s.y[i];
      s.y[i] = x;
    }
  }
  for (int i = 0; which >= 4 && i < s.size; i++) s.x[i] = -s.x[i];
  normalise(&s);
  return s;
}

/* Below 0, 0 or above, as strcmp. */
static int compare(const struct shape *a, const struct shape *b) {
  if (a->size != b->size) return a->size - b->size;
  for (int i = 0; i < a->size; i++) {
    if (a->y[i] != b->y[i]) return a->y[i] - b->y[i];
    if (a->x[i] != b->x[i]) return a->x[i] - b->x[i];
  }
  return 0;
}

/* The first of the eight, the same for all that are the same piece. */
static struct shape canonical(struct shape s) {
  struct shape first = turned(s, 0);
  for (int which = 1; which < 8; which++) {
    struct shape other = turned(s, which);
    if (compare(&other, &first) < 0) first = other;
  }
  return first;
}

static int has_cell(const struct shape *s, int x, int y) {
  for (int i = 0; i < s->size; i++) {
    if (s->x[i] == x && s->y[i] == y) return 1;
  }
  return 0;
}

static int find_shape(const struct shape *s, const struct shape *list,
                      int count) {
  for (int i = 0; i < count; i++) {
    if (compare(s, &list[i]) == 0) return i;
  }
  return -1;
}

/* Adds to the list what `s` becomes with one more cell. */
static int grow(const struct shape *s, struct shape *list, int count) {
  static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
  for (int i = 0; i < s->size; i++) {
    for (int side = 0; side < 4; side++) {
      struct shape more = *s;
      more.x[more.size] = s->x[i] + dx[side];
      more.y[more.size] = s->y[i] + dy[side];
      if (has_cell(s, more.x[more.size], more.y[more.size])) continue;
      more.size++;
      more = canonical(more);
      if (find_shape(&more, list, count) < 0) list[count++] = more;
    }
  }
  return count;
}

static struct shape read_picture(const char *picture) {
  struct shape s = {0};
  int x = 0, y = 0;
  for (; *picture != '\0'; picture++) {
    if (*picture == 'x') {
      s.x[s.size] = x;
      s.y[s.size++] = y;
    }
    x = *picture == '/' ? 0 : x + 1;
    y = *picture == '/' ? y - 1 : y;
  }
  return canonical(s);
}

static void turn_all_ways(struct piece *piece, struct shape s) {
  piece->orientations = 0;
  for (int which = 0; which < 8; which++) {
    struct shape other = turned(s, which);
    if (find_shape(&other, piece->shape, piece->orientations) >= 0) continue;
    piece->shape[piece->orientations++] = other;
  }
}

static void make_pieces(void) {
  struct shape list[64] = {{.size = 1}};
  int count = 1;
  if (pieces[0].orientations > 0) return;
  for (int i = 0; i < count && list[i].size < 5; i++) {
    count = grow(&list[i], list, count);
  }
  if (count != PLAIN_B_PIECES) abort();
  for (int i = 0; i < PLAIN_B_PIECES; i++) {
    struct shape named = read_picture(pictures[i]);
    int found = find_shape(&named, list, count);
    if (found < 0) abort();
    turn_all_ways(&pieces[i], named);
    list[found].size = 0; /* two names for one piece would abort */
  }
}

static int find_piece(struct shape s) {
  normalise(&s);
  for (int i = 0; i < PLAIN_B_PIECES; i++) {
    if (find_shape(&s, pieces[i].shape, pieces[i].orientations) >= 0) return i;
  }
  return -1;
}

int plain_b_size(int piece) {
  make_pieces();
  return pieces[piece].shape[0].size;
}

int plain_b_orientations(int piece) {
  make_pieces();
  return pieces[piece].orientations;
}

/* ---- what is legal ----------------------------------------------------- */

char plain_b_letter(const struct plain_b *game, int colour) {
  return game->options.duo ? "po"[colour] : "byrg"[colour];
}

/* What is on a cell; a blank beside the board. */
static char at(const struct plain_b *game, int x, int y) {
  if (x < 0 || y < 0 || x >= game->side || y >= game->side) return ' ';
  return game->cell[game->side * y + x];
}

/* The cell where a colour has to begin with corners=fixed. */
static void start_cell(const struct plain_b *game, int colour, int *x, int *y) {
  static const int classic_x[] = {0, 19, 19, 0}, classic_y[] = {19, 19, 0, 0};
  static const int duo_x[] = {4, 9}, duo_y[] = {9, 4};
  *x = game->options.duo ? duo_x[colour] : classic_x[colour];
  *y = game->options.duo ? duo_y[colour] : classic_y[colour];
}

/* May a first piece of the colour begin with this cell? */
static int may_start(const struct plain_b *game, int colour, int x, int y) {
  for (int owner = 0; owner < game->colours; owner++) {
    int start_x, start_y;
    start_cell(game, owner, &start_x, &start_y);
    if (start_x != x || start_y != y) continue;
    return game->options.corners == PLAIN_B_ANY || owner == colour;
  }
  return 0;
}

static int has_none_placed(const struct plain_b *game, int colour) {
  return plain_b_count_left(game, colour, 0) == PLAIN_B_PIECES;
}

/* May the colour have a piece of this shape here, its left and lowest cells
 * in column and row `right` and `up`? Whether it has one is not asked. */
static int fits(const struct plain_b *game, int colour, int first,
                const struct shape *s, int right, int up) {
  char own = plain_b_letter(game, colour);
  int touches = 0;
  for (int i = 0; i < s->size; i++) {
    int x = s->x[i] + right, y = s->y[i] + up;
    if (at(game, x, y) != '.') return 0;
    if (at(game, x + 1, y) == own || at(game, x - 1, y) == own) return 0;
    if (at(game, x, y + 1) == own || at(game, x, y - 1) == own) return 0;
    if (first) {
      touches |= may_start(game, colour, x, y);
    } else if (!touches) {
      touches = at(game, x + 1, y + 1) == own ||
                at(game, x - 1, y + 1) == own ||
                at(game, x + 1, y - 1) == own || at(game, x - 1, y - 1) == own;
    }
  }
  return touches;
}

static char *write_cell(char *out, int x, int y) {
  return out + sprintf(out, "%c%d", 'a' + x, y + 1);
}

static void write_move(plain_b_text out, const struct shape *s, int right,
                       int up) {
  for (int i = 0; i < s->size; i++) {
    if (i > 0) *out++ = ',';
    out = write_cell(out, s->x[i] + right, s->y[i] + up);
  }
}

/* Adds the placements of one shape, `most` at the most: how many. */
static int add_shape(const struct plain_b *game, int colour,
                     const struct shape *s, plain_b_text *out, int most) {
  int first = has_none_placed(game, colour), count = 0;
  for (int up = 0; up < game->side && count < most; up++) {
    for (int right = 0; right < game->side && count < most; right++) {
      if (!fits(game, colour, first, s, right, up)) continue;
      write_move(out[count++], s, right, up);
    }
  }
  return count;
}

static int placements(const struct plain_b *game, int colour, plain_b_text *out,
                      int most) {
  int count = 0;
  for (int piece = 0; piece < PLAIN_B_PIECES; piece++) {
    if (!game->left[colour][piece]) continue;
    for (int i = 0; i < pieces[piece].orientations; i++) {
      count += add_shape(game, colour, &pieces[piece].shape[i], out + count,
                         most - count);
    }
  }
  return count;
}

int plain_b_can_place(const struct plain_b *game, int colour) {
  plain_b_text one[1];
  return placements(game, colour, one, 1) > 0;
}

int plain_b_moves(const struct plain_b *game, plain_b_text *out) {
  if (game->over) return 0;
  int count = placements(game, game->colour, out, PLAIN_B_MOVES);
  if (count == 0) strcpy(out[count++], "pass");
  return count;
}

/* ---- making a move ----------------------------------------------------- */

/* Reads "a20" at *text and steps behind it: 1, or 0 if there is no cell. */
static int read_cell(const struct plain_b *game, const char **text, int *x,
                     int *y) {
  const char *c = *text;
  if (*c < 'a' || *c >= 'a' + game->side) return 0;
  *x = *c++ - 'a';
  *y = 0;
  if (*c < '1' || *c > '9') return 0;
  for (; *c >= '0' && *c <= '9'; c++) {
    *y = 10 * *y + *c - '0';
    if (*y > game->side) return 0;
  }
  *text = c;
  *y -= 1;
  return 1;
}

/* Reads "a1,b1": 1, or 0 if the text is no list of different cells. */
static int read_move(const struct plain_b *game, const char *text,
                     struct shape *s) {
  if (strlen(text) >= PLAIN_B_TEXT) return 0;
  for (s->size = 0; s->size < 5; text++) {
    int x, y;
    if (!read_cell(game, &text, &x, &y)) return 0;
    if (has_cell(s, x, y)) return 0;
    s->x[s->size] = x;
    s->y[s->size++] = y;
    if (*text == '\0') return 1;
    if (*text != ',') return 0;
  }
  return 0;
}

int plain_b_piece_of(const struct plain_b *game, const char *move) {
  struct shape s;
  make_pieces();
  return read_move(game, move, &s) ? find_piece(s) : -1;
}

static void look_for_end(struct plain_b *game) {
  game->over = 1;
  for (int colour = 0; colour < game->colours && game->over; colour++) {
    if (plain_b_can_place(game, colour)) game->over = 0;
  }
}

static void next_turn(struct plain_b *game) {
  game->colour = (game->colour + 1) % game->colours;
  look_for_end(game);
}

int plain_b_play(struct plain_b *game, const char *move) {
  struct shape s;
  int colour = game->colour;
  if (game->over) return -1;
  if (strcmp(move, "pass") == 0) {
    if (plain_b_can_place(game, colour)) return -1;
    next_turn(game);
    return 0;
  }
  if (!read_move(game, move, &s)) return -1;
  int piece = find_piece(s);
  if (piece < 0 || !game->left[colour][piece]) return -1;
  if (!fits(game, colour, has_none_placed(game, colour), &s, 0, 0)) return -1;
  for (int i = 0; i < s.size; i++) {
    game->cell[game->side * s.y[i] + s.x[i]] = plain_b_letter(game, colour);
  }
  game->left[colour][piece] = 0;
  game->single[colour] = s.size == 1;
  next_turn(game);
  return 0;
}

/* ---- the start and position text ---------------------------------------- */

struct plain_b_options plain_b_default_options(int duo) {
  struct plain_b_options options = {.duo = duo,
                                    .players = duo ? 2 : 4,
                                    .corners = PLAIN_B_ANY,
                                    .bonus_all = 15,
                                    .bonus_last = 5};
  return options;
}

void plain_b_start(struct plain_b *game, struct plain_b_options options) {
  make_pieces();
  memset(game, 0, sizeof *game);
  game->options = options;
  game->side = options.duo ? 14 : 20;
  game->colours = options.duo ? 2 : 4;
  memset(game->cell, '.', sizeof game->cell);
  for (int colour = 0; colour < game->colours; colour++) {
    for (int i = 0; i < PLAIN_B_PIECES; i++) game->left[colour][i] = 1;
  }
}

static char *write_row(const struct plain_b *game, int y, char *out) {
  int empty = 0;
  for (int x = 0; x < game->side; x++) {
    if (at(game, x, y) == '.') {
      empty++;
      continue;
    }
    if (empty > 0) out += sprintf(out, "%d", empty);
    empty = 0;
    *out++ = at(game, x, y);
  }
  if (empty > 0) out += sprintf(out, "%d", empty);
  return out;
}

void plain_b_fen(const struct plain_b *game, char out[PLAIN_B_FEN]) {
  int any = 0;
  for (int y = game->side - 1; y >= 0; y--) {
    out = write_row(game, y, out);
    if (y > 0) *out++ = '/';
  }
  out += sprintf(out, " %c ", plain_b_letter(game, game->colour));
  for (int colour = 0; colour < game->colours; colour++) {
    if (!game->single[colour]) continue;
    *out++ = plain_b_letter(game, colour);
    any = 1;
  }
  if (!any) *out++ = '-';
  *out = '\0';
}

static int colour_of(const struct plain_b *game, char letter) {
  for (int colour = 0; colour < game->colours; colour++) {
    if (plain_b_letter(game, colour) == letter) return colour;
  }
  return -1;
}

/* Reads the cells of the board; where the rows end is not looked at. */
static int read_board(struct plain_b *game, const char *board) {
  int seen = 0; /* cells, in the order of the text */
  while (*board != '\0') {
    if (*board == '/') {
      board++;
    } else if (*board >= '1' && *board <= '9') {
      int empty = 0;
      while (*board >= '0' && *board <= '9') {
        empty = 10 * empty + *board++ - '0';
        if (empty > game->side) return -1;
      }
      seen += empty;
    } else {
      int x = seen % game->side, y = game->side - 1 - seen / game->side;
      if (y < 0 || colour_of(game, *board) < 0) return -1;
      game->cell[game->side * y + x] = *board++;
      seen++;
    }
  }
  return seen == game->side * game->side ? 0 : -1;
}

/* Adds to a shape the cell and all that hang together with it, as far as
 * there is room for it: -1 if there is not. */
static int collect(const struct plain_b *game, struct shape *s, int x, int y,
                   char letter) {
  if (at(game, x, y) != letter || has_cell(s, x, y)) return 0;
  if (s->size == 5) return -1;
  s->x[s->size] = x;
  s->y[s->size++] = y;
  return collect(game, s, x + 1, y, letter) ||
                 collect(game, s, x - 1, y, letter) ||
                 collect(game, s, x, y + 1, letter) ||
                 collect(game, s, x, y - 1, letter)
             ? -1
             : 0;
}

/* Takes from the hands what lies on the board: every group is met once, at
 * its lowest row's leftmost cell. */
static int take_pieces(struct plain_b *game) {
  for (int cell = 0; cell < game->side * game->side; cell++) {
    struct shape s = {0};
    int x = cell % game->side, y = cell / game->side;
    int colour = colour_of(game, game->cell[cell]);
    if (colour < 0) continue;
    if (collect(game, &s, x, y, game->cell[cell])) return -1;
    sort_cells(&s);
    if (s.x[0] != x || s.y[0] != y) continue;
    int piece = find_piece(s);
    if (piece < 0 || !game->left[colour][piece]) return -1;
    game->left[colour][piece] = 0;
  }
  return 0;
}

static int read_singles(struct plain_b *game, const char *letters) {
  if (strcmp(letters, "-") == 0) return 0;
  for (; *letters != '\0'; letters++) {
    int colour = colour_of(game, *letters);
    if (colour < 0 || game->left[colour][0]) return -1;
    game->single[colour] = 1;
  }
  return 0;
}

int plain_b_load_fen(struct plain_b *game, struct plain_b_options options,
                     const char *fen) {
  char board[PLAIN_B_FEN], colour, singles[6], again[PLAIN_B_FEN];
  plain_b_start(game, options);
  if (strlen(fen) >= PLAIN_B_FEN) return -1;
  if (sscanf(fen, "%439s %c %5s", board, &colour, singles) != 3) return -1;
  game->colour = colour_of(game, colour);
  if (game->colour < 0 || read_board(game, board) || take_pieces(game) ||
      read_singles(game, singles)) {
    return -1;
  }
  /* What is not written back as it was is strange in some other way. */
  plain_b_fen(game, again);
  if (strcmp(fen, again) != 0) return -1;
  look_for_end(game);
  return game->over ? -1 : 0;
}

/* ---- points and the rest ------------------------------------------------ */

int plain_b_left(const struct plain_b *game, int colour, int piece) {
  return game->left[colour][piece];
}

int plain_b_count_left(const struct plain_b *game, int colour, int size) {
  int count = 0;
  for (int piece = 0; piece < PLAIN_B_PIECES; piece++) {
    if (!game->left[colour][piece]) continue;
    if (size == 0 || pieces[piece].shape[0].size == size) count++;
  }
  return count;
}

int plain_b_points(const struct plain_b *game, int colour) {
  int points = 0;
  for (int piece = 0; piece < PLAIN_B_PIECES; piece++) {
    if (game->left[colour][piece]) points -= pieces[piece].shape[0].size;
  }
  if (points < 0) return points;
  points = game->options.bonus_all;
  if (game->single[colour]) points += game->options.bonus_last;
  return points;
}

/* Whose points a colour's are; 0 for green with three players. */
static int seat_of(const struct plain_b *game, int colour) {
  if (game->options.players == 1) return 1;
  if (game->options.players == 2) return colour % 2 + 1;
  if (game->options.players == 3 && colour == 3) return 0;
  return colour + 1;
}

int plain_b_score(const struct plain_b *game, int seat) {
  int score = 0;
  for (int colour = 0; colour < game->colours; colour++) {
    if (seat_of(game, colour) == seat) score += plain_b_points(game, colour);
  }
  return score;
}

int plain_b_place(const struct plain_b *game, int seat) {
  int place = 1;
  if (game->options.players == 1) {
    for (int colour = 0; colour < game->colours; colour++) {
      if (plain_b_count_left(game, colour, 0) > 0) place = 2;
    }
    return place;
  }
  for (int other = 1; other <= game->options.players; other++) {
    if (plain_b_score(game, other) > plain_b_score(game, seat)) place++;
  }
  return place;
}

int plain_b_colour(const struct plain_b *game) {
  return game->colour;
}

/* Green is placed by the three in turn: its k-th piece by 1, 2, 3, 1, .. */
int plain_b_seat(const struct plain_b *game) {
  int seat = seat_of(game, game->colour);
  if (seat > 0) return seat;
  int k = PLAIN_B_PIECES - plain_b_count_left(game, game->colour, 0) + 1;
  return (k - 1) % 3 + 1;
}

int plain_b_over(const struct plain_b *game) {
  return game->over;
}

const char *plain_b_reason(const struct plain_b *game) {
  return game->over ? "blocked" : NULL;
}
