/* ldraw.c: see ldraw.h. */
#include "ldraw.h"

#include "lmoves.h"
#include "lnames.h"
#include "lt.h"
#include "tesela_draw.h"

typedef void renderer(const tes_drawing *drawing, int palette, tes_text *text);

static void as_text(const tes_drawing *drawing, int palette, tes_text *text) {
  tes_render_text(drawing, (tes_palette)palette, text);
}

static void as_svg(const tes_drawing *drawing, int palette, tes_text *text) {
  (void)palette;
  tes_render_svg(drawing, NULL, text);
}

/* Marks the cells named in the list at `cells` (0: none) and returns the
 * number of the first that there is not, or 0. Raises nothing. */
static lua_Integer mark_cells(lua_State *L, int cells, tes_drawing *drawing) {
  if (cells == 0) return 0;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, cells);
  for (lua_Integer i = 1; i <= count; i++) {
    const bool text = lua_rawgeti(L, cells, i) == LUA_TSTRING;
    const bool marked =
        text && tes_drawing_mark(drawing, lua_tostring(L, -1), TES_AREA);
    lua_pop(L, 1);
    if (!marked) return i;
  }
  return 0;
}

typedef struct request {
  const char *function;
  tes_move hint;
  int palette, cells;
  bool symbols;
  renderer *draw;
} request;

/* Nothing between making and freeing the drawing raises. */
static int render(lua_State *L, lstate *s, request r) {
  const tes_rules *rules = s->owner->rules;
  tes_work *work = lstate_work(L, s);
  tes_text *text = lrules_text(s->owner);
  tes_drawing drawing;
  lua_Integer unknown = 0;
  tes_drawing_init(&drawing, rules->alloc);
  drawing.symbols = r.symbols;
  const int status =
      tes_draw(rules, s->state, s->viewer, r.hint, &drawing, work);
  if (status == TES_OK) unknown = mark_cells(L, r.cells, &drawing);
  if (status == TES_OK) r.draw(&drawing, r.palette, text);
  tes_drawing_free(&drawing);
  lrules_must(L, s->owner, status);
  if (unknown != 0) {
    return luaL_error(L, "%s: cells[%I] is not the name of a cell", r.function,
                      (LUAI_UACINT)unknown);
  }
  lt_push_text(L, text);
  return 1;
}

/* The options at 2: absent, or a table; a picture has only the first two. */
static void check_options(lua_State *L, const char *function, bool text) {
  static const char *const names[] = {"mark", "cells", "palette", "symbols"};
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) return;
  lnames_check(L, 2, function, names, text ? 4 : 2);
}

/* options.mark: a legal move, or none. It is read last: to ask a table may run
 * its author's functions, which may play on the state. */
static tes_move read_mark(lua_State *L, lstate *s, const char *function) {
  if (lua_isnil(L, 2) || lua_getfield(L, 2, "mark") == LUA_TNIL) return 0;
  return lmoves_check(L, s, lua_gettop(L), function);
}

/* options.cells: a list of names, whose index is returned, or 0. */
static int read_cells(lua_State *L, const char *function) {
  if (lua_isnil(L, 2) || lua_getfield(L, 2, "cells") == LUA_TNIL) return 0;
  if (!lua_istable(L, -1)) lt_expected(L, -1, function, "cells as a list");
  return lua_gettop(L);
}

static int read_palette(lua_State *L, const char *function) {
  if (lua_isnil(L, 2) || lua_getfield(L, 2, "palette") == LUA_TNIL) {
    return TES_NO_COLOUR;
  }
  switch (lt_integer(L, -1, function, "palette 0, 16 or 256")) {
    case 0:
      return TES_NO_COLOUR;
    case 16:
      return TES_16;
    case 256:
      return TES_256;
    default:
      return luaL_error(L, "%s: expected palette 0, 16 or 256", function);
  }
}

static bool read_symbols(lua_State *L) {
  return !lua_isnil(L, 2) && lua_getfield(L, 2, "symbols") != LUA_TNIL &&
         lua_toboolean(L, -1);
}

/* s:draw{ palette = 0 | 16 | 256, symbols = bool, mark = move,
 * cells = { names } } */
int ldraw_text(lua_State *L) {
  request r = {.function = "state:draw", .draw = as_text};
  lstate *s = lstate_check(L, 1, r.function);
  check_options(L, r.function, true);
  r.palette = read_palette(L, r.function);
  r.symbols = read_symbols(L);
  r.cells = read_cells(L, r.function);
  r.hint = read_mark(L, s, r.function);
  return render(L, s, r);
}

/* s:svg{ mark = move, cells = { names } } */
int ldraw_svg(lua_State *L) {
  request r = {.function = "state:svg", .symbols = true, .draw = as_svg};
  lstate *s = lstate_check(L, 1, r.function);
  check_options(L, r.function, false);
  r.cells = read_cells(L, r.function);
  r.hint = read_mark(L, s, r.function);
  return render(L, s, r);
}
