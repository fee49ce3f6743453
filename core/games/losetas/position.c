/* position.c: positions of Losetas as text. It lists all tiles, lower ones
 * before those on top of them, and then the player to move. */
#include <stdlib.h>

#include "losetas.h"

static const char colour_letter[] = "gb";

/* Lower levels first, then by row and column. */
static int by_place(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

void losetas_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text) {
  (void)rules, (void)seat;
  const losetas *m = losetas_of(state);
  const layout lay = losetas_lay(m);
  int order[TILES_MAX];
  for (int i = 0; i < m->count; i++) {
    order[i] = lay.level[i] << 16 | (m->tile[i] & 0xff) << 8 | i;
  }
  qsort(order, m->count, sizeof *order, by_place);
  for (int i = 0; i < m->count; i++) {
    if (i > 0) tes_put(text, ",");
    losetas_put_tile(m->tile[order[i] & 0xff], text);
  }
  tes_put(text, "%s %c", m->count == 0 ? "-" : "",
          colour_letter[state->seat - 1]);
}

typedef struct losetas_reader {
  tes_scan scan;
  const tes_rules *rules;
  losetas *m;
} losetas_reader;

/* One tile in its notation; 0 if it cannot be read. */
static unsigned read_laid_tile(losetas_reader *r) {
  int x, y;
  const char *at = r->scan.at;
  const int colour = tes_read_letter(&at, colour_letter);
  const int kind = colour < 0 ? -1 : losetas_read_kind(at);
  if (kind < 0 || at[3] != '@') {
    tes_scan_expected(&r->scan, "a tile (g2x2@c3)");
    return 0;
  }
  r->scan.at = at + 4;
  if (!losetas_read_cell(r->rules, &r->scan.at, &x, &y)) {
    const int last = losetas_sheet(r->rules) - 1;
    tes_fail(r->scan.error, TES_EARG,
             "losetas position: expected a cell, a1 to %s%s%.20s",
             tes_name_cell(last, last).text,
             *r->scan.at != '\0' ? ", at " : ", but the text ends", r->scan.at);
    return 0;
  }
  return (unsigned)(colour << 11 | (kind + 1) << 8 | y << 4 | x);
}

/* Can a tile be placed on the tiles there? */
static int check_place(const losetas_reader *r, tes_move move,
                       const char *what) {
  if (!losetas_lies(r->rules, r->m, move, what, r->scan.error)) {
    return TES_EARG;
  }
  const int tile = losetas_vanishing(r->m, move);
  if (tile < 0) return TES_OK;
  char name[16];
  tes_text text;
  tes_text_fixed(&text, name, sizeof name);
  losetas_put_tile(r->m->tile[tile], &text);
  return tes_fail(r->scan.error, TES_EARG, "%s: it covers %s completely", what,
                  name);
}

/* Neighbouring colours do not matter here: the order of play is unknown. */
static int lay_tile(losetas_reader *r, unsigned tile) {
  char what[40];
  tes_text text;
  losetas *m = r->m;
  const int colour = tile_colour(tile), stock = kind_stock(move_kind(tile));
  const tes_move move = tile & 0x7ff;
  tes_text_fixed(&text, what, sizeof what);
  tes_put(&text, "losetas position: ");
  losetas_put_tile(tile, &text);
  if (m->left[colour][stock] == 0) {
    return tes_fail(r->scan.error, TES_EARG, "%s: %s has only %d of them", what,
                    losetas_colour[colour], r->rules->value[TILES][stock]);
  }
  if (m->count == 0 && is_floating(r->rules)) {
    m->x = (uint8_t)move_x(move);
    m->y = (uint8_t)move_y(move);
  }
  if (check_place(r, move, what) != TES_OK) return TES_EARG;
  losetas_put(m, colour, move);
  return TES_OK;
}

static int read_laid_tiles(losetas_reader *r) {
  if (tes_read_letter(&r->scan.at, "-") == 0) return TES_OK;
  for (;; r->scan.at++) {
    const unsigned tile = read_laid_tile(r);
    if (tile == 0 || lay_tile(r, tile) != TES_OK) return TES_EARG;
    if (*r->scan.at != ',') return TES_OK;
  }
}

static int read_player_turn(losetas_reader *r) {
  static const char blank[] = "a comma or a space after a tile";
  if (tes_scan_sign(&r->scan, ' ', blank) != TES_OK) return TES_EARG;
  const int colour = tes_read_letter(&r->scan.at, colour_letter);
  if (colour < 0) {
    return tes_scan_expected(&r->scan, "the player to move, g or b");
  }
  r->m->head.seat = (uint8_t)(1 + colour);
  return tes_scan_end(&r->scan, "nothing after the player to move");
}

/* In every floating game the cell of the first tile is covered. */
static int check_middle(const losetas_reader *r) {
  const int middle = r->rules->value[SIZE][0] - 1;
  if (!is_floating(r->rules) || r->m->count == 0) return TES_OK;
  if (losetas_height(r->m, (coordinates){middle, middle}) > 0) return TES_OK;
  return tes_fail(r->scan.error, TES_EARG,
                  "losetas position: no tile lies on %s, where every game "
                  "begins",
                  tes_name_cell(middle, middle).text);
}

int losetas_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work) {
  losetas *m = (losetas *)state;
  losetas_reader r = {
      {text, "losetas position: ", TES_EARG, &work->error}, rules, m};
  losetas_start(rules, state, rng, NULL);
  if (read_laid_tiles(&r) != TES_OK || read_player_turn(&r) != TES_OK ||
      check_middle(&r) != TES_OK) {
    return TES_EARG;
  }
  m->last = 0;
  if (losetas_can_place(rules, m)) return TES_OK;
  state->over = STUCK;
  tes_fail(&work->error, TES_EARG,
           "losetas position: the game is over: %s can place nothing",
           losetas_colour[state->seat - 1]);
  return TES_OK;
}
