/* lmeasure.h: measuring and checking rules: random games, perft, the
 * conformance check. Over lstate. */
#ifndef LMEASURE_H
#define LMEASURE_H

#include <lua.h>

int lmeasure_playouts(lua_State *L); /* rules:playouts{...} */
int lmeasure_check(lua_State *L);    /* rules:check{...} */
int lmeasure_perft(lua_State *L);    /* state:perft(depth) */
int lmeasure_playout(lua_State *L);  /* state:playout(rng) */

#endif
