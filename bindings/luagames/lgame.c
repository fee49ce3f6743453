/* lgame.c: see lgame.h. */
#include "lgame.h"

#include "runtime/call.h"

_Static_assert(offsetof(lgame, game) == 0, "a game in Lua is a tes_game");

/* The size of the root's state or, without a root, of the head. */
static size_t root_size(const tes_rules *rules, const lgame *g) {
  const size_t cells = ((size_t)g->cells * 4 + 7) / 8 * 8;
  TES_ASSERT(cells + sizeof(tes_state) <= rules->state_size);
  TES_ASSERT(rules->state_size % 8 == 0);
  return rules->state_size - cells;
}

int32_t *lgame_cells(const tes_rules *rules, tes_state *state) {
  return (int32_t *)((char *)state + root_size(rules, lgame_of(rules)));
}

const int32_t *lgame_see_cells(const tes_rules *rules, const tes_state *state) {
  const size_t at = root_size(rules, lgame_of(rules));
  return (const int32_t *)((const char *)state + at);
}

tes_state *lgame_kept(const tes_rules *rules, const tes_work *work,
                      lkept which) {
  TES_ASSERT(which < KEPT && work->memory != NULL);
  char *end = (char *)work->memory + rules->work_size;
  return (tes_state *)(end - (size_t)(which + 1) * rules->state_size);
}

bool lgame_calls(const lgame *g, hook h) {
  return g->owner[h] != NULL && !g->owner[h]->planned[h];
}

bool lgame_has_function(const lgame *g) {
  bool has = false;
  for (int h = 0; h < HOOKS; h++) has |= lgame_calls(g, (hook)h);
  return has;
}

bool lgame_is_planned(const lgame *g) {
  static const hook ruling[] = {MOVES, APPLY, OVER};
  bool is = g->owner[KEEP] == NULL && g->owner[PICK] == NULL && g->chance < 0;
  for (size_t i = 0; i < sizeof ruling / sizeof *ruling; i++) {
    is = is && g->owner[ruling[i]] != NULL && !lgame_calls(g, ruling[i]);
  }
  return is;
}

bool lgame_is_slow(const lgame *g) {
  static const hook often[] = {MOVES, KEEP, APPLY, OVER, HIDE, SEEN};
  bool is = false;
  for (size_t i = 0; i < sizeof often / sizeof *often; i++) {
    is |= lgame_calls(g, often[i]);
  }
  return is;
}

int lgame_side(const tes_rules *rules, const tes_state *state, int seat) {
  const lgame *g = lgame_of(rules);
  if (g == NULL || g->swap < 0) return seat;
  const int32_t turn = lgame_see_cells(rules, state)[g->swap];
  return turn == SIDES_CHANGED ? 3 - seat : seat;
}

int lgame_resume(lat at) {
  const tes_game *root = lgame_of(at.rules)->root;
  int status = TES_OK;
  if (at.state->over == 0) return TES_OK;
  if (root != NULL && !call_can_resume(root)) {
    return tes_fail(&at.work->error, TES_EGAME,
                    "%s cannot continue after its end", root->name);
  }
  if (root != NULL) status = call_resume(root, at.rules, at.state, at.work);
  if (status == TES_OK) at.state->over = 0;
  return status;
}

static void add_cells(tes_rules *rules, const lgame *g) {
  const size_t size = ((size_t)g->cells * 4 + 7) / 8 * 8;
  if (g->root != NULL) {
    if (rules->key_size == 0) {
      rules->key_size = rules->state_size - sizeof(tes_state);
    }
    rules->tail_size = size;
  }
  rules->state_size += size;
}

/* A default that the root chooses (in Blokus the number of players of duo) must
 * be in the variant's range. */
static int check_chosen(const tes_rules *rules, const lgame *g,
                        tes_error *error) {
  const size_t count = tes_option_count(&g->game);
  for (size_t i = 0; i < count; i++) {
    const tes_option *option = &g->option[i];
    const int value = rules->value[i][0];
    if (option->type != TES_INT || (option->or_zero && value == 0)) continue;
    if (value >= option->min && value <= option->max) continue;
    return tes_fail(error, TES_EARG, "%s: %s=%d: expected a number in %d..%d",
                    g->game.name, option->name, value, option->min,
                    option->max);
  }
  return TES_OK;
}

static int name_seats(tes_rules *rules, const lgame *g, tes_error *error) {
  if (g->seat_name[0] == NULL) return TES_OK;
  for (int seat = 1; seat < rules->seats; seat++) {
    if (g->seat_name[seat] != NULL) continue;
    return tes_fail(error, TES_EARG,
                    "%s: seat_names: expected a name for each of %d seats, "
                    "got %d",
                    g->game.name, rules->seats, seat);
  }
  rules->seat_names = g->seat_name;
  return TES_OK;
}

static int open_root(tes_rules *rules, const lgame *g, tes_error *error) {
  int status = call_open(g->root, rules, error);
  if (status != TES_OK) return status;
  status = check_chosen(rules, g, error);
  if (status == TES_OK) status = name_seats(rules, g, error);
  if (status != TES_OK) call_close(g->root, rules);
  return status;
}

static int option_or(const tes_rules *rules, int option, int number) {
  return option >= 0 ? rules->value[option][0] : number;
}

/* The library has checked that the largest board fits. */
static int open_map(tes_rules *rules, const lgame *g, tes_error *error) {
  lmap_plan plan = g->plan.map;
  if (plan.columns == 0) return TES_OK;
  plan.columns = option_or(rules, g->plan.columns_option, plan.columns);
  plan.rows = option_or(rules, g->plan.rows_option, plan.rows);
  if (plan.stride == 0) plan.stride = plan.columns;
  TES_ALWAYS(plan.first + (plan.rows - 1) * plan.stride + plan.columns <=
             plan.cells);
  rules->tables = lmap_open(&plan, rules->alloc);
  return rules->tables != NULL ? TES_OK : tes_no_memory(error);
}

static int open_whole(tes_rules *rules, const lgame *g, tes_error *error) {
  rules->seats = g->seats_row >= 0 ? rules->value[g->seats_row][0] : g->seats;
  if (rules->seats < 1 || rules->seats > TES_SEATS_MAX) {
    return tes_fail(error, TES_EARG, "%s: %d seats: expected 1..%d",
                    g->game.name, rules->seats, TES_SEATS_MAX);
  }
  rules->state_size = sizeof(tes_state);
  if (g->cells == 0) rules->key_size = 0;
  const int status = name_seats(rules, g, error);
  return status == TES_OK ? open_map(rules, g, error) : status;
}

void lgame_close(tes_rules *rules) {
  if (lgame_map(rules) != NULL) lmap_close(rules->tables, rules->alloc);
}

int lgame_open(tes_rules *rules, tes_error *error) {
  const lgame *g = lgame_of(rules);
  const int status = g->root != NULL ? open_root(rules, g, error)
                                     : open_whole(rules, g, error);
  if (status != TES_OK) return status;
  if (g->swap >= 0 && rules->seats != 2) {
    call_close(&g->game, rules);
    return tes_fail(error, TES_EARG,
                    "%s: swap: expected two seats, got %d: set the option for "
                    "the number of seats, as in options = { players = 2 }",
                    g->game.name, rules->seats);
  }
  add_cells(rules, g);
  rules->work_size = (rules->work_size + 7) / 8 * 8 + KEPT * rules->state_size;
  return TES_OK;
}
