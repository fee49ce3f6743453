/* lrules.h: rules as a value in Lua: their contents, and the memory that the
 * core borrows for a call. Over ltypes; independent of states and of games
 * written in Lua.
 *
 * A tesela.rules owns its tes_rules and their tes_work. User value 1 is a table
 * of additions to states (see lstart.h), user value 2 keeps the game alive if
 * it is not in C, those from RULES_LENT on are the states lent to functions in
 * Lua, by level (see lstate.h), and RULES_OWNER frees it all. */
#ifndef LRULES_H
#define LRULES_H

#include <lua.h>
#include <pthread.h>

#include "lanswercache.h"
#include "tesela.h"

extern const char RULES_TYPE[];

/* Functions of rules in Lua run inside a function of the core that is using
 * `work`; so the functions that they call use the work of the next level. */
enum { LEVELS = 8, RULES_LENT = 3, RULES_OWNER = RULES_LENT + LEVELS };
typedef struct lrules {
  tes_rules *rules;        /* NULL before opening and after closing */
  tes_weights *learnt;     /* weights that the rules use, or NULL */
  bool closed;             /* no longer usable */
  tes_work *work;          /* level[depth] */
  tes_work *level[LEVELS]; /* made when first needed */
  int depth;
  bool starved;                    /* a function in Lua ran out of memory */
  bool doubted;                    /* answers are compared with new ones */
  bool ruling;                     /* functions of the rules are running */
  bool sunk;                       /* a call was too deeply nested */
  const char *failed;              /* the last function that failed, or NULL */
  uint64_t asked, refused;         /* moves that `keep` decided about */
  unsigned lent;                   /* the number of states made for lending */
  lua_Integer lent_at[LEVELS + 1]; /* their places, see llentstate.c */
  lanswercache answers; /* of functions that are called once for each move */
  uint64_t calls;       /* the number of times work was borrowed */
  lua_State *L;         /* the thread of the core's last call */
  const struct lstate *busy[LEVELS]; /* the state it works on, by depth */
  tes_alloc alloc;                   /* of the rules: Lua's, with a count */
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
/* Can they not be used any more? */
bool lrules_closed(const lrules *r);
/* The value that owns these rules. */
lrules *lrules_of(const tes_rules *rules);
/* Pushes the userdata of these rules, which must still be in use. */
void lrules_find(lua_State *L, const lrules *r);
/* The same game with the same options, opened once or twice. */
bool lrules_same(const tes_rules *a, const tes_rules *b);

/* The work that the core borrows for a call from here; its functions in Lua run
 * on this thread. Ask for it before each call, because allocations between two
 * calls may run finalizers, which call the core too. */
tes_work *lrules_work(lua_State *L, lrules *r);
/* From within the core: calls f(argument) protected, with the work of the next
 * level; an error becomes one in `work`. `handler` is that of lua_pcall, or
 * NULL; the value at `with`, if that is not 0, is pushed after the argument. */
int lrules_run(lrules *r, lua_CFunction f, void *argument, int with,
               lua_CFunction handler, tes_work *work);
/* Raises an error for a status other than TES_OK, TES_ESTOPPED as an
 * interruption. */
void lrules_must(lua_State *L, lrules *r, int status);
/* May a move be made again that was legal when the state first arose? Functions
 * in Lua may answer differently the second time. Those that list moves are not
 * called again: they check moves before the game below gets them. */
bool lrules_still(lrules *r, const tes_state *state, tes_move move,
                  tes_work *work);
/* The scratch text, emptied. */
tes_text *lrules_text(lrules *r);

#endif
