/* lstart.h: opens rules; starts, loads and deals states. Over lgames, lhistory,
 * and additions to states. */
#ifndef LSTART_H
#define LSTART_H

#include "states/lstate.h"

/* Like lrules_push, and puts the rules' additions to states into user value 1:
 * queries as functions, and cells of games in Lua as numbers. */
bool lstart_open(lua_State *L, const tes_game *game, int keeper,
                 const char *const *settings, size_t count, tes_error *error);
/* Push a state of the rules at `rules`, with its history. */
void lstart_seed(lua_State *L, int rules, uint64_t seed);
void lstart_fen(lua_State *L, int rules, const char *fen, uint64_t seed);
void lstart_deal(lua_State *L, int rules, const char *deal);

int lstart_rules(lua_State *L); /* tesela.rules(game, options) */
int lstart_start(lua_State *L); /* rules:start(seed) */
int lstart_load(lua_State *L);  /* rules:load(fen, seed) */

#endif
