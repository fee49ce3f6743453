/* ljson.h: Lua values as JSON and back. Over ltypes.
 *
 * tesela.encode(value, order): a table with items 1..n is an array, and so is
 * an empty one; a table with string keys is an object. Keys listed in `order`
 * come first and the rest sorted, so the same value always gives the same text.
 * A float has a point or an exponent, an integer has none. Values that would
 * not read back the same are refused: other keys, holes, tables that contain
 * themselves, NaN, infinity, strings that are not UTF-8.
 *
 * tesela.decode(text): null becomes nil in arrays and objects alike; numbers
 * and repeated names as in base/json.h. While it reads, its memory is not
 * counted as Lua's: sandboxes do not have it. */
#ifndef LJSON_H
#define LJSON_H

#include <lua.h>

int ljson_encode(lua_State *L);
int ljson_decode(lua_State *L);

#endif
