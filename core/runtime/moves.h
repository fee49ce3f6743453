/* moves.h: which move is meant, and whether it is legal, where it matters that
 * the rules themselves may fail. */
#ifndef MOVES_H
#define MOVES_H

#include "tesela.h"

/* Is the move legal? 1 or 0, or a status. */
int moves_legality(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work);
/* The legal move that a text means: TES_OK; TES_EILLEGAL with the reason in
 * work->error; or another status. */
int moves_read(const tes_rules *rules, const tes_state *state, const char *text,
               tes_move *move, tes_work *work);

#endif
