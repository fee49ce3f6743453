/* ldraw.c: see ldraw.h. */
#include "ldraw.h"

#include <string.h>

#include "states/lmoves.h"
#include "tesela_draw.h"
#include "values/lnames.h"
#include "values/ltypes.h"

/* A drawing is a userdata that users never see, so it is freed after any error.
 * Its user value is the state, whose rules lend the memory. */
#define DRAWING_TYPE "tesela.drawing"

enum { NOTE_MAX = 300 }; /* bytes of a note */

/* The options. */
typedef struct draw_request {
  const char *function;
  tes_move hint;
  int palette, cells, last, open, notes;
  int columns, rows; /* of the screen; 0: no limit */
  bool symbols, groups;
  tes_picture picture;
} draw_request;

static int free_drawing(lua_State *L) {
  tes_drawing_free(lua_touserdata(L, 1));
  return 0;
}

/* Marks the cells named in the list at `cells` (0: none). */
static void mark_cells(lua_State *L, const draw_request *r, int cells,
                       tes_shape as, tes_drawing *drawing) {
  if (cells == 0) return;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, cells);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, cells, i);
    const char *name = lt_word(L, -1);
    if (name == NULL || !tes_drawing_mark(drawing, name, as)) {
      luaL_error(L, "%s: %s[%I] is not the name of a cell", r->function,
                 as == TES_AREA  ? "cells"
                 : as == TES_DOT ? "open"
                                 : "last",
                 (LUAI_UACINT)i);
    }
    lua_pop(L, 1);
  }
}

/* Adds the lines in the list at `notes` (0: none). */
static void draw_notes(lua_State *L, const draw_request *r,
                       tes_drawing *drawing) {
  if (r->notes == 0) return;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, r->notes);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, r->notes, i) != LUA_TSTRING) {
      luaL_error(L, "%s: notes[%I]: expected a string", r->function,
                 (LUAI_UACINT)i);
    }
    tes_put(&drawing->notes, "%s\n", lt_push_clean(L, -1, NOTE_MAX, ""));
    lua_pop(L, 2);
  }
  if (drawing->notes.failed) lt_no_memory(L);
}

/* Pushes a drawing of what the state's viewer sees. */
static tes_drawing *push_drawing(lua_State *L, lstate *s,
                                 const draw_request *r) {
  const tes_rules *rules = s->owner->rules;
  tes_drawing *drawing = lua_newuserdatauv(L, sizeof *drawing, 1);
  tes_drawing_init(drawing, rules->alloc);
  luaL_setmetatable(L, DRAWING_TYPE);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  drawing->symbols = r->symbols;
  drawing->screen_columns = r->columns;
  drawing->screen_rows = r->rows;
  tes_work *work = lstate_work(L, s);
  lrules_must(L, s->owner,
              tes_draw(rules, s->state, s->viewer, r->hint, drawing, work));
  mark_cells(L, r, r->cells, TES_AREA, drawing);
  mark_cells(L, r, r->last, TES_LAST_MOVE, drawing);
  mark_cells(L, r, r->open, TES_DOT, drawing);
  draw_notes(L, r, drawing);
  return drawing;
}

/* ---- the list ---- */

/* A column's number as people count it, from 1; on a table that grows, its own
 * number. */
static int shown_column(const tes_drawing *d, int x) {
  return d->column + x + !d->numbers;
}

/* Sets the place of an element. */
static void set_place(lua_State *L, const tes_drawing *d,
                      const tes_element *e) {
  if (e->box > 0 || e->count == 0) return;
  lt_set_integer(L, "x", shown_column(d, e->at[0].x));
  lt_set_integer(L, "y", d->row + e->at[0].y);
}

/* Sets the list of an element's squares. */
static void set_places(lua_State *L, const tes_drawing *d,
                       const tes_element *e) {
  const bool board = e->box == 0;
  lua_createtable(L, e->count, 0);
  for (int i = 0; i < e->count; i++) {
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, board ? shown_column(d, e->at[i].x) : e->at[i].x + 1);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, board ? d->row + e->at[i].y : e->at[i].y + 1);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "squares");
}

/* Pushes an element as a table. */
static void push_element(lua_State *L, lstate *s, const tes_drawing *d, int i) {
  static const char *const kinds[] = {
      [TES_CELL] = "cell", [TES_PIECE] = "piece", [TES_TILE] = "tile",
      [TES_MARK] = "mark", [TES_WORDS] = "words",
  };
  const tes_element *e = &d->elements[i];
  tes_text *text = lrules_text(s->owner);
  lua_createtable(L, 0, 12);
  tes_element_id(d, e, text);
  lt_push_text(L, text);
  lua_setfield(L, -2, "id");
  lt_set_string(L, "kind", kinds[tes_shape_kind((tes_shape)e->shape)]);
  lt_set_string(L, "shape", tes_shape_name((tes_shape)e->shape));
  lt_set_string(L, "colour", tes_colour_name((tes_colour)e->colour));
  lt_set_string(L, "text", e->text);
  lt_set_integer(L, "level", e->level);
  lt_set_integer(L, "turn", e->turn);
  lt_set_integer(L, "box", e->box);
  set_place(L, d, e);
}

static void set_group(lua_State *L, lstate *s, const tes_drawing *d, int i,
                      const tes_picture *picture) {
  tes_text *text = lrules_text(s->owner);
  tes_render_element(d, picture, i, text);
  lt_push_text(L, text);
  lua_setfield(L, -2, "svg");
}

static void push_bounds(lua_State *L, const tes_drawing *d) {
  lua_createtable(L, 0, 4);
  lt_set_integer(L, "column", shown_column(d, 0));
  lt_set_integer(L, "row", d->row);
  lt_set_integer(L, "columns", d->columns);
  lt_set_integer(L, "rows", d->rows);
}

/* ---- options ---- */

static const char *const picture_names[] = {
    "mark", "cells", "coordinates", "beside", "width", "frame", "svg"};
static const char *const text_names[] = {"mark",    "cells",   "palette",
                                         "symbols", "columns", "rows",
                                         "notes",   "last",    "open"};

/* The options at 2: absent, or a table. */
static void check_options(lua_State *L, const char *function,
                          const char *const *names, size_t count) {
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) lnames_check(L, 2, function, names, count);
}

/* Pushes an option. Was it given? */
static bool push_draw_option(lua_State *L, const char *name) {
  return !lua_isnil(L, 2) && lua_getfield(L, 2, name) != LUA_TNIL;
}

/* options.mark: a legal move, or 0. It is read last, because reading the table
 * may run its author's functions, which may make moves on the state. */
static tes_move read_mark(lua_State *L, lstate *s, const char *function) {
  if (!push_draw_option(L, "mark")) return 0;
  return lmoves_check(L, s, lua_gettop(L), function);
}

/* options.cells, last, open or notes: a list of strings. Returns its index, or
 * 0. */
static int read_list(lua_State *L, const char *function, const char *name,
                     const char *what) {
  if (!push_draw_option(L, name)) return 0;
  if (!lua_istable(L, -1)) lt_expected(L, -1, function, what);
  return lua_gettop(L);
}

static int read_cells(lua_State *L, const char *function) {
  return read_list(L, function, "cells", "cells as a list");
}

static int read_palette(lua_State *L, const char *function) {
  if (!push_draw_option(L, "palette")) return TES_NO_COLOUR;
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

static bool read_flag(lua_State *L, const char *name, bool usual) {
  return push_draw_option(L, name) ? lua_toboolean(L, -1) : usual;
}

/* A whole number in the table at `index`. */
static int int_at(lua_State *L, int index, const char *function,
                  const char *name, int least, int most) {
  lua_getfield(L, index, name);
  const lua_Integer value = lt_integer(L, -1, function, name);
  if (value < least || value > most) {
    luaL_error(L, "%s: expected %s in %d..%d, got %I", function, name, least,
               most, (LUAI_UACINT)value);
  }
  return (int)value;
}

enum { PIXELS_MIN = 16, PIXELS_MAX = 20000, CELLS_SEEN = 1000 };

/* The frame at the top, made by push_frame. */
static tes_frame read_frame(lua_State *L, const char *function) {
  static const char *const names[] = {"column", "row", "columns", "rows"};
  const int index = lua_gettop(L);
  lnames_check(L, index, function, names, 4);
  return (tes_frame){
      .column = int_at(L, index, function, "column", -CELLS_SEEN, CELLS_SEEN),
      .row = int_at(L, index, function, "row", -CELLS_SEEN, CELLS_SEEN),
      .columns = int_at(L, index, function, "columns", 1, CELLS_SEEN),
      .rows = int_at(L, index, function, "rows", 1, CELLS_SEEN),
  };
}

static tes_picture read_picture(lua_State *L, const char *function) {
  tes_picture p = {.bare = !read_flag(L, "coordinates", true),
                   .alone = !read_flag(L, "beside", true)};
  if (push_draw_option(L, "width")) {
    p.width = int_at(L, 2, function, "width", PIXELS_MIN, PIXELS_MAX);
  }
  if (push_draw_option(L, "frame")) p.frame = read_frame(L, function);
  return p;
}

/* ---- methods ---- */

static int read_size(lua_State *L, const char *function, const char *name) {
  return push_draw_option(L, name) ? int_at(L, 2, function, name, 1, CELLS_SEEN)
                                   : 0;
}

/* s:draw{ palette = 0 | 16 | 256, symbols = bool, mark = move, cells = { names
 * }, last = { names, marked like the last move }, open = { names, with a "+" if
 * empty }, columns =, rows =, notes = { lines } } */
int ldraw_text(lua_State *L) {
  draw_request r = {.function = "state:draw"};
  lstate *s = lstate_check(L, 1, r.function);
  check_options(L, r.function, text_names, 9);
  r.palette = read_palette(L, r.function);
  r.symbols = read_flag(L, "symbols", false);
  r.columns = read_size(L, r.function, "columns");
  r.rows = read_size(L, r.function, "rows");
  r.notes = read_list(L, r.function, "notes", "notes as a list");
  r.cells = read_cells(L, r.function);
  r.last = read_list(L, r.function, "last", "last as a list");
  r.open = read_list(L, r.function, "open", "open as a list");
  r.hint = read_mark(L, s, r.function);
  tes_drawing *drawing = push_drawing(L, s, &r);
  tes_text *text = lrules_text(s->owner);
  tes_render_text(drawing, (tes_palette)r.palette, text);
  tes_drawing_free(drawing);
  lt_push_text(L, text);
  return 1;
}

/* The common part of s:svg and s:elements; pushes the drawing. */
static tes_drawing *push_pictured(lua_State *L, lstate *s, draw_request *r) {
  check_options(L, r->function, picture_names, 7);
  r->symbols = true;
  r->picture = read_picture(L, r->function);
  r->groups = read_flag(L, "svg", false);
  r->cells = read_cells(L, r->function);
  r->hint = read_mark(L, s, r->function);
  tes_drawing *drawing = push_drawing(L, s, r);
  r->picture.frame.column -= !drawing->numbers;
  return drawing;
}

/* s:svg{ mark = move, cells = { names }, coordinates = bool, beside = bool,
 * width = pixels, frame = { column =, row =, columns =, rows = } } */
int ldraw_svg(lua_State *L) {
  draw_request r = {.function = "state:svg"};
  lstate *s = lstate_check(L, 1, r.function);
  tes_drawing *drawing = push_pictured(L, s, &r);
  tes_text *text = lrules_text(s->owner);
  tes_render_svg(drawing, &r.picture, text);
  tes_drawing_free(drawing);
  lt_push_text(L, text);
  return 1;
}

/* s:elements{ the same, and svg = true to add each element's part of that
 * picture }: the list of elements, and the frame. */
int ldraw_elements(lua_State *L) {
  draw_request r = {.function = "state:elements"};
  lstate *s = lstate_check(L, 1, r.function);
  tes_drawing *drawing = push_pictured(L, s, &r);
  lua_createtable(L, drawing->count, 0);
  for (int i = 0; i < drawing->count; i++) {
    push_element(L, s, drawing, i);
    set_places(L, drawing, &drawing->elements[i]);
    if (r.groups) set_group(L, s, drawing, i, &r.picture);
    lua_rawseti(L, -2, i + 1);
  }
  push_bounds(L, drawing);
  tes_drawing_free(drawing);
  return 2;
}

/* ---- changes ---- */

/* A drawing to be kept: one block with its elements, in painting order, so
 * nothing has to be freed. Its user value is the state. */
#define KEPT_TYPE "tesela.kept"

typedef struct kept {
  tes_drawing drawing;
  tes_element elements[];
} kept;

static const kept *check_kept(lua_State *L, int index) {
  return luaL_checkudata(L, index, KEPT_TYPE);
}

/* drawing.of(state): a drawing of the state, and its frame. */
static int keep_drawing(lua_State *L) {
  const draw_request r = {.function = "drawing.of", .symbols = true};
  lstate *s = lstate_check(L, 1, r.function);
  lua_settop(L, 1);
  tes_drawing *drawing = push_drawing(L, s, &r);
  const size_t count = (size_t)drawing->count;
  int *order = lua_newuserdatauv(L, count * sizeof *order, 0);
  kept *k = lua_newuserdatauv(L, sizeof *k + count * sizeof(tes_element), 1);
  tes_drawing_order(drawing, order);
  k->drawing = *drawing;
  k->drawing.elements = k->elements;
  for (size_t i = 0; i < count; i++) {
    k->elements[i] = drawing->elements[order[i]];
  }
  k->drawing.levels = NULL;
  tes_text_init(&k->drawing.notes, drawing->alloc);
  tes_drawing_free(drawing);
  luaL_setmetatable(L, KEPT_TYPE);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  push_bounds(L, &k->drawing);
  return 2;
}

/* The picture of a drawing, with the frame at `index` (nil: the drawing's
 * own). */
static tes_picture frame_at(lua_State *L, int index, const tes_drawing *d) {
  tes_picture picture = {.alone = true};
  lua_settop(L, index);
  if (!lua_isnil(L, index)) picture.frame = read_frame(L, "drawing");
  picture.frame.column -= !d->numbers;
  return picture;
}

/* The state of the drawing at `index`. */
static lstate *push_state(lua_State *L, int index) {
  lua_getiuservalue(L, index, 1);
  return lstate_check(L, -1, "drawing");
}

/* Pushes element `i` in painting order, with its look and its place in the
 * picture. */
static void push_come(lua_State *L, lstate *s, const tes_drawing *d, int i,
                      const tes_picture *picture) {
  int x, y;
  push_element(L, s, d, i);
  if (d->elements[i].box > 0) set_places(L, d, &d->elements[i]);
  tes_text *text = lrules_text(s->owner);
  tes_render_look(d, picture, i, &x, &y, text);
  lt_push_text(L, text);
  lua_setfield(L, -2, "look");
  lt_set_integer(L, "left", x);
  lt_set_integer(L, "top", y);
}

/* Pushes the numbers, in painting order, of elements that do not stay, the last
 * one first. */
static void push_gone(lua_State *L, const bool *stays, int count) {
  lua_newtable(L);
  for (int i = count - 1, n = 0; i >= 0; i--) {
    if (stays[i]) continue;
    lua_pushinteger(L, i + 1);
    lua_rawseti(L, -2, ++n);
  }
}

static void push_all_come(lua_State *L, lstate *s, const tes_drawing *d,
                          const bool *stays, const tes_picture *picture) {
  lua_newtable(L);
  for (int i = d->count - 1, n = 0; i >= 0; i--) {
    if (stays[i]) continue;
    push_come(L, s, d, i, picture);
    lt_set_integer(L, "order", i + 1);
    lua_rawseti(L, -2, ++n);
  }
}

/* drawing.changes(before, after, frame): the changes between two drawings of
 * one game, in pictures with that frame (nil: their own). Returns the numbers
 * of the elements that go and the elements that come, both from the last in
 * painting order. If `before` is nil, all come. */
static int list_changes(lua_State *L) {
  static const tes_drawing nothing = {0};
  const tes_drawing *after = &check_kept(L, 2)->drawing;
  const tes_drawing *before =
      lua_isnil(L, 1) ? &nothing : &check_kept(L, 1)->drawing;
  const tes_picture picture = frame_at(L, 3, after);
  bool *old_stays =
      lua_newuserdatauv(L, (size_t)(before->count + after->count) + 1, 0);
  bool *stays = old_stays + before->count;
  lstate *s = push_state(L, 2);
  tes_drawing_compare(before, after, old_stays, stays);
  push_gone(L, old_stays, before->count);
  push_all_come(L, s, after, stays, &picture);
  return 2;
}

/* drawing.cells(drawing, frame): the cells of that picture, row by row from the
 * lower left one, each as { name =, column =, row =, x =, y = }; x and y are
 * those of its centre. */
static int list_cells(lua_State *L) {
  const tes_drawing *d = &check_kept(L, 1)->drawing;
  const tes_picture picture = frame_at(L, 2, d);
  lstate *s = push_state(L, 1);
  const int count = tes_picture_spots(d, &picture, NULL, 0);
  tes_spot *spots = lua_newuserdatauv(L, (size_t)count * sizeof *spots, 0);
  tes_picture_spots(d, &picture, spots, count);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    tes_text *name = lrules_text(s->owner);
    tes_drawing_cell(d, spots[i].column, spots[i].row, name);
    lua_createtable(L, 0, 5);
    lt_push_text(L, name);
    lua_setfield(L, -2, "name");
    lt_set_integer(L, "column", spots[i].column + !d->numbers);
    lt_set_integer(L, "row", spots[i].row);
    lt_set_integer(L, "x", spots[i].x);
    lt_set_integer(L, "y", spots[i].y);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

void ldraw_register(lua_State *L) {
  static const luaL_Reg functions[] = {{"of", keep_drawing},
                                       {"changes", list_changes},
                                       {"cells", list_cells},
                                       {NULL, NULL}};
  luaL_newmetatable(L, DRAWING_TYPE);
  lua_pushcfunction(L, free_drawing);
  lua_setfield(L, -2, "__gc");
  luaL_newmetatable(L, KEPT_TYPE);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  luaL_newlib(L, functions);
  lua_setfield(L, -2, "tesela.drawing");
  lua_pop(L, 3);
}
