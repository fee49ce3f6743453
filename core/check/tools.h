/* tools.h: helpers for the parts of tes_check; not installed.
 *
 * tools.c is below the parts (listed in parts.h), check.c above them: it plays
 * the games and runs the parts at their plies.
 *
 * Every check examines `now`, may overwrite the scratch states and text, and
 * leaves `now` and `list` unchanged. `fresh` is the reference, a work whose
 * memory is zeroed before each use; `busy` serves all states. */
#ifndef TES_CHECK_TOOLS_H
#define TES_CHECK_TOOLS_H

#include "../tesela_game.h"

enum { RECENT = 64 }; /* states that later ones are compared with */
enum { ENDED = 1 };   /* not a status: the watcher ended the check */

typedef struct tes_checking {
  const tes_rules *rules;
  const tes_game *game;
  tes_work *caller; /* receives the message, lends `stop` */
  tes_watch *watch; /* or NULL */
  void *user;
  tes_finding *found; /* or NULL */
  int games;          /* done so far */
  int max_plies;
  uint64_t seed; /* of the current game */
  tes_rng rng;   /* chooses checks and moves; from `seed` */

  tes_work fresh, busy;
  bool placed;                     /* can messages show `now`? */
  bool ends;                       /* did the last listed playout end? */
  tes_state *now, *other;          /* the game, and a second one */
  tes_state *next, *twin, *spare;  /* scratch */
  tes_list list, sorted;           /* the moves of `now` */
  tes_list other_list;             /* the moves of `other` */
  tes_list again, ahead;           /* scratch */
  tes_text text, reply;            /* scratch */
  tes_text played, place, message; /* the moves so far; for messages */
  unsigned char *recent;           /* states of this game */
  size_t recent_count;
} tes_checking;

/* Leaves the function on the first failure. */
#define TES_TRY(call)                            \
  do {                                           \
    const int try_status = (call);               \
    if (try_status != TES_OK) return try_status; \
  } while (0)

/* Writes what `function` did wrong and where, and returns TES_EGAME. */
int tes_check_fail(tes_checking *c, const char *function, const char *format,
                   ...) TES_PRINTF(3, 4);
/* The same, with the kind of fault. */
int tes_check_fault(tes_checking *c, const char *function, const char *fault,
                    const char *format, ...) TES_PRINTF(4, 5);
/* The same, for a failure of `function` or of one that it called. */
int tes_check_error(tes_checking *c, const char *function,
                    const tes_error *error);
/* TES_OK stays; any other status, returned by `function`, becomes a message. */
int tes_check_status(tes_checking *c, const char *function, int status,
                     const tes_work *work);
int tes_check_head(tes_checking *c, const char *function,
                   const tes_state *state);
/* The reference work, with its memory zeroed; zeroes the memory of any work. */
tes_work *tes_check_zeroed(tes_checking *c);
void tes_check_zero(tes_work *work);
/* List the moves of a state into an emptied list, with this work or with the
 * reference. */
int tes_check_list_with(tes_checking *c, const tes_state *state, tes_list *list,
                        tes_work *work);
int tes_check_list(tes_checking *c, const tes_state *state, tes_list *list);
bool tes_check_same_list(const tes_list *a, const tes_list *b);
bool tes_check_same(const tes_checking *c, const tes_state *a,
                    const tes_state *b);
/* Prints a move into an emptied text. */
const char *tes_check_print(tes_checking *c, const tes_state *state,
                            tes_move move, tes_text *text);
const char *tes_check_name(tes_checking *c, tes_move move); /* of `now` */
/* Sorts a copy of a list by the numbers of its moves. */
int tes_check_sort(tes_checking *c, const tes_list *from, tes_list *to);
/* Is this one of the moves of `now`? They are in `sorted`. */
bool tes_check_listed(const tes_checking *c, tes_move move);
size_t tes_check_below(tes_checking *c, size_t n);
/* Checks all moves of a list, or `most` random ones if it has more. */
int tes_check_some(tes_checking *c, const tes_list *list, size_t most,
                   int (*check)(tes_checking *c, tes_move move));
uint64_t tes_check_seed(tes_checking *c);
/* Has the check been interrupted, or has its watcher ended it? */
int tes_check_stopped(tes_checking *c);
/* Makes a move in `now`, unless it leads to a state that is too broken for
 * messages. */
int tes_check_advance(tes_checking *c, tes_move move);

/* `rules`, `game` and `caller` must be set; close the check in any case. */
int tes_check_open(tes_checking *c);
void tes_check_close(tes_checking *c);

#endif
