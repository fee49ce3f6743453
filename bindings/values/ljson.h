/* ljson.h: Lua values as JSON and back. Over ltypes.
 *
 * tesela.encode(value, order): a table with items 1..n is an array, an empty
 * one an array too, one with texts as keys an object; of its keys those named
 * in `order` come first and the rest sorted, so that the same value is always
 * the same text. A float has a point or an exponent, an integer has none.
 * Whatever would not come back the same is refused: other keys, holes, tables
 * that hold themselves, NaN, infinity, text that is not UTF-8.
 * tesela.decode(text): null becomes nil in arrays and objects alike; numbers
 * and repeated names as in base/json.h. Its memory is not Lua's while it reads:
 * it is not for boxes. */
#ifndef LJSON_H
#define LJSON_H

#include <lua.h>

int ljson_encode(lua_State *L);
int ljson_decode(lua_State *L);

#endif
