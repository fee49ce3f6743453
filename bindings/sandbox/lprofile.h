/* lprofile.h: measures where the time of a bot goes. Over lboxstdlib.
 *
 * A thousand times a second the clock requests a sample, and at the next event
 * in the sandbox a hook records the running functions. So code runs at full
 * speed in between, and the time in C functions is measured, which a count of
 * instructions would miss. Only moves count, not the start of a game, which
 * happens once. The figures are kept outside of the sandbox. */
#ifndef LPROFILE_H
#define LPROFILE_H

#include "lbox.h"

/* Begins to measure, from zero, or stops; false: out of memory. */
bool lprofile_set(lbox *box, bool on);
void lprofile_free(lbox *box);
bool lprofile_is_on(const lbox *box);
/* For a signal handler: takes a sample as soon as possible. */
void lprofile_tick(lbox *box);
/* Must be called before code runs in the sandbox. `move`: the code chooses a
 * move. Cancels an earlier request. */
void lprofile_begin(lbox *box, bool move);
/* Pushes a list of { name =, file =, line =, self =, total = }, the largest
 * first, and the number of samples. */
int lprofile_push(lua_State *L, const lbox *box);

#endif
