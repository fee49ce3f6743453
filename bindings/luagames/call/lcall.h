/* lcall.h: one call of a function of a layer. Over lgame, lboard and lmoves. */
#ifndef LCALL_H
#define LCALL_H

#include "luagames/lgame.h"
#include "states/lstate.h"

/* Moves of layers in Lua over a root have this bit, which no game in C uses;
 * OWN_BIT alone is the pass that stands in for a list left empty. */
#define OWN_BIT ((tes_move)1 << 62)

/* Does something lie below the layer, so that its functions get base? */
static inline bool lcall_has_base(const lgame *layer) {
  return layer->root != NULL || layer->parent != NULL;
}

enum { ALL_CELLS = -1 };

/* One call: what goes in and what comes out, as the hook needs it. */
typedef struct lcall {
  hook hook;
  /* NULL, or what runs several functions in one call, by lcall_function. */
  void (*body)(lua_State *L, struct lcall *c);
  lat at; /* the layer whose function it is */
  tes_move move;
  int seat;
  tes_rng *rng;
  tes_list *list;
  /* Is a move that `moves` lists one of the layer below? */
  int (*is_below)(lat at, tes_move move);
  size_t before; /* moves in the list that are not of this call */
  tes_result *result;
  tes_text *text;
  const char *said; /* WHY, READ: what a person or a file says */
  tes_drawing *drawing;
  int *ending;
  int row;           /* PARTS: which */
  int *lead, *trust; /* ESTIMATE */
  double *weight;    /* POLICY: of the move */
  tes_move *drawn;   /* PICK */
  bool decides;      /* OVER: nil takes back the ending that the state has */
  bool *hidden;      /* SEEN: by cell */
  int cell;          /* the one that is asked about, or ALL_CELLS */
  lstate *s;         /* what is lent, when it is */
  void *lent_too;    /* the board or the generator, or NULL */
} lcall;

extern const char *const lcall_names[HOOKS];

/* Runs it: a status, with the reason in c->at.work. */
int lcall_run(lcall *c);
/* The call whose `out` is at `index`; raises if there is none. */
lcall *lcall_check_out(lua_State *L, int index, const char *function);
/* Adds a move by the `out` at `index`. */
void lcall_add(lua_State *L, int index, const lcall *c, tes_move move);
/* Room for `count` moves; or NULL, where each must be a move of the game below
 * or one of the layer's own: lcall_add checks that. */
tes_move *lcall_room(lua_State *L, const lcall *c, size_t count);
/* In a body: runs the function of c->hook on the state that is lent. */
void lcall_function(lua_State *L, lcall *c);
/* What a function in Lua wrote for a move: any number from 1 on. */
tes_move lcall_check_move(lua_State *L, int index, const char *what);
/* What the layer's `keep` has said of moves like this one: 1, 0, or -1: nothing
 * yet, or its answers are not remembered. */
int lcall_recall(lat at, tes_move move);

#endif
