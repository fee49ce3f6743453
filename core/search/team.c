/* team.c: a search by several threads.
 *
 * The leader is the caller's searcher, in the caller's thread. A helper is a
 * searcher with its own states, lists, generator and work; it shares the tree
 * or the table of the leader, which support that (tree.h, table.c). Everything
 * else is exchanged at three moments:
 *
 *   go    the leader's budget, root and scale of points are copied
 *   rest  all helpers wait, so that the leader may read their results, report
 *         progress and run code that is not made for threads
 *   end   the threads have ended; none exist between two searches
 *
 * Limited iterations are in a pool, from which each thread, including the
 * leader, takes a few at a time, so that exactly the requested number is done.
 * Helper threads block all signals, which are for the caller's thread. The
 * caller's work->stop ends the leader; `over`, the stop flag of all helpers,
 * ends them. */
#define _POSIX_C_SOURCE 200809L
#include "searcher.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

/* Iterations to take at a time: of the tree search, and of alpha-beta. */
enum { LUMP_OF_TREE = 8, LUMP_OF_POSITIONS = 512 };

typedef struct helper {
  tes_search search;
  tes_work work;
  pthread_t thread;
  bool runs; /* the thread must be joined */
  int status;
} helper;

typedef struct team {
  helper *helpers[TES_THREADS_MAX - 1];
  int count; /* number of helpers */
  team_help *help;
  uint64_t pool; /* iterations not yet taken */
  int depth;
  volatile int over;
  int pause;
  /* Protected by the lock; `changed` signals a change. */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int at_work, resting;
} team;

/* ---- making helpers ---- */

static void free_helper(helper *h, const tes_alloc *alloc) {
  scratch_free(&h->search);
  tes_work_free(&h->work);
  tes_resize(alloc, h, sizeof *h, 0);
}

static helper *make_helper(tes_search *leader, int number) {
  const tes_alloc *alloc = leader->rules->alloc;
  helper *h = tes_resize(alloc, NULL, 0, sizeof *h);
  if (h == NULL) return NULL;
  memset(h, 0, sizeof *h);
  tes_search *s = &h->search;
  s->rules = leader->rules;
  s->options = leader->options;
  s->team = leader->team;
  s->number = number;
  memcpy(s->log, leader->log, sizeof s->log);
  const int status = tes_work_init(&h->work, s->rules);
  if (scratch_make(s) == TES_OK && status == TES_OK) {
    h->work.stop = &leader->team->over;
    return h;
  }
  free_helper(h, alloc);
  return NULL;
}

static team *make_team(const tes_alloc *alloc) {
  team *t = tes_resize(alloc, NULL, 0, sizeof *t);
  if (t == NULL) return NULL;
  memset(t, 0, sizeof *t);
  if (pthread_mutex_init(&t->lock, NULL) == 0) {
    if (pthread_cond_init(&t->changed, NULL) == 0) return t;
    pthread_mutex_destroy(&t->lock);
  }
  tes_resize(alloc, t, sizeof *t, 0);
  return NULL;
}

static int wanted_threads(const tes_search *s) {
  const tes_hooks *hooks = &s->options.hooks;
  const int threads = s->budget.threads;
  if (hooks->evaluate != NULL || hooks->prior != NULL) return 1;
  return threads < 1                 ? 1
         : threads > TES_THREADS_MAX ? TES_THREADS_MAX
                                     : threads;
}

void team_begin(tes_search *s) {
  const int threads = wanted_threads(s);
  if (threads == 1) return;
  if (s->team == NULL) s->team = make_team(s->rules->alloc);
  team *t = s->team;
  if (t == NULL) return;
  while (t->count < threads - 1) {
    t->helpers[t->count] = make_helper(s, t->count + 1);
    if (t->helpers[t->count] == NULL) break;
    t->count++;
  }
  s->threads = 1 + (t->count < threads - 1 ? t->count : threads - 1);
}

void team_free(tes_search *s) {
  team *t = s->team;
  if (t == NULL) return;
  for (int i = 0; i < t->count; i++) {
    free_helper(t->helpers[i], s->rules->alloc);
  }
  pthread_cond_destroy(&t->changed);
  pthread_mutex_destroy(&t->lock);
  tes_resize(s->rules->alloc, t, sizeof *t, 0);
  s->team = NULL;
}

/* ---- at work ---- */

static void *run_helper(void *user) {
  helper *h = user;
  team *t = h->search.team;
  h->status = t->help(&h->search, &h->work);
  pthread_mutex_lock(&t->lock);
  if (h->status != TES_OK) __atomic_store_n(&t->over, 1, __ATOMIC_RELAXED);
  t->at_work--;
  pthread_cond_broadcast(&t->changed);
  pthread_mutex_unlock(&t->lock);
  return NULL;
}

/* Copies the leader's settings to a helper. */
static void brief(const tes_search *leader, helper *h) {
  tes_search *s = &h->search;
  uint64_t seed = leader->budget.seed ^ (uint64_t)s->number << 48;
  s->budget = leader->budget;
  s->budget.progress = NULL;
  s->threads = leader->threads;
  s->begin = s->looked = leader->begin;
  s->slice = 1;
  s->done = s->told = s->share = s->look = 0;
  s->tree = leader->tree;
  s->table = leader->table;
  s->width = leader->width;
  s->hidden = leader->hidden;
  s->centre = leader->centre;
  s->scale = leader->scale;
  s->ends = 0;
  s->deepest = 0;
  memset(s->values, 0, sizeof s->values);
  memset(s->leads, 0, sizeof s->leads);
  tes_rng_seed(&s->rng, tes_splitmix64(&seed));
  tes_copy(s->rules, s->root, leader->root);
  h->status = TES_OK;
}

static int start_threads(tes_search *s, team *t) {
  sigset_t all, before;
  int started = 0;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_mutex_lock(&t->lock);
  for (int i = 0; i < s->threads - 1; i++) {
    helper *h = t->helpers[i];
    brief(s, h);
    h->runs = pthread_create(&h->thread, NULL, run_helper, h) == 0;
    started += h->runs;
  }
  t->at_work = started;
  pthread_mutex_unlock(&t->lock);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

void team_go(tes_search *s, team_help *help) {
  if (s->threads == 1) return;
  team *t = s->team;
  const uint64_t limit = s->budget.iterations;
  t->help = help;
  t->over = t->pause = t->depth = 0;
  t->pool = limit > s->done ? limit - s->done : 0;
  s->share = s->done;
  team_takes(s); /* before the pool is empty */
  s->threads = 1 + start_threads(s, t);
  if (s->threads == 1) s->share = limit;
}

static void stand_still(team *t) {
  pthread_mutex_lock(&t->lock);
  t->resting++;
  pthread_cond_broadcast(&t->changed);
  while (t->pause) pthread_cond_wait(&t->changed, &t->lock);
  t->resting--;
  pthread_mutex_unlock(&t->lock);
}

bool team_stops(tes_search *s) {
  team *t = s->team;
  if (s->threads == 1 || t == NULL) return false;
  if (s->number > 0 && __atomic_load_n(&t->pause, __ATOMIC_RELAXED)) {
    stand_still(t);
  }
  return __atomic_load_n(&t->over, __ATOMIC_RELAXED) != 0;
}

bool team_takes(tes_search *s) {
  if (s->threads == 1 || s->team == NULL) return false;
  uint64_t *pool = &s->team->pool, take;
  uint64_t left = __atomic_load_n(pool, __ATOMIC_RELAXED);
  const bool positions = s->options.method == TES_ALPHABETA;
  const uint64_t lump = positions ? LUMP_OF_POSITIONS : LUMP_OF_TREE;
  do {
    take = left < lump ? left : lump;
  } while (!__atomic_compare_exchange_n(pool, &left, left - take, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  s->share += take;
  return take > 0;
}

void team_tell_depth(tes_search *s, int depth) {
  if (s->threads == 1) return;
  __atomic_store_n(&s->team->depth, depth, __ATOMIC_RELAXED);
}

int team_depth(const tes_search *s) {
  return __atomic_load_n(&s->team->depth, __ATOMIC_RELAXED);
}

/* ---- at rest, and the end ---- */

static void count_helper(tes_search *s, tes_search *from) {
  s->helped += from->done - from->told;
  from->told = from->done;
  s->ends += from->ends;
  from->ends = 0;
  if (from->deepest > s->deepest) s->deepest = from->deepest;
  for (int i = 0; i < s->rules->seats; i++) {
    s->values[i] += from->values[i];
    s->leads[i] += from->leads[i];
    from->values[i] = from->leads[i] = 0;
  }
}

static void count_helpers(tes_search *s) {
  for (int i = 0; i < s->team->count; i++) {
    helper *h = s->team->helpers[i];
    if (h->runs) count_helper(s, &h->search);
  }
}

void team_rest(tes_search *s) {
  if (s->threads == 1) return;
  team *t = s->team;
  pthread_mutex_lock(&t->lock);
  __atomic_store_n(&t->pause, 1, __ATOMIC_RELAXED);
  while (t->resting < t->at_work) pthread_cond_wait(&t->changed, &t->lock);
  pthread_mutex_unlock(&t->lock);
  count_helpers(s);
}

void team_resume(tes_search *s) {
  if (s->threads == 1) return;
  team *t = s->team;
  pthread_mutex_lock(&t->lock);
  __atomic_store_n(&t->pause, 0, __ATOMIC_RELAXED);
  pthread_cond_broadcast(&t->changed);
  pthread_mutex_unlock(&t->lock);
}

/* Has the leader stopped because the pool is empty? Then the helpers are about
 * to stop as well. */
static bool is_used_up(const tes_search *s) {
  return s->budget.iterations > 0 && s->done >= s->share &&
         __atomic_load_n(&s->team->pool, __ATOMIC_RELAXED) == 0;
}

static int join_helper(helper *h, tes_work *work) {
  pthread_join(h->thread, NULL);
  if (h->status == TES_OK || h->status == TES_ESTOPPED) return TES_OK;
  work->error = h->work.error;
  return h->status;
}

int team_end(tes_search *s, tes_work *work) {
  if (s->threads == 1) return TES_OK;
  team *t = s->team;
  int status = TES_OK;
  if (!is_used_up(s)) __atomic_store_n(&t->over, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < t->count; i++) {
    if (!t->helpers[i]->runs) continue;
    const int joined = join_helper(t->helpers[i], work);
    if (status == TES_OK) status = joined;
  }
  count_helpers(s);
  for (int i = 0; i < t->count; i++) t->helpers[i]->runs = false;
  return status;
}
