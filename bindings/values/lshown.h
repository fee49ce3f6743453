/* lshown.h: makes text from outside, and values of any kind, safe for messages
 * and terminals. tes_clean does the work, for C and Lua alike. */
#ifndef LSHOWN_H
#define LSHOWN_H

#include <lua.h>
#include <stdbool.h>

/* Pushes the value at `index` for a message: a number; or text, cleaned and
 * cut; otherwise its type. Never an address or the sign of NaN. */
const char *lshown_value(lua_State *L, int index);
/* The same for a wrong value: text is quoted, to distinguish "5" from 5. */
const char *lshown_got(lua_State *L, int index);
/* The same for a result of a user's function: "a list of 2 (1, 0)". */
const char *lshown_answer(lua_State *L, int index);
/* Converts the error at 1, the only value, to text; true if its __tostring made
 * the text. */
bool lshown_error(lua_State *L);
/* Push the text at `index`, cleaned: as one line, or with its lines and
 * tabs. */
const char *lshown_line(lua_State *L, int index);
const char *lshown_lines(lua_State *L, int index);

/* Cleans text in place, to one line. */
void lshown_clean(char *text);

/* Registers the private module "tesela.shown":
 *   clean(text, keep)  see tes_clean
 *   value(v), got(v)   see above
 *   raised(e)          an error that is not a string, as text */
void lshown_register(lua_State *L);

#endif
