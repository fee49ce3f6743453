/* blokus.h: the position of Blokus, and declarations for its files.
 *
 * The board is a flat set of bits with one wall column: cell (x, y) is bit 22 +
 * 21 y + x, so neighbours are 1 and 21 away, diagonal ones 20 and 22, and no
 * step wraps into another row. Eight words hold 20x20; smaller boards use the
 * same geometry with more cells off the board.
 *
 * Each colour has three sets: `own`, its cells; `near`, these and their edge
 * neighbours, where it may not place any more; and `corner`, the cells that
 * touch it at a corner (at first the start cells), at least one of which a
 * placement must cover. A corner is live if it is on the board, empty and not
 * near. `own` is the key; the others are derived from it.
 *
 * A placement is a form (a piece in one orientation; the 21 pieces of Blokus
 * have 91) and the cell of its first square, by row from the bottom and then
 * column. A move is cell << 9 | form, or PASS.
 *
 * A variant may bring its own kit: pieces of up to eight cells, the board,
 * holes in it, and the start cells (kit.c). A patch (patch.h) fits into one
 * word if pieces have up to five cells; all such pieces are among the 21. With
 * larger pieces, or very many start cells, rules are `wide`: placements allowed
 * by the patch are tried square by square (all_placements.c). */
#ifndef TES_BLOKUS_H
#define TES_BLOKUS_H

#include "../../tesela_game.h"

enum {
  COLOURS = 4,
  WORDS = 8,
  PITCH = 21,
  ORIGIN = 22, /* the bit of a1 */
  SIDE_MIN = 3,
  SIDE_MAX = 20,
  CELLS_MAX = SIDE_MAX * SIDE_MAX,
  SQUARES_MAX = 8,
  PIECES_MAX = 64,
  FORMS_MAX = 8 * PIECES_MAX,
  PIECE_NAME_MAX = 12
};
enum { PLAYERS, CORNERS, VARIANT, BONUS_ALL, BONUS_LAST, OPTIONS }; /* rows */
enum { ANY, FIXED };   /* corners */
enum { CLASSIC, DUO }; /* variant */
enum { BLOCKED = 1 };  /* state->over */

#define PASS ((tes_move)1 << 20)

/* Compared and copied byte by byte: there must be no padding between
 * members. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct blokus {
  tes_state head;
  uint64_t own[COLOURS][WORDS]; /* key */
  uint8_t colour;               /* key: to move, from 0 */
  uint8_t single_last;          /* key: bit of each colour */
  uint8_t zero[6];
  uint64_t near[COLOURS][WORDS];
  uint64_t corner[COLOURS][WORDS];
  uint64_t played[COLOURS]; /* piece bits */
  uint32_t last;            /* the last move, or 0 */
  uint8_t stuck;            /* colours known to have no more placements */
  uint8_t zero_too[3];
} blokus;
#pragma GCC diagnostic pop
_Static_assert(sizeof(blokus) % 8 == 0, "states lie side by side");

typedef struct square {
  int8_t x, y;
} square;

typedef struct piece {
  char name[PIECE_NAME_MAX + 1];
  uint8_t size;
  square square[SQUARES_MAX];
  uint64_t bit; /* in a patch, and among the played pieces */
} piece;

/* The pieces and the board, before the tables are made from them (kit.c). */
typedef struct kit {
  const char *game; /* its name, for errors */
  int width, height, colours;
  int pieces, largest; /* their number; the most cells of one */
  int starts, holes;
  bool fixed; /* a start cell for each colour, in order */
  piece piece[PIECES_MAX];
  uint16_t start[CELLS_MAX], hole[CELLS_MAX]; /* bits */
} kit;

/* A piece in one orientation. */
typedef struct form {
  uint8_t piece, size, width, height;
  uint8_t left; /* columns of it to the left of its first square */
  uint8_t turn; /* number of the orientation, from 1 */
  int8_t dx[SQUARES_MAX], dy[SQUARES_MAX]; /* from the first square */
  uint8_t beside[SQUARES_MAX]; /* by square: the neighbours that it covers */
  uint64_t bit;                /* of the piece */
  /* The cells that it covers, those near it, and its corners: bits counted from
   * the cell one row and one column before its first square. */
  uint64_t cover[3], near[3], corner[3];
} form;

/* A candidate is a form placed with one of its squares on a corner; the 91
 * forms have 414 candidates. A candidate's mask is the set of cells that must
 * be free in the patch of the corner (patch.h); its move is (corner << 9) + 511
 * - back. There is a batch of candidates for each state of the corner's eight
 * neighbours, without those that cover a blocked neighbour (states that only a
 * first piece can meet share the batch of all candidates); each batch is padded
 * to whole vectors. */
enum { BATCH = 8 };
enum { LINE = 64 }; /* size of a cache line in bytes: holds eight words */

typedef struct batch {
  uint32_t from, to;
} batch;

typedef struct tables tables;
typedef tes_move *lister(const tables *t, const blokus *b, int colour,
                         tes_move *out);

/* The traits of a colour (outlook.c). Its areas consist of cells open to it: */
enum {
  AREA_OPEN,
  AREA_NEAR,  /* within two steps of its live corners */
  AREA_REACH, /* within four */
  AREA_FIRST, /* within eight, where no opponent is as near */
  AREA_ONLY,  /* within eight, where no opponent is within eight */
  AREA_ALONE, /* at any distance, where no opponent is within four */
  AREAS
};
enum { EDGES, BLOCKS, SHAPES };
enum { /* all traits: those of the areas, then */
       CELLS = AREAS * SHAPES,
       LEFT_LARGE, /* pieces of five cells and more */
       LEFT_FOUR,
       LEFT_SMALL,
       WAITS,
       TRAITS
};
typedef void watcher(const tes_rules *rules, const blokus *b,
                     int trait[][TRAITS]);

typedef tes_move *drawer(const tables *t, const blokus *b, int colour,
                         tes_rng *rng, tes_move *out);
/* Games with fitted numbers; every other game uses the numbers of one of
 * them. */
enum { DUO_KIND, TWO_KIND, FOUR_KIND, KINDS };

/* Built when rules are opened. */
struct tables {
  int width, height, colours;
  int pieces, forms, largest;
  bool wide;
  bool foresees;     /* has an estimate of points for this board (outlook.c) */
  uint8_t kind;      /* DUO_KIND, TWO_KIND or FOUR_KIND */
  uint8_t stuck;     /* colours that cannot place any first piece */
  uint64_t all;      /* the bits of all pieces */
  uint64_t single;   /* that of the single cell, if the kit has it */
  size_t placements; /* the number of placements on an empty board */
  lister *list;
  drawer *drawn;
  watcher *watch;
  const uint64_t *mask;
  const uint32_t *back;
  void *block; /* the memory of these two */
  size_t block_size;
  batch batch[256];
  uint64_t off[WORDS];            /* bits that are not on the board */
  uint64_t start[COLOURS][WORDS]; /* start cells of each colour */
  piece piece[PIECES_MAX];
  form form[]; /* eight for each piece, if they were all different */
};

TES_INLINE const blokus *blokus_of(const tes_state *state) {
  return (const blokus *)state;
}
TES_INLINE const tables *tables_of(const tes_rules *rules) {
  return (const tables *)rules->tables;
}
TES_INLINE int bit_of(int x, int y) {
  return ORIGIN + PITCH * y + x;
}
TES_INLINE bool has_bit(const uint64_t *set, int bit) {
  return set[bit >> 6] >> (bit & 63) & 1;
}
TES_INLINE void set_bit(uint64_t *set, int bit) {
  set[bit >> 6] |= UINT64_C(1) << (bit & 63);
}
/* Is a cell between the edges a hole, which no piece can cover? */
TES_INLINE bool is_hole(const tables *t, int bit) {
  return has_bit(t->off, bit);
}
/* The colour on a cell, or -1. */
TES_INLINE int colour_at(const tables *t, const blokus *b, int bit) {
  int colour = t->colours - 1;
  while (colour >= 0 && !has_bit(b->own[colour], bit)) colour--;
  return colour;
}
TES_INLINE int column_of(int bit) {
  return (bit - ORIGIN) % PITCH;
}
TES_INLINE int row_of(int bit) {
  return (bit - ORIGIN) / PITCH;
}
TES_INLINE int move_form(tes_move move) {
  return (int)(move & 511);
}
TES_INLINE int move_cell(tes_move move) {
  return (int)(move >> 9 & 511);
}
TES_INLINE tes_move move_of(int cell, int number) {
  return (tes_move)cell << 9 | number;
}

/* The cells of `from` and the open cells one step from them. */
TES_INLINE void blokus_step(const uint64_t *from, const uint64_t *open,
                            uint64_t *to) {
  uint64_t low = 0, x = from[0];
  for (int i = 0; i < WORDS; i++) {
    const uint64_t high = i < WORDS - 1 ? from[i + 1] : 0;
    const uint64_t sides = x << 1 | low >> 63 | x >> 1 | high << 63;
    const uint64_t rows =
        x << PITCH | low >> (64 - PITCH) | x >> PITCH | high << (64 - PITCH);
    to[i] = open[i] & (x | sides | rows);
    low = x;
    x = high;
  }
}

/* Adds a form's set, which begins a row and a column before its cell. When
 * shifted, the set of a narrow form still fits into three words, and that of a
 * wide one into four. */
TES_INLINE void blokus_stamp(uint64_t *set, const uint64_t *part, int cell,
                             bool wide) {
  const int at = cell - ORIGIN, shift = at & 63;
  int word = at >> 6;
  uint64_t carry = 0;
  for (int i = 0; i < 3 && word < WORDS; i++, word++) {
    set[word] |= part[i] << shift | carry;
    carry = part[i] >> 1 >> (63 - shift);
  }
  if (wide && word < WORDS) set[word] |= carry;
  TES_ASSERT(carry == 0 || (wide && word < WORDS));
}

/* ---- kit.c: pieces and board ---- */

tes_cell_name blokus_name_of(int bit);
/* The bit of a cell of the board, advancing past its name; -1 if there is
 * none. */
int blokus_read_cell(int width, int height, const char **text);
/* Compares names of pieces without regard to case. */
bool blokus_is_name(const char *name, const char *text, size_t length);
/* Reads the data of a game, with defaults for the rest. */
int blokus_read_kit(const tes_rules *rules, kit *k, tes_error *error);

/* ---- all_placements.c: every placement of a colour ---- */

/* A lister writes the placements and returns their end. There must be room for
 * all placements on the board, and one vector more. Returns the fastest lister
 * for this processor. */
lister *blokus_lister(bool wide, tes_cpu cpu);
/* A drawer draws a live corner, uniformly from those that have a placement, and
 * lists its placements; none if no corner has any. It needs as much room as a
 * lister. */
drawer *blokus_drawer(bool wide, tes_cpu cpu);
bool blokus_can_place(const tables *t, const blokus *b, int colour);
/* Bits where the colour may not go; and the bits of `corner` that it may
 * cover. */
void blokus_blocked(const tables *t, const blokus *b, int colour,
                    uint64_t blocked[WORDS]);
void blokus_live(const tables *t, const blokus *b, int colour,
                 uint64_t live[WORDS]);

/* ---- tables.c: forms and candidates ---- */

bool blokus_is_wide(const kit *k);
int blokus_build(const kit *k, bool wide, const tes_alloc *alloc,
                 tables **built, tes_error *error);
void blokus_free(tables *t, const tes_alloc *alloc);
/* The move of a form whose first square is at a cell; 0 if off the board. */
tes_move blokus_fit(const tables *t, int form, int x, int y);
/* The piece with this name; or -1. */
int blokus_find_piece(const tables *t, const char *text, size_t length);
/* Removes from a set the cells that are connected to one cell along edges:
 * those of one piece. Returns their number, at most one more than a piece can
 * have. */
int blokus_take_piece(uint64_t *set, int bit, int bits[SQUARES_MAX + 1]);
/* Sorts the bits of some cells; returns the form that they make, or -1. */
int blokus_form_of(const tables *t, int *bits, int count);

/* ---- rules.c ---- */

int blokus_seat(const tes_rules *rules, const blokus *b, int colour);
/* The number of colours whose points count: with three players, those of the
 * shared colour do not. */
int blokus_counted(const tes_rules *rules);
int blokus_points(const tes_rules *rules, const blokus *b, int colour);
int blokus_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                 tes_work *work);
int blokus_result(const tes_rules *rules, const tes_state *state,
                  tes_result *result, tes_work *work);
int blokus_moves(const tes_rules *rules, const tes_state *state, tes_list *list,
                 tes_work *work);
bool blokus_legal(const tes_rules *rules, const tes_state *state, tes_move move,
                  tes_work *work);
void blokus_place(const tables *t, blokus *b, int colour, tes_move move);
/* Finds the next colour, from the colour to move on, that can place. */
void blokus_settle(const tes_rules *rules, blokus *b);
int blokus_apply(const tes_rules *rules, tes_state *state, tes_move move,
                 tes_work *work);
int blokus_resume(const tes_rules *rules, tes_state *state, tes_work *work);
/* Draws each placement with the drawer or, without one, from all placements. */
int64_t blokus_play_out(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work, drawer *draw);
int64_t blokus_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                       tes_work *work);

/* ---- notation.c: moves as text ---- */

typedef struct colour_name {
  const char *name;
  char letter, capital[2];
  tes_colour paint;
} colour_name;
/* In the order of play. */
const colour_name *blokus_colours(const tes_rules *rules);
/* The cell farthest from a1, for messages. */
tes_cell_name blokus_last_cell(const tables *t);
tes_move blokus_parse(const tes_rules *rules, const tes_state *state,
                      const char *text, tes_work *work);
int blokus_print(const tes_rules *rules, const tes_state *state, tes_move move,
                 int seat, tes_text *text, tes_work *work);
extern const tes_part blokus_made_of[];
int blokus_part(const tes_rules *rules, const tes_state *state, tes_move move,
                int row, tes_text *text, tes_work *work);
void blokus_why(const tes_rules *rules, const tes_state *state, tes_move move,
                const char *text, tes_work *work);

/* ---- position.c: positions as text ---- */

void blokus_save(const tes_rules *rules, const tes_state *state, int seat,
                 tes_text *text);
int blokus_load(const tes_rules *rules, tes_state *state, const char *text,
                tes_rng *rng, tes_work *work);

/* ---- picture.c: drawing and queries ---- */

extern const tes_query blokus_queries[];
int blokus_draw(const tes_rules *rules, const tes_state *state, int seat,
                tes_move hint, tes_drawing *drawing, tes_work *work);
int blokus_get(const tes_rules *rules, const tes_state *state, int seat,
               int query, const char *argument, int64_t *integer,
               tes_text *text, tes_work *work);

/* ---- outlook.c: an estimate of the final points ---- */

enum { KNOTS = 6 };
/* A watcher writes the traits of all colours. Returns the fastest watcher for
 * this processor. */
watcher *blokus_watcher(tes_cpu cpu);
int blokus_knot(const tables *t, const blokus *b, int *past);
int blokus_foresee(const tes_rules *rules, const tes_state *state,
                   double *score);

/* ---- insight.c: knowledge for searches ---- */

extern const tes_insight blokus_insight;
int blokus_describe(const tes_rules *rules, tes_cells *cells, tes_error *error);
int blokus_look(const tes_rules *rules, const tes_state *state, uint8_t *value);
/* For the program that fits the numbers: the phase of the colour to move, and
 * the exponents of its moves with given factors. */
enum { PHASES = 6, FACTORS = 29 };
int blokus_phase(const tables *t, const blokus *b);
void blokus_exponents(const tes_rules *rules, const tes_state *state,
                      const tes_list *moves, const int16_t *factor,
                      double *exponents);

#endif
