/* lsecret.c: see lsecret.h. */
#include "lsecret.h"

#include <string.h>

#include "lchance.h"
#include "ldeal.h"
#include "luagames/call/llayer.h"
#include "values/lrules.h"

/* The name of the field that contains a cell. */
static const char *field_at(const lgame *g, int cell) {
  int i = 0;
  while (cell >= g->field[i].first + g->field[i].count) i++;
  TES_ASSERT(i < g->fields && cell >= g->field[i].first);
  return g->field[i].name;
}

static bool asks(const lgame *g) {
  return memchr(g->seen, ASKED, (size_t)g->cells) != NULL;
}

/* Do the functions hide the same cells in the newly dealt state? A status. */
static int check_same(lat at, int seat, const bool *hidden) {
  const lgame *g = at.layer;
  bool again[CELLS_MAX];
  const int status = llayer_hidden(at, seat, ALL_CELLS, again);
  if (status != TES_OK) return status;
  for (int i = 0; i < g->cells; i++) {
    if (again[i] == hidden[i]) continue;
    tes_fail(&at.work->error, TES_EGAME,
             "%s: seen() of %s depends on cells hidden from seat %d",
             g->game.name, field_at(g, i), seat);
    at.work->error.fault = "seen";
    return TES_EGAME;
  }
  return TES_OK;
}

/* Is the game over with these hidden cells? Then the ending would reveal
 * them. */
static int check_end(lat at, int seat) {
  const tes_game *game = at.rules->game;
  int ending = 0;
  if (at.state->over || !lrules_of(at.rules)->doubted) return TES_OK;
  const int status = llayer_ending(at, &ending);
  if (status != TES_OK || ending == 0) return status;
  tes_fail(
      &at.work->error, TES_EGAME,
      "%s: over() ends the game (%s) because of something hidden from seat %d",
      game->name, game->endings[ending - 1], seat);
  at.work->error.fault = "ends";
  return TES_EGAME;
}

int lsecret_deal(lat at, int seat, tes_rng *rng) {
  const lgame *g = at.layer;
  if (g->chance >= 0) lchance_draw(at.rules, at.state, rng);
  if (g->hiding == 0) return TES_OK;
  bool hidden[CELLS_MAX];
  int status = llayer_hidden(at, seat, ALL_CELLS, hidden);
  if (status != TES_OK) return status;
  ldeal_anew(g, lgame_cells(at.rules, at.state), hidden, rng);
  if (asks(g)) status = check_same(at, seat, hidden);
  return status == TES_OK ? check_end(at, seat) : status;
}

int lsecret_hides(lat at, int seat, int cell) {
  const int to = at.layer->seen[cell];
  if (to == TO_ALL || to == seat) return 0;
  if (lgame_see_cells(at.rules, at.state)[cell] == 0) return 0;
  if (to != ASKED) return 1;
  bool hidden[CELLS_MAX];
  const int status = llayer_hidden(at, seat, cell, hidden);
  return status == TES_OK ? hidden[cell] : status;
}

void lsecret_look(const tes_rules *rules, const tes_state *state, int seat,
                  bool hidden[CELLS_MAX]) {
  const lgame *g = lgame_of(rules);
  const int32_t *cells = lgame_see_cells(rules, state);
  const lat at = lat_top(rules, state, lrules_of(rules)->work);
  if (llayer_hidden(at, seat, ALL_CELLS, hidden) == TES_OK) return;
  for (int i = 0; i < g->cells; i++) {
    hidden[i] = g->seen[i] != TO_ALL && g->seen[i] != seat && cells[i] != 0;
  }
}
