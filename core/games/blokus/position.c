/* position.c: positions of Blokus as text, and back.
 *
 *   <rows> <colour to move> <colours whose last piece was the single cell>
 *
 * Rows from the top, separated by /: a colour's letter for each of its cells,
 * or a number of empty ones, including holes. The pieces follow from the rows,
 * because pieces of a colour never touch along an edge. */
#include <string.h>

#include "blokus.h"

static void put_colour_row(const tes_rules *rules, const blokus *b, int y,
                           tes_text *text) {
  const tables *t = tables_of(rules);
  int empty = 0;
  for (int x = 0; x < t->width; x++) {
    const int colour = colour_at(t, b, bit_of(x, y));
    if (colour >= 0 && empty > 0) tes_put(text, "%d", empty);
    if (colour >= 0) tes_put(text, "%c", blokus_colours(rules)[colour].letter);
    empty = colour >= 0 ? 0 : empty + 1;
  }
  if (empty > 0) tes_put(text, "%d", empty);
}

void blokus_save(const tes_rules *rules, const tes_state *state, int seat,
                 tes_text *text) {
  (void)seat;
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  for (int y = t->height - 1; y >= 0; y--) {
    put_colour_row(rules, b, y, text);
    tes_put(text, "%s", y > 0 ? "/" : " ");
  }
  tes_put(text, "%c ", blokus_colours(rules)[b->colour].letter);
  for (int c = 0; c < t->colours; c++) {
    if (b->single_last >> c & 1) {
      tes_put(text, "%c", blokus_colours(rules)[c].letter);
    }
  }
  if (b->single_last == 0) tes_put(text, "-");
}

typedef struct blokus_reader {
  tes_scan scan;
  const tes_rules *rules;
  blokus *b;
} blokus_reader;

static int read_letter(const blokus_reader *r) {
  const tables *t = tables_of(r->rules);
  for (int c = 0; c < t->colours; c++) {
    if (*r->scan.at == blokus_colours(r->rules)[c].letter) return c;
  }
  return -1;
}

static int on_hole(const blokus_reader *r, int x, int y) {
  return tes_fail(r->scan.error, TES_EARG, "blokus position: %s is a hole",
                  tes_name_cell(x, y).text);
}

static int read_colour_row(blokus_reader *r, int y,
                           uint64_t cells[COLOURS][WORDS]) {
  const int width = tables_of(r->rules)->width;
  for (int x = 0; x < width;) {
    const int colour = read_letter(r);
    if (colour >= 0) {
      if (is_hole(tables_of(r->rules), bit_of(x, y))) return on_hole(r, x, y);
      set_bit(cells[colour], bit_of(x++, y));
      r->scan.at++;
    } else if (*r->scan.at >= '1' && *r->scan.at <= '9') {
      const char *at = r->scan.at;
      const int64_t empty = tes_read_number(&at);
      if (empty > width - x) {
        return tes_scan_expected(&r->scan, "a row that fits the board");
      }
      x += (int)empty;
      r->scan.at = at;
    } else {
      return tes_scan_expected(&r->scan,
                               "a colour's letter or a number of empty cells");
    }
  }
  return TES_OK;
}

static int read_colour_rows(blokus_reader *r, uint64_t cells[COLOURS][WORDS]) {
  for (int y = tables_of(r->rules)->height - 1; y >= 0; y--) {
    if (read_colour_row(r, y, cells) != TES_OK) return TES_EARG;
    if (y > 0 && tes_scan_sign(&r->scan, '/', "/ after a full row") != TES_OK) {
      return TES_EARG;
    }
  }
  return tes_scan_sign(&r->scan, ' ', "a space");
}

static int place_group(blokus_reader *r, int colour, int *bits, int count) {
  const tables *t = tables_of(r->rules);
  const char *name = blokus_colours(r->rules)[colour].name;
  const int number = blokus_form_of(t, bits, count);
  if (number < 0) {
    return tes_fail(r->scan.error, TES_EARG,
                    "blokus position: the cells of %s at %s are not a piece",
                    name, blokus_name_of(bits[0]).text);
  }
  const form *f = &t->form[number];
  if (r->b->played[colour] & f->bit) {
    return tes_fail(r->scan.error, TES_EARG,
                    "blokus position: %s has the piece %s twice", name,
                    t->piece[f->piece].name);
  }
  blokus_place(t, r->b, colour, move_of(bits[0], number));
  return TES_OK;
}

static int place_pieces(blokus_reader *r, uint64_t cells[COLOURS][WORDS]) {
  int bits[SQUARES_MAX + 1];
  for (int c = 0; c < tables_of(r->rules)->colours; c++) {
    for (int bit = ORIGIN; bit < 64 * WORDS; bit++) {
      if (!has_bit(cells[c], bit)) continue;
      const int count = blokus_take_piece(cells[c], bit, bits);
      if (place_group(r, c, bits, count) != TES_OK) return TES_EARG;
    }
  }
  return TES_OK;
}

static int read_singles(blokus_reader *r) {
  r->b->single_last = 0;
  if (strcmp(r->scan.at, "-") == 0) return TES_OK;
  for (; *r->scan.at != '\0'; r->scan.at++) {
    const int colour = read_letter(r);
    if (colour < 0 || r->b->single_last >> colour & 1) break;
    if (!(r->b->played[colour] & tables_of(r->rules)->single)) break;
    r->b->single_last |= (uint8_t)(1 << colour);
  }
  if (*r->scan.at == '\0' && r->b->single_last != 0) return TES_OK;
  return tes_scan_expected(
      &r->scan, "the colours whose last piece was the single cell, or -");
}

static int read_colour_turn(blokus_reader *r) {
  const int colour = read_letter(r);
  if (colour < 0) {
    return tes_scan_expected(&r->scan, "the letter of the colour to move");
  }
  r->b->colour = (uint8_t)colour;
  r->scan.at++;
  return tes_scan_sign(&r->scan, ' ', "a space");
}

int blokus_load(const tes_rules *rules, tes_state *state, const char *text,
                tes_rng *rng, tes_work *work) {
  uint64_t cells[COLOURS][WORDS] = {{0}};
  blokus_reader r = {{text, "blokus position: ", TES_EARG, &work->error},
                     rules,
                     (blokus *)state};
  blokus_start(rules, state, rng, NULL);
  if (read_colour_rows(&r, cells) != TES_OK || read_colour_turn(&r) != TES_OK) {
    return TES_EARG;
  }
  r.b->stuck = 0; /* in position text, a first piece may be anywhere */
  if (place_pieces(&r, cells) != TES_OK || read_singles(&r) != TES_OK) {
    return TES_EARG;
  }
  blokus_settle(rules, r.b);
  if (state->over) {
    tes_fail(&work->error, TES_EARG,
             "blokus position: the game is over: no player can place");
  }
  return TES_OK;
}
