/* lhistory.h: the history of a state: its start and the moves since. Over
 * lstate.
 *
 * Copies of a state share one history, and each knows how many of the moves are
 * its own past. A state at the end of the history appends its move in place; a
 * copy that diverges first copies the moves. So playing allocates nothing,
 * unless the history is full and doubles; and copying a state costs the same
 * however long the game is.
 *
 * A state without a history (the end of a playout) has no past to list.
 *
 * A view starts a new history, because the position that it shows is partly
 * invented. User value 2 is then the history of the real game, which is listed
 * as far as the seat may know it. User value 1 is the position text or the deal
 * that the game began with; `seed` dealt anything that the text leaves open. */
#ifndef LHISTORY_H
#define LHISTORY_H

#include "lstate.h"

void lhistory_register(lua_State *L);
/* Gives the state on the top of the stack a history that begins with its
 * present position. `kind`: how that came about, and the type of `text`. */
typedef enum lsetup { BY_SEED, BY_FEN, BY_DEAL, BY_VIEW } lsetup;
void lhistory_begin(lua_State *L, lsetup kind, uint64_t seed, const char *text);
/* Makes a move on the state at `index` and notes it. Returns a status. */
int lhistory_play(lua_State *L, int index, lstate *s, tes_move move);
/* The same, and keeps the text: a game played in this way from its start can be
 * listed without replaying it. */
int lhistory_try(lua_State *L, int index, lstate *s, tes_move move);
int lhistory_list(lua_State *L); /* state:history() */

/* Receives the text of moves, one by one. */
typedef struct llistener {
  void (*hear)(lua_State *L, const struct llistener *to, const tes_text *text);
  int table; /* its stack index: a value for the receiver */
  void *user;
} llistener;
/* Lists the moves that led to the state at `index` as `viewer` may know
 * them. */
void lhistory_tell(lua_State *L, int index, int viewer, const llistener *to);
/* The start of the game of the state at `index`; false if it has no history.
 * Pushes what keeps its strings alive. */
bool lhistory_setup(lua_State *L, int index, tes_setup *setup);

/* Adds moves of the state at `index` to `moves`, which already has the first
 * `known`, up to `most` in all; returns their number. */
uint32_t lhistory_moves(lua_State *L, int index, tes_move *moves,
                        uint32_t known, uint32_t most);
/* The last `count` moves that led to the state at `index`, including those
 * before views; returns how many are known. */
size_t lhistory_last(lua_State *L, int index, size_t count, tes_move *moves);
/* The first sets the state at the top of L, which has the same rules in another
 * Lua state, to the start of the game of `s`; the second makes it follow the
 * moves to the present position. `of` is the history of `s`, its user value
 * 2. */
void lhistory_mirror(lua_State *L, const lstate *s, const void *of);
void lhistory_follow(lua_State *L, const lstate *s, const void *of);

#endif
