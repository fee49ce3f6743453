/* losetas.c: options, endings, opening, the vtable. */
#include "losetas.h"

static int losetas_open(tes_rules *rules, tes_error *error) {
  const int *tiles = rules->value[TILES];
  if (tiles[0] + tiles[1] + tiles[2] == 0) {
    return tes_fail(error, TES_EARG,
                    "losetas: tiles=0,0,0: expected at least one tile");
  }
  rules->seats = 2;
  rules->seat_names = losetas_colour;
  rules->state_size = sizeof(losetas);
  rules->key_size = offsetof(losetas, wide) - sizeof(tes_state);
  return TES_OK;
}

static const tes_option options[] = {
    [FRAME] =
        TES_CHOICE("frame", "floating|fixed",
                   "floating: tiles stay within a square; fixed: a board"),
    [TOUCH] =
        TES_CHOICE("touch", "edge|corner",
                   "where a tile on the table may not touch its own colour"),
    [TILES] = {.name = "tiles",
               .doc = "how many 2x2, 2x1 and 1x1 each player has",
               .type = TES_INTS,
               .count = STOCKS,
               .def = {8, 8, 3},
               .min = 0,
               .max = 16},
    [SIZE] = TES_NUMBER("size", 8, 2, SIDE, "side of the square or board"),
    {.name = NULL},
};

_Static_assert(sizeof options / sizeof *options == OPTIONS + 1, "their enum");
_Static_assert(OPTIONS <= TES_OPTIONS_MAX, "the values have room");

static const char *const endings[] = {"stuck", NULL};

static const tes_variants variants = {
    .pass = PASS, .resume = losetas_resume, .idles = true};

const tes_game tes_losetas = {
    .name = "losetas",
    .title = "Losetas, by Erik Dresner",
    .summary =
        "Grey and blue take turns to place a tile, flat on the table or\n"
        "wholly on one level of tiles. A tile laid on the table must touch\n"
        "another tile's edge, but no edge of its own colour. A tile laid on\n"
        "others must cover at least one cell of the opponent's colour, and no\n"
        "tile may be covered completely. All tiles stay within 8x8 cells. The\n"
        "game ends when the player to move cannot place a tile. The player\n"
        "with the largest connected area, seen from above, wins; if the\n"
        "largest areas are equal, the second largest decide, and so on.",
    .notation =
        "2x2@h8   a tile and its lower-left cell (or 2x2 h8)\n"
        "2x1@c3   lying: two cells wide, c3 and d3\n"
        "1x2@c3   standing: two cells high, c3 and c4\n"
        "1x1@c3   the single cell",
    .options = options,
    .endings = endings,
    .queries = losetas_queries,
    .made_of = losetas_made_of,
    .open = losetas_open,
    .start = losetas_start,
    .moves = losetas_moves,
    .apply = losetas_apply,
    .result = losetas_result,
    .print = losetas_print,
    .draw = losetas_draw,
    .parse = losetas_parse,
    .legal = losetas_legal,
    .why = losetas_why,
    .count = losetas_count,
    .playout = losetas_playout,
    .get = losetas_get,
    .part = losetas_part,
    .save = losetas_save,
    .load = losetas_load,
    .insight = &losetas_insight,
    .cells = losetas_describe,
    .look = losetas_look,
    .variants = &variants,
};
