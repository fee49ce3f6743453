/* lboxstdlib.c: the standard library for bots.
 *
 * It meets two requirements. Nothing reaches out of the sandbox: functions that
 * open files, load bytecode or inspect other functions are missing
 * (lallowed.h). And runs do not differ by addresses, the order of keys in
 * tables, or chance:
 *
 *   next, pairs    traverse tables in a fixed order (lordered.h)
 *   tostring       numbers tables, functions ... in the order in which they are
 *                  first converted; string.format uses it
 *   table.sort     is a merge sort: Lua's own reads the clock if a table is
 *                  badly out of order
 *
 * pcall, xpcall, load and coroutines are replaced because they must not stop
 * the error at the end of a budget: if they catch it, they raise it again. An
 * error in a finalizer only causes a warning, so warnings are checked as well.
 *
 * print keeps its text outside of the sandbox, up to a limit (lwatch.h). */
#include "lboxstdlib.h"

#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "lbox.h"
#include "ltrace.h"
#include "process/lwatch.h"
#include "tesela_bits.h"
#include "values/lallowed.h"
#include "values/lordered.h"
#include "values/lthread.h"

/* ---- the end of a budget ---- */

static void insist_in_box(lua_State *L, lua_Debug *where) {
  (void)where;
  if (lbox_of(L)->end == RUNNING) lua_sethook(L, NULL, 0, 0);
  if (lbox_of(L)->end != RUNNING)
    lboxstdlib_raise(L); /* its end may have come just now */
}

void lboxstdlib_arm(lua_State *L) {
  lua_sethook(L, insist_in_box,
              LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

int lboxstdlib_raise(lua_State *L) {
  lbox *box = lbox_of(L);
  TES_ALWAYS(box != NULL);
  lboxstdlib_arm(L);
  if (box->trace.thread != L) ltrace_add(box, L); /* only the first time */
  lua_pushstring(L,
                 box->end == OUT_OF_TIME ? "out of time" : "not enough memory");
  return lua_error(L);
}

/* Lua reports any error with the words of a memory error as one; the allocator
 * knows whether it is. */
bool lboxstdlib_lacks_memory(const lbox *box, int status) {
  return status == LUA_ERRMEM && lbox_lacks_memory(box);
}

/* Receives a part of a warning, which an error in a finalizer causes. */
static void warn(void *user, const char *text, int more) {
  lbox *box = user;
  (void)text;
  (void)more;
  if (box->end != RUNNING || !lbox_lacks_memory(box)) return;
  box->end = OUT_OF_MEMORY;
  lboxstdlib_arm(box->running);
}

/* After a call, L continues only if a failure was the bot's own. */
static void look_at_end(lua_State *L, int status) {
  lbox *box = lbox_of(L);
  if (box->end == RUNNING && lboxstdlib_lacks_memory(box, status)) {
    box->end = OUT_OF_MEMORY;
  }
  if (box->end != RUNNING) lboxstdlib_raise(L);
}

/* Like look_at_end, and forgets the failure if the bot continues. */
static void forgive(lua_State *L, int status) {
  look_at_end(L, status);
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

/* An error handler. The error at the end of a budget must not reach the bot's
 * handler: that could loop for ever, because hooks are off while a hook's own
 * error is handled. */
static int handle_in_box(lua_State *L) {
  if (lbox_of(L)->end != RUNNING) return 1;
  return lthread_handle(L);
}

static int box_xpcall(lua_State *L) {
  return lthread_xpcall(L, handle_in_box, finish_call);
}

/* ---- load ---- */

/* load: upvalue 1 is Lua's own, which catches errors of the function at 1
 * without reporting their status. */
static int box_load(lua_State *L) {
  lbox_of(L)->denied = 0;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  look_at_end(L, lua_isnil(L, 1) ? LUA_ERRMEM : LUA_OK);
  return lua_gettop(L);
}

/* ---- coroutines ---- */

/* From now on the end of a budget stops co. A tick that has already noticed the
 * end may have stopped only the previous thread. */
static void enter_in_box(lbox *box, lua_State *co) {
  box->running = co;
  if (box->end != RUNNING) lboxstdlib_arm(co);
}

/* After a coroutine has returned, L continues unless a budget has ended. */
static int came_back(lua_State *L, int status) {
  lbox_of(L)->running = L;
  look_at_end(L, status);
  return status;
}

static int resume_in_box(lua_State *L, lua_State *co, int n, int *results) {
  lbox *box = lbox_of(L);
  lbox_resumer self = {.L = L, .below = box->resumers};
  box->resumers = &self;
  enter_in_box(box, co);
  const int status = lua_resume(co, L, n, results);
  box->resumers = self.below;
  const bool failed = status != LUA_OK && status != LUA_YIELD;
  if (failed && box->end == RUNNING) {
    ltrace_add(box, co); /* its callers are added later */
  }
  return came_back(L, status);
}

/* Forgets the lines of a failure in a coroutine that was the bot's own. */
static void forget_trace(lua_State *L) {
  ltrace_clear(&lbox_of(L)->trace);
}

/* Closes variables, which may call endless functions. */
static int reset_in_box(lua_State *L, lua_State *co) {
  enter_in_box(lbox_of(L), co);
  return came_back(L, lthread_reset(co));
}

/* ---- text without addresses ---- */

static const char shown[] = "tesela.shown"; /* numbers of values, weak keys */

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

const char *lboxstdlib_tostring(lua_State *L, int index) {
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
  lboxstdlib_tostring(L, 1);
  return 1;
}

/* string.format: upvalue 1 is Lua's own, which gets strings for %s, and also
 * for %p, which is changed to %s. */
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
    lboxstdlib_tostring(L, argument);
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

/* Merges two sorted runs of the list `from`, first .. middle - 1 and middle ..
 * end - 1, into `to`. */
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

static lua_Integer lesser(lua_Integer a, lua_Integer b) {
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
      merge(L, from, to, first, lesser(first + width, n + 1),
            lesser(first + 2 * width, n + 1));
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

/* print: converts every value to text, even if the text is not kept, because
 * this may call the bot and numbers the values. */
static int box_print(lua_State *L) {
  const int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) {
    lboxstdlib_tostring(L, i);
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    if (i > 1) lwatch_print("\t", 1);
    lwatch_print(text, length);
    lua_pop(L, 1);
  }
  lwatch_print("\n", 1);
  return 0;
}

/* collectgarbage does nothing; it exists for bots that call it. */
static int box_collectgarbage(lua_State *L) {
  lua_pushinteger(L, 0);
  return 1;
}

/* copy(t): a new table with the same fields, made with the right size. */
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

/* where(): the bot's line that called the interior. (luaL_where does not find
 * it after a tail call.) */
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

static void open_base(lua_State *L) {
  static const luaL_Reg own[] = {{"pcall", box_pcall},
                                 {"xpcall", box_xpcall},
                                 {"tostring", box_tostring},
                                 {"print", box_print},
                                 {"collectgarbage", box_collectgarbage},
                                 {NULL, NULL}};
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  lallowed_keep(L, LUA_GNAME);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, LUA_GNAME);
  luaL_setfuncs(L, own, 0);
  lordered_add(L);
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
  static const lthread_runner threads = {resume_in_box, reset_in_box,
                                         forget_trace};
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

void lboxstdlib_open(lua_State *L) {
  lua_setwarnf(L, warn, lbox_of(L));
  lordered_push_weak(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, shown);
  open_base(L);
  lua_register(
      L, "copy",
      box_copy); /* for the interior, which removes it from the globals */
  lua_register(L, "where", box_where);
  open_string(L);
  open_others(L);
}
