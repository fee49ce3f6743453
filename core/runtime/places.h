/* places.h: are these the places of a result? */
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>

/* As tes_result wants them: those behind a shared place count all before them,
 * and somebody is first (alone, one may be second). */
static inline bool places_fit(const int *place, int seats) {
  for (int i = 0; i < seats; i++) {
    int before = 0;
    for (int k = 0; k < seats; k++) before += place[k] < place[i];
    const bool alone = seats == 1 && place[i] == 2;
    if (place[i] != before + 1 && !alone) return false;
  }
  return true;
}

#endif
