/* lboard.c: a drawing, for rules written in Lua:
 *
 *     board:size(3, 3)
 *     board:put(2, 1, "X", "red")     -- column, row from the bottom
 *     board:fill(1, 1, "grey")  board:mark(1, 1)  board:note "white to move"
 *
 * and board.seat, who looks (0: everybody), and board.hint, nil or a move to
 * be marked with board:mark(x, y, "hint"). It is good during the call. */
#include "lboard.h"

#include <string.h>

#include "lgame.h"
#include "lnames.h"
#include "lt.h"

#define BOARD_TYPE "tesela.board"

/* So that a loop without end is noticed. */
enum { NOTES_MAX = 1 << 16, ELEMENTS_MAX = 1 << 14 };

typedef struct board {
  tes_drawing *drawing; /* NULL when the call is over */
  int seat;
  tes_move hint;
  bool *out_of_memory;
} board;

static const char *const colours[] = {"plain",  "white", "red",    "blue",
                                      "yellow", "green", "purple", "orange",
                                      "grey",   NULL};

void lboard_push(lua_State *L, tes_drawing *drawing, int seat, tes_move hint,
                 bool *out_of_memory) {
  board *b = lua_newuserdatauv(L, sizeof *b, 0);
  *b = (board){drawing, seat, hint, out_of_memory};
  luaL_setmetatable(L, BOARD_TYPE);
}

void lboard_close(void *closed) {
  ((board *)closed)->drawing = NULL;
}

tes_drawing *lboard_check(lua_State *L, int index) {
  board *b = luaL_testudata(L, index, BOARD_TYPE);
  if (b == NULL) lt_expected(L, index, "draw", "the board");
  if (b->drawing == NULL) {
    luaL_error(L, "this board was lent to a function that has returned");
  }
  return b->drawing;
}

static int whole(lua_State *L, int index, int least, int most,
                 const char *what) {
  const lua_Integer value = lt_integer(L, index, "board", what);
  if (value < least || value > most) {
    luaL_error(L, "board: expected %s in %d..%d, got %I", what, least, most,
               (LUAI_UACINT)value);
  }
  return (int)value;
}

/* board:size(columns, rows, width): width characters for a cell. */
static int board_size(lua_State *L) {
  tes_drawing *d = lboard_check(L, 1);
  if (d->levels != NULL) return luaL_error(L, "board:size is called once");
  const int columns = whole(L, 2, 1, 64, "columns");
  const int rows = whole(L, 3, 1, 64, "rows");
  if (!lua_isnoneornil(L, 4)) d->width = whole(L, 4, 1, 8, "a width");
  d->grid = true;
  if (tes_drawing_size(d, columns, rows) != TES_OK) {
    *((board *)lua_touserdata(L, 1))->out_of_memory = true;
    return lt_no_memory(L);
  }
  lua_settop(L, 1);
  return 1;
}

/* The cell at 2 and 3, for an element of a shape and colour. */
static tes_element *add(lua_State *L, tes_shape shape, tes_colour colour) {
  tes_drawing *d = lboard_check(L, 1);
  if (d->levels == NULL) luaL_error(L, "board: call board:size first");
  const int column = whole(L, 2, 1, d->columns, "a column");
  const int row = whole(L, 3, 1, d->rows, "a row");
  if (d->count >= ELEMENTS_MAX) luaL_error(L, "board: expected fewer things");
  return tes_drawing_add(d, shape, colour, column - 1, row - 1);
}

static tes_colour check_colour(lua_State *L, int index) {
  if (lua_isnoneornil(L, index)) return TES_PLAIN;
  const char *name = lt_string(L, index, "board", "a colour");
  size_t i = 0;
  for (; colours[i] != NULL; i++) {
    if (strcmp(colours[i], name) == 0) return (tes_colour)i;
  }
  lnames_unknown(L, "board", "colour", name, colours, i);
  return TES_PLAIN;
}

/* What is shown at a terminal has no control characters. */
static void check_text(lua_State *L, const char *text, const char *function) {
  if (tes_is_clean(text, strlen(text), "")) return;
  luaL_error(L, "%s: expected text in UTF-8 without control characters",
             function);
}

/* board:put(column, row, text, colour): a letter each into the cell. */
static int board_put(lua_State *L) {
  const char *text = lt_string(L, 4, "board:put", "text");
  const tes_colour colour = check_colour(L, 5);
  check_text(L, text, "board:put");
  tes_element_write(add(L, TES_LETTERS, colour), "%s", text);
  lua_settop(L, 1);
  return 1;
}

static int board_fill(lua_State *L) {
  add(L, TES_GROUND, check_colour(L, 4));
  lua_settop(L, 1);
  return 1;
}

/* board:mark(column, row, what): "last" if not given, or "hint". */
static int board_mark(lua_State *L) {
  static const char *const marks[] = {"last", "hint", NULL};
  const char *what = lua_isnoneornil(L, 4)
                         ? marks[0]
                         : lt_string(L, 4, "board:mark", "a mark");
  if (strcmp(what, marks[0]) != 0 && strcmp(what, marks[1]) != 0) {
    return luaL_error(L, "board:mark: expected last or hint, got %s", what);
  }
  add(L, what[0] == 'l' ? TES_LAST_MOVE : TES_HINT, TES_PLAIN);
  lua_settop(L, 1);
  return 1;
}

/* board:slant(): each row half a cell to the right of the one below. */
static int board_slant(lua_State *L) {
  lboard_check(L, 1)->slanted = true;
  lua_settop(L, 1);
  return 1;
}

static int board_note(lua_State *L) {
  tes_drawing *d = lboard_check(L, 1);
  const char *line = lt_string(L, 2, "board:note", "a line");
  check_text(L, line, "board:note");
  if (d->notes.length > NOTES_MAX) {
    return luaL_error(L, "board:note: expected fewer lines");
  }
  tes_put(&d->notes, "%s\n", line);
  lua_settop(L, 1);
  return 1;
}

/* Upvalue 1: the methods. */
static int board_index(lua_State *L) {
  const board *b = lua_touserdata(L, 1);
  const char *key = lua_tostring(L, 2);
  if (key != NULL && strcmp(key, "seat") == 0) {
    lua_pushinteger(L, b->seat);
    return 1;
  }
  if (key != NULL && strcmp(key, "hint") == 0) {
    if (b->hint == 0) return 0;
    lua_pushinteger(L, b->hint);
    return 1;
  }
  lua_settop(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  return 1;
}

static const luaL_Reg methods[] = {{"size", board_size}, {"put", board_put},
                                   {"fill", board_fill}, {"mark", board_mark},
                                   {"note", board_note}, {"slant", board_slant},
                                   {NULL, NULL}};

void lboard_register(lua_State *L) {
  luaL_newmetatable(L, BOARD_TYPE);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, board_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

/* ---- what is shown where no draw() is ---- */

/* Whose turn it is, below a board for which its author wrote nothing. */
void lboard_turn(const tes_rules *rules, const tes_state *state,
                 tes_text *text) {
  const int seat = state->seat;
  if (state->over) {
    tes_put(text, "over (%s)\n", rules->game->endings[state->over - 1]);
  } else if (rules->seat_names != NULL) {
    tes_put(text, "%s to move\n", rules->seat_names[seat - 1]);
  } else {
    tes_put(text, "seat %d to move\n", seat);
  }
}

/* What a game without draw() shows: its fields. */
int lboard_fields(const tes_rules *rules, const tes_state *state,
                  const bool *hidden, tes_drawing *drawing) {
  const lgame *g = lgame_of(rules);
  const int32_t *cells = lgame_see_cells(rules, state);
  if (tes_drawing_size(drawing, 1, 1) != TES_OK) return TES_ENOMEM;
  for (int i = 0; i < g->fields; i++) {
    tes_put(&drawing->notes, "%s", g->field[i].name);
    for (int k = 0; k < g->field[i].count; k++) {
      const int cell = g->field[i].first + k;
      const bool secret = hidden != NULL && hidden[cell];
      if (secret) tes_put(&drawing->notes, " ?");
      if (!secret) tes_put(&drawing->notes, " %ld", (long)cells[cell]);
    }
    tes_put(&drawing->notes, "\n");
  }
  lboard_turn(rules, state, &drawing->notes);
  return TES_OK;
}
