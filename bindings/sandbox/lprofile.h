/* lprofile.h: where the time of a bot goes. Over lboxstdlib.
 *
 * A thousand times a second the clock asks, and at the next thing that happens
 * in the box a hook looks which functions run: so code runs at its full speed
 * in between, and what a function in C takes is counted where it was spent,
 * which a count of instructions would not see. Only moves count, not how a game
 * begins, which is done once. The figures are kept outside of the box. */
#ifndef LPROFILE_H
#define LPROFILE_H

#include "lbox.h"

/* Begins to count, from nothing, or stops; false: out of memory. */
bool lprofile_set(lbox *box, bool on);
void lprofile_free(lbox *box);
bool lprofile_is_on(const lbox *box);
/* For a signal handler: looks at what runs in the box as soon as it can. */
void lprofile_tick(lbox *box);
/* Something is run in the box, a move or not: what was asked for before is of
 * no interest. */
void lprofile_begin(lbox *box, bool move);
/* Pushes the list of { name =, file =, line =, self =, total = }, most first,
 * and how many times was looked. */
int lprofile_push(lua_State *L, const lbox *box);

#endif
