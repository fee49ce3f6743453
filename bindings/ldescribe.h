/* ldescribe.h: what rules and games tell of themselves: rules.name,
 * rules.options ..., tesela.game(name). Over lgames. */
#ifndef LDESCRIBE_H
#define LDESCRIBE_H

#include <lua.h>

/* Takes the table of methods at the top, and gives the metatable of rules below
 * it the __index. */
void ldescribe_set_index(lua_State *L);
int ldescribe_tostring(lua_State *L); /* of rules */
int ldescribe_game(lua_State *L);     /* tesela.game(name): a table */

#endif
