/* mixtour.c: options, endings, opening, the vtable. */
#include "mixtour.h"

static int mixtour_open(tes_rules *rules, tes_error *error) {
  (void)error;
  rules->seats = 2;
  rules->seat_names = mixtour_side;
  rules->state_size = sizeof(mixtour);
  rules->key_size = offsetof(mixtour, plane) - sizeof(tes_state);
  return TES_OK;
}

static const tes_option options[] = {
    [WIN_SCORE] = TES_NUMBER("win_score", 1, 1, 99, "points needed to win"),
    [PIECES] = TES_NUMBER("pieces", 20, 1, PIECES_MAX, "pieces per player"),
    [STACK] = TES_NUMBER("stack", 5, 2, HIGHEST + 1,
                         "height at which a stack is removed and scores"),
    [REPEAT] = {.name = "repetition",
                .doc = "occurrences of a position that make a draw; 0 = off",
                .def = {3},
                .min = 2,
                .max = 9,
                .or_zero = true},
    [STALLED] = TES_NUMBER("stall", 100, 1, STALL_MAX,
                           "reversible plies in a row that make a draw"),
    {.name = NULL},
};

_Static_assert(sizeof options / sizeof *options == OPTIONS + 1, "their enum");
_Static_assert(OPTIONS <= TES_OPTIONS_MAX, "the values have room");

static const char *const endings[] = {"points", "passes", "repetition", "stall",
                                      NULL};

static const tes_variants variants = {.pass = PASS, .resume = mixtour_resume};

const tes_game tes_mixtour = {
    .name = "mixtour",
    .title = "Mixtour, by Dieter Stein",
    .summary =
        "On your turn, enter a piece of yours on an empty cell, or move: take\n"
        "any number of pieces off the top of any stack, whatever their\n"
        "colours, and carry them in a straight line, diagonals included, over\n"
        "empty cells onto another stack. The stack that they land on sets the\n"
        "distance: one that is 2 high is reached from exactly 2 cells away. A\n"
        "single piece is a stack too. A stack of 5 or more leaves the board;\n"
        "its pieces return to their owners' reserves, and its top piece\n"
        "scores a point for its owner. The first player with win_score points\n"
        "(an option, normally 1) wins. You may not take back the opponent's\n"
        "last move by carrying the same pieces to where they came from. If\n"
        "you can do nothing, you pass; two passes in a row are a draw.",
    .notation =
        "b2       enter a piece of yours on the empty cell b2\n"
        "a1-b2    move the top piece of a1 onto b2\n"
        "c4:3-d3  move the top three pieces of c4 onto d3\n"
        "pass     only if you can do nothing else",
    .options = options,
    .endings = endings,
    .queries = mixtour_queries,
    .made_of = mixtour_made_of,
    .open = mixtour_open,
    .start = mixtour_start,
    .moves = mixtour_moves,
    .apply = mixtour_apply,
    .result = mixtour_result,
    .print = mixtour_print,
    .draw = mixtour_draw,
    .parse = mixtour_parse,
    .legal = mixtour_legal,
    .why = mixtour_why,
    .count = mixtour_count,
    .playout = mixtour_playout,
    .get = mixtour_get,
    .part = mixtour_part,
    .save = mixtour_save,
    .load = mixtour_load,
    .insight = &mixtour_insight,
    .cells = mixtour_describe,
    .look = mixtour_look,
    .variants = &variants,
};
