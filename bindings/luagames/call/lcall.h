/* lcall.h: one call of a function of a layer. Over lgame, lboard and lmoves. */
#ifndef LCALL_H
#define LCALL_H

#include "luagames/lgame.h"
#include "states/lstate.h"

/* Moves that layers add over a root have this bit, which no game in C uses;
 * OWN_BIT alone is the pass that replaces an empty list. */
#define OWN_BIT ((tes_move)1 << 62)

/* Is there a game below the layer? Then its functions get `base`. */
static inline bool lcall_has_base(const lgame *layer) {
  return layer->root != NULL || layer->parent != NULL;
}

enum { ALL_CELLS = -1 };

/* One call: its arguments and results, of which each hook needs some. */
typedef struct lcall {
  hook hook;
  /* NULL, or a function that makes several calls in one, by lcall_function. */
  void (*body)(lua_State *L, struct lcall *c);
  lat at; /* the layer of the function */
  tes_move move;
  int seat;
  tes_rng *rng;
  tes_list *list;
  /* Is a move listed by `moves` one of the layer below? */
  int (*is_below)(lat at, tes_move move);
  size_t before; /* moves in the list from earlier calls */
  tes_result *result;
  tes_text *text;
  const char *said; /* WHY, READ: the input of a person or a file */
  tes_drawing *drawing;
  int *ending;
  int row;           /* PARTS: the row */
  int *lead, *trust; /* ESTIMATE */
  double *weight;    /* POLICY: the weight of the move */
  tes_move *drawn;   /* PICK */
  bool decides;      /* OVER: nil takes the state's ending back */
  bool *hidden;      /* SEEN: by cell */
  int cell;          /* the cell in question, or ALL_CELLS */
  lstate *s;         /* the lent state, during the call */
  void *lent_too;    /* the board or generator that is lent, or NULL */
} lcall;

extern const char *const lcall_names[HOOKS];

/* Runs the call; returns a status, with the reason in c->at.work. */
int lcall_run(lcall *c);
/* The call whose `out` is at `index`; raises an error if there is none. */
lcall *lcall_check_out(lua_State *L, int index, const char *function);
/* Adds a move as the `out` at `index` does. */
void lcall_add(lua_State *L, int index, const lcall *c, tes_move move);
/* Room for `count` moves; or NULL if they must be added by lcall_add, because
 * each must be a move of the game below or one of the layer's own. */
tes_move *lcall_room(lua_State *L, const lcall *c, size_t count);
/* In a body: runs the function of c->hook with the lent state. */
void lcall_function(lua_State *L, lcall *c);
/* A move from a function in Lua: any positive number. */
tes_move lcall_check_move(lua_State *L, int index, const char *what);
/* The remembered answer of the layer's `keep` about moves like this one: 1 or
 * 0; or -1 if none is remembered. */
int lcall_recall(lat at, tes_move move);

#endif
