/* lreport.h: reports of searches: beside lsearch.c, which makes them. */
#ifndef LREPORT_H
#define LREPORT_H

#include "lrules.h"

/* Pushes the report of a search from `state` by rules `r`; plays on the state
 * in the end. Runs Lua where moves of a game in Lua are printed, and
 * finalizers: both are nobody else's to change meanwhile. */
void lreport_push(lua_State *L, lrules *r, tes_method method, tes_state *state,
                  const tes_found *found);

void lreport_register(lua_State *L);

#endif
