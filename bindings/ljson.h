/* ljson.h: Lua values as JSON and back. Over lt.
 *
 * tesela.encode(value, order): a table with items 1..n is an array, an empty
 * one an array too, any other an object; of its keys those named in `order`
 * come first and the rest sorted, so that the same value is always the same
 * text. tesela.decode(text): null becomes nil in arrays and objects alike. */
#ifndef LJSON_H
#define LJSON_H

#include <lua.h>

int ljson_encode(lua_State *L);
int ljson_decode(lua_State *L);

#endif
