/* lweights.h: the private module tesela.weights: an estimate that is learnt by
 * playing. Over lstate. */
#ifndef LWEIGHTS_H
#define LWEIGHTS_H

#include <lua.h>

#include "values/lrules.h"

int lweights_open(lua_State *L);
/* weights.set, which boxes have. */
int lweights_set(lua_State *L);
void lweights_register(lua_State *L);

/* Gives the rules at `index` the weights that their game has, if these are for
 * their options; false with the reason if they are for other rules. */
bool lweights_attach(lua_State *L, int index, tes_error *error);

/* Those at `index`, for these rules; an error otherwise. */
const tes_weights *lweights_check(lua_State *L, int index, const lrules *rules,
                                  const char *function);

#endif
