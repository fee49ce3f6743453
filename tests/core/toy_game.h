/* toy_game.h: a small game that uses every function of tes_game, and faulty
 * copies of it for the tests of tes_check. */
#ifndef TESELA_TOY_GAME_H
#define TESELA_TOY_GAME_H

#include "tesela_game.h"

extern const tes_game toy_game;
extern const tes_insight toy_insight; /* not of toy_game, but of mutants */

#define TOY_TAG (INT64_C(1) << 44) /* a move is this plus a bid */
#define TOY_RANKS 9
#define TOY_COPIES 9
#define TOY_SEATS 4
#define TOY_CARDS (TOY_RANKS * TOY_COPIES)
#define TOY_PASS 1
#define TOY_BIDS (2 + 2 * TOY_RANKS)

typedef struct toy {
  tes_state head;
  uint8_t leader, rounds;
  uint8_t bid[TOY_SEATS]; /* 0: not yet */
  uint8_t hand[TOY_SEATS][TOY_RANKS];
  uint8_t gone[TOY_RANKS];
  uint8_t stock_size;
  uint8_t stock[TOY_CARDS]; /* rank + 1 */
  uint8_t score[TOY_SEATS];
  uint8_t best; /* the bid that won the last round */
} toy;

/* What is wrong with a mutant. */
enum toy_fault {
  TOY_SOUND,
  TOY_START_DIRT,       /* bytes that the seed does not explain */
  TOY_START_SEAT,       /* a seat that does not exist */
  TOY_MOVES_TWICE,      /* one move listed twice */
  TOY_MOVES_ORDER,      /* the order changes from call to call */
  TOY_MOVES_ZERO,       /* 0 is listed */
  TOY_MOVES_NONE,       /* nothing is listed though the game goes on */
  TOY_MOVES_STALE,      /* the cache answers for another position */
  TOY_MOVES_FAIL,       /* TES_EGAME */
  TOY_MOVES_NO_MEMORY,  /* nothing is said when memory runs out */
  TOY_APPLY_COUNTER,    /* not deterministic */
  TOY_APPLY_WORK,       /* depends on what the work did before */
  TOY_APPLY_PLY,        /* counts the plies itself */
  TOY_APPLY_SEAT,       /* a seat that does not exist */
  TOY_APPLY_OVER,       /* an ending that does not exist */
  TOY_APPLY_ALLOCATES,  /* memory is allocated */
  TOY_APPLY_FAIL,       /* TES_EGAME */
  TOY_APPLY_LATE,       /* ends the game by a ply, which no text has */
  TOY_LEGAL_HIGH_BITS,  /* accepts integers that are no moves */
  TOY_LEGAL_EMPTY_HAND, /* accepts cards that are not in the hand */
  TOY_LEGAL_REFUSES,    /* refuses a listed move */
  TOY_WHY_SILENT,       /* an empty reason */
  TOY_COUNT_MORE,       /* one too many */
  TOY_PLAYOUT_PICKS,    /* picks another move than the list's */
  TOY_PLAYOUT_PLIES,    /* returns a wrong number */
  TOY_PRINT_AMBIGUOUS,  /* two moves with one text */
  TOY_PRINT_EMPTY,      /* a move without a text */
  TOY_PRINT_BLANK,      /* white space in a move */
  TOY_PRINT_SECRET,     /* a move that is nothing to others */
  TOY_PARSE_OTHER,      /* reads one move for another */
  TOY_PARSE_NEVER,      /* refuses a legal move's text */
  TOY_PARSE_SILENT,     /* refuses garbage without a reason */
  TOY_RESULT_PLACES,    /* places that cannot be */
  TOY_RESULT_PLY,       /* scores by the ply, which no text has */
  TOY_RESULT_REASON,    /* a reason while the game goes on */
  TOY_RESULT_SEATS,     /* the wrong number of seats */
  TOY_RESULT_LEAKS,     /* an end that depends on what is hidden */
  TOY_DRAW_EMPTY,       /* no drawing */
  TOY_DRAW_LEAKS,       /* every seat sees everything */
  TOY_SAVE_LEAKS,       /* likewise */
  TOY_GET_LEAKS,        /* likewise */
  TOY_GET_SILENT,       /* an error without a text */
  TOY_GET_SHORT,        /* a list is missing */
  TOY_GET_WORDS,        /* words where numbers belong */
  TOY_HIDE_NOTHING,     /* a view is the state itself */
  TOY_HIDE_STOCK,       /* a view keeps the order of the stock */
  TOY_HIDE_OWN_HAND,    /* a view changes the seat's own hand */
  TOY_LOAD_LOSES,       /* a field is not read */
  TOY_LOAD_REFUSES,     /* its own text is refused */
  TOY_LOAD_TRUNCATED,   /* text that is cut gives a broken position */
  TOY_LOAD_SILENT,      /* an error without a text */
  TOY_DEAL_OTHER,       /* deals something else */
  TOY_DEAL_ANYTHING,    /* deals what is no deal */
  TOY_OPEN_SHORT_KEY,   /* == misses what matters */
  TOY_OPEN_LONG_KEY,    /* == looks at the history */
  TOY_OPEN_GIVEN,       /* an option means something else when it is set */
  TOY_OPEN_BLAMES,      /* another reason when memory runs out */
  TOY_OPEN_LEAKS,       /* a failure leaves memory behind */
  TOY_CLOSE_LEAKS,      /* tables are not freed */
  TOY_CLOSE_SIZE,       /* a block is freed with a wrong size */
  TOY_PLAYOUT_PLY,      /* the plies are not counted in the state */
  TOY_PARSE_EXAMPLE,    /* refuses an example without a reason */
  TOY_FORCING_OTHER,    /* a move that is not legal */
  TOY_FORCING_TWICE,    /* a move listed twice */
  TOY_FORCING_WORK,     /* depends on what the work did before */
  TOY_FORCING_WRITES,   /* changes the state */
  TOY_POLICY_NEGATIVE,  /* a weight below 0 */
  TOY_POLICY_INFINITE,  /* a weight that is not finite */
  TOY_POLICY_SHORT,     /* a weight is missing */
  TOY_POLICY_LONG,      /* a weight too many */
  TOY_POLICY_COUNTER,   /* not deterministic */
  TOY_ESTIMATE_TRUST,   /* counts for more than all */
  TOY_ESTIMATE_SHORT,   /* no lead for the last seat */
  TOY_ESTIMATE_ALIKE,   /* both of two lead */
  TOY_ESTIMATE_COUNTER, /* not deterministic */
  TOY_ESTIMATE_WRITES,  /* changes the state */
  TOY_HORIZON_LESS,     /* a negative number */
  TOY_ROLLOUT_PLIES,    /* returns a wrong number */
  TOY_ROLLOUT_PLY,      /* the plies are not counted in the state */
  TOY_ROLLOUT_SEAT,     /* a seat that does not exist */
  TOY_ROLLOUT_COUNTER,  /* not deterministic */
  TOY_OPTION_DEFAULT,   /* a default that is out of range */
  TOY_OPTION_WORD,      /* a default that is none of the words */
  TOY_PART_WORDS,       /* a part of two words */
  TOY_PART_BLANK,       /* a blank after it */
  TOY_PART_FAILS,       /* a part that cannot be written */
  TOY_PART_NUMBER,      /* a number that is a word */
  TOY_GET_UNWRITTEN,    /* no integer is written */
  TOY_GET_REFUSES,      /* a query without an argument has no answer */
  TOY_FAULTS
};

/* The vtable of toy_game with its insight and the one member replaced. */
tes_game toy_mutant(enum toy_fault fault);

#endif
