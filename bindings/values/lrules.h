/* lrules.h: rules as a value of Lua: what they own, and the memory that the
 * core borrows for a call. Over ltypes; of states and of games written in Lua
 * it knows nothing.
 *
 * A tesela.rules owns its tes_rules and their tes_work; user value 1 is a table
 * of what they add to states (see lstart.h), user value 2 keeps the game alive
 * if it is not in C, those from RULES_LENT on are the states that are lent to
 * functions in Lua, by level (see lstate.h), and RULES_OWNER frees it all. */
#ifndef LRULES_H
#define LRULES_H

#include <lua.h>
#include <pthread.h>

#include "lanswercache.h"
#include "tesela.h"

extern const char RULES_TYPE[];

/* Rules written in Lua are called from within a function of the core that has
 * its hands on `work`; what they call in turn uses the work of the next
 * level. */
enum { LEVELS = 8, RULES_LENT = 3, RULES_OWNER = RULES_LENT + LEVELS };
typedef struct lrules {
  tes_rules *rules;        /* NULL when not open yet, or no longer */
  tes_weights *learnt;     /* that the rules have, or NULL */
  bool closed;             /* refused from now on */
  tes_work *work;          /* level[depth] */
  tes_work *level[LEVELS]; /* made when they are first needed */
  int depth;
  bool starved;                    /* memory ran out in a function in Lua */
  bool doubted;                    /* answers are held against new ones */
  bool ruling;                     /* functions of the rules are at work */
  bool sunk;                       /* one was called too deeply */
  const char *failed;              /* the one that failed last, or NULL */
  uint64_t asked, refused;         /* moves that `keep` was asked about */
  unsigned lent;                   /* how many states were made to be lent */
  lua_Integer lent_at[LEVELS + 1]; /* where these are found, see llentstate.c */
  lanswercache answers;            /* of functions that are asked once */
  uint64_t calls;                  /* how often work was borrowed */
  lua_State *L;                    /* the thread of the core's last call */
  const struct lstate *busy[LEVELS]; /* the state that it works on, by depth */
  tes_alloc alloc;                   /* of the rules: Lua's, by way of these */
  lua_Alloc resize;
  void *resizer;
  size_t used;
  pthread_mutex_t resizing; /* by all threads of a search */
} lrules;

void lrules_register(lua_State *L);
/* Pushes rules opened with settings, or returns false with `error` set; the
 * value at `keeper` keeps the game alive. */
bool lrules_push(lua_State *L, const tes_game *game, int keeper,
                 const char *const *settings, size_t count, tes_error *error);
lrules *lrules_check(lua_State *L, int index, const char *function);
/* Is nothing to be done with them any more? */
bool lrules_closed(const lrules *r);
/* Who opened them. */
lrules *lrules_of(const tes_rules *rules);
/* Pushes the userdata of these rules, as long as somebody keeps it. */
void lrules_find(lua_State *L, const lrules *r);
/* The same game with the same options, opened once or twice. */
bool lrules_same(const tes_rules *a, const tes_rules *b);

/* What the core borrows for a call from here: it will run functions in Lua on
 * this thread. To be asked for at each call, for what is allocated between two
 * of them may run finalizers, which call the core too. */
tes_work *lrules_work(lua_State *L, lrules *r);
/* From within the core: calls f(argument) protected, with the work of the next
 * level; what it raises becomes an error in `work`. `handler` is that of
 * lua_pcall, or NULL; the value at `with`, if that is not 0, is behind the
 * argument. */
int lrules_run(lrules *r, lua_CFunction f, void *argument, int with,
               lua_CFunction handler, tes_work *work);
/* Raises a status that is not TES_OK, TES_ESTOPPED as an interruption. */
void lrules_must(lua_State *L, lrules *r, int status);
/* May a move be made that was legal when the state came about before? Functions
 * in Lua need not do the same twice. Those that list moves are not asked again:
 * they look themselves before the game below gets a move. */
bool lrules_still(lrules *r, const tes_state *state, tes_move move,
                  tes_work *work);
/* The scratch text, emptied. */
tes_text *lrules_text(lrules *r);

#endif
