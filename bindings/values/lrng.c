/* lrng.c: see lrng.h. */
#include "lrng.h"

#include "ltypes.h"

static const char RNG_TYPE[] = "tesela.rng";

uint64_t lrng_seed(lua_State *L, int index, const char *function) {
  const char *what = "a seed, a whole number in 0..2^53-1";
  const lua_Integer seed = lt_integer(L, index, function, what);
  if (seed < 0 || (uint64_t)seed > TES_SEED_MAX) {
    luaL_error(L, "%s: expected %s, got %I", function, what, (LUAI_UACINT)seed);
  }
  return (uint64_t)seed;
}

tes_rng *lrng_test(lua_State *L, int index) {
  return lt_test(L, index, RNG_TYPE);
}

static tes_rng *check_rng(lua_State *L, const char *function) {
  tes_rng *rng = lrng_test(L, 1);
  if (rng == NULL) lt_expected(L, 1, function, "a generator (tesela.rng)");
  return rng;
}

int lrng_new(lua_State *L) {
  const uint64_t seed = lrng_seed(L, 1, "tesela.rng");
  tes_rng_seed(lua_newuserdatauv(L, sizeof(tes_rng), 0), seed);
  lt_set_type(L, RNG_TYPE);
  return 1;
}

void lrng_push(lua_State *L, const tes_rng *rng) {
  *(tes_rng *)lua_newuserdatauv(L, sizeof *rng, 0) = *rng;
  lt_set_type(L, RNG_TYPE);
}

/* rng:int(n): 1..n */
static int rng_int(lua_State *L) {
  tes_rng *rng = check_rng(L, "rng:int");
  const lua_Integer n = lt_integer(L, 2, "rng:int", "a whole number");
  if (n < 1) return luaL_error(L, "rng:int: expected a number of at least 1");
  lua_pushinteger(L, (lua_Integer)tes_rng_below(rng, (uint64_t)n) + 1);
  return 1;
}

/* rng:float(): 0 <= x < 1, from the upper 53 bits of a number. */
static int rng_float(lua_State *L) {
  tes_rng *rng = check_rng(L, "rng:float");
  lua_pushnumber(L, (lua_Number)(tes_rng_next(rng) >> 11) * 0x1p-53);
  return 1;
}

/* rng:seed(): a seed for another generator. */
static int rng_seed(lua_State *L) {
  tes_rng *rng = check_rng(L, "rng:seed");
  lua_pushinteger(L, (lua_Integer)(tes_rng_next(rng) >> 11));
  return 1;
}

/* rng:pick(list): a random item. */
static int rng_pick(lua_State *L) {
  tes_rng *rng = check_rng(L, "rng:pick");
  if (!lua_istable(L, 2)) return lt_expected(L, 2, "rng:pick", "a table");
  const lua_Unsigned n = lua_rawlen(L, 2);
  if (n == 0) return luaL_error(L, "rng:pick: the table is empty");
  lua_rawgeti(L, 2, (lua_Integer)tes_rng_below(rng, n) + 1);
  return 1;
}

/* rng:shuffle(list): shuffles the list in place, uniformly (Fisher and Yates),
 * and returns it. */
static int rng_shuffle(lua_State *L) {
  tes_rng *rng = check_rng(L, "rng:shuffle");
  if (!lua_istable(L, 2)) return lt_expected(L, 2, "rng:shuffle", "a table");
  lua_settop(L, 2);
  for (lua_Unsigned n = lua_rawlen(L, 2); n > 1; n--) {
    const lua_Integer other = (lua_Integer)tes_rng_below(rng, n) + 1;
    lua_rawgeti(L, 2, (lua_Integer)n);
    lua_rawgeti(L, 2, other);
    lua_rawseti(L, 2, (lua_Integer)n);
    lua_rawseti(L, 2, other);
  }
  return 1;
}

static const luaL_Reg methods[] = {
    {"int", rng_int},   {"float", rng_float},     {"seed", rng_seed},
    {"pick", rng_pick}, {"shuffle", rng_shuffle}, {NULL, NULL}};

void lrng_register(lua_State *L) {
  lt_new_type(L, RNG_TYPE);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
