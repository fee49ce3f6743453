/* lposition.h: operations on a position: play, copy, view as a seat, save. Over
 * lmoves and lhistory. */
#ifndef LPOSITION_H
#define LPOSITION_H

#include <lua.h>

int lposition_play(lua_State *L);        /* state:play(move) */
int lposition_try(lua_State *L);         /* state:try(move) */
int lposition_play_random(lua_State *L); /* state:play_random(rng) */
int lposition_copy(lua_State *L);
int lposition_view(lua_State *L); /* state:view(seat, rng) */
int lposition_fen(lua_State *L);
int lposition_hash(lua_State *L);
int lposition_dealt(lua_State *L);
int lposition_tostring(lua_State *L);
int lposition_eq(lua_State *L);

#endif
