/* lnames.h: names in tables that users write: options, games, bots. All
 * functions that accept such a table check its names here, so an unknown name
 * gets the same message everywhere. Lua functions use
 * scripts/tesela/base/arguments.lua. */
#ifndef LNAMES_H
#define LNAMES_H

#include <lauxlib.h>

/* Checks that all names in the table at `index` are among `count` known ones;
 * otherwise raises "where: there is no option bto; did you mean bot? The
 * options: ..." */
void lnames_check(lua_State *L, int index, const char *where,
                  const char *const *names, size_t count);

/* Raises the same error about one name: "there is no KIND NAME; the KINDs:
 * ..." */
int lnames_unknown(lua_State *L, const char *where, const char *kind,
                   const char *name, const char *const *names, size_t count);

/* Replaces the list of names at the top with a metatable for tables with these
 * names, some of which may be absent. Reading any other name raises the same
 * error; `where` is the name of the tables. */
void lnames_push_guard(lua_State *L, const char *where, const char *kind);

/* Replaces the table at the top with a read-only proxy. `where` is its name in
 * messages, and `kind` the word for its entries. */
void lnames_freeze(lua_State *L, const char *where, const char *kind);

/* Registers the private module "tesela.names":
 *   near(typed, words, most)  the probable meanings from a list
 *   unknown(kind, typed, words)  the message about an unknown name
 *   raise(message)  an error with the place of lt_push_place */
void lnames_register(lua_State *L);

#endif
