/* picture.c: drawing of Blokus, and queries. */
#include <limits.h>
#include <string.h>

#include "blokus.h"

/* ---- the drawing ---- */

/* Is this a start cell of a colour that has not begun? */
static bool is_start(const tables *t, const blokus *b, int bit) {
  for (int c = 0; c < t->colours; c++) {
    if (b->played[c] == 0 && has_bit(t->start[c], bit)) return true;
  }
  return false;
}

/* The look of an uncovered cell. */
static void draw_cell(const tables *t, const blokus *b, int x, int y,
                      tes_drawing *drawing) {
  const int bit = bit_of(x, y);
  if (colour_at(t, b, bit) >= 0) return;
  if (is_hole(t, bit)) {
    tes_element_write(tes_drawing_add(drawing, TES_HOLE, TES_GREY, x, y), "#");
  } else if (is_start(t, b, bit)) {
    tes_element_write(tes_drawing_add(drawing, TES_DOT, TES_PLAIN, x, y), "*");
  }
}

/* ---- pieces on the board ---- */

static void draw_piece(const tes_rules *rules, int colour, int *bits, int count,
                       tes_drawing *drawing) {
  const tables *t = tables_of(rules);
  const colour_name *named = &blokus_colours(rules)[colour];
  tes_element *e = tes_drawing_add(drawing, TES_SQUARES, named->paint,
                                   column_of(bits[0]), row_of(bits[0]));
  for (int i = 1; i < count; i++) {
    tes_element_place(e, column_of(bits[i]), row_of(bits[i]));
  }
  tes_element_write(e, "%s", named->capital);
  const int number = blokus_form_of(t, bits, count);
  if (number < 0) return;
  e->turn = t->form[number].turn;
  tes_element_name(e, "%s %s", named->name,
                   t->piece[t->form[number].piece].name);
}

static void draw_pieces(const tes_rules *rules, const blokus *b, int colour,
                        tes_drawing *drawing) {
  uint64_t set[WORDS];
  int bits[SQUARES_MAX + 1];
  memcpy(set, b->own[colour], sizeof set);
  for (int bit = 0; bit < 64 * WORDS; bit++) {
    if (!has_bit(set, bit)) continue;
    const int count = blokus_take_piece(set, bit, bits);
    draw_piece(rules, colour, bits, count, drawing);
  }
}

static void mark_piece(const tables *t, tes_drawing *drawing, tes_move move,
                       tes_shape how) {
  if (move == 0 || move == PASS) return;
  const form *f = &t->form[move_form(move)];
  const int first = move_cell(move);
  tes_element *mark =
      tes_drawing_add(drawing, how, TES_PLAIN, column_of(first), row_of(first));
  for (int i = 1; i < f->size; i++) {
    const int bit = first + PITCH * f->dy[i] + f->dx[i];
    tes_element_place(mark, column_of(bit), row_of(bit));
  }
}

/* ---- beside the board ---- */

/* The first orientation of a piece. */
static const form *first_form(const tables *t, int number) {
  int i = 0;
  while (t->form[i].piece != number) i++;
  return &t->form[i];
}

/* The remaining pieces of a colour; a piece keeps its id when it moves to the
 * board. */
static void draw_left(const tes_rules *rules, const blokus *b, int colour,
                      tes_drawing *drawing) {
  const tables *t = tables_of(rules);
  const colour_name *named = &blokus_colours(rules)[colour];
  for (int i = 0; i < t->pieces; i++) {
    if (b->played[colour] & t->piece[i].bit) continue;
    const form *f = first_form(t, i);
    tes_element *e =
        tes_drawing_beside(drawing, colour + 1, TES_SQUARES, named->paint);
    for (int k = 0; k < f->size; k++) {
      tes_element_place(e, f->dx[k] + f->left, f->dy[k]);
    }
    e->turn = f->turn;
    tes_element_name(e, "%s %s", named->name, t->piece[i].name);
  }
}

/* Does a variant score differently from the points of the colours? */
static bool scores_otherwise(const tes_rules *rules, const tes_state *state,
                             const tes_drawing *drawing, tes_work *work) {
  tes_result counted = {.seats = rules->seats};
  blokus_result(rules, state, &counted, work);
  for (int i = 0; i < rules->seats; i++) {
    if (drawing->score[i] != counted.score[i]) return true;
  }
  return false;
}

/* Does a seat play several colours? */
static bool shares_seats(const tes_rules *rules) {
  return rules->seats < 3 && rules->seats < tables_of(rules)->colours;
}

/* The number beside a colour: its points or, if a variant scores differently,
 * the score of the seat that plays only this colour. False if there is none. */
static bool find_points(const tes_rules *rules, const blokus *b, int colour,
                        bool own_scores, const tes_drawing *drawing,
                        int *points) {
  *points =
      own_scores ? drawing->score[colour] : blokus_points(rules, b, colour);
  return !own_scores || (colour < rules->seats && !shares_seats(rules));
}

static void draw_colour_panel(const tes_rules *rules, const blokus *b,
                              int colour, bool own_scores,
                              tes_drawing *drawing) {
  const colour_name *named = &blokus_colours(rules)[colour];
  const int box = colour + 1;
  int points;
  tes_element_write(tes_drawing_beside(drawing, box, TES_HEADING, named->paint),
                    "%s", named->name);
  if (find_points(rules, b, colour, own_scores, drawing, &points)) {
    tes_element_write(tes_drawing_beside(drawing, box, TES_LINE, TES_PLAIN),
                      points == 1 ? "%d point" : "%d points", points);
  } else if (colour < rules->seats) { /* the first colour of a seat */
    tes_element_write(tes_drawing_beside(drawing, box, TES_LINE, TES_PLAIN),
                      "%s: %d", rules->seat_names[colour],
                      drawing->score[colour]);
  }
  draw_left(rules, b, colour, drawing);
}

/* ---- lines of text ---- */

/* Names separated by spaces; past the given number of columns, indented on a
 * line of their own. */
static void put_names_left(const tables *t, const blokus *b, int colour,
                           int room, tes_text *text) {
  int used = 0;
  for (int i = 0; i < t->pieces; i++) {
    if (b->played[colour] & t->piece[i].bit) continue;
    const int length = (int)strlen(t->piece[i].name);
    const bool full = used > 0 && used + 1 + length > room;
    tes_put(text, "%s%s",
            full       ? "\n   "
            : used > 0 ? " "
                       : "",
            t->piece[i].name);
    used = full ? length : used + (used > 0) + length;
  }
  if (used == 0) tes_put(text, "-");
}

/* A variant's scores of seats that play several colours. */
static void put_shared_scores(const tes_rules *rules, tes_drawing *drawing) {
  for (int i = 0; i < rules->seats; i++) {
    tes_put(&drawing->notes, "   %-16s %3d\n", rules->seat_names[i],
            drawing->score[i]);
  }
}

/* Two or three lines for a colour beside the board, with a line between colours
 * if there is room. */
static void put_colour_notes(const tes_rules *rules, const blokus *b,
                             bool own_scores, tes_drawing *drawing) {
  enum { ROOM = 26 };
  tes_text *text = &drawing->notes;
  const tables *t = tables_of(rules);
  const bool airy = t->height + 2 >= 4 * t->colours - 1;
  int points;
  for (int c = 0; c < t->colours; c++) {
    const bool moves = !b->head.over && c == b->colour;
    if (airy && c > 0) tes_put(text, "\n");
    const char *name = blokus_colours(rules)[c].name;
    tes_put(text, "%s", moves ? " > " : "   ");
    if (find_points(rules, b, c, own_scores, drawing, &points)) {
      tes_put(text, "%-6s %3d\n   ", name, points);
    } else {
      tes_put(text, "%s\n   ", name);
    }
    put_names_left(t, b, c, ROOM, text);
    tes_put(text, "\n");
  }
  if (!own_scores || !shares_seats(rules)) return;
  if (airy) tes_put(text, "\n");
  put_shared_scores(rules, drawing);
}

int blokus_draw(const tes_rules *rules, const tes_state *state, int seat,
                tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)seat;
  const blokus *b = blokus_of(state);
  const tables *t = tables_of(rules);
  const bool own_scores = scores_otherwise(rules, state, drawing, work);
  if (tes_drawing_size(drawing, t->width, t->height) != TES_OK) {
    return TES_ENOMEM;
  }
  drawing->empty[0] = '.';
  drawing->dense = true;
  drawing->ground = TES_WHITE;
  for (int i = 0; i < t->width * t->height; i++) {
    draw_cell(t, b, i % t->width, i / t->width, drawing);
  }
  for (int c = 0; c < t->colours; c++) draw_pieces(rules, b, c, drawing);
  mark_piece(t, drawing, b->last, TES_LAST_MOVE);
  mark_piece(t, drawing, hint, TES_HINT);
  for (int c = 0; c < t->colours; c++) {
    draw_colour_panel(rules, b, c, own_scores, drawing);
  }
  drawing->turn = b->head.over ? 0 : b->colour + 1;
  put_colour_notes(rules, b, own_scores, drawing);
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
  PICTURES,
  MOVES_OF
};

const tes_query blokus_queries[] = {
    [CELL] = {"cell", "cell", TES_TEXT,
              "the colour on a cell, \"hole\", or \"\" if it is free"},
    [LEFT] = {"left", "colour", TES_TEXTS,
              "names of the pieces that a colour has left"},
    [OPEN] = {"open_corners", "colour", TES_TEXTS,
              "free cells; the next placement must cover one of them"},
    [FORBIDDEN] = {"forbidden", "colour", TES_TEXTS,
                   "free cells that the colour may not cover"},
    [POINTS] = {"points", "colour", TES_INTEGER,
                "what a colour would score now"},
    [COLOUR] = {"colour", "", TES_TEXT, "the colour to move"},
    [COLOUR_NAMES] = {"colours", "", TES_TEXTS,
                      "the colours, in the order of their turns"},
    [PIECE] = {"piece", "name", TES_TEXT,
               "a drawing of a piece in all its orientations, numbered"},
    [PICTURES] = {"pictures", "colour", TES_TEXT,
                  "a drawing of the pieces that a colour has left"},
    [MOVES_OF] = {"moves_of", "colour", TES_TEXTS,
                  "the placements a colour would have if it were its turn"},
    {NULL, NULL, TES_INTEGER, NULL},
};

/* A row of a form in `width` columns, with a sign for its first square. */
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

/* Names the first three pieces and the last. */
static int bad_name(const tables *t, tes_error *error) {
  static const char *const before[] = {"", ", ", ", ", " ... "};
  char space[4 * (PIECE_NAME_MAX + 8)];
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
  const int number =
      name != NULL ? blokus_find_piece(t, name, strlen(name)) : -1;
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

/* Pieces side by side: their first forms, and the room for each. */
typedef struct shelf {
  const form *form[PIECES_MAX];
  int count, width, height;
} shelf;

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

/* The small pieces, then the large ones, fewer to a row because they are also
 * higher. */
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
    if (strcmp(blokus_colours(rules)[c].name, name) == 0) return c;
  }
  return -1;
}

static void put_cell_set(const tables *t, const uint64_t *set, tes_text *text) {
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
  put_cell_set(t, set, text);
}

static int get_cell(const tes_rules *rules, const blokus *b,
                    const char *argument, tes_text *text, tes_error *error) {
  const tables *t = tables_of(rules);
  const int bit =
      argument != NULL ? blokus_read_cell(t->width, t->height, &argument) : -1;
  if (bit < 0 || *argument != '\0') {
    return tes_fail(error, TES_EARG, "cell: expected a cell, a1 to %s",
                    blokus_last_cell(t).text);
  }
  const int colour = colour_at(t, b, bit);
  if (colour >= 0) tes_put(text, "%s", blokus_colours(rules)[colour].name);
  if (is_hole(t, bit)) tes_put(text, "hole");
  return TES_OK;
}

static int put_moves_of(const tes_rules *rules, const blokus *b, int colour,
                        tes_text *text) {
  const tables *t = tables_of(rules);
  tes_list list;
  tes_list_init(&list, rules->alloc);
  const int status = tes_list_reserve(&list, t->placements + BATCH);
  if (status == TES_OK) {
    const tes_move *end = t->list(t, b, colour, list.moves);
    for (const tes_move *move = list.moves; move < end; move++) {
      if (move > list.moves) tes_put(text, " ");
      blokus_print(rules, NULL, *move, 0, text, NULL);
    }
  }
  tes_list_free(&list);
  return status;
}

static int get_of_colour(const tes_rules *rules, const blokus *b, int query,
                         int colour, int64_t *integer, tes_text *text) {
  const tables *t = tables_of(rules);
  uint64_t live[WORDS];
  if (query == MOVES_OF) return put_moves_of(rules, b, colour, text);
  if (query == LEFT && b->played[colour] != t->all) {
    put_names_left(t, b, colour, INT_MAX, text);
  } else if (query == OPEN) {
    blokus_live(t, b, colour, live);
    put_cell_set(t, live, text);
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
    tes_put(text, "%s", blokus_colours(rules)[b->colour].name);
    return TES_OK;
  }
  if (query == COLOUR_NAMES) {
    for (int c = 0; c < t->colours; c++) {
      tes_put(text, "%s%s", c > 0 ? " " : "", blokus_colours(rules)[c].name);
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
