/* ltypes.h: the lowest floor of the module, which every other file may use:
 * types of userdata, arguments, and errors for misuse.
 *
 * All collectable memory is in userdata, so an error raised anywhere leaks
 * nothing. Misuse raises "function: expected ..., got ..."; tesela.lua lists
 * the functions that return nil and a message instead. */
#ifndef LTYPES_H
#define LTYPES_H

#include <lauxlib.h>
#include <lua.h>

#include "tesela.h"

/* Like luaL_newmetatable, luaL_setmetatable, luaL_testudata and
 * luaL_getmetatable, for types that are checked all the time. `type` is the
 * address of a constant string; that address is a key of the registry and the
 * first member of the metatable, so strings need not be compared. */
void lt_new_type(lua_State *L, const char *type);
/* The same, for a type with a finalizer; leaves nothing on the stack. */
void lt_new_collected(lua_State *L, const char *type, lua_CFunction gc);
void lt_set_type(lua_State *L, const char *type);
void *lt_test(lua_State *L, int index, const char *type);
void lt_push_type(lua_State *L, const char *type);
/* Makes a table in the registry at the address `key`, with weak keys ("k") or
 * values ("v"). */
void lt_new_weak(lua_State *L, const char *key, const char *mode);
/* Replaces the table at the top with a copy. */
void lt_copy(lua_State *L);
/* Pushes a copy of the metatable, for a single value that needs a different
 * one. */
void lt_own_type(lua_State *L, const char *type);
/* Like lua_pushlightuserdata, for constants. */
void lt_push_address(lua_State *L, const void *address);
/* Sets `key` of the table at the top to a list of names (NULL: empty).
 * Metatables have __fields and __methods for completion, because Lua code
 * cannot see which names a function __index accepts. */
void lt_set_names(lua_State *L, const char *key, const char *const *names);

/* lt_push_place pushes the place of misuse: "mine.lua:3: ", the line that
 * called into the module from outside its own folder; or "" if no Lua code
 * did. */
void lt_set_own(lua_State *L, const char *folder);
void lt_push_place(lua_State *L);
/* That folder (valid while the Lua state is open) or NULL; and whether a frame
 * (with its source) is that of a Lua function in it. */
const char *lt_own(lua_State *L);
bool lt_is_own(const char *folder, const lua_Debug *frame);
/* Is every active function from outside that folder, without coroutines and
 * fences? */
bool lt_is_direct(lua_State *L);
/* Pushes the text at `index`, cleaned (tes_clean) and cut to `most` bytes. */
const char *lt_push_clean(lua_State *L, int index, size_t most,
                          const char *keep);
/* Pushes the text at `index` in quotes, cleaned and cut. */
const char *lt_push_quoted(lua_State *L, int index);
/* Raises the text at the top, as one line, with that place unless it already
 * begins with it. */
int lt_raise(lua_State *L);
/* Pushes a value of the wrong type for a message: text in quotes, or the name
 * of its type. */
const char *lt_push_got(lua_State *L, int index);
/* Raises "function: expected ..., got TYPE" about the value at `index`. */
int lt_expected(lua_State *L, int index, const char *function,
                const char *what);
/* Every string from a user goes through one of these two, because C would stop
 * at a zero byte. The first raises an error; the second, for looking up names,
 * returns NULL for text that cannot be a name. */
const char *lt_string(lua_State *L, int index, const char *function,
                      const char *what);
const char *lt_word(lua_State *L, int index);
lua_Integer lt_integer(lua_State *L, int index, const char *function,
                       const char *what);
/* Raises Lua's error for lack of memory, which behind a fence ends the code. */
int lt_no_memory(lua_State *L);
/* Did a call with this status, and its error at the top, fail for that
 * reason? */
bool lt_is_no_memory(lua_State *L, int status);
void lt_push_text(lua_State *L, const tes_text *text);

/* Settings for untrusted code that has a Lua state to itself. The maker of such
 * a state sets them. */
typedef struct lt_fence {
  size_t used, limit; /* bytes of memory in use, and allowed */
  size_t peak;        /* the highest use since it was last set */
  bool lacking; /* refused memory, even after a collection, or to C code */
  bool clock;   /* the code may read the time */
  /* Like luaL_tolstring, without addresses. */
  const char *(*tolstring)(lua_State *L, int index);
} lt_fence;

/* The fence must live as long as the Lua state. */
void lt_set_fence(lua_State *L, lt_fence *fence);
/* NULL: there is none. */
const lt_fence *lt_fence_of(lua_State *L);
bool lt_has_clock(lua_State *L);
/* Raises an error if the code must not depend on the time. */
void lt_need_clock(lua_State *L, const char *function);
/* Like luaL_tolstring, but without addresses behind a fence. */
const char *lt_tolstring(lua_State *L, int index);
/* Sets a member of the table on top. */
void lt_set_integer(lua_State *L, const char *key, lua_Integer value);
void lt_set_string(lua_State *L, const char *key, const char *value);

#endif
