/* plain_losetas.c: the rules of Losetas word by word, see plain_losetas.h.
 *
 * Nothing is kept that can be worked out again. Every rule is a function
 * that goes over all the cells or tiles that the rule speaks of; whether a
 * tile would be covered completely is found by placing the new one on a copy
 * and looking at every tile of the game.
 */
#include "plain_losetas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking at the board ----------------------------------------------- */

static int is_on_board(const struct plain_l *game, int x, int y) {
  return x >= 0 && y >= 0 && x < game->side && y < game->side;
}

int plain_l_top(const struct plain_l *game, int x, int y) {
  if (!is_on_board(game, x, y) || game->height[x][y] == 0) return -1;
  return game->stack[x][y][game->height[x][y] - 1];
}

int plain_l_colour(const struct plain_l *game, int x, int y) {
  int tile = plain_l_top(game, x, y);
  return tile < 0 ? 0 : game->tile[tile].seat;
}

int plain_l_visible(const struct plain_l *game, int tile) {
  const struct plain_l_tile *t = &game->tile[tile];
  int visible = 0;
  for (int x = t->x; x < t->x + t->width; x++) {
    for (int y = t->y; y < t->y + t->height; y++) {
      if (plain_l_top(game, x, y) == tile) visible++;
    }
  }
  return visible;
}

static int kind_of(const struct plain_l_tile *t) {
  return t->width * t->height == 4 ? 0 : t->width * t->height == 2 ? 1 : 2;
}

/* Puts the tile on what is there, without asking. */
static void put(struct plain_l *game, struct plain_l_tile t) {
  t.level = game->height[t.x][t.y];
  for (int x = t.x; x < t.x + t.width; x++) {
    for (int y = t.y; y < t.y + t.height; y++) {
      game->stack[x][y][game->height[x][y]++] = game->count;
    }
  }
  game->tile[game->count++] = t;
  game->left[t.seat - 1][kind_of(&t)]--;
}

/* ---- what is legal ------------------------------------------------------ */

static int lies_on_board(const struct plain_l *game,
                         const struct plain_l_tile *t) {
  return is_on_board(game, t->x, t->y) &&
         is_on_board(game, t->x + t->width - 1, t->y + t->height - 1);
}

/* All cells under the tile have the same height. */
static int lies_on_one_level(const struct plain_l *game,
                             const struct plain_l_tile *t) {
  for (int x = t->x; x < t->x + t->width; x++) {
    for (int y = t->y; y < t->y + t->height; y++) {
      if (game->height[x][y] != game->height[t->x][t->y]) return 0;
    }
  }
  return 1;
}

/* The box around all tiles and this one is not larger than the frame. */
static int fits_the_frame(const struct plain_l *game,
                          const struct plain_l_tile *t) {
  int left = t->x, right = t->x + t->width - 1;
  int bottom = t->y, top = t->y + t->height - 1;
  for (int i = 0; i < game->count; i++) {
    const struct plain_l_tile *other = &game->tile[i];
    int other_right = other->x + other->width - 1;
    int other_top = other->y + other->height - 1;
    if (other->x < left) left = other->x;
    if (other_right > right) right = other_right;
    if (other->y < bottom) bottom = other->y;
    if (other_top > top) top = other_top;
  }
  return right - left + 1 <= game->options.size &&
         top - bottom + 1 <= game->options.size;
}

/* On the table: an edge of the tile is an edge of a cell with a tile on it. */
static int touches_a_tile(const struct plain_l *game,
                          const struct plain_l_tile *t) {
  for (int x = t->x; x < t->x + t->width; x++) {
    for (int y = t->y; y < t->y + t->height; y++) {
      if (plain_l_colour(game, x + 1, y) || plain_l_colour(game, x - 1, y) ||
          plain_l_colour(game, x, y + 1) || plain_l_colour(game, x, y - 1)) {
        return 1;
      }
    }
  }
  return 0;
}

/* On the table: a cell beside the tile shows its own colour, whatever the
 * height there. With touch=corner the cells across its corners count too. */
static int touches_its_own(const struct plain_l *game,
                           const struct plain_l_tile *t) {
  for (int x = t->x; x < t->x + t->width; x++) {
    for (int y = t->y; y < t->y + t->height; y++) {
      for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
          int corner = dx != 0 && dy != 0;
          if (corner && game->options.touch == PLAIN_L_EDGE) continue;
          if (plain_l_colour(game, x + dx, y + dy) == t->seat) return 1;
        }
      }
    }
  }
  return 0;
}

static int may_lie_on_table(const struct plain_l *game,
                            const struct plain_l_tile *t) {
  if (game->count > 0) {
    return touches_a_tile(game, t) && !touches_its_own(game, t);
  }
  int middle = game->options.size - 1;
  return game->options.frame == PLAIN_L_FIXED ||
         (t->x == middle && t->y == middle);
}

/* On tiles: at least one covered cell shows the opponent's colour. */
static int covers_the_opponent(const struct plain_l *game,
                               const struct plain_l_tile *t) {
  for (int x = t->x; x < t->x + t->width; x++) {
    for (int y = t->y; y < t->y + t->height; y++) {
      if (plain_l_colour(game, x, y) == 3 - t->seat) return 1;
    }
  }
  return 0;
}

static int some_tile_is_covered(const struct plain_l *game) {
  for (int i = 0; i < game->count; i++) {
    if (plain_l_visible(game, i) == 0) return 1;
  }
  return 0;
}

static int may_lie_on_tiles(const struct plain_l *game,
                            const struct plain_l_tile *t) {
  if (!covers_the_opponent(game, t)) return 0;
  if (game->height[t->x][t->y] == PLAIN_L_LEVELS) abort();
  struct plain_l after = *game;
  put(&after, *t);
  return !some_tile_is_covered(&after);
}

static int is_legal(const struct plain_l *game, const struct plain_l_tile *t) {
  if (game->left[t->seat - 1][kind_of(t)] == 0) return 0;
  if (!lies_on_board(game, t) || !fits_the_frame(game, t)) return 0;
  if (!lies_on_one_level(game, t)) return 0;
  if (game->height[t->x][t->y] == 0) return may_lie_on_table(game, t);
  return may_lie_on_tiles(game, t);
}

static void write_tile(char *out, const struct plain_l_tile *t) {
  sprintf(out, "%dx%d@%c%d", t->width, t->height, 'a' + t->x, t->y + 1);
}

/* Adds where a tile of this width and height can go. */
static int add_shape(const struct plain_l *game, int seat, int width,
                     int height, plain_l_text *out) {
  int count = 0;
  for (int x = 0; x < game->side; x++) {
    for (int y = 0; y < game->side; y++) {
      struct plain_l_tile t = {seat, width, height, x, y, 0};
      if (is_legal(game, &t)) write_tile(out[count++], &t);
    }
  }
  return count;
}

static int placements(const struct plain_l *game, int seat, plain_l_text *out) {
  int count = 0;
  for (int width = 1; width <= 2; width++) {
    for (int height = 1; height <= 2; height++) {
      count += add_shape(game, seat, width, height, out + count);
    }
  }
  return count;
}

int plain_l_can_place(const struct plain_l *game, int seat) {
  plain_l_text moves[PLAIN_L_MOVES];
  return placements(game, seat, moves) > 0;
}

int plain_l_moves(const struct plain_l *game, plain_l_text *out) {
  return game->over ? 0 : placements(game, game->seat, out);
}

/* ---- making a move ------------------------------------------------------ */

/* Reads "2x1@h8" and nothing else: 1, or 0. */
static int read_tile(const char *text, struct plain_l_tile *t) {
  plain_l_text again;
  char column;
  if (strlen(text) >= PLAIN_L_TEXT) return 0;
  if (sscanf(text, "%1dx%1d@%c%2d", &t->width, &t->height, &column, &t->y) !=
      4) {
    return 0;
  }
  if (t->width < 1 || t->width > 2 || t->height < 1 || t->height > 2) return 0;
  if (column < 'a' || column > 'o' || t->y < 1 || t->y > 15) return 0;
  t->x = column - 'a';
  t->y -= 1;
  write_tile(again, t);
  return strcmp(text, again) == 0;
}

static void look_for_end(struct plain_l *game) {
  game->over = !plain_l_can_place(game, game->seat);
}

int plain_l_play(struct plain_l *game, const char *move) {
  struct plain_l_tile t = {.seat = game->seat};
  if (game->over) return -1;
  if (!read_tile(move, &t) || !is_legal(game, &t)) return -1;
  put(game, t);
  game->seat = 3 - game->seat;
  look_for_end(game);
  return 0;
}

/* ---- the start and position text ---------------------------------------- */

struct plain_l_options plain_l_default_options(void) {
  struct plain_l_options options = {.frame = PLAIN_L_FLOATING,
                                    .touch = PLAIN_L_EDGE,
                                    .tiles = {8, 8, 3},
                                    .size = 8};
  return options;
}

void plain_l_start(struct plain_l *game, struct plain_l_options options) {
  memset(game, 0, sizeof *game);
  game->options = options;
  game->side =
      options.frame == PLAIN_L_FIXED ? options.size : 2 * options.size - 1;
  for (int kind = 0; kind < PLAIN_L_KINDS; kind++) {
    game->left[0][kind] = game->left[1][kind] = options.tiles[kind];
  }
  game->seat = 1;
}

/* Lower levels first, then by cell: lower rows first, then columns. */
static int comes_before(const struct plain_l_tile *a,
                        const struct plain_l_tile *b) {
  if (a->level != b->level) return a->level < b->level;
  if (a->y != b->y) return a->y < b->y;
  return a->x < b->x;
}

static void sort_tiles(struct plain_l_tile *tile, int count) {
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count; j++) {
      if (!comes_before(&tile[j], &tile[i])) continue;
      struct plain_l_tile t = tile[i];
      tile[i] = tile[j];
      tile[j] = t;
    }
  }
}

void plain_l_fen(const struct plain_l *game, char out[PLAIN_L_FEN]) {
  struct plain_l sorted = *game;
  sort_tiles(sorted.tile, sorted.count);
  if (game->count == 0) *out++ = '-';
  for (int i = 0; i < sorted.count; i++) {
    if (i > 0) *out++ = ',';
    *out++ = " gb"[sorted.tile[i].seat];
    write_tile(out, &sorted.tile[i]);
    out += strlen(out);
  }
  sprintf(out, " %c", " gb"[game->seat]);
}

/* Puts "g2x2@h8" on what is there: 0, or -1 if it cannot lie there. */
static int add_tile(struct plain_l *game, const char *text) {
  struct plain_l_tile t = {.seat = *text == 'g' ? 1 : 2};
  if (*text != 'g' && *text != 'b') return -1;
  if (!read_tile(text + 1, &t) || !lies_on_board(game, &t)) return -1;
  if (game->left[t.seat - 1][kind_of(&t)] == 0) return -1;
  if (!fits_the_frame(game, &t) || !lies_on_one_level(game, &t)) return -1;
  if (game->height[t.x][t.y] == PLAIN_L_LEVELS) return -1;
  put(game, t);
  return 0;
}

static int read_tiles(struct plain_l *game, char *tiles) {
  if (strcmp(tiles, "-") == 0) return 0;
  for (char *t = strtok(tiles, ","); t != NULL; t = strtok(NULL, ",")) {
    if (add_tile(game, t)) return -1;
  }
  return some_tile_is_covered(game) ? -1 : 0;
}

int plain_l_load_fen(struct plain_l *game, struct plain_l_options options,
                     const char *fen) {
  char tiles[PLAIN_L_FEN], seat, again[PLAIN_L_FEN];
  plain_l_start(game, options);
  if (strlen(fen) >= PLAIN_L_FEN) return -1;
  if (sscanf(fen, "%899s %c", tiles, &seat) != 2) return -1;
  game->seat = seat == 'g' ? 1 : 2;
  if (read_tiles(game, tiles)) return -1;
  /* What is not written back as it was is strange in some other way. */
  plain_l_fen(game, again);
  if (strcmp(fen, again) != 0) return -1;
  look_for_end(game);
  return game->over ? -1 : 0;
}

/* ---- areas and the rest -------------------------------------------------- */

typedef char marks[PLAIN_L_SIDE][PLAIN_L_SIDE];

/* Marks the cell and all of its colour that hang together with it along
 * edges: how many had no mark. */
static int mark_area(const struct plain_l *game, int seat, int x, int y,
                     marks marked) {
  if (plain_l_colour(game, x, y) != seat || marked[x][y]) return 0;
  marked[x][y] = 1;
  return 1 + mark_area(game, seat, x + 1, y, marked) +
         mark_area(game, seat, x - 1, y, marked) +
         mark_area(game, seat, x, y + 1, marked) +
         mark_area(game, seat, x, y - 1, marked);
}

static int larger_first(const void *a, const void *b) {
  return *(const int *)b - *(const int *)a;
}

int plain_l_areas(const struct plain_l *game, int seat,
                  int area[PLAIN_L_AREAS]) {
  marks marked = {{0}};
  int count = 0;
  for (int x = 0; x < game->side; x++) {
    for (int y = 0; y < game->side; y++) {
      int cells = mark_area(game, seat, x, y, marked);
      if (cells > 0) area[count++] = cells;
    }
  }
  qsort(area, (size_t)count, sizeof *area, larger_first);
  return count;
}

int plain_l_score(const struct plain_l *game, int seat) {
  int area[PLAIN_L_AREAS] = {0};
  plain_l_areas(game, seat, area);
  return area[0];
}

/* The largest areas first; an area that a player does not have is 0. */
int plain_l_place(const struct plain_l *game, int seat) {
  int own[PLAIN_L_AREAS] = {0}, other[PLAIN_L_AREAS] = {0};
  plain_l_areas(game, seat, own);
  plain_l_areas(game, 3 - seat, other);
  for (int i = 0; i < PLAIN_L_AREAS; i++) {
    if (own[i] != other[i]) return own[i] > other[i] ? 1 : 2;
  }
  return 1;
}

const char *plain_l_reason(const struct plain_l *game) {
  return game->over ? "stuck" : NULL;
}
