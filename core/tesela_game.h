/* tesela_game.h: what the author of a game in C needs.
 *
 * A game is a constant: facts and functions, in one designated initialiser at
 * the end of its file. To add one to the library, write a folder with one of
 * these and two lines in games/games.c; a program may as well hand one of its
 * own to tes_rules_open.
 *
 * Functions get states and moves that the runtime has checked: a state that is
 * asked for moves is not over, a move that is applied is legal. They are called
 * by the runtime alone. `work` is lent: it carries the error text of those that
 * can fail. A game may call any tes_ function on the rules that it is given,
 * but never a function of rules->game: that may be a variant of it, in which
 * other functions stand, or none. */
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
 * choice of words joined by |, of which the first is the default. */
#define TES_NUMBER(NAME, DEFAULT, MIN, MAX, DOC) \
  { .name = NAME, .doc = DOC, .def = {DEFAULT}, .min = MIN, .max = MAX }
#define TES_CHOICE(NAME, WORDS, DOC) \
  { .name = NAME, .doc = DOC, .type = TES_WORD, .words = WORDS }

/* A start whose chance is given as text, and back: qwirkle's bag. */
typedef struct tes_deal_text {
  int (*read)(const tes_rules *rules, tes_state *state, const char *text,
              tes_work *work);
  void (*print)(const tes_rules *rules, const tes_state *start, tes_text *text);
} tes_deal_text;

/* What a game tells a search; each may be NULL. All of these may be wrong about
 * what is good, none may be wrong about what is legal. */
typedef struct tes_insight {
  /* Plays by moves that a player might choose, to the end or until what the
   * scores then are tells enough; rules that need not end heed work->patience.
   * Returns the number of plies, having counted them in state->ply too. */
  int64_t (*rollout)(const tes_rules *rules, tes_state *state, tes_rng *rng,
                     tes_work *work);
  /* Draws a legal move without listing all of them. Each may come: not one of
   * them may be left out. */
  int (*pick)(const tes_rules *rules, const tes_state *state, tes_rng *rng,
              tes_move *move, tes_work *work);
  /* How promising each of the moves is, before anything is tried: finite
   * weights of at least 0. Where things are hidden those of weight 0 are not
   * looked at, unless all are. It does not use work->list. */
  int (*policy)(const tes_rules *rules, const tes_state *state,
                const tes_list *moves, double *weight, tes_work *work);
  /* Estimates by how much each seat leads, in thousandths of what makes a
   * position worth 3/4 of a win: tes_lead_value. With two seats the leads are
   * opposite. A game that estimates points may call tes_leads.
   * Returns how far tree search trusts it against the end of a rollout from
   * here, in percent, or a negative status. Alpha-beta always uses it. NULL:
   * the scores of the position count, and are not trusted. */
  int (*estimate)(const tes_rules *rules, const tes_state *state, int *lead,
                  tes_work *work);
  /* Appends the forcing moves of a seat: of the seat to move those legal moves
   * that a quiescence search must try before it can trust an estimate; of the
   * other one those that it would have after a pass, its threats. A search that
   * reduces tries all answers to a threat, a ply deeper. */
  int (*forcing)(const tes_rules *rules, const tes_state *state, int seat,
                 tes_list *list, tes_work *work);
  /* For games that can end by what == does not compare (repetitions, which draw
   * the game): for how many plies from here nothing that was before this
   * position can end it; INT_MAX if none of that matters; NULL: there is no
   * such end. 0: such an end may be won as well, so nothing that a search finds
   * here holds on another way. */
  int (*horizon)(const tes_rules *rules, const tes_state *state);
  /* The points in an estimated lead of 1000: tree search then values leads like
   * those at the end of a game. 0: leads are not in points. */
  double points;
} tes_insight;

/* The cells of a position as small numbers, for estimates that are learnt: how
 * many values each has (1: it tells nothing), and which cell lies beside which,
 * by way. Ways come in opposite pairs (0 and 1, 2 and 3, ...) and are
 * directions: the same on the whole board. next[way][cell] is -1 beyond the
 * edge, and TES_ALONE in all ways for cells that are not on a board. A second
 * board on the same cells has the same ways: `board` is the cell of the first
 * one at the same place, or the cell itself. */
enum { TES_CELLS_MAX = 1024, TES_WAYS_MAX = 8, TES_ALONE = -2 };
typedef struct tes_cells {
  int count, ways;
  uint8_t values[TES_CELLS_MAX];
  int16_t board[TES_CELLS_MAX];
  int16_t next[TES_WAYS_MAX][TES_CELLS_MAX];
} tes_cells;

/* What the rules of variants need of the game below them. */
typedef struct tes_variants {
  /* A pass, for seats that a variant leaves no move: `apply` accepts it in any
   * position that is not over, whether `moves` lists it or not. 0: the turn
   * then just goes to the next seat. */
  tes_move pass;
  /* Prepares a position that has ended to go on, where a variant takes the
   * ending back, or says in `work` why it cannot; NULL: it never can.
   * state->over still says which ending it was, and is cleared afterwards.
   * `apply` reports an ending that the position alone shows at each move. */
  int (*resume)(const tes_rules *rules, tes_state *state, tes_work *work);
  /* `moves` may be empty in such a position: a pass then replaces them. */
  bool idles;
} tes_variants;

/* Those marked * may be NULL. */
struct tes_game {
  const char *name;
  const char *title;          /* "Mixtour, by Dieter Stein" */
  const char *summary;        /* the rules in a few lines, for help */
  const char *notation;       /* how to write a move, a few lines, for help */
  const tes_option *options;  /* * */
  const char *const *endings; /* reasons, then NULL; state->over: index + 1 */

  /* ---- the rules ---- */

  /* Checks combinations of options, sets seats (1..TES_SEATS_MAX), state_size,
   * key_size and work_size, builds tables. On failure it leaves nothing behind.
   * state_size is a multiple of 8, as that of a struct which begins with a
   * tes_state is. A key_size of 0 stands for all that is behind the head. */
  int (*open)(tes_rules *rules, tes_error *error);
  void (*close)(tes_rules *rules); /* * */
  /* Fills a zeroed state, its seat too. The only randomness of a game; one that
   * needs more keeps a generator in its state, which `hide` hides from all. */
  int (*start)(const tes_rules *rules, tes_state *state, tes_rng *rng,
               tes_work *work);
  /* Appends every legal move once, in an order that depends on the position
   * alone; at least one unless the state is over (a pass is a move). */
  int (*moves)(const tes_rules *rules, const tes_state *state, tes_list *list,
               tes_work *work);
  /* Makes a legal move: deterministic, no allocation. Sets seat and over;
   * the runtime counts the plies. */
  int (*apply)(const tes_rules *rules, tes_state *state, tes_move move,
               tes_work *work);
  /* Scores at any time; places as if the game ended now. */
  int (*result)(const tes_rules *rules, const tes_state *state,
                tes_result *result, tes_work *work);
  /* * Deals anew, with `rng`, what `seat` cannot see: states which the seat
   * cannot tell apart become the same bytes. */
  int (*hide)(const tes_rules *rules, tes_state *state, int seat, tes_rng *rng,
              tes_work *work);

  /* ---- the same, faster ---- */

  /* * Is this integer (any integer) a legal move here? */
  bool (*legal)(const tes_rules *rules, const tes_state *state, tes_move move,
                tes_work *work);
  /* * How many moves are legal. */
  int64_t (*count)(const tes_rules *rules, const tes_state *state,
                   tes_work *work);
  /* * Plays uniformly random moves to the end, the game's fastest way: one
   * tes_rng_below(rng, count) for each ply picks from the order of `moves`.
   * Returns the number of plies, having counted them in state->ply too. */
  int64_t (*playout)(const tes_rules *rules, tes_state *state, tes_rng *rng,
                     tes_work *work);

  /* ---- moves and positions, for people ---- */

  /* The notation of a legal move as `seat` may know it (0: everything). */
  int (*print)(const tes_rules *rules, const tes_state *state, tes_move move,
               int seat, tes_text *text, tes_work *work);
  /* Draws what `seat` sees (0: everything), the last move marked; `hint` is 0
   * or a legal move to be marked as well. The drawing comes empty. */
  int (*draw)(const tes_rules *rules, const tes_state *state, int seat,
              tes_move hint, tes_drawing *drawing, tes_work *work);
  /* * Text to a move that need not be legal; 0 with the reason in `work`
   * when it cannot be a move of this game anywhere: TES_EARG, or TES_ECELL,
   * TES_EWAYS or TES_EILLEGAL for a move with one thing wrong. */
  tes_move (*parse)(const tes_rules *rules, const tes_state *state,
                    const char *text, tes_work *work);
  /* * Why is this move, which `parse` read from `text`, not legal here? */
  void (*why)(const tes_rules *rules, const tes_state *state, tes_move move,
              const char *text, tes_work *work);
  /* * Position text of a state, as `seat` may know it (0: everything), and
   * back into a zeroed one; `rng` deals what a view's text hides. Of a position
   * that is over `load` sets state->over and leaves a message in `work`, which
   * becomes that of tes_load: a variant may let it go on. */
  void (*save)(const tes_rules *rules, const tes_state *state, int seat,
               tes_text *text);
  int (*load)(const tes_rules *rules, tes_state *state, const char *text,
              tes_rng *rng, tes_work *work);
  const tes_deal_text *deal; /* * */

  /* ---- looking at moves and positions, for programs ---- */

  const tes_part *made_of; /* * what `part` may write; it needs this */
  /* * Writes one part of a legal move, that of a row of `made_of`: a number or
   * a word, or words joined by +. Nothing where the move has no such part. */
  int (*part)(const tes_rules *rules, const tes_state *state, tes_move move,
              int row, tes_text *text, tes_work *work);
  const tes_query *queries; /* * */
  /* * Answers query row `query` about `argument` (NULL: none given) as
   * `seat` may know it (0: everything): the integer, or the text. A bad or
   * missing argument is TES_EARG, with a message that begins with the query. */
  int (*get)(const tes_rules *rules, const tes_state *state, int seat,
             int query, const char *argument, int64_t *integer, tes_text *text,
             tes_work *work);

  const tes_insight *insight; /* * for searches */
  /* * Describes the cells of these rules; and their contents in a state, each
   * below its number of values: how many. Only what every seat sees. */
  int (*cells)(const tes_rules *rules, tes_cells *cells, tes_error *error);
  int (*look)(const tes_rules *rules, const tes_state *state, uint8_t *value);
  const tes_variants *variants; /* * */

  /* ---- of a game that is a variant ---- */

  const char *source; /* * what tells variants of one name apart: a hash */
  const char *data;   /* * what it gives `open`: it is rules->data */
};

/* Add to the description of cells a board of squares, in rows from its lower
 * left cell, and cells that are on none. */
void tes_cells_board(tes_cells *cells, int columns, int rows, int values);
void tes_cells_alone(tes_cells *cells, int count, int values);

/* Places from scores, the highest first. */
void tes_result_rank(tes_result *result);

/* By how many points seat `seat` (from 0) leads the best other one; one that
 * plays alone: its points. */
double tes_lead(const double *score, int seats, int seat);
/* Leads for `estimate`, where `points` of them (above 0) are worth 3/4. */
void tes_leads(const double *score, int seats, double points, int *lead);
/* What a lead is worth, 0 to 1: 0.5 + 0.5 m / (|m| + 1000). */
double tes_lead_value(double lead);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
