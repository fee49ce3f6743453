/* ldescribe.c: see ldescribe.h. */
#include "ldescribe.h"

#include <string.h>

#include "lgames.h"
#include "luagames/lgame.h"
#include "values/lnames.h"
#include "values/lrules.h"
#include "values/lshown.h"
#include "values/ltypes.h"

/* ---- facts about rules ---- */

static void push_option_value(lua_State *L, const tes_option *option,
                              const int *value) {
  if (option->type == TES_INT) {
    lua_pushinteger(L, value[0]);
    return;
  }
  if (option->type == TES_INTS) {
    lua_newtable(L);
    for (int i = 0; i < option->count; i++) {
      lua_pushinteger(L, value[i]);
      lua_rawseti(L, -2, i + 1);
    }
    return;
  }
  const char *word = option->words;
  for (int i = 0; i < value[0]; i++) word = strchr(word, '|') + 1;
  lua_pushlstring(L, word, strcspn(word, "|"));
}

/* Keys in the table of additions to states. The first is for a metatable: if
 * functions of rules read an option that the rules lack, the error lists the
 * options. (Bots and scripts may be for any game, and get nil.) The second is
 * for s.options. */
static const char options_guard = 0, options_read = 0;

static void push_values(lua_State *L, const tes_rules *rules) {
  const size_t count = tes_option_count(rules->game);
  lua_createtable(L, 0, (int)count);
  for (size_t i = 0; i < count; i++) {
    push_option_value(L, &rules->game->options[i], rules->value[i]);
    lua_setfield(L, -2, rules->game->options[i].name);
  }
}

/* Replaces the lists in the table at the top with read-only ones. */
static void freeze_lists(lua_State *L) {
  for (lua_pushnil(L); lua_next(L, -2) != 0;) {
    if (lua_istable(L, -1)) {
      lnames_freeze(L, "options", "numbers");
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, -4);
    } else {
      lua_pop(L, 1);
    }
  }
}

void ldescribe_add(lua_State *L, const tes_rules *rules) {
  push_values(L, rules);
  freeze_lists(L);
  lua_newtable(L);
  for (size_t i = 0; i < tes_option_count(rules->game); i++) {
    lua_pushstring(L, rules->game->options[i].name);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lnames_push_guard(L, "rules.options", "option");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, -4, &options_guard);
  lua_setmetatable(L, -2);
  lnames_freeze(L, "options", "values");
  lua_rawsetp(L, -2, &options_read);
}

void ldescribe_options(lua_State *L) {
  lua_rawgetp(L, -1, &options_read);
}

/* Pushes the options of the rules at 1. */
static void push_options(lua_State *L, const lrules *r) {
  push_values(L, r->rules);
  if (!r->ruling) return;
  lua_getiuservalue(L, 1, 1);
  lua_rawgetp(L, -1, &options_guard);
  lua_setmetatable(L, -3);
  lua_pop(L, 1);
}

void ldescribe_seats(lua_State *L, const tes_rules *rules,
                     const tes_state *state) {
  lua_createtable(L, rules->seats, 0);
  for (int seat = 1; seat <= rules->seats; seat++) {
    const int side = state != NULL ? lgame_side(rules, state, seat) : seat;
    if (rules->seat_names != NULL) {
      lua_pushstring(L, rules->seat_names[side - 1]);
    } else {
      lua_pushfstring(L, "seat %d", seat);
    }
    lua_rawseti(L, -2, seat);
  }
}

static const char *const rules_names[] = {
    "name",  "seats", "seat_names", "options",  /* the fields */
    "start", "load",  "check",      "playouts", /* the methods */
};
enum { RULES_NAMES = sizeof rules_names / sizeof *rules_names };

static int no_such_rule(lua_State *L, const tes_rules *rules) {
  const char *where = lua_pushfstring(L, "the rules of %s", rules->name);
  return lnames_unknown(L, where, "member", lshown_value(L, 2), rules_names,
                        RULES_NAMES);
}

static int rules_index(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const lrules *r = lrules_check(L, 1, "rules");
  const char *key = lt_word(L, 2);
  if (key == NULL) return no_such_rule(L, r->rules);
  if (strcmp(key, "name") == 0) {
    lua_pushstring(L, r->rules->name);
  } else if (strcmp(key, "seats") == 0) {
    lua_pushinteger(L, r->rules->seats);
  } else if (strcmp(key, "seat_names") == 0) {
    ldescribe_seats(L, r->rules, NULL);
  } else if (strcmp(key, "options") == 0) {
    push_options(L, r);
  } else if (strcmp(key, "iterations") == 0) {
    const lgame *own = lgame_of(r->rules);
    if (own == NULL || own->iterations == 0) return 0;
    lua_pushinteger(L, own->iterations);
  } else if (strcmp(key, "learnt") == 0) {
    lua_pushboolean(L, r->learnt != NULL);
  } else {
    return no_such_rule(L, r->rules);
  }
  return 1;
}

/* "mixtour win_score=3": the name and the changed options. */
int ldescribe_tostring(lua_State *L) {
  lrules *r = lrules_check(L, 1, "tostring");
  tes_text *text = lrules_text(r);
  tes_put(text, "%s", r->rules->name);
  const size_t count = tes_option_count(r->rules->game);
  for (size_t i = 0; i < count; i++) {
    if (!(r->rules->given >> i & 1)) continue;
    tes_put(text, " %s=", r->rules->game->options[i].name);
    tes_option_print(r->rules, i, text);
  }
  lt_push_text(L, text);
  return 1;
}

void ldescribe_set_index(lua_State *L) {
  static const char *const names[] = {
      "name", "seats", "seat_names", "options", "iterations", "learnt", NULL};
  lua_pushcclosure(L, rules_index, 1);
  lua_setfield(L, -2, "__index");
  lt_set_names(L, "__fields", names);
}

/* ---- tesela.game(name) ---- */

static void push_option(lua_State *L, const tes_option *option) {
  char space[64]; /* for numbers */
  tes_text range;
  tes_text_fixed(&range, space, sizeof space);
  if (option->type != TES_WORD) tes_option_range(option, &range);
  lua_newtable(L);
  lt_set_string(L, "name", option->name);
  lt_set_string(L, "doc", option->doc);
  lt_set_string(L, "range", option->type == TES_WORD ? option->words : space);
  push_option_value(L, option, option->def);
  lua_setfield(L, -2, "default");
}

static const char *const gives[] = {[TES_INTEGER] = "integer",
                                    [TES_TEXT] = "string",
                                    [TES_TEXTS] = "string[]",
                                    [TES_LISTS] = "integer[][]"};

static void push_part(lua_State *L, const tes_part *part) {
  lua_newtable(L);
  lt_set_string(L, "name", part->name);
  lt_set_string(L, "gives", gives[part->gives]);
  lt_set_string(L, "doc", part->doc);
}

static void push_query(lua_State *L, const tes_query *q) {
  lua_newtable(L);
  lt_set_string(L, "name", q->name);
  lt_set_string(L, "takes", q->takes);
  lt_set_string(L, "gives", gives[q->gives]);
  lt_set_string(L, "doc", q->doc);
}

/* The layers of a game in Lua. */
static void push_layers(lua_State *L, const lgame *g) {
  lua_pushboolean(L, lgame_is_slow(g));
  lua_setfield(L, -2, "slow");
  lt_set_string(L, "source", g->game.source);
  if (g->root != NULL) lt_set_string(L, "root", g->root->name);
  if (g->parent != NULL) lt_set_string(L, "parent", g->parent->game.name);
  lua_newtable(L);
  for (int i = 0; i < g->fields; i++) {
    lua_pushstring(L, g->field[i].name);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "fields");
}

static bool has_chance(const lgame *own) {
  return own != NULL && own->chance >= 0;
}

/* Is anything hidden from a seat? Future chance is hidden from all seats. */
static bool hides(const tes_game *game, const lgame *own) {
  if (!has_chance(own)) return game->hide != NULL;
  return own->hiding > 0 || own->owner[HIDE] != NULL ||
         (own->root != NULL && own->root->hide != NULL);
}

int ldescribe_game(lua_State *L) {
  const tes_game *game = lgames_check(L, 1, "tesela.game");
  lua_newtable(L);
  lt_set_string(L, "name", game->name);
  lt_set_string(L, "title", game->title != NULL ? game->title : game->name);
  lt_set_string(L, "summary", game->summary != NULL ? game->summary : "");
  lt_set_string(L, "notation", game->notation != NULL ? game->notation : "");
  const lgame *own = lgame_from(game);
  if (own != NULL) push_layers(L, own);
  lua_pushboolean(L, hides(game, own));
  lua_setfield(L, -2, "hidden");
  lua_pushboolean(L, has_chance(own));
  lua_setfield(L, -2, "chance");
  lt_set_names(L, "endings", game->endings);
  lua_newtable(L);
  for (size_t i = 0; i < tes_option_count(game); i++) {
    push_option(L, &game->options[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, "options");
  lua_newtable(L);
  for (int i = 0; game->queries != NULL && game->queries[i].name; i++) {
    push_query(L, &game->queries[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "queries");
  lua_newtable(L);
  for (int i = 0; game->made_of != NULL && game->made_of[i].name; i++) {
    push_part(L, &game->made_of[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "parts");
  return 1;
}
