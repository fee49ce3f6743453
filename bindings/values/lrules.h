/* lrules.h: rules as a value in Lua, and the memory that the core borrows for a
 * call. Over ltypes; independent of states and of games written in Lua.
 *
 * A tesela.rules owns its tes_rules and their tes_work. User value 1 is a table
 * of additions to states (lstart.h); user value 2 keeps the game alive if it is
 * not in C; from RULES_LENT on come the states lent to functions in Lua, by
 * level (lstate.h); RULES_OWNER frees all of these. */
#ifndef LRULES_H
#define LRULES_H

#include <lua.h>
#include <pthread.h>

#include "lanswercache.h"
#include "tesela.h"

extern const char RULES_TYPE[];

/* Functions of rules in Lua run inside a function of the core that is using
 * `work`. So the functions that they call use the work of the next level. */
enum { LEVELS = 8, RULES_LENT = 3, RULES_OWNER = RULES_LENT + LEVELS };
typedef struct lrules {
  tes_rules *rules;        /* NULL before they open and after they close */
  tes_weights *learnt;     /* weights that the rules use, or NULL */
  bool closed;             /* no longer usable */
  tes_work *work;          /* level[depth] */
  tes_work *level[LEVELS]; /* made when first needed */
  int depth;
  bool starved;                    /* a function in Lua ran out of memory */
  bool doubted;                    /* answers are compared with new ones */
  bool ruling;                     /* functions of the rules are running */
  bool sunk;                       /* calls were nested too deeply */
  const char *failed;              /* the last function that failed, or NULL */
  uint64_t asked, refused;         /* moves passed to `keep`, and refused */
  unsigned lent;                   /* the number of states made for lending */
  lua_Integer lent_at[LEVELS + 1]; /* their numbers, see llentstate.c */
  lanswercache answers; /* of functions that are called once for each move */
  uint64_t calls;       /* how many times work was borrowed */
  lua_State *L;         /* the thread of the core's last call */
  const struct lstate *busy[LEVELS]; /* the state it works on, by depth */
  tes_alloc alloc;                   /* of the rules: Lua's, with a count */
  lua_Alloc resize;
  void *resizer;
  size_t used;
  pthread_mutex_t resizing; /* for all threads of a search */
} lrules;

void lrules_register(lua_State *L);
/* Pushes rules opened with settings, or returns false with `error` set; the
 * value at `keeper` keeps the game alive. */
bool lrules_push(lua_State *L, const tes_game *game, int keeper,
                 const char *const *settings, size_t count, tes_error *error);
lrules *lrules_check(lua_State *L, int index, const char *function);
/* Are the rules closed, so that they cannot be used any more? */
bool lrules_closed(const lrules *r);
/* The value that owns these rules. */
lrules *lrules_of(const tes_rules *rules);
/* Pushes the userdata of these rules, which must still be in use. */
void lrules_find(lua_State *L, const lrules *r);
/* Are these the same game with the same options, opened once or twice? */
bool lrules_same(const tes_rules *a, const tes_rules *b);

/* The work that the core borrows for a call from here; functions of the rules
 * in Lua run on this thread. Request it again for each call, because
 * allocations between two calls may run finalizers, which may also call the
 * core. */
tes_work *lrules_work(lua_State *L, lrules *r);
/* From within the core: calls f(argument) protected, with the work of the next
 * level; an error goes into `work`. `handler` is a handler for lua_pcall, or
 * NULL; the value at `with`, if that is not 0, is pushed after the argument. */
int lrules_run(lrules *r, lua_CFunction f, void *argument, int with,
               lua_CFunction handler, tes_work *work);
/* Raises an error for a status other than TES_OK; TES_ESTOPPED becomes an
 * interruption. */
void lrules_must(lua_State *L, lrules *r, int status);
/* May a move be made that was legal when the state first arose? Functions in
 * Lua may answer differently the second time. Functions that list moves are not
 * called again, because a variant's moves are checked before the game below
 * gets them. */
bool lrules_still(lrules *r, const tes_state *state, tes_move move,
                  tes_work *work);
/* The scratch text, emptied. */
tes_text *lrules_text(lrules *r);

#endif
