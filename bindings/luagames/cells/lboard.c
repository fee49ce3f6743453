/* lboard.c: a drawing, for rules written in Lua:
 *
 *     board:size(3, 3)
 *     board:put(2, 1, "X", "red")     -- column, row from the bottom
 *     board:shape(1, 1, "disc", "red", "R")
 *     board:shape(1, 2, "squares", "blue", "b"):cover(1, 3):name "I2"
 *     board:beside(1, "heading", "red", "red, 3 points")
 *     board:fill(1, 1, "grey")  board:mark(1, 1)  board:note "white to move"
 *
 * board.seat is the viewer (0: sees everything); board.hint is nil or a move to
 * mark with board:mark(x, y, "hint"). The board is valid during the call. */
#include "lboard.h"

#include <stdio.h>
#include <string.h>

#include "luagames/lgame.h"
#include "values/lnames.h"
#include "values/ltypes.h"

#define BOARD_TYPE "tesela.board"

/* Limits, to detect endless loops. */
enum { NOTES_MAX = 1 << 16, ELEMENTS_MAX = 1 << 13, LETTERS_MAX = 8 };
enum { GRID_ROWS = 9 };

typedef struct board {
  tes_drawing *drawing; /* NULL after the call */
  int seat;
  tes_move hint;
  bool *out_of_memory;
  tes_element *last; /* the last element added, or NULL */
} board;

void lboard_push(lua_State *L, tes_drawing *drawing, int seat, tes_move hint,
                 bool *out_of_memory) {
  board *b = lua_newuserdatauv(L, sizeof *b, 0);
  *b = (board){drawing, seat, hint, out_of_memory, NULL};
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

static int check_whole(lua_State *L, int index, int least, int most,
                       const char *what) {
  const lua_Integer value = lt_integer(L, index, "board", what);
  if (value < least || value > most) {
    luaL_error(L, "board: expected %s in %d..%d, got %I", what, least, most,
               (LUAI_UACINT)value);
  }
  return (int)value;
}

/* Returns the board, for chains. */
static int chain(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

/* board:size(columns, rows, width): each cell is `width` characters wide. With
 * more than GRID_ROWS rows there are no lines between cells, and each cell is a
 * point. */
static int board_size(lua_State *L) {
  tes_drawing *d = lboard_check(L, 1);
  if (d->levels != NULL) return luaL_error(L, "board:size is called once");
  const int columns = check_whole(L, 2, 1, 64, "columns");
  const int rows = check_whole(L, 3, 1, 64, "rows");
  if (!lua_isnoneornil(L, 4))
    d->width = check_whole(L, 4, 1, LETTERS_MAX, "a width");
  d->grid = rows <= GRID_ROWS;
  if (!d->grid) {
    d->dense = true;
    d->empty[0] = '.';
  }
  if (tes_drawing_size(d, columns, rows) != TES_OK) {
    *((board *)lua_touserdata(L, 1))->out_of_memory = true;
    return lt_no_memory(L);
  }
  return chain(L);
}

/* ---- arguments ---- */

static tes_drawing *check_begun(lua_State *L) {
  tes_drawing *d = lboard_check(L, 1);
  if (d->levels == NULL) luaL_error(L, "board: call board:size first");
  if (d->count >= ELEMENTS_MAX) {
    luaL_error(L, "board: expected fewer than %d elements", ELEMENTS_MAX);
  }
  return d;
}

static tes_place check_square(lua_State *L, const tes_drawing *d, int index) {
  const int column = check_whole(L, index, 1, d->columns, "a column");
  const int row = check_whole(L, index + 1, 1, d->rows, "a row");
  return (tes_place){(int16_t)(column - 1), (int16_t)(row - 1)};
}

/* The number of the name at `index`; `what` is, for example, "a colour". */
static int check_name(lua_State *L, int index, const char *what, int count,
                      const char *(*name_of)(int)) {
  const char *names[TES_SHAPES + TES_COLOURS];
  const char *name = lt_string(L, index, "board", what);
  for (int i = 0; i < count; i++) {
    names[i] = name_of(i);
    if (strcmp(names[i], name) == 0) return i;
  }
  return lnames_unknown(L, "board", what + 2, name, names, (size_t)count);
}

const char *lboard_colour(int colour) {
  return tes_colour_name((tes_colour)colour);
}

const char *lboard_shape(int shape) {
  return tes_shape_name((tes_shape)shape);
}

static tes_colour check_colour(lua_State *L, int index) {
  if (lua_isnoneornil(L, index)) return TES_PLAIN;
  return (tes_colour)check_name(L, index, "a colour", TES_COLOURS,
                                lboard_colour);
}

static tes_shape check_shape_name(lua_State *L, int index) {
  return (tes_shape)check_name(L, index, "a shape", TES_SHAPES, lboard_shape);
}

/* Checks text, which must not have control characters, because it may go to a
 * terminal. */
static const char *check_text(lua_State *L, int index, const char *function,
                              const char *what, size_t most) {
  const char *text = lt_string(L, index, function, what);
  if (!tes_is_clean(text, strlen(text), "")) {
    luaL_error(L, "%s: expected text in UTF-8 without control characters",
               function);
  }
  if (strlen(text) > most) {
    luaL_error(L, "%s: expected %s of at most %d bytes", function, what,
               (int)most);
  }
  return text;
}

/* ---- elements ---- */

/* Adds an element to the board. */
static tes_element *add_piece(lua_State *L, tes_drawing *d, tes_shape shape,
                              tes_colour colour, tes_place at) {
  if (d->levels[at.y * d->columns + at.x] == UINT8_MAX) {
    luaL_error(L, "board: expected fewer pieces on a cell");
  }
  board *b = lua_touserdata(L, 1);
  b->last = tes_drawing_add(d, shape, colour, at.x, at.y);
  return b->last;
}

/* The number of bytes of the text that fit into an element as whole letters. */
static int fitting_letters(const char *text) {
  size_t length = strlen(text);
  if (length >= TES_WORDS_MAX) length = TES_WORDS_MAX - 1;
  while (length > 0 && (text[length] & 0xc0) == 0x80) length--;
  return (int)length;
}

/* board:put(column, row, text, colour): writes letters into a cell, cut to
 * fit. */
static int board_put(lua_State *L) {
  tes_drawing *d = check_begun(L);
  const tes_place at = check_square(L, d, 2);
  const char *text = check_text(L, 4, "board:put", "text", SIZE_MAX);
  const tes_colour colour = check_colour(L, 5);
  if (*text != '\0') {
    tes_element_write(add_piece(L, d, TES_LETTERS, colour, at), "%.*s",
                      fitting_letters(text), text);
  }
  return chain(L);
}

/* board:shape(column, row, shape, colour, letters) */
static int board_shape(lua_State *L) {
  tes_drawing *d = check_begun(L);
  const tes_place at = check_square(L, d, 2);
  const tes_shape shape = check_shape_name(L, 4);
  const tes_colour colour = check_colour(L, 5);
  const char *letters =
      lua_isnoneornil(L, 6)
          ? ""
          : check_text(L, 6, "board:shape", "letters", 4 * LETTERS_MAX);
  if (tes_shape_kind(shape) == TES_WORDS) {
    return luaL_error(L, "board:shape: %s belongs beside the board",
                      tes_shape_name(shape));
  }
  tes_element_write(add_piece(L, d, shape, colour, at), "%s", letters);
  return chain(L);
}

/* board:beside(seat, shape, colour, text): adds an element to the box of a
 * seat. */
static int board_beside(lua_State *L) {
  tes_drawing *d = check_begun(L);
  const int box = check_whole(L, 2, 1, TES_BOXES - 1, "a seat");
  const tes_shape shape = check_shape_name(L, 3);
  const tes_colour colour = check_colour(L, 4);
  const char *text =
      lua_isnoneornil(L, 5)
          ? ""
          : check_text(L, 5, "board:beside", "text", TES_WORDS_MAX - 1);
  const tes_kind kind = tes_shape_kind(shape);
  if (kind == TES_CELL || kind == TES_MARK) {
    return luaL_error(L, "board:beside: %s belongs on the board",
                      tes_shape_name(shape));
  }
  if (d->inside[box] == UINT8_MAX) {
    return luaL_error(L, "board: expected fewer elements in a box");
  }
  tes_element *e = tes_drawing_beside(d, box, shape, colour);
  ((board *)lua_touserdata(L, 1))->last = e;
  tes_element_write(e, "%s", text);
  if (shape == TES_SQUARES) tes_element_place(e, 0, 0);
  return chain(L);
}

/* The last element added. */
static tes_element *check_last_piece(lua_State *L, const char *function) {
  tes_element *last = ((board *)lua_touserdata(L, 1))->last;
  if (last == NULL) luaL_error(L, "%s: there is no element yet", function);
  return last;
}

/* board:cover(column, row): the last element also covers this cell; beside the
 * board, a cell of its own grid. */
static int board_cover(lua_State *L) {
  tes_drawing *d = check_begun(L);
  tes_element *e = check_last_piece(L, "board:cover");
  const tes_place at = check_square(L, d, 2);
  if (e->shape != TES_SQUARES && e->shape != TES_TRACK &&
      tes_shape_kind(e->shape) != TES_MARK) {
    return luaL_error(L, "board:cover: only after squares, a track or a mark");
  }
  if (e->count == TES_PLACES) {
    return luaL_error(L, "board:cover: expected at most %d cells", TES_PLACES);
  }
  tes_element_place(e, at.x, at.y);
  return chain(L);
}

/* board:name(id): sets the id of the last element. (Ids derived from places
 * contain a space.) */
static int board_name(lua_State *L) {
  tes_drawing *d = check_begun(L);
  tes_element *e = check_last_piece(L, "board:name");
  const char *id = check_text(L, 2, "board:name", "a name", TES_ID_MAX - 1);
  if (*id == '\0' || strchr(id, ' ') != NULL) {
    return luaL_error(L, "board:name: expected a name without spaces");
  }
  for (int i = 0; i < d->count; i++) {
    if (strcmp(d->elements[i].id, id) != 0) continue;
    return luaL_error(L, "board:name: the name %s is used twice", id);
  }
  tes_element_name(e, "%s", id);
  return chain(L);
}

static int board_fill(lua_State *L) {
  tes_drawing *d = check_begun(L);
  const tes_place at = check_square(L, d, 2);
  add_piece(L, d, TES_GROUND, check_colour(L, 4), at);
  return chain(L);
}

/* board:mark(column, row, what, from_column, from_row): `what` is "last"
 * (default) or "hint"; an arrow comes from the second cell, if given. */
static int board_mark(lua_State *L) {
  static const char *const marks[] = {"last", "hint"};
  tes_drawing *d = check_begun(L);
  const tes_place at = check_square(L, d, 2);
  const char *what = lua_isnoneornil(L, 4)
                         ? marks[0]
                         : lt_string(L, 4, "board:mark", "a mark");
  if (strcmp(what, marks[0]) != 0 && strcmp(what, marks[1]) != 0) {
    return luaL_error(L, "board:mark: expected last or hint, got %s", what);
  }
  const bool arrow = !lua_isnoneornil(L, 5);
  const tes_place from = arrow ? check_square(L, d, 5) : at;
  tes_element *mark =
      add_piece(L, d, what[0] == 'l' ? TES_LAST_MOVE : TES_HINT, TES_PLAIN, at);
  mark->arrow = arrow;
  if (arrow) tes_element_place(mark, from.x, from.y);
  return chain(L);
}

/* ---- the board as a whole ---- */

/* board:slant(): each row is half a cell to the right of the row below it. */
static int board_slant(lua_State *L) {
  lboard_check(L, 1)->slanted = true;
  return chain(L);
}

/* board:table(): pictures show no board, only its elements. */
static int board_table(lua_State *L) {
  lboard_check(L, 1)->table = true;
  return chain(L);
}

/* board:ground(colour) */
static int board_ground(lua_State *L) {
  lboard_check(L, 1)->ground = (uint8_t)check_colour(L, 2);
  return chain(L);
}

/* board:edges(below, right, above, left): sets the colours of the edges. */
static int board_edges(lua_State *L) {
  tes_drawing *d = lboard_check(L, 1);
  for (int i = 0; i < 4; i++) {
    if (lua_isnoneornil(L, 2 + i)) {
      return luaL_error(L,
                        "board:edges: expected four colours: below, right, "
                        "above, left");
    }
    d->edge[i] = (uint8_t)check_colour(L, 2 + i);
  }
  return chain(L);
}

/* board:empty(letter): sets the letter of empty cells. */
static int board_empty(lua_State *L) {
  tes_drawing *d = lboard_check(L, 1);
  const char *letter =
      check_text(L, 2, "board:empty", "a letter", sizeof d->empty - 1);
  strcpy(d->empty, *letter != '\0' ? letter : " ");
  return chain(L);
}

static int board_note(lua_State *L) {
  tes_drawing *d = lboard_check(L, 1);
  const char *line = check_text(L, 2, "board:note", "a line", NOTES_MAX);
  if (d->notes.length > NOTES_MAX) {
    return luaL_error(L, "board:note: expected fewer lines");
  }
  tes_put(&d->notes, "%s\n", line);
  return chain(L);
}

/* Upvalue 1: the methods. */
static int board_index(lua_State *L) {
  const board *b = lua_touserdata(L, 1);
  const char *key = lt_word(L, 2);
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

static const luaL_Reg methods[] = {
    {"size", board_size},     {"slant", board_slant},   {"table", board_table},
    {"ground", board_ground}, {"edges", board_edges},   {"empty", board_empty},
    {"put", board_put},       {"shape", board_shape},   {"cover", board_cover},
    {"name", board_name},     {"beside", board_beside}, {"fill", board_fill},
    {"mark", board_mark},     {"note", board_note},     {NULL, NULL}};

void lboard_register(lua_State *L) {
  luaL_newmetatable(L, BOARD_TYPE);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, board_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

/* ---- games without draw() ---- */

/* Writes the player to move below a board, if the author wrote no notes. */
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

enum { NUMBER_MAX = 12 };

/* One cell of a field as text. */
static const char *cell_text(int32_t value, bool hidden,
                             char room[NUMBER_MAX]) {
  snprintf(room, NUMBER_MAX, hidden ? "?" : "%ld", (long)value);
  return room;
}

/* The field with the most cells is the board. */
static int largest_field(const lgame *g) {
  int largest = 0;
  for (int i = 1; i < g->fields; i++) {
    if (g->field[i].count > g->field[largest].count) largest = i;
  }
  return largest;
}

/* Draws the field as nearly square as possible. Does that show all numbers? */
static bool draw_cells(const int32_t *cells, int count, const bool *hidden,
                       tes_drawing *d) {
  bool all = true;
  for (int i = 0; i < d->columns * d->rows; i++) {
    char room[NUMBER_MAX];
    const int x = i % d->columns, y = i / d->columns;
    const bool secret = i < count && hidden != NULL && hidden[i];
    if (i >= count) {
      tes_element_write(tes_drawing_add(d, TES_HOLE, TES_GREY, x, y), "#");
    }
    if (i >= count || (!secret && cells[i] == 0 && count > 1)) continue;
    const char *text = cell_text(cells[i], secret, room);
    const int length = (int)strlen(text);
    all = all && length <= LETTERS_MAX;
    if (length > d->width && length <= LETTERS_MAX) d->width = length;
    tes_element_write(tes_drawing_add(d, TES_LETTERS, TES_PLAIN, x, y), "%s",
                      length <= LETTERS_MAX ? text : "#");
  }
  return all;
}

static void put_field(const char *name, const int32_t *cells, int count,
                      const bool *hidden, tes_text *text) {
  char room[NUMBER_MAX];
  tes_put(text, "%s", name);
  for (int i = 0; i < count; i++) {
    tes_put(text, " %s",
            cell_text(cells[i], hidden != NULL && hidden[i], room));
  }
  tes_put(text, "\n");
}

/* The drawing of a game without draw(): its largest field, with the other
 * fields below. */
int lboard_fields(const tes_rules *rules, const tes_state *state,
                  const bool *hidden, tes_drawing *drawing) {
  const lgame *g = lgame_of(rules);
  const int32_t *cells = lgame_see_cells(rules, state);
  const int largest = largest_field(g);
  const int count = g->fields > 0 ? g->field[largest].count : 0;
  int side = 1;
  while (side * side < count) side++;
  const int status = tes_drawing_size(drawing, side, (count + side - 1) / side);
  if (status != TES_OK) return status;
  drawing->grid = true;
  for (int i = 0; i < g->fields; i++) {
    const int first = g->field[i].first;
    const bool *secret = hidden != NULL ? hidden + first : NULL;
    if (i == largest && draw_cells(cells + first, count, secret, drawing)) {
      continue;
    }
    put_field(g->field[i].name, cells + first, g->field[i].count, secret,
              &drawing->notes);
  }
  lboard_turn(rules, state, &drawing->notes);
  return TES_OK;
}
