/* choose_child.h: which child of an open node to go on with; not installed. */
#ifndef TES_CHOOSE_H
#define TES_CHOOSE_H

#include "tree.h"

typedef struct choice {
  uint32_t best;    /* the most urgent of those that were visited, or 0 */
  double most;      /* and its urgency */
  uint32_t untried; /* the first of those that were not, or 0; */
  uint32_t tail;    /* or behind which there are moves that have no child yet */
  uint32_t before;  /* so many children are in the block before it */
  double prior;     /* the weight of the untried one, or the most of those */
  double sum, visits; /* of those that were: of mean * visits */
} choice;

/* A child with this weight, or any below 0, is not chosen any more. */
#define KNOWN_TO_LOSE (-1e30F)

/* Is it known that who chooses a child loses by it? `mover` is who chooses, or
 * 0 where that is no reason against it. */
bool choose_knows_loss(const tree *t, uint32_t child, int mover);
/* By mean + c * weight / (1 + visits). */
choice choose_by_weight(const tree *t, uint32_t owner, float c);
/* By mean + c * sqrt(logarithm / visits); none that is known to be lost for the
 * mover: 0 where that is no reason. */
choice choose_by_visits(const tree *t, uint32_t owner, double c,
                        double logarithm, int mover);

#endif
