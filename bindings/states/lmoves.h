/* lmoves.h: lists, reads and prints the moves of a position, for Lua. Over
 * lstate. */
#ifndef LMOVES_H
#define LMOVES_H

#include "lstate.h"

/* The move at `index`, text or an integer, to show or to make. If it is
 * illegal, raises the reason. */
tes_move lmoves_check(lua_State *L, lstate *s, int index, const char *function);
/* The legal move at `index`; 0 with the reason in work->error. */
tes_move lmoves_read(lua_State *L, lstate *s, int index, const char *function);
/* Pushes nil, the reason why no move was read, and the kind of refusal. */
int lmoves_refuse(lua_State *L, const lstate *s);
/* Pushes an iterator over a copy of the work's list; false if Lua code has used
 * the list in between, so that it must be listed again. */
bool lmoves_push(lua_State *L, int index);
/* The lent state at `index` remembers the moves of the iterator at the top. */
void lmoves_remember(lua_State *L, int index);
void lmoves_forget(lua_State *L, int index);
/* Is this one of the moves that a lent state remembers? */
bool lmoves_listed(lua_State *L, int index, tes_move move);

/* Prepares s:parts for this game in the table at the top, that of additions to
 * states. */
void lmoves_add(lua_State *L, const tes_game *game);

/* Methods of states. */
int lmoves_moves(lua_State *L);
int lmoves_list(lua_State *L);
int lmoves_texts(lua_State *L);
int lmoves_count(lua_State *L);
int lmoves_move(lua_State *L);
int lmoves_legal(lua_State *L);
int lmoves_text(lua_State *L);
int lmoves_parts(lua_State *L);

#endif
