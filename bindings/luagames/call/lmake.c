/* lmake.c: makes a game from the table that tesela.derive or tesela.define
 * makes from the author's table. */
#include <string.h>

#include "lbase.h"
#include "llayer.h"
#include "lmake.h"
#include "lswap.h"
#include "luagames/hidden/lchance.h"
#include "luagames/lmember.h"
#include "luagames/plan/lplanread.h"
#include "lvtable.h"
#include "states/lgames.h"
#include "values/ltypes.h"

/* Stack of make(definition, below): 1 the definition, 2 the game below, or nil,
 * 3 the new game. The library has checked the definition
 * (scripts/tesela/rules/derive.lua). */
enum { DEFINITION = 1, BELOW = 2, GAME = 3 };

static void read_names(lua_State *L, const char *member, const char **names,
                       int most) {
  if (lua_getfield(L, DEFINITION, member) == LUA_TTABLE) {
    for (int i = 0; i < most; i++) {
      lua_geti(L, GAME + 1, i + 1);
      names[i] = lmember_string(L, -1);
      lua_pop(L, 1);
      if (names[i] == NULL) break;
    }
  }
  lua_settop(L, GAME);
}

/* Reads an option of this layer, or its changes to one from below. */
static void read_option(lua_State *L, lgame *g, int i) {
  const int table = lua_gettop(L);
  (void)i;
  const char *name = lmember_text(L, table, "name");
  const char *doc = lmember_text(L, table, "doc");
  const char *words = lmember_text(L, table, "words");
  int row = tes_option_find(&g->game, name);
  if (row < 0) row = (int)tes_option_count(&g->game);
  if (row == TES_OPTIONS_MAX) {
    luaL_error(L, "%s: expected at most %d options", g->game.name, row);
  }
  tes_option *option = &g->option[row];
  option->name = name;
  if (doc != NULL) option->doc = doc;
  if (words != NULL) {
    option->type = TES_WORD;
    option->words = words;
  }
  option->count = lmember_int(L, table, "count", option->count);
  if (words == NULL && option->count > 0) option->type = TES_INTS;
  option->min = lmember_int(L, table, "min", option->min);
  option->max = lmember_int(L, table, "max", option->max);
  option->or_zero |= lmember_flag(L, table, "or_zero");
  if (!lmember_ints(L, table, "default", option->def, option->count)) {
    option->def[0] = lmember_int(L, table, "default", option->def[0]);
  }
}

static void add_field(lua_State *L, lgame *g, lfield field) {
  const int count = field.count;
  if (g->fields == FIELDS_MAX || count < 1 || count > CELLS_MAX - g->cells) {
    luaL_error(L, "%s: expected at most %d fields with %d cells in all",
               g->game.name, FIELDS_MAX, CELLS_MAX);
  }
  TES_ASSERT(field.min <= 0 && field.max >= 0);
  field.first = g->cells;
  g->field[g->fields++] = field;
  g->cells += count;
  g->hiding += lfield_hides(&field);
}

/* Every number that a pool deals must be valid in all of its fields. */
static void check_pool(lua_State *L, const lgame *g, const lfield *field) {
  for (int i = 0; field->pool != NULL && i < g->fields; i++) {
    const lfield *other = &g->field[i];
    if (other->pool == NULL || strcmp(other->pool, field->pool) != 0 ||
        other->max == field->max) {
      continue;
    }
    luaL_error(
        L,
        "%s: fields.%s: expected max = %d, as in %s, which shares its pool %s",
        g->game.name, field->name, (int)other->max, other->name, field->pool);
  }
}

/* Reads who sees each cell from the list `seen`. */
static void read_seen(lua_State *L, lgame *g, int table) {
  const lfield *field = &g->field[g->fields - 1];
  if (lua_getfield(L, table, "seen") == LUA_TTABLE) {
    for (int i = 0; i < field->count; i++) {
      lua_rawgeti(L, -1, i + 1);
      g->seen[field->first + i] = (uint8_t)lua_tointeger(L, -1);
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

/* Reads a field, and writes the number of cells before it to the definition, as
 * `first`. */
static void read_field(lua_State *L, lgame *g, int i) {
  const int table = lua_gettop(L);
  (void)i;
  const lfield field = {.name = lmember_text(L, table, "name"),
                        .count = lmember_int(L, table, "count", 1),
                        .min = lmember_int(L, table, "min", INT32_MIN),
                        .max = lmember_int(L, table, "max", INT32_MAX),
                        .pool = lmember_text(L, table, "pool"),
                        .random = lmember_flag(L, table, "random"),
                        .on_board = lmember_flag(L, table, "on_board")};
  check_pool(L, g, &field);
  add_field(L, g, field);
  read_seen(L, g, table);
  lua_pushinteger(L, g->cells - field.count);
  lua_setfield(L, table, "first");
}

/* The cell of the field `last`, or -1. */
static int find_last(const lgame *g) {
  for (int i = 0; i < g->fields; i++) {
    if (strcmp(g->field[i].name, "last") == 0) return g->field[i].first;
  }
  return -1;
}

/* The layer shares a generator of the game below, if there is one. */
static void read_chance(lua_State *L, lgame *g) {
  lua_getfield(L, DEFINITION, "chance");
  if (lua_toboolean(L, -1) && g->chance < 0) {
    if (CHANCE_CELLS > CELLS_MAX - g->cells) {
      luaL_error(L, "%s: expected at most %d cells in all, with the generator",
                 g->game.name, CELLS_MAX);
    }
    g->chance = g->cells;
    g->cells += CHANCE_CELLS;
  }
  lua_settop(L, GAME);
}

/* Reads `keep_by`: "move", or a list of parts of the moves of the game
 * below. */
static void read_keep_by(lua_State *L, lgame *g) {
  const int type = lua_getfield(L, DEFINITION, "keep_by");
  g->by = type == LUA_TSTRING ? BY_MOVE : BY_ALL;
  for (lua_Integer i = 1; type == LUA_TTABLE && i <= luaL_len(L, -1); i++) {
    lua_geti(L, -1, i);
    const int row = tes_part_find(&g->game, lua_tostring(L, -1));
    TES_ASSERT(row >= 0 && g->by < PARTS_MAX);
    g->by_row[g->by++] = (uint8_t)row;
    lua_pop(L, 1);
  }
  lua_settop(L, GAME);
}

/* Reads a part of the moves of a whole game. */
static void read_part_row(lua_State *L, lgame *g, int i) {
  const char *gives = lmember_text(L, -1, "gives");
  (void)i;
  TES_ASSERT(g->own_parts < PARTS_MAX - 1 && gives != NULL);
  g->part[g->own_parts++] = (tes_part){lmember_text(L, -1, "name"),
                                       *gives == 'n'   ? TES_INTEGER
                                       : *gives == 'l' ? TES_TEXTS
                                                       : TES_TEXT,
                                       lmember_text(L, -1, "doc")};
}

static void read_hooks(lua_State *L, lgame *g) {
  lplan_read(L, DEFINITION, g);
  lua_getfield(L, DEFINITION, "hooks");
  for (int h = 0; h < HOOKS; h++) {
    if (lua_getfield(L, -1, lcall_names[h]) == LUA_TFUNCTION) g->owner[h] = g;
    lua_setiuservalue(L, GAME, HOOK_VALUES + h);
  }
  lua_settop(L, GAME);
  if (g->owner[KEEP] != g) return;
  g->owner[MOVES] = g; /* every whole game also has these */
  g->keeps++;
  read_keep_by(L, g);
}

static void read_texts(lua_State *L, lgame *g) {
  tes_game *game = &g->game;
  const struct {
    const char *name, **text;
  } texts[] = {{"name", &game->name},       {"title", &game->title},
               {"summary", &game->summary}, {"notation", &game->notation},
               {"source", &game->source},   {"data", &game->data}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *text = lmember_text(L, DEFINITION, texts[i].name);
    if (text != NULL) *texts[i].text = text;
  }
}

static void inherit_root(lgame *g, const tes_game *root) {
  g->root = root;
  g->game = *root;
  for (size_t i = 0; i < tes_option_count(root); i++) {
    g->option[i] = root->options[i];
  }
  for (int i = 0; root->endings[i] != NULL && i < ENDINGS_MAX; i++) {
    g->ending[i] = root->endings[i];
  }
}

/* Copies the properties of the game below, if there is one, and replaces the
 * value at BELOW with one that keeps it alive (nil for a built-in game). */
static void inherit(lua_State *L, lgame *g) {
  g->seats_row = g->chance = g->last = g->swap = -1;
  if (!lua_isnil(L, BELOW)) {
    const tes_game *below = lgames_check(L, BELOW, "tesela.make");
    const lgame *parent = lgame_from(below);
    lua_replace(L, BELOW);
    if (parent != NULL) {
      *g = *parent;
      if (g->swap >= 0) g->game = g->inner;
      if (g->owner[WHY] != NULL) {
        g->game.parse = g->reading.parse;
        g->game.why = g->reading.why;
      }
      g->parent = parent;
      g->below++;
      memset(g->planned, 0, sizeof g->planned);
    } else {
      inherit_root(g, below);
    }
  }
  g->limit = lmember_int(L, DEFINITION, "limit", 0);
  g->iterations = lmember_int(L, DEFINITION, "iterations", g->iterations);
  g->game.options = g->option;
  g->game.endings = g->ending;
}

/* Can a seat be without moves, because functions list them, or because the game
 * continues after an ending? */
static bool may_be_stuck(const lgame *g) {
  if (g->owner[MOVES] != NULL) return true;
  const bool idles = g->root->variants != NULL && g->root->variants->idles;
  return idles && (g->owner[OVER] != NULL || g->owner[APPLY] != NULL);
}

/* Adds the ending `stuck`, and a cell that counts the passes in place of empty
 * lists. When all seats pass in a row the game is stuck, whatever its functions
 * return. */
static void add_stuck(lua_State *L, lgame *g) {
  if (!lcall_has_base(g) || g->stuck != 0 || !may_be_stuck(g)) return;
  int i = 0;
  while (g->ending[i] != NULL && strcmp(g->ending[i], "stuck") != 0) i++;
  if (i == ENDINGS_MAX) luaL_error(L, "%s: too many endings", g->game.name);
  g->ending[i] = "stuck";
  g->stuck = i + 1;
  g->passes = g->cells;
  add_field(L, g, (lfield){.name = "passes", .count = 1, .max = TES_SEATS_MAX});
}

/* Adds a cell for the choice of the pie rule. */
static void add_swap(lua_State *L, lgame *g) {
  const bool wanted = lmember_flag(L, DEFINITION, "swap");
  if (!wanted) return;
  for (int i = 0; i < g->plan.verbs; i++) {
    if (g->plan.verb[i].kind == SWAP) g->swap = g->cells;
  }
  if (g->swap >= 0) {
    luaL_error(L, "%s: swap: expected a game without a swap", g->game.name);
  }
  g->swap = g->cells;
  add_field(L, g, (lfield){.name = "swap", .count = 1, .max = SIDES_CHANGED});
}

/* Wraps the functions of all layers with the pie rule. */
static void fill_swap(lua_State *L, lgame *g) {
  if (g->swap < 0) return;
  if (g->game.hide != NULL) {
    luaL_error(L,
               "%s: swap: expected a game in which nothing is hidden or left "
               "to chance",
               g->game.name);
  }
  lswap_fill(g);
}

/* Only the reason in a result shows whether a fault ended the game, so an
 * ending cannot have the name of a fault. */
static void refuse_outside(lua_State *L, const lgame *g, int first) {
  const char *const *reason = tes_outside_reasons();
  for (; *reason != NULL; reason++) {
    for (int i = first; i < ENDINGS_MAX && g->ending[i] != NULL; i++) {
      if (strcmp(g->ending[i], *reason) != 0) continue;
      luaL_error(L,
                 "%s: endings: expected a word other than %s, which is for "
                 "endings outside the rules",
                 g->game.name, *reason);
    }
  }
}

static void read_endings(lua_State *L, lgame *g) {
  int i = 0;
  while (g->ending[i] != NULL) i++;
  if (lua_getfield(L, DEFINITION, "endings") == LUA_TTABLE &&
      luaL_len(L, -1) > ENDINGS_MAX - i) {
    luaL_error(L, "%s: expected at most %d endings", g->game.name, ENDINGS_MAX);
  }
  lua_settop(L, GAME);
  read_names(L, "endings", g->ending + i, ENDINGS_MAX - i);
  refuse_outside(L, g, i);
}

static void read_seats(lua_State *L, lgame *g) {
  const char *option = lmember_text(L, DEFINITION, "seats_option");
  g->seats = lmember_int(L, DEFINITION, "seats", g->seats);
  if (option != NULL) g->seats_row = tes_option_find(&g->game, option);
  read_names(L, "seat_names", g->seat_name, TES_SEATS_MAX);
}

static int make_game(lua_State *L) {
  lua_settop(L, 2);
  lgame *g = lua_newuserdatauv(L, sizeof *g, GAME_VALUES - 1);
  memset(g, 0, sizeof *g);
  luaL_setmetatable(L, GAME_TYPE);
  inherit(L, g);
  for (int i = DEFINITION; i <= BELOW; i++) {
    lua_pushvalue(L, i);
    lua_setiuservalue(L, GAME, i);
  }
  read_texts(L, g);
  g->former = lmember_text(L, DEFINITION, "former");
  lmember_each(L, DEFINITION, "options", g, read_option);
  read_seats(L, g);
  read_endings(L, g);
  read_hooks(L, g);
  lmember_each(L, DEFINITION, "parts", g, read_part_row);
  add_stuck(L, g);
  if (lcall_has_base(g)) add_swap(L, g); /* its place in position text */
  lmember_each(L, DEFINITION, "fields", g, read_field);
  if (!lcall_has_base(g)) add_swap(L, g); /* the first field may be a board */
  if (g->last < 0) g->last = find_last(g);
  read_chance(L, g);
  if (g->owner[POSITION] != NULL && lgame_is_secret(g)) {
    luaL_error(L,
               "%s: position: expected a game in which nothing is hidden or "
               "left to chance",
               g->game.name);
  }
  lvtable_fill(g);
  fill_swap(L, g);
  lbase_push(L, GAME);
  lua_setiuservalue(L, GAME, 3);
  return 1;
}

/* asked(rules): the number of calls of `keep` so far, and of those that refused
 * a move. */
static int push_asked(lua_State *L) {
  const lrules *r = lrules_check(L, 1, "tesela.asked");
  lua_pushinteger(L, (lua_Integer)r->asked);
  lua_pushinteger(L, (lua_Integer)r->refused);
  return 2;
}

void lmake_register(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushcfunction(L, make_game);
  lua_setfield(L, -2, "tesela.make");
  lua_pushcfunction(L, push_asked);
  lua_setfield(L, -2, "tesela.asked");
  lua_pop(L, 1);
}
