/* lrecord.h: writes played games as lines of a file, replays them, and checks
 * them against their rules. Over lstart and lhistory. */
#ifndef LRECORD_H
#define LRECORD_H

#include <lua.h>

void lrecord_register(lua_State *L);
int lrecord_write(lua_State *L);  /* state:record{...} */
int lrecord_replay(lua_State *L); /* tesela.replay(line, plies, game) */

#endif
