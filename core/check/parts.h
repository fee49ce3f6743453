/* parts.h: the parts of tes_check; not installed. Each checks `now`. */
#ifndef TES_CHECK_PARTS_H
#define TES_CHECK_PARTS_H

#include "tools.h"

/* moves.c */
int tes_check_moves(tes_checking *c);
int tes_check_count(tes_checking *c);
int tes_check_apply(tes_checking *c);
int tes_check_one_apply(tes_checking *c, tes_move move);
int tes_check_legal(tes_checking *c);
int tes_check_playout(tes_checking *c);
int tes_check_result(tes_checking *c);
int tes_check_recent(tes_checking *c);

/* text.c */
int tes_check_notation(tes_checking *c);
int tes_check_draw(tes_checking *c);
int tes_check_save(tes_checking *c);
int tes_check_views(tes_checking *c);
int tes_check_queries(tes_checking *c);
int tes_check_deal(tes_checking *c); /* `now` is a start */

/* insight.c */
int tes_check_insight(tes_checking *c);

/* memory.c: opens the rules again; `now` is the start for the seed. */
int tes_check_options(tes_checking *c);
int tes_check_memory(tes_checking *c);

#endif
