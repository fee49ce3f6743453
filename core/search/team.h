/* team.h: several threads that search together; not installed. */
#ifndef TES_TEAM_H
#define TES_TEAM_H

#include "searcher.h"

/* What a helper does in its thread, until search_enough(); a status. */
typedef int team_help(tes_search *helper, tes_work *work);

/* Makes what as many helpers need as the budget asks for, or as can be had, and
 * says in s->threads how many there are with the leader: it was 1. */
void team_begin(tes_search *s);
/* The helpers begin. `s` has done something already: what is shared stands. */
void team_go(tes_search *s, team_help *help);
/* All helpers stand still between two iterations, and what they have done is
 * counted in `s`; they go on. Both do nothing where there are no helpers. */
void team_rest(tes_search *s);
void team_resume(tes_search *s);
/* Ends the helpers' work and counts it. Returns TES_OK, or why one of them gave
 * up, with the reason in work->error. Where iterations are limited each of them
 * finishes those that it has taken. */
int team_end(tes_search *s, tes_work *work);
void team_free(tes_search *s);

/* For search_enough(): stands still while the leader wants it; shall this one
 * of the team stop? */
bool team_stops(tes_search *s);
/* Takes some of the iterations that are left; false if none are. */
bool team_takes(tes_search *s);
/* What the leader has searched completely, for all to know (alpha-beta). */
void team_tell_depth(tes_search *s, int depth);
int team_depth(const tes_search *s);

#endif
