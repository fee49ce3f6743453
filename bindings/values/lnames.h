/* lnames.h: tables that users write: options, games, bots. Whatever takes one
 * has its names checked here, so that a name that is unknown is told in the
 * same words everywhere; functions in Lua come by
 * scripts/tesela/base/arguments.lua.
 */
#ifndef LNAMES_H
#define LNAMES_H

#include <lauxlib.h>

/* At `index` is a table, and its names are all among `count` known ones, or it
 * raises "where: there is no option bto; did you mean bot? The options: ..." */
void lnames_check(lua_State *L, int index, const char *where,
                  const char *const *names, size_t count);

/* Raises the same about one name: "there is no KIND NAME; the KINDs: ..." */
int lnames_unknown(lua_State *L, const char *where, const char *kind,
                   const char *name, const char *const *names, size_t count);

/* Replaces the list of names at the top by a metatable: of tables that are read
 * by these names, some of which may be absent. Any other name raises, in the
 * same words; what the tables are is `where`. */
void lnames_push_guard(lua_State *L, const char *where, const char *kind);

/* Replaces the table at the top by an empty proxy, so that it can be read and
 * not written. `where` is its name in messages, `kind` what it holds. */
void lnames_freeze(lua_State *L, const char *where, const char *kind);

/* Registers the private module "tesela.names":
 *   near(typed, words, most)  those of a list that were probably meant
 *   unknown(kind, typed, words)  the message about a name that is unknown
 *   raise(message)  an error, told where lt_push_place says */
void lnames_register(lua_State *L);

#endif
