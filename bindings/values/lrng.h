/* lrng.h: tesela.rng(seed), randomness from a seed. Over ltypes. */
#ifndef LRNG_H
#define LRNG_H

#include <lua.h>

#include "tesela.h"

void lrng_register(lua_State *L);
int lrng_new(lua_State *L);                       /* tesela.rng(seed) */
void lrng_push(lua_State *L, const tes_rng *rng); /* a copy */
tes_rng *lrng_test(lua_State *L, int index);      /* NULL if it is not one */
uint64_t lrng_seed(lua_State *L, int index, const char *function);

#endif
