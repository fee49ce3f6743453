/* kit.c: the kit of a game like Blokus (pieces, board, holes, start cells).
 *
 * The data of a game consists of lines of text, all of them optional:
 *
 *     board 10x12        columns and rows
 *     holes d4 e4        cells that no piece can cover
 *     starts e5 f8       start cells, the first colour's first
 *     piece V3 x/xx      a name, and rows from the top (x a cell, . no cell)
 *
 * Defaults are those of Blokus: the 21 pieces (given by the same kind of text),
 * the board of the variant, its corners. The data is not trusted, so reading
 * checks it: pieces are connected, and have one to eight cells and names that
 * can be typed; holes are on the board; start cells are on the board, are not
 * holes, and are enough for all colours. Duplicate pieces are noticed when
 * their forms are made (tables.c). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "blokus.h"

/* The pieces, with their common names. */
static const char usual_pieces[] =
    "piece 1 x\n"
    "piece 2 xx\n"
    "piece I3 xxx\n"
    "piece V3 x./xx\n"
    "piece I4 xxxx\n"
    "piece L4 x../xxx\n"
    "piece O xx/xx\n"
    "piece T4 .x./xxx\n"
    "piece Z4 xx./.xx\n"
    "piece F .xx/xx./.x.\n"
    "piece I5 xxxxx\n"
    "piece L5 x.../xxxx\n"
    "piece N xx../.xxx\n"
    "piece P xx/xx/x.\n"
    "piece T5 xxx/.x./.x.\n"
    "piece U x.x/xxx\n"
    "piece V5 x../x../xxx\n"
    "piece W x../xx./.xx\n"
    "piece X .x./xxx/.x.\n"
    "piece Y .x../xxxx\n"
    "piece Z5 xx./.x./.xx\n";

/* ---- names ---- */

tes_cell_name blokus_name_of(int bit) {
  return tes_name_cell(column_of(bit), row_of(bit));
}

int blokus_read_cell(int width, int height, const char **text) {
  int x, y;
  return tes_read_cell(text, width, height, &x, &y) ? bit_of(x, y) : -1;
}

bool blokus_is_name(const char *name, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (toupper((unsigned char)name[i]) != toupper((unsigned char)text[i])) {
      return false;
    }
  }
  return name[length] == '\0';
}

/* ---- reading ---- */

typedef struct kit_reader {
  kit *kit;
  const char *at;
  const char *starts; /* the text of the start cells: the board is read first */
  const char *holes;  /* and of the holes */
  tes_error *error;
} kit_reader;

/* The next word of the line, advancing past it; its length, 0 at the end. */
static size_t next_word(kit_reader *r, const char **word) {
  r->at += strspn(r->at, " ");
  *word = r->at;
  r->at += strcspn(r->at, " \n");
  return (size_t)(r->at - *word);
}

static bool is_word(const char *word, size_t length, const char *expected) {
  return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

static bool fits_side(long side) {
  return side >= SIDE_MIN && side <= SIDE_MAX;
}

static int read_board_size(kit_reader *r) {
  char *end;
  const char *word;
  const int length = (int)next_word(r, &word);
  const long width = strtol(word, &end, 10);
  const long height = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
  if (end != r->at || !fits_side(width) || !fits_side(height)) {
    return tes_fail(r->error, TES_EARG,
                    "%s: board: expected %dx%d to %dx%d, got %.*s",
                    r->kit->game, SIDE_MIN, SIDE_MIN, SIDE_MAX, SIDE_MAX,
                    length < 20 ? length : 20, word);
  }
  r->kit->width = (int)width;
  r->kit->height = (int)height;
  return TES_OK;
}

static int read_name(kit_reader *r, piece *p) {
  const char *word;
  const size_t length = next_word(r, &word);
  bool good = length > 0 && length <= PIECE_NAME_MAX;
  for (size_t i = 0; good && i < length; i++) {
    good = isalnum((unsigned char)word[i]) || word[i] == '_';
  }
  if (!good) {
    return tes_fail(r->error, TES_EARG,
                    "%s: pieces: expected a name of 1 to %d letters, digits "
                    "and _, got %.*s",
                    r->kit->game, PIECE_NAME_MAX,
                    length < 20 ? (int)length : 20, word);
  }
  memcpy(p->name, word, length);
  for (int i = 0; i < r->kit->pieces; i++) {
    if (!blokus_is_name(r->kit->piece[i].name, word, length)) continue;
    return tes_fail(r->error, TES_EARG,
                    "%s: pieces.%s: there is already a piece %s", r->kit->game,
                    p->name, r->kit->piece[i].name);
  }
  return TES_OK;
}

/* Are all squares connected along edges? */
static bool in_one_part(const piece *p) {
  unsigned reached = 1, before = 0;
  while (reached != before) {
    before = reached;
    for (int i = 0; i < p->size; i++) {
      for (int j = 0; j < p->size; j++) {
        const int dx = p->square[i].x - p->square[j].x;
        const int dy = p->square[i].y - p->square[j].y;
        if (dx * dx + dy * dy == 1 && (before >> j & 1)) reached |= 1U << i;
      }
    }
  }
  return reached == (1U << p->size) - 1;
}

static int bad_drawing(const kit_reader *r, const piece *p, const char *what) {
  return tes_fail(r->error, TES_EARG, "%s: pieces.%s: %s", r->kit->game,
                  p->name, what);
}

static int read_drawing(kit_reader *r, piece *p) {
  const char *word;
  const size_t length = next_word(r, &word);
  int x = 0, y = 0;
  for (size_t i = 0; i < length; i++, x++) {
    if (strchr("x./", word[i]) == NULL || x == SIDE_MAX || y == -SIDE_MAX) {
      return bad_drawing(r, p, "expected a drawing of x and ., like x./xx");
    }
    if (word[i] == '/') x = -1, y--;
    if (word[i] != 'x') continue;
    if (p->size == SQUARES_MAX) {
      return bad_drawing(r, p, "expected at most eight cells");
    }
    p->square[p->size++] = (square){(int8_t)x, (int8_t)y};
  }
  if (p->size == 0) return bad_drawing(r, p, "expected one cell or more");
  if (in_one_part(p)) return TES_OK;
  return bad_drawing(r, p, "its cells are not connected along edges");
}

static int read_piece(kit_reader *r) {
  kit *k = r->kit;
  piece *p = &k->piece[k->pieces];
  if (k->pieces == PIECES_MAX) {
    return tes_fail(r->error, TES_EARG, "%s: pieces: expected at most %d",
                    k->game, PIECES_MAX);
  }
  *p = (piece){.size = 0};
  if (read_name(r, p) != TES_OK || read_drawing(r, p) != TES_OK) {
    return TES_EARG;
  }
  if (p->size > k->largest) k->largest = p->size;
  k->pieces++;
  return TES_OK;
}

/* A list of cells while it is read. */
typedef struct cell_list {
  const char *member; /* "starts" or "holes" */
  uint16_t *bit;
  int count;
} cell_list;

static int add_cell(kit_reader *r, cell_list *c, const char *cell,
                    size_t length) {
  const kit *k = r->kit;
  const char *end = cell;
  const int bit = blokus_read_cell(k->width, k->height, &end);
  const int shown = length < 20 ? (int)length : 20;
  if (bit < 0 || end != cell + length) {
    return tes_fail(r->error, TES_EARG,
                    "%s: %s: expected a cell, a1 to %c%d, got %.*s", k->game,
                    c->member, 'a' + k->width - 1, k->height, shown, cell);
  }
  for (int i = 0; i < c->count; i++) {
    if (c->bit[i] != bit) continue;
    return tes_fail(r->error, TES_EARG, "%s: %s: %.*s is listed twice", k->game,
                    c->member, shown, cell);
  }
  TES_ASSERT(c->count < CELLS_MAX); /* no cell twice */
  c->bit[c->count++] = (uint16_t)bit;
  return TES_OK;
}

/* Reads the cells of a line, if it exists. */
static int read_listed_cells(kit_reader *r, const char *from, cell_list *c) {
  const char *word;
  if (from == NULL) return TES_OK;
  r->at = from;
  for (size_t n; (n = next_word(r, &word)) > 0;) {
    if (add_cell(r, c, word, n) != TES_OK) return TES_EARG;
  }
  return TES_OK;
}

static int read_member(kit_reader *r, const char *word, size_t length) {
  const bool starts = is_word(word, length, "starts");
  if (is_word(word, length, "board")) return read_board_size(r);
  if (is_word(word, length, "piece")) return read_piece(r);
  if (!starts && !is_word(word, length, "holes")) {
    return tes_fail(
        r->error, TES_EARG,
        "%s: data: expected board, holes, starts or piece, got %.20s",
        r->kit->game, word);
  }
  *(starts ? &r->starts : &r->holes) = r->at;
  r->at += strcspn(r->at, "\n");
  return TES_OK;
}

static int read_line(kit_reader *r) {
  const char *word;
  const size_t length = next_word(r, &word);
  if (length > 0 && read_member(r, word, length) != TES_OK) return TES_EARG;
  if (next_word(r, &word) > 0) {
    return tes_fail(r->error, TES_EARG,
                    "%s: data: expected the end of a line, got %.20s",
                    r->kit->game, word);
  }
  if (*r->at == '\n') r->at++;
  return TES_OK;
}

static int read_lines(kit_reader *r, const char *text) {
  r->at = text;
  while (*r->at != '\0') {
    if (read_line(r) != TES_OK) return TES_EARG;
  }
  return TES_OK;
}

/* ---- defaults ---- */

/* The corners or, for two colours, the cells a third of the way from the
 * edges. */
static void usual_starts(kit *k, bool duo) {
  const int right = k->width - 1, top = k->height - 1;
  const int x = duo ? right / 3 : 0, y = duo ? top / 3 : 0;
  k->start[k->starts++] = (uint16_t)bit_of(x, top - y);
  if (!duo) k->start[k->starts++] = (uint16_t)bit_of(right, top);
  k->start[k->starts++] = (uint16_t)bit_of(right - x, y);
  if (!duo) k->start[k->starts++] = (uint16_t)bit_of(0, 0);
}

static int read_places(kit_reader *r, bool duo) {
  kit *k = r->kit;
  cell_list holes = {"holes", k->hole, 0}, starts = {"starts", k->start, 0};
  if (read_listed_cells(r, r->holes, &holes) != TES_OK) return TES_EARG;
  if (read_listed_cells(r, r->starts, &starts) != TES_OK) return TES_EARG;
  k->holes = holes.count;
  k->starts = starts.count;
  if (r->starts == NULL) usual_starts(k, duo);
  for (int i = 0; i < k->holes * k->starts; i++) {
    const int bit = k->hole[i / k->starts];
    if (bit != k->start[i % k->starts]) continue;
    return tes_fail(r->error, TES_EARG, "%s: holes: %s is a start cell",
                    k->game, blokus_name_of(bit).text);
  }
  return TES_OK;
}

int blokus_read_kit(const tes_rules *rules, kit *k, tes_error *error) {
  const char *data = rules->data;
  const bool duo = rules->value[VARIANT][0] == DUO;
  const int side = duo ? 14 : 20;
  *k = (kit){rules->name, .width = side, .height = side, .colours = duo ? 2 : 4,
             .fixed = rules->value[CORNERS][0] == FIXED};
  kit_reader r = {.kit = k, .error = error};
  if (data != NULL && read_lines(&r, data) != TES_OK) return TES_EARG;
  if (k->pieces == 0 && read_lines(&r, usual_pieces) != TES_OK) return TES_EARG;
  if (read_places(&r, duo) != TES_OK) return TES_EARG;
  if (k->starts >= k->colours) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "%s: starts: expected %d or more, one for each colour, got "
                  "%d",
                  k->game, k->colours, k->starts);
}
