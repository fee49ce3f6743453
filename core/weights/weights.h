/* weights.h: a learnt evaluation, an n-tuple network (S. Lucas, "Learning to
 * Play Othello with N-Tuple Systems", 2008); not installed.
 *
 * A game describes a position as small numbers, one for each cell (tes_cells).
 * A pattern is a few cells, with a weight for each content, that is, for each
 * combination of their numbers. Patterns that the game's symmetries map onto
 * each other are images of one pattern and share its weights; so are straight
 * rows anywhere on the board. The estimate is the sum of the weights of all
 * images. There are weights for each seat to move and, with more than two
 * seats, for each estimated seat.
 *
 * Weights are integers, so the estimate is the same on every machine. Only one
 * thread changes them, while learning. */
#ifndef TES_WEIGHTS_H
#define TES_WEIGHTS_H

#include "../tesela_game.h"

enum { PATTERN_MAX = 8 }; /* cells of a pattern */
enum { UNIT_BITS = 12 };  /* a weight of 1 << UNIT_BITS is a lead of 1 */

typedef struct pattern {
  int length;
  uint32_t first,
      size; /* its weights: index of the first content, and their number */
} pattern;

/* The cells of an image in the order of its pattern: their values and places
 * give the number of the content. */
typedef struct pattern_image {
  uint16_t pattern;
  uint16_t cell[PATTERN_MAX];
} pattern_image;

/* An image that contains a cell; the number of its content grows by `factor`
 * when the value of the cell grows by 1. */
typedef struct cell_place {
  uint32_t image, factor;
} cell_place;

struct tes_weights {
  const tes_alloc *alloc;
  int cells, seats, outputs; /* outputs: estimated seats */
  bool over_own;             /* the game's own estimate is added */
  int patterns, images;
  size_t size;     /* number of weights for a seat to move, all outputs */
  uint8_t *values; /* by cell */
  pattern *pattern;
  pattern_image *image;
  uint32_t *first; /* by cell, plus one past the last: index of its places */
  cell_place *place;
  int32_t *weight;       /* by seat to move, content, output */
  float *drift, *travel; /* learning: sums of errors, and of their sizes */
};

/* ---- making weights ---- */

/* Empty weights with the game's patterns, or NULL with the reason. There are at
 * most twice `budget` weights. */
tes_weights *weights_new(const tes_rules *rules, uint64_t seed, size_t budget,
                         tes_work *work);
/* Reserve memory for patterns and images, whose counts are set; then for
 * weights; then for learning. False if memory runs out. */
bool weights_reserve(tes_weights *w);
bool weights_reserve_all(tes_weights *w);
bool weights_prepare(tes_weights *w);
/* Fills `first` and `place` from the images. */
void weights_index(tes_weights *w);
/* Writes weights in the format of a file (file.c). */
void weights_write(const tes_weights *w, const tes_rules *rules,
                   tes_text *text);

/* ---- estimates ---- */

/* Estimates one position after another, and updates only the cells that differ.
 * An estimator belongs to one thread. */
typedef struct estimator estimator;
estimator *estimator_new(const tes_rules *rules, const tes_weights *w);
void estimator_free(estimator *r);
/* The leads of a position that is not over; returns the trust, or a status. */
int estimator_estimate(estimator *r, const tes_state *state, int *lead,
                       tes_work *work);
/* The content numbers of all images in this position, for a learner. */
const uint32_t *estimator_contents(estimator *r, const tes_state *state);

/* ---- learning ---- */

typedef struct learn_options {
  double explore; /* the share of random moves */
  double rate;    /* the share of an error that is corrected at first */
  double trace;   /* lambda of TD(lambda) */
} learn_options;

/* Plays a game by one-ply search with these weights. Its moves go to `game`,
 * random ones as negative numbers. */
int learn_play(const tes_rules *rules, const tes_weights *w,
               learn_options options, uint64_t seed, tes_list *game,
               tes_work *work);
/* The best move by one-ply search, or a random one of several equals. */
int learn_choose(const tes_rules *rules, const tes_weights *w,
                 const tes_state *state, uint64_t seed, tes_move *move,
                 tes_work *work);
/* Learns from such a game. */
int learn_from(const tes_rules *rules, tes_weights *w, learn_options options,
               uint64_t seed, const tes_list *game, tes_work *work);

#endif
