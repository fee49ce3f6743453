/* lstate.h: a position as a value of Lua: its bytes, its own or lent. Over
 * lrules; what one can do with it stands above.
 *
 * A tesela.state is one userdata with the bytes inline; its user values are its
 * rules, its history (lhistory.h), a table of what was made for it (lcells.h),
 * and, of one that is lent, the moves that it remembers (lmoves.h) and its
 * values (luagames/llentstate.h). */
#ifndef LSTATE_H
#define LSTATE_H

#include "values/lrules.h"

extern const char STATE_TYPE[];

enum { STATE_RULES = 1, STATE_HISTORY, STATE_MADE, STATE_MOVES, STATE_VALUES };

/* A state that is lent to a function of the rules has no bytes of its own, and
 * no `state` any more when that function has returned. The next function of
 * the same level may be lent it again: a new one each time would cost more than
 * many a function does. One that somebody has kept is then good for what it
 * should not be; so the first ones are new each time, those of a check always,
 * and no one is lent for ever. */
typedef enum lending { OWN, LENT, LENT_TO_CHANGE } llending;
typedef struct lstate {
  lrules *owner;      /* kept alive by user value 1 */
  int depth;          /* lent: that of the function it was lent to */
  uint32_t moves;     /* of the history, how many led here */
  int viewer;         /* 0, or the seat whose view this is */
  tes_move known;     /* lent: the move that the call is about, or 0 */
  bool remembers;     /* lent: moves that base has listed */
  bool changed;       /* lent: since then it may have become illegal */
  void *lister;       /* lent: the call that `out` or `hide` is of */
  int lives;          /* lent: how often it will be lent again */
  bool asked;         /* lent to `over`: what the game below found is in it */
  struct lview *view; /* lent again: what it shows as values, or NULL */
  llending lending;
  tes_state *state; /* rules->state_size bytes: the `own` ones, or lent */
  _Alignas(8) unsigned char own[];
} lstate;

void lstate_register(lua_State *L);
/* Pushes a zeroed state of the rules at `index`, without a history. */
lstate *lstate_push(lua_State *L, int index);
/* Pushes a copy of the state at 1, with the same rules and history. */
lstate *lstate_push_copy(lua_State *L, const lstate *s);
/* Pushes a state that can be lent, with room for `size` bytes beside it. */
lstate *lstate_push_lent(lua_State *L, int index, size_t size);
void lstate_take_back(lstate *s);
/* Pushes the table of what was made for the state at `index`. */
void lstate_push_made(lua_State *L, int index);
lstate *lstate_check(lua_State *L, int index, const char *function);
/* As lrules_work, for work on a state, which nobody plays on meanwhile. Raises
 * where a state has not been started. */
tes_work *lstate_work(lua_State *L, lstate *s);
/* Functions of the core that are at work on the state rely on it: they have
 * called rules in Lua, and those do not play on it. */
bool lstate_is_busy(const lstate *s);
/* Raises that a state was lent and is gone. */
int lstate_gone(lua_State *L, const char *function);
/* Raises that the function at work is not the one it was lent to. */
int lstate_elsewhere(lua_State *L, const char *function);

#endif
