/* choose_child.h: chooses the child of an open node to visit next; not
 * installed. */
#ifndef TES_CHOOSE_H
#define TES_CHOOSE_H

#include "tree.h"

typedef struct choice {
  uint32_t best;      /* the most urgent visited child, or 0 */
  double most;        /* its urgency */
  uint32_t untried;   /* the first unvisited child, or 0; */
  uint32_t tail;      /* or a tail whose moves have no children yet */
  uint32_t before;    /* the number of children in the block before the tail */
  double prior;       /* the weight of `untried`, or the highest of the tail */
  double sum, visits; /* of the visited children: mean * visits, and visits */
} choice;

/* A child with this weight, or any below 0, is no longer chosen. */
#define KNOWN_TO_LOSE (-1e30F)

/* Is the choice of this child known to lose? `mover` is the seat that chooses,
 * or 0 if a loss is no reason against a child. */
bool choose_knows_loss(const tree *t, uint32_t child, int mover);
/* Chooses by mean + c * weight / (1 + visits). */
choice choose_by_weight(const tree *t, uint32_t owner, float c);
/* Chooses by mean + c * sqrt(logarithm / visits), except children known to lose
 * for the mover (0: a loss is no reason). */
choice choose_by_visits(const tree *t, uint32_t owner, double c,
                        double logarithm, int mover);

#endif
