/* ldescribe.h: descriptions of rules and games: rules.name, rules.options ...,
 * tesela.game(name). Over lgames. */
#ifndef LDESCRIBE_H
#define LDESCRIBE_H

#include <lua.h>

#include "tesela.h"

/* Prepares rules.options and s.options in the table at the top, that of
 * additions to states. */
void ldescribe_add(lua_State *L, const tes_rules *rules);
/* Pushes s.options, from that table at the top. */
void ldescribe_options(lua_State *L);
/* Pops the table of methods, and sets __index in the metatable of rules below
 * it. */
void ldescribe_set_index(lua_State *L);
/* Pushes the names of the seats: at the start, or in a state, because under the
 * pie rule names go with the sides. */
void ldescribe_seats(lua_State *L, const tes_rules *rules,
                     const tes_state *state);
int ldescribe_tostring(lua_State *L); /* of rules */
int ldescribe_game(lua_State *L);     /* tesela.game(name): a table */

#endif
