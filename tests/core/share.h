/* share.h: how much of what is done at random a build does. All of it where
 * nothing slows it down; where sanitizers look on, a tenth: they look for
 * mistakes of memory and arithmetic, and what is rare in the rules is the
 * others' affair. */
#ifndef SHARE_H
#define SHARE_H

#include <stdbool.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* Is the next one for this build? */
static inline bool my_share(void) {
  static unsigned next;
  return !SANITIZED || next++ % 10 == 0;
}

#endif
