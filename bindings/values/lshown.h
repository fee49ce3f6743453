/* lshown.h: texts of others and values of any kind, as people may see them: in
 * messages and on terminals. tes_clean does the work, for C and Lua alike. */
#ifndef LSHOWN_H
#define LSHOWN_H

#include <lua.h>
#include <stdbool.h>

/* Pushes what a message says of the value at `index`: a number or a text, which
 * is cleaned and cut, else its type. Never an address, nor the sign of what is
 * not a number. */
const char *lshown_value(lua_State *L, int index);
/* The same of a value that should have been another: a text is quoted, so that
 * "5" is told from 5. */
const char *lshown_got(lua_State *L, int index);
/* The same of what a function of a user's returned: "a list of 2 (1, 0)". */
const char *lshown_answer(lua_State *L, int index);
/* Makes a text of the error at 1, the only value: true if that is what its
 * __tostring says. */
bool lshown_error(lua_State *L);
/* Pushes the text at `index`, cleaned: as one line, or with its lines and
 * tabs. */
const char *lshown_line(lua_State *L, int index);
const char *lshown_lines(lua_State *L, int index);

/* Cleans a text where it stands, to one line. */
void lshown_clean(char *text);

/* Registers the private module "tesela.shown":
 *   clean(text, keep)  see tes_clean
 *   value(v), got(v)   see above
 *   raised(e)          what an error says that is no text */
void lshown_register(lua_State *L);

#endif
