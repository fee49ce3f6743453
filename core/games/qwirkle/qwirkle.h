/* qwirkle.h: the position of Qwirkle, and declarations for its files.
 *
 * A tile is a number in 1..36, by colour and then shape, both in the order of
 * their letters: so the ascending order of tiles is that of their names. A set
 * of tiles is a word, in which bit t represents tile t. With fewer colours or
 * shapes the numbers stay and some tiles do not exist (all_tiles); a line is
 * complete when no existing tile can join it.
 *
 * The position has the tiles on the table in an array, sorted by x, then y, and
 * not in a grid. The array does not depend on the order of play, so equal
 * positions have equal bytes, and a state stays below a kilobyte. Hands are
 * sorted too; the bag is in drawing order. Until the game ends no hand is
 * empty, and if the table has any tiles, one is on 0,0.
 *
 * Fast moves come from a grid (spots.c) kept in `work`: a torus of 128 by 128
 * cells. Lines have six tiles at most, so a connected table of 144 tiles is at
 * most 121 wide: on the torus no two of its cells coincide.
 *
 * A move is one of
 *   placement   bit 61, points << 51, direction << 50, first cell << 36, and
 *               the tiles, six bits each from the lowest, for that cell and
 *               the next empty cells of the line. A tile alone has direction
 *               ROW. So the highest of several moves has the most points.
 *   exchange    bit 60, and the tiles in ascending order from the lowest bits
 *   PASS */
#ifndef TES_QWIRKLE_H
#define TES_QWIRKLE_H

#include "../../tesela_game.h"

enum {
  TILES = 36,
  SIX = 6,   /* colours, shapes, tiles in a full line, at most */
  THREE = 3, /* the least of each of them */
  COPIES_MAX = 4,
  ALL_MAX = TILES * COPIES_MAX,
  SEATS = 4,
  HAND_MAX = 9,
  BONUS_MAX = 99,
  TORUS = 128,
  CELLS = TORUS * TORUS
};
enum {
  PLAYERS,
  HAND,
  BONUS,
  END_BONUS,
  COPIES,
  COLOURS,
  SHAPES,
  HANDS,
  OPTIONS
};
enum { HANDS_HIDDEN, HANDS_OPEN }; /* hands */
enum { OUT = 1, PASSED, DEAD };    /* state->over */
enum { ROW, COLUMN };              /* directions */

#define PLACEMENT ((tes_move)1 << 61)
#define EXCHANGE ((tes_move)1 << 60)
#define PASS ((tes_move)1 << 59)
enum { TILE_BITS = 6, CELL_AT = 36, DIRECTION_AT = 50, POINTS_AT = 51 };
enum { POINTS_END = 1 << 10 };
_Static_assert((SIX + 1) * (SIX + BONUS_MAX) < POINTS_END,
               "one line, six across");
#define TILE_FIELDS (((tes_move)1 << CELL_AT) - 1)
#define EXCHANGE_FIELDS (((tes_move)1 << HAND_MAX * TILE_BITS) - 1)

/* Compared and copied byte by byte: there must be no padding between
 * members. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct qwirkle {
  tes_state head;
  int32_t score[SEATS];            /* key from here */
  uint32_t placed[ALL_MAX];        /* qwirkle_pack(), ascending */
  uint8_t hand[SEATS][HAND_MAX];   /* ascending; then 0 */
  uint8_t bag[ALL_MAX];            /* in drawing order; then 0 */
  uint8_t count;                   /* on the table */
  uint8_t bag_count, hands[SEATS]; /* number of tiles in each */
  uint8_t passes;                  /* in a row */
  uint8_t zero;
  int8_t low[2], high[2]; /* the box of the table, x and y; derived */
  /* The last placement: its first cell, its direction, and the cells of the
   * line from there that it filled; none if the last move was not a
   * placement. */
  int8_t last_x, last_y;
  uint8_t last_direction, last_cells;
  uint8_t zero_too[4];
} qwirkle;
#pragma GCC diagnostic pop
_Static_assert(sizeof(qwirkle) % 8 == 0, "states lie side by side");

/* ---- tiles ---- */

#define ALL_TILES UINT64_C(0x1ffffffffe)
#define COLOUR_SET(c) (UINT64_C(0x3f) << (1 + SIX * (c)))
#define SHAPE_SET(s) (UINT64_C(0x41041041) << (1 + (s)))

/* The existing tiles: of the first colours, in the order r o y g b p, and the
 * first shapes, in the order c s d f u t. */
static const uint64_t qwirkle_colours[SIX + 1] = {
    [3] = COLOUR_SET(4) | COLOUR_SET(2) | COLOUR_SET(5),
    [4] = COLOUR_SET(4) | COLOUR_SET(2) | COLOUR_SET(5) | COLOUR_SET(1),
    [5] = ALL_TILES ^ COLOUR_SET(3),
    [6] = ALL_TILES};
static const uint64_t qwirkle_shapes[SIX + 1] = {
    [3] = SHAPE_SET(0) | SHAPE_SET(3) | SHAPE_SET(1),
    [4] = SHAPE_SET(0) | SHAPE_SET(3) | SHAPE_SET(1) | SHAPE_SET(2),
    [5] = ALL_TILES ^ SHAPE_SET(4),
    [6] = ALL_TILES};
TES_INLINE uint64_t all_tiles(const tes_rules *rules) {
  return qwirkle_colours[rules->value[COLOURS][0]] &
         qwirkle_shapes[rules->value[SHAPES][0]];
}

/* The tiles of a colour (kinds 0 to 5), or of a shape (kinds 6 to 11). */
TES_INLINE uint64_t kind_set(int kind) {
  return kind < SIX ? COLOUR_SET(kind) : SHAPE_SET(kind - SIX);
}

/* The tiles that may be in a line with a tile: those that share its colour or
 * its shape, without the tile itself. A line is valid if every two of its tiles
 * may be in one line. */
#define SHARING(c, s) (COLOUR_SET(c) ^ SHAPE_SET(s))
#define SHARING_COLOUR(c)                                                    \
  SHARING(c, 0), SHARING(c, 1), SHARING(c, 2), SHARING(c, 3), SHARING(c, 4), \
      SHARING(c, 5)
static const uint64_t qwirkle_sharing[TILES + 1] = {0,
                                                    SHARING_COLOUR(0),
                                                    SHARING_COLOUR(1),
                                                    SHARING_COLOUR(2),
                                                    SHARING_COLOUR(3),
                                                    SHARING_COLOUR(4),
                                                    SHARING_COLOUR(5)};

TES_INLINE int colour_of(int tile) {
  return (tile - 1) / SIX;
}
TES_INLINE int shape_of(int tile) {
  return (tile - 1) % SIX;
}
TES_INLINE uint64_t tile_bit(int tile) {
  return UINT64_C(1) << tile;
}
TES_INLINE uint64_t set_of(const uint8_t *tiles, int count) {
  uint64_t set = 0;
  for (int i = 0; i < count; i++) set |= tile_bit(tiles[i]);
  return set;
}
TES_INLINE uint64_t hand_set(const qwirkle *q, int seat) {
  return set_of(q->hand[seat - 1], q->hands[seat - 1]);
}

/* ---- cells ---- */

TES_INLINE uint32_t qwirkle_pack(int x, int y, int tile) {
  TES_ASSERT(x >= -TORUS && x < TORUS && y >= -TORUS && y < TORUS);
  return (uint32_t)(x + TORUS) << 16 | (uint32_t)(y + TORUS) << 8 |
         (uint32_t)tile;
}
TES_INLINE int packed_x(uint32_t placed) {
  return (int)(placed >> 16) - TORUS;
}
TES_INLINE int packed_y(uint32_t placed) {
  return (int)(placed >> 8 & 255) - TORUS;
}
TES_INLINE int packed_tile(uint32_t placed) {
  return (int)(placed & 255);
}

/* The cell 0,0 is in the middle of a word of 64 cells, because most tables stay
 * near it. */
enum { ORIGIN = TORUS / 4 };
TES_INLINE int torus_cell(int x, int y) {
  return ((x + ORIGIN) & (TORUS - 1)) << 7 | ((y + ORIGIN) & (TORUS - 1));
}
/* The cell `steps` further in a direction. */
TES_INLINE int cell_along(int cell, int direction, int steps) {
  return direction == ROW ? (cell + steps * TORUS) & (CELLS - 1)
                          : (cell & -TORUS) | ((cell + steps) & (TORUS - 1));
}
/* A coordinate of a cell: the one nearest to the middle of the table, because
 * no placement is 64 cells away from there. */
TES_INLINE int nearest(const qwirkle *q, int axis, int on_torus) {
  const int middle = (q->low[axis] + q->high[axis]) >> 1;
  return middle + (((on_torus - ORIGIN - middle + 64) & (TORUS - 1)) - 64);
}
TES_INLINE int cell_x(const qwirkle *q, int cell) {
  return nearest(q, 0, cell >> 7);
}
TES_INLINE int cell_y(const qwirkle *q, int cell) {
  return nearest(q, 1, cell & (TORUS - 1));
}

/* ---- moves ---- */

TES_INLINE bool is_placement(tes_move move) {
  return (move & PLACEMENT) != 0;
}
TES_INLINE int move_points(tes_move move) {
  return (int)(move >> POINTS_AT & (POINTS_END - 1));
}
TES_INLINE int move_direction(tes_move move) {
  return (int)(move >> DIRECTION_AT & 1);
}
TES_INLINE int start_cell(tes_move move) {
  return (int)(move >> CELL_AT & (CELLS - 1));
}
/* The first of some packed tiles, and the rest. */
TES_INLINE int first_tile(tes_move tiles) {
  return (int)(tiles & 63);
}
TES_INLINE tes_move other_tiles(tes_move tiles) {
  return tiles >> TILE_BITS;
}

TES_INLINE const qwirkle *qwirkle_of(const tes_state *state) {
  return (const qwirkle *)state;
}
/* Does a viewer (0: sees everything) see the hand of a seat? */
TES_INLINE bool sees(const tes_rules *rules, int viewer, int seat) {
  return viewer == 0 || viewer == seat || rules->value[HANDS][0] == HANDS_OPEN;
}

/* ---- tiles.c: tiles and cells, and their names ---- */

void qwirkle_sort(uint8_t *tiles, int count);
/* Are these tiles, ascending, in the hand of a seat? */
bool qwirkle_holds(const qwirkle *q, int seat, const uint8_t *tiles, int count);
/* The largest number of different tiles in a set that share a colour or a
 * shape. */
int qwirkle_largest(uint64_t tiles);
typedef struct tile_name {
  char text[3];
} tile_name;
tile_name qwirkle_name(int tile);
/* "red circle" */
void qwirkle_put_words(int tile, tes_text *text);
void qwirkle_put_tiles(const uint8_t *tiles, int count, const char *between,
                       tes_text *text);
void qwirkle_put_table(const qwirkle *q, const char *between, tes_text *text);
/* Reads a tile's two letters and advances; 0 if there are none, or if the game
 * has no such tile. */
int qwirkle_read_tile(const tes_rules *rules, const char **text);
/* "colour r o y g b p, shape c s d f u t", limited to those in the game. */
void qwirkle_put_letters(const tes_rules *rules, tes_text *text);
/* Reads "x,y" and advances. */
bool qwirkle_read_cell(const char **text, int *x, int *y);

/* ---- spots.c: the table as a grid ---- */

/* An empty cell beside a tile. For its row and for its column: the set of tiles
 * that may join the line there, the tiles ahead of the cell, and lengths. */
typedef struct spot {
  uint64_t fits[2];
  uint64_t ahead[2];
  uint8_t after[2];  /* tiles in the line on that side */
  uint8_t length[2]; /* of the line with a tile here */
  uint8_t worth[2];  /* the same, plus FULL if it is then complete */
  uint16_t cell;
} spot;
enum { FULL = 8 };
TES_INLINE int tiles_before(const spot *s, int direction) {
  return s->length[direction] - 1 - s->after[direction];
}

/* Zeroed memory is an empty table. `slot` of a cell is 0 (nothing near), 1..36
 * (a tile), or SPOT plus the number of a spot. `open` is the set of the cells
 * that have a spot, `some` the set of its words that are not 0. Released spots
 * are stacked in `unused` and match no tile; those from `fresh` on were never
 * used.
 *
 * A connected table of n tiles has 2n + 2 open cells at most. On the way from
 * one state to another, the grid may have only m of them, in many pieces: then
 * there are at most 4m open cells, and at most 2n + 2 plus the n - m cells of
 * the missing tiles. With 144 tiles the smaller limit is never above 347. */
enum { SPOT = 64, SPOTS = 3 * ALL_MAX };
typedef struct grid {
  uint64_t all;             /* the existing tiles */
  uint32_t placed[ALL_MAX]; /* as in the last state that was served */
  int count;
  int fresh, unused_count;
  uint64_t some[CELLS / 64 / 64], open[CELLS / 64];
  uint16_t slot[CELLS];
  uint16_t unused[SPOTS];
  uint64_t fits[SPOTS]; /* of a spot, row and column; 0 if unused */
  spot spots[SPOTS];
} grid;

TES_INLINE bool is_tile(int slot) {
  return (unsigned)(slot - 1) < TILES;
}
/* The table of a state, in the memory of a work. */
grid *qwirkle_grid(const tes_rules *rules, const qwirkle *q, tes_work *work);
/* Adds a tile; the caller updates `placed`. */
void qwirkle_add(grid *t, int cell, int tile);
/* Can any of these tiles be placed? */
bool qwirkle_fits(const grid *t, uint64_t tiles);
/* The tiles that may be placed alone on a cell. */
uint64_t qwirkle_allowed(const qwirkle *q, const grid *t, int x, int y);

/* ---- all_placements.c ---- */

/* Appends the placements of the seat to move: TES_OK or TES_ENOMEM. */
int qwirkle_placements(const tes_rules *rules, const qwirkle *q, const grid *t,
                       tes_list *list);

/* ---- one_placement.c: one placement, checked tile by tile ---- */

typedef struct laid {
  int x, y, tile;
} laid;
typedef struct placement {
  int count, direction;
  laid at[SIX]; /* by x, then y */
} placement;
enum { LINE_MAX_LENGTH = 64 };
typedef struct line {
  int x, y, direction, length; /* from its first cell */
  int tile[LINE_MAX_LENGTH];
} line;

/* The tile on a cell, or 0. */
int qwirkle_at(const qwirkle *q, int x, int y);
/* Decodes a move; false if it is not a placement, or not on empty cells. */
bool qwirkle_decode(const qwirkle *q, tes_move move, placement *p);
/* Sorts the tiles and checks that the cells are empty and in one line without
 * gaps: TES_OK, or the reason in `error`. */
int qwirkle_arrange(const qwirkle *q, placement *p, tes_error *error);
/* Encodes an arranged placement, with its points. */
tes_move qwirkle_encode(const tes_rules *rules, const qwirkle *q,
                        const placement *p);
/* The lines of two tiles or more that a placement makes or extends. */
int qwirkle_lines(const qwirkle *q, const placement *p, line lines[SIX + 1]);
/* The number of tiles in a complete line of this kind. */
int qwirkle_full_length(const tes_rules *rules, const line *l);
/* Are the tiles of a line of one kind, and all different? */
int qwirkle_check_line(const line *l, tes_error *error);
/* Checks whether the tiles can be placed, whichever hand they are in: TES_OK,
 * or the reason in `error`. */
int qwirkle_examine(const qwirkle *q, const placement *p, tes_error *error);
/* The same, but only from the hand of the seat to move. */
int qwirkle_examine_hand(const qwirkle *q, const placement *p,
                         tes_error *error);

/* ---- deal.c: chance and hidden information ---- */

/* Shuffles just enough that the places from..to-1 are a random choice. */
void qwirkle_shuffle(uint8_t *tiles, int from, int to, int count, tes_rng *rng);
int qwirkle_beginner(const tes_rules *rules, const qwirkle *q);
/* Deals the hands from the front of the bag; sets the seat that begins. */
void qwirkle_hand_out(const tes_rules *rules, qwirkle *q);
/* All tiles that a seat does not see, ascending; returns their number. */
int qwirkle_unseen(const tes_rules *rules, const qwirkle *q, int seat,
                   uint8_t *pool);
/* Deals a pool of tiles, ascending, to the hands that a seat does not see and
 * to the bag, as many to each as it has. While the table is empty, the largest
 * sets in the hands must have these sizes (0: any); false if no such deal is
 * found. */
bool qwirkle_redeal(const tes_rules *rules, qwirkle *q, int seat, uint8_t *pool,
                    int count, const int sizes[SEATS], tes_rng *rng);
int qwirkle_hide(const tes_rules *rules, tes_state *state, int seat,
                 tes_rng *rng, tes_work *work);

/* ---- rules.c ---- */

int qwirkle_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work);
int qwirkle_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result, tes_work *work);
int qwirkle_moves(const tes_rules *rules, const tes_state *state,
                  tes_list *list, tes_work *work);
bool qwirkle_legal(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work);
int qwirkle_apply(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work);
/* The tiles that are not on the table. */
uint64_t qwirkle_tiles_left(const tes_rules *rules, const qwirkle *q);
/* Does any player have no tiles left? */
bool qwirkle_is_out(const tes_rules *rules, const qwirkle *q);
int qwirkle_resume(const tes_rules *rules, tes_state *state, tes_work *work);
int64_t qwirkle_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work);

/* ---- notation.c: moves as text ---- */

/* Reads tiles and cells and arranges them, whichever hand they are in;
 * `numbers`: may tiles be given by their positions in the hand? */
int qwirkle_read_placement(const tes_rules *rules, const qwirkle *q,
                           const char *text, bool numbers, placement *p,
                           tes_error *error);
tes_move qwirkle_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work);
int qwirkle_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  int seat, tes_text *text, tes_work *work);
extern const tes_part qwirkle_made_of[];
int qwirkle_part(const tes_rules *rules, const tes_state *state, tes_move move,
                 int row, tes_text *text, tes_work *work);
void qwirkle_why(const tes_rules *rules, const tes_state *state, tes_move move,
                 const char *text, tes_work *work);

/* ---- position.c: positions and starts as text ---- */

extern const tes_deal_text qwirkle_deal;
void qwirkle_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text);
int qwirkle_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work);

/* ---- picture.c: drawing and queries ---- */

extern const tes_query qwirkle_queries[];
int qwirkle_draw(const tes_rules *rules, const tes_state *state, int seat,
                 tes_move hint, tes_drawing *drawing, tes_work *work);
int qwirkle_get(const tes_rules *rules, const tes_state *state, int seat,
                int query, const char *argument, int64_t *integer,
                tes_text *text, tes_work *work);

/* ---- insight.c: knowledge for searches ---- */

extern const tes_insight qwirkle_insight;

#endif
