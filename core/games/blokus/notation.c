/* notation.c: moves of Blokus as text (printing, reading, reasons). */
#include <ctype.h>
#include <string.h>

#include "blokus.h"

static const colour_name classic_colours[] = {{"blue", 'b', "B", TES_BLUE},
                                              {"yellow", 'y', "Y", TES_YELLOW},
                                              {"red", 'r', "R", TES_RED},
                                              {"green", 'g', "G", TES_GREEN}};
static const colour_name duo_colours[] = {{"purple", 'p', "P", TES_PURPLE},
                                          {"orange", 'o', "O", TES_ORANGE}};

const colour_name *blokus_colours(const tes_rules *rules) {
  return rules->value[VARIANT][0] == DUO ? duo_colours : classic_colours;
}

static int read_cell(const tables *t, const char **text) {
  return blokus_read_cell(t->width, t->height, text);
}

tes_cell_name blokus_last_cell(const tables *t) {
  return blokus_name_of(bit_of(t->width - 1, t->height - 1));
}

/* ---- printing moves ---- */

static void put_move_cells(const tables *t, tes_move move, const char *between,
                           tes_text *text) {
  const form *f = &t->form[move_form(move)];
  for (int i = 0; i < f->size; i++) {
    const int bit = move_cell(move) + PITCH * f->dy[i] + f->dx[i];
    tes_put(text, "%s%s", i > 0 ? between : "", blokus_name_of(bit).text);
  }
}

static void put_piece_move(const tables *t, tes_move move, tes_text *text) {
  if (move == PASS) {
    tes_put(text, "pass");
  } else {
    put_move_cells(t, move, ",", text);
  }
}

int blokus_print(const tes_rules *rules, const tes_state *state, tes_move move,
                 int seat, tes_text *text, tes_work *work) {
  (void)state, (void)seat, (void)work;
  put_piece_move(tables_of(rules), move, text);
  return TES_OK;
}

enum {
  PART_KIND,
  PART_COLOUR,
  PART_PIECE,
  PART_WAY,
  PART_AT,
  PART_SIZE,
  PART_CELLS
};
const tes_part blokus_made_of[] = {
    {"kind", TES_TEXT, "place or pass"},
    {"colour", TES_TEXT, "the colour to move"},
    {"piece", TES_TEXT, "the name of the piece"},
    {"turn", TES_INTEGER, "the number of its orientation, from 1"},
    {"at", TES_TEXT, "its first cell: lowest row, then leftmost"},
    {"size", TES_INTEGER, "the number of its cells"},
    {"cells", TES_TEXTS, "the cells that it covers"},
    {NULL, TES_TEXT, NULL},
};

/* A part of a placement. */
static void put_placed_part(const tables *t, tes_move move, int row,
                            tes_text *text) {
  const form *f = &t->form[move_form(move)];
  if (row == PART_PIECE) tes_put_word(text, t->piece[f->piece].name);
  if (row == PART_WAY) tes_put(text, "%d", f->turn);
  if (row == PART_AT) tes_put_word(text, blokus_name_of(move_cell(move)).text);
  if (row == PART_SIZE) tes_put(text, "%d", f->size);
  if (row == PART_CELLS) put_move_cells(t, move, "+", text);
}

int blokus_part(const tes_rules *rules, const tes_state *state, tes_move move,
                int row, tes_text *text, tes_work *work) {
  (void)work;
  if (row == PART_KIND) {
    tes_put_word(text, move == PASS ? "pass" : "place");
  } else if (row == PART_COLOUR) {
    tes_put_word(text, blokus_colours(rules)[blokus_of(state)->colour].name);
  } else if (move != PASS) {
    put_placed_part(tables_of(rules), move, row, text);
  }
  return TES_OK;
}

/* ---- reading moves ---- */

static tes_move not_a_piece_move(const tables *t, const char *text,
                                 tes_error *error) {
  tes_fail(error, TES_EARG,
           "%.60s: expected a piece at a cell (%s@a1), cells (a1,b1,b2) or "
           "pass",
           text, t->piece[t->pieces > 3 ? 3 : 0].name);
  return 0;
}

/* A small letter and a number look like a cell, but this board does not have
 * it. */
static tes_move not_a_piece_cell(const tables *t, const char *text,
                                 const char *cell, tes_error *error) {
  const size_t length = strcspn(cell, ",/");
  const size_t digits = length > 0 ? strspn(cell + 1, "0123456789") : 0;
  if (!islower((unsigned char)*cell) || digits == 0 || digits + 1 != length) {
    return not_a_piece_move(t, text, error);
  }
  tes_fail(error, TES_ECELL, "%.60s: %.*s is not a cell (a1 to %s)", text,
           (int)length, cell, blokus_last_cell(t).text);
  return 0;
}

static tes_move read_move_cells(const tables *t, const char *text,
                                tes_error *error) {
  int bits[SQUARES_MAX], count = 0;
  const char *at = text;
  for (;; at++) {
    const char *start = at;
    const int bit = read_cell(t, &at);
    if (bit < 0) return not_a_piece_cell(t, text, start, error);
    if (count == t->largest) return not_a_piece_move(t, text, error);
    bits[count++] = bit;
    if (*at != ',') break;
  }
  if (*at != '\0') return not_a_piece_move(t, text, error);
  const int number = blokus_form_of(t, bits, count);
  if (number >= 0) return move_of(bits[0], number);
  tes_fail(error, TES_EILLEGAL, "%.60s: these cells are not a piece", text);
  return 0;
}

enum { ANY_WAY = -1 };

/* A piece at a cell, as in the input: in one orientation, or in any. */
typedef struct laying {
  const char *text;
  int piece, cell, turn;
} laying;

/* The ways to place a piece on a cell: the given one, or the legal one if there
 * is just one. If no way is legal, the first one that is on the board is
 * explained. */
typedef struct ways {
  tes_move move, on_board;
  int forms, legal;
  char turns[40]; /* "1 3 4" */
} ways;

static void try_way(const tes_rules *rules, const tes_state *state, int number,
                    int cell, ways *w, tes_work *work) {
  const tables *t = tables_of(rules);
  const form *f = &t->form[number];
  const tes_move move = blokus_fit(t, number, column_of(cell), row_of(cell));
  if (move != 0 && w->on_board == 0) w->on_board = move;
  if (move == 0 || !tes_legal(rules, state, move, work)) return;
  const size_t used = strlen(w->turns);
  TES_ASSERT(used + 2 < sizeof w->turns); /* eight ways at most */
  w->move = move;
  w->turns[used] = (char)(used > 0 ? ' ' : '0' + f->turn);
  if (used > 0) w->turns[used + 1] = (char)('0' + f->turn);
  w->legal++;
}

/* All ways, or one of them (`turn`). */
static ways ways_of(const tes_rules *rules, const tes_state *state,
                    const laying *l, int turn, tes_work *work) {
  const tables *t = tables_of(rules);
  ways w = {0};
  for (int i = 0; i < t->forms; i++) {
    const form *f = &t->form[i];
    if (f->piece != l->piece || (turn != ANY_WAY && f->turn != turn)) continue;
    try_way(rules, state, i, l->cell, &w, work);
    w.forms++;
  }
  return w;
}

/* Adds to a reason the ways in which a piece fits on a cell. */
static void add_ways(const tes_rules *rules, const tes_state *state,
                     const laying *l, tes_work *work) {
  const tes_error before = work->error;
  const ways w = ways_of(rules, state, l, ANY_WAY, work);
  work->error = before;
  if (w.legal == 0) return;
  tes_fail(&work->error, TES_EWAYS,
           "%.300s; %s %s %s there (piece %s shows them)", before.text,
           w.legal > 1 ? "ways" : "way", w.turns, w.legal > 1 ? "fit" : "fits",
           tables_of(rules)->piece[l->piece].name);
}

static tes_move choose_way(const tes_rules *rules, const tes_state *state,
                           const laying *l, tes_work *work) {
  tes_error *error = &work->error;
  const ways w = ways_of(rules, state, l, l->turn, work);
  if (w.legal == 1) return w.move;
  if (w.legal == 0 && w.on_board != 0) return w.on_board;
  if (w.forms == 0) {
    const char *name = tables_of(rules)->piece[l->piece].name;
    tes_fail(error, TES_EILLEGAL, "%.60s: %s has no way %d", l->text, name,
             l->turn);
  } else {
    tes_fail(error, TES_EILLEGAL, "%.40s: %s", l->text,
             w.legal > 1 ? "add the way (/N)" : "that is not on the board");
  }
  add_ways(rules, state, l, work);
  return 0;
}

static tes_move read_short(const tes_rules *rules, const tes_state *state,
                           const char *text, const char *at, tes_work *work) {
  tes_error *error = &work->error;
  const tables *t = tables_of(rules);
  laying l = {text, blokus_find_piece(t, text, (size_t)(at - text)), 0,
              ANY_WAY};
  if (l.piece < 0) {
    tes_fail(error, TES_EARG, "%.60s: there is no piece %.*s", text,
             (int)(at - text), text);
    return 0;
  }
  const char *rest = at + 1;
  l.cell = read_cell(t, &rest);
  if (l.cell < 0) return not_a_piece_cell(t, text, rest, error);
  if (*rest == '/' && isdigit((unsigned char)rest[1])) {
    rest++;
    l.turn = (int)tes_read_number(&rest);
  }
  if (*rest != '\0') return not_a_piece_move(t, text, error);
  return choose_way(rules, state, &l, work);
}

tes_move blokus_parse(const tes_rules *rules, const tes_state *state,
                      const char *text, tes_work *work) {
  tes_error *error = &work->error;
  const tables *t = tables_of(rules);
  if (strcmp(text, "pass") == 0) return PASS;
  const char *at = strchr(text, '@');
  if (at != NULL) return read_short(rules, state, text, at, work);
  /* A name in capitals is not a cell: t4 is one, T4 a piece. */
  if (!(islower((unsigned char)*text) && isdigit((unsigned char)text[1])) &&
      blokus_find_piece(t, text, strlen(text)) >= 0) {
    tes_fail(error, TES_EARG, "%.40s: where? Name its first cell too: %.40s@a1",
             text, text);
    return 0;
  }
  return read_move_cells(t, text, error);
}

/* ---- reasons ---- */

/* The first of the four neighbours that is the colour's own; or -1. */
static int own_beside(const blokus *b, int bit) {
  static const int steps[] = {1, -1, PITCH, -PITCH};
  for (int i = 0; i < 4; i++) {
    if (has_bit(b->own[b->colour], bit + steps[i])) return bit + steps[i];
  }
  return -1;
}

/* Explains why a square cannot be covered; false if it can. */
static bool why_not_square(const tables *t, const blokus *b, int bit,
                           const char *text, tes_error *error) {
  if (colour_at(t, b, bit) >= 0 || is_hole(t, bit)) {
    tes_fail(error, TES_EILLEGAL, "%.60s: %s is %s", text,
             blokus_name_of(bit).text, is_hole(t, bit) ? "a hole" : "taken");
    return true;
  }
  if (!has_bit(b->near[b->colour], bit)) return false;
  tes_fail(error, TES_EILLEGAL,
           "%.60s: %s touches your own piece at %s along an edge", text,
           blokus_name_of(bit).text, blokus_name_of(own_beside(b, bit)).text);
  return true;
}

enum { STARTS_NAMED = 8 };

static void why_no_corner(const tables *t, const blokus *b, const char *text,
                          tes_error *error) {
  uint64_t live[WORDS];
  tes_text cells;
  char space[64];
  int count = 0;
  if (b->played[b->colour] != 0) {
    tes_fail(error, TES_EILLEGAL,
             "%.60s: it touches none of your pieces at a corner", text);
    return;
  }
  tes_text_fixed(&cells, space, sizeof space);
  blokus_live(t, b, b->colour, live);
  for (int bit = 0; bit < 64 * WORDS; bit++) {
    if (!has_bit(live, bit) || ++count > STARTS_NAMED + 1) continue;
    tes_put(&cells, "%s%s", count > 1 ? ", " : "",
            count > STARTS_NAMED ? "..." : blokus_name_of(bit).text);
  }
  tes_fail(error, TES_EILLEGAL,
           "%.60s: the first piece must cover a start cell (%s)", text, space);
}

static void why_not_placement(const tes_rules *rules, const blokus *b,
                              tes_move move, const char *text,
                              tes_error *error) {
  const tables *t = tables_of(rules);
  const form *f = &t->form[move_form(move)];
  if (b->played[b->colour] & f->bit) {
    tes_fail(error, TES_EILLEGAL, "%.60s: %s has already placed the piece %s",
             text, blokus_colours(rules)[b->colour].name,
             t->piece[f->piece].name);
    return;
  }
  for (int i = 0; i < f->size; i++) {
    const int bit = move_cell(move) + PITCH * f->dy[i] + f->dx[i];
    if (why_not_square(t, b, bit, text, error)) return;
  }
  why_no_corner(t, b, text, error);
}

void blokus_why(const tes_rules *rules, const tes_state *state, tes_move move,
                const char *text, tes_work *work) {
  tes_error *error = &work->error;
  const blokus *b = blokus_of(state);
  const char *colour = blokus_colours(rules)[b->colour].name;
  if (move == PASS) {
    tes_fail(error, TES_EILLEGAL, "pass: %s can place a piece", colour);
  } else if (b->stuck >> b->colour & 1) {
    tes_fail(error, TES_EILLEGAL, "%.60s: %s has nothing to place: pass", text,
             colour);
  } else {
    why_not_placement(rules, b, move, text, error);
    if (strchr(text, '@') == NULL) return;
    const form *f = &tables_of(rules)->form[move_form(move)];
    const laying l = {text, f->piece, move_cell(move), ANY_WAY};
    add_ways(rules, state, &l, work);
  }
}
