/* ltesela.h: what the files of the Lua module share.
 *
 * Userdata and what keeps what alive:
 *   tesela.rules    owns tes_rules and its tes_work; user value 1 is a table
 *                   of the game's queries as methods, user value 2 the game
 *                   if it is in Lua
 *   tesela.state    the bytes of a state inline; user value 1 its rules,
 *                   user value 2 its history
 *   tesela.searcher owns a tes_search; user value 1 its rules, user value 2
 *                   the functions that it calls
 *   tesela.history  the start and the moves since; shared between copies
 *                   of a state, see lhistory.c
 * Collectable memory is all in userdata, so that an error raised anywhere
 * leaks nothing. Misuse raises "function: expected ..., got ..."; failures of
 * the world return nil and a message. */
#ifndef LTESELA_H
#define LTESELA_H

#include <lauxlib.h>
#include <lua.h>

#include "linterrupt.h"
#include "runtime/call.h"

/* Types that are asked for all the time: their addresses are keys of the
 * registry, too, where nothing has to be compared as text. */
extern const char RULES_TYPE[], STATE_TYPE[], HISTORY_TYPE[], RNG_TYPE[];

/* As luaL_newmetatable, luaL_setmetatable and luaL_testudata, for these. */
void lt_new_type(lua_State *L, const char *type);
void lt_set_type(lua_State *L, const char *type);
void *lt_test(lua_State *L, int index, const char *type);

/* Rules written in Lua are called from within a function of the core that has
 * its hands on `work`; what they call in turn uses the work of the next level
 * (lgame.c). */
enum { LEVELS = 8 };
typedef struct lrules {
  tes_rules *rules;        /* NULL when not open yet, or no longer */
  tes_work *work;          /* level[depth] */
  tes_work *level[LEVELS]; /* made when they are first needed */
  int depth;
  bool starved;   /* a function in Lua was told that memory ran out */
  uint64_t calls; /* that may have used work */
  lua_State *L;   /* the thread of the core's last call */
  const struct lstate *busy[LEVELS]; /* the state that it works on, by depth */
  tes_alloc alloc;                   /* of the rules: Lua's, by way of these */
  lua_Alloc resize;
  void *resizer;
  size_t used;
} lrules;

/* A state that is lent to a function of the rules has no bytes of its own, and
 * no `state` any more when that function has returned. */
typedef enum lt_lending { OWN, LENT, LENT_TO_CHANGE } lt_lending;
typedef struct lstate {
  lrules *owner;  /* kept alive by user value 1 */
  int depth;      /* lent: that of the function it was lent to */
  uint32_t moves; /* of the history, how many led here */
  int viewer;     /* 0, or the seat whose view this is */
  tes_move known; /* lent: the move that the call is about, or 0 */
  lt_lending lending;
  tes_state *state; /* rules->state_size bytes: the `own` ones, or lent */
  _Alignas(8) unsigned char own[];
} lstate;

int luaopen_tesela(lua_State *L);
/* Pushes what a Lua state without the standard library's doors may have of
 * the module: its types, and a table of functions. */
void ltesela_push_inner(lua_State *L);

/* lrules.c */
void lrules_register(lua_State *L);
int lrules_new(lua_State *L); /* tesela.rules(name, options) */
/* Pushes rules opened with settings, or returns false with `error` set; the
 * value at `keeper` keeps the game alive. */
bool lrules_push(lua_State *L, const tes_game *game, int keeper,
                 const char *const *settings, size_t count, tes_error *error);
lrules *lrules_check(lua_State *L, int index, const char *function);
/* What the core borrows for a call from here: it will run functions in Lua on
 * this thread. To be asked for at each call, for what is allocated between two
 * of them may run finalizers, which call the core too. */
tes_work *lrules_work(lua_State *L, lrules *r);
/* To the work of the next level, or false with the reason in `error`; and
 * back. */
bool lrules_enter(lrules *r, tes_error *error);
void lrules_leave(lrules *r);
/* Pushes a table that describes a game: tesela.game(name). */
int lrules_game(lua_State *L);

/* lstate.c */
void lstate_register(lua_State *L);
/* Pushes a zeroed state of the rules at `index`, without a history. */
lstate *lstate_push(lua_State *L, int index);
lstate *lstate_check(lua_State *L, int index, const char *function);
/* The same for work on a state, which nobody plays on meanwhile. Raises where
 * a state has not been started. */
tes_work *lstate_work(lua_State *L, lstate *s);
/* The lent state at `index` remembers the moves of the iterator at the top. */
void lstate_remember(lua_State *L, int index);
void lstate_forget(lua_State *L, int index);
/* The same game with the same options, opened once or twice. */
bool lstate_same_rules(const tes_rules *a, const tes_rules *b);
/* Raises that a state was lent and is gone. */
int lstate_gone(lua_State *L, const char *function);
/* Raises that the function at work is not the one it was lent to. */
int lstate_elsewhere(lua_State *L, const char *function);
/* Pushes an iterator over a copy of the work's list; false if what Lua did
 * meanwhile has used the list: then list again. */
bool lstate_push_moves(lua_State *L, int index);
/* Is this one of the moves that a lent state remembers? */
bool lstate_listed(lua_State *L, int index, tes_move move);
/* Pushes a state that is lent. */
lstate *lstate_lend(lua_State *L, int index, tes_state *state,
                    lt_lending lending);
int lstate_view(lua_State *L); /* state:view(seat, rng) */
/* The legal move at `index`, a text or an integer; raises why it is not. */
tes_move lstate_move(lua_State *L, lstate *s, int index, const char *function);

/* ldraw.c */
int ldraw_text(lua_State *L); /* state:draw{...} */
int ldraw_svg(lua_State *L);  /* state:svg{...} */

/* lhistory.c */
/* Gives the state on the top of the stack a history that begins with it as
 * it is now: `kind` says what `text` is. */
typedef enum setup_kind { BY_SEED, BY_FEN, BY_DEAL, BY_VIEW } setup_kind;
void lhistory_register(lua_State *L);
void lhistory_begin(lua_State *L, setup_kind kind, uint64_t seed,
                    const char *text);
/* Makes a move on the state at `index` and notes it. Returns a status. */
int lhistory_play(lua_State *L, int index, lstate *s, tes_move move);
/* Pushes the moves that led to the state at `index` as a table of texts. */
void lhistory_list(lua_State *L, int index);
int lhistory_record(lua_State *L); /* state:record{...} */
/* Copies the moves of the state at `index` from number `known` on, up to
 * `most` in all; how many there are then. */
uint32_t lhistory_moves(lua_State *L, int index, tes_move *moves,
                        uint32_t known, uint32_t most);
/* The state at the top of L, of the same rules in another Lua state, is set
 * to where the game of `s` began, and then, as often as it is asked, to where
 * it stands. `of` is the history of `s`, its user value 2. */
void lhistory_mirror(lua_State *L, const lstate *s, const void *of);
void lhistory_follow(lua_State *L, const lstate *s, const void *of);
/* The last `count` moves that led to the state at `index`, views seen through:
 * how many of them are known. */
size_t lhistory_last(lua_State *L, int index, size_t count, tes_move *moves);

/* lsearch.c */
void lsearch_register(lua_State *L);
int lsearch_new(lua_State *L);    /* tesela.searcher(rules, options) */
int lsearch_search(lua_State *L); /* tesela.search(state, options) */

/* lrng.c */
void lrng_register(lua_State *L);
int lrng_new(lua_State *L);
void lrng_push(lua_State *L, const tes_rng *rng); /* a copy */
tes_rng *lrng_test(lua_State *L, int index);      /* NULL if it is none */
uint64_t lrng_seed(lua_State *L, int index, const char *function);

/* lrecord.c */
int lrecord_replay(lua_State *L);

/* ljson.c */
int ljson_encode(lua_State *L);
int ljson_decode(lua_State *L);

/* ltesela.c */
/* Raises "function: expected ..., got TYPE" about the value at `index`. */
/* As luaL_tolstring, but what runs in a box sees no addresses. */
const char *lt_tolstring(lua_State *L, int index);
/* Raises a lack of memory as Lua says it: in a box that is the end. */
int lt_no_memory(lua_State *L);
int lt_expected(lua_State *L, int index, const char *function,
                const char *what);
const char *lt_string(lua_State *L, int index, const char *function,
                      const char *what);
lua_Integer lt_integer(lua_State *L, int index, const char *function,
                       const char *what);
/* Raises a status that is not TES_OK, TES_ESTOPPED as an interruption. */
void lt_check(lua_State *L, lrules *r, int status);
/* Sets `key` of the table at the top to a list of names (NULL: an empty one).
 * Metatables have __fields and __methods for completion: what a function
 * __index knows cannot be seen from Lua. */
void lt_set_names(lua_State *L, const char *key, const char *const *names);
/* The scratch text, emptied; then pushed as a string. */
tes_text *lt_text(lrules *r);
void lt_push_text(lua_State *L, const tes_text *text);

#endif
