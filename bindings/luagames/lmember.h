/* lmember.h: members of tables that the library has checked. */
#ifndef LMEMBER_H
#define LMEMBER_H

#include <lua.h>
#include <stdbool.h>

struct lgame;

/* A string, which its container keeps alive; NULL for other types. (A converted
 * number would not be kept.) */
const char *lmember_string(lua_State *L, int index);
/* Members of the table at an index: NULL, `absent` or false if missing. */
const char *lmember_text(lua_State *L, int table, const char *name);
int lmember_int(lua_State *L, int table, const char *name, int absent);
bool lmember_flag(lua_State *L, int table, const char *name);
/* The numbers of a list, if there is one; 0 for missing ones. */
bool lmember_ints(lua_State *L, int table, const char *name, int *values,
                  int count);
/* Calls `read` for each table in a list, with the table at the top. */
void lmember_each(lua_State *L, int table, const char *name, struct lgame *g,
                  void (*read)(lua_State *L, struct lgame *g, int i));

#endif
