/* places.h: checks the places of a result, and computes the value of a
 * place. */
#ifndef PLACES_H
#define PLACES_H

#include "../tesela.h"

/* The rule of tes_result: a place is 1 more than the number of better seats. A
 * single seat may be second. */
static inline bool places_fit(const int *place, int seats) {
  for (int i = 0; i < seats; i++) {
    int before = 0;
    for (int k = 0; k < seats; k++) before += place[k] < place[i];
    const bool alone = seats == 1 && place[i] == 2;
    if (place[i] != before + 1 && !alone) return false;
  }
  return true;
}

/* The share of opponents that seat `i` (from 0) beats, a draw counting half;
 * for a single seat, 1 if it has won. */
static inline double places_value(const tes_result *r, int i) {
  double ahead = 0;
  if (r->seats == 1) return r->place[0] == 1;
  for (int k = 0; k < r->seats; k++) {
    if (k == i) continue;
    ahead += r->place[k] > r->place[i]    ? 1
             : r->place[k] == r->place[i] ? 0.5
                                          : 0;
  }
  return ahead / (r->seats - 1);
}

#endif
