/* ldescribe.h: what rules and games tell of themselves: rules.name,
 * rules.options ..., tesela.game(name). Over lgames. */
#ifndef LDESCRIBE_H
#define LDESCRIBE_H

#include <lua.h>

#include "tesela.h"

/* Adds to the table at the top, of what rules add to states, what rules.options
 * and s.options need. */
void ldescribe_add(lua_State *L, const tes_rules *rules);
/* Pushes s.options, from that table at the top. */
void ldescribe_options(lua_State *L);
/* Takes the table of methods at the top, and gives the metatable of rules below
 * it the __index. */
void ldescribe_set_index(lua_State *L);
/* Pushes what each seat is called: at the start, or in a state, for under the
 * pie rule names go with the sides. */
void ldescribe_seats(lua_State *L, const tes_rules *rules,
                     const tes_state *state);
int ldescribe_tostring(lua_State *L); /* of rules */
int ldescribe_game(lua_State *L);     /* tesela.game(name): a table */

#endif
