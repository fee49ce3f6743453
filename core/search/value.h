/* value.h: results as values; not installed. */
#ifndef TES_VALUE_H
#define TES_VALUE_H

#include "searcher.h"

/* Finds out what margins are usual, by playouts from the root; of a search that
 * plays nothing out nothing is known yet. */
int search_measure(tes_search *s, tes_work *work);
/* Who has won a state that is over, if one alone has; NOBODY if two share it
 * or one alone has not won; 0 if it cannot be put so. */
int search_winner(const tes_rules *rules, const tes_state *state, int *outcome,
                  tes_work *work);
/* What an outcome is worth to a seat. */
double search_worth(const tes_rules *rules, int outcome, int seat);
tes_proof search_proof(const tes_rules *rules, int outcome, int seat);
/* Plays `state` to the end, or as far as there is time, and values it, or lets
 * the hook value it. */
int search_try(tes_search *s, tes_state *state, double *value, tes_work *work);

#endif
