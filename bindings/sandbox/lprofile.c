/* lprofile.c: see lprofile.h. */
#include "lprofile.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lboxstdlib.h"

/* Functions without a slot are counted together in the last one, because a bot
 * can make any number of functions. */
enum { SLOTS = 512, FULL = 384, LEVELS = 200 };

/* A function: one in Lua is identified by its place in the source, one in C by
 * the name in the call. Functions of the interior are not counted. */
typedef struct profiled {
  char name[48];
  char file[LUA_IDSIZE];
  int line;
  lua_Integer self, total;
  lua_Integer last; /* the last sample that counted it; 0: slot is free */
} profiled;

typedef struct lprofile {
  volatile sig_atomic_t on, asked, moving;
  lua_Integer looks;
  int used;
  profiled slot[SLOTS + 1];
} lprofile;

/* ---- counting ---- */

static bool is_entry(const profiled *e, const lua_Debug *ar, const char *name) {
  return e->line == ar->linedefined && strcmp(e->file, ar->short_src) == 0 &&
         (ar->linedefined >= 0 || strcmp(e->name, name) == 0);
}

static unsigned hash_text(unsigned h, const char *text) {
  while (*text != '\0') h = (h ^ (unsigned char)*text++) * 16777619u;
  return h;
}

static profiled *find_entry(lprofile *p, const lua_Debug *ar) {
  char name[sizeof p->slot[0].name];
  const bool main = strcmp(ar->what, "main") == 0;
  snprintf(name, sizeof name, "%.40s",
           main ? "main chunk" : (ar->name != NULL ? ar->name : ""));
  unsigned at = hash_text(2166136261u, ar->short_src) ^
                (unsigned)ar->linedefined * 2654435761u;
  if (ar->linedefined < 0) at = hash_text(at, name);
  profiled *e = &p->slot[at % SLOTS];
  while (e->last != 0 && !is_entry(e, ar, name)) {
    e = &p->slot[(e - p->slot + 1) % SLOTS];
  }
  if (e->last == 0) {
    if (p->used == FULL) return &p->slot[SLOTS];
    p->used++;
    memcpy(e->file, ar->short_src, sizeof e->file);
    e->line = ar->linedefined;
  }
  if (e->name[0] == '\0') memcpy(e->name, name, sizeof name);
  return e;
}

static void count_entry(lprofile *p, const lua_Debug *ar, bool *top) {
  profiled *e = find_entry(p, ar);
  if (*top) e->self++;
  *top = false;
  if (e->last != p->looks) e->total++; /* once, even if it is recursive */
  e->last = p->looks;
}

/* Samples all running functions, from the innermost outwards. Level 0, a
 * function that has just been called, has used no time and is left out. */
static void sample(const lbox *box, lua_State *L, bool called) {
  const lbox_resumer *below = box->resumers;
  lua_Debug ar;
  bool top = true;
  int level = called ? 1 : 0;
  box->profile->looks++;
  for (int seen = 0; seen < LEVELS; seen++, level++) {
    if (!lua_getstack(L, level, &ar)) {
      if (below == NULL) return;
      L = below->L;
      below = below->below;
      level = -1;
      continue;
    }
    lua_getinfo(L, "Sn", &ar);
    const bool around =
        ar.source == box->interior || (ar.linedefined < 0 && ar.name == NULL);
    if (!around) count_entry(box->profile, &ar, &top);
  }
}

/* A hook, set for one event. The end of a budget has precedence. */
static void on_event(lua_State *L, lua_Debug *event) {
  lbox *box = lbox_of(L);
  lprofile *p = box->profile;
  lua_sethook(L, NULL, 0, 0);
  if (box->end != RUNNING) lboxstdlib_raise(L);
  if (p == NULL || !p->on || !p->asked) return;
  p->asked = 0;
  sample(box, L,
         event->event == LUA_HOOKCALL || event->event == LUA_HOOKTAILCALL);
}

void lprofile_tick(lbox *box) {
  if (!lprofile_is_on(box) || !box->profile->moving) return;
  box->profile->asked = 1;
  lua_sethook(box->running, on_event,
              LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

/* ---- on and off ---- */

bool lprofile_set(lbox *box, bool on) {
  if (on && box->profile == NULL) box->profile = malloc(sizeof *box->profile);
  if (box->profile == NULL) return !on;
  if (on) {
    memset(box->profile, 0, sizeof *box->profile);
    strcpy(box->profile->slot[SLOTS].name, "others");
  }
  box->profile->on = on;
  return true;
}

void lprofile_free(lbox *box) {
  free(box->profile);
  box->profile = NULL;
}

bool lprofile_is_on(const lbox *box) {
  return box->profile != NULL && box->profile->on;
}

void lprofile_begin(lbox *box, bool move) {
  if (box->profile == NULL) return;
  box->profile->asked = 0;
  box->profile->moving = move;
}

/* ---- the figures ---- */

static int by_count(const void *left, const void *right) {
  const profiled *a = left, *b = right;
  if (a->self != b->self) return a->self > b->self ? -1 : 1;
  if (a->total != b->total) return a->total > b->total ? -1 : 1;
  const int file = strcmp(a->file, b->file);
  if (file != 0) return file;
  return a->line != b->line ? a->line - b->line : strcmp(a->name, b->name);
}

static void push_entry(lua_State *L, const profiled *e) {
  lua_createtable(L, 0, 5);
  lua_pushstring(L, e->name[0] != '\0' ? e->name : "?");
  lua_setfield(L, -2, "name");
  lua_pushstring(L, e->file);
  lua_setfield(L, -2, "file");
  lua_pushinteger(L, e->line);
  lua_setfield(L, -2, "line");
  lua_pushinteger(L, e->self);
  lua_setfield(L, -2, "self");
  lua_pushinteger(L, e->total);
  lua_setfield(L, -2, "total");
}

int lprofile_push(lua_State *L, const lbox *box) {
  const lprofile *p = box->profile;
  lua_newtable(L);
  lua_pushinteger(L, p != NULL ? p->looks : 0);
  if (p == NULL) return 2;
  profiled *sorted = lua_newuserdatauv(L, sizeof p->slot, 0);
  memcpy(sorted, p->slot, sizeof p->slot);
  qsort(sorted, SLOTS + 1, sizeof *sorted, by_count);
  for (int i = 0; i <= SLOTS && sorted[i].total > 0; i++) {
    push_entry(L, &sorted[i]);
    lua_rawseti(L, -4, i + 1);
  }
  lua_pop(L, 1);
  return 2;
}
