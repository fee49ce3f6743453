/* lweights.h: the private module tesela.weights: estimates learnt by playing.
 * Over lstate. */
#ifndef LWEIGHTS_H
#define LWEIGHTS_H

#include <lua.h>

#include "values/lrules.h"

int lweights_open(lua_State *L);
/* weights.set, also available in sandboxes. */
int lweights_set(lua_State *L);
void lweights_register(lua_State *L);

/* Gives the rules at `index` the weights set for their game, if there are any
 * and they match the options. False, with the reason, if they are for different
 * rules. */
bool lweights_attach(lua_State *L, int index, tes_error *error);

/* The weights at `index`, which must be for these rules. */
const tes_weights *lweights_check(lua_State *L, int index, const lrules *rules,
                                  const char *function);

#endif
