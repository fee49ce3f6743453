/* share.h: how much of what is done at random a build does. All of it where
 * nothing slows it down; where sanitizers look on, or a processor is emulated
 * (TESELA_SLOW), a tenth: that is to find mistakes of memory and arithmetic;
 * what is rare in the rules is the others' affair. */
#ifndef SHARE_H
#define SHARE_H

#include <stdbool.h>

#if defined(__SANITIZE_ADDRESS__) || defined(TESELA_SLOW)
#define SLOW true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW true
#endif
#endif
#ifndef SLOW
#define SLOW false
#endif

/* Is the next one for this build? */
static inline bool my_share(void) {
  static unsigned next;
  return !SLOW || next++ % 10 == 0;
}

#endif
