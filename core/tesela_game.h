/* tesela_game.h: for authors of games in C.
 *
 * A game is a constant: facts and functions, in one designated initialiser at
 * the end of its file. To add a game to the library, write a folder with such a
 * constant, and two lines in games/games.c; a program may also pass its own
 * game to tes_rules_open.
 *
 * The runtime alone calls these functions, with states and moves that it has
 * checked: `moves` gets a state that is not over, `apply` a legal move. `work`
 * is lent, and receives the error of a function that can fail. A game may call
 * any tes_ function with the rules that it receives, but never a function of
 * rules->game, which may be a variant whose functions differ or are missing. */
#ifndef TESELA_GAME_H
#define TESELA_GAME_H

#include "tesela.h"
#include "tesela_bits.h"
#include "tesela_draw.h"
#include "tesela_scan.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Rows of a table of options: a whole number with its default and range; a
 * choice of words separated by |, the first of which is the default. */
#define TES_NUMBER(NAME, DEFAULT, MIN, MAX, DOC) \
  { .name = NAME, .doc = DOC, .def = {DEFAULT}, .min = MIN, .max = MAX }
#define TES_CHOICE(NAME, WORDS, DOC) \
  { .name = NAME, .doc = DOC, .type = TES_WORD, .words = WORDS }

/* A deal, given as text, and back: qwirkle's bag. */
typedef struct tes_deal_text {
  int (*read)(const tes_rules *rules, tes_state *state, const char *text,
              tes_work *work);
  void (*print)(const tes_rules *rules, const tes_state *start, tes_text *text);
} tes_deal_text;

/* A game's knowledge for searches; each may be NULL. It may be wrong about
 * which moves are good, never about which are legal. */
typedef struct tes_insight {
  /* Plays moves that a player might choose, to the end or until the scores are
   * clear enough; if the game may never end, it checks work->patience. Returns
   * the number of plies, and adds it to state->ply. */
  int64_t (*rollout)(const tes_rules *rules, tes_state *state, tes_rng *rng,
                     tes_work *work);
  /* Draws a legal move without listing all of them. Every legal move must be
   * possible. */
  int (*pick)(const tes_rules *rules, const tes_state *state, tes_rng *rng,
              tes_move *move, tes_work *work);
  /* A weight for each move, before any search: finite, at least 0. With hidden
   * information, moves of weight 0 are not searched, unless all weights are 0.
   * Must not use work->list. */
  int (*policy)(const tes_rules *rules, const tes_state *state,
                const tes_list *moves, double *weight, tes_work *work);
  /* Estimates the lead of each seat, on a scale where a lead of 1000 has a
   * value of 3/4 (see tes_lead_value). With two seats the leads are opposite. A
   * game that estimates points may call tes_leads. Returns the weight in
   * percent that tree search gives the estimate, compared with the end of a
   * rollout from here, or a negative status. Alpha-beta always uses the
   * estimate. NULL: the scores of the position are used, with weight 0. */
  int (*estimate)(const tes_rules *rules, const tes_state *state, int *lead,
                  tes_work *work);
  /* Appends the forcing moves of a seat. For the seat to move: the legal moves
   * that a quiescence search must try before it can trust an estimate. For the
   * opponent: its threats, the forcing moves that it would have after a pass. A
   * search with reductions tries all answers to a threat one ply deeper. */
  int (*forcing)(const tes_rules *rules, const tes_state *state, int seat,
                 tes_list *list, tes_work *work);
  /* For games with endings that depend on more than == compares (repetitions,
   * which draw the game): the number of plies from here in which earlier
   * positions cannot cause such an ending; INT_MAX if they never can; NULL if
   * the game has no such ending. 0: such an ending may also be a win, so a
   * search result for this position is not valid if other moves led here. */
  int (*horizon)(const tes_rules *rules, const tes_state *state);
  /* The points in an estimated lead of 1000: tree search then values leads like
   * those at the end of a game. 0: leads are not in points. */
  double points;
} tes_insight;

/* The cells of a position as small numbers, for learnt evaluations: each cell's
 * number of values (1: it says nothing), and its neighbour in each direction.
 * Directions come in opposite pairs (0 and 1, 2 and 3, ...), the same on the
 * whole board. next[way][cell] is -1 beyond the edge, and TES_ALONE in all
 * directions for cells that are not on a board. A second board on the same
 * cells has the same directions: `board` is the cell of the first one at the
 * same place, or the cell itself. */
enum { TES_CELLS_MAX = 1024, TES_WAYS_MAX = 8, TES_ALONE = -2 };
typedef struct tes_cells {
  int count, ways;
  uint8_t values[TES_CELLS_MAX];
  int16_t board[TES_CELLS_MAX];
  int16_t next[TES_WAYS_MAX][TES_CELLS_MAX];
} tes_cells;

/* The members that a variant needs from its base game. */
typedef struct tes_variants {
  /* A pass, for seats that a variant leaves without a move: `apply` accepts it
   * in any position that is not over, whether `moves` lists it or not. 0: the
   * turn just moves to the next seat. */
  tes_move pass;
  /* Prepares a finished position to continue, when a variant takes the ending
   * back, or says in `work` why it cannot; NULL: it never can. state->over
   * still has the number of the ending, and is cleared afterwards. If the
   * position alone shows the ending, `apply` reports it again at each move. */
  int (*resume)(const tes_rules *rules, tes_state *state, tes_work *work);
  /* `moves` may be empty in a position that is not over: it then becomes a
   * pass. */
  bool idles;
} tes_variants;

/* Members marked * may be NULL. */
struct tes_game {
  const char *name;
  const char *title;          /* "Mixtour, by Dieter Stein" */
  const char *summary;        /* the rules in a few lines, for help */
  const char *notation;       /* how to write a move, a few lines, for help */
  const tes_option *options;  /* * */
  const char *const *endings; /* reasons, then NULL; state->over: index + 1 */

  /* ---- the rules ---- */

  /* Checks combinations of options, sets seats (1..TES_SEATS_MAX), state_size,
   * key_size and work_size, and builds tables. On failure it frees everything.
   * state_size is a multiple of 8, like the size of a struct that begins with a
   * tes_state. A key_size of 0 means everything after the head. */
  int (*open)(tes_rules *rules, tes_error *error);
  void (*close)(tes_rules *rules); /* * */
  /* Fills a zeroed state, including its seat. This is the only randomness in a
   * game; a game that needs more keeps a generator in its state, which `hide`
   * hides from every seat. */
  int (*start)(const tes_rules *rules, tes_state *state, tes_rng *rng,
               tes_work *work);
  /* Appends every legal move once, in an order that depends only on the
   * position; at least one unless the state is over (a pass is a move). */
  int (*moves)(const tes_rules *rules, const tes_state *state, tes_list *list,
               tes_work *work);
  /* Makes a legal move: deterministic, no allocation. Sets seat and over; the
   * runtime counts plies. */
  int (*apply)(const tes_rules *rules, tes_state *state, tes_move move,
               tes_work *work);
  /* Scores at any time; places as if the game ended now. */
  int (*result)(const tes_rules *rules, const tes_state *state,
                tes_result *result, tes_work *work);
  /* * Deals everything again, with `rng`, that `seat` cannot see: states that
   * the seat cannot tell apart become the same bytes. */
  int (*hide)(const tes_rules *rules, tes_state *state, int seat, tes_rng *rng,
              tes_work *work);

  /* ---- the same, faster ---- */

  /* * Is this integer (any integer) a legal move here? */
  bool (*legal)(const tes_rules *rules, const tes_state *state, tes_move move,
                tes_work *work);
  /* * The number of legal moves. */
  int64_t (*count)(const tes_rules *rules, const tes_state *state,
                   tes_work *work);
  /* * Plays uniformly random moves to the end in the game's fastest way. For
   * each ply, one tes_rng_below(rng, count) picks from the moves in the order
   * of `moves`. Returns the number of plies, and adds it to state->ply. */
  int64_t (*playout)(const tes_rules *rules, tes_state *state, tes_rng *rng,
                     tes_work *work);

  /* ---- moves and positions, for people ---- */

  /* The notation of a legal move as `seat` may see it (0: everything). */
  int (*print)(const tes_rules *rules, const tes_state *state, tes_move move,
               int seat, tes_text *text, tes_work *work);
  /* Draws the position as `seat` sees it (0: everything), and marks the last
   * move and `hint` (a legal move, or 0). The drawing is empty at first. */
  int (*draw)(const tes_rules *rules, const tes_state *state, int seat,
              tes_move hint, tes_drawing *drawing, tes_work *work);
  /* * Reads a move, which need not be legal; 0 with the reason in `work` if the
   * text is not a move in any position: TES_EARG, or TES_ECELL, TES_EWAYS or
   * TES_EILLEGAL if only one detail is wrong. */
  tes_move (*parse)(const tes_rules *rules, const tes_state *state,
                    const char *text, tes_work *work);
  /* * Why is this move, which `parse` read from `text`, illegal here? */
  void (*why)(const tes_rules *rules, const tes_state *state, tes_move move,
              const char *text, tes_work *work);
  /* * Writes a state as position text, as `seat` may see it (0: everything),
   * and reads it into a zeroed state; `rng` deals everything that the text of a
   * view hides. If the position is over, `load` sets state->over and leaves a
   * message in `work`, which tes_load reports unless a variant continues the
   * game. */
  void (*save)(const tes_rules *rules, const tes_state *state, int seat,
               tes_text *text);
  int (*load)(const tes_rules *rules, tes_state *state, const char *text,
              tes_rng *rng, tes_work *work);
  const tes_deal_text *deal; /* * */

  /* ---- looking at moves and positions, for programs ---- */

  const tes_part *made_of; /* the parts that `part` writes; needs `part` */
  /* * Writes one part of a legal move, by its row in `made_of`: a number, a
   * word, or words joined by +. Nothing if the move has no such part. */
  int (*part)(const tes_rules *rules, const tes_state *state, tes_move move,
              int row, tes_text *text, tes_work *work);
  const tes_query *queries; /* * */
  /* * Answers row `query` of the queries about `argument` (NULL: none) as
   * `seat` may see it (0: everything): the integer, or the text. A bad or
   * missing argument is TES_EARG, with a message that begins with the query. */
  int (*get)(const tes_rules *rules, const tes_state *state, int seat,
             int query, const char *argument, int64_t *integer, tes_text *text,
             tes_work *work);

  const tes_insight *insight; /* * for searches */
  /* * Describes the cells of these rules; and writes their values in a state,
   * each below its cell's number of values. Only cells that every seat sees. */
  int (*cells)(const tes_rules *rules, tes_cells *cells, tes_error *error);
  int (*look)(const tes_rules *rules, const tes_state *state, uint8_t *value);
  const tes_variants *variants; /* * */

  /* ---- for variants only ---- */

  const char *source; /* a hash; distinguishes variants with the same name */
  const char *data;   /* an argument for `open`: it is rules->data */
};

/* Add to the description of cells: a board of squares, in rows from its lower
 * left cell; or cells on no board. */
void tes_cells_board(tes_cells *cells, int columns, int rows, int values);
void tes_cells_alone(tes_cells *cells, int count, int values);

/* Derives places from scores, the highest first. */
void tes_result_rank(tes_result *result);

/* The lead of seat `seat` (from 0) over the best opponent, in points; with a
 * single seat, its points. */
double tes_lead(const double *score, int seats, int seat);
/* Leads for `estimate`, on a scale where a lead of `points` (above 0) has a
 * value of 3/4. */
void tes_leads(const double *score, int seats, double points, int *lead);
/* The value of a lead, 0 to 1: 0.5 + 0.5 m / (|m| + 1000). */
double tes_lead_value(double lead);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
