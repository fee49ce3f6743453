/* qwirkle.c: options, endings, opening, the vtable. */
#include "qwirkle.h"

/* There must be enough tiles to deal. */
static int check_hands(const tes_rules *rules, tes_error *error) {
  const int players = rules->value[PLAYERS][0], hand = rules->value[HAND][0];
  const int copies = rules->value[COPIES][0];
  const int all = copies * tes_popcount(all_tiles(rules));
  if (players * hand <= all) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "qwirkle: players=%d hand=%d: expected at most %d tiles in "
                  "hands, which are all with colours=%d shapes=%d copies=%d",
                  players, hand, all, rules->value[COLOURS][0],
                  rules->value[SHAPES][0], copies);
}

static int qwirkle_open(tes_rules *rules, tes_error *error) {
  if (check_hands(rules, error) != TES_OK) return TES_EARG;
  rules->seats = rules->value[PLAYERS][0];
  rules->state_size = sizeof(qwirkle);
  rules->key_size = offsetof(qwirkle, low) - sizeof(tes_state);
  rules->work_size = sizeof(grid);
  return TES_OK;
}

static const tes_option options[] = {
    [PLAYERS] = TES_NUMBER("players", 2, 2, SEATS, "seats"),
    [HAND] = TES_NUMBER("hand", 6, 1, HAND_MAX, "tiles in a hand"),
    [BONUS] = TES_NUMBER("bonus", 6, 0, BONUS_MAX, "bonus for a complete line"),
    [END_BONUS] = TES_NUMBER("end_bonus", 6, 0, BONUS_MAX,
                             "bonus for the player who ends the game"),
    [COPIES] = TES_NUMBER("copies", 3, 1, COPIES_MAX,
                          "tiles of each colour and shape"),
    [COLOURS] = TES_NUMBER("colours", SIX, THREE, SIX,
                           "number of colours: the first of r o y g b p"),
    [SHAPES] = TES_NUMBER("shapes", SIX, THREE, SIX,
                          "number of shapes: the first of c s d f u t"),
    [HANDS] =
        TES_CHOICE("hands", "hidden|open",
                   "hidden: you see only your own; open: all (never the bag)"),
    {.name = NULL},
};

_Static_assert(sizeof options / sizeof *options == OPTIONS + 1, "their enum");
_Static_assert(OPTIONS <= TES_OPTIONS_MAX, "the values have room");

static const char *const endings[] = {"out", "passes", "dead", NULL};

static const tes_variants variants = {.pass = PASS, .resume = qwirkle_resume};

const tes_game tes_qwirkle = {
    .name = "qwirkle",
    .title = "Qwirkle, by Susan McKinley Ross",
    .summary =
        "Tiles have one of six colours (r o y g b p: red, orange, yellow,\n"
        "green, blue, purple) and one of six shapes (c s d f u t: circle,\n"
        "square, diamond, flower, sun, star). All tiles of a line share their\n"
        "colour and differ in shape, or share their shape and differ in\n"
        "colour. On your turn, place tiles in one line, connected to the\n"
        "tiles on the table, and draw the same number; or exchange some. Each\n"
        "line that you form or extend scores its length, plus a bonus if it\n"
        "has six tiles. The player with the largest matching set starts, and\n"
        "must play all of it. When the bag is empty, the first player without\n"
        "tiles ends the game and earns a bonus. With fewer colours or shapes\n"
        "(options), a line is complete, and earns the bonus, when no other\n"
        "tile can join it.",
    .notation =
        "rc@2,0            a tile (colour, shape) on a cell: x to the right,\n"
        "                  y up; the first tile of the game lies on 0,0\n"
        "rc@2,0+rs@4,0     several tiles, in one line, in any order\n"
        "13@2,0>           your tiles 1 and 3, by their numbers in your hand,\n"
        "                  on the empty cells from 2,0 to the right (> right,\n"
        "                  < left, ^ up, v down); letters work too: rcrs@2,0>\n"
        "swap:rc+rs        exchange tiles; by numbers: swap:13\n"
        "pass              only if you can place nothing and the bag is empty",
    .options = options,
    .endings = endings,
    .queries = qwirkle_queries,
    .made_of = qwirkle_made_of,
    .open = qwirkle_open,
    .start = qwirkle_start,
    .moves = qwirkle_moves,
    .apply = qwirkle_apply,
    .result = qwirkle_result,
    .print = qwirkle_print,
    .draw = qwirkle_draw,
    .parse = qwirkle_parse,
    .legal = qwirkle_legal,
    .why = qwirkle_why,
    .playout = qwirkle_playout,
    .get = qwirkle_get,
    .part = qwirkle_part,
    .hide = qwirkle_hide,
    .save = qwirkle_save,
    .load = qwirkle_load,
    .deal = &qwirkle_deal,
    .insight = &qwirkle_insight,
    .variants = &variants,
};
