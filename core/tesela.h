/* tesela.h: rules, positions and moves of board games, for C programs.
 *
 * There are two more headers: tesela_draw.h for programs that draw positions
 * themselves, and tesela_game.h for authors of games.
 *
 * The types:
 *   tes_game   a game: its name, its options and its functions (a vtable)
 *   tes_rules  a game with its options fixed: immutable, shared by all threads
 *   tes_state  one position: flat bytes, no pointers; a copy is a memcpy
 *   tes_work   scratch memory that the caller lends, one for each thread
 *
 * A move is a positive 64-bit integer that only its game can read; 0 means no
 * move.
 *
 *     tes_error error;
 *     const char *set[] = {"win_score=3"};
 *     tes_rules *rules = tes_rules_open(tes_game_find("mixtour"), set, 1,
 *                                       NULL, &error);
 *     tes_work work;
 *     tes_work_init(&work, rules);
 *     tes_state *state = tes_state_new(rules);
 *     tes_start(rules, state, 42, &work);
 *     tes_play_text(rules, state, "b2", &work);
 *
 * Errors: functions that can fail return TES_OK or a negative status. They
 * leave a line that says what was expected in `work->error` (or in their
 * tes_error argument). A refused call (TES_EARG, TES_EILLEGAL) changes nothing.
 * If the rules fail, memory runs out or the call is stopped, the output is
 * unspecified.
 *
 * Misuse: pointers must not be NULL unless a comment allows it (functions that
 * free accept NULL); a state must be set up (by tes_start, for example) before
 * use, and used only with rules of the same game and options; a work must be
 * used only with its own rules. A bad seat or query, or a state that is not set
 * up, aborts the program with a line on stderr; other misuse is undefined.
 *
 * The library has no mutable globals. Opening or making something (rules,
 * states, searchers) allocates memory, and so do lists and text that the caller
 * owns; perft and searches have lists of their own. Making a move allocates
 * nothing. */
#ifndef TESELA_H
#define TESELA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Only names declared from here to the end are visible to other programs. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define TES_VERSION "0.1.0"
#define TES_SEATS_MAX 8    /* seats are numbered 1..rules->seats */
#define TES_OPTIONS_MAX 16 /* options of one game */
#define TES_OPTION_INTS 4  /* numbers in one option */
#define TES_SEED_MAX ((UINT64_C(1) << 53) - 1) /* exact in JSON and in Lua */

#ifdef __cplusplus
#define TES_ALIGNAS(bytes) alignas(bytes)
#else
#define TES_ALIGNAS(bytes) _Alignas(bytes)
#endif

#if defined(__GNUC__)
#define TES_PRINTF(text, args) __attribute__((format(printf, text, args)))
#else
#define TES_PRINTF(text, args)
#endif

/* ---- status and errors ------------------------------------------------ */

enum {
  TES_OK = 0,
  TES_EARG = -1,     /* an unexpected name, number or text */
  TES_EILLEGAL = -2, /* a move that the rules do not allow here */
  TES_ENOMEM = -3,   /* out of memory */
  TES_EGAME = -4,    /* the game's own code failed */
  TES_ESTOPPED = -5, /* work->stop was set */
  TES_EOPTION = -6,  /* the game has no option of this name */
  TES_ECELL = -7,    /* a cell that the board does not have */
  TES_EWAYS = -8     /* a piece that fits only in the listed orientations */
};

/* The text is for people; `status` is one of the above. When a function of a
 * variant fails, `function` is its name and `fault` the kind of fault;
 * otherwise both are NULL. */
typedef struct tes_error {
  char text[512];
  int status;
  const char *function, *fault;
} tes_error;

/* Writes the text, cut to fit and cleaned to one line, and the status, which it
 * also returns. `error` may be NULL. */
int tes_fail(tes_error *error, int status, const char *format, ...)
    TES_PRINTF(3, 4);
/* Reports that memory ran out, and returns TES_ENOMEM. */
int tes_no_memory(tes_error *error);

/* Prints the failed assertion on stderr, and aborts. */
#if defined(__GNUC__)
__attribute__((noreturn, cold))
#endif
void tes_broken(const char *holds, const char *file, int line);

/* ---- memory ------------------------------------------------------------ */

/* Like lua_Alloc: resize(user, NULL, 0, n) allocates, resize(user, p, n, 0)
 * frees and returns NULL; NULL for n > 0 means out of memory, and the block is
 * unchanged. A NULL tes_alloc means the C library's allocator. */
typedef struct tes_alloc {
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void *user;
} tes_alloc;

void *tes_resize(const tes_alloc *alloc, void *block, size_t old_size,
                 size_t new_size);

/* ---- text: a growing string -------------------------------------------- */

/* When memory runs out, `failed` is set, the text so far stays and further
 * writes are ignored: check once, at the end. */
typedef struct tes_text {
  char *data; /* NUL-terminated; NULL until the first write */
  size_t length, capacity;
  const tes_alloc *alloc;
  bool failed;
} tes_text;

void tes_text_init(tes_text *text, const tes_alloc *alloc);
/* Text in the caller's memory: it is cut to fit, and must not be freed. */
void tes_text_fixed(tes_text *text, char *memory, size_t size);
void tes_text_free(tes_text *text);
void tes_text_clear(tes_text *text);
const char *tes_text_get(const tes_text *text); /* never NULL */
void tes_put(tes_text *text, const char *format, ...) TES_PRINTF(2, 3);
void tes_put_bytes(tes_text *text, const char *bytes, size_t length);
void tes_put_word(tes_text *text, const char *word);

/* Cleans foreign text for a terminal, in place: a question mark replaces each
 * control character except those in `keep`, each invisible character that
 * reorders others (such as U+202E), and each byte that is not UTF-8. A zero
 * byte must follow the text; it moves to the new end. Returns the new
 * length. */
size_t tes_clean(char *text, size_t length, const char *keep);
/* True if tes_clean would change nothing. */
bool tes_is_clean(const char *text, size_t length, const char *keep);

/* ---- moves and lists of them ------------------------------------------- */

typedef int64_t tes_move; /* > 0; 0 = none; its bits are the game's own */

/* A generator reserves room for all the moves it may add, then writes after
 * `count`. There are always TES_LIST_SLACK more entries than reserved, so that
 * a generator may store whole vectors and count afterwards. */
#define TES_LIST_SLACK 32
typedef struct tes_list {
  tes_move *moves;
  size_t count, capacity;
  const tes_alloc *alloc;
} tes_list;

void tes_list_init(tes_list *list, const tes_alloc *alloc);
void tes_list_free(tes_list *list);
/* Makes room for `more` moves (any number) after the last one: TES_OK or
 * TES_ENOMEM. */
int tes_list_reserve(tes_list *list, size_t more);

/* ---- randomness -------------------------------------------------------- */

/* xoshiro256** 1.0 by Blackman and Vigna ("Scrambled linear pseudorandom number
 * generators", ACM TOMS 47, 2021); four steps of splitmix64 from the seed fill
 * its 256 bits. The sequence is part of the interface. */
typedef struct tes_rng {
  uint64_t s[4];
} tes_rng;

void tes_rng_seed(tes_rng *rng, uint64_t seed);
uint64_t tes_rng_next(tes_rng *rng);
/* Unbiased in 0..n-1, n >= 1. Up to 2^32 - 1 it uses Lemire's method ("Fast
 * random integer generation in an interval", ACM TOMACS 29, 2019) on the upper
 * 32 bits of each number; for larger n, it draws as many upper bits as n - 1
 * has until their value is less than n. */
uint64_t tes_rng_below(tes_rng *rng, uint64_t n);
/* One step of splitmix64: advances *seed and returns the next value. */
uint64_t tes_splitmix64(uint64_t *seed);

/* ---- games and their options ------------------------------------------- */

typedef struct tes_game tes_game;
typedef struct tes_rules tes_rules;
typedef struct tes_state tes_state;
typedef struct tes_work tes_work;

typedef enum tes_option_type {
  TES_INT,  /* a whole number, min..max (and 0 if `or_zero`) */
  TES_WORD, /* one of `words`; its value is the index */
  TES_INTS  /* `count` whole numbers, separated by commas */
} tes_option_type;

/* One row for each option, from which parsing, range errors, help and the
 * manual's tables all come. A table ends with a row without a name. */
typedef struct tes_option {
  const char *name;
  const char *doc; /* one line */
  tes_option_type type;
  int def[TES_OPTION_INTS];
  int min, max;
  bool or_zero;      /* 0 = off is allowed as well as min..max */
  int count;         /* TES_INTS: its length */
  const char *words; /* TES_WORD: joined by | */
} tes_option;

/* Queries about positions, for Lua and for people, one row each; `get` answers
 * them. A table ends with a row without a name. */
typedef enum tes_answer {
  TES_INTEGER,
  TES_TEXT,
  TES_TEXTS, /* items separated by spaces */
  TES_LISTS  /* a list of whole numbers for each seat: spaces between numbers,
              * slashes between lists */
} tes_answer;
typedef struct tes_query {
  const char *name;  /* the method in Lua: s:height "c3" */
  const char *takes; /* "", or the name of its one argument, e.g. "cell" */
  tes_answer gives;
  const char *doc; /* one line */
} tes_query;

/* The parts of moves, one row each. A table ends with a row without a name. */
typedef struct tes_part {
  const char *name;
  tes_answer gives; /* never TES_LISTS; + separates items in the text */
  const char *doc;  /* one line */
} tes_part;

/* A result. `reason` is one of the game's endings, or NULL while the game is
 * not over. Place 1 is the best, and all seats in it are winners. Tied seats
 * share a place, and the next place counts all of them (1, 1, 3). */
typedef struct tes_result {
  int seats;
  int score[TES_SEATS_MAX]; /* seat 1 at [0] */
  int place[TES_SEATS_MAX];
  const char *reason;
} tes_result;

/* The built-in games, by number (NULL past the last) and by name. A program may
 * also open games of its own: see tesela_game.h. */
const tes_game *tes_game_at(size_t index);
const tes_game *tes_game_find(const char *name);
const char *tes_game_name(const tes_game *game);

/* ---- rules: a game with its options fixed ------------------------------- */

struct tes_rules {
  const tes_game *game;
  const char *name; /* of the game */
  const char *data; /* a variant's argument to its game, or NULL */
  const tes_alloc *alloc;
  int cpu; /* tes_cpu: the newest instruction set allowed */
  int value[TES_OPTIONS_MAX][TES_OPTION_INTS]; /* by row of the table */
  uint32_t given; /* bit i: option i was set, not left at its default */
  int seats;      /* the game's open sets this and the rest */
  int round;      /* turns until each seat has had one; 0: as many as seats */
  const char *const *seat_names; /* by seat, or NULL: "white", "red" */
  size_t state_size;             /* bytes, the head included */
  size_t key_size;  /* bytes after the head that == and hash cover */
  size_t work_size; /* bytes of scratch memory, 0 for none */
  size_t tail_size; /* bytes at the end of a state, also covered */
  void *tables;     /* the game's own */
  const struct tes_weights *weights; /* learnt, for searches; or NULL */
  void *user; /* the caller's own: the library ignores it */
};

/* Opens rules with `count` settings of the form "name=value"; all other options
 * have their defaults. NULL on failure, or if `game` is NULL. Close the rules
 * with tes_rules_close, after freeing everything that uses them. `alloc` must
 * outlive them. */
tes_rules *tes_rules_open(const tes_game *game, const char *const *settings,
                          size_t count, const tes_alloc *alloc,
                          tes_error *error);
void tes_rules_close(tes_rules *rules);

/* The number of a game's options; the row of the option with a name, or -1; its
 * value in some rules and its default, written as in a setting ("5", "any",
 * "8,8,3"); the allowed values ("1..99", "any|fixed"). */
size_t tes_option_count(const tes_game *game);
int tes_option_find(const tes_game *game, const char *name);
void tes_option_print(const tes_rules *rules, size_t row, tes_text *text);
void tes_option_default(const tes_option *option, tes_text *text);
void tes_option_range(const tes_option *option, tes_text *text);
/* Reads the text after "name="; false if it is out of range. */
bool tes_option_read(const tes_option *option, const char *text,
                     int value[TES_OPTION_INTS]);

/* ---- states: one position ----------------------------------------------- */

/* The head of a state; a game's own struct begins with it. A state has
 * rules->state_size bytes in all, a multiple of 8; its padding is zero. */
struct tes_state {
  TES_ALIGNAS(8) uint8_t seat; /* to move, from 1 */
  uint8_t over;                /* 0, or the number of the ending, from 1 */
  uint16_t unused;
  uint32_t ply; /* moves since the start or the loaded position */
};

/* Scratch memory that the caller lends: one for each thread, for any number of
 * states, one after another. Its parts:
 *
 *   error   why a call failed; unspecified after a success
 *   stop    may be set from a signal handler or another thread: perft,
 *           playouts, searches and checks then end with TES_ESTOPPED
 *   list    the caller's, but tes_perft, tes_pick_move, tes_random_move,
 *           tes_playout, tes_playout_listed and tes_search_run overwrite it;
 *           tes_count lists moves after its end, and so may reallocate it;
 *           all other functions leave it alone
 *   text    the caller's alone
 *   memory  the game's: rules->work_size bytes, which may be zeroed at any time
 *   known   the runtime's: the last legal moves of a game without `legal`
 *
 * Threads may share rules and games, which never change, and a state while no
 * thread writes to it. A work, a list, a text, a search and a record belong to
 * one thread at a time. Each thread of a search calls the allocator of its
 * rules. */
typedef struct tes_known {
  tes_state *state;
  tes_list moves; /* of `state` */
  bool valid;
} tes_known;

/* How long a search plays a random game that may never end: for at most
 * `plies`, or until `ends` returns true (out of time). */
typedef struct tes_patience {
  int64_t plies;
  bool (*ends)(void *user);
  void *user;
} tes_patience;

struct tes_work {
  const tes_rules *rules;
  tes_error error;
  const volatile int *stop;     /* NULL or a flag */
  const tes_patience *patience; /* NULL: no limits */
  tes_list list;
  tes_text text;
  void *memory;
  tes_known known;
};

int tes_work_init(tes_work *work, const tes_rules *rules);
void tes_work_free(tes_work *work);

/* A zeroed state of the right size; free it with tes_state_free. (Any memory of
 * rules->state_size bytes, aligned as for a pointer, will do.) */
tes_state *tes_state_new(const tes_rules *rules);
void tes_state_free(const tes_rules *rules, tes_state *state);
void tes_copy(const tes_rules *rules, tes_state *to, const tes_state *from);

/* The start for a seed in 0..TES_SEED_MAX, or with the caller's rng. */
int tes_start(const tes_rules *rules, tes_state *state, uint64_t seed,
              tes_work *work);
int tes_start_rng(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work);
/* A start with a deal given as text (TES_EARG if the game has no deals), and
 * the deal of a start. */
int tes_deal(const tes_rules *rules, tes_state *state, const char *text,
             tes_work *work);
void tes_dealt(const tes_rules *rules, const tes_state *start, tes_text *text);

/* Appends the legal moves to `list`; none if the game is over. */
int tes_moves(const tes_rules *rules, const tes_state *state, tes_list *list,
              tes_work *work);
int64_t tes_count(const tes_rules *rules, const tes_state *state,
                  tes_work *work); /* >= 0, or a status */
/* Also false if the rules fail. */
bool tes_legal(const tes_rules *rules, const tes_state *state, tes_move move,
               tes_work *work);
/* Makes a move, which must be legal. */
int tes_apply(const tes_rules *rules, tes_state *state, tes_move move,
              tes_work *work);
/* Makes a move if it is legal; otherwise returns TES_EILLEGAL and leaves the
 * state unchanged. The status in work->error is TES_EARG if the text is not a
 * move of this game, TES_ECELL or TES_EWAYS if the game sets it, or
 * TES_EILLEGAL. */
int tes_play(const tes_rules *rules, tes_state *state, tes_move move,
             tes_work *work);
int tes_play_text(const tes_rules *rules, tes_state *state, const char *text,
                  tes_work *work);
/* The legal move that `text` means, or 0 with the reason in work->error. */
tes_move tes_parse(const tes_rules *rules, const tes_state *state,
                   const char *text, tes_work *work);
/* Writes a legal move as `seat` may see it (0: everything). */
int tes_print(const tes_rules *rules, const tes_state *state, tes_move move,
              int seat, tes_text *text, tes_work *work);
/* Writes one part of a legal move, by its row in the game's `made_of`; nothing
 * if the move has no such part. */
int tes_part_find(const tes_game *game, const char *name); /* row or -1 */
int tes_part_of(const tes_rules *rules, const tes_state *state, tes_move move,
                int row, tes_text *text, tes_work *work);

/* A game that is not over after this many plies counts as endless: matches end
 * it, and no further random move is made. */
#define TES_PLIES_MAX 100000

/* Picks a legal move, all with the same probability; tes_random_move also makes
 * it. If the state is not over and no move is listed, the game has failed. */
int tes_pick_move(const tes_rules *rules, const tes_state *state, tes_rng *rng,
                  tes_move *move, tes_work *work);
int tes_random_move(const tes_rules *rules, tes_state *state, tes_rng *rng,
                    tes_work *work);
/* Plays uniformly random moves to the end; returns the plies or a status.
 * tes_playout uses the game's fastest way; tes_playout_listed lists the moves
 * at every ply. With the same rng, both end in the same position. */
int64_t tes_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                    tes_work *work);
int64_t tes_playout_listed(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work);

int tes_result_of(const tes_rules *rules, const tes_state *state,
                  tes_result *result, tes_work *work);

/* The position as plain text, as `seat` sees it (0: everything). */
int tes_board(const tes_rules *rules, const tes_state *state, int seat,
              tes_text *text, tes_work *work);
int tes_get(const tes_rules *rules, const tes_state *state, int seat, int query,
            const char *argument, int64_t *integer, tes_text *text,
            tes_work *work);
int tes_query_find(const tes_game *game, const char *name); /* row or -1 */

/* Is anything hidden in this game? */
bool tes_hides(const tes_rules *rules);
/* Reduces a state to the knowledge of `seat`; the rest is dealt again. */
int tes_view(const tes_rules *rules, tes_state *state, int seat, tes_rng *rng,
             tes_work *work);

/* Position text, and back (TES_EARG and the state unchanged if it cannot be
 * read). The text of a finished position shows the end; tes_load may refuse
 * it. */
void tes_save(const tes_rules *rules, const tes_state *state, int seat,
              tes_text *text);
int tes_load(const tes_rules *rules, tes_state *state, const char *text,
             uint64_t seed, tes_work *work);

/* Both cover everything that affects the rest of the game, but neither the ply
 * nor the moves that led to the position. */
bool tes_equal(const tes_rules *rules, const tes_state *a, const tes_state *b);
uint64_t tes_hash(const tes_rules *rules, const tes_state *state);

/* ---- perft --------------------------------------------------------------- */

/* The number of move sequences of exactly `depth` plies from here. */
int tes_perft(const tes_rules *rules, const tes_state *state, int depth,
              uint64_t *leaves, tes_work *work);

/* ---- search -------------------------------------------------------------- */

/* Looks for a good move, for any game:
 *
 *   TES_MCTS       Monte Carlo tree search, for any number of seats. Hidden
 *                  information is dealt again in every iteration, unless the
 *                  first few dozen deals are all alike. With one thread, the
 *                  same seed and iterations give the same result on every
 *                  machine.
 *   TES_ALPHABETA  for two seats and nothing hidden. Within its depth it finds
 *                  every forced win (except with reductions), and its proofs
 *                  are valid whatever was played before.
 *
 * A search can be kept from move to move of a game: see tes_search_play. The
 * rules must outlive it. */
typedef enum tes_method { TES_MCTS, TES_ALPHABETA } tes_method;

/* Functions that replace the game's own knowledge; NULL for none. They return a
 * status, with the reason in work->error. */
typedef struct tes_hooks {
  /* A value in 0..1 for each seat; replaces playouts. */
  int (*evaluate)(void *user, const tes_state *state, double *value,
                  tes_work *work);
  /* A weight of at least 0 for each move; replaces the game's policy, with the
   * same effect. */
  int (*prior)(void *user, const tes_state *state, const tes_list *moves,
               double *weight, tes_work *work);
  void *user;
} tes_hooks;

/* A learnt evaluation for some rules: read-only, shared by threads. */
typedef struct tes_weights tes_weights;
/* Reads a file written by `tesela learn`; on failure, returns NULL and leaves
 * the reason in `error`. `rules` must outlive the weights. */
tes_weights *tes_weights_read(const tes_rules *rules, const char *bytes,
                              size_t length, tes_error *error);
void tes_weights_free(tes_weights *weights);

typedef struct tes_search_options {
  tes_method method;
  size_t memory;      /* bytes for the tree or table; 0: the default */
  double exploration; /* of TES_MCTS; 0: a value that suits most games */
  double margin; /* the share of points in values, 0..1; places have the rest */
  bool uniform;  /* playouts of uniformly random moves, not the game's own */
  bool no_policy;  /* without the game's policy */
  bool reductions; /* TES_ALPHABETA: late moves are searched less deeply; if no
                    * depth is given, also looks for proofs */
  const tes_weights *weights; /* NULL: those of the rules, if any */
  tes_hooks hooks;
} tes_search_options;

typedef enum tes_proof { TES_UNPROVEN, TES_WIN, TES_DRAW, TES_LOSS } tes_proof;

/* A move at the root; values are for the seat to move there. */
typedef struct tes_seen {
  tes_move move;
  uint64_t visits; /* TES_ALPHABETA: positions searched after it */
  double value;    /* 0..1, a win is 1 */
  tes_proof proof;
  bool bound; /* the value is an upper bound, enough to reject the move */
} tes_seen;

typedef struct tes_found {
  tes_move best;
  double value;
  tes_proof proof;
  int plies;           /* TES_ALPHABETA: at most, to a proven end */
  uint64_t iterations; /* of this run */
  uint64_t kept;       /* visits that the tree kept from earlier moves */
  double seconds;
  int depth;     /* TES_ALPHABETA: completed plies; else of the tree */
  size_t memory; /* bytes in use */
  bool full;     /* the memory limit was reached */
  bool stopped;  /* work->stop ended it */
  bool settled;  /* budget.settle ended it */
  int threads;   /* threads that searched */
  /* TES_MCTS, by seat from 0: the mean value of the iterations, 0..1, and the
   * mean lead over the best opponent, in points, from `ends` playouts or
   * estimates. */
  double values[TES_SEATS_MAX], leads[TES_SEATS_MAX];
  uint64_t ends;
  /* Valid until the next call: the moves, the best first, and the expected
   * line. */
  const tes_seen *moves;
  size_t count;
  const tes_move *line;
  size_t length;
} tes_found;

enum { TES_THREADS_MAX = 64 }; /* of a search */

/* The first limit reached ends the search; 0: no limit. Without any limit, a
 * search makes 1000 iterations. Playouts that list their moves also end when
 * the time is up, or after 2000 plies, with the points at that time. */
typedef struct tes_budget {
  uint64_t iterations; /* TES_ALPHABETA: positions */
  double seconds;
  int depth; /* of TES_ALPHABETA, plies */
  /* TES_MCTS: also ends when no other move could have as many visits as the
   * best one, even with all the remaining iterations. The whole search would
   * choose the same move, unless it proved that this move loses or that another
   * one wins. The tree that a later search can keep is smaller. With a time
   * limit alone, this has no effect. */
  bool settle;
  uint64_t seed;
  /* The number of threads, up to TES_THREADS_MAX. With 0 or 1, the same seed
   * and iterations give the same result. With more, as many search as there is
   * memory for, and the results differ from run to run. With hooks there is
   * always one thread. All threads have ended when the call returns. */
  int threads;
  /* NULL, or a function that receives progress: as soon as there is a best
   * move, then every `every` seconds, and for TES_ALPHABETA after each
   * completed depth from then on. Returns a status, with the reason in
   * work->error; TES_ESTOPPED ends the search. The function does not affect the
   * result. */
  int (*progress)(void *user, const tes_found *so_far, tes_work *work);
  void *user;
  double every; /* 0: a tenth of a second */
} tes_budget;

typedef struct tes_search tes_search;

size_t tes_search_memory(tes_method method); /* the default size, bytes */
/* NULL on failure. */
tes_search *tes_search_new(const tes_rules *rules,
                           const tes_search_options *options, tes_error *error);
void tes_search_free(tes_search *search);
/* Searches from a state that is not over. If work->stop or `progress` stops the
 * search, it returns TES_ESTOPPED, and `found` has the results so far, if there
 * are any (`best` is not 0). */
int tes_search_run(tes_search *search, const tes_state *state,
                   tes_budget budget, tes_found *found, tes_work *work);
/* Reports a move that was made since the last run. Results for the position
 * after this move are kept if the next run begins with the same bytes;
 * otherwise that run starts over, which is always correct. */
int tes_search_play(tes_search *search, tes_move move, tes_work *work);
void tes_search_clear(tes_search *search);

/* ---- the conformance check ----------------------------------------------- */

/* Plays random games and compares the game's functions with each other, as
 * listed in check.c. TES_OK, or the first disagreement in work->error: the
 * functions, the position, and the seed that reproduces it. `max_plies` ends
 * games that would not end by themselves. */
int tes_check(const tes_rules *rules, uint64_t seed, int games, int max_plies,
              tes_work *work);
/* The same, calling `watch` regularly with the number of finished games and the
 * current ply: 0 continues, 1 ends the check (TES_OK), and a status becomes
 * that of the check. */
typedef int tes_watch(void *user, int games, int ply);
/* A disagreement: the facts in the message. */
typedef struct tes_finding {
  const char *function; /* of the game; NULL: the check could not continue */
  const char *fault; /* its kind, if the function has several: "failed" ... */
  uint64_t seed;
  uint32_t ply;
} tes_finding;
/* `found` may be NULL. */
int tes_check_watched(const tes_rules *rules, uint64_t seed, int games,
                      int max_plies, tes_watch *watch, void *user,
                      tes_finding *found, tes_work *work);

/* ---- records: a played game as one line of JSON -------------------------- */

typedef struct tes_record tes_record;

/* How a game began: with a seed; with position text (`fen`), for which the seed
 * deals everything that the text hides; or with a given deal, which needs no
 * seed. The strings are only read. */
typedef struct tes_setup {
  uint64_t seed;
  const char *fen;  /* or NULL */
  const char *deal; /* or NULL */
} tes_setup;

/* A record of a game about to begin; NULL if out of memory, or if the seed is
 * above TES_SEED_MAX. Records use the C library's allocator. All functions that
 * add to a record return TES_OK or TES_ENOMEM, or TES_EARG: for a seat out of
 * range, a pair that is not exact in a double, a result with the wrong seats,
 * with impossible places or without a one-line reason, and a note named like a
 * member of records. Bytes that are not UTF-8 become question marks. */
tes_record *tes_record_new(const tes_rules *rules, const tes_setup *setup);
void tes_record_free(tes_record *record);
int tes_record_player(tes_record *record, int seat, const char *name);
/* Negative `seconds`, and numbers that are not finite, mean unknown. Seconds
 * are kept to the microsecond. */
int tes_record_move(tes_record *record, const char *move, double seconds,
                    double value);
/* `message` (or NULL) is the error that ended the game. If the rules did not
 * end the game, the reason must be one of tes_outside_reasons (a table that
 * ends with NULL), or the record cannot be replayed. */
int tes_record_result(tes_record *record, const tes_result *result,
                      const char *message);
const char *const *tes_outside_reasons(void);
int tes_record_pair(tes_record *record, int64_t pair);
int tes_record_note(tes_record *record, const char *key, const char *text);
/* One line, without the newline. */
int tes_record_write(const tes_record *record, tes_text *text);

/* Reads a line and checks its shape; NULL with the reason in `error`. */
tes_record *tes_record_read(const char *line, tes_error *error);
const char *tes_record_game(const tes_record *record);
/* Was it played with this game (the name and, for a variant, the source)?
 * TES_OK, or TES_EARG and the difference. */
int tes_record_fits(const tes_record *record, const tes_game *game,
                    tes_error *error);
/* Its options as settings for tes_rules_open: `settings[i]` point into `text`;
 * returns their number, or a status. */
int tes_record_options(const tes_record *record, tes_text *text,
                       const char *settings[TES_OPTIONS_MAX]);
size_t tes_record_length(const tes_record *record); /* moves */
/* Move `index` from 0 (NULL past the last), and how the game began: strings
 * owned by the record. */
const char *tes_record_move_at(const tes_record *record, size_t index);
tes_setup tes_record_setup(const tes_record *record);
/* Sets up the start, then plays the first `plies` moves (SIZE_MAX: all, and
 * then compares the result with that of the rules). */
int tes_record_replay(const tes_record *record, const tes_rules *rules,
                      tes_state *state, size_t plies, tes_work *work);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
