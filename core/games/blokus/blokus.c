/* blokus.c: options, endings, opening and closing, the vtable. */
#include "blokus.h"

static const tes_option options[] = {
    [PLAYERS] =
        TES_NUMBER("players", 4, 1, 4,
                   "number of players, 1 to 4; duo: 1 or 2 (default 2)"),
    [CORNERS] =
        TES_CHOICE("corners", "any|fixed",
                   "start cells: any free one, or a fixed one for each colour"),
    [VARIANT] = TES_CHOICE("variant", "classic|duo",
                           "classic: 20x20, four colours; duo: 14x14, two"),
    [BONUS_ALL] = TES_NUMBER("bonus_all", 15, 0, 99,
                             "bonus for a colour with no piece left"),
    [BONUS_LAST] =
        TES_NUMBER("bonus_last", 5, 0, 99,
                   "extra bonus if its last piece was the single cell"),
    {.name = NULL},
};

_Static_assert(sizeof options / sizeof *options == OPTIONS + 1, "their enum");
_Static_assert(OPTIONS <= TES_OPTIONS_MAX, "the values have room");

/* The default number of players in duo is two, not four; a variant may set
 * it. */
static int check_players(tes_rules *rules, tes_error *error) {
  int *players = &rules->value[PLAYERS][0];
  if (rules->value[VARIANT][0] != DUO) return TES_OK;
  if (!(rules->given >> PLAYERS & 1) && *players == 4) *players = 2;
  if (*players <= 2) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "blokus: players=%d: expected 1 or 2 with variant=duo",
                  *players);
}

/* The names of the seats, from their colours. */
static const char *const *names_of(int players, bool duo) {
  static const char *const colours[] = {"blue", "yellow", "red", "green"};
  static const char *const teams[] = {"blue and red", "yellow and green"};
  static const char *const two[] = {"purple", "orange"};
  static const char *const alone[] = {"all colours"};
  if (players == 1) return alone;
  if (duo) return two;
  return players == 2 ? teams : colours;
}

/* Three players, and a single player in classic, use the numbers fitted for
 * four. */
static uint8_t weights_kind(const tes_rules *rules) {
  if (rules->value[VARIANT][0] == DUO) return DUO_KIND;
  return rules->value[PLAYERS][0] == 2 ? TWO_KIND : FOUR_KIND;
}

/* Bonuses above the defaults may count for more than the estimate says. */
static bool foresees(const tes_rules *rules) {
  return rules->data == NULL && rules->value[PLAYERS][0] > 1 &&
         rules->value[BONUS_ALL][0] <= options[BONUS_ALL].def[0] &&
         rules->value[BONUS_LAST][0] <= options[BONUS_LAST].def[0];
}

static int blokus_open(tes_rules *rules, tes_error *error) {
  kit k;
  tables *t;
  if (check_players(rules, error) != TES_OK) return TES_EARG;
  if (blokus_read_kit(rules, &k, error) != TES_OK) return TES_EARG;
  const int status =
      blokus_build(&k, blokus_is_wide(&k), rules->alloc, &t, error);
  if (status != TES_OK) return status;
  t->list = blokus_lister(t->wide, (tes_cpu)rules->cpu);
  t->drawn = blokus_drawer(t->wide, (tes_cpu)rules->cpu);
  t->watch = blokus_watcher((tes_cpu)rules->cpu);
  t->kind = weights_kind(rules);
  t->foresees = foresees(rules);
  rules->tables = t;
  rules->seats = rules->value[PLAYERS][0];
  rules->round = t->colours;
  rules->seat_names = names_of(rules->seats, rules->value[VARIANT][0] == DUO);
  rules->state_size = sizeof(blokus);
  rules->key_size = offsetof(blokus, near) - sizeof(tes_state);
  return TES_OK;
}

static void blokus_close(tes_rules *rules) {
  blokus_free(rules->tables, rules->alloc);
}

static const char *const endings[] = {"blocked", NULL};

static const tes_variants variants = {.pass = PASS, .resume = blokus_resume};

const tes_game tes_blokus = {
    .name = "blokus",
    .title = "Blokus, by Bernard Tavitian",
    .summary =
        "Colours place their pieces in turn. A colour's first piece covers a\n"
        "start cell, marked *. Every later piece touches a piece of its own\n"
        "colour at a corner, but none along an edge; it may touch other\n"
        "colours anywhere. A colour that cannot place a piece passes. At the\n"
        "end, each cell of an unplaced piece costs a point. A colour with no\n"
        "piece left earns a bonus, and a larger one if its last piece was the\n"
        "single cell.",
    .notation =
        "V3@a1      a piece by name and its first cell (lowest row, then\n"
        "           leftmost), if it fits there in only one way\n"
        "V3@a1/2    the same, with the number of its orientation\n"
        "a1,b1,b2   the cells that the piece covers, in any order\n"
        "pass       only if the colour cannot place a piece",
    .options = options,
    .endings = endings,
    .queries = blokus_queries,
    .made_of = blokus_made_of,
    .open = blokus_open,
    .close = blokus_close,
    .start = blokus_start,
    .moves = blokus_moves,
    .apply = blokus_apply,
    .result = blokus_result,
    .print = blokus_print,
    .draw = blokus_draw,
    .parse = blokus_parse,
    .legal = blokus_legal,
    .why = blokus_why,
    .playout = blokus_playout,
    .get = blokus_get,
    .part = blokus_part,
    .save = blokus_save,
    .load = blokus_load,
    .insight = &blokus_insight,
    .cells = blokus_describe,
    .look = blokus_look,
    .variants = &variants,
};
