/* report.h: what Monte Carlo search tells of its tree; not installed. */
#ifndef TES_REPORT_H
#define TES_REPORT_H

#include "searcher.h"

/* Sees the moves at the root, the line that is expected if it is asked for, and
 * what `found` says of the tree. Returns a status: without memory, or of a
 * function of the game that failed on the line. */
int report_see(tes_search *s, tes_found *found, bool line, tes_work *work);

#endif
