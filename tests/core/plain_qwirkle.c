/* plain_qwirkle.c: the rules of Qwirkle word by word, see plain_qwirkle.h.
 *
 * To look at the table it is laid out on a sheet, which is large enough for
 * all the tiles in one line to any side. A placement is tried tile by tile:
 * a row or column that breaks the rules still breaks them when it gets
 * longer, so a sequence is given up at its first bad tile and nothing is
 * missed. Nothing else is clever.
 */
#include "plain_qwirkle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIDDLE = 160, SIDE = 2 * MIDDLE + 1, EMPTY = -1 };

/* ---- tiles -------------------------------------------------------------- */

static const char colours[] = "bgopry", shapes[] = "cdfstu";

void plain_q_write_tile(int kind, char out[3]) {
  out[0] = colours[kind / 6];
  out[1] = shapes[kind % 6];
  out[2] = '\0';
}

int plain_q_read_tile(const char *text) {
  const char *colour, *shape;
  if (text[0] == '\0' || text[1] == '\0') return -1;
  colour = strchr(colours, text[0]);
  shape = strchr(shapes, text[1]);
  if (colour == NULL || shape == NULL) return -1;
  return 6 * (int)(colour - colours) + (int)(shape - shapes);
}

int plain_q_copies(const struct plain_q_options *options, int kind) {
  static const char first_colours[] = "roygbp", first_shapes[] = "csdfut";
  int colour = (int)(strchr(first_colours, colours[kind / 6]) - first_colours);
  int shape = (int)(strchr(first_shapes, shapes[kind % 6]) - first_shapes);
  return colour < options->colours && shape < options->shapes ? options->copies
                                                              : 0;
}

static int same_colour(int a, int b) {
  return a / 6 == b / 6;
}

static int same_shape(int a, int b) {
  return a % 6 == b % 6;
}

static int by_number(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

void plain_q_sort(int *kinds, int count) {
  qsort(kinds, (size_t)count, sizeof *kinds, by_number);
}

/* ---- the table ---------------------------------------------------------- */

struct sheet {
  signed char at[SIDE][SIDE]; /* a tile or EMPTY, by x then y */
};

static int at(const struct sheet *sheet, int x, int y) {
  return sheet->at[MIDDLE + x][MIDDLE + y];
}

static void put(struct sheet *sheet, int x, int y, int kind) {
  sheet->at[MIDDLE + x][MIDDLE + y] = (signed char)kind;
}

static void lay_out(const struct plain_q *game, struct sheet *sheet) {
  memset(sheet, EMPTY, sizeof *sheet);
  for (int i = 0; i < game->placed; i++) {
    const struct plain_q_tile *tile = &game->table[i];
    put(sheet, tile->x, tile->y, tile->kind);
  }
}

/* The row (column 0) or column (1) through a cell that is not empty, from its
 * left or lowest tile on: how many tiles. */
static int read_line(const struct sheet *sheet, int x, int y, int column,
                     int out[PLAIN_Q_TILES]) {
  int right = !column, up = column, count = 0;
  while (at(sheet, x - right, y - up) != EMPTY) {
    x -= right;
    y -= up;
  }
  for (; at(sheet, x, y) != EMPTY; x += right, y += up) {
    out[count++] = at(sheet, x, y);
  }
  return count;
}

/* One colour and different shapes, or one shape and different colours. */
static int is_good_line(const int *line, int count) {
  int one_colour = 1, one_shape = 1;
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count; j++) {
      if (line[i] == line[j]) return 0;
      if (!same_colour(line[i], line[j])) one_colour = 0;
      if (!same_shape(line[i], line[j])) one_shape = 0;
    }
  }
  return one_colour || one_shape;
}

static int is_good_at(const struct sheet *sheet, int x, int y) {
  int line[PLAIN_Q_TILES];
  return is_good_line(line, read_line(sheet, x, y, 0, line)) &&
         is_good_line(line, read_line(sheet, x, y, 1, line));
}

static int touches(const struct sheet *sheet, int x, int y) {
  return at(sheet, x + 1, y) != EMPTY || at(sheet, x - 1, y) != EMPTY ||
         at(sheet, x, y + 1) != EMPTY || at(sheet, x, y - 1) != EMPTY;
}

/* ---- points ------------------------------------------------------------- */

/* A line of one colour has all shapes that there are, one of a shape all
 * colours. */
static int is_full(const struct plain_q *game, const int *line, int length) {
  if (length < 2) return 0;
  if (same_colour(line[0], line[1])) return length == game->options.shapes;
  return length == game->options.colours;
}

int plain_q_complete(const struct plain_q *game, int x, int y, int column) {
  struct sheet sheet;
  int line[PLAIN_Q_TILES];
  lay_out(game, &sheet);
  return is_full(game, line, read_line(&sheet, x, y, column, line));
}

static int points_of_line(const struct plain_q *game, const struct sheet *sheet,
                          int x, int y, int column) {
  int line[PLAIN_Q_TILES], length = read_line(sheet, x, y, column, line);
  if (length < 2) return 0;
  return length + (is_full(game, line, length) ? game->options.bonus : 0);
}

/* Of tiles that lie on the sheet, placed together in a row or a column. */
static int points_of(const struct plain_q *game, const struct sheet *sheet,
                     const struct plain_q_move *move) {
  int points = 0;
  int column = move->count > 1 && move->tile[0].x == move->tile[1].x;
  if (game->placed == 0 && move->count == 1) return 1;
  points +=
      points_of_line(game, sheet, move->tile[0].x, move->tile[0].y, column);
  for (int i = 0; i < move->count; i++) {
    const struct plain_q_tile *tile = &move->tile[i];
    points += points_of_line(game, sheet, tile->x, tile->y, !column);
  }
  return points;
}

/* ---- legal moves -------------------------------------------------------- */

static void add_move(struct plain_q_list *list,
                     const struct plain_q_move *move) {
  if (list->count == list->room) {
    list->room = list->room == 0 ? 256 : 2 * list->room;
    list->moves =
        realloc(list->moves, (size_t)list->room * sizeof *list->moves);
    if (list->moves == NULL) abort();
  }
  list->moves[list->count++] = *move;
}

static void count_kinds(const struct plain_q *game, int seat,
                        int out[PLAIN_Q_KINDS]) {
  memset(out, 0, PLAIN_Q_KINDS * sizeof *out);
  for (int i = 0; i < game->held[seat - 1]; i++) {
    out[game->hand[seat - 1][i]]++;
  }
}

/* A placement that is being tried. */
struct trial {
  const struct plain_q *game;
  struct sheet before, now;
  int left[PLAIN_Q_KINDS]; /* of the hand */
  int exactly;             /* how many tiles to place; 0: any number */
  int joined;              /* of the tiles, how many touch the table before */
  struct plain_q_move move;
  struct plain_q_list *list;
};

/* (sprintf would take most of the time of all.) */
static char *write_number(int number, char *out) {
  if (number < 0) *out++ = '-';
  if (number < 0) number = -number;
  if (number >= 100) *out++ = (char)('0' + number / 100);
  if (number >= 10) *out++ = (char)('0' + number / 10 % 10);
  *out++ = (char)('0' + number % 10);
  return out;
}

static char *write_laid(const struct plain_q_tile *tile, char *out) {
  plain_q_write_tile(tile->kind, out);
  out[2] = '@';
  out = write_number(tile->x, out + 3);
  *out++ = ',';
  return write_number(tile->y, out);
}

static void write_placement(struct plain_q_move *move) {
  char *out = move->text;
  for (int i = 0; i < move->count; i++) {
    if (i > 0) *out++ = '+';
    out = write_laid(&move->tile[i], out);
  }
  *out = '\0';
}

/* Adds what lies there now, if it is a whole placement. */
static void add_placement(struct trial *t) {
  struct plain_q_move *move = &t->move;
  if (t->exactly != 0 && move->count != t->exactly) return;
  if (t->game->placed > 0 && t->joined == 0) return;
  move->points = points_of(t->game, &t->now, move);
  write_placement(move);
  add_move(t->list, move);
}

/* Lays every tile that is left on the next empty cell from here on, to the
 * right or up, and goes on behind it. */
static void lay_from(struct trial *t, int x, int y, int column) {
  while (at(&t->now, x, y) != EMPTY) {
    x += !column;
    y += column;
  }
  for (int kind = 0; kind < PLAIN_Q_KINDS; kind++) {
    if (t->left[kind] == 0) continue;
    t->left[kind]--;
    t->move.tile[t->move.count++] = (struct plain_q_tile){kind, x, y};
    t->joined += touches(&t->before, x, y);
    put(&t->now, x, y, kind);
    if (is_good_at(&t->now, x, y)) {
      /* A single tile is a row and a column: it is added once. */
      if (t->move.count > 1 || !column) add_placement(t);
      lay_from(t, x, y, column);
    }
    put(&t->now, x, y, EMPTY);
    t->joined -= touches(&t->before, x, y);
    t->move.count--;
    t->left[kind]++;
  }
}

/* Can so many tiles from here on come to touch the table? */
static int is_near(const struct sheet *sheet, int x, int y, int column,
                   int tiles) {
  while (tiles > 0) {
    if (at(sheet, x, y) == EMPTY) {
      if (touches(sheet, x, y)) return 1;
      tiles--;
    }
    x += !column;
    y += column;
  }
  return 0;
}

/* All placements that begin at a cell, if that is empty. */
static void place_from(struct trial *t, int x, int y) {
  const int held = t->game->held[t->game->seat - 1];
  if (at(&t->before, x, y) != EMPTY) return;
  for (int column = 0; column <= 1; column++) {
    if (is_near(&t->before, x, y, column, held)) lay_from(t, x, y, column);
  }
}

static void add_placements(const struct plain_q *game,
                           struct plain_q_list *list) {
  static struct trial t;
  int left = 0, right = 0, bottom = 0, top = 0;
  t.game = game;
  t.list = list;
  t.exactly = t.joined = 0;
  t.move = (struct plain_q_move){.kind = PLAIN_Q_PLACE};
  lay_out(game, &t.before);
  t.now = t.before;
  count_kinds(game, game->seat, t.left);
  if (game->placed == 0) {
    t.exactly = plain_q_largest(game, game->seat);
    for (int column = 0; column <= 1; column++) lay_from(&t, 0, 0, column);
    return;
  }
  for (int i = 0; i < game->placed; i++) {
    if (game->table[i].x < left) left = game->table[i].x;
    if (game->table[i].x > right) right = game->table[i].x;
    if (game->table[i].y < bottom) bottom = game->table[i].y;
    if (game->table[i].y > top) top = game->table[i].y;
  }
  for (int x = left - PLAIN_Q_HAND; x <= right + 1; x++) {
    for (int y = bottom - PLAIN_Q_HAND; y <= top + 1; y++) {
      place_from(&t, x, y);
    }
  }
}

static void write_swap(struct plain_q_move *move) {
  char *out = move->text + sprintf(move->text, "swap:");
  for (int i = 0; i < move->count; i++) {
    char tile[3];
    plain_q_write_tile(move->tile[i].kind, tile);
    out += sprintf(out, "%s%s", i > 0 ? "+" : "", tile);
  }
}

/* Adds the swaps of what `move` has so far and any tiles from `kind` on. */
static void add_swaps(const struct plain_q *game, int kind, int *left,
                      struct plain_q_move *move, struct plain_q_list *list) {
  if (kind == PLAIN_Q_KINDS) {
    if (move->count == 0 || move->count > game->left) return;
    write_swap(move);
    add_move(list, move);
    return;
  }
  add_swaps(game, kind + 1, left, move, list);
  if (left[kind] == 0) return;
  left[kind]--;
  move->tile[move->count++] = (struct plain_q_tile){kind, 0, 0};
  add_swaps(game, kind, left, move, list);
  move->count--;
  left[kind]++;
}

static int by_text(const void *a, const void *b) {
  const struct plain_q_move *p = a, *q = b;
  return strcmp(p->text, q->text);
}

void plain_q_moves(const struct plain_q *game, struct plain_q_list *list) {
  int left[PLAIN_Q_KINDS];
  struct plain_q_move swap = {.kind = PLAIN_Q_SWAP};
  list->count = 0;
  if (game->end != PLAIN_Q_GOES_ON) return;
  add_placements(game, list);
  count_kinds(game, game->seat, left);
  if (game->placed > 0) add_swaps(game, 0, left, &swap, list);
  if (list->count == 0) {
    add_move(list,
             &(struct plain_q_move){.kind = PLAIN_Q_PASS, .text = "pass"});
  }
  qsort(list->moves, (size_t)list->count, sizeof *list->moves, by_text);
}

const struct plain_q_move *plain_q_find(const struct plain_q_list *list,
                                        const char *text) {
  for (int i = 0; i < list->count; i++) {
    if (strcmp(list->moves[i].text, text) == 0) return &list->moves[i];
  }
  return NULL;
}

/* ---- the opening -------------------------------------------------------- */

/* The most different tiles of one colour or of one shape. */
int plain_q_largest(const struct plain_q *game, int seat) {
  int have[PLAIN_Q_KINDS], largest = 0;
  count_kinds(game, seat, have);
  for (int i = 0; i < 6; i++) {
    int of_colour = 0, of_shape = 0;
    for (int j = 0; j < 6; j++) {
      of_colour += have[6 * i + j] > 0;
      of_shape += have[6 * j + i] > 0;
    }
    if (of_colour > largest) largest = of_colour;
    if (of_shape > largest) largest = of_shape;
  }
  return largest;
}

int plain_q_opener(const struct plain_q *game) {
  int opener = 1;
  for (int seat = 2; seat <= game->options.players; seat++) {
    if (plain_q_largest(game, seat) > plain_q_largest(game, opener)) {
      opener = seat;
    }
  }
  return opener;
}

/* ---- making a move ------------------------------------------------------ */

static void take_from_hand(struct plain_q *game, int kind) {
  int *hand = game->hand[game->seat - 1], *held = &game->held[game->seat - 1];
  for (int i = 0; i < *held; i++) {
    if (hand[i] != kind) continue;
    memmove(hand + i, hand + i + 1, (size_t)(*held - i - 1) * sizeof *hand);
    *held -= 1;
    return;
  }
  abort();
}

/* Draws until there are so many in hand, as far as the bag goes. */
static void draw(struct plain_q *game, int seat, int tiles) {
  int *hand = game->hand[seat - 1], *held = &game->held[seat - 1];
  while (*held < tiles && game->left > 0) {
    hand[(*held)++] = game->bag[0];
    game->left--;
    memmove(game->bag, game->bag + 1, (size_t)game->left * sizeof *game->bag);
  }
  plain_q_sort(hand, *held);
}

/* Can any single tile of these be placed anywhere? If none can, no row or
 * column of them can: it would begin with one that touches the table. */
static int any_fits(const struct plain_q *game, const int *kinds, int count) {
  static struct sheet sheet;
  lay_out(game, &sheet);
  for (int i = 0; i < game->placed; i++) {
    static const int right[] = {1, -1, 0, 0}, up[] = {0, 0, 1, -1};
    for (int side = 0; side < 4; side++) {
      int x = game->table[i].x + right[side], y = game->table[i].y + up[side];
      if (at(&sheet, x, y) != EMPTY) continue;
      for (int j = 0; j < count; j++) {
        put(&sheet, x, y, kinds[j]);
        if (is_good_at(&sheet, x, y)) return 1;
        put(&sheet, x, y, EMPTY);
      }
    }
  }
  return 0;
}

int plain_q_fits(const struct plain_q *game, int kind) {
  return any_fits(game, &kind, 1);
}

static void look_for_dead_table(struct plain_q *game) {
  if (game->left == 0 || game->placed == 0) return;
  if (any_fits(game, game->bag, game->left)) return;
  for (int i = 0; i < game->options.players; i++) {
    if (any_fits(game, game->hand[i], game->held[i])) return;
  }
  game->end = PLAIN_Q_DEAD;
}

static void make_placement(struct plain_q *game,
                           const struct plain_q_move *move) {
  int seat = game->seat;
  for (int i = 0; i < move->count; i++) {
    take_from_hand(game, move->tile[i].kind);
    game->table[game->placed++] = move->tile[i];
  }
  game->score[seat - 1] += move->points;
  game->passes = 0;
  draw(game, seat, game->options.hand);
  if (game->held[seat - 1] == 0) {
    game->score[seat - 1] += game->options.end_bonus;
    game->end = PLAIN_Q_OUT;
  }
}

/* As many new tiles are drawn before the others go back. */
static void make_swap(struct plain_q *game, const struct plain_q_move *move) {
  int tiles = game->held[game->seat - 1];
  for (int i = 0; i < move->count; i++) {
    take_from_hand(game, move->tile[i].kind);
  }
  draw(game, game->seat, tiles);
  for (int i = 0; i < move->count; i++) {
    game->bag[game->left++] = move->tile[i].kind;
  }
}

void plain_q_make(struct plain_q *game, const struct plain_q_move *move) {
  if (move->kind == PLAIN_Q_PLACE) make_placement(game, move);
  if (move->kind == PLAIN_Q_SWAP) make_swap(game, move);
  if (move->kind == PLAIN_Q_PASS) {
    game->passes++;
    if (game->passes == game->options.players) game->end = PLAIN_Q_STUCK;
  }
  game->seat = game->seat % game->options.players + 1;
  if (game->end == PLAIN_Q_GOES_ON) look_for_dead_table(game);
}

int plain_q_place(const struct plain_q *game, int seat) {
  int place = 1;
  for (int i = 0; i < game->options.players; i++) {
    if (game->score[i] > game->score[seat - 1]) place++;
  }
  return place;
}

/* ---- the start and position text ---------------------------------------- */

struct plain_q_options plain_q_default_options(void) {
  return (struct plain_q_options){.players = 2,
                                  .hand = 6,
                                  .bonus = 6,
                                  .end_bonus = 6,
                                  .copies = 3,
                                  .colours = 6,
                                  .shapes = 6};
}

/* Reads tiles joined by a character until another: how many, or -1. Steps
 * behind them. */
static int read_tiles(const char **text, char joined_by, int *out, int most) {
  int count = 0;
  if (**text == '-') {
    *text += 1;
    return 0;
  }
  for (;;) {
    int kind = plain_q_read_tile(*text);
    if (kind < 0 || count == most) return -1;
    out[count++] = kind;
    *text += 2;
    if (**text != joined_by) return count;
    *text += 1;
  }
}

/* Are there at most (or exactly) as many of each tile as there should be? */
static int is_a_set(const struct plain_q *game, int exactly) {
  int copies[PLAIN_Q_KINDS] = {0};
  for (int i = 0; i < game->placed; i++) copies[game->table[i].kind]++;
  for (int i = 0; i < game->left; i++) copies[game->bag[i]]++;
  for (int seat = 0; seat < game->options.players; seat++) {
    for (int i = 0; i < game->held[seat]; i++) copies[game->hand[seat][i]]++;
  }
  for (int kind = 0; kind < PLAIN_Q_KINDS; kind++) {
    int wanted = plain_q_copies(&game->options, kind);
    if (copies[kind] > wanted) return 0;
    if (exactly && copies[kind] < wanted) return 0;
  }
  return 1;
}

int plain_q_deal(struct plain_q *game, struct plain_q_options options,
                 const char *bag) {
  memset(game, 0, sizeof *game);
  game->options = options;
  game->left = read_tiles(&bag, ',', game->bag, PLAIN_Q_TILES);
  if (*bag != '\0' || !is_a_set(game, 1)) return -1;
  for (int seat = 1; seat <= options.players; seat++)
    draw(game, seat, options.hand);
  game->seat = plain_q_opener(game);
  return 0;
}

static int by_cell(const void *a, const void *b) {
  const struct plain_q_tile *p = a, *q = b;
  return p->x != q->x ? p->x - q->x : p->y - q->y;
}

static char *write_tiles(const int *kinds, int count, char *out) {
  if (count == 0) *out++ = '-';
  for (int i = 0; i < count; i++) {
    if (i > 0) *out++ = '+';
    plain_q_write_tile(kinds[i], out);
    out += 2;
  }
  *out = '\0';
  return out;
}

static char *write_table(const struct plain_q *game, char *out) {
  struct plain_q_tile sorted[PLAIN_Q_TILES];
  memcpy(sorted, game->table, sizeof sorted);
  qsort(sorted, (size_t)game->placed, sizeof *sorted, by_cell);
  if (game->placed == 0) *out++ = '-';
  for (int i = 0; i < game->placed; i++) {
    if (i > 0) *out++ = '+';
    out = write_laid(&sorted[i], out);
  }
  return out;
}

void plain_q_fen(const struct plain_q *game, char out[PLAIN_Q_FEN]) {
  out = write_table(game, out);
  for (int i = 0; i < game->options.players; i++) {
    *out++ = i == 0 ? ' ' : '/';
    out = write_tiles(game->hand[i], game->held[i], out);
  }
  *out++ = ' ';
  out = write_tiles(game->bag, game->left, out);
  out += sprintf(out, " %d", game->seat);
  for (int i = 0; i < game->options.players; i++) {
    out += sprintf(out, "%c%d", i == 0 ? ' ' : ':', game->score[i]);
  }
  sprintf(out, " %d", game->passes);
}

static int read_table(struct plain_q *game, const char **text) {
  if (**text == '-') {
    *text += 1;
    return 0;
  }
  for (;;) {
    struct plain_q_tile *tile = &game->table[game->placed];
    int used;
    if (game->placed == PLAIN_Q_TILES) return -1;
    tile->kind = plain_q_read_tile(*text);
    if (tile->kind < 0) return -1;
    if (sscanf(*text + 2, "@%d,%d%n", &tile->x, &tile->y, &used) != 2)
      return -1;
    *text += 2 + used;
    game->placed++;
    if (**text != '+') return 0;
    *text += 1;
  }
}

static int read_hands(struct plain_q *game, const char **text) {
  for (int i = 0; i < game->options.players; i++) {
    if (**text == '\0') return -1;
    *text += 1;
    game->held[i] = read_tiles(text, '+', game->hand[i], game->options.hand);
    if (game->held[i] < 0) return -1;
    plain_q_sort(game->hand[i], game->held[i]);
  }
  return 0;
}

static int read_numbers(struct plain_q *game, const char *text) {
  int used;
  if (sscanf(text, " %d%n", &game->seat, &used) != 1) return -1;
  text += used;
  for (int i = 0; i < game->options.players; i++) {
    if (*text == '\0') return -1;
    if (sscanf(text + 1, "%d%n", &game->score[i], &used) != 1) return -1;
    text += 1 + used;
  }
  if (sscanf(text, " %d", &game->passes) != 1) return -1;
  return game->seat >= 1 && game->seat <= game->options.players ? 0 : -1;
}

int plain_q_load_fen(struct plain_q *game, struct plain_q_options options,
                     const char *fen) {
  char again[PLAIN_Q_FEN];
  const char *text = fen;
  memset(game, 0, sizeof *game);
  game->options = options;
  if (read_table(game, &text) || read_hands(game, &text)) return -1;
  if (*text++ == '\0') return -1;
  game->left = read_tiles(&text, '+', game->bag, PLAIN_Q_TILES);
  if (game->left < 0 || read_numbers(game, text) || !is_a_set(game, 0)) {
    return -1;
  }
  /* What is not written back as it was is strange in some other way. */
  plain_q_fen(game, again);
  if (strcmp(fen, again) != 0) return -1;
  look_for_dead_table(game);
  return game->end == PLAIN_Q_GOES_ON ? 0 : -1;
}
