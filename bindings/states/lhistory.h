/* lhistory.h: how a state came about: its start and the moves since. Over
 * lstate.
 *
 * Copies of a state share one history, and each knows how many of its moves
 * are its own past. A move is appended in place by whoever stands at the end;
 * a copy that goes another way takes a copy of the moves first. So playing
 * allocates nothing (until the history must grow, which doubles it), and a
 * copy of a state costs the same however long the game is.
 *
 * A state without a history (the end of a playout) has no past to tell.
 *
 * A view starts a history of its own, for the position it shows is made up in
 * part: user value 2 then is the history of the real game, which is told as
 * far as the seat may know it. User value 1 is the position text or the deal
 * that the game began with; `seed` dealt what the text left open. */
#ifndef LHISTORY_H
#define LHISTORY_H

#include "lstate.h"

void lhistory_register(lua_State *L);
/* Gives the state on the top of the stack a history that begins with it as
 * it is now: `kind` says what `text` is. */
typedef enum lsetup { BY_SEED, BY_FEN, BY_DEAL, BY_VIEW } lsetup;
void lhistory_begin(lua_State *L, lsetup kind, uint64_t seed, const char *text);
/* Makes a move on the state at `index` and notes it. Returns a status. */
int lhistory_play(lua_State *L, int index, lstate *s, tes_move move);
/* The same, and its text is kept: a game that is played so from its start can
 * be told without being played again. */
int lhistory_try(lua_State *L, int index, lstate *s, tes_move move);
int lhistory_list(lua_State *L); /* state:history() */

/* Where the texts of moves go. */
typedef struct llistener {
  void (*hear)(lua_State *L, const struct llistener *to, const tes_text *text);
  int table; /* on the stack: what it needs */
  void *user;
} llistener;
/* Tells the moves that led to the state at `index` as `viewer` may know
 * them. */
void lhistory_tell(lua_State *L, int index, int viewer, const llistener *to);
/* How the game of the state at `index` began; false if it has no history.
 * Pushes what keeps the texts. */
bool lhistory_setup(lua_State *L, int index, tes_setup *setup);

/* Copies the moves of the state at `index` from number `known` on, up to
 * `most` in all; how many there are then. */
uint32_t lhistory_moves(lua_State *L, int index, tes_move *moves,
                        uint32_t known, uint32_t most);
/* The last `count` moves that led to the state at `index`, views seen through:
 * how many of them are known. */
size_t lhistory_last(lua_State *L, int index, size_t count, tes_move *moves);
/* The state at the top of L, of the same rules in another Lua state, is set
 * to where the game of `s` began, and then, as often as it is asked, to where
 * it stands. `of` is the history of `s`, its user value 2. */
void lhistory_mirror(lua_State *L, const lstate *s, const void *of);
void lhistory_follow(lua_State *L, const lstate *s, const void *of);

#endif
