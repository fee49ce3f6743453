/* lsecret.c: see lsecret.h. */
#include "lsecret.h"

#include <string.h>

#include "lchance.h"
#include "ldeal.h"
#include "llayer.h"
#include "lrules.h"

/* The name of the field that a cell is in. */
static const char *field_at(const lgame *g, int cell) {
  int i = 0;
  while (cell >= g->field[i].first + g->field[i].count) i++;
  TES_ASSERT(i < g->fields && cell >= g->field[i].first);
  return g->field[i].name;
}

static bool asks(const lgame *g) {
  return memchr(g->seen, ASKED, (size_t)g->cells) != NULL;
}

/* Do the functions hide the same in the state that was dealt? */
static int check_same(const tes_rules *rules, const tes_state *state, int seat,
                      const bool *hidden, tes_work *work) {
  const lgame *g = lgame_of(rules);
  bool again[CELLS_MAX];
  const int status = llayer_hidden(rules, state, seat, ALL_CELLS, again, work);
  if (status != TES_OK) return status;
  for (int i = 0; i < g->cells; i++) {
    if (again[i] == hidden[i]) continue;
    tes_fail(&work->error, TES_EGAME,
             "%s: seen() of %s tells seat %d what it hides", g->game.name,
             field_at(g, i), seat);
    work->error.fault = "seen";
    return TES_EGAME;
  }
  return TES_OK;
}

/* Would the game be over, if what the seat does not see were like this? */
static int check_end(const tes_rules *rules, const tes_state *state, int seat,
                     tes_work *work) {
  const lgame *g = lgame_of(rules);
  int ending = 0;
  if (state->over || !lrules_of(rules)->doubted) return TES_OK;
  const int status = llayer_ending(g, rules, state, &ending, work);
  if (status != TES_OK || ending == 0) return status;
  tes_fail(&work->error, TES_EGAME,
           "%s: over() ends the game (%s) by what seat %d does not see",
           g->game.name, g->ending[ending - 1], seat);
  work->error.fault = "ends";
  return TES_EGAME;
}

int lsecret_deal(const tes_rules *rules, tes_state *state, int seat,
                 tes_rng *rng, tes_work *work) {
  const lgame *g = lgame_of(rules);
  if (g->chance >= 0) lchance_draw(rules, state, rng);
  if (g->hiding == 0) return TES_OK;
  bool hidden[CELLS_MAX];
  const int status = llayer_hidden(rules, state, seat, ALL_CELLS, hidden, work);
  if (status != TES_OK) return status;
  ldeal_anew(g, lgame_cells(rules, state), hidden, rng);
  if (asks(g)) {
    const int same = check_same(rules, state, seat, hidden, work);
    if (same != TES_OK) return same;
  }
  return check_end(rules, state, seat, work);
}

int lsecret_hides(const tes_rules *rules, const tes_state *state, int seat,
                  int cell, tes_work *work) {
  const lgame *g = lgame_of(rules);
  if (g->seen[cell] == TO_ALL || g->seen[cell] == seat) return 0;
  if (lgame_see_cells(rules, state)[cell] == 0) return 0;
  if (g->seen[cell] != ASKED) return 1;
  bool hidden[CELLS_MAX];
  const int status = llayer_hidden(rules, state, seat, cell, hidden, work);
  return status == TES_OK ? hidden[cell] : status;
}

void lsecret_look(const tes_rules *rules, const tes_state *state, int seat,
                  bool hidden[CELLS_MAX]) {
  const lgame *g = lgame_of(rules);
  const int32_t *cells = lgame_see_cells(rules, state);
  tes_work *work = lrules_of(rules)->work;
  if (llayer_hidden(rules, state, seat, ALL_CELLS, hidden, work) == TES_OK) {
    return;
  }
  for (int i = 0; i < g->cells; i++) {
    hidden[i] = g->seen[i] != TO_ALL && g->seen[i] != seat && cells[i] != 0;
  }
}
