/* ltrace.c: see ltrace.h. */
#include "ltrace.h"

#include <stdio.h>
#include <string.h>

enum { LEVELS = 20, LINE = 200 };

void ltrace_clear(lbox_trace *trace) {
  trace->thread = NULL;
  trace->length = 0;
  trace->levels = 0;
}

static void write_line(char line[LINE], const lua_Debug *ar) {
  char name[80];
  if (strcmp(ar->what, "main") == 0) {
    snprintf(name, sizeof name, "main chunk");
  } else if (ar->name != NULL) {
    snprintf(name, sizeof name, "function '%.60s'", ar->name);
  } else {
    snprintf(name, sizeof name, "function <%.50s:%d>", ar->short_src,
             ar->linedefined);
  }
  snprintf(line, LINE, "%s:%d: in %s\n", ar->short_src, ar->currentline, name);
}

/* False if there is no more room, which the last line then shows. */
static bool add_level(lbox_trace *trace, const lua_Debug *ar) {
  static const char more[] = "...\n";
  char line[LINE];
  write_line(line, ar);
  const size_t length = strlen(line), last = sizeof trace->text - strlen(more);
  const bool fits = trace->levels < LEVELS && trace->length + length <= last;
  const char *text = fits ? line : more;
  memcpy(trace->text + trace->length, text, strlen(text));
  trace->length += strlen(text);
  trace->levels = fits ? trace->levels + 1 : LEVELS + 1;
  return fits;
}

/* Adds levels while there is room, up to the function at index `outside` (0:
 * all). */
static void add_levels(lbox_trace *trace, lua_State *L, int level,
                       const char *hidden, int outside) {
  lua_Debug ar;
  for (; trace->levels <= LEVELS && lua_getstack(L, level, &ar); level++) {
    if (outside != 0) {
      lua_getinfo(L, "f", &ar);
      const bool same = lua_rawequal(L, -1, outside);
      lua_pop(L, 1);
      if (same) return;
    }
    lua_getinfo(L, "Sln", &ar);
    if (ar.currentline < 0) continue;
    if (ar.source != hidden && !add_level(trace, &ar)) return;
  }
}

void ltrace_add(lbox *box, lua_State *L) {
  box->trace.thread = L;
  add_levels(&box->trace, L, 0, box->interior, 0);
}

int ltrace_trace(lua_State *L) {
  lbox_trace trace;
  ltrace_clear(&trace);
  const int level = (int)luaL_checkinteger(L, 1);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  add_levels(&trace, L, level, NULL, 2);
  ltrace_push(L, &trace);
  return 1;
}

void ltrace_push(lua_State *L, const lbox_trace *trace) {
  if (trace->length == 0) {
    lua_pushnil(L);
  } else {
    lua_pushlstring(L, trace->text, trace->length - 1);
  }
}
