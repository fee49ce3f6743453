/* lgame.h: games whose rules are written in Lua, entirely or partly: their
 * parts, and the places of their cells. The lowest floor of luagames, over only
 * the core.
 *
 * A game in Lua is a userdata that begins with an ordinary tes_game. The core
 * calls its functions; lcall.c, the only place where Lua runs from inside the
 * core, runs those written in Lua. Games consist of layers: at the bottom a
 * game in C, the `root` (or nothing, if the whole game is in Lua), and over it
 * one layer for each tesela.derive. For every function, `owner` is the
 * uppermost layer that has it; or NULL for the root's own, which is then in the
 * vtable itself and runs at full speed. A layer with `keep` also owns the
 * moves: they are the moves below that it keeps.
 *
 * User value 1 is the table that the game was made from: it keeps alive the
 * functions, and every string that the vtable points to. User value 2 is the
 * game below; user value 3 is `base`, through which functions of this layer
 * call that game; from HOOK_VALUES on come the functions, by hook.
 *
 * After the bytes of the root come the cells: 32-bit integers that the layers
 * declared as fields, those of the lowest layer first. */
#ifndef LGAME_H
#define LGAME_H

#include "luagames/plan/lplan.h"
#include "tesela_game.h"

#define GAME_TYPE "tesela.game"

typedef enum hook {
  START,
  MOVES,
  APPLY,
  OVER,
  RESULT,
  PRINT,
  DRAW,
  HIDE,
  TELL,
  SEEN,
  KEEP,
  PICK,
  ESTIMATE,
  POLICY,
  PARTS,
  WHY,
  POSITION,
  READ,
  HOOKS
} hook;

enum { HOOK_VALUES = 4, GAME_VALUES = HOOK_VALUES + HOOKS };
enum { PARTS_MAX = 16, BY_ALL = 0, BY_MOVE = -1 };
enum { FIELDS_MAX = 24, ENDINGS_MAX = 16, CELLS_MAX = 4096 };

/* Who sees a cell: all seats, one seat (its number), none, or ASKED: the
 * function of its field decides. A cell that is 0 is empty, and all seats see
 * it. */
enum { TO_ALL = 0, TO_NONE = TES_SEATS_MAX + 1, ASKED };

/* Cells begin as 0, which is in the range. Hidden cells are dealt again from
 * the field's pool, which other fields may share, or as random numbers from 1
 * to the maximum. */
typedef struct lfield {
  const char *name;
  int first, count; /* cells */
  int32_t min, max; /* the range of each cell, for every way of setting it */
  const char *pool; /* or NULL */
  bool random;      /* without this and a pool all seats see the field */
  bool on_board;    /* a number for each cell of the board */
} lfield;

static inline bool lfield_hides(const lfield *field) {
  return field->pool != NULL || field->random;
}

typedef struct lgame {
  tes_game game; /* must be first */
  tes_deal_text deal;
  tes_insight insight;
  const tes_game *root;
  /* Under the pie rule (lswap.h): the game without it, and the cell of the
   * choice, or -1. */
  tes_game inner;
  tes_insight turned;
  int swap;
  tes_game reading;           /* if there is a `why`: the game without it */
  const struct lgame *parent; /* the layer below, or NULL */
  const struct lgame *owner[HOOKS];
  tes_option option[TES_OPTIONS_MAX + 1];
  const char *ending[ENDINGS_MAX + 1];
  const char *seat_name[TES_SEATS_MAX + 1];
  tes_part part[PARTS_MAX + 1];
  int own_parts;   /* the first rows of a whole game, answered by `parts` */
  int root_parts;  /* the number of the root's rows */
  char kinds[160]; /* the kinds of moves, if the first row is the kind */
  lfield field[FIELDS_MAX];
  int fields, cells;
  uint32_t looks;       /* bits: the fields that learnt estimates use */
  int hiding;           /* number of fields that hide something */
  int chance;           /* the first cell of its generator, or -1 */
  int seats, seats_row; /* without a root: their number, or its option */
  int stuck;            /* the ending when no seat has a move, or 0 */
  int passes;           /* the cell that counts passes */
  int limit;            /* milliseconds for a function; 0: trusted */
  int iterations;       /* the default for searches, or 0 */
  int below;            /* layers below this one */
  int keeps;            /* layers with `keep`, up to and including this one */
  /* The answers of its `keep` depend on the seat and on this: BY_ALL, BY_MOVE,
   * or this number of parts of the move, whose rows are in by_row. */
  int by;
  uint8_t by_row[PARTS_MAX];
  lplan plan;
  lfinish finish[ENDINGS_MAX]; /* by ending */
  bool planned[HOOKS]; /* does the plan do it? Then this layer owns the hook */
  const char *former;  /* names of former fields, a space after each */
  int last;            /* the cell with the last move, or -1 */
  uint8_t seen[CELLS_MAX]; /* by cell: who sees it */
} lgame;

/* The `open` of the vtable, which identifies these games. */
int lgame_open(tes_rules *rules, tes_error *error);

/* The `close` of whole games. */
void lgame_close(tes_rules *rules);

/* The game if it is in Lua, otherwise NULL. */
static inline const lgame *lgame_from(const tes_game *game) {
  return game->open == lgame_open ? (const lgame *)game : NULL;
}

static inline const lgame *lgame_of(const tes_rules *rules) {
  return lgame_from(rules->game);
}

/* The layer from `layer` downwards (NULL: none) that has a function, or NULL
 * for the root's. */
static inline const lgame *lgame_owner(const lgame *layer, hook h) {
  return layer != NULL ? layer->owner[h] : NULL;
}

/* A layer and a state: `layer` is the layer to begin with, NULL for the root;
 * `rules` are those that are being played. Functions that only read do not
 * change the state, although its type allows it. */
typedef struct lat {
  const lgame *layer;
  const tes_rules *rules;
  tes_state *state;
  tes_work *work;
} lat;

/* The uppermost layer, which the core calls. */
static inline lat lat_top(const tes_rules *rules, const tes_state *state,
                          tes_work *work) {
  tes_state *same = (tes_state *)(uintptr_t)state;
  return (lat){lgame_of(rules), rules, same, work};
}

/* The same at another layer. */
static inline lat lat_on(lat at, const lgame *layer) {
  at.layer = layer;
  return at;
}

/* The same at the layer below. */
static inline lat lat_below(lat at) {
  return lat_on(at, at.layer->parent);
}

/* The same at the layer that owns this hook. */
static inline lat lat_owner(lat at, hook h) {
  return lat_on(at, lgame_owner(at.layer, h));
}

/* The board that these rules declare, or NULL. */
static inline const lmap *lgame_map(const tes_rules *rules) {
  return lgame_of(rules)->plan.map.columns > 0 ? rules->tables : NULL;
}

/* Is this hook a function in Lua? */
bool lgame_calls(const lgame *g, hook h);
/* Is any hook a function in Lua? Then only one thread can search. */
bool lgame_has_function(const lgame *g);
/* Does a plan do everything that is called at each ply? */
bool lgame_is_planned(const lgame *g);
/* Is a function called at each ply? Then searches are slow. */
bool lgame_is_slow(const lgame *g);

/* The values of the cell `swap`. */
enum { SIDES_FIRST, SIDES_OPEN, SIDES_KEPT, SIDES_CHANGED };
/* The side that a seat plays: under the pie rule it may be the other one. */
int lgame_side(const tes_rules *rules, const tes_state *state, int seat);

/* Takes an ending back, so that the game continues, or reports why it
 * cannot. */
int lgame_resume(lat at);
/* The cells of a state, for writing and for reading. */
int32_t *lgame_cells(const tes_rules *rules, tes_state *state);
const int32_t *lgame_see_cells(const tes_rules *rules, const tes_state *state);
/* Is anything hidden from a seat, even if only the generator? */
static inline bool lgame_is_secret(const lgame *g) {
  return g->hiding > 0 || g->chance >= 0;
}

/* Room for a copy of the state in the caller's scratch memory, after the root's
 * part. Each purpose has its own. */
typedef enum lkept { BY_APPLY, BY_CALL, BY_SIDE, BY_DRAW, BY_TEXT, KEPT } lkept;
tes_state *lgame_kept(const tes_rules *rules, const tes_work *work,
                      lkept which);

#endif
