/* tesela.h: rules, positions and moves of board games, for programs in C.
 *
 * Two more headers go with this one: tesela_draw.h for those who draw positions
 * themselves, and tesela_game.h for those who write a game.
 *
 * Three types carry everything:
 *   tes_game   a game: its name, its options and its functions (a vtable)
 *   tes_rules  a game with its options fixed: immutable, shared by everybody
 *   tes_state  one position: flat bytes, no pointers; a copy is a memcpy
 * and one that is lent:
 *   tes_work   the caller's scratch memory, one for each thread
 *
 * A move is a positive 64-bit integer that only its game can read; 0 is none.
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
 * Errors: functions that can fail return TES_OK or a negative status, and the
 * text is in `work->error` (or in the tes_error that they are given): one
 * line that says what was expected. What is refused (TES_EARG, TES_EILLEGAL)
 * changes nothing; where rules fail, memory is lacking or a call is stopped,
 * what it was to fill holds nothing of use.
 * The library has no mutable globals. Memory is allocated by what is opened or
 * made (rules, states, searchers) and in lists and texts that the caller owns;
 * perft and searches have lists of their own. Making a move allocates nothing.
 */
#ifndef TESELA_H
#define TESELA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Only what is declared between here and the end is seen from outside. */
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
  TES_EARG = -1,     /* a name, number or text that is not what is expected */
  TES_EILLEGAL = -2, /* a move that the rules do not allow here */
  TES_ENOMEM = -3,   /* out of memory */
  TES_EGAME = -4,    /* the game's own code failed */
  TES_ESTOPPED = -5, /* work->stop was set */
  TES_EOPTION = -6,  /* the game has no option of this name */
  TES_ECELL = -7,    /* a cell that the board does not have */
  TES_EWAYS = -8     /* a piece that fits in other ways, which are named */
};

/* The text is for people; `status` is one of the above. Of a failure of a
 * variant, which of its functions has failed and the kind of the fault; or
 * NULL. */
typedef struct tes_error {
  char text[512];
  int status;
  const char *function, *fault;
} tes_error;

/* Writes the text (cut to fit, and cleaned: one line) and the status, which it
 * returns. `error` may be NULL. */
int tes_fail(tes_error *error, int status, const char *format, ...)
    TES_PRINTF(3, 4);
/* Says that memory ran out, and returns TES_ENOMEM. */
int tes_no_memory(tes_error *error);

/* Says on stderr which assertion does not hold, and aborts. */
#if defined(__GNUC__)
__attribute__((noreturn, cold))
#endif
void tes_broken(const char *holds, const char *file, int line);

/* ---- memory ------------------------------------------------------------ */

/* As lua_Alloc: resize(user, NULL, 0, n) allocates, resize(user, p, n, 0)
 * frees and returns NULL; NULL for n > 0 means out of memory and leaves the
 * block as it was. A NULL tes_alloc is the C library's allocator. */
typedef struct tes_alloc {
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void *user;
} tes_alloc;

void *tes_resize(const tes_alloc *alloc, void *block, size_t old_size,
                 size_t new_size);

/* ---- text: a string that grows ----------------------------------------- */

/* When memory runs out `failed` is set, what was written stays, and further
 * writing is ignored: check once, at the end. */
typedef struct tes_text {
  char *data; /* NUL-terminated; NULL as long as nothing was written */
  size_t length, capacity;
  const tes_alloc *alloc;
  bool failed;
} tes_text;

void tes_text_init(tes_text *text, const tes_alloc *alloc);
/* A text in memory of the caller's, which does not grow: what does not fit is
 * left out. Not to be freed. */
void tes_text_fixed(tes_text *text, char *memory, size_t size);
void tes_text_free(tes_text *text);
void tes_text_clear(tes_text *text);
const char *tes_text_get(const tes_text *text); /* never NULL */
void tes_put(tes_text *text, const char *format, ...) TES_PRINTF(2, 3);
void tes_put_bytes(tes_text *text, const char *bytes, size_t length);
void tes_put_word(tes_text *text, const char *word);

/* Texts of others, on their way to a terminal: in the text itself a question
 * mark stands afterwards for every control character, every letter that is not
 * seen but changes the order of others (U+202E and its kind), and every byte
 * that is no UTF-8. The control characters in `keep` stay. A zero byte must
 * follow the text; it is moved, and the new length returned. */
size_t tes_clean(char *text, size_t length, const char *keep);
/* Is there nothing of that kind? */
bool tes_is_clean(const char *text, size_t length, const char *keep);

/* ---- moves and lists of them ------------------------------------------- */

typedef int64_t tes_move; /* > 0; 0 = none; its bits are the game's own */

/* A generator reserves room for all it may add, then writes behind `count`.
 * There are always TES_LIST_SLACK entries more than asked for, so that a
 * generator may store whole vectors and count afterwards. */
#define TES_LIST_SLACK 32
typedef struct tes_list {
  tes_move *moves;
  size_t count, capacity;
  const tes_alloc *alloc;
} tes_list;

void tes_list_init(tes_list *list, const tes_alloc *alloc);
void tes_list_free(tes_list *list);
/* Makes room for `more` moves behind the last one, of any number: TES_OK or
 * TES_ENOMEM. */
int tes_list_reserve(tes_list *list, size_t more);

/* ---- randomness -------------------------------------------------------- */

/* xoshiro256** 1.0 of Blackman and Vigna ("Scrambled linear pseudorandom
 * number generators", ACM TOMS 47, 2021), its 256 bits filled by four steps
 * of splitmix64 from the seed. The sequence is part of the interface. */
typedef struct tes_rng {
  uint64_t s[4];
} tes_rng;

void tes_rng_seed(tes_rng *rng, uint64_t seed);
uint64_t tes_rng_next(tes_rng *rng);
/* Unbiased in 0..n-1, n >= 1. Up to 2^32 - 1 by Lemire's method ("Fast random
 * integer generation in an interval", ACM TOMACS 29, 2019) on the upper 32
 * bits of each number; above, the upper bits that n - 1 needs, drawn again
 * while they are n or more. */
uint64_t tes_rng_below(tes_rng *rng, uint64_t n);
/* One step of splitmix64: mixes *seed on and returns the next value. */
uint64_t tes_splitmix64(uint64_t *seed);

/* ---- games and their options ------------------------------------------- */

typedef struct tes_game tes_game;
typedef struct tes_rules tes_rules;
typedef struct tes_state tes_state;
typedef struct tes_work tes_work;

typedef enum tes_option_type {
  TES_INT,  /* a whole number, min..max (and 0 where `or_zero`) */
  TES_WORD, /* one of `words`; its value is the index */
  TES_INTS  /* `count` whole numbers joined by commas */
} tes_option_type;

/* One row an option: parsing, range errors, help and the tables of the manual
 * all come from it. A table ends with a row without a name. */
typedef struct tes_option {
  const char *name;
  const char *doc; /* one line */
  tes_option_type type;
  int def[TES_OPTION_INTS];
  int min, max;
  bool or_zero;      /* 0 = off is allowed besides min..max */
  int count;         /* TES_INTS: how many numbers */
  const char *words; /* TES_WORD: joined by | */
} tes_option;

/* What Lua and people may look at in a position: one row a query, `get`
 * answers it. A table ends with a row without a name. */
typedef enum tes_answer {
  TES_INTEGER,
  TES_TEXT,
  TES_TEXTS, /* items joined by blanks */
  TES_LISTS  /* a list for each seat, joined by /, of whole numbers joined by
              * blanks */
} tes_answer;
typedef struct tes_query {
  const char *name;  /* the method in Lua: s:height "c3" */
  const char *takes; /* "", or the name of its one argument, e.g. "cell" */
  tes_answer gives;
  const char *doc; /* one line */
} tes_query;

/* What moves are made of: one row for each part; a table ends with a row
 * without a name. */
typedef struct tes_part {
  const char *name;
  tes_answer gives; /* none are lists by seat; in the text + joins items */
  const char *doc;  /* one line */
} tes_part;

/* A result. `reason` is one of the game's endings, or NULL while not over.
 * Place 1 is the first; seats that share a place are drawn, and the seats
 * behind them have as many places less. Whoever has place 1 is a winner. */
typedef struct tes_result {
  int seats;
  int score[TES_SEATS_MAX]; /* of seat 1 at [0] */
  int place[TES_SEATS_MAX];
  const char *reason;
} tes_result;

/* The games that are built in, by number (NULL behind the last) and name. A
 * program may also open games of its own: see tesela_game.h. */
const tes_game *tes_game_at(size_t index);
const tes_game *tes_game_find(const char *name);
const char *tes_game_name(const tes_game *game);

/* ---- rules: a game with its options fixed ------------------------------- */

struct tes_rules {
  const tes_game *game;
  const char *name; /* of the game */
  const char *data; /* what a variant gives its game besides options, or NULL */
  const tes_alloc *alloc;
  int cpu; /* tes_cpu: the newest instructions that may be used */
  int value[TES_OPTIONS_MAX][TES_OPTION_INTS]; /* by row of the table */
  uint32_t given; /* bit i: option i was set, not left at its default */
  int seats;      /* the rest is set by the game's open */
  int round; /* turns in which everything has had one, 0: as many as seats */
  const char *const *seat_names; /* by seat, or NULL: "white", "red" */
  size_t state_size;             /* bytes, the head included */
  size_t key_size;  /* bytes behind the head that == and hash look at */
  size_t work_size; /* bytes of scratch memory, 0 for none */
  size_t tail_size; /* as many bytes at the end of a state, likewise */
  void *tables;     /* the game's own */
  const struct tes_weights *weights; /* learnt, which searches use; or NULL */
  void *user; /* the caller's own: nobody else looks at it */
};

/* Opens rules with `count` settings of the form "name=value"; the others stay
 * at their defaults. NULL on failure. Close them with tes_rules_close, after
 * everything that uses them. `alloc` must outlive them. */
tes_rules *tes_rules_open(const tes_game *game, const char *const *settings,
                          size_t count, const tes_alloc *alloc,
                          tes_error *error);
void tes_rules_close(tes_rules *rules);

/* How many options a game has; the row of a name or -1; the value as it would
 * be set ("5", "any", "8,8,3"); what a row allows ("1..99", "any|fixed"). */
size_t tes_option_count(const tes_game *game);
int tes_option_find(const tes_game *game, const char *name);
void tes_option_print(const tes_rules *rules, size_t row, tes_text *text);
void tes_option_default(const tes_option *option, tes_text *text);
void tes_option_range(const tes_option *option, tes_text *text);
/* Reads what is written behind "name="; false where it is not in the range. */
bool tes_option_read(const tes_option *option, const char *text,
                     int value[TES_OPTION_INTS]);

/* ---- states: one position ----------------------------------------------- */

/* The head. The game's own struct begins with it; rules->state_size bytes in
 * all, a multiple of 8, padding zero. */
struct tes_state {
  TES_ALIGNAS(8) uint8_t seat; /* to move, from 1 */
  uint8_t over;                /* 0, or the number of the ending, from 1 */
  uint16_t unused;
  uint32_t ply; /* moves made since the start or the position that was read */
};

/* What a caller lends: a work for each thread, which may serve many states in
 * turn. Its parts:
 *
 *   error   why a call failed; after one that did not it is what it was, or
 *           anything
 *   stop    may be set from a signal handler or another thread: perft,
 *           playouts, searches and checks then end with TES_ESTOPPED
 *   list    the caller's, but tes_perft, tes_pick_move, tes_random_move,
 *           tes_playout, tes_playout_listed and tes_search_run use it and
 *           leave it empty or with anything in it; tes_count may move what
 *           is in it, as it lists behind that; all others leave it alone
 *   text    the caller's alone
 *   memory  the game's: rules->work_size bytes, which may be zeroed at any time
 *   known   the runtime's: the last list of a game that has no `legal`
 *
 * Threads may share rules and games, which never change, and a state as long as
 * nobody writes to it; a work, a list, a text, a search and a record belong to
 * one thread at a time. An allocator is called by all that use it: by each
 * thread of a search, that of its rules. */
typedef struct tes_known {
  tes_state *state;
  tes_list moves; /* of `state` */
  bool valid;
} tes_known;

/* How long a search waits for a random game whose rules need not end: at most
 * this many plies, and until `ends` says that its time is over. */
typedef struct tes_patience {
  int64_t plies;
  bool (*ends)(void *user);
  void *user;
} tes_patience;

struct tes_work {
  const tes_rules *rules;
  tes_error error;
  const volatile int *stop;     /* NULL or a flag */
  const tes_patience *patience; /* NULL: no search waits */
  tes_list list;
  tes_text text;
  void *memory;
  tes_known known;
};

int tes_work_init(tes_work *work, const tes_rules *rules);
void tes_work_free(tes_work *work);

/* A zeroed state of the right size; free with tes_state_free. (Any memory of
 * rules->state_size bytes, aligned as for a pointer, serves as well.) */
tes_state *tes_state_new(const tes_rules *rules);
void tes_state_free(const tes_rules *rules, tes_state *state);
void tes_copy(const tes_rules *rules, tes_state *to, const tes_state *from);

/* The start for a seed in 0..TES_SEED_MAX, or with the caller's rng. */
int tes_start(const tes_rules *rules, tes_state *state, uint64_t seed,
              tes_work *work);
int tes_start_rng(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work);
/* A start with its chance given as text; TES_EARG where a game has none. */
int tes_deal(const tes_rules *rules, tes_state *state, const char *text,
             tes_work *work);
void tes_dealt(const tes_rules *rules, const tes_state *start, tes_text *text);

/* Appends the legal moves to `list` (nothing when over). */
int tes_moves(const tes_rules *rules, const tes_state *state, tes_list *list,
              tes_work *work);
int64_t tes_count(const tes_rules *rules, const tes_state *state,
                  tes_work *work); /* >= 0, or a status */
/* False also where rules fail. */
bool tes_legal(const tes_rules *rules, const tes_state *state, tes_move move,
               tes_work *work);
/* Makes a move that is known to be legal. */
int tes_apply(const tes_rules *rules, tes_state *state, tes_move move,
              tes_work *work);
/* Makes any move, or says why not: TES_EILLEGAL and the state is unchanged.
 * The status in work->error is TES_EARG for text that is no move of this game;
 * TES_ECELL or TES_EWAYS, where a game says so; or TES_EILLEGAL. */
int tes_play(const tes_rules *rules, tes_state *state, tes_move move,
             tes_work *work);
int tes_play_text(const tes_rules *rules, tes_state *state, const char *text,
                  tes_work *work);
/* The legal move that `text` means; 0 with the reason in work->error. */
tes_move tes_parse(const tes_rules *rules, const tes_state *state,
                   const char *text, tes_work *work);
/* Writes a legal move as `seat` may know it (0: everything). */
int tes_print(const tes_rules *rules, const tes_state *state, tes_move move,
              int seat, tes_text *text, tes_work *work);
/* Writes one part of a legal move, by its row in the game's `made_of`; nothing
 * where the move has no such part. */
int tes_part_find(const tes_game *game, const char *name); /* row or -1 */
int tes_part_of(const tes_rules *rules, const tes_state *state, tes_move move,
                int row, tes_text *text, tes_work *work);

/* A game that is not over after this many plies is taken for one without an
 * end: matches end it, and no random move is made. */
#define TES_PLIES_MAX 100000

/* One of the legal moves, each as likely as the others: in `move`; and made.
 * Where none is listed, and it is not over, the game has failed. */
int tes_pick_move(const tes_rules *rules, const tes_state *state, tes_rng *rng,
                  tes_move *move, tes_work *work);
int tes_random_move(const tes_rules *rules, tes_state *state, tes_rng *rng,
                    tes_work *work);
/* Plays uniformly random moves to the end; returns the plies or a status.
 * tes_playout takes the game's fastest way, tes_playout_listed lists the
 * moves at every ply; both end in the same position with the same rng. */
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
/* What `seat` may know, as an ordinary state: the rest is dealt anew. */
int tes_view(const tes_rules *rules, tes_state *state, int seat, tes_rng *rng,
             tes_work *work);

/* Position text, and back (TES_EARG and the state unchanged when it cannot
 * be read). Text of a finished position shows how it
 * stands, and need not be readable. */
void tes_save(const tes_rules *rules, const tes_state *state, int seat,
              tes_text *text);
int tes_load(const tes_rules *rules, tes_state *state, const char *text,
             uint64_t seed, tes_work *work);

/* Both cover what matters for the rest of the game, not the ply nor the way
 * that led to the position. */
bool tes_equal(const tes_rules *rules, const tes_state *a, const tes_state *b);
uint64_t tes_hash(const tes_rules *rules, const tes_state *state);

/* ---- perft --------------------------------------------------------------- */

/* The number of move sequences of exactly `depth` plies from here. */
int tes_perft(const tes_rules *rules, const tes_state *state, int depth,
              uint64_t *leaves, tes_work *work);

/* ---- search -------------------------------------------------------------- */

/* Looks for a good move, for any game:
 *
 *   TES_MCTS       Monte Carlo tree search, for any number of seats; what is
 *                  hidden is dealt anew in every iteration, unless some dozen
 *                  deals of it are all alike. Two searches with the same seed
 *                  and iterations and one thread find the same, everywhere.
 *   TES_ALPHABETA  for two seats and nothing hidden. Within its depth it finds
 *                  every forced win (but with reductions), and what it calls
 *                  proven holds whatever was played before.
 *
 * A search is kept from move to move of one game: see tes_search_play. Rules
 * must outlive it. */
typedef enum tes_method { TES_MCTS, TES_ALPHABETA } tes_method;

/* What a caller knows better than the game; NULL for none. They return a
 * status, with the reason in work->error. */
typedef struct tes_hooks {
  /* A value in 0..1 for each seat, in place of playing to the end: where there
   * is one, nothing is played out. */
  int (*evaluate)(void *user, const tes_state *state, double *value,
                  tes_work *work);
  /* A weight of at least 0 for each move, in place of the game's policy, and
   * with the same effect. */
  int (*prior)(void *user, const tes_state *state, const tes_list *moves,
               double *weight, tes_work *work);
  void *user;
} tes_hooks;

/* An estimate that was learnt, for some rules: read-only, for all threads. */
typedef struct tes_weights tes_weights;
/* Reads what tesela learn has written; NULL with the reason. `rules` must
 * outlive them. */
tes_weights *tes_weights_read(const tes_rules *rules, const char *bytes,
                              size_t length, tes_error *error);
void tes_weights_free(tes_weights *weights);

typedef struct tes_search_options {
  tes_method method;
  size_t memory;      /* bytes for what is remembered; 0: the usual size */
  double exploration; /* of TES_MCTS; 0: what suits most games */
  double margin;      /* how much points count, 0..1; the rest is the place */
  bool uniform;       /* playouts of any moves, not those of the game */
  bool no_policy;     /* the game's policy is not asked */
  bool reductions;    /* TES_ALPHABETA: late moves are searched less deep, and
                       * without a depth proofs are looked for beside it */
  const tes_weights *weights; /* NULL: those of the rules, if any */
  tes_hooks hooks;
} tes_search_options;

typedef enum tes_proof { TES_UNPROVEN, TES_WIN, TES_DRAW, TES_LOSS } tes_proof;

/* A move at the root; all for the seat to move there. */
typedef struct tes_seen {
  tes_move move;
  uint64_t visits; /* TES_ALPHABETA: positions behind it */
  double value;    /* 0..1, a win is 1 */
  tes_proof proof;
  bool bound; /* the value is at most this: it was enough to know */
} tes_seen;

typedef struct tes_found {
  tes_move best;
  double value;
  tes_proof proof;
  int plies;           /* TES_ALPHABETA: a proven end comes within so many */
  uint64_t iterations; /* of this run */
  uint64_t kept;       /* visits that the tree had from moves before */
  double seconds;
  int depth;     /* TES_ALPHABETA: searched completely; else of the tree */
  size_t memory; /* bytes in use */
  bool full;     /* the memory did not allow more */
  bool stopped;  /* work->stop ended it */
  bool settled;  /* budget.settle ended it */
  int threads;   /* so many have searched */
  /* TES_MCTS, by seat from 0: what its iterations came to, 0..1, and over
   * `ends` playouts the points by which the seat was ahead of the best other
   * one. */
  double values[TES_SEATS_MAX], leads[TES_SEATS_MAX];
  uint64_t ends;
  /* Until the next call: the moves, the best first, and what is expected. */
  const tes_seen *moves;
  size_t count;
  const tes_move *line;
  size_t length;
} tes_found;

enum { TES_THREADS_MAX = 64 }; /* of a search */

/* Whatever ends first; 0: no limit. Without any it is 1000 iterations. Playouts
 * that list their moves end with the seconds too, and after 2000 plies: what
 * the points are then is what counts. */
typedef struct tes_budget {
  uint64_t iterations; /* TES_ALPHABETA: positions */
  double seconds;
  int depth; /* of TES_ALPHABETA, plies */
  /* TES_MCTS: it ends, too, when the choice is settled: even with all of the
   * iterations that are left no other move would have as many visits as the
   * best one. This is the best move of the whole search, unless that would
   * prove that it loses, or that another one wins. What a later search keeps
   * of the tree is smaller. By the clock alone it changes nothing. */
  bool settle;
  uint64_t seed;
  /* 0 or 1: it searches alone, and the same seed and iterations find the same.
   * More, up to TES_THREADS_MAX: so many search together, if there is memory
   * for them; what they find differs from run to run. With hooks one searches
   * whatever is asked. All have ended when the call returns. */
  int threads;
  /* NULL, or told how it goes, as soon as there is a best move and then when
   * `every` seconds have passed, and TES_ALPHABETA each time that it has
   * searched a depth completely, from then on. Returns a status, with the
   * reason in work->error; TES_ESTOPPED: that is enough. What is found does not
   * depend on it. */
  int (*progress)(void *user, const tes_found *so_far, tes_work *work);
  void *user;
  double every; /* 0: a tenth of a second */
} tes_budget;

typedef struct tes_search tes_search;

size_t tes_search_memory(tes_method method); /* the usual size, bytes */
/* NULL on failure. */
tes_search *tes_search_new(const tes_rules *rules,
                           const tes_search_options *options, tes_error *error);
void tes_search_free(tes_search *search);
/* Searches from a state that is not over. When stopped, by work->stop or by
 * `progress`, it returns TES_ESTOPPED, and `found` has what was seen so far, if
 * anything (best is not 0). */
int tes_search_run(tes_search *search, const tes_state *state,
                   tes_budget budget, tes_found *found, tes_work *work);
/* Tells that a move was made since. What is known of the position behind it
 * is kept if the next run begins with these same bytes; else a run begins
 * anew, which is always right. */
int tes_search_play(tes_search *search, tes_move move, tes_work *work);
void tes_search_clear(tes_search *search);

/* ---- the conformance check ----------------------------------------------- */

/* Plays random games and holds the game's functions against each other, as
 * check.c lists them. TES_OK, or the first disagreement in work->error:
 * what disagrees, the position, and the seed that shows it again.
 * `max_plies` ends games that would not end by themselves. */
int tes_check(const tes_rules *rules, uint64_t seed, int games, int max_plies,
              tes_work *work);
/* The same under the eyes of `watch`, which is told again and again how many
 * games are done and which ply is looked at: 0 goes on, 1 ends the check here
 * (TES_OK), and a status becomes that of the check. */
typedef int tes_watch(void *user, int games, int ply);
/* What disagrees: the facts of the message. */
typedef struct tes_finding {
  const char *function; /* of the game; NULL: the check could not go on */
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

/* How a game began: by a seed; by position text (fen), where the seed deals
 * what the text leaves open; or by a given deal, and then the seed is not
 * used. The texts are only read. */
typedef struct tes_setup {
  uint64_t seed;
  const char *fen;  /* or NULL */
  const char *deal; /* or NULL */
} tes_setup;

/* A record of a game that is about to begin; NULL when out of memory, and for a
 * seed beyond TES_SEED_MAX. Records are in memory of the C library.
 * Everything that adds to a record returns TES_OK or TES_ENOMEM, and TES_EARG
 * for what does not fit: a seat that there is not, a pair that is not exact
 * in a double, a result without a reason in one line, of other seats or with
 * places that are none, the name of a member of records for a note. Bytes that
 * are not UTF-8 become question marks. */
tes_record *tes_record_new(const tes_rules *rules, const tes_setup *setup);
void tes_record_free(tes_record *record);
int tes_record_player(tes_record *record, int seat, const char *name);
/* `seconds` < 0 and numbers that are not finite are unknown. Seconds are kept
 * to the microsecond. */
int tes_record_move(tes_record *record, const char *move, double seconds,
                    double value);
/* `message` (or NULL) is the text of an error that ended the game. The reason
 * of what the rules did not end is one of tes_outside_reasons, a table that
 * ends with NULL, or the record does not replay. */
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
/* Was it played by this game: by its name and, of a variant, its source?
 * TES_OK, or TES_EARG and what differs. */
int tes_record_fits(const tes_record *record, const tes_game *game,
                    tes_error *error);
/* Its options as settings for tes_rules_open: `settings[i]` point into
 * `text`; returns how many there are, or a status. */
int tes_record_options(const tes_record *record, tes_text *text,
                       const char *settings[TES_OPTIONS_MAX]);
size_t tes_record_length(const tes_record *record); /* moves */
/* Move `index` from 0 (NULL behind the last), and how the game began: texts
 * owned by the record. */
const char *tes_record_move_at(const tes_record *record, size_t index);
tes_setup tes_record_setup(const tes_record *record);
/* Sets up the start, then plays the first `plies` moves (SIZE_MAX: all, and
 * then holds the result against the one that the rules give). */
int tes_record_replay(const tes_record *record, const tes_rules *rules,
                      tes_state *state, size_t plies, tes_work *work);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
