/* ltypes.h: the lowest floor of the module: types of userdata, arguments, and
 * how misuse is told. Every other file may use it.
 *
 * Collectable memory is all in userdata, so that an error raised anywhere
 * leaks nothing. Misuse raises "function: expected ..., got ..."; which
 * functions return nil and a message instead stands in tesela.lua. */
#ifndef LTYPES_H
#define LTYPES_H

#include <lauxlib.h>
#include <lua.h>

#include "tesela.h"

/* As luaL_newmetatable, luaL_setmetatable, luaL_testudata and
 * luaL_getmetatable, for types that are asked for all the time: `type` is the
 * address of a constant text, and that address is a key of the registry and the
 * first member of the metatable, where nothing has to be compared as text. */
void lt_new_type(lua_State *L, const char *type);
/* The same, of which nothing is left at the top and which has a finalizer. */
void lt_new_collected(lua_State *L, const char *type, lua_CFunction gc);
void lt_set_type(lua_State *L, const char *type);
void *lt_test(lua_State *L, int index, const char *type);
void lt_push_type(lua_State *L, const char *type);
/* A table of the registry by the address `key`, whose keys ("k") or values
 * ("v") nothing is kept by. */
void lt_new_weak(lua_State *L, const char *key, const char *mode);
/* Replaces the table at the top by a copy. */
void lt_copy(lua_State *L);
/* Pushes a copy of the metatable, for one value of the type that differs. */
void lt_own_type(lua_State *L, const char *type);
/* As lua_pushlightuserdata, for what nobody will change. */
void lt_push_address(lua_State *L, const void *address);
/* Sets `key` of the table at the top to a list of names (NULL: an empty one).
 * Metatables have __fields and __methods for completion: what a function
 * __index knows cannot be seen from Lua. */
void lt_set_names(lua_State *L, const char *key, const char *const *names);

/* Where misuse is told: the line that called into the module from outside its
 * own folder, "mine.lua:3: ", or "" where that is no line of Lua. */
void lt_set_own(lua_State *L, const char *folder);
void lt_push_place(lua_State *L);
/* That folder, as long as the Lua state is open, or NULL; and whether it is
 * the frame (with its source) of a function in Lua that lies there. */
const char *lt_own(lua_State *L);
bool lt_is_own(const char *folder, const lua_Debug *frame);
/* Is nobody between the program and what runs but code from outside that
 * folder, without coroutines and fences? */
bool lt_is_direct(lua_State *L);
/* Pushes so many bytes of the text at `index`, at most, cleaned (tes_clean). */
const char *lt_push_clean(lua_State *L, int index, size_t most,
                          const char *keep);
/* Pushes the text at `index` in quotes, cleaned and cut. */
const char *lt_push_quoted(lua_State *L, int index);
/* Raises the text at the top, told there, once, as one
 * line. */
int lt_raise(lua_State *L);
/* Pushes what a message says of a value of the wrong type: a text, in quotes,
 * or the name of the type. */
const char *lt_push_got(lua_State *L, int index);
/* Raises "function: expected ..., got TYPE" about the value at `index`. */
int lt_expected(lua_State *L, int index, const char *function,
                const char *what);
/* Every text of a user's goes through one of these two: C would take what
 * stands before a zero byte for all of it. The first raises, the second is for
 * names that are looked up: NULL where no name of ours can be meant. */
const char *lt_string(lua_State *L, int index, const char *function,
                      const char *what);
const char *lt_word(lua_State *L, int index);
lua_Integer lt_integer(lua_State *L, int index, const char *function,
                       const char *what);
/* Raises a lack of memory as Lua says it: behind a fence that is the end. */
int lt_no_memory(lua_State *L);
/* Is that why a call has failed with this status and the value at the top? */
bool lt_is_no_memory(lua_State *L, int status);
void lt_push_text(lua_State *L, const tes_text *text);

/* What is different for code that is not trusted and has a Lua state to
 * itself. Who makes such a state says so here. */
typedef struct lt_fence {
  size_t used, limit; /* bytes of memory that were asked for */
  size_t peak;        /* the most that were used since somebody has set it */
  bool lacking;       /* was some refused, also after a collection, or to C? */
  bool clock;         /* it may know the time */
  /* As luaL_tolstring, without addresses. */
  const char *(*tolstring)(lua_State *L, int index);
} lt_fence;

/* The fence must live as long as the Lua state. */
void lt_set_fence(lua_State *L, lt_fence *fence);
/* NULL: there is none. */
const lt_fence *lt_fence_of(lua_State *L);
bool lt_has_clock(lua_State *L);
/* Raises where what runs must not depend on the time. */
void lt_need_clock(lua_State *L, const char *function);
/* As luaL_tolstring, but behind a fence no addresses are seen. */
const char *lt_tolstring(lua_State *L, int index);
/* Sets a member of the table on top. */
void lt_set_integer(lua_State *L, const char *key, lua_Integer value);
void lt_set_string(lua_State *L, const char *key, const char *value);

#endif
