/* scratch.h: the parts of a searcher that nobody shares; not installed. */
#ifndef TES_SCRATCH_H
#define TES_SCRATCH_H

#include "searcher.h"

/* States and lists, for s->rules and s->options; TES_OK or TES_ENOMEM, with
 * what is there to be freed. `s` is zeroed but for these two. */
int scratch_make(tes_search *s);
void scratch_free(tes_search *s);

#endif
