/* lcells.c: the cells that a game declares, as fields of its states: s.last for
 * a field of one cell, s.board[i] for a field of several.
 *
 * s.board is a small object that only knows its cells. It reads the state at
 * every access, so its use after the call to which the state was lent is
 * detected. A state makes it once. For a state with a table of values
 * (llentstate.h) the object has its own metatable, whose __index is a table of
 * the cells, filled when one of them is first read. Cells hidden from a view
 * are NOT_SEEN. */
#include "lcells.h"

#include <string.h>

#include "luagames/call/lcall.h"
#include "luagames/call/llentstate.h"
#include "luagames/hidden/lsecret.h"
#include "luagames/lgame.h"
#include "luagames/plan/lshow.h"
#include "values/lnames.h"
#include "values/lshown.h"
#include "values/ltypes.h"

enum { NOT_SEEN = -1 };

typedef struct cells {
  lstate *s; /* kept alive by user value 1 */
  const lfield *field;
} cells;

/* User value SHOWN of a cells object is the table of its values, in which the
 * object itself is under this key. */
static const char shown_cells[] = "tesela.shown_cells";
enum { SHOWN = 2 };

static int32_t *first_of(const lstate *s, const lfield *field) {
  TES_ASSERT(field->first + field->count <= lgame_of(s->owner->rules)->cells);
  return lgame_cells(s->owner->rules, s->state) + field->first;
}

static int32_t see_cell(lua_State *L, lstate *s, const int32_t *cell) {
  const tes_rules *rules = s->owner->rules;
  if (lgame_of(rules)->hiding == 0) return *cell;
  const int i = (int)(cell - lgame_cells(rules, s->state));
  const lat at = lat_top(rules, s->state, lstate_work(L, s));
  const int hidden = lsecret_hides(at, s->viewer, i);
  if (hidden < 0) lrules_must(L, s->owner, hidden);
  return hidden ? NOT_SEEN : *cell;
}

/* Pushes the contents of a cell, if the viewer sees it. */
static inline int push_cell(lua_State *L, lstate *s, const int32_t *cell) {
  lua_pushinteger(L, s->viewer == 0 ? *cell : see_cell(L, s, cell));
  return 1;
}

void lcells_add(lua_State *L, const tes_game *game) {
  const lgame *g = lgame_from(game);
  for (int i = 0; g != NULL && i < g->fields; i++) {
    lua_pushinteger(L, i);
    lua_setfield(L, -2, g->field[i].name);
  }
}

/* The cells at the top begin to use a table of their values, which also has
 * their methods. */
static void show_cells(lua_State *L) {
  const int index = lua_gettop(L);
  lt_own_type(L, llentstate_cells);
  lua_getfield(L, -1, "__methods");
  lt_copy(L);
  lua_pushvalue(L, index);
  lua_rawsetp(L, -2, shown_cells);
  lt_set_type(L, shown_cells);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, SHOWN);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, index);
}

int lcells_push(lua_State *L, lstate *s, lua_Integer index) {
  TES_ASSERT(index >= 0 && index < lgame_of(s->owner->rules)->fields);
  const lfield *field = &lgame_of(s->owner->rules)->field[index];
  if (field->count == 1) return push_cell(L, s, first_of(s, field));
  lstate_push_made(L, 1);
  if (lua_rawgeti(L, -1, index + 1) == LUA_TUSERDATA) return 1;
  cells *c = lua_newuserdatauv(L, sizeof *c, SHOWN);
  *c = (cells){s, field};
  lt_set_type(L, llentstate_cells);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  if (s->view != NULL) show_cells(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -4, index + 1);
  return 1;
}

static int32_t check_value(lua_State *L, int index, const lfield *field) {
  const lua_Integer value =
      lt_integer(L, index, field->name, "a whole number of 32 bits");
  if (value < field->min || value > field->max) {
    const bool any = field->min == INT32_MIN && field->max == INT32_MAX;
    lua_pushfstring(L, any ? "of 32 bits" : "in %d..%d", (int)field->min,
                    (int)field->max);
    luaL_error(L, "%s: expected a whole number %s, got %I", field->name,
               lua_tostring(L, -1), (LUAI_UACINT)value);
  }
  return (int32_t)value;
}

static bool may_change(const lstate *s) {
  return s->state != NULL && !lrules_closed(s->owner) &&
         s->lending == LENT_TO_CHANGE && s->depth == s->owner->depth;
}

static void check_lent(lua_State *L, const lstate *s, const char *name) {
  if (may_change(s)) return;
  if (s->state == NULL) lstate_gone(L, name);
  if (s->lending != OWN && s->depth != s->owner->depth) {
    lstate_elsewhere(L, name);
  }
  luaL_error(L,
             s->lending == LENT ? "%s: this function of the rules may read the "
                                  "state but not change it"
                                : "%s: only the rules change a state",
             name);
}

/* A field was set, which may change the legal moves. But the game below does
 * not see a variant's own fields, so the variant's move stays legal for
 * base.apply. */
static void note_change(lstate *s, const lfield *field) {
  const lgame *g = lgame_of(s->owner->rules);
  if (g->parent == NULL || field->first < g->parent->cells) s->changed = true;
}

/* ---- s.board[i] ---- */

/* The contents of the cells, if they can still be read. */
static int32_t *check_cells(lua_State *L, const cells *c) {
  const char *name = c->field->name;
  if (c->s->state == NULL) lstate_gone(L, name);
  if (lrules_closed(c->s->owner)) {
    luaL_error(L, "%s: the rules of this state are closed", name);
  }
  return first_of(c->s, c->field);
}

static int32_t *check_cell(lua_State *L, const cells *c) {
  const char *name = c->field->name;
  int32_t *first = check_cells(L, c);
  const lua_Integer i = lt_integer(L, 2, name, "the number of a cell");
  if (i < 1 || i > c->field->count) {
    luaL_error(L, "%s: expected a cell in 1..%d, got %I", name, c->field->count,
               (LUAI_UACINT)i);
  }
  return first + i - 1;
}

/* Fills the table at 1, because a cell is read for the first time. */
static void fill_shown(lua_State *L, const cells *c) {
  const lgame *g = lgame_of(c->s->owner->rules);
  const int32_t *first = check_cells(L, c);
  c->s->view->board |= UINT32_C(1) << (c->field - g->field);
  for (int i = 0; i < c->field->count; i++) {
    lua_pushinteger(L, first[i]);
    lua_rawseti(L, 1, i + 1);
  }
  lua_getiuservalue(L, 3, 1);
  lua_getiuservalue(L, -1, STATE_VALUES);
  lua_pushvalue(L, 1);
  lua_rawsetp(L, -2, c->field);
}

/* __index for names that are not in the table of the cells. */
static int shown_index(lua_State *L) {
  lua_settop(L, 2);
  lua_rawgetp(L, 1, shown_cells);
  const cells *c = lua_touserdata(L, 3);
  const int32_t *cell = check_cell(L, c);
  if (c->s->view != NULL) fill_shown(L, c);
  lua_pushinteger(L, *cell);
  return 1;
}

/* Upvalue 1: the methods. */
static int cells_index(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  if (lua_type(L, 2) == LUA_TSTRING) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  }
  return push_cell(L, c->s, check_cell(L, c));
}

static const cells *check_self(lua_State *L, const char *function) {
  const cells *c = lt_test(L, 1, llentstate_cells);
  if (c == NULL) lt_expected(L, 1, function, "the cells of a field");
  return c;
}

/* The number of cells to use: the value at `index`, or by default all. */
static int check_last_cell(lua_State *L, int index, const cells *c,
                           const char *function) {
  const int count = c->field->count;
  if (lua_isnoneornil(L, index)) return count;
  const lua_Integer last = lt_integer(L, index, function, "a cell");
  return last < 0 ? 0 : last < count ? (int)last : count;
}

/* ---- many cells at once ---- */

/* The cells as the viewer sees them: those of the state, or a pushed copy,
 * because functions in Lua may decide about each cell. */
static const int32_t *see_cells(lua_State *L, const cells *c) {
  const int32_t *first = check_cells(L, c);
  if (c->s->viewer == 0) return first;
  const size_t size = (size_t)c->field->count * sizeof *first;
  int32_t *seen = lua_newuserdatauv(L, size, 0);
  for (int i = 0; i < c->field->count; i++) {
    seen[i] = see_cell(L, c->s, check_cells(L, c) + i);
  }
  return seen;
}

/* A cell of a field on the board. */
typedef struct board_spot {
  const lmap *map;
  const int32_t *number;
  int cell;
} board_spot;

/* The cells at 1, which must be on the board. */
static const cells *check_on_board(lua_State *L, const char *function) {
  const cells *c = check_self(L, function);
  check_cells(L, c);
  if (!c->field->on_board) {
    luaL_error(L, "%s: expected cells of the board, but %s has none", function,
               c->field->name);
  }
  return c;
}

/* The cell at 2. */
static int check_board_cell(lua_State *L, const lmap *map,
                            const char *function) {
  const lua_Integer cell = lt_integer(L, 2, function, "a cell");
  if (cell < 1 || !lmap_has(map, cell - 1)) {
    luaL_error(L, "%s: %I is not a cell of the board", function,
               (LUAI_UACINT)cell);
  }
  return (int)cell - 1;
}

static board_spot check_spot(lua_State *L, const char *function) {
  const cells *c = check_on_board(L, function);
  const lmap *map = lgame_map(c->s->owner->rules);
  const int cell = check_board_cell(L, map, function);
  return (board_spot){map, see_cells(L, c), cell};
}

static int32_t check_number(lua_State *L, int index, const char *function) {
  const lua_Integer number = lt_integer(L, index, function, "a whole number");
  if (number != (int32_t)number) lt_expected(L, index, function, "32 bits");
  return (int32_t)number;
}

/* s.board:run(cell) */
static int cells_run(lua_State *L) {
  const board_spot at = check_spot(L, "run");
  lua_pushinteger(L, lmap_run(at.map, at.number, at.cell));
  return 1;
}

/* s.board:group(cell): the number of cells in its group, and whether that
 * reaches the left, right, lower and upper side. */
static int cells_group(lua_State *L) {
  const board_spot at = check_spot(L, "group");
  const lgroup group = lmap_group(at.map, at.number, at.cell);
  lua_pushinteger(L, group.size);
  for (int i = 0; i < MAP_SIDES; i++) {
    lua_pushboolean(L, group.regions >> i & 1);
  }
  return 1 + MAP_SIDES;
}

/* s.board:around(cell, number) */
static int cells_around(lua_State *L) {
  const int32_t number = check_number(L, 3, "around");
  const board_spot at = check_spot(L, "around");
  lua_pushinteger(L, lmap_around(at.map, at.number, at.cell, number));
  return 1;
}

static void check_way(lua_State *L, lua_Integer way, const lmap *map,
                      const char *function) {
  if (way >= 1 && way <= map->ways) return;
  luaL_error(L, "%s: expected a way in 1..%d, got %I", function, map->ways,
             (LUAI_UACINT)way);
}

/* s.board:ray(cell, through, until, way): in one direction, or the sum of
 * all. */
static int cells_ray(lua_State *L) {
  lua_settop(L, 5);
  const int32_t through = check_number(L, 3, "ray");
  const bool ends = !lua_isnil(L, 4), all = lua_isnil(L, 5);
  const int32_t until = ends ? check_number(L, 4, "ray") : 0;
  const lua_Integer way = all ? 1 : lt_integer(L, 5, "ray", "a way");
  const board_spot at = check_spot(L, "ray");
  const int ways = at.map->ways;
  int count = 0;
  check_way(L, way, at.map, "ray");
  for (int w = all ? 0 : (int)way - 1; w < (all ? ways : (int)way); w++) {
    count +=
        lmap_ray(at.map, at.number, at.cell, w, through, ends ? &until : NULL);
  }
  lua_pushinteger(L, count);
  return 1;
}

/* s.board:all(last): the numbers of the cells, in a table. */
static int cells_all(lua_State *L) {
  const cells *c = check_self(L, "all");
  const int last = check_last_cell(L, 2, c, "all");
  const int32_t *cell = see_cells(L, c);
  lua_createtable(L, last, 0);
  for (int i = 0; i < last; i++) {
    lua_pushinteger(L, cell[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* The cells to search: as many as the value at 3 says, or all; if the field is
 * on the board, only those of the board. */
typedef struct cell_search {
  const lmap *map; /* NULL: all up to `last` */
  const int32_t *cell;
  int last;
  lua_Integer number;
} cell_search;

static cell_search search_all(lua_State *L, const cells *c,
                              lua_Integer number) {
  const tes_rules *rules = c->s->owner->rules;
  return (cell_search){c->field->on_board ? lgame_map(rules) : NULL,
                       see_cells(L, c), c->field->count, number};
}

static cell_search check_search(lua_State *L, const char *function) {
  const cells *c = check_self(L, function);
  const lua_Integer number = lt_integer(L, 2, function, "a whole number");
  if (!lua_isnumber(L, 3)) return search_all(L, c, number);
  const int last = check_last_cell(L, 3, c, function);
  return (cell_search){NULL, see_cells(L, c), last, number};
}

/* Writes the numbers of the cells found to `moves`. */
static size_t find_all(const cell_search *f, tes_move *moves) {
  const int most = f->map != NULL ? f->map->count : f->last;
  size_t count = 0;
  for (int i = 0; i < most; i++) {
    const int cell = f->map != NULL ? f->map->cell[i] : i;
    moves[count] = cell + 1;
    count += f->cell[cell] == f->number;
  }
  return count;
}

/* s.board:count(number, last): the number of cells with this number. */
static int cells_count(lua_State *L) {
  tes_move found[CELLS_MAX + 1];
  const cell_search f = check_search(L, "count");
  lua_pushinteger(L, (lua_Integer)find_all(&f, found));
  return 1;
}

static int found_list(lua_State *L, const tes_move *moves, size_t count) {
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, moves[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* Keeps the cells from which there is a ray. */
static size_t keep_rays(const cell_search *f, int32_t through, int32_t until,
                        tes_move *moves, size_t found) {
  size_t count = 0;
  for (size_t i = 0; i < found; i++) {
    const int cell = (int)moves[i] - 1;
    bool has = false;
    for (int way = 0; way < f->map->ways && !has; way++) {
      has = lmap_ray(f->map, f->cell, cell, way, through, &until) > 0;
    }
    moves[count] = moves[i];
    count += has;
  }
  return count;
}

/* Lists the cells found through the `out` at an index. */
static void list_found(lua_State *L, int out, const tes_move *found,
                       size_t count) {
  const lcall *c = lcall_check_out(L, out, "out");
  tes_move *room = lcall_room(L, c, count);
  for (size_t i = 0; i < count; i++) {
    if (room == NULL) {
      lcall_add(L, out, c, found[i]);
    } else {
      c->list->moves[c->list->count++] = found[i];
    }
  }
}

/* s.board:rays(number, through, until, out): how many cells with this number
 * have a ray; lists them as moves. */
static int cells_rays(lua_State *L) {
  tes_move found[CELLS_MAX + 1];
  lua_settop(L, 5);
  const cells *c = check_on_board(L, "rays");
  const int32_t number = check_number(L, 2, "rays");
  const int32_t through = check_number(L, 3, "rays");
  const int32_t until = check_number(L, 4, "rays");
  const cell_search f = search_all(L, c, number);
  const size_t count =
      keep_rays(&f, through, until, found, find_all(&f, found));
  if (!lua_isnil(L, 5)) list_found(L, 5, found, count);
  lua_pushinteger(L, (lua_Integer)count);
  return 1;
}

/* s.board:find(number, last, out): the cells with this number, as a list; or,
 * with `out`, listed as moves. */
static int cells_find(lua_State *L) {
  tes_move found[CELLS_MAX + 1];
  const int out = lua_isfunction(L, 3) ? 3 : 4;
  const bool lists = !lua_isnoneornil(L, out);
  const cell_search f = check_search(L, "find");
  const size_t count = find_all(&f, found);
  if (!lists) return found_list(L, found, count);
  list_found(L, out, found, count);
  return 0;
}

/* ---- the board itself ---- */

/* s.board:next(cell, way): the neighbour, or nil. */
static int cells_next(lua_State *L) {
  const cells *c = check_on_board(L, "next");
  const lmap *map = lgame_map(c->s->owner->rules);
  const int cell = check_board_cell(L, map, "next");
  const lua_Integer way = lt_integer(L, 3, "next", "a way");
  check_way(L, way, map, "next");
  const int next = lmap_next(map, cell, (int)way - 1);
  if (next == MAP_NOWHERE) return 0;
  lua_pushinteger(L, next + 1);
  return 1;
}

/* s.board:name(cell): "d4". */
static int cells_name(lua_State *L) {
  const tes_rules *rules = check_on_board(L, "name")->s->owner->rules;
  tes_text *text = lrules_text(lrules_of(rules));
  lshow_cell(rules, check_board_cell(L, lgame_map(rules), "name"), text);
  lt_push_text(L, text);
  return 1;
}

/* s.board:cell(name): its number, or nil. */
static int cells_cell(lua_State *L) {
  const cells *c = check_on_board(L, "cell");
  const char *name = lt_string(L, 2, "cell", "the name of a cell");
  const int cell = lshow_read(c->s->owner->rules, &name);
  if (cell == MAP_NOWHERE || *name != '\0') return 0;
  lua_pushinteger(L, cell + 1);
  return 1;
}

/* Updates the tables of values after the number at 3 was written to a cell. */
static void show_written(lua_State *L, const cells *c, const int32_t *cell) {
  const lgame *g = lgame_of(c->s->owner->rules);
  lview *v = c->s->view;
  const ptrdiff_t i = cell - lgame_cells(c->s->owner->rules, c->s->state);
  v->shown[i] = *cell;
  if (!(v->board >> (c->field - g->field) & 1)) return;
  lua_getiuservalue(L, 1, SHOWN);
  lua_pushinteger(L, *cell);
  lua_rawseti(L, -2, i - c->field->first + 1);
}

static int cells_newindex(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  int32_t *cell = check_cell(L, c);
  check_lent(L, c->s, c->field->name);
  *cell = check_value(L, 3, c->field);
  note_change(c->s, c->field);
  if (c->s->view != NULL) show_written(L, c, cell);
  return 0;
}

static int cells_len(lua_State *L) {
  const cells *c = lua_touserdata(L, 1);
  lua_pushinteger(L, c->field->count);
  return 1;
}

/* ---- s.last = 3, s.seat = 2, s.over = "line" ---- */

static const lfield *find_field(const lgame *g, const char *name) {
  for (int i = 0; g != NULL && i < g->fields; i++) {
    if (strcmp(g->field[i].name, name) == 0) return &g->field[i];
  }
  return NULL;
}

static void set_seat(lua_State *L, lstate *s, const lgame *g) {
  const lua_Integer seat = lt_integer(L, 3, "seat", "a seat");
  if (g->root != NULL) {
    luaL_error(L,
               "seat: in %s the moves decide whose turn it is; "
               "base.pass(s) after base.apply(s, m) gives it to the next "
               "seat; any other order needs a whole game",
               g->game.name);
  }
  if (seat < 1 || seat > s->owner->rules->seats) {
    luaL_error(L, "seat: expected a seat in 1..%d, got %I",
               s->owner->rules->seats, (LUAI_UACINT)seat);
  }
  s->state->seat = (uint8_t)seat;
  s->changed = true;
  llentstate_update_head(L, 1);
}

/* s.over = nil takes an ending back. */
static void set_over(lua_State *L, lstate *s, const lgame *g) {
  if (lua_isnil(L, 3)) {
    const lat at = lat_top(s->owner->rules, s->state, lstate_work(L, s));
    lrules_must(L, s->owner, lgame_resume(at));
    llentstate_update(L, 1);
    return;
  }
  size_t i = 0;
  const char *reason = lt_word(L, 3);
  while (g->ending[i] != NULL &&
         (reason == NULL || strcmp(g->ending[i], reason) != 0)) {
    i++;
  }
  if (g->ending[i] != NULL) {
    s->state->over = (uint8_t)(i + 1);
    s->changed = true;
    llentstate_update_head(L, 1);
    return;
  }
  lnames_unknown(L, "over", "ending", lshown_value(L, 3), g->ending, i);
}

/* Only a field of the game's own, or an ending, can be set. */
static int no_field(lua_State *L, const lgame *g, const char *said) {
  const char *names[FIELDS_MAX + 2];
  size_t count = 0;
  for (int i = 0; i < g->fields; i++) names[count++] = g->field[i].name;
  if (g->root == NULL) names[count++] = "seat";
  names[count++] = "over";
  return lnames_unknown(L, "state", "field", said, names, count);
}

/* Only the program sets the count of passes and the choice of sides. */
static void check_own_field(lua_State *L, const lgame *g, const lfield *field) {
  const bool passes = g->stuck != 0 && field->first == g->passes;
  const bool swap = field->first == g->swap;
  if (passes || swap) {
    luaL_error(L, "%s: this field is read-only", field->name);
  }
}

/* Sets a name that is not a field of one cell. */
static int set_other(lua_State *L, lstate *s, const lgame *g,
                     const lfield *field, const char *name) {
  const char *said = lshown_value(L, 2);
  if (strcmp(name, "seat") == 0) {
    set_seat(L, s, g);
  } else if (strcmp(name, "over") == 0) {
    set_over(L, s, g);
  } else if (field != NULL) {
    return luaL_error(L, "%s: set its cells one by one, as in s.%s[1]", said,
                      field->name);
  } else {
    return no_field(L, g, said);
  }
  return 0;
}

int lcells_newindex(lua_State *L) {
  const char *name = lt_string(L, 2, "state", "the name of a field");
  lstate *s = lt_test(L, 1, STATE_TYPE);
  if (s == NULL || s->state == NULL || lrules_closed(s->owner)) {
    s = lstate_check(L, 1, lshown_value(L, 2));
  }
  const lgame *g = lgame_of(s->owner->rules);
  const lfield *field = find_field(g, name);
  if (!may_change(s)) check_lent(L, s, lshown_value(L, 2));
  if (field == NULL || field->count != 1) {
    return set_other(L, s, g, field, name);
  }
  check_own_field(L, g, field);
  const int32_t value = *first_of(s, field) = check_value(L, 3, field);
  note_change(s, field);
  llentstate_wrote(L, 1, field, value);
  return 0;
}

static const luaL_Reg metamethods[] = {
    {"__newindex", cells_newindex}, {"__len", cells_len}, {NULL, NULL}};

static const luaL_Reg methods[] = {
    {"all", cells_all},   {"find", cells_find},   {"count", cells_count},
    {"run", cells_run},   {"group", cells_group}, {"around", cells_around},
    {"ray", cells_ray},   {"rays", cells_rays},   {"next", cells_next},
    {"name", cells_name}, {"cell", cells_cell},   {NULL, NULL}};

void lcells_register(lua_State *L) {
  lt_new_type(L, llentstate_cells);
  luaL_setfuncs(L, metamethods, 0);
  luaL_newlib(L, methods);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__methods");
  lua_pushcclosure(L, cells_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
  lt_new_type(L, shown_cells);
  lua_pushcfunction(L, shown_index);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
