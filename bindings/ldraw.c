/* ldraw.c: a state as text with colours and as a picture. */
#include "ltesela.h"

typedef void renderer(const tes_drawing *drawing, int palette, tes_text *text);

static void as_text(const tes_drawing *drawing, int palette, tes_text *text) {
  tes_render_text(drawing, (tes_palette)palette, text);
}

static void as_svg(const tes_drawing *drawing, int palette, tes_text *text) {
  (void)palette;
  tes_render_svg(drawing, text);
}

/* Nothing between making and freeing the drawing raises. */
static int render(lua_State *L, lstate *s, tes_move hint, int palette,
                  renderer *draw) {
  const tes_rules *rules = s->owner->rules;
  tes_text *text = lt_text(s->owner);
  tes_drawing drawing;
  tes_drawing_init(&drawing, rules->alloc);
  const int status = tes_draw(rules, &s->head, s->viewer, hint, &drawing);
  if (status == TES_OK) draw(&drawing, palette, text);
  tes_drawing_free(&drawing);
  if (status != TES_OK) return luaL_error(L, "out of memory");
  lt_push_text(L, text);
  return 1;
}

/* The options at 2: absent, or a table. */
static void check_options(lua_State *L, const char *function) {
  lua_settop(L, 2);
  if (!lua_isnil(L, 2) && !lua_istable(L, 2)) {
    lt_expected(L, 2, function, "a table of options");
  }
}

/* options.mark: a legal move, or none. */
static tes_move read_mark(lua_State *L, lstate *s, const char *function) {
  if (lua_isnil(L, 2) || lua_getfield(L, 2, "mark") == LUA_TNIL) return 0;
  return lstate_move(L, s, lua_gettop(L), function);
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

/* s:draw{ palette = 0 | 16 | 256, mark = move } */
int ldraw_text(lua_State *L) {
  static const char *const name = "state:draw";
  lstate *s = lstate_check(L, 1, name);
  check_options(L, name);
  const tes_move hint = read_mark(L, s, name);
  return render(L, s, hint, read_palette(L, name), as_text);
}

/* s:svg{ mark = move } */
int ldraw_svg(lua_State *L) {
  static const char *const name = "state:svg";
  lstate *s = lstate_check(L, 1, name);
  check_options(L, name);
  return render(L, s, read_mark(L, s, name), 0, as_svg);
}
