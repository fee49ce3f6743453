/* mcts.h: Monte Carlo tree search; not installed. */
#ifndef TES_MCTS_H
#define TES_MCTS_H

#include "run.h"

int mcts_run(tes_search *s, tes_found *found, tes_work *work);

#endif
