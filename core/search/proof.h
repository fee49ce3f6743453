/* proof.h: proof-number search, for alpha-beta; not installed. */
#ifndef TES_PROOF_H
#define TES_PROOF_H

#include "walk.h"

enum { PROOF, DISPROOF }; /* the numbers of a position */

typedef struct numbers {
  uint32_t of[2];
  int plies; /* of a proof: the most plies to the end */
} numbers;

typedef struct prover prover;

/* For the root of a walk, which reports progress; the prover has a walk of its
 * own. NULL if memory runs out. */
prover *proof_new(walk *w);
void proof_free(prover *p);
/* Searches `positions` more: does the attacker win, with either seat to move at
 * the root? If so, of[PROOF] is 0 and `plies` is the length of the win. If
 * of[DISPROOF] is 0, more calls in this search are useless. Earlier results are
 * kept. */
numbers proof_try(prover *p, int attacker, uint64_t positions);
/* The seat that wins at the root by an earlier proof, as far as the table
 * knows; or 0. */
int proof_known(const prover *p);
/* TES_OK, or the status of a function of the game that failed. */
int proof_status(const prover *p);
/* The line of the proof: at least one move, at most PLIES_MAX + 1; returns
 * their number. */
size_t proof_line(const prover *p, tes_move *line);

#endif
