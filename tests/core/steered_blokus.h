/* steered_blokus.h: Blokus games that are played towards something.
 *
 * In random games hardly ever a colour gets rid of all its pieces. Here the
 * moves are chosen by a plan: a colour plays well for some of its turns, then
 * badly, to be blocked early. Only the plain implementation is asked, and the
 * randomness is of its own, so that games depend on nothing else. */
#ifndef TESELA_STEERED_BLOKUS_H
#define TESELA_STEERED_BLOKUS_H

#include <stdbool.h>
#include <stdio.h>

#include "dice.h"
#include "plain_blokus.h"

/* ---- the board ---- */

typedef struct cell {
  int x, y;
} cell;

/* Cells of a text as plain writes it: how many, 0 for a pass. */
static inline int read_cells(const char *text, cell cells[5]) {
  int count = 0, used = 0;
  char column;
  while (count < 5 &&
         sscanf(text, "%c%2d%n", &column, &cells[count].y, &used) == 2) {
    cells[count].x = column - 'a';
    cells[count++].y -= 1;
    text += used;
    if (*text++ != ',') break;
  }
  return count;
}

static inline void write_cells(plain_b_text out, const cell cells[5],
                               int count) {
  size_t used = 0;
  for (int i = 0; i < count; i++) {
    used +=
        (size_t)snprintf(out + used, PLAIN_B_TEXT - used, "%s%c%d",
                         i > 0 ? "," : "", 'a' + cells[i].x, cells[i].y + 1);
  }
}

static inline int by_cell(const void *a, const void *b) {
  const cell *p = a, *q = b;
  return p->y != q->y ? p->y - q->y : p->x - q->x;
}

static inline bool is_among(const cell cells[5], int count, cell c) {
  for (int i = 0; i < count; i++) {
    if (cells[i].x == c.x && cells[i].y == c.y) return true;
  }
  return false;
}

static inline char at(const struct plain_b *plain, int x, int y) {
  if (x < 0 || y < 0 || x >= plain->side || y >= plain->side) return ' ';
  return plain->cell[plain->side * y + x];
}

static inline bool has_own_beside(const struct plain_b *plain, char own, int x,
                                  int y) {
  return at(plain, x + 1, y) == own || at(plain, x - 1, y) == own ||
         at(plain, x, y + 1) == own || at(plain, x, y - 1) == own;
}

/* May a colour that is on the board go on with this cell? */
static inline bool is_open(const struct plain_b *plain, char own, int x,
                           int y) {
  if (at(plain, x, y) != '.' || has_own_beside(plain, own, x, y)) return false;
  return at(plain, x + 1, y + 1) == own || at(plain, x - 1, y + 1) == own ||
         at(plain, x + 1, y - 1) == own || at(plain, x - 1, y - 1) == own;
}

/* Is a free cell out of reach because of the colour's own pieces? */
static inline bool is_forbidden(const struct plain_b *plain, char own, int x,
                                int y) {
  return at(plain, x, y) == '.' && has_own_beside(plain, own, x, y);
}

/* ---- plans ---- */

/* A colour plays well for so many of its turns, then badly. */
typedef struct plan {
  bool random;
  int good_turns[PLAIN_B_COLOURS];
  bool single_last;
} plan;

/* How many cells there are where a colour could go on. */
static inline int open_corners(const struct plain_b *plain, int colour) {
  const char own = plain_b_letter(plain, colour);
  int count = 0;
  for (int y = 0; y < plain->side; y++) {
    for (int x = 0; x < plain->side; x++) count += is_open(plain, own, x, y);
  }
  return count;
}

static inline bool plays_well(const struct plain_b *plain, const plan *how,
                              int colour) {
  const int turn = PLAIN_B_PIECES - plain_b_count_left(plain, colour, 0);
  return turn < how->good_turns[colour];
}

/* How many of its pieces a colour could still place. */
static inline int placeable(struct plain_b plain, int colour) {
  static plain_b_text moves[PLAIN_B_MOVES];
  bool found[PLAIN_B_PIECES] = {false};
  int pieces = 0;
  plain.colour = colour;
  const int count = plain_b_moves(&plain, moves);
  for (int i = 0; i < count; i++) {
    const int piece = plain_b_piece_of(&plain, moves[i]);
    if (piece < 0 || found[piece]) continue;
    found[piece] = true;
    pieces++;
  }
  return pieces;
}

/* Who plays well leaves itself open corners, and in the end room for each of
 * its pieces; who plays badly leaves them to the ones who play well. */
static inline int value_after(const struct plain_b *plain, const plan *how,
                              const char *move) {
  cell cells[5];
  struct plain_b after = *plain;
  const int count = read_cells(move, cells), mover = plain->colour;
  const bool well = plays_well(plain, how, mover);
  int value = 0;
  for (int i = 0; i < count; i++) {
    after.cell[after.side * cells[i].y + cells[i].x] =
        plain_b_letter(plain, mover);
  }
  for (int colour = 0; colour < plain->colours; colour++) {
    if (plays_well(plain, how, colour)) {
      value += open_corners(&after, colour);
    } else if (colour == mover) {
      value -= 4 * open_corners(&after, colour);
    }
  }
  if (!well) value -= 2 * count;
  if (well && plain_b_count_left(plain, mover, 0) <= 7) {
    after.left[mover][plain_b_piece_of(plain, move)] = 0;
    value += 100 * placeable(after, mover);
  }
  return value;
}

static inline int size_of(const char *move) {
  cell cells[5];
  return read_cells(move, cells);
}

/* How many cells the piece should have: many, but for the single one. */
static inline int wanted_size(const struct plain_b *plain, const plan *how,
                              plain_b_text *moves, int count) {
  int largest = 0, smallest = 5;
  for (int i = 0; i < count; i++) {
    const int size = size_of(moves[i]);
    if (size > largest) largest = size;
    if (size < smallest) smallest = size;
  }
  const int left = plain_b_count_left(plain, plain->colour, 0);
  const bool now = !how->single_last && left < 12;
  return now && smallest == 1 ? 1 : largest;
}

static inline const char *choose(const struct plain_b *plain, const plan *how,
                                 plain_b_text *moves, int count, dice *rng) {
  const char *best = moves[below(rng, count)];
  if (how->random || count == 1) return best;
  const bool well = plays_well(plain, how, plain->colour);
  const int size = well ? wanted_size(plain, how, moves, count) : 0;
  int best_value = -1000;
  for (int tries = 0; tries < 60; tries++) {
    const char *move = moves[below(rng, count)];
    if (well && size_of(move) != size) continue;
    const int value = value_after(plain, how, move);
    if (value > best_value) best = move;
    if (value > best_value) best_value = value;
  }
  return best;
}

/* One colour is to get rid of everything. */
static inline plan plan_to_finish(int colour, bool single_last) {
  plan how = {.single_last = single_last};
  how.good_turns[colour] = PLAIN_B_PIECES;
  return how;
}

/* The colours are to be blocked in the order with this number. */
static inline plan plan_an_order(int number, int colours) {
  plan how = {.single_last = true};
  int free_turns[PLAIN_B_COLOURS] = {0, 5, 11, PLAIN_B_PIECES};
  if (colours == 2) free_turns[1] = PLAIN_B_PIECES;
  for (int i = 0, radix = colours; i < colours; i++, radix--) {
    int orders = 1;
    for (int k = 2; k < radix; k++) orders *= k;
    const int earlier = number / orders % radix;
    how.good_turns[i] = free_turns[earlier];
    for (int j = earlier; j < radix - 1; j++) free_turns[j] = free_turns[j + 1];
  }
  return how;
}

#endif
