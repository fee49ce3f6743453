/* lsearchreport.h: reports of searches, for lsearch.c. */
#ifndef LSEARCHREPORT_H
#define LSEARCHREPORT_H

#include "values/lrules.h"

enum { LREPORT_SHOWN = 10 }; /* moves that a report prints */

/* Pushes the report of a search from `state` by rules `r`, with at most `most`
 * of its moves. Finally it makes moves on `state`. It may run Lua (a game in
 * Lua prints its moves) and finalizers, so nothing else may use `state` and
 * `found` until it returns. */
void lsearchreport_push(lua_State *L, lrules *r, tes_method method,
                        tes_state *state, const tes_found *found, size_t most);

void lsearchreport_register(lua_State *L);

#endif
