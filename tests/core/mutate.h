/* mutate.h: texts of JSON with a few bytes changed, for readers that must
 * refuse what they do not take and survive all of it. */
#ifndef MUTATE_H
#define MUTATE_H

#include "tesela.h"

/* Changes one to four of the `size` bytes, half of them to such as JSON is made
 * of. */
static inline void mutate(char *text, size_t size, tes_rng *rng) {
  static const char likely[] = "{}[]\",:\\0123456789-+.eEu \n\xC3\x80ntf";
  for (uint64_t n = 1 + tes_rng_below(rng, 4); n > 0; n--) {
    const size_t at = (size_t)tes_rng_below(rng, size);
    text[at] = tes_rng_below(rng, 2) == 0
                   ? (char)tes_rng_next(rng)
                   : likely[tes_rng_below(rng, sizeof likely - 1)];
  }
}

#endif
