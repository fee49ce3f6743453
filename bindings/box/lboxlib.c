/* lboxlib.c: the standard library as bots have it.
 *
 * Two things are asked of it. Nothing reaches out: what opens files, loads
 * bytecode or looks into other functions is not there (lallowed.h). And
 * nothing tells one run from another: addresses, the order in which tables keep
 * their keys, and chance. So
 *
 *   next, pairs    go through numbers, then strings, then booleans, each in
 *                  order (other keys come last, in no order)
 *   tostring       numbers tables, functions ... in the order in which they are
 *                  first asked for; string.format goes by it
 *   table.sort     is a merge sort: Lua's own looks at the clock where a table
 *                  is badly out of order
 *
 * pcall, xpcall, load and coroutines are here because they must not hold the
 * end of a budget: whatever they catch, they raise that again. What a finalizer
 * raised is only warned of, so that warnings are looked at, too.
 *
 * print keeps what it prints outside of the box, up to a limit (lwatch.h). */
#include "lboxlib.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "lallowed.h"
#include "lbox.h"
#include "lthread.h"
#include "ltrace.h"
#include "lwatch.h"
#include "tesela_bits.h"

/* ---- the end of a budget ---- */

static const char no_memory[] = "not enough memory"; /* as Lua says it */

static void insist(lua_State *L, lua_Debug *where) {
  (void)where;
  if (lbox_of(L)->end == RUNNING) lua_sethook(L, NULL, 0, 0);
  if (lbox_of(L)->end != RUNNING) lboxlib_raise(L); /* or since a moment ago */
}

void lboxlib_arm(lua_State *L) {
  lua_sethook(L, insist,
              LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

int lboxlib_raise(lua_State *L) {
  lbox *box = lbox_of(L);
  TES_ALWAYS(box != NULL);
  lboxlib_arm(L);
  if (box->trace.thread != L) ltrace_add(box, L); /* it is raised many times */
  lua_pushstring(L, box->end == OUT_OF_TIME ? "out of time" : no_memory);
  return lua_error(L);
}

bool lboxlib_says_memory(lua_State *L) {
  return lua_type(L, -1) == LUA_TSTRING &&
         strcmp(lua_tostring(L, -1), no_memory) == 0;
}

/* A part of a warning: the message of an error in a finalizer is one. */
static void warn(void *user, const char *text, int more) {
  lbox *box = user;
  (void)more;
  if (box->end != RUNNING || strcmp(text, no_memory) != 0) return;
  box->end = OUT_OF_MEMORY;
  lboxlib_arm(box->running);
}

/* Something ended in the thread `of`, the message on its top if it failed: L
 * goes on only if that was the bot's own affair. */
static void look(lua_State *L, lua_State *of, int status) {
  lbox *box = lbox_of(L);
  const bool failed = status != LUA_OK && status != LUA_YIELD;
  if (box->end == RUNNING && failed &&
      (status == LUA_ERRMEM || lboxlib_says_memory(of))) {
    box->end = OUT_OF_MEMORY;
  }
  if (box->end != RUNNING) lboxlib_raise(L);
}

/* As look, where the bot goes on. */
static void forgive(lua_State *L, int status) {
  look(L, L, status);
  ltrace_clear(&lbox_of(L)->trace);
}

/* ---- pcall and xpcall, as in lbaselib.c ---- */

static int finish_call(lua_State *L, int status, lua_KContext extra) {
  if (status == LUA_OK || status == LUA_YIELD) {
    return lua_gettop(L) - (int)extra;
  }
  forgive(L, status);
  lua_pushboolean(L, 0);
  lua_pushvalue(L, -2);
  return 2;
}

static int box_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  const int status =
      lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_call);
  return finish_call(L, status, 0);
}

/* The handler of an error; the end of a budget is none, and hooks, which
 * would stop a handler that loops, are off where they raised it. */
static int handle(lua_State *L) {
  if (lbox_of(L)->end != RUNNING) return 1;
  return lthread_handle(L);
}

static int box_xpcall(lua_State *L) {
  return lthread_xpcall(L, handle, finish_call);
}

/* ---- load ---- */

/* Upvalue 1 is Lua's own, which catches what the function at 1 raises. */
static int box_load(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  look(L, L, lua_isnil(L, 1) ? LUA_ERRRUN : LUA_OK);
  return lua_gettop(L);
}

/* ---- coroutines ---- */

/* From now on co is stopped where a budget ends; the tick that has seen the end
 * may have stopped only who ran before. */
static void enter(lbox *box, lua_State *co) {
  box->running = co;
  if (box->end != RUNNING) lboxlib_arm(co);
}

/* The coroutine came back; L goes on unless that was the end of a budget. */
static int came_back(lua_State *L, lua_State *co, int status) {
  lbox_of(L)->running = L;
  look(L, co, status);
  return status;
}

static int resume(lua_State *L, lua_State *co, int n, int *results) {
  lbox *box = lbox_of(L);
  lbox_resumer self = {.L = L, .below = box->resumers};
  box->resumers = &self;
  enter(box, co);
  const int status = lua_resume(co, L, n, results);
  box->resumers = self.below;
  const bool failed = status != LUA_OK && status != LUA_YIELD;
  if (failed && box->end == RUNNING) {
    ltrace_add(box, co); /* what called it comes behind */
  }
  return came_back(L, co, status);
}

/* What failed in a coroutine was the bot's own affair. */
static void kept(lua_State *L) {
  ltrace_clear(&lbox_of(L)->trace);
}

/* Closes variables, by functions that may loop. */
static int reset(lua_State *L, lua_State *co) {
  enter(lbox_of(L), co);
  return came_back(L, co, lthread_reset(co));
}

/* ---- keys in order ---- */

typedef struct key {
  int rank; /* numbers, strings, booleans, others */
  lua_Integer found;
  long double number; /* holds every integer and every float */
  const char *text;
  size_t length;
} key;

static key read_key(lua_State *L, int index, lua_Integer found) {
  key k = {.rank = 3, .found = found};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      k.rank = 0;
      k.number = lua_isinteger(L, index) ? (long double)lua_tointeger(L, index)
                                         : (long double)lua_tonumber(L, index);
      break;
    case LUA_TSTRING:
      k.rank = 1;
      k.text = lua_tolstring(L, index, &k.length);
      break;
    case LUA_TBOOLEAN:
      k.rank = 2;
      k.number = lua_toboolean(L, index);
      break;
  }
  return k;
}

static int compare_texts(const key *a, const key *b) {
  const size_t least = a->length < b->length ? a->length : b->length;
  const int order = memcmp(a->text, b->text, least);
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare(const void *left, const void *right) {
  const key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank - b->rank;
  if (a->rank == 1) return compare_texts(a, b);
  if (a->rank == 3) return (a->found > b->found) - (a->found < b->found);
  return (a->number > b->number) - (a->number < b->number);
}

/* How many keys the table at `index` has; negative: so many, and they are
 * not 1, 2, 3 ... in that order. */
static lua_Integer count_keys(lua_State *L, int index) {
  lua_Integer count = 0;
  bool sequence = true;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pop(L, 1);
    count++;
    sequence =
        sequence && lua_isinteger(L, -1) && lua_tointeger(L, -1) == count;
  }
  return sequence ? count : -count;
}

/* Pushes the list of the keys of the table at `index` in their order. They
 * stay in the list while they are sorted, so that nothing is collected. */
static void push_keys(lua_State *L, int index, lua_Integer count) {
  lua_createtable(L, (int)count, 0);
  const int found = lua_gettop(L);
  key *keys = lua_newuserdatauv(L, (size_t)count * sizeof *keys, 0);
  lua_Integer n = 0;
  lua_pushnil(L);
  while (lua_next(L, index) != 0 && n < count) {
    lua_pop(L, 1);
    keys[n] = read_key(L, -1, n + 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, found, ++n);
  }
  lua_settop(L, found + 1);
  qsort(keys, (size_t)n, sizeof *keys, compare);
  lua_createtable(L, (int)n, 0);
  for (lua_Integer i = 0; i < n; i++) {
    lua_rawgeti(L, found, keys[i].found);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, found);
  lua_settop(L, found);
}

/* Pushes the first key from number `at` of the list `keys` on that the table
 * still has, and its value; its number, or 0 when there is none. */
static lua_Integer push_from(lua_State *L, int table, int keys,
                             lua_Integer at) {
  for (;; at++) {
    if (lua_rawgeti(L, keys, at) == LUA_TNIL) return 0;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, table) != LUA_TNIL) return at;
    lua_pop(L, 2);
  }
}

/* Upvalues: the table, the list of keys, the number of the last one. */
static int step_keys(lua_State *L) {
  const lua_Integer at = push_from(L, lua_upvalueindex(1), lua_upvalueindex(2),
                                   lua_tointeger(L, lua_upvalueindex(3)) + 1);
  if (at == 0) return 1;
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

/* Upvalues: the table, how many items it had, the number of the last one. */
static int step_items(lua_State *L) {
  const lua_Integer count = lua_tointeger(L, lua_upvalueindex(2));
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
  while (at < count) {
    if (lua_rawgeti(L, lua_upvalueindex(1), ++at) == LUA_TNIL) {
      lua_pop(L, 1); /* it was taken out meanwhile */
      continue;
    }
    lua_pushinteger(L, at);
    lua_pushvalue(L, -1);
    lua_replace(L, lua_upvalueindex(3));
    lua_insert(L, -2);
    return 2;
  }
  return 0;
}

static int box_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  const lua_Integer count = count_keys(L, 1);
  lua_pushvalue(L, 1);
  if (count >= 0) {
    lua_pushinteger(L, count);
  } else {
    push_keys(L, 1, -count);
  }
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, count >= 0 ? step_items : step_keys, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* The least key of the table at 1, and its value. */
static int push_first(lua_State *L) {
  key best = {.rank = 4};
  lua_settop(L, 1);
  lua_pushnil(L); /* at 2: the best so far */
  lua_pushnil(L);
  for (lua_Integer n = 1; lua_next(L, 1) != 0; n++) {
    lua_pop(L, 1);
    const key k = read_key(L, -1, n);
    if (compare(&k, &best) >= 0) continue;
    best = k;
    lua_pushvalue(L, -1);
    lua_replace(L, 2);
  }
  if (lua_isnil(L, 2)) return 1;
  lua_pushvalue(L, 2);
  lua_rawget(L, 1);
  return 2;
}

/* The number of the key at 2 in the list at 3, of which item 0 is the number
 * that was found last. */
static lua_Integer find_key(lua_State *L) {
  lua_rawgeti(L, 3, 0);
  const lua_Integer last = lua_tointeger(L, -1);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, 3);
  for (lua_Integer i = 0; i < count; i++) {
    const lua_Integer at = (last - 1 + i + count) % count + 1;
    lua_rawgeti(L, 3, at);
    const bool same = lua_rawequal(L, -1, 2);
    lua_pop(L, 1);
    if (same) return at;
  }
  return 0;
}

/* next(t, k): remembers the order of the keys of a table while one goes
 * through it: upvalue 1, by table, keys weak. */
static int box_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) return push_first(L);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    const lua_Integer count = count_keys(L, 1);
    lua_pop(L, 1);
    push_keys(L, 1, count < 0 ? -count : count);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 3);
    lua_rawset(L, lua_upvalueindex(1));
  }
  lua_Integer at = find_key(L);
  if (at == 0) return luaL_error(L, "invalid key to 'next'");
  lua_settop(L, 3);
  at = push_from(L, 1, 3, at + 1);
  if (at > 0) {
    lua_pushinteger(L, at);
    lua_rawseti(L, 3, 0);
    return 2;
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  lua_rawset(L, lua_upvalueindex(1));
  lua_pushnil(L);
  return 1;
}

/* ---- texts without addresses ---- */

static const char shown[] = "tesela.shown"; /* table of numbers, keys weak */

/* Pushes "table: 1". */
static void push_named(lua_State *L, int index) {
  const bool named = luaL_getmetafield(L, index, "__name") == LUA_TSTRING;
  const char *kind = named ? lua_tostring(L, -1) : luaL_typename(L, index);
  lua_rawgetp(L, LUA_REGISTRYINDEX, shown);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_rawgeti(L, -1, 0);
    lua_pushinteger(L, lua_tointeger(L, -1) + 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -4, 0);
    lua_pushvalue(L, index);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_pushfstring(L, "%s: %I", kind, (LUAI_UACINT)lua_tointeger(L, -1));
}

const char *lboxlib_tostring(lua_State *L, int index) {
  index = lua_absindex(L, index);
  const int top = lua_gettop(L), type = lua_type(L, index);
  const bool plain = type == LUA_TNIL || type == LUA_TNUMBER ||
                     type == LUA_TSTRING || type == LUA_TBOOLEAN;
  if (plain || luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
    luaL_tolstring(L, index, NULL);
  } else {
    push_named(L, index);
  }
  lua_insert(L, top + 1);
  lua_settop(L, top + 1);
  return lua_tostring(L, -1);
}

static int box_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  lboxlib_tostring(L, 1);
  return 1;
}

/* string.format: upvalue 1 is Lua's own, which is given texts for %s, and for
 * %p, which becomes %s. */
static int box_format(lua_State *L) {
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  const int count = lua_gettop(L);
  luaL_Buffer b;
  char *copy = luaL_buffinitsize(L, &b, length);
  memcpy(copy, format, length);
  int argument = 1;
  for (size_t i = 0; i + 1 < length; i++) {
    if (copy[i] != '%' || copy[++i] == '%') continue;
    argument++;
    while (i + 1 < length && strchr("-+ #0123456789.", copy[i]) != NULL) i++;
    if ((copy[i] != 's' && copy[i] != 'p') || argument > count) continue;
    copy[i] = 's';
    lboxlib_tostring(L, argument);
    lua_replace(L, argument);
  }
  luaL_pushresultsize(&b, length);
  lua_replace(L, 1);
  lua_settop(L, count);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, 1);
  return 1;
}

/* ---- table.sort ---- */

/* Is the item on the top less than the one below it? */
static bool less(lua_State *L, bool ordered) {
  if (!ordered) return lua_compare(L, -1, -2, LUA_OPLT);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  const bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

/* Merges two sorted runs of the list `from` into `to`: first .. middle - 1 and
 * middle .. end - 1. */
static void merge(lua_State *L, int from, int to, lua_Integer first,
                  lua_Integer middle, lua_Integer end) {
  const bool ordered = lua_isfunction(L, 2);
  lua_Integer left = first, right = middle;
  for (lua_Integer at = first; at < end; at++) {
    bool take_right = left == middle;
    if (left < middle && right < end) {
      lua_rawgeti(L, from, left);
      lua_rawgeti(L, from, right);
      take_right = less(L, ordered);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, take_right ? right++ : left++);
    lua_rawseti(L, to, at);
  }
}

static lua_Integer least(lua_Integer a, lua_Integer b) {
  return a < b ? a : b;
}

/* Stack: 1 the table, 2 the order or nil, 3 and 4 lists. */
static int box_sort(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  const lua_Integer n = luaL_len(L, 1);
  luaL_argcheck(L, n < INT32_MAX, 1, "array too big");
  if (n < 2) return 0;
  lua_createtable(L, (int)n, 0);
  lua_createtable(L, (int)n, 0);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_geti(L, 1, i);
    lua_rawseti(L, 3, i);
  }
  int from = 3, to = 4;
  for (lua_Integer width = 1; width < n; width *= 2) {
    for (lua_Integer first = 1; first <= n; first += 2 * width) {
      merge(L, from, to, first, least(first + width, n + 1),
            least(first + 2 * width, n + 1));
    }
    from = 7 - from;
    to = 7 - to;
  }
  for (lua_Integer i = 1; i <= n; i++) {
    lua_rawgeti(L, from, i);
    lua_seti(L, 1, i);
  }
  return 0;
}

/* ---- the rest ---- */

/* Every value is made a text, kept or not: that may call the bot, and number
 * what is shown. */
static int box_print(lua_State *L) {
  const int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) {
    lboxlib_tostring(L, i);
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    if (i > 1) lwatch_print("\t", 1);
    lwatch_print(text, length);
    lua_pop(L, 1);
  }
  lwatch_print("\n", 1);
  return 0;
}

/* There for bots that call it. */
static int box_collectgarbage(lua_State *L) {
  lua_pushinteger(L, 0);
  return 1;
}

/* copy(t): another table with the same fields, of the right size at once. */
static int box_copy(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  int count = 0;
  for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) count++;
  lua_createtable(L, 0, count + 4);
  for (lua_pushnil(L); lua_next(L, 1) != 0;) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, 2);
  }
  return 1;
}

/* where(): the place in the bot that called the interior, as luaL_where: it
 * may have done so by a tail call, and be out of sight. */
static int box_where(lua_State *L) {
  lua_Debug ar;
  const char *interior = lbox_of(L)->interior;
  for (int level = 1; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline < 0 || ar.source == interior) continue;
    lua_pushfstring(L, "%s:%d: ", ar.short_src, ar.currentline);
    return 1;
  }
  lua_pushliteral(L, "");
  return 1;
}

static void push_weak(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

static void open_base(lua_State *L) {
  static const luaL_Reg own[] = {
      {"pcall", box_pcall}, {"xpcall", box_xpcall},
      {"pairs", box_pairs}, {"tostring", box_tostring},
      {"print", box_print}, {"collectgarbage", box_collectgarbage},
      {NULL, NULL}};
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  lallowed_keep(L, LUA_GNAME);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, LUA_GNAME);
  luaL_setfuncs(L, own, 0);
  push_weak(L);
  lua_pushcclosure(L, box_next, 1);
  lua_setfield(L, -2, "next");
  lua_getfield(L, -1, "load");
  lua_pushcclosure(L, box_load, 1);
  lua_setfield(L, -2, "load");
  lua_pop(L, 1);
}

static void open_library(lua_State *L, const char *name, lua_CFunction open) {
  luaL_requiref(L, name, open, 1);
  lallowed_keep(L, name);
}

static void open_string(lua_State *L) {
  open_library(L, LUA_STRLIBNAME, luaopen_string);
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, box_format, 1);
  lua_setfield(L, -2, "format");
  lua_pop(L, 1);
}

static void open_others(lua_State *L) {
  static const lthread_runner threads = {resume, reset, kept};
  lthread_set(L, &threads);
  open_library(L, LUA_COLIBNAME, luaopen_coroutine);
  lua_pop(L, 1);
  open_library(L, LUA_TABLIBNAME, luaopen_table);
  lua_pushcfunction(L, box_sort);
  lua_setfield(L, -2, "sort");
  lua_pop(L, 1);
  open_library(L, LUA_MATHLIBNAME, luaopen_math);
  open_library(L, LUA_UTF8LIBNAME, luaopen_utf8);
  lua_pop(L, 2);
}

void lboxlib_open(lua_State *L) {
  lua_setwarnf(L, warn, lbox_of(L));
  push_weak(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, shown);
  open_base(L);
  lua_register(L, "copy", box_copy); /* for the interior, which takes them */
  lua_register(L, "where", box_where);
  open_string(L);
  open_others(L);
}
