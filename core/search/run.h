/* run.h: what a running search asks for; not installed. */
#ifndef TES_RUN_H
#define TES_RUN_H

#include "searcher.h"

/* Is it time to stop? Looks at the flag, the count and the clock. */
bool search_enough(tes_search *s, const tes_work *work);
/* Shall it be told now how it goes? To be asked after search_enough(). */
bool search_is_due(tes_search *s);
/* Has it run for so long that news come? Asked where a depth is complete. */
bool search_has_news(const tes_search *s);
/* Not before a while from now. */
void search_plan_news(tes_search *s);
/* Tells it: `found`, with what was seen filled in. Returns a status. */
int search_tell(tes_search *s, tes_found found, tes_work *work);
/* Has this share of the seconds passed, if there are any? */
bool search_late(const tes_search *s, double share);
double search_clock(void);
/* Bytes of the tables of alpha-beta. */
size_t search_memory(const tes_search *s);
/* Empties what was seen, with room for `count`; adds one. */
int search_see_none(tes_search *s, size_t count);
void search_see(tes_search *s, tes_seen seen);
/* Which moves come first, by what is proven of them for who makes them: those
 * with the highest rank, among which visits decide. Winning comes before all
 * else; that it loses is a reason against a move of up to two seats, as then it
 * says all (searcher.h). */
int search_rank(const tes_search *s, tes_proof proof);
/* Does move `a` come before `b`? */
bool search_prefers(const tes_search *s, const tes_seen *a, const tes_seen *b);
/* Where the best of what was seen is; it comes to the front, the others stay in
 * their order, and back again. */
size_t search_best(const tes_search *s);
void search_to_front(tes_search *s, size_t i);
void search_put_back(tes_search *s, size_t i);
/* A line that does not begin with what stands in front is that move alone. */
void search_trim_line(tes_search *s);
/* Puts the best first, and trims the line; fills in what was seen. */
void search_sort(tes_search *s);
void search_report(tes_search *s, tes_found *found);
/* The weights of the moves in s->list into s->weight, of which the sum is
 * returned: 0 without a policy. Negative: a status. */
double search_policy(tes_search *s, const tes_state *state, tes_work *work);

#endif
