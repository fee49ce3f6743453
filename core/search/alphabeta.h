/* alphabeta.h: alpha-beta; not installed. */
#ifndef TES_ALPHABETA_H
#define TES_ALPHABETA_H

#include "run.h"

int alphabeta_run(tes_search *s, tes_found *found, tes_work *work);

#endif
