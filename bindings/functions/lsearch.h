/* lsearch.h: tesela.search, and searchers that keep their results. Over
 * lhistory. */
#ifndef LSEARCH_H
#define LSEARCH_H

#include <lua.h>

/* The private module tesela.watching. */
int lsearch_open_watching(lua_State *L);
void lsearch_register(lua_State *L);
int lsearch_new(lua_State *L);    /* tesela.searcher(rules, options) */
int lsearch_search(lua_State *L); /* tesela.search(state, options) */

#endif
