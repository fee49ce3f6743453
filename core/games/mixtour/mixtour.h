/* mixtour.h: the position of Mixtour, and declarations for its files.
 *
 * Cells are numbered 6 * row + column from a1 = 0 to e5 = 28; column 5 is a
 * wall. A 64-bit word holds a set of cells twice: cell c as bit c and again as
 * bit 63 - c. One left shift by s then steps from c to c + s in the lower copy
 * and from c to c - s in the upper one: the shifts 1, 5, 6, 7 give all eight
 * directions. Six bits between the copies are free, so only e5 shifted by 7
 * would run into the other copy; see step_along().
 *
 * A stack is a byte: a sentinel bit, then the pieces from the bottom up, so the
 * top piece is bit 0 and taking k pieces is a mask and a shift. Stacks on the
 * board are at most 7 high; 1 is an empty cell.
 *
 * plane[k] is the set (both copies) of the stacks at least k high: plane[1] is
 * the set of occupied cells, and "exactly d high" is plane[d] & ~plane[d + 1].
 *
 * history contains the last reversible moves in a row, `quiet` of them. A
 * position can repeat only among those, and walking back through them detects
 * it exactly; no hash can collide. */
#ifndef TES_MIXTOUR_H
#define TES_MIXTOUR_H

#include "../../tesela_game.h"

enum { WHITE, RED };                              /* and seats 1, 2 */
enum { EMPTY = 1, HIGHEST = 7, STALL_MAX = 100 }; /* EMPTY: the sentinel */
enum { POINTS = 1, PASSES, REPETITION, STALL };   /* state->over */
/* Rows of the options. */
enum { WIN_SCORE, PIECES, STACK, REPEAT, STALLED, OPTIONS };
enum { PIECES_MAX = 20 }; /* of each player */
enum { SCORE_MAX = 255 };
_Static_assert(SCORE_MAX == UINT8_MAX, "a byte");

/* A move: pieces << 10 | from << 5 | to; ENTER | cell; or PASS. */
enum { ENTER = 1 << 13, PASS = 1 << 14 };

#define BOARD_LOW UINT64_C(0x1f7df7df)
#define BOARD (BOARD_LOW | UINT64_C(0xfbefbef8) << 32)
/* The most moves in one position. In each direction a stack meets one other,
 * and a move there is determined by the lowest piece that it carries: at most
 * one move for each piece on the board and each of eight directions. The other
 * moves are at most 24 entries, or 25 when the board is empty. */
enum { MOVES_MAX = 2 * PIECES_MAX * 8 + 24 };

/* Compared and copied byte by byte: there must be no padding between
 * members. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct mixtour {
  tes_state head;
  /* The key, which == and hash cover. */
  uint8_t stack[32]; /* by cell; 0 on walls */
  uint8_t score[2];
  uint8_t passed; /* the last move was a pass */
  uint8_t zero;
  uint16_t forbidden; /* the take-back, if it would be legal; or 0 */
  uint16_t zero_too;
  /* Derived from the key, or history. */
  uint64_t plane[HIGHEST + 2]; /* [0] unused, [8] always empty */
  uint8_t reserve[2];
  uint8_t quiet;
  uint8_t idle;  /* both passed in this series, and a variant continued */
  uint16_t last; /* the last move, or 0 */
  uint16_t forbidden_base; /* `forbidden` when `quiet` was last 0 */
  /* STALLED of them end the game, so no more are made. */
  uint16_t history[STALL_MAX];
} mixtour;
#pragma GCC diagnostic pop
_Static_assert(sizeof(mixtour) % 8 == 0, "states lie side by side");

TES_INLINE const mixtour *mixtour_of(const tes_state *state) {
  return (const mixtour *)state;
}

TES_INLINE int move_pieces(tes_move move) {
  return (int)(move >> 10 & 15);
}
TES_INLINE int move_from(tes_move move) {
  return (int)(move >> 5 & 31);
}
TES_INLINE int move_to(tes_move move) {
  return (int)(move & 31);
}
TES_INLINE int height(unsigned stack) {
  return tes_highest(stack | 1);
}
TES_INLINE uint64_t both(int cell) {
  return UINT64_C(1) << cell | UINT64_C(1) << (63 - cell);
}
/* The height limit of stacks. */
TES_INLINE int top_of(const tes_rules *rules) {
  return rules->value[STACK][0] - 1;
}

/* ---- rules.c ---- */

/* If two cells are in line: the steps between them (1..4), and the lane, an
 * index of the shifts 1, 5, 6, 7; else 0. */
int mixtour_distance(int from, int to, int *lane);
/* Is a move (any number) legal, apart from the take-back rule? */
bool mixtour_reaches(const mixtour *m, tes_move move);
/* Sets planes and reserves from the stacks. */
void mixtour_derive(const tes_rules *rules, mixtour *m);
/* Makes a random move, or a pass; counts the ply. */
void mixtour_random_ply(const tes_rules *rules, mixtour *m, tes_rng *rng);
int mixtour_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work);
int mixtour_moves(const tes_rules *rules, const tes_state *state,
                  tes_list *list, tes_work *work);
int64_t mixtour_count(const tes_rules *rules, const tes_state *state,
                      tes_work *work);
bool mixtour_legal(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work);
int mixtour_apply(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work);
int mixtour_resume(const tes_rules *rules, tes_state *state, tes_work *work);
/* Has a player reached the winning score? */
bool mixtour_is_won(const tes_rules *rules, const mixtour *m);
int mixtour_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result, tes_work *work);
int64_t mixtour_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work);

/* ---- notation.c: moves as text ---- */

extern const char *const mixtour_side[]; /* "white", "red" */
tes_cell_name mixtour_name(int cell);
/* The cell whose name is at the front of a string, or -1. */
int mixtour_cell(const char *text);
/* The first occupied cell strictly between two cells of a line, or -1. */
int mixtour_blocker(const mixtour *m, int from, int to, int distance);
/* The pieces of a stack, from bottom to top. */
void mixtour_put_stack(unsigned stack, tes_text *text);
tes_move mixtour_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work);
int mixtour_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  int seat, tes_text *text, tes_work *work);
extern const tes_part mixtour_made_of[];
int mixtour_part(const tes_rules *rules, const tes_state *state, tes_move move,
                 int row, tes_text *text, tes_work *work);
void mixtour_why(const tes_rules *rules, const tes_state *state, tes_move move,
                 const char *text, tes_work *work);

/* ---- position.c: positions as text ---- */

void mixtour_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text);
int mixtour_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work);

/* ---- picture.c: drawing and queries ---- */

extern const tes_query mixtour_queries[];
int mixtour_draw(const tes_rules *rules, const tes_state *state, int seat,
                 tes_move hint, tes_drawing *drawing, tes_work *work);
int mixtour_get(const tes_rules *rules, const tes_state *state, int seat,
                int query, const char *argument, int64_t *integer,
                tes_text *text, tes_work *work);

/* ---- insight.c: knowledge for searches ---- */

extern const tes_insight mixtour_insight;
int mixtour_describe(const tes_rules *rules, tes_cells *cells,
                     tes_error *error);
int mixtour_look(const tes_rules *rules, const tes_state *state,
                 uint8_t *value);

#endif
