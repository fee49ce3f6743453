/* notation.c: Blokus for people: moves, reasons, drawings, position text. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "blokus.h"

typedef struct colour_name {
  const char *name;
  char letter, capital[2];
  tes_colour paint;
} colour_name;

static const colour_name classic_colours[] = {{"blue", 'b', "B", TES_BLUE},
                                              {"yellow", 'y', "Y", TES_YELLOW},
                                              {"red", 'r', "R", TES_RED},
                                              {"green", 'g', "G", TES_GREEN}};
static const colour_name duo_colours[] = {{"purple", 'p', "P", TES_PURPLE},
                                          {"orange", 'o', "O", TES_ORANGE}};

static const colour_name *colours_of(const tes_rules *rules) {
  return rules->value[VARIANT][0] == DUO ? duo_colours : classic_colours;
}

static int read_cell(const tables *t, const char **text) {
  return blokus_read_cell(t->width, t->height, text);
}

/* The last cell, for those that are not on the board. */
static cell_name last_cell(const tables *t) {
  return blokus_name_of(bit_of(t->width - 1, t->height - 1));
}

/* ---- printing moves ---- */

static void put_move(const tables *t, tes_move move, tes_text *text) {
  if (move == PASS) {
    tes_put(text, "pass");
    return;
  }
  const form *f = &t->form[move_form(move)];
  for (int i = 0; i < f->size; i++) {
    const int bit = move_cell(move) + PITCH * f->dy[i] + f->dx[i];
    tes_put(text, "%s%s", i > 0 ? "," : "", blokus_name_of(bit).text);
  }
}

int blokus_print(const tes_rules *rules, const tes_state *state, tes_move move,
                 tes_text *text, tes_work *work) {
  (void)state, (void)work;
  put_move(tables_of(rules), move, text);
  return TES_OK;
}

void blokus_parts(const tes_rules *rules, const tes_state *state, tes_move move,
                  tes_text *text) {
  const blokus *b = blokus_of(state);
  const char *colour = colours_of(rules)[b->colour].name;
  if (move == PASS) {
    tes_put(text, "kind=pass colour=%s", colour);
    return;
  }
  const form *f = &tables_of(rules)->form[move_form(move)];
  tes_put(text,
          "kind=place colour=%s piece=%s turn=%d at=%s size=%d cells=", colour,
          tables_of(rules)->piece[f->piece].name, f->turn,
          blokus_name_of(move_cell(move)).text, f->size);
  put_move(tables_of(rules), move, text);
}

/* ---- reading moves ---- */

static tes_move not_a_move(const tables *t, const char *text,
                           tes_error *error) {
  tes_fail(error, TES_EILLEGAL,
           "%.60s: expected cells (a1,b1,b2), a piece at a cell (%s@a1) or "
           "pass",
           text, t->piece[t->pieces > 3 ? 3 : 0].name);
  return 0;
}

static int by_number(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static tes_move read_cells(const tables *t, const char *text,
                           tes_error *error) {
  int bits[SQUARES_MAX], count = 0;
  const char *at = text;
  for (;; at++) {
    const char *start = at;
    const int bit = read_cell(t, &at);
    if (bit < 0) {
      if (!isalpha((unsigned char)*start) || !isdigit((unsigned char)start[1]))
        return not_a_move(t, text, error);
      tes_fail(error, TES_EILLEGAL, "%.60s: %.*s is not a cell (a1 to %s)",
               text, (int)strcspn(start, ","), start, last_cell(t).text);
      return 0;
    }
    if (count == t->largest) return not_a_move(t, text, error);
    bits[count++] = bit;
    if (*at != ',') break;
  }
  if (*at != '\0') return not_a_move(t, text, error);
  qsort(bits, (size_t)count, sizeof *bits, by_number);
  const int number = blokus_form_of(t, bits, count);
  if (number >= 0) return move_of(bits[0], number);
  tes_fail(error, TES_EILLEGAL, "%.60s: these cells are no piece", text);
  return 0;
}

/* The piece of a name; or -1. */
static int read_piece(const tables *t, const char *text, size_t length) {
  for (int i = 0; i < t->pieces; i++) {
    if (blokus_is_name(t->piece[i].name, text, length)) return i;
  }
  return -1;
}

/* Among the ways to lay a piece on a cell: the given one, or the one that is
 * legal if there is just one. With none that is legal, the first that is on
 * the board stands for the piece, so that there is something to explain. */
typedef struct ways {
  tes_move move, on_board;
  int legal;
  char turns[40]; /* "1 3 4" */
} ways;

static void look_at(const tes_rules *rules, const tes_state *state, int number,
                    int cell, ways *w, tes_work *work) {
  const tables *t = tables_of(rules);
  const form *f = &t->form[number];
  const tes_move move = blokus_fit(t, number, column_of(cell), row_of(cell));
  if (move != 0 && w->on_board == 0) w->on_board = move;
  if (move == 0 || !tes_legal(rules, state, move, work)) return;
  const size_t used = strlen(w->turns);
  w->move = move;
  w->turns[used] = (char)(used > 0 ? ' ' : '0' + f->turn);
  if (used > 0) w->turns[used + 1] = (char)('0' + f->turn);
  w->legal++;
}

static tes_move choose_way(const tes_rules *rules, const tes_state *state,
                           int number, int cell, int turn, const char *text,
                           tes_work *work) {
  tes_error *error = &work->error;
  const tables *t = tables_of(rules);
  ways w = {0};
  for (int i = 0; i < t->forms; i++) {
    const form *f = &t->form[i];
    if (f->piece == number && (turn == 0 || f->turn == turn)) {
      look_at(rules, state, i, cell, &w, work);
    }
  }
  if (w.legal == 1) return w.move;
  if (w.legal > 1) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: fits in more than one way: add /N, one of %s (piece %s "
             "shows them)",
             text, w.turns, t->piece[number].name);
    return 0;
  }
  if (w.on_board != 0) return w.on_board;
  tes_fail(error, TES_EILLEGAL, "%.40s: that is not on the board", text);
  return 0;
}

static tes_move read_short(const tes_rules *rules, const tes_state *state,
                           const char *text, const char *at, tes_work *work) {
  tes_error *error = &work->error;
  const tables *t = tables_of(rules);
  const int number = read_piece(t, text, (size_t)(at - text));
  int turn = 0;
  if (number < 0) {
    tes_fail(error, TES_EILLEGAL, "%.60s: there is no piece %.*s", text,
             (int)(at - text), text);
    return 0;
  }
  const char *rest = at + 1;
  const int cell = read_cell(t, &rest);
  if (cell >= 0 && (*rest == '/' || *rest == ' ') && rest[1] >= '1' &&
      rest[1] <= '8') {
    turn = rest[1] - '0';
    rest += 2;
  }
  if (cell < 0 || *rest != '\0') return not_a_move(t, text, error);
  return choose_way(rules, state, number, cell, turn, text, work);
}

tes_move blokus_parse(const tes_rules *rules, const tes_state *state,
                      const char *text, tes_work *work) {
  tes_error *error = &work->error;
  const tables *t = tables_of(rules);
  if (strcmp(text, "pass") == 0) return PASS;
  const char *at = strpbrk(text, "@ ");
  if (at != NULL) return read_short(rules, state, text, at, work);
  /* A name in capitals is no cell: t4 is one, T4 a piece. */
  if (!(islower((unsigned char)*text) && isdigit((unsigned char)text[1])) &&
      read_piece(t, text, strlen(text)) >= 0) {
    tes_fail(error, TES_EILLEGAL,
             "%.40s: where? Name its first cell too: %.40s@a1", text, text);
    return 0;
  }
  return read_cells(t, text, error);
}

/* ---- reasons ---- */

static bool taken(const tables *t, const blokus *b, int bit) {
  bool found = false;
  for (int c = 0; c < t->colours; c++) found |= has_bit(b->own[c], bit);
  return found;
}

/* The first of the four neighbours that is the colour's own; or -1. */
static int own_beside(const blokus *b, int bit) {
  static const int steps[] = {1, -1, PITCH, -PITCH};
  for (int i = 0; i < 4; i++) {
    if (has_bit(b->own[b->colour], bit + steps[i])) return bit + steps[i];
  }
  return -1;
}

/* Explains a square that cannot be covered; false if it can. */
static bool why_not_square(const tables *t, const blokus *b, int bit,
                           const char *text, tes_error *error) {
  if (taken(t, b, bit)) {
    tes_fail(error, TES_EILLEGAL, "%.60s: %s is taken", text,
             blokus_name_of(bit).text);
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
           "%.60s: the first piece covers a start cell (%s)", text, space);
}

static void why_not_placement(const tes_rules *rules, const blokus *b,
                              tes_move move, const char *text,
                              tes_error *error) {
  const tables *t = tables_of(rules);
  const form *f = &t->form[move_form(move)];
  if (b->played[b->colour] & f->bit) {
    tes_fail(error, TES_EILLEGAL, "%.60s: %s has placed the piece %s already",
             text, colours_of(rules)[b->colour].name, t->piece[f->piece].name);
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
  const char *colour = colours_of(rules)[b->colour].name;
  if (move == PASS) {
    tes_fail(error, TES_EILLEGAL, "pass: %s can place a piece", colour);
  } else if (b->stuck >> b->colour & 1) {
    tes_fail(error, TES_EILLEGAL, "%.60s: %s has nothing to place: pass", text,
             colour);
  } else {
    why_not_placement(rules, b, move, text, error);
  }
}

/* ---- the drawing ---- */

/* Is it a start cell of a colour that has not begun? */
static bool is_start(const tables *t, const blokus *b, int bit) {
  for (int c = 0; c < t->colours; c++) {
    if (b->played[c] == 0 && has_bit(t->start[c], bit)) return true;
  }
  return false;
}

static void draw_board(const tes_rules *rules, const blokus *b,
                       tes_drawing *drawing) {
  const tables *t = tables_of(rules);
  for (int y = 0; y < t->height; y++) {
    for (int x = 0; x < t->width; x++) {
      tes_cell *cell = tes_cell_at(drawing, x, y);
      for (int c = 0; c < t->colours; c++) {
        if (!has_bit(b->own[c], bit_of(x, y))) continue;
        cell->fill = (uint8_t)colours_of(rules)[c].paint;
        tes_cell_put(cell, colours_of(rules)[c].capital, TES_PLAIN);
      }
      if (cell->count > 0) continue;
      const bool start = is_start(t, b, bit_of(x, y));
      tes_cell_put(cell, start ? "*" : ".", start ? TES_PLAIN : TES_GREY);
    }
  }
}

static void mark(const tables *t, tes_drawing *drawing, tes_move move,
                 tes_mark how) {
  if (move == 0 || move == PASS) return;
  const form *f = &t->form[move_form(move)];
  for (int i = 0; i < f->size; i++) {
    const int bit = move_cell(move) + PITCH * f->dy[i] + f->dx[i];
    tes_cell_at(drawing, column_of(bit), row_of(bit))->mark = (uint8_t)how;
  }
}

static void put_names_left(const tables *t, const blokus *b, int colour,
                           tes_text *text) {
  const char *comma = "";
  for (int i = 0; i < t->pieces; i++) {
    if (b->played[colour] & t->piece[i].bit) continue;
    tes_put(text, "%s%s", comma, t->piece[i].name);
    comma = " ";
  }
  if (*comma == '\0') tes_put(text, "-");
}

static void put_notes(const tes_rules *rules, const blokus *b, tes_text *text) {
  const tables *t = tables_of(rules);
  for (int c = 0; c < t->colours; c++) {
    const bool moves = !b->head.over && c == b->colour;
    tes_put(text, "%s%-6s %3d  ", moves ? " > " : "   ",
            colours_of(rules)[c].name, blokus_points(rules, b, c));
    put_names_left(t, b, c, text);
    tes_put(text, "\n");
  }
}

int blokus_draw(const tes_rules *rules, const tes_state *state, int seat,
                tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)seat, (void)work;
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  if (tes_drawing_size(drawing, t->width, t->height) != TES_OK) {
    return TES_ENOMEM;
  }
  draw_board(rules, b, drawing);
  mark(t, drawing, b->last, TES_LAST_MOVE);
  mark(t, drawing, hint, TES_HINT);
  put_notes(rules, b, &drawing->notes);
  return TES_OK;
}

/* ---- queries ---- */

enum {
  CELL,
  LEFT,
  OPEN,
  FORBIDDEN,
  POINTS,
  COLOUR,
  COLOUR_NAMES,
  PIECE,
  PICTURES
};

const tes_query blokus_queries[] = {
    [CELL] = {"cell", "cell", TES_TEXT,
              "the colour on a cell, \"\" if it is free"},
    [LEFT] = {"left", "colour", TES_TEXTS,
              "names of the pieces that a colour has left"},
    [OPEN] = {"open_corners", "colour", TES_TEXTS,
              "free cells of which its next placement covers one"},
    [FORBIDDEN] = {"forbidden", "colour", TES_TEXTS,
                   "free cells that it may not cover"},
    [POINTS] = {"points", "colour", TES_INTEGER,
                "what a colour would score now"},
    [COLOUR] = {"colour", "", TES_TEXT, "the colour to move"},
    [COLOUR_NAMES] = {"colours", "", TES_TEXTS, "the colours, in turn"},
    [PIECE] = {"piece", "name", TES_TEXT,
               "a drawing of the ways to lay a piece, by number"},
    [PICTURES] = {"pictures", "colour", TES_TEXT,
                  "a drawing of the pieces that a colour has left"},
    {NULL, NULL, TES_INTEGER, NULL},
};

/* A row of a form in `width` columns; what stands for its first square. */
static void put_form_row(const form *f, int row, int width, char first,
                         tes_text *text) {
  char line[SQUARES_MAX + 1];
  memset(line, ' ', sizeof line);
  line[SQUARES_MAX] = '\0';
  for (int i = 0; i < f->size; i++) {
    if (f->dy[i] == row) line[f->dx[i] + f->left] = i == 0 ? first : '#';
  }
  tes_put(text, "%-*.*s", width, f->width, line);
}

/* Names the first three and the last. */
static int bad_name(const tables *t, tes_error *error) {
  static const char *const before[] = {"", ", ", ", ", " ... "};
  char space[4 * (NAME_MAX + 8)];
  tes_text names;
  tes_text_fixed(&names, space, sizeof space);
  for (int i = 0; i < t->pieces; i++) {
    if (i >= 3 && i < t->pieces - 1) continue;
    tes_put(&names, "%s%s", before[i < 3 ? i : 3], t->piece[i].name);
  }
  return tes_fail(error, TES_EARG, "piece: expected a name: %s", space);
}

static int get_piece(const tables *t, const char *name, tes_text *text,
                     tes_error *error) {
  const int number = name != NULL ? read_piece(t, name, strlen(name)) : -1;
  if (number < 0) return bad_name(t, error);
  for (int row = t->largest; row >= 0; row--) {
    for (int i = 0; i < t->forms; i++) {
      const form *f = &t->form[i];
      if (f->piece != number) continue;
      tes_put(text, "  ");
      if (row == t->largest) {
        tes_put(text, "%-*d", t->largest, f->turn);
      } else {
        put_form_row(f, row, t->largest, 'o', text);
      }
    }
    tes_put(text, "\n");
  }
  return TES_OK;
}

/* ---- pictures ---- */

/* Pieces side by side: their first forms, and how much room each gets. */
typedef struct shelf {
  const form *form[PIECES_MAX];
  int count, width, height;
} shelf;

/* The first way to lay a piece. */
static const form *first_form(const tables *t, int number) {
  int i = 0;
  while (t->form[i].piece != number) i++;
  return &t->form[i];
}

static void put_shelf(const tables *t, const shelf *s, tes_text *text) {
  for (int row = s->height - 1; row >= -1; row--) {
    for (int i = 0; i < s->count; i++) {
      const form *f = s->form[i];
      tes_put(text, " ");
      if (row < 0) tes_put(text, "%-*s", s->width, t->piece[f->piece].name);
      if (row >= 0) put_form_row(f, row, s->width, '#', text);
    }
    tes_put(text, "\n");
  }
}

static int widest(const tables *t) {
  int width = t->largest;
  for (int i = 0; i < t->pieces; i++) {
    const int length = (int)strlen(t->piece[i].name);
    if (length > width) width = length;
  }
  return width + 1;
}

/* The small pieces, then the large ones, of which a row holds fewer, for they
 * are high as well. */
static void put_pictures(const tables *t, const blokus *b, int colour,
                         tes_text *text) {
  enum { SMALL = 4 };
  shelf s = {.width = widest(t)};
  for (int i = 0; i < t->pieces; i++) {
    if (b->played[colour] & t->piece[i].bit) continue;
    const form *f = first_form(t, i);
    const bool large = f->size > SMALL;
    const bool full = (s.count + 1) * (s.width + 1) > (large ? 48 : 69);
    if (s.count > 0 && (full || large != (s.form[0]->size > SMALL))) {
      put_shelf(t, &s, text);
      s = (shelf){.width = s.width};
    }
    s.form[s.count++] = f;
    if (f->height > s.height) s.height = f->height;
  }
  if (s.count > 0) put_shelf(t, &s, text);
}

static int find_colour(const tes_rules *rules, const blokus *b,
                       const char *name) {
  const tables *t = tables_of(rules);
  if (name == NULL) return b->colour;
  for (int c = 0; c < t->colours; c++) {
    if (strcmp(colours_of(rules)[c].name, name) == 0) return c;
  }
  return -1;
}

static void put_cells(const tables *t, const uint64_t *set, tes_text *text) {
  for (int bit = 0; bit < 64 * WORDS; bit++) {
    if (!has_bit(set, bit) || has_bit(t->off, bit)) continue;
    tes_put(text, "%s%s", text->length > 0 ? " " : "",
            blokus_name_of(bit).text);
  }
}

static void put_forbidden(const tables *t, const blokus *b, int colour,
                          tes_text *text) {
  uint64_t set[WORDS];
  for (int i = 0; i < WORDS; i++) {
    set[i] = b->near[colour][i] &
             ~(b->own[0][i] | b->own[1][i] | b->own[2][i] | b->own[3][i]);
  }
  put_cells(t, set, text);
}

static int get_cell(const tes_rules *rules, const blokus *b,
                    const char *argument, tes_text *text, tes_error *error) {
  const tables *t = tables_of(rules);
  const int bit = argument != NULL ? read_cell(t, &argument) : -1;
  if (bit < 0 || *argument != '\0') {
    return tes_fail(error, TES_EARG, "cell: expected a cell, a1 to %s",
                    last_cell(t).text);
  }
  for (int c = 0; c < t->colours; c++) {
    if (has_bit(b->own[c], bit)) tes_put(text, "%s", colours_of(rules)[c].name);
  }
  return TES_OK;
}

static int get_of_colour(const tes_rules *rules, const blokus *b, int query,
                         int colour, int64_t *integer, tes_text *text) {
  const tables *t = tables_of(rules);
  uint64_t live[WORDS];
  if (query == LEFT && b->played[colour] != t->all) {
    put_names_left(t, b, colour, text);
  } else if (query == OPEN) {
    blokus_live(t, b, colour, live);
    put_cells(t, live, text);
  } else if (query == FORBIDDEN) {
    put_forbidden(t, b, colour, text);
  } else if (query == PICTURES) {
    put_pictures(t, b, colour, text);
  } else if (query == POINTS) {
    *integer = blokus_points(rules, b, colour);
  }
  return TES_OK;
}

int blokus_get(const tes_rules *rules, const tes_state *state, int seat,
               int query, const char *argument, int64_t *integer,
               tes_text *text, tes_work *work) {
  tes_error *error = &work->error;
  (void)seat;
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  if (query == PIECE) return get_piece(t, argument, text, error);
  if (query == CELL) return get_cell(rules, b, argument, text, error);
  if (query == COLOUR) {
    tes_put(text, "%s", colours_of(rules)[b->colour].name);
    return TES_OK;
  }
  if (query == COLOUR_NAMES) {
    for (int c = 0; c < t->colours; c++) {
      tes_put(text, "%s%s", c > 0 ? " " : "", colours_of(rules)[c].name);
    }
    return TES_OK;
  }
  const int colour = find_colour(rules, b, argument);
  if (colour >= 0) {
    return get_of_colour(rules, b, query, colour, integer, text);
  }
  return tes_fail(
      error, TES_EARG, "%s: expected a colour: %s", blokus_queries[query].name,
      t->colours == 2 ? "purple or orange" : "blue, yellow, red or green");
}

/* ---- position text ---- */

static int colour_at(const tables *t, const blokus *b, int bit) {
  for (int c = 0; c < t->colours; c++) {
    if (has_bit(b->own[c], bit)) return c;
  }
  return -1;
}

static void put_row(const tes_rules *rules, const blokus *b, int y,
                    tes_text *text) {
  const tables *t = tables_of(rules);
  int empty = 0;
  for (int x = 0; x < t->width; x++) {
    const int colour = colour_at(t, b, bit_of(x, y));
    if (colour >= 0 && empty > 0) tes_put(text, "%d", empty);
    if (colour >= 0) tes_put(text, "%c", colours_of(rules)[colour].letter);
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
    put_row(rules, b, y, text);
    tes_put(text, "%s", y > 0 ? "/" : " ");
  }
  tes_put(text, "%c ", colours_of(rules)[b->colour].letter);
  for (int c = 0; c < t->colours; c++) {
    if (b->single_last >> c & 1) {
      tes_put(text, "%c", colours_of(rules)[c].letter);
    }
  }
  if (b->single_last == 0) tes_put(text, "-");
}

typedef struct reader {
  const tes_rules *rules;
  blokus *b;
  const char *at;
  tes_error *error;
} reader;

static int expected(const reader *r, const char *what) {
  return tes_fail(r->error, TES_EARG, "blokus position: expected %s%s%.20s",
                  what, *r->at != '\0' ? " at " : ", but the text ends", r->at);
}

static int read_letter(const reader *r) {
  const tables *t = tables_of(r->rules);
  for (int c = 0; c < t->colours; c++) {
    if (*r->at == colours_of(r->rules)[c].letter) return c;
  }
  return -1;
}

static int read_row(reader *r, int y, uint64_t cells[COLOURS][WORDS]) {
  const int width = tables_of(r->rules)->width;
  for (int x = 0; x < width;) {
    const int colour = read_letter(r);
    if (colour >= 0) {
      set_bit(cells[colour], bit_of(x++, y));
      r->at++;
    } else if (*r->at >= '1' && *r->at <= '9') {
      char *end;
      const long empty = strtol(r->at, &end, 10);
      if (empty > width - x) return expected(r, "a row that fits the board");
      x += (int)empty;
      r->at = end;
    } else {
      return expected(r, "a colour's letter or a number of empty cells");
    }
  }
  return TES_OK;
}

static int read_board(reader *r, uint64_t cells[COLOURS][WORDS]) {
  for (int y = tables_of(r->rules)->height - 1; y >= 0; y--) {
    if (read_row(r, y, cells) != TES_OK) return TES_EARG;
    if (*r->at != (y > 0 ? '/' : ' ')) {
      return expected(r, y > 0 ? "/ behind a full row" : "a blank");
    }
    r->at++;
  }
  return TES_OK;
}

/* Takes the edge-connected cells around one out of the set: their number, or
 * one more than a piece can have. */
static int take_group(uint64_t *set, int bit, int *bits) {
  static const int steps[] = {1, -1, PITCH, -PITCH};
  int count = 0;
  bits[count++] = bit;
  set[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
  for (int i = 0; i < count; i++) {
    for (int s = 0; s < 4; s++) {
      const int next = bits[i] + steps[s];
      if (!has_bit(set, next)) continue;
      if (count == SQUARES_MAX) return count + 1;
      set[next >> 6] &= ~(UINT64_C(1) << (next & 63));
      bits[count++] = next;
    }
  }
  qsort(bits, (size_t)count, sizeof *bits, by_number);
  return count;
}

static int place_group(reader *r, int colour, const int *bits, int count) {
  const tables *t = tables_of(r->rules);
  const char *name = colours_of(r->rules)[colour].name;
  const int number = count <= SQUARES_MAX ? blokus_form_of(t, bits, count) : -1;
  if (number < 0) {
    return tes_fail(r->error, TES_EARG,
                    "blokus position: the cells of %s at %s are no piece", name,
                    blokus_name_of(bits[0]).text);
  }
  const form *f = &t->form[number];
  if (r->b->played[colour] & f->bit) {
    return tes_fail(r->error, TES_EARG,
                    "blokus position: %s has the piece %s twice", name,
                    t->piece[f->piece].name);
  }
  blokus_place(t, r->b, colour, move_of(bits[0], number));
  return TES_OK;
}

static int place_pieces(reader *r, uint64_t cells[COLOURS][WORDS]) {
  int bits[SQUARES_MAX + 1];
  for (int c = 0; c < tables_of(r->rules)->colours; c++) {
    for (int bit = ORIGIN; bit < 64 * WORDS; bit++) {
      if (!has_bit(cells[c], bit)) continue;
      const int count = take_group(cells[c], bit, bits);
      if (place_group(r, c, bits, count) != TES_OK) return TES_EARG;
    }
  }
  return TES_OK;
}

static int read_singles(reader *r) {
  r->b->single_last = 0;
  if (strcmp(r->at, "-") == 0) return TES_OK;
  for (; *r->at != '\0'; r->at++) {
    const int colour = read_letter(r);
    if (colour < 0 || r->b->single_last >> colour & 1) break;
    if (!(r->b->played[colour] & tables_of(r->rules)->single)) break;
    r->b->single_last |= (uint8_t)(1 << colour);
  }
  if (*r->at == '\0' && r->b->single_last != 0) return TES_OK;
  return expected(r, "the colours whose last piece was the single cell, or -");
}

int blokus_load(const tes_rules *rules, tes_state *state, const char *text,
                tes_rng *rng, tes_work *work) {
  tes_error *error = &work->error;
  uint64_t cells[COLOURS][WORDS] = {{0}};
  reader r = {rules, (blokus *)state, text, error};
  blokus_start(rules, state, rng, NULL);
  if (read_board(&r, cells) != TES_OK) return TES_EARG;
  const int colour = read_letter(&r);
  if (colour < 0) return expected(&r, "the letter of the colour to move");
  r.b->colour = (uint8_t)colour;
  r.at++;
  if (*r.at != ' ') return expected(&r, "a blank");
  r.at++;
  r.b->stuck = 0; /* a first piece may lie anywhere in a text */
  if (place_pieces(&r, cells) != TES_OK || read_singles(&r) != TES_OK) {
    return TES_EARG;
  }
  blokus_settle(rules, r.b);
  if (!state->over) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "blokus position: the game is over: nobody can place");
}
