/* lsearchreport.h: reports of searches: beside lsearch.c, which makes them. */
#ifndef LSEARCHREPORT_H
#define LSEARCHREPORT_H

#include "values/lrules.h"

enum { LREPORT_SHOWN = 10 }; /* moves that a report prints */

/* Pushes the report of a search from `state` by rules `r`, with so many of its
 * moves at most; plays on the state in the end. Runs Lua where moves of a game
 * in Lua are printed, and finalizers: both are nobody else's to change
 * meanwhile. */
void lsearchreport_push(lua_State *L, lrules *r, tes_method method,
                        tes_state *state, const tes_found *found, size_t most);

void lsearchreport_register(lua_State *L);

#endif
