/* proof.h: proof-number search, for alpha-beta; not installed. */
#ifndef TES_PROOF_H
#define TES_PROOF_H

#include "walk.h"

enum { PROOF, DISPROOF }; /* the numbers of a position */

typedef struct numbers {
  uint32_t of[2];
  int plies; /* if it is proven: the end comes within so many */
} numbers;

typedef struct prover prover;

/* For the root of a walk, which tells how it goes; it has a way of its own.
 * NULL without memory. */
prover *proof_new(walk *w);
void proof_free(prover *p);
/* Looks at some `positions` more: does the attacker win, whoever is to move at
 * the root? Then of[PROOF] is 0 and the numbers tell within how many plies. If
 * of[DISPROOF] is 0 there is no use in asking again in this search. What was
 * found before serves on. */
numbers proof_try(prover *p, int attacker, uint64_t positions);
/* Who wins at the root by what was proven before, as far as the table knows; or
 * 0. */
int proof_known(const prover *p);
/* TES_OK, or why a function of the game failed meanwhile. */
int proof_status(const prover *p);
/* How it goes on in the proof that was found: at least one move, at most
 * PLIES_MAX + 1; returns how many. */
size_t proof_line(const prover *p, tes_move *line);

#endif
