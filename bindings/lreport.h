/* lreport.h: reports of searches: beside lsearch.c, which makes them. */
#ifndef LREPORT_H
#define LREPORT_H

#include "lrules.h"

/* Pushes the report of a search from `state` by rules `r`. Runs Lua where
 * moves of a game in Lua are printed. */
void lreport_push(lua_State *L, lrules *r, tes_method method,
                  const tes_state *state, const tes_found *found);

void lreport_register(lua_State *L);

#endif
