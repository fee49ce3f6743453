/* lspell.c: see lspell.h. */
#include "lspell.h"

#include <string.h>

#include "lshow.h"
#include "lverbs.h"
#include "tesela_scan.h"

static bool has_verb(const lplan *plan, lverb_kind kind) {
  for (int i = 0; i < plan->verbs; i++) {
    if (plan->verb[i].kind == kind) return true;
  }
  return false;
}

/* The target of a DROP into a column; if the column is full, its top cell. */
static int read_landing(const tes_rules *rules, const int32_t *number,
                        const char **text) {
  const lmap *map = lgame_map(rules);
  int column = tes_read_letter(text, "abcdefghijklmnopqrstuvwxyz");
  if (map->columns > 26 && !tes_read_int(text, 1, map->columns, &column)) {
    return MAP_NOWHERE;
  }
  column -= map->columns > 26;
  if (column < 0 || column >= map->columns) return MAP_NOWHERE;
  int cell = lmap_landing(map, number, column);
  for (int i = 0; i < map->count && cell == MAP_NOWHERE; i++) {
    const int upper = map->cell[map->count - 1 - i];
    if (lmap_column(map, upper) == column) cell = upper;
  }
  return cell;
}

static tes_move no_such_cell(const tes_rules *rules, const char *text,
                             tes_work *work) {
  const lmap *map = lgame_map(rules);
  const lplan *plan = &lgame_of(rules)->plan;
  char memory[64];
  tes_text range;
  tes_text_fixed(&range, memory, sizeof memory);
  if (plan->drops) {
    lshow_column(map, 0, &range);
    tes_put(&range, "..");
    lshow_column(map, map->columns - 1, &range);
  } else {
    lshow_cell(rules, map->cell[0], &range);
    tes_put(&range, "..");
    lshow_cell(rules, map->cell[map->count - 1], &range);
  }
  const bool is_cell =
      text[0] >= 'a' && text[0] <= 'z' && text[1] >= '0' && text[1] <= '9';
  tes_fail(&work->error, is_cell ? TES_ECELL : TES_EARG,
           plan->drops ? "%.40s: expected a column, %s"
                       : "%.40s: expected cells in %s",
           text, memory);
  return 0;
}

tes_move lspell_parse(const tes_rules *rules, const tes_state *state,
                      const char *text, tes_work *work) {
  const lplan *plan = &lgame_of(rules)->plan;
  const char *at = text;
  if (strcmp(text, "pass") == 0 && has_verb(plan, PASS)) return MOVE_PASS;
  if (strcmp(text, "swap") == 0 && has_verb(plan, SWAP)) return MOVE_SWAP;
  const int cell = plan->drops
                       ? read_landing(rules, lgame_see_cells(rules, state), &at)
                       : lshow_read(rules, &at);
  if (cell == MAP_NOWHERE) return no_such_cell(rules, text, work);
  if (*at == '\0') return cell + 1;
  if (*at == '-' || *at == 'x') at++;
  const int to = lshow_read(rules, &at);
  if (to == MAP_NOWHERE || *at != '\0') return no_such_cell(rules, text, work);
  return (tes_move)(cell + 1) * MOVE_FROM + to + 1;
}

/* Sets the reason: `before`, the name of the cell, `after`. */
static void fail_at(const tes_rules *rules, const char *text,
                    const char *before, int cell, const char *after,
                    tes_work *work) {
  char memory[32];
  tes_text name;
  tes_text_fixed(&name, memory, sizeof memory);
  lshow_cell(rules, cell, &name);
  tes_fail(&work->error, TES_EILLEGAL, "%.40s: %s%s%s", text, before, memory,
           after);
}

/* Does the plan list the move? Then only `keep` refuses it, for a reason
 * unknown here. */
static bool plan_lists(const tes_rules *rules, const tes_state *state,
                       tes_move move) {
  tes_list list;
  tes_list_init(&list, rules->alloc);
  bool is = lverbs_list(rules, state, &list) != TES_OK;
  for (size_t i = 0; i < list.count; i++) is |= list.moves[i] == move;
  tes_list_free(&list);
  return is;
}

void lspell_why(const tes_rules *rules, const tes_state *state, tes_move move,
                const char *text, tes_work *work) {
  const lplan *plan = &lgame_of(rules)->plan;
  const int32_t *number = lgame_see_cells(rules, state);
  const int from = (int)(move / MOVE_FROM) - 1;
  const int to = (int)(move % MOVE_FROM) - 1;
  const bool places = has_verb(plan, PLACE) || plan->drops;
  const bool keeps = lgame_of(rules)->owner[KEEP] != NULL;
  if (keeps && plan_lists(rules, state, move)) return;
  if (move >= MOVE_PASS) {
    tes_fail(&work->error, TES_EILLEGAL, "%.40s: it is not possible now", text);
  } else if (from < 0 && !places) {
    tes_fail(&work->error, TES_EILLEGAL,
             "%.40s: expected two cells, the origin and the target", text);
  } else if (from < 0) {
    fail_at(rules, text, "", to, " is not empty", work);
  } else if (number[from] <= 0 || number[from] > plan->pieces) {
    fail_at(rules, text, "", from, " is empty", work);
  } else if (plan->piece[number[from] - 1].seat != state->seat) {
    fail_at(rules, text, "", from, " has a piece that is not yours", work);
  } else {
    fail_at(rules, text, "that piece cannot move to ", to, "", work);
  }
}
