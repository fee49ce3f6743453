/* lgame.h: games whose rules are written in Lua, wholly or in part: what they
 * are made of, and where their cells lie. The lowest floor of luagames, over
 * the core alone.
 *
 * A game in Lua is a userdata that begins with a tes_game like any other. The
 * core calls its functions; those that are written in Lua are run by lcall.c,
 * and only there does Lua run from inside the core. Games stand in layers: at
 * the bottom a game in C, the `root` (or nothing, where all is written in
 * Lua), and over it one layer for each tesela.derive. For every function
 * `owner` names the uppermost layer that gave one, NULL where it is the root's
 * own, which then is in the vtable itself and runs at full speed. A layer with
 * `keep` owns the moves, too: they are those below that it keeps.
 *
 * User value 1 is the table that the game was made from: it keeps alive the
 * functions and every string that the vtable points to. User value 2 is the
 * game below, user value 3 is `base`, what functions of this layer call it by,
 * and from HOOK_VALUES on come these functions, by hook.
 *
 * Behind the bytes of the root stand the cells: 32-bit integers that the
 * layers declared as fields, the lowest layer first. */
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

/* Who sees a cell: all, one seat (by its number), nobody, or whom the function
 * of its field says. What is 0 is an empty cell, which everybody sees. */
enum { TO_ALL = 0, TO_NOBODY = TES_SEATS_MAX + 1, ASKED };

/* Cells begin as 0, which is in the range. What a field hides is dealt anew
 * from its pool, which other fields may share, or at random: from 1 on. */
typedef struct lfield {
  const char *name;
  int first, count; /* cells */
  int32_t min, max; /* what each may hold, in whatever way it came there */
  const char *pool; /* or NULL */
  bool random;      /* neither this nor a pool: everybody sees it */
  bool on_board;    /* a number for each cell of the board */
} lfield;

static inline bool lfield_hides(const lfield *field) {
  return field->pool != NULL || field->random;
}

typedef struct lgame {
  tes_game game; /* first */
  tes_deal_text deal;
  tes_insight insight;
  const tes_game *root;
  /* Under the pie rule (lswap.h): the game without it, and the cell of the
   * choice, or -1. */
  tes_game inner;
  tes_insight turned;
  int swap;
  tes_game reading;           /* where there is a `why`: the game without it */
  const struct lgame *parent; /* the layer below, or NULL */
  const struct lgame *owner[HOOKS];
  tes_option option[TES_OPTIONS_MAX + 1];
  const char *ending[ENDINGS_MAX + 1];
  const char *seat_name[TES_SEATS_MAX + 1];
  tes_part part[PARTS_MAX + 1];
  int own_parts;   /* of a whole game: its first rows, which `parts` answers */
  int root_parts;  /* rows of it that are the root's own */
  char kinds[160]; /* of moves, of which the first of these may tell */
  lfield field[FIELDS_MAX];
  int fields, cells;
  uint32_t looks;       /* bits: the fields that an estimate is learnt from */
  int hiding;           /* fields that hide something */
  int chance;           /* the cell where its generator begins, or -1 */
  int seats, seats_row; /* without a root: how many, or which option says */
  int stuck;      /* the number of the ending when all are left no move, or 0 */
  int passes;     /* the cell that counts them */
  int limit;      /* of its functions, in milliseconds; 0: they are trusted */
  int iterations; /* what searches do where nobody says; 0: no matter */
  int below;      /* layers below this one */
  int keeps;      /* layers with `keep`, up to this one */
  /* What the answers of its `keep` depend on, apart from the seat: BY_ALL,
   * BY_MOVE, or that many parts of the move, by their rows. */
  int by;
  uint8_t by_row[PARTS_MAX];
  lplan plan;
  lfinish finish[ENDINGS_MAX]; /* by ending */
  bool planned[HOOKS]; /* does the plan do it? Then this layer owns the hook */
  const char *former;  /* of fields in texts, each with a blank behind */
  int last;            /* the cell that has the last move's, or -1 */
  uint8_t seen[CELLS_MAX]; /* by cell: who sees it */
} lgame;

/* The open of the vtable, by which such games are told from others. */
int lgame_open(tes_rules *rules, tes_error *error);

/* The close of whole games. */
void lgame_close(tes_rules *rules);

/* The game if it is one in Lua, else NULL. */
static inline const lgame *lgame_from(const tes_game *game) {
  return game->open == lgame_open ? (const lgame *)game : NULL;
}

static inline const lgame *lgame_of(const tes_rules *rules) {
  return lgame_from(rules->game);
}

/* The layer from `layer` down (NULL: there is none) that gives a function, or
 * NULL: it is the root's. */
static inline const lgame *lgame_owner(const lgame *layer, hook h) {
  return layer != NULL ? layer->owner[h] : NULL;
}

/* A layer at a state: who is asked, and about what. `layer` is where to begin,
 * NULL for the root; `rules` are those that are played. A function that only
 * looks leaves the state alone, whatever its type. */
typedef struct lat {
  const lgame *layer;
  const tes_rules *rules;
  tes_state *state;
  tes_work *work;
} lat;

/* The uppermost layer, where the core calls. */
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

/* The same where the layer below is asked. */
static inline lat lat_below(lat at) {
  return lat_on(at, at.layer->parent);
}

/* The same at the layer whose function of this hook it has. */
static inline lat lat_owner(lat at, hook h) {
  return lat_on(at, lgame_owner(at.layer, h));
}

/* The board that these rules declare, or NULL. */
static inline const lmap *lgame_map(const tes_rules *rules) {
  return lgame_of(rules)->plan.map.columns > 0 ? rules->tables : NULL;
}

/* Is this hook a function in Lua? */
bool lgame_calls(const lgame *g, hook h);
/* Is one of them? Then one thread searches. */
bool lgame_has_function(const lgame *g);
/* Does a plan do all that is asked at each ply? */
bool lgame_is_planned(const lgame *g);
/* Is one called at each ply? Then searches take their time. */
bool lgame_is_slow(const lgame *g);

/* What the cell says. */
enum { SIDES_FIRST, SIDES_OPEN, SIDES_KEPT, SIDES_CHANGED };
/* The side that a seat plays: under the pie rule it may be the other one. */
int lgame_side(const tes_rules *rules, const tes_state *state, int seat);

/* Takes an ending back, so that the game goes on, or says why it cannot. */
int lgame_resume(lat at);
/* Where the cells of a state begin: to be changed, or looked at. */
int32_t *lgame_cells(const tes_rules *rules, tes_state *state);
const int32_t *lgame_see_cells(const tes_rules *rules, const tes_state *state);
/* Is there something that not every seat sees, be it only the generator? */
static inline bool lgame_is_secret(const lgame *g) {
  return g->hiding > 0 || g->chance >= 0;
}

/* Room for a state in the caller's scratch memory, behind what the root has
 * there: what a state was before a function changed it, how the root sees it,
 * or what is drawn of one in which things are hidden. */
typedef enum lkept { BY_APPLY, BY_CALL, BY_SIDE, BY_DRAW, BY_TEXT, KEPT } lkept;
tes_state *lgame_kept(const tes_rules *rules, const tes_work *work,
                      lkept which);

#endif
