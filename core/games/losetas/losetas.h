/* losetas.h: the position of Losetas, and declarations for its files.
 *
 * The playing area is an 8x8 board of bits, cell (x, y) as bit 8 y + x: the
 * cells whose top has a colour, and the height of each cell in three planes. No
 * stack is higher than 7: each of its tiles except the top one is still visible
 * in a neighbouring cell, and a SAT solver found no arrangement of eight such
 * tiles, on a board of any size.
 *
 * The position does not record which tile a cell belongs to. The rules only ask
 * whether a tile would be covered completely. For this it keeps the pairs of
 * visible cells that belong to one tile, as four boards of links: east (c, c +
 * 1), north (c, c + 8), rising (c, c + 9) and falling (c + 1, c + 8), each
 * stored at c. A tile with
 *   one visible cell has no link at that cell;
 *   two has one link;
 *   three or four is a 2x2, has an east and a north link, and these share a
 *   cell, whichever they are. Each cell has one top, so an east and a north
 *   link within a 2x2 block always belong to one tile, the tile of the block.
 * So an east link in no block with a north link is all that is visible of its
 * tile, and a diagonal link within a block means that the tile of the block is
 * there, which another 2x2 tile on the same block would cover completely.
 *
 * A floating board is kept justified: the bounding box of the tiles begins at
 * cell 0, and (x, y) is its place on the sheet, which has all cells that a game
 * can reach. On a fixed board, x = y = 0.
 *
 * All this is the key. The tiles in the order of placement, which no rule
 * needs, are also kept for text and drawings; each has a visible cell, so there
 * are at most 64.
 *
 * A move is (kind + 1) << 8 | row << 4 | column of its lower-left cell on the
 * sheet; a tile is the same with its colour in bit 11. PASS is never listed:
 * under a variant's rules it may be the only move. */
#ifndef TES_LOSETAS_H
#define TES_LOSETAS_H

#include "../../tesela_game.h"

enum { GREY, BLUE };                         /* and seats 1, 2 */
enum { SQUARE, LYING, STANDING, SINGLE };    /* kinds: 2x2 2x1 1x2 1x1 */
enum { KINDS = 4, STOCKS = 3, SIDE = 8 };    /* lying and standing: one stock */
enum { TILES_MAX = 64, HIGHEST = 7 };        /* on the board; of a stack */
enum { FRAME, TOUCH, TILES, SIZE, OPTIONS }; /* rows of the options */
enum { STUCK = 1 };                          /* state->over */
enum { PASS = 1 << 12 };                     /* a move */
/* The most moves in one position: in one window 49 + 56 + 56 + 64, by kind; and
 * two full words and a corner, of four cells and four kinds (see rules.c). */
enum { MOVES_MAX = 225 + 64 + 64 + 16 };

/* Compared and copied byte by byte: there must be no padding between
 * members. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct losetas {
  tes_state head;
  /* The key, which == and hash cover. */
  uint64_t own[2];   /* cells whose top has the colour */
  uint64_t plane[3]; /* heights, from the lowest bit */
  uint64_t east, north, rising, falling;
  uint8_t left[2][STOCKS]; /* tiles of each player */
  uint8_t x, y;            /* of cell 0 on the sheet */
  /* Derived from the key, or history. */
  uint8_t wide, tall; /* columns and rows in use, counted from cell 0 */
  uint8_t count;      /* number of tiles */
  uint8_t zero;
  uint16_t last; /* the last move, or 0 */
  uint16_t zero_too;
  uint16_t tile[TILES_MAX];
} losetas;
#pragma GCC diagnostic pop
_Static_assert(sizeof(losetas) % 8 == 0, "states lie side by side");

TES_INLINE const losetas *losetas_of(const tes_state *state) {
  return (const losetas *)state;
}

TES_INLINE int move_kind(tes_move move) {
  return (int)(move >> 8 & 7) - 1;
}
TES_INLINE int move_x(tes_move move) {
  return (int)(move & 15);
}
TES_INLINE int move_y(tes_move move) {
  return (int)(move >> 4 & 15);
}
TES_INLINE int tile_colour(unsigned tile) {
  return (int)(tile >> 11 & 1);
}
TES_INLINE int kind_width(int kind) {
  return kind == SQUARE || kind == LYING ? 2 : 1;
}
TES_INLINE int kind_height(int kind) {
  return kind == SQUARE || kind == STANDING ? 2 : 1;
}
TES_INLINE int kind_stock(int kind) {
  return kind == SQUARE ? 0 : kind == SINGLE ? 2 : 1;
}
TES_INLINE bool is_floating(const tes_rules *rules) {
  return rules->value[FRAME][0] == 0;
}
TES_INLINE uint64_t occupied(const losetas *m) {
  return m->own[GREY] | m->own[BLUE];
}
TES_INLINE int height_of(const losetas *m, int cell) {
  return (int)((m->plane[0] >> cell & 1) | (m->plane[1] >> cell & 1) << 1 |
               (m->plane[2] >> cell & 1) << 2);
}
/* The most that a tile can stick out of the box on either side. */
TES_INLINE int overhang(int size, int used) {
  return size - used < 2 ? size - used : 2;
}

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)

/* The cells that share an edge with a cell of the set. */
TES_INLINE uint64_t beside(uint64_t set) {
  return set << 8 | set >> 8 | (set & ~FILE_H) << 1 | (set & ~FILE_A) >> 1;
}

/* The cells of a set that are connected to given ones. */
TES_INLINE uint64_t area_of(uint64_t area, uint64_t set) {
  uint64_t before;
  do {
    before = area;
    area |= beside(area) & set;
  } while (area != before);
  return area;
}

/* ---- rules.c ---- */

/* Puts a tile of a colour onto the board, where it must fit; its cell is one of
 * the sheet's. Does not end the turn or the game. */
void losetas_put(losetas *m, int colour, tes_move move);
bool losetas_can_place(const tes_rules *rules, const losetas *m);
/* The areas of a colour: the number of areas of each size. */
typedef struct areas {
  uint8_t count[TILES_MAX + 1];
  int largest;
} areas;
areas losetas_areas(uint64_t own);
int losetas_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work);
int losetas_moves(const tes_rules *rules, const tes_state *state,
                  tes_list *list, tes_work *work);
int64_t losetas_count(const tes_rules *rules, const tes_state *state,
                      tes_work *work);
bool losetas_legal(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work);
int losetas_apply(const tes_rules *rules, tes_state *state, tes_move move,
                  tes_work *work);
int losetas_resume(const tes_rules *rules, tes_state *state, tes_work *work);
int losetas_result(const tes_rules *rules, const tes_state *state,
                   tes_result *result, tes_work *work);
int64_t losetas_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work);

/* ---- sheet.c: the tiles one by one, by the cells of the sheet ---- */

typedef struct coordinates {
  int x, y;
} coordinates;
/* The number of named columns and rows: the board's, or the sheet's. */
int losetas_sheet(const tes_rules *rules);
/* The number that a cell of the sheet has on the board, or -1 if it is off
 * it. */
int losetas_cell(const losetas *m, int x, int y);
/* The cells of a tile; returns their number. */
int losetas_cells(tes_move move, coordinates cells[4]);
int losetas_height(const losetas *m, coordinates s);
/* The result of laying all tiles again, one by one: the tile on top of each
 * cell of the board (or -1), and the level of each tile, from 1. */
typedef struct layout {
  int8_t top[TILES_MAX];
  uint8_t level[TILES_MAX];
} layout;
layout losetas_lay(const losetas *m);
/* A tile whose visible cells a move would all cover, or -1. */
int losetas_vanishing(const losetas *m, tes_move move);

/* ---- notation.c: moves as text ---- */

extern const char *const losetas_colour[2]; /* "grey", "blue" */
extern const char *const losetas_kind[KINDS];
/* Reads the name of a cell of the sheet. */
bool losetas_read_cell(const tes_rules *rules, const char **text, int *x,
                       int *y);
/* The kind given by the first three characters, or -1. */
int losetas_read_kind(const char *text);
void losetas_put_tile(unsigned tile, tes_text *text);
/* Would a tile stay within the frame and lie on one level? If not, `error` has
 * the reason, after `what`. */
bool losetas_lies(const tes_rules *rules, const losetas *m, tes_move move,
                  const char *what, tes_error *error);
tes_move losetas_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work);
int losetas_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  int seat, tes_text *text, tes_work *work);
extern const tes_part losetas_made_of[];
int losetas_part(const tes_rules *rules, const tes_state *state, tes_move move,
                 int row, tes_text *text, tes_work *work);
void losetas_why(const tes_rules *rules, const tes_state *state, tes_move move,
                 const char *text, tes_work *work);

/* ---- position.c: positions as text ---- */

void losetas_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text);
int losetas_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work);

/* ---- picture.c: drawing and queries ---- */

extern const tes_query losetas_queries[];
int losetas_draw(const tes_rules *rules, const tes_state *state, int seat,
                 tes_move hint, tes_drawing *drawing, tes_work *work);
int losetas_get(const tes_rules *rules, const tes_state *state, int seat,
                int query, const char *argument, int64_t *integer,
                tes_text *text, tes_work *work);

/* ---- insight.c: knowledge for searches ---- */

extern const tes_insight losetas_insight;
int losetas_describe(const tes_rules *rules, tes_cells *cells,
                     tes_error *error);
int losetas_look(const tes_rules *rules, const tes_state *state,
                 uint8_t *value);

#endif
