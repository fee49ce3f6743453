/* lmodule.c: see lmodule.h. */
#define _GNU_SOURCE
#include "lmodule.h"

#include <time.h>

#include "functions/ldraw.h"
#include "functions/lfield.h"
#include "functions/lmeasure.h"
#include "functions/lposition.h"
#include "functions/lrecord.h"
#include "functions/lsearch.h"
#include "functions/lsearchreport.h"
#include "functions/lstart.h"
#include "functions/lweights.h"
#include "luagames/call/lbase.h"
#include "luagames/call/llentstate.h"
#include "luagames/call/lmake.h"
#include "luagames/cells/lboard.h"
#include "luagames/cells/lcells.h"
#include "states/ldescribe.h"
#include "states/lgames.h"
#include "states/lhistory.h"
#include "states/lmoves.h"
#include "states/lstate.h"
#include "values/lguard.h"
#include "values/ljson.h"
#include "values/lnames.h"
#include "values/lrng.h"
#include "values/lrules.h"
#include "values/lshown.h"
#include "values/ltypes.h"

/* ---- rules ---- */

static const luaL_Reg rules_methods[] = {{"start", lstart_start},
                                         {"load", lstart_load},
                                         {"check", lmeasure_check},
                                         {"playouts", lmeasure_playouts},
                                         {NULL, NULL}};

/* Leaves the metatable of a type and, above it, the table of its methods. */
static void push_methods(lua_State *L, const char *type,
                         const luaL_Reg *methods) {
  lt_push_type(L, type);
  lua_newtable(L);
  luaL_setfuncs(L, methods, 0);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__methods");
}

static void register_rules(lua_State *L) {
  lrules_register(L);
  push_methods(L, RULES_TYPE, rules_methods);
  ldescribe_set_index(L);
  lua_pushcfunction(L, ldescribe_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pop(L, 1);
}

/* ---- states ---- */

static const luaL_Reg state_methods[] = {
    {"moves", lmoves_moves},
    {"list", lmoves_list},
    {"texts", lmoves_texts},
    {"count", lmoves_count},
    {"move", lmoves_move},
    {"legal", lmoves_legal},
    {"play", lposition_play},
    {"play_random", lposition_play_random},
    {"try", lposition_try},
    {"text", lmoves_text},
    {"parts", lmoves_parts},
    {"copy", lposition_copy},
    {"after", lbase_after},
    {"view", lposition_view},
    {"fen", lposition_fen},
    {"hash", lposition_hash},
    {"history", lhistory_list},
    {"record", lrecord_write},
    {"perft", lmeasure_perft},
    {"playout", lmeasure_playout},
    {"dealt", lposition_dealt},
    {"draw", ldraw_text},
    {"svg", ldraw_svg},
    {"elements", ldraw_elements},
    {NULL, NULL},
};

static const luaL_Reg state_metamethods[] = {{"__eq", lposition_eq},
                                             {"__tostring", lposition_tostring},
                                             {"__newindex", lcells_newindex},
                                             {NULL, NULL}};

static void register_states(lua_State *L) {
  lstate_register(L);
  llentstate_register(L);
  push_methods(L, STATE_TYPE, state_methods);
  lfield_set_index(L);
  luaL_setfuncs(L, state_metamethods, 0);
  lua_pop(L, 1);
}

/* ---- the module ---- */

static int push_clock(lua_State *L) {
  struct timespec time;
  lt_need_clock(L, "tesela.clock");
  clock_gettime(CLOCK_MONOTONIC, &time);
  lua_pushnumber(L, (lua_Number)time.tv_sec + 1e-9 * (double)time.tv_nsec);
  return 1;
}

/* For all code, including untrusted code. */
static const luaL_Reg inner[] = {
    {"rules", lstart_rules},   {"game", ldescribe_game},
    {"games", lgames_list},    {"rng", lrng_new},
    {"clock", push_clock},     {"search", lsearch_search},
    {"searcher", lsearch_new}, {NULL, NULL}};

static const luaL_Reg outer[] = {{"replay", lrecord_replay},
                                 {"encode", ljson_encode},
                                 {"decode", ljson_decode},
                                 {NULL, NULL}};

void lmodule_push_inner(lua_State *L) {
  register_rules(L);
  register_states(L);
  lhistory_register(L);
  ldraw_register(L);
  lrng_register(L);
  lgames_register(L);
  lmake_register(L);
  lnames_register(L);
  lshown_register(L);
  lcells_register(L);
  lboard_register(L);
  lweights_register(L);
  lsearch_register(L);
  lsearchreport_register(L);
  lrecord_register(L);
  luaL_newlib(L, inner);
  lua_pushliteral(L, TES_VERSION);
  lua_setfield(L, -2, "_VERSION");
}

void lmodule_push(lua_State *L) {
  lmodule_push_inner(L);
  luaL_setfuncs(L, outer, 0);
  lguard_register(L);
  lgames_admit(L);
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
}
