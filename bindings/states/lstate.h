/* lstate.h: a position as a value in Lua, with its own bytes or lent ones. Over
 * lrules, below all operations on positions.
 *
 * A tesela.state is one userdata with the bytes inline; its user values are its
 * rules, its history (lhistory.h), a table of values made for it (lcells.h),
 * and, if it is lent, the moves that it remembers (lmoves.h) and its values
 * (luagames/llentstate.h). */
#ifndef LSTATE_H
#define LSTATE_H

#include "values/lrules.h"

extern const char STATE_TYPE[];

enum { STATE_RULES = 1, STATE_HISTORY, STATE_MADE, STATE_MOVES, STATE_VALUES };

/* A state that is lent to a function of the rules has no bytes of its own; when
 * that function returns, `state` becomes NULL. The next function of the same
 * level may get the same userdata, because a new one each time would cost more
 * than many functions do. A function that keeps the userdata could misuse it
 * later. So that this is noticed, the first few calls, and all calls in a
 * check, get new ones, and each is reused only for a while. */
typedef enum lending { OWN, LENT, LENT_TO_CHANGE } llending;
typedef struct lstate {
  lrules *owner;      /* kept alive by user value 1 */
  int depth;          /* lent: the level of the function that has it */
  uint32_t moves;     /* the number of moves of the history that led here */
  int viewer;         /* 0, or the seat whose view this is */
  tes_move known;     /* lent: the legal move that was passed, or 0 */
  bool remembers;     /* lent: base has listed moves, which are kept */
  bool changed;       /* lent: `known` may have become illegal */
  void *lister;       /* lent: the call to which `out` or `hide` belongs */
  int lives;          /* lent: how many more times it may be reused */
  bool asked;         /* lent to `over`: has the ending of the game below */
  struct lview *view; /* if reused: its values in Lua, or NULL */
  llending lending;
  tes_state *state; /* rules->state_size bytes: the `own` ones, or lent */
  _Alignas(8) unsigned char own[];
} lstate;

void lstate_register(lua_State *L);
/* Pushes a zeroed state of the rules at `index`, without a history. */
lstate *lstate_push(lua_State *L, int index);
/* Pushes a copy of the state at 1, with the same rules and history. */
lstate *lstate_push_copy(lua_State *L, const lstate *s);
/* Pushes a state that can be lent, with `size` extra bytes. */
lstate *lstate_push_lent(lua_State *L, int index, size_t size);
void lstate_take_back(lstate *s);
/* Pushes the table of values made for the state at `index`. */
void lstate_push_made(lua_State *L, int index);
lstate *lstate_check(lua_State *L, int index, const char *function);
/* Like lrules_work, to work on a state, on which no moves can then be made.
 * Raises an error if the state has not been started. */
tes_work *lstate_work(lua_State *L, lstate *s);
/* Is a function of the core working on the state? Then rules in Lua, which it
 * has called, must not make moves on it. */
bool lstate_is_busy(const lstate *s);
/* Raises an error: the state was lent and is gone. */
int lstate_gone(lua_State *L, const char *function);
/* Raises an error: the state was not lent to the running function. */
int lstate_elsewhere(lua_State *L, const char *function);

#endif
